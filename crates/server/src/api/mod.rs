//! The HTTP API, and who asks.

mod games;
mod health;
mod pages;
pub mod people;
pub mod study;
pub mod tables;

use crate::house::House;
use crate::limits::LARGEST_BODY;
use crate::person::Person;
use crate::protocol::Refusal;
use crate::refusal::Result;
use crate::socket;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;

pub use pages::openapi;

/// Where a request comes from.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The address at the other end.
    pub address: IpAddr,
    /// The place that it takes among all of them; given back when the last of connection and socket has ended.
    pub place: Arc<OwnedSemaphorePermit>,
}

/// Who asks, and from where.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub person: Person,
    pub address: IpAddr,
    /// The place that the connection takes.
    pub place: Option<Arc<OwnedSemaphorePermit>>,
    /// Whether the request came by HTTPS, as far as the proxy says.
    pub secure: bool,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludothèque",
        description = "Tables, people and games of a house. Sockets speak `docs/protocol.md`."
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
        people::leaderboard,
        people::ratings,
        study::study,
    )
)]
struct Documentation;

/// Everything that the house answers.
pub fn router(house: Arc<House>) -> Router {
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
        .route("/login", post(people::log_in))
        .route("/logout", post(people::log_out))
        .route("/leaderboard", get(people::leaderboard))
        .route("/ratings/{name}", get(people::ratings))
        .route("/study", post(study::study))
        .fallback(|| async { Refusal::no_such() })
        .layer(from_fn_with_state(house.clone(), identify))
        .route("/openapi.json", get(pages::openapi_json));
    Router::new()
        .nest("/api", api)
        .route("/api/", get(pages::api_page))
        .route("/healthz", get(health::healthz))
        .route("/metrics", get(health::metrics))
        .fallback(get(pages::page))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(CompressionLayer::new())
        .layer(axum::middleware::map_response(protect))
        .with_state(house)
}

/// Finds out who asks, and gives strangers a cookie.
async fn identify(State(house): State<Arc<House>>, mut request: Request, next: Next) -> Response {
    let address = address(&house, &request);
    let secure = header_is(request.headers(), "x-forwarded-proto", "https");
    let checked = check(&house, &request, address);
    let person = match checked {
        Ok(()) => house.recognise(request.headers()).await,
        Err(refusal) => Err(refusal),
    };
    let (person, stranger) = match house.count(person) {
        Ok(Some(person)) => (person, false),
        Ok(None) => (Person::stranger(), true),
        Err(refusal) => return refusal.into_response(),
    };
    let cookie = stranger.then(|| house.cookie(&person, secure));
    let place = request.extensions().get::<Connection>().map(|connection| connection.place.clone());
    request.extensions_mut().insert(Visitor { person, address, place, secure });
    let mut response = next.run(request).await;
    let chosen = response.headers().contains_key(header::SET_COOKIE);
    if let Some(cookie) = cookie.filter(|_| !chosen).and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Refuses who asks too much, and pages of others that use a visitor's cookie.
fn check(house: &House, request: &Request, address: IpAddr) -> Result<()> {
    if !house.visits.may_ask(address) {
        return Err(Refusal::too_many());
    }
    let headers = request.headers();
    let upgrade = headers.contains_key(header::UPGRADE);
    if (request.method() != Method::GET || upgrade) && !same_origin(headers) {
        return Err(Refusal::foreign());
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

fn address(house: &House, request: &Request) -> IpAddr {
    let direct = request.extensions().get::<Connection>();
    let direct = direct.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |connection| connection.address);
    if !house.rules.behind_proxy {
        return direct;
    }
    // The proxy appends whom it saw: only the last one is its word.
    let told = request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok());
    told.and_then(|told| told.rsplit(',').next()?.trim().parse().ok()).unwrap_or(direct)
}

/// Headers that keep browsers from doing what nobody asked for.
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
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Visitor>().cloned().ok_or_else(Refusal::no_account)
    }
}

/// JSON in a body; what can't be read is refused in our words.
pub(crate) struct Body<T>(pub T);

impl<T: serde::de::DeserializeOwned> axum::extract::FromRequest<Arc<House>> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Self> {
        let body = axum::Json::<T>::from_request(request, house);
        // A body that dribbles in is not waited for.
        let Ok(body) = tokio::time::timeout(house.rules.limits.time_to_ask, body).await else {
            return Err(Refusal::too_slow());
        };
        match body {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(error) if error.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Refusal::too_large())
            }
            Err(error) => Err(Refusal::plain("bad_message", error.body_text())),
        }
    }
}
