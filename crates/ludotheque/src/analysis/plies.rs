//! The actions of a record, with the positions before and after.

use anyhow::Result;
use game::Actor;
use serde_json::Value;
use table::{Event, Record, Table};

/// An action of a record, with the positions before and after it.
pub struct Ply {
    pub actor: Actor,
    pub action: String,
    /// The position before it, as a snapshot.
    pub before: Value,
    /// The position right after it, before any seat left.
    pub after: Value,
}

/// The actions that were played and not taken back, in order.
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
            // A resignation changes the position; a take-back removes actions.
            Event::Declare { .. } => {
                plies.truncate(table.actions_played().count());
                position = after;
            }
        }
    }
    Ok(plies)
}
