//! The laws that every game must obey, checked over random games; a failure is shrunk to the shortest game that breaks
//! a law.

use game::{Actor, Game, Illegal, Lang, Listing, Outcome, Seat, SeatSet, Turn, Viewer, rulebook};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use search::Search;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// One position out of this many is checked thoroughly; which ones depends on the game's seed.
const CHECK_INTERVAL: usize = 5;

/// A set of laws to check for a game in one setting; see [`laws`].
pub struct Laws<G: Game> {
    options: G::Options,
    seats: u8,
    games: u32,
    longest: usize,
    universe: Vec<G::Action>,
    in_the_open: bool,
    articles: BTreeSet<&'static str>,
    also: fn(&G),
}

/// The laws for `G` at a table of `seats` seats, with default options and no universe.
pub fn laws<G: Game>(seats: u8) -> Laws<G> {
    let numbers = |lang| rulebook::articles(G::INFO.rulebook.get(lang)).map(|article| article.number);
    let [french, english] = Lang::ALL.map(|lang| numbers(lang).collect::<BTreeSet<_>>());
    Laws {
        options: G::Options::default(),
        seats,
        games: 1000,
        longest: 20_000,
        universe: Vec::new(),
        in_the_open: false,
        articles: &french & &english,
        also: |_| {},
    }
}

impl<G: Game> Laws<G> {
    /// Sets the options.
    #[must_use]
    pub fn options(self, options: G::Options) -> Self {
        Laws { options, ..self }
    }

    /// Sets the number of games; the default is 1000.
    #[must_use]
    pub fn games(self, games: u32) -> Self {
        Laws { games, ..self }
    }

    /// Sets well-formed actions, legal or not: each must be accepted exactly where it is listed.
    #[must_use]
    pub fn universe(self, actions: impl IntoIterator<Item = G::Action>) -> Self {
        Laws { universe: actions.into_iter().collect(), ..self }
    }

    /// Says that seats which act at once see what the others do, as the rulebook says.
    #[must_use]
    pub fn in_the_open(self) -> Self {
        Laws { in_the_open: true, ..self }
    }

