//! The house over real sockets, with two tiny games. `scripts/postgres.sh cargo test -p server` brings the second kind
//! of database.

#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

mod chat;
mod clocks;
mod cluster;
mod cluster_model;
mod faults;
mod games;
mod home;
mod hostile;
mod kill;
mod logs;
mod lost_commits;
mod messages;
mod metrics;
mod people;
mod plans;
mod play;
mod predictions;
mod records;
mod seats;
mod secrets;
mod site;
mod versions;
mod visitor;
