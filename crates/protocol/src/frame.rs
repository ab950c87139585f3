//! Frames: a game as one viewer may see it.

use crate::{is_default, is_false};
use game::{BySeat, Listing, Outcome, Seat, SeatSet, Turn, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use table::{AnyGame, GameMillis, OpenOffer, Table};

/// A game as one viewer may see it, complete: it does not build on earlier frames. What is left out has its default
/// value: empty, none.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// The seats of the viewer.
    pub own: SeatSet,
    /// Who may act now, or the result.
    pub turn: FrameTurn,
    /// What the board draws, in the game's own format.
    #[cfg_attr(feature = "typescript", ts(type = "unknown"))]
    pub view: Box<RawValue>,
    /// What the viewer is asked to do, for each own seat that may act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Prompt>>", optional))]
    pub prompts: Vec<Prompt>,
    /// The team of each seat, where seats play in teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u8>>", optional))]
    pub teams: Option<BySeat<u8>>,
    /// The clocks, if the table has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clocks: Option<FrameClocks>,
    /// The offer that waits for answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub offer: Option<OpenOffer>,
    /// The seats that left.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<SeatSet>", optional))]
    pub gone: SeatSet,
    /// The groups of seats that may confer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<SeatSet>>", optional))]
    pub may_confer: Vec<SeatSet>,
}

/// Who may act now, or the result.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameTurn {
    /// These seats.
    Seats(SeatSet),
    /// Chance or physics.
    Nature,
    /// Nobody: the game is over.
    Over {
        /// The place of each seat.
        places: Outcome,
        /// The article by which it ended, if it has ended by one.
        by: Option<String>,
    },
}

/// A seat is asked to act.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The seat.
    pub seat: Seat,
    /// The number that its action must quote.
    pub prompt: u32,
    /// Its legal actions in notation.
    pub actions: Vec<String>,
    /// Whether there are others, which can't be listed.
    #[serde(default, skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
    pub more: bool,
}

/// The clocks when the frame was made.
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameClocks {
    /// The milliseconds that each seat has left.
    pub left: BySeat<GameMillis>,
    /// The seats whose clocks are running.
    pub running: SeatSet,
}

impl Frame {
    /// The table at `now` as the holder of the seats `own` may see it: perhaps none, perhaps several on one screen.
    pub fn of(table: &Table, own: SeatSet, now: GameMillis) -> Frame {
        let left = |seat| table.time_left(seat, now).unwrap_or_default();
        let clocks = table
            .time_left(Seat(0), now)
            .map(|_| FrameClocks { left: BySeat::new(table.setup().seats, left), running: table.running() });
        let prompt = |seat| table.prompt(seat);
        let frame = Frame::of_position(table.game(), table.setup().seats, &table.turn(), own, prompt);
        Frame { clocks, offer: table.offer(), gone: table.gone(), ..frame }
    }

    /// The position after the first `steps` steps, as the holder of the seats `own` sees it; `None` if there are fewer.
    pub fn past(table: &Table, steps: usize, own: SeatSet) -> Option<Frame> {
        if steps == table.steps() {
            return Some(Frame { clocks: None, ..Frame::of(table, own, 0) });
        }
        Some(Frame::explored(&*table.position_after(steps)?, table.setup().seats, steps, own))
    }

    /// A position that somebody explores beside a table, after so many steps: the seats in `own` that may act are asked.
    pub fn explored(position: &dyn AnyGame, seats: u8, steps: usize, own: SeatSet) -> Frame {
        let turn = position.turn();
        let prompt = |seat| turn.seats().contains(seat).then_some(steps as u32);
        Frame::of_position(position, seats, &turn, own, prompt)
    }

    /// A position on its own, of a table that nobody can play at any more.
    pub fn of_closed(position: &dyn AnyGame, seats: u8, own: SeatSet) -> Frame {
        Frame::of_position(position, seats, &position.turn(), own, |_| None)
    }

    fn of_position(
        game: &dyn AnyGame,
        seats: u8,
        turn: &Turn,
        own: SeatSet,
        prompt: impl Fn(Seat) -> Option<u32>,
    ) -> Frame {
        // Of several seats on one screen, the one to act looks at the board.
        let looks = own.iter().find(|seat| turn.seats().contains(*seat)).or_else(|| own.first());
        let viewer = match looks {
            _ if turn.outcome().is_some() => Viewer::Everything,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        };
        let teams = BySeat::new(seats, |seat| game.team(seat).0);
        let plays_alone = teams.iter().all(|(seat, team)| seat.0 == *team);
        let asked = |seat| {
            let prompt = prompt(seat)?;
            let (actions, listing) = game.actions(seat);
            Some(Prompt { seat, prompt, actions, more: listing == Listing::Partial })
        };
        Frame {
            own,
            turn: match turn {
                Turn::Seats(seats) => FrameTurn::Seats(*seats),
                Turn::Nature => FrameTurn::Nature,
                Turn::Over(places) => {
                    FrameTurn::Over { places: *places, by: game.ended_by().map(str::to_owned) }
                }
            },
            view: game.view(viewer),
            prompts: own.iter().filter_map(asked).collect(),
            teams: (!plays_alone).then_some(teams),
            clocks: None,
            offer: None,
            gone: SeatSet::EMPTY,
            may_confer: game.may_confer(),
        }
    }
}
