//! Chaîne de construction: lines of blocks from which every seat may take, and towers that must outlast the others
//! (S17–S21).

use super::{Awaited, End, Ending, ModeRules, ModeSummary, are_seats};
use crate::arranging::Race;
use crate::placement::{Landed, Landing};
use crate::report::Measuring;
use crate::size::{is_like_a_slab, is_slab};
use crate::table::{HALF_MILLIMETRE, Table};
use crate::task::{Due, Task};
use crate::{Action, Block, Blocks, Rounds};
use game::{Actor, BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// S18: how many blocks a line has.
const LINE: usize = 12;

/// A round of Chaîne de construction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chain {
    /// Who began this round.
    first: Seat,
    /// Whose turn it is.
    next: Seat,
    phase: Phase,
    /// Each seat's line, the next block to be taken first.
    lines: Vec<Vec<Block>>,
    /// The seats whose towers fell in this round, the first first.
    fallen: Vec<Seat>,
    /// S18: the seats whose lines are arranged.
    #[serde(default)]
    done: SeatSet,
    /// S21: how many rounds win.
    #[serde(default, skip_serializing_if = "Rounds::is_two")]
    length: Rounds,
    /// The rounds that each seat has won.
    rounds: BySeat<u8>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Phase {
    /// S17: bases are laid.
    Bases,
    /// S18: blocks are taken.
    Draft,
    /// S18: lines are put in order.
    Arrange,
    /// S19: towers are built.
    Build,
}

impl Chain {
    pub fn new(seats: u8, length: Rounds) -> Self {
        Chain {
            first: Seat(0), // S12
            next: Seat(0),
            phase: Phase::Bases,
            lines: vec![Vec::new(); usize::from(seats)],
            fallen: Vec::new(),
            done: SeatSet::EMPTY,
            length,
            rounds: BySeat::new(seats, |_| 0),
        }
    }

    /// S21: the rounds that win.
    pub fn goal(&self) -> u8 {
        self.length.goal()
    }

    /// S18, S19: the lines, and who builds in which order.
    pub fn race(&self, table: &Table) -> Race<'_> {
        let standing = self.standing(table);
        let first = table.first_from(self.first, standing);
        let after = |seat: &Seat| Some(table.following(*seat, standing)).filter(|next| *next != first);
        Race { lines: &self.lines, builders: std::iter::successors(Some(first), after).collect() }
    }

    /// The seats whose towers have not fallen in this round.
    fn standing(&self, table: &Table) -> SeatSet {
        self.fallen.iter().fold(table.staying(), |standing, seat| standing.without(*seat))
    }

    /// S17: the slabs, as long as there are any, for the first two; then what is of similar size.
    fn bases(table: &Table) -> Blocks {
        let slabs: Blocks = table.market.iter().filter(|block| is_slab(*block)).collect();
        if slabs.is_empty() {
            table.market.iter().filter(|block| is_like_a_slab(*block, table.edition)).collect()
        } else {
            slabs
        }
    }

    /// S19: the first blocks of all lines, of fallen seats' too.
    fn firsts(&self) -> Blocks {
        self.lines.iter().filter_map(|line| line.first().copied()).collect()
    }

    /// Goes on to the next seat, the next phase or the next round.
    fn advance(&mut self, table: &mut Table) -> Option<End> {
        let standing = self.standing(table);
        if standing.len() <= 1 {
            return self.finish_round(table, standing); // S20
        }
        let following = table.following(self.next, standing);
        let is_through = match self.phase {
            Phase::Bases => standing.iter().all(|seat| !table.plots[seat.index()].tower.blocks.is_empty()),
            Phase::Draft => standing.iter().all(|seat| self.lines[seat.index()].len() >= LINE),
            Phase::Arrange => standing.iter().all(|seat| self.done.contains(seat)),
            Phase::Build => self.firsts().is_empty(),
        };
        if self.phase == Phase::Arrange && is_through {
            self.done = SeatSet::EMPTY;
        }
        let starts = table.first_from(self.first, standing);
        (self.phase, self.next) = match (self.phase, is_through) {
            (Phase::Arrange, false) => (Phase::Arrange, starts),
            (phase, false) => (phase, following),
            (Phase::Bases, true) => (Phase::Draft, starts),
            (Phase::Draft, true) if table.edition.is_today() => (Phase::Arrange, starts),
            (Phase::Draft | Phase::Arrange, true) => (Phase::Build, starts),
            (Phase::Build, true) => return self.finish_round(table, table.tallest(standing)), // S20
        };
        None
    }

    /// S20, S21: counts a round for the winners, all of them if they tie, and begins the next.
    fn finish_round(&mut self, table: &mut Table, winners: SeatSet) -> Option<End> {
        for seat in winners.iter() {
            self.rounds[seat] += 1;
        }
        if winners.iter().any(|seat| self.rounds[seat] >= self.goal()) {
            let how = match self.length {
                Rounds::Two => Ending::TwoRounds,
                Rounds::One => Ending::OneRound,
            };
            return self.end(table, how);
        }
        let staying = table.staying();
        let fell_first = self.fallen.iter().copied().find(|seat| staying.contains(*seat));
        self.first = fell_first.unwrap_or_else(|| self.shortest(table));
        self.next = self.first;
        self.phase = Phase::Bases;
        self.lines.iter_mut().for_each(Vec::clear);
        self.fallen.clear();
        self.done = SeatSet::EMPTY;
        table.tidy();
        None
    }

    /// S21: the seat with the shortest tower; of those that tie, the first in turn order from the seat that began the round.
    fn shortest(&self, table: &Table) -> Seat {
        let staying = table.staying();
        let least = staying.iter().map(|seat| table.height(seat)).min().unwrap_or(0);
        let short = staying.iter().filter(|seat| table.height(*seat) <= least + HALF_MILLIMETRE).collect();
        table.first_from(self.first, short)
    }
}

