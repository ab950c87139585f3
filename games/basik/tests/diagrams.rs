//! The diagrams of both rulebooks, played: a drawing that the rules contradict fails here.
//!
//! A diagram is a code block of the language `basik`: a board; then, if it has more, a line `colour: action`, and
//! either the board after it or a line `refused: article`.

#![allow(clippy::unwrap_used)] // a test says why by failing

use basik::{Basik, Cell, Cells};
use game::{Actor, Game, Lang, Seat, Turn, rulebook};
use testkit::prose;

/// B1: the pawns of the box for two and three seats, and for four.
const BOX: [u8; 5] = [0, 0, 20, 20, 16];

/// Pawns of each colour that a diagram supposes to be out of the game, so that it is neither the first turn nor the
/// last.
const OUT_OF_THE_GAME: u8 = 2;

/// The words of a language in diagrams: the colours by seat, and a refusal.
fn words(lang: Lang) -> ([&'static str; 4], &'static str) {
    match lang {
        Lang::En => (["red", "blue", "yellow", "green"], "refused"),
        Lang::Fr => (["rouge", "bleu", "jaune", "vert"], "refusé"),
    }
}

/// The rows of a board from the top, as the notation of positions writes them.
type Grid = Vec<String>;

/// A diagram, whatever its language.
#[derive(Clone, Debug, PartialEq)]
struct Diagram {
    before: Grid,
    step: Option<Step>,
}

#[derive(Clone, Debug, PartialEq)]
struct Step {
    seat: u8,
    action: String,
    result: Result<Grid, String>,
}

impl Diagram {
    fn parse(text: &str, lang: Lang) -> Diagram {
        let (colours, refused) = words(lang);
        let mut lines = text.lines().peekable();
        let before = grid(&mut lines);
        let Some((colour, action)) = lines.next().map(pair) else {
            return Diagram { before, step: None };
        };
        let seat = colours.iter().position(|word| *word == colour);
        let seat = seat.unwrap_or_else(|| panic!("`{colour}` is no colour in\n{text}")) as u8;
        let result = match lines.peek().expect("an action leads somewhere").split_once(':') {
            Some((word, article)) => {
                assert_eq!(word.trim(), refused, "in\n{text}");
                lines.next();
                Err(article.trim().to_string())
            }
            None => Ok(grid(&mut lines)),
        };
        assert_eq!(lines.next(), None, "something follows the result of\n{text}");
        Diagram { before, step: Some(Step { seat, action, result }) }
    }

    /// As few seats as the board and its colours allow.
    fn seats(&self) -> u8 {
        let green = self.before.iter().any(|row| row.contains('g'));
        match (self.before.len(), green) {
            (4, _) => 2,
            (_, false) => 3,
            (_, true) => 4,
        }
    }

    /// The position that is drawn, with `next` to act and what is neither on the board nor out in reserve.
    fn position(&self, next: Seat) -> Basik {
        let colours = ["r", "b", "y", "g"];
        let rows = self.before.join("/");
        let on_board = |colour: &str| {
            let heights = rows.split(colour).skip(1).map(|after| after[..1].parse::<u8>().unwrap());
            heights.sum::<u8>()
        };
        let seats = self.seats();
        let reserve = |seat: usize| BOX[seats as usize] - on_board(colours[seat]) - OUT_OF_THE_GAME;
        let reserves: Vec<String> = (0..seats as usize).map(|seat| reserve(seat).to_string()).collect();
        let text = format!("{rows} {} {}", colours[next.index()], reserves.join(","));
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Plays the diagram.
    fn check(&self) {
        let seat = Seat(self.step.as_ref().map_or(0, |step| step.seat));
        let mut position = self.position(seat);
        assert_eq!(rows(&position), self.before);
        let Some(step) = &self.step else { return };
        assert!(matches!(position.turn(), Turn::Seats(_)), "the game is over in {self:?}");
        let action = step.action.parse().unwrap_or_else(|error| panic!("{error}"));
        let result = match position.apply(Actor::Seat(seat), &action) {
            Ok(()) => Ok(rows(&position)),
            Err(refusal) => Err(refusal.article.to_string()),
        };
        assert_eq!(result, step.result, "{} after\n{}", step.action, self.before.join("\n"));
    }
}

/// `word: rest`, with or without a space before the colon.
fn pair(line: &str) -> (&str, String) {
    let (word, rest) = line.split_once(':').unwrap_or_else(|| panic!("no colon in `{line}`"));
    (word.trim(), rest.trim().to_string())
}

/// A board: its rows from the top, each with its number, then the letters of the columns.
fn grid<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Grid {
    let (mut numbers, mut grid) = (Vec::new(), Grid::new());
    for line in lines {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_else(|| panic!("an empty line in a board"));
        if name == "a" {
            let side = grid.len();
            assert_eq!(words.collect::<String>(), "bcde"[..side - 1], "the columns under {grid:?}");
            assert_eq!(numbers, (1..=side).rev().collect::<Vec<_>>(), "the rows of {grid:?}");
            return grid;
        }
        numbers.push(name.parse::<usize>().unwrap_or_else(|_| panic!("`{line}` is no row")));
        grid.push(words.collect());
    }
    panic!("no column letters under {grid:?}");
}

/// The rows of a position from the top.
fn rows(position: &Basik) -> Grid {
    let text = position.to_string();
    text.split(' ').next().unwrap().split('/').map(str::to_string).collect()
}

/// Every diagram of a text.
fn diagrams(text: &str, lang: Lang) -> Vec<Diagram> {
    let blocks = text.split("```basik\n").skip(1);
    blocks.map(|block| Diagram::parse(block.split("```").next().unwrap(), lang)).collect()
}

fn book(lang: Lang) -> &'static str {
    Basik::INFO.rulebook.get(lang)
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
    let expected: Vec<String> = (1..=19).map(|number| format!("B{number}")).collect();
    assert_eq!(numbers, expected);
    assert_eq!(diagrams(book(Lang::Fr), Lang::Fr), diagrams(book(Lang::En), Lang::En));
}

#[test]
fn every_article_on_actions_captures_and_closed_cells_has_a_diagram() {
    for number in (4..=7).chain(9..=15) {
        let article = rulebook::article(book(Lang::En), &format!("B{number}")).unwrap();
        assert!(!diagrams(article.body, Lang::En).is_empty(), "B{number} has no diagram");
    }
}

/// Around each red pile of the drawing: blue on every side-neighbour, yellow on every other neighbour.
#[test]
fn the_drawing_of_b3_shows_neighbours_and_side_neighbours() {
    let article = rulebook::article(book(Lang::En), "B3").unwrap();
    let [drawing] = &diagrams(article.body, Lang::En)[..] else { panic!("B3 has one drawing") };
    let position = drawing.position(Seat(0));
    let [red, blue, yellow] = [0, 1, 2].map(|seat| position.cells(Seat(seat)));
    let mut actions = Vec::new();
    position.actions(Seat(0), &mut actions);
    let mut sides = Vec::new();
    for pile in Cell::each(red) {
        // All neighbours of a pile are what it can substitute itself for, where all of them are occupied.
        let reached = actions.iter().filter_map(|action| match action {
            basik::Action::Substitute { from, to } if *from == pile => Some(to.bit()),
            _ => None,
        });
        let neighbours = reached.fold(0, |set, cell| set | cell);
        assert!(!actions.iter().any(|action| action.to_string().starts_with(&format!("{pile}-"))));
        // Side-neighbours are those that close a cell: without the pile, its cell is forbidden to red until one goes.
        let emptied = without(&position, pile.bit());
        assert!(emptied.forbidden() & pile.bit() != 0, "{pile} is not closed");
        for neighbour in Cell::each(neighbours) {
            let opened = without(&position, pile.bit() | neighbour.bit());
            let is_side = opened.forbidden() & pile.bit() == 0;
            assert_eq!(is_side, blue & neighbour.bit() != 0, "{neighbour} beside {pile}");
            assert_eq!(!is_side, yellow & neighbour.bit() != 0, "{neighbour} near {pile}");
        }
        sides.push((blue & neighbours).count_ones());
    }
    sides.sort_unstable();
    assert_eq!(sides, [2, 3, 4], "a corner, an edge, the middle");
}

/// The position with some cells emptied.
fn without(position: &Basik, cells: Cells) -> Basik {
    let text = position.to_string();
    let (board, rest) = text.split_once(' ').unwrap();
    let side = board.split('/').count() as u8;
    let pile = |cell: Cell| match position.owner(cell) {
        Some(seat) if cells & cell.bit() == 0 => {
            format!("{}{}", ["r", "b", "y", "g"][seat.index()], position.height(cell))
        }
        _ => ".".to_string(),
    };
    let row = |row: u8| (0..side).map(|column| pile(Cell::at(column, row))).collect::<String>();
    let board: Vec<String> = (0..side).rev().map(row).collect();
    format!("{} {rest}", board.join("/")).parse().unwrap()
}

/// The text of B17 counts six cells for nine red pawns and five for ten blue ones.
#[test]
fn the_drawing_of_b17_counts_as_its_text_does() {
    let article = rulebook::article(book(Lang::En), "B17").unwrap();
    let [drawing] = &diagrams(article.body, Lang::En)[..] else { panic!("B17 has one drawing") };
    let position = drawing.position(Seat(0));
    assert_eq!(position.score().as_slice(), [6, 5]);
    assert_eq!([0, 1].map(|seat| position.pawns_on_board(Seat(seat))), [9, 10]);
}

/// The positions and actions that the text itself writes are in the notation that the game reads.
#[test]
fn the_notation_in_the_text_is_that_of_the_game() {
    for lang in Lang::ALL {
        let prose = prose(book(lang));
        let spans: Vec<&str> = prose.split('`').skip(1).step_by(2).collect();
        let positions: Vec<&&str> = spans.iter().filter(|span| span.contains('/')).collect();
        assert_eq!(positions.len(), 1, "{lang}");
        let position: Basik = positions[0].parse().unwrap();
        assert_eq!(position.to_string(), *positions[0]);
        assert_eq!(rows(&position), diagrams(book(lang), lang).last().unwrap().before, "{lang}");

        for action in ["b2", "b2+c3", "b2-c3", "b2xc3", "pass"] {
            assert!(spans.contains(&action), "`{action}` is not explained in {lang}");
            assert_eq!(action.parse::<basik::Action>().unwrap().to_string(), action);
        }
    }
}
