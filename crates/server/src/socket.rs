//! A socket: one viewer of one table.
//!
//! It waits for messages of the person and for changes of the table. Frames are made when they are sent, relative to
//! what was sent before: a slow reader gets fewer of them, never an old or a queued one.

use crate::api::Visitor;
use crate::house::House;
use crate::limits::{LARGEST_MESSAGE, PING, SILENCE, TIME_TO_SEND};
use crate::person::Person;
use crate::protocol::{Command, Given, Message, Refusal, Request, Seen};
use crate::refusal::Result;
use crate::visits::Admission;
use axum::extract::ws::{CloseFrame, Message as Packet, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{Notify, OwnedSemaphorePermit};
use tokio::time::{Instant, timeout};

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let admission = house.visits.admit(visitor.address, &visitor.person.id).ok_or_else(Refusal::too_many)?;
    // Small buffers: thousands of sockets are open, and most of them are silent.
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(2 << 10)
        .write_buffer_size(0)
        .on_failed_upgrade(|error| tracing::debug!(%error, "a socket was not opened"));
    Ok(upgrade.on_upgrade(move |socket| async move {
        // Whoever closes the house waits until this one has been told.
        let _under_way = house.errands.token();
        house.metrics.sockets.inc();
        let mut viewer = Viewer::new(house.clone(), socket, visitor, id, admission);
        let end = viewer.serve().await;
        viewer.part(end).await;
        house.metrics.sockets.dec();
    }))
}

struct Viewer {
    house: Arc<House>,
    socket: WebSocket,
    person: Person,
    table: String,
    number: u64,
    changed: Arc<Notify>,
    seen: Option<Seen>,
    /// How many doings of hands have been passed on.
    shown: u64,
    rate: DefaultDirectRateLimiter,
    heard: Instant,
    _place: Option<Arc<OwnedSemaphorePermit>>,
    admission: Admission,
}

/// Why a socket ends.
enum End {
    /// The person is gone.
    Gone,
    /// The person is refused.
    Refused(Refusal),
    /// The house closes.
    Closing,
    /// The person has logged out everywhere.
    LoggedOut,
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> Self {
        End::Gone
    }
}

