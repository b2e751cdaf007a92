//! Differences between source, dashboard and platform. The findings are the rows of the report's job.

use super::{job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Routes, route, text},
    language::Reader,
    reply::{self, Ordered, Told},
    session::Actor,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{Order, Task, kinds};
use selaras_reasons::Reason;
use selaras_store::jobs::{Counts, Job, Subject};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The latest comparison.
#[derive(Serialize, ToSchema)]
struct Comparison {
    /// Its job; `None` before the first comparison.
    #[schema(required, value_type = Option<Job>)]
    job: Option<Job<String>>,
    kinds: Vec<ComparedKind>,
}

/// The findings of one kind.
#[derive(Serialize, ToSchema)]
struct ComparedKind {
    kind: &'static str,
    label: &'static str,
    counts: Counts,
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/comparison{rest}");
    let latest = Call::get(path(""), "Laporan selisih terakhir")
        .tag("Selisih")
        .gives_one::<Comparison>();
    let compare = Call::post(path("/compare"), "Periksa selisih")
        .tag("Selisih")
        .header("Prefer")
        .body(&[("name", text())], &[])
        .reply::<Ordered>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima");
    let again = Call::post(
        path("/wait_again"),
        "Tandai baris yang hilang atau diubah di platform untuk dikirim ulang",
    )
    .tag("Selisih")
    .body(&[("name", text())], &[])
    .gives::<Told>();
    Routes::new()
        .with(route(latest, self::latest))
        .with(route(compare, self::compare))
        .with(route(again, self::wait_again))
}

/// The latest report, in numbers for each kind.
async fn latest(State(app): State<App>, Reader(language): Reader) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let job = store.latest_done(Subject::Differences).await?;
    let counts = match &job {
        Some(job) => store.counts_by_kind(job.id).await?,
        None => BTreeMap::new(),
    };
    let kinds: Vec<_> = kinds()
        .iter()
        .map(|kind| {
            let of_kind = counts.get(kind.work.name).cloned().unwrap_or_default();
            ComparedKind {
                kind: kind.work.name,
                label: kind.work.label,
                counts: of_kind,
            }
        })
        .collect();
    let job = job.map(|job| job.in_words(language));
    Ok(reply::one(Comparison { job, kinds }))
}

async fn compare(State(app): State<App>, actor: Actor, headers: HeaderMap, _: Fields) -> Result<Response, ApiError> {
    let order = Order::new(Task::Compare, actor.author());
    let job = app.engine.submit(&order).await?;
    job_reply::outcome(&app, job, &headers).await
}

/// Marks the differing rows for export. Nothing is sent until a person starts the next export or enrolment.
async fn wait_again(State(app): State<App>, actor: Actor, _: Fields) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let Some(report) = store.latest_done(Subject::Differences).await? else {
        return Err(ApiError::Conflict(Reason::NotCompared));
    };
    Ok(reply::sentence(match store.wait_again(report.id, actor.by()).await? {
        0 => Reason::NothingToSendAgain,
        rows => Reason::WaitsAgain { rows },
    }))
}
