//! A tournament: every order of the bots around the table, equally often, from the same openings.

use crate::setting::check_bot;
use anyhow::{Context as _, Result, bail};
use catalog::Entry;
use game::{Actor, Budget, Outcome, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::time::{Duration, Instant};
use table::{ClockRule, OneLine, Record, Setup, SetupError, Table};

/// How much a bot may think about an action.
#[derive(Copy, Clone, Debug)]
pub enum Limit {
    Time(Duration),
    Nodes(u64),
}

/// Which bots play which game, and how.
pub struct Tournament {
    pub game: &'static Entry,
    pub setup: Setup,
    pub bots: Vec<String>,
    pub limit: Limit,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games, at least; all seat orders are played equally often.
    pub games: usize,
}

/// What came of one game.
pub struct Played {
    /// Which bot sat on each seat.
    pub order: Vec<usize>,
    pub outcome: Outcome,
    /// The points of pairs of bots that were rivals.
    pub points: Vec<(usize, usize, f64)>,
    pub record: Record,
    /// For each bot, how many actions it chose and how long that took: in all, and the slowest.
    pub thought: Vec<(u32, Duration, Duration)>,
}

impl Tournament {
    /// Checks that the bots fit the game.
    pub fn check(&self) -> Result<()> {
        let ids: Vec<&str> = self.game.kind.bots().iter().map(|bot| bot.id).collect();
        let ids = ids.join(", ");
        match self.game.kind.start(&self.setup) {
            Err(error @ SetupError::Seats { .. }) => bail!("{error}: name one bot for each (bots: {ids})"),
            started => started.map(|_| ())?,
        }
        let seats = self.setup.seats;
        if self.bots.len() != seats as usize {
            bail!("{seats} seats take {seats} bots, not {} (bots: {ids})", self.bots.len());
        }
        self.bots.iter().try_for_each(|bot| check_bot(self.game, seats, bot))
    }

    /// How many games make it fair: a multiple of the number of seat orders.
    pub fn rounded(&self) -> usize {
        let orders = orders(self.bots.len()).len();
        self.games.div_ceil(orders).max(1) * orders
    }

    /// Plays all games, on all processors; `done` is told of each.
    pub fn play(&self, done: impl Fn() + Sync) -> Result<Vec<Played>> {
        let orders = orders(self.bots.len());
        (0..self.rounded())
            .into_par_iter()
            .map(|number| {
                let round = (number / orders.len()) as u64;
                let played = self.game(&orders[number % orders.len()], round, number as u64);
                done();
                played
            })
            .collect()
    }

    fn game(&self, order: &[usize], round: u64, number: u64) -> Result<Played> {
        let mut table = Table::open(self.game.kind, self.setup.clone(), ClockRule::None)?;
        // The same opening for every order of a round; other chances in every game.
        let mut opening = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ round.wrapping_mul(0x9e37_79b9));
        let mut nature = Xoshiro256PlusPlus::seed_from_u64(self.seed ^ number.wrapping_add(1) << 20);
        let bot = |seat: Seat| {
            let seed = self.seed.wrapping_add(number << 8 | u64::from(seat.0));
            self.game.kind.bot(&self.bots[order[seat.index()]], seed).context("the bots were checked")
        };
        let mut bots = Seat::all(self.setup.seats).map(bot).collect::<Result<Vec<_>>>()?;
        let mut thought = vec![(0, Duration::ZERO, Duration::ZERO); self.bots.len()];
        for step in 0.. {
            table.settle(&mut nature, 0)?;
            let Turn::Seats(seats) = table.turn() else { break };
            let seat = seats.first().context("somebody may act")?;
            let action = if step < self.opening {
                table.game().sample(Actor::Seat(seat), &mut opening)
            } else {
                let start = Instant::now();
                let end = |limit| start.elapsed() >= limit;
                let action = match self.limit {
                    Limit::Nodes(nodes) => {
                        bots[seat.index()].choose(table.game(), seat, &Budget::nodes(nodes))
                    }
                    Limit::Time(limit) => {
                        bots[seat.index()].choose(table.game(), seat, &Budget::until(&|| end(limit)))
                    }
                };
                let (count, total, slowest) = &mut thought[order[seat.index()]];
                *count += 1;
                *total += start.elapsed();
                *slowest = start.elapsed().max(*slowest);
                action.context("a bot plays its own game")?
            };
            let prompt = table.prompt(seat).context("the seat may act")?;
            let name = &self.bots[order[seat.index()]];
            table.act(seat, prompt, &action, 0).with_context(|| format!("{name} played {action}"))?;
        }
        let outcome = table.turn().outcome().context("a game ends")?;
        let mut points = Vec::new();
        for one in Seat::all(self.setup.seats) {
            for other in Seat::all(one.0).filter(|other| table.game().team(*other) != table.game().team(one))
            {
                let share = match outcome.place(one).cmp(&outcome.place(other)) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                points.push((order[one.index()], order[other.index()], share));
            }
        }
        let mut record = Record::of(&table);
        for (seat, bot) in Seat::all(self.setup.seats).zip(order) {
            record.names.extend(OneLine::new(&format!("bot {}", self.bots[*bot])).map(|name| (seat, name)));
        }
        Ok(Played { order: order.to_vec(), outcome, points, record, thought })
    }
}

/// Every order of `count` bots around the table.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for bot in 0..count {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, bot);
                    longer
                })
            })
            .collect();
    }
    orders.sort();
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_stands_once() {
        assert_eq!(orders(2), [[0, 1], [1, 0]]);
        let mut all = orders(4);
        assert_eq!(all.len(), 24);
        all.dedup();
        assert_eq!(all.len(), 24);
    }
}
