//! What strangers can send, each kind as a target: any bytes are read, and whatever is accepted has to hold what it
//! promises. A target panics where something is wrong, and is bounded in steps whatever it is given.
//!
//! `scripts/fuzz.sh` looks for inputs that break a target; those worth keeping are in `fuzz/seeds/`, and the tests of this
//! crate try them all.

mod game_texts;
mod nature;
mod requests;

/// Something that reads what strangers send.
pub struct Target {
    /// Its name, and that of its folder of seeds.
    pub name: &'static str,
    /// Reads an input.
    pub run: fn(&[u8]),
    /// The longest input that is tried, in bytes.
    pub longest: usize,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    Target { name: "records", run: game_texts::record, longest: 16_384 },
    Target { name: "actions", run: game_texts::actions, longest: 4_096 },
    Target { name: "positions", run: game_texts::position, longest: 1_024 },
    Target { name: "weights", run: game_texts::weights, longest: 16_384 },
    Target { name: "requests", run: requests::request, longest: 4_096 },
    Target { name: "gestures", run: nature::gesture, longest: 8_192 },
    Target { name: "answers", run: nature::answer, longest: 512 },
];

/// An input as text; nothing if it is none.
fn text(input: &[u8]) -> Option<&str> {
    std::str::from_utf8(input).ok()
}
