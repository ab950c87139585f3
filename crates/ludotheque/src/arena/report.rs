//! The report of a tournament.

use super::elo::{Rating, rate};
use super::game_result::{GameResult, Incident, IncidentKind, ThinkingStats};
use super::tournament::{Limit, Tournament};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a tournament, complete or not. Its fields are the JSON of `ludotheque arena --json`.
#[derive(Serialize)]
pub struct Report<'a> {
    pub game: &'static str,
    pub seats: u8,
    pub options: &'a BTreeMap<String, String>,
    pub limit: Limit,
    /// How many random actions precede each game.
    pub opening: u32,
    pub seed: u64,
    /// How many games were played, and how many are planned.
    pub games: usize,
    pub wanted: usize,
    pub bots: Vec<Standing<'a>>,
    pub forfeits: Vec<Forfeit<'a>>,
    /// The first late actions; the bots have their total numbers.
    pub late: Vec<Late<'a>>,
    /// The total time of the games.
    pub seconds: f64,
}

/// A forfeited game.
#[derive(Serialize)]
pub struct Forfeit<'a> {
    /// The number of the game, counted from 1.
    pub game: usize,
    pub seat: u8,
    pub bot: &'a str,
    pub why: &'a str,
    /// The actions before it.
    pub after: &'a [String],
}

/// An action that came after the time limit.
#[derive(Serialize)]
pub struct Late<'a> {
    /// The number of the game, counted from 1.
    pub game: usize,
    pub seat: u8,
    pub bot: &'a str,
    pub took_ms: f64,
    /// The CPU time of its thread meanwhile.
    pub busy_ms: f64,
    /// The actions before it.
    pub after: &'a [String],
}

/// How many late actions are listed.
const LISTED: usize = 10;

/// The result of a bot.
#[derive(Serialize)]
pub struct Standing<'a> {
    pub bot: &'a str,
    pub elo: f64,
    pub elo_low: f64,
    pub elo_high: f64,
    /// Points against rivals, as a share: a win 1, a draw ½.
    pub score: f64,
    /// The 95 % confidence interval of the score.
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
    /// From the nodes that it reported.
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
    pub fn new(tournament: &'a Tournament, results: &[&'a GameResult]) -> Self {
        let points: Vec<_> = results.iter().map(|result| result.points.clone()).collect();
        let ratings = rate(tournament.bots.len(), &points, tournament.seed);
        let incidents = || {
            results
                .iter()
                .flat_map(|result| result.incidents.iter().map(|incident| (result.number + 1, incident)))
        };
        let name = |bot: usize| tournament.bots[bot].as_str();
        Report {
            game: tournament.game.info().id,
            seats: tournament.setup.seats,
            options: &tournament.setup.options,
            limit: tournament.limit,
            opening: tournament.opening,
            seed: tournament.seed,
            games: results.len(),
            wanted: tournament.total_games(),
            bots: ratings
                .iter()
                .enumerate()
                .map(|(bot, rating)| Standing::new(name(bot), bot, rating, results))
                .collect(),
            forfeits: incidents()
                .filter_map(|(game, incident)| forfeit(game, incident, name(incident.bot)))
                .collect(),
            late: incidents()
                .filter_map(|(game, incident)| late(game, incident, name(incident.bot)))
                .take(LISTED)
                .collect(),
            seconds: results.iter().map(|result| result.seconds).sum(),
        }
    }
}

fn forfeit<'a>(game: usize, incident: &'a Incident, bot: &'a str) -> Option<Forfeit<'a>> {
    let Incident { seat, kind, after, .. } = incident;
    let IncidentKind::Forfeit(why) = kind else { return None };
    Some(Forfeit { game, seat: *seat, bot, why, after })
}

fn late<'a>(game: usize, incident: &'a Incident, bot: &'a str) -> Option<Late<'a>> {
    let Incident { seat, kind, after, .. } = incident;
    let IncidentKind::Late { took_ms, busy_ms } = *kind else { return None };
    Some(Late { game, seat: *seat, bot, took_ms, busy_ms, after })
}

impl<'a> Standing<'a> {
    fn new(name: &'a str, bot: usize, rating: &Rating, results: &[&GameResult]) -> Self {
        let points: Vec<f64> = results
            .iter()
            .flat_map(|result| &result.points)
            .filter_map(|&(one, other, points)| match bot {
                _ if bot == one => Some(points),
                _ if bot == other => Some(1.0 - points),
                _ => None,
            })
            .collect();
        let count = |value: f64| points.iter().filter(|points| **points == value).count();
        let score = points.iter().sum::<f64>() / points.len().max(1) as f64;
        let (score_low, score_high) = interval(score, results.len());
        let mut places = vec![0; results.first().map_or(0, |result| result.places.len())];
        for (_, place) in results.iter().flat_map(|result| &result.places).filter(|(of, _)| *of == bot) {
            places[usize::from(*place) - 1] += 1;
        }
        let thinking = results
            .iter()
            .map(|result| result.thinking[bot])
            .fold(ThinkingStats::default(), ThinkingStats::and);
        let incidents =
            results.iter().flat_map(|result| &result.incidents).filter(|incident| incident.bot == bot);
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
            mean_ms: thinking.total_ms / f64::from(thinking.actions.max(1)),
            slowest_ms: thinking.slowest_ms,
            nodes_per_second: thinking.nodes as f64 * 1000.0 / thinking.total_ms.max(1e-9),
            actions: thinking.actions,
            late: thinking.late,
            illegal: thinking.illegal,
            forfeits: incidents.filter(|incident| matches!(incident.kind, IncidentKind::Forfeit(_))).count(),
        }
    }
}

/// The 95 % confidence interval of a share, by Wilson's formula. A game counts as one observation however many rivals it
/// has, because its points are not independent.
fn interval(share: f64, games: usize) -> (f64, f64) {
    const Z: f64 = 1.96;
    let count = games.max(1) as f64;
    let square = Z * Z / count;
    let middle = (share + square / 2.0) / (1.0 + square);
    let reach = Z / (1.0 + square) * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt();
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
