//! Pictures of blocks and towers as SVG: lit triangles, the far ones first.

use crate::physics::frame::{Frame, Point, cross, dot, minus, plus, times, unit, wide};
use crate::physics::outline::outline;
use crate::{Block, Pose, Standing, Tower};
use std::fmt::Write;

/// Where one stands: how far round the tower, and how high, as cosine and sine of the angle.
#[derive(Copy, Clone, Debug)]
pub struct Camera {
    round: [f64; 2],
    above: [f64; 2],
}

/// A piece of a picture: a triangle on the paper, how far away it is, and its colour.
struct Chip {
    corners: [[f64; 2]; 3],
    depth: f64,
    colour: [u8; 3],
}

/// Sides of triangles longer than this (in mm) are cut, so that the far ones can be told from the near ones.
const CHIP: f64 = 12.0;
/// Whence the light comes: from the left, above, and the front.
const LIGHT: Point = [-0.35, 0.75, 0.6];
/// The part of the light that comes from everywhere.
const AMBIENT: f64 = 0.48;

impl Camera {
    /// Seen from so many degrees to the right of the front, so many above the table.
    pub fn new(right: f64, above: f64) -> Camera {
        let direction = |degrees: f64| {
            let angle = degrees.to_radians();
            [libm::cos(angle), libm::sin(angle)]
        };
        Camera { round: direction(right), above: direction(above) }
    }

    /// Right and down on the paper, and away from the eye.
    fn see(&self, [x, y, z]: Point) -> Point {
        let [cos, sin] = self.round;
        let (right, towards) = (x * cos - z * sin, x * sin + z * cos);
        let [cos, sin] = self.above;
        [right, towards * sin - y * cos, -towards * cos - y * sin]
    }
}

/// A tower on its table, with its height; one millimetre is `scale` pixels.
pub fn tower(tower: &Tower, camera: Camera, scale: f64) -> String {
    let mut picture = String::new();
    let bounds = scene(&tower.blocks, camera, scale, &mut picture);
    let margin = 24.0;
    let ([left, top], [right, bottom]) = (bounds[0], bounds[1]);
    let label = format!("{:.1} cm", f64::from(tower.height) / 10_000.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{:.0} {:.0} {:.0} {:.0}\" font-family=\"Georgia,serif\">\n\
         <rect x=\"{:.0}\" y=\"{:.0}\" width=\"100%\" height=\"100%\" fill=\"#f3e8d4\"/>\n{picture}\
         <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"16\" fill=\"#4a3626\">{label}</text>\n</svg>\n",
        left - margin,
        top - margin,
        right - left + 2.0 * margin,
        bottom - top + 2.0 * margin,
        left - margin,
        top - margin,
        left - margin / 2.0,
        bottom + margin * 0.8,
    )
}

/// All blocks with their numbers and names, ten in a row, to one scale.
pub fn contact_sheet() -> String {
    const CELL: [f64; 2] = [152.0, 150.0];
    let camera = Camera::new(32.0, 24.0);
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0} {1:.0}\" width=\"{0:.0}\" height=\"{1:.0}\" \
         font-family=\"Georgia,serif\" text-anchor=\"middle\">\n<rect width=\"100%\" height=\"100%\" fill=\"#f3e8d4\"/>\n",
        CELL[0] * 10.0,
        CELL[1] * 10.0
    );
    for block in Block::all() {
        let place = f64::from(block.number() - 1);
        let (column, row) = (place % 10.0, (place / 10.0).floor());
        let ([x, y], name) = ([column * CELL[0], row * CELL[1]], block.entry().name);
        let lift = -block.shape().extent[0][1];
        let pose = Pose::upright([0, (lift * 1000.0) as i32, 0]);
        let mut picture = String::new();
        let [low, high] = scene(&[Standing { block, pose }], camera, 1.2, &mut picture);
        let middle = [x + CELL[0] / 2.0 - (low[0] + high[0]) / 2.0, y + CELL[1] - 42.0 - high[1]];
        let _ = write!(
            sheet,
            "<g transform=\"translate({:.1} {:.1})\">\n{picture}</g>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"bold\" fill=\"#4a3626\">{}</text>\n\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#4a3626\">{}</text>\n",
            middle[0],
            middle[1],
            x + CELL[0] / 2.0,
            y + CELL[1] - 24.0,
            block.number(),
            x + CELL[0] / 2.0,
            y + CELL[1] - 10.0,
            name.fr,
        );
    }
    sheet + "</svg>\n"
}

/// Pixels are cut into so many.
const FINE: f64 = 10.0;

