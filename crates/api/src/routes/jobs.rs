//! Jobs: what runs, what ran, and what became of each row.

use super::{MAIN, action};
use crate::{
    ApiError, App,
    document::{Call, integer, route, text},
    excel,
    language::Reader,
    list_query::Asked,
    reply::{self, Ordered, Told},
    session::Actor,
    strict::{ParameterValue, shown},
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{StreamExt, TryStreamExt};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    jobs::{Job, JobFilter, Line, Outcome},
    report::Lines,
};
use serde::Serialize;
use std::{convert::Infallible, time::Duration};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// Jobs that the list shows.
const SHOWN: u64 = 50;
/// How often a job is looked at for whoever watches it.
const WATCH: Duration = Duration::from_millis(250);

pub(crate) fn routes() -> OpenApiRouter<App> {
    let path = |rest: &str| format!("{MAIN}/jobs{rest}");
    let with_id = |call: Call| call.tag("Tugas").path("id", integer());
    OpenApiRouter::new()
        .routes(route(
            &Call::get(path(""), "Tugas terbaru")
                .tag("Tugas")
                .query("active", ParameterValue::Switch)
                .gives_all::<Job>(),
            list,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}"), "Satu tugas")).gives_one::<Job>(),
            detail,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}/rows"), "Hasil setiap baris"))
                .pages()
                .query("status", ParameterValue::Text)
                .query("reason", ParameterValue::Text)
                .gives_rows::<Line<String>>(),
            rows,
        ))
        .routes(route(
            &with_id(Call::get(
                path("/{id}/reasons"),
                "Alasan yang dimiliki bersama oleh baris-baris tugas",
            ))
            .query("status", ParameterValue::Text)
            .gives_all::<SharedReason>(),
            reasons,
        ))
        .routes(route(
            &with_id(Call::get(
                path("/{id}/rows.xlsx"),
                "Hasil setiap baris sebagai berkas Excel",
            ))
            .query("status", ParameterValue::Text)
            .query("reason", ParameterValue::Text)
            .query("q", ParameterValue::Search)
            .gives_file(excel::XLSX),
            rows_file,
        ))
        .routes(route(
            &with_id(Call::get(path("/{id}/events"), "Kemajuan tugas, langsung (SSE)")),
            events,
        ))
        .routes(route(
            &with_id(Call::post(path("/{id}/cancel"), "Batalkan tugas"))
                .body(&[("name", text())], &[])
                .gives::<Told>(),
            cancel,
        ))
        .routes(route(
            &with_id(Call::post(path("/{id}/retry"), "Ulangi baris yang gagal"))
                .header("Prefer")
                .body(&[("name", text())], &[])
                .reply::<Ordered>(200, "Selesai")
                .reply::<Ordered>(202, "Diterima"),
            retry,
        ))
        .routes(route(
            &with_id(Call::post(path("/{id}/undo"), "Urungkan yang dikerjakan tugas"))
                .header("Prefer")
                .body(&[("name", text())], &[])
                .reply::<Ordered>(200, "Selesai")
                .reply::<Ordered>(202, "Diterima"),
            undo,
        ))
}

fn unknown() -> ApiError {
    ApiError::NotFound(Reason::NoSuchJob)
}

async fn found(app: &App, id: &str) -> Result<Job, ApiError> {
    let id = id.parse().map_err(|_| unknown())?;
    app.engine.store().job(id).await?.ok_or_else(unknown)
}

async fn list(State(app): State<App>, asked: Asked) -> Result<Response, ApiError> {
    let active = asked.switch("active").unwrap_or_default();
    Ok(reply::all(app.engine.store().jobs(JobFilter { active }, SHOWN).await?))
}

async fn detail(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    Ok(reply::one(found(&app, &id).await?))
}

/// The columns of the key of a job's kind; none for a job about no kind.
fn key_of(job: &Job) -> &'static [&'static str] {
    selaras_engine::work(&job.kind).map_or(&[], |work| work.key)
}

async fn rows(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let (page, per_page) = asked.page().unwrap_or((0, 100));
    let search = asked.search();
    let lines = lines(&asked, &search, language)?;
    let store = app.engine.store();
    let rows = store.report_page(&job, key_of(&job), &lines, page, per_page).await?;
    let told: Vec<_> = rows.rows.into_iter().map(|line| line.in_words(language)).collect();
    Ok(reply::rows(told, Some(rows.total)))
}

