//! Every clever search agrees with a naive one on small games, and keeps within its budget.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

mod allocations;
mod analysis;
mod budgets;
mod counts;
mod endings;
mod levels;
mod naive;
mod plays_well;
mod puzzles;
mod random_tree;
mod threads;
mod tictactoe;
mod values;
