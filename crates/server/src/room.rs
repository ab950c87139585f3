//! A room: a table in memory, with those who look at it.
//!
//! Whoever changes a room holds its lock, folds the change, has the store keep it, and only then tells the viewers.
//! Should the store fail, the room reads itself anew: the log is the truth.

use crate::expectation::Expectation;
use crate::house::{House, now, seat_of};
use crate::limits::TALK_KEPT;
use crate::person::Person;
use crate::protocol::{
    Channel, Line, OnTimeout, Refusal, SeatInfo, SeatKind, SeatLink, Seen, Shown, Spoken, Status, TableFrame,
    TableInfo,
};
use crate::refusal::Result;
use crate::seal::random_number;
use crate::workers::Cancel;
use game::{Seat, SeatSet};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{LogRow, Rating, TableRow, TalkRow, Write};
use table::{Entry, Setup, Table};
use tokio::sync::Notify;

/// A table in memory.
pub struct Room {
    pub(crate) house: Arc<House>,
    pub(crate) row: TableRow,
    pub(crate) table: Table,
    pub(crate) talk: Vec<TalkRow>,
    /// The thought that somebody has about the position, to be cancelled when it changes.
    pub(crate) thinking: Option<Thought>,
    /// How many entries of the log the store has.
    saved: usize,
    viewers: HashMap<u64, Viewer>,
    epoch: u64,
    seq: u64,
    alarm: Option<i64>,
    touched: Instant,
    state: State,
    /// What a hand is doing, and how many times one has done something.
    shown: (u64, Option<Shown>),
    /// What somebody expects of Nature.
    pub(crate) expectation: Option<Expectation>,
}

/// A job that is done for a position.
pub(crate) struct Thought {
    /// The length of the log when it began.
    pub entries: usize,
    pub cancel: Cancel,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum State {
    /// It is what the store has.
    Sound,
    /// The store did not answer: it must be read again.
    Doubtful,
    /// The house let go of it: another one may be in use.
    Forgotten,
}

/// Somebody who looks.
struct Viewer {
    user: String,
    changed: Arc<Notify>,
}

/// What a change of a room adds besides entries of the log.
#[derive(Default)]
pub(crate) struct Change {
    pub row: bool,
    pub talk: Option<TalkRow>,
    pub ratings: Vec<Rating>,
}

impl Room {
    /// Reads a table from the store.
    pub async fn load(house: &Arc<House>, id: &str) -> Result<Option<Self>> {
        let Some(row) = house.store.table(id).await? else { return Ok(None) };
        let log = house.store.log(id).await?;
        let talk = house.store.talk(id).await?;
        let table = fold(house, &row, log)?;
        let saved = table.log().len();
        Ok(Some(Room {
            house: house.clone(),
            row,
            table,
            talk,
            thinking: None,
            saved,
            viewers: HashMap::new(),
            epoch: epoch(),
            seq: 0,
            alarm: None,
            touched: Instant::now(),
            state: State::Sound,
            shown: (0, None),
            expectation: None,
        }))
    }

    /// Reads the table anew if the store did not answer last time.
    pub async fn mend(&mut self) -> Result<()> {
        self.touched = Instant::now();
        if self.state != State::Doubtful {
            return Ok(());
        }
        let fresh = Room::load(&self.house, &self.row.id).await?.ok_or_else(Refusal::no_table)?;
        (self.row, self.table, self.talk) = (fresh.row.clone(), fresh.table, fresh.talk);
        (self.saved, self.epoch, self.seq) = (fresh.saved, fresh.epoch, 0);
        self.state = State::Sound;
        self.tell();
        self.follow_up();
        Ok(())
    }

