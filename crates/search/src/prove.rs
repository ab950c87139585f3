//! Proof-number search: what a seat can force, whatever the others do.

use crate::{Search, mix};
use bytemuck::zeroed_vec;
use game::{Actor, Budget, Seat, Turn};

/// The known result of a position: see [`Search::solved`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// A seat of the side that wins; `None` if the game is drawn.
    pub winner: Option<Seat>,
    /// Within how many actions, if the winner plays its quickest win.
    pub actions: u32,
}

/// What a proof search tries to prove that a seat can force.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Hold,
}

/// The result of a proof search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Proof<A> {
    /// It can be forced, beginning with this action.
    Yes(A),
    /// It can't.
    No,
    /// The budget was spent first.
    Open,
}

/// Depth-first proof-number search between two sides.
///
/// It expands the node that needs the fewest further positions to be solved, however deep that is, so that it finds long
/// forced wins that a search by depth does not reach. A disproof number is the maximum of the children plus their count
/// instead of the sum, so that positions with several paths to them are not counted several times.
///
/// Solved positions stay in its table and are found again in the next turn, so that a bot that follows a proof reaches
/// its end. Rules on repetition are part of positions, so there are no cycles.
///
/// One node is one action played. Where Nature acts nothing is proven.
pub struct Prover<G: Search> {
    table: Vec<Bucket>,
    /// The buffers of the children at each depth.
    frames: Vec<Vec<Child<G>>>,
    actions: Vec<G::Action>,
}

impl<G: Search> Default for Prover<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// Proof and disproof number: how many positions must be proven to prove this one, or disproven to disprove it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    /// Infinity: the number of a position that can never be proven (or disproven).
    const NEVER: u32 = u32::MAX;
    /// The highest number of an unsolved position.
    const MOST: u32 = 1 << 30;
    const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: Self::NEVER };
    const DISPROVEN: ProofNumbers = ProofNumbers { proof: Self::NEVER, disproof: 0 };
    const UNKNOWN: ProofNumbers = ProofNumbers { proof: 1, disproof: 1 };
    /// The numbers of a position that cannot be searched.
    const UNREACHABLE: ProofNumbers = ProofNumbers { proof: Self::MOST, disproof: Self::MOST };

    const fn of(is_reached: bool) -> Self {
        if is_reached { Self::PROVEN } else { Self::DISPROVEN }
    }

    const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same from the other side: what proves for one disproves for the other.
    const fn flipped(self) -> Self {
        ProofNumbers { proof: self.disproof, disproof: self.proof }
    }
}

/// A position after an action, and its numbers.
struct Child<G> {
    game: G,
    key: u64,
    /// From the point of view of the side that chooses the child.
    numbers: ProofNumbers,
    ordering_score: i32,
}

/// Keys and packed proof numbers; a word of 0 is an empty slot.
type Bucket = [[u64; 2]; 4];

impl<G: Search> Prover<G> {
    /// The largest depth.
    const MAX_DEPTH: usize = 400;

    /// A prover with an empty table.
    pub const fn new() -> Self {
        Prover { table: Vec::new(), frames: Vec::new(), actions: Vec::new() }
    }

    /// Whether `seat`, which must be to act, can force `goal`, within `budget`. `nodes` is the number of nodes used so far;
    /// the nodes of the proof are added to it.
    pub fn prove(
        &mut self,
        game: &G,
        seat: Seat,
        goal: Goal,
        budget: &Budget<'_>,
        nodes: &mut u64,
    ) -> Proof<G::Action> {
        if self.table.is_empty() {
            self.table = zeroed_vec(1 << TABLE_BITS);
        }
        let mut search = ProofSearch { prover: self, seat, goal, budget, nodes };
        let limits = ProofNumbers { proof: ProofNumbers::NEVER, disproof: ProofNumbers::NEVER };
        match search.search(game, search.key(game), limits, 0) {
            Some(ProofNumbers { disproof: 0, .. }) => Proof::No,
            Some(ProofNumbers { proof: 0, .. }) => {
                search.proving_action(game).map_or(Proof::Open, Proof::Yes)
            }
            _ => Proof::Open,
        }
    }
}

