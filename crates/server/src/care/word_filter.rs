//! What nobody may say, if the operator names such words: off otherwise.

use std::collections::HashSet;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// Words that are not let through, however they are written.
pub(crate) struct WordFilter(HashSet<String>);

impl WordFilter {
    /// A filter for these words; none: everything is let through.
    pub fn new(words: &[String]) -> Self {
        WordFilter(words.iter().map(|word| folded(word)).filter(|word| !word.is_empty()).collect())
    }

    /// Whether a text may be said: none of its words is one of these.
    pub fn lets_through(&self, text: &str) -> bool {
        self.0.is_empty()
            || !text
                .split(|letter: char| !letter.is_alphanumeric())
                .any(|word| self.0.contains(&folded(word)))
    }
}

/// A word without what makes no difference: capitals, accents, letters that look alike.
fn folded(word: &str) -> String {
    let plain = word.nfkd().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
    skeleton(&plain).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::WordFilter;

    #[test]
    fn a_word_is_known_however_it_is_written_and_no_other_word_is() {
        let filter = WordFilter::new(&["Crétin".to_owned(), " ".to_owned()]);
        for said in ["crétin", "CRETIN!", "you, Cretin.", "ｃretin", "сretin", "cre\u{301}tin"] {
            assert!(!filter.lets_through(said), "{said}");
        }
        for said in ["cretins", "secretion", "", "hello"] {
            assert!(filter.lets_through(said), "{said}");
        }
        assert!(WordFilter::new(&[]).lets_through("crétin"));
    }
}
