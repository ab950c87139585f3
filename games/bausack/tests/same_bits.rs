//! Random gestures give the bits that they gave when they were written down, whatever the machine and the build.
//! `scripts/same-bits.sh` compares ten thousand of them with what WebAssembly makes of them.

#[path = "../same-bits/src/gestures.rs"]
mod gestures;

use std::fmt::Write;

/// Ten gestures for each of so many seeds.
const SEEDS: u64 = 20;

#[test]
fn gestures_give_the_bits_that_were_written_down() {
    compare(0, "fingerprints.txt");
}

#[test]
fn hands_that_tremble_give_the_bits_that_were_written_down() {
    compare(gestures::TREMBLING, "fingerprints-tremor.txt");
}

fn compare(first: u64, name: &str) {
    let mut found = String::new();
    for seed in first..first + SEEDS {
        for (nth, print) in gestures::fingerprints(seed).enumerate() {
            writeln!(found, "{seed}.{nth} {print:016x}").expect("a text has room");
        }
    }
    let file = format!("{}/tests/{name}", env!("CARGO_MANIFEST_DIR"));
    testkit::golden(&file, &found);
}
