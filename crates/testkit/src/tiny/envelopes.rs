//! Envelopes: Nature offers a prize, all seats bid at once under seal, the single highest bid pays and takes it.

use game::{
    Actor, BySeat, Game, Illegal, Info, Listing, Malformed, NoOptions, Outcome, Seat, SeatSet, Text, Turn,
    Viewer,
};
use rand::{Rng, RngExt};
use search::{Search, mix};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

const RULES_EN: &str = "# Envelopes
### E1 · The prize
Nature offers a prize of 1 to 6 points.
### E2 · The bids
Every seat seals a bid of at most its beans, once, in any order; nobody sees another's bid.
### E3 · The award
The highest bid, if only one seat made it, is paid and takes the prize.
### E4 · The end
After three prizes most points win; ties stand.
";

const RULES_FR: &str = "# Enveloppes
### E1 · Le lot
La nature offre un lot de 1 à 6 points.
### E2 · Les mises
Chacun scelle une mise, une fois, sans dépasser ses haricots ; personne ne voit celle d'un autre.
### E3 · L'attribution
La plus haute mise, si une seule place l'a faite, est payée et emporte le lot.
### E4 · La fin
Après trois lots, le plus de points gagne ; les ex æquo restent.
";

const BEANS: u8 = 4;
const PRIZES: u8 = 3;

/// What a seat, or Nature, does.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EnvelopesAction {
    /// `prize 5`: Nature's offer.
    Prize(u8),
    /// `bid 2`: a sealed bid.
    Bid(u8),
}

impl fmt::Display for EnvelopesAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnvelopesAction::Prize(points) => write!(f, "prize {points}"),
            EnvelopesAction::Bid(beans) => write!(f, "bid {beans}"),
        }
    }
}

impl FromStr for EnvelopesAction {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Self, Malformed> {
        let number = |digits: &str| match digits.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        let parsed = match text.split_once(' ') {
            Some(("prize", points)) => number(points).map(EnvelopesAction::Prize),
            Some(("bid", beans)) => number(beans).map(EnvelopesAction::Bid),
            _ => None,
        };
        parsed.ok_or_else(|| Malformed::new(text, "bid 2; prize 5 is for nature"))
    }
}

/// A round of sealed bids, and what was won before it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelopes {
    beans: BySeat<u8>,
    points: BySeat<u8>,
    bids: BySeat<Option<u8>>,
    prize: Option<u8>,
    awarded: u8,
    gone: SeatSet,
}

/// What one viewer sees: of the bids, only its own, and who has bid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EnvelopesView {
    /// Each seat's beans.
    pub beans: BySeat<u8>,
    /// Each seat's points.
    pub points: BySeat<u8>,
    /// What is offered.
    pub prize: Option<u8>,
    /// Who has sealed a bid.
    pub sealed: SeatSet,
    /// The bids that the viewer may see.
    pub bids: BySeat<Option<u8>>,
}

impl Envelopes {
    fn staying(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.bids.count()).filter(|seat| !self.gone.contains(*seat))
    }

    /// E3, once all seats that stayed have bid.
    fn award(&mut self) {
        let Some(prize) = self.prize else { return };
        if self.staying().any(|seat| self.bids[seat].is_none()) {
            return;
        }
        let best = self.staying().filter_map(|seat| self.bids[seat]).max();
        let winners: Vec<Seat> = self.staying().filter(|seat| self.bids[*seat] == best).collect();
        if let (&[winner], Some(bid)) = (winners.as_slice(), best) {
            self.beans[winner] -= bid;
            self.points[winner] += prize;
        }
        self.bids = BySeat::new(self.bids.count(), |_| None);
        self.prize = None;
        self.awarded += 1;
    }
}

/// `beans points prize`, and for each seat a dot or its sealed bid.
impl fmt::Display for Envelopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?} {} ", self.beans, self.points, self.prize.unwrap_or(0))?;
        for (_, bid) in self.bids.iter() {
            match bid {
                Some(bid) => write!(f, "{bid}")?,
                None => f.write_str(".")?,
            }
        }
        Ok(())
    }
}

impl Game for Envelopes {
    const INFO: Info = Info {
        id: "envelopes",
        name: "Envelopes",
        author: "traditional",
        summary: Text { fr: "Mises scellées.", en: "Sealed bids." },
        seats: 2..=4,
        age: 8,
        minutes: 1..=2,
        rules_version: 1,
        options: &[],
        rulebook: Text { fr: RULES_FR, en: RULES_EN },
    };
    type Options = NoOptions;
    type Action = EnvelopesAction;
    type View = EnvelopesView;

