//! The drawn surface of a block, and what follows from it: volume, centre of mass, inertia.

use rapier3d::glamx::{DVec3, Vec3};
use std::collections::BTreeMap;

/// A closed surface of triangles, counter-clockwise from outside. Corners of a round surface share their normal.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Corners, in millimetres.
    pub points: Vec<Vec3>,
    /// The outward normal of the surface at each corner.
    pub normals: Vec<Vec3>,
    /// The triangles, each by the indices of its three corners.
    pub triangles: Vec<[u32; 3]>,
}

/// A corner of a triangle: its place, and the outward normal of the surface there.
#[derive(Copy, Clone, Debug)]
pub struct Corner {
    pub at: DVec3,
    pub normal: DVec3,
}

/// A surface while it is being made.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    pub triangles: Vec<[Corner; 3]>,
}

/// The volume in mm³, the centre of mass in mm, and the inertia tensor about it in mm⁵, of a solid body of density 1.
#[derive(Copy, Clone, Debug)]
pub struct VolumeProperties {
    pub volume: f64,
    pub centre: DVec3,
    pub inertia: [[f64; 3]; 3],
}

impl Surface {
    /// Adds a flat convex polygon, counter-clockwise from outside.
    pub fn add_flat(&mut self, polygon: &[DVec3]) {
        let normal = area_vector(polygon).normalize_or_zero();
        for pair in polygon[1..].windows(2) {
            self.triangles.push([polygon[0], pair[0], pair[1]].map(|at| Corner { at, normal }));
        }
    }

    /// Adds a quadrilateral with a normal for each corner; corners that coincide are one.
    pub fn add_curved(&mut self, corners: [Corner; 4]) {
        for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
            let triangle = [corners[a], corners[b], corners[c]];
            let [p, q, r] = triangle.map(|corner| corner.at);
            if p != q && q != r && r != p {
                self.triangles.push(triangle);
            }
        }
    }

    /// The same surface with every corner mapped.
    pub fn mapped(mut self, map: impl Fn(Corner) -> Corner) -> Surface {
        for triangle in &mut self.triangles {
            *triangle = triangle.map(&map);
        }
        self
    }

    /// The properties of the body inside the surface, as a sum over the tetrahedra from the origin to each triangle.
    pub fn volume_properties(&self) -> VolumeProperties {
        let (mut volume, mut first, mut second) = (0.0, DVec3::ZERO, [[0.0; 3]; 3]);
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| corner.at);
            // Six times the volume of the tetrahedron, negative where the surface faces the origin.
            let six = a.dot(b.cross(c));
            volume += six / 6.0;
            let sum = a + b + c;
            first += six / 24.0 * sum;
            for i in 0..3 {
                for j in 0..3 {
                    let products = sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j];
                    second[i][j] += six / 120.0 * products;
                }
            }
        }
        let centre = first / volume;
        let mut inertia = [[0.0; 3]; 3];
        let moment = |i: usize, j: usize| second[i][j] - volume * centre[i] * centre[j];
        let trace = moment(0, 0) + moment(1, 1) + moment(2, 2);
        for (i, row) in inertia.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = if i == j { trace - moment(i, i) } else { -moment(i, j) };
            }
        }
        VolumeProperties { volume, centre, inertia }
    }

    /// The mesh to draw, each different corner once, with `centre` as its origin.
    pub fn mesh(&self, centre: DVec3) -> Mesh {
        let mut mesh = Mesh { points: Vec::new(), normals: Vec::new(), triangles: Vec::new() };
        let mut indices = BTreeMap::new();
        for triangle in &self.triangles {
            let indexed = triangle.map(|corner| {
                let (at, normal) = ((corner.at - centre).as_vec3(), corner.normal.as_vec3());
                let bits = [at, normal].map(|vector| vector.to_array().map(f32::to_bits));
                *indices.entry(bits).or_insert_with(|| {
                    mesh.points.push(at);
                    mesh.normals.push(normal);
                    mesh.points.len() as u32 - 1
                })
            });
            mesh.triangles.push(indexed);
        }
        mesh
    }
}

/// Twice the area of a flat polygon, as a vector along its normal.
pub fn area_vector(polygon: &[DVec3]) -> DVec3 {
    let mut sum = DVec3::ZERO;
    for pair in polygon[1..].windows(2) {
        sum += (pair[0] - polygon[0]).cross(pair[1] - polygon[0]);
    }
    sum
}
