//! Tests that every game must pass: laws, golden games, perft figures, cited articles. And two tiny games to test the
//! platform with.

mod allocation;
mod articles;
mod cases;
mod encoding;
mod endings;
mod golden;
mod laws;
mod perft;
mod playthrough;
pub mod tiny;
mod typescript;

pub use allocation::playouts_allocate_nothing;
pub use articles::{check_articles, prose};
pub use cases::{act, is_over, listed, refuses, to_act};
pub use encoding::check_encoding;
pub use endings::{Endings, check_endings, check_wins_are_kept, late_positions};
pub use golden::golden;
pub use laws::{Laws, laws};
pub use perft::perft_suite;
pub use playthrough::playthrough;
pub use typescript::Declarations;
