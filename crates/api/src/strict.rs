//! Validates every call against its description: unknown keys of the body or unknown query parameters are refused before the
//! handler runs (contract, section 3).
//!
//! [`crate::document::route`] applies this before each handler, with the same description as the document.

use crate::{ApiError, body::Fields, call_input::Known, error::shown, json, list_query::Parameters, server::Turn};
use axum::{
    body::{Body, Bytes},
    extract::{FromRequest, Request},
};
use http::StatusCode;
use selaras_reasons::Reason;
use serde_json::{Map, Value};
use std::{sync::Arc, time::Duration};
use tokio::time::timeout;

/// The member that every body may have: the user's name as the pages send it (specification, section 6). It is not trusted.
pub(crate) const ACTOR: &str = "name";
/// Maximum number of entries of a list in a body. Each may take two or three values of a statement, and SQLite accepts
/// 32,766.
pub(crate) const LONGEST_LIST: usize = 5_000;
/// Time-out for a whole body; for an upload, for its next piece.
pub(crate) const BODY_PATIENCE: Duration = Duration::from_secs(30);

/// Refuses unknown input and attaches the parsed input to the request.
pub(crate) async fn hold(known: &Arc<Known>, request: Request) -> Result<Request, ApiError> {
    let parameters = Parameters::read(request.uri(), &known.parameters)?;
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(parameters);
    if known.file {
        return Ok(Request::from_parts(parts, body));
    }
    let bytes = read(Request::from_parts(parts.clone(), body)).await?;
    // The request is complete: from here on the connection cannot be evicted.
    if let Some(turn) = parts.extensions.get::<Turn>() {
        turn.begin();
    }
    let Some(members) = &known.members else {
        return Ok(Request::from_parts(parts, Body::from(bytes)));
    };
    let object = object(&bytes)?;
    let strange: Vec<_> = object
        .keys()
        .filter(|key| !members.iter().any(|member| member == *key))
        .map(|key| shown(key))
        .collect();
    if !strange.is_empty() {
        let names = strange.join(", ");
        return Err(ApiError::Malformed(Reason::UnknownKeys { names }));
    }
    let is_long = |value: &Value| value.as_array().is_some_and(|list| list.len() > LONGEST_LIST);
    if let Some((name, _)) = object.iter().find(|(_, value)| is_long(value)) {
        return Err(too_long(name));
    }
    parts.extensions.insert(Fields::new(object, Arc::clone(known)));
    Ok(Request::from_parts(parts, Body::empty()))
}

/// The failure of a list with more than [`LONGEST_LIST`] entries.
pub(crate) fn too_long(member: &str) -> ApiError {
    let (field, most) = (member.to_owned(), LONGEST_LIST as u64);
    ApiError::field(member, Reason::ListTooLong { field, most })
}

/// The whole body, if it arrives in time.
async fn read(request: Request) -> Result<Bytes, ApiError> {
    let read = timeout(BODY_PATIENCE, Bytes::from_request(request, &()));
    match read.await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(ApiError::TooLarge),
        Ok(Err(_)) => Err(ApiError::Malformed(Reason::BodyUnreadable)),
        Err(_) => Err(ApiError::Slow),
    }
}

/// The members of a body. An empty body is an empty object: some calls of the specification send none.
fn object(bytes: &[u8]) -> Result<Map<String, Value>, ApiError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    match json::read(bytes)? {
        Value::Object(members) => Ok(members),
        _ => Err(ApiError::Malformed(Reason::BodyNotObject)),
    }
}
