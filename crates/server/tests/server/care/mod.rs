//! Care for people: accounts and devices, what tells them of their turn, talk that stays safe, the host's desk.

pub mod accounts;
pub mod desk;
pub mod letters;
pub mod push;
pub mod push_service;
pub mod smtp_sink;
mod talk;
