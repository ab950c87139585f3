//! Games written as scripts: who does what, line by line, what is refused, and how it stands.
//!
//! `0 sell 3 high` is an action of seat 0, `* draw 17` one of Nature. Nature's answers to placements are written as what
//! they come to: `* stands 20` (and the tower is 20 mm higher), `* sinks 2` (2 mm lower), `* falls 3 5` (these blocks
//! fell), `* falls` (all but the base), `* bumps` (the table was struck), `* base 4` (on the table, touching block 4),
//! `* beside` (on the table, touching nothing). When a block was taken off again, `* stays` (and the rest stands as it
//! did), `* sinks 2` or `* falls 5`. `1 bid 1 ! S23 3` is refused by S23, pointing at 3. `= 1:sell beans=9,10`
//! says that the position has these words. `- 2` is seat 2 leaving.
#![allow(dead_code)]

use bausack::{
    Action, Bausack, Block, Blocks, Ground, Mode, Options, Placement, Pose, Settled, Standing, Wood,
};
use game::{Actor, Game, Listing, Seat, Turn};

/// The options of a game, with the smaller bag.
pub fn options(game: Mode) -> Options {
    Options { game, ..Options::default() }
}

/// The options of a game on a real table.
pub fn real(game: Mode) -> Options {
    Options { wood: Wood::Real, ..options(game) }
}

/// A game of that many seats after a script.
pub fn play(game: Mode, seats: u8, script: &str) -> Bausack {
    play_with(&options(game), seats, script)
}

/// The same with any options.
pub fn play_with(options: &Options, seats: u8, script: &str) -> Bausack {
    go_on(Bausack::new(options, seats).expect("the setting is legal"), script)
}

/// The game after some more lines.
pub fn go_on(mut game: Bausack, script: &str) -> Bausack {
    for line in script.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        perform(&mut game, line);
    }
    game
}

fn perform(game: &mut Bausack, line: &str) {
    if let Some(words) = line.strip_prefix("= ") {
        let position = game.to_string();
        for word in words.split_whitespace() {
            assert!(position.split(' ').any(|known| known == word), "`{word}` is not in `{position}`");
        }
        return;
    }
    if let Some(seat) = line.strip_prefix("- ") {
        game.forfeit(Seat(seat.parse().expect("a seat")));
        return;
    }
    let (deed, refusal) =
        line.split_once(" ! ").map_or((line, None), |(deed, refusal)| (deed, Some(refusal)));
    let (who, what) = deed.split_once(' ').unwrap_or_else(|| panic!("nobody acts in `{line}`"));
    let (actor, action) = match who {
        "*" => (Actor::Nature, nature(game, what)),
        seat => {
            let action: Action = what.parse().unwrap_or_else(|error| panic!("`{line}`: {error}"));
            (Actor::Seat(Seat(seat.parse().expect("a seat"))), action)
        }
    };
    let before = game.clone();
    match (game.perform(actor, &action), refusal) {
        (Ok(()), None) => assert!(*game != before, "`{line}` changes nothing"),
        (Ok(()), Some(expected)) => panic!("`{line}` is accepted instead of {expected} in {before}"),
        (Err(illegal), None) => panic!("`{line}` in {before}: {illegal}"),
        (Err(illegal), Some(expected)) => {
            let found =
                std::iter::once(illegal.article.to_owned()).chain(illegal.at).collect::<Vec<_>>().join(" ");
            assert_eq!(found, expected, "`{line}` in {before}");
            assert!(*game == before, "the refused `{line}` changed something");
        }
    }
}

