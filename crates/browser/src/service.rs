//! The answers of a worker: one method for each request.

use crate::bots::Limits;
use crate::history::Explored;
use crate::{Host, Worker, kind};
use game::{Seat, SeatSet, Text};
use protocol::worker::{Attempted, Fault, GameHistory, Json, Loaded, LocalState, Rehearsed, WorkerService};
use protocol::{AnalysisReport, Frame};
use table::policy::{DRAW_MILLIS, DRAW_NODES};
use table::{ClockRule, Declaration, GameMillis, Setup, Start, Table};

/// A worker together with its page.
pub(crate) struct Service<'a> {
    pub worker: &'a mut Worker,
    pub host: &'a dyn Host,
}

impl Service<'_> {
    /// The game of a request. A game that can't be replayed is forgotten.
    fn explore(&mut self, history: GameHistory) -> Result<&Explored, Fault> {
        let last = self.worker.explored.take();
        let before = last.as_ref().map_or(0, |last| last.table.steps_applied());
        let explored = Explored::of(last, history)?;
        if explored.table.steps_applied() < before {
            self.worker.applied_before += before;
        }
        Ok(self.worker.explored.insert(explored))
    }
}

impl WorkerService for Service<'_> {
    fn rulebook(&mut self, game: String) -> Result<Text, Fault> {
        Ok(kind(&game)?.info().rulebook)
    }

    fn open(
        &mut self,
        game: String,
        setup: Setup,
        position: Option<String>,
        clock: ClockRule,
        bots: SeatSet,
        seed: u64,
    ) -> Result<u32, Fault> {
        let start = Start { rules_version: None, position };
        let table = Table::open_at(kind(&game)?, setup, clock, start)?;
        self.worker.tables.insert(table, bots, seed)
    }

    fn load(&mut self, record: String, bots: SeatSet, seed: u64) -> Result<Loaded, Fault> {
        self.worker.tables.load(&record, bots, seed)
    }

    fn close(&mut self, table: u32) -> Result<(), Fault> {
        self.worker.tables.close(table);
        Ok(())
    }

    fn state(&mut self, table: u32, now: GameMillis, seen: usize) -> Result<LocalState, Fault> {
        Ok(self.worker.tables.get(table)?.state(now, seen))
    }

    fn act(
        &mut self,
        table: u32,
        seat: Seat,
        prompt: u32,
        action: String,
        now: GameMillis,
    ) -> Result<(), Fault> {
        self.worker.tables.get(table)?.act(seat, prompt, &action, now)
    }

    fn declare(
        &mut self,
        table: u32,
        seat: Seat,
        declaration: Declaration,
        now: GameMillis,
    ) -> Result<(), Fault> {
        let Worker { tables, bots, .. } = &mut *self.worker;
        let limits = Limits { nodes: Some(DRAW_NODES), millis: Some(DRAW_MILLIS) };
        let evaluate = |table: &Table| {
            let position = (table.kind().info().id, table.game());
            let report = bots.analyse(self.host, position, 1, &limits, &mut |_| {})?;
            Some((report.seat, report.variations.first()?.chance))
        };
        tables.get(table)?.declare(seat, declaration, now, evaluate)
    }

    fn tick(&mut self, table: u32, now: GameMillis) -> Result<bool, Fault> {
        self.worker.tables.get(table)?.tick(now)
    }

    fn record(&mut self, table: u32, names: Vec<String>, started: Option<String>) -> Result<String, Fault> {
        self.worker.tables.record(table, &names, started.as_deref())
    }

    fn past(&mut self, history: GameHistory, at: Option<usize>, own: SeatSet) -> Result<Frame, Fault> {
        self.explore(history)?.frame(at, own)
    }

    fn attempt(
        &mut self,
        history: GameHistory,
        at: Option<usize>,
        seat: Seat,
        action: String,
    ) -> Result<Attempted, Fault> {
        self.explore(history)?.attempt(at, seat, &action)
    }

    fn position(&mut self, history: GameHistory) -> Result<String, Fault> {
        Ok(self.explore(history)?.table.game().position())
    }

    fn rehearse(
        &mut self,
        history: GameHistory,
        at: Option<usize>,
        seat: Seat,
        what: String,
    ) -> Result<bool, Fault> {
        let hand = self.explore(history)?.position(at)?.rehearse(seat, &what);
        self.worker.hand = hand;
        Ok(self.worker.hand.is_some())
    }

    fn feed(&mut self, wish: serde_json::Value) -> Result<Rehearsed, Fault> {
        let hand =
            self.worker.hand.as_mut().ok_or_else(|| Fault::Failed("nothing is in the hand".to_owned()))?;
        let shown = hand.feed(&wish.to_string()).map_err(|problem| Fault::Failed(problem.to_string()))?;
        Ok(Rehearsed { shown: json(shown)?, action: hand.action() })
    }

    fn model(&mut self, game: String, name: String) -> Result<Json, Fault> {
        json(kind(&game)?.model(&name).unwrap_or_else(|| "null".to_owned()))
    }

    fn choose(
        &mut self,
        history: GameHistory,
        seat: Seat,
        bot: String,
        seed: u64,
        nodes: Option<u64>,
        millis: Option<u32>,
    ) -> Result<String, Fault> {
        let game = kind(&history.game)?.info().id;
        let position = self.explore(history)?.position(None)?;
        let limits = Limits { nodes, millis };
        self.worker.bots.choose(self.host, (game, &*position), seat, (&bot, seed), &limits)
    }

    fn analyse(
        &mut self,
        history: GameHistory,
        at: Option<usize>,
        variations: usize,
        nodes: Option<u64>,
        millis: Option<u32>,
    ) -> Result<Option<AnalysisReport>, Fault> {
        let game = kind(&history.game)?.info().id;
        let position = self.explore(history)?.position(at)?;
        let host = self.host;
        let limits = Limits { nodes, millis };
        Ok(self.worker.bots.analyse(host, (game, &*position), variations, &limits, &mut |report| {
            host.report(&serde_json::to_string(report).expect("a report is plain data"));
        }))
    }

    fn applied(&mut self) -> Result<u64, Fault> {
        let now = self.worker.explored.as_ref().map_or(0, |explored| explored.table.steps_applied());
        Ok(self.worker.applied_before + now)
    }
}

/// JSON text of a game, passed on as it is.
fn json(text: String) -> Result<Json, Fault> {
    serde_json::value::RawValue::from_string(text).map(Json).map_err(|error| Fault::Failed(error.to_string()))
}
