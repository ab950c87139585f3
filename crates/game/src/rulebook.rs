//! Reading rulebooks. They are Markdown; an article is a heading that begins with its number, and the text below it.
//!
//! ```
//! let text = "# Heaps\n### H1 · Taking\nTake one to three.\n### H2 · The end\nThe last stone loses.\n";
//! let articles: Vec<_> = game::rulebook::articles(text).collect();
//! assert_eq!(articles[0].number, "H1");
//! assert_eq!(articles[0].title, "Taking");
//! assert_eq!(articles[1].body.trim(), "The last stone loses.");
//! assert_eq!(game::rulebook::article(text, "H2").unwrap().title, "The end");
//! ```

/// One numbered article of a rulebook.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Article<'a> {
    /// Its number, such as `H1`: what refusals, code and tests cite.
    pub number: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Its text, up to the next heading.
    pub body: &'a str,
}

/// The articles of a rulebook, in order.
pub fn articles(rulebook: &str) -> impl Iterator<Item = Article<'_>> {
    headings(rulebook).filter_map(|(heading, body)| {
        let (number, title) = heading.split_once(' ')?;
        let title = title.trim_start_matches(['·', '—', ' ']);
        is_number(number).then_some(Article { number, title, body })
    })
}

/// The article with that number, in either letter case.
pub fn article<'a>(rulebook: &'a str, number: &str) -> Option<Article<'a>> {
    articles(rulebook).find(|article| article.number.eq_ignore_ascii_case(number))
}

/// Whether a word is an article's number: a capital letter, then digits.
pub fn is_number(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|first| first.is_ascii_uppercase())
        && word.len() > 1
        && letters.all(|letter| letter.is_ascii_digit())
}

/// Each heading's text and the lines below it, up to the next heading; code blocks hold no headings.
fn headings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut starts = Vec::new();
    let (mut offset, mut fenced) = (0, false);
    for line in text.split_inclusive('\n') {
        fenced ^= line.starts_with("```");
        if line.starts_with('#') && !fenced {
            starts.push((offset, offset + line.len()));
        }
        offset += line.len();
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|start| start.0).chain([text.len()]).collect();
    starts.into_iter().zip(ends).map(|((start, body), end)| {
        (text[start..body].trim_matches(['#', ' ', '\n', '\r']), &text[body..end])
    })
}
