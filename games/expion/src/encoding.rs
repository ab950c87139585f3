//! EX*PION as numbers: the ids of its actions, and what an observation holds.

use crate::action::{Action, Chameleon};
use crate::board::{Cell, STRIDE, Side, Way};
use crate::effect::QUIET_LIMIT;
use crate::position::{Expion, FirstCapture};
use game::Seat;
use search::{Encoding, Plane, Symmetry};
use std::sync::LazyLock;

const CELLS: usize = STRIDE as usize * STRIDE as usize;

/// The actions in the order of their ids: moves, moves with the chameleon, pushes, pushes with it, each for every pair of
/// cells for which there can be one; the pass. Cells are in the order b1, c1, …
struct Ids {
    universe: Vec<Action>,
    /// The id of each of the four kinds for a pair of cells.
    by_cells: Vec<[u16; 4]>,
}

const fn pair(from: Cell, to: Cell) -> usize {
    from.number() as usize * CELLS + to.number() as usize
}

/// Where a marble may come from to arrive on a cell of the area: a neighbour (X8, X10), or up to three cells behind it in
/// camp (X9).
fn arrivals() -> impl Iterator<Item = (Cell, Cell, Way, u8)> {
    let pairs = Cell::all().flat_map(|from| Cell::all().map(move |to| (from, to)));
    pairs.filter_map(|(from, to)| {
        let (way, length) = from.line_to(to)?;
        let reaches = from.camp().map_or(length == 1, |camp| way == camp.forward() && length <= 3);
        (reaches && to.camp().is_none()).then_some((from, to, way, length))
    })
}

/// X12: where a push that way drives a ball that stands on `ball`, if one can stand there.
fn driven(ball: Cell, way: Way, length: u8) -> Option<Cell> {
    ball.step(way).filter(|cell| length == 1 && !ball.is_special() && !cell.is_special())
}

static IDS: LazyLock<Ids> = LazyLock::new(|| {
    let mut ids = Ids { universe: Vec::new(), by_cells: vec![[0; 4]; CELLS * CELLS] };
    for (kind, chameleon) in [(0, Chameleon::Silent), (1, Chameleon::Called)] {
        for (from, to, ..) in arrivals() {
            ids.by_cells[pair(from, to)][kind] = ids.universe.len() as u16;
            ids.universe.push(Action::Move { from, to, chameleon });
        }
    }
    for (kind, chameleon) in [(2, Chameleon::Silent), (3, Chameleon::Called)] {
        for (from, to, way, length) in arrivals() {
            // X16: a ball in a camp captures nothing.
            let drives = |cell: Cell| chameleon == Chameleon::Silent || cell.camp().is_none();
            if driven(to, way, length).is_some_and(drives) {
                ids.by_cells[pair(from, to)][kind] = ids.universe.len() as u16;
                ids.universe.push(Action::Push { from, to, chameleon });
            }
        }
    }
    ids.universe.push(Action::Pass);
    ids
});

impl Expion {
    /// The groups into which an observation sorts marbles, by the seat that owns them.
    fn groups(&self) -> &'static [&'static str] {
        if self.seats == 2 { &["own", "adverse"] } else { &["own", "the partner's", "adverse"] }
    }
}

