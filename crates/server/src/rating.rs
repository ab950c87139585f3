//! Ratings: Glicko-2, everybody against every rival of the game.

use crate::error::Result;
use crate::room::Room;
use game::{Outcome, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use store::{RANKED_DEVIATION, Rating, RatingChange, UserKind};

impl Room {
    /// The ratings after a game, computed from those before it, and how each of them changed.
    pub(crate) async fn rate(&self, outcome: &Outcome) -> Result<(Vec<Rating>, Vec<RatingChange>)> {
        let pool = pool(&self.row.game, self.row.seats.len());
        let users: Vec<String> = self.row.seats.iter().filter_map(|row| row.user.clone()).collect();
        if users.len() != self.row.seats.len() {
            return Ok((Vec::new(), Vec::new()));
        }
        let known = self.server.store.ratings(&pool, &users).await?;
        let rating_of = |user: &String| known.iter().find(|rating| rating.user == *user);
        let before = |user: &String| {
            rating_of(user).map_or_else(Glicko2Rating::new, |rating| Glicko2Rating {
                rating: rating.rating,
                deviation: rating.deviation,
                volatility: rating.volatility,
            })
        };
        let team = |seat: usize| self.table.game().team(Seat(seat as u8));
        let place = |seat: usize| outcome.place(Seat(seat as u8));
        let after = |(seat, user): (usize, &String)| {
            let rivals = (0..users.len()).filter(|rival| team(*rival) != team(seat));
            let result = |rival: usize| match place(seat).cmp(&place(rival)) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let results: Vec<_> = rivals.map(|rival| (before(&users[rival]), result(rival))).collect();
            let new = glicko2_rating_period(&before(user), &results, &Glicko2Config::new());
            Rating {
                user: user.clone(),
                pool: pool.clone(),
                rating: new.rating,
                deviation: new.deviation,
                volatility: new.volatility,
                games: rating_of(user).map_or(0, |rating| rating.games) + 1,
                updated: self.server.clock.now(),
            }
        };
        let ratings: Vec<Rating> = users.iter().enumerate().map(after).collect();
        let change = |(seat, new): (i64, &Rating)| {
            let old = before(&new.user);
            RatingChange {
                seat,
                user: new.user.clone(),
                pool: pool.clone(),
                at: new.updated,
                before: (old.rating, old.deviation),
                after: (new.rating, new.deviation),
            }
        };
        let changes = (0..).zip(&ratings).map(change).collect();
        Ok((ratings, changes))
    }
}

/// The pool of those who are compared with each other: a game at a number of seats.
pub(crate) fn pool(game: &str, seats: usize) -> String {
    format!("{game}/{seats}")
}

/// The rating of somebody who has played no rated game, and how uncertain it is.
pub(crate) fn unrated() -> (f64, f64) {
    let new = Glicko2Rating::new();
    (new.rating, new.deviation)
}

/// A rating as it travels.
pub(crate) fn rating_of(name: &str, kind: UserKind, rating: Rating) -> protocol::Rating {
    protocol::Rating {
        name: name.to_owned(),
        pool: rating.pool,
        rating: rating.rating,
        deviation: rating.deviation,
        games: rating.games,
        program: kind == UserKind::Bot,
        provisional: rating.deviation >= RANKED_DEVIATION,
    }
}
