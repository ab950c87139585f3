//! What a page draws of a position.

use crate::auction::AuctionKind;
use crate::modes::reds;
use crate::placement::{Handling, PendingPlacement};
use crate::position::Bausack;
use crate::table::Plot;
use crate::task::{Task, TaskKind};
use crate::{Bag, Blind, Block, Blocks, Hands, Mode, Wood};
use game::{BySeat, Game, Seat, SeatSet, Text};
use serde::Serialize;

/// Everything that a page needs to draw; nothing in this game is secret, so all viewers see the same.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Which of the five games is played.
    mode: Mode,
    /// Whether blocks are drawn.
    blind: Blind,
    /// Which bag is on the table.
    bag: Bag,
    /// Whose wood it is.
    wood: Wood,
    /// Whose hands place the blocks, where wood is simulated.
    hands: Hands,
    /// One plot for each seat, or a single one for all.
    plots: Vec<PlotView>,
    /// The blocks that are free to be chosen.
    market: Vec<u8>,
    /// Each seat's line, the next block to be taken first; none but in Chaîne de construction.
    lines: Vec<Vec<u8>>,
    /// The blocks that a seat has to deal with: won, given, drawn, or to be rebuilt.
    aside: Vec<u8>,
    /// The seats whose lines are arranged, while lines are arranged.
    done: SeatSet,
    /// Each seat's beans; in Tour de Babel, the points.
    beans: BySeat<u8>,
    /// The rounds that each seat has won, where there are rounds.
    rounds: Option<BySeat<u8>>,
    /// The beans or rounds that win the match, where there are any.
    goal: Option<u8>,
    /// Each seat's state.
    standing: BySeat<Standing>,
    /// The seat that last placed safely in Tour de Babel: the next fall gives it a bean.
    last: Option<Seat>,
    /// Whose turn it is to sell, or to lay, in the rules' sense.
    turn: Option<Seat>,
    /// The auction that is running.
    auction: Option<AuctionView>,
    /// What is asked of the seat to act, if it is a seat's turn.
    due: Option<DueView>,
    /// The block that was let go and has not come to rest.
    hand: Option<HandView>,
    /// The seats that left.
    gone: SeatSet,
    /// The article that ended the game.
    end: Option<&'static str>,
}

/// A plot and its tower.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct PlotView {
    /// The seat that owns it; none if all seats share it.
    seat: Option<Seat>,
    /// The blocks of the tower, the base first.
    tower: Vec<Stands>,
    /// The highest point above the table, in micrometres.
    height: u32,
    /// The stability margin of the tower, in micrometres.
    margin: u32,
    /// The blocks that stand on the table.
    grounded: Vec<u8>,
    /// How many red blocks the tower holds.
    reds: u8,
}

/// A block that stands.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct Stands {
    block: u8,
    /// Micrometres from the middle of the plot; y is up.
    at: [i32; 3],
    /// A unit quaternion x, y, z, w in parts of 2³⁰.
    turn: [i32; 4],
}

/// What a seat may still do.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Standing {
    /// It builds.
    #[default]
    Builds,
    /// Its tower is stopped: it sells and bids for gifts.
    Stopped,
    /// It is out of the round, or of the game.
    Out,
    /// It left the table.
    Gone,
}

/// An auction.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct AuctionView {
    kind: AuctionKind,
    block: u8,
    seller: Seat,
    /// Whose call it is.
    caller: Seat,
    /// The last bid; 0 if there was none.
    last: u8,
    /// The lowest bid that may be made now; in reverse, the only one.
    minimum: u8,
    /// Whether the caller has the beans for it.
    affordable: bool,
    /// Each seat's last bid; 0 for none.
    bids: BySeat<u8>,
    /// Who has not passed.
    bidders: SeatSet,
}

/// What is asked of a seat.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct DueView {
    seat: Seat,
    /// All seats of which it is asked at once; several only where lines are arranged.
    seats: SeatSet,
    /// The plot on which it builds, if it builds.
    plot: u8,
    /// What it must do.
    task: TaskKind,
    /// The same in a sentence.
    prompt: Text,
    /// The article that asks for it.
    article: &'static str,
    /// The blocks that it is about.
    blocks: Vec<u8>,
    /// Those of them that may be placed; of bases, those most like a slab first.
    placeable: Vec<u8>,
    /// The auctions that may be chosen.
    kinds: Vec<AuctionKind>,
    /// The seats that may be given the block.
    receivers: Vec<Seat>,
    /// Whether the block in hand may be put back before it is let go (S9).
    may_put_back: bool,
}

