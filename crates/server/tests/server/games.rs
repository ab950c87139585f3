//! The games of the tests' house: small enough to know by heart.

use table::{Kind, Rules};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Rules<Pebbles> = Rules(&search::standard());
static ENVELOPES: Rules<Envelopes> = Rules(&search::standard());

/// The shelf.
pub static GAMES: &[&dyn Kind] = &[&PEBBLES, &ENVELOPES];
