//! `ludotheque engine GAME`: a bot for other people's programs.

use crate::engine::{Heard, Session, listen};
use crate::setting::Setting;
use anyhow::Result;
use clap::Args;
use game::Lang;
use std::io::Write as _;

/// Let other programs play with a bot, over JSON lines
///
/// Requests are read from the standard input, one JSON object a line: hello, new, position, play, go, analysis, stop,
/// quit. Positions and refusals are those of `trace`; `{"go":{"time":1000}}` is answered with
/// `{"bestaction":"ACTION"}`, and `stop` ends a thought at once. With nodes instead of time, and one thread, the same
/// requests get the same answers. `docs/protocol-engine.md` explains every word; `arena` takes any program that speaks
/// them as a bot.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setting: Setting,
    /// The bot that thinks; `ludotheque games` lists them
    #[arg(long, value_name = "BOT", default_value = "best")]
    bot: String,
    /// What is random, where a new game does not say
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads think at once
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
        for heard in listen() {
            match heard {
                Heard::Request(request, stop) => session.answer(request, &stop, &mut out)?,
                Heard::Garbage(why) => session.garbage(&why, &mut out)?,
            }
            out.flush()?;
        }
        Ok(())
    }
}
