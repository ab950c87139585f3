//! What a guest did and saw at a table.

use crate::heard::{Line, Told};

/// What one guest did and saw at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Testimony {
    /// The table.
    pub table: String,
    /// Every action that was sent, in order; what was sent twice is here once.
    pub acts: Vec<Act>,
    /// The game as the last frame told it.
    pub line: Vec<Step>,
    /// Whether the game was seen to its end.
    pub over: bool,
}

/// An action that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// By which seat.
    pub seat: u8,
    /// In answer to which prompt.
    pub prompt: u32,
    /// What.
    pub action: String,
    /// Its place in the log, if it was acknowledged.
    pub entry: Option<usize>,
}

/// A step of the game as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose; nobody's if it was Nature's.
    pub seat: Option<u8>,
    /// What; nothing if the seat left.
    pub action: Option<String>,
}

impl Step {
    /// Whether the one may be the other, with more or less of it under seal.
    pub fn agrees_with(&self, other: &Step) -> bool {
        let said = |step: &Step| step.action.clone().unwrap_or_default();
        let (one, other_said) = (said(self), said(other));
        self.seat == other.seat && (one.starts_with(&other_said) || other_said.starts_with(&one))
    }
}

impl Testimony {
    /// Follows a frame. What was told before stands for ever: these guests never take anything back.
    pub(crate) fn hear(&mut self, line: Line) -> Result<(), String> {
        let kept = self.line.get(..line.from).ok_or_else(|| {
            format!("table {}: {} steps are said to be known, of {}", self.table, line.from, self.line.len())
        })?;
        let step = |Told { seat, action }| Step { seat, action };
        let told: Vec<Step> = kept.iter().cloned().chain(line.steps.into_iter().map(step)).collect();
        let gone = told.len() < self.line.len();
        if gone || self.line.iter().zip(&told).any(|(old, new)| !old.agrees_with(new)) {
            return Err(format!("table {}: after {:?} came {told:?}", self.table, self.line));
        }
        self.line = told;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(from: usize, steps: &[(u8, &str)]) -> Line {
        let told =
            |(seat, action): &(u8, &str)| Told { seat: Some(*seat), action: Some((*action).to_owned()) };
        Line { from, steps: steps.iter().map(told).collect() }
    }

    #[test]
    fn what_was_told_may_grow_and_be_unsealed() {
        let mut told = Testimony::default();
        told.hear(line(0, &[(0, "take"), (1, "bid")])).unwrap();
        told.hear(line(2, &[(0, "stop")])).unwrap();
        told.hear(line(1, &[(1, "bid 3"), (0, "stop")])).unwrap();
        assert_eq!(told.line.len(), 3);
        assert_eq!(told.line[1].action.as_deref(), Some("bid 3"));
    }

    #[test]
    fn what_was_told_is_not_taken_back() {
        let known = || {
            let mut told = Testimony::default();
            told.hear(line(0, &[(0, "take"), (1, "take")])).unwrap();
            told
        };
        for other in [line(0, &[(0, "take")]), line(1, &[(1, "stop")]), line(1, &[(0, "take")]), line(3, &[])]
        {
            let told = format!("{} {:?}", other.from, other.steps.len());
            assert!(known().hear(other).is_err(), "{told}");
        }
    }
}
