//! Games behind trait objects: the one place where their types are erased. Actions are notation, views are JSON text.

use crate::refused::Refused;
use crate::setup::{Setup, SetupError};
use game::{
    Actor, Analysis, Bot, BotSpec, Budget, Game, Illegal, Info, Listing, Rehearsal, Seat, SeatSet, Team,
    Text, Turn, Variation, Viewer,
};
use rand::Rng;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::any::Any;
use std::ops::RangeInclusive;

/// A game of the catalogue: its rules and its bots.
pub trait Kind: Sync {
    /// What the shelf shows.
    fn info(&self) -> &'static Info;
    /// The name and version of the engine that works out what Nature does, where the rules alone do not decide it.
    fn referee(&self) -> Option<&'static str>;
    /// The bots that it offers.
    fn bots(&self) -> Vec<BotInfo>;
    /// A new bot of that id, offered to players or used only in measurements; bots with the same seed choose alike.
    fn bot(&self, id: &str, seed: u64) -> Option<Box<dyn AnyBot>>;
    /// The bot that analyses positions: the strongest one, if the game has one. It caches what it has searched, so the
    /// positions of one match are best given to the same one.
    fn analyst(&self, seed: u64) -> Option<Box<dyn AnyBot>> {
        self.bot("best", seed)
    }
    /// A piece of the game as JSON for the page that draws it, by its name.
    fn model(&self, name: &str) -> Option<String>;
    /// Whether logs of that version of the rules can be judged here: today's always, an older one if the game says so.
    fn judges(&self, rules_version: u32) -> bool;
    /// The opening position of a table under today's rules.
    fn start(&self, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        self.start_under(self.info().rules_version, setup)
    }
    /// The opening position of a table under a version of the rules that the game judges.
    fn start_under(&self, rules_version: u32, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError>;
    /// A position from its notation, under today's rules; [`SetupError::Illegal`] if an article forbids it, and
    /// [`SetupError::Position`] if the game does not read it.
    fn read_position(&self, setup: &Setup, notation: &str) -> Result<Box<dyn AnyGame>, SetupError>;
    /// A position from its snapshot.
    fn restore(&self, snapshot: &Value) -> Result<Box<dyn AnyGame>, serde_json::Error>;
    /// A typed position, if it is of this game.
    fn erase(&self, game: &dyn Any) -> Option<Box<dyn AnyGame>>;
}

/// A bot as a list shows it.
#[derive(Clone, Debug)]
pub struct BotInfo {
    /// The name that commands and tables use.
    pub id: &'static str,
    /// How it thinks.
    pub summary: Text,
    /// The seat counts at which it can play.
    pub seats: RangeInclusive<u8>,
}

/// A position of some game.
pub trait AnyGame: Send + Sync {
    /// Who may act now, or that it is over.
    fn turn(&self) -> Turn;
    /// Judges and performs an action given in notation, all or nothing; answers with its canonical notation.
    fn apply(&mut self, actor: Actor, action: &str) -> Result<String, Refused>;
    /// What the others hear of an action about to be performed, if it is made under seal.
    fn redacted(&self, actor: Actor, action: &str) -> Option<String>;
    /// Why an action that was performed can't be taken back, if it can't.
    fn irrevocable(&self, action: &str) -> Option<Illegal>;
    /// A seat leaves the game.
    fn forfeit(&mut self, seat: Seat);
    /// The legal actions of a seat that may act, and whether that is all of them.
    fn actions(&self, seat: Seat) -> (Vec<String>, Listing);
    /// Some legal action of a seat, or what Nature really does.
    fn sample(&self, actor: Actor, rng: &mut dyn Rng) -> String;
    /// What Nature does now, worked out anew, if nothing is left to chance.
    fn nature_result(&self) -> Option<String>;
    /// The position in notation.
    fn position(&self) -> String;
    /// What a viewer may see, as JSON text.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;
    /// The position as it is stored.
    fn snapshot(&self) -> Value;
    /// The team of a seat.
    fn team(&self, seat: Seat) -> Team;
    /// The article by which the game ended.
    fn ended_by(&self) -> Option<&'static str>;
    /// Who may talk among themselves.
    fn may_confer(&self) -> Vec<SeatSet>;
    /// Begins what a seat does by hand, if the game knows such a thing.
    fn rehearse(&self, seat: Seat, what: &str) -> Option<Box<dyn Rehearsal>>;
    /// The same position once more, to be thought about elsewhere.
    fn fork(&self) -> Box<dyn AnyGame>;
    /// The typed position inside, for whoever knows the type.
    fn typed(&self) -> &dyn Any;
}

/// A bot of some game.
pub trait AnyBot: Send {
    /// A legal action of `seat` in notation; nothing if the position is of another game.
    fn choose(&mut self, game: &dyn AnyGame, seat: Seat, budget: &Budget<'_>) -> Option<String>;

    /// Explains the position to `seat`, which is to act: tells `report` the best `lines` lines in notation, the best
    /// first, again and again as it sees further, until the budget is spent or all is certain. Nothing is reported of a
    /// position of another game, nor by a bot that can't explain itself.
    fn analyse(
        &mut self,
        game: &dyn AnyGame,
        seat: Seat,
        lines: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Analysis<String>),
    );
}

/// The game `G` with its bots, as a [`Kind`]: what the catalogue holds.
pub struct Erased<G: Game>(pub &'static [BotSpec<G>]);

impl<G: Game> Erased<G> {
    fn options(&self, setup: &Setup) -> Result<G::Options, SetupError> {
        let options = setup.check(self.info())?;
        serde_json::from_value(options).map_err(|error| SetupError::Options(error.to_string()))
    }
}

struct Typed<G>(G);

struct TypedBot<G>(Box<dyn Bot<G>>);

impl<G: Game> Kind for Erased<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn referee(&self) -> Option<&'static str> {
        G::REFEREE
    }