/// The search for one proof.
struct ProofSearch<'a, G: Search> {
    prover: &'a mut Prover<G>,
    seat: Seat,
    goal: Goal,
    budget: &'a Budget<'a>,
    nodes: &'a mut u64,
}

impl<G: Search> ProofSearch<'_, G> {
    fn key(&self, game: &G) -> u64 {
        mix(game.key(), u64::from(game.team(self.seat).0) << 1 | u64::from(self.goal == Goal::Hold))
    }

    /// The numbers of a position before it is searched: from its result, or from the table.
    fn initial_numbers(&self, game: &G, key: u64) -> ProofNumbers {
        if let Turn::Over(outcome) = game.turn() {
            let reward = outcome.reward(self.seat, game.rivals(self.seat));
            return ProofNumbers::of(match self.goal {
                Goal::Win => reward >= 1.0,
                Goal::Hold => reward > 0.0,
            });
        }
        if let Some(Solved { winner, .. }) = game.solved() {
            return ProofNumbers::of(match winner {
                Some(winner) => game.team(winner) == game.team(self.seat),
                None => self.goal == Goal::Hold,
            });
        }
        self.prover.get(key).unwrap_or(ProofNumbers::UNKNOWN)
    }

    /// The position after an action; `None` if the budget is spent.
    fn play(&mut self, game: &G, seat: Seat, action: &G::Action) -> Option<G> {
        if self.budget.is_spent(*self.nodes) {
            return None;
        }
        *self.nodes += 1;
        let mut next = game.clone();
        next.play(Actor::Seat(seat), action);
        Some(next)
    }

    /// Searches a position until it is solved or one of its numbers reaches its limit; `None` if the budget is spent
    /// first.
    fn search(&mut self, game: &G, key: u64, limits: ProofNumbers, depth: usize) -> Option<ProofNumbers> {
        let seat = match game.turn() {
            Turn::Seats(seats) if depth < Prover::<G>::MAX_DEPTH => {
                seats.first().expect("a turn of seats has a seat")
            }
            _ => {
                *self.nodes += 1;
                return Some(ProofNumbers::UNREACHABLE);
            }
        };
        let is_own = game.team(seat) == game.team(self.seat);
        let turn = |numbers: ProofNumbers| if is_own { numbers } else { numbers.flipped() };
        if self.prover.frames.len() <= depth {
            self.prover.frames.push(Vec::new());
        }
        let mut children = std::mem::take(&mut self.prover.frames[depth]);
        children.clear();
        let numbers = self.list(game, seat, turn, &mut children).and_then(|()| {
            loop {
                let numbers = combined(&children);
                let own_limits = turn(limits);
                if numbers.is_solved()
                    || numbers.proof >= own_limits.proof
                    || numbers.disproof >= own_limits.disproof
                {
                    return Some(turn(numbers));
                }
                let (first, second) = most_proving(&children);
                let child = &children[first];
                // A quarter more than the second best child, so that the search does not alternate between two children.
                let proof = second.saturating_add(1 + second / 4).min(own_limits.proof);
                let disproof =
                    (own_limits.disproof - numbers.disproof).saturating_add(child.numbers.disproof);
                let next_limits = turn(ProofNumbers { proof, disproof });
                let found = self.search(&child.game, child.key, next_limits, depth + 1)?;
                children[first].numbers = turn(found);
            }
        });
        self.prover.frames[depth] = children;
        if let Some(numbers) = numbers {
            self.prover.set(key, numbers);
        }
        numbers
    }

    /// Lists the children, up to the first that solves the position.
    fn list(
        &mut self,
        game: &G,
        seat: Seat,
        turn: impl Fn(ProofNumbers) -> ProofNumbers,
        children: &mut Vec<Child<G>>,
    ) -> Option<()> {
        let mut actions = std::mem::take(&mut self.prover.actions);
        actions.clear();
        game.actions(seat, &mut actions);
        let mut is_listed = true;
        for action in &actions {
            let Some(next) = self.play(game, seat, action) else {
                is_listed = false;
                break;
            };
            let key = self.key(&next);
            let numbers = turn(self.initial_numbers(&next, key));
            children.push(Child {
                game: next,
                key,
                numbers,
                ordering_score: game.ordering_score(seat, action),
            });
            if numbers.proof == 0 {
                break;
            }
        }
        self.prover.actions = actions;
        is_listed.then_some(())
    }

    /// An action after which the goal is proven.
    fn proving_action(&mut self, game: &G) -> Option<G::Action> {
        let mut actions = Vec::new();
        game.actions(self.seat, &mut actions);
        actions.into_iter().find(|action| {
            let mut next = game.clone();
            next.play(Actor::Seat(self.seat), action);
            self.initial_numbers(&next, self.key(&next)).proof == 0
        })
    }
}

