//! Stability margins by the laws of the lever and of friction alone, without the engine.

use bausack::physics::FRICTION;
use bausack::physics::statics::{ContactPoint, Margin, Support, Weight, margin};
use rapier3d::glamx::DVec3;

type Point = [f64; 3];

const UP: DVec3 = DVec3::Y;

/// Cuboids with level faces, each by its middle and its size.
fn level(cuboids: &[(Point, Point)]) -> (Vec<Weight>, Vec<ContactPoint>) {
    let weights =
        cuboids.iter().map(|&(centre, [x, y, z])| Weight { mass: x * y * z, centre: centre.into() });
    let mut contacts = Vec::new();
    for (block, &(centre, size)) in cuboids.iter().enumerate() {
        let span = |axis: usize, (centre, size): (Point, Point)| {
            [centre[axis] - size[axis] / 2.0, centre[axis] + size[axis] / 2.0]
        };
        let foot = span(1, (centre, size))[0];
        let table = ([0.0, -1.0, 0.0], [1e3, 2.0, 1e3]);
        for (on, below) in std::iter::once(table).chain(cuboids.iter().copied()).enumerate() {
            if (span(1, below)[1] - foot).abs() > 1e-9 {
                continue;
            }
            let shared = [0, 2].map(|axis| {
                let (mine, theirs) = (span(axis, (centre, size)), span(axis, below));
                [mine[0].max(theirs[0]), mine[1].min(theirs[1])]
            });
            if shared.iter().any(|[low, high]| low >= high) {
                continue;
            }
            let on = if on == 0 { Support::Table } else { Support::Block(on - 1) };
            for (x, z) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let at = DVec3::new(shared[0][x], foot, shared[1][z]);
                contacts.push(ContactPoint { block, on, at, normal: UP });
            }
        }
    }
    (weights.collect(), contacts)
}

fn margin_of(cuboids: &[(Point, Point)]) -> Option<Margin> {
    let (weights, contacts) = level(cuboids);
    margin(&weights, &contacts)
}

fn millimetres(cuboids: &[(Point, Point)]) -> f64 {
    margin_of(cuboids).expect("it stands").millimetres
}

#[track_caller]
fn assert_near(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-5, "{value} instead of {expected}");
}

#[test]
fn a_block_on_the_table_has_half_of_its_shorter_side() {
    let found = margin_of(&[([0.0, 5.0, 0.0], [60.0, 10.0, 30.0])]).unwrap();
    assert_near(found.millimetres, 15.0);
    assert_near(found.towards.y.abs(), 1.0);
}

/// A square turned by 45°: the nearest edge lies between the directions that are looked at first.
#[test]
fn the_nearest_edge_is_found_in_any_direction() {
    for degrees in 0..90 {
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let corners = [[20.0, 8.0], [20.0, -8.0], [-20.0, 8.0], [-20.0, -8.0]];
        let contact = |[x, z]: [f64; 2]| ContactPoint {
            block: 0,
            on: Support::Table,
            at: DVec3::new(x * cos - z * sin, 0.0, x * sin + z * cos),
            normal: UP,
        };
        let weight = Weight { mass: 7.0, centre: DVec3::new(0.5 * sin, 30.0, -0.5 * cos) };
        assert_near(margin(&[weight], &corners.map(contact)).unwrap().millimetres, 7.5);
    }
}

#[test]
fn nothing_stands_beyond_an_edge() {
    let over = |x: f64| [([0.0, 5.0, 0.0], [60.0, 10.0, 30.0]), ([x, 15.0, 0.0], [60.0, 10.0, 30.0])];
    assert_near(millimetres(&over(29.0)), 1.0);
    assert_near(millimetres(&over(29.999)), 0.001);
    assert_eq!(margin_of(&over(30.1)), None);
    assert_eq!(margin_of(&[([0.0, 50.0, 0.0], [60.0, 10.0, 30.0])]), None, "it hangs in the air");
}

/// The n blocks above each joint of a harmonic stack have their common centre right over its edge; pulled back to a
/// share of that, what is left is the margin of the joint where it is least.
#[test]
fn a_harmonic_stack_has_exactly_the_margin_that_theory_says() {
    const LENGTH: f64 = 60.0;
    for count in 3..=12 {
        let stack = |share: f64| {
            let mut x = 0.0;
            let mut blocks = vec![([0.0, 5.0, 0.0], [LENGTH, 10.0, 200.0])];
            for level in 1..=count {
                x += share * LENGTH / (2.0 * f64::from(count - level + 1));
                blocks.push(([x, 5.0 + 10.0 * f64::from(level), 0.0], [LENGTH, 10.0, 200.0]));
            }
            blocks
        };
        // At every joint, the centre of what is above lies at the share of half a length.
        assert_near(millimetres(&stack(0.99)), 0.01 * LENGTH / 2.0);
        assert_near(millimetres(&stack(0.5)), 0.5 * LENGTH / 2.0);
        assert_eq!(margin_of(&stack(1.01)), None);
    }
}

