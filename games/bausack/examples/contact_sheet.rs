//! Prints the picture of all blocks: `cargo run -p bausack --example contact_sheet > docs/pictures/blocks.svg`.

fn main() {
    print!("{}", bausack::draw::contact_sheet());
}
