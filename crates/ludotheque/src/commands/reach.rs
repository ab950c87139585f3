//! `ludotheque reach GAME BOT...`: the search depth that bots reach in the same time.

use crate::cpu_time::cpu_seconds;
use crate::progress::progress;
use crate::setting::{Setting, check_bot};
use anyhow::{Context as _, Result, bail};
use clap::Args;
use game::{Actor, Budget, Seat, Turn};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io::Write as _;
use table::AnyGame;

/// Measure the depth that bots reach in the same time, and how long they need for the same depth
///
/// Each bot searches the same positions, which come from games between bots that look one action ahead. A bot is compared
/// with the first one at the largest depth that both reached: 1.50 means that it needs half as long again. All times are
/// CPU time, on one thread. The names of bots with one option changed are in docs/engines.md.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The bots, two or more; the others are compared with the first
    #[arg(required = true, num_args = 2.., value_name = "BOT")]
    bots: Vec<String>,
    /// Milliseconds of CPU time for each position
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=600_000))]
    time: u32,
    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    positions: u16,
    /// The seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// A depth that a bot reached, with the nodes and the time that it took.
#[derive(Copy, Clone)]
struct Reached {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

/// One line of the output.
#[derive(Serialize)]
struct Report<'a> {
    bot: &'a str,
    /// The mean depth.
    depth: f64,
    nodes_per_second: f64,
    /// The time and nodes that it needs for the depth of the first bot, relative to those of the first bot.
    time: f64,
    nodes: f64,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        for bot in &self.bots {
            check_bot(self.setting.game, &self.setting.setup(), bot)?;
        }
        let positions = self.sample_positions()?;
        let progress = progress(positions.len() as u64, "positions")?;
        let mut reached: Vec<Vec<Vec<Reached>>> = vec![Vec::new(); self.bots.len()];
        for (game, seat) in &positions {
            for (id, reached) in self.bots.iter().zip(&mut reached) {
                reached.push(self.depths_reached(id, &**game, *seat)?);
            }
            progress.inc(1);
        }
        progress.finish_and_clear();
        let mut out = std::io::stdout().lock();
        for (bot, own) in self.bots.iter().zip(&reached) {
            let report = compared(bot, own, &reached[0]);
            if self.json {
                serde_json::to_writer(&mut out, &report)?;
                writeln!(out)?;
            } else {
                let Report { bot, depth, nodes_per_second, time, nodes } = report;
                writeln!(
                    out,
                    "{bot}: {depth:.2} actions ahead, {nodes_per_second:.0} nodes/s; to look as far: {time:.2} of the \
                     time, {nodes:.2} of the nodes"
                )?;
            }
        }
        Ok(())
    }

    /// Every seventh position of games between greedy bots, with the seat to act.
    fn sample_positions(&self) -> Result<Vec<(Box<dyn AnyGame>, Seat)>> {
        let kind = self.setting.game.kind;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut positions = Vec::new();
        while positions.len() < usize::from(self.positions) {
            let mut greedy = kind.bot("greedy", rng.random()).context("there is no hasty bot")?;
            let (mut game, mut actions) = (self.setting.start()?, 0);
            while let Turn::Seats(seats) = game.turn() {
                let seat = seats.first().context("a seat may act")?;
                let action = if rng.random_ratio(1, 4) {
                    game.sample(Actor::Seat(seat), &mut rng)
                } else {
                    greedy.choose(&*game, seat, &Budget::nodes(1000)).context("the bot knows the game")?
                };
                if actions % INTERVAL == INTERVAL - 1 && positions.len() < usize::from(self.positions) {
                    positions.push((game.fork(), seat));
                }
                game.apply(Actor::Seat(seat), &action)?;
                actions += 1;
            }
            if actions < INTERVAL {
                bail!("games of {} are too short for that", self.setting.game.info().name);
            }
        }
        Ok(positions)
    }

    /// The depths that a new bot reaches in a position.
    fn depths_reached(&self, id: &str, game: &dyn AnyGame, seat: Seat) -> Result<Vec<Reached>> {
        let mut bot = self.setting.game.kind.bot(id, self.seed).context("the bot was there")?;
        let start = cpu_seconds();
        let is_over = || cpu_seconds() - start >= f64::from(self.time) / 1000.0;
        let mut reached = Vec::new();
        bot.analyse(game, seat, 1, &Budget::until(&is_over), &mut |analysis| {
            let seconds = cpu_seconds() - start;
            reached.push(Reached { depth: analysis.depth, nodes: analysis.nodes, seconds });
        });
        if reached.is_empty() {
            bail!("`{id}` does not say how far it looked, or the time is too short");
        }
        Ok(reached)
    }
}

/// The number of actions between two positions of a game.
const INTERVAL: u32 = 7;

/// Compares the depths of a bot with those of the first bot, position by position. Means of ratios are geometric, so that
/// twice as long here and half as long there is equal.
fn compared<'a>(bot: &'a str, own: &[Vec<Reached>], first: &[Vec<Reached>]) -> Report<'a> {
    let last = |reached: &[Reached]| reached[reached.len() - 1];
    let (mut depth, mut nodes, mut seconds) = (0, 0, 0.0);
    let (mut time_ratio, mut node_ratio) = (0.0, 0.0);
    for (own, first) in own.iter().zip(first) {
        depth += last(own).depth;
        nodes += last(own).nodes;
        seconds += last(own).seconds;
        let both = own.len().min(first.len()) - 1;
        time_ratio += (own[both].seconds / first[both].seconds).ln();
        node_ratio += (own[both].nodes as f64 / first[both].nodes as f64).ln();
    }
    let count = own.len() as f64;
    Report {
        bot,
        depth: f64::from(depth) / count,
        nodes_per_second: nodes as f64 / seconds,
        time: (time_ratio / count).exp(),
        nodes: (node_ratio / count).exp(),
    }
}
