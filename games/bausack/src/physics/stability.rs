//! The statics of a tower of blocks: their weights and contacts, and the stability margin that follows.

use super::frame::{frame_of, tangents};
use super::pose::engine_pose;
use super::shape::Part;
use super::solid::{CENTIMETRES, Solid, TOUCHING};
use super::statics::{self, ContactPoint, Judgement, Margin, Support, Weight};
use super::work::Work;
use super::world::ROLLING_RESISTANCE;
use crate::{Block, Pose, Standing};
use rapier3d::glamx::{DAffine3, DVec2, DVec3};
use rapier3d::math::Pose as EnginePose;

/// The slope by which the table may lean without a fall: 0.5 degrees, a quarter more than is promised, so that the engine
/// and the statics need not agree to the last digit.
const LEAN: f64 = 0.008_73;
/// The slope by which it may lean with a ball that lies on something flat: 0.03 degrees, a sixth of what makes it roll.
const LEAN_OF_A_BALL: f64 = 0.0005;
/// What lies on nothing but a point or an edge has less stability margin than this, in millimetres.
const LEAST_MARGIN: f64 = 0.1;
/// A block with a larger stability margin than this stands, in millimetres. Contacts are known to a hundredth of a
/// millimetre, the engine's own towers fall within half a per cent of where theory says, and the slow movements of a tower
/// at rest can't throw it over.
const SURE: f64 = 0.5;
/// A point this near to a ball's surface is on it, in millimetres.
const ON_BALL: f64 = 0.3;
/// The normal of a contact on which a ball lies points up by more than this.
const UPWARDS: f64 = 0.9;

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

/// Whether a block stands, as far as the statics can tell.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It stands.
    Stands,
    /// It seems to stand, narrowly: the simulation has to try.
    Unsure,
    /// The same of a ball, which nothing but its resistance to rolling keeps where it is.
    Rolls,
    /// It falls, this way along x and z: it is not supported, or on a point or an edge only, or would fall if the table
    /// leaned by half a degree.
    Falls(DVec2),
}

/// The stability margin of a tower in micrometres, 0 if it can't stand; see [`statics`].
pub fn margin(blocks: &[Standing]) -> u32 {
    margin_within(blocks, &Work::of_one_question())
}

/// The same, 0 also if that is more work than is left.
pub(super) fn margin_within(blocks: &[Standing], work: &Work) -> u32 {
    let Some(judgements) = StaticTower::counted(blocks, work).judgements(work) else { return 0 };
    let least = judgements.iter().map(|judged| match judged {
        (_, Verdict::Falls(_)) => 0.0,
        (judgement, _) => judgement.margin.map_or(0.0, |margin| margin.millimetres),
    });
    (least.fold(statics::MAX_MARGIN, f64::min) * 1000.0) as u32
}

impl StaticTower {
    /// The statics of a tower.
    pub fn of(blocks: &[Standing]) -> StaticTower {
        StaticTower::counted(blocks, &Work::default())
    }

    /// The same, with the work counted.
    fn counted(blocks: &[Standing], work: &Work) -> StaticTower {
        let mut tower = StaticTower { blocks: Vec::new(), weights: Vec::new(), contacts: Vec::new() };
        for standing in blocks {
            tower.add_counted(standing.block, &standing.pose, work);
        }
        tower
    }

    /// Adds a block; its contacts with the table and with the blocks added before are found here.
    pub fn add(&mut self, block: Block, pose: &Pose) {
        self.add_counted(block, pose, &Work::default());
    }

