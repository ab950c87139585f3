//! Which version of the rules judges a match.

use serde::{Deserialize, Serialize};

/// A version of the rules that this code judges.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Edition {
    /// Version 1: the order taken is the line (S18), bases are alike by volume (S17), an auctioneer whose opponent has
    /// passed is not asked (S33), a block on the table that touches no base is a fall (S34), a base can fall (S4), and any
    /// height that is told is believed (S28).
    First,
    /// Version 2, today's.
    #[default]
    Second,
}

impl Edition {
    /// The edition of a version of the rules.
    pub fn of(rules_version: u32) -> Self {
        if rules_version == 1 { Edition::First } else { Edition::Second }
    }

    pub fn is_today(&self) -> bool {
        *self == Edition::Second
    }
}
