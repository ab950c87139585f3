//! The laws detect faults: each fault added to a correct game breaks one.

use game::{Actor, Game, Illegal, Info, Listing, NoOptions, Seat, Turn, Viewer};
use rand::Rng;
use serde::{Deserialize, Serialize};
use std::fmt;
use testkit::laws;
use testkit::tiny::{Envelopes, EnvelopesAction, EnvelopesView};

const LEAKS_SECRETS: u8 = 1;
const CHANGES_ON_REFUSAL: u8 = 2;
const LISTS_TOO_LITTLE: u8 = 3;
const FORGETS_WHO_LEFT: u8 = 4;
const CITES_NOTHING: u8 = 5;
const NEVER_ENDS: u8 = 6;
const TELLS_SECRETS: u8 = 7;

/// Envelopes with one fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Spoilt<const FAULT: u8>(Envelopes);

impl<const FAULT: u8> fmt::Display for Spoilt<FAULT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const FAULT: u8> Game for Spoilt<FAULT> {
    const INFO: Info = Envelopes::INFO;
    type Options = NoOptions;
    type Action = EnvelopesAction;
    type View = EnvelopesView;

    fn new(options: &NoOptions, seats: u8) -> Result<Self, Illegal> {
        Envelopes::new(options, seats).map(Spoilt)
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn apply(&mut self, actor: Actor, action: &EnvelopesAction) -> Result<(), Illegal> {
        let result = self.0.apply(actor, action);
        match &result {
            Err(_) if FAULT == CHANGES_ON_REFUSAL => self.0.forfeit(Seat(0)),
            Err(refusal) if FAULT == CITES_NOTHING => {
                return Err(Illegal { article: "E99", ..refusal.clone() });
            }
            Ok(()) if FAULT == NEVER_ENDS && matches!(self.turn(), Turn::Over(_)) => {
                *self = Self::new(&NoOptions {}, self.seats())?;
            }
            _ => {}
        }
        result
    }

    fn forfeit(&mut self, seat: Seat) {
        if FAULT != FORGETS_WHO_LEFT {
            self.0.forfeit(seat);
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<EnvelopesAction>) -> Listing {
        let listing = self.0.actions(seat, out);
        if FAULT == LISTS_TOO_LITTLE && out.len() > 1 {
            out.pop();
        }
        listing
    }

    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> EnvelopesAction {
        self.0.sample(actor, rng)
    }

    fn redacted(&self, actor: Actor, action: &EnvelopesAction) -> Option<String> {
        if FAULT == TELLS_SECRETS { Some(action.to_string()) } else { self.0.redacted(actor, action) }
    }

    fn view(&self, viewer: Viewer) -> EnvelopesView {
        self.0.view(if FAULT == LEAKS_SECRETS { Viewer::Everything } else { viewer })
    }
}

fn verdict<const FAULT: u8>() -> Result<(), String> {
    let bids = (0..=9).map(EnvelopesAction::Bid);
    let check = || laws::<Spoilt<FAULT>>(3).games(50).universe(bids).check();
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check))
        .map_err(|panic| panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn every_fault_is_caught_by_its_law() {
    assert_eq!(verdict::<0>(), Ok(()));
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let caught = |verdict: Result<(), String>, words: &str| {
        let message = verdict.expect_err(words);
        assert!(message.contains(words), "{message}");
    };
    caught(verdict::<LEAKS_SECRETS>(), "sees a secret");
    caught(verdict::<TELLS_SECRETS>(), "hear a secret");
    caught(verdict::<CHANGES_ON_REFUSAL>(), "changed something");
    caught(verdict::<LISTS_TOO_LITTLE>(), "sampled but not listed");
    caught(verdict::<FORGETS_WHO_LEFT>(), "left and");
    caught(verdict::<CITES_NOTHING>(), "is not in both rulebooks");
    caught(verdict::<NEVER_ENDS>(), "envelopes, 3 seats");
    std::panic::set_hook(hook);
}
