//! The rules once more, as plainly as possible: lists, loops and a full history, written from the rulebook alone.

use std::collections::BTreeSet;

/// A station: its line, and its distance from the left edge in halves.
pub type Spot = (i32, i32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Patrol,
    Guard,
}

#[derive(Clone, Debug)]
pub struct Piece {
    /// Which of the ten pieces it is, for life.
    pub id: usize,
    pub seat: usize,
    pub kind: Kind,
    /// Nowhere while it is in reserve.
    pub at: Option<Spot>,
}

/// One step or guard action of a turn.
#[derive(Clone, Debug)]
pub struct Step {
    pub id: usize,
    pub kind: Kind,
    pub from: Option<Spot>,
    pub to: Spot,
}

impl Step {
    pub fn lateral(&self) -> bool {
        self.kind == Kind::Patrol && self.from.unwrap().0 == self.to.0
    }

    pub fn forward(&self) -> bool {
        self.kind == Kind::Patrol && !self.lateral()
    }
}

/// One turn, as it was played.
#[derive(Clone, Debug, Default)]
pub struct Record {
    seat: usize,
    steps: Vec<Step>,
    passed: bool,
}

#[derive(Clone, Debug)]
pub struct Plain {
    pub variant: &'static str,
    pub pieces: Vec<Piece>,
    pub next: usize,
    /// T19: whether this turn's guard has been lost.
    pub paid: bool,
    /// The steps of the turn that is being played.
    pub steps: Vec<Step>,
    pub history: Vec<Record>,
    /// The article that ended the game, and the points.
    pub over: Option<(&'static str, [u32; 2])>,
}

/// T1: the lines of the board.
pub fn line(line: i32) -> Vec<Spot> {
    let halves: Vec<i32> = match line {
        1 | 13 => vec![2, 6, 10],
        2 | 12 => vec![0, 4, 8, 12],
        3 | 5 | 7 | 9 | 11 => vec![1, 3, 5, 7, 9, 11],
        4 | 6 | 8 | 10 => vec![0, 2, 4, 6, 8, 10, 12],
        _ => vec![],
    };
    halves.into_iter().map(|x| (line, x)).collect()
}

pub fn name(spot: Spot) -> String {
    let letter = line(spot.0).iter().position(|other| *other == spot).unwrap();
    format!("{}{}", spot.0, ["a", "b", "c", "d", "e", "f", "g"][letter])
}

/// T1: the fifty stations that are neither central nor outer.
pub fn transits() -> Vec<Spot> {
    (3..=11).flat_map(line).filter(|spot| spot.1 != 0 && spot.1 != 12).collect()
}

fn home(seat: usize) -> i32 {
    if seat == 0 { 1 } else { 13 }
}

/// T2
pub fn forward(seat: usize, from: Spot) -> Vec<Spot> {
    let next = if seat == 0 { from.0 + 1 } else { from.0 - 1 };
    let wide = [from.0, next].contains(&1) || [from.0, next].contains(&13);
    let apart = if wide { 2 } else { 1 };
    line(next).into_iter().filter(|to| (to.1 - from.1).abs() == apart).collect()
}

/// T2
fn lateral(from: Spot) -> Vec<Spot> {
    if from.0 % 2 == 1 {
        return vec![];
    }
    let apart = if from.0 == 2 || from.0 == 12 { 4 } else { 2 };
    line(from.0).into_iter().filter(|to| (to.1 - from.1).abs() == apart).collect()
}

impl Plain {
    /// T3
    pub fn new(variant: &'static str) -> Plain {
        let mut pieces = Vec::new();
        for seat in 0..2 {
            for at in line(home(seat)) {
                pieces.push(Piece { id: pieces.len(), seat, kind: Kind::Patrol, at: Some(at) });
            }
            for _ in 0..2 {
                pieces.push(Piece { id: pieces.len(), seat, kind: Kind::Guard, at: None });
            }
        }
        Plain { variant, pieces, next: 0, paid: false, steps: vec![], history: vec![], over: None }
    }

    fn free(&self, spot: Spot) -> bool {
        self.pieces.iter().all(|piece| piece.at != Some(spot))
    }

    fn own(&self, kind: Kind) -> Vec<Piece> {
        let mine = |piece: &&Piece| piece.seat == self.next && piece.kind == kind;
        self.pieces.iter().filter(mine).cloned().collect()
    }

    fn arrived(&self, piece: &Piece) -> bool {
        piece.kind == Kind::Patrol && piece.at.unwrap().0 == home(1 - piece.seat)
    }

    /// T4, T5, T6, T8: the steps of one patrol, as if nothing had been played in this turn.
    fn patrol_steps(&self, patrol: &Piece) -> Vec<Step> {
        let from = patrol.at.unwrap();
        if self.arrived(patrol) {
            return vec![];
        }
        let ahead: Vec<Spot> = forward(patrol.seat, from).into_iter().filter(|to| self.free(*to)).collect();
        let mut aside: Vec<Spot> = lateral(from).into_iter().filter(|to| self.free(*to)).collect();
        if (from.0 == 2 || from.0 == 12) && !ahead.is_empty() {
            aside.clear();
        }
        let step = |to| Step { id: patrol.id, kind: Kind::Patrol, from: Some(from), to };
        ahead.into_iter().chain(aside).map(step).collect()
    }

