//! The five games with dice instead of wood: what becomes of a placement is drawn by lot, so that thousands of games can
//! be played. The rules can't tell the difference.
#![allow(dead_code)]

use bausack::{Action, Bausack, Block, Ground, Options, Placement, Pose, Settled, Standing, View};
use game::{Actor, Game, Illegal, Info, Listing, Seat, Turn, Viewer};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position whose Nature throws dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chance(pub Bausack);

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What becomes of a placement, by lot: it mostly stands, sometimes without raising the tower, sometimes it falls.
pub fn dice<R: Rng + ?Sized>(placement: &Placement<'_>, rng: &mut R) -> Settled {
    let mut tower = placement.tower.clone();
    let before = tower.height;
    if placement.gesture.is_some() {
        let at = [rng.random_range(-9_000..9_000), before as i32 + 5_000, rng.random_range(-9_000..9_000)];
        tower.blocks.push(Standing { block: placement.block, pose: Pose::upright(at) });
        tower.height = (before + rng.random_range(0..30_000)).saturating_sub(rng.random_range(0..600)).max(1);
    }
    let base = tower.blocks[0].block;
    let mut settled = Settled {
        tower,
        fallen: Vec::new(),
        bumped: false,
        grounded: vec![base],
        touching: Vec::new(),
        hash: rng.next_u64(),
    };
    match rng.random_range(0..100) {
        0..4 if placement.gesture.is_some() => settled.bumped = true,
        4..16 => {
            let falls: Vec<Block> = settled
                .tower
                .blocks
                .iter()
                .map(|standing| standing.block)
                .filter(|_| rng.random_bool(0.4))
                .collect();
            settled.tower.blocks.retain(|standing| !falls.contains(&standing.block));
            settled.grounded.retain(|block| !falls.contains(block));
            settled.fallen = falls;
            if settled.tower.blocks.is_empty() {
                settled.tower.height = 0;
            }
        }
        16..30
            if placement.ground == Ground::AlsoThePlaced
                && base != placement.block
                && placement.gesture.is_some() =>
        {
            settled.grounded.push(placement.block);
            settled.touching = vec![(base.min(placement.block), base.max(placement.block))];
        }
        30..32
            if placement.ground == Ground::AlsoThePlaced
                && base != placement.block
                && placement.gesture.is_some() =>
        {
            settled.grounded.push(placement.block);
        }
        _ => {}
    }
    settled
}

impl Game for Chance {
    const INFO: Info = Bausack::INFO;
    type Options = Options;
    type Action = Action;
    type View = View;

    fn new(options: &Options, seats: u8) -> Result<Self, Illegal> {
        Bausack::new(options, seats).map(Chance)
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        self.0.perform(actor, action)
    }

    fn forfeit(&mut self, seat: Seat) {
        self.0.forfeit(seat);
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) -> Listing {
        self.0.actions(seat, out)
    }

    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> Action {
        match (actor, self.0.placement()) {
            (Actor::Nature, Some(placement)) => Action::Rest(Box::new(dice(&placement, rng))),
            _ => self.0.sample(actor, rng),
        }
    }

    fn irrevocable(&self, action: &Action) -> Option<Illegal> {
        self.0.irrevocable(action)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.0.view(viewer)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.0.ended_by()
    }
}
