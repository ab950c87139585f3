//! A room: a table in memory, with its viewers.
//!
//! A change locks the room, is applied to the table, is written to the store, and only then sent to the viewers. If the
//! store fails, the room reads the table again: the log is the truth.

use crate::clock::unix_micros;
use crate::cluster::{Appended, Following, RemoteViewers, Written};
use crate::error::Result;
use crate::fair_queue::Share;
use crate::frames::FrameCache;
use crate::limits::{CHAT_KEPT, LONG_LOG};
use crate::person::Person;
use crate::prediction::Prediction;
use crate::row::{channel, log_row, may_look, on_timeout, replay, seats_of};
use crate::server::{Server, seat_of};
use crate::tokens::random_number;
use crate::worker_pool::CancelFlag;
use game::{SeatSet, Turn};
use protocol::{Channel, Hand, Refusal};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{ChatRow, LogRow, PlayMillis, Progress, Rating, SeatKind, Status, TableRow, Write};
use table::policy::OnTimeout;
use table::{GameMillis, Table};
use tokio::sync::Notify;

/// A table in memory.
pub struct Room {
    pub(crate) server: Arc<Server>,
    pub(crate) row: TableRow,
    pub(crate) table: Table,
    pub(crate) chat: Vec<ChatRow>,
    /// Whether nobody talks here.
    pub(crate) quiet: bool,
    /// The running job of a bot or of Nature, to be cancelled when the position changes.
    pub(crate) bot_job: Option<BotJob>,
    /// How many jobs have failed for the present position.
    pub(crate) failed_jobs: u32,
    /// On whose account jobs run here: the person's who did something last.
    pub(crate) share: Share,
    /// Whether the table's time stands still because a bot or Nature is to act.
    standing: bool,
    /// How many entries of the log the store has.
    saved: usize,
    subscribers: HashMap<u64, Subscriber>,
    pub(crate) epoch: u64,
    pub(crate) seq: u64,
    deadline: Option<PlayMillis>,
    last_used: Instant,
    state: State,
    /// The latest movement of a hand, and how many there were.
    hand: (u64, Option<Hand>),
    /// What a player predicts of Nature.
    pub(crate) prediction: Option<Prediction>,
    pub(crate) frames: FrameCache,
    /// Who looks at the table through other nodes.
    pub(crate) remote: RemoteViewers,
    /// The length of the log whose job was queued last, in a cluster.
    pub(crate) requested: Option<usize>,
    /// The last version that was written by another node and told, and when it was committed, in microseconds since 1970.
    pub(crate) told: Option<(i64, u64)>,
    /// That this node hears what the others tell of the table.
    pub(crate) following: Option<Following>,
}

/// A job for a position.
pub(crate) struct BotJob {
    /// The length of the log when it began.
    pub entries: usize,
    pub cancel: CancelFlag,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum State {
    /// The room equals what the store has.
    Fresh,
    /// The store did not answer: the table must be read again.
    Stale,
    /// The server has dropped the room: another one may be in use.
    Evicted,
}

/// A socket that shows the table.
struct Subscriber {
    user: String,
    changed: Arc<Notify>,
}

/// What a change of a room writes besides entries of the log.
#[derive(Default)]
pub(crate) struct Change {
    /// The whole row and its seats.
    pub row: bool,
    pub chat: Option<ChatRow>,
    pub ratings: Vec<Rating>,
    /// A table that is created with it: a rematch.
    pub opens: Option<TableRow>,
}

impl Change {
    /// A change of the row or its seats.
    pub fn of_row() -> Self {
        Change { row: true, ..Change::default() }
    }
}

/// What the store has of a table.
struct Stored {
    row: TableRow,
    log: Vec<LogRow>,
    chat: Vec<ChatRow>,
}

/// How often a table is read that another node changes meanwhile.
const READS: usize = 5;

/// Reads a table. Of several nodes another one may write between the reads: then it is read once more.
async fn read(server: &Server, id: &str) -> Result<Option<Stored>> {
    for last in (0..READS).rev() {
        let Some(row) = server.store.table(id).await? else { return Ok(None) };
        let (log, chat) = (server.store.log(id).await?, server.store.chat(id).await?);
        let settled = server.cluster.is_none() || last == 0;
        if settled || server.store.versions(&[id.to_owned()]).await? == [(id.to_owned(), row.version)] {
            return Ok(Some(Stored { row, log, chat }));
        }
    }
    Ok(None)
}

impl Room {
    /// Reads a table from the store. Fails with `other_rules` if today's rules can't judge it.
    pub async fn load(server: &Arc<Server>, id: &str) -> Result<Option<Self>> {
        let Some(Stored { row, log, chat }) = read(server, id).await? else { return Ok(None) };
        let quiet = server.store.is_quiet(id).await?;
        let table = if log.len() < LONG_LOG {
            replay(server, &row, log)?
        } else {
            let (server, row) = (server.clone(), row.clone());
            let replayed = tokio::task::spawn_blocking(move || replay(&server, &row, log)).await;
            replayed.map_err(|_| Refusal::damaged())??
        };
        let saved = table.log().len();
        let share = Share { address: None, person: row.host.clone() };
        let mut room = Room {
            server: server.clone(),
            row,
            table,
            chat,
            quiet,
            bot_job: None,
            failed_jobs: 0,
            share,
            standing: false,
            saved,
            subscribers: HashMap::new(),
            epoch: random_number() >> 32,
            seq: 0,
            deadline: None,
            last_used: Instant::now(),
            state: State::Fresh,
            hand: (0, None),
            prediction: None,
            frames: FrameCache::default(),
            remote: RemoteViewers::default(),
            requested: None,
            told: None,
            following: None,
        };
        room.standing = room.is_waiting_for_job();
        Ok(Some(room))
    }

