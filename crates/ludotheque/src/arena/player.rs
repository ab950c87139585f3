//! What plays for a seat: a built-in bot or an external program.

use super::program::{Program, Reason};
use super::tournament::{Limit, Tournament};
use game::{Budget, Seat};
use std::sync::atomic::AtomicU64;
use std::time::Instant;
use table::{AnyBot, Table};

/// The prefix that names a program instead of a bot.
const COMMAND: &str = "cmd:";

/// The command line of a program, if `bot` names one.
pub fn command(bot: &str) -> Option<&str> {
    bot.strip_prefix(COMMAND)
}

/// A player of a tournament.
pub enum Player {
    Builtin(Box<dyn AnyBot>),
    Program(Program),
    /// It could not be started, for this reason.
    Unavailable(Reason),
}

impl Player {
    /// The bot or program of that name; bots made with the same seed choose alike.
    pub fn new(name: &str, tournament: &Tournament, seed: u64) -> Self {
        match command(name) {
            Some(command) => {
                Program::start(command, tournament, seed).map_or_else(Player::Unavailable, Player::Program)
            }
            None => match tournament.game.kind.bot(name, seed) {
                Some(bot) => Player::Builtin(bot),
                None => Player::Unavailable("there is no such bot".to_owned()),
            },
        }
    }

    /// The action of `seat` at a table with these entries. A built-in bot adds the nodes that it uses to `nodes`.
    pub fn choose(
        &mut self,
        table: &Table,
        entries: &[String],
        seat: Seat,
        limit: Limit,
        nodes: &AtomicU64,
    ) -> Result<String, Reason> {
        match self {
            Player::Unavailable(why) => Err(why.clone()),
            Player::Program(program) => program.choose(entries, seat, limit),
            Player::Builtin(bot) => {
                let start = Instant::now();
                let chosen = match limit {
                    Limit::Nodes(limit) => {
                        bot.choose(table.game(), seat, &Budget::nodes(limit).with_node_counter(nodes))
                    }
                    Limit::Time(time) => {
                        let is_over = || start.elapsed() >= time;
                        let time_used = || start.elapsed().as_secs_f64() / time.as_secs_f64();
                        bot.choose(
                            table.game(),
                            seat,
                            &Budget::until(&is_over).with_time_used(&time_used).with_node_counter(nodes),
                        )
                    }
                };
                chosen.ok_or_else(|| "it plays another game".to_owned())
            }
        }
    }
}
