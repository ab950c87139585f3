//! What must hold at every step of every game, told without phases: before, an action, after.

mod chance;
mod play;

use bausack::{Action, Bausack, Blocks, Mode};
use chance::Chance;
use game::{Actor, Game, Seat, SeatSet, Turn};
use play::options;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;

/// One step of a game.
struct Step<'a> {
    before: &'a Bausack,
    actor: Actor,
    action: &'a Action,
    after: &'a Bausack,
}

/// Plays random games with dice for wood, and shows every step.
fn watch(mode: Mode, games: u64, mut look: impl FnMut(&Step<'_>)) {
    for seed in 0..games {
        let seats = 2 + (seed % u64::from(mode.seats().end() - 1)) as u8;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = Chance::new(&options(mode), seats).expect("the setting is legal");
        loop {
            let actor = match game.turn() {
                Turn::Over(_) => break,
                Turn::Nature => Actor::Nature,
                Turn::Seats(seats) => Actor::Seat(seats.first().expect("somebody acts")),
            };
            let action = game.sample(actor, &mut rng);
            let before = game.clone();
            game.apply(actor, &action).expect("a sampled action is legal");
            look(&Step { before: &before.0, actor, action: &action, after: &game.0 });
        }
    }
}

fn view(game: &Bausack) -> Value {
    serde_json::to_value(game.view(game::Viewer::Public)).expect("a view can be written")
}

/// The seats whose state is that word.
fn seats_that_are(game: &Bausack, word: &str) -> SeatSet {
    let view = view(game);
    let states = view["standing"].as_array().expect("a state for each seat");
    Seat::all(game.seats()).filter(|seat| states[seat.index()] == word).collect()
}

fn beans(game: &Bausack) -> u32 {
    game.table().beans.as_slice().iter().map(|beans| u32::from(*beans)).sum()
}

fn blocks(game: &Bausack, seat: Seat) -> Blocks {
    game.table().plots[seat.index()].blocks()
}

/// S3, S25, S26: beans only ever leave the game, and who is out never acts, builds or pays again.
#[test]
fn beans_leave_and_the_fallen_stay_out() {
    for mode in [Mode::Knockout, Mode::Pile] {
        watch(mode, 60, |step| {
            assert!(beans(step.after) <= beans(step.before), "{} in {}", step.action, step.before);
            let out = seats_that_are(step.before, "out");
            for seat in out.iter() {
                assert!(step.actor != Actor::Seat(seat), "{seat} is out in {}", step.before);
                assert!(seats_that_are(step.after, "out").contains(seat));
                assert!(blocks(step.after, seat).is_empty() && step.after.table().beans[seat] == 0);
            }
        });
    }
}

/// S31: nothing is added to a stopped tower; it stands until its seat is out.
#[test]
fn stopped_towers_do_not_change() {
    let mut seen = 0;
    watch(Mode::Pile, 150, |step| {
        for seat in seats_that_are(step.before, "stopped").iter() {
            let plots = [step.before, step.after].map(|game| &game.table().plots[seat.index()]);
            let is_out = seats_that_are(step.after, "out").contains(seat);
            assert!(is_out || plots[0] == plots[1], "{} in {}", step.action, step.before);
            seen += 1;
        }
    });
    assert!(seen > 100, "towers were hardly ever stopped: {seen}");
}

/// S28, S34: a tower grows by a block and by half a millimetre at once, or the block is a base, or it is rebuilt (S30).
#[test]
fn towers_grow_upwards() {
    let mut grown = 0;
    for mode in [Mode::Pile, Mode::Reds] {
        watch(mode, 60, |step| {
            let (Some(placement), Action::Rest(settled)) = (step.before.placement(), step.action) else {
                return;
            };
            let plot = usize::from(placement.plot);
            let [before, after] = [step.before, step.after].map(|game| &game.table().plots[plot]);
            let is_base = before.blocks().is_empty() || after.grounded.contains(placement.block);
            let is_added =
                after.blocks().contains(placement.block) && settled.fallen.is_empty() && !settled.bumped;
            if is_added && !is_base {
                assert!(
                    after.tower.height >= before.tower.height + 500,
                    "{} in {}",
                    step.action,
                    step.before
                );
                grown += 1;
            }
        });
    }
    assert!(grown > 300, "towers hardly ever grew: {grown}");
}

/// S18, S19: a line grows at its end, is put in order, and shrinks at its head, one block at a time.
#[test]
fn lines_are_lines() {
    let lines = |game: &Bausack| -> Vec<Vec<u64>> {
        let line = |line: &Value| line.as_array().expect("a line").iter().filter_map(Value::as_u64).collect();
        view(game)["lines"].as_array().expect("lines").iter().map(line).collect()
    };
    watch(Mode::Chain, 25, |step| {
        let (before, after) = (lines(step.before), lines(step.after));
        if after.iter().all(Vec::is_empty) {
            return; // The last block, or a new round.
        }
        let changed: Vec<usize> = (0..before.len()).filter(|seat| before[*seat] != after[*seat]).collect();
        assert!(changed.len() <= 1, "{} in {}", step.action, step.before);
        for seat in changed {
            match step.action {
                Action::Take(block) => {
                    assert_eq!(step.actor, Actor::Seat(Seat(seat as u8)));
                    assert_eq!(after[seat], [&before[seat][..], &[u64::from(block.number())]].concat());
                }
                Action::Arrange(order) => {
                    assert_eq!(step.actor, Actor::Seat(Seat(seat as u8)));
                    let order: Vec<u64> = order.iter().map(|block| u64::from(block.number())).collect();
                    assert_eq!(after[seat], order);
                    let sorted = |line: &Vec<u64>| {
                        let mut line = line.clone();
                        line.sort_unstable();
                        line
                    };
                    assert_eq!(sorted(&after[seat]), sorted(&before[seat]));
                }
                _ => assert_eq!(after[seat], before[seat][1..]),
            }
        }
    });
}

/// S13, S14, S15: a bean at a time, only when a round ends, and never for the seat that brought the tower down.
#[test]
fn a_bean_ends_a_round_of_babel() {
    let mut rounds = 0;
    watch(Mode::Babel, 40, |step| {
        let gained = beans(step.after) - beans(step.before);
        // S4: a base that is laid again ends no round.
        let is_again = step.after.to_string().contains(":lay-again=");
        let is_new = step.before.placement().is_some()
            && step.after.table().plots[0].tower.blocks.is_empty()
            && !is_again;
        assert!(gained <= u32::from(is_new), "{} in {}", step.action, step.before);
        if let (true, Some(placement), Action::Rest(settled)) = (is_new, step.before.placement(), step.action)
        {
            rounds += 1;
            let own = step.after.table().beans[placement.seat] - step.before.table().beans[placement.seat];
            let fell = settled.bumped || !settled.fallen.is_empty();
            assert!(own == 0 || !fell, "{} in {}", step.action, step.before);
            // A bean for a fall, unless it was the base that was spoilt.
            assert_eq!(gained == 0, placement.tower.blocks.is_empty(), "{} in {}", step.action, step.before);
        }
    });
    assert!(rounds > 200, "only {rounds} rounds");
}

/// S33, S35, S36: no tower ever stands with three reds, and the loser of a round starts the next.
#[test]
fn three_reds_end_a_round() {
    watch(Mode::Reds, 60, |step| {
        let [before, after] = [step.before, step.after].map(view);
        let rounds = |view: &Value, seat: usize| view["rounds"][seat].as_u64().expect("rounds");
        let won: Vec<usize> = (0..2).filter(|seat| rounds(&after, *seat) > rounds(&before, *seat)).collect();
        if let ([winner], None) = (&won[..], step.after.turn().outcome()) {
            assert_eq!(step.after.turn().seats(), SeatSet::one(Seat(1 - *winner as u8)), "{}", step.after);
            assert_eq!(beans(step.after), 20, "{}", step.after);
        }
        if won.is_empty() {
            assert!((0..2).all(|plot| after["plots"][plot]["reds"].as_u64() < Some(3)), "{}", step.after);
        }
    });
}
