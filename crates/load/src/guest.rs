//! A guest: one person with one cookie, who sits at one table after the other.

use crate::heard::{Done, Frame, Heard, Prompt, Refused, Status};
use crate::http::{House, Socket, with_cookie};
use crate::pace::Pace;
use crate::tally::Tally;
use crate::testimony::{Act, Testimony};
use anyhow::{Context as _, Result};
use futures_util::{SinkExt as _, StreamExt as _};
use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;

/// How far the crowd is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Everybody sits down.
    Gather,
    /// Games follow each other.
    Play,
    /// The games under way are played to their end.
    Finish,
    /// Everybody goes.
    Leave,
}

/// What every guest has.
pub struct Guest {
    pub house: House,
    pub cookie: Option<String>,
    pub pace: Arc<Pace>,
    pub phase: watch::Receiver<Phase>,
    /// Told once the guest sits at a table where all do.
    pub seated: Option<mpsc::UnboundedSender<()>>,
    /// Whether this one asks for the next game when one is over.
    pub asks_again: bool,
    /// What those of a table have agreed on.
    pub round: Arc<Round>,
    /// The number of the game, from 0.
    pub game: u64,
    pub remembers: bool,
    pub rng: Xoshiro256PlusPlus,
    pub tally: Tally,
    pub testimonies: Vec<Testimony>,
}

/// Which game those of a table play last: so that nobody waits for somebody who has gone.
#[derive(Default)]
pub struct Round(AtomicU64);

impl Round {
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

/// A guest's time at one table, over as many connections as it takes.
struct Sitting {
    token: Option<String>,
    seen: Option<Value>,
    frame: Option<Box<Frame>>,
    testimony: Testimony,
    /// What was sent and not answered, or is to be sent again.
    unanswered: Option<Unanswered>,
    /// The last prompt that was answered.
    settled: Option<u32>,
    /// What became of the last request other than an action.
    asked: Asked,
    /// Nothing is sent before.
    pause: Instant,
    /// Requests are numbered.
    next_id: u64,
}

struct Unanswered {
    seat: u8,
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
enum Asked {
    /// There is none, or all is known of it.
    Nothing,
    /// It waits for its answer.
    Waiting,
    /// It is done; the next frame will show it.
    Done,
}

/// How a visit ends well.
enum End {
    /// There is another table.
    Next(String),
    /// Nothing is left to do.
    Enough,
}

impl Guest {
    /// Sits at a table and those that follow it, until the crowd leaves.
    pub async fn play(mut self, table: String, token: Option<String>) -> Self {
        let (mut table, mut token) = (table, token);
        loop {
            let mut sitting = Sitting::new(&table, token.take());
            let end = self.stay(&mut sitting).await;
            if self.remembers {
                self.testimonies.push(sitting.testimony);
            }
            match end {
                End::Next(next) => (table, self.game) = (next, self.game + 1),
                End::Enough => return self,
            }
        }
    }

    async fn stay(&mut self, sitting: &mut Sitting) -> End {
        loop {
            let lost = match self.visit(sitting).await {
                Ok(end) => return end,
                Err(lost) => lost,
            };
            if *self.phase.borrow() == Phase::Leave {
                return End::Enough;
            }
            if lost.to_string() == FAULT {
                return End::Enough;
            }
            sleep(Duration::from_millis(self.rng.random_range(10..50))).await;
        }
    }

    /// One connection, from opening to end; an error if it was lost.
    async fn visit(&mut self, sitting: &mut Sitting) -> Result<End> {
        let headers = with_cookie(self.cookie.as_ref());
        let opened = self.house.socket(&sitting.testimony.table, &headers).await;
        let (mut socket, cookie) = opened.inspect_err(|_| self.tally.failures += 1)?;
        self.cookie = self.cookie.take().or(cookie);
        sitting.come_back();
        let enter = json!({"do": "enter", "token": sitting.token, "seen": sitting.seen});
        let outcome = match send(&mut socket, &enter).await {
            Ok(()) => self.converse(&mut socket, sitting).await,
            Err(error) => Err(error),
        };
        match outcome {
            // A courtesy: the house finds out anyway.
            Ok(_) => drop(socket.close(None).await),
            Err(_) => self.tally.reconnects += 1,
        }
        outcome
    }

