//! `ludotheque manual`: manual pages and completions, for packages.

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum as _};
use clap_complete::Shell;
use std::path::PathBuf;

/// Write the manual pages and the completions for shells into a folder
#[derive(Args)]
pub struct Arguments {
    /// The folder; created if it does not exist
    folder: PathBuf,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let pages = self.folder.join("man/man1");
        let completions = self.folder.join("completions");
        for folder in [&pages, &completions] {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        }
        clap_mangen::generate_to(crate::command(), &pages)?;
        for shell in Shell::value_variants() {
            clap_complete::generate_to(*shell, &mut crate::command(), "ludotheque", &completions)?;
        }
        Ok(())
    }
}
