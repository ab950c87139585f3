//! What is legal: every action of the seat to act, as sets of stations.

use crate::action::Action;
use crate::board::{HOMES, Station, Stations, TRACKS, TRANSIT, Transits};
use crate::position::{Begun, Tactic};
use crate::variant::Variant;
use search::nth_bit;

/// Every legal action of a position.
pub(crate) enum Legal {
    /// Steps of patrols and actions of guards; at least one.
    Steps(PatrolSteps, GuardActions),
    /// T12, T18, T19: one of these pieces must go; at least one.
    Penalty(Penalty),
    /// Nothing but a pass is legal.
    Pass,
}

/// Where the patrols of a seat may step.
#[derive(Copy, Clone)]
pub(crate) struct PatrolSteps {
    /// The patrols; for those that are lost, a station that is none.
    pub from: [Station; 3],
    /// Where each may go.
    pub to: [Stations; 3],
}

/// Where the guards of a seat may go.
#[derive(Copy, Clone)]
pub(crate) struct GuardActions {
    /// The guards on the board; for those that aren't, a station that is none.
    pub from: [Station; 2],
    /// Where a guard of the reserve may enter; then where each guard on the board may jump.
    pub to: [Transits; 3],
}

/// What can be lost.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Penalty {
    /// Pieces on the board.
    pub stations: Stations,
    /// Guards in reserve: one is as good as the other.
    pub reserve: u8,
}

impl Legal {
    /// How many there are, at least one.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        match self {
            Legal::Steps(patrols, guards) => patrols.count() + guards.count(),
            Legal::Penalty(penalty) => penalty.stations.count_ones() + u32::from(penalty.reserve > 0),
            Legal::Pass => 1,
        }
    }

    /// The one that has `rank` others before it.
    #[inline(always)]
    pub fn nth(&self, rank: u32) -> Action {
        match self {
            Legal::Steps(patrols, guards) => match rank.checked_sub(patrols.count()) {
                None => patrols.nth(rank),
                Some(rank) => guards.nth(rank),
            },
            Legal::Penalty(penalty) if rank < penalty.stations.count_ones() => {
                Action::Lose(nth_station(penalty.stations, rank))
            }
            Legal::Penalty(_) => Action::LoseReserve,
            Legal::Pass => Action::Pass,
        }
    }

    /// One of them, each with the same chance, from a uniform 32-bit number.
    #[inline(always)]
    pub fn choose(&self, random: u32) -> Action {
        self.nth(((u64::from(random) * u64::from(self.count())) >> 32) as u32)
    }

    /// Whether a step or a guard's action is one of them.
    pub fn contains(&self, action: Action) -> bool {
        let Legal::Steps(patrols, guards) = self else { return false };
        match action {
            Action::Enter(to) => guards.to[0] & to.transit_bit() != 0,
            Action::Move { from, to } => {
                let steps = patrols.from.into_iter().zip(patrols.to);
                let jumps = guards.from.into_iter().zip([guards.to[1], guards.to[2]].map(Stations::from));
                steps.chain(jumps).any(|(piece, open)| piece == from && open & to.bit() != 0)
            }
            Action::Lose(_) | Action::LoseReserve | Action::Pass => false,
        }
    }

    /// Iterates over all of them.
    pub fn iter(&self) -> impl Iterator<Item = Action> {
        (0..self.count()).map(|rank| self.nth(rank))
    }
}

impl PatrolSteps {
    /// T4, T5: the steps of the patrols that stand on `patrols`, for the seat of that index.
    #[inline(always)]
    pub fn of(seat: usize, mut patrols: Stations, free: Stations) -> Self {
        let mut steps = PatrolSteps { from: [Station(0); 3], to: [0; 3] };
        for (from, to) in steps.from.iter_mut().zip(&mut steps.to) {
            *from = Station(patrols.trailing_zeros() as u8);
            let tracks = &TRACKS[seat][from.index()];
            let forward = tracks.forward & free;
            let lateral = if forward == 0 { tracks.lateral } else { tracks.lateral_by_choice };
            *to = forward | lateral & free;
            patrols &= patrols.wrapping_sub(1);
        }
        steps
    }