    async fn converse(&mut self, socket: &mut Socket, sitting: &mut Sitting) -> Result<End> {
        loop {
            if let Some(end) = self.next_step(socket, sitting).await? {
                return Ok(end);
            }
            let phase = *self.phase.borrow_and_update();
            let wants = sitting.wants_to_act(phase) && Instant::now() >= sitting.pause;
            tokio::select! {
                message = socket.next() => {
                    match message.context("the socket was closed")?? {
                        Message::Text(text) => self.hear(sitting, &text)?,
                        Message::Close(_) => anyhow::bail!("the house closed the socket"),
                        _ => {}
                    }
                }
                () = self.pace.leave(), if wants => self.act(socket, sitting).await?,
                changed = self.phase.changed() => changed?,
                () = sleep_until(sitting.pause), if Instant::now() < sitting.pause => {}
            }
        }
    }

    /// Does what needs no leave: sits down, sends again, asks for the next game, goes.
    async fn next_step(&mut self, socket: &mut Socket, sitting: &mut Sitting) -> Result<Option<End>> {
        let phase = *self.phase.borrow();
        if phase == Phase::Leave {
            return Ok(Some(End::Enough));
        }
        let Some(frame) = &sitting.frame else { return Ok(None) };
        let table = &frame.table;
        if table.status != Status::Waiting
            && let Some(seated) = self.seated.take()
        {
            // The crowd may have stopped counting.
            let _ = seated.send(());
        }
        match table.status {
            _ if Instant::now() < sitting.pause || sitting.asked != Asked::Nothing => {}
            Status::Waiting if !table.has_sat_down() => {
                let token = sitting.token.clone().filter(|_| !table.is_invited());
                sitting.request(socket, json!({"do": "join", "token": token})).await?;
            }
            Status::Over if table.next.is_some() => return Ok(table.next.clone().map(End::Next)),
            Status::Over if phase >= Phase::Finish && self.round.ends_after(self.game) => {
                return Ok(Some(End::Enough));
            }
            Status::Over if self.asks_again && self.round.goes_on_after(self.game) => {
                sitting.request(socket, json!({"do": "rematch"})).await?;
            }
            Status::Playing => {
                if let Some(act) = &sitting.unanswered
                    && act.id.is_none()
                {
                    sitting.send_act(socket).await?;
                }
            }
            _ => {}
        }
        Ok(None)
    }

    /// Chooses among the legal actions and sends one.
    async fn act(&mut self, socket: &mut Socket, sitting: &mut Sitting) -> Result<()> {
        let Some(prompt) = sitting.prompt() else { return Ok(()) };
        let choice = self.rng.random_range(0..prompt.actions.len());
        let act = Unanswered {
            seat: prompt.seat,
            prompt: prompt.prompt,
            action: prompt.actions[choice].clone(),
            first_sent: Instant::now(),
            id: None,
            again: false,
        };
        let remembered = Act { seat: act.seat, prompt: act.prompt, action: act.action.clone(), entry: None };
        if self.remembers {
            sitting.testimony.acts.push(remembered);
        }
        sitting.unanswered = Some(act);
        sitting.send_act(socket).await
    }

    fn hear(&mut self, sitting: &mut Sitting, text: &str) -> Result<()> {
        self.tally.bytes += text.len() as u64;
        let heard = Heard::read(text).map_err(|error| self.fault(format!("{error}: {text}")))?;
        match heard {
            Heard::Frame(mut frame) => {
                self.tally.frames += 1;
                let line =
                    std::mem::replace(&mut frame.line, crate::heard::Line { from: 0, steps: Vec::new() });
                if self.remembers {
                    sitting.testimony.hear(line).map_err(|fault| self.fault(fault))?;
                }
                let over = matches!(frame.table.status, Status::Over | Status::Aborted);
                if over && !sitting.testimony.over {
                    sitting.testimony.over = true;
                    self.tally.finished += 1;
                }
                if sitting.asked == Asked::Done {
                    sitting.asked = Asked::Nothing;
                }
                sitting.seen = Some(std::mem::take(&mut frame.seen));
                sitting.frame = Some(frame);
            }
            Heard::Done(done) => self.done(sitting, done),
            Heard::Refused(refused) => self.refused(sitting, refused)?,
            Heard::Closing => anyhow::bail!("the house closes"),
        }
        Ok(())
    }

