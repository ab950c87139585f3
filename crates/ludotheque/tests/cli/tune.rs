//! `ludotheque tune`: a file of weights, always the same one.

use crate::{error_output, ludotheque, stdout};

fn tuned(arguments: &str) -> String {
    stdout(&mut ludotheque(arguments))
}

const SMALL: &str = "--games 20 --nodes 20 --rounds 2";

/// The lines that the game reads, and the names of the phases above them.
fn weights(file: &str) -> Vec<&str> {
    file.lines().skip_while(|line| !line.starts_with("#  ")).collect()
}

#[test]
fn the_same_seed_gives_the_same_file() {
    let file = tuned(&format!("tune basik --seats 2 {SMALL}"));
    assert_eq!(file, tuned(&format!("tune basik {SMALL} --seed 1")));
    assert_ne!(weights(&file), weights(&tuned(&format!("tune basik {SMALL} --seed 2"))));
    assert_eq!(file.matches("# round ").count(), 2, "a line for each round: {file}");
}

#[test]
fn the_file_names_the_command_that_writes_it() {
    let file = tuned(&format!("tune tactic --set variant=capture {SMALL}"));
    let lines: Vec<&str> = file.lines().collect();
    let command = format!("# ludotheque tune tactic --seats 2 --set variant=capture {SMALL} --seed 1");
    assert_eq!(lines[1], command);
    assert_eq!(tuned(command.trim_start_matches("# ludotheque ")), file);
}

/// The committed files have the lines that the command writes: the names of features and phases, and integers.
#[test]
fn the_committed_files_have_the_same_form() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/basik/weights/4-seats.txt");
    let committed = std::fs::read_to_string(committed).unwrap();
    let file = tuned("tune basik --seats 4 --games 2 --nodes 10 --rounds 1");
    let shape = |file: &str| -> Vec<(String, usize)> {
        let rows = weights(file).into_iter().map(str::split_whitespace);
        rows.map(|mut words| (words.next().unwrap().to_owned(), words.count())).collect()
    };
    assert_eq!(shape(&committed), shape(&file));
    let numbers = weights(&file).into_iter().skip(1).flat_map(|line| line.split_whitespace().skip(1));
    assert!(numbers.clone().count() > 0 && numbers.clone().all(|number| number.parse::<i32>().is_ok()));
}

#[test]
fn a_duel_tells_how_the_new_weights_fare() {
    let file = tuned(&format!("tune basik {SMALL} --duel 4 --duel-nodes 10"));
    let told = file.lines().find(|line| line.starts_with("# against the present weights: ")).unwrap();
    assert!(told.contains(" % of the points in 4 games, Elo "), "{told}");
    assert_eq!(weights(&file), weights(&tuned(&format!("tune basik {SMALL}"))));
}

const MATCHES: &str = "--by matches --games 6 --nodes 20 --rounds 3";

#[test]
fn matches_give_the_same_file_whatever_the_threads() {
    let run = |threads: &str, seed: u32| {
        let mut tune = ludotheque(&format!("tune basik {MATCHES} --seed {seed}"));
        stdout(tune.env("RAYON_NUM_THREADS", threads))
    };
    let file = run("1", 1);
    assert_eq!(file, run("3", 1));
    assert_ne!(weights(&file), weights(&run("1", 2)));
    assert_ne!(weights(&file), weights(&tuned("tune basik --by matches --rounds 0")));
    let command = file.lines().nth(1).unwrap().trim_start_matches("# ludotheque ");
    assert_eq!(tuned(command), file);
}

/// Without a round the weights are those of the start: of a file, or of the game.
#[test]
fn matches_go_on_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| stdout(ludotheque(arguments).current_dir(&folder));
    let file = run(&format!("tune basik --seats 3 {MATCHES} --length 0.2"));
    std::fs::write(folder.path().join("begun.txt"), &file).unwrap();
    let again = run(
        "tune basik --seats 3 --by matches --rounds 0 --from begun.txt --length 0.2 --duel 3 --duel-nodes 9",
    );
    assert_eq!(weights(&again), weights(&file));
    assert!(again.contains(" --from begun.txt\n") && again.contains("; with --length 0.2, "), "{again}");
    let commands = |file: &str| -> Vec<String> {
        file.lines().filter(|line| line.starts_with("# ludotheque tune ")).map(str::to_owned).collect()
    };
    assert_eq!(commands(&again)[..1], commands(&file), "what wrote the file that it began with");
    assert_eq!(commands(&again).len(), 2);
    let present = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/basik/weights/3-seats.txt");
    let present = std::fs::read_to_string(present).unwrap();
    assert_eq!(weights(&run("tune basik --seats 3 --by matches --rounds 0")), weights(&present));
    std::fs::write(folder.path().join("begun.txt"), "cells 1\n").unwrap();
    let mut bad = ludotheque("tune basik --by matches --from begun.txt");
    assert!(error_output(bad.current_dir(&folder), 1).contains("begun.txt is no file of these weights"));
}

#[test]
fn what_the_game_does_not_have_is_refused() {
    assert!(error_output(&mut ludotheque("tune basik --seats 9"), 1).contains("not 9"));
    assert!(error_output(&mut ludotheque("tune chess"), 2).contains("chess"));
}
