//! What people say of a placement on their own table, where no wood is simulated (S5, S9, S10, S28).

use crate::edition::Edition;
use crate::judge::text;
use crate::placement::{Demand, Landed, Landing};
use crate::table::Plot;
use crate::{Block, Blocks, Pose, Settled, Standing, Tower};
use game::{Illegal, Malformed, Seat, Text};
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What players say of a block that they placed on a real tower.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Report {
    /// `stands`, or `stands:312`: nothing fell, and the tower is so high, if it was measured.
    Stands(Option<Height>),
    /// `low`: nothing fell, but the tower has not grown (S28).
    Low,
    /// `falls`: all but the base came down (S5); `falls:4.17`: these did.
    Falls(Blocks),
}

/// The kind of a report, by the word with which its notation begins.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReportKind {
    Stands,
    Low,
    Falls,
}

/// The height of a real tower in whole millimetres (S10).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Height(u16);

impl Height {
    /// The highest tower that is accepted.
    pub const HIGHEST: u16 = 3_000;
    /// What a block adds to a tower on average.
    const USUAL: u16 = 30;

    /// So many millimetres, if a tower can be that high.
    pub fn new(millimetres: u16) -> Option<Self> {
        (1..=Self::HIGHEST).contains(&millimetres).then_some(Height(millimetres))
    }

    /// The height of an average tower of so many blocks.
    fn likely(blocks: usize) -> Self {
        Height((Self::USUAL * blocks.max(1) as u16).min(Self::HIGHEST))
    }

    /// The height of an average tower of so many blocks, but more than so many micrometres, if more is accepted.
    pub(crate) fn likely_above(blocks: usize, micrometres: u32) -> Self {
        let above = u16::try_from(micrometres / 1_000 + 1).unwrap_or(Self::HIGHEST).min(Self::HIGHEST);
        Height::likely(blocks).max(Height(above))
    }

    /// S28: whether a real tower of which `last` was told may be told to be so high now: higher, where every block raises
    /// it; as high, where it may be a second base that was added (S34).
    fn is_possible(self, last: u32, demand: Demand) -> bool {
        match demand {
            Demand::Free => true,
            Demand::Raise => self.micrometres() > last,
            Demand::RaiseOrBase => self.micrometres() >= last,
        }
    }

    /// Refuses what can't be the height of the tower on that plot, which has grown since a height was last told (S28).
    pub(crate) fn judge(self, plot: &Plot, demand: Demand, edition: Edition) -> Result<(), Illegal> {
        if !edition.is_today() || self.0 == Self::HIGHEST || self.is_possible(plot.told_height(), demand) {
            return Ok(());
        }
        Err(Illegal::new("S28", text::NOT_HIGHER))
    }

    pub(crate) fn micrometres(self) -> u32 {
        u32::from(self.0) * 1_000
    }
}

/// Whether the rules need to know how high a tower is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Measuring {
    /// Towers are about to be compared (S20, S27, S32, S36).
    Needed,
    /// Nothing depends on it yet.
    Idle,
}

impl Report {
    /// Its kind.
    pub(crate) fn kind(self) -> ReportKind {
        match self {
            Report::Stands(_) => ReportKind::Stands,
            Report::Low => ReportKind::Low,
            Report::Falls(_) => ReportKind::Falls,
        }
    }

    /// The simplest reports of each kind that are possible for a block on that plot.
    pub(crate) fn plain(
        plot: &Plot,
        demand: Demand,
        measuring: Measuring,
    ) -> impl Iterator<Item = Report> + use<> {
        let blocks = plot.tower.blocks.len();
        let height =
            (measuring == Measuring::Needed).then(|| Height::likely_above(blocks + 1, plot.told_height()));
        let low = (demand != Demand::Free && blocks > 0).then_some(Report::Low);
        [Report::Stands(height)].into_iter().chain(low).chain([Report::Falls(Blocks::EMPTY)])
    }