    /// Reads the table again if the store did not answer last time.
    pub async fn reload_if_stale(&mut self) -> Result<()> {
        self.last_used = Instant::now();
        if self.state != State::Stale {
            return Ok(());
        }
        let fresh = Room::load(&self.server, &self.row.id).await?.ok_or_else(Refusal::no_table)?;
        (self.row, self.table, self.chat) = (fresh.row, fresh.table, fresh.chat);
        self.quiet = fresh.quiet;
        (self.saved, self.epoch, self.seq) = (fresh.saved, fresh.epoch, 0);
        self.standing = fresh.standing;
        self.state = State::Fresh;
        self.notify_viewers();
        self.schedule_next();
        Ok(())
    }

    /// Writes a change to the store, and then tells the viewers and schedules what comes next.
    pub(crate) async fn save(&mut self, change: Change) -> Result<()> {
        let unsaved = (self.saved..).zip(&self.table.log()[self.saved..]);
        let log: Vec<LogRow> = unsaved.map(|(index, entry)| log_row(index, entry)).collect();
        let count = log.len();
        if count > 0 {
            self.failed_jobs = 0;
            self.resume_time();
        }
        self.standing = self.is_waiting_for_job();
        let progress = self.progress();
        // Other nodes take over what is only appended; a change of the row they read.
        let appended = self.server.cluster.as_ref().filter(|_| !change.row && change.chat.is_none());
        let appended =
            appended.and_then(|_| Appended::new(self.saved, &self.table.log()[self.saved..], &progress));
        let before = self.row.to_act;
        let Progress { started_at, due, to_act, pending, position } = progress.clone();
        (self.row.started_at, self.row.due, self.row.to_act, self.row.pending) =
            (started_at, due, to_act, pending);
        self.row.position = position;
        let write = Write {
            table: self.row.id.clone(),
            version: self.row.version,
            log,
            chat: change.chat.iter().cloned().collect(),
            progress: Some(progress),
            row: change.row.then(|| self.row.clone()),
            ratings: change.ratings,
            rating_changes: Vec::new(),
            opens: change.opens,
        };
        let began = Instant::now();
        // Until the store answers, the room may be wrong; if this task is dropped, the room is read again.
        self.state = State::Stale;
        match self.server.store.write(write).await {
            Err(store::Error::OutcomeUnknown(reason)) => self.learn_outcome(&reason, &change.chat).await?,
            written => {
                self.server
                    .metrics
                    .conflicts
                    .inc_by(u64::from(matches!(written, Err(store::Error::Conflict))));
                written?;
            }
        }
        self.state = State::Fresh;
        self.row.version += 1;
        self.server.metrics.write_seconds.observe(began.elapsed().as_secs_f64());
        self.server.metrics.entries.inc_by(count as u64);
        self.saved += count;
        self.tell_written(Written { version: self.row.version, appended, committed: unix_micros() });
        self.compare_prediction();
        self.chat.extend(change.chat);
        let surplus = self.chat.len().saturating_sub(CHAT_KEPT);
        self.chat.drain(..surplus);
        self.notify_viewers();
        self.tell_turns(before);
        self.schedule_next();
        Ok(())
    }

