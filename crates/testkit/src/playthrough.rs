//! Golden games: a random game with every position, compared with a file.

use crate::golden;
use game::{Actor, Game, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::path::Path;

/// At every eighth step all actions are listed; at the others, only their number.
const LIST_INTERVAL: usize = 8;

/// Compares a random game with the [`golden`] file `tests/playthroughs/{name}.txt` below `folder`, the game's own.
pub fn playthrough<G: Game>(folder: &str, name: &str, options: &G::Options, seats: u8, seed: u64) {
    let path = Path::new(folder).join(format!("tests/playthroughs/{name}.txt"));
    let played = play::<G>(options, seats, seed);
    golden(path, &played);
}

fn play<G: Game>(options: &G::Options, seats: u8, seed: u64) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = G::new(options, seats).expect("the setting is legal");
    let mut text = format!("# {}, {seats} seats, a game played at random (seed {seed})\n", G::INFO.name);
    for step in 0.. {
        writeln!(text, "position {game}").expect("a string takes everything");
        let actor = match game.turn() {
            Turn::Over(outcome) => {
                writeln!(text, "outcome {:?}", outcome.places()).expect("a string takes everything");
                break;
            }
            Turn::Nature => Actor::Nature,
            Turn::Seats(seats) => Actor::Seat(seats.first().expect("a seat may act")),
        };
        if let Actor::Seat(seat) = actor {
            let mut listed = Vec::new();
            game.actions(seat, &mut listed);
            let mut names: Vec<String> = listed.iter().map(ToString::to_string).collect();
            names.sort();
            let shown =
                if step % LIST_INTERVAL == 0 { format!(": {}", names.join(" | ")) } else { String::new() };
            writeln!(text, "{} actions{shown}", names.len()).expect("a string takes everything");
        }
        let action = game.sample(actor, &mut rng);
        match actor {
            Actor::Seat(seat) => writeln!(text, "{seat} {action}"),
            Actor::Nature => writeln!(text, "* {action}"),
        }
        .expect("a string takes everything");
        game.apply(actor, &action).expect("a sampled action is legal");
    }
    text
}
