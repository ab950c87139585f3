//! Proofs: what a seat can force, whatever the others do.

use crate::{Search, mix};
use bytemuck::zeroed_vec;
use game::{Actor, Budget, Seat, Turn};

/// A position whose result is known at a glance: see [`Search::solved`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// A seat of the side that wins; none if the game is drawn.
    pub winner: Option<Seat>,
    /// Within how many actions, if the winner loses no time.
    pub actions: u32,
}

/// What is asked about a position: can the seat that asks force it?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win.
    Win,
    /// Not to lose.
    Hold,
}

/// What came of an attempt to prove something.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Proof<A> {
    /// It can be forced, beginning with this action.
    Yes(A),
    /// It can't.
    No,
    /// The budget was spent before that was known.
    Open,
}

/// Depth-first proof-number search between two sides.
///
/// It goes where the fewest further positions have to be settled, however deep that is: a search by depth sees a
/// forced line of twenty actions only once it sees everything that is twenty actions away. Positions that many ways lead
/// to are counted once, by the most difficult of a position's answers instead of their sum.
///
/// What is settled stays in its table and is found again in the next turn, so that whoever follows a proof comes to
/// its end. Rules on repetition are part of positions, so no line leads back to where it was.
///
/// One node is one action played. Where Nature acts nothing is proven.
pub struct Prover<G: Search> {
    table: Vec<Bucket>,
    /// Room for the answers at each depth.
    frames: Vec<Vec<Answer<G>>>,
    actions: Vec<G::Action>,
}

impl<G: Search> Default for Prover<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// How far a position is from being settled: how many others must be proven to prove it, or disproven to disprove it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Effort {
    proof: u32,
    disproof: u32,
}

impl Effort {
    /// More than can ever be done.
    const NEVER: u32 = u32::MAX;
    /// The most that anything unsettled counts for.
    const MOST: u32 = 1 << 30;
    const PROVEN: Effort = Effort { proof: 0, disproof: Self::NEVER };
    const DISPROVEN: Effort = Effort { proof: Self::NEVER, disproof: 0 };
    const UNKNOWN: Effort = Effort { proof: 1, disproof: 1 };
    /// What nothing can be found out about.
    const HOPELESS: Effort = Effort { proof: Self::MOST, disproof: Self::MOST };

    const fn of(is_reached: bool) -> Self {
        if is_reached { Self::PROVEN } else { Self::DISPROVEN }
    }

    const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same for the other side: what proves for one disproves for the other.
    const fn turned(self) -> Self {
        Effort { proof: self.disproof, disproof: self.proof }
    }
}

/// A position after an action, and what is known of it.
struct Answer<G> {
    game: G,
    key: u64,
    /// From the side of whoever chooses the answer.
    effort: Effort,
    promise: i32,
}

/// Keys and efforts; a word of 0 is an empty slot.
type Bucket = [[u64; 2]; 4];

impl<G: Search> Prover<G> {
    /// No line is followed further.
    const DEEPEST: usize = 400;

    /// A prover that knows nothing yet.
    pub const fn new() -> Self {
        Prover { table: Vec::new(), frames: Vec::new(), actions: Vec::new() }
    }

    /// Whether `seat`, which is to act, can force `goal`, as far as `budget` allows after `nodes` that are already
    /// used and are added to.
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
        let mut attempt = Attempt { prover: self, seat, goal, budget, nodes };
        let limits = Effort { proof: Effort::NEVER, disproof: Effort::NEVER };
        match attempt.settle(game, attempt.key(game), limits, 0) {
            Some(Effort { disproof: 0, .. }) => Proof::No,
            Some(Effort { proof: 0, .. }) => attempt.proving_action(game).map_or(Proof::Open, Proof::Yes),
            _ => Proof::Open,
        }
    }
}

/// One question, asked of positions after the first.
struct Attempt<'a, G: Search> {
    prover: &'a mut Prover<G>,
    seat: Seat,
    goal: Goal,
    budget: &'a Budget<'a>,
    nodes: &'a mut u64,
}