    fn new(_: &NoOptions, seats: u8) -> Result<Self, Illegal> {
        Ok(Envelopes {
            beans: BySeat::new(seats, |_| BEANS),
            points: BySeat::new(seats, |_| 0),
            bids: BySeat::new(seats, |_| None),
            prize: None,
            awarded: 0,
            gone: SeatSet::EMPTY,
        })
    }

    fn seats(&self) -> u8 {
        self.bids.count()
    }

    fn turn(&self) -> Turn {
        if self.awarded == PRIZES || self.staying().count() < 2 {
            let rank = |seat| if self.gone.contains(seat) { 0 } else { 1 + self.points[seat] };
            Turn::Over(Outcome::by_score(&BySeat::new(self.seats(), rank)))
        } else if self.prize.is_none() {
            Turn::Nature
        } else {
            Turn::Seats(self.staying().filter(|seat| self.bids[*seat].is_none()).collect())
        }
    }

    fn apply(&mut self, actor: Actor, action: &EnvelopesAction) -> Result<(), Illegal> {
        const NOT_NOW: Text = Text { fr: "Pas maintenant.", en: "Not now." };
        const BEANS_SHORT: Text =
            Text { fr: "Vous n'avez pas tant de haricots.", en: "You have not so many beans." };
        const ONE_TO_SIX: Text = Text { fr: "Un lot vaut 1 à 6 points.", en: "A prize is 1 to 6 points." };
        match (self.turn(), actor, *action) {
            (Turn::Nature, Actor::Nature, EnvelopesAction::Prize(points)) => {
                if !(1..=6).contains(&points) {
                    return Err(Illegal::new("E1", ONE_TO_SIX));
                }
                self.prize = Some(points);
            }
            (Turn::Seats(seats), Actor::Seat(seat), EnvelopesAction::Bid(beans)) if seats.contains(seat) => {
                if beans > self.beans[seat] {
                    return Err(Illegal::new("E2", BEANS_SHORT).at(["beans"]));
                }
                self.bids[seat] = Some(beans);
                self.award();
            }
            _ => return Err(Illegal::new("E2", NOT_NOW)),
        }
        Ok(())
    }

    fn redacted(&self, _: Actor, action: &EnvelopesAction) -> Option<String> {
        matches!(action, EnvelopesAction::Bid(_)).then(|| "bid".to_owned())
    }

    fn forfeit(&mut self, seat: Seat) {
        if matches!(self.turn(), Turn::Over(_)) {
            return;
        }
        self.gone = self.gone.with(seat);
        self.bids[seat] = None;
        self.award();
    }

    fn actions(&self, seat: Seat, out: &mut Vec<EnvelopesAction>) -> Listing {
        out.extend((0..=self.beans[seat]).map(EnvelopesAction::Bid));
        Listing::Complete
    }

    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> EnvelopesAction {
        match actor {
            Actor::Nature => EnvelopesAction::Prize(rng.random_range(1..=6)),
            Actor::Seat(seat) => EnvelopesAction::Bid(rng.random_range(0..=self.beans[seat])),
        }
    }

    fn view(&self, viewer: Viewer) -> EnvelopesView {
        let visible = |seat: Seat| match viewer {
            Viewer::Seat(own) => own == seat,
            Viewer::Public => false,
            Viewer::Everything => true,
        };
        EnvelopesView {
            beans: self.beans,
            points: self.points,
            prize: self.prize,
            sealed: self.staying().filter(|seat| self.bids[*seat].is_some()).collect(),
            bids: BySeat::new(self.seats(), |seat| self.bids[seat].filter(|_| visible(seat))),
        }
    }
}

impl Search for Envelopes {
    fn evaluate(&self) -> BySeat<i32> {
        let total: i32 = self.points.as_slice().iter().map(|points| i32::from(*points)).sum();
        let others = i32::from(self.seats()) - 1;
        BySeat::new(self.seats(), |seat| {
            let mine = i32::from(self.points[seat]);
            200 * (mine - (total - mine) / others)
        })
    }

    fn key(&self) -> u64 {
        let mut key = mix(
            u64::from(self.gone.bits()),
            u64::from(self.awarded) << 8 | u64::from(self.prize.unwrap_or(0)),
        );
        for seat in Seat::all(self.seats()) {
            let bid = self.bids[seat].map_or(0, |bid| u64::from(bid) + 1);
            key = mix(key, u64::from(self.beans[seat]) << 16 | u64::from(self.points[seat]) << 8 | bid);
        }
        key
    }
}
