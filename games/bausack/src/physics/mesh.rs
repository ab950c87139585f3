//! The drawn surface of a block, and what follows from it: volume, centre of mass, inertia.

use super::frame::{Point, cross, dot, minus, plus, unit};
use std::collections::BTreeMap;

/// A closed surface of triangles, counter-clockwise from outside. Corners of a round surface share their normal.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Corners, in millimetres.
    pub points: Vec<[f32; 3]>,
    /// The direction in which the surface faces at each corner.
    pub normals: Vec<[f32; 3]>,
    /// Three corners each.
    pub triangles: Vec<[u32; 3]>,
}

/// A corner of a triangle: where, and which way the surface faces.
#[derive(Copy, Clone, Debug)]
pub struct Corner {
    pub at: Point,
    pub normal: Point,
}

/// A surface while it is being made.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    pub triangles: Vec<[Corner; 3]>,
}

/// What a solid body of density 1 weighs, and how: mm³, mm, and mm⁵ about the centre of mass.
#[derive(Copy, Clone, Debug)]
pub struct Bulk {
    pub volume: f64,
    pub centre: Point,
    pub inertia: [[f64; 3]; 3],
}

impl Surface {
    /// Adds a flat convex polygon, counter-clockwise from outside.
    pub fn flat(&mut self, polygon: &[Point]) {
        let normal = unit(area_vector(polygon));
        for pair in polygon[1..].windows(2) {
            self.triangles.push([polygon[0], pair[0], pair[1]].map(|at| Corner { at, normal }));
        }
    }

    /// Adds a quadrilateral with a normal for each corner; corners that coincide are one.
    pub fn curved(&mut self, corners: [Corner; 4]) {
        for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
            let triangle = [corners[a], corners[b], corners[c]];
            let [p, q, r] = triangle.map(|corner| corner.at);
            if p != q && q != r && r != p {
                self.triangles.push(triangle);
            }
        }
    }

    /// The same surface with every corner moved.
    pub fn mapped(mut self, map: impl Fn(Corner) -> Corner) -> Surface {
        for triangle in &mut self.triangles {
            *triangle = triangle.map(&map);
        }
        self
    }

    /// What is inside.
    pub fn bulk(&self) -> Bulk {
        let (mut volume, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| corner.at);
            // The tetrahedron from the origin to the triangle, negative where the surface faces the origin.
            let six = dot(a, cross(b, c));
            volume += six / 6.0;
            for i in 0..3 {
                first[i] += six / 24.0 * (a[i] + b[i] + c[i]);
                for j in 0..3 {
                    let sum = (a[i] + b[i] + c[i]) * (a[j] + b[j] + c[j]);
                    second[i][j] += six / 120.0 * (sum + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
                }
            }
        }
        let centre = first.map(|moment| moment / volume);
        let mut inertia = [[0.0; 3]; 3];
        let moment = |i: usize, j: usize| second[i][j] - volume * centre[i] * centre[j];
        let trace = moment(0, 0) + moment(1, 1) + moment(2, 2);
        for (i, row) in inertia.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry = if i == j { trace - moment(i, i) } else { -moment(i, j) };
            }
        }
        Bulk { volume, centre, inertia }
    }

    /// The surface for those who draw, its corners numbered, `centre` its new origin.
    pub fn mesh(&self, centre: Point) -> Mesh {
        let mut mesh = Mesh { points: Vec::new(), normals: Vec::new(), triangles: Vec::new() };
        let mut numbers = BTreeMap::new();
        for triangle in &self.triangles {
            let numbered = triangle.map(|corner| {
                let at = minus(corner.at, centre).map(|x| x as f32);
                let normal = corner.normal.map(|x| x as f32);
                *numbers.entry((at.map(f32::to_bits), normal.map(f32::to_bits))).or_insert_with(|| {
                    mesh.points.push(at);
                    mesh.normals.push(normal);
                    mesh.points.len() as u32 - 1
                })
            });
            mesh.triangles.push(numbered);
        }
        mesh
    }
}

/// Twice the area of a flat polygon, as a vector along its normal.
pub fn area_vector(polygon: &[Point]) -> Point {
    let mut sum = [0.0; 3];
    for pair in polygon[1..].windows(2) {
        sum = plus(sum, cross(minus(pair[0], polygon[0]), minus(pair[1], polygon[0])));
    }
    sum
}
