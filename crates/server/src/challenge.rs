//! Challenges: a person asks another to a table. The seat waits for that person, who comes or says no.

use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use crate::visibility::{Matter, may};
use protocol::{NewSeat, Refusal};
use store::{Filter, SeatRow, Status};

/// How many seats may wait for one person, and how many of these at tables of one other. Far fewer than tables that a person
/// may keep waiting: strangers can't use them up.
const ASKED: usize = 10;
const ASKED_BY_ONE: usize = 2;

impl Server {
    /// Gives the seats of those who are asked to come to them; their ids.
    pub(crate) async fn ask_people(
        &self,
        person: &Person,
        wanted: &[NewSeat],
        seats: &mut [SeatRow],
    ) -> Result<Vec<String>> {
        let mut asked: Vec<String> = Vec::new();
        for (seat, row) in wanted.iter().zip(seats) {
            let NewSeat::Person(name) = seat else { continue };
            let other = self.account_named(name).await?;
            let (viewer, _) = self.viewer_of(person, &other.id).await?;
            // A person is asked for one seat, and a blocked one learns no more than that it is not the moment.
            if !may(viewer, Matter::Challenge) || asked.contains(&other.id) {
                return Err(Refusal::no_challenge().into());
            }
            let filter = Filter {
                status: Some(Status::Waiting),
                user: Some(other.id.clone()),
                limit: 100,
                ..Filter::default()
            };
            let waits = |row: &&store::TableRow| {
                row.seats.iter().any(|seat| seat.user.as_ref() == Some(&other.id) && !seat.arrived)
            };
            let tables = self.store.tables(&filter).await?;
            let waiting = tables.iter().filter(waits);
            let by_person = waiting.clone().filter(|row| row.host == person.id).count();
            if waiting.count() >= ASKED || by_person >= ASKED_BY_ONE {
                return Err(Refusal::no_challenge().into());
            }
            (row.user, row.name) = (Some(other.id.clone()), Some(other.name));
            asked.push(other.id);
        }
        Ok(asked)
    }
}
