//! The games of the test server: two tiny ones.

use table::{Erased, Kind};
use testkit::tiny::{Envelopes, Pebbles};

static PEBBLES: Erased<Pebbles> = Erased(&search::standard());
static ENVELOPES: Erased<Envelopes> = Erased(&search::standard());

/// The shelf.
pub static GAMES: &[&dyn Kind] = &[&PEBBLES, &ENVELOPES];