    fn add_counted(&mut self, block: Block, pose: &Pose, work: &Work) {
        let placed =
            PlacedBlock { block, solid: Solid::of(block), at: engine_pose(pose), frame: frame_of(pose) };
        let index = self.blocks.len();
        self.contacts.extend(contacts_of(&self.blocks, index, &placed, work));
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

    /// Whether each block stands; see [`Verdict`].
    pub(super) fn verdicts(blocks: &[Standing], work: &Work) -> Vec<Verdict> {
        let tower = StaticTower::counted(blocks, work);
        let carried = statics::carried(tower.weights.len(), &tower.contacts);
        let mut verdicts = vec![Verdict::Falls(DVec2::ZERO); blocks.len()];
        if carried.contains(&false) {
            // What hangs in the air falls; the others are judged without it.
            let indices: Vec<usize> = (0..blocks.len()).filter(|index| carried[*index]).collect();
            let others: Vec<Standing> = indices.iter().map(|index| blocks[*index]).collect();
            let judged = StaticTower::verdicts(&others, work);
            indices.into_iter().zip(judged).for_each(|(index, verdict)| verdicts[index] = verdict);
            return verdicts;
        }
        for (judgement, verdict) in tower.judgements(work).into_iter().flatten() {
            judgement.blocks.iter().for_each(|block| verdicts[*block] = verdict);
        }
        verdicts
    }

    /// What the statics says of each group of blocks; `None` if a block is connected to the table by no contact.
    fn judgements(&self, work: &Work) -> Option<Vec<(Judgement, Verdict)>> {
        // Nothing but a ball by itself is excused from bearing the full lean.
        let is_ball = |loads: &[(usize, Weight)]| match loads {
            [(block, load)] => self.weights[*block].mass == load.mass && self.lies_on_a_ball(*block),
            _ => false,
        };
        let slope = |loads: &[(usize, Weight)]| if is_ball(loads) { LEAN_OF_A_BALL } else { LEAN };
        let judgements = statics::judge(&self.weights, &self.contacts, slope, work)?;
        let verdict = |judgement: &Judgement| {
            let Some(margin) = judgement.margin else { return Verdict::Falls(DVec2::ZERO) };
            let rolls = judgement.slope < LEAN;
            match margin.millimetres {
                _ if !judgement.bears_lean => Verdict::Falls(margin.towards),
                ..LEAST_MARGIN if !rolls => Verdict::Falls(margin.towards),
                ..=SURE if rolls => Verdict::Rolls,
                ..=SURE => Verdict::Unsure,
                _ => Verdict::Stands,
            }
        };
        Some(
            judgements
                .into_iter()
                .map(|judgement| {
                    let verdict = verdict(&judgement);
                    (judgement, verdict)
                })
                .collect(),
        )
    }

    /// Whether all that a block lies on are the balls that it is made of.
    fn lies_on_a_ball(&self, block: usize) -> bool {
        let below = |contact: &&ContactPoint| contact.block == block && contact.normal.y > 0.0;
        let mut below = self.contacts.iter().filter(below).peekable();
        below.peek().is_some() && below.all(|contact| self.blocks[block].ball_at(contact.at).is_some())
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

impl PlacedBlock {
    /// The radius of the ball of this block on whose surface a point is.
    fn ball_at(&self, point: DVec3) -> Option<f64> {
        self.block.shape().parts.iter().find_map(|part| match part {
            Part::Ball { centre, radius } => {
                let centre = self.frame.transform_point3(centre.as_dvec3());
                let radius = f64::from(*radius);
                ((centre.distance(point) - radius).abs() < ON_BALL).then_some(radius)
            }
            Part::Hull { .. } => None,
        })
    }
}

/// The contacts of a block with the table and with other blocks.
fn contacts_of(others: &[PlacedBlock], index: usize, block: &PlacedBlock, work: &Work) -> Vec<ContactPoint> {
    let mut found = Vec::new();
    for (other, under) in others.iter().enumerate() {
        let contacts = under.solid.counted_contacts(&under.at, block.solid, &block.at, TOUCHING, work);
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
    found.into_iter().flat_map(|contact| resisting(block, contact)).collect()
}

/// A ball that lies on something resists rolling, as if the point on which it lies were as wide as that: the points around
/// it. Any other contact is what it is.
fn resisting(block: &PlacedBlock, contact: ContactPoint) -> Vec<ContactPoint> {
    let radius = if contact.normal.y > UPWARDS { block.ball_at(contact.at) } else { None };
    let Some(radius) = radius else { return vec![contact] };
    let (across, along) = tangents(contact.normal);
    let [wide, half] = [1.0, 0.5].map(|share| share * f64::from(ROLLING_RESISTANCE) * radius);
    let tall = half * 3.0_f64.sqrt();
    let around = [[wide, 0.0], [half, tall], [-half, tall], [-wide, 0.0], [-half, -tall], [half, -tall]];
    around.map(|[a, b]| ContactPoint { at: contact.at + across * a + along * b, ..contact }).into()
}