    /// Plays the games and checks the laws; panics with the shortest game found that breaks one.
    pub fn check(&self) {
        self.setting();
        let config = Config {
            cases: self.games,
            failure_persistence: None,
            max_shrink_iters: 2000,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let log = RefCell::new(Vec::new());
        let games = (vec(any::<u16>(), 0..120), any::<u64>());
        let result = runner.run(&games, |(choices, seed)| {
            log.borrow_mut().clear();
            self.play(&choices, seed, &log);
            Ok(())
        });
        if let Err(TestError::Fail(reason, (choices, seed))) = result {
            // Play the shrunk game once more to get its log.
            log.borrow_mut().clear();
            let _ =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.play(&choices, seed, &log)));
            let actions: Vec<String> =
                log.borrow().iter().map(|(_, action): &(Actor, String)| action.clone()).collect();
            panic!("{}, {} seats: {reason}\nafter: {}", G::INFO.id, self.seats, actions.join(", "));
        }
        result.expect("the runner did not give up");
    }

    fn start(&self) -> G {
        G::new(&self.options, self.seats).expect("the setting is legal")
    }

    /// Laws of the setting: seat counts, options and their names.
    fn setting(&self) {
        let beyond = [*G::INFO.seats.end() + 1, *G::INFO.seats.start() - 1];
        assert!(G::INFO.seats.contains(&self.seats) && !beyond.contains(&self.seats));
        for option in G::INFO.options {
            for choice in option.choices {
                let chosen = serde_json::json!({ option.key: choice.value });
                let read = serde_json::from_value::<G::Options>(chosen);
                assert!(read.is_ok(), "{}={} is an option", option.key, choice.value);
            }
            let chosen = serde_json::json!({ option.key: "no such choice" });
            assert!(serde_json::from_value::<G::Options>(chosen).is_err(), "{} takes anything", option.key);
        }
        let default =
            serde_json::from_value::<G::Options>(serde_json::json!({})).expect("options may be left out");
        assert_eq!(json(&default), json(&G::Options::default()), "no options means the default ones");
    }

    fn play(&self, choices: &[u16], seed: u64, log: &RefCell<Vec<(Actor, String)>>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut game = self.start();
        let leaves_at = rng.random_range(0..60);
        for step in 0..self.longest {
            let turn = game.turn();
            if step % CHECK_INTERVAL == seed as usize % CHECK_INTERVAL {
                self.check_thoroughly(&game, turn);
            }
            let actor = match turn {
                Turn::Over(outcome) => {
                    self.position(&game);
                    self.outcome(&game, outcome);
                    return self.replay(&game, &log.borrow());
                }
                Turn::Nature => Actor::Nature,
                Turn::Seats(seats) => {
                    assert!(!seats.is_empty(), "a seat may act");
                    assert!(seats.iter().all(|seat| seat.0 < self.seats), "only seats of the table act");
                    Actor::Seat(
                        seats.iter().nth(rng.random_range(0..seats.len() as usize)).expect("one of them"),
                    )
                }
            };
            let sampled = game.sample(actor, &mut rng);
            let action = match actor {
                Actor::Seat(seat) => {
                    let mut listed = Vec::new();
                    game.actions(seat, &mut listed);
                    assert!(
                        listed.is_empty() || listed.contains(&sampled),
                        "{sampled} is sampled but not listed"
                    );
                    match choices.get(step) {
                        Some(choice) if !listed.is_empty() => listed[*choice as usize % listed.len()].clone(),
                        _ => sampled,
                    }
                }
                Actor::Nature => sampled,
            };
            self.notation(&action);
            self.out_of_turn(&game, turn, &action);
            if step == leaves_at {
                self.forfeit(&game, &mut rng);
            }
            let before = game.clone();
            log.borrow_mut().push((actor, action.to_string()));
            game.apply(actor, &action)
                .unwrap_or_else(|refusal| panic!("{action} was offered, then refused: {refusal}"));
            assert!(game != before, "{action} changes nothing");
        }
        panic!("the game does not end within {} actions", self.longest);
    }

    /// The laws of one position, and of everything that can be done in it.
    fn check_thoroughly(&self, game: &G, turn: Turn) {
        self.position(game);
        for seat in turn.seats().iter() {
            self.listed(game, seat);
        }
        self.universe_agrees(game, turn.seats());
        if !self.in_the_open {
            self.secrets(game, turn.seats());
        }
    }

    /// A position survives being stored, and every viewer can be shown it.
    fn position(&self, game: &G) {
        let stored = serde_json::to_string(game).expect("a position can be stored");
        let restored: G = serde_json::from_str(&stored).unwrap_or_else(|error| panic!("{stored}: {error}"));
        assert!(restored == *game, "{stored} is another position");
        assert_eq!(restored.to_string(), game.to_string());
        assert_eq!(game.seats(), self.seats);
        for viewer in Seat::all(self.seats).map(Viewer::Seat).chain([Viewer::Public, Viewer::Everything]) {
            json(&game.view(viewer));
        }
        (self.also)(game);
    }

    /// What is listed is accepted, and listed once.
    fn listed(&self, game: &G, seat: Seat) {
        let mut listed = Vec::new();
        if game.actions(seat, &mut listed) == Listing::Complete {
            assert!(!listed.is_empty(), "a seat that may act can act");
        }
        let names: BTreeSet<String> = listed.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), listed.len(), "an action is listed twice");
        for action in &listed {
            self.notation(action);
            let refusal = game.clone().apply(Actor::Seat(seat), action).err();
            assert_eq!(refusal, None, "{action} is listed and refused");
        }
    }

    /// Notation survives a round trip, and fits on a line of a record.
    fn notation(&self, action: &G::Action) {
        let text = action.to_string();
        let parsed: Result<G::Action, _> = text.parse();
        assert_eq!(parsed.as_ref(), Ok(action), "{text} is read as something else");
        assert!(!text.contains([';', '\n', '\r']) && text.trim() == text, "{text:?} does not fit a record");
        assert!(!text.is_empty() && !text.starts_with('!'), "{text:?} looks like a word to the table");
        let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
        assert!(rest.is_empty() || first.parse::<u8>().is_err(), "{text:?} looks like a seat's action");
    }

    /// A seat that is not to act is refused, and nothing changes.
    fn out_of_turn(&self, game: &G, turn: Turn, action: &G::Action) {
        let others = Seat::all(self.seats).filter(|seat| !turn.seats().contains(*seat)).map(Actor::Seat);
        let nature = (turn != Turn::Nature).then_some(Actor::Nature);
        for actor in others.chain(nature) {
            self.refused(game, actor, action);
        }
    }

    fn refused(&self, game: &G, actor: Actor, action: &G::Action) {
        let mut after = game.clone();
        match after.apply(actor, action) {
            Ok(()) => panic!("{actor:?} may not do {action} in {game}"),
            Err(refusal) => self.cites(&refusal),
        }
        assert!(after == *game, "the refused {action} changed something");
    }

    fn cites(&self, refusal: &Illegal) {
        assert!(self.articles.contains(refusal.article), "{} is not in both rulebooks", refusal.article);
    }

    /// Every action of the universe is accepted exactly where it is listed.
    fn universe_agrees(&self, game: &G, seats: SeatSet) {
        for seat in seats.iter() {
            let mut listed = Vec::new();
            let listing = game.actions(seat, &mut listed);
            for action in &self.universe {
                if !listed.contains(action) && listing == Listing::Complete {
                    self.refused(game, Actor::Seat(seat), action);
                }
            }
        }
    }

    /// Where several seats act at once and not in the open, the action of a seat is hidden from all other viewers until all have acted.
    fn secrets(&self, game: &G, seats: SeatSet) {
        for seat in seats.iter().filter(|_| seats.len() > 1) {
            let mut listed = Vec::new();
            game.actions(seat, &mut listed);
            let [one, other, ..] = listed.as_slice() else { continue };
            let after = [one, other].map(|action| {
                let mut after = game.clone();
                after.apply(Actor::Seat(seat), action).expect("listed actions are accepted");
                after
            });
            let shown = [one, other].map(|action| game.redacted(Actor::Seat(seat), action));
            assert!(
                shown[0].is_some() && shown[0] == shown[1],
                "the others hear a secret of {seat}: {shown:?}"
            );
            let [one, other] = &after;
            let rest = Seat::all(self.seats).filter(|viewer| *viewer != seat).map(Viewer::Seat);
            for viewer in rest.chain([Viewer::Public]) {
                assert_eq!(
                    json(&one.view(viewer)),
                    json(&other.view(viewer)),
                    "{viewer:?} sees a secret of {seat}"
                );
            }
            let own = Viewer::Seat(seat);
            assert_ne!(json(&one.view(own)), json(&other.view(own)), "{seat} does not see its own action");
        }
    }

    /// A seat that leaves never acts again, and its place is behind all seats that stayed.
    fn forfeit(&self, game: &G, rng: &mut Xoshiro256PlusPlus) {
        let mut game = game.clone();
        let gone = Seat(rng.random_range(0..self.seats));
        game.forfeit(gone);
        self.position(&game);
        for _ in 0..self.longest {
            let actor = match game.turn() {
                Turn::Over(outcome) => {
                    self.position(&game);
                    self.outcome(&game, outcome);
                    let alone = Seat::all(self.seats).all(|seat| game.rivals(seat).len() == self.seats - 1);
                    let best = Seat::all(self.seats)
                        .filter(|seat| *seat != gone)
                        .map(|seat| outcome.place(seat))
                        .max();
                    assert!(
                        !alone || Some(outcome.place(gone)) > best,
                        "{gone} left and ends at {outcome:?}"
                    );
                    return;
                }
                Turn::Nature => Actor::Nature,
                Turn::Seats(seats) => {
                    assert!(!seats.contains(gone), "{gone} left and is asked to act");
                    Actor::Seat(seats.first().expect("a seat may act"))
                }
            };
            let action = game.sample(actor, rng);
            game.apply(actor, &action)
                .unwrap_or_else(|refusal| panic!("{action} was sampled, then refused: {refusal}"));
        }
        panic!("the game does not end after {gone} left");
    }

    /// Places are consistent: partners share a place, and a place is one more than the number of teams that did better.
    fn outcome(&self, game: &G, outcome: Outcome) {
        assert_eq!(outcome.places().count(), self.seats);
        for seat in Seat::all(self.seats) {
            let place = outcome.place(seat);
            let mut better = BTreeSet::new();
            for other in Seat::all(self.seats) {
                if game.team(other) == game.team(seat) {
                    assert_eq!(outcome.place(other), place, "partners share a place in {outcome:?}");
                } else if outcome.place(other) < place {
                    better.insert(game.team(other));
                }
            }
            assert_eq!(place as usize, 1 + better.len(), "{seat} has the wrong place in {outcome:?}");
        }
    }

    /// Replaying the log gives the same position; a finished game accepts no action.
    fn replay(&self, end: &G, log: &[(Actor, String)]) {
        let mut game = self.start();
        for (actor, text) in log {
            let action: G::Action = text.parse().expect("notation is read back");
            game.apply(*actor, &action).expect("what was legal is legal again");
        }
        assert!(game == *end, "the log replays to {game} instead of {end}");
        if let Some((_, text)) = log.last() {
            let action: G::Action = text.parse().expect("notation is read back");
            for actor in Seat::all(self.seats).map(Actor::Seat).chain([Actor::Nature]) {
                self.refused(&game, actor, &action);
            }
        }
    }
}