    /// T9: without the lateral steps of the patrol that stands there.
    #[inline(always)]
    fn without_lateral(mut self, seat: usize, patrol: Station) -> Self {
        for (from, to) in self.from.iter().zip(&mut self.to) {
            if *from == patrol {
                *to &= TRACKS[seat][from.index()].forward;
            }
        }
        self
    }

    /// Every station to which some patrol may step.
    #[inline(always)]
    pub fn targets(&self) -> Stations {
        self.to[0] | self.to[1] | self.to[2]
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        self.to.iter().map(|to| to.count_ones()).sum()
    }

    #[inline(always)]
    fn nth(&self, rank: u32) -> Action {
        let (patrol, rank) = group_of(rank, [0, 1].map(|patrol: usize| self.to[patrol].count_ones()));
        Action::Move { from: self.from[patrol], to: nth_station(self.to[patrol], rank) }
    }

    /// Each of the steps.
    pub fn iter(self) -> impl Iterator<Item = (Station, Station)> {
        let each = |(from, to)| Station::each(to).map(move |to| (from, to));
        self.from.into_iter().zip(self.to).flat_map(each)
    }
}

impl GuardActions {
    const NONE: GuardActions = GuardActions { from: [Station(0); 2], to: [0; 3] };

    #[inline(always)]
    fn count(&self) -> u32 {
        self.to.iter().map(|to| to.count_ones()).sum()
    }

    #[inline(always)]
    fn nth(&self, rank: u32) -> Action {
        let (guard, rank) = group_of(rank, [0, 1].map(|guard: usize| self.to[guard].count_ones()));
        let to = Station(nth_bit(self.to[guard], rank) as u8);
        match guard {
            0 => Action::Enter(to),
            _ => Action::Move { from: self.from[guard - 1], to },
        }
    }
}

/// Of three groups, the first two of these sizes, the index of the one that has `rank`, and the rank within it. It has no
/// branch, because a random rank would be mispredicted.
#[inline(always)]
fn group_of(rank: u32, [first, second]: [u32; 2]) -> (usize, u32) {
    let starts = [0, first, first + second];
    let group = usize::from(rank >= starts[1]) + usize::from(rank >= starts[2]);
    (group, rank - starts[group])
}

/// The station of a set that has `rank` others before it.
#[inline(always)]
fn nth_station(stations: Stations, rank: u32) -> Station {
    let words = [stations as u64, (stations >> 64) as u64];
    let low = words[0].count_ones();
    let word = usize::from(rank >= low);
    let rank = rank - low * word as u32;
    Station(64 * word as u8 + nth_bit(words[word], rank) as u8)
}

impl Tactic {
    /// Every legal action of the seat to act, while the game lasts.
    #[inline(always)]
    pub(crate) fn legal(&self) -> Legal {
        let seat = self.next.index();
        let steps = PatrolSteps::of(seat, self.patrols[seat], self.free());
        // T9: what may follow the first step.
        match self.begun {
            Begun::Nothing | Begun::Paid => self.legal_first(steps),
            Begun::Guard => Legal::Steps(steps, GuardActions::NONE),
            Begun::Forward { .. } => Legal::Steps(steps, self.guard_actions()),
            Begun::Lateral { to, .. } => Legal::Steps(steps.without_lateral(seat, to), self.guard_actions()),
        }
    }

    /// T10: the first steps that a second can follow; or what comes in their place.
    #[inline(always)]
    fn legal_first(&self, steps: PatrolSteps) -> Legal {
        if let Some(penalty) = self.forced_passage(&steps) {
            return Legal::Penalty(penalty);
        }
        let targets = steps.targets();
        if !self.has_guard(self.next) {
            return self.legal_without_guards(steps);
        }
        // With two stations to step to, no guard blocks them all; and every step of a patrol can be followed by a
        // guard's action.
        if targets & targets.wrapping_sub(1) != 0 {
            return Legal::Steps(steps, self.guard_actions());
        }
        self.legal_with_few_targets(steps)
    }

    /// T7: where the guards of the seat to act may go.
    #[inline(always)]
    fn guard_actions(&self) -> GuardActions {
        let seat = self.next.index();
        let (guards, free) = (self.guards[seat], self.free_transits());
        let rest = guards & guards.wrapping_sub(1);
        let open = |some: bool| if some { free } else { 0 };
        GuardActions {
            from: [Station(guards.trailing_zeros() as u8), Station(rest.trailing_zeros() as u8)],
            to: [open(self.reserve[seat] > 0), open(guards != 0), open(rest != 0)],
        }
    }

