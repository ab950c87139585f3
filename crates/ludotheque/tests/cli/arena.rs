//! `arena`: all seat orders, reproducible, with valid records.

use crate::{error_output, json, ludotheque, stdout};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

fn report(arguments: &str, folder: &Path) -> Value {
    let shown = stdout(ludotheque(&format!("arena {arguments} --json")).current_dir(folder));
    assert_eq!(shown.lines().count(), 1, "{shown}");
    json(shown.trim_end())
}

/// The report without the times.
fn timeless(mut report: Value) -> Value {
    assert!(report.as_object_mut().unwrap().remove("seconds").is_some());
    for bot in report["bots"].as_array_mut().unwrap() {
        let bot = bot.as_object_mut().unwrap();
        for figure in ["mean_ms", "slowest_ms", "nodes_per_second"] {
            assert!(bot.remove(figure).is_some(), "{figure}");
        }
    }
    report
}

fn records(folder: &Path) -> BTreeMap<String, String> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    files
        .map(|file| {
            (file.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(file).unwrap())
        })
        .collect()
}

#[test]
fn the_same_seed_and_nodes_play_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let run = |seed: u32, name: &str| {
        let arguments = format!("basik mcts alphabeta --games 6 --nodes 50 --seed {seed} --records {name}");
        let report = timeless(report(&arguments, folder.path()));
        (report, records(&folder.path().join(name)))
    };
    let (first, again, other) = (run(7, "first"), run(7, "again"), run(8, "other"));
    assert_eq!(first, again);
    assert_ne!(first.1, other.1);
}

#[test]
fn a_report_adds_up() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("basik random greedy --games 20 --nodes 20 --seed 1", folder.path());
    assert_eq!(
        (&report["game"], &report["seats"], &report["games"]),
        (&"basik".into(), &2.into(), &20.into())
    );
    let bots = report["bots"].as_array().unwrap();
    assert_eq!(bots.iter().map(|bot| bot["bot"].as_str().unwrap()).collect::<Vec<_>>(), ["random", "greedy"]);
    for bot in bots {
        let figure = |name: &str| bot[name].as_f64().unwrap_or_else(|| panic!("no {name}: {bot}"));
        assert!(figure("elo_low") < figure("elo") && figure("elo") < figure("elo_high"), "{bot}");
        assert_eq!(figure("wins") + figure("draws") + figure("losses"), 20.0);
        assert_eq!(figure("score"), (figure("wins") + figure("draws") / 2.0) / 20.0);
        assert!(figure("score_low") <= figure("score") && figure("score") <= figure("score_high"), "{bot}");
        let places: u64 = bot["places"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(places, 20);
    }
    let elo = |bot: usize| bots[bot]["elo"].as_f64().unwrap();
    assert!(elo(1) > elo(0) && (elo(0) + elo(1)).abs() < 1e-6, "a greedy bot beats chance: {report}");
}

#[test]
fn people_get_a_table() {
    let shown = stdout(&mut ludotheque("arena basik random greedy --games 2 --nodes 10"));
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "basik, 2 seats, 2 games");
    assert!(lines[1].contains("Elo") && lines[1].contains("95 %"), "{shown}");
    assert!(
        lines[2].starts_with("random ") && lines[3].starts_with("greedy ") && lines.len() == 4,
        "{shown}"
    );
}

