//! How a table is run: which bots act, how they answer offers, what happens when time runs out. The server and the page
//! both follow it, so that a table behaves the same in either.

use crate::log::{Declaration, GameMillis};
use crate::offer::Offer;
use crate::table::Table;
use game::{Actor, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};

/// The nodes that a bot may search to judge a draw offer.
pub const DRAW_NODES: u64 = 20_000;

/// The longest time, in milliseconds, that a bot may take to judge a draw offer.
pub const DRAW_MILLIS: u32 = 800;

/// What happens when a clock runs out.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnTimeout {
    /// The seat has lost.
    #[default]
    Forfeit,
    /// The bot of that id plays on for it.
    Bot(String),
}

/// How a seat answers an offer without a person being asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AutomaticAnswer {
    /// It accepts.
    Accept,
    /// A bot evaluates the position first, and accepts a draw if [`accepts_draw`] says so.
    Evaluate,
}

/// Who acts next without a person: Nature, or the first bot that is to act. Bots without a running clock wait for the
/// answers to an open offer.
pub fn next_actor(table: &Table, bots: SeatSet) -> Option<Actor> {
    match table.turn() {
        Turn::Nature => Some(Actor::Nature),
        Turn::Seats(seats) => {
            let waits = |seat: &Seat| table.offer().is_some() && !table.running().contains(*seat);
            let seat = seats.iter().find(|seat| bots.contains(*seat))?;
            (!waits(&seat)).then_some(Actor::Seat(seat))
        }
        Turn::Over(_) => None,
    }
}

/// The next automatic answer to the open offer. Bots grant take-backs and evaluate draws. The seats of `screen`, which
/// share the screen of the one that offers, were asked aloud and grant take-backs; a draw is confirmed on the page.
pub fn next_answer(table: &Table, bots: SeatSet, screen: SeatSet) -> Option<(Seat, AutomaticAnswer)> {
    let open = table.offer()?;
    let waiting = |seat: &Seat| !open.accepted.contains(*seat) && !table.gone().contains(*seat);
    Seat::all(table.setup().seats).filter(waiting).find_map(|seat| match open.offer {
        Offer::TakeBack if bots.contains(seat) || screen.contains(seat) => {
            Some((seat, AutomaticAnswer::Accept))
        }
        Offer::Draw if bots.contains(seat) => Some((seat, AutomaticAnswer::Evaluate)),
        Offer::TakeBack | Offer::Draw => None,
    })
}

/// Whether a bot accepts a draw: if it sees no better than an even chance for itself. `chance` is what its search says
/// of the seat `mover`, which is to act; a bot that can't tell its own chance from that declines.
pub fn accepts_draw(table: &Table, bot: Seat, mover: Seat, chance: Option<f32>) -> bool {
    let game = table.game();
    let rivals = Seat::all(table.setup().seats).filter(|seat| game.team(*seat) != game.team(mover));
    let two_sides = {
        let mut sides: Vec<_> = rivals.map(|seat| game.team(seat)).collect();
        sides.dedup();
        sides.len() == 1
    };
    let own = match chance {
        Some(chance) if game.team(bot) == game.team(mover) => chance,
        Some(chance) if two_sides => 1.0 - chance,
        _ => return false,
    };
    own <= 0.5
}

/// Logs a bot's or a shared screen's answer to the open offer. A seat that left meanwhile needs no answer.
pub fn answer(table: &mut Table, seat: Seat, accept: bool, now: GameMillis) {
    let declaration = if accept { Declaration::Accept } else { Declaration::Decline };
    // Refused only if the offer is gone: then there is nothing to answer.
    let _ = table.declare(seat, declaration, now);
}

/// Makes every seat forfeit whose time has run out, or has a bot replace it; returns the seats of both kinds.
pub fn apply_timeouts(table: &mut Table, on_timeout: &OnTimeout, now: GameMillis) -> TimedOut {
    let mut out = TimedOut::default();
    while table.turn().outcome().is_none() {
        let (seat, seats) = match on_timeout {
            OnTimeout::Forfeit => (table.flag(now), &mut out.forfeited),
            OnTimeout::Bot(_) => (table.replace_by_bot(now), &mut out.replaced),
        };
        let Some(seat) = seat else { break };
        *seats = seats.with(seat);
    }
    out
}

/// The seats whose time has run out.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TimedOut {
    /// These have lost.
    pub forfeited: SeatSet,
    /// For these a bot plays on.
    pub replaced: SeatSet,
}

impl TimedOut {
    /// Whether no seat is concerned.
    pub fn is_empty(&self) -> bool {
        self.forfeited.is_empty() && self.replaced.is_empty()
    }
}

/// How long a bot may think about an action, in milliseconds: at most `most`, and a twentieth of the time it has left.
pub fn thinking_time(table: &Table, seat: Seat, most: u64, now: GameMillis) -> u64 {
    table.time_left(seat, now).map_or(most, |left| most.min(left / 20))
}
