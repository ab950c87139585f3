//! One match: a log, and what is folded from it.

use crate::any::{AnyGame, Kind};
use crate::clock::{ClockRule, Clocks};
use crate::frame::Told;
use crate::log::{Entry, Event, Millis, Word};
use crate::refused::Refused;
use crate::setup::{Setup, SetupError};
use game::{Actor, BySeat, Listing, Outcome, Seat, SeatSet, Turn, Viewer};
use rand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A match of some game.
///
/// Whatever changes a table appends one entry to its log; the same log gives the same table again, on every machine.
pub struct Table {
    kind: &'static dyn Kind,
    setup: Setup,
    clock: ClockRule,
    log: Vec<Entry>,
    game: Box<dyn AnyGame>,
    folded: Folded,
}

/// What is folded from the log besides the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Folded {
    /// What led to the position: the entries of the log that count, without what was taken back.
    line: Vec<usize>,
    /// What everybody else hears of actions that are under seal, by their place in the log.
    sealed: BTreeMap<usize, String>,
    /// For each seat, the length of the log when it was last asked to act.
    prompts: BySeat<u32>,
    clocks: Clocks,
    asked: Option<Asked>,
    /// Who left, by resigning or by running out of time.
    gone: SeatSet,
    drawn: bool,
}

/// A question that waits for everybody's answer.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Who asked.
    pub by: Seat,
    /// What.
    pub question: Question,
    /// Who agreed so far.
    pub agreed: SeatSet,
}

/// What a seat may ask of the others.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// May I take my last action back?
    TakeBack,
    /// Shall we call it a draw?
    Draw,
}

/// A folded table, to be stored beside its log so that a long log need not be folded again. Only a cache.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    entries: usize,
    folded: Folded,
    game: Value,
}

/// An entry of a log that can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry}: {refused}")]
pub struct ReplayError {
    /// Its index.
    pub entry: usize,
    /// What is wrong with it.
    pub refused: Refused,
}

impl Table {
    /// A new table; its time starts at 0.
    pub fn open(kind: &'static dyn Kind, setup: Setup, clock: ClockRule) -> Result<Self, SetupError> {
        let game = kind.start(&setup)?;
        let folded = Folded {
            line: Vec::new(),
            sealed: BTreeMap::new(),
            prompts: BySeat::new(setup.seats, |_| 0),
            clocks: Clocks::new(clock, setup.seats),
            asked: None,
            gone: SeatSet::EMPTY,
            drawn: false,
        };
        let mut table = Table { kind, setup, clock, log: Vec::new(), game, folded };
        table.folded.clocks.update(0, None, table.turn().seats());
        Ok(table)
    }

    /// Folds a log onto a new table.
    pub fn replay(mut self, log: impl IntoIterator<Item = Entry>) -> Result<Self, ReplayError> {
        for entry in log {
            let index = self.log.len();
            self.push(entry).map_err(|refused| ReplayError { entry: index, refused })?;
        }
        Ok(self)
    }

    /// Folds a log onto a new table, starting from a snapshot of it if that is of any use.
    pub fn resume(self, log: Vec<Entry>, snapshot: &Snapshot) -> Result<Self, ReplayError> {
        let known = snapshot.entries <= log.len() && snapshot.folded.prompts.count() == self.setup.seats;
        match self.kind.restore(&snapshot.game) {
            Ok(game) if known => {
                let mut log = log;
                let rest = log.split_off(snapshot.entries);
                Table { log, game, folded: snapshot.folded.clone(), ..self }.replay(rest)
            }
            _ => self.replay(log),
        }
    }

