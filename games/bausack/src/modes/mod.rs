//! The five games of the bag: each says what it waits for, and what follows from what happens.

mod babel;
mod chain;
mod knockout;
mod pile;
mod reds;

pub(crate) use babel::Babel;
pub(crate) use chain::Chain;
pub(crate) use knockout::Knockout;
pub(crate) use pile::Pile;
pub(crate) use reds::{REDS, Reds, reds};

use crate::auction::Auction;
use crate::placement::{Demand, Landed};
use crate::report::Measuring;
use crate::table::{BEANS, Table};
use crate::task::Due;
use crate::{Action, Blind, Block, Blocks, Mode, Options};
use game::{BySeat, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What a game waits for.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// S16: Nature's lot.
    Draw,
    /// A seat.
    Seat(Due),
}

/// The rules of one of the games.
pub(crate) trait Rules {
    /// What it waits for now.
    fn awaits(&self, table: &Table) -> Awaited;

    /// What it asks of a placement.
    fn demand(&self) -> Demand {
        Demand::Free
    }

    /// S30: whether that seat places a gift on another's plot, which is taken off it again if it makes others fall.
    fn is_gift(&self, seat: Seat, plot: u8) -> bool {
        let _ = (seat, plot);
        false
    }

    /// Whether the next placement, or the next word, may have the heights of towers compared.
    fn measuring(&self, table: &Table) -> Measuring {
        let _ = table;
        Measuring::Idle
    }

    /// Performs a legal action that is no placement: a seat's, or Nature's lot.
    fn act(&mut self, table: &mut Table, action: &Action) -> Option<End>;

    /// A placement has come to rest.
    fn landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End>;

    /// A seat has left the table; whatever it held in its hand is back where it was.
    fn left(&mut self, table: &mut Table, seat: Seat) -> Option<End>;

    /// How well each seat has done so far, the more the better.
    fn merit(&self, table: &Table) -> BySeat<u32>;

    /// Everything else that a view shows.
    fn glance(&self, table: &Table) -> Glance;

    /// Whether it speaks of seats that a table of so many has, and of no others.
    fn is_sound(&self, seats: u8) -> bool;

    /// The end of the game, as things stand.
    fn end(&self, table: &Table, how: Ending) -> Option<End> {
        let merit = self.merit(table);
        let rank = |seat| if table.gone.contains(seat) { 0 } else { 1 + merit[seat] };
        Some(End { how, outcome: Outcome::by_score(&BySeat::new(table.seats(), rank)) })
    }
}

/// Whether all these seats are at a table of so many.
fn are_seats(named: impl IntoIterator<Item = Seat>, seats: u8) -> bool {
    named.into_iter().all(|seat| seat.0 < seats)
}

/// What a game alone knows, for views and positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glance {
    /// Who starts the round, or sells, or lays: the seat whose turn it is in the rules' sense.
    pub turn: Option<Seat>,
    /// S18: the lines, by seat; none in the other games.
    pub lines: Vec<Vec<Block>>,
    /// The rounds that each seat has won, where there are rounds to win.
    pub rounds: Option<BySeat<u8>>,
    /// S31: whose tower is stopped.
    pub stopped: SeatSet,
    /// Who is out of the round, or of the game.
    pub out: SeatSet,
    /// The auction that is on.
    pub auction: Option<Auction>,
    /// S13: who last placed safely.
    pub last: Option<Seat>,
    /// The blocks that are neither on the market nor in a tower nor in a line.
    pub aside: Blocks,
}

/// The game is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    pub how: Ending,
    pub outcome: Outcome,
}

/// How a game ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// S14: five beans.
    FiveBeans,
    /// S21: two rounds of Chaîne de construction.
    TwoRounds,
    /// S26: the last tower stands alone.
    LastTower,
    /// S27: the market is empty.
    MarketEmpty,
    /// S32: nobody builds any more.
    NobodyBuilds,
    /// S36: three rounds of Trois rouges gagnent.
    ThreeRounds,
    /// All but one have left.
    Left,
}

impl Ending {
    /// The article by which it ended.
    pub const fn article(self) -> Option<&'static str> {
        match self {
            Ending::FiveBeans => Some("S14"),
            Ending::TwoRounds => Some("S21"),
            Ending::LastTower => Some("S26"),
            Ending::MarketEmpty => Some("S27"),
            Ending::NobodyBuilds => Some("S32"),
            Ending::ThreeRounds => Some("S36"),
            Ending::Left => None,
        }
    }
}

/// One of the five games, as far as it has gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Play {
    Babel(Babel),
    Chain(Chain),
    Knockout(Knockout),
    Pile(Pile),
    Reds(Reds),
}

impl Play {
    /// The table and the game at their beginning.
    pub fn opening(options: &Options, seats: u8) -> (Table, Play) {
        let Options { game, blind, bag, wood } = *options;
        let (table, play) = match game {
            Mode::Babel => {
                let babel = match blind {
                    Blind::No => Babel::chosen(),
                    Blind::Yes => Babel::blind(),
                };
                (Table::new(bag, seats, 1, 0), Play::Babel(babel))
            }
            Mode::Chain => (Table::new(bag, seats, seats, 0), Play::Chain(Chain::new(seats))),
            Mode::Knockout => (Table::new(bag, seats, seats, BEANS), Play::Knockout(Knockout::new())),
            Mode::Pile => (Table::new(bag, seats, seats, BEANS), Play::Pile(Pile::new())),
            Mode::Reds => (Table::new(bag, seats, seats, BEANS), Play::Reds(Reds::new(seats))),
        };
        (Table { wood, ..table }, play)
    }

    /// Which of the five it is.
    pub fn mode(&self) -> Mode {
        match self {
            Play::Babel(_) => Mode::Babel,
            Play::Chain(_) => Mode::Chain,
            Play::Knockout(_) => Mode::Knockout,
            Play::Pile(_) => Mode::Pile,
            Play::Reds(_) => Mode::Reds,
        }
    }

    /// The beans or rounds that win it, if it is played for any.
    pub fn goal(&self) -> Option<u8> {
        match self {
            Play::Babel(_) => Some(babel::GOAL),
            Play::Chain(_) => Some(chain::GOAL),
            Play::Reds(_) => Some(reds::GOAL),
            Play::Knockout(_) | Play::Pile(_) => None,
        }
    }

    /// Whether blocks are drawn.
    pub fn blind(&self) -> Blind {
        match self {
            Play::Babel(babel) => babel.blind_or_not(),
            Play::Chain(_) | Play::Knockout(_) | Play::Pile(_) | Play::Reds(_) => Blind::No,
        }
    }

    /// Its rules.
    pub fn rules(&self) -> &dyn Rules {
        match self {
            Play::Babel(babel) => babel,
            Play::Chain(chain) => chain,
            Play::Knockout(knockout) => knockout,
            Play::Pile(pile) => pile,
            Play::Reds(reds) => reds,
        }
    }

    /// Its rules, to go on.
    pub fn rules_mut(&mut self) -> &mut dyn Rules {
        match self {
            Play::Babel(babel) => babel,
            Play::Chain(chain) => chain,
            Play::Knockout(knockout) => knockout,
            Play::Pile(pile) => pile,
            Play::Reds(reds) => reds,
        }
    }
}
