//! A socket: one viewer of one table.
//!
//! It waits for requests of the client and for changes of the table. Frames are made when they are sent, relative to the
//! last one sent: a slow client gets fewer frames, never an old or a queued one.

use crate::api::{ConnectionSlot, Visitor};
use crate::archive;
use crate::care::Hidden;
use crate::clock::unix_micros;
use crate::error::{ApiError, Result};
use crate::limits::{IDLE_TIMEOUT, LARGEST_MESSAGE, PING_INTERVAL};
use crate::person::Person;
use crate::rate_limits::SocketPermit;
use crate::server::{RoomGuard, Server};
use axum::extract::ws::{CloseFrame, Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::{FutureExt as _, SinkExt as _};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use protocol::{Command, Done, Hand, Message, Refusal, Request, Seen, VERSION};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

/// `GET /api/tables/{id}/socket`
pub(crate) async fn open(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    if server.cut_off().is_cancelled() {
        return Err(Refusal::closing().into());
    }
    let device = visitor.person.device.as_deref();
    let permit = server.rate_limits.open_socket(visitor.address, &visitor.person.id, device);
    let permit = permit.ok_or_else(Refusal::too_many)?;
    server.load_hushes(&visitor.person).await?;
    // Small buffers: thousands of sockets are open, and most of them are silent.
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(2 << 10)
        .write_buffer_size(4 << 10)
        .on_failed_upgrade(|error| tracing::debug!(%error, "websocket upgrade failed"));
    Ok(upgrade.on_upgrade(move |socket| async move {
        // Shutdown waits until this client has been told.
        let _task = server.tasks.token();
        server.metrics.sockets.inc();
        let mut session = Session::new(server.clone(), socket, visitor, id, permit);
        let end = session.serve().await;
        session.close(end).await;
        server.metrics.sockets.dec();
    }))
}

/// One connection of a client to a table.
struct Session {
    server: Arc<Server>,
    socket: WebSocket,
    person: Person,
    table: String,
    number: u64,
    changed: Arc<Notify>,
    seen: Option<Seen>,
    /// How many movements of hands have been passed on.
    hands_seen: u64,
    /// The version of the table that another node wrote, and whose frame was sent last.
    told_seen: i64,
    /// Limits requests other than actions, and actions that are refused.
    commands: DefaultDirectRateLimiter,
    /// Limits actions.
    actions: DefaultDirectRateLimiter,
    /// Whether the last request was refused beyond the limit: then actions are limited like other requests.
    refused_too_often: bool,
    last_received: Instant,
    _connection: Option<ConnectionSlot>,
    permit: SocketPermit,
    /// Whose talk the viewer does not read, as of the last frame.
    hidden: Hidden,
}

/// What a viewer has not been sent yet.
#[derive(Default)]
struct News {
    frame: Option<(Seen, Utf8Bytes)>,
    hand: Option<Hand>,
    /// When another node committed what the frame is the first to show, in microseconds since 1970.
    committed: Option<u64>,
}

/// Why a socket ends.
enum End {
    /// The client has disconnected.
    Disconnected,
    /// The client is refused.
    Refused(Refusal),
    /// The server shuts down.
    Shutdown,
    /// The person has logged out everywhere.
    LoggedOut,
}

impl From<axum::Error> for End {
    fn from(_: axum::Error) -> Self {
        End::Disconnected
    }
}

impl From<ApiError> for End {
    fn from(ApiError(refusal): ApiError) -> Self {
        End::Refused(refusal)
    }
}

impl Session {
    fn new(
        server: Arc<Server>,
        socket: WebSocket,
        visitor: Visitor,
        table: String,
        permit: SocketPermit,
    ) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let limiter = |per_second: u32| {
            let limit = NonZeroU32::new(per_second).unwrap_or(NonZeroU32::MIN);
            RateLimiter::direct(Quota::per_second(limit).allow_burst(limit.saturating_add(limit.get())))
        };
        let limits = &server.config.limits;
        Session {
            hidden: server.care.hushes.of(&visitor.person.id),
            commands: limiter(limits.commands_per_second),
            actions: limiter(limits.actions_per_second),
            refused_too_often: false,
            server,
            socket,
            person: visitor.person,
            table,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            changed: Arc::new(Notify::new()),
            seen: None,
            hands_seen: 0,
            told_seen: 0,
            last_received: Instant::now(),
            _connection: visitor.connection,
            permit,
        }
    }

    async fn serve(&mut self) -> End {
        match self.enter().await {
            Ok(()) => {}
            Err(end) => return end,
        }
        let end = self.run().await.err().unwrap_or(End::Disconnected);
        // The client is told why without waiting for the room, which may wait for the store.
        let (server, number) = (self.server.clone(), self.number);
        if let Some(room) = server.room_in_memory(&self.table) {
            server.spawn_tracked(async move { room.lock_owned().await.remove_viewer(number) });
        }
        end
    }

    /// Waits for the first message and subscribes to the table.
    async fn enter(&mut self) -> std::result::Result<(), End> {
        let first = async {
            loop {
                match self.socket.recv().await {
                    Some(Ok(Packet::Text(text))) => return Ok(text),
                    Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => {}
                    Some(Ok(Packet::Binary(_))) => return Err(End::Refused(Refusal::bad_message())),
                    Some(Ok(Packet::Close(_)) | Err(_)) | None => return Err(End::Disconnected),
                }
            }
        };
        let Ok(text) = timeout(self.server.config.limits.enter_timeout, first).await else {
            return Err(End::Refused(Refusal::bad_message()));
        };
        let request: Request = Request::read(&text?).map_err(|_| End::Refused(Refusal::bad_message()))?;
        let Command::Enter { version, token, seen } = request.command else {
            return Err(End::Refused(Refusal::bad_message()));
        };
        if version != VERSION {
            return Err(End::Refused(Refusal::outdated()));
        }
        match self.subscribe(token.as_deref()).await {
            Err(ApiError(refusal)) if refusal.code == "other_rules" => {
                let frame = archive::frame(&self.server, &self.table, &self.person, token.as_deref()).await?;
                self.send(&done(request.id)).await?;
                self.send(&Message::Frame(Box::new(frame))).await?;
            }
            subscribed => {
                subscribed?;
                self.seen = seen;
                self.send(&done(request.id)).await?;
                self.changed.notify_one();
            }
        }
        self.last_received = Instant::now();
        Ok(())
    }

    async fn subscribe(&mut self, token: Option<&str>) -> Result<()> {
        let mut room = self.server.room(&self.table).await?;
        if !room.may_look(&self.person, token) {
            return Err(Refusal::no_table().into());
        }
        room.add_viewer(self.number, &self.person, self.changed.clone());
        Ok(())
    }

    async fn run(&mut self) -> std::result::Result<(), End> {
        let mut ping = tokio::time::interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        let shutdown = self.server.shutdown.clone().cancelled_owned();
        let cut_off = self.server.cut_off().cancelled_owned();
        let logged_out = self.permit.closed();
        tokio::pin!(shutdown, cut_off, logged_out);
        loop {
            tokio::select! {
                packet = self.socket.recv() => match packet {
                    None => return Err(End::Disconnected),
                    Some(packet) => self.receive(packet?).await?,
                },
                () = self.changed.notified() => {
                    let news = self.news(None).await?;
                    self.queue_news(news).await?;
                    self.flush().await?;
                }
                _ = ping.tick() => {
                    if self.last_received.elapsed() > IDLE_TIMEOUT {
                        return Err(End::Disconnected);
                    }
                    self.queue(Packet::Ping(Default::default())).await?;
                    self.flush().await?;
                }
                () = &mut shutdown => return Err(End::Shutdown),
                () = &mut cut_off => return Err(End::Shutdown),
                () = &mut logged_out => return Err(End::LoggedOut),
            }
        }
    }

    async fn receive(&mut self, packet: Packet) -> std::result::Result<(), End> {
        self.last_received = Instant::now();
        let text = match packet {
            Packet::Text(text) => text,
            Packet::Ping(_) | Packet::Pong(_) => return Ok(()),
            Packet::Binary(_) => return Err(End::Refused(Refusal::bad_message())),
            Packet::Close(_) => return Err(End::Disconnected),
        };
        let request = Request::read(&text);
        let id = request.as_ref().map_or(0, |request| request.id);
        let (answer, room) = match request {
            Ok(request) if self.is_allowed(&request.command) => {
                self.server.perform(&self.table, &self.person, request.command).await
            }
            Err(_) if self.commands.check().is_ok() => (Err(Refusal::bad_message().into()), None),
            _ => (Err(Refusal::too_many().into()), None),
        };
        let answer = self.server.count(answer);
        let message = match answer {
            Ok(done) => {
                self.refused_too_often = false;
                Message::Done(Done { id, ..done })
            }
            Err(ApiError(refusal)) => {
                // A refused action counts like any other request.
                self.refused_too_often = self.commands.check().is_err();
                Message::Refused { id, refusal }
            }
        };
        let text = serde_json::to_string(&message).expect("a message is plain data");
        // The frame that follows from the request goes out with the answer; the room's notice of it is not needed.
        let _ = self.changed.notified().now_or_never();
        let news = self.news(room).await;
        self.queue(Packet::Text(text.into())).await?;
        self.queue_news(news?).await?;
        self.flush().await
    }

    /// Whether a request is within its rate limit. Actions have a limit far beyond any game's tempo; those that are
    /// refused count like other requests.
    fn is_allowed(&self, command: &Command) -> bool {
        match command {
            Command::Act { .. } if !self.refused_too_often => self.actions.check().is_ok(),
            _ => self.commands.check().is_ok(),
        }
    }

    /// What is new for the viewer in the room, which the caller may have locked already; it is unlocked here.
    async fn news(&mut self, locked: Option<RoomGuard>) -> std::result::Result<News, End> {
        let room = match locked {
            Some(mut room) => room.reload_if_stale().await.map(|()| room),
            None => self.server.room(&self.table).await,
        };
        match room {
            Ok(mut room) => {
                let hidden = self.server.care.hushes.of(&self.person.id);
                if hidden != self.hidden {
                    // Everything is sent again.
                    (self.hidden, self.seen) = (hidden, None);
                }
                let frame = room.frame_text(&self.person, self.seen);
                let committed = room.told.filter(|(version, _)| self.told_seen < *version);
                self.told_seen = committed.map_or(self.told_seen, |(version, _)| version);
                let hand = room.hand(&self.person, &mut self.hands_seen);
                Ok(News { frame, hand, committed: committed.map(|(_, at)| at) })
            }
            Err(ApiError(refusal)) if refusal.code == "other_rules" => Ok(News::default()),
            // The store fails: the client reconnects and gets the truth.
            Err(error) => Err(error.into()),
        }
    }

    async fn queue_news(&mut self, news: News) -> std::result::Result<(), End> {
        if let Some((seen, text)) = news.frame {
            self.seen = Some(seen);
            self.server.metrics.frames.inc();
            self.queue(Packet::Text(text)).await?;
            if let Some(committed) = news.committed {
                let since = unix_micros().saturating_sub(committed);
                self.server.metrics.told_seconds.observe(since as f64 / 1e6);
            }
        }
        if let Some(hand) = news.hand {
            let text = serde_json::to_string(&Message::Hand(hand)).expect("a message is plain data");
            self.queue(Packet::Text(text.into())).await?;
        }
        Ok(())
    }

    async fn send(&mut self, message: &Message) -> std::result::Result<(), End> {
        let text: Utf8Bytes = serde_json::to_string(message).expect("a message is plain data").into();
        self.queue(Packet::Text(text)).await?;
        self.flush().await
    }

    async fn queue(&mut self, packet: Packet) -> std::result::Result<(), End> {
        Ok(self.socket.feed(packet).await?)
    }

    async fn flush(&mut self) -> std::result::Result<(), End> {
        Ok(self.socket.flush().await?)
    }

    async fn close(mut self, end: End) {
        let (code, reason) = match &end {
            End::Disconnected => return,
            End::Refused(refusal) => (close_code::POLICY, refusal.code.to_string()),
            End::Shutdown => (close_code::AWAY, "closing".to_owned()),
            End::LoggedOut => (close_code::AWAY, "logged_out".to_owned()),
        };
        let message = match end {
            End::Refused(refusal) => {
                tracing::debug!(table = self.table, code = &*refusal.code, "socket refused");
                Message::Refused { id: 0, refusal }
            }
            _ => Message::Closing { code: reason.clone() },
        };
        if self.send(&message).await.is_err() {
            return;
        }
        let frame = Packet::Close(Some(CloseFrame { code, reason: reason.into() }));
        // The connection ends either way.
        let _ = self.socket.send(frame).await;
    }
}

fn done(id: u64) -> Message {
    Message::Done(Done { id, ..Done::default() })
}
