use crate::backend::Dialect;

/// One connection writes: what is committed together shares one flush of the server's log.
pub(crate) static DIALECT: Dialect = Dialect {
    // Durable whatever the server's default is; nothing waits for a lock, or runs, for ever.
    writer: "SET synchronous_commit = on; SET lock_timeout = '2s'; SET statement_timeout = '20s'; \
             SET idle_in_transaction_session_timeout = '60s'",
    reader: "SET default_transaction_read_only = on; SET lock_timeout = '2s'; SET statement_timeout = '20s'",
    begin: "BEGIN",
    snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    no_timeouts: "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    on_close: "",
    readers: 4,
    may_disconnect: true,
};

/// Waits for the last transaction of a program that was killed: PostgreSQL may still be committing it when the next
/// program starts, and it must not take effect after that program has read the tables.
pub(crate) const WAIT_FOR_OLD_WRITER: &str =
    "LOCK TABLE house, users, tables, seats, log, chat, ratings IN SHARE ROW EXCLUSIVE MODE";
