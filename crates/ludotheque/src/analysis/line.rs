//! The positions of a record.

use anyhow::Result;
use game::Actor;
use serde_json::Value;
use table::{Event, Record, Table};

/// An action of a record's line, with the position that it was taken in.
pub struct Ply {
    pub actor: Actor,
    pub action: String,
    /// The position before, as it is stored.
    pub before: Value,
    /// The position right after it, before anybody left.
    pub after: Value,
}

/// What was played and not taken back, in order.
pub fn plies(record: &Record, end: &Table) -> Result<Vec<Ply>> {
    let mut table = Table::open(end.kind(), record.setup.clone(), record.clock)?;
    let mut plies: Vec<Ply> = Vec::new();
    let mut position = table.game().snapshot();
    for entry in &record.log {
        table = table.replay([entry.clone()])?;
        let after = table.game().snapshot();
        match &entry.event {
            Event::Play { actor, action } => {
                let before = std::mem::replace(&mut position, after.clone());
                plies.push(Ply { actor: *actor, action: action.clone(), before, after });
            }
            // Whoever leaves changes the position, and who takes back what led to it.
            Event::Say { .. } => {
                plies.truncate(table.line().count());
                position = after;
            }
        }
    }
    Ok(plies)
}
