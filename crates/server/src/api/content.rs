//! Content that does not change while the server runs: kept once, compressed once, and not sent to whoever has it.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::io::Write as _;

/// Something to be served, in each coding in which it is there. Answers share its bytes.
#[derive(Clone)]
pub(crate) struct Content {
    pub kind: HeaderValue,
    /// The hash of the plain bytes, in hexadecimal.
    pub hash: String,
    pub plain: Bytes,
    pub gzip: Option<Bytes>,
    pub brotli: Option<Bytes>,
    pub caching: &'static str,
}

/// How content may be coded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
    Identity,
}

impl Content {
    /// A text made by this program, compressed here and now; clients ask whether it is still the same.
    pub fn of_text(kind: &'static str, text: String) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory does not fail; without the compressed form, the plain one is sent.
        let gzip = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).ok().map(Bytes::from);
        let hash = hex(&Sha256::digest(text.as_bytes()));
        let kind = HeaderValue::from_static(kind);
        Content { kind, hash, plain: Bytes::from(text), gzip, brotli: None, caching: "private, no-cache" }
    }

    /// The answer to a request with these headers.
    pub fn answer(&self, request: &HeaderMap) -> Response {
        let coding = self.coding(request);
        let (name, body) = match coding {
            Coding::Brotli => (Some("br"), self.brotli.clone()),
            Coding::Gzip => (Some("gzip"), self.gzip.clone()),
            Coding::Identity => (None, None),
        };
        // Each coding has a tag of its own: they are different bytes.
        let tag = format!("\"{}{}\"", self.hash, name.map(|name| format!("-{name}")).unwrap_or_default());
        let fresh = is_known(request, &tag);
        let mut response = if fresh {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            body.unwrap_or_else(|| self.plain.clone()).into_response()
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, self.kind.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.caching));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        if let Some(name) = name.filter(|_| !fresh) {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        response
    }

    /// The best coding that is there and that the client accepts.
    fn coding(&self, request: &HeaderMap) -> Coding {
        let accepts = |name: &str| quality(request, name) > 0.0;
        if self.brotli.is_some() && accepts("br") {
            Coding::Brotli
        } else if self.gzip.is_some() && accepts("gzip") {
            Coding::Gzip
        } else {
            Coding::Identity
        }
    }
}

/// The quality that a request gives to a coding: what it says of that one, or else of all (`*`).
fn quality(request: &HeaderMap, coding: &str) -> f32 {
    let lines = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let (mut named, mut others) = (None, 0.0);
    for entry in lines.flat_map(|line| line.split(',')) {
        let mut parts = entry.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let quality = parts.find_map(|part| part.strip_prefix("q="));
        let quality = quality.map_or(1.0, |quality| quality.parse().unwrap_or(0.0));
        if name.eq_ignore_ascii_case(coding) {
            named = Some(quality);
        } else if name == "*" {
            others = quality;
        }
    }
    named.unwrap_or(others)
}

/// Whether the client says that it has what this tag stands for.
fn is_known(request: &HeaderMap, tag: &str) -> bool {
    let lines = request.get_all(header::IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// The first twelve bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(12).fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(header::HeaderName, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    fn content() -> Content {
        let brotli = Some(Bytes::from_static(b"brotli"));
        Content { brotli, ..Content::of_text("text/plain", "plain ".repeat(100)) }
    }

    #[test]
    fn each_client_gets_the_best_coding_that_it_accepts() {
        for (accepted, coding) in [
            ("gzip, deflate, br, zstd", Coding::Brotli),
            ("gzip;q=1.0, br;q=0.5", Coding::Brotli),
            ("gzip", Coding::Gzip),
            ("GZIP", Coding::Gzip),
            ("br;q=0, gzip", Coding::Gzip),
            ("*", Coding::Brotli),
            ("*;q=0", Coding::Identity),
            ("br;q=0, *", Coding::Gzip),
            ("identity", Coding::Identity),
            ("", Coding::Identity),
            ("br;q=nonsense", Coding::Identity),
            ("brotli, gzipped", Coding::Identity),
        ] {
            let request = request(&[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(content().coding(&request), coding, "{accepted:?}");
        }
        let plain = Content { brotli: None, gzip: None, ..content() };
        assert_eq!(plain.coding(&request(&[(header::ACCEPT_ENCODING, "br, gzip")])), Coding::Identity);
    }

    #[test]
    fn answers_share_the_bytes_and_say_what_they_are() {
        let content = content();
        let gzip = request(&[(header::ACCEPT_ENCODING, "gzip")]);
        let answer = content.answer(&gzip);
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
        assert_eq!(answer.headers()[header::VARY], "accept-encoding");
        let tag = answer.headers()[header::ETAG].to_str().unwrap().to_owned();
        assert!(content.gzip.as_ref().unwrap().len() < content.plain.len());
        let plain = content.answer(&HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        assert_ne!(plain.headers()[header::ETAG], tag, "other bytes, another tag");
        for known in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
            let again = request(&[(header::ACCEPT_ENCODING, "gzip"), (header::IF_NONE_MATCH, &known)]);
            let answer = content.answer(&again);
            assert_eq!(answer.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(answer.headers()[header::ETAG], tag);
        }
        let other = request(&[(header::ACCEPT_ENCODING, "br"), (header::IF_NONE_MATCH, &tag)]);
        assert_eq!(content.answer(&other).status(), StatusCode::OK);
    }
}
