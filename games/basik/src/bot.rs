//! What searches need of Basik, and the bots that it offers.

use crate::board::{Cells, beside};
use crate::legal::Route;
use crate::position::Basik;
use crate::{Action, board::Cell, position::RESERVE};
use game::{Actor, BotSpec, BySeat, Seat, Text};
use rand::Rng;
use search::{
    AlphaBetaOptions, InputShape, Inputs, LateActions, Level, NetworkSearch, NetworkSlot, Search, Solved,
    TreeOptions, WeightedEvaluation, mix,
};

impl Search for Basik {
    const ALPHABETA: AlphaBetaOptions =
        AlphaBetaOptions { late_actions: LateActions::Reduced, ..AlphaBetaOptions::DEFAULT };

    const NETWORK_SEARCH: NetworkSearch = NetworkSearch {
        alphabeta: AlphaBetaOptions { margin: 250, ..Self::ALPHABETA },
        tree: TreeOptions::NETWORK,
    };

    const LEVELS: [Level; 8] = [
        Level { depth: 1, quiescence: 0, noise: 700, max_loss: 1500, nodes: 1000 },
        Level { depth: 1, quiescence: 0, noise: 370, max_loss: 1200, nodes: 1000 },
        Level { depth: 1, quiescence: 2, noise: 480, max_loss: 1000, nodes: 4000 },
        Level { depth: 1, quiescence: 4, noise: 300, max_loss: 800, nodes: 4000 },
        Level { depth: 2, quiescence: 4, noise: 200, max_loss: 600, nodes: 20_000 },
        Level { depth: 2, quiescence: 8, noise: 80, max_loss: 400, nodes: 20_000 },
        Level { depth: 3, quiescence: 8, noise: 0, max_loss: 0, nodes: 50_000 },
        Level::FULL,
    ];

    const LEVEL_SUMMARIES: [Text; 8] = [
        Text {
            fr: "Ne pense qu'à son propre coup, et se trompe souvent.",
            en: "Thinks of its own action only, and often misjudges it.",
        },
        Text {
            fr: "Ne pense qu'à son propre coup, et se trompe parfois.",
            en: "Thinks of its own action only, and sometimes misjudges it.",
        },
        Text {
            fr: "Voit aussi les substitutions qui suivent, et se trompe parfois.",
            en: "Sees the substitutions that follow, too, and sometimes misjudges.",
        },
        Text {
            fr: "Voit plus loin dans les substitutions, et se trompe moins.",
            en: "Sees further into substitutions, and misjudges less.",
        },
        Text {
            fr: "Pense à la réponse, et se trompe rarement.",
            en: "Thinks of the answer, and seldom misjudges.",
        },
        Text {
            fr: "Pense à la réponse, et ne se trompe presque pas.",
            en: "Thinks of the answer, and hardly ever misjudges.",
        },
        Text {
            fr: "Calcule trois coups, sans erreur de hasard.",
            en: "Works out three actions, with no random error.",
        },
        Text {
            fr: "Pleine force : tout ce que la maison sait de ce jeu.",
            en: "Full strength: all that the house knows of this game.",
        },
    ];

    #[inline]
    fn evaluate(&self) -> BySeat<i32> {
        self.static_evaluation()
    }

    fn input_shape(&self) -> Option<InputShape> {
        Some(self.network_shape())
    }

    #[inline]
    fn list_inputs(&self, inputs: &mut Inputs) {
        self.network_inputs(inputs);
    }

    fn network_slot(&self) -> Option<&'static NetworkSlot> {
        Some(self.slot_of_network())
    }

    #[inline]
    fn chances(&self) -> BySeat<f32> {
        self.chances_with(self.weights())
    }

    #[inline]
    fn solved(&self) -> Option<Solved> {
        self.known_result()
    }

    fn is_endgame(&self) -> bool {
        self.is_late()
    }

    fn key(&self) -> u64 {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let counters = u32::from_le_bytes([self.quiet, self.passes, self.next.0, self.gone.bits()]);
        let mut key = mix(0, pair(self.low, self.high));
        key = mix(key, pair(self.colour[0], self.colour[1]));
        if self.seats > 2 {
            key = mix(key, pair(self.colour[2], self.colour[3]));
        }
        mix(key, pair(u32::from_le_bytes(self.reserve), counters))
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        let route = match *action {
            Action::Place(to) => Some(Route { from: Cell(RESERVE), to }),
            Action::Stack { from, to } | Action::Move { from, to } | Action::Substitute { from, to } => {
                Some(Route { from, to })
            }
            Action::Pass => None,
        };
        self.perform_any(route);
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.legal().count().max(1))
    }

    /// The change of the lead, in cells.
    #[inline]
    fn ordering_score(&self, _: Seat, action: &Action) -> i32 {
        let gain = match action {
            Action::Substitute { .. } => 2, // B7: a cell more, and one less for the other
            Action::Place(_) => 1,
            Action::Move { .. } | Action::Pass => 0,
            Action::Stack { .. } => -1,
        };
        gain + self.encircled(action).count_ones() as i32
    }

    /// Actions that remove a pile.
    #[inline]
    fn is_noisy(&self, _: Seat, action: &Action) -> bool {
        matches!(action, Action::Substitute { .. }) || self.encircled(action) != 0
    }

    #[inline]
    fn rollout<R: Rng>(&mut self, limit: u32, rng: &mut R) -> u32 {
        match self.seats {
            2 => self.play_random::<2, R>(limit, rng),
            3 => self.play_random::<3, R>(limit, rng),
            _ => self.play_random::<4, R>(limit, rng),
        }
    }
}

impl Basik {
    /// B9–B13: the adverse piles that a legal action of the seat to act encircles.
    #[inline]
    fn encircled(&self, action: &Action) -> Cells {
        let (left, to) = match *action {
            Action::Place(to) => (0, to),
            Action::Move { from, to } => (from.bit(), to),
            // A substitution leaves the rest of its pile behind, so no cell becomes free.
            Action::Substitute { to, .. } => (0, to),
            Action::Stack { .. } | Action::Pass => return 0,
        };
        let free = self.board() & !(self.occupied() & !left | to.bit());
        let adverse = self.colour[1..usize::from(self.seats)].iter();
        adverse.fold(0, |encircled, adverse| {
            let adverse = adverse & !to.bit();
            encircled | adverse & beside(to.bit()) & !beside(free | adverse)
        })
    }
}

/// The bots of Basik.
pub const BOTS: &[BotSpec<Basik>] = &search::standard();

/// The text of `levels.txt`: the strength of its levels, measured by `ludotheque calibrate`.
pub const LEVEL_RATINGS: &str = include_str!("../levels.txt");
