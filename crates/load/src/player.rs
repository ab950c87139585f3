//! A player: one person with one cookie, who sits at one table after the other.

use crate::http::{HttpClient, Socket, with_cookie};
use crate::pace::Pace;
use crate::tally::Tally;
use crate::transcript::{Act, Transcript};
use anyhow::{Context as _, Result};
use futures_util::{SinkExt as _, StreamExt as _};
use game::Seat;
use protocol::{Done, Message as Received, Prompt, Refusal, Seen, Status, TableFrame, TableInfo, VERSION};
use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

/// What the players do at present.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// They take their seats.
    Gather,
    /// They play one game after the other.
    Play,
    /// They play the present games to their end.
    Finish,
    /// They wait for answers, and for what the others have done, and act no more.
    Settle,
    /// They disconnect.
    Leave,
}

/// One player.
pub struct Player {
    pub nodes: Arc<[HttpClient]>,
    /// The node that the player connects to.
    pub node: usize,
    pub cookie: Option<String>,
    pub pace: Arc<Pace>,
    pub phase: watch::Receiver<Phase>,
    /// Notified once all seats of the player's table are taken.
    pub seated: Option<mpsc::UnboundedSender<()>>,
    /// Whether this player asks for the rematch.
    pub asks_again: bool,
    /// Which game is the last one at this table.
    pub round: Arc<LastGame>,
    /// The number of the game, from 0.
    pub game: u64,
    pub keeps_transcript: bool,
    /// Counts the frames of all players.
    pub heard: Arc<AtomicU64>,
    pub rng: Xoshiro256PlusPlus,
    pub tally: Tally,
    pub transcripts: Vec<Transcript>,
}

/// The last game of a table, agreed upon by its players, so that none waits for one that has disconnected.
#[derive(Default)]
pub struct LastGame(AtomicU64);

impl LastGame {
    const CLOSED: u64 = u64::MAX;

    /// After this game another one is played; not if somebody has gone.
    fn goes_on_after(&self, game: u64) -> bool {
        let agreed = self.0.compare_exchange(game, game + 1, Ordering::SeqCst, Ordering::SeqCst);
        agreed.is_ok() || agreed == Err(game + 1)
    }

    /// This game was the last; not if another one has been asked for.
    fn ends_after(&self, game: u64) -> bool {
        let agreed = self.0.compare_exchange(game, Self::CLOSED, Ordering::SeqCst, Ordering::SeqCst);
        agreed.is_ok() || agreed == Err(Self::CLOSED)
    }
}

/// A player's time at one table, over as many connections as it takes.
struct TableSession {
    token: Option<String>,
    seen: Option<Seen>,
    frame: Option<Box<TableFrame>>,
    transcript: Transcript,
    /// What was sent and not answered, or is to be sent again.
    pending: Option<PendingAction>,
    /// The last prompt that was answered.
    answered: Option<u32>,
    /// What became of the last request other than an action.
    request: RequestState,
    /// Nothing is sent before.
    pause: Instant,
    /// Requests are numbered.
    next_id: u64,
}

struct PendingAction {
    seat: Seat,
    prompt: u32,
    action: String,
    first_sent: Instant,
    /// The number under which it was sent by this connection.
    id: Option<u64>,
    /// Whether an earlier connection sent it.
    again: bool,
}

/// What became of a request.
#[derive(Copy, Clone, PartialEq, Eq)]
enum RequestState {
    /// There is none.
    None,
    /// It was sent and is not answered.
    Sent,
    /// It is done; the next frame will show it.
    Done,
}

/// How a connection ends without an error.
enum End {
    /// There is another table.
    Next(String),
    /// Nothing is left to do.
    Enough,
}

impl Player {
    /// Sits at a table and those that follow it, until the crowd leaves.
    pub async fn play(mut self, table: String, token: Option<String>) -> Self {
        let (mut table, mut token) = (table, token);
        loop {
            let mut session = TableSession::new(&table, token.take());
            let end = self.play_table(&mut session).await;
            if self.keeps_transcript {
                session.transcript.cookie.clone_from(&self.cookie);
                self.transcripts.push(session.transcript);
            }
            match end {
                End::Next(next) => (table, self.game) = (next, self.game + 1),
                End::Enough => return self,
            }
        }
    }

    async fn play_table(&mut self, session: &mut TableSession) -> End {
        loop {
            let lost = match self.connect(session).await {
                Ok(end) => return end,
                Err(lost) => lost,
            };
            if *self.phase.borrow() == Phase::Leave {
                return End::Enough;
            }
            if lost.to_string() == FAULT {
                return End::Enough;
            }
            self.node = (self.node + 1) % self.nodes.len();
            sleep(Duration::from_millis(self.rng.random_range(10..50))).await;
        }
    }

