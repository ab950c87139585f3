//! One game of a tournament.

use super::game_result::{GameResult, Incident, IncidentKind, ThinkingStats};
use super::player::Player;
use super::tournament::{Limit, Tournament};
use crate::cpu_time::cpu_seconds;
use anyhow::{Context as _, Result};
use game::{Actor, Outcome, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use table::{ClockRule, Declaration, Event, OneLine, Record, Refused, Table};

/// An action is late if it exceeds the time limit by more than this.
const LATE_AFTER: Duration = Duration::from_millis(20);

/// A game that was played.
pub struct PlayedGame {
    pub result: GameResult,
    pub record: Record,
    /// How long each action of each bot took.
    pub took: Vec<Vec<Duration>>,
}

impl Tournament {
    /// Plays the game of that number, counted from 0.
    pub fn game(&self, number: usize) -> Result<PlayedGame> {
        let begun = Instant::now();
        let (round, order) = self.seating(number)?;
        let number_seed = number as u64;
        let mut table = Table::open(self.game.kind, self.setup.clone(), ClockRule::None)?;
        // All seat orders of a round share the opening; Nature differs in every game.
        let mut opening = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ round.wrapping_mul(0x9e37_79b9));
        let mut nature = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number_seed.wrapping_add(1) << 20);
        let player = |seat: Seat| {
            let seed = self.seed.wrapping_add(number_seed << 8 | u64::from(seat.0));
            Player::new(&self.bots[order[seat.index()]], self, seed)
        };
        let mut players: Vec<Player> = Seat::all(self.setup.seats).map(player).collect();
        let mut thinking = vec![ThinkingStats::default(); self.bots.len()];
        let mut took = vec![Vec::new(); self.bots.len()];
        let mut incidents: Vec<Incident> = Vec::new();
        let mut entries: Vec<String> = Vec::new();
        for step in 0.. {
            table.run_nature(&mut nature, 0)?;
            let Turn::Seats(to_act) = table.turn() else { break };
            append_entries(&table, &mut entries, Several::No);
            let seat = to_act.first().context("a seat may act")?;
            let bot = order[seat.index()];
            let prompt = table.prompt(seat).context("the seat may act")?;
            let mut note = |kind: IncidentKind| {
                incidents.push(Incident { bot, seat: seat.0, kind, after: entries.clone() });
            };
            let chosen = if step < self.opening {
                Ok(table.game().sample(Actor::Seat(seat), &mut opening))
            } else {
                let nodes = AtomicU64::new(0);
                let (start, busy) = (Instant::now(), cpu_seconds());
                let chosen = players[seat.index()].choose(&table, &entries, seat, self.limit, &nodes);
                let (elapsed, busy) = (start.elapsed(), cpu_seconds() - busy);
                let is_late = matches!(self.limit, Limit::Time(limit) if elapsed > limit + LATE_AFTER);
                if is_late {
                    let busy_ms = busy * 1000.0;
                    note(IncidentKind::Late { took_ms: millis(elapsed), busy_ms });
                }
                thinking[bot] = thinking[bot].and(ThinkingStats {
                    actions: 1,
                    total_ms: millis(elapsed),
                    slowest_ms: millis(elapsed),
                    nodes: nodes.load(Ordering::Relaxed),
                    late: is_late.into(),
                    illegal: 0,
                });
                took[bot].push(elapsed);
                chosen
            };
            let done = chosen.and_then(|action| match table.act(seat, prompt, &action, 0) {
                Ok(_) => Ok(()),
                Err(refused) => {
                    thinking[bot].illegal += 1;
                    Err(illegal(&action, &refused))
                }
            });
            if let Err(why) = done {
                table.declare(seat, Declaration::Resign, 0)?;
                note(IncidentKind::Forfeit(why));
            }
            append_entries(&table, &mut entries, if to_act.len() > 1 { Several::Yes } else { Several::No });
        }
        let outcome = table.turn().outcome().context("a game ends")?;
        let (places, points) = self.places_and_points(&table, &outcome, &order);
        let seconds = begun.elapsed().as_secs_f64();
        let result = GameResult { number, places, points, thinking, incidents, seconds };
        Ok(PlayedGame { record: self.record(&table, &order, &result), result, took })
    }

    fn record(&self, table: &Table, order: &[usize], result: &GameResult) -> Record {
        let mut record = Record::of(table);
        for (seat, bot) in Seat::all(self.setup.seats).zip(order) {
            record.names.extend(OneLine::new(&format!("bot {}", self.bots[*bot])).map(|name| (seat, name)));
        }
        for Incident { seat, kind, .. } in &result.incidents {
            if let IncidentKind::Forfeit(why) = kind {
                record.notes.extend(OneLine::new(&format!("seat {} forfeits: {why}", Seat(*seat))));
            }
        }
        record
    }

    /// The places, and the points of each pair of rivals; where a bot plays for a whole side, once for the side.
    #[expect(clippy::type_complexity, reason = "both are parts of a result")]
    fn places_and_points(
        &self,
        table: &Table,
        outcome: &Outcome,
        order: &[usize],
    ) -> (Vec<(usize, u8)>, Vec<(usize, usize, f64)>) {
        let game = table.game();
        let counts = |seat: &Seat| {
            !self.is_by_side() || !Seat::all(seat.0).any(|other| game.team(other) == game.team(*seat))
        };
        let seats: Vec<Seat> = Seat::all(self.setup.seats).filter(counts).collect();
        let mut points = Vec::new();
        for &one in &seats {
            let rivals = seats.iter().filter(|other| **other < one && game.team(**other) != game.team(one));
            for &other in rivals {
                let share = match outcome.place(one).cmp(&outcome.place(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                points.push((order[one.index()], order[other.index()], share));
            }
        }
        let places = seats.iter().map(|seat| (order[seat.index()], outcome.place(*seat))).collect();
        (places, points)
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Whether several seats could act.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Several {
    Yes,
    No,
}

/// Appends the new entries of the table's log, as in the engine protocol.
fn append_entries(table: &Table, entries: &mut Vec<String>, several: Several) {
    let new = table.log()[entries.len()..].iter().map(|entry| match &entry.event {
        Event::Play { actor: Actor::Nature, action } => format!("* {action}"),
        Event::Play { actor: Actor::Seat(seat), action } if several == Several::Yes => {
            format!("{seat} {action}")
        }
        Event::Play { action, .. } => action.clone(),
        Event::Declare { seat, declaration } => format!("{seat} !{declaration}"),
    });
    entries.extend(new);
}

fn illegal(action: &str, refused: &Refused) -> String {
    match refused {
        Refused::Malformed(malformed) => malformed.to_string(),
        _ => format!("it plays {action}: {refused}"),
    }
}
