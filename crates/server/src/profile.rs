//! A person's page, as another may see it.

use crate::error::Result;
use crate::person::Person;
use crate::rating::{pool, rating_of};
use crate::row::setup_of;
use crate::server::Server;
use crate::visibility::{Matter, may};
use protocol::{FriendState, Meetings, Profile, RatingPoint, Refusal};
use std::collections::BTreeMap;
use store::{TableRow, UserKind};
use table::Table;

/// How many games of two people are looked at, and how many changes of ratings are told.
const MEETINGS: u32 = 500;
const HISTORY: u32 = 300;

impl Server {
    /// The page of the person of this name. To somebody without an account, a person who is not rated is nobody: nothing
    /// tells strangers which names there are.
    pub(crate) async fn profile(&self, viewer: &Person, name: &str) -> Result<Profile> {
        let user = self.account_named(name).await?;
        let (is, standing) = self.viewer_of(viewer, &user.id).await?;
        let (ratings, history) = if may(is, Matter::Strength) {
            (self.store.ratings_of(&user.id).await?, self.store.rating_history(&user.id, HISTORY).await?)
        } else {
            (Vec::new(), Vec::new())
        };
        if ratings.is_empty() && viewer.user.is_none() {
            return Err(Refusal::no_person().into());
        }
        let meetings = if may(is, Matter::Meetings) && viewer.user.is_some() {
            let rows = self.store.meetings(&viewer.id, &user.id, MEETINGS).await?;
            self.count_meetings(&rows, &viewer.id, &user.id)
        } else {
            Vec::new()
        };
        let shown = self.store.presence_shown(&user.id).await?;
        let friend = match (standing.asked, standing.asking) {
            _ if standing.is_blocked() => FriendState::None,
            (true, true) => FriendState::Friends,
            (true, false) => FriendState::Asked,
            (false, true) => FriendState::Asking,
            (false, false) => FriendState::None,
        };
        let is_person = user.kind == UserKind::Account;
        let point = |change: store::RatingChange| RatingPoint {
            pool: change.pool,
            at: change.at.0,
            rating: change.after.0,
        };
        Ok(Profile {
            program: user.kind == UserKind::Bot,
            own: viewer.id == user.id,
            since: user.created.0,
            ratings: ratings.into_iter().map(|rating| rating_of(&user.name, user.kind, rating)).collect(),
            history: history.into_iter().map(point).collect(),
            friend,
            here: may(is, Matter::Presence(shown)).then(|| self.lobby.is_here(&user.id)),
            blocked: standing.blocks,
            may_befriend: may(is, Matter::AskFriend) && is_person && viewer.has_account(),
            may_challenge: may(is, Matter::Challenge),
            meetings,
            name: user.name,
        })
    }

    /// How these games of two people ended, by game and number of seats.
    fn count_meetings(&self, rows: &[TableRow], viewer: &str, other: &str) -> Vec<Meetings> {
        let mut pools: BTreeMap<String, Meetings> = BTreeMap::new();
        for row in rows {
            let seat = |user: &str| row.seats.iter().position(|seat| seat.user.as_deref() == Some(user));
            let places: Vec<u8> = row
                .places
                .as_deref()
                .and_then(|places| serde_json::from_str(places).ok())
                .unwrap_or_default();
            let Some((mine, theirs)) = seat(viewer).zip(seat(other)) else { continue };
            let Some((own_place, their_place)) = places.get(mine).zip(places.get(theirs)) else { continue };
            let pool = pool(&row.game, row.seats.len());
            let counted = pools.entry(pool.clone()).or_insert(Meetings {
                pool,
                won: 0,
                lost: 0,
                drawn: 0,
                together: 0,
            });
            let count = match own_place.cmp(their_place) {
                _ if self.is_team(row, mine, theirs) => &mut counted.together,
                std::cmp::Ordering::Less => &mut counted.won,
                std::cmp::Ordering::Greater => &mut counted.lost,
                std::cmp::Ordering::Equal => &mut counted.drawn,
            };
            *count += 1;
        }
        pools.into_values().collect()
    }

    /// Whether two seats of a table play together.
    fn is_team(&self, row: &TableRow, one: usize, other: usize) -> bool {
        let table = || {
            let kind = self.kind(&row.game)?;
            Table::open(kind, setup_of(row).ok()?, row.clock.parse().ok()?).ok()
        };
        // Two seats are never a team of two.
        row.seats.len() > 2
            && table().is_some_and(|table| {
                let team = |seat: usize| table.game().team(game::Seat(seat as u8));
                team(one) == team(other)
            })
    }
}
