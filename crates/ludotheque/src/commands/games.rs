//! `ludotheque games`

use anyhow::Result;
use catalog::LevelRatings;
use clap::Args;
use game::Lang;
use std::io::Write as _;
use std::ops::RangeInclusive;

/// List the games
///
/// Each has its id, which the other commands take, its numbers of seats, its options, its bots, and the measured strength
/// of its levels.
#[derive(Args)]
pub struct Arguments {
    /// The language of the descriptions
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        for game in catalog::GAMES {
            let info = game.info();
            let (short, long) = info.minutes.clone().into_inner();
            writeln!(out, "{}: {}, {}", info.id, info.name, info.author)?;
            writeln!(out, "    {}", info.summary.get(self.lang))?;
            writeln!(
                out,
                "    {} seats, from age {}, {short}–{long} minutes",
                counts(&info.seats),
                info.age
            )?;
            for option in info.options {
                let choices: Vec<String> = option
                    .choices
                    .iter()
                    .map(|choice| format!("{} ({})", choice.value, choice.name.get(self.lang)))
                    .collect();
                writeln!(out, "    --set {}={}", option.key, choices.join(" | "))?;
            }
            let bots = game.kind.bots();
            let bots: Vec<String> = bots
                .iter()
                .map(|bot| match bot.seats == info.seats {
                    true => bot.id.to_owned(),
                    false => format!("{} ({} seats)", bot.id, counts(&bot.seats)),
                })
                .collect();
            writeln!(out, "    bots: {}", bots.join(", "))?;
            for ratings in LevelRatings::read_all(game.level_ratings)? {
                let options: String =
                    ratings.setup.options.iter().map(|(key, value)| format!(", {key}={value}")).collect();
                let elo: Vec<String> =
                    ratings.levels.iter().map(|level| format!("{:+}", level.elo)).collect();
                writeln!(
                    out,
                    "    Elo of the levels, {} seats{options}: {}",
                    ratings.setup.seats,
                    elo.join(" ")
                )?;
            }
        }
        Ok(())
    }
}

/// `2` or `2–4`.
fn counts(seats: &RangeInclusive<u8>) -> String {
    let (least, most) = (seats.start(), seats.end());
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}
