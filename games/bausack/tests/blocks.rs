//! S1, S2: the bag holds the right blocks, and the body of every block is sound.

use bausack::physics::shape::Part;
use bausack::{Bag, Block, Form};
use rapier3d::glamx::{DVec3, Vec3};
use std::collections::{BTreeMap, BTreeSet};

/// Volume and first moment of what a surface of triangles encloses.
fn enclosed(triangles: impl Iterator<Item = [DVec3; 3]>) -> (f64, DVec3) {
    let (mut volume, mut moment) = (0.0, DVec3::ZERO);
    for [a, b, c] in triangles {
        let part = a.dot(b.cross(c)) / 6.0;
        volume += part;
        moment += part * (a + b + c) / 4.0;
    }
    (volume, moment)
}

#[test]
fn the_bags_hold_what_the_box_says() {
    let reds = |bag: Bag| bag.blocks().filter(|block| block.is_red()).count();
    assert_eq!((Bag::Bausack.blocks().count(), Bag::SacNoir.blocks().count()), (70, 100));
    assert!(reds(Bag::Bausack) >= 9 && reds(Bag::SacNoir) >= 13);
    let slabs =
        Bag::Bausack.blocks().filter(|block| matches!(block.details().form, Form::Cuboid([600, 150, 300])));
    assert_eq!(slabs.count(), 2, "the bases of Chaîne de construction");
    assert_eq!((Block::numbered(0), Block::numbered(101)), (None, None));
    assert!(serde_json::from_str::<Block>("101").is_err());
}

#[test]
fn every_block_has_its_own_two_names() {
    for language in [|block: Block| block.details().name.fr, |block: Block| block.details().name.en] {
        let names: BTreeSet<String> = Block::all().map(|block| language(block).to_lowercase()).collect();
        assert_eq!(names.len(), 100);
        assert!(names.iter().all(|name| name.trim() == name && (2..=26).contains(&name.chars().count())));
    }
}

/// Two blocks are alike here if one could pass for the other, only larger: the same share of their box filled, and
/// boxes of the same proportions, both within a few per cent.
#[test]
fn there_are_far_more_than_thirty_shapes() {
    let traits = |block: Block| {
        let shape = block.shape();
        let mut sides = [0, 1, 2].map(|axis| shape.extent[1][axis] - shape.extent[0][axis]);
        let filled = shape.volume / (sides[0] * sides[1] * sides[2]);
        sides.sort_by(f32::total_cmp);
        [filled * 2.0, sides[0] / sides[2], sides[1] / sides[2]]
    };
    let mut kinds: Vec<[f32; 3]> = Vec::new();
    for block in Block::all() {
        let own = traits(block);
        let alike = |kind: &[f32; 3]| kind.iter().zip(own).all(|(a, b)| (a - b).abs() < 0.08);
        if !kinds.iter().any(alike) {
            kinds.push(own);
        }
    }
    assert!(kinds.len() >= 45, "{} shapes", kinds.len());
}

#[test]
fn parts_are_convex_and_closed() {
    for block in Block::all() {
        let parts = &block.shape().parts;
        assert!((1..=40).contains(&parts.len()), "{block:?} has {} parts", parts.len());
        for part in parts {
            let Part::Hull { points, faces } = part else { continue };
            let mut edges = BTreeMap::new();
            let middle = points.iter().map(|point| point.as_dvec3()).sum::<DVec3>() / points.len() as f64;
            for face in faces {
                let corner = |index: usize| points[usize::from(face[index % face.len()])].as_dvec3();
                let area = |i: usize| (corner(i) - corner(0)).cross(corner(i + 1) - corner(0));
                let normal = (1..face.len() - 1).map(area).sum::<DVec3>();
                let length = normal.length();
                assert!(length > 1e-3, "{block:?} has an empty face");
                let height = |point: DVec3| normal.dot(point - corner(0)) / length;
                assert!(height(middle) < -0.05, "{block:?} is turned inside out, or thin as paper");
                assert!(
                    points.iter().all(|point| height(point.as_dvec3()) < 0.011),
                    "{block:?} has a hollow part"
                );
                for index in 0..face.len() {
                    let (a, b) = (face[index], face[(index + 1) % face.len()]);
                    *edges.entry((a.min(b), a.max(b))).or_insert(0) += if a < b { 1 } else { -1 };
                }
            }
            assert!(edges.values().all(|&balance| balance == 0), "{block:?} has an open part");
        }
    }
}

