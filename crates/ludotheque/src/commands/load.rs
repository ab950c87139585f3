//! `ludotheque load`: how much a house bears.

use crate::open_files;
use crate::setting::OptionArguments;
use anyhow::{Result, ensure};
use clap::Args;
use load::Plan;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Plays random games against a house with many real clients, and tells how fast it answers
#[derive(Args)]
pub struct Arguments {
    /// The house: http://127.0.0.1:8080
    url: String,
    /// The game
    #[arg(long, value_name = "ID")]
    game: String,
    #[command(flatten)]
    options: OptionArguments,
    /// Seats of each table
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: usize,
    /// Seats of each table that a bot of the house takes
    #[arg(long, value_name = "N", default_value_t = 0)]
    bots: usize,
    /// Which bot that is
    #[arg(long, value_name = "ID", default_value = "random")]
    bot: String,
    /// Tables
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// Actions a second of all clients together [default: as fast as they are answered]
    #[arg(long, value_name = "R")]
    rate: Option<f64>,
    /// For how many seconds to play
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// The process of the house, to tell its memory
    #[arg(long, value_name = "P")]
    pid: Option<u32>,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        ensure!(self.seats >= 1 && self.bots < self.seats, "somebody must sit at the tables");
        ensure!(self.rate.is_none_or(|rate| rate > 0.0 && rate.is_finite()), "a rate is more than nothing");
        ensure!((0.0..=86_400.0).contains(&self.seconds), "play for a day at most");
        let plan = Plan {
            bots: (self.bots > 0).then(|| (self.bots, self.bot.clone())),
            options: self.options.chosen(),
            rate: self.rate,
            patience: Duration::from_secs(60) + Duration::from_millis(20) * (self.tables * self.seats) as u32,
            ..Plan::new(&self.url, &self.game, self.seats, self.tables)
        };
        open_files::allow_many();
        let time = Duration::from_secs_f64(self.seconds);
        let report = Runtime::new()?.block_on(load::run(&plan, time, self.pid))?;
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print!("{report}");
        }
        ensure!(report.faults.is_empty(), "the house said what it should not");
        Ok(())
    }
}
