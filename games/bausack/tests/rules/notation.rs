//! The notation of actions: written and read alike, and nothing else is read.

use crate::play::{play, stands};
use bausack::{Action, Bausack, Mode};
use game::{Game, Lang};

#[test]
fn every_action_is_read_as_it_is_written() {
    let words = "take 17, arrange 17 4 31, arrange 5, sell 17 high, sell 1 reverse, sell 100 gift, bid 3, pass, accept, give 2, keep, self, giver, \
                 stop, done, place 17 drop, draw 100";
    for text in words.split(", ") {
        let action: Action = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(action.to_string(), text);
    }
    let game = play(Mode::Babel, 2, "0 place 1 drop\n* stands 15\n1 place 3 drop");
    let rest = Action::Rest(Box::new(stands(&game.placement().unwrap(), 30_000)));
    assert_eq!(rest.to_string().parse(), Ok(rest));
}

#[test]
fn nothing_else_is_an_action() {
    for text in [
        "",
        " ",
        "take",
        "take 0",
        "take 101",
        "take 017",
        "take +7",
        "take 17 ",
        " take 17",
        "take  17",
        "Take 17",
        "arrange",
        "arrange ",
        "arrange 17  4",
        "arrange 17 4 ",
        "arrange 017 4",
        "arrange 17,4",
        "arrange 0",
        "sell 17",
        "sell 17 low",
        "sell 17 high ",
        "sell high",
        "bid",
        "bid -1",
        "bid 256",
        "bid 03",
        "pass ",
        "pass 1",
        "accept 5",
        "give",
        "give 8",
        "give me",
        "keep 1",
        "self 0",
        "stop 2",
        "done ",
        "place",
        "place 17",
        "place 17 ",
        "place 0 drop",
        "place 17 ?",
        "draw",
        "draw 0",
        "rest",
        "rest ?",
        "take 17; pass",
        "17",
    ] {
        let read: Result<Action, _> = text.parse();
        assert!(read.is_err(), "`{text}` is read as {read:?}");
    }
}

/// The examples of the rulebooks are games that can be played, and say how they stand (S23, S24).
#[test]
fn the_examples_of_the_rulebooks_are_true() {
    for lang in Lang::ALL {
        let book = Bausack::INFO.rulebook.get(lang);
        let examples: Vec<&str> = book
            .split("```")
            .skip(1)
            .step_by(2)
            .filter_map(|block| block.strip_prefix("text\nknockout, 3 "))
            .collect();
        assert_eq!(examples.len(), 2);
        for example in examples {
            let (_, script) = example.split_once('\n').expect("a heading and lines");
            assert!(script.contains("\n= "));
            play(Mode::Knockout, 3, script);
        }
    }
}
