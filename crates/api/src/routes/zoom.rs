//! Data from Zoom: the import of past meetings' reports, and webhooks.

use super::{
    attendance::{days, zone},
    job_reply::outcome,
    prefix::MAIN,
};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Routes, flag, route, text},
    json,
    language::localized,
    reply::{self, Acted, Ordered, Told},
    session::Actor,
};
use axum::{
    Json,
    body::Bytes,
    extract::{State, rejection::BytesRejection},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use selaras_engine::{Order, Task};
use selaras_reasons::Reason;
use selaras_zoom::{Event, Signed, answer_to_validation, is_signed};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Maximum size of a webhook in bytes. Zoom's have two or three thousand.
const LONGEST_EVENT: usize = 64 << 10;
/// Maximum length of an import in days, both ends included. Zoom keeps reports for half a year.
const LONGEST_IMPORT: i32 = 366;

/// The reply to Zoom.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum WebhookReply {
    Taken(Told),
    /// Proves that the receiver knows the secret.
    #[serde(rename_all = "camelCase")]
    Validated {
        plain_token: String,
        encrypted_token: String,
    },
}

pub(crate) fn open() -> Routes<App> {
    let webhook = Call::post(format!("{MAIN}/zoom/webhook"), "Kabar dari Zoom, bertanda tangan Zoom")
        .tag("Zoom")
        .open()
        .longest(LONGEST_EVENT)
        .header("x-zm-signature")
        .header("x-zm-request-timestamp")
        .foreign_body(
            &[("event", text()), ("payload", json!({ "type": "object" }))],
            &["event"],
        )
        .reply::<WebhookReply>(200, "Diterima");
    Routes::new().with(route(webhook, self::webhook))
}

pub(crate) fn closed() -> Routes<App> {
    let import = Call::post(format!("{MAIN}/zoom/import"), "Import kehadiran dari laporan Zoom")
        .tag("Zoom")
        .header("Prefer")
        .body(
            &[("start_date", text()), ("end_date", text()), ("dry_run", flag())],
            &["start_date", "end_date"],
        )
        .reply::<Acted>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima");
    Routes::new().with(route(import, self::import))
}

/// Imports the meetings of some days, as a job.
async fn import(State(app): State<App>, actor: Actor, headers: HeaderMap, body: Fields) -> Result<Response, ApiError> {
    let days = days(&body)?;
    if days.first.until(days.last).map_or(i32::MAX, |span| span.get_days()) >= LONGEST_IMPORT {
        return Err(ApiError::field("end_date", Reason::DatesTooFarApart));
    }
    let task = Task::import(days.first, days.last, &days.instants(&zone(&app)?)?);
    let order = Order::new(task, actor.author());
    if app.engine.zoom().is_none() {
        return Err(ApiError::Conflict(Reason::ZoomNotConnected));
    }
    if body.flag("dry_run")? {
        return Ok(reply::plan(app.engine.plan(order).await?));
    }
    let job = app.engine.submit(&order).await?;
    outcome(&app, job, &headers).await
}

/// Receives an event. It is stored before Zoom gets the reply; a repeated event changes nothing.
async fn webhook(
    State(app): State<App>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, ApiError> {
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::Malformed(Reason::BodyUnreadable),
    })?;
    let (Some(inbox), Some(secret)) = (&app.inbox, &app.settings.zoom_webhook_secret) else {
        return Err(ApiError::NotFound(Reason::ZoomEventsOff));
    };
    let header = |name: &str| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let signed = Signed {
        timestamp: header("x-zm-request-timestamp"),
        signature: header("x-zm-signature"),
        body: &body,
    };
    // A validation request must be signed too: signing arbitrary text for anyone would allow forged events.
    if !is_signed(signed, secret, app.engine.store().now().as_second()) {
        return Err(ApiError::Unsigned);
    }
    json::read(&body)?;
    let event = Event::read(&body).map_err(|error| {
        tracing::warn!(%error, "an event of Zoom was refused");
        ApiError::Malformed(Reason::ZoomEventUnknown)
    })?;
    if let Event::Validation { plain_token } = event {
        let encrypted_token = answer_to_validation(&plain_token, secret);
        return Ok(Json(WebhookReply::Validated {
            plain_token,
            encrypted_token,
        })
        .into_response());
    }
    inbox
        .keep(event)
        .await
        .map_err(|error| match app.engine.store().disk_is_full() {
            true => ApiError::DiskFull,
            false => error.into(),
        })?;
    Ok(localized(StatusCode::OK, |language| {
        WebhookReply::Taken(Told::of(Reason::ZoomEventTaken.sentence(language)))
    }))
}
