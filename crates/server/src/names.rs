//! Names: what may be shown as one, and which look alike.

use crate::error::Result;
use crate::limits::LONGEST_NAME;
use protocol::Refusal;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::MixedScript as _;
use unicode_security::confusable_detection::skeleton;

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
    let is_plain = is_name && name.chars().count() <= LONGEST_NAME && name.as_str().is_single_script();
    if is_plain { Ok(name) } else { Err(Refusal::bad_name().into()) }
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
        for (given, shown) in
            [("  Ada   L. ", "Ada L."), ("Ａｄａ", "Ada"), ("Zoé", "Zoé"), ("Анна", "Анна"), ("山田", "山田")]
        {
            assert_eq!(checked_name(given).unwrap(), shown);
        }
        for odd in [
            "",
            " ",
            "a\u{200B}da",
            "a\u{202E}da",
            "аda",
            "\u{2800}",
            "ada\u{0}",
            &"x".repeat(25),
            &"x".repeat(9999),
        ] {
            assert!(checked_name(odd).is_err(), "{odd:?}");
        }
    }

    #[test]
    fn a_name_in_other_letters_looks_like_another() {
        assert_eq!(look_alike("Ada"), None);
        assert_eq!(look_alike("сосо").as_deref(), Some("coco"));
    }
}
