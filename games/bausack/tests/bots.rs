//! Bots play all five games to their end, and the youngest hands drop blocks within a few placements.

mod play;

use bausack::stack::{Goal, choose, pick};
use bausack::{Action, BOTS, Bag, Bausack, Blind, Block, Ground, Mode, Options, Tower, physics};
use game::{Actor, Bot, Budget, Game, Seat, Turn};
use play::{go_on, options, play};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// More than any game needs.
const MOST_ACTIONS: usize = 4_000;

fn bot(level: u8, seed: u64) -> Box<dyn Bot<Bausack>> {
    (BOTS[usize::from(level) - 1].make)(seed)
}

/// Plays a game between bots of these levels to its end; how many actions it took.
fn played(options: &Options, levels: &[u8], seed: u64) -> usize {
    let mut game = Bausack::new(options, levels.len() as u8).expect("the setting is legal");
    let mut bots: Vec<_> = (seed..).zip(levels).map(|(seed, level)| bot(*level, seed)).collect();
    let mut nature = Xoshiro256PlusPlus::seed_from_u64(seed);
    for actions in 0..MOST_ACTIONS {
        let (actor, action) = match game.turn() {
            Turn::Over(_) => return actions,
            Turn::Nature => (Actor::Nature, game.sample(Actor::Nature, &mut nature)),
            Turn::Seats(seats) => {
                let seat = seats.first().expect("somebody acts");
                (Actor::Seat(seat), bots[seat.index()].choose(&game, seat, &Budget::nodes(1_000)))
            }
        };
        game.apply(actor, &action).unwrap_or_else(|refusal| panic!("{action} in {game}: {refusal}"));
    }
    panic!("after {MOST_ACTIONS} actions: {game}")
}

#[test]
fn bots_play_every_game_to_its_end() {
    for mode in Mode::ALL {
        let levels: &[u8] = if mode == Mode::Reds { &[1, 3] } else { &[1, 2, 3] };
        assert!(played(&options(mode), levels, 7) > 5, "{mode:?}");
    }
    assert!(played(&Options { blind: Blind::Yes, ..options(Mode::Babel) }, &[1, 2], 8) > 5);
}

/// How many blocks stand before the first falls.
fn stood(level: u8, seed: u64) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bag: Vec<Block> = Bag::Bausack.blocks().collect();
    let mut tower = Tower::default();
    while tower.blocks.len() < 12 {
        let block = pick(&tower, Goal::Stand, &bag, level, &mut || true, &mut rng).expect("a block is left");
        bag.retain(|other| *other != block);
        let choice = choose(&tower, Ground::Base, Goal::Stand, block, level, &mut || true, &mut rng);
        let Some(choice) = choice else { break };
        let settled = physics::place(&tower, Ground::Base, block, &choice.gesture);
        if settled.bumped || !settled.fallen.is_empty() {
            break;
        }
        tower = settled.tower;
    }
    tower.blocks.len()
}

/// A child of five builds higher than the first level, and lower than the fourth.
#[test]
fn the_first_level_builds_low_towers() {
    let middle = |level: u8| {
        let mut counts: Vec<usize> = (0..11).map(|seed| stood(level, seed)).collect();
        counts.sort_unstable();
        counts[counts.len() / 2]
    };
    let (first, fourth) = (middle(1), middle(4));
    assert!((2..=6).contains(&first), "the first level builds {first} blocks");
    assert!(fourth > first + 2, "the fourth level builds {fourth} blocks, the first {first}");
}

/// S23, S24: a child bids a few beans, never more than four for a block, and takes in reverse what would stand.
#[test]
fn the_first_level_bids_only_a_few_beans() {
    let game = play(Mode::Knockout, 2, "0 sell 1 high");
    let calls: Vec<Action> =
        (0..40).map(|seed| bot(1, seed).choose(&game, Seat(1), &Budget::nodes(1_000))).collect();
    assert!(calls.contains(&Action::Bid(1)) && calls.contains(&Action::Pass), "{calls:?}");
    let dear = go_on(game, "1 bid 4");
    for seed in 0..20 {
        assert_eq!(bot(1, seed).choose(&dear, Seat(0), &Budget::nodes(1_000)), Action::Pass);
    }
    let reverse = play(Mode::Knockout, 2, "0 sell 1 reverse\n1 bid 1\n0 bid 2\n1 bid 3\n0 bid 4");
    assert_eq!(bot(1, 1).choose(&reverse, Seat(1), &Budget::nodes(1_000)), Action::Accept);
}

/// S32: the last builder whose tower is the tallest does not tempt fate.
#[test]
fn a_bot_that_leads_stops_its_tower() {
    let ahead = "0 sell 1 high\n1 pass\n0 place 1 drop\n* stands 15\n1 sell 2 high\n0 pass\n1 place 2 drop\n* stands 15\n\
                 0 stop\n1 place 3 drop\n* stands 30\n= 1:build-freely";
    for level in [1, 5, 8] {
        let game = play(Mode::Pile, 2, ahead);
        assert_eq!(bot(level, 1).choose(&game, Seat(1), &Budget::nodes(1_000)), Action::Stop);
    }
}

/// S26, S30: whoever knows better bids neither for a placement that only brings risks, nor to give; and has the giver place.
#[test]
fn bots_do_not_bid_for_a_risky_block() {
    let choose =
        |mode, line: &str, seat| bot(8, 1).choose(&play(mode, 2, line), Seat(seat), &Budget::nodes(1_000));
    let towers = "0 sell 1 high\n1 pass\n0 place 1 drop\n* stands 15\n1 sell 2 high\n0 pass\n1 place 2 drop\n* stands 15\n";
    let ball = (1..=70).filter_map(Block::numbered).find(|block| block.details().name.en == "Ball");
    let ball = ball.unwrap().number();
    let sold = |kind| format!("{towers}0 sell {ball} {kind}");
    assert_eq!(choose(Mode::Knockout, &sold("high"), 1), Action::Pass);
    assert_eq!(choose(Mode::Pile, &sold("gift"), 1), Action::Pass);
    // S24: but for not having to place it.
    assert_eq!(choose(Mode::Knockout, &sold("reverse"), 1), Action::Bid(1));
    let given = format!("{}\n1 pass\n0 give 1", sold("gift"));
    assert_eq!(choose(Mode::Pile, &given, 1), Action::Giver);
}

/// S33, S35: a red is worth beans and is kept, whatever else is for sale is left to its seller.
#[test]
fn reds_are_worth_their_beans() {
    let red = (1..=70).filter_map(Block::numbered).find(|block| block.is_red()).unwrap().number();
    let choose =
        |line: &str, seat| bot(8, 1).choose(&play(Mode::Reds, 2, line), Seat(seat), &Budget::nodes(1_000));
    assert_eq!(choose(&format!("0 sell {red} high"), 1), Action::Bid(1));
    assert_eq!(choose(&format!("0 sell {red} high\n1 bid 9"), 0), Action::Pass);
    assert_eq!(choose(&format!("0 sell {red} high\n1 bid 1\n0 pass"), 1), Action::Keep);
    assert_eq!(choose("0 sell 1 high", 1), Action::Pass);
}
