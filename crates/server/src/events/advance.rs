//! What happens in a tournament without anybody: it begins, tables are opened and closed, it ends.

use super::{Event, host_of};
use crate::error::Result;
use crate::fair_queue::Share;
use crate::room::{Change, Room};
use crate::server::Server;
use crate::tokens::random_id;
use crate::worker_pool::{CancelFlag, Lane};
use protocol::{EventFormat, Refusal};
use std::sync::Arc;
use std::time::Duration;
use store::{EntrantRow, PairingRow, SeatKind, SeatRow, Status, TableRow, TournamentStatus, TournamentWrite};
use table::policy::OnTimeout;
use tournament::{Next, Outcome};

/// How often a change is tried again after another node was faster.
const CONFLICTS: usize = 5;
/// How long an arena waits for more people who are free, so that not the same two meet.
const GATHER: Duration = Duration::from_millis(1500);
/// The most tables of a tournament.
const MOST_TABLES: usize = 20_000;
/// A tournament is looked at again after this time, whatever is due.
const LONGEST: i64 = 20_000;

impl Server {
    /// Does what is due in a tournament; returns after which time something more may be.
    pub(crate) async fn advance(self: &Arc<Self>, id: &str) -> Result<Option<Duration>> {
        let _one_at_a_time = self.agenda.one_at_a_time.lock().await;
        let mut attempts = 0;
        loop {
            let Some(event) = Event::load(self, id).await? else { return Ok(None) };
            let stepped = match event.row.status {
                TournamentStatus::Open => self.begin_event(event).await,
                TournamentStatus::Playing => self.play_event(event).await,
                TournamentStatus::Over | TournamentStatus::Cancelled => return Ok(None),
            };
            match stepped {
                Ok(Step::Again) => {}
                Ok(Step::Later(after)) => {
                    return Ok(Some(Duration::from_millis(after.clamp(0, LONGEST) as u64)));
                }
                Err(error) if error.0.code == "conflict" && attempts < CONFLICTS => attempts += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Begins a tournament whose time has come.
    async fn begin_event(self: &Arc<Self>, event: Event) -> Result<Step> {
        let now = self.clock.now();
        let Some(starts) = event.row.starts else { return Ok(Step::Later(LONGEST)) };
        if starts > now {
            return Ok(Step::Later(starts.since(now)));
        }
        let mut row = event.row;
        if event.entrants.len() < event.plan.seats() {
            (row.status, row.ended) = (TournamentStatus::Cancelled, Some(now));
        } else {
            (row.status, row.begun) = (TournamentStatus::Playing, Some(self.clock.play_time()));
        }
        self.write_event(TournamentWrite { row, entrants: None, pairings: Vec::new(), tables: Vec::new() })
            .await
    }

    async fn write_event(&self, write: TournamentWrite) -> Result<Step> {
        self.store.write_tournament(write).await?;
        Ok(Step::Again)
    }

    async fn play_event(self: &Arc<Self>, event: Event) -> Result<Step> {
        let now = self.clock.play_time();
        let mut closed = false;
        let mut next_look = LONGEST;
        for index in &event.waiting {
            let pairing = &event.pairings[*index];
            let left = pairing.opened.plus(event.wait()).since(now);
            if left > 0 {
                next_look = next_look.min(left);
                continue;
            }
            if let Some(table) = &pairing.table {
                self.room(table).await?.close_unattended().await?;
                closed = true;
            }
        }
        if closed {
            return Ok(Step::Again);
        }
        if let Some(entrants) = without_missing(&event) {
            let (row, pairings, tables) = (event.row, Vec::new(), Vec::new());
            return self
                .write_event(TournamentWrite { row, entrants: Some(entrants), pairings, tables })
                .await;
        }
        let ends = event
            .terms
            .minutes
            .zip(event.row.begun)
            .map(|(minutes, begun)| begun.plus(i64::from(minutes) * 60_000));
        let closing = event.row.ended.is_some() || ends.is_some_and(|ends| ends <= now);
        let next = if closing || event.pairings.len() >= MOST_TABLES {
            let open = event.games.iter().any(|game| !game.is_bye() && game.outcome.is_none());
            if open { Next::Wait } else { Next::Over }
        } else {
            self.next_of(&event).await?
        };
        match next {
            Next::Wait => {
                let ends = ends.filter(|_| !closing).map_or(LONGEST, |ends| ends.since(now));
                Ok(Step::Later(next_look.min(ends)))
            }
            Next::Over => {
                let mut row = event.row;
                (row.status, row.ended) = (TournamentStatus::Over, Some(self.clock.now()));
                self.write_event(TournamentWrite {
                    row,
                    entrants: None,
                    pairings: Vec::new(),
                    tables: Vec::new(),
                })
                .await
            }
            Next::Round(tables) => self.open_round(event, tables).await,
        }
    }

    /// What comes next, worked out apart from the async runtime.
    async fn next_of(&self, event: &Event) -> Result<Next> {
        let (plan, field, games) = (event.plan.clone(), event.field(), event.games.clone());
        let share = Share { address: None, person: event.row.host.clone() };
        let job = move |_: &CancelFlag| tournament::next(&plan, &field, &games);
        let next = self.workers.run(Lane::Records, &share, &CancelFlag::new(), job).await;
        Ok(next.ok_or_else(Refusal::closing)?)
    }

    /// Opens the tables of a round: all of them, with the round itself, in one write.
    async fn open_round(self: &Arc<Self>, event: Event, groups: Vec<Vec<u32>>) -> Result<Step> {
        let seats = event.plan.seats();
        let arena = event.terms.format == EventFormat::Arena;
        let free = event.entrants.iter().filter(|entrant| !entrant.absent).count();
        let busy: usize =
            event.games.iter().filter(|game| game.outcome.is_none()).map(|game| game.entrants.len()).sum();
        let free = free.saturating_sub(busy);
        let last = event.pairings.last().map(|pairing| pairing.opened);
        let now = self.clock.play_time();
        let since = last.map_or(i64::MAX, |last| now.since(last));
        let gather = i64::try_from(GATHER.as_millis()).unwrap_or(0);
        if arena && free < 2 * seats && since < gather {
            // Whoever ends a game meanwhile is paired with them.
            return Ok(Step::Later(gather - since));
        }
        let round = event.pairings.last().map_or(0, |pairing| pairing.round) + 1;
        let kind = self.kind(&event.terms.game).ok_or_else(Refusal::no_such)?;
        let rules_version = i64::from(kind.info().rules_version);
        let (mut pairings, mut tables) = (Vec::new(), Vec::new());
        for (entry, group) in (event.pairings.len() as i64..).zip(groups) {
            let present: Vec<bool> =
                group.iter().map(|number| !event.entrants[*number as usize].absent).collect();
            let plays = group.len() == seats && present.iter().all(|present| *present);
            let table = plays.then(|| self.event_table(&event, &group, rules_version));
            pairings.push(PairingRow {
                entry,
                round,
                entrants: serde_json::to_string(&group).unwrap_or_default(),
                table: table.as_ref().map(|table| table.id.clone()),
                places: (!plays && group.len() > 1)
                    .then(|| serde_json::to_string(&Outcome::forfeit(&present).places).unwrap_or_default()),
                opened: now,
            });
            tables.extend(table);
        }
        let begun: Vec<String> = tables
            .iter()
            .filter(|table| table.status == Status::Playing)
            .map(|table| table.id.clone())
            .collect();
        let tournament = event.row.id.clone();
        self.store
            .write_tournament(TournamentWrite { row: event.row, entrants: None, pairings, tables })
            .await?;
        tracing::info!(tournament, round, "a round begins");
        for id in begun {
            let server = self.clone();
            self.spawn_tracked(async move {
                if let Err(error) = server.begin(&id).await {
                    tracing::error!(table = id, code = &*error.0.code, "cannot begin a table");
                }
            });
        }
        Ok(Step::Again)
    }

    /// A table of a tournament: everybody has a seat, and whoever comes takes it.
    fn event_table(&self, event: &Event, group: &[u32], rules_version: i64) -> TableRow {
        let seat = |(seat, number): (i64, &u32)| {
            let entrant = &event.entrants[*number as usize];
            SeatRow {
                seat,
                kind: if entrant.bot.is_some() { SeatKind::Bot } else { SeatKind::Person },
                user: entrant.user.clone(),
                name: entrant.user.is_some().then(|| entrant.name.clone()),
                bot: entrant.bot.clone(),
                renewal: 0,
                arrived: entrant.bot.is_some(),
                private_from: 0,
            }
        };
        let seats: Vec<SeatRow> = (0..).zip(group).map(seat).collect();
        let full = seats.iter().all(|seat| seat.arrived);
        let terms = &event.terms;
        TableRow {
            id: random_id(9),
            version: 0,
            game: terms.game.clone(),
            options: serde_json::to_string(&terms.options).unwrap_or_default(),
            clock: terms.clock.to_string(),
            rules_version,
            seats,
            host: host_of(&event.row.id),
            open: terms.open,
            rated: terms.rated,
            on_timeout: serde_json::to_string(&OnTimeout::default()).unwrap_or_default(),
            status: if full { Status::Playing } else { Status::Waiting },
            created: self.clock.now(),
            started_at: full.then(|| self.clock.play_time()),
            ended: None,
            places: None,
            ended_by: None,
            previous: None,
            next: None,
            moves: 0,
            due: None,
            to_act: None,
            pending: full,
            position: None,
            start_position: None,
        }
    }
}

/// What a step has found.
enum Step {
    /// Something was changed: there may be more.
    Again,
    /// Nothing is due for so many milliseconds.
    Later(i64),
}

/// The entrants without those who did not come to their last table: they are not paired until they come back. Where
/// everybody plays everybody, every table waits for everybody.
fn without_missing(event: &Event) -> Option<Vec<EntrantRow>> {
    if event.terms.format == EventFormat::RoundRobin {
        return None;
    }
    let missing = |entrant: &EntrantRow| {
        let number = entrant.number as u32;
        let own = |game: &tournament::Pairing| game.entrants.iter().position(|known| *known == number);
        let last = event.games.iter().enumerate().rev().find(|(_, game)| own(game).is_some());
        last.is_some_and(|(index, game)| {
            let lost = game
                .outcome
                .as_ref()
                .zip(own(game))
                .is_some_and(|(outcome, seat)| !outcome.played && outcome.places[seat] > 1);
            lost && index as i64 >= entrant.back && !entrant.absent
        })
    };
    if !event.entrants.iter().any(missing) {
        return None;
    }
    let mark =
        |entrant: &EntrantRow| EntrantRow { absent: entrant.absent || missing(entrant), ..entrant.clone() };
    Some(event.entrants.iter().map(mark).collect())
}

impl Room {
    /// Ends a table to which not everybody has come: those who have win.
    pub(crate) async fn close_unattended(&mut self) -> Result<()> {
        if self.row.status != Status::Waiting {
            return Ok(());
        }
        let came: Vec<bool> = self.row.seats.iter().map(|seat| seat.arrived).collect();
        let places = Outcome::forfeit(&came).places;
        (self.row.status, self.row.ended) = (Status::Aborted, Some(self.server.clock.now()));
        self.row.places = serde_json::to_string(&places).ok();
        self.save(Change::of_row()).await
    }
}
