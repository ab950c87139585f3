//! Who plays for a seat: a bot of the house, or a program.

use super::program::{Program, Why};
use super::tournament::{Limit, Tournament};
use game::{Budget, Seat};
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use table::{AnyBot, Table};

/// What names a program instead of a bot.
const COMMAND: &str = "cmd:";

/// The command line of a program that is named as a bot.
pub fn command(bot: &str) -> Option<&str> {
    bot.strip_prefix(COMMAND)
}

/// Somebody who chooses actions.
pub enum Player {
    House(Box<dyn AnyBot>),
    Program(Program),
    /// Nobody, and why.
    Absent(Why),
}

impl Player {
    /// The bot or the program of that name; bots made with the same seed choose alike.
    pub fn new(name: &str, tournament: &Tournament, seed: u64) -> Self {
        match command(name) {
            Some(command) => {
                Program::start(command, tournament, seed).map_or_else(Player::Absent, Player::Program)
            }
            None => match tournament.game.kind.bot(name, seed) {
                Some(bot) => Player::House(bot),
                None => Player::Absent("there is no such bot".to_owned()),
            },
        }
    }

    /// The action of `seat` at a table with these entries; a bot of the house adds the nodes that it uses to `nodes`.
    pub fn choose(
        &mut self,
        table: &Table,
        entries: &[String],
        seat: Seat,
        limit: Limit,
        nodes: &AtomicU64,
    ) -> Result<String, Why> {
        match self {
            Player::Absent(why) => Err(why.clone()),
            Player::Program(program) => program.choose(entries, seat, limit),
            Player::House(bot) => {
                let start = Instant::now();
                let chosen = match limit {
                    Limit::Nodes(limit) => {
                        bot.choose(table.game(), seat, &Budget::nodes(limit).with_count(nodes))
                    }
                    Limit::Time(time) => {
                        let is_over = || start.elapsed() >= time;
                        let gone = || start.elapsed().as_secs_f64() / time.as_secs_f64();
                        bot.choose(
                            table.game(),
                            seat,
                            &Budget::until(&is_over).with_gone(&gone).with_count(nodes),
                        )
                    }
                };
                chosen.ok_or_else(|| "it plays another game".to_owned())
            }
        }
    }
}
