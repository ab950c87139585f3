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
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    let written = std::fs::read_to_string(file).unwrap();
    assert_eq!(found.lines().count(), written.lines().count());
    for (found, written) in found.lines().zip(written.lines()) {
        assert_eq!(found, written);
    }
}
