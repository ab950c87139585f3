//! A block as a page draws it: its surface, its colour, its name.

use crate::physics::resting_sides;
use crate::{Block, Colour};
use game::Text;
use rapier3d::glamx::Vec3;
use serde::Serialize;

/// A block of the catalogue, to be drawn by a page. Lengths are hundredths of a millimetre, from the centre of mass.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Serialize)]
pub struct Model {
    name: Text,
    /// The colour in full light: red, green, blue.
    colour: [u8; 3],
    /// Whether it is painted; otherwise the grain of the wood is visible.
    painted: bool,
    /// Whether it counts for Trois rouges (S35).
    red: bool,
    /// Milligrams.
    mass: u32,
    /// Width, height, depth as the block lies in the catalogue.
    size: [i32; 3],
    /// The lowest point, as the block lies in the catalogue.
    low: i32,
    /// The sides on which it can lie, the steadiest first: which way is down then, in thousandths, and the kind of the side.
    sides: Vec<[i32; 4]>,
    /// Corners, three numbers each.
    points: Vec<i32>,
    /// The outward normal of the surface at each corner, in thousandths.
    normals: Vec<i32>,
    /// The indices of the three corners of each triangle.
    triangles: Vec<u32>,
}

impl Model {
    /// The model of a block.
    pub fn of(block: Block) -> Model {
        let (details, shape) = (block.details(), block.shape());
        let whole = |scale: f32| move |length: f32| (length * scale).round() as i32;
        let [least, most] = shape.extent;
        let flat = |vectors: &[Vec3], scale| {
            vectors.iter().flat_map(|vector| vector.to_array()).map(whole(scale)).collect()
        };
        Model {
            name: details.name,
            colour: details.colour.rgb(),
            painted: matches!(
                details.colour,
                Colour::Red | Colour::Blue | Colour::Green | Colour::Yellow | Colour::Black
            ),
            red: block.is_red(),
            mass: block.mass(),
            size: std::array::from_fn(|axis| whole(100.0)(most[axis] - least[axis])),
            low: whole(100.0)(least.y),
            sides: resting_sides(block)
                .into_iter()
                .map(|(down, kind)| {
                    let [x, y, z] = down.to_array().map(whole(1000.0));
                    [x, y, z, kind as i32]
                })
                .collect(),
            points: flat(&shape.mesh.points, 100.0),
            normals: flat(&shape.mesh.normals, 1000.0),
            triangles: shape.mesh.triangles.iter().flatten().copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube lies on six sides, a prism on five, a cylinder on two ends and on any of its flanks, a ball on none.
    #[test]
    fn blocks_lie_on_their_sides() {
        let sides = |number: u8| Model::of(Block::numbered(number).unwrap()).sides;
        let kinds = |number: u8| sides(number).iter().map(|side| side[3]).max().map_or(0, |most| most + 1);
        assert_eq!([3, 44, 13, 31].map(kinds), [6, 5, 2, 0]);
        assert!(sides(1)[0][1].abs() == 1000, "a slab lies best on its largest face");
        for number in 1..=100 {
            for [x, y, z, _] in sides(number) {
                assert!((x * x + y * y + z * z - 1_000_000).abs() < 4_000, "block {number}");
            }
        }
    }

    #[test]
    fn every_block_has_a_surface_within_its_size() {
        for block in Block::all() {
            let model = Model::of(block);
            assert!(
                model.triangles.iter().all(|corner| *corner < model.points.len() as u32 / 3),
                "{block:?}"
            );
            for axis in 0..3 {
                let along = || model.points.iter().skip(axis).step_by(3);
                let width = along().max().unwrap() - along().min().unwrap();
                // Round faces of parts are a little larger than the drawn ones.
                assert!(
                    (width - model.size[axis]).abs() <= model.size[axis] / 20 + 2,
                    "{block:?} axis {axis}"
                );
            }
        }
    }
}
