//! Reading requests on a thread of their own, so that `stop` is seen during a search.

use super::protocol::Request;
use crate::input::Input;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};

/// A line that was read.
pub enum Received {
    /// A request, and the flag that is set when its search must stop.
    Request(Request, Arc<AtomicBool>),
    /// A line that is no request, with the error.
    Invalid(String),
}

/// How many requests are queued; beyond that the reader blocks, so that the input cannot fill the memory.
const QUEUE: usize = 1024;

/// Reads the standard input on a thread of its own. `stop`, `quit` and the end of the input stop all searches that were
/// requested before; `quit` and the end of the input also close the channel.
pub fn read_requests() -> Receiver<Received> {
    let (sender, receiver) = sync_channel(QUEUE);
    std::thread::spawn(move || {
        let mut input = Input::standard();
        let mut stop_flags: Vec<Arc<AtomicBool>> = Vec::new();
        let stop_all = |stop_flags: &mut Vec<Arc<AtomicBool>>| {
            stop_flags.drain(..).for_each(|stop| stop.store(true, Ordering::Relaxed));
        };
        while let Ok(Some(line)) = input.line() {
            if line.is_empty() {
                continue;
            }
            let stop = Arc::new(AtomicBool::new(false));
            let received = match serde_json::from_str(&line) {
                Ok(Request::Stop(_)) => {
                    stop_all(&mut stop_flags);
                    continue;
                }
                Ok(Request::Quit(_)) => break,
                Ok(request) => {
                    // A request that was answered has dropped its flag: this is the last reference.
                    stop_flags.retain(|stop| Arc::strong_count(stop) > 1);
                    stop_flags.push(Arc::clone(&stop));
                    Received::Request(request, stop)
                }
                Err(error) => Received::Invalid(error.to_string()),
            };
            let sent = match sender.try_send(received) {
                // The queue is full: stop the searches, so that the requests after them are read.
                Err(TrySendError::Full(received)) => {
                    stop_all(&mut stop_flags);
                    sender.send(received).is_ok()
                }
                sent => sent.is_ok(),
            };
            if !sent {
                break;
            }
        }
        stop_all(&mut stop_flags);
    });
    receiver
}
