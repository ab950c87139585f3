//! The position: the table, the state of the mode, and a placement that has not come to rest.

use crate::judge::text;
use crate::modes::{Awaited, End, Ending, ModeState};
use crate::physics::Grip;
use crate::placement::{self, Handling, Landed, Landing, PendingPlacement, Placement};
use crate::report::{Gift, Measuring, Report};
use crate::table::Table;
use crate::task::{Due, Task};
use crate::{Action, Block, Blocks, Hands, Height, Mode, Options, Settled, Wood};
use game::{Actor, Illegal, Listing, Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A position of one of the five games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "crate::saved::Saved", into = "crate::saved::Saved")]
pub struct Bausack {
    pub(crate) table: Table,
    pub(crate) play: ModeState,
    /// S9: the placement that has not come to rest.
    pub(crate) hand: Option<PendingPlacement>,
    /// S4: the base that must be laid again.
    pub(crate) again: Option<Block>,
    /// S9: how the hand of the next placement trembles, once Nature has drawn it.
    pub(crate) tremor: Option<u64>,
    pub(crate) end: Option<End>,
}

impl Bausack {
    pub(crate) fn opening(options: &Options, seats: u8) -> Self {
        let (table, play) = ModeState::opening(options, seats);
        Bausack { table, play, hand: None, again: None, tremor: None, end: None }
    }

    /// Which of the five games it is.
    pub fn mode(&self) -> Mode {
        self.play.mode()
    }

