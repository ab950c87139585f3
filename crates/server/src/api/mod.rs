//! The HTTP API, and the person behind each request.

mod account;
mod analysis;
mod care;
mod content;
mod extract;
mod games;
mod health;
mod pages;
mod people;
mod tables;

use crate::client_address::{client_address, counted_as, is_trusted};
use crate::error::{ApiError, Result};
use crate::limits::LARGEST_BODY;
use crate::person::Person;
use crate::rate_limits::ConnectionPermit;
use crate::server::Server;
use crate::socket;
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use protocol::{Refusal, VERSION, VERSION_HEADER};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;
use tower_http::compression::{CompressionLayer, CompressionLevel};
use utoipa::OpenApi;

pub(crate) use analysis::{LONGEST as LONGEST_ANALYSIS, Search};
pub(crate) use games::Library;
pub use pages::openapi;

/// A connection's slot among all connections, and among those of its address.
pub(crate) type ConnectionSlot = Arc<(OwnedSemaphorePermit, Option<ConnectionPermit>)>;

/// Where a request comes from.
#[derive(Clone)]
pub(crate) struct Connection {
    /// The address at the other end.
    pub address: IpAddr,
    /// Its slot; given back when the last of connection and socket has ended.
    pub slot: ConnectionSlot,
}

/// The person behind a request, and where it comes from.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub person: Person,
    pub address: IpAddr,
    /// The slot of the connection.
    pub connection: Option<ConnectionSlot>,
    /// Whether the request came by HTTPS, as far as the proxy says.
    pub secure: bool,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludothèque",
        description = "Tables, people and games. Sockets are described in `docs/protocol.md`."
    ),
    paths(
        games::list,
        games::one,
        tables::open,
        tables::list,
        tables::one,
        tables::command,
        tables::record,
        people::me,
        people::rename,
        people::claim,
        people::log_in,
        people::log_out,
        people::programs,
        people::add_program,
        people::revoke_program,
        people::leaderboard,
        people::ratings,
        account::change_password,
        account::devices,
        account::log_device_out,
        account::export,
        account::delete,
        account::email,
        account::set_email,
        account::confirm,
        account::forgotten,
        account::reset,
        care::settings,
        care::set_settings,
        care::push_key,
        care::subscribe,
        care::unsubscribe,
        care::calendar_link,
        care::renew_calendar,
        care::calendar,
        care::hushed,
        care::hush,
        care::unhush,
        care::report,
        care::notices,
        care::read_notices,
        care::desk,
        care::at_desk,
        analysis::analyse,
    )
)]
struct Documentation;

/// All routes.
pub fn router(server: Arc<Server>) -> Router {
    let api = Router::new()
        .route("/games", get(games::list))
        .route("/games/{id}", get(games::one))
        .route("/tables", get(tables::list).post(tables::open))
        .route("/tables/{id}", get(tables::one).post(tables::command))
        .route("/tables/{id}/record", get(tables::record))
        .route("/tables/{id}/socket", get(socket::open))
        .route("/me", get(people::me).put(people::rename))
        .route("/me/account", post(people::claim))
        .route("/me/programs", get(people::programs).post(people::add_program))
        .route("/me/programs/{id}", axum::routing::delete(people::revoke_program))
        .merge(care_routes())
        .route("/login", post(people::log_in))
        .route("/logout", post(people::log_out))
        .route("/leaderboard", get(people::leaderboard))
        .route("/ratings/{name}", get(people::ratings))
        .route("/analysis", post(analysis::analyse))
        .route("/study", post(analysis::analyse))
        .fallback(|| async { ApiError(Refusal::no_such()) })
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn_with_state(server.clone(), identify))
        .route("/openapi.json", get(pages::openapi_json));
    Router::new()
        .nest("/api", api)
        .route("/api/", get(pages::api_page))
        .route("/healthz", get(health::healthz))
        .route("/readyz", get(health::readyz))
        .fallback(get(pages::page))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(axum::middleware::map_response(protect))
        .with_state(server)
}

/// Accounts, notices, talk that stays safe, the host's desk.
fn care_routes() -> Router<Arc<Server>> {
    use axum::routing::delete;
    Router::new()
        .route("/me/password", post(account::change_password))
        .route("/me/devices", get(account::devices))
        .route("/me/devices/{id}", delete(account::log_device_out))
        .route("/me/export", get(account::export))
        .route("/me/delete", post(account::delete))
        .route("/me/email", get(account::email).put(account::set_email))
        .route("/confirm", post(account::confirm))
        .route("/forgotten", post(account::forgotten))
        .route("/reset", post(account::reset))
        .route("/me/notifications", get(care::settings).put(care::set_settings))
        .route("/me/push", get(care::push_key).post(care::subscribe).delete(care::unsubscribe))
        .route("/me/calendar", get(care::calendar_link).post(care::renew_calendar))
        .route("/calendar/{person}/{token}", get(care::calendar))
        .route("/me/hushed", get(care::hushed).post(care::hush))
        .route("/me/hushed/{id}", delete(care::unhush))
        .route("/reports", post(care::report))
        .route("/me/notices", get(care::notices).post(care::read_notices))
        .route("/desk", get(care::desk).post(care::at_desk))
}

