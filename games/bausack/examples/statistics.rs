//! Prints what chance makes of the five games in real wood: `cargo run --release --example statistics -p bausack -- 40`.

use bausack::{Action, Bausack, Blind, Mode, Options};
use game::{Actor, Game, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What was counted in the games of one setting.
#[derive(Default)]
struct Count {
    games: usize,
    actions: usize,
    placements: usize,
    falls: usize,
    bumps: usize,
    tallest: u32,
    most: usize,
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(10);
    println!(
        "| game | seats | games | actions a game | placements a game | falls in 100 placements | bumps in 100 | most blocks | tallest |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (mode, blind, seats) in [
        (Mode::Babel, Blind::No, 4),
        (Mode::Babel, Blind::Yes, 4),
        (Mode::Chain, Blind::No, 3),
        (Mode::Knockout, Blind::No, 4),
        (Mode::Pile, Blind::No, 4),
        (Mode::Reds, Blind::No, 2),
    ] {
        let options = Options { game: mode, blind, ..Options::default() };
        let mut count = Count::default();
        (0..games).for_each(|seed| count.play(&options, seats, seed));
        let Count { games, actions, placements, falls, bumps, tallest, most } = count;
        let each = |number: usize| number as f64 / games as f64;
        let share = |number: usize| 100.0 * number as f64 / placements as f64;
        let variant = if blind == Blind::Yes { ", blind" } else { "" };
        println!(
            "| {}{variant} | {seats} | {games} | {:.1} | {:.1} | {:.1} | {:.1} | {most} | {:.1} mm |",
            mode.id(),
            each(actions),
            each(placements),
            share(falls),
            share(bumps),
            f64::from(tallest) / 1000.0
        );
    }
}

impl Count {
    fn play(&mut self, options: &Options, seats: u8, seed: u64) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Bausack::new(options, seats).expect("the setting is legal");
        self.games += 1;
        loop {
            let actor = match game.turn() {
                Turn::Over(_) => return,
                Turn::Nature => Actor::Nature,
                Turn::Seats(seats) => Actor::Seat(seats.first().expect("somebody acts")),
            };
            let action = game.sample(actor, &mut rng);
            if let Action::Rest(settled) = &action {
                self.placements += 1;
                self.falls += usize::from(!settled.fallen.is_empty());
                self.bumps += usize::from(settled.bumped);
                if settled.fallen.is_empty() {
                    self.tallest = self.tallest.max(settled.tower.height);
                    self.most = self.most.max(settled.tower.blocks.len());
                }
            } else if let Actor::Seat(_) = actor {
                self.actions += 1;
            }
            game.apply(actor, &action).expect("a sampled action is legal");
        }
    }
}