    fn bots(&self) -> Vec<BotInfo> {
        let info = |bot: &BotSpec<G>| BotInfo { id: bot.id, summary: bot.summary, seats: bot.seats.clone() };
        self.0.iter().filter(|bot| !bot.id.contains(':')).map(info).collect()
    }

    fn bot(&self, id: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
        let spec = self.0.iter().find(|bot| bot.id == id)?;
        Some(Box::new(TypedBot((spec.make)(seed))))
    }

    fn model(&self, name: &str) -> Option<String> {
        G::model(name)
    }

    fn judges(&self, rules_version: u32) -> bool {
        rules_version == G::INFO.rules_version || G::OLDER_RULES.contains(&rules_version)
    }

    fn start_under(&self, rules_version: u32, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        let options = self.options(setup)?;
        let game = match rules_version {
            _ if rules_version == G::INFO.rules_version => G::new(&options, setup.seats),
            older if G::OLDER_RULES.contains(&older) => G::new_under(older, &options, setup.seats),
            found => return Err(SetupError::Rules { found, known: G::INFO.rules_version }),
        };
        Ok(Box::new(Typed(game.map_err(SetupError::Illegal)?)))
    }

    fn read_position(&self, setup: &Setup, notation: &str) -> Result<Box<dyn AnyGame>, SetupError> {
        let options = self.options(setup)?;
        let game = G::read_position(notation, &options, setup.seats).ok_or_else(|| {
            let forbidden = G::forbids_position(notation, &options, setup.seats);
            forbidden.map_or(SetupError::Position, SetupError::Illegal)
        })?;
        Ok(Box::new(Typed(game)))
    }

    fn restore(&self, snapshot: &Value) -> Result<Box<dyn AnyGame>, serde_json::Error> {
        let game: G = serde::Deserialize::deserialize(snapshot)?;
        Ok(Box::new(Typed(game)))
    }

    fn erase(&self, game: &dyn Any) -> Option<Box<dyn AnyGame>> {
        let game: &G = game.downcast_ref()?;
        Some(Box::new(Typed(game.clone())))
    }
}

impl<G: Game> AnyGame for Typed<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn apply(&mut self, actor: Actor, action: &str) -> Result<String, Refused> {
        let action: G::Action = action.parse()?;
        self.0.apply(actor, &action)?;
        Ok(action.to_string())
    }

    fn redacted(&self, actor: Actor, action: &str) -> Option<String> {
        self.0.redacted(actor, &action.parse().ok()?)
    }

    fn irrevocable(&self, action: &str) -> Option<Illegal> {
        self.0.irrevocable(&action.parse().ok()?)
    }

    fn forfeit(&mut self, seat: Seat) {
        self.0.forfeit(seat);
    }

    fn actions(&self, seat: Seat) -> (Vec<String>, Listing) {
        let mut actions = Vec::new();
        let listing = self.0.actions(seat, &mut actions);
        (actions.iter().map(ToString::to_string).collect(), listing)
    }

    fn sample(&self, actor: Actor, rng: &mut dyn Rng) -> String {
        self.0.sample(actor, rng).to_string()
    }

    fn nature_result(&self) -> Option<String> {
        self.0.nature_result().map(|action| action.to_string())
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        to_raw_value(&self.0.view(viewer)).expect("a view is plain data")
    }

    fn snapshot(&self) -> Value {
        serde_json::to_value(&self.0).expect("a position is plain data")
    }

    fn team(&self, seat: Seat) -> Team {
        self.0.team(seat)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.0.ended_by()
    }

    fn may_confer(&self) -> Vec<SeatSet> {
        self.0.may_confer()
    }

    fn rehearse(&self, seat: Seat, what: &str) -> Option<Box<dyn Rehearsal>> {
        self.0.rehearse(seat, what)
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(Typed(self.0.clone()))
    }

    fn typed(&self) -> &dyn Any {
        &self.0
    }
}

impl<G: Game> AnyBot for TypedBot<G> {
    fn choose(&mut self, game: &dyn AnyGame, seat: Seat, budget: &Budget<'_>) -> Option<String> {
        let game: &G = game.typed().downcast_ref()?;
        Some(self.0.choose(game, seat, budget).to_string())
    }

    fn analyse(
        &mut self,
        game: &dyn AnyGame,
        seat: Seat,
        lines: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(&Analysis<String>),
    ) {
        let Some(game) = game.typed().downcast_ref::<G>() else { return };
        self.0.analyse(game, seat, lines, budget, &mut |analysis| report(&in_notation(analysis)));
    }
}

fn in_notation<A: ToString>(Analysis { lines, depth, nodes }: &Analysis<A>) -> Analysis<String> {
    let line = |line: &Variation<A>| {
        let actions = line.actions.iter().map(ToString::to_string).collect();
        Variation { actions, chance: line.chance, verdict: line.verdict, depth: line.depth }
    };
    Analysis { lines: lines.iter().map(line).collect(), depth: *depth, nodes: *nodes }
}
