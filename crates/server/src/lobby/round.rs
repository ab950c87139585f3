//! Pairing those who wait, a round at a time.

use super::seek::{PAGE_KEPT, gone, terms, waited};
use super::{MOST_SEEKS, Waiting, parties};
use crate::error::Result;
use crate::server::Server;
use crate::tokens::{random_id, random_number};
use pairing::{Party, Window, pair, seat};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::{SeatKind, SeatRow, Status, TableRow, User};
use table::policy::OnTimeout;
use table::{Setup, Table};

/// The time between two rounds, while people wait.
const ROUND: Duration = Duration::from_secs(1);

/// In how many rounds the copy of a node is compared with the database.
const ROUNDS_BETWEEN_READINGS: u64 = 2;

/// After how many rounds pages say that they are still there.
const ROUNDS_BETWEEN_RENEWALS: u64 = 10;

/// In how many rounds what has expired is removed.
const ROUNDS_BETWEEN_SWEEPS: u64 = 60;

impl Server {
    /// Pairs those who wait, until the server shuts down.
    pub(crate) async fn run_lobby(self: Arc<Self>) {
        if self.cluster.is_none()
            && let Err(error) = self.store.withdraw_live_seeks().await
        {
            tracing::error!(%error, "cannot withdraw the seeks of pages that are closed");
        }
        self.read_lobby().await;
        let mut ticks = tokio::time::interval(ROUND);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut round = 0_u64;
        loop {
            tokio::select! {
                _ = ticks.tick() => round += 1,
                () = self.lobby.wake.notified() => {}
                () = self.shutdown.cancelled() => return,
            }
            let told = self.lobby.told.swap(false, Ordering::Relaxed);
            if told || (self.cluster.is_some() && round.is_multiple_of(ROUNDS_BETWEEN_READINGS)) {
                self.read_lobby().await;
            }
            if round.is_multiple_of(ROUNDS_BETWEEN_RENEWALS) {
                self.renew_pages().await;
            }
            if round.is_multiple_of(ROUNDS_BETWEEN_SWEEPS) {
                self.expire_seeks().await;
            }
            self.pair_waiting().await;
        }
    }

    /// One round: groups that fill a table, and parties for which bots come.
    async fn pair_waiting(self: &Arc<Self>) {
        let waiting = self.lobby.waiting();
        if waiting.is_empty() {
            return;
        }
        let now = self.clock.now();
        let parties = parties(waiting);
        let all = Arc::new(parties);
        let groups = {
            let all = all.clone();
            // Thousands may wait: the runtime is for others meanwhile.
            let paired = tokio::task::spawn_blocking(move || pair_parties(&all, now)).await;
            paired.unwrap_or_default()
        };
        let mut seated = HashSet::new();
        for group in groups {
            let members: Vec<Arc<Waiting>> = group.iter().flat_map(|index| all[*index].clone()).collect();
            seated.extend(group);
            if let Err(error) = self.begin_match(&members, None, None).await {
                tracing::debug!(code = &*error.0.code, "a pairing was not made");
            }
        }
        for (_, party) in all.iter().enumerate().filter(|(index, _)| !seated.contains(index)) {
            let Some(first) = party.first() else { continue };
            let is_due = |after: i64| waited(first.seek.created, now) >= after as f64;
            if let Some(bot) =
                first.seek.fill_bot.as_ref().filter(|_| first.seek.fill_after.is_some_and(is_due))
                && let Err(error) = self.begin_match(party, None, Some(bot)).await
            {
                tracing::debug!(code = &*error.0.code, "bots could not fill a table");
            }
        }
    }