/// What Nature does, in the words of a script.
pub fn nature(game: &Bausack, what: &str) -> Action {
    if what.starts_with("draw ") {
        return what.parse().expect("a lot");
    }
    let placement = game.placement().unwrap_or_else(|| panic!("nothing was placed in {game}"));
    let (word, rest) = what.split_once(' ').unwrap_or((what, ""));
    let number =
        || rest.parse::<f64>().map(|millimetres| (millimetres * 1000.0).round() as u32).expect("millimetres");
    let height = placement.tower.height;
    let bases = game.table().plots[usize::from(placement.plot)].grounded.iter().collect();
    let settled = match word {
        "stands" => stands(&placement, height + number()),
        "sinks" => stands(&placement, height - number()),
        "stays" => Settled { grounded: bases, ..stands(&placement, height) },
        "bumps" => Settled { bumped: true, ..stands(&placement, height + 10_000) },
        "falls" => {
            let fallen: Vec<Block> = match rest {
                "" => stands(&placement, height).tower.blocks.iter().skip(1).map(|s| s.block).collect(),
                named => named.split(' ').map(|number| block(number.parse().expect("a block"))).collect(),
            };
            falls(&placement, &fallen)
        }
        "base" => {
            let other = block(rest.parse().expect("a block"));
            let mut settled = Settled { grounded: bases, ..stands(&placement, height) };
            settled.grounded.push(placement.block);
            settled.touching = vec![(other.min(placement.block), other.max(placement.block))];
            settled
        }
        "beside" => {
            let mut settled = Settled { grounded: bases, ..stands(&placement, height) };
            settled.grounded.push(placement.block);
            settled
        }
        _ => panic!("Nature does not know `{what}`"),
    };
    Action::Rest(Box::new(settled))
}

/// A block by its number.
pub fn block(number: u8) -> Block {
    Block::numbered(number).expect("a block of the catalogue")
}

/// The block stands on what stood, unless it was taken off again; and the tower is so high.
pub fn stands(placement: &Placement<'_>, height: u32) -> Settled {
    let mut tower = placement.tower.clone();
    if placement.gesture.is_some() {
        tower.blocks.push(Standing { block: placement.block, pose: Pose::upright([0, height as i32, 0]) });
    }
    tower.height = height;
    let grounded = tower.blocks.iter().take(1).map(|standing| standing.block).collect();
    Settled { tower, fallen: Vec::new(), bumped: false, grounded, touching: Vec::new(), hash: 1 }
}

/// These blocks fall; what stands is as high as before, or nothing.
pub fn falls(placement: &Placement<'_>, fallen: &[Block]) -> Settled {
    let mut settled = stands(placement, placement.tower.height.max(1));
    settled.tower.blocks.retain(|standing| !fallen.contains(&standing.block));
    settled.grounded.retain(|block| !fallen.contains(block));
    settled.fallen = fallen.to_vec();
    if settled.tower.blocks.is_empty() {
        settled.tower.height = 0;
    }
    debug_assert!(placement.ground == Ground::Base || settled.touching.is_empty());
    settled
}

/// What the seat to act may do, sorted, and whether that is all.
pub fn listed(game: &Bausack) -> (Vec<String>, Listing) {
    let seat = game.turn().seats().first().expect("a seat is to act");
    let mut actions = Vec::new();
    let listing = game.actions(seat, &mut actions);
    let mut names: Vec<String> = actions.iter().map(ToString::to_string).collect();
    names.sort();
    (names, listing)
}

/// The game is over, by that article, with these places.
pub fn over(game: &Bausack, article: Option<&str>, places: &[u8]) {
    match game.turn() {
        Turn::Over(outcome) => assert_eq!(outcome.places().as_slice(), places, "{game}"),
        turn => panic!("{turn:?} in {game}"),
    }
    assert_eq!(game.ended_by(), article);
}

/// The position with something else in its stored form: `("/table/beans/0", "2")`.
pub fn with(game: &Bausack, changes: &[(&str, &str)]) -> Bausack {
    let mut stored = serde_json::to_value(game).expect("a position can be stored");
    for (place, value) in changes {
        let found = stored.pointer_mut(place).unwrap_or_else(|| panic!("no {place} in {game}"));
        *found = serde_json::from_str(value).expect("JSON");
    }
    serde_json::from_value(stored).expect("a position")
}

/// The same with only these blocks on the market.
pub fn with_market(game: &Bausack, market: &[u8]) -> Bausack {
    with(game, &[("/table/market", &format!("{market:?}"))])
}

/// All blocks of the set, by number.
pub fn numbers(blocks: Blocks) -> Vec<u8> {
    blocks.iter().map(Block::number).collect()
}
