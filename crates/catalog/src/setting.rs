//! The text of a setting in data files: `2 seats variant=base`.

use std::collections::BTreeMap;
use std::fmt;
use table::Setup;

/// Writes a setting: the number of seats, then the options.
pub(crate) fn write_setting(f: &mut fmt::Formatter<'_>, setup: &Setup) -> fmt::Result {
    write!(f, "{} seats", setup.seats)?;
    setup.options.iter().try_for_each(|(key, value)| write!(f, " {key}={value}"))
}

/// Reads the words of a setting, as [`write_setting`] writes them; `None` if they are something else.
pub(crate) fn read_setting(words: &[&str]) -> Option<Setup> {
    let [seats, "seats", options @ ..] = words else { return None };
    let pair = |word: &&str| word.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    let options: Option<BTreeMap<String, String>> = options.iter().map(pair).collect();
    Some(Setup { seats: seats.parse().ok()?, options: options? })
}
