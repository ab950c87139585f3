//! S1, S2: the bag holds what it should, and every block is a body.

use bausack::physics::shape::Part;
use bausack::{Bag, Block, Form};
use std::collections::{BTreeMap, BTreeSet};

type Point = [f64; 3];

fn wide(point: [f32; 3]) -> Point {
    point.map(f64::from)
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Volume and first moment of what a surface of triangles encloses.
fn enclosed(triangles: impl Iterator<Item = [Point; 3]>) -> (f64, Point) {
    let (mut volume, mut moment) = (0.0, [0.0; 3]);
    for [a, b, c] in triangles {
        let part = dot(a, cross(b, c)) / 6.0;
        volume += part;
        for axis in 0..3 {
            moment[axis] += part * (a[axis] + b[axis] + c[axis]) / 4.0;
        }
    }
    (volume, moment)
}

#[test]
fn the_bags_hold_what_the_box_says() {
    let reds = |bag: Bag| bag.blocks().filter(|block| block.is_red()).count();
    assert_eq!((Bag::Bausack.blocks().count(), Bag::SacNoir.blocks().count()), (70, 100));
    assert!(reds(Bag::Bausack) >= 9 && reds(Bag::SacNoir) >= 13);
    let slabs =
        Bag::Bausack.blocks().filter(|block| matches!(block.entry().form, Form::Cuboid([600, 150, 300])));
    assert_eq!(slabs.count(), 2, "the bases of Chaîne de construction");
    assert_eq!((Block::numbered(0), Block::numbered(101)), (None, None));
    assert!(serde_json::from_str::<Block>("101").is_err());
}

#[test]
fn every_block_has_its_own_two_names() {
    for language in [|block: Block| block.entry().name.fr, |block: Block| block.entry().name.en] {
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
            let middle = points.iter().fold([0.0; 3], |sum, &point| minus(sum, wide(point).map(|x| -x)));
            let middle = middle.map(|x| x / points.len() as f64);
            for face in faces {
                let corner = |index: usize| wide(points[usize::from(face[index % face.len()])]);
                let normal = (1..face.len() - 1).fold([0.0; 3], |sum: Point, i| {
                    let area = cross(minus(corner(i), corner(0)), minus(corner(i + 1), corner(0)));
                    minus(sum, area.map(|x| -x))
                });
                let length = dot(normal, normal).sqrt();
                assert!(length > 1e-3, "{block:?} has an empty face");
                let height = |point: Point| dot(normal, minus(point, corner(0))) / length;
                assert!(height(middle) < -0.05, "{block:?} is turned inside out, or thin as paper");
                assert!(
                    points.iter().all(|&point| height(wide(point)) < 0.011),
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
        let spot = |corner: u32| mesh.points[corner as usize].map(|x| (x + 0.0).to_bits());
        for triangle in &mesh.triangles {
            let points = triangle.map(|corner| wide(mesh.points[corner as usize]));
            let flat = cross(minus(points[1], points[0]), minus(points[2], points[0]));
            for i in 0..3 {
                let (a, b) = (spot(triangle[i]), spot(triangle[(i + 1) % 3]));
                let (key, step) = if a < b { ((a, b), 1) } else { ((b, a), -1) };
                *edges.entry(key).or_default() += step;
                let normal = wide(mesh.normals[triangle[i] as usize]);
                assert!((dot(normal, normal) - 1.0).abs() < 1e-4, "{block:?}");
                assert!(dot(normal, flat) >= 0.0, "{block:?} is lit from inside");
            }
        }
        assert!(edges.values().all(|&balance| balance == 0), "{block:?} has a hole in its skin");
    }
}

#[test]
fn wood_weighs_what_its_parts_enclose() {
    for block in Block::all() {
        let shape = block.shape();
        let mesh = &shape.mesh;
        let skin =
            mesh.triangles.iter().map(|triangle| triangle.map(|corner| wide(mesh.points[corner as usize])));
        let (volume, moment) = enclosed(skin);
        assert!((volume / f64::from(shape.volume) - 1.0).abs() < 1e-3, "{block:?}");
        assert!(moment.iter().all(|x| (x / volume).abs() < 0.01), "{block:?} is not centred: {moment:?}");
        let parts = shape.parts.iter().map(|part| match part {
            Part::Ball { radius, .. } => 4.0 / 3.0 * std::f64::consts::PI * f64::from(radius.powi(3)),
            Part::Hull { points, faces } => {
                let corner = |corner: u16| wide(points[usize::from(corner)]);
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
fn a_slab_turns_as_a_slab_does() {
    let shape = Block::numbered(1).unwrap().shape();
    let grams = shape.mass as f32 / 1000.0;
    for (axis, sides) in [[15.0f32, 30.0], [60.0, 30.0], [60.0, 15.0]].iter().enumerate() {
        let expected = grams * (sides[0] * sides[0] + sides[1] * sides[1]) / 12.0;
        assert!((shape.inertia[axis][axis] / expected - 1.0).abs() < 1e-3);
    }
    assert_eq!(shape.extent, [[-30.0, -7.5, -15.0], [30.0, 7.5, 15.0]]);
}
