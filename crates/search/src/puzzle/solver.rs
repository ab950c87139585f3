//! Solving a position: which turns reach a puzzle's goal, and the replies in between.

use super::forced_wins::ForcedWins;
use super::turns::{WholeTurn, orders_text, seat_to_act, turn_text, turns};
use super::{Puzzle, PuzzleGoal};
use crate::{Goal, Proof, Prover, Search};
use game::{Budget, Seat, Turn};
use std::cmp::Reverse;

/// Finds what one seat can force, within a total number of nodes.
pub(super) struct Solver<G: Search> {
    seat: Seat,
    forced_wins: ForcedWins,
    prover: Prover<G>,
    left: u64,
}

/// The turns of a puzzle's solution, and the replies between them.
#[derive(Default)]
pub(super) struct Solution {
    turns: Vec<Vec<String>>,
    replies: Vec<String>,
}

impl<G: Search> Solver<G> {
    /// Solutions have at most this many turns.
    const MOST_TURNS: u32 = 3;
    /// A position with fewer legal turns is too easy to be a puzzle.
    const FEWEST: usize = 6;
    /// How many replies are tried to find one that again leaves a single winning turn.
    const REPLIES: usize = 6;

    pub(super) fn new(seat: Seat, nodes: u64) -> Self {
        Solver { seat, forced_wins: ForcedWins::new(seat), prover: Prover::new(), left: nodes }
    }

    /// The puzzle in a position with the seat to act, if there is one; `played` and `difficulty` are left empty.
    pub(super) fn puzzle_at(&mut self, game: &G) -> Option<Puzzle> {
        let goal = self.goal(game)?;
        if turns(game)?.len() < Self::FEWEST {
            return None;
        }
        let Solution { turns, replies } = self.follow(game, goal, 1)?;
        Some(Puzzle { played: Vec::new(), goal, difficulty: 0, turns, replies })
    }

    /// Whether the goal can be reached in fewer turns; `None` if the nodes are not enough.
    pub(super) fn is_reached_sooner(&mut self, game: &G, goal: PuzzleGoal) -> Option<bool> {
        match goal {
            PuzzleGoal::Force(turns) => self.forced_wins.wins(game, turns - 1, &mut self.left),
            PuzzleGoal::Keep => Some(false),
        }
    }

    /// The turns that reach the goal, at most two of them; `None` if the nodes are not enough.
    pub(super) fn answers(&mut self, game: &G, goal: PuzzleGoal) -> Option<Vec<WholeTurn<G>>> {
        let mut found = Vec::new();
        for turn in turns(game)? {
            if self.reaches(&turn.after, goal)? {
                found.push(turn);
            }
            if found.len() > 1 {
                break;
            }
        }
        Some(found)
    }

    /// Whether the seat has won.
    pub(super) fn has_won(&self, game: &G) -> bool {
        matches!(game.turn(), Turn::Over(outcome) if outcome.reward(self.seat, game.rivals(self.seat)) >= 1.0)
    }

    /// The strongest goal that the seat can reach.
    fn goal(&mut self, game: &G) -> Option<PuzzleGoal> {
        for turns in 1..=Self::MOST_TURNS {
            // Keep nodes for a proof, in case the exhaustive search is too large.
            let share = self.left / 4;
            let mut unused = share;
            let wins = self.forced_wins.wins(game, turns, &mut unused);
            self.left -= share - unused;
            match wins {
                Some(true) => return Some(PuzzleGoal::Force(turns)),
                Some(false) => {}
                None => break,
            }
        }
        let is_won = game.is_endgame() && matches!(self.prove(game, self.seat, Goal::Win), Proof::Yes(_));
        is_won.then_some(PuzzleGoal::Keep)
    }

    /// Whether a turn reaches the goal, given the position after it; `None` if the nodes are not enough.
    fn reaches(&mut self, after: &G, goal: PuzzleGoal) -> Option<bool> {
        match (goal, seat_to_act(after)) {
            (PuzzleGoal::Force(turns), _) => self.forced_wins.wins(after, turns - 1, &mut self.left),
            (PuzzleGoal::Keep, None) => Some(self.has_won(after)),
            (PuzzleGoal::Keep, Some(rival)) => match self.prove(after, rival, Goal::Hold) {
                Proof::No => Some(true),
                Proof::Yes(_) => Some(false),
                Proof::Open => None,
            },
        }
    }

    fn prove(&mut self, game: &G, seat: Seat, goal: Goal) -> Proof<G::Action> {
        let mut nodes = 0;
        let proof = self.prover.prove(game, seat, goal, &Budget::nodes(self.left), &mut nodes);
        self.left = self.left.saturating_sub(nodes);
        proof
    }

    /// The solution that begins with the only turn that reaches the goal; `None` if there are several, or none.
    fn follow(&mut self, game: &G, goal: PuzzleGoal, number: u32) -> Option<Solution> {
        let answers = self.answers(game, goal)?;
        let [only] = &answers[..] else { return None };
        let mut solution = Solution { turns: vec![orders_text(&only.orders)], replies: Vec::new() };
        if seat_to_act(&only.after).is_none() {
            return Some(solution);
        }
        let rest = match goal {
            PuzzleGoal::Force(turns) => Some(self.resist(&only.after, turns - 1, number)?),
            PuzzleGoal::Keep if number == Self::MOST_TURNS => None,
            PuzzleGoal::Keep => self.keep_winning(&only.after, number),
        };
        if let Some((reply, rest)) = rest {
            solution.turns.extend(rest.turns);
            solution.replies = [reply].into_iter().chain(rest.replies).collect();
        }
        Some(solution)
    }

    /// A reply that holds out for `turns` more turns and leaves a single winning turn, and the rest of the solution.
    fn resist(&mut self, game: &G, turns: u32, number: u32) -> Option<(String, Solution)> {
        for reply in self.replies(game)? {
            if turns > 1 && self.forced_wins.wins(&reply.after, turns - 1, &mut self.left)? {
                continue;
            }
            let text = turn_text(reply.orders.first()?);
            if turns > 1 {
                if let Some(solution) = self.follow(&reply.after, PuzzleGoal::Force(turns), number + 1) {
                    return Some((text, solution));
                }
            } else {
                // The last turn need not be the only one that wins.
                let last =
                    super::turns::turns(&reply.after)?.into_iter().find(|turn| self.has_won(&turn.after))?;
                return Some((
                    text,
                    Solution { turns: vec![orders_text(&last.orders)], replies: Vec::new() },
                ));
            }
        }
        None
    }

    /// A reply after which again only one turn keeps the win, and the rest of the solution.
    fn keep_winning(&mut self, game: &G, number: u32) -> Option<(String, Solution)> {
        for reply in self.replies(game)?.into_iter().take(Self::REPLIES) {
            if let Some(solution) = self.follow(&reply.after, PuzzleGoal::Keep, number + 1) {
                return Some((turn_text(reply.orders.first()?), solution));
            }
        }
        None
    }

    /// The other side's turns that do not end the game, sorted by evaluation, the best for it first.
    fn replies(&self, game: &G) -> Option<Vec<WholeTurn<G>>> {
        let mut replies = turns(game)?;
        replies.retain(|reply| seat_to_act(&reply.after).is_some());
        let seat = self.seat;
        replies.sort_by_cached_key(|reply| (reply.after.evaluate()[seat], Reverse(reply.orders.len())));
        Some(replies)
    }
}
