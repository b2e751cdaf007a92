//! The calls.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::{Engine as _, prelude::BASE64_STANDARD, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::Span;
use jiff::civil::Date;
use serde_json::{Value, json};

use super::account::{Zoom, stay_key};
use super::faults::{Call, Fault};
use crate::generator::{draw, topic};

type Parameters = Query<HashMap<String, String>>;

/// The most days of one report.
const MONTH: i32 = 31;

pub(crate) fn router(zoom: Zoom) -> Router {
    Router::new()
        .route("/oauth/token", post(token))
        .route("/v2/users", get(users))
        .route("/v2/report/users/{user}/meetings", get(meetings))
        .route("/v2/report/meetings/{meeting}/participants", get(participants))
        .fallback(async || refuse(StatusCode::NOT_FOUND, 404, "API endpoint not found."))
        .with_state(zoom)
}

fn refuse(status: StatusCode, code: i64, message: &str) -> Response {
    (status, Json(json!({ "code": code, "message": message }))).into_response()
}

fn bad_request(message: &str) -> Response {
    refuse(StatusCode::BAD_REQUEST, 300, message)
}

/// Counts the call, and answers with a fault if one is queued.
async fn misbehave(zoom: &Zoom, call: Call, key: Option<&str>) -> Result<(), Response> {
    let too_many = |kind: &'static str, again: Option<String>| {
        let mut reply = refuse(
            StatusCode::TOO_MANY_REQUESTS,
            429,
            "You have reached the maximum per-second rate limit for this API. Try again later.",
        );
        let headers = reply.headers_mut();
        headers.insert("x-ratelimit-category", HeaderValue::from_static("Heavy"));
        headers.insert("x-ratelimit-type", HeaderValue::from_static(kind));
        headers.insert("x-ratelimit-remaining", HeaderValue::from_static("0"));
        if let Some(again) = again.and_then(|again| again.parse().ok()) {
            headers.insert(header::RETRY_AFTER, again);
        }
        reply
    };
    match zoom.fault(call) {
        Fault::Pass => Ok(()),
        Fault::TooMany(again) => Err(too_many("QPS", again.map(|seconds| seconds.to_string()))),
        Fault::DailyLimit(until) => Err(too_many("Daily-limit", Some(until.to_owned()))),
        Fault::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            Err(refuse(status, i64::from(status.as_u16()), "Internal error."))
        }
        Fault::Delay(time) => {
            tokio::time::sleep(time).await;
            Ok(())
        }
        Fault::Html => Err(Html("<!doctype html><title>Zoom</title>").into_response()),
        Fault::DeadKey => {
            zoom.forget_key(key.unwrap_or_default());
            Ok(())
        }
    }
}

/// Accepts a call with a valid token.
async fn enter(zoom: &Zoom, call: Call, headers: &HeaderMap) -> Result<(), Response> {
    let key = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    misbehave(zoom, call, key).await?;
    if key.is_some_and(|key| zoom.knows_key(key)) {
        Ok(())
    } else {
        Err(refuse(StatusCode::UNAUTHORIZED, 124, "Invalid access token."))
    }
}

async fn token(State(zoom): State<Zoom>, headers: HeaderMap, Query(query): Parameters, body: String) -> Response {
    if let Err(reply) = misbehave(&zoom, Call::Token, None).await {
        return reply;
    }
    let form: HashMap<_, _> = body.split('&').filter_map(|pair| pair.split_once('=')).collect();
    let says = |name: &str| form.get(name).copied().or(query.get(name).map(String::as_str));
    let basic = BASE64_STANDARD.encode(format!("{}:{}", zoom.client_id(), zoom.client_secret()));
    let known = headers
        .get(header::AUTHORIZATION)
        .is_some_and(|value| value.as_bytes() == format!("Basic {basic}").as_bytes());
    if !known || says("account_id") != Some(zoom.account_id()) {
        let reason = json!({ "reason": "Invalid client_id or client_secret", "error": "invalid_client" });
        return (StatusCode::BAD_REQUEST, Json(reason)).into_response();
    }
    if says("grant_type") != Some("account_credentials") {
        let reason = json!({ "reason": "unsupported grant type", "error": "unsupported_grant_type" });
        return (StatusCode::BAD_REQUEST, Json(reason)).into_response();
    }
    let granted = json!({
        "access_token": zoom.new_key(), "token_type": "bearer", "expires_in": 3599,
        "scope": "report:read:list_meeting_participants:admin report:read:user:admin user:read:list_users:admin",
        "api_url": "https://api.zoom.us",
    });
    Json(granted).into_response()
}

async fn users(State(zoom): State<Zoom>, headers: HeaderMap, Query(query): Parameters) -> Response {
    if let Err(reply) = enter(&zoom, Call::Users, &headers).await {
        return reply;
    }
    let is_active = query.get("status").is_none_or(|status| status == "active");
    let teachers = if is_active { zoom.university().teachers() } else { 0 };
    page(&zoom, &query, "users", teachers, |index| {
        let teacher = zoom.university().teacher(index);
        json!({
            "id": zoom.user_id(index), "first_name": teacher.nama_depan, "last_name": teacher.nama_belakang,
            "email": teacher.email, "type": 2, "status": "active",
        })
    })
}

