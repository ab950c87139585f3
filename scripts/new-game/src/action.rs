//! What can be done, and its notation.

use game::{Malformed, Text};
use std::fmt;
use std::str::FromStr;

/// `take 2`: so many stones.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Action(pub u8);

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl FromStr for Action {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let malformed = || Malformed::new(text, Text { fr: "take 1, take 2 ou take 3", en: "take 1, take 2 or take 3" });
        let count = text.strip_prefix("take ").ok_or_else(malformed)?;
        // One way to write each number.
        match count.parse() {
            Ok(number) if format!("{number}") == count => Ok(Action(number)),
            _ => Err(malformed()),
        }
    }
}
