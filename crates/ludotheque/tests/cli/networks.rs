//! `ludotheque selfplay` and `ludotheque network`: from games to networks that are checked and play.

use crate::{error_output, ludotheque, stdout};
use assert_cmd::Command;
use std::path::Path;

fn command(folder: &Path, arguments: &str) -> Command {
    let mut command = ludotheque(arguments);
    command.current_dir(folder);
    command
}

/// A committed network.
fn network(path: &str) -> String {
    format!("{}/../../games/{path}", env!("CARGO_MANIFEST_DIR"))
}

/// Of `1234 positions in FILE, …`.
fn positions(told: &str) -> u64 {
    told.split_whitespace().next().unwrap().parse().unwrap()
}

const LITTLE: &str = "--nodes 10 --threads 1";

#[test]
fn games_are_added_to_a_file_that_was_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let play = |positions: u64| {
        let line = format!("selfplay basik --seats 3 --out games.data --positions {positions} {LITTLE}");
        stdout(&mut command(folder.path(), &line))
    };
    let file = folder.path().join("games.data");
    let first = positions(&play(50));
    let size = std::fs::metadata(&file).unwrap().len();
    // As if the power had failed while a record was written.
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
    assert_eq!(positions(&play(1)), first - 1, "the record that was cut off is gone, the others stay");
    let more = positions(&play(first + 50));
    let record = (std::fs::metadata(&file).unwrap().len() - size) / (more - first);
    assert!(more >= first + 50 && record > 100, "{more} positions of {record} bytes");
    let other = format!("selfplay basik --seats 4 --out games.data --positions 1 {LITTLE}");
    assert!(error_output(&mut command(folder.path(), &other), 1).contains("has other positions"));
}

#[test]
fn the_same_seed_gives_the_same_positions() {
    let folder = tempfile::tempdir().unwrap();
    let play = |file: &str, seed: u64| {
        let line = format!("selfplay tactic --out {file} --positions 40 {LITTLE} --seed {seed}");
        command(folder.path(), &line).assert().success();
        std::fs::read(folder.path().join(file)).unwrap()
    };
    let once = play("one", 1);
    assert_eq!(once, play("two", 1));
    assert_ne!(once, play("three", 2));
}

#[test]
fn a_network_is_compared_with_how_games_ended() {
    let folder = tempfile::tempdir().unwrap();
    let play = format!("selfplay basik --out games.data --positions 300 {LITTLE}");
    let count = positions(&stdout(&mut command(folder.path(), &play)));
    let told = stdout(&mut command(folder.path(), "network check basik best --data games.data"));
    assert!(told.contains(&format!("\n{count} positions: log loss 0.")), "{told}");
    let tenths: u64 = told
        .lines()
        .filter(|line| line.contains(" said "))
        .map(|line| line.rsplit_once(", ").unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(tenths, count, "every position is in one tenth: {told}");
}

#[test]
fn matches_are_even_between_equals_and_repeat() {
    let folder = tempfile::tempdir().unwrap();
    let line = "network match basik hand hand --nodes 30 --games 4 --seed 3";
    let told = stdout(&mut command(folder.path(), line));
    assert!(
        told.starts_with("basik hand against hand: 4 games, ") && told.contains(" 50.0 ± 0.0 %"),
        "{told}"
    );
    let line = "network match basik best hand@margin=300 --nodes 30 --games 4 --seed 3";
    let played = || {
        let told = stdout(&mut command(folder.path(), line));
        told.lines().next().unwrap().to_owned()
    };
    assert_eq!(played(), played());
}

#[test]
fn what_is_no_network_for_the_game_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &str| error_output(&mut command(folder.path(), arguments), 1);
    let other = network("tactic/networks/base.net");
    assert!(refused(&format!("network check basik {other}")).contains("trained for `tactic"));
    let bytes = std::fs::read(&other).unwrap();
    std::fs::write(folder.path().join("cut.net"), &bytes[..bytes.len() / 2]).unwrap();
    assert!(refused("network check tactic cut.net").contains("damaged or cut off"));
    assert!(refused("network check tactic nowhere.net").contains("can't be read"));
    assert!(refused("network check expion best").contains("no network"));
    assert!(refused("network match basik hand hand@height=3").contains("no option `height`"));
}
