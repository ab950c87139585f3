//! `ludotheque engine GAME`: a bot for other programs.

use crate::engine::{Received, Session, read_requests};
use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use game::Lang;
use std::io::Write as _;

/// Let other programs play with a bot, over JSON lines
///
/// Requests are read from the standard input, one JSON object a line: hello, new, position, play, go, analysis, stop,
/// quit. Positions and refusals are those of `trace`; `{"go":{"time":1000}}` is answered with
/// `{"bestaction":"ACTION"}`, and `stop` ends a search at once. With nodes instead of time, and one thread, the same
/// requests get the same answers. `docs/protocol-engine.md` documents the protocol; `arena` takes any program that
/// implements it as a bot.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The bot that searches; `ludotheque games` lists them
    #[arg(long, value_name = "BOT", default_value = "best")]
    bot: String,
    /// The seed of a new game that does not set one
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads a search uses
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The language of refusals
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let setup = self.setting.setup();
        let mut session =
            Session::new(self.setting.game, setup, self.bot, self.seed, self.threads.into(), self.lang)?;
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        for received in read_requests() {
            match received {
                Received::Request(request, stop) => session.answer(request, &stop, &mut out)?,
                Received::Invalid(why) => session.invalid(&why, &mut out)?,
            }
            out.flush()?;
        }
        Ok(())
    }
}