    /// One connection, from opening to end; an error if it was lost.
    async fn connect(&mut self, session: &mut TableSession) -> Result<End> {
        let headers = with_cookie(self.cookie.as_ref());
        let opened = self.nodes[self.node].socket(&session.transcript.table, &headers).await;
        let (mut socket, cookie) = opened.inspect_err(|_| self.tally.failures += 1)?;
        self.cookie = self.cookie.take().or(cookie);
        session.on_reconnect();
        let enter = json!({"do": "enter", "version": VERSION, "token": session.token, "seen": session.seen});
        let outcome = match send(&mut socket, &enter).await {
            Ok(()) => self.exchange_messages(&mut socket, session).await,
            Err(error) => Err(error),
        };
        match outcome {
            // Only to be polite: the server finds out anyway.
            Ok(_) => drop(socket.close(None).await),
            Err(_) => self.tally.reconnects += 1,
        }
        outcome
    }

    async fn exchange_messages(&mut self, socket: &mut Socket, session: &mut TableSession) -> Result<End> {
        loop {
            if let Some(end) = self.next_step(socket, session).await? {
                return Ok(end);
            }
            let phase = *self.phase.borrow_and_update();
            let wants = session.wants_to_act(phase) && Instant::now() >= session.pause;
            tokio::select! {
                message = socket.next() => {
                    match message.context("the socket was closed")?? {
                        Message::Text(text) => self.receive(session, &text)?,
                        Message::Close(_) => anyhow::bail!("the server closed the socket"),
                        _ => {}
                    }
                }
                () = self.pace.leave(), if wants => self.act(socket, session).await?,
                changed = self.phase.changed() => changed?,
                () = sleep_until(session.pause), if Instant::now() < session.pause => {}
            }
        }
    }

