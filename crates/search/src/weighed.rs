//! Evaluations that are weighted sums: what is counted, and the files that say how much each count weighs.

use crate::{Search, value};
use game::{BySeat, Seat};

/// A game whose evaluation is a weighted sum of counts, such as the cells that a seat holds.
///
/// A seat is worth the sum of its counts, each times its weight. What it is worth more than a rival is the logarithm of
/// its odds against that rival; its value is what it is worth more than its rivals on average. Weights change in the course of a game: there is a list of them for each of a few *phases*, and a position
/// lies on one of these or on the way from one to the next.
///
/// The lists are data files that `ludotheque tune` writes, and [`read_weights`] reads when the game is compiled.
pub trait Weighed: Search {
    /// What is counted, by name.
    const FEATURES: &'static [&'static str];
    /// The phases by name, in order.
    const PHASES: &'static [&'static str];
    /// As many counts as there are features.
    type Counts: AsRef<[i32]>;

    /// The counts of one seat, in the order of the features; partners have the same.
    fn counts(&self, seat: Seat) -> Self::Counts;

    /// Where between the phases the position lies.
    fn phase(&self) -> Phase;

    /// The weights by which the position is judged: those of the first phase in the order of the features, then those
    /// of the next.
    fn weights(&self) -> &'static [i32];

    /// The evaluation by the given weights. A game's [`Search::evaluate`] calls it with its own.
    #[inline]
    fn weigh(&self, weights: &[i32]) -> BySeat<i32> {
        let worths = self.worths(weights);
        BySeat::new(self.seats(), |seat| {
            let rivals = self.rivals(seat);
            let others: i32 = rivals.iter().map(|rival| worths[rival]).sum();
            let lead = worths[seat] - others / i32::from(rivals.len());
            (lead / Phase::WAY).clamp(-BOUND, BOUND)
        })
    }

    /// The chances by the given weights: of each seat the mean of those against its rivals, one by one. The
    /// [`Search::chances`] of a game with more than two sides calls it with its own.
    #[inline]
    fn weigh_chances(&self, weights: &[i32]) -> BySeat<f32> {
        let worths = self.worths(weights);
        let mut chances = BySeat::new(self.seats(), |_| 0.0);
        for seat in Seat::all(self.seats()) {
            let rivals = self.rivals(seat);
            for rival in rivals.iter().filter(|rival| *rival > seat) {
                let chance = value::to_chance((worths[seat] - worths[rival]) / Phase::WAY);
                chances[seat] += chance;
                chances[rival] += 1.0 - chance;
            }
            chances[seat] /= f32::from(rivals.len());
        }
        chances
    }

    /// What each seat is worth by the given weights, in sixteenths of thousandths.
    #[inline]
    fn worths(&self, weights: &[i32]) -> BySeat<i32> {
        let phase = self.phase();
        let (near, far) = phase.rows::<Self>(weights);
        BySeat::new(self.seats(), |seat| {
            let counts = self.counts(seat);
            let weigh = |((count, near), far): ((&i32, &i32), &i32)| {
                count * (near * (Phase::WAY - phase.gone) + far * phase.gone)
            };
            counts.as_ref().iter().zip(near).zip(far).map(weigh).sum::<i32>()
        })
    }
}

/// No evaluation is further from 0.
const BOUND: i32 = 99_999;

/// A place on the way from one phase to the next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    index: usize,
    /// How far on the way, in sixteenths.
    gone: i32,
}

impl Phase {
    /// The parts into which the way from one phase to the next is divided.
    const WAY: i32 = 16;

    /// The place of `measure` between the phases whose own measures are `marks`, in rising order; before the first it
    /// is on the first, beyond the last on the last.
    pub const fn of(measure: i32, marks: &[i32]) -> Phase {
        let mut index = 0;
        while index + 1 < marks.len() && measure >= marks[index + 1] {
            index += 1;
        }
        if index + 1 == marks.len() || measure <= marks[index] {
            return Phase { index, gone: 0 };
        }
        let (start, end) = (marks[index], marks[index + 1]);
        Phase { index, gone: (measure - start) * Phase::WAY / (end - start) }
    }

    /// The places of 0, 1, 2 and so on, ready to be looked up.
    pub const fn table<const COUNT: usize>(marks: &[i32]) -> [Phase; COUNT] {
        let mut phases = [Phase { index: 0, gone: 0 }; COUNT];
        let mut measure = 0;
        while measure < COUNT {
            phases[measure] = Phase::of(measure as i32, marks);
            measure += 1;
        }
        phases
    }

    /// The phases on both sides of the place, and the share that each has in it.
    pub(crate) fn shares(self) -> [(usize, f64); 2] {
        let far = f64::from(self.gone) / f64::from(Self::WAY);
        [(self.index, 1.0 - far), (self.index + 1, far)]
    }

    /// The weights of the phases on both sides.
    #[inline]
    fn rows<G: Weighed>(self, weights: &[i32]) -> (&[i32], &[i32]) {
        let count = G::FEATURES.len();
        let next = if self.gone == 0 { self.index } else { self.index + 1 };
        (&weights[self.index * count..][..count], &weights[next * count..][..count])
    }
}

/// The weights of a file that a game is compiled with: see [`parse_weights`]. One that does not fit does not compile.
///
/// ```
/// const FILE: &str = "# early late\ncells  10 300\nheight  -5  60\n";
/// const WEIGHTS: [i32; 4] = search::read_weights(FILE, &["cells", "height"], &["early", "late"]);
/// assert_eq!(WEIGHTS, [10, -5, 300, 60]);
/// ```
pub const fn read_weights<const COUNT: usize>(
    file: &str,
    features: &[&str],
    phases: &[&str],
) -> [i32; COUNT] {
    let mut weights = [0; COUNT];
    match parse_weights(file, features, phases, &mut weights) {
        Ok(()) => weights,
        Err(why) => panic!("{}", why),
    }
}

