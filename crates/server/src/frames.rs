//! Frames: a table as a viewer may see it, built once for all viewers that see the same.

use crate::person::Person;
use crate::plans::plans_of;
use crate::room::Room;
use crate::row::{channel, on_timeout};
use crate::server::{Server, seat_of};
use axum::extract::ws::Utf8Bytes;
use game::{Seat, SeatSet};
use protocol::{
    ChatMessage, Frame, Message, SeatInfo, SeatKind, SeatLink, Seen, Status, Steps, TableFrame, TableInfo,
};
use store::{ChatRow, SeatRow, TableRow};
use table::GameMillis;

/// How old the clocks in a frame may be that another viewer gets, in milliseconds.
const CLOCKS_AGE: GameMillis = 50;

/// The frames of the present state, by what they depend on.
#[derive(Default)]
pub(crate) struct FrameCache {
    epoch: u64,
    seq: u64,
    built_at: GameMillis,
    frames: Vec<(FrameKey, Utf8Bytes)>,
}

/// All that the frame of a state depends on: viewers with equal keys get the same text.
#[derive(Copy, Clone, PartialEq, Eq)]
struct FrameKey {
    own: SeatSet,
    hosting: bool,
    /// How many steps the viewer keeps.
    from: usize,
    /// The first chat message that is new to the viewer.
    chat: i64,
    fresh: bool,
}

impl Room {
    /// What a viewer has after the next frame, and what is new in it since `seen`; `None` if nothing is.
    fn news(&self, person: &Person, seen: Option<Seen>) -> Option<(Seen, FrameKey)> {
        let now = Seen {
            epoch: self.epoch,
            seq: self.seq,
            log: self.table.log().len(),
            chat: self.next_chat(),
            own: self.seats_of(&person.id),
            over: matches!(self.row.status, store::Status::Over | store::Status::Aborted),
        };
        if seen == Some(now) {
            return None;
        }
        // With another seat or at the end a viewer may read more of what was sent before: it is sent again.
        let known = seen.filter(|seen| (seen.epoch, seen.own, seen.over) == (now.epoch, now.own, now.over));
        let key = FrameKey {
            own: now.own,
            hosting: self.row.host == person.id,
            from: known.map_or(0, |seen| self.table.steps_within(seen.log)),
            chat: known.map_or(0, |seen| seen.chat),
            fresh: known.is_none(),
        };
        Some((now, key))
    }

    /// The table as a person may see it: what is new since `seen`, or `None` if nothing is.
    pub fn frame(&self, person: &Person, seen: Option<Seen>) -> Option<TableFrame> {
        let (now, key) = self.news(person, seen)?;
        Some(self.build_frame(now, key))
    }

    /// The same as the text of a message; viewers that see the same share it.
    pub fn frame_text(&mut self, person: &Person, seen: Option<Seen>) -> Option<(Seen, Utf8Bytes)> {
        let (now, key) = self.news(person, seen)?;
        let time = self.game_time();
        let cache = &self.frames;
        let current = (cache.epoch, cache.seq) == (self.epoch, self.seq)
            && time.saturating_sub(cache.built_at) <= CLOCKS_AGE;
        if !current {
            self.frames = FrameCache { epoch: self.epoch, seq: self.seq, built_at: time, frames: Vec::new() };
        }
        if let Some((_, text)) = self.frames.frames.iter().find(|(built, _)| *built == key) {
            return Some((now, text.clone()));
        }
        let message = Message::Frame(Box::new(self.build_frame(now, key)));
        let text: Utf8Bytes = serde_json::to_string(&message).expect("a frame is plain data").into();
        self.frames.frames.push((key, text.clone()));
        Some((now, text))
    }

    fn build_frame(&self, seen: Seen, key: FrameKey) -> TableFrame {
        let FrameKey { own, from, chat, fresh, .. } = key;
        let is_new = |row: &&ChatRow| row.index >= chat && self.may_read(own, seen.over, row);
        TableFrame {
            seen,
            table: self.info(own, key.hosting),
            game: Some(Frame::of(&self.table, own, self.game_time())),
            steps: Steps { from, added: self.table.steps_seen_by(own, from).collect() },
            chat: self.chat.iter().filter(is_new).map(message).collect(),
            fresh,
            watchers: self.watchers(),
        }
    }

