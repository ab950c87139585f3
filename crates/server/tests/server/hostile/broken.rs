//! Games that keep processors busy and fail: what a house must bear.

use game::Rehearsal;
use game::{
    Actor, Analysis, Bot, BotSpec, Budget, Game, Illegal, Info, Listing, Seat, SeatSet, Team, Text, Turn,
    Viewer,
};
use rand::{Rng, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use serde_json::value::RawValue;
use std::any::Any;
use table::{AnyBot, AnyGame, BotInfo, Erased, Kind, Refused, Setup, SetupError};
use testkit::tiny::{Envelopes, Pebbles};

/// Pebbles with a bot that thinks for as long as it may (which is also the one that analyses) and one that panics;
/// Envelopes without an envelope: Nature panics.
pub static GAMES: &[&dyn Kind] = &[&PEBBLES, &Unlucky];

static PEBBLES: Erased<Pebbles> = Erased(&[
    search::random(),
    spec("slow", |_| Box::new(Slow)),
    spec("best", |_| Box::new(Slow)),
    spec("broken", |_| Box::new(Broken)),
]);
static ENVELOPES: Erased<Envelopes> = Erased(&search::standard());

const fn spec(id: &'static str, make: fn(u64) -> Box<dyn Bot<Pebbles>>) -> BotSpec<Pebbles> {
    BotSpec { id, summary: Text { fr: "", en: "" }, seats: Pebbles::INFO.seats, make }
}

struct Slow;

impl Bot<Pebbles> for Slow {
    fn choose(&mut self, game: &Pebbles, seat: Seat, budget: &Budget<'_>) -> <Pebbles as Game>::Action {
        while !budget.is_stopped() {
            std::hint::spin_loop();
        }
        game.sample(Actor::Seat(seat), &mut Xoshiro256PlusPlus::seed_from_u64(1))
    }

    fn analyse(
        &mut self,
        _: &Pebbles,
        _: Seat,
        _: usize,
        budget: &Budget<'_>,
        _: &mut dyn FnMut(&Analysis<<Pebbles as Game>::Action>),
    ) {
        while !budget.is_stopped() {
            std::hint::spin_loop();
        }
    }
}

struct Broken;

impl Bot<Pebbles> for Broken {
    fn choose(&mut self, _: &Pebbles, _: Seat, _: &Budget<'_>) -> <Pebbles as Game>::Action {
        panic!("a bot that is to panic")
    }
}

struct Unlucky;

struct UnluckyGame(Box<dyn AnyGame>);

impl Kind for Unlucky {
    fn info(&self) -> &'static Info {
        ENVELOPES.info()
    }

    fn referee(&self) -> Option<&'static str> {
        ENVELOPES.referee()
    }

    fn bots(&self) -> Vec<BotInfo> {
        ENVELOPES.bots()
    }

    fn bot(&self, id: &str, seed: u64) -> Option<Box<dyn AnyBot>> {
        ENVELOPES.bot(id, seed)
    }

    fn model(&self, name: &str) -> Option<String> {
        ENVELOPES.model(name)
    }

    fn judges(&self, rules_version: u32) -> bool {
        ENVELOPES.judges(rules_version)
    }

    fn start_under(&self, rules_version: u32, setup: &Setup) -> Result<Box<dyn AnyGame>, SetupError> {
        Ok(Box::new(UnluckyGame(ENVELOPES.start_under(rules_version, setup)?)))
    }

    fn read_position(&self, setup: &Setup, notation: &str) -> Result<Box<dyn AnyGame>, SetupError> {
        ENVELOPES.read_position(setup, notation)
    }

    fn restore(&self, snapshot: &Value) -> Result<Box<dyn AnyGame>, serde_json::Error> {
        ENVELOPES.restore(snapshot)
    }

    fn erase(&self, game: &dyn Any) -> Option<Box<dyn AnyGame>> {
        ENVELOPES.erase(game)
    }
}

impl AnyGame for UnluckyGame {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn apply(&mut self, actor: Actor, action: &str) -> Result<String, Refused> {
        self.0.apply(actor, action)
    }

    fn irrevocable(&self, action: &str) -> Option<Illegal> {
        self.0.irrevocable(action)
    }

    fn redacted(&self, actor: Actor, action: &str) -> Option<String> {
        self.0.redacted(actor, action)
    }

    fn forfeit(&mut self, seat: Seat) {
        self.0.forfeit(seat);
    }

    fn actions(&self, seat: Seat) -> (Vec<String>, Listing) {
        self.0.actions(seat)
    }

    fn sample(&self, actor: Actor, rng: &mut dyn Rng) -> String {
        assert!(actor != Actor::Nature, "Nature is to panic");
        self.0.sample(actor, rng)
    }

    fn nature_result(&self) -> Option<String> {
        self.0.nature_result()
    }

    fn position(&self) -> String {
        self.0.position()
    }

    fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.0.view(viewer)
    }

    fn snapshot(&self) -> Value {
        self.0.snapshot()
    }

    fn team(&self, seat: Seat) -> Team {
        self.0.team(seat)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.0.ended_by()
    }

    fn may_confer(&self) -> Vec<SeatSet> {
        self.0.may_confer()
    }

    fn rehearse(&self, seat: Seat, what: &str) -> Option<Box<dyn Rehearsal>> {
        self.0.rehearse(seat, what)
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(UnluckyGame(self.0.fork()))
    }

    fn typed(&self) -> &dyn Any {
        self.0.typed()
    }
}
