//! What one visitor may ask of the house.

use std::time::Duration;

/// To be added to whatever the owner wants in the log: the libraries named here would tell whole messages, with the
/// tokens of links in them.
pub const QUIET: &str = "tungstenite=warn,tokio_tungstenite=warn";

/// The largest message that a socket takes.
pub const LARGEST_MESSAGE: usize = 16 << 10;
/// The largest body that a request may have; records are the longest.
pub const LARGEST_BODY: usize = 256 << 10;
/// The longest word to the others.
pub const LONGEST_TALK: usize = 500;
/// The longest telling of what a hand is doing, in bytes.
pub const LONGEST_SHOW: usize = 400;
/// The longest expectation of what Nature will answer, in bytes.
pub const LONGEST_EXPECTATION: usize = 10_000;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;
/// The shortest and longest password.
pub const PASSWORD: std::ops::RangeInclusive<usize> = 8..=200;
/// The words of a table that are kept at hand.
pub const TALK_KEPT: usize = 200;
/// The tables at which one person may play at once.
pub const PLAYING_TABLES: usize = 300;
/// The tables that one person may keep waiting for others.
pub const WAITING_TABLES: usize = 30;
/// The analyses that one address may ask for at once.
pub const STUDIES: usize = 4;
/// The programs that one account may have.
pub const PROGRAMS: usize = 20;
/// How long one message may take to be sent.
pub const TIME_TO_SEND: Duration = Duration::from_secs(20);
/// How often a socket is asked whether it is still there.
pub const PING: Duration = Duration::from_secs(25);
/// After how long without a sign of life it is not.
pub const SILENCE: Duration = Duration::from_secs(80);
/// How long a table without anybody stays at hand.
pub const IDLE: Duration = Duration::from_secs(120);

/// What the owner of the house may change.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Sockets that one person may hold.
    pub sockets_per_person: usize,
    /// Sockets from one address, unless it is of this machine (a proxy, or the owner).
    pub sockets_per_address: usize,
    /// Requests a second from one address, on average.
    pub requests_per_second: u32,
    /// Commands a second by one socket, on average.
    pub commands_per_second: u32,
    /// All sockets.
    pub sockets: usize,
    /// How long the head of a request may take to arrive, and then its body.
    pub time_to_ask: Duration,
    /// How long a socket may take to say what it wants.
    pub time_to_enter: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets_per_person: 50,
            sockets_per_address: 500,
            requests_per_second: 30,
            commands_per_second: 20,
            sockets: 50_000,
            time_to_ask: Duration::from_secs(10),
            time_to_enter: Duration::from_secs(10),
        }
    }
}
