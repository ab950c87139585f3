//! The store, on both kinds of database. `scripts/postgres.sh cargo test -p store` brings the second.

#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

mod copies;
mod crash;
mod crowd;
mod faults;
mod files;
mod full;
mod home;
mod migration;
mod nodes;
mod opening;
mod people;
mod seeks;
mod speed;
mod story;
mod texts;
mod versions;