impl Encoding for Expion {
    fn universe(&self) -> &'static [Action] {
        &IDS.universe
    }

    #[inline]
    fn id(&self, action: &Action) -> usize {
        let kind = |first: usize, chameleon| first + usize::from(chameleon == Chameleon::Called);
        let (from, to, kind) = match *action {
            Action::Move { from, to, chameleon } => (from, to, kind(0, chameleon)),
            Action::Push { from, to, chameleon } => (from, to, kind(2, chameleon)),
            Action::Pass => return IDS.universe.len() - 1,
        };
        IDS.by_cells[pair(from, to)][kind].into()
    }

    /// The whole board: row 0 is row 1 of the board.
    fn grid(&self) -> (usize, usize) {
        (STRIDE.into(), STRIDE.into())
    }

    fn planes(&self) -> Vec<Plane> {
        let ways = ["down", "left", "up", "right"];
        let marbles = self.groups().iter().flat_map(|group| {
            ways.map(|way| Plane::new(format!("{group} marbles that go forward {way}"), 1))
        });
        let turns = (0..self.seats).map(|ahead| match ahead {
            0 => Plane::new("own turn", 1),
            _ => Plane::new(format!("turn of the seat {ahead} ahead"), 1),
        });
        let mut planes: Vec<Plane> = marbles.chain(turns).collect();
        planes.push(Plane::new("the ball", 1));
        planes.push(Plane::new("the first capture has happened", 1));
        planes.push(Plane::new("quiet turns in a row", QUIET_LIMIT));
        if self.seats == 3 {
            planes.push(Plane::new("seat 2 is the ally that plays next", 1));
        }
        planes
    }

    fn observe(&self, viewer: Seat, out: &mut [u8]) {
        out.fill(0);
        let groups = self.groups().len();
        let side = self.side(viewer);
        for colour in crate::board::Camp::ALL {
            let group = match colour.side() == side {
                true if self.colours(viewer).any(|own| own == colour) => 0,
                true => 1,
                false => groups - 1,
            };
            let plane = &mut out[(group * 4 + colour as usize) * CELLS..][..CELLS];
            for cell in self.cells(colour) {
                plane[usize::from(cell.number())] = 1;
            }
        }
        let mut planes = out[groups * 4 * CELLS..].chunks_exact_mut(CELLS);
        let mut next = || planes.next().expect("an observation has all planes");
        let actor = self.end().is_none().then(|| self.actor());
        for ahead in 0..self.seats {
            next().fill(u8::from(actor == Some(Seat((viewer.0 + ahead) % self.seats))));
        }
        next()[usize::from(self.ball.number())] = 1;
        next().fill(u8::from(self.first_capture == FirstCapture::Done));
        next().fill(self.quiet);
        if self.seats == 3 {
            next().fill(u8::from(self.ally == Seat(2)));
        }
    }

    /// Those that leave every marble to its seat: all that keep the sides where both camps of a side have one owner.
    fn symmetries(&self) -> Vec<Symmetry> {
        let owned = |side: Side| self.seats_of(side).len() == 1;
        let flips = [(false, false), (true, false), (false, true), (true, true)];
        let last = STRIDE - 1;
        let keeps = |&(columns, rows): &(bool, bool)| {
            (!columns || owned(Side::EastWest)) && (!rows || owned(Side::NorthSouth))
        };
        let symmetry = |(columns, rows): (bool, bool)| {
            let flip = |flips: bool, number: u8| if flips { last - number } else { number };
            let cell = |cell: Cell| Cell::at(flip(columns, cell.column()), flip(rows, cell.row()));
            let action = |action: &Action| match *action {
                Action::Move { from, to, chameleon } => {
                    Action::Move { from: cell(from), to: cell(to), chameleon }
                }
                Action::Push { from, to, chameleon } => {
                    Action::Push { from: cell(from), to: cell(to), chameleon }
                }
                Action::Pass => Action::Pass,
            };
            // Down and up are exchanged with the rows, left and right with the columns.
            let plane = |plane: usize| {
                let flips = [rows, columns][plane % 2] && plane < self.groups().len() * 4;
                if flips { plane ^ 2 } else { plane }
            };
            let place = |row: usize, column: usize| {
                (flip(rows, row as u8).into(), flip(columns, column as u8).into())
            };
            Symmetry::new(self, action, plane, place)
        };
        flips.into_iter().filter(keeps).map(symmetry).collect()
    }

    #[inline]
    fn write_mask(&self, out: &mut [u8]) {
        out.fill(0);
        if self.end().is_some() {
            return;
        }
        let mut any = false;
        for route in self.listing().iter() {
            out[self.id(&self.action_of(route))] = 1;
            any = true;
        }
        if !any {
            out[IDS.universe.len() - 1] = 1;
        }
    }
}
