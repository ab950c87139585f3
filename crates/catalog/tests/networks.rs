//! Networks, and what they see of every game.

#![allow(clippy::unwrap_used)] // a test says why by failing

use catalog::CatalogGame;
use search::{AnySearch, InputShape, Network, NetworkPlay, NetworkSamples};
use std::collections::BTreeSet;
use table::{AnyGame, Setup};

/// The largest file of a network.
const LARGEST: usize = 350_000;

/// Every number of seats with every option of every game that networks can judge.
fn each_setting(mut check: impl FnMut(&str, &dyn AnySearch, &dyn AnyGame, &InputShape)) {
    let mut settings = 0;
    let listed = |game: &'static CatalogGame| game.search.map(|search| (game, search));
    for (game, search) in catalog::GAMES.iter().filter_map(listed) {
        for seats in game.info().seats.clone() {
            let choices = game.info().options.iter().flat_map(|option| {
                option.choices.iter().map(|choice| Setup::new(seats).with(option.key, choice.value))
            });
            for setup in choices.chain([Setup::new(seats)]) {
                let Ok(start) = game.kind.start(&setup) else { continue };
                if let Some(shape) = search.input_shape(start.typed()) {
                    check(&format!("{} {setup:?}", game.info().id), search, &*start, &shape);
                    settings += 1;
                }
            }
        }
    }
    assert!(settings >= 9, "{settings} settings");
}

#[test]
fn every_network_fits_its_setting_and_is_small() {
    let mut networks = BTreeSet::new();
    each_setting(|name, search, start, shape| {
        let Some(file) = search.network_slot(start.typed()).and_then(|slot| slot.file()) else { return };
        let network = Network::read_for(file, shape).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(file.len() <= LARGEST, "{name}: {} bytes", file.len());
        let told: Vec<&str> = network.provenance.lines().collect();
        assert!(told.len() == 3 && told[0].starts_with("training/train.py "), "{name}: {told:?}");
        assert!(told[1].contains(" positions; ") && told[2].starts_with("seed "), "{name}: {told:?}");
        assert!(!network.provenance.contains(" /"), "a folder of some machine: {told:?}");
        networks.insert(network.inputs);
    });
    assert!(networks.len() >= 4, "{networks:?}");
}

/// The records of a game, each as the rows of its position and its bucket.
fn played(search: &dyn AnySearch, start: &dyn AnyGame, shape: &InputShape) -> Vec<(Vec<usize>, usize)> {
    let play = NetworkPlay { network: None, nodes: 3, opening: 12, random_action_one_in: 2 };
    let NetworkSamples { bytes, count } = search.self_play(start.typed(), &play, 5);
    let records = bytes.chunks_exact(NetworkSamples::record_size(shape)).map(|record| {
        let (rows, rest) = record.split_at(2 * shape.slots);
        let rows = rows.as_chunks().0.iter().map(|bytes| usize::from(u16::from_le_bytes(*bytes)));
        (rows.collect(), usize::from(rest[0]))
    });
    let records: Vec<_> = records.collect();
    assert!(records.len() as u64 == count && count > 5, "{count} positions");
    records
}

#[test]
fn positions_are_seen_within_the_shape_that_is_told() {
    each_setting(|name, search, start, shape| {
        let (first, count) = shape.every;
        for (rows, bucket) in played(search, start, shape) {
            assert!(rows.iter().all(|row| *row <= shape.rows) && bucket < shape.buckets, "{name}: {rows:?}");
            let carrying = rows.iter().filter(|row| (first..first + count).contains(*row)).count();
            assert_eq!(carrying, 1, "{name}: one row carries the biases: {rows:?}");
            let seen: Vec<&usize> = rows.iter().filter(|row| **row < shape.rows).collect();
            let different: BTreeSet<&&usize> = seen.iter().collect();
            assert_eq!(seen.len(), different.len(), "{name}: a row is there once: {rows:?}");
        }
    });
}

/// A symmetry takes each row to another one, and the rows that carry the biases to themselves.
#[test]
fn symmetries_are_one_to_one() {
    each_setting(|name, _, _, shape| {
        assert!(!shape.symmetries.is_empty(), "{name}");
        let all: Vec<u16> = (0..shape.rows as u16).collect();
        assert_eq!(shape.symmetries[0], all, "{name}: the first changes nothing");
        for symmetry in &shape.symmetries {
            let mut sorted = symmetry.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, all, "{name}");
            let (first, count) = shape.every;
            assert_eq!(symmetry[first..first + count], all[first..first + count], "{name}");
        }
    });
}
