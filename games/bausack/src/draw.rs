//! Pictures of blocks and towers as SVG: lit triangles, the far ones first.

use crate::physics::convex::convex_hull;
use crate::physics::frame::frame_of;
use crate::{Block, Pose, Standing, Tower};
use rapier3d::glamx::{DAffine3, DVec2, DVec3, Vec3Swizzles as _};
use std::fmt::Write;

/// The direction from which a picture is seen, as cosine and sine of the angles around the tower and above the table.
#[derive(Copy, Clone, Debug)]
pub struct Camera {
    round: [f64; 2],
    above: [f64; 2],
}

/// A triangle of a picture: its corners in the picture, its distance, and its colour.
struct PictureTriangle {
    corners: [DVec2; 3],
    depth: f64,
    colour: [u8; 3],
}

/// Triangles with longer sides than this (in mm) are split, so that they can be sorted by distance.
const LONGEST_SIDE: f64 = 12.0;
/// The direction of the light: from the left, above, and the front.
const LIGHT: DVec3 = DVec3::new(-0.35, 0.75, 0.6);
/// The share of ambient light.
const AMBIENT: f64 = 0.48;

impl Camera {
    /// A camera so many degrees to the right of the front, and so many above the table.
    pub fn new(right: f64, above: f64) -> Camera {
        let direction = |degrees: f64| {
            let angle = degrees.to_radians();
            [libm::cos(angle), libm::sin(angle)]
        };
        Camera { round: direction(right), above: direction(above) }
    }

    /// A vector in the frame of the picture: right, down, and away from the eye.
    fn project(&self, DVec3 { x, y, z }: DVec3) -> DVec3 {
        let [cos, sin] = self.round;
        let (right, towards) = (x * cos - z * sin, x * sin + z * cos);
        let [cos, sin] = self.above;
        DVec3::new(right, towards * sin - y * cos, -towards * cos - y * sin)
    }
}

