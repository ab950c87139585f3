//! A new password, and the end of an account.

use crate::command::hand_over;
use crate::error::{ApiError, Result};
use crate::person::{Person, changed};
use crate::room::{Change, Room};
use crate::row::row_of;
use crate::server::Server;
use protocol::{Command, PasswordChange, Refusal};
use std::sync::Arc;
use store::{Filter, SeatKind, Status, User};
use table::Declaration;

/// How many tables are read at once.
const PAGE: u32 = 100;

impl Server {
    /// Refuses unless this is the password of the account.
    pub(crate) async fn require_password(&self, person: &Person, password: String) -> Result<User> {
        person.account()?;
        // As it is now: this request may have waited while the account changed.
        let user = self.register(person).await?;
        let right = self.passwords.verify(password, user.password.clone()).await?;
        if right { Ok(user) } else { Err(Refusal::wrong_own_password().into()) }
    }

    /// Changes the password of an account; the other devices are logged out if that is wished.
    pub(crate) async fn change_password(&self, person: &Person, change: PasswordChange) -> Result<Person> {
        let user = self.require_password(person, change.old).await?;
        let hash = self.passwords.hash(change.new).await?;
        if !change.others {
            self.store.set_password(&user.id, user.generation, &hash).await.map_err(changed)?;
            return Ok(Person { user: Some(User { password: Some(hash), ..user }), ..person.clone() });
        }
        let (id, device) = (user.id.as_str(), person.device.as_deref());
        let generation = self.store.set_password_alone(id, user.generation, &hash, device).await;
        let generation = generation.map_err(changed)?;
        // The sockets of this device open again by themselves, with the new cookie.
        self.disconnect(&user.id);
        Ok(Person { user: Some(User { password: Some(hash), generation, ..user }), ..person.clone() })
    }

    /// Removes an account and its programs. Their games in play are given up first; all games stay, with a blank name.
    pub(crate) async fn delete_account(self: &Arc<Self>, person: &Person, password: String) -> Result<()> {
        let user = self.require_password(person, password).await?;
        // From now on nobody is recognised as this person, and what arrives late is refused. Rooms are locked after this.
        let (programs, generation) = {
            let _counting = self.counting(&user.id).await;
            let programs = self.store.bots_of(&user.id).await?;
            self.register(person).await?;
            (programs, self.store.end_sessions(&user.id).await?)
        };
        let ids: Vec<String> =
            [user.id.clone()].into_iter().chain(programs.into_iter().map(|one| one.id)).collect();
        for id in &ids {
            self.disconnect(id);
            for status in [Status::Waiting, Status::Playing] {
                self.give_up_tables(id, status).await?;
            }
        }
        let (_one_at_a_time, mut rooms) = self.rooms_concerning(&ids).await;
        let removed = self.store.remove_account(&user.id, generation).await;
        for room in &mut rooms {
            room.mark_stale();
            if let Err(ApiError(refusal)) = room.reload_if_stale().await {
                tracing::warn!(table = room.row.id, code = &*refusal.code, "cannot read a table again");
            }
        }
        removed.map_err(changed)?;
        self.care.hushes.forget(&user.id);
        Ok(())
    }

    /// Gives up the seats of a person at tables that wait or are played.
    async fn give_up_tables(self: &Arc<Self>, id: &str, status: Status) -> Result<()> {
        let mut before = None;
        loop {
            let filter = Filter {
                status: Some(status),
                user: Some(id.to_owned()),
                before,
                limit: PAGE,
                ..Filter::default()
            };
            let rows = self.store.tables(&filter).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            before = Some(last.created);
            for row in &rows {
                match self.room(&row.id).await {
                    Ok(mut room) => room.part(id).await?,
                    // Today's rules can't judge it: nobody plays there.
                    Err(ApiError(refusal)) if refusal.code == "other_rules" => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
}

impl Room {
    /// Somebody leaves for good: resigns here, gives seats up, or closes the table that nobody else opened.
    pub(crate) async fn part(&mut self, user: &str) -> Result<()> {
        match self.row.status {
            Status::Waiting if self.row.host == user => {
                let person = Person::known(User { id: user.to_owned(), ..nobody() });
                self.carry_out(&person, Command::Abort {}).await.map(drop)
            }
            Status::Waiting => {
                let kind = if self.row.open { SeatKind::Open } else { SeatKind::Link };
                let next_chat = self.next_chat();
                for seat in self.seats_of(user).iter() {
                    if let Some(row) = row_of(&mut self.row, seat) {
                        (row.kind, row.name, row.bot, row.arrived) = (kind, None, None, false);
                        hand_over(row, None, next_chat);
                    }
                }
                self.save(Change::of_row()).await
            }
            Status::Playing => {
                let now = self.game_time();
                for seat in self.seats_of(user).iter() {
                    if self.table.turn().outcome().is_none() {
                        // A seat that has left already can't leave once more.
                        let _ = self.table.declare(seat, Declaration::Resign, now);
                    }
                }
                self.finish_and_save(Change::default()).await
            }
            Status::Over | Status::Aborted => Ok(()),
        }
    }
}

/// A row of which only the id counts.
fn nobody() -> User {
    User {
        id: String::new(),
        kind: store::UserKind::Guest,
        name: String::new(),
        password: None,
        token: None,
        owner: None,
        generation: 0,
        created: store::UnixMillis(0),
        expires: None,
        seen: None,
    }
}
