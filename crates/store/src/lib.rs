//! The database of the server: people, tables, logs, chats, ratings, friends and seeks, in SQLite or PostgreSQL. It knows no game and
//! reads no clock: the caller passes the time.
//!
//! [`Store`] is the only way in. Reads use a few connections of their own. Every change goes through one queue to one
//! writer, which commits what is queued in one transaction and answers when it is durable. [`Write`], the change that an
//! action makes, is the frequent one: it states the version of the table's row that it is based on, and is refused if
//! another version is stored.
//!
//! Several servers may use one PostgreSQL database: each is a node that beats ([`Store::beat`]) in a row of its own.
//!
//! Clocks stand still while the server is closed: the start of a table and its deadlines are in play time
//! ([`PlayMillis`]), which [`Store::resume_clocks`] sets back at the start by the time for which the server was closed.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> store::Result<()> {
//! # use store::{PlayMillis, UnixMillis};
//! # let folder = tempfile::tempdir().unwrap();
//! # let url = format!("sqlite://{}/house.db", folder.path().display());
//! let store = store::Store::open(&url).await?;
//! store.resume_clocks(UnixMillis(1_000)).await?;
//! store.heartbeat(UnixMillis(2_000)).await?;
//! store.close().await;
//! // Later:
//! let store = store::Store::open(&url).await?;
//! let resumed = store.resume_clocks(UnixMillis(5_000)).await?;
//! assert_eq!(resumed.closed_for, 3_000);
//! assert_eq!(UnixMillis(5_000).to_play(resumed.paused), PlayMillis(2_000));
//! store.close().await;
//! # Ok(())
//! # }
//! ```

mod attempt;
mod backend;
mod bulk;
mod care;
mod change;
mod copy;
mod error;
mod expiry;
mod file_lock;
mod filter;
mod house;
mod log;
mod node;
mod people;
mod postgres;
mod rating;
mod relation;
mod schema;
mod seat;
mod seek;
mod sqlite;
mod statement;
mod store;
mod table;
mod time;
mod user;
mod values;
mod word;
mod write;
mod writer;

pub use backend::Backend;
pub use care::{Device, Email, HostAction, MailLink, Pair, Report, Sanction, SanctionKind, Subscription};
pub use copy::Copied;
pub use error::{Error, Result};
pub use filter::Filter;
pub use house::Resumed;
pub use log::{ChatRow, LogRow};
pub use node::{Beat, Beaten};
pub use people::{Friends, PresenceShown, Standing};
pub use rating::{RANKED_DEVIATION, Rating, RatingChange};
pub use seat::{SeatKind, SeatRow};
pub use seek::{SeekRow, Seeker};
pub use sqlite::create_private_folder;
pub use store::Store;
pub use table::{Status, TableRow};
pub use time::{PlayMillis, UnixMillis};
pub use user::{User, UserKind};
pub use write::{Progress, Write};