/// A tower on its table, with its height; one millimetre is `scale` pixels.
pub fn tower(tower: &Tower, camera: Camera, scale: f64) -> String {
    let mut picture = String::new();
    let bounds = scene(&tower.blocks, camera, scale, &mut picture);
    let margin = 24.0;
    let [DVec2 { x: left, y: top }, DVec2 { x: right, y: bottom }] = bounds;
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
        let ([x, y], name) = ([column * CELL[0], row * CELL[1]], block.details().name);
        let lift = -block.shape().extent[0].y;
        let pose = Pose::upright([0, (lift * 1000.0) as i32, 0]);
        let mut picture = String::new();
        let [low, high] = scene(&[Standing { block, pose }], camera, 1.2, &mut picture);
        let middle = [x + CELL[0] / 2.0 - (low.x + high.x) / 2.0, y + CELL[1] - 42.0 - high.y];
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

/// Coordinates are written in parts of a pixel: so many to a pixel.
const FINE: f64 = 10.0;

/// Draws blocks and their shadows on the table; returns the bounding box of the drawing.
fn scene(blocks: &[Standing], camera: Camera, scale: f64, picture: &mut String) -> [DVec2; 2] {
    // The visible triangles of one convex body don't hide each other: no need to split or to sort them by distance.
    let is_convex = matches!(blocks, [single] if single.block.shape().parts.len() == 1);
    let size = if is_convex { f64::INFINITY } else { LONGEST_SIDE };
    let mut triangles = Vec::new();
    for standing in blocks {
        let frame = frame_of(&standing.pose);
        let shade = shadow(standing.block, &frame, camera, scale);
        let _ = writeln!(
            picture,
            "<path transform=\"scale({})\" fill=\"#3a2a1a\" fill-opacity=\".16\" d=\"{}\"/>",
            1.0 / FINE,
            path(&shade)
        );
        add_triangles(standing.block, &frame, camera, scale, size, &mut triangles);
    }
    if is_convex {
        triangles.sort_by_key(|triangle| triangle.colour);
    } else {
        triangles.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    }
    let _ = writeln!(
        picture,
        "<g transform=\"scale({})\" stroke-width=\"{}\" stroke-linejoin=\"round\">",
        1.0 / FINE,
        0.6 * FINE
    );
    // Neighbours of one colour share an element; a hairline of that colour closes the seams.
    for run in triangles.chunk_by(|a, b| a.colour == b.colour) {
        let [r, g, b] = run[0].colour;
        let d: String = run.iter().map(|triangle| path(&triangle.corners)).collect();
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        let _ = writeln!(picture, "<path fill=\"{colour}\" stroke=\"{colour}\" d=\"{d}\"/>");
    }
    picture.push_str("</g>\n");
    let corners = triangles.iter().flat_map(|triangle| triangle.corners);
    corners.fold([DVec2::MAX, DVec2::MIN], |[low, high], corner| [low.min(corner), high.max(corner)])
}

/// Adds the visible triangles of a block.
fn add_triangles(
    block: Block,
    frame: &DAffine3,
    camera: Camera,
    scale: f64,
    size: f64,
    triangles: &mut Vec<PictureTriangle>,
) {
    let mesh = &block.shape().mesh;
    let paint = block.details().colour.rgb();
    let light = LIGHT.normalize();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|corner| frame.transform_point3(mesh.points[corner as usize].as_dvec3()));
        let normals =
            triangle.map(|corner| frame.transform_vector3(mesh.normals[corner as usize].as_dvec3()));
        let facing = camera.project((corners[1] - corners[0]).cross(corners[2] - corners[0]));
        if facing.z >= 0.0 {
            continue; // It faces away from the eye.
        }
        let normal = (normals[0] + normals[1] + normals[2]).normalize_or_zero();
        // The light turns with the camera.
        let DVec3 { x, y, z } = camera.project(normal);
        let lit = DVec3::new(x, -y, -z).dot(light).max(0.0);
        let strength = AMBIENT + (1.0 - AMBIENT) * lit * 1.12;
        // Shaded colours become warmer: blue fades first.
        let colour = [0, 1, 2].map(|channel| {
            let fade = strength - (1.0 - strength) * 0.10 * channel as f64;
            (f64::from(paint[channel]) * fade).clamp(0.0, 255.0) as u8 & !3
        });
        split(corners, size, &mut |piece: [DVec3; 3]| {
            let seen = piece.map(|corner| camera.project(corner));
            triangles.push(PictureTriangle {
                corners: seen.map(|corner| corner.xy() * scale),
                depth: seen.iter().map(|corner| corner.z).sum::<f64>() / 3.0,
                colour,
            });
        });
    }
}

/// Halves a triangle at its longest side until no side is longer than `size`.
fn split(corners: [DVec3; 3], size: f64, keep: &mut impl FnMut([DVec3; 3])) {
    let square = |i: usize| corners[(i + 1) % 3].distance_squared(corners[i]);
    let longest = (0..3).max_by(|&a, &b| square(a).total_cmp(&square(b))).unwrap_or(0);
    if square(longest) <= size * size {
        return keep(corners);
    }
    let [a, b, c] = [0, 1, 2].map(|i| corners[(longest + i) % 3]);
    let middle = (a + b) * 0.5;
    split([a, middle, c], size, keep);
    split([middle, b, c], size, keep);
}

/// The outline of a block's shadow on the table, in the picture.
fn shadow(block: Block, frame: &DAffine3, camera: Camera, scale: f64) -> Vec<DVec2> {
    let shaded = block.shape().mesh.points.iter().map(|point| {
        let DVec3 { x, y, z } = frame.transform_point3(point.as_dvec3());
        let on_table = DVec3::new(x - LIGHT.x / LIGHT.y * y * 0.6, 0.0, z - LIGHT.z / LIGHT.y * y * 0.6);
        camera.project(on_table).xy() * scale
    });
    convex_hull(shaded.collect())
}

/// A closed line, from corner to corner in whole fine pixels.
fn path(corners: &[DVec2]) -> String {
    let fine = |corner: &DVec2| corner.to_array().map(|x| libm::round(x * FINE) as i32);
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
