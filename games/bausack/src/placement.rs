//! A placement: the block that was let go, Nature's answer, and what the answer means (S4–S7, S9, S28, S34).

use crate::edition::Edition;
use crate::judge::text;
use crate::physics::Grip;
use crate::physics::possible::{self, Impossible};
use crate::table::{HALF_MILLIMETRE, Plot};
use crate::{Action, Block, Blocks, Gesture, Ground, Settled, Tower, WHOLE_TURN, physics};
use game::{Illegal, Seat};
use serde::{Deserialize, Serialize};

/// A placement to which Nature has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PendingPlacement {
    /// The seat that placed the block.
    pub seat: Seat,
    /// The plot, by its number.
    pub plot: u8,
    /// The block.
    pub block: Block,
    /// What the seat did with it.
    pub deed: Handling,
}

impl PendingPlacement {
    /// The blocks that it has brought down and that have no place yet.
    pub fn fallen(&self) -> Blocks {
        match self.deed {
            Handling::Placed(_) => Blocks::EMPTY,
            Handling::TakenBack { fallen, .. } => fallen,
        }
    }
}

/// What a seat did with a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Handling {
    /// It let the block go; stored is the gesture's notation.
    Placed(#[serde(with = "notation")] Gesture),
    /// It took the block off the tower again: one that had not raised it (S28), or a gift that made others fall (S30).
    TakenBack {
        /// What the placement had led to.
        landing: Landing,
        /// The blocks that it had brought down.
        fallen: Blocks,
    },
}

/// What Nature is asked about a placement.
#[derive(Clone, Debug)]
pub struct Placement<'a> {
    /// The seat that placed the block.
    pub seat: Seat,
    /// The plot, by its number.
    pub plot: u8,
    /// The tower on the plot.
    pub tower: &'a Tower,
    /// Which blocks may touch the table.
    pub ground: Ground,
    /// The block.
    pub block: Block,
    /// The path of the hand; none if the block was taken off the tower again, and the question is how the rest stands.
    pub gesture: Option<Gesture>,
}

impl Placement<'_> {
    /// Nature's answer: the result of the simulation, for a steady hand.
    pub fn rest(&self) -> Action {
        self.rest_by(Grip::STEADY)
    }

    /// The same for any hand.
    pub fn rest_by(&self, grip: Grip) -> Action {
        Action::Rest(Box::new(match &self.gesture {
            Some(gesture) => physics::place_by(self.tower, self.ground, self.block, gesture, grip),
            None => physics::wake(self.tower, self.ground),
        }))
    }

    /// Refuses an answer that can't be true, wherever it comes from: blocks inside each other, below the table or in the air,
    /// a height or contacts that do not follow from where the blocks are, and blocks that moved without being touched.
    pub fn judge(&self, settled: &Settled) -> Result<(), Illegal> {
        self.judge_by(settled, Grip::STEADY)
    }

    /// The same for what any hand did.
    pub fn judge_by(&self, settled: &Settled, grip: Grip) -> Result<(), Illegal> {
        let placed = self.gesture.as_ref().map(|gesture| (self.block, gesture, grip));
        let (why, places) = match possible::answer(self.tower, placed, settled) {
            Ok(()) => return Ok(()),
            Err(Impossible::BelowTable(block)) => (text::BELOW_TABLE, vec![block]),
            Err(Impossible::Overlapping(one, other)) => (text::OVERLAPPING, vec![one, other]),
            Err(Impossible::Hanging(block)) => (text::HANGING, vec![block]),
            Err(Impossible::Height) => (text::NOT_SO_HIGH, Vec::new()),
            Err(Impossible::Touching) => (text::NOT_TOUCHING, Vec::new()),
            Err(Impossible::Untouched(block)) => (text::UNTOUCHED, vec![block]),
        };
        Err(Illegal::new("S9", why).at(places.into_iter().map(Block::number)))
    }
}

/// What a game asks of a placement, besides that nothing falls.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Demand {
    /// Nothing: after the base, building is free (S26).
    Free,
    /// S28: the tower must become higher.
    Raise,
    /// S34: the same, unless the block is one more base.
    RaiseOrBase,
}

impl Demand {
    /// Which blocks may touch the table.
    pub fn ground(self) -> Ground {
        match self {
            Demand::Free | Demand::Raise => Ground::Base,
            Demand::RaiseOrBase => Ground::AlsoThePlaced,
        }
    }
}

/// What a placement led to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Landing {
    /// The tower stands, and the block is part of it.
    Stands,
    /// S28, S34: the tower stands, but is not higher, or a new base touches none: that was no placement.
    TooLow,
    /// S5, S7: a fall.
    Falls,
    /// S4: a base that did not stay where it was laid: it is laid again.
    Spoilt,
}