/// Reads a file of weights for these features and phases, or says why it is none: a line for each feature, its name and
/// then its weight in each phase. Empty lines and lines that begin with `#` say nothing.
pub const fn parse_weights(
    file: &str,
    features: &[&str],
    phases: &[&str],
    weights: &mut [i32],
) -> Result<(), &'static str> {
    if features.len() * phases.len() != weights.len() {
        return Err("there is a weight for each feature in each phase");
    }
    let text = file.as_bytes();
    let (mut at, mut feature) = (0, 0);
    while at < text.len() {
        if text[at] == b'#' || text[at] == b'\n' {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
            at += 1;
            continue;
        }
        if feature == features.len() {
            return Err("it has more lines than there are features");
        }
        let name = features[feature].as_bytes();
        let mut letter = 0;
        while letter < name.len() {
            if at == text.len() || text[at] != name[letter] {
                return Err("a line is not of its feature");
            }
            (letter, at) = (letter + 1, at + 1);
        }
        let mut phase = 0;
        while phase < phases.len() {
            match read_number(text, at) {
                Some((weight, end)) => {
                    weights[phase * features.len() + feature] = weight;
                    at = end;
                }
                None => return Err("a line lacks a weight of a phase"),
            }
            phase += 1;
        }
        if at < text.len() && text[at] != b'\n' {
            return Err("a line goes on after its last phase");
        }
        feature += 1;
    }
    if feature == features.len() { Ok(()) } else { Err("it has fewer lines than there are features") }
}

/// The number after the spaces at `at`, of six digits at most, and where it ends.
const fn read_number(text: &[u8], mut at: usize) -> Option<(i32, usize)> {
    let before = at;
    while at < text.len() && text[at] == b' ' {
        at += 1;
    }
    if at == before {
        return None;
    }
    let sign = if at < text.len() && text[at] == b'-' { -1 } else { 1 };
    if sign < 0 {
        at += 1;
    }
    let start = at;
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = number * 10 + (text[at] - b'0') as i32;
        at += 1;
        if at - start > 6 {
            return None;
        }
    }
    if at > start { Some((sign * number, at)) } else { None }
}

/// The lines of a file that [`parse_weights`] reads: a heading for the phases, then the features.
pub fn write_weights(weights: &[i32], features: &[&str], phases: &[&str]) -> String {
    let width = features.iter().map(|name| name.len()).max().unwrap_or(0);
    let columns: Vec<usize> = phases.iter().map(|name| name.len().max(6) + 2).collect();
    let head = phases.iter().zip(&columns).map(|(name, column)| format!("{name:>column$}"));
    let mut file = format!("#{:1$}{2}\n", "", width - 1, head.collect::<String>());
    for (index, name) in features.iter().enumerate() {
        let row = weights[index..].iter().step_by(features.len()).zip(&columns);
        let row: String = row.map(|(weight, column)| format!("{weight:>column$}")).collect();
        file += &format!("{name:<width$}{row}\n");
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: &[&str] = &["cells", "height"];
    const PHASES: &[&str] = &["early", "middle", "late"];

    #[test]
    fn what_is_written_is_read_back() {
        let weights = [1, -20, 300, 0, -99_999, 7];
        let file = format!("# A game.\n\n{}", write_weights(&weights, FEATURES, PHASES));
        assert_eq!(read_weights::<6>(&file, FEATURES, PHASES), weights);
        assert!(file.contains("cells        1     300  -99999"), "{file}");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let why = |file: &str| parse_weights(file, FEATURES, PHASES, &mut [0; 6]).unwrap_err();
        assert_eq!(why("height 1 2 3\ncells 4 5 6\n"), "a line is not of its feature");
        assert_eq!(why("cells 1 2 3\n"), "it has fewer lines than there are features");
        assert_eq!(
            why("cells 1 2 3\nheight 1 2 3\ncells 1 2 3\n"),
            "it has more lines than there are features"
        );
        assert_eq!(why("cells 1 2 3 4\nheight 4 5 6\n"), "a line goes on after its last phase");
        for bad in ["cells 1 2\n", "cells 1 2 -\n", "cells 1 2 x\n", "cells 1 2 1234567\n", "cells1 2 3\n"] {
            assert_eq!(why(bad), "a line lacks a weight of a phase", "{bad}");
        }
        let too_few = parse_weights("cells 1\nheight 2\n", FEATURES, &["early"], &mut [0; 6]);
        assert_eq!(too_few, Err("there is a weight for each feature in each phase"));
    }

    #[test]
    #[should_panic(expected = "fewer lines")]
    fn a_game_is_not_compiled_with_what_does_not_fit() {
        read_weights::<6>("cells 1 2 3\n", FEATURES, PHASES);
    }

    #[test]
    fn a_measure_lies_between_its_marks() {
        let of = |measure| Phase::of(measure, &[2, 10, 14]);
        assert_eq!(of(0), Phase { index: 0, gone: 0 });
        assert_eq!(of(2), Phase { index: 0, gone: 0 });
        assert_eq!(of(6), Phase { index: 0, gone: 8 });
        assert_eq!(of(10), Phase { index: 1, gone: 0 });
        assert_eq!(of(13), Phase { index: 1, gone: 12 });
        assert_eq!(of(14), Phase { index: 2, gone: 0 });
        assert_eq!(of(99), Phase { index: 2, gone: 0 });
        assert_eq!(Phase::table::<16>(&[2, 10, 14])[13], of(13));
    }
}
