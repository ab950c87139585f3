//! `games` and `rules`.

use crate::{error_output, ludotheque, stdout};
use game::{Lang, rulebook};
use predicates::prelude::*;

#[test]
fn the_shelf_shows_every_game_with_its_seats_options_and_bots() {
    let shelf = stdout(&mut ludotheque("games"));
    for entry in catalog::GAMES {
        let info = entry.info();
        assert!(shelf.contains(&format!("{}: {}, {}\n", info.id, info.name, info.author)), "{shelf}");
        assert!(shelf.contains(info.summary.en));
        for option in info.options {
            assert!(shelf.contains(&format!("--set {}=", option.key)), "{shelf}");
        }
    }
    assert!(
        shelf.contains("    2–4 seats, from age 8, 15–30 minutes\n    bots: random, greedy, "),
        "{shelf}"
    );
    assert!(shelf.contains(", alphabeta (2 seats), "), "{shelf}");
    ludotheque("games --lang fr").assert().success().stdout(predicate::str::contains("empiler"));
}

#[test]
fn a_rulebook_is_shown_as_it_is_written() {
    for entry in catalog::GAMES {
        for lang in Lang::ALL {
            let shown = stdout(&mut ludotheque(&format!("rules {} --lang {lang}", entry.info().id)));
            assert!(shown == entry.info().rulebook.get(lang), "{} in {lang}", entry.info().id);
        }
    }
}

#[test]
fn every_article_is_shown_by_its_number_in_both_languages() {
    for entry in catalog::GAMES {
        let info = entry.info();
        for lang in Lang::ALL {
            let article = rulebook::articles(info.rulebook.get(lang)).last().unwrap();
            let shown =
                stdout(&mut ludotheque(&format!("rules {} {} --lang {lang}", info.id, article.number)));
            let title = format!("{} · {}\n\n", article.number, article.title);
            assert!(shown.starts_with(&title) && shown.contains(article.body.trim()), "{shown}");
        }
    }
    let careless = stdout(&mut ludotheque("rules basik --lang fr b14"));
    assert!(careless.starts_with("B14 · "), "{careless}");
}

#[test]
fn an_article_that_is_missing_is_answered_with_those_there_are() {
    let message = error_output(&mut ludotheque("rules basik B99"), 1);
    assert!(message.contains("no article B99") && message.contains("B1, B2, B3"), "{message}");
}

#[test]
fn a_misspelt_game_is_answered_with_the_right_one() {
    for command in ["rules", "play", "trace", "perft --depth 1", "bench", "arena --games 2"] {
        let message = error_output(&mut ludotheque(&format!("{command} basic")), 2);
        assert!(message.contains("invalid value 'basic'"), "{command}: {message}");
        assert!(message.contains("a similar value exists: 'basik'"), "{command}: {message}");
    }
}

#[test]
fn a_language_that_is_missing_is_answered_with_those_there_are() {
    for command in ["games", "rules basik", "trace basik", "play basik"] {
        let message = error_output(&mut ludotheque(&format!("{command} --lang de")), 2);
        assert!(message.contains("the languages are fr and en"), "{command}: {message}");
    }
}