    /// The table as it stands, to be stored beside its log.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { entries: self.log.len(), folded: self.folded.clone(), game: self.game.snapshot() }
    }

    /// The game that is played.
    pub fn kind(&self) -> &'static dyn Kind {
        self.kind
    }

    /// The seats and options.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How much time there is.
    pub fn clock(&self) -> ClockRule {
        self.clock
    }

    /// Everything that was done and said.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The position.
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Who may act now, or that it is over, by the rules or by agreement.
    pub fn turn(&self) -> Turn {
        if self.folded.drawn {
            let stays = |seat| u8::from(!self.folded.gone.contains(seat));
            return Turn::Over(Outcome::by_score(&BySeat::new(self.setup.seats, stays)));
        }
        self.game.turn()
    }

    /// What a viewer may see.
    pub fn view(&self, viewer: Viewer) -> Value {
        self.game.view(viewer)
    }

    /// The legal actions of a seat, none if it may not act, and whether that is all of them.
    pub fn actions(&self, seat: Seat) -> (Vec<String>, Listing) {
        if self.turn().seats().contains(seat) {
            self.game.actions(seat)
        } else {
            (Vec::new(), Listing::Complete)
        }
    }

    /// What a seat that may act must quote when it does: so that nothing is done twice, or to another position.
    pub fn prompt(&self, seat: Seat) -> Option<u32> {
        self.turn().seats().contains(seat).then(|| self.folded.prompts[seat])
    }

    /// The seats that left, by resigning or by running out of time.
    pub fn gone(&self) -> SeatSet {
        self.folded.gone
    }

    /// The question that is open.
    pub fn asked(&self) -> Option<Asked> {
        self.folded.asked
    }

    /// The actions that led to the position, without those taken back.
    pub fn line(&self) -> impl Iterator<Item = (Actor, &str)> {
        self.folded.line.iter().filter_map(|index| self.played(*index))
    }

    /// How many steps led to the position: the actions, and the seats that left.
    pub fn steps(&self) -> usize {
        self.folded.line.len()
    }

    /// The position after the first so many of those steps.
    pub fn position_after(&self, steps: usize) -> Option<Box<dyn AnyGame>> {
        let mut game = self.kind.start(&self.setup).expect("the table was set up so before");
        for index in self.folded.line.get(..steps)? {
            match &self.log[*index].event {
                Event::Say { seat, .. } => game.forfeit(*seat),
                Event::Play { actor, action } => {
                    game.apply(*actor, action).expect("what was legal is legal again");
                }
            }
        }
        Some(game)
    }

    /// Whether some of what was done is still under seal.
    pub fn has_secrets(&self) -> bool {
        !self.folded.sealed.is_empty() && self.turn().outcome().is_none()
    }

    /// How many of those steps were already made when the log had so many entries.
    pub fn steps_within(&self, entries: usize) -> usize {
        self.folded.line.partition_point(|index| *index < entries)
    }

    /// What led to the position as one who holds the seats `own` hears it, from the `from`th step on: while the game
    /// lasts, what others sealed stays under seal.
    pub fn told(&self, own: SeatSet, from: usize) -> impl Iterator<Item = Told> {
        let over = self.turn().outcome().is_some();
        let heard = move |index: &usize| {
            let Entry { at, event } = &self.log[*index];
            match event {
                Event::Say { seat, .. } => Told { seat: Some(*seat), action: None, at: *at },
                Event::Play { actor, action } => {
                    let seat = actor.seat();
                    let open = over || seat.is_some_and(|seat| own.contains(seat));
                    let aloud = self.folded.sealed.get(index).filter(|_| !open).unwrap_or(action);
                    Told { seat, action: Some(aloud.clone()), at: *at }
                }
            }
        };
        self.folded.line.iter().skip(from).map(heard)
    }

    /// The time that a seat has left.
    pub fn time_left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.folded.clocks.left(seat, now)
    }

    /// The seats whose clocks are running.
    pub fn running(&self) -> SeatSet {
        if self.turn().outcome().is_some() { SeatSet::EMPTY } else { self.folded.clocks.running() }
    }

    /// When the next clock runs out, and whose, if nobody acts before.
    pub fn deadline(&self) -> Option<(Millis, Seat)> {
        self.folded.clocks.deadline().filter(|_| self.turn().outcome().is_none())
    }

    /// A seat acts, in answer to a prompt.
    pub fn act(&mut self, seat: Seat, prompt: u32, action: &str, now: Millis) -> Result<&Entry, Refused> {
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
        let acts =
            |entry: &Entry| matches!(entry.event, Event::Play { actor: Actor::Seat(who), .. } if who == seat);
        self.log.get(prompt as usize..).is_some_and(|since| since.iter().any(acts))
    }

    /// A seat says a word.
    pub fn say(&mut self, seat: Seat, word: Word, now: Millis) -> Result<&Entry, Refused> {
        self.append(now, Event::Say { seat, word })
    }

    /// Nature acts, if it is its turn: what it does is worked out by [`AnyGame::sample`], wherever the caller likes.
    pub fn nature(&mut self, action: &str, now: Millis) -> Result<&Entry, Refused> {
        self.append(now, Event::Play { actor: Actor::Nature, action: action.to_owned() })
    }

    /// Nature acts for as long as it is its turn; answers how many times.
    pub fn settle(&mut self, rng: &mut dyn Rng, now: Millis) -> Result<usize, Refused> {
        let mut count = 0;
        while self.turn() == Turn::Nature {
            let action = self.game.sample(Actor::Nature, rng);
            self.nature(&action, now)?;
            count += 1;
        }
        Ok(count)
    }

    /// Makes the seat leave whose time has run out at `now`, if there is one.
    pub fn flag(&mut self, now: Millis) -> Option<Seat> {
        let (end, seat) = self.deadline()?;
        if end > now {
            return None;
        }
        self.say(seat, Word::Flag, now).ok()?;
        Some(seat)
    }

    /// Has somebody else play on for the seat whose time has run out at `now`, if there is one.
    pub fn relay(&mut self, now: Millis) -> Option<Seat> {
        let (_, seat) = self.deadline().filter(|(end, _)| *end <= now)?;
        self.say(seat, Word::Relay, now).ok()?;
        Some(seat)
    }

    fn append(&mut self, now: Millis, event: Event) -> Result<&Entry, Refused> {
        let at = self.log.last().map_or(now, |last| now.max(last.at));
        self.push(Entry { at, event })?;
        Ok(self.log.last().expect("an entry was just pushed"))
    }

    /// The one way in: judges an entry, folds it, keeps it. All or nothing.
    fn push(&mut self, entry: Entry) -> Result<(), Refused> {
        let Entry { at, event } = entry;
        if self.log.last().is_some_and(|last| at < last.at) {
            return Err(Refused::TimeBackwards);
        }
        if self.folded.drawn {
            return Err(Refused::Over);
        }
        let before = self.turn().seats();
        let event = match event {
            Event::Play { actor, action } => {
                let action = self.play(actor, &action, at)?;
                Event::Play { actor, action }
            }
            Event::Say { seat, word } => {
                self.hear(seat, word, at)?;
                Event::Say { seat, word }
            }
        };
        self.log.push(Entry { at, event });
        self.ask_to_act(before);
        Ok(())
    }

    /// Gives a new prompt to whoever acted, or newly has to act, or has to act in another position.
    fn ask_to_act(&mut self, before: SeatSet) {
        let entry = self.log.last().expect("an entry was just pushed");
        let now = self.turn().seats();
        let (acted, all_anew) = match entry.event {
            Event::Play { actor: Actor::Seat(seat), .. } => (Some(seat), false),
            Event::Play { actor: Actor::Nature, .. } => (None, false),
            Event::Say { word: Word::TakeBack | Word::Agree, .. } => (None, self.folded.asked.is_none()),
            Event::Say { .. } => (None, false),
        };
        for seat in now.iter().filter(|seat| all_anew || acted == Some(*seat) || !before.contains(*seat)) {
            self.folded.prompts[seat] = self.log.len() as u32;
        }
        self.folded.clocks.update(entry.at, acted, now);
    }

    fn play(&mut self, actor: Actor, action: &str, at: Millis) -> Result<String, Refused> {
        if let Actor::Seat(seat) = actor {
            if seat.0 >= self.setup.seats {
                return Err(Refused::NotSeated(seat));
            }
            if self.folded.clocks.is_out(seat, at) {
                return Err(Refused::OutOfTime(seat));
            }
        }
        let aloud = self.game.aloud(actor, action);
        let action = self.game.apply(actor, action)?;
        let index = self.log.len();
        self.folded.line.push(index);
        self.folded.sealed.extend(aloud.map(|aloud| (index, aloud)));
        self.folded.asked = None;
        Ok(action)
    }

    fn hear(&mut self, seat: Seat, word: Word, at: Millis) -> Result<(), Refused> {
        if seat.0 >= self.setup.seats || self.folded.gone.contains(seat) {
            return Err(Refused::NotSeated(seat));
        }
        if self.turn().outcome().is_some() {
            return Err(Refused::Over);
        }
        match word {
            Word::Flag | Word::Relay if !self.folded.clocks.is_out(seat, at) => Err(Refused::TimeLeft(seat)),
            Word::Relay => {
                self.folded.clocks.retire(seat);
                Ok(())
            }
            Word::Resign | Word::Flag => {
                self.game.forfeit(seat);
                self.folded.gone = self.folded.gone.with(seat);
                self.folded.line.push(self.log.len());
                self.folded.asked = None;
                Ok(())
            }
            Word::TakeBack => {
                let target = self.last_action(seat).ok_or(Refused::NothingToTakeBack)?;
                let unfinished = target + 1 == self.folded.line.len() && self.turn().seats().contains(seat);
                if unfinished {
                    self.take_back(target);
                    Ok(())
                } else {
                    self.ask(seat, Question::TakeBack)
                }
            }
            Word::Draw => self.ask(seat, Question::Draw),
            Word::Agree | Word::Decline => {
                let mut asked =
                    self.folded.asked.filter(|asked| asked.by != seat).ok_or(Refused::NothingAsked)?;
                asked.agreed = asked.agreed.with(seat);
                self.folded.asked = (word == Word::Agree).then_some(asked);
                self.grant();
                Ok(())
            }
        }
    }

    fn ask(&mut self, by: Seat, question: Question) -> Result<(), Refused> {
        if self.folded.asked.is_some() {
            return Err(Refused::AlreadyAsked);
        }
        self.folded.asked = Some(Asked { by, question, agreed: SeatSet::one(by) });
        Ok(())
    }

    /// Does what was asked, once everybody who plays agrees.
    fn grant(&mut self) {
        let Some(asked) = self.folded.asked else { return };
        let agrees = |seat| asked.agreed.contains(seat) || self.folded.gone.contains(seat);
        if !Seat::all(self.setup.seats).all(agrees) {
            return;
        }
        self.folded.asked = None;
        match asked.question {
            Question::Draw => self.folded.drawn = true,
            Question::TakeBack => {
                let target = self.last_action(asked.by).expect("what was asked can still be done");
                self.take_back(target);
            }
        }
    }

    /// Where in the line the last action of a seat stands, if nobody left since.
    fn last_action(&self, seat: Seat) -> Option<usize> {
        let line = &self.folded.line;
        let since = line.iter().rposition(|index| self.played(*index).is_none()).map_or(0, |at| at + 1);
        let own = |index: &usize| self.played(*index).is_some_and(|(actor, _)| actor == Actor::Seat(seat));
        line[since..].iter().rposition(own).map(|at| since + at)
    }

    /// Goes back to the position before a step of the line.
    fn take_back(&mut self, target: usize) {
        self.game = self.position_after(target).expect("the step was made");
        self.folded.line.truncate(target);
    }

    fn played(&self, index: usize) -> Option<(Actor, &str)> {
        match &self.log.get(index)?.event {
            Event::Play { actor, action } => Some((*actor, action)),
            Event::Say { .. } => None,
        }
    }
}
