//! EX*PION told plainly: a grid of letters, and loops over it. It shares no code with the real rules.

#![allow(clippy::unwrap_used)] // a test says why by failing

/// Grid coordinates: column and row, both from 0; a1 is (0, 0).
type At = (i32, i32);

const WAYS: [At; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// A position; cells hold `n`, `e`, `s`, `w`, `x` for the ball, `.` or `#`.
#[derive(Clone)]
pub struct Naive {
    seats: u8,
    grid: [[char; 9]; 9],
    pub next: u8,
    captured: bool,
    pub quiet: u32,
    ally: u8,
}

/// Everything about one attempt to move a marble.
struct Attempt {
    after: [[char; 9]; 9],
    backward: bool,
    leaves_camp: bool,
    captures: Vec<At>,
    captures_with_ball: Vec<At>,
}

fn on_grid((column, row): At) -> bool {
    (0..9).contains(&column) && (0..9).contains(&row)
}

/// The colour of the camp to which a cell belongs.
fn camp((column, row): At) -> Option<char> {
    let inner = 1..8;
    match (column, row) {
        (c, 8) if inner.contains(&c) => Some('n'),
        (8, r) if inner.contains(&r) => Some('e'),
        (c, 0) if inner.contains(&c) => Some('s'),
        (0, r) if inner.contains(&r) => Some('w'),
        _ => None,
    }
}

fn in_area((column, row): At) -> bool {
    (1..8).contains(&column) && (1..8).contains(&row)
}

fn special(at: At) -> bool {
    [(1, 1), (1, 7), (7, 1), (7, 7)].contains(&at)
}

fn side(colour: char) -> Option<u8> {
    match colour {
        'n' | 's' => Some(0),
        'e' | 'w' => Some(1),
        _ => None,
    }
}

fn forward(colour: char) -> At {
    match colour {
        'n' => (0, -1),
        'e' => (-1, 0),
        's' => (0, 1),
        _ => (1, 0),
    }
}

fn name((column, row): At) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn all_cells() -> impl Iterator<Item = At> {
    (0..9).flat_map(|row| (0..9).map(move |column| (column, row)))
}

impl Naive {
    pub fn new(seats: u8) -> Naive {
        let mut grid = [['#'; 9]; 9];
        for at in all_cells() {
            let letter = camp(at).or(in_area(at).then_some('.')).unwrap_or('#');
            grid[at.1 as usize][at.0 as usize] = letter;
        }
        grid[4][4] = 'x';
        Naive { seats, grid, next: 0, captured: false, quiet: 0, ally: 1 }
    }

    pub fn text(&self) -> String {
        let rows: Vec<String> = self.grid.iter().rev().map(|row| row.iter().collect()).collect();
        let mark = if self.captured { '!' } else { '-' };
        let suffix = match (self.seats, self.ally) {
            (3, 1) => " e",
            (3, _) => " w",
            _ => "",
        };
        format!("{} {} {mark} {}{suffix}", rows.join("/"), self.next, self.quiet)
    }

    fn colours(&self, seat: u8) -> &'static [char] {
        match (self.seats, seat) {
            (2, 0) | (3, 0) => &['n', 's'],
            (2, _) => &['e', 'w'],
            (3, 1) | (4, 1) => &['e'],
            (3, _) | (4, 3) => &['w'],
            (_, 0) => &['n'],
            _ => &['s'],
        }
    }

    fn owns(&self, at: At) -> bool {
        self.colours(self.next).contains(&self.grid[at.1 as usize][at.0 as usize])
    }

    fn count(&self, colours: &[char]) -> usize {
        self.grid.iter().flatten().filter(|letter| colours.contains(letter)).count()
    }

    pub fn marbles(&self) -> usize {
        self.count(&['n', 'e', 's', 'w'])
    }

    fn ball(&self) -> At {
        all_cells().find(|at| self.grid[at.1 as usize][at.0 as usize] == 'x').unwrap()
    }

    pub fn ball_in_camp(&self) -> bool {
        camp(self.ball()).is_some()
    }

    pub fn some_side_is_bare(&self) -> bool {
        self.count(&['n', 's']) == 0 || self.count(&['e', 'w']) == 0
    }

    /// X17, X18, X19
    pub fn places(&self) -> Option<Vec<u8>> {
        let winner = if let Some(colour) = camp(self.ball()) {
            Some(1 - side(colour).unwrap())
        } else if self.count(&['n', 's']) == 0 {
            Some(1)
        } else if self.count(&['e', 'w']) == 0 {
            Some(0)
        } else if self.quiet >= 200 {
            None
        } else {
            return None;
        };
        let place = |seat| match winner {
            Some(winner) if side(self.colours(seat)[0]) != Some(winner) => 2,
            _ => 1,
        };
        Some((0..self.seats).map(place).collect())
    }

    /// Tries to move the marble on `from` to `to`, as a push or not, under every rule but X11 and X16's choice.
    fn attempt(&self, from: At, to: At, push: bool) -> Option<Attempt> {
        let get = |grid: &[[char; 9]; 9], at: At| {
            if on_grid(at) { grid[at.1 as usize][at.0 as usize] } else { '#' }
        };
        if !self.owns(from) {
            return None;
        }
        let colour = get(&self.grid, from);
        let own_side = side(colour);
        let (dc, dr) = (to.0 - from.0, to.1 - from.1);
        // X3
        if (dc == 0) == (dr == 0) {
            return None;
        }
        let way = (dc.signum(), dr.signum());
        let distance = dc.abs() + dr.abs();
        // X10
        if !in_area(to) {
            return None;
        }
        let ball = self.ball();
        let mut after = self.grid;
        let mut ball_after = ball;
        let leaves_camp = camp(from).is_some();
        if push {
            // X12
            if to != ball || distance != 1 {
                return None;
            }
            if leaves_camp && way != forward(colour) {
                return None;
            }
            ball_after = (to.0 + way.0, to.1 + way.1);
            if get(&self.grid, ball_after) != '.' || special(ball_after) {
                return None;
            }
            if camp(ball_after).is_some_and(|camp| side(camp) == own_side) {
                return None;
            }
            after[ball_after.1 as usize][ball_after.0 as usize] = 'x';
        } else if leaves_camp {
            // X9
            if way != forward(colour) || distance > 3 {
                return None;
            }
            for step in 1..=distance {
                if get(&self.grid, (from.0 + way.0 * step, from.1 + way.1 * step)) != '.' {
                    return None;
                }
            }
        } else if distance != 1 || get(&self.grid, to) != '.' {
            return None;
        }
        after[from.1 as usize][from.0 as usize] = '.';
        after[to.1 as usize][to.0 as usize] = colour;

        // X14, X15: look at every adverse marble of the area and at the two lines through it.
        let own_colours = self.colours(self.next);
        let touched = WAYS
            .iter()
            .any(|way| own_colours.contains(&get(&after, (ball_after.0 + way.0, ball_after.1 + way.1))));
        let mut captures = Vec::new();
        let mut captures_with_ball = Vec::new();
        for victim in all_cells() {
            let letter = get(&after, victim);
            if side(letter).is_none() || side(letter) == own_side || !in_area(victim) {
                continue;
            }
            for (one, other) in [((0, 1), (0, -1)), ((1, 0), (-1, 0))] {
                let ends = [(victim.0 + one.0, victim.1 + one.1), (victim.0 + other.0, victim.1 + other.1)];
                let friend = |at: At| side(get(&after, at)) == own_side && side(get(&after, at)).is_some();
                if ends.contains(&to) && ends.iter().all(|end| friend(*end)) {
                    captures.push(victim);
                }
                // X16
                if touched && ends.contains(&ball_after) {
                    let partner = if ends[0] == ball_after { ends[1] } else { ends[0] };
                    if partner == to || push && friend(partner) {
                        captures_with_ball.push(victim);
                    }
                }
            }
        }
        let backward = way == (-forward(colour).0, -forward(colour).1);
        Some(Attempt { after, backward, leaves_camp, captures, captures_with_ball })
    }

    pub fn actions(&self) -> Vec<String> {
        let mut actions = Vec::new();
        for from in all_cells().filter(|from| self.owns(*from)) {
            // X3: what is in another column and another row can't be reached.
            for to in all_cells().filter(|to| to.0 == from.0 || to.1 == from.1) {
                for push in [false, true] {
                    let Some(attempt) = self.attempt(from, to, push) else { continue };
                    let sign = if push { '>' } else { '-' };
                    let must_capture = attempt.backward && !self.captured; // X11
                    if !must_capture || !attempt.captures.is_empty() {
                        actions.push(format!("{}{sign}{}", name(from), name(to)));
                    }
                    if attempt.captures_with_ball.iter().any(|victim| !attempt.captures.contains(victim)) {
                        actions.push(format!("{}{sign}{}*", name(from), name(to)));
                    }
                }
            }
        }
        if actions.is_empty() {
            actions.push("pass".to_owned()); // X13
        }
        actions
    }

    pub fn play(&mut self, action: &str) {
        let mut quiet = true;
        if action != "pass" {
            let letters = action.as_bytes();
            let at = |i: usize| (i32::from(letters[i] - b'a'), i32::from(letters[i + 1] - b'1'));
            let attempt = self.attempt(at(0), at(3), letters[2] == b'>').unwrap();
            self.grid = attempt.after;
            let mut captures = attempt.captures;
            if action.ends_with('*') {
                captures.extend(attempt.captures_with_ball);
            }
            for victim in &captures {
                self.grid[victim.1 as usize][victim.0 as usize] = '.';
            }
            self.captured |= !captures.is_empty();
            quiet = captures.is_empty() && !attempt.leaves_camp;
        }
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        let has = |position: &Naive, seat: u8| position.count(position.colours(seat)) > 0;
        match self.seats {
            2 => self.next = 1 - self.next,
            3 => {
                if self.next != 0 {
                    self.ally = 3 - self.next;
                }
                if !has(self, self.ally) && has(self, 3 - self.ally) {
                    self.ally = 3 - self.ally;
                }
                self.next = if self.next == 0 { self.ally } else { 0 };
            }
            _ => {
                self.next = (self.next + 1) % 4;
                while !has(self, self.next) {
                    self.next = (self.next + 1) % 4;
                }
            }
        }
    }
}
