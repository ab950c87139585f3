//! The bots of a worker. They cache what they have searched, so the same one is asked again.

use crate::{Host, kind};
use game::{Budget, Seat};
use protocol::AnalysisReport;
use protocol::worker::Fault;
use std::collections::BTreeMap;
use table::{AnyBot, AnyGame};

/// How much a bot may search.
pub(crate) struct Limits {
    pub nodes: Option<u64>,
    pub millis: Option<u32>,
}

/// The bots that have been used, by game, id and seed.
#[derive(Default)]
pub(crate) struct Bots {
    known: BTreeMap<(&'static str, String, u64), Box<dyn AnyBot>>,
}

impl Bots {
    /// Each caches up to some tens of megabytes.
    const MOST: usize = 4;

    /// The action that a bot chooses for `seat`.
    pub fn choose(
        &mut self,
        host: &dyn Host,
        position: (&'static str, &dyn AnyGame),
        seat: Seat,
        bot: (&str, u64),
        limits: &Limits,
    ) -> Result<String, Fault> {
        let (game, position) = position;
        if !position.turn().seats().contains(seat) {
            return Err(Fault::Failed(format!("seat {seat} is not to act")));
        }
        let stop = deadline(host, limits);
        let action = self.bot(game, bot)?.choose(position, seat, &budget(&stop, limits));
        action.ok_or_else(|| Fault::Failed("the bot plays another game".to_owned()))
    }

    /// What the strongest bot says of a position, for the first seat that is to act: each report on the way goes to
    /// `report`, the last one is returned; `None` where no bot analyses.
    pub fn analyse(
        &mut self,
        host: &dyn Host,
        position: (&'static str, &dyn AnyGame),
        variations: usize,
        limits: &Limits,
        report: &mut dyn FnMut(&AnalysisReport),
    ) -> Option<AnalysisReport> {
        let (game, position) = position;
        let seat = position.turn().seats().first()?;
        let bot = self.bot(game, ("best", 0)).ok()?;
        let stop = deadline(host, limits);
        let mut last = None;
        bot.analyse(position, seat, variations, &budget(&stop, limits), &mut |analysis| {
            let found = AnalysisReport::of(seat, analysis);
            report(&found);
            last = Some(found);
        });
        last
    }

    fn bot(&mut self, game: &'static str, (id, seed): (&str, u64)) -> Result<&mut Box<dyn AnyBot>, Fault> {
        let key = (game, id.to_owned(), seed);
        if !self.known.contains_key(&key) {
            let unknown = || Fault::Failed(format!("there is no bot `{id}`"));
            let bot = kind(game)?.bot(id, seed).ok_or_else(unknown)?;
            if self.known.len() >= Self::MOST {
                self.known.clear();
            }
            self.known.insert(key.clone(), bot);
        }
        Ok(self.known.get_mut(&key).expect("it was just inserted"))
    }
}

fn deadline<'a>(host: &'a dyn Host, limits: &Limits) -> impl Fn() -> bool + Sync + use<'a> {
    let end = limits.millis.map(|millis| host.now() + f64::from(millis));
    move || end.is_some_and(|end| host.now() >= end)
}

/// Without any limit, a bot gets a million nodes.
fn budget<'a>(stop: &'a (dyn Fn() -> bool + Sync), limits: &Limits) -> Budget<'a> {
    const DEFAULT: u64 = 1_000_000;
    let unlimited = limits.nodes.is_none() && limits.millis.is_none();
    Budget::until(stop).at_most(if unlimited { DEFAULT } else { limits.nodes.unwrap_or(u64::MAX) })
}
