//! Friends, and the pages of people.

use super::extract::Path;
use super::tables::mark_accounts;
use super::{Body, Visitor};
use crate::error::Result;
use crate::frames::list_entry;
use crate::server::Server;
use axum::Json;
use axum::extract::State;
use protocol::{FriendLink, FriendList, Presence, Profile, Refusal, TableInfo};
use std::sync::Arc;

/// The answer about a name. Names that nobody has are asked for so often only.
fn looked_up<T>(server: &Server, visitor: &Visitor, answer: Result<T>) -> Result<T> {
    if answer.is_err() && !server.rate_limits.allow_name(visitor.address) {
        return Err(Refusal::too_many().into());
    }
    answer
}

/// A person's page.
#[utoipa::path(get, path = "/api/people/{name}", responses((status = 200, body = Profile), (status = 404, body = Refusal)))]
pub async fn profile(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<Profile>> {
    looked_up(&server, &visitor, server.profile(&visitor.person, &name).await).map(Json)
}

/// The person's friends.
#[utoipa::path(get, path = "/api/me/friends", responses((status = 200, body = FriendList), (status = 401, body = Refusal)))]
pub async fn list(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<FriendList>> {
    Ok(Json(server.friend_list(&visitor.person).await?))
}

/// Asks somebody to be a friend, or agrees.
#[utoipa::path(put, path = "/api/me/friends/by-name/{name}", responses((status = 200, body = FriendList), (status = 404, body = Refusal)))]
pub async fn add(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<FriendList>> {
    let asked = server.befriend(&visitor.person, &name).await;
    looked_up(&server, &visitor, server.count(asked))?;
    list(State(server), visitor).await
}

/// Ends a friendship, takes a question back, or says no to one.
#[utoipa::path(delete, path = "/api/me/friends/by-name/{name}", responses((status = 200, body = FriendList), (status = 404, body = Refusal)))]
pub async fn remove(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Json<FriendList>> {
    looked_up(&server, &visitor, server.unfriend(&visitor.person, &name).await)?;
    list(State(server), visitor).await
}

/// The link that makes others friends of the person.
#[utoipa::path(get, path = "/api/me/friend-link", responses((status = 200, body = FriendLink), (status = 401, body = Refusal)))]
pub async fn own_link(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<FriendLink>> {
    Ok(Json(server.friend_link(&visitor.person)?))
}

/// Whose link it is.
#[utoipa::path(get, path = "/api/friend-links/{token}", responses((status = 200, body = FriendLink), (status = 403, body = Refusal)))]
pub async fn link(State(server): State<Arc<Server>>, Path(token): Path<String>) -> Result<Json<FriendLink>> {
    let user = server.friend_of_link(&token).await?;
    Ok(Json(FriendLink { name: user.name, token }))
}

/// Becomes a friend by a link.
#[utoipa::path(post, path = "/api/friend-links/{token}", responses((status = 200, body = FriendList), (status = 403, body = Refusal)))]
pub async fn accept(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Json<FriendList>> {
    server.count(server.befriend_by_link(&visitor.person, &token).await)?;
    list(State(server), visitor).await
}

/// Tables in play at which friends sit.
#[utoipa::path(get, path = "/api/me/friends/tables", responses((status = 200, body = Vec<TableInfo>), (status = 401, body = Refusal)))]
pub async fn tables(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<TableInfo>>> {
    let rows = server.tables_of_friends(&visitor.person).await?;
    let mut infos: Vec<TableInfo> =
        rows.iter().map(|row| list_entry(&server, row, &visitor.person)).collect();
    mark_accounts(&server, &rows, &mut infos).await?;
    Ok(Json(infos))
}

/// Chooses who may see that the person is here.
#[utoipa::path(put, path = "/api/me/presence", request_body = Presence, responses((status = 200, body = Presence), (status = 422, body = Refusal)))]
pub async fn presence(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(presence): Body<Presence>,
) -> Result<Json<Presence>> {
    server.show_presence(&visitor.person, presence.presence).await?;
    Ok(Json(presence))
}