    /// T19: the guard to be lost because a patrol that has not arrived has no step.
    #[inline(always)]
    pub(crate) fn forced_passage(&self, steps: &PatrolSteps) -> Option<Penalty> {
        if self.variant != Variant::Passage || self.begun == Begun::Paid || !self.has_guard(self.next) {
            return None;
        }
        let travelling = self.patrols[self.next.index()] & !self.arrived(self.next);
        let blocked = |(from, to): (&Station, &Stations)| *to == 0 && travelling & from.bit() != 0;
        steps.from.iter().zip(&steps.to).any(blocked).then(|| self.guards_to_lose())
    }

    /// The same as a turn begins, with at most one station to step to and a guard that may block or open the way.
    #[cold]
    fn legal_with_few_targets(&self, steps: PatrolSteps) -> Legal {
        let free = self.free();
        let mut guards = self.guard_actions();
        // A guard on the board opens the station that it leaves.
        let opened = [0, guards.from[0].transit_bit(), guards.from[1].transit_bit()];
        for (to, opened) in guards.to.iter_mut().zip(opened) {
            *to &= self.harmless(free | Stations::from(opened));
        }
        if steps.count() + guards.count() > 0 {
            return Legal::Steps(steps, guards);
        }
        // T12
        let penalty = match self.variant {
            Variant::Base => self.guards_to_lose(),
            Variant::Capture => self.patrols_to_lose(), // T18
            Variant::Passage => return Legal::Pass,     // T19
        };
        if penalty.stations == 0 && penalty.reserve == 0 { Legal::Pass } else { Legal::Penalty(penalty) }
    }

    /// T10: the stations where a guard of the seat to act still leaves its patrols a step, given the free stations.
    fn harmless(&self, free: Stations) -> Transits {
        let seat = self.next.index();
        let steps = |free| PatrolSteps::of(seat, self.patrols[seat], free).targets();
        let targets = steps(free);
        match targets.count_ones() {
            0 => 0,
            // The only one may be shut if that opens another (T5).
            1 if steps(free & !targets) == 0 => TRANSIT & !(targets as Transits),
            _ => TRANSIT,
        }
    }

    /// The same as a turn begins, with no guard left.
    fn legal_without_guards(&self, mut steps: PatrolSteps) -> Legal {
        if steps.targets() == 0 {
            return Legal::Pass; // T12
        }
        let whole = steps;
        for (from, to) in whole.iter() {
            if !self.can_follow(from, to) {
                let patrol = steps.from.iter().position(|patrol| *patrol == from);
                steps.to[patrol.expect("a step has its patrol")] &= !to.bit();
            }
        }
        // T10: if no turn can be completed, a step alone is the turn.
        let steps = if steps.targets() == 0 { whole } else { steps };
        Legal::Steps(steps, GuardActions::NONE)
    }

    /// T9, T10: whether a patrol's step could be followed by a patrol's step.
    fn can_follow(&self, from: Station, to: Station) -> bool {
        let seat = self.next.index();
        let mut then = *self;
        then.patrols[seat] ^= from.bit() | to.bit();
        then.begun =
            if from.line() == to.line() { Begun::Lateral { from, to } } else { Begun::Forward { at: to } };
        then.can_step_again()
    }

    /// T9: whether the patrol's step that has just been made can be followed by another.
    pub(crate) fn can_step_again(&self) -> bool {
        let seat = self.next.index();
        let steps = PatrolSteps::of(seat, self.patrols[seat], self.free());
        let steps = match self.begun {
            Begun::Lateral { to, .. } => steps.without_lateral(seat, to),
            _ => steps,
        };
        steps.targets() != 0
    }

    /// T12: the guards of the seat to act.
    pub(crate) fn guards_to_lose(&self) -> Penalty {
        let seat = self.next.index();
        Penalty { stations: Stations::from(self.guards[seat]), reserve: self.reserve[seat] }
    }

    /// T18: the patrols of the seat to act that have not arrived.
    fn patrols_to_lose(&self) -> Penalty {
        let seat = self.next.index();
        Penalty { stations: self.patrols[seat] & !HOMES[1 - seat], reserve: 0 }
    }
}
