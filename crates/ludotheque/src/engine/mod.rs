//! The engine protocol, over which other programs play with a bot. `docs/protocol-engine.md` documents it.

mod protocol;
mod request_reader;
mod session;

pub use protocol::{ActionList, Empty, Go, NewGame, PROTOCOL, Request};
pub use request_reader::{Received, read_requests};
pub use session::Session;
