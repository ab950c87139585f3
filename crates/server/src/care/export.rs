//! All that the house knows of somebody, as one JSON text that is written while it is sent.

use crate::error::Result;
use crate::frames::list_entry;
use crate::person::Person;
use crate::row::replay;
use crate::server::{Server, seat_of};
use crate::worker_pool::{CancelFlag, Lane};
use axum::body::Bytes;
use protocol::Refusal;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::Arc;
use store::{Filter, TableRow, User};
use table::{OneLine, Record, Table};
use tokio::sync::mpsc;

/// How many rows are read at once.
const PAGE: u32 = 50;
/// How many parts wait for the client.
const PARTS: usize = 4;

/// A part of the text, or why there is no more of it.
pub(crate) type Part = std::result::Result<Bytes, store::Error>;

type Parts = mpsc::Sender<Part>;

impl Server {
    /// Begins to write everything of a person; the parts of the text come one after the other, as fast as they are taken.
    pub(crate) fn export(self: &Arc<Self>, person: &Person) -> Result<mpsc::Receiver<Part>> {
        let user = person.account()?.clone();
        if self.care.exports_limit.check_key(&user.id).is_err() {
            return Err(Refusal::too_many().into());
        }
        let (parts, received) = mpsc::channel(PARTS);
        let (server, person) = (self.clone(), person.clone());
        self.spawn_tracked(async move {
            let shutdown = server.shutdown.clone();
            let write = async {
                let _one_of_a_few = server.care.exports.acquire().await;
                if let Err(error) = server.write_export(&person, &user, &parts).await {
                    // The client sees a text that ends too early, never one that seems complete.
                    let _ = parts.send(Err(error)).await;
                }
            };
            tokio::select! {
                () = write => {}
                () = shutdown.cancelled() => {}
            }
        });
        Ok(received)
    }

    async fn write_export(
        self: &Arc<Self>,
        person: &Person,
        user: &User,
        parts: &Parts,
    ) -> store::Result<()> {
        let programs = self.store.bots_of(&user.id).await?;
        let email = self.store.email(&user.id).await?.map(|email| email.address);
        let settings = self.store.notice_settings(&user.id).await?;
        let settings: Option<Value> = settings.and_then(|text| serde_json::from_str(&text).ok());
        let ratings = self.store.ratings_of(&user.id).await?.into_iter().map(|rating| {
            json!({"pool": rating.pool, "rating": rating.rating, "deviation": rating.deviation, "games": rating.games})
        });
        let devices =
            self.store.devices(&user.id).await?.into_iter().map(
                |device| json!({"about": device.about, "created": device.created.0, "seen": device.seen.0}),
            );
        let decided = self.store.sanctions_of(&user.id).await?.into_iter().map(|one| {
            json!({"kind": one.kind.as_str(), "reason": one.reason, "created": one.created.0,
                "ends": one.ends.map(|ends| ends.0)})
        });
        let hushed = self.store.hushed(&user.id).await?.into_iter().map(|(_, name)| name);
        let head = json!({
            "format": "ludotheque-export-1",
            "exported": self.clock.now().0,
            "name": user.name,
            "created": user.created.0,
            "email": email,
            "notices": settings,
            "programs": programs.iter().map(|one| json!({"name": one.name, "created": one.created.0})).collect::<Vec<_>>(),
            "ratings": ratings.collect::<Vec<_>>(),
            "devices": devices.collect::<Vec<_>>(),
            "decided": decided.collect::<Vec<_>>(),
            "hushed": hushed.collect::<Vec<_>>(),
        })
        .to_string();
        // The lists that may be long follow within the same object.
        let mut list = List { parts, next: format!("{},\"said\":[", head.trim_end_matches('}')) };
        self.write_talk(user, &mut list).await?;
        list.next = "],\"tables\":[".to_owned();
        self.write_tables(person, user, &mut list).await?;
        list.send("]}".to_owned()).await
    }

    async fn write_talk(&self, user: &User, list: &mut List<'_>) -> store::Result<()> {
        let mut after: Option<(String, i64)> = None;
        let mut first = true;
        loop {
            let from = after.as_ref().map(|(table, index)| (table.as_str(), *index));
            let said = self.store.said_by(&user.id, from, PAGE).await?;
            let Some((table, last)) = said.last() else { break };
            after = Some((table.clone(), last.index));
            for (table, row) in &said {
                let one = json!({"table": table, "at": row.at.0, "channel": crate::row::channel(&row.channel), "text": row.text});
                list.add(&one, &mut first).await?;
            }
        }
        list.begin().await
    }

    async fn write_tables(
        self: &Arc<Self>,
        person: &Person,
        user: &User,
        list: &mut List<'_>,
    ) -> store::Result<()> {
        let (mut before, mut known) = (None, HashSet::new());
        let mut first = true;
        loop {
            let filter = Filter { user: Some(user.id.clone()), before, limit: PAGE, ..Filter::default() };
            let rows = self.store.tables(&filter).await?;
            // Tables of one moment may be on two pages.
            let new: Vec<&TableRow> = rows.iter().filter(|row| !known.contains(&row.id)).collect();
            let Some(last) = new.last() else { break };
            before = Some(last.created.plus(1));
            for row in &new {
                let info = serde_json::to_value(list_entry(self, row, person)).unwrap_or_default();
                let record = self.record_of(person, row).await?;
                list.add(&json!({"table": info, "record": record}), &mut first).await?;
            }
            known = rows.into_iter().map(|row| row.id).collect();
        }
        list.begin().await
    }

    /// The record of a table, if today's rules can judge it and nothing in it is concealed.
    async fn record_of(self: &Arc<Self>, person: &Person, row: &TableRow) -> store::Result<Option<String>> {
        let log = self.store.log(&row.id).await?;
        let (server, row) = (self.clone(), row.clone());
        let write = move |_: &CancelFlag| {
            let table = replay(&server, &row, log).ok().filter(|table| !table.has_secrets())?;
            Some(record_text(&row, &table))
        };
        let flag = CancelFlag::new();
        Ok(self.workers.run(Lane::Records, &person.share(), &flag, write).await.flatten())
    }
}

/// A table as a record, with the names of its seats.
pub(crate) fn record_text(row: &TableRow, table: &Table) -> String {
    let mut record = Record::of(table);
    for (seat, row) in row.seats.iter().map(|row| (seat_of(row.seat), row)) {
        let name = row.name.as_deref().or(row.bot.as_deref()).and_then(OneLine::new);
        record.names.extend(name.map(|name| (seat, name)));
    }
    record.to_string()
}

/// A JSON list that is sent element by element.
struct List<'a> {
    parts: &'a Parts,
    /// What comes before the next element.
    next: String,
}

impl List<'_> {
    async fn add(&mut self, one: &Value, first: &mut bool) -> store::Result<()> {
        let comma = if std::mem::replace(first, false) { "" } else { ",\n" };
        let text = format!("{}{comma}{one}", std::mem::take(&mut self.next));
        self.send(text).await
    }

    /// Sends what comes before the first element, if there was none.
    async fn begin(&mut self) -> store::Result<()> {
        let text = std::mem::take(&mut self.next);
        if text.is_empty() { Ok(()) } else { self.send(text).await }
    }

    async fn send(&self, text: String) -> store::Result<()> {
        // A client that has gone wants nothing more.
        self.parts.send(Ok(text.into())).await.map_err(|_| store::Error::Closed)
    }
}
