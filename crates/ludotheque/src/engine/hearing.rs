//! Listening while thinking: requests are read on a thread of their own.

use super::words::Request;
use crate::input::Input;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};

/// A line that was read.
pub enum Heard {
    /// A request, and whether its thought was told to end since.
    Request(Request, Arc<AtomicBool>),
    /// What is wrong with a line that is no request.
    Garbage(String),
}

/// Requests that wait; whoever sends more waits too, so that no input fills the memory.
const WAITING: usize = 1024;

/// Reads the standard input on a thread of its own. `stop`, `quit` and the end of the input end all thoughts that
/// were asked for before them; `quit` and the end also end what can be received.
pub fn listen() -> Receiver<Heard> {
    let (sender, heard) = sync_channel(WAITING);
    std::thread::spawn(move || {
        let mut input = Input::standard();
        let mut thoughts: Vec<Arc<AtomicBool>> = Vec::new();
        let end = |thoughts: &mut Vec<Arc<AtomicBool>>| {
            thoughts.drain(..).for_each(|stop| stop.store(true, Ordering::Relaxed));
        };
        while let Ok(Some(line)) = input.line() {
            if line.is_empty() {
                continue;
            }
            let stop = Arc::new(AtomicBool::new(false));
            let heard = match serde_json::from_str(&line) {
                Ok(Request::Stop(_)) => {
                    end(&mut thoughts);
                    continue;
                }
                Ok(Request::Quit(_)) => break,
                Ok(request) => {
                    // Those that were answered are only remembered here.
                    thoughts.retain(|stop| Arc::strong_count(stop) > 1);
                    thoughts.push(Arc::clone(&stop));
                    Heard::Request(request, stop)
                }
                Err(error) => Heard::Garbage(error.to_string()),
            };
            let sent = match sender.try_send(heard) {
                // Who asks so much does not wait for a thought; and what comes after it must be heard.
                Err(TrySendError::Full(heard)) => {
                    end(&mut thoughts);
                    sender.send(heard).is_ok()
                }
                sent => sent.is_ok(),
            };
            if !sent {
                break;
            }
        }
        end(&mut thoughts);
    });
    heard
}
