//! The REST protocol's endpoint.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::cost::Claim;
use super::faults::Fault;
use super::form::List;
use super::inspection::Moodle;
use super::refusal::Refusal;
use super::{enrolments, groups, service};
use crate::listener::HangUp;

/// PHP's `post_max_size`, with the value that Moodle requires.
const LARGEST_BODY: usize = 100 << 20;

pub(crate) fn router(moodle: Moodle) -> Router {
    Router::new()
        .route("/webservice/rest/server.php", post(answer))
        .route("/demo/change", post(change))
        .route("/demo/counts", get(counts))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(moodle)
}

/// Changes the site from outside, as a term does: `{"slower_by": 500}` makes every call take half a second longer;
/// `{"graded": "260001", "at": 1790000000}` grades a person in each of their courses, opened at that time.
async fn change(State(moodle): State<Moodle>, Json(requested): Json<Value>) -> StatusCode {
    let number = |name: &str| requested.get(name).and_then(Value::as_u64);
    if let Some(by) = number("slower_by") {
        moodle.faults().slow_down(Duration::from_millis(by));
        return StatusCode::NO_CONTENT;
    }
    let graded = requested.get("graded").and_then(Value::as_str);
    let at = number("at").and_then(|at| u32::try_from(at).ok());
    match (graded, at) {
        (Some(username), Some(at)) if moodle.grade_everywhere(username, at) => StatusCode::NO_CONTENT,
        _ => StatusCode::BAD_REQUEST,
    }
}

/// What the web services do not tell: the welcome messages that were sent or tried, and the calls refused after a deadlock.
async fn counts(State(moodle): State<Moodle>) -> Json<Value> {
    Json(json!({"welcome_messages": moodle.welcome_messages(), "deadlocks": moodle.deadlocks()}))
}

async fn answer(State(moodle): State<Moodle>, body: Bytes) -> Response {
    // PHP continues after the caller hangs up, so the work must not stop with the connection.
    let work = tokio::spawn(async move { work(&moodle, &body).await });
    work.await
        .unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

async fn work(moodle: &Moodle, body: &[u8]) -> Response {
    let inside = &moodle.inside;
    if inside.faults.refuse_body(body.len()) {
        return status_page(413, None);
    }
    let form = List::parse(body, inside.settings.max_input_vars);
    let field = |name: &str| form.optional(name).ok().flatten().unwrap_or("").to_owned();
    let (function, token, format) = (field("wsfunction"), field("wstoken"), field("moodlewsrestformat"));
    let form = form.without(&["wsfunction", "wstoken", "moodlewsrestformat"]);
    moodle.count_call(&function);
    let fault = inside.faults.take(&function);
    if let Some(answer) = fault.as_ref().and_then(instead_of_work) {
        return answer;
    }
    tokio::time::sleep(inside.faults.slowness()).await;
    if let Some(call_queue) = &inside.call_queue {
        let claim = Claim {
            rows: form.longest(),
            courses: groups::courses_changed(&moodle.site(), &function, &form),
            people: enrolments::people_enrolled(&function, &form),
        };
        if let Err(refusal) = call_queue.pay(&function, claim).await {
            return refused(&refusal);
        }
    }
    let allowed = token == inside.settings.token && inside.faults.token_lives_for_a_call();
    let reply = if allowed {
        service::call(&mut moodle.site(), &inside.faults.service(), &function, &form)
    } else {
        Err(Refusal::moodle("invalidtoken", "Invalid token - token not found"))
    };
    let answer = match reply {
        Ok(body) => json(body),
        Err(refusal) => refused(&refusal),
    };
    if format != "json" {
        // The protocol's default format is XML. The double does not support it, and no client here should use it.
        let body = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<RESPONSE>\n</RESPONSE>\n";
        return ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], body).into_response();
    }
    match fault {
        Some(Fault::WorkThenHangUp) => HangUp.into_response(),
        Some(Fault::WorkThenStatus(status)) => status_page(status, None),
        Some(Fault::WorkThenDelay(time)) => {
            tokio::time::sleep(time).await;
            answer
        }
        _ => answer,
    }
}

fn instead_of_work(fault: &Fault) -> Option<Response> {
    match fault {
        Fault::HangUp => Some(HangUp.into_response()),
        Fault::Status { status, retry_after } => Some(status_page(*status, *retry_after)),
        Fault::Maintenance => {
            let page = "<!DOCTYPE html><html><head><title>Site under maintenance</title></head>\
                        <body><p>This site is undergoing maintenance and is currently not available</p></body></html>";
            Some((StatusCode::SERVICE_UNAVAILABLE, Html(page)).into_response())
        }
        Fault::Refuse { errorcode, message } => Some(refused(&Refusal::moodle(errorcode.clone(), message.clone()))),
        Fault::Body(text) => Some(json(text.clone().into_bytes())),
        Fault::Pass | Fault::WorkThenHangUp | Fault::WorkThenDelay(_) | Fault::WorkThenStatus(_) => None,
    }
}

fn status_page(status: u16, retry_after: Option<u64>) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let reason = status.canonical_reason().unwrap_or("Error");
    let mut response = (
        status,
        Html(format!(
            "<html><head><title>{status}</title></head><body>{reason}</body></html>"
        )),
    )
        .into_response();
    if let Some(seconds) = retry_after {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn refused(refusal: &Refusal) -> Response {
    json(serde_json::to_vec(refusal).unwrap_or_default())
}

fn json(body: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/json; charset=utf-8")], body).into_response()
}