/// The lines that are asked for.
fn lines<'a>(asked: &'a Asked, search: &'a str, language: Language) -> Result<Lines<'a>, ApiError> {
    Ok(Lines {
        outcome: status(asked)?,
        search,
        language,
        reason: asked.get("reason"),
    })
}

/// A reason that rows of a job share, with the mend.
#[derive(Serialize, ToSchema)]
struct SharedReason {
    code: String,
    /// What [`lines`] is narrowed by to get just these rows.
    reason: String,
    text: String,
    rows: i64,
}

async fn reasons(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let shared = app.engine.store().reasons(job.id, status(&asked)?).await?;
    let told: Vec<_> = shared
        .into_iter()
        .map(|shared| SharedReason {
            code: shared.reason.code(),
            reason: shared.group,
            text: shared.reason.sentence_of_group(language),
            rows: shared.rows,
        })
        .collect();
    Ok(reply::all(told))
}

/// The outcome that lines are narrowed to.
fn status(asked: &Asked) -> Result<Option<Outcome>, ApiError> {
    let parse = |word: &str| {
        Outcome::parse(word).ok_or_else(|| ApiError::Malformed(Reason::StatusUnknown { name: shown(word) }))
    };
    asked.get("status").map(parse).transpose()
}

/// Header of a column, and its width in characters.
const COLUMNS: [(&str, f64); 4] = [("Hasil", 16.0), ("Kunci", 40.0), ("Nama", 36.0), ("Keterangan", 80.0)];

async fn rows_file(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    asked: Asked,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let search = asked.search();
    let lines = lines(&asked, &search, language)?;
    let rows = app.engine.store().report_lines(&job, key_of(&job), &lines);
    let rows = rows.map_ok(move |line| line.in_words(language));
    excel::file(rows, &format!("tugas-{}.xlsx", job.id), |rows, file| {
        excel::sheet("Hasil", &COLUMNS, rows, file, |sheet, at, line| {
            let texts = [
                Some(outcome(line.outcome)),
                Some(&*line.key),
                line.label.as_deref(),
                line.reason.as_deref(),
            ];
            for (column, text) in (0..).zip(texts) {
                sheet.write_string(at, column, text.unwrap_or_default())?;
            }
            Ok(())
        })
    })
    .await
}

/// An outcome as people read it.
const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Created => "dibuat",
        Outcome::Updated => "diubah",
        Outcome::Unchanged => "tetap",
        Outcome::Missing => "hilang",
        Outcome::Conflict => "bentrok",
        Outcome::Failed => "gagal",
        Outcome::Untried => "belum dipastikan",
        Outcome::Enrolled => "di-enroll",
        Outcome::Unenrolled => "di-unenroll",
        Outcome::Suspended => "ditangguhkan",
        Outcome::Reactivated => "aktif lagi",
        Outcome::Moved => "pindah kelas",
        Outcome::Deleted => "dihapus",
        Outcome::Restored => "dikembalikan",
        Outcome::Removed => "ditarik kembali",
        Outcome::InStep => "selaras",
        Outcome::MissingHere => "belum ada di dashboard",
        Outcome::MissingSource => "hilang dari sumber",
        Outcome::MissingThere => "tidak ada di platform",
        Outcome::ChangedSource => "berubah di sumber",
        Outcome::ChangedHere => "berubah di dashboard",
        Outcome::ChangedThere => "berubah di platform",
        Outcome::ChangedBoth => "berubah di dua sisi",
        Outcome::NotEnrolled => "belum ter-enroll",
        Outcome::ByHand => "di-enroll langsung di platform",
    }
}

/// The job as it is, whenever it changes, until it ends: `progress` events, then one `end`.
async fn events(State(app): State<App>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let engine = app.engine.clone();
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
    // Whoever watches never hangs up by himself, and looks again when the server is back.
    let events = events.take_until(async move { engine.stopping().await });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

async fn cancel(State(app): State<App>, actor: Actor, Path(id): Path<String>) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    if !app.engine.store().cancel_job(job.id).await? {
        return Err(ApiError::Conflict(Reason::JobEnded));
    }
    app.engine
        .store()
        .log(&format!("Batalkan {} {}", job.verb, job.kind), &actor.name)
        .await?;
    Ok(reply::told(Reason::CancelRequested))
}

/// Takes back what a job did.
async fn undo(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let undo = app.engine.undo(&job, actor.name).await?;
    action::outcome(&app, undo, &headers).await
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
