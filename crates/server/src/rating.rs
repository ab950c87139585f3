//! Ratings: Glicko-2, everybody against every rival of the game.

use crate::error::Result;
use crate::room::Room;
use game::{Outcome, Seat};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use store::Rating;

impl Room {
    /// The ratings after a game, computed from those before it.
    pub(crate) async fn rate(&self, outcome: &Outcome) -> Result<Vec<Rating>> {
        let pool = pool(&self.row.game, self.row.seats.len());
        let users: Vec<String> = self.row.seats.iter().filter_map(|row| row.user.clone()).collect();
        if users.len() != self.row.seats.len() {
            return Ok(Vec::new());
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
        Ok(users.iter().enumerate().map(after).collect())
    }
}

/// The pool of those who are compared with each other: a game at a number of seats.
pub(crate) fn pool(game: &str, seats: usize) -> String {
    format!("{game}/{seats}")
}
