//! Clubs: who is in one, and who decides that.

use crate::error::Result;
use crate::events::checked_title;
use crate::limits::{CLUB_MEMBERS, CLUBS_PER_PERSON, LONGEST_CHAT};
use crate::person::Person;
use crate::server::Server;
use crate::tokens::random_id;
use protocol::{ClubCommand, NewClub, Refusal};
use store::{ClubRow, MemberRow, Role};

impl Server {
    /// Makes a club; returns its id.
    pub(crate) async fn make_club(&self, person: &Person, wanted: &NewClub) -> Result<String> {
        if !person.has_account() {
            return Err(Refusal::no_account().into());
        }
        let row = ClubRow {
            id: random_id(9),
            name: checked_title(&wanted.name)?,
            about: checked_about(&wanted.about)?,
            open: wanted.open,
            renewal: 0,
            created: self.clock.now(),
        };
        let _counting = self.counting(&person.id).await;
        self.may_join_another(&person.id).await?;
        self.store.create_club(&row, &person.id).await?;
        Ok(row.id)
    }

    /// Changes the name and the text of a club.
    pub(crate) async fn change_club(&self, id: &str, person: &Person, wanted: &NewClub) -> Result<()> {
        let (club, members) = self.club_of(id).await?;
        require_host(&members, &person.id)?;
        let (name, about) = (checked_title(&wanted.name)?, checked_about(&wanted.about)?);
        Ok(self.store.change_club_row(&ClubRow { name, about, open: wanted.open, ..club }).await?)
    }

    /// A club and its people.
    pub(crate) async fn club_of(&self, id: &str) -> Result<(ClubRow, Vec<MemberRow>)> {
        let club = self.store.club(id).await?.ok_or_else(Refusal::no_such)?;
        Ok((club, self.store.members(id).await?))
    }

    /// Refuses a person who is not in a club.
    pub(crate) async fn require_member(&self, club: &str, user: &str) -> Result<()> {
        let (_, members) = self.club_of(club).await?;
        if is_member(&members, user) { Ok(()) } else { Err(Refusal::members_only().into()) }
    }

    /// The token of the link to a club.
    pub(crate) fn club_link(&self, club: &ClubRow) -> String {
        self.tokens.club(&club.id, club.renewal)
    }

    /// Carries out what a person asks of a club.
    pub(crate) async fn command_club(&self, id: &str, person: &Person, command: ClubCommand) -> Result<()> {
        let (club, members) = self.club_of(id).await?;
        let now = self.clock.now();
        let named =
            |name: &str| members.iter().find(|member| member.name == name).ok_or_else(Refusal::no_such);
        match command {
            ClubCommand::Join { token } => {
                let invited = match &token {
                    Some(token) if self.tokens.is_club(token, &club.id, club.renewal) => true,
                    Some(_) => return Err(Refusal::bad_link().into()),
                    None if club.open => false,
                    None => return Err(Refusal::no_such().into()),
                };
                if is_member(&members, &person.id) {
                    return Ok(());
                }
                if !person.has_account() {
                    return Err(Refusal::no_account().into());
                }
                if members.len() >= CLUB_MEMBERS {
                    return Err(Refusal::too_many().into());
                }
                let _counting = self.counting(&person.id).await;
                self.may_join_another(&person.id).await?;
                let role = if invited { Role::Member } else { Role::Asked };
                self.store.set_member(id, &person.id, role, now).await?;
            }
            ClubCommand::Leave {} => {
                let own = members.iter().find(|member| member.user == person.id);
                let own = own.ok_or_else(Refusal::members_only)?;
                self.store.remove_member(id, &own.user).await?;
                let others = || members.iter().filter(|member| member.user != own.user);
                let without_host =
                    own.role == Role::Host && !others().any(|member| member.role == Role::Host);
                // Whoever has been there longest decides from now on.
                if let Some(next) =
                    others().find(|member| member.role == Role::Member).filter(|_| without_host)
                {
                    self.store.set_member(id, &next.user, Role::Host, next.since).await?;
                }
            }
            ClubCommand::Admit { name } => {
                require_host(&members, &person.id)?;
                let member: &MemberRow = named(&name)?;
                if member.role == Role::Asked {
                    self.store.set_member(id, &member.user, Role::Member, now).await?;
                }
            }
            ClubCommand::Remove { name } => {
                require_host(&members, &person.id)?;
                let member: &MemberRow = named(&name)?;
                if member.role == Role::Host {
                    return Err(Refusal::not_host().into());
                }
                self.store.remove_member(id, &member.user).await?;
            }
            ClubCommand::Renew {} => {
                require_host(&members, &person.id)?;
                let renewal = club.renewal + 1;
                self.store.change_club_row(&ClubRow { renewal, ..club }).await?;
            }
        }
        Ok(())
    }

    async fn may_join_another(&self, user: &str) -> Result<()> {
        let count = self.store.clubs(Some(user), CLUBS_PER_PERSON).await?.len();
        if count >= CLUBS_PER_PERSON as usize { Err(Refusal::too_many().into()) } else { Ok(()) }
    }
}

/// Whether somebody is in a club, not only asks to be.
pub(crate) fn is_member(members: &[MemberRow], user: &str) -> bool {
    members.iter().any(|member| member.user == user && member.role != Role::Asked)
}

fn require_host(members: &[MemberRow], user: &str) -> Result<()> {
    let hosts = |member: &MemberRow| member.user == user && member.role == Role::Host;
    if members.iter().any(hosts) { Ok(()) } else { Err(Refusal::not_host().into()) }
}

fn checked_about(about: &str) -> Result<String> {
    let about = about.trim();
    let fits = about.chars().count() <= LONGEST_CHAT && !about.contains(|letter: char| letter.is_control());
    if fits { Ok(about.to_owned()) } else { Err(Refusal::too_large().into()) }
}
