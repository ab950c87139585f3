//! What a table chooses before it starts: which of the five games, the blind variant, which bag, whose wood.

use crate::Bag;
use game::{Choice, OptionInfo, Text};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Which of the five games is played.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// *Tour de Babel*: one tower for all (S13–S16).
    #[default]
    Babel,
    /// *Chaîne de construction*: blocks from anybody's line (S17–S21).
    Chain,
    /// *Knock-Out*: every block is auctioned (S22–S27).
    Knockout,
    /// *La Bonne Pile*: every block raises the tower, and gifts may be poisoned (S28–S32).
    Pile,
    /// *Trois rouges gagnent*: a duel for three red blocks (S33–S36).
    Reds,
}

impl Mode {
    /// Every game of the bag.
    pub const ALL: [Mode; 5] = [Mode::Babel, Mode::Chain, Mode::Knockout, Mode::Pile, Mode::Reds];

    /// Its name in options and positions.
    pub const fn id(self) -> &'static str {
        match self {
            Mode::Babel => "babel",
            Mode::Chain => "chain",
            Mode::Knockout => "knockout",
            Mode::Pile => "pile",
            Mode::Reds => "reds",
        }
    }

    /// How many may play it.
    pub const fn seats(self) -> RangeInclusive<u8> {
        match self {
            Mode::Babel => 2..=8,
            Mode::Chain => 2..=5,
            Mode::Knockout | Mode::Pile => 2..=6,
            Mode::Reds => 2..=2,
        }
    }

    /// About how long it lasts, in minutes; the sheet gives Babel and Knock-Out a range.
    pub const fn minutes(self) -> RangeInclusive<u8> {
        match self {
            Mode::Babel => 20..=30,
            Mode::Chain | Mode::Pile => 30..=30,
            Mode::Knockout => 30..=45,
            Mode::Reds => 20..=20,
        }
    }

    /// From which age.
    pub const fn age(self) -> u8 {
        match self {
            Mode::Babel => 5,
            Mode::Chain => 6,
            Mode::Knockout | Mode::Reds => 12,
            Mode::Pile => 8,
        }
    }

    /// The article with which it begins; it says how many may play.
    pub(crate) const fn article(self) -> &'static str {
        match self {
            Mode::Babel => "S13",
            Mode::Chain => "S17",
            Mode::Knockout => "S22",
            Mode::Pile => "S28",
            Mode::Reds => "S33",
        }
    }
}

/// S16: whether blocks are drawn by lot (*à l'aveugle*).
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blind {
    /// Blocks are chosen.
    #[default]
    No,
    /// Blocks are drawn.
    Yes,
}

/// S21: how many rounds of Chaîne de construction win the match.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rounds {
    /// The first to win two, as the sheet advises.
    #[default]
    Two,
    /// One round is the match.
    One,
}

impl Rounds {
    pub(crate) fn is_two(&self) -> bool {
        *self == Rounds::Two
    }

    /// The rounds that win.
    pub(crate) const fn goal(self) -> u8 {
        match self {
            Rounds::Two => 2,
            Rounds::One => 1,
        }
    }
}

/// Whether blocks are simulated or real.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wood {
    /// Placements are simulated.
    #[default]
    Simulated,
    /// The players have a real box: they report placements, and the program keeps beans, turns and rules.
    Real,
}

impl Wood {
    pub(crate) fn is_simulated(&self) -> bool {
        *self == Wood::Simulated
    }
}

/// S9: which hands place blocks.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hands {
    /// Hands that never tremble; the block begins above the tower, and where it would land is shown.
    #[default]
    Steady,
    /// Hands that have weight, and tremble with haste and with time.
    Natural,
    /// Hands late at a party.
    Party,
}

impl Hands {
    pub(crate) fn are_steady(&self) -> bool {
        *self == Hands::Steady
    }
}

/// The options of a table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which game.
    pub game: Mode,
    /// Chosen blocks or drawn ones; Tour de Babel alone has the choice.
    pub blind: Blind,
    /// The rounds of a match; Chaîne de construction alone has the choice.
    pub rounds: Rounds,
    /// S1, S2: which blocks.
    pub bag: Bag,
    /// Simulated or real blocks.
    pub wood: Wood,
    /// Whose hands place simulated blocks.
    pub hands: Hands,
}