    /// Begins a match of those who waited, with one who takes their seek, or with bots for the rest; its id.
    pub(super) async fn begin_match(
        self: &Arc<Self>,
        members: &[Arc<Waiting>],
        taker: Option<Arc<Waiting>>,
        bot: Option<&String>,
    ) -> Result<String> {
        let row = self.match_table(members, taker.as_ref(), bot)?;
        let (id, now) = (row.id.clone(), self.clock.now());
        let seeks = members.iter().map(|member| member.seek.id.clone()).collect();
        let users: HashSet<String> = row.seats.iter().filter_map(|seat| seat.user.clone()).collect();
        let live = members.iter().any(|member| !member.is_by_days());
        if let Err(error) = self.store.pair(seeks, row, now).await {
            // What stands here is not what is stored: it is read again.
            self.read_lobby().await;
            for member in members {
                let _ = self.blocks_changed([&member.seek.user, &member.seek.user]).await;
            }
            return Err(gone(error));
        }
        let server = self.clone();
        let begun = id.clone();
        // To the end, even if the client disconnects who caused it.
        self.spawn_tracked(async move {
            if let Err(error) = server.begin(&begun).await {
                tracing::error!(table = begun, code = &*error.0.code, "cannot begin a table");
            }
        });
        let ids: HashSet<&str> = members.iter().map(|member| member.seek.id.as_str()).collect();
        self.lobby.forget(|waiting| {
            let other = live && !waiting.is_by_days() && users.contains(&waiting.seek.user);
            ids.contains(waiting.seek.id.as_str()) || other
        });
        self.lobby.tell_paired(members.iter().map(|member| (member.clone(), id.clone())));
        self.metrics.pairings.inc();
        self.tell_lobby();
        Ok(id)
    }

    /// The row of the table of a match, in play.
    fn match_table(
        &self,
        members: &[Arc<Waiting>],
        taker: Option<&Arc<Waiting>>,
        bot: Option<&String>,
    ) -> Result<TableRow> {
        let first = members.first().ok_or_else(protocol::Refusal::seek_gone)?;
        let kind = self.kind(&first.seek.game).ok_or_else(protocol::Refusal::seek_gone)?;
        let options = serde_json::from_str(&first.seek.options).unwrap_or_default();
        let seats = u8::try_from(first.seek.seats).unwrap_or(0);
        let clock = first.seek.clock.parse().unwrap_or_default();
        let table = Table::open(kind, Setup { seats, options }, clock)?;
        let people: Vec<&Arc<Waiting>> = members.iter().chain(taker).collect();
        let teams: Vec<u8> = game::Seat::all(seats).map(|seat| table.game().team(seat).0).collect();
        // A bot is taken to be as strong as people are on average.
        let mean = people.iter().map(|person| person.rating).sum::<f64>() / people.len() as f64;
        let rating = |seat: usize| people.get(seat).map_or(mean, |person| person.rating);
        let ratings: Vec<f64> = (0..teams.len()).map(rating).collect();
        let mut lots = random_number();
        let order = seat(&ratings, &teams, |below| {
            let drawn = lots % below as u64;
            lots /= below as u64;
            drawn as usize
        });
        let seat = |(number, person): (i64, &usize)| {
            let person = people.get(*person);
            SeatRow {
                seat: number,
                kind: if person.is_some() { SeatKind::Person } else { SeatKind::Bot },
                user: person.map(|person| person.seek.user.clone()),
                name: person.map(|person| person.name.clone()),
                bot: if person.is_some() { None } else { bot.cloned() },
                renewal: 0,
                arrived: true,
                private_from: 0,
            }
        };
        Ok(TableRow {
            id: random_id(9),
            version: 0,
            game: first.seek.game.clone(),
            options: first.seek.options.clone(),
            clock: first.seek.clock.clone(),
            rules_version: i64::from(table.rules_version()),
            seats: (0..).zip(&order).map(seat).collect(),
            host: first.seek.user.clone(),
            open: true,
            rated: first.seek.rated,
            on_timeout: serde_json::to_string(&OnTimeout::Forfeit).expect("a choice is plain data"),
            status: Status::Playing,
            created: self.clock.now(),
            started_at: Some(self.clock.play_time()),
            ended: None,
            places: None,
            ended_by: None,
            previous: None,
            next: None,
            moves: 0,
            due: None,
            to_act: None,
            pending: true,
            position: None,
            start_position: None,
        })
    }

