//! What the house keeps: people, tables, logs, talk and ratings, in SQLite or PostgreSQL. It knows no game and has no
//! clock: times are handed in.
//!
//! [`Store`] is the one door. Reads go to a few connections of their own. Every change goes through one queue to one
//! writer, which commits what waits together and answers when it is durable; [`Write`] is the hot one: an action.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> store::Result<()> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite://{}/house.db", folder.path().display());
//! let store = store::Store::open(&url).await?;
//! let closed = store.open_doors(1_000).await?;
//! assert_eq!(closed, 0);
//! store.heartbeat(2_000).await?;
//! assert_eq!(store.open_doors(5_000).await?, 3_000);
//! store.close().await;
//! # Ok(())
//! # }
//! ```

mod backend;
mod change;
mod copy;
mod error;
mod filter;
mod house;
mod insert;
mod log;
mod postgres;
mod rating;
mod schema;
mod sqlite;
mod store;
mod table;
mod user;
mod values;
mod write;
mod writer;

pub use backend::Backend;
pub use copy::Copied;
pub use error::{Error, Result};
pub use filter::Filter;
pub use log::{LogRow, TalkRow};
pub use rating::{RANKED_DEVIATION, Rating};
pub use store::Store;
pub use table::{SeatKind, SeatRow, Status, TableRow};
pub use user::{User, UserKind};
pub use write::Write;

/// A moment, in milliseconds since 1970; the caller's clock, never the store's.
pub type Millis = i64;