/// Draws blocks and their shadow on the table; says which part of the paper that took.
fn scene(blocks: &[Standing], camera: Camera, scale: f64, picture: &mut String) -> [[f64; 2]; 2] {
    // What faces the eye on one convex body hides nothing of it: no need to cut, and any order will do.
    let is_convex = matches!(blocks, [single] if single.block.shape().parts.len() == 1);
    let size = if is_convex { f64::INFINITY } else { CHIP };
    let mut chips = Vec::new();
    for standing in blocks {
        let frame = Frame::of(&standing.pose);
        let shade = shadow(standing.block, &frame, camera, scale);
        let _ = writeln!(
            picture,
            "<path transform=\"scale({})\" fill=\"#3a2a1a\" fill-opacity=\".16\" d=\"{}\"/>",
            1.0 / FINE,
            path(&shade)
        );
        chip(standing.block, &frame, camera, scale, size, &mut chips);
    }
    if is_convex {
        chips.sort_by_key(|chip| chip.colour);
    } else {
        chips.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    }
    let _ = writeln!(
        picture,
        "<g transform=\"scale({})\" stroke-width=\"{}\" stroke-linejoin=\"round\">",
        1.0 / FINE,
        0.6 * FINE
    );
    // Neighbours of one colour share an element; a hairline of that colour closes the seams.
    for run in chips.chunk_by(|a, b| a.colour == b.colour) {
        let [r, g, b] = run[0].colour;
        let d: String = run.iter().map(|chip| path(&chip.corners)).collect();
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        let _ = writeln!(picture, "<path fill=\"{colour}\" stroke=\"{colour}\" d=\"{d}\"/>");
    }
    picture.push_str("</g>\n");
    let mut bounds = [[f64::MAX; 2], [f64::MIN; 2]];
    for corner in chips.iter().flat_map(|chip| chip.corners) {
        for axis in 0..2 {
            bounds[0][axis] = bounds[0][axis].min(corner[axis]);
            bounds[1][axis] = bounds[1][axis].max(corner[axis]);
        }
    }
    bounds
}

fn chip(block: Block, frame: &Frame, camera: Camera, scale: f64, size: f64, chips: &mut Vec<Chip>) {
    let mesh = &block.shape().mesh;
    let paint = block.entry().colour.rgb();
    let light = unit(LIGHT);
    for triangle in &mesh.triangles {
        let corners = triangle.map(|corner| frame.place(wide(mesh.points[corner as usize])));
        let normals = triangle.map(|corner| frame.aim(wide(mesh.normals[corner as usize])));
        let facing = camera.see(cross(minus(corners[1], corners[0]), minus(corners[2], corners[0])));
        if facing[2] >= 0.0 {
            continue; // It looks away.
        }
        let normal = unit(plus(plus(normals[0], normals[1]), normals[2]));
        // The light turns with the eye, as a lamp over the beholder's shoulder.
        let [x, y, z] = camera.see(normal);
        let lit = dot([x, -y, -z], light).max(0.0);
        let strength = AMBIENT + (1.0 - AMBIENT) * lit * 1.12;
        // Shadows of warm light are warm too: blue fades first.
        let colour = [0, 1, 2].map(|channel| {
            let fade = strength - (1.0 - strength) * 0.10 * channel as f64;
            (f64::from(paint[channel]) * fade).clamp(0.0, 255.0) as u8 & !3
        });
        cut(corners, size, &mut |piece: [Point; 3]| {
            let seen = piece.map(|corner| camera.see(corner));
            chips.push(Chip {
                corners: seen.map(|[right, down, _]| [right * scale, down * scale]),
                depth: seen.iter().map(|corner| corner[2]).sum::<f64>() / 3.0,
                colour,
            });
        });
    }
}

/// Halves a triangle at its longest side until it is small.
fn cut(corners: [Point; 3], size: f64, keep: &mut impl FnMut([Point; 3])) {
    let side = |i: usize| minus(corners[(i + 1) % 3], corners[i]);
    let longest =
        (0..3).max_by(|&a, &b| dot(side(a), side(a)).total_cmp(&dot(side(b), side(b)))).unwrap_or(0);
    if dot(side(longest), side(longest)) <= size * size {
        return keep(corners);
    }
    let [a, b, c] = [0, 1, 2].map(|i| corners[(longest + i) % 3]);
    let middle = times(plus(a, b), 0.5);
    cut([a, middle, c], size, keep);
    cut([middle, b, c], size, keep);
}

/// The outline of a block's shadow on the table, on the paper.
fn shadow(block: Block, frame: &Frame, camera: Camera, scale: f64) -> Vec<[f64; 2]> {
    let light = LIGHT;
    let fallen = block.shape().mesh.points.iter().map(|&point| {
        let [x, y, z] = frame.place(wide(point));
        let [right, down, _] =
            camera.see([x - light[0] / light[1] * y * 0.6, 0.0, z - light[2] / light[1] * y * 0.6]);
        [right * scale, down * scale]
    });
    outline(fallen.collect())
}

/// A closed line, from corner to corner in whole fine pixels.
fn path(corners: &[[f64; 2]]) -> String {
    let fine = |corner: &[f64; 2]| corner.map(|x| libm::round(x * FINE) as i32);
    let [mut x, mut y] = fine(&corners[0]);
    let mut path = format!("M{x} {y}l");
    for corner in &corners[1..] {
        let [to_x, to_y] = fine(corner);
        let _ = write!(path, "{} {} ", to_x - x, to_y - y);
        [x, y] = [to_x, to_y];
    }
    path.pop();
    path + "z"
}