pub(crate) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: "game",
        name: Text { fr: "Jeu", en: "Game" },
        choices: &[
            Choice::with_goal(
                Mode::Babel.id(),
                Text { fr: "Tour de Babel (5 ans)", en: "Tower of Babel (5+)" },
                Text {
                    fr: "Une tour pour tous : soyez le dernier à poser avant qu'elle ne tombe. 20 à 30 minutes.",
                    en: "One tower for all: be the last to place before it falls. 20 to 30 minutes.",
                },
            ),
            Choice::with_goal(
                Mode::Chain.id(),
                Text { fr: "Chaîne de construction (6 ans)", en: "Building Chain (6+)" },
                Text {
                    fr: "Chacun sa tour : prenez la première pièce de n'importe quelle file. 30 minutes.",
                    en: "A tower each: take the first block of anybody's line. 30 minutes.",
                },
            ),
            Choice::with_goal(
                Mode::Knockout.id(),
                Text { fr: "Knock-Out (12 ans)", en: "Knock-Out (12+)" },
                Text {
                    fr: "Chaque pièce est aux enchères : la dernière tour debout gagne. 30 à 45 minutes.",
                    en: "Every block is auctioned: the last tower standing wins. 30 to 45 minutes.",
                },
            ),
            Choice::with_goal(
                Mode::Pile.id(),
                Text { fr: "La Bonne Pile (8 ans)", en: "The Good Pile (8+)" },
                Text {
                    fr: "Chaque pièce doit faire grandir la tour, et un cadeau peut nuire. 30 minutes.",
                    en: "Every block must raise the tower, and a gift may be poisoned. 30 minutes.",
                },
            ),
            Choice::with_goal(
                Mode::Reds.id(),
                Text { fr: "Trois rouges gagnent (12 ans)", en: "Three Reds Win (12+)" },
                Text {
                    fr: "Un duel aux enchères : le premier à poser trois pièces rouges. 20 minutes.",
                    en: "A duel at auction: first to place three red blocks. 20 minutes.",
                },
            ),
        ],
    },
    OptionInfo {
        key: "blind",
        name: Text { fr: "Tour de Babel à l'aveugle", en: "Blind Tower of Babel" },
        choices: &[
            Choice::new("no", Text { fr: "Pièces choisies", en: "Blocks are chosen" }),
            Choice::new("yes", Text { fr: "Pièces tirées du sac", en: "Blocks are drawn" }),
        ],
    },
    OptionInfo {
        key: "rounds",
        name: Text { fr: "Manches de la Chaîne de construction", en: "Rounds of the Building Chain" },
        choices: &[
            Choice::new(
                "two",
                Text { fr: "Le premier à deux manches gagnées", en: "First to win two rounds" },
            ),
            Choice::new("one", Text { fr: "Une seule manche", en: "One round" }),
        ],
    },
    OptionInfo {
        key: "bag",
        name: Text { fr: "Sac", en: "Bag" },
        choices: &[
            Choice::new("bausack", Text { fr: "Bausack, 70 pièces", en: "Bausack, 70 blocks" }),
            Choice::new("sacnoir", Text { fr: "Sac Noir, 100 pièces", en: "Sac Noir, 100 blocks" }),
        ],
    },
    OptionInfo {
        key: "hands",
        name: Text { fr: "Mains", en: "Hands" },
        choices: &[
            Choice::new("steady", Text { fr: "Sûres : pour apprendre", en: "Steady: to learn" }),
            Choice::new("natural", Text { fr: "Naturelles : elles tremblent", en: "Natural: they tremble" }),
            Choice::new("party", Text { fr: "De fin de soirée", en: "Late at the party" }),
        ],
    },
    OptionInfo {
        key: "wood",
        name: Text { fr: "Bois", en: "Wood" },
        choices: &[
            Choice::new("simulated", Text { fr: "Dans la maison", en: "In the house" }),
            Choice::for_people(
                "real",
                Text { fr: "Avec la vraie boîte", en: "With the real box" },
                Text {
                    fr: "Vos pièces, votre table : le téléphone tient les haricots, les enchères, les tours et les règles.",
                    en: "Your blocks, your table: the phone keeps beans, auctions, turns and rules.",
                },
            ),
        ],
    },
];
