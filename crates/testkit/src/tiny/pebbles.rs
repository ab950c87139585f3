//! Pebbles: one heap, turns of several steps, two to four seats, optionally in pairs.

use game::{
    Actor, BySeat, Choice, Game, Illegal, Info, Listing, Malformed, OptionInfo, Outcome, Seat, SeatSet, Team,
    Text, Turn, Viewer,
};
use rand::{Rng, RngExt};
use search::{Search, mix};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const RULES_EN: &str = "# Pebbles
### P1 · Taking turns
Seats play one after the other.
### P2 · Taking
Take one pebble at a time, at most three in a turn.
### P3 · Stopping
After at least one pebble you may stop; the next seat plays.
### P4 · The end
Whoever takes the last pebble loses, with the partner if there is one.
";

const RULES_FR: &str = "# Cailloux
### P1 · À tour de rôle
On joue l'un après l'autre.
### P2 · Prendre
Prenez un caillou à la fois, trois au plus par tour.
### P3 · S'arrêter
Après un caillou au moins, vous pouvez vous arrêter ; la place suivante joue.
### P4 · La fin
Qui prend le dernier caillou perd, avec son partenaire s'il en a un.
";

const HEAP: u8 = 10;

/// The teams.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Teams {
    /// Each seat for itself.
    #[default]
    Alone,
    /// Seats 0 and 2 against seats 1 and 3.
    Pairs,
}

/// Where the heap lies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Heap {
    /// With the house.
    #[default]
    House,
    /// On a beach, where only people see it.
    Beach,
}

/// What a table of Pebbles may choose.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PebblesOptions {
    /// The teams.
    pub teams: Teams,
    /// Where the heap lies; the rules are the same.
    pub heap: Heap,
}

/// One step of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PebblesAction {
    /// `take`: one pebble more.
    Take,
    /// `stop`: the turn ends.
    Stop,
}

impl fmt::Display for PebblesAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PebblesAction::Take => "take",
            PebblesAction::Stop => "stop",
        })
    }
}

impl FromStr for PebblesAction {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        match text {
            "take" => Ok(PebblesAction::Take),
            "stop" => Ok(PebblesAction::Stop),
            _ => Err(Malformed::new(text, "take or stop")),
        }
    }
}

/// A heap, and what the seat to act took from it so far.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pebbles {
    heap: u8,
    taken: u8,
    next: Seat,
    seats: u8,
    teams: Teams,
    gone: SeatSet,
}

impl Pebbles {
    /// The game with a heap of another size.
    pub fn with_heap(self, heap: u8) -> Self {
        Pebbles { heap, ..self }
    }

    /// The teams that still play.
    fn teams_left(&self) -> usize {
        let mut teams: Vec<Team> = Seat::all(self.seats)
            .filter(|seat| !self.gone.contains(*seat))
            .map(|seat| self.team(seat))
            .collect();
        teams.sort();
        teams.dedup();
        teams.len()
    }

    fn pass_on(&mut self) {
        self.taken = 0;
        self.next = self.next.next(self.seats);
        while self.gone.contains(self.next) && self.gone.len() < self.seats {
            self.next = self.next.next(self.seats);
        }
    }
}

impl fmt::Display for Pebbles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.heap, self.taken, self.next)
    }
}

impl Game for Pebbles {
    const INFO: Info = Info {
        id: "pebbles",
        name: "Pebbles",
        author: "traditional",
        summary: Text { fr: "Le dernier caillou perd.", en: "The last pebble loses." },
        seats: 2..=4,
        age: 5,
        minutes: 1..=2,
        rules_version: 1,
        options: &[
            OptionInfo {
                key: "teams",
                name: Text { fr: "Équipes", en: "Teams" },
                choices: &[
                    Choice::new("alone", Text { fr: "Chacun pour soi", en: "Each for itself" }),
                    Choice::new("pairs", Text { fr: "Deux contre deux", en: "Two against two" }),
                ],
            },
            OptionInfo {
                key: "heap",
                name: Text { fr: "Tas", en: "Heap" },
                choices: &[
                    Choice::new("house", Text { fr: "Dans la maison", en: "In the house" }),
                    Choice::for_people(
                        "beach",
                        Text { fr: "À la plage", en: "On the beach" },
                        Text { fr: "De vrais cailloux.", en: "Real pebbles." },
                    ),
                ],
            },
        ],
        rulebook: Text { fr: RULES_FR, en: RULES_EN },
    };
    type Options = PebblesOptions;
    type Action = PebblesAction;
    type View = Pebbles;

