//! The built front end, out of the binary.

use crate::ApiError;
use axum::{
    http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;
use selaras_reasons::Reason;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Built;

/// Serves a file of the front end, or its page for any address that is a screen's.
///
/// Text files have their brotli form beside them: better packed than could be afforded at each request.
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

/// Whether the front end has a file at this path.
pub(crate) fn has(uri: &Uri) -> bool {
    let path = uri.path().trim_start_matches('/');
    !path.is_empty() && Built::get(path).is_some()
}

/// One built file, as its brotli form where there is one and the browser takes it.
fn file(path: &str, kind: &str, age: &'static str, asked: &HeaderMap) -> Response {
    let packed = takes_brotli(asked).then(|| Built::get(&format!("{path}.br"))).flatten();
    let encoded = packed.is_some();
    let Some(found) = packed.or_else(|| Built::get(path)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let described = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, age)];
    let mut reply = (described, found.data).into_response();
    if encoded {
        let headers = reply.headers_mut();
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    reply
}

fn takes_brotli(asked: &HeaderMap) -> bool {
    asked
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| coding.trim() == "br" || coding.trim().starts_with("br;") && !coding.trim().ends_with("q=0"))
}
