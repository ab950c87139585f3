//! What a player's own reckoning says that Nature will answer: counted against what Nature answers here, and forgotten.
//!
//! Where Nature is a computation, a page makes it too, to show at once what comes of an action. What the house finds is the
//! law; whether the two agree is worth knowing.

use crate::limits::LONGEST_EXPECTATION;
use crate::metrics::Agreement;
use crate::person::Person;
use crate::protocol::{Given, Refusal};
use crate::refusal::Result;
use crate::room::Room;
use game::Actor;
use table::{Entry, Event};

/// What somebody expects of Nature.
pub(crate) struct Expectation {
    /// At which place of the log.
    entry: usize,
    action: String,
    /// Each is counted once.
    counted: bool,
}

impl Room {
    /// Whoever has done what Nature answers says what the answer will be, or was.
    pub(crate) fn expect(&mut self, person: &Person, entry: usize, action: String) -> Result<Given> {
        let asked = entry.checked_sub(1).and_then(|before| self.table.log().get(before));
        let own = self.seats_of(&person.id);
        let is_own = |asked: &Entry| matches!(asked.event, Event::Play { actor: Actor::Seat(seat), .. } if own.contains(seat));
        if !asked.is_some_and(is_own) {
            return Err(Refusal::not_yours());
        }
        let is_new = self.expectation.as_ref().is_none_or(|before| before.entry < entry);
        if action.len() > LONGEST_EXPECTATION || !is_new {
            return Err(Refusal::bad_message());
        }
        self.expectation = Some(Expectation { entry, action, counted: false });
        self.compare();
        Ok(Given::default())
    }

    /// Counts an expectation as soon as Nature has answered.
    pub(crate) fn compare(&mut self) {
        let Some(expectation) = self.expectation.as_mut().filter(|expectation| !expectation.counted) else {
            return;
        };
        let Some(entry) = self.table.log().get(expectation.entry) else { return };
        expectation.counted = true;
        // Somebody may have left before Nature answered.
        let Event::Play { actor: Actor::Nature, action } = &entry.event else { return };
        let agree = *action == expectation.action;
        if !agree {
            let (table, entry, expected) = (&self.row.id, expectation.entry, &expectation.action);
            tracing::warn!(table, entry, expected, found = action, "a page has found something else");
        }
        self.house.metrics.agreements.get_or_create(&Agreement::of(agree)).inc();
    }
}
