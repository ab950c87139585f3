//! What a tournament says about its bots.

use super::elo::{Rating, rate};
use super::sheet::{Mishap, MishapKind, Sheet, Thought};
use super::tournament::{Limit, Tournament};
use serde::Serialize;
use std::collections::BTreeMap;

/// What came of a tournament, or of what was played of it.
#[derive(Serialize)]
pub struct Report<'a> {
    pub game: &'static str,
    pub seats: u8,
    pub options: &'a BTreeMap<String, String>,
    pub limit: Limit,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games were played, and how many are to be.
    pub games: usize,
    pub wanted: usize,
    pub bots: Vec<Standing<'a>>,
    pub forfeits: Vec<Forfeit<'a>>,
    /// The first late actions; how many there are stands with the bots.
    pub late: Vec<Late<'a>>,
    /// How long the games took, all one after the other.
    pub seconds: f64,
}

/// A bot that was sent away from a game.
#[derive(Serialize)]
pub struct Forfeit<'a> {
    /// The number of the game, counted from 1.
    pub game: usize,
    pub seat: u8,
    pub bot: &'a str,
    pub why: &'a str,
    /// What was done before.
    pub after: &'a [String],
}

/// An action that came too late.
#[derive(Serialize)]
pub struct Late<'a> {
    /// The number of the game, counted from 1.
    pub game: usize,
    pub seat: u8,
    pub bot: &'a str,
    pub took_ms: f64,
    /// How long its thread had a processor meanwhile.
    pub busy_ms: f64,
    /// What was done before.
    pub after: &'a [String],
}

/// No more late actions are told.
const TOLD: usize = 10;

/// How a bot did.
#[derive(Serialize)]
pub struct Standing<'a> {
    pub bot: &'a str,
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
    /// Points against rivals, as a share: a win 1, a draw ½.
    pub score: f64,
    /// The interval that holds the true share 95 times in 100.
    pub score_low: f64,
    pub score_high: f64,
    pub wins: usize,
    pub draws: usize,
    pub losses: usize,
    /// How often it had each place.
    pub places: Vec<usize>,
    /// Milliseconds for an action: the mean, and the most.
    pub mean_ms: f64,
    pub slowest_ms: f64,
    /// As far as it told.
    pub nodes_per_second: f64,
    /// How many actions it chose, how many came late, how many were illegal.
    pub actions: u32,
    pub late: u32,
    pub illegal: u32,
    /// How many games it forfeited.
    pub forfeits: usize,
}

impl<'a> Report<'a> {
    /// The report on these games of a tournament, in the order of their numbers.
    pub fn new(tournament: &'a Tournament, sheets: &[&'a Sheet]) -> Self {
        let points: Vec<_> = sheets.iter().map(|sheet| sheet.points.clone()).collect();
        let ratings = rate(tournament.bots.len(), &points, tournament.seed);
        let mishaps =
            || sheets.iter().flat_map(|sheet| sheet.mishaps.iter().map(|mishap| (sheet.number + 1, mishap)));
        let name = |bot: usize| tournament.bots[bot].as_str();
        Report {
            game: tournament.game.info().id,
            seats: tournament.setup.seats,
            options: &tournament.setup.options,
            limit: tournament.limit,
            opening: tournament.opening,
            seed: tournament.seed,
            games: sheets.len(),
            wanted: tournament.rounded(),
            bots: ratings
                .iter()
                .enumerate()
                .map(|(bot, rating)| Standing::new(name(bot), bot, rating, sheets))
                .collect(),
            forfeits: mishaps()
                .filter_map(|(game, mishap)| forfeit(game, mishap, name(mishap.bot)))
                .collect(),
            late: mishaps()
                .filter_map(|(game, mishap)| late(game, mishap, name(mishap.bot)))
                .take(TOLD)
                .collect(),
            seconds: sheets.iter().map(|sheet| sheet.seconds).sum(),
        }
    }
}

fn forfeit<'a>(game: usize, mishap: &'a Mishap, bot: &'a str) -> Option<Forfeit<'a>> {
    let Mishap { seat, kind, after, .. } = mishap;
    let MishapKind::Forfeit(why) = kind else { return None };
    Some(Forfeit { game, seat: *seat, bot, why, after })
}

fn late<'a>(game: usize, mishap: &'a Mishap, bot: &'a str) -> Option<Late<'a>> {
    let Mishap { seat, kind, after, .. } = mishap;
    let MishapKind::Late { took_ms, busy_ms } = *kind else { return None };
    Some(Late { game, seat: *seat, bot, took_ms, busy_ms, after })
}

impl<'a> Standing<'a> {
    fn new(name: &'a str, bot: usize, rating: &Rating, sheets: &[&Sheet]) -> Self {
        let points: Vec<f64> = sheets
            .iter()
            .flat_map(|sheet| &sheet.points)
            .filter_map(|&(one, other, points)| match bot {
                _ if bot == one => Some(points),
                _ if bot == other => Some(1.0 - points),
                _ => None,
            })
            .collect();
        let count = |value: f64| points.iter().filter(|points| **points == value).count();
        let score = points.iter().sum::<f64>() / points.len().max(1) as f64;
        let (score_low, score_high) = interval(score, sheets.len());
        let mut places = vec![0; sheets.first().map_or(0, |sheet| sheet.places.len())];
        for (_, place) in sheets.iter().flat_map(|sheet| &sheet.places).filter(|(of, _)| *of == bot) {
            places[usize::from(*place) - 1] += 1;
        }
        let thought = sheets.iter().map(|sheet| sheet.thought[bot]).fold(Thought::default(), Thought::and);
        let mishaps = sheets.iter().flat_map(|sheet| &sheet.mishaps).filter(|mishap| mishap.bot == bot);
        Standing {
            bot: name,
            elo: rating.elo,
            elo_low: rating.interval.0,
            elo_high: rating.interval.1,
            score,
            score_low,
            score_high,
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            places,
            mean_ms: thought.total_ms / f64::from(thought.actions.max(1)),
            slowest_ms: thought.slowest_ms,
            nodes_per_second: thought.nodes as f64 * 1000.0 / thought.total_ms.max(1e-9),
            actions: thought.actions,
            late: thought.late,
            illegal: thought.illegal,
            forfeits: mishaps.filter(|mishap| matches!(mishap.kind, MishapKind::Forfeit(_))).count(),
        }
    }
}

/// Where the true share lies 95 times in 100, after Wilson: a clean sweep is no certainty. A game counts once however
/// many rivals it has, for its points hang together.
fn interval(share: f64, games: usize) -> (f64, f64) {
    const WIDE: f64 = 1.96;
    let count = games.max(1) as f64;
    let square = WIDE * WIDE / count;
    let middle = (share + square / 2.0) / (1.0 + square);
    let reach = WIDE / (1.0 + square) * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let (low, high) = interval(0.5, 100);
        assert!((low - 0.4038).abs() < 1e-3 && (high - 0.5962).abs() < 1e-3, "{low} {high}");
        let (low, high) = interval(1.0, 200);
        assert!((low - 0.9812).abs() < 1e-3 && high > 0.9999, "{low} {high}");
    }
}