async fn meetings(
    State(zoom): State<Zoom>,
    headers: HeaderMap,
    Path(user): Path<String>,
    Query(query): Parameters,
) -> Response {
    if let Err(reply) = enter(&zoom, Call::Meetings, &headers).await {
        return reply;
    }
    let Some(host) = (0..zoom.university().teachers()).find(|teacher| zoom.user_id(*teacher) == user) else {
        return refuse(StatusCode::NOT_FOUND, 1001, "User does not exist.");
    };
    let day = |name: &str| query.get(name)?.parse::<Date>().ok();
    let (Some(from), Some(to)) = (day("from"), day("to")) else {
        return bad_request("Invalid field: from, to.");
    };
    if to < from || to > from.saturating_add(Span::new().days(MONTH - 1)) {
        return bad_request("The date range of a report is one month at the most.");
    }
    // Zoom's days are in UTC.
    let day_of = |time: jiff::Timestamp| time.to_zoned(jiff::tz::TimeZone::UTC).date();
    let found: Vec<_> = zoom
        .meetings_of(host)
        .into_iter()
        .filter(|meeting| (from..=to).contains(&day_of(meeting.start)))
        .collect();
    page(&zoom, &query, "meetings", found.len(), |index| {
        let meeting = &found[index];
        let entry = json!({
            "uuid": meeting.uuid, "id": meeting.id, "type": 8, "topic": meeting.topic,
            "start_time": meeting.start.to_string(), "end_time": meeting.end.to_string(), "duration": 150,
            "total_minutes": 4000, "participants_count": zoom.participants(meeting).len(), "source": "Zoom",
        });
        zoom.as_sent(&meeting.uuid, entry)
    })
}

async fn participants(
    State(zoom): State<Zoom>,
    headers: HeaderMap,
    Path(meeting): Path<String>,
    Query(query): Parameters,
) -> Response {
    if let Err(reply) = enter(&zoom, Call::Participants, &headers).await {
        return reply;
    }
    // A UUID that would break a path must have been encoded twice.
    let mark = if meeting.starts_with('/') || meeting.contains("//") {
        None
    } else {
        Some(decoded(&meeting))
    };
    let Some(meeting) = mark.and_then(|mark| zoom.meeting(&mark)) else {
        return refuse(StatusCode::NOT_FOUND, 3001, "Meeting does not exist.");
    };
    let found = zoom.participants(&meeting);
    page(&zoom, &query, "participants", found.len(), |index| {
        let participant = &found[index];
        let entry = json!({
            "id": "", "user_id": participant.user_id, "name": participant.name, "user_email": participant.email,
            "join_time": participant.join.to_string(), "leave_time": participant.leave.to_string(),
            "duration": participant.leave.as_second() - participant.join.as_second(), "registrant_id": "",
            "failover": false, "status": "in_meeting", "customer_key": "",
        });
        zoom.as_sent(&stay_key(&meeting, participant), entry)
    })
}

/// One page of a list, with the token of the next.
fn page(
    zoom: &Zoom,
    query: &HashMap<String, String>,
    name: &str,
    rows: usize,
    row: impl Fn(usize) -> Value,
) -> Response {
    let Ok(size) = query.get("page_size").map_or(Ok(30), |size| size.parse::<usize>()) else {
        return bad_request("Invalid field: page_size.");
    };
    if size > 300 {
        return bad_request("The next page size must not be more than 300.");
    }
    // A token is good for the list that it was given for.
    let mut hasher = DefaultHasher::new();
    let mut parameters: Vec<_> = query.iter().filter(|(name, _)| *name != "next_page_token").collect();
    parameters.sort_unstable();
    (name, rows, parameters).hash(&mut hasher);
    let seal = hasher.finish();
    let first = match query.get("next_page_token").filter(|token| !token.is_empty()) {
        None => 0,
        Some(token) => match token
            .split_once('.')
            .map(|(at, mark)| (at.parse(), mark == format!("{seal:x}")))
        {
            Some((Ok(at), true)) => at,
            _ => return bad_request("The next page token is invalid or expired."),
        },
    };
    let last = rows.min(first + size.min(zoom.page()));
    let token = if last < rows {
        format!("{last}.{seal:x}")
    } else {
        String::new()
    };
    let mut reply = Json(json!({
        "page_size": size, "total_records": rows, "next_page_token": token,
        name: (first..last).map(row).collect::<Vec<_>>(),
    }))
    .into_response();
    reply
        .headers_mut()
        .insert("x-ratelimit-category", HeaderValue::from_static("Heavy"));
    reply
}

/// Decodes one percent encoding. Other text stays: a UUID has no percent sign of its own.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = (*first == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Zoom {
    /// Zoom's id of a teacher.
    #[must_use]
    pub fn user_id(&self, teacher: usize) -> String {
        let luck = [0, 1].map(|half| draw(self.university().seed(), topic::ZOOM_USER, 2 * teacher as u64 + half));
        BASE64_URL_SAFE_NO_PAD.encode(luck.map(u64::to_be_bytes).concat())
    }
}