/// A placement that has come to rest.
#[derive(Clone, Debug)]
pub(crate) struct Landed {
    pub seat: Seat,
    pub plot: usize,
    pub block: Block,
    pub landing: Landing,
    /// What stands now; without the block, if that was taken back.
    pub settled: Settled,
    /// All that fell, but for the block itself.
    pub fallen: Blocks,
}

impl Landing {
    /// What the facts mean.
    pub fn of(plot: &Plot, block: Block, demand: Demand, edition: Edition, settled: &Settled) -> Landing {
        if edition.is_today() && plot.tower.blocks.is_empty() && !settled.bumped && !settled.fallen.is_empty()
        {
            return Landing::Spoilt; // S4
        }
        if settled.bumped || !settled.fallen.is_empty() {
            return Landing::Falls; // S5, S7
        }
        let is_grounded = settled.grounded.contains(&block);
        let joins_a_base = settled.touching.iter().any(|&(low, high)| {
            (low == block && plot.grounded.contains(high)) || (high == block && plot.grounded.contains(low))
        });
        let is_raised = settled.tower.height >= plot.tower.height + HALF_MILLIMETRE;
        match demand {
            _ if plot.tower.blocks.is_empty() => Landing::Stands, // S4: the base
            Demand::Free => Landing::Stands,
            Demand::RaiseOrBase if is_grounded && joins_a_base => Landing::Stands, // S34
            // S34: on the table, and no base.
            Demand::RaiseOrBase if is_grounded && !edition.is_today() => Landing::Falls,
            Demand::RaiseOrBase if is_grounded => Landing::TooLow,
            Demand::Raise | Demand::RaiseOrBase if is_raised => Landing::Stands,
            Demand::Raise | Demand::RaiseOrBase => Landing::TooLow,
        }
    }
}

/// The highest tower that is accepted, and the farthest place from the middle of a plot, in micrometres.
const FARTHEST: u32 = 10_000_000;

/// Checks that an answer is possible for that plot and placement: each block either stands, in its old order, or has fallen,
/// and no other block is named. Everything else is accepted as it is.
pub(crate) fn check(
    plot: &Plot,
    hand: &PendingPlacement,
    ground: Ground,
    settled: &Settled,
) -> Result<(), Illegal> {
    let nonsense = |places: &[Block]| {
        Err(Illegal::new("S9", text::NONSENSE).at(places.iter().map(|block| block.number())))
    };
    let placed = match hand.deed {
        Handling::Placed(_) => Some(hand.block),
        Handling::TakenBack { .. } if settled.bumped => return nonsense(&[hand.block]),
        Handling::TakenBack { .. } => None,
    };
    let before: Vec<Block> = plot.tower.blocks.iter().map(|standing| standing.block).chain(placed).collect();
    let mut standing = Vec::new();
    let mut order = before.iter();
    for stands in &settled.tower.blocks {
        // Searching on from the last one found: no block twice, none out of order, none that was not there.
        if !order.any(|known| *known == stands.block) || !is_sane(stands.pose.at, stands.pose.turn) {
            return nonsense(&[stands.block]);
        }
        standing.push(stands.block);
    }
    let stands: Blocks = standing.iter().copied().collect();
    let mut accounted = stands;
    for fallen in &settled.fallen {
        if !before.contains(fallen) || accounted.contains(*fallen) {
            return nonsense(&[*fallen]);
        }
        accounted = accounted.with(*fallen);
    }
    if let Some(missing) = before.iter().find(|block| !accounted.contains(**block)) {
        return nonsense(&[*missing]);
    }
    let allowed = match ground {
        Ground::Base => before.first().map_or(Blocks::EMPTY, |base| Blocks::one(*base)),
        Ground::AlsoThePlaced => placed.into_iter().fold(plot.grounded, Blocks::with),
    };
    let mut grounded = Blocks::EMPTY;
    for touches in &settled.grounded {
        if !stands.contains(*touches) || !allowed.contains(*touches) || grounded.contains(*touches) {
            return nonsense(&[*touches]);
        }
        grounded = grounded.with(*touches);
    }
    for pair in &settled.touching {
        if pair.0 >= pair.1 || !stands.contains(pair.0) || !stands.contains(pair.1) {
            return nonsense(&[pair.0, pair.1]);
        }
    }
    if !settled.touching.is_sorted_by(|one, other| one < other)
        || standing.is_empty() != (settled.tower.height == 0)
        || settled.tower.height > FARTHEST
    {
        return nonsense(&standing);
    }
    Ok(())
}

/// Whether that is a place near the plot and a unit quaternion.
fn is_sane(at: [i32; 3], turn: [i32; 4]) -> bool {
    let whole = i128::from(WHOLE_TURN).pow(2);
    let length: i128 = turn.iter().map(|part| i128::from(*part).pow(2)).sum();
    at.iter().all(|place| place.unsigned_abs() <= FARTHEST) && (length - whole).abs() < whole / 1000
}

/// A gesture in storage is its text.
mod notation {
    use crate::Gesture;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(gesture: &Gesture, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(gesture)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Gesture, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
