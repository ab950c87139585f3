//! Evaluations that are weighted sums of features, and the files that hold the weights.

use crate::{Search, value};
use game::{BySeat, Seat};

/// A game whose evaluation is a weighted sum of counts, such as the cells that a seat holds.
///
/// The sum of a seat minus that of a rival is the log-odds of beating that rival; the evaluation of a seat is its sum minus
/// the mean of its rivals. Weights change in the course of a game: there is a list of them for each of a few *phases*, and
/// they are interpolated between two phases.
///
/// The lists are data files that `ludotheque tune` writes, and that [`read_weights`] reads at compile time.
pub trait WeightedEvaluation: Search {
    /// The names of the features that are counted.
    const FEATURES: &'static [&'static str];
    /// The names of the phases, in order.
    const PHASES: &'static [&'static str];
    /// An array with one count for each feature.
    type Counts: AsRef<[i32]>;

    /// The counts of one seat, in the order of the features; partners have the same counts.
    fn counts(&self, seat: Seat) -> Self::Counts;

    /// The phase of the position.
    fn phase(&self) -> Phase;

    /// The weights for the position: those of the first phase in the order of the features, then those of the next.
    fn weights(&self) -> &'static [i32];

    /// The evaluation with the given weights. A game's [`Search::evaluate`] calls it with its own weights.
    #[inline]
    fn evaluate_with(&self, weights: &[i32]) -> BySeat<i32> {
        let sums = self.weighted_sums(weights);
        BySeat::new(self.seats(), |seat| {
            let rivals = self.rivals(seat);
            let others: i32 = rivals.iter().map(|rival| sums[rival]).sum();
            let lead = sums[seat] - others / i32::from(rivals.len());
            (lead / Phase::STEPS).clamp(-BOUND, BOUND)
        })
    }

    /// The chances with the given weights: for each seat the mean of its chances against each rival. The
    /// [`Search::chances`] of a game with more than two sides calls it with its own weights.
    #[inline]
    fn chances_with(&self, weights: &[i32]) -> BySeat<f32> {
        let sums = self.weighted_sums(weights);
        let mut chances = BySeat::new(self.seats(), |_| 0.0);
        for seat in Seat::all(self.seats()) {
            let rivals = self.rivals(seat);
            for rival in rivals.iter().filter(|rival| *rival > seat) {
                let chance = value::to_chance((sums[seat] - sums[rival]) / Phase::STEPS);
                chances[seat] += chance;
                chances[rival] += 1.0 - chance;
            }
            chances[seat] /= f32::from(rivals.len());
        }
        chances
    }

    /// The weighted sum of each seat with the given weights, in sixteenths of thousandths of log-odds (the steps between two phases).
    #[inline]
    fn weighted_sums(&self, weights: &[i32]) -> BySeat<i32> {
        let phase = self.phase();
        let (near, far) = phase.rows::<Self>(weights);
        BySeat::new(self.seats(), |seat| {
            let counts = self.counts(seat);
            let weighted = |((count, near), far): ((&i32, &i32), &i32)| {
                count * (near * (Phase::STEPS - phase.step) + far * phase.step)
            };
            counts.as_ref().iter().zip(near).zip(far).map(weighted).sum::<i32>()
        })
    }
}

/// Evaluations are clamped to this absolute value.
const BOUND: i32 = 99_999;

/// A phase of a game, or a point between two phases.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    index: usize,
    /// How far towards the next phase, in steps of [`Phase::STEPS`].
    step: i32,
}

impl Phase {
    /// The number of steps between two phases.
    const STEPS: i32 = 16;

    /// The phase at `measure`, given the measures of the phases in rising order. It is the first phase below the first
    /// threshold, and the last one above the last.
    pub const fn of(measure: i32, thresholds: &[i32]) -> Phase {
        let mut index = 0;
        while index + 1 < thresholds.len() && measure >= thresholds[index + 1] {
            index += 1;
        }
        if index + 1 == thresholds.len() || measure <= thresholds[index] {
            return Phase { index, step: 0 };
        }
        let (start, end) = (thresholds[index], thresholds[index + 1]);
        Phase { index, step: (measure - start) * Phase::STEPS / (end - start) }
    }

    /// A lookup table of the phases at the measures 0, 1, 2 and so on.
    pub const fn table<const COUNT: usize>(thresholds: &[i32]) -> [Phase; COUNT] {
        let mut phases = [Phase { index: 0, step: 0 }; COUNT];
        let mut measure = 0;
        while measure < COUNT {
            phases[measure] = Phase::of(measure as i32, thresholds);
            measure += 1;
        }
        phases
    }

    /// The two phases between which it lies, with the weight of each.
    pub(crate) fn shares(self) -> [(usize, f64); 2] {
        let far = f64::from(self.step) / f64::from(Self::STEPS);
        [(self.index, 1.0 - far), (self.index + 1, far)]
    }

    /// The weights of the two phases between which it lies.
    #[inline]
    fn rows<G: WeightedEvaluation>(self, weights: &[i32]) -> (&[i32], &[i32]) {
        let count = G::FEATURES.len();
        let next = if self.step == 0 { self.index } else { self.index + 1 };
        (&weights[self.index * count..][..count], &weights[next * count..][..count])
    }
}

/// Parses a file of weights at compile time: see [`parse_weights`]. A file with an error does not compile.
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

/// Parses a file of weights: a line for each feature, with its name and then its weight in each phase. Empty lines and
/// lines that begin with `#` are skipped. The error says what is wrong with the file.
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

/// The number after the spaces at `at`, of six digits at most, and the index after it.
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

/// The text of a file that [`parse_weights`] reads: a comment with the phases, then a line for each feature.
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
    fn files_with_errors_are_refused() {
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
    fn a_file_with_an_error_does_not_compile() {
        read_weights::<6>("cells 1 2 3\n", FEATURES, PHASES);
    }

    #[test]
    fn a_measure_lies_between_its_thresholds() {
        let of = |measure| Phase::of(measure, &[2, 10, 14]);
        assert_eq!(of(0), Phase { index: 0, step: 0 });
        assert_eq!(of(2), Phase { index: 0, step: 0 });
        assert_eq!(of(6), Phase { index: 0, step: 8 });
        assert_eq!(of(10), Phase { index: 1, step: 0 });
        assert_eq!(of(13), Phase { index: 1, step: 12 });
        assert_eq!(of(14), Phase { index: 2, step: 0 });
        assert_eq!(of(99), Phase { index: 2, step: 0 });
        assert_eq!(Phase::table::<16>(&[2, 10, 14])[13], of(13));
    }
}
