//! The rulebook, article by article: games as scripts, with what is refused and how it stands.

mod babel;
mod chain;
mod facts;
mod knockout;
mod leaving;
mod notation;
mod pile;
#[path = "../play/mod.rs"]
mod play;
mod real;
mod reds;
mod table;
