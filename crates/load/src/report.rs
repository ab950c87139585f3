//! What came out of it.

use crate::{Checked, Plan, Tally};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What a crowd measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The id of the game.
    pub game: String,
    /// The seats of each table.
    pub seats: usize,
    /// The tables.
    pub tables: usize,
    /// The sockets.
    pub sockets: usize,
    /// For how long was played, in seconds.
    pub seconds: f64,
    /// How many actions were acknowledged.
    pub actions: usize,
    /// And in a second.
    pub actions_per_second: f64,
    /// Milliseconds from sending an action to its acknowledgement: of the median,
    pub p50: f64,
    /// of the slowest but 1 %,
    pub p99: f64,
    /// of the slowest but 0.1 %,
    pub p999: f64,
    /// of the slowest.
    pub max: f64,
    /// What was refused, by code.
    pub refusals: BTreeMap<String, u64>,
    /// How often a connection was lost and made again.
    pub reconnects: u64,
    /// Attempts at a connection that failed.
    pub failures: u64,
    /// Frames received.
    pub frames: u64,
    /// Bytes received.
    pub bytes: u64,
    /// Games that were played to their end.
    pub games: u64,
    /// What the server said that it should not.
    pub faults: Vec<String>,
    /// The memory of the server, if its process is known.
    pub memory: Option<Memory>,
    /// What the players saw, compared at the end.
    pub checked: Option<Checked>,
}

/// The memory of the server, in kilobytes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Memory {
    /// Before the tables were opened.
    pub before: u64,
    /// When everybody sat and nobody had acted.
    pub idle: u64,
    /// After the games.
    pub after: u64,
}

impl Report {
    pub(crate) fn new(plan: &Plan, time: Duration, tally: Tally, memory: Option<Memory>) -> Self {
        let mut times = tally.acknowledged;
        times.sort_unstable();
        let of = |share: f64| {
            let place = (times.len() as f64 * share).ceil() as usize;
            times.get(place.saturating_sub(1)).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
        };
        let sockets = plan.tables * plan.people();
        Report {
            game: plan.game.clone(),
            seats: plan.seats,
            tables: plan.tables,
            sockets,
            seconds: time.as_secs_f64(),
            actions: times.len(),
            actions_per_second: times.len() as f64 / time.as_secs_f64(),
            p50: of(0.5),
            p99: of(0.99),
            p999: of(0.999),
            max: of(1.0),
            refusals: tally.refusals,
            reconnects: tally.reconnects,
            failures: tally.failures,
            frames: tally.frames,
            bytes: tally.bytes,
            games: tally.finished / plan.people() as u64,
            faults: tally.faults,
            memory,
            checked: None,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { game, seats, tables, sockets, seconds, .. } = self;
        writeln!(f, "{game}: {tables} tables of {seats} seats, {sockets} sockets, {seconds:.1} s")?;
        writeln!(f, "  actions      {} acknowledged, {:.0} a second", self.actions, self.actions_per_second)?;
        writeln!(
            f,
            "  acknowledged in p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, at most {:.1} ms",
            self.p50, self.p99, self.p999, self.max
        )?;
        writeln!(f, "  games        {} played to their end", self.games)?;
        writeln!(f, "  frames       {}, {:.1} MB", self.frames, self.bytes as f64 / 1e6)?;
        writeln!(f, "  connections  {} lost, {} attempts failed", self.reconnects, self.failures)?;
        if self.refusals.is_empty() {
            writeln!(f, "  refused      nothing")?;
        }
        for (code, count) in &self.refusals {
            writeln!(f, "  refused      {code} {count} times")?;
        }
        if let Some(memory) = &self.memory {
            let table = memory.idle.saturating_sub(memory.before) as f64 / self.tables as f64;
            writeln!(
                f,
                "  memory       {} KB before, {} KB with all tables idle ({table:.1} KB a table with its sockets), {} KB after",
                memory.before, memory.idle, memory.after
            )?;
        }
        if let Some(Checked { tables, viewers, acknowledged, unseen, wrong }) = &self.checked {
            writeln!(
                f,
                "  compared     {acknowledged} acknowledged actions are in the logs of {tables} tables once, and {viewers} \
                 viewers hold what the nodes show; {unseen} viewers could not ask"
            )?;
            for wrong in wrong {
                writeln!(f, "  WRONG        {wrong}")?;
            }
        }
        for fault in &self.faults {
            writeln!(f, "  FAULT        {fault}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_by_how_many_were_slower() {
        let plan = Plan::new("http://127.0.0.1:1", "pebbles", 2, 3);
        let acknowledged = (1..=1000).rev().map(|millis| millis * 1000).collect();
        let tally = Tally { acknowledged, ..Tally::default() };
        let report = Report::new(&plan, Duration::from_secs(10), tally, None);
        assert_eq!((report.p50, report.p99, report.p999, report.max), (500.0, 990.0, 999.0, 1000.0));
        assert_eq!((report.actions, report.actions_per_second, report.sockets), (1000, 100.0, 6));
        let nothing = Report::new(&plan, Duration::from_secs(10), Tally::default(), None);
        assert_eq!((nothing.p50, nothing.max), (0.0, 0.0));
    }
}
