//! Bots, and what they think.

use crate::Host;
use crate::line::Line;
use crate::refusal::Fault;
use crate::shelf;
use game::{Analysis, Budget, Seat, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;
use table::AnyBot;

/// What a bot thinks of a position so far.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thought {
    /// The seat that is to act.
    pub seat: Seat,
    /// The best lines, the best first.
    pub lines: Vec<ThoughtLine>,
    /// How many actions ahead it has looked.
    pub depth: u32,
    /// How many nodes it has used.
    pub nodes: u64,
}

/// How the game may go on.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThoughtLine {
    /// The actions in notation.
    pub actions: Vec<String>,
    /// The chance of the seat to beat a rival, from 0 to 1.
    pub chance: f32,
    /// It certainly wins after so many actions.
    pub wins: Option<u32>,
    /// It certainly loses after so many actions at the latest.
    pub loses: Option<u32>,
    /// How many actions ahead this line was looked into.
    pub depth: u32,
}

/// How much a bot may think.
pub(crate) struct Allowed {
    pub nodes: Option<u64>,
    pub millis: Option<u32>,
}

/// The bots that have thought here. They remember what they have seen, so the same one is asked again.
#[derive(Default)]
pub struct Minds {
    known: BTreeMap<(String, String, u64), Box<dyn AnyBot>>,
}

impl Minds {
    /// Each remembers up to some tens of megabytes.
    const MOST: usize = 4;

    /// The action that a bot chooses.
    pub(crate) fn choose(
        &mut self,
        host: &dyn Host,
        line: &Line,
        seat: Seat,
        bot: &str,
        seed: u64,
        allowed: &Allowed,
    ) -> Result<String, Fault> {
        let table = line.table()?;
        if table.prompt(seat).is_none() {
            return Err(Fault::Failed(format!("seat {seat} is not to act")));
        }
        let mind = self.mind(line, bot, seed)?;
        let stop = deadline(host, allowed);
        let action = mind.choose(table.game(), seat, &budget(&stop, allowed));
        action.ok_or_else(|| Fault::Failed("the bot plays another game".to_owned()))
    }

    /// What the strongest bot thinks of a position, for the first seat that is to act.
    pub(crate) fn analyse(
        &mut self,
        host: &dyn Host,
        line: &Line,
        lines: usize,
        allowed: &Allowed,
    ) -> Result<Option<Thought>, Fault> {
        let table = line.table()?;
        let Some(seat) = table.turn().seats().first() else { return Ok(None) };
        let Ok(mind) = self.mind(line, "best", 0) else { return Ok(None) };
        let stop = deadline(host, allowed);
        let mut last = None;
        mind.analyse(table.game(), seat, lines, &budget(&stop, allowed), &mut |analysis| {
            let thought = Thought::of(seat, analysis);
            // By way of a value, like the answer: numbers read the same in both.
            host.report(&serde_json::to_value(&thought).expect("a thought is plain data").to_string());
            last = Some(thought);
        });
        Ok(last)
    }

    fn mind(&mut self, line: &Line, bot: &str, seed: u64) -> Result<&mut Box<dyn AnyBot>, Fault> {
        let key = (line.game.clone(), bot.to_owned(), seed);
        if !self.known.contains_key(&key) {
            let kind = shelf::kind(&line.game)?;
            let unknown = || Fault::Failed(format!("there is no bot `{bot}`"));
            let mind = kind.bot(bot, seed).ok_or_else(unknown)?;
            if self.known.len() >= Self::MOST {
                self.known.clear();
            }
            self.known.insert(key.clone(), mind);
        }
        Ok(self.known.get_mut(&key).expect("it was just made"))
    }
}

impl Thought {
    fn of(seat: Seat, analysis: &Analysis<String>) -> Self {
        let line = |line: &game::Line<String>| ThoughtLine {
            actions: line.actions.clone(),
            chance: line.chance,
            wins: if let Verdict::Wins(after) = line.verdict { Some(after) } else { None },
            loses: if let Verdict::Loses(after) = line.verdict { Some(after) } else { None },
            depth: line.depth,
        };
        let lines = analysis.lines.iter().map(line).collect();
        Thought { seat, lines, depth: analysis.depth, nodes: analysis.nodes }
    }
}

fn deadline<'a>(host: &'a dyn Host, allowed: &Allowed) -> impl Fn() -> bool + Sync + use<'a> {
    let end = allowed.millis.map(|millis| host.now() + f64::from(millis));
    move || end.is_some_and(|end| host.now() >= end)
}

/// Nobody thinks for ever: without any limit, a bot gets a million nodes.
fn budget<'a>(stop: &'a (dyn Fn() -> bool + Sync), allowed: &Allowed) -> Budget<'a> {
    const USUAL: u64 = 1_000_000;
    let unlimited = allowed.nodes.is_none() && allowed.millis.is_none();
    Budget::until(stop).at_most(if unlimited { USUAL } else { allowed.nodes.unwrap_or(u64::MAX) })
}
