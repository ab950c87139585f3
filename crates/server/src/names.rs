//! Names: what may be shown as one, and which look alike.

use crate::error::Result;
use crate::limits::LONGEST_NAME;
use protocol::Refusal;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;
use unicode_security::{GeneralSecurityProfile as _, MixedScript as _};

/// The name as it will be shown, if it can be: normalised (NFKC), of letters of one script, digits and a few marks.
pub(crate) fn checked_name(name: &str) -> Result<String> {
    // Before any work is done: normalising makes a letter into eighteen at most.
    if name.len() > LONGEST_NAME * 18 * 4 {
        return Err(Refusal::bad_name().into());
    }
    let name: String = name.nfkc().collect();
    let name = name.split_whitespace().collect::<Vec<&str>>().join(" ");
    let fits = |letter: char| letter.is_alphanumeric() || " -._'’".contains(letter);
    let is_name = name.chars().any(char::is_alphanumeric) && name.chars().all(fits);
    // Letters in use today, as Unicode recommends them for identifiers: none of them is invisible.
    let is_seen = name.chars().filter(|letter| letter.is_alphanumeric()).all(char::identifier_allowed);
    let is_plain = is_name && is_seen && name.chars().count() <= LONGEST_NAME && name.is_single_script();
    if is_plain { Ok(name) } else { Err(Refusal::bad_name().into()) }
}

/// What guests are called until they choose a name, with a number after it.
pub(crate) const GUEST: &str = "Guest";

/// Whether a name is one of those that guests have before they choose one.
pub(crate) fn is_guests(name: &str) -> bool {
    name.to_lowercase()
        .strip_prefix(&GUEST.to_lowercase())
        .is_some_and(|number| number.trim().chars().all(char::is_numeric))
}

/// The name in the letters that it looks like, if these are others: a Cyrillic `аdа` looks like `ada`.
pub(crate) fn look_alike(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let looks: String = skeleton(&lower).collect();
    (looks != lower && !lower.is_ascii()).then_some(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalised_and_of_one_script() {
        for (given, shown) in [
            ("  Ada   L. ", "Ada L."),
            ("Ａｄａ", "Ada"),
            ("Zoé", "Zoé"),
            ("Анна", "Анна"),
            ("山田", "山田"),
            ("한글", "한글"),
            ("नेहा", "नेहा"),
        ] {
            assert_eq!(checked_name(given).unwrap(), shown);
        }
        for odd in [
            "",
            " ",
            "a\u{200B}da",
            "a\u{202E}da",
            "аda",
            "\u{2800}",
            // Fillers of Hangul are letters that nobody sees.
            "\u{3164}",
            "\u{115F}",
            "한\u{1160}글",
            "\u{FFA0}",
            "ada\u{0}",
            &"x".repeat(25),
            &"x".repeat(9999),
        ] {
            assert!(checked_name(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn names_of_guests_are_known() {
        assert!(is_guests("Guest 1234") && is_guests("guest7") && is_guests("GUEST"));
        assert!(!is_guests("Guest of honour") && !is_guests("Guesthouse 7") && !is_guests("Ada"));
    }

    #[test]
    fn a_name_in_other_letters_looks_like_another() {
        assert_eq!(look_alike("Ada"), None);
        assert_eq!(look_alike("сосо").as_deref(), Some("coco"));
    }
}
