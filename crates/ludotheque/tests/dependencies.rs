//! What code of others may be, as `deny.toml` says: licences, sources and duplicates, checked without a network.

#![allow(clippy::unwrap_used)] // a test says why by failing

use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use toml::Table;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn policy() -> Table {
    read("deny.toml").parse().unwrap()
}

fn strings(list: &toml::Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

/// Which licences are allowed, for all and for some.
struct Allowed {
    all: BTreeSet<String>,
    exceptions: BTreeMap<String, BTreeSet<String>>,
}

impl Allowed {
    fn of(policy: &Table) -> Self {
        let licenses = &policy["licenses"];
        let exception =
            |one: &toml::Value| (one["crate"].as_str().unwrap().to_owned(), strings(&one["allow"]));
        Allowed {
            all: strings(&licenses["allow"]),
            exceptions: licenses["exceptions"].as_array().unwrap().iter().map(exception).collect(),
        }
    }

    fn allows(&self, name: &str, license: &str) -> bool {
        let own = self.exceptions.get(name);
        Expression::parse_mode(license, ParseMode::LAX).is_ok_and(|expression| {
            expression.evaluate(|license| {
                let license = license.to_string();
                self.all.contains(&license) || own.is_some_and(|own| own.contains(&license))
            })
        })
    }
}

/// The name and licence of every crate that is compiled here, for tests too.
fn crates() -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["metadata", "--format-version=1", "--locked", "--offline"]).current_dir(ROOT);
    command.args(["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or("none").to_owned();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(|one| (text(&one["name"]), text(&one["license"]))).collect()
}

/// The name and licence of every package that the pages are built and tested with.
fn npm_packages() -> Vec<(String, String)> {
    let lock: Value = serde_json::from_str(&read("web/package-lock.json")).unwrap();
    let packages = lock["packages"].as_object().unwrap().iter().filter(|(path, _)| !path.is_empty());
    let license = |one: &Value| one["license"].as_str().unwrap_or("none").to_owned();
    packages.map(|(path, one)| (path.replace("node_modules/", ""), license(one))).collect()
}

#[test]
fn every_dependency_has_a_licence_that_is_allowed() {
    let mut allowed = Allowed::of(&policy());
    let refused = |allowed: &Allowed, packages: Vec<(String, String)>| -> Vec<String> {
        assert!(packages.len() > 50, "hardly a package was found: {packages:?}");
        let bad = packages.into_iter().filter(|(name, license)| !allowed.allows(name, license));
        bad.map(|(name, license)| format!("{name}: {license}")).collect()
    };
    let crates = refused(&allowed, crates());
    assert!(crates.is_empty(), "licences that deny.toml does not allow: {crates:#?}");
    // Fonts, and tools that no page holds.
    allowed.all.extend(["OFL-1.1", "MPL-2.0"].map(str::to_owned));
    let packages = refused(&allowed, npm_packages());
    assert!(packages.is_empty(), "licences that are not allowed: {packages:#?}");
    for license in ["GPL-3.0-only", "AGPL-3.0-only AND MIT", "none", ""] {
        assert!(!allowed.allows("some", license), "{license}");
    }
}

/// The packages of `Cargo.lock`.
fn locked() -> Vec<toml::Value> {
    read("Cargo.lock").parse::<Table>().unwrap()["package"].as_array().unwrap().clone()
}

#[test]
fn dependencies_come_from_the_public_registries() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let locked = locked();
    let from = |one: &toml::Value| one.get("source").map(|source| source.as_str().unwrap().to_owned());
    assert!(locked.len() > 100);
    for one in &locked {
        let known = from(one).is_none_or(|source| source == REGISTRY && one.get("checksum").is_some());
        assert!(known, "{one}");
    }
    let lock: Value = serde_json::from_str(&read("web/package-lock.json")).unwrap();
    for (path, one) in lock["packages"].as_object().unwrap().iter().filter(|(path, _)| !path.is_empty()) {
        assert!(one["integrity"].as_str().is_some_and(|sum| sum.starts_with("sha512-")), "{path}");
        let place = one["resolved"].as_str().unwrap_or("https://registry.npmjs.org/");
        assert!(place.starts_with("https://registry.npmjs.org/"), "{path}: {place}");
    }
}

#[test]
fn no_new_crate_comes_in_two_versions() {
    let mut versions: BTreeMap<String, usize> = BTreeMap::new();
    for one in locked() {
        *versions.entry(one["name"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    let twice: BTreeSet<String> =
        versions.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
    let skipped = strings(&policy()["bans"]["skip"]);
    assert_eq!(twice, skipped, "crates of several versions (left) are those that deny.toml skips (right)");
}