impl<G: Search> Laws<G> {
    /// Checks all laws, and those of [`Search`].
    pub fn check_search(self) {
        Laws { also: searchable::<G>, ..self }.check();
    }
}

/// The laws of [`Search`]: overridden methods agree with the plain ones, and evaluations are within bounds.
fn searchable<G: Search>(game: &G) {
    let stored = serde_json::to_string(game).expect("a position can be stored");
    let restored: G = serde_json::from_str(&stored).expect("a position can be restored");
    assert_eq!(restored.key(), game.key(), "equal positions have equal keys");
    let (values, chances) = (game.evaluate(), game.chances());
    assert_eq!((values.count(), chances.count()), (game.seats(), game.seats()));
    for (seat, value) in values.iter() {
        assert!(value.abs() < 100_000, "{value} is no evaluation");
        assert!((0.0..=1.0).contains(&chances[seat]), "{} is no chance", chances[seat]);
        let rivals = game.rivals(seat);
        let two_sides = rivals.first().is_some_and(|rival| game.rivals(rival).contains(seat))
            && rivals.iter().all(|rival| game.rivals(rival).len() + rivals.len() == game.seats());
        if let Some(rival) = rivals.first().filter(|_| two_sides) {
            assert_eq!(*value, -values[rival], "between two sides, a gain is a loss");
            assert!(
                (chances[seat] + chances[rival] - 1.0).abs() < 1e-4,
                "between two sides, one of them wins"
            );
        }
    }
    for seat in game.turn().seats().iter() {
        let mut listed = Vec::new();
        assert_eq!(game.actions(seat, &mut listed), Listing::Complete);
        assert_eq!(game.count(seat), listed.len() as u64, "counting is listing");
        for action in &listed {
            let (mut judged, mut played) = (game.clone(), game.clone());
            judged.apply(Actor::Seat(seat), action).expect("listed actions are accepted");
            played.play(Actor::Seat(seat), action);
            assert!(judged == played, "{action} is played in two ways");
            assert!(judged.key() != game.key(), "{action} leaves the key as it was");
        }
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(game.key());
    let mut after = game.clone();
    let played = after.rollout(1, &mut rng);
    let reachable = |actor: Actor| {
        let mut listed = Vec::new();
        if let Actor::Seat(seat) = actor {
            game.actions(seat, &mut listed);
        }
        listed.iter().any(|action| {
            let mut next = game.clone();
            next.play(actor, action);
            next == after
        })
    };
    match game.turn() {
        Turn::Over(_) => assert!(played == 0 && after == *game, "a finished game goes on"),
        Turn::Nature => assert_eq!(played, 1),
        Turn::Seats(seats) => {
            assert_eq!(played, 1);
            assert!(
                seats.iter().any(|seat| reachable(Actor::Seat(seat))),
                "a rollout leaves the rules: {after}"
            );
        }
    }
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).expect("it can be written as JSON")
}
