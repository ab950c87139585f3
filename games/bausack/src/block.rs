//! The blocks of the bag, as the catalogue describes them (S1, S2).

use crate::catalogue::CATALOGUE;
use crate::physics::per_block::PerBlock;
use crate::physics::shape::Shape;
use game::Text;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A block, by its number in the catalogue: 1 to 70 are the bag of Bausack, 71 to 100 the rest of Sac Noir.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Block(pub(crate) u8);

/// A block as the catalogue describes it.
#[derive(Debug)]
pub struct CatalogueBlock {
    /// Its name.
    pub name: Text,
    /// What it is made of, or painted with.
    pub colour: Colour,
    /// Its shape and size.
    pub form: Form,
}

/// Which blocks a table plays with (S1).
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bag {
    /// The 70 blocks of Bausack.
    #[default]
    Bausack,
    /// All 100.
    SacNoir,
}

/// A wood, or a paint on beech.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Colour {
    Maple,
    Beech,
    Oak,
    Cherry,
    Walnut,
    Red,
    Blue,
    Green,
    Yellow,
    Black,
}

/// The shape of a block. Lengths are tenths of a millimetre; y is up, as the block lies in the catalogue.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Form {
    /// Width, height, depth.
    Cuboid([u16; 3]),
    /// The union of cuboids, each given by two opposite corners. They must not overlap.
    Cuboids(&'static [[[i16; 3]; 2]]),
    /// An upright prism with a regular polygon as its base.
    Column { sides: u8, radius: u16, height: u16 },
    /// Convex outlines side by side, seen from the front, extruded to the thickness `depth`.
    Extruded { pieces: &'static [&'static [[i16; 2]]], depth: u16 },
    /// A cuboid with a half-round opening at the bottom.
    Arch { size: [u16; 3], opening: u16 },
    /// Half of an arch: a quarter-round opening under its right corner.
    HalfArch { size: [u16; 3], opening: u16 },
    /// Half a cylinder, on its flat side.
    HalfRound { radius: u16, depth: u16 },
    /// A quarter of a cylinder, on one of its flat sides.
    QuarterRound { radius: u16, depth: u16 },
    /// A cuboid with a round hole from front to back, of that radius.
    Drilled { size: [u16; 3], hole: u16 },
    /// A solid of revolution about y: height, inner radius and outer radius, from the foot up, straight in between.
    Revolved(&'static [[u16; 3]]),
    /// A ball of that radius.
    Ball(u16),
    /// Half a ball of that radius, on its flat side.
    HalfBall(u16),
    /// A ball on a neck on a round foot; radius and height of foot and neck.
    Knob { foot: [u16; 2], neck: [u16; 2], ball: u16 },
    /// Two balls at the ends of a rod, lying.
    DumbBell { ball: u16, rod: u16, length: u16 },
    /// The convex hull of some corners.
    ConvexHull(&'static [[i16; 3]]),
    /// Forms glued on top of each other, the lowest first.
    Stacked(&'static [Form]),
}

impl Block {
    /// How many blocks there are.
    pub const COUNT: u8 = 100;

    /// The block with that number, from 1.
    pub const fn numbered(number: u8) -> Option<Block> {
        if 1 <= number && number <= Block::COUNT { Some(Block(number)) } else { None }
    }

    /// Its number in the catalogue, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Every block, in the order of the catalogue.
    pub fn all() -> impl Iterator<Item = Block> {
        (1..=Block::COUNT).map(Block)
    }

    /// Its name, colour and shape in the catalogue.
    pub fn details(self) -> &'static CatalogueBlock {
        &CATALOGUE[usize::from(self.0 - 1)]
    }

    /// Whether it counts for Trois rouges (S35).
    pub fn is_red(self) -> bool {
        self.details().colour == Colour::Red
    }

    /// Its body, computed once.
    pub fn shape(self) -> &'static Shape {
        static SHAPES: PerBlock<Shape> = PerBlock::new();
        SHAPES.get_or_init(self, || Shape::of(self.details()))
    }

    /// Its mass, in milligrams.
    pub fn mass(self) -> u32 {
        self.shape().mass
    }
}

impl Bag {
    /// The blocks in it.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let count = match self {
            Bag::Bausack => 70,
            Bag::SacNoir => Block::COUNT,
        };
        (1..=count).map(Block)
    }
}

impl Colour {
    /// The density in grams per litre; paint is on beech.
    pub fn density(self) -> u32 {
        match self {
            Colour::Maple => 660,
            Colour::Oak => 700,
            Colour::Cherry => 610,
            Colour::Walnut => 640,
            Colour::Beech | Colour::Red | Colour::Blue | Colour::Green | Colour::Yellow | Colour::Black => {
                720
            }
        }
    }

    /// Its colour in full light: red, green, blue.
    pub fn rgb(self) -> [u8; 3] {
        match self {
            Colour::Maple => [0xef, 0xd9, 0xad],
            Colour::Beech => [0xdd, 0xb5, 0x7e],
            Colour::Oak => [0xc2, 0x93, 0x58],
            Colour::Cherry => [0xb4, 0x6f, 0x45],
            Colour::Walnut => [0x7b, 0x52, 0x35],
            Colour::Red => [0xc8, 0x2f, 0x2a],
            Colour::Blue => [0x3c, 0x6c, 0x97],
            Colour::Green => [0x4d, 0x80, 0x55],
            Colour::Yellow => [0xe6, 0xb4, 0x34],
            Colour::Black => [0x3a, 0x35, 0x33],
        }
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block({})", self.0)
    }
}

impl TryFrom<u8> for Block {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Block::numbered(number).ok_or("a block's number is 1 to 100")
    }
}

impl From<Block> for u8 {
    fn from(block: Block) -> u8 {
        block.0
    }
}
