//! How many files and sockets this program may have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Every visitor is a socket, and the system allows few of them at first: as many as it ever allows, please.
pub fn allow_many() {
    let limit = getrlimit(Resource::Nofile);
    // Where that is not allowed, fewer must do.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}