    /// The table: market, plots and beans.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The placement that Nature is asked about, if there is one.
    pub fn placement(&self) -> Option<Placement<'_>> {
        self.hand.as_ref().map(|hand| Placement {
            seat: hand.seat,
            plot: hand.plot,
            tower: &self.table.plots[usize::from(hand.plot)].tower,
            ground: self.play.rules().demand().ground(),
            block: hand.block,
            gesture: match &hand.deed {
                Handling::Placed(gesture) => Some(gesture.clone()),
                Handling::TakenBack { .. } => None,
            },
        })
    }

    /// S9: the hand of this placement.
    pub(crate) fn grip(&self) -> Grip {
        self.tremor.map_or(Grip::STEADY, |seed| Grip { hands: self.table.hands, seed })
    }

    /// S9: whether Nature is to draw how a hand trembles: only when a seat is about to place, so that nobody plans on it.
    pub(crate) fn awaits_tremor(&self) -> bool {
        if !self.table.trembles() || self.tremor.is_some() || self.end.is_some() || self.hand.is_some() {
            return false;
        }
        match self.play.rules().awaits(&self.table) {
            Awaited::Seat(due) => !due.task.placeable().is_empty(),
            Awaited::Draw | Awaited::Arranging(_) => false,
        }
    }

    /// S16: the blocks among which Nature draws, if it is to draw.
    pub fn lot(&self) -> Option<Blocks> {
        match self.play.rules().awaits(&self.table) {
            Awaited::Draw if self.end.is_none() => Some(self.table.market),
            Awaited::Draw | Awaited::Seat(_) | Awaited::Arranging(_) => None,
        }
    }

    /// The seats that must act; several at once only where each arranges its line (S18).
    pub(crate) fn asked(&self) -> SeatSet {
        match self.awaited() {
            Some(Awaited::Seat(due)) => SeatSet::one(due.seat),
            Some(Awaited::Arranging(seats)) => seats,
            Some(Awaited::Draw) | None => SeatSet::EMPTY,
        }
    }

    /// What a seat must do, if it must act.
    pub(crate) fn due_of(&self, seat: Seat) -> Option<Due> {
        match self.awaited()? {
            Awaited::Seat(due) => Some(due).filter(|due| due.seat == seat),
            Awaited::Arranging(seats) => seats.contains(seat).then(|| self.play.rules().arranging(seat)),
            Awaited::Draw => None,
        }
    }

    /// What the first of the seats that must act must do, if any must.
    pub(crate) fn due(&self) -> Option<Due> {
        self.due_of(self.asked().first()?)
    }

    /// What the table waits for; `None` if that is a block that has not come to rest, or if the game is over.
    fn awaited(&self) -> Option<Awaited> {
        if self.end.is_some() || self.hand.is_some() || self.awaits_tremor() {
            return None;
        }
        Some(match self.play.rules().awaits(&self.table) {
            Awaited::Seat(due) => Awaited::Seat(self.to_be_measured(&due).unwrap_or(match self.again {
                Some(block) => Due { task: Task::LayAgain { block }, ..due },
                None => due,
            })),
            other => other,
        })
    }

    /// S10: real towers are measured when heights are about to count, each by its seat. That on which a block is about to
    /// be placed is measured with it.
    fn to_be_measured(&self, due: &Due) -> Option<Due> {
        if self.table.wood == Wood::Simulated || self.play.rules().measuring(&self.table) == Measuring::Idle {
            return None;
        }
        let is_next = !matches!(due.task, Task::Rebuild { .. } | Task::BuildFreely { .. });
        let unknown = |plot: &usize| {
            let tower = &self.table.plots[*plot].tower;
            !tower.blocks.is_empty() && tower.height == 0 && !(is_next && *plot == due.plot)
        };
        let plot = (0..self.table.plots.len()).find(unknown)?;
        let known = &self.table.plots[plot];
        let likely = Height::likely_above(known.tower.blocks.len(), known.told_height());
        let task = Task::Measure { likely };
        Some(Due { seat: Seat(plot as u8), plot, task })
    }

    /// Appends the legal actions; of placements only the simplest of each block, or its possible reports.
    pub(crate) fn list(&self, due: &Due, out: &mut Vec<Action>) -> Listing {
        match self.table.wood {
            Wood::Simulated => due.task.list_placements(out),
            Wood::Real => {
                let rules = self.play.rules();
                let (plot, demand) = (&self.table.plots[due.plot], rules.demand());
                let measuring = rules.measuring(&self.table);
                let offered = due.task.offered();
                // The possible reports are the same for all blocks.
                let Some(any) = offered.first().copied() else { return due.task.list_others(out) };
                let reports: Vec<Report> = Report::plain(plot, demand, measuring)
                    .filter(|report| self.after_report(due, any, *report).is_ok())
                    .collect();
                let said = |block| reports.iter().map(move |report| Action::Report(block, *report));
                out.extend(offered.into_iter().flat_map(said));
            }
        }
        due.task.list_others(out)
    }

    pub(crate) fn whose_turn(&self) -> Turn {
        match (self.end, self.asked()) {
            (Some(end), _) => Turn::Over(end.outcome),
            (None, SeatSet::EMPTY) => Turn::Nature,
            (None, asked) => Turn::Seats(asked),
        }
    }

    /// The same as [`Game::apply`](game::Game::apply), but what Nature's answers say is taken for true, wherever the blocks
    /// would be: the rules depend on it alone, and so tests of the rules can make it up.
    pub fn perform(&mut self, actor: Actor, action: &Action) -> Result<(), Illegal> {
        self.judge_actor(actor)?;
        match actor {
            Actor::Seat(seat) => self.act(seat, action),
            Actor::Nature => self.answer(action),
        }
    }

    /// Performs the action of a seat, or refuses it.
    fn act(&mut self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        let Some(due) = self.due_of(seat) else { return Err(self.not_the_turn_of(seat)) };
        due.judge(action)?;
        match action {
            Action::Place(block, _) if self.table.wood == Wood::Real => {
                return Err(Illegal::new("S9", text::SAY_WHAT_CAME).at([block.number()]));
            }
            Action::Place(block, gesture) => {
                let plot = due.plot as u8;
                self.hand = Some(PendingPlacement {
                    seat,
                    plot,
                    block: *block,
                    deed: Handling::Placed(gesture.clone()),
                });
            }
            Action::Report(block, _) if self.table.wood == Wood::Simulated => {
                return Err(Illegal::new("S9", text::THE_HOUSE_SAYS).at([block.number()]));
            }
            Action::Report(block, report) => {
                *self = self.after_report(&due, *block, *report)?;
            }
            Action::Height(height) => {
                let plot = &mut self.table.plots[due.plot];
                height.judge(plot, self.play.rules().demand(), self.table.edition)?;
                (plot.tower.height, plot.told) = (height.micrometres(), height.micrometres());
            }
            _ => {
                self.tremor = None;
                self.end = self.play.rules_mut().act(&mut self.table, Actor::Seat(seat), action);
            }
        }
        Ok(())
    }

    /// Why a seat of which nothing is asked can't act.
    fn not_the_turn_of(&self, seat: Seat) -> Illegal {
        let asked = self.asked();
        let is_done = self.play.rules().summary(&self.table).done.contains(seat);
        match asked.first() {
            None => Illegal::new("S9", text::NATURE_FIRST),
            Some(_) if is_done => Illegal::new("S18", text::LINE_IS_DONE),
            Some(first) => Illegal::new("S12", text::NOT_YOUR_TURN).at([first.0]),
        }
    }

    /// The position after a report of a placement on a real table. A report that would change nothing is refused: that a base
    /// fell before there was anything to win (S14), or that a block has once more not raised the tower (S28).
    fn after_report(&self, due: &Due, block: Block, report: Report) -> Result<Self, Illegal> {
        let (rules, plot) = (self.play.rules(), &self.table.plots[due.plot]);
        report.judge(plot, block, rules.demand(), rules.measuring(&self.table), self.table.edition)?;
        let gift = if rules.is_gift(due.seat, due.plot as u8) { Gift::Yes } else { Gift::No };
        let landed = report.landed(due.seat, due.plot, plot, block, gift);
        let told = report.told(plot.told_height());
        let mut after = self.clone();
        after.end = after.play.rules_mut().on_landed(&mut after.table, &landed);
        let plot = &mut after.table.plots[due.plot];
        plot.told = if plot.tower.blocks.is_empty() { 0 } else { told };
        if after == *self {
            return Err(Illegal::new(due.task.article(), text::CHANGES_NOTHING).at([block.number()]));
        }
        Ok(after)
    }

    /// Performs an answer of Nature, or refuses it.
    fn answer(&mut self, action: &Action) -> Result<(), Illegal> {
        match (action, &self.hand, self.lot()) {
            (Action::Tremor(seed), None, None) if self.awaits_tremor() => {
                self.tremor = Some(*seed);
                Ok(())
            }
            (Action::Rest(settled), Some(hand), _) => {
                self.judge_facts(settled)?;
                self.rest(hand.clone(), (**settled).clone());
                Ok(())
            }
            (Action::Draw(block), None, Some(lot)) => {
                if !lot.contains(*block) {
                    return Err(Illegal::new("S16", text::NOT_IN_THE_BAG).at([block.number()]));
                }
                self.end = self.play.rules_mut().act(&mut self.table, Actor::Nature, action);
                Ok(())
            }
            (_, Some(_), _) => Err(Illegal::new("S9", text::NATURE_FIRST)),
            (_, None, Some(_)) => Err(Illegal::new("S16", text::NATURE_FIRST)),
            (_, None, None) if self.awaits_tremor() => Err(Illegal::new("S9", text::NATURE_FIRST)),
            (_, None, None) => Err(Illegal::new("S12", text::NOT_YOUR_TURN)),
        }
    }

    /// Refuses an answer that names blocks which it can't name now.
    pub(crate) fn judge_facts(&self, settled: &Settled) -> Result<(), Illegal> {
        let Some(hand) = &self.hand else { return Ok(()) };
        let ground = self.play.rules().demand().ground();
        placement::check(&self.table.plots[usize::from(hand.plot)], hand, ground, settled)
    }

    /// Performs what follows from a placement at rest. A block that is no part of the tower is taken off it first, and Nature
    /// is asked again.
    fn rest(&mut self, hand: PendingPlacement, mut settled: Settled) {
        let PendingPlacement { seat, plot, block, deed } = hand;
        let rules = self.play.rules();
        let on = &mut self.table.plots[usize::from(plot)];
        let mut fallen: Blocks = settled.fallen.iter().copied().filter(|other| *other != block).collect();
        let landing = match deed {
            Handling::Placed(_) => {
                let landing = Landing::of(on, block, rules.demand(), self.table.edition, &settled);
                if landing == Landing::Spoilt {
                    (self.hand, self.again, self.tremor) = (None, Some(block), None); // S4
                    return;
                }
                let stands = settled.tower.blocks.iter().any(|standing| standing.block == block);
                let is_off = match landing {
                    Landing::Stands | Landing::Spoilt => false,
                    Landing::TooLow => true,                               // S28
                    Landing::Falls => stands && rules.is_gift(seat, plot), // S30
                };
                if is_off {
                    on.stand_without(&settled, block);
                    if !on.tower.blocks.is_empty() {
                        self.hand = Some(PendingPlacement {
                            seat,
                            plot,
                            block,
                            deed: Handling::TakenBack { landing, fallen },
                        });
                        return;
                    }
                    let (tower, grounded, touching) = Default::default();
                    settled = Settled { tower, grounded, touching, ..settled };
                }
                landing
            }
            Handling::TakenBack { landing, fallen: before } => {
                let landing = if fallen.is_empty() { landing } else { Landing::Falls };
                fallen = fallen.union(before);
                landing
            }
        };
        (self.hand, self.again, self.tremor) = (None, None, None);
        let landed = Landed { seat, plot: usize::from(plot), block, landing, settled, fallen };
        self.end = self.play.rules_mut().on_landed(&mut self.table, &landed);
    }

    /// Removes a seat from the game, with its tower and with the block that it was placing.
    pub(crate) fn leave(&mut self, seat: Seat) {
        if self.end.is_some() || self.table.gone.contains(seat) {
            return;
        }
        self.table.gone = self.table.gone.with(seat);
        let laying = self.laying();
        let is_shared = self.mode() == Mode::Babel;
        let is_its_plot = |plot: u8| !is_shared && usize::from(plot) == seat.index();
        if let Some(hand) = self.hand.take_if(|hand| hand.seat == seat || is_its_plot(hand.plot)) {
            self.table.market = self.table.market.union(hand.fallen());
        }
        if self.hand.is_none() {
            self.tremor = None;
        }
        self.end = match self.table.staying().len() {
            0 | 1 => self.play.rules().end(&self.table, Ending::Left),
            _ => self.play.rules_mut().on_left(&mut self.table, seat),
        };
        if self.laying() != laying || laying.is_some_and(|(builder, _)| builder == seat) {
            self.again = None;
        }
    }

    /// Which seat is to place a block, and on which plot.
    fn laying(&self) -> Option<(Seat, usize)> {
        match self.play.rules().awaits(&self.table) {
            Awaited::Seat(due) if !due.task.placeable().is_empty() => Some((due.seat, due.plot)),
            _ => None,
        }
    }

    /// Refuses every actor after the end, and seats that the table does not have.
    fn judge_actor(&self, actor: Actor) -> Result<(), Illegal> {
        match (self.end, actor) {
            (Some(end), _) => Err(Illegal::new(end.how.article().unwrap_or("S12"), text::OVER)),
            (None, Actor::Seat(seat)) if seat.0 >= self.table.seats() => {
                Err(Illegal::new("S12", text::NOT_YOUR_TURN).at([seat.0]))
            }
            (None, _) => Ok(()),
        }
    }
}

