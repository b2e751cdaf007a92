//! The calls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use futures::StreamExt;
use serde_json::{Value, json};

use super::changes::Changes;
use super::faults::{Fault, Faults};
use super::feeder::Feeder;
use super::lists::{ClassName, Listing, text_of};
use super::stream::Rows;
use crate::generator::University;
use crate::listener::HangUp;

/// The academic system's state, shared by the server and the campus's handles.
pub(crate) struct Source {
    university: Arc<University>,
    pub(crate) faults: Faults,
    pub(crate) changes: Changes,
    requests: Mutex<HashMap<String, u64>>,
    feeder: Feeder,
}

impl Source {
    pub(crate) fn new(university: Arc<University>) -> Self {
        Self {
            university,
            faults: Faults::default(),
            changes: Changes::default(),
            requests: Mutex::default(),
            feeder: Feeder::default(),
        }
    }

    pub(crate) fn requests(&self, path: &str) -> u64 {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(path)
            .copied()
            .unwrap_or(0)
    }

    fn count(&self, path: &str) {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.entry(path.to_owned()).or_default() += 1;
    }
}

pub(crate) fn router(source: Arc<Source>) -> Router {
    // One handler for all paths, so that faults work for any of them.
    Router::new().fallback(answer).with_state(source)
}

/// The interval between the bytes of a dripping source.
const DROP: Duration = Duration::from_millis(50);

async fn answer(State(source): State<Arc<Source>>, method: Method, uri: Uri, body: Bytes) -> Response {
    let path = uri.path();
    if path == "/demo/change" {
        return match change(&source, &body) {
            Some(()) => axum::Json(json!({"msg": "Success", "data": "Berubah"})).into_response(),
            None => error(StatusCode::BAD_REQUEST, "Permintaan tidak lengkap"),
        };
    }
    source.count(path);
    if path == "/ws/live2.php" {
        return axum::Json(source.feeder.answer(&source.university, &body)).into_response();
    }
    // Subscribed before the fault is read, as it may be cleared in between.
    let mut cleared = source.faults.watch();
    let mut fault = source.faults.take(path);
    match fault.take() {
        Some(Fault::Status { status, retry_after }) => return refuse(status, retry_after),
        Some(Fault::NoAnswer) => return HangUp.into_response(),
        Some(Fault::Html) => {
            return Html("<!doctype html><title>OCAS</title><p>Terjadi kesalahan.</p>").into_response();
        }
        Some(Fault::ErrorReply(text)) => return error(StatusCode::OK, &text),
        Some(Fault::Delay(time)) => tokio::time::sleep(time).await,
        // The sender lives as long as the campus, so only a change ends this wait.
        Some(Fault::Held) => drop(cleared.changed().await),
        other => fault = other,
    }
    let (listing, requested) = match listing(&source, &method, path, &body) {
        Ok(found) => found,
        Err((status, text)) => return error(status, text),
    };
    let drips = fault == Some(Fault::Drip);
    let rows = futures::stream::iter(Rows::new(listing, requested, source.changes.of(path), fault));
    let drops = futures::stream::unfold((drips, cleared), async |(drips, mut cleared)| {
        if !drips {
            return None;
        }
        let cleared_now = tokio::time::timeout(DROP, cleared.changed()).await.is_ok();
        Some((Ok(Bytes::from_static(b" ")), (!cleared_now, cleared)))
    });
    let rows = rows.chain(drops);
    let rows = rows.then(async |piece| {
        if piece.is_err() {
            // The data before the break must reach the client: the connection sends it during the yield.
            tokio::task::yield_now().await;
        }
        piece
    });
    let mut response = Response::new(Body::from_stream(rows));
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// Changes the campus from outside, as a new term changes a real one: `{"list": "classes", "set": "empty"}` empties a list,
/// `half` halves it, `held` delays its requests, `normal` reverts all; `{"list": …, "key": …, "field": …, "value": …}` sets
/// a field of a row; `"set": "removed"` instead of field and value deletes the row; `{"list": …, "row": {…}}` adds one.
fn change(source: &Source, body: &[u8]) -> Option<()> {
    let requested: Value = serde_json::from_slice(body).ok()?;
    let text = |name: &str| requested.get(name)?.as_str();
    let path = format!("/{}", text("list")?.trim_start_matches('/'));
    if let Some(key) = text("key") {
        if text("set") == Some("removed") {
            source.changes.remove(&path, key);
            return Some(());
        }
        source
            .changes
            .set(&path, key, text("field")?, requested.get("value")?.clone());
        return Some(());
    }
    if let Some(row) = requested.get("row").filter(|row| row.is_object()) {
        source.changes.add(&path, row.clone());
        return Some(());
    }
    let rows = || Some(Listing::of_path(Arc::clone(&source.university), &path)?.positions());
    match text("set")? {
        "empty" => source.faults.always(&path, Fault::Empty),
        "held" => source.faults.always(&path, Fault::Held),
        "half" => source.faults.always(&path, Fault::DropLast(rows()?.div_ceil(2))),
        "normal" => {
            source.faults.clear();
            source.changes.clear();
        }
        _ => return None,
    }
    Some(())
}

fn listing(
    source: &Source,
    method: &Method,
    path: &str,
    body: &[u8],
) -> Result<(Listing, ClassName), (StatusCode, &'static str)> {
    let university = Arc::clone(&source.university);
    if matches!(path, "/class/students" | "/class/students/mbkm") {
        if method != Method::POST {
            return Err((StatusCode::METHOD_NOT_ALLOWED, "Metode tidak didukung"));
        }
        let name = class_name(body).ok_or((StatusCode::BAD_REQUEST, "Permintaan tidak lengkap"))?;
        let classes = source.changes.of("/classes");
        let classes = classes.as_deref();
        let listing = match path {
            "/class/students" => Listing::students(university, classes, &name),
            _ => Listing::mbkm(university, classes, &name),
        };
        return Ok((listing, name));
    }
    let listing = Listing::of_path(university, path).ok_or((StatusCode::NOT_FOUND, "Tidak ditemukan"))?;
    if method != Method::GET {
        return Err((StatusCode::METHOD_NOT_ALLOWED, "Metode tidak didukung"));
    }
    Ok((listing, ClassName::default()))
}

/// The class in a body. The MBKM call has no program.
fn class_name(body: &[u8]) -> Option<ClassName> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let field = |name: &str| body.get(name).map(text_of);
    Some(ClassName {
        nama_mk: field("nama_mk")?,
        nama_kelas: field("nama_kelas")?,
        program_id: field("program_id").unwrap_or_default(),
    })
}

fn refuse(status: u16, retry_after: Option<u64>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = error(status, status.canonical_reason().unwrap_or("Error"));
    if let Some(seconds) = retry_after {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn error(status: StatusCode, text: &str) -> Response {
    (status, axum::Json(json!({"msg": "Error", "data": text}))).into_response()
}
