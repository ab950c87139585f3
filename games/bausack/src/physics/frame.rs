//! Points, directions, and where a block's own frame lies in the world.

use crate::{Pose, WHOLE_TURN};

/// A point or a direction, in millimetres.
pub type Point = [f64; 3];

/// A block's frame in the world: a turn, then a shift.
#[derive(Copy, Clone, Debug)]
pub struct Frame {
    /// Where its origin is.
    pub at: Point,
    /// Where its axes point: rows of the turn's matrix.
    pub turn: [Point; 3],
}

impl Frame {
    /// The frame of a pose.
    pub fn of(pose: &Pose) -> Frame {
        let [x, y, z, w] = pose.turn.map(|part| f64::from(part) / f64::from(WHOLE_TURN));
        let length = x * x + y * y + z * z + w * w;
        let twice = if length > 0.0 { 2.0 / length } else { 0.0 };
        let turn = [
            [1.0 - twice * (y * y + z * z), twice * (x * y - z * w), twice * (x * z + y * w)],
            [twice * (x * y + z * w), 1.0 - twice * (x * x + z * z), twice * (y * z - x * w)],
            [twice * (x * z - y * w), twice * (y * z + x * w), 1.0 - twice * (x * x + y * y)],
        ];
        Frame { at: pose.at.map(|micrometres| f64::from(micrometres) / 1000.0), turn }
    }

    /// A point of the block, in the world.
    pub fn place(&self, point: Point) -> Point {
        plus(self.aim(point), self.at)
    }

    /// A direction of the block, in the world.
    pub fn aim(&self, direction: Point) -> Point {
        self.turn.map(|row| dot(row, direction))
    }

    /// A direction of the world, in the block.
    pub fn aim_back(&self, direction: Point) -> Point {
        let [a, b, c] = self.turn;
        plus(plus(times(a, direction[0]), times(b, direction[1])), times(c, direction[2]))
    }
}

/// As precise as it gets.
pub fn wide(point: [f32; 3]) -> Point {
    point.map(f64::from)
}

/// The sum.
pub fn plus(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The way from `b` to `a`.
pub fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// As many times as long.
pub fn times(a: Point, by: f64) -> Point {
    a.map(|x| x * by)
}

/// The inner product.
pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The outer product.
pub fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The same direction, of length 1; nothing stays nothing.
pub fn unit(a: Point) -> Point {
    let length = dot(a, a).sqrt();
    if length > 0.0 { times(a, 1.0 / length) } else { a }
}
