//! `ludotheque rules GAME [ARTICLE]`

use crate::setting::game_id;
use anyhow::{Result, bail};
use catalog::CatalogGame;
use clap::Args;
use game::{Lang, rulebook};
use std::io::Write as _;

/// Show a rulebook, or one of its articles
///
/// Rulebooks are Markdown, in French and in English. Articles have the same numbers in both: a refusal cites one, and this
/// command shows it.
#[derive(Args)]
pub struct Arguments {
    /// The game's id; `ludotheque games` lists them
    #[arg(value_parser = game_id())]
    game: &'static CatalogGame,
    /// The number of one article, as refusals cite it
    article: Option<String>,
    /// The language of the rulebook
    #[arg(long, default_value = "en", value_name = "fr|en")]
    lang: Lang,
}

impl Arguments {
    pub fn run(self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let text = self.game.info().rulebook.get(self.lang);
        let Some(number) = self.article else {
            write!(out, "{text}")?;
            out.flush()?;
            return Ok(());
        };
        let Some(article) = rulebook::article(text, &number) else {
            let numbers: Vec<&str> = rulebook::articles(text).map(|article| article.number).collect();
            bail!("there is no article {number} in this rulebook; it has {}", numbers.join(", "));
        };
        writeln!(out, "{} · {}\n\n{}", article.number, article.title, article.body.trim())?;
        Ok(())
    }
}
