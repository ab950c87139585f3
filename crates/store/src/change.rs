use sqlx::AnyConnection;

use crate::people::PeopleChange;
use crate::seek::SeekChange;
use crate::statement::{self, Statement};
use crate::user::UserChange;
use crate::{
    Beat, Beaten, Error, PlayMillis, Result, Resumed, TableRow, UnixMillis, User, Write, attempt, expiry,
    house, node, people, seek, table, user, write,
};

/// Everything that can be changed in a store; all of it goes through the one [`crate::writer::Writer`].
#[derive(Debug)]
pub(crate) enum Change {
    /// Changes nothing: shows whether the writer answers.
    Ping,
    Write(Box<Write>),
    Create(Box<TableRow>),
    AddUser(Box<User>),
    User(UserChange),
    People(PeopleChange),
    Seek(SeekChange),
    Statements(Vec<Statement>),
    SettleVersion {
        id: String,
    },
    RemoveTable {
        id: String,
        version: i64,
    },
    RemoveIdleGuests {
        ids: Vec<String>,
        before: UnixMillis,
    },
    MergeGuest {
        guest: String,
        account: String,
    },
    ResumeClocks(UnixMillis),
    Beat(Beat),
    LeaveNode {
        node: String,
        now: UnixMillis,
    },
    TakeDue {
        now: PlayMillis,
        until: PlayMillis,
        limit: u32,
    },
    CountAttempt {
        subjects: Vec<String>,
        now: UnixMillis,
        window: i64,
    },
    ForgiveAttempt {
        subjects: Vec<String>,
    },
    RemoveAttempts {
        before: UnixMillis,
    },
    Heartbeat(UnixMillis),
}

/// What a change answers when it is made.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Done,
    Generation(i64),
    /// The version of a table's row.
    Version(i64),
    /// How many rows were changed or removed.
    Count(u64),
    Resumed(Resumed),
    Beaten(Beaten),
    /// The ids of tables.
    Tables(Vec<String>),
}

impl Answer {
    /// How many rows were changed or removed.
    pub fn count(self) -> Result<u64> {
        match self {
            Answer::Count(count) => Ok(count),
            answer => Err(answer.unexpected()),
        }
    }

    /// The error of a caller who asked for something else; it shows a bug.
    pub fn unexpected(self) -> Error {
        Error::Unavailable(format!("the writer answered {self:?}"))
    }
}

impl Change {
    fn as_write(&self) -> Option<&Write> {
        if let Change::Write(write) = self { Some(write) } else { None }
    }
}

/// Makes all of the changes, in their order, within the transaction that is open. An answer for each.
pub(crate) async fn apply(connection: &mut AnyConnection, changes: &[&Change]) -> Result<Vec<Answer>> {
    let mut answers = vec![Answer::Done; changes.len()];
    let mut next = 0;
    while let Some(change) = changes.get(next) {
        match change {
            Change::Ping => {}
            Change::Write(_) => {
                let writes: Vec<&Write> =
                    changes[next..].iter().map_while(|change| change.as_write()).collect();
                write::apply(connection, &writes).await?;
                next += writes.len() - 1;
            }
            Change::Create(row) => table::create(connection, row).await?,
            Change::AddUser(person) => user::add(connection, person).await?,
            Change::User(change) => answers[next] = user::apply(connection, change).await?,
            Change::People(change) => people::apply(connection, change).await?,
            Change::Seek(change) => answers[next] = seek::apply(connection, change).await?,
            Change::Statements(statements) => {
                answers[next] = statement::apply(connection, statements).await?;
            }
            Change::SettleVersion { id } => answers[next] = write::settle_version(connection, id).await?,
            Change::RemoveTable { id, version } => {
                answers[next] = expiry::remove_table(connection, id, *version).await?;
            }
            Change::RemoveIdleGuests { ids, before } => {
                answers[next] = expiry::remove_idle_guests(connection, ids, *before).await?;
            }
            Change::MergeGuest { guest, account } => user::merge(connection, guest, account).await?,
            Change::ResumeClocks(now) => {
                answers[next] = Answer::Resumed(house::resume_clocks(connection, *now).await?);
            }
            Change::Beat(beat) => answers[next] = Answer::Beaten(node::beat(connection, beat).await?),
            Change::LeaveNode { node, now } => node::leave(connection, node, *now).await?,
            Change::TakeDue { now, until, limit } => {
                answers[next] = Answer::Tables(node::take_due(connection, *now, *until, *limit).await?);
            }
            Change::CountAttempt { subjects, now, window } => {
                answers[next] = attempt::count(connection, subjects, *now, *window).await?;
            }
            Change::ForgiveAttempt { subjects } => attempt::forgive(connection, subjects).await?,
            Change::RemoveAttempts { before } => answers[next] = attempt::remove(connection, *before).await?,
            Change::Heartbeat(now) => {
                answers[next] = Answer::Resumed(house::heartbeat(connection, *now).await?);
            }
        }
        next += 1;
    }
    Ok(answers)
}
