//! `ludotheque load`: a load test of a server.

use crate::open_files;
use crate::setting::OptionArguments;
use anyhow::{Result, ensure};
use clap::Args;
use load::Plan;
use std::time::Duration;
use tokio::runtime::Runtime;

/// Play random games on a server with many real clients, and report how fast it answers
#[derive(Args)]
pub struct Arguments {
    /// The address of the server: http://127.0.0.1:8080; of several nodes, the address of each
    #[arg(required = true)]
    urls: Vec<String>,
    /// The game
    #[arg(long, value_name = "ID")]
    game: String,
    #[command(flatten)]
    options: OptionArguments,
    /// Seats of each table
    #[arg(long, value_name = "N", default_value_t = 2)]
    seats: usize,
    /// Seats of each table that a bot of the server takes
    #[arg(long, value_name = "N", default_value_t = 0)]
    bots: usize,
    /// The bot for these seats
    #[arg(long, value_name = "ID", default_value = "random")]
    bot: String,
    /// The number of guests who open all the tables [default: one for each table]
    #[arg(long, value_name = "N")]
    hosts: Option<usize>,
    /// The number of tables
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// Actions a second of all clients together [default: as fast as they are answered]
    #[arg(long, value_name = "R")]
    rate: Option<f64>,
    /// For how many seconds to play
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// The process id of the server, to report its memory
    #[arg(long, value_name = "P")]
    pid: Option<u32>,
    /// Do not compare at the end what all players saw and did with what the server shows
    #[arg(long)]
    no_check: bool,
    /// Report as JSON
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        ensure!(self.seats >= 1 && self.bots < self.seats, "each table needs at least one seat for a client");
        ensure!(self.rate.is_none_or(|rate| rate > 0.0 && rate.is_finite()), "the rate must be above 0");
        ensure!((0.0..=86_400.0).contains(&self.seconds), "play for a day at most");
        let plan = Plan {
            bots: (self.bots > 0).then(|| (self.bots, self.bot.clone())),
            options: self.options.chosen(),
            rate: self.rate,
            hosts: self.hosts,
            patience: Duration::from_secs(60) + Duration::from_millis(20) * (self.tables * self.seats) as u32,
            urls: self.urls.clone(),
            remember: !self.no_check,
            ..Plan::new("", &self.game, self.seats, self.tables)
        };
        open_files::allow_many();
        let time = Duration::from_secs_f64(self.seconds);
        let report = Runtime::new()?.block_on(load::run(&plan, time, self.pid))?;
        if self.json {
            println!("{}", serde_json::to_string(&report)?);
        } else {
            print!("{report}");
        }
        ensure!(report.faults.is_empty(), "the server sent wrong messages");
        let wrong = report.checked.as_ref().map_or(0, |checked| checked.wrong.len());
        ensure!(wrong == 0, "what was seen is not what is kept");
        Ok(())
    }
}
