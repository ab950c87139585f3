//! One match: a log, and the state that is computed from it.

use crate::any::{AnyGame, Kind};
use crate::clock::{ClockRule, Clocks};
use crate::history::{History, Start, action_of};
use crate::log::{Declaration, Event, GameMillis, LogEntry};
use crate::offer::{Offer, OpenOffer};
use crate::refused::Refused;
use crate::setup::{Setup, SetupError};
use crate::step::{Leaving, Step};
use game::{Actor, BySeat, Listing, Outcome, Seat, SeatSet, Turn, Viewer};
use rand::Rng;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A match of some game.
///
/// Every change of a table appends one entry to its log; the same log gives the same table again, on every machine.
pub struct Table {
    kind: &'static dyn Kind,
    setup: Setup,
    clock: ClockRule,
    start: Start,
    log: Vec<LogEntry>,
    game: Box<dyn AnyGame>,
    history: History,
    state: State,
}

/// What is computed from the log besides the position and its history.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    /// What the other seats are told of sealed actions, by their index in the log.
    sealed: BTreeMap<usize, String>,
    /// For each seat, the length of the log when it was last asked to act.
    prompts: BySeat<u32>,
    clocks: Clocks,
    offer: Option<OpenOffer>,
    /// The seats that left, by resigning or by running out of time.
    gone: SeatSet,
    drawn: bool,
}

/// An entry of a log that is refused when the log is replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry}: {refused}")]
pub struct ReplayError {
    /// Its index.
    pub entry: usize,
    /// What is wrong with it.
    pub refused: Refused,
}

impl Table {
    /// A new table under today's rules; its time starts at 0.
    pub fn open(kind: &'static dyn Kind, setup: Setup, clock: ClockRule) -> Result<Self, SetupError> {
        Table::open_at(kind, setup, clock, Start::default())
    }

    /// A new table that begins at `start`; its time starts at 0.
    pub fn open_at(
        kind: &'static dyn Kind,
        setup: Setup,
        clock: ClockRule,
        start: Start,
    ) -> Result<Self, SetupError> {
        let game = start.position(kind, &setup)?;
        let state = State {
            sealed: BTreeMap::new(),
            prompts: BySeat::new(setup.seats, |_| 0),
            clocks: Clocks::new(clock, setup.seats),
            offer: None,
            gone: SeatSet::EMPTY,
            drawn: false,
        };
        let history = History::new(&*game);
        let mut table = Table { kind, setup, clock, start, log: Vec::new(), game, history, state };
        table.state.clocks.update(0, None, table.turn().seats());
        Ok(table)
    }

    /// Replays a log on a new table.
    pub fn replay(mut self, log: impl IntoIterator<Item = LogEntry>) -> Result<Self, ReplayError> {
        self.extend(log)?;
        Ok(self)
    }

    /// Appends entries that were judged elsewhere; at the first that is refused here, fails with those before it kept.
    pub fn extend(&mut self, log: impl IntoIterator<Item = LogEntry>) -> Result<(), ReplayError> {
        for entry in log {
            let index = self.log.len();
            self.push(entry).map_err(|refused| ReplayError { entry: index, refused })?;
        }
        Ok(())
    }

