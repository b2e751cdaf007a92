//! Where source, dashboard and platform differ. The findings themselves are the account of the report's job.

use super::{MAIN, action};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, integer, object, reference, route, text},
    reply,
    session::Actor,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{COMPARISON, Order, Task, kinds};
use selaras_reasons::{Language, Reason};
use serde_json::json;
use std::collections::BTreeMap;
use utoipa_axum::router::OpenApiRouter;

pub(crate) fn routes() -> OpenApiRouter<App> {
    let path = |rest: &str| format!("{MAIN}/comparison{rest}");
    let kind = object(&[
        ("kind", text()),
        ("label", text()),
        ("counts", json!({ "type": "object", "additionalProperties": integer() })),
    ]);
    let report = object(&[
        ("job", json!({ "oneOf": [reference("Job"), { "type": "null" }] })),
        ("kinds", json!({ "type": "array", "items": kind })),
    ]);
    let latest = Call::get(path(""), "Laporan selisih terakhir")
        .tag("Selisih")
        .gives(report);
    let compare = Call::post(path("/compare"), "Periksa selisih")
        .tag("Selisih")
        .header("Prefer")
        .body(&[("name", text())], &[])
        .reply(200, "Selesai", crate::document::action_reply())
        .reply(202, "Diterima", crate::document::action_reply());
    let again = Call::post(
        path("/wait_again"),
        "Tandai baris yang hilang atau diubah di platform untuk dikirim ulang",
    )
    .tag("Selisih")
    .body(&[("name", text())], &[])
    .gives(text());
    OpenApiRouter::new()
        .routes(route(&latest, self::latest))
        .routes(route(&compare, self::compare))
        .routes(route(&again, self::wait_again))
}

/// The latest report, in numbers for each kind.
async fn latest(State(app): State<App>) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let job = store.latest_done(COMPARISON).await?;
    let counts = match &job {
        Some(job) => store.counts_by_kind(job.id).await?,
        None => BTreeMap::new(),
    };
    let kinds: Vec<_> = kinds()
        .iter()
        .map(|kind| {
            let of_kind = counts.get(kind.work.name).cloned().unwrap_or_default();
            json!({ "kind": kind.work.name, "label": kind.work.label, "counts": of_kind })
        })
        .collect();
    Ok(reply::success(json!({ "job": job, "kinds": kinds })))
}

async fn compare(State(app): State<App>, actor: Actor, headers: HeaderMap, _: Fields) -> Result<Response, ApiError> {
    let order = Order::new(Task::Compare, actor.name);
    let job = app.engine.submit(&order).await?;
    action::outcome(&app, job, &headers).await
}

/// Nothing is sent: the rows wait for the next export or enrolment, which a person asks for.
async fn wait_again(State(app): State<App>, actor: Actor, _: Fields) -> Result<Response, ApiError> {
    let Some(report) = app.engine.store().latest_done(COMPARISON).await? else {
        return Err(ApiError::Conflict(Reason::NotCompared));
    };
    let rows = app.engine.wait_again(report.id).await?;
    if rows == 0 {
        return Ok(reply::told(Reason::NothingToSendAgain));
    }
    let told = Reason::WaitsAgain { rows };
    app.engine
        .store()
        .log(&told.sentence(Language::default()), &actor.name)
        .await?;
    Ok(reply::told(told))
}
