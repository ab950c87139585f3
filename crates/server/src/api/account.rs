//! Accounts over HTTP: password, devices, e-mail, export, the end of an account.

use super::extract::Path;
use super::people::{shown, with_cookie};
use super::{Body, Visitor};
use crate::error::Result;
use crate::person::Person;
use crate::server::Server;
use axum::Json;
use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::{
    DeviceInfo, EmailInfo, Forgotten, LinkToken, Me, NewEmail, Password, PasswordChange, PasswordReset,
    Refusal,
};
use std::sync::Arc;
use tokio_stream::wrappers::ReceiverStream;

/// Refuses too many passwords from one address or for one account.
fn allow_password(server: &Server, visitor: &Visitor, name: &str) -> Result<()> {
    let allowed = server.rate_limits.allow_password(visitor.address, name);
    if allowed { Ok(()) } else { Err(Refusal::too_many().into()) }
}

/// Changes the password of the account.
#[utoipa::path(post, path = "/api/me/password", request_body = PasswordChange, responses((status = 200, body = Me), (status = 403, body = Refusal)))]
pub async fn change_password(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(change): Body<PasswordChange>,
) -> Result<impl IntoResponse> {
    allow_password(&server, &visitor, &visitor.person.name)?;
    let person = server.change_password(&visitor.person, change).await?;
    Ok(with_cookie(&server, &person, visitor.secure))
}

/// The devices that are logged in to the account.
#[utoipa::path(get, path = "/api/me/devices", responses((status = 200, body = Vec<DeviceInfo>), (status = 401, body = Refusal)))]
pub async fn devices(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<Vec<DeviceInfo>>> {
    Ok(Json(server.devices_of(&visitor.person).await?))
}

/// Logs one device out.
#[utoipa::path(delete, path = "/api/me/devices/{id}", responses((status = 200, body = Vec<DeviceInfo>), (status = 404, body = Refusal)))]
pub async fn log_device_out(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<DeviceInfo>>> {
    server.log_device_out(&visitor.person, &id).await?;
    Ok(Json(server.devices_of(&visitor.person).await?))
}

/// Everything that the house knows of the account: one JSON text, with the records of its games.
#[utoipa::path(get, path = "/api/me/export", responses((status = 200, body = Object), (status = 401, body = Refusal)))]
pub async fn export(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Response> {
    let parts = server.export(&visitor.person)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"ludotheque.json\""),
    ];
    Ok((headers, HttpBody::from_stream(ReceiverStream::new(parts))).into_response())
}

/// Deletes the account: its games stay, with a blank name.
#[utoipa::path(post, path = "/api/me/delete", request_body = Password, responses((status = 200, body = Me), (status = 403, body = Refusal)))]
pub async fn delete(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(Password { password }): Body<Password>,
) -> Result<impl IntoResponse> {
    allow_password(&server, &visitor, &visitor.person.name)?;
    let deleting = server.clone();
    let person = visitor.person.clone();
    // To the end, even if the client disconnects.
    let deleted = server.spawn_tracked(async move { deleting.delete_account(&person, password).await });
    deleted.await.unwrap_or_else(|_| Err(Refusal::not_saved().into()))?;
    Ok(with_cookie(&server, &Person::new_guest(), visitor.secure))
}

/// The e-mail address of the account.
#[utoipa::path(get, path = "/api/me/email", responses((status = 200, body = EmailInfo), (status = 401, body = Refusal)))]
pub async fn email(State(server): State<Arc<Server>>, visitor: Visitor) -> Result<Json<EmailInfo>> {
    Ok(Json(server.email_of(&visitor.person).await?))
}

/// Changes the e-mail address of the account; a link is sent there.
#[utoipa::path(put, path = "/api/me/email", request_body = NewEmail, responses((status = 200, body = EmailInfo), (status = 403, body = Refusal)))]
pub async fn set_email(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(new): Body<NewEmail>,
) -> Result<Json<EmailInfo>> {
    allow_password(&server, &visitor, &visitor.person.name)?;
    Ok(Json(server.set_email(&visitor.person, new).await?))
}

/// Confirms an e-mail address by the link that was sent there.
#[utoipa::path(post, path = "/api/confirm", request_body = LinkToken, responses((status = 200, body = Me), (status = 403, body = Refusal)))]
pub async fn confirm(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(LinkToken { token }): Body<LinkToken>,
) -> Result<Json<Me>> {
    server.confirm_email(&token).await?;
    Ok(shown(&visitor.person))
}

/// Asks for a link to a new password, by e-mail. The answer is the same whether there is such an account or not.
#[utoipa::path(post, path = "/api/forgotten", request_body = Forgotten, responses((status = 200, body = Me), (status = 409, body = Refusal)))]
pub async fn forgotten(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(Forgotten { name }): Body<Forgotten>,
) -> Result<Json<Me>> {
    allow_password(&server, &visitor, &name)?;
    server.forgotten(name)?;
    Ok(shown(&visitor.person))
}

/// Sets a new password by a link that was sent by e-mail: it works once, and every device is logged out.
#[utoipa::path(post, path = "/api/reset", request_body = PasswordReset, responses((status = 200, body = Me), (status = 403, body = Refusal)))]
pub async fn reset(
    State(server): State<Arc<Server>>,
    visitor: Visitor,
    Body(reset): Body<PasswordReset>,
) -> Result<Json<Me>> {
    allow_password(&server, &visitor, "")?;
    server.reset_password(reset).await?;
    Ok(shown(&visitor.person))
}
