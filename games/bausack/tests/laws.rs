//! The five games obey the laws that every game must obey, at every seat count; their rulebooks, code and tests cite each
//! other.

mod chance;
mod play;

use bausack::{Action, AuctionKind, Bag, Bausack, Blind, Block, Mode, Options, Rounds};
use chance::Chance;
use game::{Actor, Game, Seat, Turn};
use play::{options, real};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use testkit::{check_articles, laws, playthrough};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Everything that a seat can say, placements with the plainest gesture.
fn universe() -> Vec<Action> {
    let words = "pass accept keep self giver stop done".split(' ').map(str::to_owned);
    let blocks = (1..=100).step_by(9).flat_map(|number| {
        let sold = AuctionKind::ALL.map(|kind| format!("sell {number} {kind}"));
        sold.into_iter().chain([
            format!("take {number}"),
            format!("place {number} drop"),
            format!("place {number} falls"),
            format!("place {number} low"),
            format!("draw {number}"),
        ])
    });
    let bids = (0..=12).map(|beans| format!("bid {beans}"));
    let gifts = (0..8).map(|seat| format!("give {seat}"));
    words.chain(blocks).chain(bids).chain(gifts).map(|text| text.parse().expect("an action")).collect()
}

/// A thousand games of a mode over its seat counts, with dice for wood.
fn obeys(options: Options) {
    let counts = options.game.seats();
    let games = 1000 / u32::from(counts.end() - counts.start() + 1) + 1;
    for seats in counts {
        // S18: lines are arranged in the open.
        laws::<Chance>(seats).options(options).games(games).universe(universe()).in_the_open().check();
    }
}

#[test]
fn babel_obeys_the_laws() {
    obeys(options(Mode::Babel));
}

#[test]
fn blind_babel_obeys_the_laws() {
    obeys(Options { blind: Blind::Yes, ..options(Mode::Babel) });
}

#[test]
fn chain_obeys_the_laws() {
    obeys(options(Mode::Chain));
}

#[test]
fn a_chain_of_one_round_obeys_the_laws() {
    let one = Options { rounds: Rounds::One, ..options(Mode::Chain) };
    laws::<Chance>(3).options(one).games(100).universe(universe()).in_the_open().check();
}

#[test]
fn knock_out_obeys_the_laws() {
    obeys(options(Mode::Knockout));
}

#[test]
fn pile_obeys_the_laws() {
    obeys(options(Mode::Pile));
}

#[test]
fn reds_obeys_the_laws() {
    obeys(options(Mode::Reds));
}

#[test]
fn sac_noir_obeys_the_laws() {
    for game in Mode::ALL {
        laws::<Chance>(2)
            .options(Options { bag: Bag::SacNoir, ..options(game) })
            .games(60)
            .in_the_open()
            .check();
    }
}

/// At a real table people say what came of a placement; all else is as it was.
#[test]
fn real_wood_obeys_the_laws() {
    for game in Mode::ALL {
        for seats in game.seats() {
            laws::<Bausack>(seats).options(real(game)).games(60).universe(universe()).in_the_open().check();
        }
    }
    laws::<Bausack>(3).options(Options { blind: Blind::Yes, ..real(Mode::Babel) }).games(60).check();
}

/// The rules list every plain placement, so a list that is not the whole truth is still the whole truth about the
/// universe; and no block is ever lost or in two places.
#[test]
fn lists_are_complete_but_for_gestures_and_blocks_are_counted() {
    let universe = universe();
    for (number, game) in (0..).zip(Mode::ALL) {
        for seed in 0..60 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(100 * seed + number);
            let seats = 2 + (seed % u64::from(game.seats().end() - 1)) as u8;
            let wood = if seed < 40 { options(game) } else { real(game) };
            let mut position = Chance::new(&wood, seats).unwrap();
            for step in 0.. {
                let actor = match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Nature => Actor::Nature,
                    Turn::Seats(seats) => Actor::Seat(seats.first().unwrap()),
                };
                if let (Actor::Seat(seat), 0) = (actor, step % 7) {
                    let mut listed = Vec::new();
                    position.actions(seat, &mut listed);
                    for action in &universe {
                        let accepted = position.clone().apply(actor, action).is_ok();
                        assert_eq!(accepted, listed.contains(action), "{action} in {position}");
                    }
                }
                count_blocks(&position.0);
                let action = position.sample(actor, &mut rng);
                position.apply(actor, &action).unwrap();
            }
        }
    }
}

/// Blocks are on the market, in a tower, in a line or with somebody, once; only Chaîne de construction loses some (S20).
fn count_blocks(game: &Bausack) {
    let view = serde_json::to_value(game.view(game::Viewer::Public)).expect("a view can be written");
    let each = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let number = |value: &serde_json::Value| value.as_u64().expect("a block");
    let towers = each(&view["plots"]).into_iter().flat_map(|plot| each(&plot["tower"]));
    let mut all: Vec<u64> = towers.map(|standing| number(&standing["block"])).collect();
    for list in each(&view["lines"]).iter().chain([&view["market"], &view["aside"]]) {
        all.extend(each(list).iter().map(number));
    }
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "a block is in two places: {game}");
    assert!(count == 70 || game.mode() == Mode::Chain, "{count} blocks in {game}");
}

/// S12: whatever happens, exactly one seat is asked at a time, but where lines are arranged (S18).
#[test]
fn one_seat_at_a_time() {
    for game in Mode::ALL {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
        let mut position = Chance::new(&options(game), 2).unwrap();
        for _ in 0..500 {
            let actor = match position.turn() {
                Turn::Over(_) => break,
                Turn::Nature => Actor::Nature,
                Turn::Seats(seats) => {
                    assert!(seats.len() == 1 || position.to_string().starts_with("chain 0,1:arrange "));
                    for other in Seat::all(2).filter(|seat| !seats.contains(*seat)) {
                        let mut listed = Vec::new();
                        position.actions(other, &mut listed);
                        assert!(listed.is_empty());
                    }
                    Actor::Seat(seats.first().unwrap())
                }
            };
            let action = position.sample(actor, &mut rng);
            position.apply(actor, &action).unwrap();
        }
    }
}

#[test]
fn golden_games() {
    for (name, options, seats) in [
        ("babel-3-seats", options(Mode::Babel), 3),
        ("babel-blind-4-seats", Options { blind: Blind::Yes, ..options(Mode::Babel) }, 4),
        ("chain-3-seats", options(Mode::Chain), 3),
        ("knockout-4-seats", options(Mode::Knockout), 4),
        ("pile-3-seats", options(Mode::Pile), 3),
        ("reds-2-seats", options(Mode::Reds), 2),
        ("babel-real-3-seats", real(Mode::Babel), 3),
        ("pile-real-3-seats", real(Mode::Pile), 3),
    ] {
        playthrough::<Chance>(FOLDER, name, &options, seats, 1);
    }
}

#[test]
fn rulebooks_code_and_tests_cite_the_same_articles() {
    check_articles(FOLDER, &Bausack::INFO);
}

/// Blocks of the catalogue have the numbers of the notation.
#[test]
fn notation_names_the_catalogue() {
    for block in Block::all() {
        assert_eq!(format!("take {}", block.number()).parse(), Ok(Action::Take(block)));
    }
}
