//! What a table chooses before it starts.

use game::{Choice, OptionInfo, Text};
use serde::{Deserialize, Serialize};

/// Which of the three games of the box is played.
#[cfg_attr(test, derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// The game as it is.
    #[default]
    Base,
    /// T18: a blockade costs a patrol (*capture des patrouilles*).
    Capture,
    /// T19: a single blocked patrol costs a guard (*passage forcé*).
    Passage,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Variant; 3] = [Variant::Base, Variant::Capture, Variant::Passage];

    /// Its name in options and positions.
    pub const fn id(self) -> &'static str {
        match self {
            Variant::Base => "base",
            Variant::Capture => "capture",
            Variant::Passage => "passage",
        }
    }
}

/// The options of a table.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// T18, T19: the variant, never both.
    pub variant: Variant,
}

pub(crate) const OPTIONS: &[OptionInfo] = &[OptionInfo {
    key: "variant",
    name: Text { fr: "Variante", en: "Variant" },
    choices: &[
        Choice::new(Variant::Base.id(), Text { fr: "Jeu de base", en: "Base game" }),
        Choice::new(
            Variant::Capture.id(),
            Text { fr: "Capture des patrouilleurs", en: "Capture of patrols" },
        ),
        Choice::new(Variant::Passage.id(), Text { fr: "Passage forcé", en: "Forced passage" }),
    ],
}];
