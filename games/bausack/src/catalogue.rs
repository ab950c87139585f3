//! The catalogue of the bag (S1, S2): one line a block, the first line is block 1. Lengths in tenths of a millimetre.

use crate::block::{CatalogueBlock, Colour, Form};
use Colour::{Beech, Black, Blue, Cherry, Green, Maple, Oak, Red, Walnut, Yellow};
use Form::{
    Arch, Ball, Column, ConvexHull, Cuboid, Cuboids, Drilled, DumbBell, Extruded, HalfArch, HalfBall,
    HalfRound, Knob, QuarterRound, Revolved, Stacked,
};
use game::Text;

/// Bausack is lines 1 to 70, Sac Noir all of them.
#[rustfmt::skip]
pub const CATALOGUE: [CatalogueBlock; 100] = [
    // The two slabs of Chaîne de construction (S17) come first.
    block("Dalle claire", "Pale slab", Maple, Cuboid([600, 150, 300])),
    block("Dalle sombre", "Dark slab", Walnut, Cuboid([600, 150, 300])),
    block("Cube", "Cube", Beech, Cuboid([300, 300, 300])),
    block("Gros cube rouge", "Big red cube", Red, Cuboid([380, 380, 380])),
    block("Petit cube", "Little cube", Blue, Cuboid([200, 200, 200])),
    block("Brique", "Brick", Oak, Cuboid([500, 200, 250])),
    block("Poutre", "Beam", Beech, Cuboid([900, 180, 180])),
    block("Longue planche", "Long plank", Maple, Cuboid([1100, 70, 280])),
    block("Planchette", "Short plank", Cherry, Cuboid([700, 60, 350])),
    block("Pilier", "Pillar", Oak, Cuboid([220, 700, 220])),
    block("Carreau", "Tile", Green, Cuboid([420, 80, 420])),
    block("Réglette", "Stick", Yellow, Cuboid([800, 100, 120])),
    block("Cylindre", "Cylinder", Beech, Revolved(&[[0, 0, 170], [400, 0, 170]])),
    block("Colonne ronde", "Round column", Cherry, Revolved(&[[0, 0, 125], [700, 0, 125]])),
    block("Disque", "Disc", Oak, Revolved(&[[0, 0, 250], [100, 0, 250]])),
    block("Grand disque rouge", "Big red disc", Red, Revolved(&[[0, 0, 320], [80, 0, 320]])),
    block("Jeton", "Counter", Yellow, Revolved(&[[0, 0, 150], [60, 0, 150]])),
    block("Tambour", "Drum", Walnut, Revolved(&[[0, 0, 240], [300, 0, 240]])),
    block("Cône", "Cone", Maple, Revolved(&[[0, 0, 200], [380, 0, 0]])),
    block("Cône tronqué", "Lampshade", Beech, Revolved(&[[0, 0, 230], [280, 0, 120]])),
    block("Anneau", "Ring", Walnut, Revolved(&[[0, 110, 240], [130, 110, 240]])),
    block("Anneau de rideau rouge", "Red curtain ring", Red, Revolved(&[[0, 200, 270], [35, 175, 295], [70, 200, 270]])),
    block("Rond de serviette", "Napkin ring", Cherry, Revolved(&[[0, 170, 220], [280, 170, 220]])),
    block("Coquetier", "Egg-cup", Beech, Revolved(&EGG_CUP)),
    block("Bougeoir", "Candle-holder", Oak, Revolved(&CANDLE_HOLDER)),
    block("Bol", "Bowl", Cherry, Revolved(&BOWL)),
    block("Bouton rouge", "Red button", Red, Revolved(&[[0, 0, 220], [60, 0, 220], [60, 150, 220], [100, 150, 205]])),
    block("Bobine", "Spool", Maple, Revolved(&[[0, 0, 180], [60, 0, 180], [60, 0, 95], [290, 0, 95], [290, 0, 180], [350, 0, 180]])),
    block("Haltère", "Dumb-bell", Blue, DumbBell { ball: 130, rod: 60, length: 720 }),
    block("Bouton de rideau", "Curtain knob", Walnut, Knob { foot: [170, 60], neck: [70, 60], ball: 170 }),
    block("Boule", "Ball", Maple, Ball(175)),
    block("Demi-boule", "Half-ball", Beech, HalfBall(230)),
    block("Quille", "Skittle", Oak, Revolved(&SKITTLE)),
    block("Diabolo", "Diabolo", Green, Revolved(&[[0, 0, 190], [200, 0, 70], [400, 0, 190]])),
    block("Tonneau", "Barrel", Walnut, Revolved(&[[0, 0, 140], [90, 0, 178], [200, 0, 195], [310, 0, 178], [400, 0, 140]])),
    block("Champignon rouge", "Red mushroom", Red, Stacked(&[Revolved(&[[0, 0, 110], [230, 0, 85]]), HalfBall(220)])),
    block("Arche", "Arch", Beech, Arch { size: [600, 300, 250], opening: 170 }),
    block("Grand pont rouge", "Big red bridge", Red, Arch { size: [900, 400, 220], opening: 280 }),
    block("Demi-arche", "Half-arch", Oak, HalfArch { size: [350, 350, 250], opening: 220 }),
    block("Demi-rond", "Half-round", Maple, HalfRound { radius: 260, depth: 250 }),
    block("Quart de rond", "Quarter-round", Cherry, QuarterRound { radius: 330, depth: 250 }),
    block("Coin", "Wedge", Walnut, Extruded { pieces: &[&[[0, 0], [450, 0], [0, 230]]], depth: 250 }),
    block("Rampe", "Ramp", Yellow, Extruded { pieces: &[&[[0, 0], [700, 0], [700, 60], [0, 240]]], depth: 220 }),
    block("Prisme rouge", "Red prism", Red, Extruded { pieces: &[&[[-230, 0], [230, 0], [0, 398]]], depth: 300 }),
    block("Toit", "Roof", Cherry, Extruded { pieces: &[&[[-330, 0], [330, 0], [0, 220]]], depth: 350 }),
    block("Colonne à six pans", "Hexagonal column", Oak, Column { sides: 6, radius: 180, height: 500 }),
    block("Tomette", "Hexagonal tile", Cherry, Column { sides: 6, radius: 290, height: 100 }),
    block("Colonne à huit pans", "Octagonal column", Beech, Column { sides: 8, radius: 170, height: 420 }),
    block("Socle à huit pans", "Octagonal pedestal", Walnut, Column { sides: 8, radius: 300, height: 160 }),
    block("Barre à trois pans", "Three-sided post", Blue, Column { sides: 3, radius: 230, height: 450 }),
    block("Croix", "Cross", Maple, Cuboids(&[[[0, 150, 0], [450, 300, 180]], [[150, 0, 0], [300, 150, 180]], [[150, 300, 0], [300, 450, 180]]])),
    block("Équerre", "L piece", Beech, Cuboids(&[[[0, 0, 0], [450, 150, 200]], [[0, 150, 0], [150, 550, 200]]])),
    block("Té rouge", "Red T", Red, Cuboids(&[[[0, 300, 0], [550, 450, 200]], [[200, 0, 0], [350, 300, 200]]])),
    block("Escalier", "Stairs", Oak, Cuboids(&[[[0, 0, 0], [450, 150, 250]], [[0, 150, 0], [300, 300, 250]], [[0, 300, 0], [150, 450, 250]]])),
    block("Pièce en U", "U piece", Green, Cuboids(&[[[0, 0, 0], [500, 130, 220]], [[0, 130, 0], [130, 400, 220]], [[370, 130, 0], [500, 400, 220]]])),
    block("Zigzag", "Z piece", Cherry, Cuboids(&[[[0, 0, 0], [350, 150, 220]], [[200, 150, 0], [350, 300, 220]], [[200, 300, 0], [550, 450, 220]]])),
    block("Fenêtre", "Window frame", Walnut, Cuboids(&[[[0, 0, 0], [500, 110, 160]], [[0, 390, 0], [500, 500, 160]], [[0, 110, 0], [110, 390, 160]], [[390, 110, 0], [500, 390, 160]]])),
    block("Tabouret", "Stool", Maple, Cuboids(&[[[0, 260, 0], [420, 340, 420]], [[0, 0, 0], [100, 260, 100]], [[320, 0, 0], [420, 260, 100]], [[0, 0, 320], [100, 260, 420]], [[320, 0, 320], [420, 260, 420]]])),
    block("Cube percé", "Drilled cube", Cherry, Drilled { size: [360, 360, 360], hole: 110 }),
    block("Pyramide", "Pyramid", Yellow, ConvexHull(&[[-230, 0, -230], [230, 0, -230], [230, 0, 230], [-230, 0, 230], [0, 330, 0]])),
    block("Pyramide tronquée", "Stump of a pyramid", Oak, ConvexHull(&[[-260, 0, -260], [260, 0, -260], [260, 0, 260], [-260, 0, 260], [-130, 240, -130], [130, 240, -130], [130, 240, 130], [-130, 240, 130]])),
    block("Cube taillé", "Cut cube", Walnut, ConvexHull(&[[0, 200, 200], [0, -200, 200], [0, 200, -200], [0, -200, -200], [200, 0, 200], [-200, 0, 200], [200, 0, -200], [-200, 0, -200], [200, 200, 0], [-200, 200, 0], [200, -200, 0], [-200, -200, 0]])),
    block("Maison", "House", Beech, Extruded { pieces: &[&[[0, 0], [360, 0], [360, 260], [180, 430], [0, 260]]], depth: 250 }),
    block("Étoile", "Star", Yellow, Extruded { pieces: &STAR, depth: 180 }),
    block("Losange", "Lozenge", Blue, Extruded { pieces: &[&[[0, 0], [400, 0], [550, 260], [150, 260]]], depth: 220 }),
    block("Colonne à chapiteau", "Column with capital", Maple, Stacked(&[Cuboid([320, 70, 320]), Revolved(&[[0, 0, 110], [420, 0, 95]]), Cuboid([320, 70, 320])])),
    block("Cloche", "Bell", Black, Revolved(&[[0, 150, 230], [60, 150, 200], [200, 130, 160], [200, 0, 160], [290, 0, 130], [340, 0, 80], [340, 0, 45], [400, 0, 45]])),
    block("Petit rondin rouge", "Little red log", Red, Revolved(&[[0, 0, 130], [260, 0, 130]])),
    block("Créneau", "Battlement", Oak, Cuboids(&[[[0, 0, 0], [650, 170, 200]], [[0, 170, 0], [130, 310, 200]], [[260, 170, 0], [390, 310, 200]], [[520, 170, 0], [650, 310, 200]]])),
    block("Toupie", "Top", Green, Revolved(&[[0, 0, 65], [130, 0, 65], [170, 0, 210], [240, 0, 210], [390, 0, 20]])),
    // From here on, Sac Noir.
    block("Grande dalle carrée", "Square slab", Oak, Cuboid([500, 120, 500])),
    block("Brique rouge", "Red brick", Red, Cuboid([480, 240, 240])),
    block("Grand pilier", "Tall pillar", Walnut, Cuboid([180, 900, 180])),
    block("Latte", "Lath", Beech, Cuboid([1000, 50, 200])),
    block("Demi-cube", "Half cube", Maple, Cuboid([320, 160, 320])),
    block("Grand cône rouge", "Tall red cone", Red, Revolved(&[[0, 0, 180], [520, 0, 0]])),
    block("Coquetier large", "Wide egg-cup", Walnut, Revolved(&WIDE_EGG_CUP)),
    block("Bougeoir carré", "Square candle-holder", Cherry, Stacked(&[Cuboid([420, 90, 420]), Revolved(&[[0, 0, 150], [60, 0, 150], [60, 85, 150], [260, 85, 150]])])),
    block("Grosse bobine", "Big spool", Oak, Revolved(&[[0, 0, 240], [80, 0, 240], [80, 0, 120], [240, 0, 120], [240, 0, 240], [320, 0, 240]])),
    block("Boule rouge", "Red ball", Red, Ball(150)),
    block("Petite demi-boule", "Little half-ball", Blue, HalfBall(160)),
    block("Œuf", "Egg", Maple, Revolved(&EGG)),
    block("Poignée de tiroir", "Drawer knob", Black, Knob { foot: [110, 120], neck: [80, 100], ball: 190 }),
    block("Petite haltère", "Little dumb-bell", Yellow, DumbBell { ball: 150, rod: 90, length: 640 }),
    block("Sablier", "Hourglass", Cherry, Revolved(&[[0, 0, 170], [50, 0, 170], [50, 0, 130], [150, 0, 110], [245, 0, 45], [340, 0, 110], [440, 0, 130], [440, 0, 170], [490, 0, 170]])),
    block("Pion", "Pawn", Black, Stacked(&[Revolved(&[[0, 0, 170], [50, 0, 170], [90, 0, 120], [280, 0, 65], [280, 0, 115], [310, 0, 115]]), Knob { foot: [70, 15], neck: [60, 10], ball: 105 }])),
    block("Pont bas", "Low bridge", Green, Arch { size: [700, 180, 260], opening: 130 }),
    block("Grande demi-arche", "Big half-arch", Maple, HalfArch { size: [520, 420, 220], opening: 330 }),
    block("Planche percée", "Drilled plank", Beech, Drilled { size: [620, 300, 120], hole: 95 }),
    block("Osselet", "Jack", Walnut, Cuboids(&[[[-80, -220, -80], [80, 220, 80]], [[-220, -80, -80], [-80, 80, 80]], [[80, -80, -80], [220, 80, 80]], [[-80, -80, -220], [80, 80, -80]], [[-80, -80, 80], [80, 80, 220]]])),
    block("Pyramide à degrés", "Stepped pyramid", Oak, Cuboids(&[[[0, 0, 0], [480, 110, 480]], [[80, 110, 80], [400, 220, 400]], [[160, 220, 160], [320, 330, 320]]])),
    block("Coin de mur", "Wall corner", Cherry, Cuboids(&[[[0, 0, 0], [400, 300, 150]], [[0, 0, 150], [150, 300, 400]]])),
    block("Poutre en H", "H beam", Blue, Cuboids(&[[[0, 0, 0], [450, 110, 250]], [[170, 110, 0], [280, 340, 250]], [[0, 340, 0], [450, 450, 250]]])),
    block("Octaèdre", "Octahedron", Red, ConvexHull(&[[214, 0, 0], [-107, 0, 185], [-107, 0, -185], [-214, 302, 0], [107, 302, 185], [107, 302, -185]])),
    block("Toit à quatre pans", "Hipped roof", Walnut, ConvexHull(&[[-350, 0, -220], [350, 0, -220], [350, 0, 220], [-350, 0, 220], [-150, 230, 0], [150, 230, 0]])),
    block("Colonne à cinq pans", "Pentagonal column", Yellow, Column { sides: 5, radius: 200, height: 350 }),
    block("Flèche", "Arrow", Green, Extruded { pieces: &[&[[0, 110], [300, 110], [300, 250], [0, 250]], &[[300, 0], [600, 180], [300, 360]]], depth: 180 }),
    block("Gobelet", "Beaker", Maple, Revolved(&[[0, 0, 130], [60, 0, 140], [60, 90, 140], [400, 150, 195]])),
    block("Fourche", "Fork", Beech, Cuboids(&[[[0, 0, 0], [150, 500, 150]], [[150, 180, 0], [450, 320, 150]], [[450, 180, 0], [600, 500, 150]]])),
    block("Roue", "Wheel", Black, Revolved(&[[0, 60, 110], [40, 60, 110], [40, 60, 280], [160, 60, 280], [160, 60, 110], [200, 60, 110]])),
];