#[test]
fn drawn_surfaces_are_closed_and_face_outward() {
    for block in Block::all() {
        let mesh = &block.shape().mesh;
        let mut edges: BTreeMap<([u32; 3], [u32; 3]), i32> = BTreeMap::new();
        // Zero has two signs.
        let spot = |corner: u32| mesh.points[corner as usize].to_array().map(|x| (x + 0.0).to_bits());
        for triangle in &mesh.triangles {
            let points = triangle.map(|corner| mesh.points[corner as usize].as_dvec3());
            let flat = (points[1] - points[0]).cross(points[2] - points[0]);
            for i in 0..3 {
                let (a, b) = (spot(triangle[i]), spot(triangle[(i + 1) % 3]));
                let (key, step) = if a < b { ((a, b), 1) } else { ((b, a), -1) };
                *edges.entry(key).or_default() += step;
                let normal = mesh.normals[triangle[i] as usize].as_dvec3();
                assert!((normal.length_squared() - 1.0).abs() < 1e-4, "{block:?}");
                assert!(normal.dot(flat) >= 0.0, "{block:?} is lit from inside");
            }
        }
        assert!(edges.values().all(|&balance| balance == 0), "{block:?} has a hole in its skin");
    }
}

#[test]
fn the_parts_of_a_block_have_its_volume_and_mass() {
    for block in Block::all() {
        let shape = block.shape();
        let mesh = &shape.mesh;
        let skin = mesh
            .triangles
            .iter()
            .map(|triangle| triangle.map(|corner| mesh.points[corner as usize].as_dvec3()));
        let (volume, moment) = enclosed(skin);
        assert!((volume / f64::from(shape.volume) - 1.0).abs() < 1e-3, "{block:?}");
        assert!((moment / volume).abs().max_element() < 0.01, "{block:?} is not centred: {moment:?}");
        let parts = shape.parts.iter().map(|part| match part {
            Part::Ball { radius, .. } => 4.0 / 3.0 * std::f64::consts::PI * f64::from(radius.powi(3)),
            Part::Hull { points, faces } => {
                let corner = |corner: u16| points[usize::from(corner)].as_dvec3();
                let fans = faces.iter().flat_map(|face| {
                    (1..face.len() - 1).map(move |i| [corner(face[0]), corner(face[i]), corner(face[i + 1])])
                });
                enclosed(fans).0
            }
        });
        let share = parts.sum::<f64>() / volume;
        assert!((0.96..1.04).contains(&share), "{block:?}: its parts make {share} of it");
        let grams = f64::from(block.mass()) / 1000.0;
        assert!((2.0..80.0).contains(&grams), "{block:?} weighs {grams} g");
    }
}

/// A cuboid's inertia is known: m (a² + b²) / 12.
#[test]
fn the_inertia_of_a_slab_is_that_of_a_cuboid() {
    let shape = Block::numbered(1).unwrap().shape();
    let grams = shape.mass as f32 / 1000.0;
    for (axis, sides) in [[15.0f32, 30.0], [60.0, 30.0], [60.0, 15.0]].iter().enumerate() {
        let expected = grams * (sides[0] * sides[0] + sides[1] * sides[1]) / 12.0;
        assert!((shape.inertia[axis][axis] / expected - 1.0).abs() < 1e-3);
    }
    assert_eq!(shape.extent, [Vec3::new(-30.0, -7.5, -15.0), Vec3::new(30.0, 7.5, 15.0)]);
}
