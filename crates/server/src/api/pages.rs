//! Pages: the web app, which is inside the binary, and the description of the API.

use super::Documentation;
use super::content::{Content, hex};
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::LazyLock;
use utoipa::OpenApi as _;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, ResponseBuilder};

/// The web app as it was built; without it the server still has its API.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct App;

/// Files whose names hold the hash of what is in them: they never change.
const LASTING: &str = "assets/";

/// How the names of compressed files end; `web/vite.config.ts` writes them.
const GZIP: &str = ".gz";
const BROTLI: &str = ".br";

/// Everything else: a file of the app, or its page, which finds its way by the address.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = content(path) {
        return file.answer(&headers);
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match content("index.html").filter(|_| !is_file) {
        Some(file) => file.answer(&headers),
        None if path.is_empty() => Html(WITHOUT_APP).into_response(),
        None => (StatusCode::NOT_FOUND, "there is nothing here\n").into_response(),
    }
}

/// `GET /embed/ID`: a table to look at inside of the pages of others.
pub async fn embedded(headers: HeaderMap) -> Response {
    let mut response = match content("index.html") {
        Some(file) => file.answer(&headers),
        None => Html(WITHOUT_APP).into_response(),
    };
    response.extensions_mut().insert(Embeddable);
    response
}

/// Marks an answer that the pages of others may show in a frame.
#[derive(Copy, Clone)]
pub(crate) struct Embeddable;

/// A file of the app, with the compressed ones that the build put beside it. In a program that was built for use, all of
/// them are parts of the program, and nothing is copied.
fn content(path: &str) -> Option<Content> {
    if path.ends_with(GZIP) || path.ends_with(BROTLI) {
        return None;
    }
    let file = App::get(path)?;
    let beside = |ending: &str| App::get(&format!("{path}{ending}")).map(|file| bytes(file.data));
    let lasts = path.starts_with(LASTING);
    Some(Content {
        kind: HeaderValue::from_str(file.metadata.mimetype()).ok()?,
        hash: hex(&file.metadata.sha256_hash()),
        gzip: beside(GZIP),
        brotli: beside(BROTLI),
        caching: if lasts { "public, max-age=31536000, immutable" } else { "no-cache" },
        plain: bytes(file.data),
    })
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(data) => Bytes::from_static(data),
        Cow::Owned(data) => Bytes::from(data),
    }
}

const WITHOUT_APP: &str = "<!doctype html><meta charset=utf-8><title>Ludothèque</title>\
    <p>The server runs, but it was built without its web app: build that with <code>make run</code>. \
    <a href=/api/>The API</a> works.</p>";

/// The description of the API. Whatever is not done is answered with a refusal, of whatever operation.
pub fn openapi() -> OpenApi {
    let mut api = Documentation::openapi();
    let refusal = ResponseBuilder::new()
        .description("A refusal: nothing has changed.")
        .content(
            "application/json",
            ContentBuilder::new().schema(Some(Ref::from_schema_name("Refusal"))).build(),
        )
        .build();
    for path in api.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.insert("default".to_owned(), refusal.clone().into());
        }
    }
    api
}

/// `GET /api/openapi.json`
pub async fn openapi_json(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<Content> = LazyLock::new(|| {
        let text = serde_json::to_string(&openapi()).expect("a description is plain data");
        Content::of_text("application/json", text)
    });
    TEXT.answer(&headers)
}

/// `GET /api/`: the description of the API for people.
pub async fn api_page(headers: HeaderMap) -> Response {
    static PAGE: LazyLock<Content> =
        LazyLock::new(|| Content::of_text("text/html; charset=utf-8", describe_api()));
    PAGE.answer(&headers)
}

fn describe_api() -> String {
    let api = serde_json::to_value(openapi()).unwrap_or_default();
    let mut page = String::from(HEAD);
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let text = |value: &serde_json::Value| escape(value.as_str().unwrap_or_default());
            let _ = write!(page, "<section><h2><b>{}</b> {}</h2>", method.to_uppercase(), escape(path));
            let _ = write!(page, "<p>{}</p>", text(&operation["summary"]));
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let (name, what) = (text(&parameter["name"]), text(&parameter["description"]));
                let _ = write!(page, "<p><code>{name}</code> {what}</p>");
            }
            for part in ["requestBody", "responses"] {
                if !operation[part].is_null() {
                    let json = serde_json::to_string_pretty(&operation[part]).unwrap_or_default();
                    let _ = write!(
                        page,
                        "<details><summary>{part}</summary><pre>{}</pre></details>",
                        escape(&json)
                    );
                }
            }
            page.push_str("</section>");
        }
    }
    page.push_str("<h1>Schemas</h1>");
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let (name, json) = (escape(name), escape(&json));
        let _ = write!(page, "<details id={name}><summary>{name}</summary><pre>{json}</pre></details>");
    }
    page
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
    <title>Ludothèque: the API</title><style>body{font:17px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;\
    padding:0 1rem;background:#f7f1e5;color:#2b2118}h2{font:600 1rem/1.4 ui-monospace,monospace;margin:2rem 0 .3rem}\
    h2 b{color:#8a5a12}pre{overflow:auto;background:#fffaf0;padding:.8rem;border-radius:6px}p{margin:.2rem 0}</style>\
    <h1>Ludothèque: the API</h1><p>Everything that the web app does, your program can do: with the cookie of a guest, \
    or with the token of a program (<code>Authorization: Bearer …</code>). Live tables speak over \
    <code>/api/tables/{id}/socket</code>. <a href=openapi.json>OpenAPI</a></p>";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
