//! Random gestures give the bits that they gave when they were written down, whatever the machine and the build.
//! `scripts/same-bits.sh` compares ten thousand of them with what WebAssembly makes of them.

#[path = "../same-bits/src/gestures.rs"]
mod gestures;

use std::fmt::Write;

/// Ten gestures for each of so many seeds.
const SEEDS: u64 = 20;

#[test]
fn gestures_give_the_bits_that_were_written_down() {
    let mut found = String::new();
    for seed in 0..SEEDS {
        for (nth, print) in gestures::fingerprints(seed).enumerate() {
            writeln!(found, "{seed}.{nth} {print:016x}").expect("a text has room");
        }
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fingerprints.txt");
    testkit::golden(file, &found);
}
