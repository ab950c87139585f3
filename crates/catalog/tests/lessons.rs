//! Every lesson is judged by the rules that it teaches.
#![allow(clippy::unwrap_used, reason = "a test that meets the impossible should panic")]

use catalog::{CatalogGame, GAMES};
use game::{Actor, Turn, rulebook};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{AnyGame, Refused, Setup};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// The name of the chapter that begins with this step; the first one has none.
    #[serde(default)]
    chapter: Option<Both>,
    title: Both,
    articles: Vec<String>,
    seats: u8,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The position in notation from which the line leads on, if not the opening.
    #[serde(default)]
    position: Option<String>,
    line: String,
    text: Both,
    task: Both,
    hint: Both,
    done: Both,
    answers: Vec<String>,
    /// A turn that does it, where the answers leave open what a hand does.
    #[serde(default)]
    example: Option<String>,
    refused: BTreeMap<String, String>,
}

/// A text in both languages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Both {
    fr: String,
    en: String,
}

/// The games that have a lesson, with it.
fn lessons() -> Vec<(&'static CatalogGame, Lesson)> {
    let lesson = |game: &'static CatalogGame| {
        let path = format!("{}/../../games/{}/lesson.json", env!("CARGO_MANIFEST_DIR"), game.info().id);
        let file = std::fs::read_to_string(&path).ok()?;
        Some((game, serde_json::from_str(&file).unwrap_or_else(|error| panic!("{path}: {error}"))))
    };
    GAMES.iter().filter_map(lesson).collect()
}

/// Plays actions for the seat to act, and the replies of Nature; returns all actions played. Fails at the first refusal.
fn play(game: &mut dyn AnyGame, actions: &str) -> Result<Vec<String>, Refused> {
    let mut played = Vec::new();
    for action in actions.split(", ").filter(|action| !action.is_empty()) {
        let seat = game.turn().seats().first().ok_or(Refused::Over)?;
        played.push(game.apply(Actor::Seat(seat), action)?);
        while let Some(answer) = game.nature_result().filter(|_| matches!(game.turn(), Turn::Nature)) {
            played.push(game.apply(Actor::Nature, &answer)?);
        }
    }
    Ok(played)
}

/// Whether an action is the one that is written; `…` stands for anything.
fn fits(written: &str, action: &str) -> bool {
    let Some((start, rest)) = written.split_once('…') else { return written == action };
    let Some(left) = action.strip_prefix(start) else { return false };
    (0..=left.len()).any(|skipped| left.is_char_boundary(skipped) && fits(rest, &left[skipped..]))
}

fn each_step(check: impl Fn(&CatalogGame, &Step, &dyn AnyGame, &str)) {
    for (game, lesson) in lessons() {
        for (number, step) in (1..).zip(lesson.steps) {
            let named = format!("{}, step {number}", game.info().name);
            let setup = Setup { seats: step.seats, options: step.options.clone() };
            let read = |text: &String| game.kind.read_position(&setup, text);
            let start = step.position.as_ref().map_or_else(|| game.kind.start(&setup), read);
            let mut position = start.unwrap_or_else(|error| panic!("{named}: {error}"));
            play(&mut *position, &step.line).unwrap_or_else(|refused| panic!("{named}: {refused}"));
            check(game, &step, &*position, &named);
        }
    }
}

#[test]
fn lessons_begin_briefly_and_go_on_in_chapters() {
    assert!(lessons().len() >= 3, "the lessons were not found");
    for (game, lesson) in lessons() {
        let name = game.info().name;
        assert!(lesson.steps.len() >= 5 && lesson.steps[0].chapter.is_none(), "{name}");
        let chapters = lesson.steps.chunk_by(|_, next| next.chapter.is_none());
        let lengths: Vec<usize> = chapters.map(<[Step]>::len).collect();
        assert!(lengths.len() >= 2 && lengths.iter().all(|steps| *steps <= 8), "{name}: {lengths:?}");
    }
}

/// A chapter ends in a short game of the last step's seats and options, against bots.
#[test]
fn every_chapter_ends_in_a_game_that_bots_play() {
    for (game, lesson) in lessons() {
        for chapter in lesson.steps.chunk_by(|_, next| next.chapter.is_none()) {
            let last = chapter.last().unwrap();
            let setup = Setup { seats: last.seats, options: last.options.clone() };
            assert!(game.kind.start(&setup).is_ok() && !setup.is_for_people(game.info()));
            let plays = |bot: &table::BotInfo| bot.id == "level1" && bot.seats.contains(&last.seats);
            assert!(game.kind.bots().iter().any(plays), "{}, {} seats", game.info().name, last.seats);
        }
    }
}

#[test]
fn every_answer_is_a_legal_turn_or_its_beginning() {
    each_step(|_, step, position, named| {
        assert!(!step.answers.is_empty(), "{named}");
        let seat = position.turn().seats().first().unwrap_or_else(|| panic!("{named}: no seat is to act"));
        if let Some(example) = &step.example {
            let played = play(&mut *position.fork(), example).unwrap_or_else(|no| panic!("{named}: {no}"));
            let does = |answer: &String| {
                let answer: Vec<&str> = answer.split(", ").collect();
                answer.len() == played.len() && answer.iter().zip(&played).all(|(one, done)| fits(one, done))
            };
            assert!(step.answers.iter().any(does), "{named}: {played:?}");
        }
        for answer in step.answers.iter().filter(|_| step.example.is_none()) {
            let mut after = position.fork();
            for action in answer.split(", ") {
                assert!(after.turn().seats().contains(seat), "{named}: {answer} is more than a turn");
                play(&mut *after, action).unwrap_or_else(|refused| panic!("{named}: {answer}: {refused}"));
            }
            // The page compares what is played with what is written here.
            let mut again = position.fork();
            for action in answer.split(", ") {
                assert_eq!(again.apply(Actor::Seat(seat), action).unwrap(), action, "{named}");
            }
        }
    });
}

/// Otherwise there would be nothing to learn.
#[test]
fn something_else_is_legal_in_every_step() {
    each_step(|_, step, position, named| {
        let seat = position.turn().seats().first().unwrap();
        let begins =
            |action: &String| step.answers.iter().any(|answer| answer.split(", ").next() == Some(action));
        let (actions, _) = position.actions(seat);
        assert!(actions.iter().any(|action| !begins(action)), "{named}");
    });
}

#[test]
fn what_is_said_to_be_refused_is_refused_by_that_article() {
    each_step(|_, step, position, named| {
        for (action, article) in &step.refused {
            match play(&mut *position.fork(), action) {
                Err(Refused::Illegal(illegal)) => assert_eq!(illegal.article, article, "{named}: {action}"),
                other => panic!("{named}: {action}: {other:?}"),
            }
        }
    });
}

#[test]
fn every_step_speaks_both_languages_and_cites_the_rulebook() {
    each_step(|game, step, _, named| {
        let Step { chapter, title, text, task, hint, done, articles, .. } = step;
        for Both { fr, en } in [title, text, task, hint, done].into_iter().chain(chapter) {
            assert!(!fr.trim().is_empty() && !en.trim().is_empty(), "{named}");
        }
        // Titles may well be the same in both.
        for Both { fr, en } in [text, task, hint, done] {
            assert_ne!(fr, en, "{named}");
        }
        let book = game.info().rulebook;
        assert!(!articles.is_empty(), "{named}");
        for article in articles {
            let is_there = |text| rulebook::article(text, article).is_some();
            assert!(is_there(book.fr) && is_there(book.en), "{named}: {article}");
        }
    });
}