#[test]
fn every_seat_order_is_played_equally_often_and_every_record_holds() {
    for (bots, games, orders) in
        [("random greedy", 5, 2), ("random greedy mcts", 7, 6), ("random greedy mcts paranoid", 24, 24)]
    {
        let folder = tempfile::tempdir().unwrap();
        let arguments = format!("basik {bots} --games {games} --nodes 8 --records all");
        let report = report(&arguments, folder.path());
        let records = records(&folder.path().join("all"));
        assert!(
            records.len() >= games && records.len() < games + orders && records.len().is_multiple_of(orders)
        );
        assert_eq!(report["games"].as_u64(), Some(records.len() as u64), "rounded up to whole rounds");
        let mut found: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
        for record in records.values() {
            let names = record.lines().filter(|line| line.starts_with("name "));
            *found.entry(names.map(|line| line.split_once(": bot ").unwrap().1).collect()).or_default() += 1;
        }
        assert_eq!(found.len(), orders, "{found:?}");
        assert!(found.values().all(|count| *count == records.len() / orders), "{found:?}");
        let files = records.keys().map(|name| format!("all/{name}"));
        let verdict = stdout(ludotheque("verify").args(files).current_dir(&folder));
        assert_eq!(
            verdict.lines().filter(|line| line.contains(": ok, ") && line.contains(" over ")).count(),
            records.len()
        );
    }
}

/// All seat orders of a round have the same opening, and the next round another one.
#[test]
fn openings_are_shared_by_the_orders_of_a_round() {
    let folder = tempfile::tempdir().unwrap();
    report("basik random random --games 6 --opening 4 --nodes 1 --records all", folder.path());
    let openings: Vec<String> = records(&folder.path().join("all"))
        .values()
        .map(|record| record.split_once("\n\n").unwrap().1.lines().take(4).collect::<Vec<_>>().join(" "))
        .collect();
    assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[4] == openings[5]);
    assert!(openings[0] != openings[2] && openings[2] != openings[4], "{openings:?}");
}

#[test]
fn a_clock_does_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("basik mcts random --games 2 --time 1", folder.path());
    assert!(report["bots"][0]["mean_ms"].as_f64() > Some(0.0), "{report}");
    assert!(report["bots"][0]["nodes_per_second"].as_f64() > Some(0.0), "{report}");
}

#[test]
fn what_can_t_be_played_is_refused_with_what_can() {
    let all = || catalog::find("basik").unwrap().kind.bots().into_iter();
    let listed = |bots: &mut dyn Iterator<Item = table::BotInfo>| {
        format!("(bots: {})", bots.map(|bot| bot.id).collect::<Vec<_>>().join(", "))
    };
    let fitting = |seats: u8| listed(&mut all().filter(|bot| bot.seats.contains(&seats)));
    let (all, two, three) = (&*listed(&mut all()), &*fitting(2), &*fitting(3));
    assert!(two.contains("alphabeta") && !three.contains("alphabeta") && three.contains("maxn"));
    for (arguments, code, words) in [
        ("basik", 2, "<BOT>"),
        ("basik random", 1, "Basik is played by 2 to 4 seats, not 1"),
        ("basik random", 1, all),
        ("basik random random random random random", 1, "2 to 4 seats, not 5"),
        ("basik random random random random random", 1, all),
        ("basik random random --seats 3", 1, "3 seats take 3 bots, not 2"),
        ("basik random random --seats 3", 1, all),
        ("basik random deep", 1, "Basik has no bot `deep` for 2 seats (bots: random, "),
        ("basik random deep", 1, two),
        ("basik random random alphabeta", 1, three),
        ("--list nowhere.txt", 1, "nowhere.txt can't be read"),
        ("basik random random --list nowhere.txt", 2, "cannot be used with"),
        ("basik random random --journal games", 2, "cannot be used with"),
        ("basik random random --time 5 --nodes 5", 2, "cannot be used with"),
        ("basik random random --games 0", 2, "0 is not in 1..="),
        ("basik random random --threads 0", 2, "0 is not in 1..="),
        ("basik random random --games 99999999999", 2, "invalid value"),
        ("basik random random --set a=b", 1, "no option `a`"),
        ("bausack level1 level1 --set wood=real", 1, "no bot plays there"),
        ("basik random random --records /dev/null/games", 1, "/dev/null/games can't be written"),
    ] {
        let message = error_output(&mut ludotheque(&format!("arena {arguments}")), code);
        assert!(message.contains(words), "{arguments}: {message}");
    }
}

