//! Bots play all five games to their end, and the youngest hands drop blocks within a few placements.

mod play;

use bausack::stack::{self, Goal, choose, pick};
use bausack::{Action, AuctionKind, BOTS, Bag, Bausack, Blind, Block, Ground, Mode, Options, Tower, physics};
use game::{Actor, Bot, Budget, Game, Seat, Turn};
use play::{go_on, options, play, with, with_market};
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

/// A game in which placements are simulated, after these actions of seats.
fn simulated(mode: Mode, seats: u8, script: &[(u8, &str)]) -> Bausack {
    let mut game = Bausack::new(&options(mode), seats).expect("the setting is legal");
    for (seat, action) in script {
        let action: Action = action.parse().expect("an action");
        game.apply(Actor::Seat(Seat(*seat)), &action).unwrap_or_else(|refusal| panic!("{action}: {refusal}"));
        while game.turn() == Turn::Nature {
            let answer = game.nature_result().expect("a placement");
            game.apply(Actor::Nature, &answer).expect("Nature's answer");
        }
    }
    game
}

/// How many of forty bots of a level bid in that auction.
fn bidders(game: &Bausack, level: u8, seat: u8) -> usize {
    let bids =
        |seed| matches!(bot(level, seed).choose(game, Seat(seat), &Budget::nodes(1_000)), Action::Bid(_));
    (0..40).filter(|seed| bids(*seed)).count()
}

/// S22, S23: without a base a bot bids for a slab, and all the more when nothing else on the market would do.
#[test]
fn bots_bid_for_what_they_need_and_more_when_it_is_scarce() {
    let game = play(Mode::Knockout, 2, "0 sell 1 high");
    let plenty = with_market(&game, &[2, 3, 6, 8, 9, 11, 15, 16, 18, 45]);
    let scarce = with_market(&game, &[19, 29, 30, 31, 33, 44, 50, 60, 64, 12]);
    assert!(bidders(&scarce, 5, 1) > 30, "{}", bidders(&scarce, 5, 1));
    assert!(bidders(&scarce, 5, 1) > bidders(&plenty, 5, 1) + 10);
    // Nobody needs a ball to begin with.
    let ball = with_market(&play(Mode::Knockout, 2, "0 sell 31 high"), &[1, 2, 3, 6]);
    assert_eq!(bidders(&ball, 5, 1), 0);
}

/// S24, S25: with a tower of its own a bot sells horrors in reverse, without a bean too.
#[test]
fn bots_sell_horrors_in_reverse() {
    let game = simulated(
        Mode::Knockout,
        2,
        &[
            (0, "sell 1 high"),
            (1, "pass"),
            (0, "place 1 drop"),
            (1, "sell 2 high"),
            (0, "pass"),
            (1, "place 2 drop"),
        ],
    );
    for beans in ["[10,10]", "[0,3]"] {
        let game = with(&game, &[("/table/beans", beans)]);
        let sold: Vec<Action> =
            (0..20).map(|seed| bot(6, seed).choose(&game, Seat(0), &Budget::nodes(1_000))).collect();
        let horrors = sold.iter().filter(|action| match action {
            Action::Sell(block, AuctionKind::Reverse) => stack::handiness(*block) < 2_000,
            _ => false,
        });
        assert!(horrors.count() > 8, "{sold:?}");
    }
}

/// S29, S30: a cone on top of a rival's tower is a fine gift, where it can be laid safely; and it goes to that rival.
#[test]
fn bots_bid_for_gifts_that_harm() {
    let base = [
        (0, "sell 1 high"),
        (1, "pass"),
        (2, "pass"),
        (0, "place 1 drop"),
        (1, "sell 2 high"),
        (2, "pass"),
        (0, "pass"),
        (1, "place 2 drop"),
        (2, "sell 9 high"),
        (0, "pass"),
        (1, "pass"),
        (2, "place 9 drop"),
        (0, "sell 3 high"),
        (1, "pass"),
        (2, "pass"),
        (0, "place 3 drop"),
    ];
    let offered = [&base[..], &[(1, "sell 19 gift")]].concat();
    assert!(bidders(&simulated(Mode::Pile, 3, &offered), 8, 2) > 20);
    let given = [&offered[..], &[(2, "bid 1"), (0, "pass"), (1, "pass")]].concat();
    let game = simulated(Mode::Pile, 3, &given);
    assert_eq!(bot(8, 1).choose(&game, Seat(2), &Budget::nodes(1_000)), Action::Give(Seat(0)));
    // A disc harms nobody.
    let harmless = [&base[..], &[(1, "sell 15 gift")]].concat();
    assert_eq!(bidders(&simulated(Mode::Pile, 3, &harmless), 8, 2), 0);
}

/// S18: each bot arranges its line once, and is then done.
#[test]
fn bots_arrange_their_lines_once() {
    let mut game = play(Mode::Chain, 2, "0 place 1 drop\n* stands 15\n1 place 2 drop\n* stands 15");
    for turn in 0..24 {
        game = go_on(game, &format!("{} take {}", turn % 2, 3 + turn));
    }
    let mut arranged = 0;
    for seat in 0..2 {
        for calls in 0.. {
            assert!(calls < 2, "it arranges for ever");
            // Another bot each time, as at a table of a server.
            let action = bot(8, calls).choose(&game, Seat(seat), &Budget::nodes(1_000));
            game.apply(Actor::Seat(Seat(seat)), &action).expect("a legal action");
            match action {
                Action::Arrange(_) => arranged += 1,
                other => {
                    assert_eq!(other, Action::Done);
                    break;
                }
            }
        }
    }
    assert!(arranged > 0 && game.to_string().starts_with("chain 0:build-from-line"), "{game}");
}
