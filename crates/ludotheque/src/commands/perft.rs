//! `ludotheque perft GAME --depth D`

use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use std::io::Write as _;

/// Count the sequences of actions from the opening position, for every length up to the depth: the last number
/// printed is the count at that depth.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The length of the sequences
    #[arg(long, short)]
    depth: u32,
    /// Count the sequences that begin with each first action
    #[arg(long)]
    divide: bool,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let study = self.setting.study()?;
        let game = self.setting.start()?;
        if self.divide {
            let mut parts = study.divide(game.typed(), self.depth)?;
            parts.sort();
            for (action, count) in &parts {
                writeln!(out, "{action}: {count}")?;
            }
            writeln!(out, "{}", parts.iter().map(|(_, count)| count).sum::<u64>())?;
            return Ok(());
        }
        for depth in self.depth.min(1)..=self.depth {
            writeln!(out, "{depth}: {}", study.perft(game.typed(), depth)?)?;
        }
        Ok(())
    }
}
