//! The house without a server: tables, games, bots, records and rulebooks, for WebAssembly.
//!
//! A page asks in JSON ([`Ask`]) and is answered in JSON ([`Answer`]); `c` is how the text gets in and out of the memory
//! of WebAssembly. What is asked of a [`tables::Tables`] changes tables that live here; what is asked of a [`Line`] is
//! worked out from the steps alone, so that it serves for tables that live elsewhere too.
//!
//! ```
//! struct Silent;
//! impl browser::Host for Silent {
//!     fn now(&self) -> f64 { 0.0 }
//!     fn report(&self, _: &str) {}
//! }
//! let mut house = browser::House::default();
//! let answer = house.answer(&Silent, r#"{"ask":"rulebook","game":"chess"}"#);
//! assert_eq!(answer, r#"{"failed":"there is no game `chess`"}"#);
//! ```

mod ask;
#[cfg(target_arch = "wasm32")]
mod c;
mod line;
mod mind;
mod refusal;
mod shelf;
pub mod tables;

pub use ask::{Answer, Ask, Rehearsed};
pub use line::{Attempted, Line};
pub use mind::{Thought, ThoughtLine};
pub use refusal::{BadRecord, Fault, Refusal, RefusalKind};
pub use shelf::{BotOnShelf, GameOnShelf, Range, games};

use game::Rehearsal;
use mind::Minds;
use serde::Serialize;
use tables::Tables;

/// What only the page has: a clock, and somebody to tell what is found on the way.
pub trait Host: Sync {
    /// Milliseconds since some moment in the past.
    fn now(&self) -> f64;
    /// Tells the page something before the answer: a [`Thought`] as JSON.
    fn report(&self, text: &str);
}

/// Everything that is open in one page or worker.
#[derive(Default)]
pub struct House {
    tables: Tables,
    minds: Minds,
    /// What is done by hand at the moment.
    hand: Option<Box<dyn Rehearsal>>,
}

impl House {
    /// Answers a page, JSON for JSON.
    pub fn answer(&mut self, host: &dyn Host, request: &str) -> String {
        let answer = serde_json::from_str(request)
            .map_err(|error| Fault::Failed(error.to_string()))
            .and_then(|ask| self.hear(host, ask));
        let answer = match answer {
            Ok(value) => Answer::Ok(value),
            Err(Fault::Refused(refusal)) => Answer::Refused(refusal),
            Err(Fault::BadRecord(problem)) => Answer::BadRecord(problem),
            Err(Fault::Failed(why)) => Answer::Failed(why),
        };
        serde_json::to_string(&answer).expect("answers are plain data")
    }

    fn hear(&mut self, host: &dyn Host, ask: Ask) -> Result<serde_json::Value, Fault> {
        match ask {
            Ask::Rulebook { game } => json(shelf::kind(&game)?.info().rulebook),
            Ask::Open { game, setup, clock, seed } => {
                json(self.tables.open(shelf::kind(&game)?, setup, clock, seed)?)
            }
            Ask::Load { record, seed } => json(self.tables.load(&record, seed)?),
            Ask::Close { table } => {
                self.tables.close(table);
                json(())
            }
            Ask::Frame { table, own, now } => json(self.tables.get(table)?.frame(own, now)),
            Ask::Told { table, own, from } => {
                json(self.tables.get(table)?.told(own, from).collect::<Vec<_>>())
            }
            Ask::Act { table, seat, prompt, action, now } => {
                self.tables.act(table, seat, prompt, &action, now)?;
                json(())
            }
            Ask::Say { table, seat, word, now } => {
                self.tables.say(table, seat, word, now)?;
                json(())
            }
            Ask::Tick { table, now } => json(self.tables.tick(table, now)?),
            Ask::Record { table, names, started } => {
                json(self.tables.record(table, &names, started.as_deref())?)
            }
            Ask::Past { line, own } => json(line.table()?.frame(own, 0)),
            Ask::Attempt { line, seat, action } => json(line.attempt(seat, &action)?),
            Ask::Position { line } => json(line.table()?.game().position()),
            Ask::Rehearse { line, seat, what } => {
                self.hand = line.table()?.game().rehearse(seat, &what);
                json(self.hand.is_some())
            }
            Ask::Feed { wish } => json(self.feed(&wish)?),
            Ask::Model { game, name } => match shelf::kind(&game)?.model(&name) {
                Some(model) => serde_json::from_str(&model).map_err(|error| Fault::Failed(error.to_string())),
                None => json(()),
            },
            Ask::Choose { line, seat, bot, seed, nodes, millis } => {
                let allowed = mind::Allowed { nodes, millis };
                json(self.minds.choose(host, &line, seat, &bot, seed, &allowed)?)
            }
            Ask::Analyse { line, lines, nodes, millis } => {
                let allowed = mind::Allowed { nodes, millis };
                json(self.minds.analyse(host, &line, lines, &allowed)?)
            }
        }
    }

    fn feed(&mut self, wish: &serde_json::Value) -> Result<Rehearsed, Fault> {
        let hand = self.hand.as_mut().ok_or_else(|| Fault::Failed("nothing is in the hand".to_owned()))?;
        let shown = hand.feed(&wish.to_string()).map_err(|problem| Fault::Failed(problem.to_string()))?;
        let shown = serde_json::from_str(&shown).map_err(|error| Fault::Failed(error.to_string()))?;
        Ok(Rehearsed { shown, action: hand.action() })
    }
}

fn json(value: impl Serialize) -> Result<serde_json::Value, Fault> {
    serde_json::to_value(value).map_err(|error| Fault::Failed(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Frame, Told, Word};

    #[test]
    fn the_types_of_the_page_are_current() {
        testkit::Declarations::of::<Ask>()
            .and::<Answer>()
            .and::<GameOnShelf>()
            .and::<tables::Loaded>()
            .and::<Frame>()
            .and::<Told>()
            .and::<Word>()
            .and::<Attempted>()
            .and::<Thought>()
            .and::<Rehearsed>()
            .and::<game::Lang>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/generated/house.ts"));
    }
}