    /// Every step of every patrol of the seat to act.
    fn all_patrol_steps(&self) -> Vec<Step> {
        self.own(Kind::Patrol).iter().flat_map(|patrol| self.patrol_steps(patrol)).collect()
    }

    /// T7; two guards in reserve are one.
    fn guard_actions(&self) -> Vec<Step> {
        let mut actions = Vec::new();
        let mut entered = false;
        for guard in self.own(Kind::Guard) {
            if guard.at.is_none() && std::mem::replace(&mut entered, true) {
                continue;
            }
            for to in transits() {
                if self.free(to) {
                    actions.push(Step { id: guard.id, kind: Kind::Guard, from: guard.at, to });
                }
            }
        }
        actions
    }

    /// T9: whether the two make a turn, given that each can be made when it is.
    fn make_a_turn(first: &Step, second: &Step) -> bool {
        match (first.kind, second.kind) {
            (Kind::Guard, Kind::Guard) => false,
            (Kind::Patrol, Kind::Patrol) if first.id == second.id => !(first.lateral() && second.lateral()),
            _ => true,
        }
    }

    fn after(&self, step: &Step) -> Plain {
        let mut next = Plain { history: vec![], steps: vec![], pieces: self.pieces.clone(), ..*self };
        next.pieces.iter_mut().find(|piece| piece.id == step.id).unwrap().at = Some(step.to);
        next
    }

    /// Every second step that completes the turn.
    fn seconds(&self, first: &Step) -> Vec<Step> {
        let all = self.all_patrol_steps().into_iter().chain(self.guard_actions());
        all.filter(|second| Plain::make_a_turn(first, second)).collect()
    }

    /// Whether there is such a step; patrols are asked first because that is quick.
    fn has_second(&self, first: &Step) -> bool {
        let good = |second: &Step| Plain::make_a_turn(first, second);
        self.all_patrol_steps().iter().any(good) || self.guard_actions().iter().any(good)
    }

    /// T14, T18: whether the step just made by this seat ends the game.
    fn ends(&self) -> bool {
        self.own(Kind::Patrol).iter().all(|patrol| self.arrived(patrol))
    }

    /// T10: every first step.
    fn firsts(&self) -> Vec<Step> {
        let all: Vec<Step> = self.all_patrol_steps().into_iter().chain(self.guard_actions()).collect();
        let completed = |first: &Step| {
            let after = self.after(first);
            (first.kind == Kind::Patrol && after.ends()) || after.has_second(first)
        };
        let good: Vec<Step> = all.iter().filter(|first| completed(first)).cloned().collect();
        if good.is_empty() { self.all_patrol_steps() } else { good }
    }

    fn text(&self, step: &Step) -> String {
        match step.from {
            Some(from) => format!("{}-{}", name(from), name(step.to)),
            None => format!("@{}", name(step.to)),
        }
    }

    /// Every legal action, with the step that it stands for if it is one.
    pub fn legal(&self) -> Vec<(String, Option<Step>)> {
        let named = |steps: Vec<Step>| -> Vec<(String, Option<Step>)> {
            steps.into_iter().map(|step| (self.text(&step), Some(step))).collect()
        };
        let plain = |texts: BTreeSet<String>| texts.into_iter().map(|text| (text, None)).collect::<Vec<_>>();
        if let Some(first) = self.steps.first() {
            return named(self.seconds(first));
        }
        let lose_guard: BTreeSet<String> = self
            .own(Kind::Guard)
            .iter()
            .map(|guard| format!("lose {}", guard.at.map_or("reserve".to_owned(), name)))
            .collect();
        let travelling: Vec<Piece> =
            self.own(Kind::Patrol).into_iter().filter(|patrol| !self.arrived(patrol)).collect();
        // T19
        let stuck = travelling.iter().any(|patrol| self.patrol_steps(patrol).is_empty());
        if self.variant == "passage" && !self.paid && stuck && !lose_guard.is_empty() {
            return plain(lose_guard);
        }
        let firsts = self.firsts();
        if !firsts.is_empty() {
            return named(firsts);
        }
        // T12, T18
        let lost = match self.variant {
            "base" => lose_guard,
            "capture" => {
                travelling.iter().map(|patrol| format!("lose {}", name(patrol.at.unwrap()))).collect()
            }
            _ => BTreeSet::new(),
        };
        if lost.is_empty() { vec![("pass".to_owned(), None)] } else { plain(lost) }
    }