    /// After a write whose commit was not answered: an error unless it was made. Alone, only this room changes the version.
    /// Of several nodes another one may have raised it: then what is stored tells whose write it was.
    async fn learn_outcome(&self, reason: &str, chat: &Option<ChatRow>) -> Result<()> {
        tracing::warn!(table = self.row.id, reason, "a commit was not answered");
        let (store, id) = (&self.server.store, &self.row.id);
        let stored = store.settled_version(id).await?;
        if stored <= self.row.version {
            return Err(Refusal::not_saved().into());
        }
        let made = if self.server.cluster.is_none() {
            stored == self.row.version + 1
        } else if self.saved < self.table.log().len() {
            let unsaved = (self.saved..).zip(&self.table.log()[self.saved..]);
            let written: Vec<LogRow> = unsaved.map(|(index, entry)| log_row(index, entry)).collect();
            store.log(id).await?.get(self.saved..).is_some_and(|log| log.starts_with(&written))
        } else if let Some(message) = chat {
            store.chat(id).await?.contains(message)
        } else {
            let row = TableRow { version: self.row.version + 1, ..self.row.clone() };
            store.table(id).await? == Some(row)
        };
        if made { Ok(()) } else { Err(Refusal::conflict().into()) }
    }

    /// The columns of the row that change with every action.
    fn progress(&self) -> Progress {
        let playing = self.row.status == Status::Playing;
        Progress {
            started_at: self.row.started_at,
            due: self.due(),
            to_act: playing.then(|| i64::from(self.table.turn().seats().bits())),
            pending: playing && self.has_work(),
            position: Some(self.table.game().position()),
        }
    }

    /// Whether a bot or Nature is to act, or a bot to answer an offer.
    fn has_work(&self) -> bool {
        let bots = self.bots();
        match self.table.turn() {
            Turn::Nature => true,
            Turn::Seats(seats) => {
                seats.iter().any(|seat| bots.contains(seat))
                    || table::policy::next_answer(&self.table, bots, SeatSet::EMPTY).is_some()
            }
            Turn::Over(_) => false,
        }
    }

    /// After a start of the server: lets bots and Nature go on, and completes a row of an older schema.
    pub(crate) async fn resume(&mut self) {
        if self.row.status == Status::Playing && self.row.to_act.is_none() {
            if let Err(error) = self.save(Change::default()).await {
                tracing::error!(table = self.row.id, code = &*error.0.code, "cannot complete a table's row");
            }
        } else {
            self.schedule_next();
        }
    }

    /// Has the table read from the store before it is used again.
    pub(crate) fn mark_stale(&mut self) {
        self.state = State::Stale;
    }

    /// Whether the table must be read from the store before it is used.
    pub(crate) fn is_stale(&self) -> bool {
        self.state == State::Stale
    }

    /// How many entries of the log the store has.
    pub(crate) fn saved_entries(&self) -> usize {
        self.saved
    }

    /// Notes that the store has the whole log.
    pub(crate) fn mark_saved(&mut self) {
        self.saved = self.table.log().len();
        self.standing = self.is_waiting_for_job();
    }

    /// Tells every viewer that the table has changed.
    pub(crate) fn notify_viewers(&mut self) {
        self.seq += 1;
        for subscriber in self.subscribers.values() {
            subscriber.changed.notify_one();
        }
    }

    /// Passes the live movement of a hand on to the viewers.
    pub(crate) fn show_hand(&mut self, hand: Hand) {
        self.hand = (self.hand.0 + 1, Some(hand));
        for subscriber in self.subscribers.values() {
            subscriber.changed.notify_one();
        }
    }

    /// The latest movement of another player's hand, if the viewer has seen fewer movements than there were.
    pub(crate) fn hand(&self, person: &Person, seen: &mut u64) -> Option<Hand> {
        let (count, hand) = &self.hand;
        let is_new = std::mem::replace(seen, *count) != *count;
        let hand = hand.as_ref().filter(|hand| is_new && hand.log == self.table.log().len())?;
        (!self.seats_of(&person.id).contains(hand.seat)).then(|| hand.clone())
    }

    /// Adds a viewer; `changed` is notified of every change.
    pub(crate) fn add_viewer(&mut self, number: u64, person: &Person, changed: Arc<Notify>) {
        let was_present = self.is_present(&person.id);
        self.subscribers.insert(number, Subscriber { user: person.id.clone(), changed });
        self.last_used = Instant::now();
        self.tell_viewers();
        if !was_present {
            self.notify_viewers();
        }
        self.schedule_next();
    }

    /// Removes a viewer.
    pub(crate) fn remove_viewer(&mut self, number: u64) {
        self.last_used = Instant::now();
        let Some(subscriber) = self.subscribers.remove(&number) else { return };
        self.tell_viewers();
        if !self.is_present(&subscriber.user) {
            self.notify_viewers();
        }
    }

    /// Whether a person may look at the table, by right or by the token of a link.
    pub fn may_look(&self, person: &Person, token: Option<&str>) -> bool {
        may_look(&self.server, &self.row, person, token)
    }

    /// Whether a person made the table, holds a seat or has written in the chat.
    pub(crate) fn concerns(&self, user: &str) -> bool {
        self.row.host == user
            || self.row.seats.iter().any(|seat| seat.user.as_deref() == Some(user))
            || self.chat.iter().any(|message| message.user == user)
    }

