//! The arguments that say which game, for how many seats, with which options.

use anyhow::{Context as _, Result, bail};
use catalog::CatalogGame;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::collections::BTreeMap;
use table::{AnyGame, Setup};

/// Reads a game's id, and suggests one where it is misspelt.
pub fn game_id() -> impl TypedValueParser<Value = &'static CatalogGame> {
    let ids = catalog::GAMES.iter().map(|entry| PossibleValue::new(entry.info().id).help(entry.info().name));
    PossibleValuesParser::new(ids).map(|id| catalog::find(&id).expect("only ids of the catalogue pass"))
}

/// Which game, for how many seats, with which options.
#[derive(Args, Clone)]
pub struct Setting {
    /// The game's id; `ludotheque games` lists them
    #[arg(value_parser = game_id())]
    pub game: &'static CatalogGame,
    #[command(flatten)]
    pub table: TableArguments,
}

/// How many seats, with which options.
#[derive(Args, Clone)]
pub struct TableArguments {
    /// How many seats play [default: as few as the game allows]
    #[arg(long, short, value_name = "N")]
    pub seats: Option<u8>,
    #[command(flatten)]
    pub options: OptionArguments,
}

/// The options of a game.
#[derive(Args, Clone)]
pub struct OptionArguments {
    /// Choose an option of the game, as `ludotheque games` lists them; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = key_value)]
    chosen: Vec<(String, String)>,
}

impl OptionArguments {
    /// Whether that option is chosen.
    pub fn has(&self, key: &str) -> bool {
        self.chosen.iter().any(|(chosen, _)| chosen == key)
    }

    /// What is chosen, by key.
    pub fn chosen(&self) -> BTreeMap<String, String> {
        self.chosen.iter().cloned().collect()
    }

    /// Adds one option.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> Self {
        self.chosen.push((key.to_owned(), value.to_owned()));
        self
    }
}

fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("an option is set as KEY=VALUE".to_owned()),
    }
}

/// Fails if the game has no such bot for that setting, or if only people may play it.
pub fn check_bot(game: &CatalogGame, setup: &Setup, id: &str) -> Result<()> {
    if setup.is_for_people(game.info()) {
        bail!("at such a table of {} only people see what happens: no bot plays there", game.info().name);
    }
    let seats = setup.seats;
    let bots = game.kind.bots();
    let fitting: Vec<&str> = bots.iter().filter(|bot| bot.seats.contains(&seats)).map(|bot| bot.id).collect();
    let is_for_measurement = id.contains(':') && game.kind.bot(id, 0).is_some();
    if !fitting.contains(&id) && !is_for_measurement {
        bail!("{} has no bot `{id}` for {seats} seats (bots: {})", game.info().name, fitting.join(", "));
    }
    Ok(())
}

impl TableArguments {
    pub fn setup(&self, game: &CatalogGame) -> Setup {
        let seats = self.seats.unwrap_or(*game.info().seats.start());
        Setup { seats, options: self.options.chosen() }
    }
}

impl Setting {
    pub fn setup(&self) -> Setup {
        self.table.setup(self.game)
    }

    /// The opening position.
    pub fn start(&self) -> Result<Box<dyn AnyGame>> {
        Ok(self.game.kind.start(&self.setup())?)
    }

    /// The search interface of the game; fails if the game cannot list its actions.
    pub fn search(&self) -> Result<&'static dyn search::AnySearch> {
        let name = self.game.info().name;
        self.game.search.with_context(|| format!("{name} can't list its actions"))
    }
}
