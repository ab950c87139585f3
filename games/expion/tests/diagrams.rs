//! The diagrams of both rulebooks, played: a drawing that the rules contradict fails here.
//!
//! A diagram is a code block of the language `expion`: a part of the board; then, if it has more, a line
//! `colour: action`, and either the same part after it or a line `refused: article`.

#![allow(clippy::unwrap_used)] // a test says why by failing

use expion::{Action, Camp, Cell, Expion};
use game::{Actor, Game, Lang, NoOptions, Seat, Turn, rulebook};
use testkit::prose;

/// The words of a language in diagrams: the colours by seat, a refusal, and what lets marbles go backward.
fn words(lang: Lang) -> ([&'static str; 4], &'static str, &'static str) {
    match lang {
        Lang::En => (["North", "East", "South", "West"], "refused", ", after the first capture"),
        Lang::Fr => (["Nord", "Est", "Sud", "Ouest"], "refusé", ", après la première prise"),
    }
}

/// The cells of a part of the board and what is on them.
type Part = Vec<(Cell, char)>;

/// A diagram, whatever its language.
#[derive(Clone, Debug, PartialEq)]
struct Diagram {
    before: Part,
    step: Option<Step>,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    seat: u8,
    mark: char,
    action: String,
    result: Result<Part, String>,
}

impl Diagram {
    fn parse(text: &str, lang: Lang) -> Diagram {
        let (colours, refused, after_capture) = words(lang);
        let mut lines = text.lines().peekable();
        let before = part(&mut lines);
        let Some((who, action)) = lines.next().map(pair) else { return Diagram { before, step: None } };
        let (colour, mark) = match who.strip_suffix(after_capture) {
            Some(colour) => (colour, '!'),
            None => (who, '-'),
        };
        let seat = colours.iter().position(|word| *word == colour);
        let seat = seat.unwrap_or_else(|| panic!("`{colour}` is no colour in\n{text}")) as u8;
        let result = match lines.peek().expect("an action leads somewhere").split_once(':') {
            Some((word, article)) => {
                assert_eq!(word.trim(), refused, "in\n{text}");
                lines.next();
                Err(article.trim().to_string())
            }
            None => Ok(part(&mut lines)),
        };
        assert_eq!(lines.next(), None, "something follows the result of\n{text}");
        Diagram { before, step: Some(Step { seat, mark, action, result }) }
    }

    /// The position of four seats that is drawn. Off the drawing lie the ball and a marble of each colour that the
    /// drawing lacks, in its camp: so nobody is out, and nothing there can matter.
    fn position(&self) -> Expion {
        let drawn =
            |cell: Cell| self.before.iter().find(|(other, _)| *other == cell).map(|(_, letter)| *letter);
        let lacks = |letter| self.before.iter().all(|(_, other)| *other != letter);
        let mut extra = Vec::new();
        for camp in Camp::ALL.into_iter().filter(|camp| lacks(camp.letter())) {
            let cell = Cell::all().find(|cell| cell.camp() == Some(camp) && drawn(*cell).is_none());
            extra.push((cell.expect("a camp cell is off the drawing"), camp.letter()));
        }
        if lacks('x') {
            let corner = ["c3", "g7"].into_iter().filter_map(Cell::parse).find(|cell| drawn(*cell).is_none());
            extra.push((corner.expect("a place for the ball is off the drawing"), 'x'));
        }
        let letter = |cell: Cell| {
            let added = extra.iter().find(|(other, _)| *other == cell).map(|(_, letter)| *letter);
            drawn(cell).or(added).unwrap_or(if cell.exists() { '.' } else { '#' })
        };
        let row = |row| (0..9).map(|column| letter(Cell::at(column, row))).collect::<String>();
        let rows: Vec<String> = (0..9).rev().map(row).collect();
        let (seat, mark) = self.step.as_ref().map_or((0, '-'), |step| (step.seat, step.mark));
        let text = format!("{} {seat} {mark} 0", rows.join("/"));
        Expion::read(4, &text).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Plays the diagram.
    fn check(&self) {
        let mut position = self.position();
        let Some(step) = &self.step else { return };
        let actor = Actor::Seat(Seat(step.seat));
        assert!(matches!(position.turn(), Turn::Seats(_)), "the game is over in {self:?}");
        let action: Action = step.action.parse().unwrap_or_else(|error| panic!("{error}"));
        let result = match position.apply(actor, &action) {
            Ok(()) => Ok(self.before.iter().map(|(cell, _)| (*cell, letter(&position, *cell))).collect()),
            Err(refusal) => Err(refusal.article.to_string()),
        };
        assert_eq!(result, step.result, "{} in {self:?}", step.action);
    }
}

/// `word: rest`, with or without a space before the colon.
fn pair(line: &str) -> (&str, String) {
    let (word, rest) = line.split_once(':').unwrap_or_else(|| panic!("no colon in `{line}`"));
    (word.trim(), rest.trim().to_string())
}

/// A part of the board: its rows from the top, each with its number, then the letters of the columns.
fn part<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Part {
    let mut rows: Vec<(u8, Vec<char>)> = Vec::new();
    for line in lines {
        let mut words = line.split_whitespace().map(|word| word.parse::<char>().unwrap());
        let first = words.next().unwrap_or_else(|| panic!("an empty line in a board"));
        if let Some(row) = first.to_digit(10) {
            assert!(rows.last().is_none_or(|(above, _)| *above == row as u8 + 1), "the rows at `{line}`");
            rows.push((row as u8, words.collect()));
            continue;
        }
        let columns: Vec<char> = std::iter::once(first).chain(words).collect();
        assert!("abcdefghi".contains(&columns.iter().collect::<String>()), "the columns `{line}`");
        let cells = rows.iter().flat_map(|(row, letters)| {
            assert_eq!(letters.len(), columns.len(), "row {row} above `{line}`");
            let name = move |column: &char| Cell::parse(&format!("{column}{row}")).unwrap();
            columns.iter().map(name).zip(letters.iter().copied())
        });
        return cells.collect();
    }
    panic!("no column letters under {rows:?}");
}

/// What is on a cell, in the letters of the notation.
fn letter(position: &Expion, cell: Cell) -> char {
    let text = position.to_string();
    text.split(['/', ' ']).nth(8 - cell.row() as usize).unwrap().chars().nth(cell.column() as usize).unwrap()
}

/// Every diagram of a text.
fn diagrams(text: &str, lang: Lang) -> Vec<Diagram> {
    let blocks = text.split("```expion\n").skip(1);
    blocks.map(|block| Diagram::parse(block.split("```").next().unwrap(), lang)).collect()
}

fn book(lang: Lang) -> &'static str {
    Expion::INFO.rulebook.get(lang)
}

#[test]
fn every_diagram_is_what_the_rules_say() {
    for lang in Lang::ALL {
        for diagram in diagrams(book(lang), lang) {
            diagram.check();
        }
    }
}

#[test]
fn both_languages_have_the_same_articles_with_the_same_diagrams() {
    let drawn = |lang| {
        let articles = rulebook::articles(book(lang));
        articles.map(move |article| (article.number, diagrams(article.body, lang))).collect::<Vec<_>>()
    };
    let (french, english) = (drawn(Lang::Fr), drawn(Lang::En));
    assert_eq!(french, english);
    let numbers: Vec<&str> = english.iter().map(|(number, _)| *number).collect();
    let expected: Vec<String> = (1..=19).map(|number| format!("X{number}")).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn every_article_on_moves_and_captures_has_a_diagram() {
    for number in [2, 3, 9, 10, 11, 12, 14, 15, 16, 17] {
        let article = rulebook::article(book(Lang::En), &format!("X{number}")).unwrap();
        assert!(!diagrams(article.body, Lang::En).is_empty(), "X{number} has no diagram");
    }
}

/// The board as X1 draws it, against the geometry that is played.
#[test]
fn the_drawn_board_is_the_board() {
    let start = Expion::new(&NoOptions {}, 2).unwrap();
    for lang in Lang::ALL {
        let article = rulebook::article(book(lang), "X1").unwrap();
        let drawing = article.body.split("```expion board\n").nth(1).unwrap().split("```").next().unwrap();
        let expected = |cell: Cell| match cell.camp() {
            Some(camp) => camp.letter().to_ascii_uppercase(),
            None if cell.is_special() => '*',
            None if letter(&start, cell) == 'x' => 'o',
            None if cell.exists() => '.',
            None => ' ',
        };
        let mut lines = Vec::new();
        for row in (0..9).rev() {
            let cells = (0..9).map(|column| format!("  {}", expected(Cell::at(column, row))));
            lines.push(format!("{}{}", row + 1, cells.collect::<String>()).trim_end().to_string());
        }
        lines.push("   a  b  c  d  e  f  g  h  i".to_string());
        assert_eq!(drawing.lines().collect::<Vec<_>>(), lines, "{lang}");
    }
}

#[test]
fn the_drawing_of_x3_is_the_opening() {
    let article = rulebook::article(book(Lang::En), "X3").unwrap();
    let [drawing] = &diagrams(article.body, Lang::En)[..] else { panic!("X3 has one drawing") };
    assert_eq!(drawing.position(), Expion::new(&NoOptions {}, 4).unwrap());
}

/// The positions and actions that the text itself writes are in the notation that the game reads.
#[test]
fn the_notation_in_the_text_is_that_of_the_game() {
    for lang in Lang::ALL {
        let prose = prose(book(lang));
        let spans: Vec<&str> = prose.split('`').skip(1).step_by(2).collect();
        let positions: Vec<&&str> = spans.iter().filter(|span| span.contains('/')).collect();
        assert_eq!(positions.len(), 1, "{lang}");
        assert_eq!(Expion::new(&NoOptions {}, 2).unwrap().to_string(), *positions[0]);
        for action in ["e1-e4", "e4>e5", "c4-c5*", "d4>e4*", "pass"] {
            assert!(spans.contains(&action), "`{action}` is not explained in {lang}");
            assert_eq!(action.parse::<Action>().unwrap().to_string(), action);
        }
    }
}