    fn done(&mut self, sitting: &mut Sitting, done: Done) {
        let Some(act) = sitting.unanswered.take_if(|act| act.id == Some(done.id)) else {
            if sitting.asked == Asked::Waiting {
                sitting.asked = Asked::Done;
            }
            if let (Some(next), Some(frame)) = (done.table, &mut sitting.frame) {
                frame.table.next = Some(next);
                sitting.asked = Asked::Nothing;
            }
            return;
        };
        sitting.settled = Some(act.prompt);
        let micros = act.first_sent.elapsed().as_micros();
        self.tally.acknowledged.push(u32::try_from(micros).unwrap_or(u32::MAX));
        if let Some(last) = sitting.testimony.acts.last_mut() {
            last.entry = done.entry;
        }
    }

    fn refused(&mut self, sitting: &mut Sitting, refused: Refused) -> Result<()> {
        // With the number 0, the whole socket is refused.
        anyhow::ensure!(refused.id != 0, "the socket is refused: {}", refused.code);
        let later = matches!(refused.code.as_str(), "too_many" | "not_saved" | "closing");
        let act = sitting.unanswered.as_mut().filter(|act| act.id == Some(refused.id));
        match act {
            Some(act) if later => {
                act.id = None;
                sitting.pause = Instant::now() + Duration::from_millis(self.rng.random_range(100..300));
                self.tally.refuse(refused.code);
            }
            Some(act) => {
                // What an earlier connection sent was done, and is not done again: that is as it should be.
                if act.again {
                    self.tally.repeated += 1;
                } else {
                    self.tally.refuse(refused.code);
                }
                sitting.settled = Some(act.prompt);
                sitting.unanswered = None;
            }
            None => {
                sitting.asked = Asked::Nothing;
                sitting.pause = Instant::now() + Duration::from_millis(100);
                self.tally.refuse(refused.code);
            }
        }
        Ok(())
    }

    /// Something that no house should say: the guest will not go on.
    fn fault(&mut self, what: String) -> anyhow::Error {
        self.tally.faults.push(what);
        anyhow::anyhow!(FAULT)
    }
}

const FAULT: &str = "the house is at fault";

impl Sitting {
    fn new(table: &str, token: Option<String>) -> Self {
        Sitting {
            token,
            seen: None,
            frame: None,
            testimony: Testimony { table: table.to_owned(), ..Testimony::default() },
            unanswered: None,
            settled: None,
            asked: Asked::Nothing,
            pause: Instant::now(),
            next_id: 1,
        }
    }

    /// On a new connection: nothing that was asked before will be answered. The last frame stands until another comes.
    fn come_back(&mut self) {
        self.asked = Asked::Nothing;
        if let Some(act) = &mut self.unanswered {
            (act.id, act.again) = (None, true);
        }
    }

    /// What the guest is asked and has not answered.
    fn prompt(&self) -> Option<&Prompt> {
        let frame = self.frame.as_ref().filter(|frame| frame.table.status == Status::Playing)?;
        let open = |prompt: &&Prompt| self.settled.is_none_or(|settled| prompt.prompt > settled);
        frame.frame.prompts.iter().filter(open).find(|prompt| !prompt.actions.is_empty())
    }

    fn wants_to_act(&self, phase: Phase) -> bool {
        phase > Phase::Gather && self.unanswered.is_none() && self.prompt().is_some()
    }

    async fn request(&mut self, socket: &mut Socket, mut request: Value) -> Result<()> {
        self.asked = Asked::Waiting;
        request["id"] = self.number().into();
        send(socket, &request).await
    }

    async fn send_act(&mut self, socket: &mut Socket) -> Result<()> {
        let number = self.number();
        let Some(act) = &mut self.unanswered else { return Ok(()) };
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

async fn send(socket: &mut Socket, request: &Value) -> Result<()> {
    Ok(socket.send(Message::Text(request.to_string().into())).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_for_who_has_gone() {
        let round = Round::default();
        assert!(round.goes_on_after(0) && round.goes_on_after(0));
        assert!(!round.ends_after(0), "another game was asked for");
        assert!(round.ends_after(1) && round.ends_after(1));
        assert!(!round.goes_on_after(1), "somebody has gone");
    }
}
