//! Blocks as bodies: the only place that knows floating-point numbers.

mod balance;
pub mod frame;
mod lathe;
mod mesh;
mod saw;
pub mod shape;
pub mod statics;

pub use mesh::Mesh;