/// `knockout 1:sell beans=10,8 plots=12+3:45.000/- market=1-2,4-11`: the game, who must do what, and what lies and stands
/// where. Towers are named by their blocks and their height in millimetres; poses are in the log.
impl fmt::Display for Bausack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.mode().id())?;
        match (self.end, &self.hand, self.due()) {
            (Some(end), ..) => write!(f, "over={}", end.how.article().unwrap_or("left"))?,
            (None, Some(hand), _) => {
                let deed = match hand.deed {
                    Handling::Placed(_) => "rest",
                    Handling::TakenBack { .. } => "back",
                };
                write!(f, "*:{deed}={}@{}", hand.block.number(), hand.plot)?;
            }
            (None, None, Some(Due { seat, task: Task::LayAgain { block }, .. })) => {
                write!(f, "{seat}:lay-again={}", block.number())?;
            }
            (None, None, Some(due)) => {
                let asked: Vec<u8> = self.asked().iter().map(|seat| seat.0).collect();
                write!(f, "{}:{}", Listed(&asked), due.task.kind())?;
            }
            (None, None, None) if self.awaits_tremor() => f.write_str("*:tremor")?,
            (None, None, None) => f.write_str("*:draw")?,
        }
        let summary = self.play.rules().summary(&self.table);
        write!(f, " beans={}", Listed(self.table.beans.as_slice()))?;
        if let Some(rounds) = summary.rounds {
            write!(f, " rounds={}", Listed(rounds.as_slice()))?;
        }
        for (name, seats) in [("stopped", summary.stopped), ("out", summary.out), ("gone", self.table.gone)] {
            if !seats.is_empty() {
                write!(f, " {name}={}", Listed(&seats.iter().map(|seat| seat.0).collect::<Vec<_>>()))?;
            }
        }
        if let Some(last) = summary.last {
            write!(f, " last={last}")?;
        }
        if let Some(auction) = &summary.auction {
            let bidders: Vec<u8> = auction.bidders.iter().map(|seat| seat.0).collect();
            let (bids, bidders) = (Listed(auction.bids.as_slice()), Listed(&bidders));
            write!(
                f,
                " {}={} by={} bids={bids} in={bidders}",
                auction.kind,
                auction.block.number(),
                auction.seller
            )?;
        } else if !summary.aside.is_empty() {
            write!(f, " aside={}", summary.aside)?;
        }
        f.write_str(" plots=")?;
        for (number, plot) in self.table.plots.iter().enumerate() {
            let slash = if number > 0 { "/" } else { "" };
            let blocks: Vec<String> =
                plot.tower.blocks.iter().map(|standing| standing.block.number().to_string()).collect();
            match blocks.is_empty() {
                true => write!(f, "{slash}-")?,
                // A real tower that has not been measured.
                false if plot.tower.height == 0 => write!(f, "{slash}{}", blocks.join("+"))?,
                false => {
                    let height = plot.tower.height;
                    write!(f, "{slash}{}:{}.{:03}", blocks.join("+"), height / 1000, height % 1000)?;
                }
            }
        }
        if !summary.lines.is_empty() {
            f.write_str(" lines=")?;
            for (number, line) in summary.lines.iter().enumerate() {
                let slash = if number > 0 { "/" } else { "" };
                let blocks: Vec<u8> = line.iter().map(|block| block.number()).collect();
                write!(f, "{slash}{}", Listed(&blocks))?;
            }
        }
        write!(f, " market={}", self.table.market)?;
        match (self.table.wood, self.table.hands) {
            (Wood::Real, _) => f.write_str(" wood=real"),
            (_, Hands::Steady) => Ok(()),
            (_, Hands::Natural) => f.write_str(" hands=natural"),
            (_, Hands::Party) => f.write_str(" hands=party"),
        }
    }
}

/// Numbers with commas between; `-` for none.
struct Listed<'a>(&'a [u8]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(if numbers.is_empty() { "-".to_owned() } else { numbers.join(",") }.as_str())
    }
}
