//! A program that plays for a seat, over the engine protocol.

use super::tournament::{Limit, Tournament};
use crate::engine::{Go, Moves, New, Nothing, PROTOCOL, Request};
use crate::input::Input;
use game::Seat;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// How much later than the limit an answer may come before the game is forfeited.
const GRACE: Duration = Duration::from_secs(1);
/// How long a program may take to start.
const START: Duration = Duration::from_secs(10);
/// How long it may take for an action where only its nodes are limited.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to end.
const FAREWELL: Duration = Duration::from_millis(500);
/// Lines that a program may be ahead of us.
const AHEAD: usize = 64;

/// A running program. It ends with its value: politely, or by force.
pub struct Program {
    child: Child,
    requests: Sender<String>,
    answers: Receiver<String>,
}

/// Why a program is sent away, in words.
pub type Why = String;

impl Program {
    /// Starts `PROGRAM ARGS` and tells it what is played.
    pub fn start(command: &str, tournament: &Tournament, seed: u64) -> Result<Self, Why> {
        let words = shlex::split(command).unwrap_or_default();
        let Some((program, arguments)) = words.split_first() else {
            return Err(format!("`{command}` is no command line"));
        };
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Its own group, so that what it starts ends with it.
            .process_group(0)
            .spawn();
        let mut child = child.map_err(|error| format!("{program} can't be started: {error}"))?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no input or output"));
        };
        // Both pipes on threads of their own: a program that does not read, or does not stop writing, holds nobody up.
        let (requests, lines) = channel::<String>();
        std::thread::spawn(move || {
            lines.iter().try_for_each(|line| input.write_all(line.as_bytes()).and_then(|()| input.flush()))
        });
        let (sender, answers) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let mut output = Input::new(output);
            while let Ok(Some(line)) = output.line() {
                if !line.is_empty() && sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = Program { child, requests, answers };
        program.greet(tournament, seed)?;
        Ok(program)
    }

    fn greet(&mut self, tournament: &Tournament, seed: u64) -> Result<(), Why> {
        self.ask(&Request::hello());
        let hello = self.answer("hello", Instant::now() + START)?;
        let version = &hello["hello"]["protocol"];
        if *version != PROTOCOL {
            return Err(format!("it speaks version {version} of the protocol, not {PROTOCOL}"));
        }
        self.ask(&Request::New(New {
            game: Some(tournament.game.info().id.to_owned()),
            seats: Some(tournament.setup.seats),
            options: Some(tournament.setup.options.clone()),
            seed: Some(seed),
            actions: Vec::new(),
        }));
        self.answer("position", Instant::now() + START).map(|_| ())
    }

    /// The action of `seat` after these entries.
    pub fn choose(&mut self, entries: &[String], seat: Seat, limit: Limit) -> Result<String, Why> {
        let start = Instant::now();
        let mut go = Go { seat: Some(seat), ..Go::default() };
        let (time, end) = match limit {
            Limit::Time(time) => (time, start + time + GRACE),
            Limit::Nodes(_) => (PATIENCE, start + PATIENCE),
        };
        match limit {
            Limit::Time(_) => go.time = Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            Limit::Nodes(nodes) => go.nodes = Some(nodes),
        }
        self.ask(&Request::Position(Moves { actions: entries.to_vec() }));
        self.answer("position", end)?;
        self.ask(&Request::Go(go));
        let answer = match self.hear("bestaction", start + time)? {
            Some(answer) => answer,
            None => {
                self.ask(&Request::Stop(Nothing {}));
                self.answer("bestaction", end)?
            }
        };
        let action = answer["bestaction"].as_str().ok_or_else(|| nonsense(&answer.to_string()))?;
        // Where several seats may act, an action stands after its seat.
        let prefix = format!("{seat} ");
        Ok(action.strip_prefix(&prefix).unwrap_or(action).to_owned())
    }

    fn ask(&self, request: &Request) {
        let line = serde_json::to_string(request).expect("a request is plain data");
        // Where nobody reads, the answer that does not come will tell.
        let _ = self.requests.send(line + "\n");
    }

    /// The next answer that has this field; it must come before `end`.
    fn answer(&mut self, field: &str, end: Instant) -> Result<Value, Why> {
        self.hear(field, end)?.ok_or_else(|| format!("no {field} in time"))
    }

    /// The same; nothing if it does not come in time.
    fn hear(&mut self, field: &str, end: Instant) -> Result<Option<Value>, Why> {
        loop {
            let line = match self.answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.last_words()),
            };
            let answer: Value = serde_json::from_str(&line).map_err(|_| nonsense(&line))?;
            if answer.get(field).is_some() {
                return Ok(Some(answer));
            }
            for refusal in ["error", "why"] {
                if let Some(why) = answer.get(refusal) {
                    return Err(format!("it answers: {}", shortened(&why.to_string())));
                }
            }
            if !answer.is_object() {
                return Err(nonsense(&line));
            }
            if Instant::now() >= end {
                return Ok(None);
            }
        }
    }

    /// How a program ended that has closed its output.
    fn last_words(&mut self) -> Why {
        match self.wait(FAREWELL) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        }
    }

    fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let end = Instant::now() + patience;
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
        self.ask(&Request::Quit(Nothing {}));
        if self.wait(FAREWELL).is_some() {
            return;
        }
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        // Whatever fails here fails because it is gone already.
        let _ = group.map(|group| kill_process_group(group, Signal::KILL));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn nonsense(line: &str) -> Why {
    format!("this is no answer: {}", shortened(line))
}

fn shortened(text: &str) -> String {
    let short: String = text.chars().take(200).collect();
    if short.len() < text.len() { short + "…" } else { short }
}
