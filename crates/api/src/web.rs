//! Serves the built front end, which is embedded in the binary.

use crate::ApiError;
use axum::{
    http::{HeaderMap, HeaderName, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;
use selaras_reasons::Reason;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Built;

/// Serves a file of the front end, or its page for any screen's address.
///
/// Text files are compressed at build time, better than would be affordable per request: anonymous clients may send any
/// number.
pub(crate) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::NotFound(Reason::NoSuchAddress).into_response();
    }
    if !path.is_empty() && Built::get(path).is_some() {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        // A built file's name changes with its content.
        let age = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return file(path, kind.as_ref(), age, &headers);
    }
    if path.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    if Built::get("index.html").is_some() {
        return file("index.html", "text/html; charset=utf-8", "no-cache", &headers);
    }
    (
        StatusCode::NOT_FOUND,
        "The front end has not been built: run `make build`.",
    )
        .into_response()
}

/// True if the front end has a file at this path.
pub(crate) fn has(uri: &Uri) -> bool {
    let path = uri.path().trim_start_matches('/');
    !path.is_empty() && Built::get(path).is_some()
}

/// Content codings and their file endings, the better one first.
const PACKED: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// One built file, compressed if the browser accepts it.
fn file(path: &str, kind: &str, age: &'static str, headers: &HeaderMap) -> Response {
    let described = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, age)];
    let mut taken = PACKED.into_iter().filter(|(coding, _)| takes(headers, coding));
    let packed = taken.find_map(|(coding, ending)| Some((coding, Built::get(&format!("{path}.{ending}"))?)));
    if let Some((coding, found)) = packed {
        return (described, packed_by(coding), found.data).into_response();
    }
    match Built::get(path) {
        Some(found) => (described, found.data).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The headers of a reply with this coding.
pub(crate) const fn packed_by(coding: &str) -> [(HeaderName, &str); 2] {
    [(header::CONTENT_ENCODING, coding), (header::VARY, "accept-encoding")]
}

/// True if a browser accepts this coding.
pub(crate) fn takes(headers: &HeaderMap, coding: &str) -> bool {
    let sent = headers.get_all(header::ACCEPT_ENCODING).iter();
    let sent = sent
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    sent.map(str::trim).any(|taken| match taken.split_once(';') {
        Some((name, weight)) => name.trim() == coding && !is_nothing(weight),
        None => taken == coding,
    })
}

/// True if a weight is zero: `q=0`, `q=0.000`.
fn is_nothing(weight: &str) -> bool {
    let weight = weight.trim().strip_prefix("q=");
    weight.is_some_and(|weight| weight.parse::<f32>().is_ok_and(|weight| weight <= 0.0))
}
