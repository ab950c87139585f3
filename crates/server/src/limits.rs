//! How much one client may ask of the server.

use ipnet::IpNet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

/// A log filter to be added to the operator's: the libraries named here would log whole messages, with the tokens of
/// links in them.
pub const LOG_FILTER: &str = "tungstenite=warn,tokio_tungstenite=warn";

/// The largest message that a socket takes, in bytes.
pub const LARGEST_MESSAGE: usize = 16 << 10;
/// The largest body of a request, in bytes; records are the longest.
pub const LARGEST_BODY: usize = 256 << 10;
/// The longest chat message, in characters.
pub const LONGEST_CHAT: usize = 500;
/// The longest live movement of a hand, in bytes.
pub const LONGEST_HAND: usize = 400;
/// The longest prediction of Nature's answer, in bytes.
pub const LONGEST_PREDICTION: usize = 10_000;
/// The most lines that a seat may plan.
pub const PLANS: usize = 8;
/// The longest line that a seat may plan, in actions.
pub const LONGEST_PLAN: usize = 16;
/// The longest action of a plan, in bytes.
pub const LONGEST_PLANNED_ACTION: usize = 60;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;
/// The shortest and the longest password, in characters.
pub const PASSWORD_LENGTH: std::ops::RangeInclusive<usize> = 8..=200;
/// How many chat messages of a table are kept in memory.
pub const CHAT_KEPT: usize = 200;
/// The most entries of a record that is brought to the server.
pub const LONGEST_RECORD: usize = 5_000;
/// How long judging a brought record may take, in processor time of one worker.
pub const RECORD_TIMEOUT: Duration = Duration::from_millis(2_500);
/// From so many entries on, a stored log is replayed apart from the async runtime.
pub const LONG_LOG: usize = 200;
/// The most tables at which one person may play at once.
pub const PLAYING_TABLES: u32 = 300;
/// The most tables that one person may keep waiting for others.
pub const WAITING_TABLES: u32 = 30;
/// The most analyses that one address may run at once.
pub const ANALYSES_PER_ADDRESS: usize = 4;
/// The most programs that one account may have.
pub const PROGRAMS: usize = 20;
/// The time between two pings of a socket.
pub const PING_INTERVAL: Duration = Duration::from_secs(25);
/// How long a socket may be silent before it is closed.
pub const IDLE_TIMEOUT: Duration = Duration::from_secs(80);
/// How long a room without viewers stays in memory.
pub const EVICT_AFTER: Duration = Duration::from_secs(120);

/// The limits that the operator may change.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most sockets of one person.
    pub sockets_per_person: usize,
    /// The most sockets from one address.
    pub sockets_per_address: usize,
    /// The most connections from one address: sockets, requests under way, and those that wait for another request.
    pub connections_per_address: usize,
    /// Tables a minute that are opened from one address, on average.
    pub tables_per_minute: u32,
    /// The addresses whose requests, sockets, connections and tables are not counted: those of this machine are a reverse
    /// proxy's or the operator's.
    pub uncounted: Vec<IpNet>,
    /// Requests a second from one address, on average.
    pub requests_per_second: u32,
    /// Commands a second from one socket, on average; actions that are performed do not count.
    pub commands_per_second: u32,
    /// Actions a second from one socket, on average: far beyond the tempo of any game between programs.
    pub actions_per_second: u32,
    /// The most sockets in all.
    pub sockets: usize,
    /// How long the head of a request may take to arrive, and then its body.
    pub request_timeout: Duration,
    /// How long a socket may take to send its first message.
    pub enter_timeout: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub send_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            sockets_per_person: 50,
            sockets_per_address: 500,
            connections_per_address: 600,
            tables_per_minute: 60,
            uncounted: local_networks().to_vec(),
            requests_per_second: 30,
            commands_per_second: 20,
            actions_per_second: 2000,
            sockets: 50_000,
            request_timeout: Duration::from_secs(10),
            enter_timeout: Duration::from_secs(10),
            send_timeout: Duration::from_secs(20),
        }
    }
}

/// The addresses of this machine itself.
pub fn local_networks() -> [IpNet; 2] {
    let network = |address, prefix| IpNet::new_assert(address, prefix);
    [network(IpAddr::V4(Ipv4Addr::LOCALHOST), 8), network(IpAddr::V6(Ipv6Addr::LOCALHOST), 128)]
}
