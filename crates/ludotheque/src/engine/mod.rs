//! The engine protocol: programs that play, over pipes. `docs/protocol-engine.md` explains it to their authors.

mod hearing;
mod session;
mod words;

pub use hearing::{Heard, listen};
pub use session::Session;
pub use words::{Go, Moves, New, Nothing, PROTOCOL, Request};