    /// Has the store keep what was changed; tells everybody once it has.
    pub(crate) async fn save(&mut self, change: Change) -> Result<()> {
        let unsaved = (self.saved..).zip(&self.table.log()[self.saved..]);
        let log: Vec<LogRow> = unsaved.map(|(index, entry)| log_row(index, entry)).collect();
        let count = log.len();
        let talk: Vec<TalkRow> = change.talk.into_iter().collect();
        let write = Write {
            table: self.row.id.clone(),
            log,
            talk: talk.clone(),
            row: change.row.then(|| self.row.clone()),
            ratings: change.ratings,
        };
        let began = Instant::now();
        // Until the store answers, what is in memory may be wrong; whatever happens, it will be read again.
        self.state = State::Doubtful;
        self.house.store.write(write).await?;
        self.state = State::Sound;
        self.house.metrics.write_seconds.observe(began.elapsed().as_secs_f64());
        self.house.metrics.entries.inc_by(count as u64);
        self.saved += count;
        self.compare();
        self.talk.extend(talk);
        let surplus = self.talk.len().saturating_sub(TALK_KEPT);
        self.talk.drain(..surplus);
        self.tell();
        self.follow_up();
        Ok(())
    }

    /// Goes back to what the store has, after a change that was not to be saved after all.
    pub(crate) fn doubt(&mut self) {
        self.state = State::Doubtful;
    }

    /// Tells everybody who looks that there is something new.
    pub(crate) fn tell(&mut self) {
        self.seq += 1;
        for viewer in self.viewers.values() {
            viewer.changed.notify_one();
        }
    }

    /// Lets everybody who looks see what a hand is doing.
    pub(crate) fn show(&mut self, shown: Shown) {
        self.shown = (self.shown.0 + 1, Some(shown));
        for viewer in self.viewers.values() {
            viewer.changed.notify_one();
        }
    }

    /// What the hand of another is doing, if that is news for a person who has seen so many doings.
    pub(crate) fn shown(&self, person: &Person, seen: &mut u64) -> Option<Shown> {
        let (count, shown) = &self.shown;
        let news = std::mem::replace(seen, *count) != *count;
        let shown = shown.as_ref().filter(|shown| news && shown.log == self.table.log().len())?;
        (!self.seats_of(&person.id).contains(shown.seat)).then(|| shown.clone())
    }

    /// Somebody comes to look; `changed` is told whenever there is something new.
    pub(crate) fn admit(&mut self, number: u64, person: &Person, changed: Arc<Notify>) {
        let was_present = self.is_present(&person.id);
        self.viewers.insert(number, Viewer { user: person.id.clone(), changed });
        self.touched = Instant::now();
        if !was_present {
            self.tell();
        }
        self.follow_up();
    }

    /// Somebody no longer looks.
    pub(crate) fn dismiss(&mut self, number: u64) {
        self.touched = Instant::now();
        if let Some(viewer) = self.viewers.remove(&number)
            && !self.is_present(&viewer.user)
        {
            self.tell();
        }
    }

    /// Whether a person may look at the table.
    pub fn may_look(&self, person: &Person, token: Option<&str>) -> bool {
        let by_link = |token: &str| {
            let seal = &self.house.seal;
            let seat =
                |row: &store::SeatRow| seal.is_seat(token, &self.row.id, seat_of(row.seat), row.renewal);
            seal.is_watch(token, &self.row.id) || self.row.seats.iter().any(seat)
        };
        self.row.open
            || self.row.host == person.id
            || self.row.seats.iter().any(|seat| seat.user.as_ref() == Some(&person.id))
            || token.is_some_and(by_link)
    }

    /// Whether a person made the table or sits at it.
    pub(crate) fn concerns(&self, user: &str) -> bool {
        self.row.host == user || self.row.seats.iter().any(|seat| seat.user.as_deref() == Some(user))
    }

    /// The seats of a person.
    pub fn seats_of(&self, user: &str) -> SeatSet {
        let own = |row: &&store::SeatRow| {
            row.user.as_deref() == Some(user)
                && matches!(row.kind, store::SeatKind::Person | store::SeatKind::Screen)
        };
        self.row.seats.iter().filter(own).map(|row| seat_of(row.seat)).collect()
    }

    /// The time at the table.
    pub(crate) fn clock(&self) -> u64 {
        let since = self.row.zero.map_or(0, |zero| now() - zero);
        u64::try_from(since).unwrap_or(0)
    }

