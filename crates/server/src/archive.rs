//! Tables that were played under rules which today's program can't judge any more: shown as they were, closed, and
//! offered to go on from their position under today's rules where that can be read.

use crate::error::Result;
use crate::frames::{describe, message};
use crate::new_table::continuation;
use crate::person::Person;
use crate::row::{channel, damaged, may_look, seats_of, setup_of};
use crate::server::Server;
use protocol::{Channel, Done, Frame, Refusal, Seen, Steps, TableFrame};
use std::sync::Arc;
use store::{ChatRow, LogRow, Status, TableRow, Write};
use table::{Event, LogEntry, Step};

/// A table that can't be judged any more.
struct Archived {
    row: TableRow,
    log: Vec<LogRow>,
    chat: Vec<ChatRow>,
}

/// The frame of such a table for a person who may look at it. A table that was still played is closed first.
pub(crate) async fn frame(
    server: &Arc<Server>,
    id: &str,
    person: &Person,
    token: Option<&str>,
) -> Result<TableFrame> {
    let archived = load(server, id).await?;
    if !may_look(server, &archived.row, person, token) {
        return Err(Refusal::no_table().into());
    }
    archived.frame(server, person)
}

/// Opens a table that goes on from the position of this one under today's rules.
pub(crate) async fn continue_table(server: &Arc<Server>, id: &str, person: &Person) -> Result<Done> {
    if server.room(id).await.is_ok() {
        return Err(Refusal::not_outdated().into());
    }
    let Archived { mut row, .. } = load(server, id).await?;
    if seats_of(&row, &person.id).is_empty() {
        return Err(Refusal::not_seated().into());
    }
    if let Some(next) = row.next {
        return Ok(Done { table: Some(next), ..Done::default() });
    }
    let position = row.position.clone().ok_or_else(Refusal::unreadable)?;
    let kind = server.kind(&row.game).ok_or_else(Refusal::unreadable)?;
    kind.read_position(&setup_of(&row)?, &position)?;
    let next = continuation(server, kind, &row, person, position);
    let counting = server.counting(&person.id).await;
    server.may_open_another(&person.id).await?;
    row.next = Some(next.id.clone());
    let write = Write {
        table: row.id.clone(),
        version: row.version,
        row: Some(row),
        opens: Some(next.clone()),
        ..Write::default()
    };
    server.store.write(write).await?;
    drop(counting);
    server.clone().begin(&next.id).await?;
    Ok(Done { table: Some(next.id), ..Done::default() })
}

/// Closes such a table, if it was still waited for or played.
pub(crate) async fn close(server: &Arc<Server>, id: &str) -> Result<()> {
    load(server, id).await.map(drop)
}

/// Reads such a table; one that was still waited for or played is closed.
async fn load(server: &Arc<Server>, id: &str) -> Result<Archived> {
    let mut row = server.store.table(id).await?.ok_or_else(Refusal::no_table)?;
    let rules = u32::try_from(row.rules_version).unwrap_or(0);
    if server.kind(&row.game).is_none_or(|kind| kind.judges(rules)) {
        return Err(Refusal::not_outdated().into());
    }
    if matches!(row.status, Status::Waiting | Status::Playing) {
        (row.status, row.ended) = (Status::Aborted, Some(server.clock.now()));
        (row.due, row.to_act, row.pending) = (None, None, false);
        let write =
            Write { table: row.id.clone(), version: row.version, row: Some(row.clone()), ..Write::default() };
        server.store.write(write).await?;
        row.version += 1;
        tracing::info!(table = row.id, rules, "closed a table of an older version of the rules");
    }
    let (log, chat) = (server.store.log(id).await?, server.store.chat(id).await?);
    Ok(Archived { row, log, chat })
}

impl Archived {
    fn frame(&self, server: &Server, person: &Person) -> Result<TableFrame> {
        let row = &self.row;
        let own = seats_of(row, &person.id);
        let seen = Seen { epoch: 0, seq: 0, log: self.log.len(), chat: 0, own, over: true };
        let kind = server.kind(&row.game).ok_or_else(|| damaged(row, &"unknown game"))?;
        let setup = setup_of(row)?;
        // Sealed actions of a game that was not over stay sealed: its log is only shown once there is a result.
        let steps = if row.status == Status::Over { self.steps() } else { Vec::new() };
        let position = row.position.as_deref().and_then(|text| kind.read_position(&setup, text).ok());
        let readable = |row: &&ChatRow| channel(&row.channel) == Channel::Table;
        Ok(TableFrame {
            seen,
            table: describe(server, row, own, row.host == person.id),
            game: position.map(|position| Frame::of_closed(&*position, setup.seats, own)),
            steps: Steps { from: 0, added: steps },
            chat: self.chat.iter().filter(readable).map(message).collect(),
            fresh: true,
            watchers: 0,
            delay: 0,
        })
    }

    /// The logged actions as text; without the rules nobody knows which were taken back.
    fn steps(&self) -> Vec<Step> {
        let entry = |row: &LogRow| {
            let event: Event = serde_json::from_str(&row.event).ok()?;
            Some(LogEntry { at: u64::try_from(row.at).ok()?, event })
        };
        let step = |LogEntry { at, event }: LogEntry| match event {
            Event::Play { actor, action } => {
                Some(Step { seat: actor.seat(), action: Some(action), at, left: None })
            }
            Event::Declare { .. } => None,
        };
        self.log.iter().filter_map(entry).filter_map(step).collect()
    }
}