/// The numbers of a position with these children, from the side that chooses: one must be proven, or all disproven.
fn combined<G>(children: &[Child<G>]) -> ProofNumbers {
    let (mut proof, mut hardest, mut open) = (ProofNumbers::NEVER, 0, 0_u32);
    for Child { numbers, .. } in children {
        proof = proof.min(numbers.proof);
        hardest = hardest.max(numbers.disproof);
        open += u32::from(numbers.disproof != 0);
    }
    match (proof, open) {
        (0, _) => ProofNumbers::PROVEN,
        (_, 0) => ProofNumbers::DISPROVEN,
        _ => ProofNumbers { proof, disproof: hardest.saturating_add(open - 1).min(ProofNumbers::MOST) },
    }
}

/// The index of the child with the lowest proof number, among equals the one with the highest ordering score; and the
/// proof number of the second best.
fn most_proving<G>(children: &[Child<G>]) -> (usize, u32) {
    let mut first = 0;
    let mut second = ProofNumbers::NEVER;
    for (index, child) in children.iter().enumerate().skip(1) {
        let best = &children[first];
        let rank = |child: &Child<G>| (child.numbers.proof, -child.ordering_score);
        if rank(child) < rank(best) {
            second = best.numbers.proof;
            first = index;
        } else {
            second = second.min(child.numbers.proof);
        }
    }
    (first, second)
}

impl<G: Search> Prover<G> {
    fn get(&self, key: u64) -> Option<ProofNumbers> {
        let slots = &self.table[index(key)];
        slots.iter().find(|[known, word]| *known == key && *word != 0).map(|[_, word]| unpack(*word))
    }

    /// Stores the numbers: in the key's own slot, else an empty one, else that of an unsolved position, else any.
    fn set(&mut self, key: u64, numbers: ProofNumbers) {
        let slots = &mut self.table[index(key)];
        let price = |[known, word]: &[u64; 2]| match () {
            () if *known == key => 0,
            () if *word == 0 => 1,
            () if !unpack(*word).is_solved() => 2,
            () => 3,
        };
        // Among equal slots, the choice depends on the key, so that a full bucket does not always lose the same one.
        let turn = (key >> 8) as usize % slots.len();
        slots.rotate_left(turn);
        if let Some(slot) = slots.iter_mut().min_by_key(|slot| price(slot)) {
            *slot = [key, pack(numbers)];
        }
    }
}

fn index(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize
}

/// The table has two to this power buckets of 64 bytes: 4 MiB.
const TABLE_BITS: u32 = 16;

/// Never 0: no position is proven and disproven at once.
fn pack(numbers: ProofNumbers) -> u64 {
    u64::from(numbers.proof) << 32 | u64::from(numbers.disproof)
}

fn unpack(word: u64) -> ProofNumbers {
    ProofNumbers { proof: (word >> 32) as u32, disproof: word as u32 }
}
