//! The table, in all modes: market, plots, beans, and the seats that have not left.

use crate::auction::{Award, following};
use crate::edition::Edition;
use crate::{Bag, Block, Blocks, Hands, Settled, Tower, Wood};
use game::{BySeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// S11, S28: half a millimetre, in micrometres: towers tie within it, and a block must raise a tower by it.
pub const HALF_MILLIMETRE: u32 = 500;

/// S3: the beans of each seat at the start of a game with auctions.
pub const BEANS: u8 = 10;

/// A part of the table where one tower stands (*chantier*, S8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plot {
    /// Its tower; no block at all before there is a base.
    pub tower: Tower,
    /// The blocks that stand on the table: the base, or the bases (S4, S34).
    pub grounded: Blocks,
    /// S28: how high people last said that their real tower is, in micrometres; 0 if they did not since it fell.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub told: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Plot {
    /// The blocks of its tower.
    pub fn blocks(&self) -> Blocks {
        self.tower.blocks.iter().map(|standing| standing.block).collect()
    }

    /// Takes over the tower of Nature's answer.
    pub(crate) fn stand(&mut self, settled: &Settled) {
        self.tower = settled.tower.clone();
        self.grounded = settled.grounded.iter().copied().collect();
    }

    /// The same, but the placed block is taken back. The others keep the poses that they now have (S6), until Nature
    /// says how they stand without it.
    pub(crate) fn stand_without(&mut self, settled: &Settled, block: Block) {
        let height = self.tower.height.min(settled.tower.height);
        self.stand(settled);
        self.tower.blocks.retain(|standing| standing.block != block);
        self.tower.height = height;
        self.grounded = self.grounded.without(block);
    }

    /// S28: the height that a real tower must be above now.
    pub(crate) fn told_height(&self) -> u32 {
        self.told.max(self.tower.height)
    }

    /// Empties the plot; returns the blocks that stood on it.
    pub(crate) fn clear(&mut self) -> Blocks {
        std::mem::take(self).blocks()
    }
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The bag that was emptied onto it.
    pub bag: Bag,
    /// Whose blocks they are.
    #[serde(default, skip_serializing_if = "Wood::is_simulated")]
    pub wood: Wood,
    /// Whose hands place them, if they are simulated.
    #[serde(default, skip_serializing_if = "Hands::are_steady")]
    pub hands: Hands,
    /// The version of the rules.
    #[serde(default, skip_serializing_if = "Edition::is_today")]
    pub(crate) edition: Edition,
    /// The blocks that are free to be chosen.
    pub market: Blocks,
    /// One for each seat, or a single one for all (S13).
    pub plots: Vec<Plot>,
    /// Each seat's beans.
    pub beans: BySeat<u8>,
    /// The seats that left the game.
    pub gone: SeatSet,
}

impl Table {
    pub(crate) fn new(bag: Bag, seats: u8, plots: u8, beans: u8) -> Self {
        Table {
            bag,
            wood: Wood::default(),
            hands: Hands::default(),
            edition: Edition::default(),
            market: bag.blocks().collect(),
            plots: vec![Plot::default(); usize::from(plots)],
            beans: BySeat::new(seats, |_| beans),
            gone: SeatSet::EMPTY,
        }
    }

    /// S9: whether hands tremble here.
    pub(crate) fn trembles(&self) -> bool {
        self.wood.is_simulated() && !self.hands.are_steady()
    }

    /// How many seats the table has.
    pub fn seats(&self) -> u8 {
        self.beans.count()
    }

    /// The seats that have not left.
    pub fn staying(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|seat| !self.gone.contains(*seat)).collect()
    }

    /// S12: the next of some seats, clockwise.
    pub(crate) fn following(&self, seat: Seat, among: SeatSet) -> Seat {
        following(seat, among, self.seats())
    }

    /// The first of some seats that one meets clockwise, beginning with `seat` itself.
    pub(crate) fn first_from(&self, seat: Seat, among: SeatSet) -> Seat {
        if among.contains(seat) { seat } else { self.following(seat, among) }
    }

    /// Returns all blocks to the market, for a new round.
    pub(crate) fn tidy(&mut self) {
        self.market = self.bag.blocks().collect();
        self.plots.fill_with(Plot::default);
    }

    /// Returns the blocks of a seat's tower to the market (S26).
    pub(crate) fn demolish(&mut self, seat: Seat) {
        let blocks = self.plots[seat.index()].clear();
        self.market = self.market.union(blocks);
    }

    /// Takes the beans that are paid out of the game (S3).
    pub(crate) fn pay(&mut self, award: &Award) {
        for (seat, price) in award.pays.iter() {
            self.beans[seat] = self.beans[seat].saturating_sub(*price);
        }
    }

    /// How high the tower of a seat is, in micrometres.
    pub(crate) fn height(&self, seat: Seat) -> u32 {
        self.plots[seat.index()].tower.height
    }

    /// S11: those of some seats whose towers are the tallest.
    pub(crate) fn tallest(&self, among: SeatSet) -> SeatSet {
        let top = among.iter().map(|seat| self.height(seat)).max().unwrap_or(0);
        among.iter().filter(|seat| self.height(*seat) + HALF_MILLIMETRE >= top).collect()
    }

    /// How many seats' towers a seat of `standing` leaves behind, from 1; 0 for the others. Towers that tie with the
    /// tallest of those not yet ranked share its rank (S11).
    pub(crate) fn ranked(&self, standing: SeatSet) -> BySeat<u32> {
        let mut merit = BySeat::new(self.seats(), |_| 0);
        let mut left = standing;
        while !left.is_empty() {
            let best = self.tallest(left);
            let behind = u32::from(left.len());
            for seat in best.iter() {
                merit[seat] = behind;
                left = left.without(seat);
            }
        }
        merit
    }
}
