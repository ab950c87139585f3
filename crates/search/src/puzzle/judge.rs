//! Which turns reach a puzzle's goal, and how the game goes on after them.

use super::force::Force;
use super::turns::{WholeTurn, mover, turns, write, written};
use super::{Puzzle, PuzzleGoal};
use crate::{Goal, Proof, Prover, Search};
use game::{Budget, Seat, Turn};
use std::cmp::Reverse;

/// Settles what one seat can reach, within so many nodes altogether.
pub(super) struct Judge<G: Search> {
    seat: Seat,
    force: Force,
    prover: Prover<G>,
    left: u64,
}

/// A puzzle's turns and the replies between them.
#[derive(Default)]
pub(super) struct Way {
    turns: Vec<Vec<String>>,
    replies: Vec<String>,
}

impl<G: Search> Judge<G> {
    /// No win takes more turns.
    const MOST_TURNS: u32 = 3;
    /// With fewer turns to choose from there is nothing to find.
    const FEWEST: usize = 6;
    /// So many replies are tried for one that leaves a single answer again.
    const REPLIES: usize = 6;

    pub(super) fn new(seat: Seat, nodes: u64) -> Self {
        Judge { seat, force: Force::new(seat), prover: Prover::new(), left: nodes }
    }

    /// The puzzle in a position in which the seat is to act, if there is one; its line and difficulty are left open.
    pub(super) fn pose(&mut self, game: &G) -> Option<Puzzle> {
        let goal = self.goal(game)?;
        if turns(game)?.len() < Self::FEWEST {
            return None;
        }
        let Way { turns, replies } = self.follow(game, goal, 1)?;
        Some(Puzzle { line: Vec::new(), goal, difficulty: 0, turns, replies })
    }

    /// Whether the goal can be reached in fewer turns.
    pub(super) fn is_sooner(&mut self, game: &G, goal: PuzzleGoal) -> Option<bool> {
        match goal {
            PuzzleGoal::Force(turns) => self.force.wins(game, turns - 1, &mut self.left),
            PuzzleGoal::Keep => Some(false),
        }
    }

    /// The turns that reach the goal; no more than two are looked for.
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

    /// Whether the game is over, and won.
    pub(super) fn has_won(&self, game: &G) -> bool {
        matches!(game.turn(), Turn::Over(outcome) if outcome.reward(self.seat, game.rivals(self.seat)) >= 1.0)
    }

    /// What can be asked for.
    fn goal(&mut self, game: &G) -> Option<PuzzleGoal> {
        for turns in 1..=Self::MOST_TURNS {
            // What is too much to look at may still be proven.
            let mut share = self.left / 4;
            let spent = share;
            let wins = self.force.wins(game, turns, &mut share);
            self.left -= spent - share;
            match wins {
                Some(true) => return Some(PuzzleGoal::Force(turns)),
                Some(false) => {}
                None => break,
            }
        }
        let is_won = game.is_endgame() && matches!(self.prove(game, self.seat, Goal::Win), Proof::Yes(_));
        is_won.then_some(PuzzleGoal::Keep)
    }

    /// Whether the turn that led here reaches the goal.
    fn reaches(&mut self, after: &G, goal: PuzzleGoal) -> Option<bool> {
        match (goal, mover(after)) {
            (PuzzleGoal::Force(turns), _) => self.force.wins(after, turns - 1, &mut self.left),
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

    /// The one turn that reaches the goal, and what follows.
    fn follow(&mut self, game: &G, goal: PuzzleGoal, number: u32) -> Option<Way> {
        let answers = self.answers(game, goal)?;
        let [only] = &answers[..] else { return None };
        let mut way = Way { turns: vec![written(&only.ways)], replies: Vec::new() };
        if mover(&only.after).is_none() {
            return Some(way);
        }
        let rest = match goal {
            PuzzleGoal::Force(turns) => Some(self.resist(&only.after, turns - 1, number)?),
            PuzzleGoal::Keep if number == Self::MOST_TURNS => None,
            PuzzleGoal::Keep => self.go_on(&only.after, number),
        };
        if let Some((reply, rest)) = rest {
            way.turns.extend(rest.turns);
            way.replies = [reply].into_iter().chain(rest.replies).collect();
        }
        Some(way)
    }

    /// The reply that holds out for so many more turns and leaves one answer, and that answer.
    fn resist(&mut self, game: &G, turns: u32, number: u32) -> Option<(String, Way)> {
        for reply in self.replies(game)? {
            if turns > 1 && self.force.wins(&reply.after, turns - 1, &mut self.left)? {
                continue;
            }
            let told = write(reply.ways.first()?);
            if turns > 1 {
                if let Some(way) = self.follow(&reply.after, PuzzleGoal::Force(turns), number + 1) {
                    return Some((told, way));
                }
            } else {
                // In the end there may be several ways to be done.
                let last =
                    super::turns::turns(&reply.after)?.into_iter().find(|turn| self.has_won(&turn.after))?;
                return Some((told, Way { turns: vec![written(&last.ways)], replies: Vec::new() }));
            }
        }
        None
    }

    /// A reply after which one turn alone keeps the win once more, and that turn.
    fn go_on(&mut self, game: &G, number: u32) -> Option<(String, Way)> {
        for reply in self.replies(game)?.into_iter().take(Self::REPLIES) {
            if let Some(way) = self.follow(&reply.after, PuzzleGoal::Keep, number + 1) {
                return Some((write(reply.ways.first()?), way));
            }
        }
        None
    }

    /// The other side's turns that do not end the game, those that look best to it first.
    fn replies(&self, game: &G) -> Option<Vec<WholeTurn<G>>> {
        let mut replies = turns(game)?;
        replies.retain(|reply| mover(&reply.after).is_some());
        let seat = self.seat;
        replies.sort_by_cached_key(|reply| (reply.after.evaluate()[seat], Reverse(reply.ways.len())));
        Some(replies)
    }
}