    /// Does what needs no leave: sits down, sends again, asks for the next game, goes.
    async fn next_step(&mut self, socket: &mut Socket, session: &mut TableSession) -> Result<Option<End>> {
        let phase = *self.phase.borrow();
        if phase == Phase::Leave {
            return Ok(Some(End::Enough));
        }
        let Some(frame) = &session.frame else { return Ok(None) };
        let table = &frame.table;
        if table.status != Status::Waiting
            && let Some(seated) = self.seated.take()
        {
            // The crowd may have stopped counting.
            let _ = seated.send(());
        }
        match table.status {
            _ if Instant::now() < session.pause || session.request != RequestState::None => {}
            Status::Waiting if !has_sat_down(table) => {
                let token = session.token.clone().filter(|_| !is_invited(table));
                session.request(socket, json!({"do": "join", "token": token})).await?;
            }
            Status::Over if table.next.is_some() => return Ok(table.next.clone().map(End::Next)),
            // The answers are in; who settles stays, to hear what the others hear.
            Status::Over if phase == Phase::Settle => {}
            Status::Over if phase == Phase::Finish && self.round.ends_after(self.game) => {
                return Ok(Some(End::Enough));
            }
            Status::Over if self.asks_again && self.round.goes_on_after(self.game) => {
                session.request(socket, json!({"do": "rematch"})).await?;
            }
            Status::Playing => {
                if let Some(act) = &session.pending
                    && act.id.is_none()
                {
                    session.send_act(socket).await?;
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Chooses among the legal actions and sends one.
    async fn act(&mut self, socket: &mut Socket, session: &mut TableSession) -> Result<()> {
        let Some(prompt) = session.prompt() else { return Ok(()) };
        let choice = self.rng.random_range(0..prompt.actions.len());
        let act = PendingAction {
            seat: prompt.seat,
            prompt: prompt.prompt,
            action: prompt.actions[choice].clone(),
            first_sent: Instant::now(),
            id: None,
            again: false,
        };
        let remembered = Act { seat: act.seat, prompt: act.prompt, action: act.action.clone(), entry: None };
        if self.keeps_transcript {
            session.transcript.acts.push(remembered);
        }
        session.pending = Some(act);
        session.send_act(socket).await
    }

    fn receive(&mut self, session: &mut TableSession, text: &str) -> Result<()> {
        self.tally.bytes += text.len() as u64;
        let message = Received::read(text).map_err(|error| self.fault(format!("{error}: {text}")))?;
        match message {
            Received::Frame(mut frame) => {
                self.tally.frames += 1;
                self.heard.fetch_add(1, Ordering::Relaxed);
                let steps = std::mem::take(&mut frame.steps);
                if self.keeps_transcript {
                    session.transcript.follow(steps).map_err(|fault| self.fault(fault))?;
                }
                let over = matches!(frame.table.status, Status::Over | Status::Aborted);
                if over && !session.transcript.over {
                    session.transcript.over = true;
                    self.tally.finished += 1;
                }
                if session.request == RequestState::Done {
                    session.request = RequestState::None;
                }
                session.seen = Some(frame.seen);
                session.frame = Some(frame);
            }
            Received::Done(done) => self.done(session, done),
            Received::Refused { id, refusal } => self.refused(session, id, &refusal)?,
            Received::Hand(_) => {}
            Received::Closing { .. } => anyhow::bail!("the server shuts down"),
        }
        Ok(())
    }

    fn done(&mut self, session: &mut TableSession, done: Done) {
        let Some(act) = session.pending.take_if(|act| act.id == Some(done.id)) else {
            if session.request == RequestState::Sent {
                session.request = RequestState::Done;
            }
            if let (Some(next), Some(frame)) = (done.table, &mut session.frame) {
                frame.table.next = Some(next);
                session.request = RequestState::None;
            }
            return;
        };
        self.tally.repeated += u64::from(act.again);
        session.answered = Some(act.prompt);
        let micros = act.first_sent.elapsed().as_micros();
        self.tally.acknowledged.push(u32::try_from(micros).unwrap_or(u32::MAX));
        if let Some(last) = session.transcript.acts.last_mut() {
            last.entry = done.entry;
        }
    }

    fn refused(&mut self, session: &mut TableSession, id: u64, refusal: &Refusal) -> Result<()> {
        // With the id 0, the socket itself is refused.
        anyhow::ensure!(id != 0, "the socket is refused: {}", refusal.code);
        let code = refusal.code.to_string();
        let later = matches!(&*refusal.code, "too_many" | "not_saved" | "closing");
        let act = session.pending.as_mut().filter(|act| act.id == Some(id));
        match act {
            Some(act) if later => {
                act.id = None;
                session.pause = Instant::now() + Duration::from_millis(self.rng.random_range(100..300));
                self.tally.refuse(code);
            }
            Some(act) => {
                // What an earlier connection sent was done, and is not done again: that is as it should be.
                if act.again {
                    self.tally.repeated += 1;
                } else {
                    self.tally.refuse(code);
                }
                session.answered = Some(act.prompt);
                session.pending = None;
            }
            None => {
                session.request = RequestState::None;
                session.pause = Instant::now() + Duration::from_millis(100);
                self.tally.refuse(code);
            }
        }
        Ok(())
    }

    /// Something that no house should say: the player will not go on.
    fn fault(&mut self, what: String) -> anyhow::Error {
        self.tally.faults.push(what);
        anyhow::anyhow!(FAULT)
    }
}

const FAULT: &str = "the server sent something impossible";

impl TableSession {
    fn new(table: &str, token: Option<String>) -> Self {
        TableSession {
            token,
            seen: None,
            frame: None,
            transcript: Transcript { table: table.to_owned(), ..Transcript::default() },
            pending: None,
            answered: None,
            request: RequestState::None,
            pause: Instant::now(),
            next_id: 1,
        }
    }

    /// On a new connection: nothing that was asked before will be answered. The last frame stands until another comes.
    fn on_reconnect(&mut self) {
        self.request = RequestState::None;
        if let Some(act) = &mut self.pending {
            (act.id, act.again) = (None, true);
        }
    }

    /// What the player is asked and has not answered.
    fn prompt(&self) -> Option<&Prompt> {
        let frame = self.frame.as_ref().filter(|frame| frame.table.status == Status::Playing)?;
        let open = |prompt: &&Prompt| self.answered.is_none_or(|answered| prompt.prompt > answered);
        frame.game.as_ref()?.prompts.iter().filter(open).find(|prompt| !prompt.actions.is_empty())
    }

    fn wants_to_act(&self, phase: Phase) -> bool {
        let acts = matches!(phase, Phase::Play | Phase::Finish);
        acts && self.pending.is_none() && self.prompt().is_some()
    }

    async fn request(&mut self, socket: &mut Socket, mut request: Value) -> Result<()> {
        self.request = RequestState::Sent;
        request["id"] = self.number().into();
        send(socket, &request).await
    }

    async fn send_act(&mut self, socket: &mut Socket) -> Result<()> {
        let number = self.number();
        let Some(act) = &mut self.pending else { return Ok(()) };
        act.id = Some(number);
        let request =
            json!({"do": "act", "id": number, "seat": act.seat, "prompt": act.prompt, "action": act.action});
        send(socket, &request).await
    }

    fn number(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }
}

/// Whether the viewer has come to a seat.
fn has_sat_down(table: &TableInfo) -> bool {
    table.seats.iter().any(|seat| seat.own && !seat.waiting)
}

/// Whether a seat is kept for the viewer.
fn is_invited(table: &TableInfo) -> bool {
    table.seats.iter().any(|seat| seat.own && seat.waiting)
}

async fn send(socket: &mut Socket, request: &Value) -> Result<()> {
    Ok(socket.send(Message::Text(request.to_string().into())).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_who_has_gone() {
        let round = LastGame::default();
        assert!(round.goes_on_after(0) && round.goes_on_after(0));
        assert!(!round.ends_after(0), "another game was asked for");
        assert!(round.ends_after(1) && round.ends_after(1));
        assert!(!round.goes_on_after(1), "somebody has gone");
    }
}
