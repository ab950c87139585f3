//! Bausack, also sold as Sac Noir, by Klaus Zoch: five games on one bag of odd wooden blocks.
//!
//! The rulebook is `RULES.en.md` (`RULES.fr.md`); every rule below cites its article. The rules know facts and whole
//! numbers only: a seat's placement is answered by Nature, and the answer says what stands and what fell.
//!
//! `block` and `catalogue` are the bag (S1, S2), `draw` and `model` its pictures, `market` a set of its blocks, `size`
//! which of them are of similar size (S17); `table` holds the market, the plots and the beans (S3, S8, S10, S11),
//! `placement` what Nature's answer means (S4–S7, S9, S28, S34), `auction` the three auctions (S23, S24, S29). `task` is
//! what is asked of a seat, `judge` which article forbids an action. The games are in `modes`: `babel` (S13–S16), `chain` (S17–S21), `knockout`
//! (S22–S27), `pile` (S28–S32) and `reds` (S33–S36). `position` puts them together, `saved` is how it is stored, `action` is the notation,
//! `options` what a table chooses, `edition` which version of the rules it is, `report` what people say of real wood, `view` what a page draws; `rehearsal` is a block
//! in the hand, `bot` the bots, `stack` their search for good placements, `arranging` how they order a line, `tools` the command `ludotheque tower`, `census`
//! the command `ludotheque census`; `gesture`, `pose` and `tower` are the types that the rules and `physics` exchange.

mod action;
mod arranging;
mod auction;
mod bits;
mod block;
mod bot;
mod catalogue;
mod census;
pub mod draw;
mod edition;
pub mod gesture;
mod judge;
mod market;
mod model;
mod modes;
mod options;
pub mod physics;
mod placement;
mod pose;
mod position;
mod rehearsal;
mod report;
mod saved;
mod size;
pub mod stack;
mod table;
mod task;
mod tools;
mod tower;
mod view;

pub use action::Action;
pub use auction::{Auction, AuctionKind, Award, Call, LastWord, Sale};
pub use block::{Bag, Block, CatalogueBlock, Colour, Form};
pub use bot::BOTS;
pub use gesture::Gesture;
pub use market::Blocks;
pub use model::Model;
pub use modes::Ending;
pub use options::{Blind, Hands, Mode, Options, Rounds, Wood};
pub use placement::Placement;
pub use pose::{Pose, WHOLE_TURN};
pub use position::Bausack;
pub use report::{Height, Report};
pub use table::{Plot, Table};
pub use tools::TOOLS;
pub use tower::{Ground, Settled, Standing, Tower};
pub use view::View;

use edition::Edition;
use game::{Actor, Game, Illegal, Info, Listing, Rehearsal, Seat, Text, Turn, Viewer};
use judge::text;
use rand::{Rng, RngExt};
use rehearsal::HeldBlock;

impl Game for Bausack {
    const INFO: Info = Info {
        id: "bausack",
        name: "Bausack",
        author: "Klaus Zoch",
        summary: Text {
            fr: "Un sac de pièces de bois biscornues, cinq jeux : empiler, enchérir, et ne pas trembler.",
            en: "A bag of odd wooden blocks, five games: stack, bid, and keep a steady hand.",
        },
        seats: 2..=8,
        age: 5,
        minutes: 20..=45,
        rules_version: 2,
        options: options::OPTIONS,
        rulebook: Text { fr: include_str!("../RULES.fr.md"), en: include_str!("../RULES.en.md") },
    };
    const REFEREE: Option<&'static str> = Some(physics::ENGINE);
    const OLDER_RULES: &'static [u32] = &[1];
    type Options = Options;
    type Action = Action;
    type View = View;

