//! The laws of games as numbers: ids and notation say the same, observations tell all, symmetries keep the game.

use crate::golden;
use game::{Actor, Seat};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::{AnyBatch, Batch, Encoding, Layout, Rows, Symmetry, final_return};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Checks the [`Encoding`] of a game in each of these settings over `games` random games, and compares the ids and planes
/// with the file `ids.txt` among its tests: they never change.
pub fn check_encoding<G: Encoding>(folder: &str, settings: &[(G::Options, u8)], games: u32) {
    let mut text = String::new();
    for (options, seats) in settings {
        let start = G::new(options, *seats).expect("the setting is legal");
        let layout = Layout::of(&start);
        check_ids(&start, &layout);
        check_games(&start, &layout, games);
        check_symmetries(&start, games);
        check_batch(&start);
        writeln!(text, "# {seats} seats {}", serde_json::json!(options)).expect("a string takes everything");
        let planes = layout.planes.iter().map(|plane| format!("{} (to {})", plane.name, plane.highest));
        writeln!(text, "{}", planes.collect::<Vec<_>>().join("; ")).expect("a string takes everything");
        for actions in layout.actions.chunks(24) {
            writeln!(text, "{}", actions.join(" ")).expect("a string takes everything");
        }
    }
    golden(format!("{folder}/tests/ids.txt"), &text);
}

/// Every id has one text and every text its id.
fn check_ids<G: Encoding>(start: &G, layout: &Layout) {
    for (id, (action, text)) in start.universe().iter().zip(&layout.actions).enumerate() {
        assert_eq!(start.id(action), id, "{text}");
        let read: G::Action = text.parse().expect("its own text is an action");
        assert_eq!((&read, start.id(&read)), (action, id), "{text}");
    }
    let distinct: std::collections::BTreeSet<&String> = layout.actions.iter().collect();
    assert_eq!(distinct.len(), layout.actions.len(), "two ids have one text");
}

fn size(layout: &Layout) -> usize {
    layout.planes.len() * layout.rows * layout.columns
}

fn mask<G: Encoding>(game: &G) -> Vec<u8> {
    let mut mask = vec![7; game.universe().len()];
    game.write_mask(&mut mask);
    mask
}

fn observation<G: Encoding>(game: &G, viewer: Seat, size: usize) -> Vec<u8> {
    let mut out = vec![255; size];
    game.observe(viewer, &mut out);
    out
}

/// In random games, the mask is the list of actions, and the observation of every seat is that of one position.
fn check_games<G: Encoding>(start: &G, layout: &Layout, games: u32) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(24);
    let mut seen: HashMap<(Seat, Vec<u8>), String> = HashMap::new();
    let mut played = vec![false; layout.actions.len()];
    let cells = layout.rows * layout.columns;
    for _ in 0..games {
        let mut game = start.clone();
        while let Some(seat) = game.turn().seats().first() {
            let mut actions = Vec::new();
            game.actions(seat, &mut actions);
            let mut expected = vec![0; layout.actions.len()];
            for action in &actions {
                let id = game.id(action);
                assert_eq!(start.universe()[id], *action, "the universe has every legal action");
                expected[id] = 1;
                played[id] = true;
            }
            assert_eq!(mask(&game), expected, "{game}");
            for viewer in Seat::all(game.seats()) {
                let observed = observation(&game, viewer, size(layout));
                for (plane, values) in layout.planes.iter().zip(observed.chunks(cells)) {
                    assert!(
                        values.iter().all(|value| *value <= plane.highest),
                        "{game}: {plane:?} in {values:?}"
                    );
                }
                let position = serde_json::json!(game).to_string();
                let known = seen.entry((viewer, observed)).or_insert_with(|| position.clone());
                assert_eq!(*known, position, "one observation for two positions");
            }
            let action = &actions[rng.random_range(0..actions.len())];
            game.apply(Actor::Seat(seat), action).expect("a listed action is legal");
        }
        assert_eq!(mask(&game), vec![0; layout.actions.len()], "nothing is legal when the game is over");
    }
    let count = played.iter().filter(|played| **played).count();
    assert!(count * 2 > played.len(), "only {count} of {} ids were ever legal", played.len());
}

fn moved(values: &[u8], places: &[u32]) -> Vec<u8> {
    let mut out = vec![0; values.len()];
    for (value, place) in values.iter().zip(places) {
        out[*place as usize] = *value;
    }
    out
}