/// What only the operator may read: it is served on an address of its own.
pub fn metrics_router(server: Arc<Server>) -> Router {
    Router::new().route("/metrics", get(health::metrics)).with_state(server)
}

/// Finds out which person sends a request, and gives new clients a cookie.
async fn identify(State(server): State<Arc<Server>>, mut request: Request, next: Next) -> Response {
    let (address, secure) = origin(&server, &request);
    let checked = check(&server, &request, address);
    let person = match checked {
        Ok(()) => server.recognise(request.headers(), address).await,
        Err(error) => Err(error),
    };
    let (mut person, is_new) = match server.count(person) {
        Ok(Some(person)) => (person, false),
        Ok(None) => (Person::new_guest(), true),
        Err(error) => return error.into_response(),
    };
    person.address = Some(counted_as(address));
    person.network = server.tokens.network(counted_as(address));
    let welcome = server.require_welcome(&person, request.method(), request.uri().path());
    if let Err(error) = server.count(welcome) {
        return error.into_response();
    }
    let cookie = is_new.then(|| server.cookie(&person, secure));
    let connection = request.extensions().get::<Connection>().map(|connection| connection.slot.clone());
    request.extensions_mut().insert(Visitor { person, address, connection, secure });
    let mut response = next.run(request).await;
    let chosen = response.headers().contains_key(header::SET_COOKIE);
    if let Some(cookie) = cookie.filter(|_| !chosen).and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    // What has a tag is the same for everybody.
    if !response.headers().contains_key(header::ETAG) {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response.headers_mut().insert(VERSION_HEADER, HeaderValue::from(VERSION));
    response
}

/// Refuses clients over their rate limit, pages of an older protocol, and requests of foreign pages with the cookie of
/// a person.
fn check(server: &Server, request: &Request, address: IpAddr) -> Result<()> {
    if !server.rate_limits.allow_request(address) {
        return Err(Refusal::too_many().into());
    }
    let headers = request.headers();
    let version = headers.get(VERSION_HEADER).map(HeaderValue::as_bytes);
    if version.is_some_and(|version| version != VERSION.to_string().as_bytes()) {
        return Err(Refusal::outdated().into());
    }
    let upgrade = headers.contains_key(header::UPGRADE);
    if (request.method() != Method::GET || upgrade) && !same_origin(headers) {
        return Err(Refusal::foreign().into());
    }
    Ok(())
}

/// Browsers say where a request comes from; programs need not.
fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if header_is(headers, "sec-fetch-site", "cross-site") {
        return false;
    }
    let Some(origin) = text(header::ORIGIN) else { return true };
    let host = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && host == text(header::HOST)
}

fn header_is(headers: &HeaderMap, name: &'static str, value: &str) -> bool {
    headers.get(name).is_some_and(|found| found.as_bytes() == value.as_bytes())
}

/// The address of the client, and whether it uses HTTPS, as far as trusted proxies say.
fn origin(server: &Server, request: &Request) -> (IpAddr, bool) {
    let peer = request.extensions().get::<Connection>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |connection| connection.address);
    let proxies = &server.config.trusted_proxies;
    let secure = is_trusted(peer, proxies) && header_is(request.headers(), "x-forwarded-proto", "https");
    (client_address(peer, request.headers(), proxies), secure)
}

/// Adds the security headers.
async fn protect(mut response: Response) -> Response {
    const HEADERS: [(&str, &str); 6] = [
        (
            "content-security-policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; object-src 'none'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ];
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Visitor>().cloned().ok_or_else(|| Refusal::no_account().into())
    }
}

/// A JSON body; one that can't be read is refused.
pub(crate) struct Body<T>(pub T);

impl<T: serde::de::DeserializeOwned> axum::extract::FromRequest<Arc<Server>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, server: &Arc<Server>) -> Result<Self> {
        let body = axum::Json::<T>::from_request(request, server);
        // A body that never arrives is not waited for.
        let Ok(body) = tokio::time::timeout(server.config.limits.request_timeout, body).await else {
            return Err(Refusal::too_slow().into());
        };
        match body {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(error) if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Refusal::too_large().into())
            }
            Err(error) => {
                // JSON that is not what was asked for; anything else is not even that.
                let is_json = matches!(error, JsonRejection::JsonDataError(_));
                let fr = Refusal::bad_message().why.fr;
                let code = if is_json { "malformed" } else { "bad_message" };
                Err(Refusal::both(code, fr, error.body_text()).into())
            }
        }
    }
}
