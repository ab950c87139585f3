//! What a player did and saw at a table.

use game::Seat;
use protocol::Steps;
use table::Step;

/// What one player did and saw at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The id of the table.
    pub table: String,
    /// The player's cookie.
    pub cookie: Option<String>,
    /// Every action that was sent, in order; one that was sent twice is here once.
    pub acts: Vec<Act>,
    /// The game as the last frame showed it.
    pub steps: Vec<Step>,
    /// Whether the game was seen to its end.
    pub over: bool,
}

/// An action that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// The seat.
    pub seat: Seat,
    /// The number of the prompt.
    pub prompt: u32,
    /// The action in notation.
    pub action: String,
    /// Its index in the log, if it was acknowledged.
    pub entry: Option<usize>,
}

/// Whether two steps may be the same, with more or less of one concealed.
pub fn agree(one: &Step, other: &Step) -> bool {
    let text = |step: &Step| step.action.clone().unwrap_or_default();
    let (first, second) = (text(one), text(other));
    one.seat == other.seat && (first.starts_with(&second) || second.starts_with(&first))
}

impl Transcript {
    /// Follows a frame. Steps that were shown must stay: these players never take anything back.
    pub(crate) fn follow(&mut self, news: Steps) -> Result<(), String> {
        let kept = self.steps.get(..news.from).ok_or_else(|| {
            format!("table {}: {} steps are said to be known, of {}", self.table, news.from, self.steps.len())
        })?;
        let steps: Vec<Step> = kept.iter().cloned().chain(news.added).collect();
        let lost = steps.len() < self.steps.len();
        if lost || self.steps.iter().zip(&steps).any(|(old, new)| !agree(old, new)) {
            return Err(format!("table {}: after {:?} came {steps:?}", self.table, self.steps));
        }
        self.steps = steps;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(from: usize, steps: &[(u8, &str)]) -> Steps {
        let step = |(seat, action): &(u8, &str)| Step {
            seat: Some(Seat(*seat)),
            action: Some((*action).to_owned()),
            at: 0,
            left: None,
        };
        Steps { from, added: steps.iter().map(step).collect() }
    }

    #[test]
    fn steps_may_be_added_and_unsealed() {
        let mut seen = Transcript::default();
        seen.follow(steps(0, &[(0, "take"), (1, "bid")])).unwrap();
        seen.follow(steps(2, &[(0, "stop")])).unwrap();
        seen.follow(steps(1, &[(1, "bid 3"), (0, "stop")])).unwrap();
        assert_eq!(seen.steps.len(), 3);
        assert_eq!(seen.steps[1].action.as_deref(), Some("bid 3"));
    }

    #[test]
    fn steps_are_never_lost() {
        let known = || {
            let mut seen = Transcript::default();
            seen.follow(steps(0, &[(0, "take"), (1, "take")])).unwrap();
            seen
        };
        for other in
            [steps(0, &[(0, "take")]), steps(1, &[(1, "stop")]), steps(1, &[(0, "take")]), steps(3, &[])]
        {
            let shown = format!("{} {:?}", other.from, other.added.len());
            assert!(known().follow(other).is_err(), "{shown}");
        }
    }
}
