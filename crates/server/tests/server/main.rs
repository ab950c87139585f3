//! The house over real sockets, with two tiny games. `scripts/postgres.sh cargo test -p server` brings the second kind
//! of database.

#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

mod clocks;
mod expectations;
mod faults;
mod games;
mod home;
mod hostile;
mod kill;
mod logs;
mod messages;
mod people;
mod play;
mod records;
mod seats;
mod secrets;
mod site;
mod talk;
mod visitor;