    fn new(options: &PebblesOptions, seats: u8) -> Result<Self, Illegal> {
        const PAIRS: Text = Text { fr: "Il faut être quatre.", en: "That takes four seats." };
        if options.teams == Teams::Pairs && seats != 4 {
            return Err(Illegal::new("P1", PAIRS));
        }
        Ok(Pebbles { heap: HEAP, taken: 0, next: Seat(0), seats, teams: options.teams, gone: SeatSet::EMPTY })
    }

    fn read_position(notation: &str, options: &PebblesOptions, seats: u8) -> Option<Self> {
        let numbers: Vec<u8> =
            notation.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [heap, taken, next] = numbers[..] else { return None };
        let position = Pebbles { heap, taken, next: Seat(next), ..Pebbles::new(options, seats).ok()? };
        (heap <= HEAP && taken <= 3 && next < seats).then_some(position)
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn turn(&self) -> Turn {
        // P4: the heap is empty while its last taker is still on turn.
        let loser = (self.heap == 0).then(|| self.team(self.next));
        if loser.is_none() && self.teams_left() > 1 {
            return Turn::Seats(SeatSet::one(self.next));
        }
        let good = |seat: Seat| Some(self.team(seat)) != loser && !self.gone.contains(seat);
        Turn::Over(match self.teams {
            Teams::Alone => {
                let rank = |seat| if self.gone.contains(seat) { 0 } else { 1 + u8::from(good(seat)) };
                Outcome::by_score(&BySeat::new(self.seats, rank))
            }
            Teams::Pairs => {
                let won = |seat| Seat::all(4).any(|other| self.team(other) == self.team(seat) && good(other));
                Outcome::from_places(BySeat::new(4, |seat| if won(seat) { 1 } else { 2 }))
            }
        })
    }

    fn apply(&mut self, actor: Actor, action: &PebblesAction) -> Result<(), Illegal> {
        const TURN: Text = Text { fr: "Ce n'est pas votre tour.", en: "It is not your turn." };
        const THREE: Text = Text { fr: "Trois au plus.", en: "Three at most." };
        const ONE: Text = Text { fr: "Un au moins.", en: "One at least." };
        if !matches!(actor, Actor::Seat(seat) if self.turn().seats().contains(seat)) {
            return Err(Illegal::new("P1", TURN));
        }
        match action {
            PebblesAction::Take if self.taken == 3 => return Err(Illegal::new("P2", THREE).at(["heap"])),
            PebblesAction::Stop if self.taken == 0 => return Err(Illegal::new("P3", ONE)),
            PebblesAction::Take => {
                self.heap -= 1;
                self.taken += 1;
            }
            PebblesAction::Stop => self.pass_on(),
        }
        Ok(())
    }

    fn forfeit(&mut self, seat: Seat) {
        if matches!(self.turn(), Turn::Over(_)) {
            return;
        }
        self.gone = self.gone.with(seat);
        if seat == self.next {
            self.pass_on();
        }
    }

    fn actions(&self, _: Seat, out: &mut Vec<PebblesAction>) -> Listing {
        if self.taken < 3 {
            out.push(PebblesAction::Take);
        }
        if self.taken > 0 {
            out.push(PebblesAction::Stop);
        }
        Listing::Complete
    }

    fn sample<R: Rng + ?Sized>(&self, _: Actor, rng: &mut R) -> PebblesAction {
        match self.taken {
            0 => PebblesAction::Take,
            3 => PebblesAction::Stop,
            _ if rng.random_bool(0.5) => PebblesAction::Take,
            _ => PebblesAction::Stop,
        }
    }

    fn view(&self, _: Viewer) -> Pebbles {
        *self
    }

    fn team(&self, seat: Seat) -> Team {
        match self.teams {
            Teams::Alone => Team(seat.0),
            Teams::Pairs => Team(seat.0 % 2),
        }
    }

    fn may_confer(&self) -> Vec<SeatSet> {
        match self.teams {
            Teams::Alone => Vec::new(),
            Teams::Pairs => {
                vec![[Seat(0), Seat(2)].into_iter().collect(), [Seat(1), Seat(3)].into_iter().collect()]
            }
        }
    }
}

impl Search for Pebbles {
    /// Always 0: a search of Pebbles must reach the end of the game.
    fn evaluate(&self) -> BySeat<i32> {
        BySeat::new(self.seats, |_| 0)
    }

    fn key(&self) -> u64 {
        mix(
            u64::from_le_bytes([self.heap, self.taken, self.next.0, self.gone.bits(), self.seats, 0, 0, 0]),
            1,
        )
    }
}