    fn info(&self, own: SeatSet, hosting: bool) -> TableInfo {
        let mut info = describe(&self.server, &self.row, own, hosting);
        for (seat, row) in info.seats.iter_mut().zip(&self.row.seats) {
            seat.away = row.kind != store::SeatKind::Bot
                && row.user.as_deref().is_some_and(|user| !self.is_present(user));
        }
        let free = |row: &&SeatRow| matches!(row.kind, store::SeatKind::Open | store::SeatKind::Link);
        let link = |row: &SeatRow| {
            let seat = seat_of(row.seat);
            SeatLink { seat, token: self.server.tokens.seat(&self.row.id, seat, row.renewal) }
        };
        if hosting && self.row.status == store::Status::Waiting {
            info.links = self.row.seats.iter().filter(free).map(link).collect();
        }
        info
    }
}

/// A table in a list: with the seats that are to act, and the next deadline. Nothing is replayed for it.
pub(crate) fn list_entry(server: &Server, row: &TableRow, person: &Person) -> TableInfo {
    let own = crate::row::seats_of(row, &person.id);
    let mut info = describe(server, row, own, row.host == person.id);
    if row.status == store::Status::Playing {
        let seats = |bits: i64| Seat::all(game::MAX_SEATS as u8).filter(move |seat| bits >> seat.0 & 1 == 1);
        info.to_act = row.to_act.map(|bits| seats(bits).collect());
        info.due = row.due.map(|due| server.clock.unix(due).0);
    }
    info
}

/// A table around its game, as everybody may see it who may see it at all.
pub(crate) fn describe(server: &Server, row: &TableRow, own: SeatSet, hosting: bool) -> TableInfo {
    let rules = u32::try_from(row.rules_version).unwrap_or(0);
    let judged = server.kind(&row.game).is_some_and(|kind| kind.judges(rules));
    let seat = |row: &SeatRow| SeatInfo {
        kind: match row.kind {
            store::SeatKind::Open => SeatKind::Open,
            store::SeatKind::Link => SeatKind::Link,
            store::SeatKind::Person => SeatKind::Person,
            store::SeatKind::Screen => SeatKind::Screen,
            store::SeatKind::Bot => SeatKind::Bot,
        },
        name: row.name.clone(),
        bot: row.bot.clone(),
        waiting: !row.arrived,
        away: false,
        own: own.contains(seat_of(row.seat)),
        plans: if own.contains(seat_of(row.seat)) { plans_of(row) } else { Vec::new() },
    };
    TableInfo {
        id: row.id.clone(),
        game: row.game.clone(),
        options: serde_json::from_str(&row.options).unwrap_or_default(),
        clock: row.clock.parse().unwrap_or_default(),
        position: row.start_position.clone(),
        status: match row.status {
            store::Status::Waiting => Status::Waiting,
            store::Status::Playing => Status::Playing,
            store::Status::Over => Status::Over,
            store::Status::Aborted => Status::Aborted,
        },
        open: row.open,
        rated: row.rated,
        on_timeout: on_timeout(row),
        created: row.created.0,
        ended: row.ended.map(|ended| ended.0),
        places: row.places.as_deref().and_then(|places| serde_json::from_str(places).ok()),
        ended_by: row.ended_by.clone(),
        hosting,
        seats: row.seats.iter().map(seat).collect(),
        links: Vec::new(),
        previous: row.previous.clone(),
        next: row.next.clone(),
        outdated_rules: (!judged).then_some(rules),
        to_act: None,
        due: None,
    }
}

/// A stored message as it travels.
pub(crate) fn message(row: &ChatRow) -> ChatMessage {
    ChatMessage {
        at: row.at.0,
        seat: row.seat.map(seat_of),
        name: row.name.clone(),
        channel: channel(&row.channel),
        text: row.text.clone(),
    }
}