impl ModeRules for Chain {
    fn awaits(&self, table: &Table) -> Awaited {
        let task = match self.phase {
            Phase::Bases => Task::LayBase { from: Chain::bases(table) },
            Phase::Draft => Task::Draft { from: table.market },
            Phase::Arrange => {
                let arranging =
                    self.standing(table).iter().filter(|seat| !self.done.contains(*seat)).collect();
                return Awaited::Arranging(arranging);
            }
            Phase::Build => Task::BuildFromLine { from: self.firsts() },
        };
        Awaited::Seat(Due { seat: self.next, plot: self.next.index(), task })
    }

    fn measuring(&self, _: &Table) -> Measuring {
        let left = self.lines.iter().map(Vec::len).sum::<usize>();
        let is_close = self.phase == Phase::Build && left == 1; // S20
        if is_close { Measuring::Needed } else { Measuring::Idle }
    }

    fn arranging(&self, seat: Seat) -> Due {
        Due { seat, plot: seat.index(), task: Task::Arrange { line: self.lines[seat.index()].clone() } }
    }

    fn act(&mut self, table: &mut Table, actor: Actor, action: &Action) -> Option<End> {
        match (actor, action) {
            (_, Action::Take(block)) => {
                table.market = table.market.without(*block);
                self.lines[self.next.index()].push(*block);
                self.advance(table)
            }
            (Actor::Seat(seat), Action::Arrange(order)) => {
                self.lines[seat.index()].clone_from(order);
                None
            }
            (Actor::Seat(seat), Action::Done) => {
                self.done = self.done.with(seat);
                self.advance(table)
            }
            _ => unreachable!("nothing else is legal"),
        }
    }

    fn on_landed(&mut self, table: &mut Table, landed: &Landed) -> Option<End> {
        let Landed { seat, plot, block, landing, ref settled, .. } = *landed;
        table.market = table.market.without(block);
        for line in &mut self.lines {
            line.retain(|waiting| *waiting != block);
        }
        match landing {
            Landing::Stands | Landing::TooLow => table.plots[plot].stand(settled),
            Landing::Falls | Landing::Spoilt => {
                table.plots[plot].clear(); // S20: it leaves the game
                self.fallen.push(seat);
            }
        }
        self.advance(table)
    }

    fn on_left(&mut self, table: &mut Table, seat: Seat) -> Option<End> {
        table.plots[seat.index()].clear();
        if self.next == seat || self.phase == Phase::Arrange || self.standing(table).len() <= 1 {
            return self.advance(table);
        }
        None
    }

    fn score(&self, table: &Table) -> BySeat<u32> {
        BySeat::new(table.seats(), |seat| u32::from(self.rounds[seat]))
    }

    fn is_sound(&self, seats: u8) -> bool {
        are_seats(self.fallen.iter().copied().chain([self.first, self.next]), seats)
            && self.lines.len() == usize::from(seats)
            && self.rounds.count() == seats
    }

    fn summary(&self, table: &Table) -> ModeSummary {
        let out = Seat::all(table.seats()).filter(|seat| !self.standing(table).contains(*seat)).collect();
        ModeSummary {
            turn: Some(self.next),
            lines: self.lines.clone(),
            done: self.done,
            rounds: Some(self.rounds),
            out,
            ..ModeSummary::default()
        }
    }
}
