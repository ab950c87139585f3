//! The five games of the bag: each says what it waits for, and what follows from an action or a placement.

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
use game::{Actor, BySeat, Outcome, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What a mode waits for.
#[derive(Clone, Debug)]
pub(crate) enum Awaited {
    /// S16: Nature's lot.
    Draw,
    /// A seat.
    Seat(Due),
    /// S18: several seats at once, each with its own line.
    Arranging(SeatSet),
}

/// The rules of one of the five games.
pub(crate) trait ModeRules {
    /// What it waits for now.
    fn awaits(&self, table: &Table) -> Awaited;

    /// What a placement must achieve.
    fn demand(&self) -> Demand {
        Demand::Free
    }

    /// S30: whether a seat that places a block on that plot places a gift: the block is taken off the tower again if it makes
    /// others fall.
    fn is_gift(&self, seat: Seat, plot: u8) -> bool {
        let _ = (seat, plot);
        false
    }

    /// Whether the heights of towers may be compared after the next placement or action.
    fn measuring(&self, table: &Table) -> Measuring {
        let _ = table;
        Measuring::Idle
    }

    /// What is asked of one of several seats that act at once.
    fn arranging(&self, seat: Seat) -> Due {
        unreachable!("seat {seat} arranges nothing in this game")
    }

    /// Performs a legal action that is no placement: a seat's action, or Nature's draw.
    fn act(&mut self, table: &mut Table, actor: Actor, action: &Action) -> Option<End>;

    /// Performs what follows from a placement that has come to rest.
    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End>;

    /// Performs what follows from a seat's leaving; a block that it was placing is back where it was.
    fn on_left(&mut self, table: &mut Table, seat: Seat) -> Option<End>;

    /// The score of each seat so far; more is better.
    fn score(&self, table: &Table) -> BySeat<u32>;

    /// What else views and positions show.
    fn summary(&self, table: &Table) -> ModeSummary;

    /// Whether all seats that it names exist at a table of so many.
    fn is_sound(&self, seats: u8) -> bool;

    /// The end of the game by the scores so far.
    fn end(&self, table: &Table, how: Ending) -> Option<End> {
        let score = self.score(table);
        let rank = |seat| if table.gone.contains(seat) { 0 } else { 1 + score[seat] };
        Some(End { how, outcome: Outcome::by_score(&BySeat::new(table.seats(), rank)) })
    }
}

/// Whether all these seats are at a table of so many.
fn are_seats(named: impl IntoIterator<Item = Seat>, seats: u8) -> bool {
    named.into_iter().all(|seat| seat.0 < seats)
}

/// What only the mode knows, for views and positions.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModeSummary {
    /// Who starts the round, or sells, or lays: the seat whose turn it is in the rules' sense.
    pub turn: Option<Seat>,
    /// S18: the lines, by seat; none in the other games.
    pub lines: Vec<Vec<Block>>,
    /// S18: whose lines are arranged.
    pub done: SeatSet,
    /// The rounds that each seat has won, where there are rounds to win.
    pub rounds: Option<BySeat<u8>>,
    /// S31: whose tower is stopped.
    pub stopped: SeatSet,
    /// Who is out of the round, or of the game.
    pub out: SeatSet,
    /// The auction that is running.
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
    /// S21: the only round of Chaîne de construction.
    OneRound,
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
            Ending::TwoRounds | Ending::OneRound => Some("S21"),
            Ending::LastTower => Some("S26"),
            Ending::MarketEmpty => Some("S27"),
            Ending::NobodyBuilds => Some("S32"),
            Ending::ThreeRounds => Some("S36"),
            Ending::Left => None,
        }
    }
}

/// The state of one of the five games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ModeState {
    Babel(Babel),
    Chain(Chain),
    Knockout(Knockout),
    Pile(Pile),
    Reds(Reds),
}

impl ModeState {
    /// The table and the state at the start of a game.
    pub fn opening(options: &Options, seats: u8) -> (Table, ModeState) {
        let Options { game, blind, rounds, bag, wood, hands } = *options;
        let (table, play) = match game {
            Mode::Babel => {
                let babel = match blind {
                    Blind::No => Babel::chosen(),
                    Blind::Yes => Babel::blind(),
                };
                (Table::new(bag, seats, 1, 0), ModeState::Babel(babel))
            }
            Mode::Chain => (Table::new(bag, seats, seats, 0), ModeState::Chain(Chain::new(seats, rounds))),
            Mode::Knockout => (Table::new(bag, seats, seats, BEANS), ModeState::Knockout(Knockout::new())),
            Mode::Pile => (Table::new(bag, seats, seats, BEANS), ModeState::Pile(Pile::new())),
            Mode::Reds => (Table::new(bag, seats, seats, BEANS), ModeState::Reds(Reds::new(seats))),
        };
        (Table { wood, hands, ..table }, play)
    }

    /// Which of the five it is.
    pub fn mode(&self) -> Mode {
        match self {
            ModeState::Babel(_) => Mode::Babel,
            ModeState::Chain(_) => Mode::Chain,
            ModeState::Knockout(_) => Mode::Knockout,
            ModeState::Pile(_) => Mode::Pile,
            ModeState::Reds(_) => Mode::Reds,
        }
    }

    /// The beans or rounds that win it, if it is played for any.
    pub fn goal(&self) -> Option<u8> {
        match self {
            ModeState::Babel(_) => Some(babel::GOAL),
            ModeState::Chain(chain) => Some(chain.goal()),
            ModeState::Reds(_) => Some(reds::GOAL),
            ModeState::Knockout(_) | ModeState::Pile(_) => None,
        }
    }

    /// Whether blocks are drawn.
    pub fn blind(&self) -> Blind {
        match self {
            ModeState::Babel(babel) => babel.blind_or_not(),
            ModeState::Chain(_) | ModeState::Knockout(_) | ModeState::Pile(_) | ModeState::Reds(_) => {
                Blind::No
            }
        }
    }

    /// Its rules.
    pub fn rules(&self) -> &dyn ModeRules {
        match self {
            ModeState::Babel(babel) => babel,
            ModeState::Chain(chain) => chain,
            ModeState::Knockout(knockout) => knockout,
            ModeState::Pile(pile) => pile,
            ModeState::Reds(reds) => reds,
        }
    }

    /// Its rules, to change the state.
    pub fn rules_mut(&mut self) -> &mut dyn ModeRules {
        match self {
            ModeState::Babel(babel) => babel,
            ModeState::Chain(chain) => chain,
            ModeState::Knockout(knockout) => knockout,
            ModeState::Pile(pile) => pile,
            ModeState::Reds(reds) => reds,
        }
    }
}
