use crate::values::Values;
use crate::{Result, SeatKind, Status, UnixMillis};

/// Which tables to list. Every condition that is given must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// With this status.
    pub status: Option<Status>,
    /// Of this game.
    pub game: Option<String>,
    /// With so many seats.
    pub seats: Option<i64>,
    /// Where this person has a seat, or is the host.
    pub user: Option<String>,
    /// Whether everybody may see them.
    pub open: Option<bool>,
    /// Only those with a seat that anybody may take.
    pub with_open_seat: bool,
    /// Created before this moment: the next page begins before the last table of this one.
    pub before: Option<UnixMillis>,
    /// At most so many.
    pub limit: u32,
}

impl Default for Filter {
    /// The newest fifty tables of all.
    fn default() -> Filter {
        Filter {
            status: None,
            game: None,
            seats: None,
            user: None,
            open: None,
            with_open_seat: false,
            before: None,
            limit: 50,
        }
    }
}

impl Filter {
    pub(crate) fn statement(&self) -> Result<(String, Values)> {
        let (mut conditions, mut values) = (vec!["1 = 1".to_owned()], Values::default());
        if let Some(status) = self.status {
            values.text(status.as_str())?;
            conditions.push(format!("status = ${}", values.len()));
        }
        if let Some(game) = &self.game {
            values.text(game)?;
            conditions.push(format!("game = ${}", values.len()));
        }
        if let Some(seats) = self.seats {
            values.number(seats)?;
            conditions.push(format!("seat_count = ${}", values.len()));
        }
        if let Some(user) = &self.user {
            values.text(user)?;
            let place = values.len();
            let seated = format!("id IN (SELECT table_id FROM seats WHERE user_id = ${place})");
            conditions.push(format!("(host = ${place} OR {seated})"));
        }
        if let Some(open) = self.open {
            values.flag(open)?;
            conditions.push(format!("open = ${}", values.len()));
        }
        if self.with_open_seat {
            values.text(SeatKind::Open.as_str())?;
            let free = format!("SELECT 1 FROM seats WHERE table_id = id AND kind = ${}", values.len());
            conditions.push(format!("EXISTS ({free})"));
        }
        if let Some(before) = self.before {
            values.number(before.0)?;
            conditions.push(format!("created < ${}", values.len()));
        }
        values.number(i64::from(self.limit))?;
        let (conditions, limit) = (conditions.join(" AND "), values.len());
        let sql =
            format!("SELECT * FROM tables WHERE {conditions} ORDER BY created DESC, id DESC LIMIT ${limit}");
        Ok((sql, values))
    }
}