/// Games played with the moved actions of another are that game moved.
fn check_symmetries<G: Encoding>(start: &G, games: u32) {
    let layout = Layout::of(start);
    let size = size(&layout);
    let identity = |places: &[u32]| places.iter().enumerate().all(|(index, place)| index == *place as usize);
    let [first, others @ ..] = &layout.symmetries[..] else { panic!("the first symmetry is missing") };
    assert!(identity(&first.actions) && identity(&first.observation), "the first changes nothing");
    for (number, Symmetry { actions, observation: places }) in others.iter().enumerate() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(number as u64);
        for _ in 0..games.min(50) {
            let (mut game, mut image) = (start.clone(), start.clone());
            while let Some(seat) = game.turn().seats().first() {
                assert_eq!(moved(&mask(&game), actions), mask(&image), "{game} and {image}");
                for viewer in Seat::all(game.seats()) {
                    let observed = moved(&observation(&game, viewer, size), places);
                    assert_eq!(observed, observation(&image, viewer, size), "{game} and {image}");
                }
                let action = game.sample(Actor::Seat(seat), &mut rng);
                let other = &image.universe()[actions[game.id(&action)] as usize].clone();
                game.apply(Actor::Seat(seat), &action).expect("a sampled action is legal");
                image.apply(Actor::Seat(seat), other).expect("the moved action is legal too");
            }
            assert_eq!(game.turn(), image.turn(), "{game} and {image} end alike");
        }
    }
}

/// Games in a batch are the same games one by one.
fn check_batch<G: Encoding>(start: &G) {
    const GAMES: usize = 5;
    let layout = Layout::of(start);
    let (ids, size, seats) = (layout.actions.len(), size(&layout), usize::from(start.seats()));
    let mut batch = Batch::new(start, GAMES, 1);
    let (mut observations, mut masks, mut to_act) = (vec![0; GAMES * size], vec![0; GAMES * ids], [0; GAMES]);
    let (mut rewards, mut ended, mut lengths) = (vec![0.0; GAMES * seats], [0; GAMES], [0; GAMES]);
    macro_rules! rows {
        () => {
            Rows {
                observations: &mut observations,
                masks: &mut masks,
                seats: &mut to_act,
                rewards: &mut rewards,
                ended: &mut ended,
                lengths: &mut lengths,
            }
        };
    }
    batch.write(rows!());
    let mut games = vec![start.clone(); GAMES];
    let mut played = [0; GAMES];
    let mut actions = [0; GAMES];
    let mut ends = 0;
    for step in 0..3000 {
        if step % 2 == 0 {
            batch.sample(&mut actions);
            let wrong = (0..ids as i32).find(|id| masks[(GAMES - 1) * ids + *id as usize] == 0);
            for wrong in wrong.into_iter().chain([-1, ids as i32]) {
                let mut actions = actions;
                actions[GAMES - 1] = wrong;
                let refused = batch.check(&actions, &masks).expect_err("it is not legal");
                assert_eq!((refused.game, refused.action), (GAMES - 1, wrong));
            }
            batch.check(&actions, &masks).expect("sampled actions are legal");
            batch.step(&actions, rows!());
        } else {
            batch.step_random(&mut actions, rows!());
        }
        for (index, game) in games.iter_mut().enumerate() {
            let seat = game.turn().seats().first().expect("the game goes on");
            game.apply(Actor::Seat(seat), &start.universe()[actions[index] as usize]).expect("it was played");
            played[index] += 1;
            assert_eq!(lengths[index], played[index]);
            let outcome = game.turn().outcome();
            let reward = |seat| outcome.map_or(0.0, |outcome| final_return(game, &outcome, seat));
            let expected: Vec<f32> = Seat::all(start.seats()).map(reward).collect();
            assert_eq!(rewards[index * seats..][..seats], expected);
            assert_eq!(ended[index], u8::from(outcome.is_some()));
            if outcome.is_some() {
                *game = start.clone();
                played[index] = 0;
                ends += 1;
            }
            let seat = game.turn().seats().first().expect("the game goes on");
            assert_eq!(to_act[index], seat.0 as i8);
            assert_eq!(masks[index * ids..][..ids], mask(game));
            assert_eq!(observations[index * size..][..size], observation(game, seat, size));
        }
    }
    assert!(ends > 0, "no game of the batch ended");
}
