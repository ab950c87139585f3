//! Blocks as bodies: the only place that knows floating-point numbers.

pub mod frame;
mod lathe;
mod mesh;
mod saw;
pub mod shape;

pub use mesh::Mesh;