    /// The table as a person may see it: all that is new since what was `seen`, or nothing if nothing is.
    pub fn frame(&self, person: &Person, seen: Option<Seen>) -> Option<TableFrame> {
        let now = Seen {
            epoch: self.epoch,
            seq: self.seq,
            log: self.table.log().len(),
            talk: self.talk.last().map_or(0, |row| row.index + 1),
            own: self.seats_of(&person.id),
            over: matches!(self.row.status, store::Status::Over | store::Status::Aborted),
        };
        if seen == Some(now) {
            return None;
        }
        // With another seat or at the end one may hear more of what was told before: it is told again.
        let known = seen.filter(|seen| (seen.epoch, seen.own, seen.over) == (now.epoch, now.own, now.over));
        let from = known.map_or(0, |seen| self.table.steps_within(seen.log));
        let heard = known.map_or(0, |seen| seen.talk);
        let hears = |row: &&TalkRow| row.index >= heard && self.hears(now.own, now.over, row);
        Some(TableFrame {
            seen: now,
            table: self.info(person, now.own),
            frame: self.table.frame(now.own, self.clock()),
            line: Line { from, steps: self.table.told(now.own, from).collect() },
            talk: self.talk.iter().filter(hears).map(spoken).collect(),
            fresh: known.is_none(),
            watchers: self.viewers.values().filter(|viewer| self.seats_of(&viewer.user).is_empty()).count(),
        })
    }

    fn hears(&self, own: SeatSet, over: bool, row: &TalkRow) -> bool {
        match channel(&row.channel) {
            Channel::Table => true,
            Channel::Watchers => own.is_empty() || over,
            Channel::Allies { seats } => own.iter().any(|seat| seats.contains(seat)),
        }
    }

    pub(crate) fn is_present(&self, user: &str) -> bool {
        self.viewers.values().any(|viewer| viewer.user == user)
    }

    /// Whether anybody looks.
    pub(crate) fn is_watched(&self) -> bool {
        !self.viewers.is_empty()
    }

    /// The table around the game, as a person may see it.
    pub fn info(&self, person: &Person, own: SeatSet) -> TableInfo {
        let hosting = self.row.host == person.id;
        let mut info = describe(&self.row, &person.id);
        for (seat, row) in info.seats.iter_mut().zip(&self.row.seats) {
            seat.present = row.user.as_deref().is_some_and(|user| self.is_present(user));
        }
        let free = |row: &&store::SeatRow| matches!(row.kind, store::SeatKind::Open | store::SeatKind::Link);
        let link = |row: &store::SeatRow| {
            let seat = seat_of(row.seat);
            SeatLink { seat, token: self.house.seal.seat(&self.row.id, seat, row.renewal) }
        };
        if hosting && self.row.status == store::Status::Waiting {
            info.links = self.row.seats.iter().filter(free).map(link).collect();
        }
        if hosting || !own.is_empty() {
            info.watch = Some(self.house.seal.watch(&self.row.id));
        }
        info
    }

    /// The table in a list of a person's own: whether somebody waits for them, and how long.
    pub fn glance(&self, person: &Person) -> TableInfo {
        let mut info = describe(&self.row, &person.id);
        if self.row.status == store::Status::Playing {
            info.to_act = Some(self.table.turn().seats());
            info.due = self.due();
        }
        info
    }

    /// When the next clock runs out.
    fn due(&self) -> Option<i64> {
        let playing = self.row.status == store::Status::Playing;
        let deadline = self.table.deadline().filter(|_| playing);
        deadline.zip(self.row.zero).map(|((end, _), zero)| zero.saturating_add_unsigned(end))
    }

    /// The house will call when the next clock runs out.
    pub(crate) fn wind_alarm(&mut self) {
        let at = self.due();
        if at != self.alarm {
            self.house.set_alarm(&self.row.id, self.alarm, at);
            self.alarm = at;
        }
    }

    /// The alarm rang: it is no longer set.
    pub(crate) fn alarm_rang(&mut self) {
        self.alarm = None;
    }

    /// For how long nothing has happened, nobody has looked and no bot has thought.
    pub fn idle_for(&self) -> Duration {
        if self.viewers.is_empty() && self.thinking.is_none() {
            self.touched.elapsed()
        } else {
            Duration::ZERO
        }
    }

    /// The house lets go of it.
    pub fn forget(&mut self) {
        self.state = State::Forgotten;
    }

