//! The drawings of both rulebooks: the board (T1, T2), and examples that are played here.
//!
//! An example is a code block of the language `tactic`, with the variant after it if it is not the base game; `board` is the
//! whole board, where nothing is tried. It draws
//! some lines, with pieces on them, and goes on with what seat 0 might do there: actions, then whether they are legal,
//! or which article refuses the last of them. Patrols that are not drawn are at home, guards in reserve.

use crate::{play, try_to};
use game::{Game, Lang};
use std::ops::RangeInclusive;
use tactic::{Kind, Station, Tactic};

/// Some lines of the board: four columns a unit, two rows a line, tracks between the stations.
fn drawing(lines: RangeInclusive<u8>, glyph: impl Fn(Station) -> char) -> String {
    let column = |station: Station| 6 + 2 * usize::from(station.x());
    let mut rows = Vec::new();
    for line in lines.clone().rev() {
        let (mut row, mut below) = ([' '; 31], [' '; 31]);
        for (place, digit) in row.iter_mut().zip(format!("{line:>2}").chars()) {
            *place = digit;
        }
        for station in Station::on_line(line) {
            for right in Station::each(station.tracks().1).filter(|other| other.x() > station.x()) {
                row[column(station) + 1..column(right)].fill('-');
            }
            row[column(station)] = glyph(station);
        }
        for station in Station::on_line(line.saturating_sub(1)).filter(|_| lines.contains(&(line - 1))) {
            for ahead in Station::each(station.tracks().0) {
                let (low, high) = (column(station), column(ahead));
                below[usize::midpoint(low, high)] = if high > low { '/' } else { '\\' };
            }
        }
        rows.extend([row, below].map(|row| row.iter().collect::<String>().trim_end().to_owned()));
    }
    rows.join("\n").trim_end().to_owned()
}

fn bare(station: Station) -> char {
    match station.kind() {
        Kind::Central => '#',
        Kind::Outer => 'O',
        Kind::Transit => 'o',
    }
}

/// T1, T2: the rulebooks draw the board that is played on.
#[test]
fn the_board() {
    let drawing = drawing(1..=13, bare);
    for lang in Lang::ALL {
        let rulebook = Tactic::INFO.rulebook.get(lang);
        assert!(rulebook.contains(&format!("```tactic board\n{drawing}\n```\n")), "{lang}:\n{drawing}");
    }
}

/// An example, whatever its language.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    variant: String,
    drawing: String,
    /// Actions, and the article that refuses the last of them.
    tries: Vec<(String, Option<String>)>,
}

fn examples(lang: Lang) -> Vec<Example> {
    let (yes, no) = match lang {
        Lang::En => ("yes", "no: "),
        Lang::Fr => ("oui", "non : "),
    };
    let attempt = |line: &str| {
        let (actions, verdict) = line.split_once("  ").expect("a verdict after two spaces or more");
        let refusal = match verdict.trim() {
            verdict if verdict == yes => None,
            verdict => Some(verdict.strip_prefix(no).expect("yes or no, in that language").to_owned()),
        };
        (actions.to_owned(), refusal)
    };
    let blocks = Tactic::INFO.rulebook.get(lang).split("```tactic").skip(1);
    let blocks = blocks.filter(|block| !block.starts_with(" board\n"));
    let example = |block: &str| {
        let (text, _) = block.split_once("\n```\n").expect("the block is closed");
        let (variant, text) = text.split_once('\n').expect("a block of several lines");
        let (drawing, tries) = text.split_once("\n\n").expect("a drawing, a gap, then actions");
        Example {
            variant: if variant.is_empty() { "base".to_owned() } else { variant.trim().to_owned() },
            drawing: drawing.to_owned(),
            tries: tries.lines().map(attempt).collect(),
        }
    };
    blocks.map(example).collect()
}

impl Example {
    /// The position that is drawn, seat 0 to act.
    fn position(&self) -> Tactic {
        let rows: Vec<&str> = self.drawing.lines().step_by(2).collect();
        let number = |row: &&str| row[..2].trim().parse::<u8>().expect("a line's number");
        let drawn = number(&rows[rows.len() - 1])..=number(&rows[0]);
        let letter = |station: Station| {
            let row = rows.get(usize::from(drawn.end() - station.line()))?;
            row.chars().nth(6 + 2 * usize::from(station.x()))
        };
        let on_board = |piece| {
            let shown = Station::all().filter(|station| drawn.contains(&station.line()));
            shown.filter(|station| letter(*station) == Some(piece)).count()
        };
        let mut at_home = [3 - on_board('P'), 3 - on_board('p')];
        let mut lines = Vec::new();
        for line in (1..=13).rev() {
            let mut piece = |station: Station| {
                if drawn.contains(&line) {
                    return letter(station).filter(|letter| "PGpg".contains(*letter)).unwrap_or('.');
                }
                let seat = match line {
                    1 => 0,
                    13 => 1,
                    _ => return '.',
                };
                let some_left = at_home[seat] > 0;
                at_home[seat] -= usize::from(some_left);
                if some_left { ['P', 'p'][seat] } else { '.' }
            };
            lines.push(Station::on_line(line).map(&mut piece).collect::<String>());
        }
        let text = format!(
            "{} 0 {},{} - 0,0 -,- {}",
            lines.join("/"),
            2 - on_board('G'),
            2 - on_board('g'),
            self.variant
        );
        let game: Tactic = text.parse().unwrap_or_else(|error| panic!("{error}"));
        let glyph = |station: Station| match letter(station) {
            Some(piece) if "PGpg".contains(piece) => piece,
            _ => bare(station),
        };
        assert_eq!(self.drawing, drawing(drawn.clone(), glyph), "the drawing is not the board");
        game
    }
}

/// T5, T9, T10, T12, T18, T19: what the examples say is what the rules say.
#[test]
fn the_examples() {
    let english = examples(Lang::En);
    assert_eq!(english, examples(Lang::Fr), "both languages show the same examples");
    assert_eq!(english.len(), 6);
    for example in english {
        for (actions, refusal) in &example.tries {
            let mut game = example.position();
            let (before, last) = match actions.rsplit_once(", ") {
                Some((before, last)) => (Some(before), last),
                None => (None, actions.as_str()),
            };
            if let Some(before) = before {
                play(&mut game, before);
            }
            let found = try_to(&mut game, last).err().map(|refusal| refusal.article.to_owned());
            assert_eq!(found, *refusal, "{actions} in {game}");
        }
    }
}