    fn new(options: &Options, seats: u8) -> Result<Self, Illegal> {
        if !options.game.seats().contains(&seats) {
            return Err(Illegal::new(options.game.article(), text::SEAT_COUNT));
        }
        if options.blind == Blind::Yes && options.game != Mode::Babel {
            return Err(Illegal::new("S16", text::BLIND_IS_BABEL));
        }
        if options.rounds == Rounds::One && options.game != Mode::Chain {
            return Err(Illegal::new("S21", text::ROUNDS_ARE_OF_CHAIN));
        }
        Ok(Bausack::opening(options, seats))
    }

    fn new_under(rules_version: u32, options: &Options, seats: u8) -> Result<Self, Illegal> {
        let mut opening = Bausack::new(options, seats)?;
        opening.table.edition = Edition::of(rules_version);
        Ok(opening)
    }

    fn seats(&self) -> u8 {
        self.table.seats()
    }

    fn turn(&self) -> Turn {
        self.whose_turn()
    }

    fn apply(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        if let (Actor::Nature, Action::Rest(settled), Some(placement)) = (actor, action, self.placement()) {
            self.judge_facts(settled)?;
            placement.judge_by(settled, self.grip())?;
        }
        self.perform(actor, action)
    }

    fn forfeit(&mut self, seat: Seat) {
        self.leave(seat);
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) -> Listing {
        self.due_of(seat).map_or(Listing::Complete, |due| self.list(&due, out))
    }

    /// Nature draws a block with equal chances or the tremor of a hand, or simulates the placement.
    fn sample<R: Rng + ?Sized>(&self, actor: Actor, rng: &mut R) -> Action {
        match (actor, self.placement(), self.lot()) {
            (Actor::Seat(seat), ..) => {
                let mut listed = Vec::new();
                self.actions(seat, &mut listed);
                let chosen = rng.random_range(0..listed.len());
                listed.swap_remove(chosen)
            }
            (Actor::Nature, Some(placement), _) => placement.rest_by(self.grip()),
            (Actor::Nature, None, _) if self.awaits_tremor() => Action::Tremor(rng.next_u64()),
            (Actor::Nature, None, lot) => {
                let lot = lot.expect("Nature acts only when a block is placed or to be drawn");
                let chosen = rng.random_range(0..lot.len());
                Action::Draw(lot.iter().nth(chosen).expect("the index is within the lot"))
            }
        }
    }

    fn nature_result(&self) -> Option<Action> {
        Some(self.placement()?.rest_by(self.grip()))
    }

    /// S9: what has fallen has fallen.
    fn irrevocable(&self, action: &Action) -> Option<Illegal> {
        let Action::Rest(settled) = action else { return None };
        let fell = settled.bumped || !settled.fallen.is_empty();
        (fell && self.table.edition.is_today()).then(|| Illegal::new("S9", text::A_FALL_STAYS))
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn ended_by(&self) -> Option<&'static str> {
        self.end.and_then(|end| end.how.article())
    }

    /// `17`: block 17 in the hand. `17 GESTURE`: a replay of a gesture with it.
    fn rehearse(&self, seat: Seat, what: &str) -> Option<Box<dyn Rehearsal>> {
        let due = self.due_of(seat).filter(|_| self.table.wood == Wood::Simulated)?;
        let (number, gesture) =
            what.split_once(' ').map_or((what, None), |(number, rest)| (number, Some(rest)));
        let block = Block::numbered(number.parse().ok()?)?;
        if !due.task.placeable().contains(block) {
            return None;
        }
        let tower = &self.table.plots[due.plot].tower;
        let ground = self.play.rules().demand().ground();
        let held = match gesture {
            None => HeldBlock::new(tower, ground, block, self.grip()),
            Some(gesture) => HeldBlock::replay(tower, ground, block, &gesture.parse().ok()?, self.grip()),
        };
        Some(Box::new(held))
    }

    /// The model of the block of that number.
    fn model(name: &str) -> Option<String> {
        let block = Block::numbered(name.parse().ok()?)?;
        serde_json::to_string(&Model::of(block)).ok()
    }
}
