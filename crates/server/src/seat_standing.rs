//! What is known of the people in the seats of a table besides their names.

use crate::error::Result;
use crate::rating::pool;
use crate::room::Room;
use crate::server::Server;
use protocol::SeatRating;
use std::collections::HashSet;
use store::{Status, TableRow, UserKind};

/// What is known of the person in a seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatStanding {
    /// The person.
    user: Option<String>,
    /// Whether it has an account, or is a program of one.
    pub account: bool,
    pub rating: Option<SeatRating>,
}

/// What is known of the people in the seats of a table, in order of seat.
pub(crate) async fn seat_standings(server: &Server, row: &TableRow) -> Result<Vec<SeatStanding>> {
    let users: Vec<String> = row.seats.iter().filter_map(|seat| seat.user.clone()).collect();
    let accounts = accounts(server, &users).await?;
    let mut standings: Vec<SeatStanding> = row
        .seats
        .iter()
        .map(|seat| SeatStanding {
            account: seat.user.as_ref().is_some_and(|user| accounts.contains(user)),
            user: seat.user.clone(),
            rating: None,
        })
        .collect();
    if accounts.is_empty() {
        return Ok(standings);
    }
    let ratings = server.store.ratings(&pool(&row.game, row.seats.len()), &users).await?;
    let changes = if row.rated && row.status == Status::Over {
        server.store.rating_changes(&row.id).await?
    } else {
        Vec::new()
    };
    for (seat, standing) in (0..).zip(&mut standings) {
        let now = ratings.iter().find(|rating| Some(&rating.user) == standing.user.as_ref());
        let now = now.map(|now| SeatRating { rating: now.rating, deviation: now.deviation, change: None });
        // After a rated game, what it came to, whatever was played since.
        let after = changes.iter().find(|change| change.seat == seat).map(|change| SeatRating {
            rating: change.after.0,
            deviation: change.after.1,
            change: Some(change.after.0 - change.before.0),
        });
        standing.rating = after.or(now).filter(|_| standing.account);
    }
    Ok(standings)
}

/// Which of these people have an account, or are programs of one.
pub(crate) async fn accounts(server: &Server, users: &[String]) -> Result<HashSet<String>> {
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let known = server.store.users(users).await?;
    Ok(known.into_iter().filter(|user| user.kind != UserKind::Guest).map(|user| user.id).collect())
}

impl Room {
    /// Reads what is known of the people in the seats, if others sit there now or the game is over. What can't be read
    /// now stays as it was: it is shown, and decides nothing.
    pub(crate) async fn read_standings(&mut self) {
        let users = self.row.seats.iter().map(|seat| &seat.user);
        let same = users.eq(self.standings.iter().map(|standing| &standing.user));
        if same && self.row.status != Status::Over {
            return;
        }
        match seat_standings(&self.server, &self.row).await {
            Ok(standings) => self.standings = standings,
            Err(error) => tracing::warn!(
                table = self.row.id,
                code = &*error.0.code,
                "cannot read how strong the people of a table are"
            ),
        }
    }
}
