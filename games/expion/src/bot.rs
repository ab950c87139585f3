//! What searches need of EX*PION, and the bots that it offers.

use crate::action::Action;
use crate::legal::Flanked;
use crate::position::Expion;
use game::{Actor, BotSpec, BySeat, Seat, Text};
use rand::Rng;
use search::{InputShape, Inputs, Level, NetworkSlot, Search, mix};

impl Search for Expion {
    const LEVELS: [Level; 8] = crate::levels::LEVELS;

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
            fr: "Pense à la réponse, et se trompe parfois.",
            en: "Thinks of the answer, and sometimes misjudges.",
        },
        Text {
            fr: "Pense à la réponse, et se trompe rarement.",
            en: "Thinks of the answer, and seldom misjudges.",
        },
        Text {
            fr: "Calcule trois coups, et se trompe rarement.",
            en: "Works out three actions, and seldom misjudges.",
        },
        Text {
            fr: "Calcule le temps d'un clin d'œil, sans erreur de hasard.",
            en: "Works for the blink of an eye, with no random error.",
        },
        Text { fr: "Calcule six fois plus que la force 6.", en: "Works out six times as much as level 6." },
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

    fn key(&self) -> u64 {
        let [[north, south], [east, west]] = self.out;
        let [vertical, horizontal] = self.home;
        let counters = [
            self.seats,
            self.next.0,
            self.ally.0,
            self.first_capture as u8,
            self.quiet,
            self.gone.bits(),
            0,
            0,
        ];
        let mut key = mix(u64::from(self.ball.number()), u64::from_le_bytes(counters));
        for word in [north, south, east, west, vertical, horizontal] {
            key = mix(key, word);
        }
        key
    }

    #[inline]
    fn play(&mut self, _: Actor, action: &Action) {
        self.perform_any(self.route(*action));
    }

    #[inline]
    fn count(&self, _: Seat) -> u64 {
        u64::from(self.listing().count().max(1))
    }

    /// A winning push first, then captures, then other pushes.
    #[inline]
    fn ordering_score(&self, _: Seat, action: &Action) -> i32 {
        let Some(route) = self.route(*action) else { return 0 };
        let flanked = Flanked::by(self.movable().side, self);
        let taken = self.captures(route, &flanked).count_ones() as i32;
        let pushes = matches!(action, Action::Push { .. });
        let wins = pushes && self.driven(route, flanked.side).camp().is_some();
        100 * i32::from(wins) + 2 * taken + i32::from(pushes)
    }

    /// Actions that capture or win.
    #[inline]
    fn is_noisy(&self, seat: Seat, action: &Action) -> bool {
        self.ordering_score(seat, action) > 1
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

/// The bots of EX*PION, which has two sides at every number of seats.
pub const BOTS: &[BotSpec<Expion>] = &search::two_sided();

/// The text of `levels.txt`: the strength of its levels, measured by `ludotheque calibrate`.
pub const LEVEL_RATINGS: &str = include_str!("../levels.txt");
