//! Jobs: what runs, what ran, and what became of each row.

use super::{MAIN, action};
use crate::{
    ApiError, App,
    document::{Call, flag, integer, reference, route, text},
    list_query::Asked,
    reply,
    session::Actor,
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use selaras_store::jobs::{Job, JobFilter};
use serde_json::json;
use std::{convert::Infallible, time::Duration};
use utoipa_axum::router::OpenApiRouter;

/// Jobs that the list shows.
const SHOWN: u64 = 50;
/// How often a job is looked at for whoever watches it.
const WATCH: Duration = Duration::from_millis(250);

pub(crate) fn routes() -> OpenApiRouter<App> {
    let path = |rest: &str| format!("{MAIN}/jobs{rest}");
    let with_id = |call: Call| call.tag("Tugas").parameter("path", "id", integer());
    OpenApiRouter::new()
        .routes(route(
            &Call::get(path(""), "Tugas terbaru")
                .tag("Tugas")
                .parameter("query", "active", flag())
                .gives(json!({ "type": "array", "items": reference("Job") })),
            list,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}"), "Satu tugas")).gives(reference("Job")),
            detail,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}/rows"), "Hasil setiap baris"))
                .list(&["status"])
                .gives_rows(reference("JobRow")),
            rows,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}/events"), "Kemajuan tugas, langsung (SSE)")),
            events,
        ))
        .routes(route(
            &with_id(Call::post(path("/{id}/cancel"), "Batalkan tugas"))
                .body(&[("name", text())], &[])
                .gives(text()),
            cancel,
        ))
        .routes(route(
            &with_id(Call::post(path("/{id}/retry"), "Ulangi baris yang gagal"))
                .parameter("header", "Prefer", text())
                .body(&[("name", text())], &[])
                .reply(200, "Selesai", crate::document::action_reply())
                .reply(202, "Diterima", crate::document::action_reply()),
            retry,
        ))
}

fn unknown() -> ApiError {
    ApiError::NotFound("Tugas ini tidak ada.".to_owned())
}

async fn found(app: &App, id: &str) -> Result<Job, ApiError> {
    let id = id.parse().map_err(|_| unknown())?;
    app.engine.store().job(id).await?.ok_or_else(unknown)
}

async fn list(State(app): State<App>, asked: Asked) -> Result<Response, ApiError> {
    let active = match asked.get("active") {
        None | Some("false" | "0") => false,
        Some("true" | "1") => true,
        Some(_) => return Err(ApiError::Malformed("active harus true atau false.".to_owned())),
    };
    Ok(reply::success(
        app.engine.store().jobs(JobFilter { active }, SHOWN).await?,
    ))
}

async fn detail(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(reply::success(found(&app, &id).await?))
}

async fn rows(State(app): State<App>, Path(id): Path<String>, asked: Asked) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let (page, per_page) = asked.page()?.unwrap_or((0, 100));
    let rows = app
        .engine
        .store()
        .job_rows(job.id, asked.get("status"), &asked.search()?, page, per_page)
        .await?;
    Ok(reply::page(rows.rows, rows.total))
}

/// The job as it is, whenever it changes, until it ends: `progress` events, then one `end`.
async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let events = futures::stream::unfold((app, Some(job.id), None::<Job>), |(app, id, seen)| async move {
        let id = id?;
        loop {
            match app.engine.store().job(id).await {
                Ok(Some(job)) if job.ended() => {
                    let event = Event::default().event("end").json_data(&job).unwrap_or_default();
                    return Some((Ok::<_, Infallible>(event), (app, None, Some(job))));
                }
                Ok(Some(job)) if seen.as_ref() != Some(&job) => {
                    let event = Event::default().event("progress").json_data(&job).unwrap_or_default();
                    return Some((Ok(event), (app, Some(id), Some(job))));
                }
                Ok(None) => return None,
                // A database that is busy for a moment is asked again.
                Ok(Some(_)) | Err(_) => tokio::time::sleep(WATCH).await,
            }
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

async fn cancel(State(app): State<App>, actor: Actor, Path(id): Path<String>) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    if !app.engine.store().cancel_job(job.id).await? {
        return Err(ApiError::Conflict("Tugas ini sudah selesai.".to_owned()));
    }
    app.engine
        .store()
        .log(&format!("Batalkan {} {}", job.verb, job.kind), &actor.name)
        .await?;
    Ok(reply::success(
        "Pembatalan diminta. Tugas berhenti setelah kelompok baris yang sedang dikerjakan.",
    ))
}

/// Tries the rows again that failed.
async fn retry(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let again = app.engine.retry(&job, actor.name).await?;
    action::outcome(&app, again, &headers).await
}
