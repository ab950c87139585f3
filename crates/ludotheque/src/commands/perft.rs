//! `ludotheque perft GAME --depth D`

use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use std::io::Write as _;

/// Count the sequences of actions of a given length
///
/// They are counted from the opening position, for every length up to the depth: the last number printed is the count at
/// that depth. Two correct implementations of the rules count the same.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The length of the sequences
    #[arg(long, short, value_name = "D", value_parser = clap::value_parser!(u32).range(..=1000))]
    depth: u32,
    /// Count the sequences that begin with each first action
    #[arg(long)]
    divide: bool,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let search = self.setting.search()?;
        let game = self.setting.start()?;
        // The only sequence of length 0 has no first action.
        if self.divide && self.depth > 0 {
            let mut parts = search.divide(game.typed(), self.depth)?;
            parts.sort();
            for (action, count) in &parts {
                writeln!(out, "{action}: {count}")?;
            }
            writeln!(out, "{}", parts.iter().map(|(_, count)| count).sum::<u64>())?;
            return Ok(());
        }
        for depth in self.depth.min(1)..=self.depth {
            writeln!(out, "{depth}: {}", search.perft(game.typed(), depth)?)?;
        }
        Ok(())
    }
}
