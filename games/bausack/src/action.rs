//! Actions, of seats and of Nature, and their notation.

use crate::auction::{AuctionKind, Call};
use crate::{Block, Gesture, Height, Report, Settled};
use game::{MAX_SEATS, Malformed, Seat, Text};
use std::fmt;
use std::str::FromStr;

/// An action of a seat or of Nature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `take 17`: a block into one's line (S18).
    Take(Block),
    /// `arrange 17 4 31`: one's whole line in a new order, the block next to the base first (S18).
    Arrange(Vec<Block>),
    /// `sell 17 high`, `sell 17 reverse`, `sell 17 gift`: a block put up for auction (S22, S29, S33).
    Sell(Block, AuctionKind),
    /// `bid 3`: beans for it (S23, S24).
    Bid(u8),
    /// `pass`: leave this auction (S23), or give up a block that does not raise the tower (S28).
    Pass,
    /// `accept`: the block rather than one more bid (S24).
    Accept,
    /// `give 2`: the block to seat 2 (S29, S33).
    Give(Seat),
    /// `keep`: the block for one's own tower (S33).
    Keep,
    /// `self`: the receiver places the gift (S30).
    Myself,
    /// `giver`: the giver has to place it (S30).
    Giver,
    /// `stop`: build no more on one's tower (S31, S32).
    Stop,
    /// `done`: one's line is arranged (S18), or the rebuilding is over (S30).
    Done,
    /// `place 17 GESTURE`: a block on a tower, with the hand's recorded path (S9).
    Place(Block, Gesture),
    /// `place 17 stands`, `place 17 low`, `place 17 falls`: what players report of a block on a real table (S9).
    Report(Block, Report),
    /// `height 312`: one's real tower, in millimetres (S10).
    Height(Height),
    /// `draw 17`: the block that Nature draws (S16).
    Draw(Block),
    /// `tremor 0123456789abcdef`: how the hand of the next placement trembles, by Nature's lot (S9).
    Tremor(u64),
    /// `rest RESULT`: Nature's answer to a placement (S9).
    Rest(Box<Settled>),
}

impl Action {
    /// The call that it is in an auction; `None` if it is no call.
    pub(crate) fn as_call(&self) -> Option<Call> {
        match self {
            Action::Bid(beans) => Some(Call::Bid(*beans)),
            Action::Pass => Some(Call::Pass),
            Action::Accept => Some(Call::Accept),
            _ => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Take(block) => write!(f, "take {}", block.number()),
            Action::Arrange(line) => {
                f.write_str("arrange")?;
                line.iter().try_for_each(|block| write!(f, " {}", block.number()))
            }
            Action::Sell(block, kind) => write!(f, "sell {} {kind}", block.number()),
            Action::Bid(beans) => write!(f, "bid {beans}"),
            Action::Pass => f.write_str("pass"),
            Action::Accept => f.write_str("accept"),
            Action::Give(seat) => write!(f, "give {seat}"),
            Action::Keep => f.write_str("keep"),
            Action::Myself => f.write_str("self"),
            Action::Giver => f.write_str("giver"),
            Action::Stop => f.write_str("stop"),
            Action::Done => f.write_str("done"),
            Action::Place(block, gesture) => write!(f, "place {} {gesture}", block.number()),
            Action::Report(block, report) => write!(f, "place {} {report}", block.number()),
            Action::Height(height) => write!(f, "height {height}"),
            Action::Draw(block) => write!(f, "draw {}", block.number()),
            Action::Tremor(seed) => write!(f, "tremor {seed:016x}"),
            Action::Rest(settled) => write!(f, "rest {settled}"),
        }
    }
}

impl FromStr for Action {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || {
            let expected = Text {
                fr: "take 17, arrange 17 4 31, sell 17 high (reverse, gift), bid 3, pass, accept, give 2, keep, self, giver, stop, done, \
                     place 17 drop ; avec la vraie boîte place 17 stands (low, falls), height 312 ; draw et rest sont de la Nature",
                en: "take 17, arrange 17 4 31, sell 17 high (reverse, gift), bid 3, pass, accept, give 2, keep, self, giver, stop, done, \
                     place 17 drop; of real wood place 17 stands (low, falls), height 312; draw and rest are Nature's",
            };
            Malformed::new(text, expected)
        };
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let action = match (word, rest) {
            ("pass", "") => Some(Action::Pass),
            ("accept", "") => Some(Action::Accept),
            ("keep", "") => Some(Action::Keep),
            ("self", "") => Some(Action::Myself),
            ("giver", "") => Some(Action::Giver),
            ("stop", "") => Some(Action::Stop),
            ("done", "") => Some(Action::Done),
            ("take", _) => block(rest).map(Action::Take),
            ("arrange", _) => rest.split(' ').map(block).collect::<Option<_>>().map(Action::Arrange),
            ("draw", _) => block(rest).map(Action::Draw),
            ("tremor", _) => seed(rest).map(Action::Tremor),
            ("bid", _) => number(rest).map(Action::Bid),
            ("give", _) => number(rest)
                .filter(|seat| usize::from(*seat) < MAX_SEATS)
                .map(|seat| Action::Give(Seat(seat))),
            ("sell", _) => rest.split_once(' ').and_then(|(number, kind)| {
                let kind = AuctionKind::ALL.into_iter().find(|known| known.to_string() == kind)?;
                Some(Action::Sell(block(number)?, kind))
            }),
            ("place", _) => match rest.split_once(' ') {
                Some((number, how)) => {
                    let block = block(number).ok_or_else(malformed)?;
                    Some(match how.parse() {
                        Ok(report) => Action::Report(block, report),
                        Err(_) => Action::Place(block, how.parse()?),
                    })
                }
                None => None,
            },
            ("height", _) => Some(Action::Height(rest.parse()?)),
            ("rest", _) => Some(Action::Rest(Box::new(rest.parse()?))),
            _ => None,
        };
        // Only the canonical notation is accepted: neither `bid 03` nor `pass ` with a space.
        action.filter(|_| !text.ends_with(' ')).ok_or_else(malformed)
    }
}

/// A number without leading zeros or signs.
fn number(text: &str) -> Option<u8> {
    let number: u8 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

/// Sixteen hexadecimal digits.
fn seed(text: &str) -> Option<u64> {
    let seed = u64::from_str_radix(text, 16).ok()?;
    (format!("{seed:016x}") == text).then_some(seed)
}

/// A block of the catalogue.
fn block(text: &str) -> Option<Block> {
    number(text).and_then(Block::numbered)
}