const EGG_CUP: [[u16; 3]; 9] = [
    [0, 0, 190],
    [40, 0, 190],
    [80, 0, 80],
    [180, 0, 70],
    [230, 0, 130],
    [260, 0, 180],
    [260, 60, 180],
    [330, 150, 215],
    [450, 180, 215],
];

const WIDE_EGG_CUP: [[u16; 3]; 7] = [
    [0, 0, 230],
    [50, 0, 230],
    [110, 0, 110],
    [170, 0, 150],
    [170, 90, 150],
    [250, 190, 250],
    [340, 215, 265],
];

const CANDLE_HOLDER: [[u16; 3]; 8] = [
    [0, 0, 270],
    [70, 0, 270],
    [110, 0, 220],
    [110, 0, 120],
    [200, 0, 105],
    [200, 70, 160],
    [240, 70, 160],
    [420, 90, 140],
];

const BOWL: [[u16; 3]; 5] = [[0, 0, 130], [60, 0, 180], [60, 120, 180], [160, 250, 290], [270, 290, 320]];

const SKITTLE: [[u16; 3]; 11] = [
    [0, 0, 110],
    [120, 0, 150],
    [200, 0, 155],
    [300, 0, 135],
    [420, 0, 75],
    [480, 0, 70],
    [540, 0, 95],
    [600, 0, 105],
    [650, 0, 90],
    [685, 0, 55],
    [700, 0, 0],
];

const EGG: [[u16; 3]; 10] = [
    [0, 0, 0],
    [15, 0, 75],
    [60, 0, 135],
    [120, 0, 172],
    [190, 0, 185],
    [270, 0, 172],
    [350, 0, 135],
    [410, 0, 90],
    [445, 0, 45],
    [455, 0, 0],
];

const STAR: [&[[i16; 2]]; 6] = [
    &[[79, 108], [-79, 108], [-128, -42], [0, -134], [128, -42]],
    &[[79, 108], [0, 350], [-79, 108]],
    &[[-79, 108], [-333, 108], [-128, -42]],
    &[[-128, -42], [-206, -283], [0, -134]],
    &[[0, -134], [206, -283], [128, -42]],
    &[[128, -42], [333, 108], [79, 108]],
];

const fn block(fr: &'static str, en: &'static str, colour: Colour, form: Form) -> CatalogueBlock {
    CatalogueBlock { name: Text { fr, en }, colour, form }
}
