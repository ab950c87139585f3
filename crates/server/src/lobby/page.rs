//! The socket of a page in the lobby.

use super::Page;
use super::here::HereGuard;
use crate::api::{ConnectionSlot, Visitor};
use crate::error::{ApiError, Result};
use crate::frames::list_entry;
use crate::limits::{IDLE_TIMEOUT, LARGEST_MESSAGE, PING_INTERVAL};
use crate::person::Person;
use crate::rate_limits::SocketPermit;
use crate::server::Server;
use crate::tokens::random_id;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Packet, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use protocol::{Command, LobbyMessage, Refusal, Request, SeekInfo, VERSION};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;
use store::{Filter, Status};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout};

/// The shortest time between two messages of what has changed.
const INTERVAL: Duration = Duration::from_millis(500);

/// How many tables with a seat for the person are told.
const CHALLENGES: u32 = 60;

/// `GET /api/lobby/socket`
pub(crate) async fn open(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let permit = server.rate_limits.open_socket(visitor.address, &visitor.person.id);
    let permit = permit.ok_or_else(Refusal::too_many)?;
    let upgrade = upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .read_buffer_size(2 << 10)
        .write_buffer_size(4 << 10)
        .on_failed_upgrade(|error| tracing::debug!(%error, "websocket upgrade failed"));
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _task = server.tasks.token();
        server.metrics.sockets.inc();
        let here = HereGuard::enter(&server, &visitor.person).await;
        let mut session = Session {
            version: server.lobby.version.subscribe(),
            server: server.clone(),
            socket,
            person: visitor.person,
            page: random_id(9),
            changed: Arc::new(Notify::new()),
            shown: HashMap::new(),
            friends: HashSet::new(),
            apart: HashSet::new(),
            last_received: Instant::now(),
            _connection: visitor.connection,
            permit,
            _here: here,
        };
        let end = session.serve().await;
        session.close(end).await;
        server.metrics.sockets.dec();
    }))
}

/// One page.
struct Session {
    server: Arc<Server>,
    socket: WebSocket,
    person: Person,
    page: String,
    changed: Arc<Notify>,
    version: watch::Receiver<u64>,
    /// What the page shows: by id, how many people are in it and who of them came last.
    shown: HashMap<String, (usize, String)>,
    friends: HashSet<String>,
    apart: HashSet<String>,
    last_received: Instant,
    _connection: Option<ConnectionSlot>,
    permit: SocketPermit,
    _here: HereGuard,
}

