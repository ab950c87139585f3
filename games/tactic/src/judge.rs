//! Refusals: which article forbids an illegal action, and why.

use crate::action::Action;
use crate::board::{HOMES, Kind, Station, TRACKS};
use crate::legal::{Legal, PatrolSteps, Penalty};
use crate::position::{Begun, Tactic};
use crate::variant::Variant;
use game::{Illegal, Text};

impl Tactic {
    /// Checks an action of the seat to act; the error has the article that forbids it.
    pub(crate) fn judge(&self, action: Action) -> Result<(), Illegal> {
        match self.legal() {
            Legal::Penalty(penalty) => self.judge_penalty(action, penalty),
            Legal::Pass => match action {
                Action::Pass => Ok(()),
                Action::Lose(_) | Action::LoseReserve => {
                    Err(Illegal::new(self.penalty_article(), text::NOTHING_TO_LOSE))
                }
                Action::Move { .. } | Action::Enter(_) => {
                    self.judge_piece(action)?;
                    Err(self.leads_nowhere(action))
                }
            },
            legal @ Legal::Steps(..) => match action {
                Action::Pass => Err(Illegal::new("T11", text::NO_PASSING)),
                Action::Lose(_) | Action::LoseReserve => {
                    Err(Illegal::new(self.penalty_article(), text::NO_PENALTY))
                }
                Action::Move { .. } | Action::Enter(_) => {
                    self.judge_piece(action)?;
                    if legal.contains(action) { Ok(()) } else { Err(self.leads_nowhere(action)) }
                }
            },
        }
    }

    /// The article that takes pieces away in this variant.
    fn penalty_article(&self) -> &'static str {
        match self.variant {
            Variant::Base => "T12",
            Variant::Capture => "T18",
            Variant::Passage => "T19",
        }
    }

    fn judge_penalty(&self, action: Action, penalty: Penalty) -> Result<(), Illegal> {
        let article = self.penalty_article();
        let wrong = match self.variant {
            Variant::Capture => text::LOSE_A_PATROL,
            Variant::Base | Variant::Passage => text::LOSE_A_GUARD,
        };
        match action {
            Action::Lose(station) if penalty.stations & station.bit() != 0 => Ok(()),
            Action::LoseReserve if penalty.reserve > 0 => Ok(()),
            Action::Lose(station) => Err(Illegal::new(article, wrong).at([station])),
            Action::LoseReserve => Err(Illegal::new(article, wrong)),
            Action::Move { .. } | Action::Enter(_) | Action::Pass => {
                let due = match self.variant {
                    Variant::Passage => text::PASSAGE_DUE,
                    Variant::Base | Variant::Capture => text::BLOCKADE,
                };
                Err(Illegal::new(article, due).at(self.blocked()))
            }
        }
    }

    /// The patrols of the seat to act that have not arrived and have no step.
    pub(crate) fn blocked(&self) -> Vec<Station> {
        let seat = self.next.index();
        let stuck = |patrol: &Station| PatrolSteps::of(seat, patrol.bit(), self.free()).targets() == 0;
        Station::each(self.patrols[seat] & !HOMES[1 - seat]).filter(stuck).collect()
    }

    /// What the piece itself may do, and when in the turn (T4–T9).
    fn judge_piece(&self, action: Action) -> Result<(), Illegal> {
        let seat = self.next.index();
        let (from, to) = match action {
            Action::Enter(to) if self.reserve[seat] == 0 => {
                return Err(Illegal::new("T7", text::EMPTY_RESERVE).at([to]));
            }
            Action::Enter(to) => return self.judge_guard(None, to),
            Action::Move { from, to } => (from, to),
            Action::Lose(_) | Action::LoseReserve | Action::Pass => return Ok(()),
        };
        if self.guards[seat] & from.transit_bit() != 0 {
            self.judge_guard(Some(from), to)
        } else if self.patrols[seat] & from.bit() != 0 {
            self.judge_patrol(from, to)
        } else {
            Err(Illegal::new("T4", text::OWN_PIECE).at([from]))
        }
    }

    fn judge_guard(&self, from: Option<Station>, to: Station) -> Result<(), Illegal> {
        if self.begun == Begun::Guard {
            return Err(Illegal::new("T9", text::ONE_GUARD_ACTION).at(from));
        }
        if from == Some(to) {
            return Err(Illegal::new("T7", text::CHANGE_STATION).at([to]));
        }
        if to.kind() != Kind::Transit {
            return Err(Illegal::new("T7", text::TRANSIT_ONLY).at([to]));
        }
        self.judge_free(to)
    }

    fn judge_patrol(&self, from: Station, to: Station) -> Result<(), Illegal> {
        let seat = self.next.index();
        if HOMES[1 - seat] & from.bit() != 0 {
            return Err(Illegal::new("T6", text::ARRIVED).at([from]));
        }
        let tracks = &TRACKS[seat][from.index()];
        if TRACKS[1 - seat][from.index()].forward & to.bit() != 0 {
            return Err(Illegal::new("T4", text::BACKWARD).at([from, to]));
        }
        if (tracks.forward | tracks.lateral) & to.bit() == 0 {
            return Err(Illegal::new("T4", text::NO_TRACK).at([from, to]));
        }
        self.judge_free(to)?;
        let ahead = tracks.forward & self.free();
        if tracks.lateral & !tracks.lateral_by_choice & to.bit() != 0 && ahead != 0 {
            return Err(Illegal::new("T5", text::GO_FORWARD).at(Station::each(ahead)));
        }
        match self.begun {
            Begun::Lateral { to: patrol, .. } if patrol == from && tracks.lateral & to.bit() != 0 => {
                Err(Illegal::new("T9", text::TWO_LATERALS).at([from, to]))
            }
            _ => Ok(()),
        }
    }

    fn judge_free(&self, to: Station) -> Result<(), Illegal> {
        match self.free() & to.bit() {
            0 => Err(Illegal::new("T8", text::TAKEN).at([to])),
            _ => Ok(()),
        }
    }

    /// T10: the step itself is legal, but then the turn cannot be completed.
    fn leads_nowhere(&self, action: Action) -> Illegal {
        let at = match action {
            Action::Move { from, to } => vec![from, to],
            Action::Enter(to) => vec![to],
            Action::Lose(_) | Action::LoseReserve | Action::Pass => Vec::new(),
        };
        Illegal::new("T10", text::NO_SECOND_STEP).at(at)
    }
}

