//! Checks of perft figures in a text file: one line for each setting, with the counts from depth 1 on.

use search::{Search, perft};

/// Checks every line of a perft file: `2: 16 240 4536`, or with options `2 variant=capture: 56 630`.
/// Lines that begin with `#` are comments.
pub fn perft_suite<G: Search>(file: &str) {
    let mut checked = 0;
    for line in file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (setting, counts) = line.split_once(':').unwrap_or_else(|| panic!("no colon in `{line}`"));
        let mut words = setting.split_whitespace();
        let seats =
            words.next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("no seats in `{line}`"));
        let chosen: serde_json::Map<_, _> = words
            .map(|word| word.split_once('=').unwrap_or_else(|| panic!("no value in `{line}`")))
            .map(|(key, value)| (key.to_owned(), value.into()))
            .collect();
        let options =
            serde_json::from_value(chosen.into()).unwrap_or_else(|error| panic!("`{line}`: {error}"));
        let game = G::new(&options, seats).expect("the setting is legal");
        for (depth, count) in counts.split_whitespace().enumerate() {
            let expected: u64 = count.parse().unwrap_or_else(|_| panic!("`{count}` is no number"));
            assert_eq!(perft(&game, depth as u32 + 1), Ok(expected), "{setting}, depth {}", depth + 1);
            checked += 1;
        }
    }
    assert!(checked > 0, "the file holds no figure");
}