/// At four seats of a game with partners, a bot for each side: points and places are those of the sides.
#[test]
fn a_bot_may_play_for_a_whole_side() {
    let folder = tempfile::tempdir().unwrap();
    let report = report("expion random greedy --seats 4 --games 4 --nodes 1 --records all", folder.path());
    assert_eq!((report["seats"].as_u64(), report["games"].as_u64()), (Some(4), Some(4)));
    for bot in report["bots"].as_array().unwrap() {
        let sum = |names: [&str; 3]| names.iter().map(|name| bot[*name].as_u64().unwrap()).sum::<u64>();
        assert_eq!(sum(["wins", "draws", "losses"]), 4, "{bot}");
        assert_eq!(bot["places"].as_array().unwrap().len(), 2, "{bot}");
    }
    let seatings: Vec<Vec<String>> = records(&folder.path().join("all"))
        .values()
        .map(|record| {
            let names = record.lines().filter(|line| line.starts_with("name "));
            names.map(|line| line.split_once(": bot ").unwrap().1.to_owned()).collect()
        })
        .collect();
    assert_eq!(seatings[0], ["random", "greedy", "random", "greedy"]);
    assert_eq!(seatings[1], ["greedy", "random", "greedy", "random"]);
}

/// A list reports each pairing as if it were played alone, and resumes after an interruption.
#[test]
fn a_list_can_be_cut_off_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let list = |lines: &str, arguments: &str| -> Vec<Value> {
        std::fs::write(folder.path().join("list.txt"), lines).unwrap();
        let mut command = ludotheque(&format!("arena --list list.txt --threads 2 {arguments}"));
        stdout(command.current_dir(&folder)).lines().map(json).collect()
    };
    let one = "basik random greedy --games 6 --nodes 10";
    let other = "basik greedy random mcts --games 6 --nodes 10 --seed 3";
    let untold = |mut told: Value| {
        told.as_object_mut().unwrap().remove("pairing");
        timeless(told)
    };
    let alone = [one, other].map(|line| timeless(report(line, folder.path())));
    let mut both = list(&format!("# Two.\n{one}\n\n{other}\n"), "");
    both.sort_by_key(|told| told["seats"].as_u64());
    assert_eq!(both[0]["pairing"], one);
    assert_eq!(both.into_iter().map(untold).collect::<Vec<_>>(), alone);

    // A journal that ends in the middle of a line.
    let shorter = "basik random greedy --games 4 --nodes 10";
    list(shorter, "--journal games");
    let journal = folder.path().join("games");
    let known = || std::fs::read_to_string(&journal).unwrap();
    let cut = known();
    std::fs::write(&journal, &cut[..cut.trim_end().len() - 5]).unwrap();
    let none = list(one, "--journal games --stop-after 0");
    assert_eq!((&none[0]["games"], &none[0]["wanted"]), (&3.into(), &6.into()));
    let whole = list(one, "--journal games");
    assert_eq!(untold(whole[0].clone()), alone[0]);
    let games = || known().lines().filter(|line| line.ends_with('}')).count();
    assert_eq!(games(), 6, "three before, three after");
    let read = list(one, "--journal games");
    assert_eq!((untold(read[0].clone()), games()), (alone[0].clone(), 6), "nothing is played again");
    // Times are compared up to the last digit but one.
    let seconds = |told: &Value| told["seconds"].as_f64().unwrap();
    assert!((seconds(&read[0]) - seconds(&whole[0])).abs() < 1e-9);

    let twice = format!("{one}\n{shorter}\n");
    std::fs::write(folder.path().join("list.txt"), twice).unwrap();
    let told = error_output(ludotheque("arena --list list.txt").current_dir(&folder), 1);
    assert!(told.contains("stands twice"), "{told}");
    std::fs::write(folder.path().join("list.txt"), "basik random random --threads 2").unwrap();
    let told = error_output(ludotheque("arena --list list.txt").current_dir(&folder), 1);
    assert!(told.contains("line 1"), "{told}");
}
