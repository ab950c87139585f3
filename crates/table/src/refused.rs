//! Why a table refuses something; a refusal changes nothing.

use game::{Illegal, Malformed, Seat};

/// Why a table refused an action or a declaration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The text is no action of the game.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The rulebook forbids it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The answer is to an earlier prompt: the action was made already, or the position has changed since.
    #[error("that answers an earlier position: look again")]
    Stale,
    /// The seat's time ran out before.
    #[error("the time of seat {0} has run out")]
    OutOfTime(Seat),
    /// The seat still has time.
    #[error("seat {0} still has time")]
    TimeLeft(Seat),
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// There is no such seat, or it has left.
    #[error("seat {0} does not play here")]
    NotSeated(Seat),
    /// The seat has made no action that could be taken back.
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    /// There is no offer to answer, or the seat made it itself.
    #[error("there is no offer to answer")]
    NoOffer,
    /// Another offer waits for answers.
    #[error("another offer is still open")]
    OfferOpen,
    /// Only in logs: an entry is older than the one before it.
    #[error("time runs backwards")]
    TimeBackwards,
}
