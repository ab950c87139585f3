//! An external program that plays for a seat, over the engine protocol.

use super::tournament::{Limit, Tournament};
use crate::engine::{ActionList, Empty, Go, NewGame, PROTOCOL, Request};
use crate::input::Input;
use game::Seat;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How long after the time limit an answer is still accepted; then the game is forfeited.
const GRACE_PERIOD: Duration = Duration::from_secs(1);
/// How long a program may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an action may take if only the nodes are limited.
const NODES_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a program may take to exit.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How many unread lines of a program are buffered.
const MAX_PENDING_LINES: usize = 64;

/// A running program. Dropping it asks the program to quit, and kills it if it does not.
pub struct Program {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<String>,
}

/// Why a program forfeits, as a message.
pub type Reason = String;

impl Program {
    /// Starts the command line `PROGRAM ARGS`, and sends it the game and setting.
    pub fn start(command: &str, tournament: &Tournament, seed: u64) -> Result<Self, Reason> {
        let words = shlex::split(command).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(format!("`{command}` is no command line"));
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Its own process group, so that its child processes are killed with it.
            .process_group(0)
            .spawn();
        let mut child = child.map_err(|error| format!("{program} can't be started: {error}"))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no input or output"));
        };
        // Both pipes have threads of their own, so that a program that does not read, or does not stop writing, blocks
        // nothing else.
        let (requests, lines) = channel::<String>();
        std::thread::spawn(move || {
            lines.iter().try_for_each(|line| input.write_all(line.as_bytes()).and_then(|()| input.flush()))
        });
        let (sender, answers) = sync_channel(MAX_PENDING_LINES);
        std::thread::spawn(move || {
            let mut output = Input::new(output);
            while let Ok(Some(line)) = output.line() {
                if !line.is_empty() && sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = Program { child, requests, answers };
        program.handshake(tournament, seed)?;
        Ok(program)
    }

    fn handshake(&mut self, tournament: &Tournament, seed: u64) -> Result<(), Reason> {
        self.send(&Request::hello());
        let hello = self.answer("hello", Instant::now() + START_TIMEOUT)?;
        let version = &hello["hello"]["protocol"];
        if *version != PROTOCOL {
            return Err(format!("it speaks version {version} of the protocol, not {PROTOCOL}"));
        }
        self.send(&Request::New(NewGame {
            game: Some(tournament.game.info().id.to_owned()),
            seats: Some(tournament.setup.seats),
            options: Some(tournament.setup.options.clone()),
            seed: Some(seed),
            actions: Vec::new(),
        }));
        self.answer("position", Instant::now() + START_TIMEOUT).map(|_| ())
    }

    /// The action of `seat` after these entries; the error is the reason to forfeit.
    pub fn choose(&mut self, entries: &[String], seat: Seat, limit: Limit) -> Result<String, Reason> {
        let start = Instant::now();
        let mut go = Go { seat: Some(seat), ..Go::default() };
        let (time, end) = match limit {
            Limit::Time(time) => (time, start + time + GRACE_PERIOD),
            Limit::Nodes(_) => (NODES_TIMEOUT, start + NODES_TIMEOUT),
        };
        match limit {
            Limit::Time(_) => go.time = Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
        }
        self.send(&Request::Position(ActionList { actions: entries.to_vec() }));
        self.answer("position", end)?;
        self.send(&Request::Go(go));
        let answer = match self.receive("bestaction", start + time)? {
            Some(answer) => answer,
            None => {
                self.send(&Request::Stop(Empty {}));
                self.answer("bestaction", end)?
            }
        };
        let action = answer["bestaction"].as_str().ok_or_else(|| invalid_answer(&answer.to_string()))?;
        // Where several seats may act, an action stands after its seat.
        let prefix = format!("{seat} ");
        Ok(action.strip_prefix(&prefix).unwrap_or(action).to_owned())
    }

    fn send(&self, request: &Request) {
        let line = serde_json::to_string(request).expect("a request is plain data");
        // If the program has exited, waiting for its answer reports that.
        let _ = self.requests.send(line + "\n");
    }

    /// The next answer that has this field; fails if it does not come before `end`.
    fn answer(&mut self, field: &str, end: Instant) -> Result<Value, Reason> {
        self.receive(field, end)?.ok_or_else(|| format!("no {field} in time"))
    }

    /// The next answer that has this field; `None` if it does not come before `end`.
    fn receive(&mut self, field: &str, end: Instant) -> Result<Option<Value>, Reason> {
        loop {
            let line = match self.answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.exit_reason()),
            };
            let answer: Value = serde_json::from_str(&line).map_err(|_| invalid_answer(&line))?;
            if answer.get(field).is_some() {
                return Ok(Some(answer));
            }
            for refusal in ["error", "why"] {
                if let Some(why) = answer.get(refusal) {
                    return Err(format!("it answers: {}", shortened(&why.to_string())));
                }
            }
            if !answer.is_object() {
                return Err(invalid_answer(&line));
            }
            if Instant::now() >= end {
                return Ok(None);
            }
        }
    }

    /// Why a program closed its output.
    fn exit_reason(&mut self) -> Reason {
        match self.wait(EXIT_TIMEOUT) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    fn wait(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(1)),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.send(&Request::Quit(Empty {}));
        if self.wait(EXIT_TIMEOUT).is_some() {
            return;
        }
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // Errors mean that the program has already exited.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn invalid_answer(line: &str) -> Reason {
    format!("this is no answer: {}", shortened(line))
}

fn shortened(text: &str) -> String {
    let short: String = text.chars().take(200).collect();
    if short.len() < text.len() { short + "…" } else { short }
}
