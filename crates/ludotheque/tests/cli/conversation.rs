//! A running command with piped input and output.

use crate::TIMEOUT;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// A conversation with a running command.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Conversation {
    pub fn begin(arguments: &str) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("ludotheque"))
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, answers) = channel();
        // A thread of its own, so that an answer that never comes fails the test instead of stopping it.
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Conversation { input: child.stdin.take(), child, answers }
    }

    pub fn say(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(text.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    pub fn answer(&self) -> String {
        self.answers.recv_timeout(TIMEOUT).expect("an answer, before anything else is said")
    }

    /// Closes the input.
    pub fn hang_up(&mut self) {
        drop(self.input.take());
    }

    /// Closes the input; checks that there is no more output and that the command succeeded.
    pub fn end(mut self) {
        self.hang_up();
        assert_eq!(self.answers.recv_timeout(TIMEOUT).ok(), None, "a word too many");
        assert!(self.child.wait().unwrap().success());
    }
}