/// Why a socket ends.
enum End {
    Disconnected,
    Refused(Refusal),
    Closing(&'static str),
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
    async fn serve(&mut self) -> End {
        if let Err(end) = self.enter().await {
            return end;
        }
        let page = Page {
            user: self.person.id.clone(),
            changed: self.changed.clone(),
            paired: Vec::new(),
            challenged: true,
        };
        self.server.lobby.state().pages.insert(self.page.clone(), page);
        let end = self.run().await.err().unwrap_or(End::Disconnected);
        self.server.lobby.state().pages.remove(&self.page);
        // What was looked for here ends with it.
        self.server.withdraw_page(self.page.clone()).await;
        end
    }

    async fn enter(&mut self) -> std::result::Result<(), End> {
        let first = timeout(self.server.config.limits.enter_timeout, self.socket.recv()).await;
        let text = match first {
            Ok(Some(Ok(Packet::Text(text)))) => text,
            Ok(None | Some(Err(_) | Ok(Packet::Close(_)))) => return Err(End::Disconnected),
            _ => return Err(End::Refused(Refusal::bad_message())),
        };
        match Request::read(&text).map(|request| request.command) {
            Ok(Command::Enter { version: VERSION, .. }) => {}
            Ok(Command::Enter { .. }) => return Err(End::Refused(Refusal::outdated())),
            _ => return Err(End::Refused(Refusal::bad_message())),
        }
        self.read_people().await?;
        Ok(())
    }

    /// Whom the person may see here.
    async fn read_people(&mut self) -> Result<()> {
        self.apart = self.server.store.blocked_with(&self.person.id).await?;
        if self.person.has_account() {
            let friends = self.server.store.friends(&self.person.id).await?.friends;
            self.friends = friends.into_iter().map(|friend| friend.id).collect();
        }
        Ok(())
    }

    async fn run(&mut self) -> std::result::Result<(), End> {
        self.send(&LobbyMessage::Entered { page: self.page.clone() }).await?;
        self.version.borrow_and_update();
        self.send_lobby().await?;
        self.send_events().await?;
        let (mut dirty, mut next) = (false, Instant::now() + INTERVAL);
        let mut ping = tokio::time::interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        let shutdown = self.server.shutdown.clone().cancelled_owned();
        let logged_out = self.permit.disconnected().clone().cancelled_owned();
        tokio::pin!(shutdown, logged_out);
        loop {
            tokio::select! {
                packet = self.socket.recv() => match packet {
                    Some(Ok(Packet::Ping(_) | Packet::Pong(_))) => self.last_received = Instant::now(),
                    Some(Ok(Packet::Close(_)) | Err(_)) | None => return Err(End::Disconnected),
                    // A page has nothing to say here.
                    Some(Ok(_)) => return Err(End::Refused(Refusal::bad_message())),
                },
                changed = self.version.changed(), if !dirty => dirty = changed.is_ok(),
                () = tokio::time::sleep_until(next), if dirty => {
                    self.version.borrow_and_update();
                    self.send_lobby().await?;
                    (dirty, next) = (false, Instant::now() + INTERVAL);
                }
                () = self.changed.notified() => self.send_events().await?,
                _ = ping.tick() => {
                    if self.last_received.elapsed() > IDLE_TIMEOUT {
                        return Err(End::Disconnected);
                    }
                    self.socket.send(Packet::Ping(Default::default())).await?;
                }
                () = &mut shutdown => return Err(End::Closing("closing")),
                () = &mut logged_out => return Err(End::Closing("logged_out")),
            }
        }
    }

    /// Sends what has changed since the last time.
    async fn send_lobby(&mut self) -> std::result::Result<(), End> {
        let lobby = &self.server.lobby;
        let seeks = lobby.seeks(&self.person.id, &self.apart);
        let here = lobby.here(&self.person.id, &self.friends, &self.apart);
        let mark = |seek: &SeekInfo| {
            let last = seek.people.last().map(|person| person.name.clone()).unwrap_or_default();
            (seek.people.len() + usize::from(seek.own.is_some()) * 100, last)
        };
        let now: HashMap<String, (usize, String)> =
            seeks.iter().map(|seek| (seek.id.clone(), mark(seek))).collect();
        let gone: Vec<String> = self.shown.keys().filter(|id| !now.contains_key(*id)).cloned().collect();
        let added: Vec<SeekInfo> =
            seeks.into_iter().filter(|seek| self.shown.get(&seek.id) != now.get(&seek.id)).collect();
        self.shown = now;
        self.send(&LobbyMessage::Lobby { added, gone, here }).await
    }

    /// Sends what concerns this page or person alone.
    async fn send_events(&mut self) -> std::result::Result<(), End> {
        let (paired, challenged) = {
            let mut state = self.server.lobby.state();
            let Some(page) = state.pages.get_mut(&self.page) else { return Ok(()) };
            (std::mem::take(&mut page.paired), std::mem::take(&mut page.challenged))
        };
        for (seek, table) in paired {
            self.send(&LobbyMessage::Paired { seek, table }).await?;
        }
        if challenged {
            self.read_people().await?;
            let tables = self.server.challenges(&self.person).await?;
            self.send(&LobbyMessage::Challenges { tables }).await?;
        }
        Ok(())
    }

    async fn send(&mut self, message: &LobbyMessage) -> std::result::Result<(), End> {
        let text = serde_json::to_string(message).expect("a message is plain data");
        Ok(self.socket.send(Packet::Text(text.into())).await?)
    }

    async fn close(mut self, end: End) {
        let (code, reason, message) = match end {
            End::Disconnected => return,
            End::Refused(refusal) => {
                (close_code::POLICY, refusal.code.to_string(), LobbyMessage::Refused { refusal })
            }
            End::Closing(code) => {
                (close_code::AWAY, code.to_owned(), LobbyMessage::Closing { code: code.to_owned() })
            }
        };
        if self.send(&message).await.is_err() {
            return;
        }
        // The connection ends either way.
        let _ = self.socket.send(Packet::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
    }
}

impl Server {
    /// The tables at which a seat waits for a person who has not come yet.
    pub(crate) async fn challenges(&self, person: &Person) -> Result<Vec<protocol::TableInfo>> {
        let filter = Filter {
            status: Some(Status::Waiting),
            user: Some(person.id.clone()),
            limit: CHALLENGES,
            ..Filter::default()
        };
        let waits = |row: &&store::TableRow| {
            row.seats.iter().any(|seat| seat.user.as_ref() == Some(&person.id) && !seat.arrived)
        };
        let rows = self.store.tables(&filter).await?;
        Ok(rows.iter().filter(waits).map(|row| list_entry(self, row, person)).collect())
    }
}