impl<G: Search> Attempt<'_, G> {
    fn key(&self, game: &G) -> u64 {
        mix(game.key(), u64::from(game.team(self.seat).0) << 1 | u64::from(self.goal == Goal::Hold))
    }

    /// What is known of a position without playing on.
    fn first_look(&self, game: &G, key: u64) -> Effort {
        if let Turn::Over(outcome) = game.turn() {
            let reward = outcome.reward(self.seat, game.rivals(self.seat));
            return Effort::of(match self.goal {
                Goal::Win => reward >= 1.0,
                Goal::Hold => reward > 0.0,
            });
        }
        if let Some(Solved { winner, .. }) = game.solved() {
            return Effort::of(match winner {
                Some(winner) => game.team(winner) == game.team(self.seat),
                None => self.goal == Goal::Hold,
            });
        }
        self.prover.get(key).unwrap_or(Effort::UNKNOWN)
    }

    /// The position after an action, unless the budget is spent.
    fn play(&mut self, game: &G, seat: Seat, action: &G::Action) -> Option<G> {
        if self.budget.is_spent(*self.nodes) {
            return None;
        }
        *self.nodes += 1;
        let mut next = game.clone();
        next.play(Actor::Seat(seat), action);
        Some(next)
    }

    /// Works on a position until it is settled or an effort reaches its limit; `None` if the budget is spent first.
    fn settle(&mut self, game: &G, key: u64, limits: Effort, depth: usize) -> Option<Effort> {
        let seat = match game.turn() {
            Turn::Seats(seats) if depth < Prover::<G>::DEEPEST => {
                seats.first().expect("a turn of seats has a seat")
            }
            _ => {
                *self.nodes += 1;
                return Some(Effort::HOPELESS);
            }
        };
        let is_own = game.team(seat) == game.team(self.seat);
        let turn = |effort: Effort| if is_own { effort } else { effort.turned() };
        if self.prover.frames.len() <= depth {
            self.prover.frames.push(Vec::new());
        }
        let mut answers = std::mem::take(&mut self.prover.frames[depth]);
        answers.clear();
        let effort = self.list(game, seat, turn, &mut answers).and_then(|()| {
            loop {
                let effort = together(&answers);
                let own_limits = turn(limits);
                if effort.is_settled()
                    || effort.proof >= own_limits.proof
                    || effort.disproof >= own_limits.disproof
                {
                    return Some(turn(effort));
                }
                let (first, second) = nearest(&answers);
                let answer = &answers[first];
                // A little more than the next best, so as not to go to and fro between two.
                let proof = second.saturating_add(1 + second / 4).min(own_limits.proof);
                let disproof = (own_limits.disproof - effort.disproof).saturating_add(answer.effort.disproof);
                let next_limits = turn(Effort { proof, disproof });
                let found = self.settle(&answer.game, answer.key, next_limits, depth + 1)?;
                answers[first].effort = turn(found);
            }
        });
        self.prover.frames[depth] = answers;
        if let Some(effort) = effort {
            self.prover.set(key, effort);
        }
        effort
    }

    /// Lists the answers, up to the first that settles the position.
    fn list(
        &mut self,
        game: &G,
        seat: Seat,
        turn: impl Fn(Effort) -> Effort,
        answers: &mut Vec<Answer<G>>,
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
            let effort = turn(self.first_look(&next, key));
            answers.push(Answer { game: next, key, effort, promise: game.promise(seat, action) });
            if effort.proof == 0 {
                break;
            }
        }
        self.prover.actions = actions;
        is_listed.then_some(())
    }

    /// An action after which the goal is known to be forced.
    fn proving_action(&mut self, game: &G) -> Option<G::Action> {
        let mut actions = Vec::new();
        game.actions(self.seat, &mut actions);
        actions.into_iter().find(|action| {
            let mut next = game.clone();
            next.play(Actor::Seat(self.seat), action);
            self.first_look(&next, self.key(&next)).proof == 0
        })
    }
}

/// The effort of a position with these answers, from the side of whoever chooses: one must be proven, or all disproven.
fn together<G>(answers: &[Answer<G>]) -> Effort {
    let (mut proof, mut hardest, mut open) = (Effort::NEVER, 0, 0_u32);
    for Answer { effort, .. } in answers {
        proof = proof.min(effort.proof);
        hardest = hardest.max(effort.disproof);
        open += u32::from(effort.disproof != 0);
    }
    match (proof, open) {
        (0, _) => Effort::PROVEN,
        (_, 0) => Effort::DISPROVEN,
        _ => Effort { proof, disproof: hardest.saturating_add(open - 1).min(Effort::MOST) },
    }
}

/// The answer that is nearest to a proof, of equals the most promising; and the effort of the next.
fn nearest<G>(answers: &[Answer<G>]) -> (usize, u32) {
    let mut first = 0;
    let mut second = Effort::NEVER;
    for (index, answer) in answers.iter().enumerate().skip(1) {
        let best = &answers[first];
        let rank = |answer: &Answer<G>| (answer.effort.proof, -answer.promise);
        if rank(answer) < rank(best) {
            second = best.effort.proof;
            first = index;
        } else {
            second = second.min(answer.effort.proof);
        }
    }
    (first, second)
}

impl<G: Search> Prover<G> {
    fn get(&self, key: u64) -> Option<Effort> {
        let slots = &self.table[index(key)];
        slots.iter().find(|[known, word]| *known == key && *word != 0).map(|[_, word]| unpack(*word))
    }

    /// Remembers it: in its own place, an empty one, or that of something unsettled; last of what is settled.
    fn set(&mut self, key: u64, effort: Effort) {
        let slots = &mut self.table[index(key)];
        let price = |[known, word]: &[u64; 2]| match () {
            () if *known == key => 0,
            () if *word == 0 => 1,
            () if !unpack(*word).is_settled() => 2,
            () => 3,
        };
        // The last of equals changes with the key, so that a full bucket does not lose the same one each time.
        let turn = (key >> 8) as usize % slots.len();
        slots.rotate_left(turn);
        if let Some(slot) = slots.iter_mut().min_by_key(|slot| price(slot)) {
            *slot = [key, pack(effort)];
        }
    }
}

fn index(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - TABLE_BITS)) as usize
}

/// Of the table's 64-byte buckets: 4 MiB.
const TABLE_BITS: u32 = 16;

/// Never 0: nothing is proven and disproven at once.
fn pack(effort: Effort) -> u64 {
    u64::from(effort.proof) << 32 | u64::from(effort.disproof)
}

fn unpack(word: u64) -> Effort {
    Effort { proof: (word >> 32) as u32, disproof: word as u32 }
}
