//! Helpers for test cases of rules: a position, an action, and the expected result.

use game::{Actor, Game, Lang, Seat, Turn, rulebook};

/// The first seat that may act.
pub fn to_act<G: Game>(game: &G) -> Seat {
    game.turn().seats().first().unwrap_or_else(|| panic!("no seat is to act in {game}"))
}

/// The legal actions of the first seat that may act, in notation.
pub fn listed<G: Game>(game: &G) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(to_act(game), &mut actions);
    actions.iter().map(ToString::to_string).collect()
}

/// Performs a legal action for the seat to act; panics if it is refused or not listed.
pub fn act<G: Game>(game: &mut G, action: &str) {
    let listed = listed(game);
    assert!(listed.iter().any(|legal| legal == action), "{action} is not listed in {game}: {listed:?}");
    let before = game.clone();
    let result = game.apply(Actor::Seat(to_act(game)), &read::<G>(action));
    result.unwrap_or_else(|refusal| panic!("{action} in {before}: {refusal}"));
}

/// Checks that the action is refused and changes nothing. `why` is the expected article, followed by the cells concerned.
pub fn refuses<G: Game>(game: &G, action: &str, why: &str) {
    assert!(!listed(game).iter().any(|legal| legal == action), "{action} is listed in {game}");
    let mut after = game.clone();
    let Err(refusal) = after.apply(Actor::Seat(to_act(game)), &read::<G>(action)) else {
        panic!("{action} is allowed in {game}")
    };
    let said: Vec<&str> =
        [refusal.article].into_iter().chain(refusal.at.iter().map(String::as_str)).collect();
    assert_eq!(said.join(" "), why, "{action} in {game}");
    assert_eq!(after, *game);
    for lang in Lang::ALL {
        assert!(rulebook::article(G::INFO.rulebook.get(lang), refusal.article).is_some());
    }
}

/// Checks that the game is over with these places, and that `action` is refused by `article` for every seat.
pub fn is_over<G: Game>(game: &G, article: &str, places: &[u8], action: &str) {
    let Turn::Over(outcome) = game.turn() else { panic!("{game} is not over") };
    assert_eq!(outcome.places().as_slice(), places, "{game}");
    let mut after = game.clone();
    for seat in Seat::all(game.seats()) {
        let refused_by =
            after.apply(Actor::Seat(seat), &read::<G>(action)).map_err(|refusal| refusal.article);
        assert_eq!(refused_by, Err(article), "{game}");
    }
    assert_eq!(after, *game);
}

fn read<G: Game>(action: &str) -> G::Action {
    action.parse().unwrap_or_else(|error| panic!("{action}: {error}"))
}
