use sqlx::AnyConnection;

use crate::{Millis, Result, TableRow, User, Write, house, table, user, write};

/// Everything that can be done to a store; all of it goes through the one [`crate::writer::Writer`].
#[derive(Debug)]
pub(crate) enum Change {
    /// Nothing: to hear from the writer.
    Nothing,
    Write(Write),
    Create(TableRow),
    AddUser(User),
    UpdateUser(User),
    Adopt {
        guest: String,
        account: String,
    },
    OpenDoors(Millis),
    Heartbeat(Millis),
}

impl Change {
    fn as_write(&self) -> Option<&Write> {
        if let Change::Write(write) = self { Some(write) } else { None }
    }
}

/// Makes all of the changes, in their order, within the transaction that is open. An answer for each.
pub(crate) async fn apply(connection: &mut AnyConnection, changes: &[&Change]) -> Result<Vec<i64>> {
    let mut answers = vec![0; changes.len()];
    let mut next = 0;
    while let Some(change) = changes.get(next) {
        match change {
            Change::Nothing => {}
            Change::Write(_) => {
                let writes: Vec<&Write> =
                    changes[next..].iter().map_while(|change| change.as_write()).collect();
                write::apply(connection, &writes).await?;
                next += writes.len() - 1;
            }
            Change::Create(row) => table::create(connection, row).await?,
            Change::AddUser(person) => user::add(connection, person).await?,
            Change::UpdateUser(person) => user::update(connection, person).await?,
            Change::Adopt { guest, account } => user::adopt(connection, guest, account).await?,
            Change::OpenDoors(now) => answers[next] = house::open_doors(connection, *now).await?,
            Change::Heartbeat(now) => house::heartbeat(connection, *now).await?,
        }
        next += 1;
    }
    Ok(answers)
}