/// The sentences of refusals.
pub(crate) mod text {
    use super::Text;

    pub const SEAT_COUNT: Text =
        Text { fr: "Tactic se joue à deux.", en: "Tactic is a game for two players." };
    pub const OVER: Text = Text { fr: "La partie est finie.", en: "The game is over." };
    pub const NOT_YOUR_TURN: Text = Text { fr: "Ce n'est pas votre tour.", en: "It is not your turn." };
    pub const OWN_PIECE: Text =
        Text { fr: "Aucune de vos pièces ne se trouve là.", en: "None of your pieces stands there." };
    pub const BACKWARD: Text =
        Text { fr: "Un patrouilleur ne recule jamais.", en: "A patrol never goes backward." };
    pub const NO_TRACK: Text =
        Text { fr: "Aucun tracé ne joint ces deux stations.", en: "No track joins these two stations." };
    pub const GO_FORWARD: Text = Text {
        fr: "Sur les lignes 2 et 12, un patrouilleur qui peut avancer avance.",
        en: "On the lines 2 and 12 a patrol that can go forward must.",
    };
    pub const ARRIVED: Text = Text {
        fr: "Ce patrouilleur est arrivé : il ne bouge plus.",
        en: "That patrol has arrived and stays where it is.",
    };
    pub const TRANSIT_ONLY: Text = Text {
        fr: "Un garde ne se tient que sur une station de transit.",
        en: "A guard stands on transit stations only.",
    };
    pub const CHANGE_STATION: Text =
        Text { fr: "Un garde qui agit change de station.", en: "A guard that jumps changes station." };
    pub const EMPTY_RESERVE: Text =
        Text { fr: "Vous n'avez plus de garde en réserve.", en: "You have no guard left in reserve." };
    pub const TAKEN: Text = Text { fr: "Cette station est occupée.", en: "That station is taken." };
    pub const TWO_LATERALS: Text = Text {
        fr: "Un patrouilleur ne fait jamais deux pas de côté dans le même tour.",
        en: "One patrol never makes two sideways steps in a turn.",
    };
    pub const ONE_GUARD_ACTION: Text = Text {
        fr: "Un seul garde agit par tour : à un patrouilleur de jouer.",
        en: "One guard action a turn: a patrol must step now.",
    };
    pub const NO_SECOND_STEP: Text = Text {
        fr: "Après cela, aucun second pas ne pourrait compléter le tour.",
        en: "After that, no second step could complete the turn.",
    };
    pub const NO_PASSING: Text =
        Text { fr: "On ne passe que faute de pouvoir jouer.", en: "You pass only when you cannot play." };
    pub const NO_PENALTY: Text =
        Text { fr: "Vous n'avez rien à perdre en ce moment.", en: "You have no penalty to pay now." };
    pub const NOTHING_TO_LOSE: Text =
        Text { fr: "Vous n'avez plus rien à perdre : passez.", en: "You have nothing left to lose: pass." };
    pub const BLOCKADE: Text = Text {
        fr: "Vous êtes bloqué : choisissez la pièce que vous perdez.",
        en: "You are blockaded: choose the piece that you lose.",
    };
    pub const PASSAGE_DUE: Text = Text {
        fr: "Un de vos patrouilleurs est bloqué : perdez d'abord un garde.",
        en: "One of your patrols is blocked: lose a guard first.",
    };
    pub const BOX_HOLDS: Text = Text {
        fr: "Chacun a trois patrouilleurs et deux gardes, pas plus.",
        en: "Each has three patrols and two guards, and no more.",
    };
    pub const NO_GUARD_LOST: Text = Text {
        fr: "Avec la capture, aucun garde ne se perd : il en manque un.",
        en: "With the capture no guard is ever lost: one is missing.",
    };
    pub const NO_PATROL_LOST: Text = Text {
        fr: "Ici, seuls des gardes se perdent : il manque un patrouilleur.",
        en: "Here only guards are ever lost: a patrol is missing.",
    };
    pub const LOSE_A_GUARD: Text =
        Text { fr: "C'est un de vos gardes que vous perdez.", en: "What you lose is one of your guards." };
    pub const LOSE_A_PATROL: Text = Text {
        fr: "C'est un de vos patrouilleurs encore en route que vous perdez.",
        en: "What you lose is one of your patrols still on their way.",
    };
}
