//! Every input that is kept is tried: those that once broke a target, and those from which the search begins.

use std::path::{Path, PathBuf};

fn seeds(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("the folder can be read").path()).collect();
    files.sort();
    files
}

/// Tries the seeds of a target, each as it is, cut off, and with bytes changed.
fn replay(name: &str) {
    let target = fuzz::TARGETS.iter().find(|target| target.name == name).expect("a target");
    let seeds = seeds(name);
    assert!(seeds.len() >= 3, "{name} has hardly any seeds");
    for seed in seeds {
        println!("{}", seed.display());
        let input = std::fs::read(&seed).expect("a seed can be read");
        assert!(input.len() <= target.longest, "{} is too long", seed.display());
        (target.run)(&input);
        for place in 0..4 {
            let mut changed = input.clone();
            if changed.is_empty() {
                break;
            }
            let at = place * changed.len() / 4;
            (target.run)(&changed[..at]);
            changed[at] ^= 1 << (place + 1);
            (target.run)(&changed);
        }
    }
}

#[test]
fn records() {
    replay("records");
}

#[test]
fn actions() {
    replay("actions");
}

#[test]
fn positions() {
    replay("positions");
}

#[test]
fn weights() {
    replay("weights");
}

#[test]
fn requests() {
    replay("requests");
}

#[test]
fn gestures() {
    replay("gestures");
}

#[test]
fn answers() {
    replay("answers");
}

#[test]
fn every_target_is_tried() {
    let source = include_str!("corpus.rs");
    for target in fuzz::TARGETS {
        let name = target.name;
        assert!(source.contains(&format!("replay(\"{name}\")")), "nothing tries the seeds of {name}");
    }
}
