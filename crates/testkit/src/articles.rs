//! Checks that rulebooks, code and tests cite the same articles.

use game::{Info, Lang, rulebook};
use std::collections::BTreeSet;
use std::path::Path;

/// Checks that both rulebooks of the game in `folder` have the same articles, that each is cited by the code and by a
/// test, that neither cites an article that does not exist, and that the French text follows French typography.
pub fn check_articles(folder: &str, info: &Info) {
    let articles =
        |lang| rulebook::articles(info.rulebook.get(lang)).map(|article| article.number.to_owned());
    let french: Vec<String> = articles(Lang::Fr).collect();
    let known: BTreeSet<String> = articles(Lang::En).collect();
    assert_eq!(
        french,
        articles(Lang::En).collect::<Vec<_>>(),
        "the rulebooks have the same articles in the same order"
    );
    assert_eq!(known.len(), french.len(), "an article stands twice");
    let letter = french.first().and_then(|number| number.chars().next()).expect("the rulebook has articles");
    for lang in Lang::ALL {
        for article in rulebook::articles(info.rulebook.get(lang)) {
            assert!(article.body.trim().len() > 20, "{} says nothing ({lang})", article.number);
        }
    }
    check_french(info.rulebook.get(Lang::Fr));
    for part in ["src", "tests"] {
        let mut cited = BTreeSet::new();
        collect_citations(&Path::new(folder).join(part), letter, &mut cited);
        let uncited: Vec<_> = known.difference(&cited).collect();
        assert!(uncited.is_empty(), "no file of {part}/ cites {uncited:?}");
        let unknown: Vec<_> = cited.difference(&known).collect();
        assert!(unknown.is_empty(), "a file of {part}/ cites {unknown:?}, which no rulebook has");
    }
}

/// A rulebook without its code blocks.
pub fn prose(book: &str) -> String {
    book.split("```").step_by(2).collect()
}

/// French typography: a no-break space before `: ; ! ?` and inside « », and curved apostrophes.
fn check_french(book: &str) {
    const NO_BREAK_SPACES: [char; 2] = ['\u{a0}', '\u{202f}'];
    const SPACED: [char; 5] = [':', ';', '!', '?', '»'];
    let words: String = prose(book).split('`').step_by(2).collect();
    for line in words.lines() {
        let letters: Vec<char> = line.chars().collect();
        for pair in letters.windows(2) {
            let [before, after] = [pair[0], pair[1]];
            assert!(
                !SPACED.contains(&after) || NO_BREAK_SPACES.contains(&before),
                "before `{after}` in: {line}"
            );
            assert!(before != '«' || NO_BREAK_SPACES.contains(&after), "after `«` in: {line}");
        }
        assert!(!line.contains('\''), "a straight apostrophe in: {line}");
        assert!(!line.starts_with(SPACED), "{line}");
    }
}

/// Collects the article numbers in the Rust files below `path`.
fn collect_citations(path: &Path, letter: char, cited: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).expect("the folder can be read") {
            collect_citations(&entry.expect("the entry can be read").path(), letter, cited);
        }
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        let text = std::fs::read_to_string(path).expect("the file can be read");
        let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        cited.extend(
            words.filter(|word| word.starts_with(letter) && rulebook::is_number(word)).map(str::to_owned),
        );
    }
}
