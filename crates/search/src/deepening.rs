//! Iterative deepening: one depth after the other, each ordering the next.

use crate::descent::{Best, Descent, plies_needed};
use crate::history::History;
use crate::ordering::Ply;
use crate::root::Root;
use crate::transposition::Table;
use crate::window::Worth;
use crate::{Found, Goal, PROVEN, Proof, Prover, Search, Style, WIN};
use game::{Budget, Seat};

/// What one thread of a search keeps to itself.
pub(crate) struct Worker<A> {
    history: History<A>,
    plies: Vec<Ply<A>>,
}

impl<A: Clone + Eq> Worker<A> {
    pub fn new() -> Self {
        Worker { history: History::new(), plies: Vec::new() }
    }

    /// Begins a new search.
    fn forget(&mut self) {
        self.history.forget();
        self.plies.iter_mut().for_each(Ply::forget);
    }
}

/// The table of one thread, or of several.
pub(crate) enum Memory<'a> {
    Own(&'a mut Table),
    Shared(&'a Table),
}

impl Memory<'_> {
    fn make_room(&mut self) {
        if let Memory::Own(table) = self {
            table.make_room();
        }
    }

    pub fn table(&self) -> &Table {
        match self {
            Memory::Own(table) => table,
            Memory::Shared(table) => table,
        }
    }
}

/// A depth takes longer than all before it together: beyond this share of the time, none is begun.
const TOO_LATE: f64 = 0.6;

/// What to search, and how.
pub(crate) struct Deepening<'a, G: Search> {
    pub game: &'a G,
    pub seat: Seat,
    pub style: Style,
    pub budget: &'a Budget<'a>,
    pub worker: &'a mut Worker<G::Action>,
    pub memory: Memory<'a>,
    pub nodes: u64,
    /// What proves results, where that is tried.
    pub prover: Option<&'a mut Prover<G>>,
}

/// What a thread came to.
pub(crate) struct Thought<A> {
    pub found: Found<A>,
    /// Whether looking further would not change it.
    pub is_certain: bool,
}

impl<G: Search> Deepening<'_, G> {
    /// Searches depth after depth, from `depths.start` on: the best action of the last depth searched through, or a
    /// better one that was proven at the next.
    pub fn run(
        mut self,
        mut root: Root<G::Action>,
        depths: std::ops::RangeInclusive<u8>,
    ) -> Thought<G::Action> {
        self.worker.forget();
        let (mut value, mut reached, mut is_certain) = (0, 0, false);
        for depth in depths {
            if reached > 0 && self.budget.time_gone() > TOO_LATE {
                break;
            }
            let best = self.search(&root, 0, depth);
            if let Some((index, worth)) = best.found {
                root.promote(0, index);
                value = worth.value;
                is_certain = worth.settled || is_proven_within(value, depth);
            }
            if !best.is_complete {
                is_certain = false;
                break;
            }
            reached = u32::from(depth);
            if is_certain {
                break;
            }
            if let Some((action, proven)) = self.prove(value) {
                let index = root.actions().iter().position(|other| *other == action);
                root.promote(0, index.expect("a proof begins with a listed action"));
                (value, is_certain) = (proven, true);
                break;
            }
        }
        let found = Found { action: root.into_first(), value, depth: reached, nodes: self.nodes };
        Thought { found, is_certain }
    }

    /// Tries to prove the result of a position that looks like `value`, with a share of the nodes used so far: an
    /// action that wins, or one that draws where none wins or all seem to lose; and what it is worth.
    fn prove(&mut self, value: i32) -> Option<(G::Action, i32)> {
        let prover = self.prover.as_deref_mut()?;
        let budget = self.budget.at_most(self.nodes + self.nodes / PROVING_SHARE);
        let mut ask = |goal, nodes: &mut u64| prover.prove(self.game, self.seat, goal, &budget, nodes);
        let looks_lost = value < LOOKS_LOST;
        if !looks_lost {
            match ask(Goal::Win, &mut self.nodes) {
                Proof::Yes(action) => return Some((action, PROVEN)),
                Proof::Open => return None,
                Proof::No => {}
            }
        }
        match ask(Goal::Hold, &mut self.nodes) {
            Proof::Yes(action) => return Some((action, 0)),
            Proof::Open => {}
            // Nothing more to learn, but there are better ways to lose than others.
            Proof::No => self.prover = None,
        }
        None
    }

    /// One depth: the best of the actions from the place `from` on.
    pub fn search(&mut self, root: &Root<G::Action>, from: usize, depth: u8) -> Best {
        let (mut descent, plies, game) = self.descent(depth);
        let best = descent.best_action(game, &root.actions()[from..], plies);
        self.nodes = descent.nodes;
        best
    }

    /// The worth of every action of the root at one depth; `None` if the budget is spent before all are known.
    pub fn worths(&mut self, actions: &[G::Action], depth: u8) -> Option<Vec<Worth>> {
        let (mut descent, plies, game) = self.descent(depth);
        let worths = actions.iter().map(|action| descent.worth_of(game, action, plies)).collect();
        self.nodes = descent.nodes;
        worths
    }

    fn descent(&mut self, depth: u8) -> (Descent<'_, G>, &mut [Ply<G::Action>], &G) {
        self.memory.make_room();
        let Worker { history, plies } = &mut *self.worker;
        let needed = plies_needed(depth, self.style);
        plies.resize_with(plies.len().max(needed), Ply::new);
        let Deepening { seat, style, budget, nodes, .. } = *self;
        let table = self.memory.table();
        (Descent { seat, style, budget, nodes, depth, table, history }, &mut plies[..needed], self.game)
    }
}

/// Whoever's best action is worth less than this had better see to a draw.
const LOOKS_LOST: i32 = -500;

/// One node of so many goes into proofs.
const PROVING_SHARE: u64 = 4;

/// Whether a value is a win or a defeat that a search of that depth sees whole: then there is none that is quicker,
/// and nothing that puts it off.
pub(crate) fn is_proven_within(value: i32, depth: u8) -> bool {
    value.abs() >= WIN - i32::from(depth)
}