    /// Makes what stands here what the database has.
    pub(super) async fn read_lobby(&self) {
        let _reading = self.lobby.reading.lock().await;
        if let Err(error) = self.compare_lobby().await {
            tracing::warn!(code = &*error.0.code, "cannot read the seeks");
        }
    }

    async fn compare_lobby(&self) -> Result<()> {
        let before: HashMap<String, Arc<Waiting>> =
            self.lobby.waiting().into_iter().map(|one| (one.seek.id.clone(), one)).collect();
        let stored = self.store.seeks(self.clock.now(), MOST_SEEKS as u32).await?;
        let mut ids = HashSet::new();
        let mut changed = false;
        for store::Seeker { seek, name, kind } in stored {
            ids.insert(seek.id.clone());
            if before.contains_key(&seek.id) {
                continue;
            }
            let user = User {
                id: seek.user.clone(),
                kind,
                name,
                password: None,
                token: None,
                owner: None,
                generation: 0,
                created: seek.created,
                expires: None,
                seen: None,
            };
            let one = self.waiting_one(seek, &user).await?;
            let key = (one.seek.created.0, one.seek.id.clone());
            self.lobby.state().seeks.insert(key, Arc::new(one));
            changed = true;
        }
        let missing: Vec<String> = before.keys().filter(|id| !ids.contains(*id)).cloned().collect();
        if !missing.is_empty() {
            let paired = self.store.paired_seeks(&missing).await?;
            let missing: HashSet<&String> = missing.iter().collect();
            self.lobby.forget(|waiting| missing.contains(&waiting.seek.id));
            // Another node has paired them.
            let told = paired.into_iter().filter_map(|(id, table)| Some((before.get(&id)?.clone(), table)));
            self.lobby.tell_paired(told);
        }
        if changed {
            self.lobby.changed();
        }
        Ok(())
    }

    /// Has what the pages of this node look for go on.
    async fn renew_pages(&self) {
        let waiting = self.lobby.waiting();
        let pages: HashSet<&String> = waiting.iter().filter_map(|one| one.seek.page.as_ref()).collect();
        let open: Vec<String> = {
            let state = self.lobby.state();
            pages.into_iter().filter(|page| state.pages.contains_key(*page)).cloned().collect()
        };
        for pages in open.chunks(256) {
            let renewed = self.store.renew_seeks(pages.to_vec(), self.clock.now().plus(PAGE_KEPT)).await;
            if let Err(error) = renewed {
                tracing::warn!(%error, "cannot renew the seeks of the pages that are open");
            }
        }
    }

    async fn expire_seeks(&self) {
        let now = self.clock.now();
        if let Err(error) = self.store.expire_seeks(now).await {
            tracing::warn!(%error, "cannot remove the seeks that have expired");
        }
        self.lobby.forget(|waiting| waiting.is_by_days() && waiting.seek.expires <= now);
    }
}

/// The groups among those who wait.
fn pair_parties(all: &[Vec<Arc<Waiting>>], now: store::UnixMillis) -> Vec<Vec<usize>> {
    let mut known = HashMap::new();
    let mut waiting = Vec::with_capacity(all.len());
    for party in all {
        let first = &party[0].seek;
        let count = known.len() as u32;
        let mean =
            |of: fn(&Waiting) -> f64| party.iter().map(|one| of(one)).sum::<f64>() / party.len() as f64;
        waiting.push(Party {
            terms: *known.entry(terms(first)).or_insert(count),
            seats: usize::try_from(first.seats).unwrap_or(usize::MAX),
            size: party.len(),
            rating: mean(|one| one.rating),
            deviation: mean(|one| one.deviation),
            window: Window::after(waited(first.created, now), first.patience as f64),
        });
    }
    pair(&waiting, |one, other| {
        all[one].iter().any(|member| all[other].iter().any(|other| member.is_apart(other)))
    })
}
