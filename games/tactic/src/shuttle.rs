//! T15: the memory of patrols that go to and fro.

use crate::board::Station;

/// A patrol that in the last turns of its seat made one lateral step each, always between the same two stations.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shuttle {
    /// The other of the two stations.
    pub away: Station,
    /// Where the patrol stood when the last turn of its seat ended.
    pub at: Station,
    /// For how many turns.
    pub turns: u8,
}

/// T15: this many turns make an aller-retour.
pub(crate) const SHUTTLE_TURNS: u8 = 6;

/// The shuttles of a seat. Only a patrol that moved in the seat's last turn can be on one, hence at most two.
///
/// Each is a number: 0 for none, else the stations in the two low bytes ([`Sidestep`]) and the turns above. So the end
/// of a turn, which chance makes lateral or not, needs no branch.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Shuttles([u32; 2]);

/// A lateral step that was the only step of its patrol in a turn; or none.
#[derive(Copy, Clone)]
pub(crate) struct Sidestep(u32);

impl Sidestep {
    /// No such step.
    pub const NONE: Sidestep = Sidestep(0);

    /// That step, if it was lateral and on a line that counts.
    #[inline(always)]
    pub fn of(from: Station, to: Station) -> Self {
        let line = to.line();
        let counts = line == from.line() && (4..=10).contains(&line);
        Sidestep((u32::from(from.0) | u32::from(to.0) << 8) * u32::from(counts))
    }

    /// The way back.
    #[inline(always)]
    const fn back(self) -> u32 {
        self.0 >> 8 | (self.0 & 0xff) << 8
    }
}

impl Shuttles {
    /// None at all.
    pub const NONE: Shuttles = Shuttles([0; 2]);

    /// What a turn with these steps leaves: those that it went on with, and those that it began.
    #[inline(always)]
    pub fn after(self, first: Sidestep, second: Sidestep) -> Self {
        let [first, second] = [self.renewed(first), self.renewed(second)];
        if second == 0 {
            return Shuttles([first, 0]);
        }
        Shuttles::ordered(first, second)
    }

    #[inline(always)]
    fn renewed(self, step: Sidestep) -> u32 {
        let turns = |shuttle: u32| if shuttle & 0xffff == step.back() { shuttle >> 16 } else { 0 };
        let turns = 1 + turns(self.0[0]) + turns(self.0[1]);
        step.0 | (turns * u32::from(step.0 != 0)) << 16
    }

    /// One way to write the same two.
    #[cold]
    fn ordered(first: u32, second: u32) -> Self {
        let station = |shuttle: u32| unpacked(shuttle).map(|shuttle| shuttle.at);
        let swapped = first == 0 || station(first) > station(second);
        Shuttles(if swapped { [second, first] } else { [first, second] })
    }

    /// Whether one of them is an aller-retour.
    #[inline(always)]
    pub fn are_done(self) -> bool {
        let done = |shuttle: u32| shuttle >> 16 == u32::from(SHUTTLE_TURNS);
        done(self.0[0]) | done(self.0[1])
    }

    /// These shuttles, at most two, line by line.
    pub fn new(shuttles: &[Shuttle]) -> Option<Self> {
        let packed = |shuttle: &Shuttle| {
            u32::from(shuttle.away.0) | u32::from(shuttle.at.0) << 8 | u32::from(shuttle.turns) << 16
        };
        match shuttles {
            [] => Some(Shuttles::NONE),
            [one] => Some(Shuttles([packed(one), 0])),
            [one, other] if one.at < other.at => Some(Shuttles([packed(one), packed(other)])),
            _ => None,
        }
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Shuttle> {
        self.0.into_iter().filter_map(unpacked)
    }

    /// A number of its own, for keys.
    pub const fn bits(self) -> u64 {
        self.0[0] as u64 | (self.0[1] as u64) << 32
    }
}

fn unpacked(shuttle: u32) -> Option<Shuttle> {
    let [away, at, turns, _] = shuttle.to_le_bytes();
    (shuttle != 0).then_some(Shuttle { away: Station(away), at: Station(at), turns })
}
