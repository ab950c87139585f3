use std::time::Duration;

use crate::backend::Dialect;

/// One connection writes: what is committed together shares one flush of the server's log.
pub(crate) static DIALECT: Dialect = Dialect {
    // Durable whatever the server's default is; nothing waits for a lock, or runs, for ever. The rows of a node that is cut
    // off in the midst of a transaction are free again before the others give up.
    writer: "SET synchronous_commit = on; SET lock_timeout = '2s'; SET statement_timeout = '8s'; \
             SET idle_in_transaction_session_timeout = '1500ms'",
    reader: "SET default_transaction_read_only = on; SET lock_timeout = '2s'; SET statement_timeout = '8s'",
    begin: "BEGIN",
    snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    no_timeouts: "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    on_close: "",
    readers: 4,
    transaction_timeout: Duration::from_secs(10),
    read_timeout: Duration::from_secs(10),
    may_disconnect: true,
};

/// Waits for the last transaction of a program that was killed: PostgreSQL may still be committing it when the next
/// program starts, and it must not take effect after that program has read the tables.
pub(crate) const WAIT_FOR_OLD_WRITER: &str =
    "LOCK TABLE house, users, tables, seats, log, chat, ratings IN SHARE ROW EXCLUSIVE MODE";

/// Of several nodes that open the house at once, one moves the clocks: this lock is held until its transaction ends.
pub(crate) const ONE_NODE_OPENS: &str = "SELECT pg_advisory_xact_lock(7310586100)";

/// Of several nodes that give a name, one looks whether it is taken: this lock is held until its transaction ends.
pub(crate) const ONE_NODE_NAMES: &str = "SELECT pg_advisory_xact_lock(7310586101)";
