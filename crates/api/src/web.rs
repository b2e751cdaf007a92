//! The built front end, out of the binary.

use crate::ApiError;
use axum::{
    http::{Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Built;

/// Serves a file of the front end, or its page for any address that is a screen's.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::NotFound("Alamat ini tidak ada.".to_owned()).into_response();
    }
    if let Some(file) = Built::get(path).filter(|_| !path.is_empty()) {
        let kind = mime_guess::from_path(path).first_or_octet_stream();
        // A built file's name changes with its content.
        let age = if path.starts_with("assets/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        return (
            [(header::CONTENT_TYPE, kind.as_ref()), (header::CACHE_CONTROL, age)],
            file.data,
        )
            .into_response();
    }
    if path.starts_with("assets/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Built::get("index.html") {
        Some(page) => (
            [
                (header::CONTENT_TYPE, "text/html; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache"),
            ],
            page.data,
        )
            .into_response(),
        None => (
            StatusCode::NOT_FOUND,
            "The front end has not been built: run `make build`.",
        )
            .into_response(),
    }
}
