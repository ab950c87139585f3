//! `perft`: known counts.

use crate::{error_output, ludotheque, stdout};

/// The numbers that a text holds, in order.
fn numbers(text: &str) -> Vec<u64> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

const FIGURES: [(u8, &[u64]); 3] =
    [(2, &[16, 240, 4536, 80976]), (3, &[25, 600, 13792]), (4, &[25, 600, 13792])];

#[test]
fn the_last_number_is_the_count() {
    for (seats, figures) in FIGURES {
        for (depth, figure) in (1..).zip(figures) {
            let shown = stdout(&mut ludotheque(&format!("perft basik --seats {seats} --depth {depth}")));
            assert_eq!(numbers(&shown).last(), Some(figure), "{seats} seats, depth {depth}: {shown}");
        }
    }
    assert_eq!(stdout(&mut ludotheque("perft basik --depth 3")), "1: 16\n2: 240\n3: 4536\n");
    assert_eq!(stdout(&mut ludotheque("perft basik -s 3 -d 0")), "0: 1\n");
}

#[test]
fn the_parts_of_a_division_add_up() {
    for (seats, figures) in FIGURES {
        for (depth, figure) in (1..=3).zip(figures) {
            let arguments = format!("perft basik --seats {seats} --depth {depth} --divide");
            let division = stdout(&mut ludotheque(&arguments));
            let lines: Vec<&str> = division.lines().collect();
            let (sum, parts) = lines.split_last().unwrap();
            let names: Vec<&str> = parts.iter().map(|part| part.split_once(": ").unwrap().0).collect();
            assert!(names.is_sorted() && names.len() as u64 == figures[0] && names[0] == "a1", "{names:?}");
            let counts = parts.iter().map(|part| part.split_once(": ").unwrap().1.parse::<u64>().unwrap());
            assert_eq!((counts.sum::<u64>(), sum.parse::<u64>().unwrap()), (*figure, *figure), "{division}");
        }
    }
}

#[test]
fn the_empty_sequence_can_be_divided() {
    let shown = stdout(&mut ludotheque("perft basik --depth 0 --divide"));
    assert_eq!(numbers(&shown).last(), Some(&1), "{shown}");
}

#[test]
fn what_can_t_be_counted_is_refused() {
    assert!(error_output(&mut ludotheque("perft basik"), 2).contains("--depth"));
    assert!(error_output(&mut ludotheque("perft basik --depth 4000000000"), 2).contains("0..=1000"));
    assert!(error_output(&mut ludotheque("perft basik --depth -1"), 2).contains("-1"));
    assert!(
        error_output(&mut ludotheque("perft basik --depth 1 --seats 5"), 1).contains("2 to 4 seats, not 5")
    );
}