    /// Whether the house has let go of it.
    pub fn is_forgotten(&self) -> bool {
        self.state == State::Forgotten
    }
}

/// A table around its game, as everybody may see it who may see it at all.
pub(crate) fn describe(row: &TableRow, user: &str) -> TableInfo {
    let seat = |row: &store::SeatRow| SeatInfo {
        kind: match row.kind {
            store::SeatKind::Open => SeatKind::Open,
            store::SeatKind::Link => SeatKind::Link,
            store::SeatKind::Person => SeatKind::Person,
            store::SeatKind::Screen => SeatKind::Screen,
            store::SeatKind::Bot => SeatKind::Bot,
        },
        name: row.name.clone(),
        bot: row.bot.clone(),
        arrived: row.arrived,
        present: false,
        own: row.user.as_deref() == Some(user) && row.kind != store::SeatKind::Bot,
    };
    TableInfo {
        id: row.id.clone(),
        game: row.game.clone(),
        options: serde_json::from_str(&row.options).unwrap_or_default(),
        clock: row.clock.parse().unwrap_or_default(),
        status: match row.status {
            store::Status::Waiting => Status::Waiting,
            store::Status::Playing => Status::Playing,
            store::Status::Over => Status::Over,
            store::Status::Aborted => Status::Aborted,
        },
        open: row.open,
        rated: row.rated,
        on_timeout: on_timeout(row),
        created: row.created,
        ended: row.ended,
        places: row.places.as_deref().and_then(|places| serde_json::from_str(places).ok()),
        ended_by: row.ended_by.clone(),
        hosting: row.host == user,
        seats: row.seats.iter().map(seat).collect(),
        links: Vec::new(),
        watch: None,
        previous: row.previous.clone(),
        next: row.next.clone(),
        to_act: None,
        due: None,
    }
}

/// What happens at this table when a clock runs out.
pub(crate) fn on_timeout(row: &TableRow) -> OnTimeout {
    serde_json::from_str(&row.on_timeout).unwrap_or_default()
}

/// A table from its row and log.
pub(crate) fn fold(house: &House, row: &TableRow, log: Vec<LogRow>) -> Result<Table> {
    let damaged = |what: &str| {
        tracing::error!(table = row.id, what, "a stored table can't be read");
        Refusal::plain("damaged", "this table can't be read; its log is kept")
    };
    let kind = house.kind(&row.game).ok_or_else(|| damaged("the game is not on the shelf"))?;
    let options = serde_json::from_str(&row.options).map_err(|error| damaged(&error.to_string()))?;
    let setup = Setup { seats: u8::try_from(row.seats.len()).unwrap_or(0), options };
    let clock = row.clock.parse().map_err(damaged)?;
    let table = Table::open(kind, setup, clock).map_err(|error| damaged(&error.to_string()))?;
    let entry = |row: LogRow| {
        let event = serde_json::from_str(&row.event)?;
        Ok(Entry { at: u64::try_from(row.at).unwrap_or(0), event })
    };
    let log: std::result::Result<Vec<Entry>, serde_json::Error> = log.into_iter().map(entry).collect();
    let log = log.map_err(|error| damaged(&error.to_string()))?;
    table.replay(log).map_err(|error| damaged(&error.to_string()))
}

pub(crate) fn log_row(index: usize, entry: &Entry) -> LogRow {
    let event = serde_json::to_string(&entry.event).expect("an event is plain data");
    LogRow { index: index as i64, at: entry.at as i64, event }
}

fn spoken(row: &TalkRow) -> Spoken {
    Spoken {
        at: row.at,
        seat: row.seat.map(seat_of),
        name: row.name.clone(),
        channel: channel(&row.channel),
        text: row.text.clone(),
    }
}

fn channel(stored: &str) -> Channel {
    // What can't be read is heard by nobody but its allies, of which there are none.
    serde_json::from_str(stored).unwrap_or(Channel::Allies { seats: SeatSet::EMPTY })
}

/// A number that no earlier counting had; of 53 bits, which JavaScript reads exactly.
fn epoch() -> u64 {
    random_number() >> 11
}

/// The row of a seat, if the table has it.
pub(crate) fn row_of(row: &mut TableRow, seat: Seat) -> Option<&mut store::SeatRow> {
    row.seats.get_mut(seat.index())
}
