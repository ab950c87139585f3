//! A tower, and the result of a placement: the types that the rules and the physics exchange.

use crate::pose::POSE_BYTES;
use crate::{Block, Pose};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use game::Malformed;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A block that stands on a plot.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Which block.
    pub block: Block,
    /// Where.
    pub pose: Pose,
}

/// The blocks of a plot in the order in which they were placed. The first is the base (S4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tower {
    /// The blocks at rest.
    pub blocks: Vec<Standing>,
    /// The highest point above the table, in micrometres (S10).
    pub height: u32,
    /// The stability margin: how far every block's weight could be displaced before it falls, in micrometres.
    pub margin: u32,
}

/// The result of a placement: Nature's answer. The rules decide what follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// The tower at rest, with the placed block in the last place if it stands. Blocks that fell are not in it.
    pub tower: Tower,
    /// The blocks that fell, the first to fall first: they touched the table where they may not, or left the tower (S5).
    pub fallen: Vec<Block>,
    /// Whether the block in hand struck the table too hard (S7).
    pub bumped: bool,
    /// The blocks that touch the table at rest.
    pub grounded: Vec<Block>,
    /// The pairs of blocks of the tower that touch each other at rest, the lower number first, in order.
    pub touching: Vec<(Block, Block)>,
    /// A hash of the engine's state at the end, to the last bit.
    pub hash: u64,
}

/// Which blocks may touch the table (S4, S34).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The base alone: the first block of the tower.
    Base,
    /// Those that touch it now, and the one being placed.
    AlsoThePlaced,
}

/// The longest text of an answer: a hundred blocks, each of which touches five others.
pub const LONGEST_ANSWER: usize = 8_192;

const NOTATION: &str = "height/margin/blocks/poses/fallen/bumped or -/grounded/touching/fingerprint";

/// `30000/8200/17.4/AwAA…//-/17/4-17/00c0ffee00c0ffee`: the height and the margin in micrometres, the blocks that stand in the order of the
/// tower and their poses, the fallen, whether the table was bumped, the grounded, the touching, and the fingerprint.
impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settled { tower, fallen, bumped, grounded, touching, hash } = self;
        let blocks: Vec<Block> = tower.blocks.iter().map(|standing| standing.block).collect();
        let poses: Vec<u8> = tower.blocks.iter().flat_map(|standing| standing.pose.to_bytes()).collect();
        let touching: Vec<String> =
            touching.iter().map(|(one, other)| format!("{}-{}", one.number(), other.number())).collect();
        let (blocks, fallen, grounded) = (numbers(&blocks), numbers(fallen), numbers(grounded));
        let (poses, touching) = (URL_SAFE_NO_PAD.encode(poses), touching.join("."));
        let bumped = if *bumped { "bumped" } else { "-" };
        let Tower { height, margin, .. } = tower;
        write!(f, "{height}/{margin}/{blocks}/{poses}/{fallen}/{bumped}/{grounded}/{touching}/{hash:016x}")
    }
}

impl FromStr for Settled {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let parse = || {
            if text.len() > LONGEST_ANSWER {
                return None;
            }
            let fields: Vec<&str> = text.split('/').collect();
            let [height, margin, blocks, poses, fallen, bumped, grounded, touching, hash] = fields[..] else {
                return None;
            };
            let blocks = listed(blocks, block)?;
            let poses = URL_SAFE_NO_PAD.decode(poses).ok()?;
            let (poses, []) = poses.as_chunks::<POSE_BYTES>() else { return None };
            if poses.len() != blocks.len() {
                return None;
            }
            let standing = blocks.into_iter().zip(poses);
            let standing =
                standing.map(|(block, bytes)| Some(Standing { block, pose: Pose::from_bytes(bytes)? }));
            let settled = Settled {
                tower: Tower {
                    blocks: standing.collect::<Option<_>>()?,
                    height: height.parse().ok()?,
                    margin: margin.parse().ok()?,
                },
                fallen: listed(fallen, block)?,
                bumped: bumped == "bumped",
                grounded: listed(grounded, block)?,
                touching: listed(touching, |pair| {
                    let (one, other) = pair.split_once('-')?;
                    Some((block(one)?, block(other)?))
                })?,
                hash: u64::from_str_radix(hash, 16).ok()?,
            };
            // Each answer has one text: another notation of the same answer is refused.
            (settled.to_string() == text).then_some(settled)
        };
        parse().ok_or_else(|| Malformed::new(text, NOTATION))
    }
}

fn numbers(blocks: &[Block]) -> String {
    blocks.iter().map(|block| block.number().to_string()).collect::<Vec<_>>().join(".")
}

fn block(number: &str) -> Option<Block> {
    Block::numbered(number.parse().ok()?)
}

fn listed<T>(text: &str, one: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text.is_empty() { Some(Vec::new()) } else { text.split('.').map(one).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_survives_its_text() {
        let block = |number| Block::numbered(number).unwrap();
        let tower = Tower {
            blocks: vec![
                Standing { block: block(17), pose: Pose::upright([0, 15_000, -3]) },
                Standing {
                    block: block(4),
                    pose: Pose { at: [-1, 45_000, 2], turn: [0, -(1 << 29), 0, 929_887_697] }.rounded(),
                },
            ],
            height: 60_001,
            margin: 8_200,
        };
        let stood = Settled {
            tower,
            fallen: Vec::new(),
            bumped: false,
            grounded: vec![block(17)],
            touching: vec![(block(4), block(17))],
            hash: 0x00c0_ffee,
        };
        let spoilt = Settled {
            tower: Tower::default(),
            fallen: vec![block(100), block(1)],
            bumped: true,
            grounded: Vec::new(),
            touching: Vec::new(),
            hash: u64::MAX,
        };
        for settled in [stood, spoilt] {
            let text = settled.to_string();
            assert!(!text.contains(char::is_whitespace), "{text}");
            assert_eq!(text.parse(), Ok(settled));
        }
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let good = "0/0///100.1/bumped///ffffffffffffffff";
        assert!(good.parse::<Settled>().is_ok());
        for bad in [
            "",
            "0/0///////",
            "0/0///100.1/yes///ffffffffffffffff",
            "0/0///101/bumped///ffffffffffffffff",
            "0/0/17///-///ffffffffffffffff",
            "00/0////-///ffffffffffffffff",
            "0/0////-//17/ffffffffffffffff",
            "0/0////-///ff",
        ] {
            assert!(bad.parse::<Settled>().is_err(), "{bad}");
        }
        assert!("1".repeat(10_000_000).parse::<Settled>().is_err());
    }
}
