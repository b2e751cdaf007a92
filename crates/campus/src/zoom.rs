//! The seat that is kept for Zoom.
//!
//! Two things will sit here: the account's OAuth endpoint (`POST /oauth/token`), and the reports of past meetings with
//! their participants, paged by `next_page_token`. Until then every call is answered as Zoom answers one that it does not
//! know, so that nobody takes an empty list for an empty campus.

use axum::http::StatusCode;
use axum::{Json, Router};
use serde_json::{Value, json};

pub(crate) fn router() -> Router {
    Router::new().fallback(unknown)
}

async fn unknown() -> (StatusCode, Json<Value>) {
    (
        StatusCode::NOT_FOUND,
        Json(json!({"code": 404, "message": "API endpoint not found."})),
    )
}
