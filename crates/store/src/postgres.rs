use crate::backend::Dialect;

/// One connection writes, for everybody: what is committed together shares one flush of the server's log.
pub(crate) static DIALECT: Dialect = Dialect {
    // Durable whatever the server's default is; nothing waits for a lock, or runs, for ever.
    writer: "SET synchronous_commit = on; SET lock_timeout = '2s'; SET statement_timeout = '20s'; \
             SET idle_in_transaction_session_timeout = '60s'",
    reader: "SET default_transaction_read_only = on; SET lock_timeout = '2s'; SET statement_timeout = '20s'",
    begin: "BEGIN",
    snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
    patient: "SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
    farewell: "",
    readers: 4,
    may_die: true,
};

/// Waits for the last commit of a program that was killed: its server process may still be at it when the next program
/// opens the doors, and must not finish after that one has read the tables.
pub(crate) const WAIT_FOR_THE_DEAD: &str =
    "LOCK TABLE house, users, tables, seats, log, talk, ratings IN SHARE ROW EXCLUSIVE MODE";