/// A block on its way.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize)]
struct HandView {
    seat: Seat,
    plot: u8,
    block: u8,
    /// The path of the hand; none if the block was taken off the tower again.
    gesture: Option<String>,
}

fn numbers(blocks: impl IntoIterator<Item = Block>) -> Vec<u8> {
    blocks.into_iter().map(Block::number).collect()
}

impl View {
    pub(crate) fn of(position: &Bausack) -> View {
        let table = &position.table;
        let mode = position.mode();
        let summary = position.play.rules().summary(table);
        let due = position.due();
        let standing = |seat| match seat {
            seat if table.gone.contains(seat) => Standing::Gone,
            seat if summary.out.contains(seat) => Standing::Out,
            seat if summary.stopped.contains(seat) => Standing::Stopped,
            _ => Standing::Builds,
        };
        View {
            mode,
            blind: position.play.blind(),
            bag: table.bag,
            wood: table.wood,
            hands: table.hands,
            plots: (0..).zip(&table.plots).map(|(number, plot)| PlotView::of(mode, number, plot)).collect(),
            market: numbers(table.market.iter()),
            lines: summary.lines.into_iter().map(numbers).collect(),
            aside: numbers(
                summary
                    .aside
                    .union(position.hand.as_ref().map_or(Blocks::EMPTY, PendingPlacement::fallen))
                    .iter(),
            ),
            done: summary.done,
            beans: table.beans,
            rounds: summary.rounds,
            goal: position.play.goal(),
            standing: BySeat::new(table.seats(), standing),
            last: summary.last,
            turn: summary.turn.filter(|_| position.end.is_none()),
            auction: summary.auction.map(|auction| AuctionView {
                kind: auction.kind,
                block: auction.block.number(),
                seller: auction.seller,
                caller: auction.caller,
                last: auction.last,
                minimum: auction.minimum(),
                affordable: table.beans[auction.caller] >= auction.minimum(),
                bids: auction.bids,
                bidders: auction.bidders,
            }),
            due: due.map(|due| DueView {
                seat: due.seat,
                seats: position.asked(),
                plot: due.plot as u8,
                task: due.task.kind(),
                prompt: due.task.prompt(),
                article: due.task.article(),
                blocks: match &due.task {
                    Task::LayBase { .. } => numbers(due.task.offered()),
                    task => numbers(task.blocks().iter()),
                },
                placeable: numbers(due.task.offered()),
                kinds: match &due.task {
                    Task::Sell { selling, .. } => selling.kinds().to_vec(),
                    _ => Vec::new(),
                },
                receivers: due.task.receivers().iter().collect(),
                may_put_back: due.task.may_put_back(),
            }),
            hand: position.hand.as_ref().map(|hand| HandView {
                seat: hand.seat,
                plot: hand.plot,
                block: hand.block.number(),
                gesture: match &hand.deed {
                    Handling::Placed(gesture) => Some(gesture.to_string()),
                    Handling::TakenBack { .. } => None,
                },
            }),
            gone: table.gone,
            end: position.ended_by(),
        }
    }
}

impl PlotView {
    fn of(mode: Mode, number: u8, plot: &Plot) -> PlotView {
        let stands = |standing: &crate::Standing| Stands {
            block: standing.block.number(),
            at: standing.pose.at,
            turn: standing.pose.turn,
        };
        PlotView {
            seat: (mode != Mode::Babel).then_some(Seat(number)),
            tower: plot.tower.blocks.iter().map(stands).collect(),
            height: plot.tower.height,
            margin: plot.tower.margin,
            grounded: numbers(plot.grounded.iter()),
            reds: reds(plot.blocks()) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::View;

    #[test]
    fn the_types_of_the_page_are_current() {
        testkit::Declarations::of::<View>()
            .and::<crate::Model>()
            .and::<crate::rehearsal::HandInput>()
            .and::<crate::rehearsal::HandState>()
            .and::<crate::report::ReportKind>()
            .check(concat!(env!("CARGO_MANIFEST_DIR"), "/web/types.ts"));
    }
}
