//! Predictions: what a page computes that Nature will answer, compared with what Nature answers here.
//!
//! Where Nature is a computation, a page makes it too, to show at once what comes of an action. The server's result
//! counts; the metrics tell how often the two agree.

use crate::error::Result;
use crate::limits::LONGEST_PREDICTION;
use crate::metrics::Agreement;
use crate::person::Person;
use crate::room::Room;
use game::Actor;
use protocol::{Done, Refusal};
use table::{Event, LogEntry};

/// What a page predicts of Nature.
pub(crate) struct Prediction {
    /// The index of Nature's answer in the log.
    entry: usize,
    action: String,
    /// Whether it has been compared.
    counted: bool,
}

impl Room {
    /// Takes the prediction of the player whose action Nature answers.
    pub(crate) fn predict(&mut self, person: &Person, entry: usize, action: String) -> Result<Done> {
        let acted = entry.checked_sub(1).and_then(|before| self.table.log().get(before));
        let own = self.seats_of(&person.id);
        let is_own = |acted: &LogEntry| matches!(acted.event, Event::Play { actor: Actor::Seat(seat), .. } if own.contains(seat));
        if !acted.is_some_and(is_own) {
            return Err(Refusal::not_yours().into());
        }
        let is_new = self.prediction.as_ref().is_none_or(|before| before.entry < entry);
        if action.len() > LONGEST_PREDICTION || !is_new {
            return Err(Refusal::bad_message().into());
        }
        self.prediction = Some(Prediction { entry, action, counted: false });
        self.compare_prediction();
        Ok(Done::default())
    }

    /// Counts a prediction as soon as Nature has answered.
    pub(crate) fn compare_prediction(&mut self) {
        let Some(prediction) = self.prediction.as_mut().filter(|prediction| !prediction.counted) else {
            return;
        };
        let Some(entry) = self.table.log().get(prediction.entry) else { return };
        prediction.counted = true;
        // A player may have left before Nature answered.
        let Event::Play { actor: Actor::Nature, action } = &entry.event else { return };
        let agree = *action == prediction.action;
        if !agree {
            let (table, entry, predicted) = (&self.row.id, prediction.entry, &prediction.action);
            tracing::warn!(
                table,
                entry,
                predicted,
                found = action,
                "a page computed another answer of Nature"
            );
        }
        self.server.metrics.agreements.get_or_create(&Agreement::of(agree)).inc();
    }
}
