//! `ludotheque games`

use anyhow::Result;
use clap::Args;
use game::Lang;
use std::io::Write as _;

#[derive(Args)]
pub struct Arguments {
    /// The language of the descriptions
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        for entry in catalog::GAMES {
            let info = entry.info();
            let (least, most) = info.seats.clone().into_inner();
            let seats = if least == most { least.to_string() } else { format!("{least}–{most}") };
            let (short, long) = info.minutes.clone().into_inner();
            writeln!(out, "{}: {}, {}", info.id, info.name, info.author)?;
            writeln!(out, "    {}", info.summary.get(self.lang))?;
            writeln!(out, "    seats {seats}, from age {}, {short}–{long} minutes", info.age)?;
            for option in info.options {
                let choices: Vec<String> = option
                    .choices
                    .iter()
                    .map(|choice| format!("{} ({})", choice.value, choice.name.get(self.lang)))
                    .collect();
                writeln!(out, "    --set {}={}", option.key, choices.join(" | "))?;
            }
            let bots: Vec<&str> = entry.kind.bots().iter().map(|bot| bot.id).collect();
            writeln!(out, "    bots: {}", bots.join(", "))?;
        }
        Ok(())
    }
}