    /// The game that is played.
    pub fn kind(&self) -> &'static dyn Kind {
        self.kind
    }

    /// The seats and options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The rule of the clock.
    pub fn clock(&self) -> ClockRule {
        self.clock
    }

    /// Where the match began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The version of the rules that it is played by.
    pub fn rules_version(&self) -> u32 {
        self.start.rules_version.unwrap_or(self.kind.info().rules_version)
    }

    /// Every action and declaration, in order.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// The seats that may act now, or the result, by the rules or by agreement.
    pub fn turn(&self) -> Turn {
        if self.state.drawn {
            let stays = |seat| u8::from(!self.state.gone.contains(seat));
            return Turn::Over(Outcome::by_score(&BySeat::new(self.setup.seats, stays)));
        }
        self.game.turn()
    }

    /// What a viewer may see, as JSON text.
    pub fn view(&self, viewer: Viewer) -> Box<RawValue> {
        self.game.view(viewer)
    }

    /// The legal actions of a seat, none if it may not act, and whether the list is complete.
    pub fn actions(&self, seat: Seat) -> (Vec<String>, Listing) {
        if self.turn().seats().contains(seat) {
            self.game.actions(seat)
        } else {
            (Vec::new(), Listing::Complete)
        }
    }

    /// The number that a seat must quote when it acts, if it may act: so that no action is performed twice, or on
    /// another position than the one it was chosen for.
    pub fn prompt(&self, seat: Seat) -> Option<u32> {
        self.turn().seats().contains(seat).then(|| self.state.prompts[seat])
    }

    /// The seats that left, by resigning or by running out of time.
    pub fn gone(&self) -> SeatSet {
        self.state.gone
    }

    /// The offer that waits for answers.
    pub fn offer(&self) -> Option<OpenOffer> {
        self.state.offer
    }

    /// The actions that led to the position, without those taken back.
    pub fn actions_played(&self) -> impl Iterator<Item = (Actor, &str)> {
        self.history.steps().iter().filter_map(|index| action_of(&self.log[*index]))
    }

    /// How many steps led to the position: the actions, and the seats that left.
    pub fn steps(&self) -> usize {
        self.history.steps().len()
    }

    /// The position after the first `steps` of these steps; `None` if there are fewer. The cost does not depend on the
    /// length of the game.
    pub fn position_after(&self, steps: usize) -> Option<Box<dyn AnyGame>> {
        self.history.position_after(steps, &self.log)
    }

    /// How many steps this table has ever applied to a position: a measure of its work.
    pub fn steps_applied(&self) -> u64 {
        self.history.applied()
    }

    /// Goes back to the position after the first `steps` steps, as if the rest had never been logged. For tables that
    /// only explore a game: a table that is played takes actions back by [`Declaration::TakeBack`].
    pub fn rewind(&mut self, steps: usize) {
        if steps == self.steps() && self.state.offer.is_none() && !self.state.drawn {
            return;
        }
        let Some(game) = self.position_after(steps) else { return };
        let entries = self.history.steps().get(steps).copied().unwrap_or(self.log.len());
        self.game = game;
        self.log.truncate(entries);
        self.history.truncate(steps);
        self.state.sealed.split_off(&entries);
        let left = |index: &usize| match self.log[*index].event {
            Event::Declare { seat, .. } => Some(seat),
            Event::Play { .. } => None,
        };
        self.state.gone = self.history.steps().iter().filter_map(left).collect();
        (self.state.offer, self.state.drawn) = (None, false);
        self.state.prompts = BySeat::new(self.setup.seats, |_| entries as u32);
    }

    /// Whether some action is still sealed.
    pub fn has_secrets(&self) -> bool {
        !self.state.sealed.is_empty() && self.turn().outcome().is_none()
    }

    /// How many of the steps were already made when the log had `entries` entries.
    pub fn steps_within(&self, entries: usize) -> usize {
        self.history.steps().partition_point(|index| *index < entries)
    }

    /// The steps from the `from`th on, as the holder of the seats `own` may know them: until the game is over, sealed
    /// actions of others are replaced by what they announced.
    pub fn steps_seen_by(&self, own: SeatSet, from: usize) -> impl Iterator<Item = Step> {
        let over = self.turn().outcome().is_some();
        let step = move |index: &usize| {
            let LogEntry { at, event } = &self.log[*index];
            match event {
                Event::Declare { seat, declaration } => {
                    Step { seat: Some(*seat), action: None, at: *at, left: Leaving::by(*declaration) }
                }
                Event::Play { actor, action } => {
                    let seat = actor.seat();
                    let open = over || seat.is_some_and(|seat| own.contains(seat));
                    let announced = self.state.sealed.get(index).filter(|_| !open).unwrap_or(action);
                    Step { seat, action: Some(announced.clone()), at: *at, left: None }
                }
            }
        };
        self.history.steps().iter().skip(from).map(step)
    }

    /// The time that a seat has left.
    pub fn time_left(&self, seat: Seat, now: GameMillis) -> Option<GameMillis> {
        self.state.clocks.left(seat, now)
    }

    /// The seats whose clocks are running.
    pub fn running(&self) -> SeatSet {
        if self.turn().outcome().is_some() { SeatSet::EMPTY } else { self.state.clocks.running() }
    }

    /// When the next clock runs out, and whose, if nobody acts before.
    pub fn deadline(&self) -> Option<(GameMillis, Seat)> {
        self.state.clocks.deadline().filter(|_| self.turn().outcome().is_none())
    }

    /// Performs an action of a seat, in answer to a prompt.
    pub fn act(
        &mut self,
        seat: Seat,
        prompt: u32,
        action: &str,
        now: GameMillis,
    ) -> Result<&LogEntry, Refused> {
        let stale = match self.prompt(seat) {
            Some(open) => open != prompt,
            None => self.has_acted_since(seat, prompt),
        };
        if stale {
            return Err(Refused::Stale);
        }
        self.append(now, Event::Play { actor: Actor::Seat(seat), action: action.to_owned() })
    }

    /// Whether a seat has answered a prompt already.
    fn has_acted_since(&self, seat: Seat, prompt: u32) -> bool {
        let acts = |entry: &LogEntry| matches!(entry.event, Event::Play { actor: Actor::Seat(who), .. } if who == seat);
        self.log.get(prompt as usize..).is_some_and(|since| since.iter().any(acts))
    }

    /// Logs a declaration of a seat, with what follows from it.
    pub fn declare(
        &mut self,
        seat: Seat,
        declaration: Declaration,
        now: GameMillis,
    ) -> Result<&LogEntry, Refused> {
        self.append(now, Event::Declare { seat, declaration })
    }

    /// Performs an action of Nature, if it is its turn. The caller works the action out with [`AnyGame::sample`].
    pub fn nature(&mut self, action: &str, now: GameMillis) -> Result<&LogEntry, Refused> {
        self.append(now, Event::Play { actor: Actor::Nature, action: action.to_owned() })
    }

    /// Lets Nature act for as long as it is its turn; returns how many times it acted.
    pub fn run_nature(&mut self, rng: &mut dyn Rng, now: GameMillis) -> Result<usize, Refused> {
        let mut count = 0;
        while self.turn() == Turn::Nature {
            let action = self.game.sample(Actor::Nature, rng);
            self.nature(&action, now)?;
            count += 1;
        }
        Ok(count)
    }

    /// Makes the seat forfeit whose time has run out at `now`, if there is one; returns it.
    pub fn flag(&mut self, now: GameMillis) -> Option<Seat> {
        self.on_timeout(Declaration::OutOfTime, now)
    }

    /// Lets a bot play on for the seat whose time has run out at `now`, if there is one; returns it.
    pub fn replace_by_bot(&mut self, now: GameMillis) -> Option<Seat> {
        self.on_timeout(Declaration::ReplacedByBot, now)
    }

    fn on_timeout(&mut self, declaration: Declaration, now: GameMillis) -> Option<Seat> {
        let (_, seat) = self.deadline().filter(|(end, _)| *end <= now)?;
        self.declare(seat, declaration, now).ok()?;
        Some(seat)
    }

    fn append(&mut self, now: GameMillis, event: Event) -> Result<&LogEntry, Refused> {
        let at = self.log.last().map_or(now, |last| now.max(last.at));
        self.push(LogEntry { at, event })?;
        Ok(self.log.last().expect("an entry was just pushed"))
    }

    /// The one way into the log: judges an entry, applies it and appends it. All or nothing.
    fn push(&mut self, entry: LogEntry) -> Result<(), Refused> {
        let LogEntry { at, event } = entry;
        if self.log.last().is_some_and(|last| at < last.at) {
            return Err(Refused::TimeBackwards);
        }
        if self.state.drawn {
            return Err(Refused::Over);
        }
        let before = self.turn().seats();
        let event = match event {
            Event::Play { actor, action } => {
                let action = self.play(actor, &action, at)?;
                Event::Play { actor, action }
            }
            Event::Declare { seat, declaration } => {
                self.apply_declaration(seat, declaration, at)?;
                Event::Declare { seat, declaration }
            }
        };
        self.log.push(LogEntry { at, event });
        self.renew_prompts(before);
        Ok(())
    }

    /// Gives a new prompt to the seat that acted, to seats that newly have to act, and to all after a take-back.
    fn renew_prompts(&mut self, before: SeatSet) {
        let entry = self.log.last().expect("an entry was just pushed");
        let now = self.turn().seats();
        let (acted, all) = match entry.event {
            Event::Play { actor: Actor::Seat(seat), .. } => (Some(seat), false),
            Event::Play { actor: Actor::Nature, .. } => (None, false),
            Event::Declare { declaration: Declaration::TakeBack | Declaration::Accept, .. } => {
                (None, self.state.offer.is_none())
            }
            Event::Declare { .. } => (None, false),
        };
        for seat in now.iter().filter(|seat| all || acted == Some(*seat) || !before.contains(*seat)) {
            self.state.prompts[seat] = self.log.len() as u32;
        }
        self.state.clocks.update(entry.at, acted, now);
    }

    fn play(&mut self, actor: Actor, action: &str, at: GameMillis) -> Result<String, Refused> {
        if let Actor::Seat(seat) = actor {
            if seat.0 >= self.setup.seats {
                return Err(Refused::NotSeated(seat));
            }
            if self.state.clocks.is_out(seat, at) {
                return Err(Refused::OutOfTime(seat));
            }
        }
        let announced = self.game.redacted(actor, action);
        let action = self.game.apply(actor, action)?;
        let index = self.log.len();
        self.history.push(index, &*self.game);
        self.state.sealed.extend(announced.map(|announced| (index, announced)));
        self.state.offer = None;
        Ok(action)
    }

    fn apply_declaration(
        &mut self,
        seat: Seat,
        declaration: Declaration,
        at: GameMillis,
    ) -> Result<(), Refused> {
        if seat.0 >= self.setup.seats || self.state.gone.contains(seat) {
            return Err(Refused::NotSeated(seat));
        }
        if self.turn().outcome().is_some() {
            return Err(Refused::Over);
        }
        match declaration {
            Declaration::OutOfTime | Declaration::ReplacedByBot if !self.state.clocks.is_out(seat, at) => {
                Err(Refused::TimeLeft(seat))
            }
            Declaration::ReplacedByBot => {
                self.state.clocks.retire(seat);
                Ok(())
            }
            Declaration::Resign | Declaration::OutOfTime => {
                self.game.forfeit(seat);
                self.state.gone = self.state.gone.with(seat);
                self.history.push(self.log.len(), &*self.game);
                self.state.offer = None;
                Ok(())
            }
            Declaration::TakeBack => {
                let target = self.last_action(seat).ok_or(Refused::NothingToTakeBack)?;
                self.judge_taking_back(target)?;
                let unfinished = target + 1 == self.steps() && self.turn().seats().contains(seat);
                if unfinished {
                    self.take_back(target);
                    Ok(())
                } else {
                    self.make_offer(seat, Offer::TakeBack)
                }
            }
            Declaration::Draw => self.make_offer(seat, Offer::Draw),
            Declaration::Accept | Declaration::Decline => {
                let mut offer = self.state.offer.filter(|offer| offer.by != seat).ok_or(Refused::NoOffer)?;
                offer.accepted = offer.accepted.with(seat);
                self.state.offer = (declaration == Declaration::Accept).then_some(offer);
                self.carry_out_offer();
                Ok(())
            }
        }
    }

    fn make_offer(&mut self, by: Seat, offer: Offer) -> Result<(), Refused> {
        if self.state.offer.is_some() {
            return Err(Refused::OfferOpen);
        }
        self.state.offer = Some(OpenOffer { by, offer, accepted: SeatSet::one(by) });
        Ok(())
    }

    /// Does what was offered, once every seat that plays has accepted.
    fn carry_out_offer(&mut self) {
        let Some(open) = self.state.offer else { return };
        let accepts = |seat| open.accepted.contains(seat) || self.state.gone.contains(seat);
        if !Seat::all(self.setup.seats).all(accepts) {
            return;
        }
        self.state.offer = None;
        match open.offer {
            Offer::Draw => self.state.drawn = true,
            Offer::TakeBack => {
                let target = self.last_action(open.by).expect("what was offered can still be done");
                self.take_back(target);
            }
        }
    }

    /// The number of the step that is the last action of a seat, if nobody left since.
    fn last_action(&self, seat: Seat) -> Option<usize> {
        let steps = self.history.steps();
        let action = |index: &usize| action_of(&self.log[*index]);
        let since = steps.iter().rposition(|index| action(index).is_none()).map_or(0, |at| at + 1);
        let own = |index: &usize| action(index).is_some_and(|(actor, _)| actor == Actor::Seat(seat));
        steps[since..].iter().rposition(own).map(|at| since + at)
    }

    /// Refuses to take the steps from that number on back, if the game says so of one of them.
    fn judge_taking_back(&self, target: usize) -> Result<(), Refused> {
        let mut played =
            self.history.steps()[target..].iter().filter_map(|index| action_of(&self.log[*index]));
        match played.find_map(|(_, action)| self.game.irrevocable(action)) {
            Some(illegal) => Err(illegal.into()),
            None => Ok(()),
        }
    }

    /// Goes back to the position before the step of that number; the log keeps it.
    fn take_back(&mut self, target: usize) {
        self.game = self.position_after(target).expect("the step was made");
        self.history.truncate(target);
    }
}
