//! Clubs over HTTP.

use super::extract::{Path, Query};
use super::people::rating_of;
use super::{Body, Visitor};
use crate::clubs::is_member;
use crate::error::Result;
use crate::events;
use crate::frames::list_entry;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use protocol::{ClubCommand, ClubFrame, ClubInfo, ClubMember, ClubRole, NewClub, Opened, Refusal};
use serde::Deserialize;
use std::sync::Arc;
use store::{ClubRow, Filter, Role, Status, TournamentFilter};

/// The most clubs that a list holds.
const PAGE: u32 = 100;
/// Of how many members the tables and ratings are shown.
const SHOWN: usize = 100;
/// The most tables and tournaments that are shown.
const LISTED: u32 = 20;

/// Which clubs to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// `true`: those that the person is in. Otherwise: those that anybody may find.
    #[serde(default)]
    own: bool,
}

fn info(club: &ClubRow, members: usize) -> ClubInfo {
    ClubInfo {
        id: club.id.clone(),
        name: club.name.clone(),
        about: club.about.clone(),
        open: club.open,
        members: u32::try_from(members).unwrap_or(u32::MAX),
    }
}

fn role(role: Role) -> ClubRole {
    match role {
        Role::Host => ClubRole::Host,
        Role::Member => ClubRole::Member,
        Role::Asked => ClubRole::Asked,
    }
}

/// Makes a club. It takes an account.
#[utoipa::path(post, path = "/api/clubs", request_body = NewClub, responses((status = 200, body = Opened), (status = 401, body = Refusal)))]
pub async fn make(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(wanted): Body<NewClub>,
) -> Result<Json<Opened>> {
    if !server.rate_limits.allow_table(visitor.address) {
        return server.count(Err(Refusal::too_many().into()));
    }
    Ok(Json(Opened { id: server.make_club(&visitor.person, &wanted).await? }))
}

/// Lists clubs, the newest first.
#[utoipa::path(get, path = "/api/clubs", params(Wanted), responses((status = 200, body = Vec<ClubInfo>)))]
pub async fn list(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<ClubInfo>>> {
    let clubs = server.store.clubs(wanted.own.then_some(visitor.person.id.as_str()), PAGE).await?;
    Ok(Json(clubs.iter().map(|(club, count)| info(club, usize::try_from(*count).unwrap_or(0))).collect()))
}

/// A club: for its members with its people, tables and ratings.
#[utoipa::path(get, path = "/api/clubs/{id}", responses((status = 200, body = ClubFrame), (status = 404, body = Refusal)))]
pub async fn one(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<ClubFrame>> {
    let (club, members) = server.club_of(&id).await?;
    let person = &visitor.person;
    let own = members.iter().find(|member| member.user == person.id);
    let inside = is_member(&members, &person.id);
    let hosting = own.is_some_and(|own| own.role == Role::Host);
    let real: Vec<_> = members.iter().filter(|member| member.role != Role::Asked).collect();
    let mut frame = ClubFrame {
        club: info(&club, real.len()),
        role: own.map(|own| role(own.role)),
        members: Vec::new(),
        link: inside.then(|| server.club_link(&club)),
        events: Vec::new(),
        tables: Vec::new(),
        ratings: Vec::new(),
    };
    if !inside {
        return Ok(Json(frame));
    }
    let seen = members.iter().filter(|member| hosting || member.role != Role::Asked);
    frame.members =
        seen.map(|member| ClubMember { name: member.name.clone(), role: role(member.role) }).collect();
    let filter =
        TournamentFilter { club: Some(club.id.clone()), limit: LISTED, ..TournamentFilter::default() };
    for (row, count) in server.store.tournaments(&filter).await? {
        frame.events.push(events::info(&server, &row, usize::try_from(count).unwrap_or(0), person)?);
    }
    for member in real.iter().take(SHOWN) {
        let user = &member.user;
        let filter = Filter {
            status: Some(Status::Playing),
            user: Some(user.clone()),
            open: Some(true),
            limit: LISTED,
            ..Filter::default()
        };
        for row in server.store.tables(&filter).await? {
            if frame.tables.len() < LISTED as usize && frame.tables.iter().all(|known| known.id != row.id) {
                frame.tables.push(list_entry(&server, &row, person));
            }
        }
        let ratings = server.store.ratings_of(user).await?;
        let rating = |rating| rating_of(&member.name, store::UserKind::Account, rating);
        frame.ratings.extend(ratings.into_iter().map(rating));
    }
    frame.ratings.sort_by(|one, two| one.pool.cmp(&two.pool).then(two.rating.total_cmp(&one.rating)));
    Ok(Json(frame))
}

/// Joins a club, leaves it, lets somebody in; returns it as it is then.
#[utoipa::path(post, path = "/api/clubs/{id}", request_body = ClubCommand, responses((status = 200, body = ClubFrame), (status = 403, body = Refusal)))]
pub async fn command(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(command): Body<ClubCommand>,
) -> Result<Json<ClubFrame>> {
    let done = server.command_club(&id, &visitor.person, command).await;
    server.count(done)?;
    one(State(server), visitor, Path(id)).await
}

/// Changes the name and the text of a club. Only for a host.
#[utoipa::path(put, path = "/api/clubs/{id}", request_body = NewClub, responses((status = 200, body = ClubFrame), (status = 403, body = Refusal)))]
pub async fn change(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
    Body(wanted): Body<NewClub>,
) -> Result<Json<ClubFrame>> {
    server.change_club(&id, &visitor.person, &wanted).await?;
    one(State(server), visitor, Path(id)).await
}
