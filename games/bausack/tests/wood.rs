//! The five games with real wood: placements are simulated, and the rules can live with whatever comes of them.

mod play;

use bausack::{Action, Bausack, Blind, Mode, Options};
use game::{Actor, Game, Turn};
use play::{go_on, options};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The longest game that is played to its end; longer ones are left there.
const LONGEST: usize = 400;

/// Plays at random, with wood; answers whether it ended.
fn play_out(options: &Options, seats: u8, seed: u64) -> bool {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let start = Bausack::new(options, seats).expect("the setting is legal");
    let (mut game, mut log) = (start.clone(), Vec::new());
    let mut ended = false;
    for _ in 0..LONGEST {
        let actor = match game.turn() {
            Turn::Over(_) => {
                ended = true;
                break;
            }
            Turn::Nature => Actor::Nature,
            Turn::Seats(seats) => Actor::Seat(seats.first().expect("somebody acts")),
        };
        let action = game.sample(actor, &mut rng);
        game.apply(actor, &action).unwrap_or_else(|refusal| panic!("{action} in {game}: {refusal}"));
        log.push((actor, action.to_string()));
    }
    // The log alone gives the same position, without any physics.
    let mut again = start;
    for (actor, text) in &log {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        again.apply(*actor, &action).expect("what was legal is legal again");
    }
    assert!(again == game, "the log replays to {again} instead of {game}");
    ended
}

/// Some games of a mode; most of them end.
fn play_some(options: &Options) {
    let most = *options.game.seats().end();
    let ended = (0..4).filter(|seed| play_out(options, 2 + (*seed as u8 % (most - 1)), *seed)).count();
    assert!(ended >= 2, "only {ended} of 4 games of {:?} ended", options.game);
}

#[test]
fn babel_in_wood() {
    play_some(&options(Mode::Babel));
}

#[test]
fn blind_babel_in_wood() {
    play_some(&Options { blind: Blind::Yes, ..options(Mode::Babel) });
}

#[test]
fn chain_in_wood() {
    play_some(&options(Mode::Chain));
}

#[test]
fn knock_out_in_wood() {
    play_some(&options(Mode::Knockout));
}

#[test]
fn pile_in_wood() {
    play_some(&options(Mode::Pile));
}

#[test]
fn reds_in_wood() {
    play_some(&options(Mode::Reds));
}

/// Nature's real answer.
fn rest(mut game: Bausack) -> Bausack {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let action = game.sample(Actor::Nature, &mut rng);
    game.apply(Actor::Nature, &action).unwrap_or_else(|refusal| panic!("{action} in {game}: {refusal}"));
    game
}

/// S4, S10, S13: a slab, a cube on it, and a ball beside them: 15 mm, 45 mm, and a bean for who placed the cube.
#[test]
fn a_slab_a_cube_and_a_ball() {
    let game = rest(play::play(Mode::Babel, 2, "0 place 1 drop"));
    let near = |game: &Bausack, height: u32| game.table().plots[0].tower.height.abs_diff(height) < 300;
    assert!(near(&game, 15_000), "{game}");
    let game = rest(go_on(game, "1 place 3 drop"));
    assert!(near(&game, 45_000), "{game}");
    let game = rest(go_on(game, "= 0:build last=1\n0 place 31 drop:120,0,0,0"));
    go_on(game, "= 0:build beans=0,1 plots=-");
}

/// S28: a slab on a slab raises the tower, a counter beside the pillar on it does not.
#[test]
fn raising_a_tower_of_wood() {
    let unsold = |game, seat: u8, placed: &str| {
        let block = placed.split(' ').next().expect("a block");
        rest(go_on(game, &format!("{seat} sell {block} high\n{} pass\n{seat} place {placed}", 1 - seat)))
    };
    let game = unsold(play::play(Mode::Pile, 2, ""), 0, "1 drop");
    let game = unsold(game, 1, "2 drop");
    let game = unsold(game, 0, "10 drop:-20,0,0,0");
    let game = unsold(go_on(game, "= 1:sell"), 1, "3 drop");
    let game = go_on(game, "= 0:sell");
    let before = game.table().plots[0].tower.height;
    let game = rest(go_on(unsold(game, 0, "17 drop:30,0,0,0"), "= *:back=17@0"));
    assert_eq!(game.table().plots[0].tower.height, before, "{game}");
    go_on(game, "= 0:try-again aside=17");
}