impl Viewer {
    fn new(
        house: Arc<House>,
        socket: WebSocket,
        visitor: Visitor,
        table: String,
        admission: Admission,
    ) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let limit = NonZeroU32::new(house.rules.limits.commands_per_second).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(limit).allow_burst(limit.saturating_add(limit.get()));
        Viewer {
            house,
            socket,
            person: visitor.person,
            table,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            changed: Arc::new(Notify::new()),
            seen: None,
            shown: 0,
            rate: RateLimiter::direct(quota),
            heard: Instant::now(),
            _place: visitor.place,
            admission,
        }
    }

    async fn serve(&mut self) -> End {
        match self.enter().await {
            Ok(()) => {}
            Err(end) => return end,
        }
        let end = self.stay().await.err().unwrap_or(End::Gone);
        // Whatever the reason, the others see that this one has gone.
        if let Ok(mut room) = self.house.hold(&self.table).await {
            room.dismiss(self.number);
        }
        end
    }

    async fn enter(&mut self) -> std::result::Result<(), End> {
        let time = self.house.rules.limits.time_to_enter;
        let first = async {
            loop {
                match self.socket.recv().await {
                    Some(Ok(Packet::Text(text))) => return Ok(text),
                    Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => {}
                    Some(Ok(Packet::Binary(_))) => return Err(End::Refused(Refusal::bad_message())),
                    Some(Ok(Packet::Close(_)) | Err(_)) | None => return Err(End::Gone),
                }
            }
        };
        let Ok(text) = timeout(time, first).await else {
            return Err(End::Refused(Refusal::bad_message()));
        };
        let request: Request =
            serde_json::from_str(&text?).map_err(|_| End::Refused(Refusal::bad_message()))?;
        let Command::Enter { token, seen } = request.command else {
            return Err(End::Refused(Refusal::bad_message()));
        };
        self.look(token.as_deref()).await.map_err(End::Refused)?;
        self.seen = seen;
        self.heard = Instant::now();
        self.send(&Message::Done { id: request.id, given: Given::default() }).await?;
        self.changed.notify_one();
        Ok(())
    }

    /// Comes to the table.
    async fn look(&mut self, token: Option<&str>) -> Result<()> {
        let mut room = self.house.hold(&self.table).await?;
        if !room.may_look(&self.person, token) {
            return Err(Refusal::no_table());
        }
        room.admit(self.number, &self.person, self.changed.clone());
        Ok(())
    }

    async fn stay(&mut self) -> std::result::Result<(), End> {
        let mut ping = tokio::time::interval_at(Instant::now() + PING, PING);
        let closing = self.house.closing.clone();
        let sent_home = self.admission.over().clone();
        loop {
            tokio::select! {
                packet = self.socket.recv() => match packet {
                    None => return Err(End::Gone),
                    Some(packet) => self.receive(packet?).await?,
                },
                () = self.changed.notified() => self.show().await?,
                _ = ping.tick() => {
                    if self.heard.elapsed() > SILENCE {
                        return Err(End::Gone);
                    }
                    self.transmit(Packet::Ping(Default::default())).await?;
                }
                () = closing.cancelled() => return Err(End::Closing),
                () = sent_home.cancelled() => return Err(End::LoggedOut),
            }
        }
    }

    async fn receive(&mut self, packet: Packet) -> std::result::Result<(), End> {
        self.heard = Instant::now();
        let text = match packet {
            Packet::Text(text) => text,
            Packet::Ping(_) | Packet::Pong(_) => return Ok(()),
            Packet::Binary(_) => return Err(End::Refused(Refusal::bad_message())),
            Packet::Close(_) => return Err(End::Gone),
        };
        let request = serde_json::from_str::<Request>(&text);
        let id = request.as_ref().map_or(0, |request| request.id);
        let answer = match request {
            _ if self.rate.check().is_err() => self.house.count(Err(Refusal::too_many())),
            Ok(request) => self.house.perform(&self.table, &self.person, request.command).await,
            Err(_) => self.house.count(Err(Refusal::bad_message())),
        };
        let message = match answer {
            Ok(given) => Message::Done { id, given },
            Err(refusal) => Message::Refused { id, refusal },
        };
        self.send(&message).await
    }

    /// Sends what is new.
    async fn show(&mut self) -> std::result::Result<(), End> {
        let (frame, shown) = match self.house.hold(&self.table).await {
            Ok(room) => (room.frame(&self.person, self.seen), room.shown(&self.person, &mut self.shown)),
            // The store is in trouble: the next change will bring the truth.
            Err(refusal) => return Err(End::Refused(refusal)),
        };
        if let Some(frame) = frame {
            self.seen = Some(frame.seen);
            self.house.metrics.frames.inc();
            self.send(&Message::Frame(Box::new(frame))).await?;
        }
        if let Some(shown) = shown {
            self.send(&Message::Shown(shown)).await?;
        }
        Ok(())
    }

    async fn send(&mut self, message: &Message) -> std::result::Result<(), End> {
        let text = serde_json::to_string(message).expect("a message is plain data");
        self.transmit(Packet::Text(text.into())).await
    }

    /// A reader that takes nothing for long is gone.
    async fn transmit(&mut self, packet: Packet) -> std::result::Result<(), End> {
        match timeout(TIME_TO_SEND, self.socket.send(packet)).await {
            Ok(sent) => Ok(sent?),
            Err(_) => Err(End::Gone),
        }
    }

    async fn part(mut self, end: End) {
        let (code, reason) = match &end {
            End::Gone => return,
            End::Refused(refusal) => (close_code::POLICY, refusal.code),
            End::Closing => (close_code::AWAY, "closing"),
            End::LoggedOut => (close_code::AWAY, "logged_out"),
        };
        if let End::Refused(refusal) = end {
            tracing::debug!(table = self.table, code = refusal.code, "a socket is refused");
            let refusal = Message::Refused { id: 0, refusal };
            if self.send(&refusal).await.is_err() {
                return;
            }
        } else if self.send(&Message::Closing { code: reason }).await.is_err() {
            return;
        }
        let close = Packet::Close(Some(CloseFrame { code, reason: reason.into() }));
        // It is closed either way.
        let _ = self.transmit(close).await;
    }
}