/// A beam on two piers: it and the piers form a ring with the slab below.
#[test]
fn a_beam_on_two_piers_stands_until_its_weight_is_over_a_pier_s_edge() {
    let piers = |load: f64| {
        vec![
            ([0.0, 5.0, 0.0], [120.0, 10.0, 60.0]),
            ([-35.0, 25.0, 0.0], [10.0, 30.0, 30.0]),
            ([35.0, 25.0, 0.0], [10.0, 30.0, 30.0]),
            ([0.0, 45.0, 0.0], [100.0, 10.0, 30.0]),
            ([load, 51.0, 0.0], [20.0, 2.0, 20.0]),
        ]
    };
    // Weights are displaced together: the piers, 10 mm wide, would be the first to go, but the beam keeps them down.
    let centred = margin_of(&piers(0.0)).unwrap();
    assert!((5.0..=15.0).contains(&centred.millimetres), "{centred:?}");
    assert!(millimetres(&piers(38.0)) <= centred.millimetres);
    let without_a_pier: Vec<_> =
        piers(0.0).into_iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, b)| b).collect();
    assert_eq!(margin_of(&without_a_pier), None);
}

/// A ladder against a wall of wood: foot and top rub both.
#[test]
fn what_leans_needs_friction() {
    let lean = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let weights = [
            Weight { mass: 1e4, centre: DVec3::new(-50.0, 100.0, 0.0) },
            Weight { mass: 1.0, centre: DVec3::new(40.0 * cos, 40.0 * sin, 0.0) },
        ];
        let mut contacts = vec![];
        for z in [-10.0, 10.0] {
            for x in [-100.0, 0.0] {
                let at = DVec3::new(x, 0.0, z);
                contacts.push(ContactPoint { block: 0, on: Support::Table, at, normal: UP });
            }
            let foot = DVec3::new(80.0 * cos, 0.0, z);
            contacts.push(ContactPoint { block: 1, on: Support::Table, at: foot, normal: UP });
            let top = DVec3::new(0.0, 80.0 * sin, z);
            contacts.push(ContactPoint { block: 1, on: Support::Block(0), at: top, normal: DVec3::X });
        }
        margin(&weights, &contacts)
    };
    // A uniform ladder slips below tan α = (1 − μ²) / 2 μ.
    let slips = ((1.0 - FRICTION * FRICTION) / (2.0 * FRICTION)).atan().to_degrees();
    assert!(lean(slips + 0.5).is_some());
    assert_eq!(lean(slips - 0.5), None);
}

#[test]
fn a_block_slides_off_a_slope_steeper_than_friction_allows() {
    let on_a_slope = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let turned = |x: f64, y: f64, z: f64| DVec3::new(x * cos - y * sin, x * sin + y * cos, z);
        let contact = |x: f64, z: f64| ContactPoint {
            block: 0,
            on: Support::Table,
            at: turned(x, 0.0, z),
            normal: turned(0.0, 1.0, 0.0),
        };
        let contacts =
            [contact(-20.0, -20.0), contact(20.0, -20.0), contact(-20.0, 20.0), contact(20.0, 20.0)];
        margin(&[Weight { mass: 1.0, centre: turned(0.0, 5.0, 0.0) }], &contacts)
    };
    let steepest = FRICTION.atan().to_degrees();
    let flat = on_a_slope(0.0).unwrap().millimetres;
    let steep = on_a_slope(steepest - 0.2).unwrap().millimetres;
    assert!(steep < flat && steep > 10.0, "{steep}");
    assert_eq!(on_a_slope(steepest + 0.2), None);
}

/// Friction is a cone, and the pyramid for it is inside: never does it let stand what would slide, and it errs by
/// less than 8 % of the slope.
#[test]
fn friction_is_nearly_the_same_in_all_directions() {
    for degrees in (0..360).step_by(5) {
        let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
        let stands = |slope: f64| {
            let angle = slope.atan();
            let normal = DVec3::new(-angle.sin() * cos, angle.cos(), -angle.sin() * sin);
            let contacts = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(|[x, z]: [f64; 2]| {
                let height = slope * (x * cos + z * sin);
                ContactPoint { block: 0, on: Support::Table, at: DVec3::new(x, height, z), normal }
            });
            margin(&[Weight { mass: 1.0, centre: UP }], &contacts).is_some()
        };
        assert!(stands(FRICTION * 0.92) && !stands(FRICTION * 1.005), "{degrees}");
    }
}
