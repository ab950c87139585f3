//! Blocks as bodies: the only place that knows floating-point numbers.

mod lathe;
mod mesh;
mod saw;
pub mod shape;

pub use mesh::Mesh;
