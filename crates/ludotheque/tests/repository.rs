//! Checks of the repository itself.

#![allow(clippy::unwrap_used)] // a test says why by failing

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder of the repository, by their path from the root, without build output and dependencies.
fn files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(entries) = std::fs::read_dir(root().join(folder)) else { return found };
    for entry in entries {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        if !entry.file_type().unwrap().is_dir() {
            found.push(path);
        } else if !["target", "node_modules", "dist", "pkg"].contains(&name.as_str())
            && !name.starts_with('.')
        {
            found.extend(files(&path));
        }
    }
    found.sort();
    found
}

fn sources(folder: &str) -> Vec<String> {
    let is_source = |path: &String| [".rs", ".ts", ".svelte"].iter().any(|end| path.ends_with(end));
    files(folder).into_iter().filter(is_source).collect()
}

fn ids() -> BTreeSet<&'static str> {
    catalog::GAMES.iter().map(|game| game.info().id).collect()
}

#[test]
fn the_platform_names_no_game() {
    let allowed = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        parts.starts_with(&["crates", "catalog"])
            || (parts[0] == "crates" && parts[2] == "tests")
            || parts.starts_with(&["web", "e2e"])
    };
    let platform: Vec<String> =
        [sources("crates"), sources("web")].concat().into_iter().filter(|path| !allowed(path)).collect();
    assert!(platform.len() > 40, "the sources of the platform were not found: {platform:?}");
    let mut faults = Vec::new();
    for path in &platform {
        for (number, line) in (1..).zip(read(path).to_lowercase().lines()) {
            faults.extend(
                ids().iter().filter(|id| line.contains(**id)).map(|id| format!("{path}:{number}: {id}")),
            );
        }
    }
    assert!(faults.is_empty(), "a game is named outside of crates/catalog:\n{}", faults.join("\n"));
}

/// The words of a Markdown text that stand between backticks, code blocks left out.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

fn is_path(word: &str) -> bool {
    let named = word.contains('/') || [".md", ".rs", ".toml"].iter().any(|end| word.ends_with(end));
    named && !word.contains([' ', '<', '*', '{'])
}

#[test]
fn every_path_that_the_map_names_exists() {
    let map = read("ARCHITECTURE.md");
    let paths: Vec<&str> = quoted(&map).into_iter().filter(|word| is_path(word)).collect();
    assert!(paths.len() > 10, "ARCHITECTURE.md names hardly a path: {paths:?}");
    let missing: Vec<&&str> = paths.iter().filter(|path| !root().join(path).exists()).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md names what does not exist: {missing:?}");
}

#[test]
fn every_game_is_complete_and_on_the_shelf() {
    let folders: BTreeSet<String> = std::fs::read_dir(root().join("games"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().unwrap().is_dir())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    let mut missing = Vec::new();
    for game in &folders {
        for file in ["RULES.fr.md", "RULES.en.md", "src/lib.rs", "tests/laws.rs"] {
            let path = format!("games/{game}/{file}");
            if !root().join(&path).is_file() {
                missing.push(path);
            }
        }
    }
    assert!(missing.is_empty(), "not there: {missing:?}");
    let folders: BTreeSet<&str> = folders.iter().map(String::as_str).collect();
    assert_eq!(folders, ids(), "the folders of games/ (left) are the games of the catalogue (right)");
}

#[test]
fn no_source_file_is_long() {
    const LONGEST: usize = 500;
    let sources = [sources("crates"), sources("games"), sources("web")].concat();
    assert!(sources.len() > 60, "the sources were not found: {sources:?}");
    let long: Vec<String> = sources
        .iter()
        // What a test writes from other sources is read there.
        .filter(|path| !path.contains("/generated/"))
        .map(|path| (path, read(path).lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(path, lines)| format!("{path} has {lines} lines"))
        .collect();
    assert!(long.is_empty(), "over {LONGEST} lines: {long:?}");
}

/// The names of all Rust functions of the repository.
fn functions() -> BTreeSet<String> {
    let rust = [files("crates"), files("games"), files("fuzz")]
        .concat()
        .into_iter()
        .filter(|path| path.ends_with(".rs"));
    let text: String = rust.map(|path| read(&path)).collect();
    let name = |rest: &str| {
        rest.split(|letter: char| letter != '_' && !letter.is_alphanumeric()).next().map(str::to_owned)
    };
    text.split("fn ").skip(1).filter_map(name).collect()
}

#[test]
fn every_test_that_the_threat_model_names_exists() {
    let model = read("docs/security.md");
    let tests: Vec<&str> = quoted(&model)
        .into_iter()
        .filter(|word| {
            word.contains('_') && word.chars().all(|letter| letter == '_' || letter.is_ascii_lowercase())
        })
        .collect();
    assert!(tests.len() > 30, "docs/security.md names hardly a test: {tests:?}");
    let known = functions();
    let missing: Vec<&&str> = tests.iter().filter(|test| !known.contains(**test)).collect();
    assert!(missing.is_empty(), "docs/security.md names tests that do not exist: {missing:?}");
}

#[test]
fn the_two_commands_of_the_readme_are_there() {
    let (readme, makefile) = (read("README.md"), read("Makefile"));
    for target in ["run", "test"] {
        assert!(readme.contains(&format!("make {target}")), "README.md does not mention `make {target}`");
        let rule = format!("{target}:");
        assert!(
            makefile.lines().any(|line| line.starts_with(&rule)),
            "the Makefile has no target `{target}`"
        );
    }
    let called = read(".ci/run").lines().any(|line| line.trim() == "make test");
    assert!(called, ".ci/run does not call `make test`");
}