    pub fn play(&mut self, (text, step): &(String, Option<Step>)) {
        let me = self.next;
        if let Some(step) = step {
            self.pieces.iter_mut().find(|piece| piece.id == step.id).unwrap().at = Some(step.to);
            self.steps.push(step.clone());
            if step.kind == Kind::Patrol && self.ends() {
                let third = self.own(Kind::Patrol).len() == 3;
                self.over = Some((if third { "T14" } else { "T18" }, self.points()));
            } else if self.steps.len() == 2 || !self.has_second(&self.steps[0]) {
                self.end_turn(false);
            }
        } else if let Some(lost) = text.strip_prefix("lose ") {
            let gone = |piece: &Piece| {
                piece.seat == me
                    && match piece.at {
                        Some(at) => name(at) == lost,
                        None => lost == "reserve",
                    }
            };
            let index = self.pieces.iter().position(gone).unwrap();
            self.pieces.remove(index);
            if self.variant == "passage" {
                self.paid = true;
            } else if self.own(Kind::Patrol).is_empty() {
                let left = self.pieces.iter().filter(|piece| piece.kind == Kind::Patrol).count();
                let mut points = [0; 2];
                points[1 - me] = [0, 1, 4, 9][left];
                self.over = Some(("T18", points));
            } else {
                self.end_turn(false);
            }
        } else {
            self.end_turn(true);
        }
    }

    /// T16
    fn points(&self) -> [u32; 2] {
        [0, 1].map(|seat| {
            let home =
                |piece: &&Piece| piece.seat == seat && piece.kind == Kind::Patrol && self.arrived(piece);
            [0, 1, 4, 9][self.pieces.iter().filter(home).count()]
        })
    }

    fn end_turn(&mut self, passed: bool) {
        let steps = std::mem::take(&mut self.steps);
        self.history.push(Record { seat: self.next, steps, passed });
        // T13, T15, T17
        let ended = if self.passes() == 2 {
            Some("T13")
        } else if self.shuttles(self.next).iter().any(|(_, _, turns)| *turns == 6) {
            Some("T15")
        } else if self.quiet() == 60 {
            Some("T17")
        } else {
            None
        };
        self.paid = false;
        match ended {
            Some(article) => self.over = Some((article, self.points())),
            None => self.next = 1 - self.next,
        }
    }

    pub fn passes(&self) -> usize {
        self.history.iter().rev().take_while(|turn| turn.passed).count()
    }

    pub fn quiet(&self) -> usize {
        let calm = |turn: &&Record| !turn.steps.iter().any(Step::forward);
        self.history.iter().rev().take_while(calm).count()
    }

    /// T15: for every patrol, how many of the last turns of its seat were its shuttle: the stations where it was and
    /// where it is.
    pub fn shuttles(&self, seat: usize) -> Vec<(Spot, Spot, usize)> {
        let turns: Vec<&Record> = self.history.iter().rev().filter(|turn| turn.seat == seat).collect();
        let mut found = Vec::new();
        for id in 0..10 {
            let only = |turn: &&&Record| -> Option<(Spot, Spot)> {
                let mine: Vec<&Step> = turn.steps.iter().filter(|step| step.id == id).collect();
                let good = mine.len() == 1 && mine[0].lateral() && [4, 6, 8, 10].contains(&mine[0].to.0);
                good.then(|| (mine[0].from.unwrap(), mine[0].to))
            };
            let Some((from, to)) = turns.first().and_then(|turn| only(&turn)) else { continue };
            let same =
                |turn: &&&Record| only(turn).is_some_and(|pair| pair == (from, to) || pair == (to, from));
            found.push((from, to, turns.iter().take_while(same).count()));
        }
        found
    }

    /// The rulebook's notation of positions.
    pub fn notation(&self) -> String {
        let mut lines = Vec::new();
        for number in (1..=13).rev() {
            let letter = |spot: Spot| match self.pieces.iter().find(|piece| piece.at == Some(spot)) {
                Some(Piece { kind: Kind::Patrol, seat, .. }) => ["P", "p"][*seat],
                Some(Piece { kind: Kind::Guard, seat, .. }) => ["G", "g"][*seat],
                None => ".",
            };
            lines.push(line(number).into_iter().map(letter).collect::<String>());
        }
        let reserve = [0, 1]
            .map(|seat| self.pieces.iter().filter(|piece| piece.seat == seat && piece.at.is_none()).count());
        let begun = match (self.over, self.steps.first()) {
            (Some((article, _)), _) => article.to_owned(),
            (None, None) if self.paid => "paid".to_owned(),
            (None, None) => "-".to_owned(),
            (None, Some(step)) if step.kind == Kind::Guard => "guard".to_owned(),
            (None, Some(step)) if step.lateral() => {
                format!("{}={}", name(step.from.unwrap()), name(step.to))
            }
            (None, Some(step)) => format!(">{}", name(step.to)),
        };
        let shuttles = [0, 1].map(|seat| {
            let mut found = self.shuttles(seat);
            found.sort_by_key(|(_, at, _)| *at);
            let texts: Vec<String> = found
                .iter()
                .map(|(away, at, turns)| format!("{}={}*{turns}", name(*away), name(*at)))
                .collect();
            if texts.is_empty() { "-".to_owned() } else { texts.join("+") }
        });
        let passes = if self.steps.is_empty() { self.passes() } else { 0 };
        let quiet = self.quiet();
        format!(
            "{} {} {},{} {begun} {quiet},{passes} {},{} {}",
            lines.join("/"),
            self.next,
            reserve[0],
            reserve[1],
            shuttles[0],
            shuttles[1],
            self.variant
        )
    }
}