    /// Refuses a report that is impossible for a block on that plot.
    pub(crate) fn judge(
        self,
        plot: &Plot,
        block: Block,
        demand: Demand,
        measuring: Measuring,
        edition: Edition,
    ) -> Result<(), Illegal> {
        let base = plot.tower.blocks.first().map(|standing| standing.block);
        match self {
            // S28
            Report::Stands(Some(told)) if edition.is_today() && base.is_some() => {
                if told.is_possible(plot.told_height(), demand) {
                    return Ok(());
                }
                Err(Illegal::new("S28", text::NOT_HIGHER).at([block.number()]))
            }
            // S4: a base is laid until it stands.
            Report::Falls(_) if edition.is_today() && base.is_none() => {
                Err(Illegal::new("S4", text::A_BASE_STANDS).at([block.number()]))
            }
            Report::Stands(None) if measuring == Measuring::Needed => {
                Err(Illegal::new("S10", text::HEIGHT_COUNTS).at([block.number()]))
            }
            Report::Low if demand == Demand::Free || base.is_none() => {
                Err(Illegal::new("S28", text::NEED_NOT_RISE).at([block.number()]))
            }
            Report::Falls(fallen) => {
                let there = plot.blocks().with(block);
                if let Some(stranger) = fallen.iter().find(|fallen| !there.contains(*fallen)) {
                    return Err(Illegal::new("S5", text::NOT_OF_THE_TOWER).at([stranger.number()]));
                }
                // S4: whatever rests on the base comes down with it.
                match base.filter(|base| fallen.contains(*base) && fallen != there) {
                    Some(base) => Err(Illegal::new("S4", text::NOT_THE_BASE).at([base.number()])),
                    None => Ok(()),
                }
            }
            Report::Stands(_) | Report::Low => Ok(()),
        }
    }

    /// S28: the height that was last told once this was reported, in micrometres; before it, that was `last`.
    pub(crate) fn told(self, last: u32) -> u32 {
        match self {
            Report::Stands(Some(height)) => height.micrometres(),
            Report::Stands(None) | Report::Low => last,
            Report::Falls(_) => 0,
        }
    }

    /// The placement that it reports, as if Nature had answered. A gift (S30) is no part of the tower after a fall.
    pub(crate) fn landed(self, seat: Seat, plot: usize, on: &Plot, block: Block, gift: Gift) -> Landed {
        let placed = Standing { block, pose: Pose::upright([0; 3]) };
        let mut blocks = on.tower.blocks.clone();
        blocks.push(placed);
        let all: Blocks = blocks.iter().map(|standing| standing.block).collect();
        let (landing, fallen, height) = match self {
            Report::Stands(height) => (Landing::Stands, Blocks::EMPTY, height.map_or(0, Height::micrometres)),
            Report::Low => (Landing::TooLow, Blocks::one(block), on.tower.height),
            Report::Falls(Blocks::EMPTY) => {
                let base = on.tower.blocks.first().map(|standing| standing.block);
                (Landing::Falls, base.map_or(all, |base| all.without(base)), 0)
            }
            Report::Falls(fallen) => (Landing::Falls, fallen, 0),
        };
        let is_off = |other: Block| {
            fallen.contains(other) || (other == block && gift == Gift::Yes && landing == Landing::Falls)
        };
        blocks.retain(|standing| !is_off(standing.block));
        let grounded = blocks.first().map(|standing| standing.block).into_iter().collect();
        let tower = Tower { blocks, height, margin: 0 };
        let fell = fallen.iter().filter(|_| landing == Landing::Falls).collect();
        let settled = Settled { tower, fallen: fell, bumped: false, grounded, touching: Vec::new(), hash: 0 };
        let others = if landing == Landing::Falls { fallen.without(block) } else { Blocks::EMPTY };
        Landed { seat, plot, block, landing, settled, fallen: others }
    }
}

/// Whether a block was placed on another's tower (S30).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gift {
    Yes,
    No,
}

impl fmt::Display for Height {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Height {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let height = text.parse().ok().and_then(Height::new).filter(|height| height.to_string() == text);
        height.ok_or_else(|| {
            Malformed::new(text, Text { fr: "des millimètres, de 1 à 3000", en: "millimetres, 1 to 3000" })
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().serialize(&mut *f)?;
        match self {
            Report::Stands(None) | Report::Low | Report::Falls(Blocks::EMPTY) => Ok(()),
            Report::Stands(Some(height)) => write!(f, ":{height}"),
            Report::Falls(fallen) => {
                let numbers: Vec<String> = fallen.iter().map(|block| block.number().to_string()).collect();
                write!(f, ":{}", numbers.join("."))
            }
        }
    }
}

impl FromStr for Report {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let parse = || match text.split_once(':') {
            None if text == "stands" => Some(Report::Stands(None)),
            None if text == "low" => Some(Report::Low),
            None if text == "falls" => Some(Report::Falls(Blocks::EMPTY)),
            Some(("stands", height)) => Some(Report::Stands(Some(height.parse().ok()?))),
            Some(("falls", fallen)) => {
                let block = |number: &str| Block::numbered(number.parse().ok()?);
                Some(Report::Falls(fallen.split('.').map(block).collect::<Option<_>>()?))
            }
            _ => None,
        };
        // One text for one report.
        parse().filter(|report| report.to_string() == text).ok_or_else(|| {
            Malformed::new(
                text,
                Text {
                    fr: "stands, stands:312 (en millimètres), low, falls ou falls:4.17",
                    en: "stands, stands:312 (millimetres), low, falls or falls:4.17",
                },
            )
        })
    }
}