    /// The seats of a person.
    pub fn seats_of(&self, user: &str) -> SeatSet {
        seats_of(&self.row, user)
    }

    /// The seats that bots hold.
    pub(crate) fn bots(&self) -> SeatSet {
        let bots = self.row.seats.iter().filter(|row| row.kind == SeatKind::Bot);
        bots.map(|row| seat_of(row.seat)).collect()
    }

    /// The time since the match started. It stands still while a bot or Nature is to act, however long its job waits for
    /// a processor, and goes on from the entry that the job adds: a bot is charged what it used, and nobody waits at
    /// their own expense. Since it stands at the last entry of the log, a restart changes nothing.
    pub(crate) fn game_time(&self) -> GameMillis {
        if self.standing {
            return self.last_entry();
        }
        let since = self.row.started_at.map_or(0, |start| self.server.clock.play_time().since(start));
        u64::try_from(since).unwrap_or(0)
    }

    /// Lets the time of a table at which it stood still go on from the last entry of the log.
    fn resume_time(&mut self) {
        if self.standing {
            let elapsed = i64::try_from(self.last_entry()).unwrap_or(i64::MAX);
            self.row.started_at = Some(self.server.clock.play_time().minus(elapsed));
        }
    }

    /// When the last entry was added to the log.
    fn last_entry(&self) -> GameMillis {
        self.table.log().last().map_or(0, |last| last.at)
    }

    /// Whether a message is for a viewer with these seats.
    pub(crate) fn may_read(&self, own: SeatSet, over: bool, row: &ChatRow) -> bool {
        match channel(&row.channel) {
            Channel::Table => true,
            Channel::Watchers => own.is_empty() || over,
            // Nobody reads what was said in private before they came to the seat.
            Channel::Allies { seats } => own.iter().any(|seat| {
                seats.contains(seat)
                    && self.row.seats.get(seat.index()).is_some_and(|held| row.index >= held.private_from)
            }),
        }
    }

    /// The index of the next chat message.
    pub(crate) fn next_chat(&self) -> i64 {
        self.chat.last().map_or(0, |last| last.index + 1)
    }

    pub(crate) fn is_present(&self, user: &str) -> bool {
        self.viewers().any(|viewer| viewer == user)
    }

    /// How many viewers have no seat.
    pub(crate) fn watchers(&self) -> usize {
        self.viewers().filter(|user| self.seats_of(user).is_empty()).count()
    }

    /// Whether anybody is connected.
    pub(crate) fn is_watched(&self) -> bool {
        self.viewers().next().is_some()
    }

    /// Whether anybody is connected to this node.
    pub(crate) fn has_local_viewers(&self) -> bool {
        !self.subscribers.is_empty()
    }

    /// Who is connected to this node: an id for each socket.
    pub(crate) fn local_users(&self) -> Vec<String> {
        self.subscribers.values().map(|subscriber| subscriber.user.clone()).collect()
    }

    /// Who is connected to any node: an id for each socket.
    fn viewers(&self) -> impl Iterator<Item = &str> {
        let local = self.subscribers.values().map(|subscriber| subscriber.user.as_str());
        local.chain(self.remote.users())
    }

    /// When the next clock runs out; none does while time stands still.
    fn due(&self) -> Option<PlayMillis> {
        let playing = self.row.status == Status::Playing && !self.standing;
        let deadline = self.table.deadline().filter(|_| playing);
        deadline.zip(self.row.started_at).map(|((end, _), start)| start.plus(end as i64))
    }

    /// Has the server call [`Room::on_deadline`] when the next clock runs out.
    pub(crate) fn schedule_deadline(&mut self) {
        let at = self.due();
        if at != self.deadline {
            self.server.deadlines.set(&self.row.id, self.deadline, at);
            self.deadline = at;
        }
    }

    /// The deadline has been taken from the server's list.
    pub(crate) fn clear_deadline(&mut self) {
        self.deadline = None;
    }

    /// For how long the room has had no use, no viewer and no bot job.
    pub fn idle_for(&self) -> Duration {
        if self.subscribers.is_empty() && self.bot_job.is_none() {
            self.last_used.elapsed()
        } else {
            Duration::ZERO
        }
    }

    /// The server drops the room; the store has its deadline.
    pub fn evict(&mut self) {
        self.state = State::Evicted;
        self.server.deadlines.set(&self.row.id, self.deadline.take(), None);
    }

    /// Whether the server has dropped the room.
    pub fn is_evicted(&self) -> bool {
        self.state == State::Evicted
    }

    /// What happens at this table when a clock runs out.
    pub(crate) fn on_timeout(&self) -> OnTimeout {
        on_timeout(&self.row)
    }
}
