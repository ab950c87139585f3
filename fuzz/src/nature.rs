//! Hands and wood: gestures, blocks in the hand, and what Nature answers wherever blocks are said to be.

use crate::text;
use bausack::gesture::{Aim, LONGEST, Path};
use bausack::physics::{place, settled_at};
use bausack::{Action, Bausack, Block, Gesture, Ground, Placement, Pose, Settled, Standing, Tower};
use game::{Game, Seat};

/// The most lines that are fed to a hand.
const FED: usize = 6;

/// A gesture has one text, and a hand takes whatever a page feeds it. The first line is a gesture or an action, the others
/// are what a page feeds to a block over an empty plot.
pub fn gesture(input: &[u8]) {
    let Some(text) = text(input) else { return };
    let (first, fed) = text.split_once('\n').unwrap_or((text, ""));
    if let Ok(gesture) = first.parse::<Gesture>() {
        assert_eq!(gesture.to_string().parse(), Ok(gesture.clone()));
        if let Gesture::Path(path) = &gesture {
            assert!((1..=LONGEST).contains(&path.duration()));
            assert!(Path::new(path.targets().to_vec()).is_some(), "a path is one that a hand can make");
        }
    }
    if let Ok(action) = first.parse::<Action>() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    if let Ok(settled) = first.parse::<Settled>() {
        assert_eq!(settled.to_string(), first, "an answer has one text");
    }
    if fed.is_empty() {
        return;
    }
    let game = Bausack::new(&bausack::Options::default(), 2).expect("the usual setting is legal");
    let Some(mut hand) = game.rehearse(Seat(0), "3") else { return };
    for line in fed.lines().take(FED) {
        let Ok(shown) = hand.feed(line) else { continue };
        serde_json::from_str::<serde_json::Value>(&shown).expect("a page can read it");
        if let Some(action) = hand.action() {
            action.parse::<Action>().unwrap_or_else(|error| panic!("{action}: {error}"));
        }
    }
}

/// Numbers from an input, zeros at its end.
struct Numbers<'a>(std::slice::Iter<'a, u8>);

impl Numbers<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn short(&mut self) -> i32 {
        i32::from(i16::from_le_bytes([self.byte(), self.byte()]))
    }

    fn block(&mut self) -> Option<Block> {
        Block::numbered(self.byte() % 100 + 1)
    }

    /// A place within 33 cm, mostly upright.
    fn pose(&mut self) -> Pose {
        let at = [10 * self.short(), 20 * self.short(), 10 * self.short()];
        let turn = match self.byte() {
            0..128 => [0, 0, 0, 1 << 30],
            _ => [(); 4].map(|()| (self.short() << 14).clamp(-(1 << 29), 1 << 29)),
        };
        Pose { at, turn }.rounded()
    }
}

/// Blocks are said to be somewhere: if that is accepted, Nature's answer to the next placement is accepted too.
pub fn answer(input: &[u8]) {
    let mut numbers = Numbers(input.iter());
    let count = numbers.byte() % 6;
    let mut blocks: Vec<Standing> = Vec::new();
    for _ in 0..count {
        let Some(block) = numbers.block() else { return };
        if blocks.iter().any(|standing| standing.block == block) {
            return;
        }
        blocks.push(Standing { block, pose: numbers.pose() });
    }
    let Some(block) = numbers.block() else { return };
    if blocks.iter().any(|standing| standing.block == block) {
        return;
    }
    let said = settled_at(blocks);
    let ground = if numbers.byte() < 200 { Ground::Base } else { Ground::AlsoThePlaced };
    let empty = Tower::default();
    let placement = |tower, gesture| Placement { seat: Seat(0), plot: 0, tower, ground, block, gesture };
    // Nothing was placed: what is said has to be true by itself.
    if placement(&empty, None).judge(&said).is_err() {
        return;
    }
    let aim = Aim {
        x: (numbers.short() % 60) as i16,
        z: (numbers.short() % 60) as i16,
        yaw: 0,
        side: numbers.byte() % 6,
    };
    let gesture = Gesture::Drop(aim);
    let settled = place(&said.tower, ground, block, &gesture);
    if let Err(refusal) = placement(&said.tower, Some(gesture)).judge(&settled) {
        panic!("{refusal}: {settled} after {said}");
    }
    let text = settled.to_string();
    assert_eq!(text.parse(), Ok(settled), "{text}");
}
