//! The limit of open files and sockets.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Raises the limit of open files to the highest that the system allows: every connection needs a socket.
pub fn allow_many() {
    let limit = getrlimit(Resource::Nofile);
    // If it fails, the lower limit stays.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
