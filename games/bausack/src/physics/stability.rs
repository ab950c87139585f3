//! The statics of a tower of blocks: their weights and contacts, and the stability margin that follows.

use super::frame::frame_of;
use super::pose::engine_pose;
use super::shape::Part;
use super::solid::{CENTIMETRES, Solid, TOUCHING};
use super::statics::{self, ContactPoint, Margin, Support, Weight};
use crate::{Block, Pose, Standing};
use rapier3d::glamx::{DAffine3, DVec3};
use rapier3d::math::Pose as EnginePose;

/// A tower at rest: its blocks, their weights and their contacts.
#[derive(Clone)]
pub struct StaticTower {
    pub(super) blocks: Vec<PlacedBlock>,
    weights: Vec<Weight>,
    contacts: Vec<ContactPoint>,
}

/// A block, and where it is.
#[derive(Copy, Clone)]
pub(super) struct PlacedBlock {
    pub block: Block,
    pub solid: &'static Solid,
    /// The pose for the engine, in centimetres.
    pub at: EnginePose,
    /// The same in double precision, in millimetres.
    pub frame: DAffine3,
}

/// The stability margin of a tower in micrometres, 0 if it can't stand; see [`statics`].
pub fn margin(blocks: &[Standing]) -> u32 {
    StaticTower::of(blocks).margin().map_or(0, |margin| (margin.millimetres * 1000.0) as u32)
}

impl StaticTower {
    /// The statics of a tower.
    pub fn of(blocks: &[Standing]) -> StaticTower {
        let mut tower = StaticTower { blocks: Vec::new(), weights: Vec::new(), contacts: Vec::new() };
        for standing in blocks {
            tower.add(standing.block, &standing.pose);
        }
        tower
    }

    /// Adds a block; its contacts with the table and with the blocks added before are found here.
    pub fn add(&mut self, block: Block, pose: &Pose) {
        let placed =
            PlacedBlock { block, solid: Solid::of(block), at: engine_pose(pose), frame: frame_of(pose) };
        let index = self.blocks.len();
        self.contacts.extend(contacts_of(&self.blocks, index, &placed));
        self.weights.push(Weight { mass: f64::from(block.mass()), centre: placed.frame.translation });
        self.blocks.push(placed);
    }

    /// The highest point, in micrometres (S10).
    pub fn height(&self) -> u32 {
        let tops = self.blocks.iter().map(|placed| placed.solid.span(&placed.at).1 / CENTIMETRES);
        (tops.fold(0.0, f32::max) * 1000.0) as u32
    }

    /// The stability margin; `None` if it can't stand.
    pub fn margin(&self) -> Option<Margin> {
        statics::margin(&self.weights, &self.contacts)
    }

    /// The indices of the blocks whose own stability margin is `millimetres` or less; see [`statics::unstable_blocks`].
    pub(super) fn unstable_blocks(&self, millimetres: f64) -> Vec<usize> {
        statics::unstable_blocks(&self.weights, &self.contacts, millimetres)
    }

    /// Whether it could not stand even if all its weights were displaced by so many millimetres, in any of 16 directions.
    pub fn is_unstable_within(&self, by: f64) -> bool {
        let directions = (0..16).map(|nth| f64::from(nth) * std::f64::consts::FRAC_PI_8);
        let shifts = directions.map(|angle| DVec3::new(by * libm::cos(angle), 0.0, by * libm::sin(angle)));
        shifts.chain([DVec3::ZERO]).all(|shift| {
            let mut weights = self.weights.clone();
            for weight in &mut weights {
                weight.centre += shift;
            }
            statics::margin(&weights, &self.contacts).is_none()
        })
    }

    /// The stability margin with one more rigid load of `mass` milligrams that rests on these points of a block; `None` if
    /// the tower can't stand with it.
    pub(super) fn margin_with_load(
        &self,
        mass: f64,
        block: usize,
        points: &[DVec3],
        centre: DVec3,
    ) -> Option<Margin> {
        let mut weights = self.weights.clone();
        let mut contacts = self.contacts.clone();
        let index = weights.len();
        weights.push(Weight { mass, centre });
        let on = Support::Block(block);
        contacts.extend(points.iter().map(|&at| ContactPoint { block: index, on, at, normal: DVec3::Y }));
        statics::margin(&weights, &contacts)
    }

    /// Whether the last block would stay where it is if all the others were fixed.
    pub(super) fn last_is_supported(&self) -> bool {
        let Some(last) = self.weights.len().checked_sub(1) else { return true };
        let own = self.contacts.iter().filter(|contact| contact.block == last);
        let contacts: Vec<ContactPoint> =
            own.map(|contact| ContactPoint { block: 0, on: Support::Table, ..*contact }).collect();
        statics::margin(&self.weights[last..], &contacts).is_some()
    }
}

/// The contacts of a block with the table and with other blocks.
fn contacts_of(others: &[PlacedBlock], index: usize, block: &PlacedBlock) -> Vec<ContactPoint> {
    let mut found = Vec::new();
    for (other, under) in others.iter().enumerate() {
        let contacts = under.solid.contacts(&under.at, block.solid, &block.at, TOUCHING);
        found.extend(contacts.iter().filter(|contact| contact.gap < TOUCHING).map(|contact| ContactPoint {
            block: index,
            on: Support::Block(other),
            at: (contact.point / CENTIMETRES).as_dvec3(),
            normal: contact.normal.as_dvec3(),
        }));
    }
    if block.solid.touches_table(&block.at) {
        let near = f64::from(TOUCHING / CENTIMETRES);
        let mut lowest: Vec<DVec3> = Vec::new();
        for part in &block.block.shape().parts {
            match part {
                Part::Ball { centre, radius } => {
                    let centre = block.frame.transform_point3(centre.as_dvec3());
                    lowest.push(centre - DVec3::new(0.0, f64::from(*radius), 0.0));
                }
                Part::Hull { points, .. } => {
                    lowest.extend(points.iter().map(|point| block.frame.transform_point3(point.as_dvec3())));
                }
            }
        }
        let on_table = lowest.into_iter().filter(|point| point.y < near);
        let on = Support::Table;
        found.extend(on_table.map(|at| ContactPoint { block: index, on, at, normal: DVec3::Y }));
    }
    found
}
