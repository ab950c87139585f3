//! `ludotheque health`: whether a server is well, for supervisors.

use anyhow::{Result, ensure};
use clap::Args;
use tokio::runtime::Runtime;

/// Ask a server whether it can read and write; fails if it does not answer or is not well
#[derive(Args)]
pub struct Arguments {
    /// The address of the server
    #[arg(default_value = "http://127.0.0.1:8080")]
    url: String,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let server = load::HttpClient::at(&self.url)?;
        let answer =
            Runtime::new()?.block_on(server.ask("GET", "/healthz", &Default::default(), Vec::new()))?;
        ensure!(answer.status == 200, "{}", answer.text().trim_end());
        print!("{}", answer.text());
        Ok(())
    }
}
