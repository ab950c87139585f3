//! The pages are inside the binary: when they change, it is built anew.

fn main() {
    println!("cargo:rerun-if-changed=../../web/dist");
}
