//! One game of a tournament.

use super::player::Player;
use super::tournament::{Limit, Tournament};
use anyhow::{Context as _, Result};
use game::{Actor, Outcome, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::{Duration, Instant};
use table::{ClockRule, Event, OneLine, Record, Refused, Table, Word};

/// An action that takes longer than the limit by more than this is late.
const LATE: Duration = Duration::from_millis(20);

/// What came of one game.
pub struct Played {
    /// Which bot sat on each seat.
    pub order: Vec<usize>,
    pub outcome: Outcome,
    /// The points of pairs of bots that were rivals.
    pub points: Vec<(usize, usize, f64)>,
    pub record: Record,
    /// How each bot thought.
    pub thought: Vec<Thought>,
    /// How long each action of each bot took.
    pub took: Vec<Vec<Duration>>,
    pub forfeits: Vec<Forfeit>,
}

/// How a bot thought about its actions.
#[derive(Copy, Clone, Debug, Default)]
pub struct Thought {
    pub actions: u32,
    /// How long it took, in all.
    pub total: Duration,
    pub slowest: Duration,
    /// How many actions were late.
    pub late: u32,
    /// How many were illegal.
    pub illegal: u32,
}

impl Thought {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Thought) -> Thought {
        Thought {
            actions: self.actions + other.actions,
            total: self.total + other.total,
            slowest: self.slowest.max(other.slowest),
            late: self.late + other.late,
            illegal: self.illegal + other.illegal,
        }
    }
}

/// A bot that was sent away.
pub struct Forfeit {
    pub bot: usize,
    pub seat: Seat,
    pub why: String,
}

impl Tournament {
    /// Plays the game of that number with the bots in that order.
    pub(super) fn game(&self, order: &[usize], round: u64, number: u64) -> Result<Played> {
        let seats = self.setup.seats;
        let mut table = Table::open(self.game.kind, self.setup.clone(), ClockRule::None)?;
        // The same opening for every order of a round; other chances in every game.
        let mut opening = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ round.wrapping_mul(0x9e37_79b9));
        let mut nature = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_add(1) << 20);
        let player = |seat: Seat| {
            let seed = self.seed.wrapping_add(number << 8 | u64::from(seat.0));
            Player::new(&self.bots[order[seat.index()]], self, seed)
        };
        let mut players: Vec<Player> = Seat::all(seats).map(player).collect();
        let mut thought = vec![Thought::default(); self.bots.len()];
        let mut took = vec![Vec::new(); self.bots.len()];
        let mut forfeits: Vec<Forfeit> = Vec::new();
        let mut entries: Vec<String> = Vec::new();
        for step in 0.. {
            table.settle(&mut nature, 0)?;
            let Turn::Seats(to_act) = table.turn() else { break };
            write(&table, &mut entries, Several::No);
            let seat = to_act.first().context("somebody may act")?;
            let prompt = table.prompt(seat).context("the seat may act")?;
            let chosen = if step < self.opening {
                Ok(table.game().sample(Actor::Seat(seat), &mut opening))
            } else {
                let start = Instant::now();
                let chosen = players[seat.index()].choose(&table, &entries, seat, self.limit);
                let elapsed = start.elapsed();
                thought[order[seat.index()]].add(elapsed, self.limit);
                took[order[seat.index()]].push(elapsed);
                chosen
            };
            let done = chosen.and_then(|action| match table.act(seat, prompt, &action, 0) {
                Ok(_) => Ok(()),
                Err(refused) => {
                    thought[order[seat.index()]].illegal += 1;
                    Err(illegal(&action, &refused))
                }
            });
            if let Err(why) = done {
                table.say(seat, Word::Resign, 0)?;
                forfeits.push(Forfeit { bot: order[seat.index()], seat, why });
            }
            write(&table, &mut entries, if to_act.len() > 1 { Several::Yes } else { Several::No });
        }
        let outcome = table.turn().outcome().context("a game ends")?;
        let mut record = Record::of(&table);
        for (seat, bot) in Seat::all(seats).zip(order) {
            record.names.extend(OneLine::new(&format!("bot {}", self.bots[*bot])).map(|name| (seat, name)));
        }
        for Forfeit { seat, why, .. } in &forfeits {
            record.notes.extend(OneLine::new(&format!("seat {seat} forfeits: {why}")));
        }
        let points = points(&table, &outcome, order);
        Ok(Played { order: order.to_vec(), outcome, points, record, thought, took, forfeits })
    }
}

impl Thought {
    fn add(&mut self, took: Duration, limit: Limit) {
        let late = matches!(limit, Limit::Time(limit) if took > limit + LATE);
        *self = self.and(Thought { actions: 1, total: took, slowest: took, late: late.into(), illegal: 0 });
    }
}

/// Whether several seats could act.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Several {
    Yes,
    No,
}

/// Writes what was done since, as the engine protocol has it.
fn write(table: &Table, entries: &mut Vec<String>, several: Several) {
    let new = table.log()[entries.len()..].iter().map(|entry| match &entry.event {
        Event::Play { actor: Actor::Nature, action } => format!("* {action}"),
        Event::Play { actor: Actor::Seat(seat), action } if several == Several::Yes => {
            format!("{seat} {action}")
        }
        Event::Play { action, .. } => action.clone(),
        Event::Say { seat, word } => format!("{seat} !{word}"),
    });
    entries.extend(new);
}

fn illegal(action: &str, refused: &Refused) -> String {
    match refused {
        Refused::Malformed(malformed) => malformed.to_string(),
        _ => format!("it plays {action}: {refused}"),
    }
}

fn points(table: &Table, outcome: &Outcome, order: &[usize]) -> Vec<(usize, usize, f64)> {
    let game = table.game();
    let mut points = Vec::new();
    for one in Seat::all(table.setup().seats) {
        for other in Seat::all(one.0).filter(|other| game.team(*other) != game.team(one)) {
            let share = match outcome.place(one).cmp(&outcome.place(other)) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
            points.push((order[one.index()], order[other.index()], share));
        }
    }
    points
}
