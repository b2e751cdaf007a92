//! Jobs: running and past ones, and the outcome of each row.

use super::{job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    call_input::ParameterValue,
    document::{Call, Routes, flag, integer, route, text},
    error::shown,
    excel::{self, Head},
    language::Reader,
    list_query::Parameters,
    reply::{self, Acted, Ordered, Told},
    server::Turn,
    session::Actor,
    streams,
};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, header},
    response::{
        IntoResponse, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures::{StreamExt, TryStreamExt};
use jiff::Timestamp;
use selaras_engine::{EngineError, KindVerbs, kinds, person::name_people};
use selaras_reasons::{Language, Reason, Word};
use selaras_store::{
    jobs::{Job, JobFilter, Line, Outcome},
    report::Lines,
};
use serde::Serialize;
use std::{convert::Infallible, time::Duration};
use utoipa::ToSchema;

/// Jobs that the list shows.
const SHOWN: u64 = 50;
/// How often a watched job is polled.
const WATCH: Duration = Duration::from_millis(250);

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/jobs{rest}");
    let with_id = |call: Call| call.tag("Tugas").path("id", integer());
    Routes::new()
        .with(route(
            Call::get(path(""), "Tugas terbaru")
                .tag("Tugas")
                .query("active", ParameterValue::Switch)
                .gives_all::<Job>(),
            list,
        ))
        .with(route(
            with_id(Call::get(path("/{id}"), "Satu tugas")).gives_one::<Job>(),
            detail,
        ))
        .with(route(
            with_id(Call::get(path("/{id}/rows"), "Hasil setiap baris"))
                .pages()
                .query("status", ParameterValue::Text)
                .query("reason", ParameterValue::Text)
                .gives_rows::<Line<String>>(),
            rows,
        ))
        .with(route(
            with_id(Call::get(
                path("/{id}/reasons"),
                "Alasan yang dimiliki bersama oleh baris-baris tugas",
            ))
            .query("status", ParameterValue::Text)
            .gives_all::<SharedReason>(),
            reasons,
        ))
        .with(route(
            with_id(Call::get(
                path("/{id}/rows.xlsx"),
                "Hasil setiap baris sebagai berkas Excel",
            ))
            .query("status", ParameterValue::Text)
            .query("reason", ParameterValue::Text)
            .query("q", ParameterValue::Search)
            .gives_file(excel::XLSX),
            rows_file,
        ))
        .with(route(
            with_id(Call::get(path("/{id}/events"), "Kemajuan tugas, langsung (SSE)")).gives_events::<JobEvent>(),
            events,
        ))
        .with(route(
            with_id(Call::post(path("/{id}/cancel"), "Batalkan tugas"))
                .body(&[("name", text())], &[])
                .gives::<Told>(),
            cancel,
        ))
        .with(route(
            with_id(Call::post(path("/{id}/retry"), "Ulangi baris yang gagal"))
                .header("Prefer")
                .body(&[("name", text())], &[])
                .reply::<Ordered>(200, "Selesai")
                .reply::<Ordered>(202, "Diterima"),
            retry,
        ))
        .with(route(
            with_id(Call::post(path("/{id}/undo"), "Urungkan yang dikerjakan tugas"))
                .header("Prefer")
                .body(&[("name", text()), ("dry_run", flag())], &[])
                .reply::<Acted>(200, "Selesai")
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

async fn list(State(app): State<App>, Reader(language): Reader, parameters: Parameters) -> Result<Response, ApiError> {
    let active = parameters.switch("active").unwrap_or_default();
    let jobs = app.engine.store().jobs(JobFilter { active }, SHOWN).await?;
    Ok(reply::all(jobs.into_iter().map(|job| job.in_words(language)).collect()))
}

async fn detail(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    Ok(reply::one(found(&app, &id).await?.in_words(language)))
}

/// The key columns of the job's kind; none if the job has no kind.
fn key_of(job: &Job) -> &'static [&'static str] {
    let of_kind = |kind: &&KindVerbs| Some(kind.name) == job.kind.kind();
    kinds().iter().find(of_kind).map_or(&[], |kind| kind.work.key)
}

async fn rows(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let (page, per_page) = parameters.page().unwrap_or((0, 100));
    let search = parameters.search();
    let lines = lines(&parameters, &search, language)?;
    let store = app.engine.store();
    let rows = store.report_page(&job, key_of(&job), &lines, page, per_page).await?;
    let named = name_people(store, rows.rows).await?;
    let worded: Vec<_> = named.into_iter().map(|line| line.in_words(language)).collect();
    Ok(reply::rows(worded, Some(rows.total)))
}

/// The requested report lines.
fn lines<'a>(parameters: &'a Parameters, search: &'a str, language: Language) -> Result<Lines<'a>, ApiError> {
    Ok(Lines {
        outcome: status(parameters)?,
        search,
        language,
        reason: parameters.get("reason"),
    })
}

/// A reason that several rows share, with its remedy.
#[derive(Serialize, ToSchema)]
struct SharedReason {
    code: String,
    /// The filter of [`lines`] that selects exactly these rows.
    reason: String,
    text: String,
    rows: i64,
}

async fn reasons(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let shared = app.engine.store().reasons(job.id, status(&parameters)?).await?;
    let worded: Vec<_> = shared
        .into_iter()
        .map(|shared| SharedReason {
            code: shared.reason.code(),
            reason: shared.group,
            text: shared.reason.sentence_of_group(language),
            rows: shared.rows,
        })
        .collect();
    Ok(reply::all(worded))
}

/// The outcome filter of the report lines.
fn status(parameters: &Parameters) -> Result<Option<Outcome>, ApiError> {
    let parse = |word: &str| {
        Outcome::parse(word).ok_or_else(|| ApiError::Malformed(Reason::StatusUnknown { name: shown(word) }))
    };
    parameters.get("status").map(parse).transpose()
}

/// Header of a column, and its width in characters.
const COLUMNS: [(Word, f64); 7] = [
    (Word::HeaderOutcome, 16.0),
    (Word::HeaderKey, 40.0),
    (Word::HeaderPersonNumber, 16.0),
    (Word::HeaderName, 36.0),
    (Word::HeaderClassNumber, 14.0),
    (Word::HeaderClass, 36.0),
    (Word::HeaderRemark, 80.0),
];

/// Number of lines per query for names.
const NAMED: usize = 500;

async fn rows_file(
    State(app): State<App>,
    Reader(language): Reader,
    turn: Turn,
    Path(id): Path<String>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let search = parameters.search();
    let lines = lines(&parameters, &search, language)?;
    let store = app.engine.store().clone();
    let rows = store
        .report_lines(&job, key_of(&job), &lines)
        .err_into::<EngineError>()
        .try_chunks(NAMED)
        .map_err(|broken| broken.1)
        .and_then(move |lines| {
            let store = store.clone();
            async move { name_people(&store, lines).await }
        })
        .map_ok(|lines| futures::stream::iter(lines).map(Ok::<_, EngineError>))
        .try_flatten()
        .map_ok(move |line| line.in_words(language));
    app.excel
        .file(&turn, rows, &format!("tugas-{}.xlsx", job.id), move |rows, file| {
            let head = Head {
                name: Word::SheetOfResults,
                fields: &[],
                columns: &COLUMNS,
                moments: &[],
                language,
            };
            excel::sheet(&head, rows, file, |sheet, at, line| {
                let outcome = outcome(line.outcome).said(language);
                let class = line.class.as_ref();
                let texts = [
                    Some(&*outcome),
                    Some(&*line.key.text),
                    line.number.as_deref(),
                    line.label.as_deref(),
                    class.map(|class| &*class.number),
                    class.map(|class| &*class.label),
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

/// The label of an outcome.
const fn outcome(outcome: Outcome) -> Word {
    match outcome {
        Outcome::Created => Word::Created,
        Outcome::Updated => Word::Updated,
        Outcome::Unchanged => Word::Unchanged,
        Outcome::Missing => Word::Missing,
        Outcome::Conflict => Word::Conflict,
        Outcome::Failed => Word::Failed,
        Outcome::Untried => Word::Untried,
        Outcome::Enrolled => Word::Enrolled,
        Outcome::Unenrolled => Word::Unenrolled,
        Outcome::Suspended => Word::Suspended,
        Outcome::StillOpen => Word::StillOpen,
        Outcome::Reactivated => Word::Reactivated,
        Outcome::Moved => Word::Moved,
        Outcome::Hidden => Word::Hidden,
        Outcome::Shown => Word::Shown,
        Outcome::Deleted => Word::Deleted,
        Outcome::Restored => Word::Restored,
        Outcome::Removed => Word::Removed,
        Outcome::InStep => Word::InStep,
        Outcome::MissingHere => Word::MissingHere,
        Outcome::MissingSource => Word::MissingSource,
        Outcome::MissingThere => Word::MissingThere,
        Outcome::ChangedSource => Word::ChangedSource,
        Outcome::ChangedHere => Word::ChangedHere,
        Outcome::ChangedThere => Word::ChangedThere,
        Outcome::ChangedBoth => Word::ChangedBoth,
        Outcome::NotEnrolled => Word::NotEnrolled,
        Outcome::ByHand => Word::ByHand,
    }
}

/// A job in an event stream.
#[derive(Serialize, ToSchema)]
struct JobEvent {
    #[serde(flatten)]
    #[schema(value_type = Job)]
    job: Job<String>,
    /// Rows per second, from the start to now or to the end; `None` before the start.
    #[schema(required)]
    rate: Option<f64>,
    /// Rows that failed.
    failures: i64,
}

impl JobEvent {
    fn of(job: Job, language: Language, now: Timestamp) -> Self {
        Self {
            rate: rate(&job, now),
            failures: job.counts.sum(Outcome::is_trouble),
            job: job.in_words(language),
        }
    }
}

/// Rows per second of a job until `now`, or until its end.
fn rate(job: &Job, now: Timestamp) -> Option<f64> {
    let moment = |text: &Option<String>| text.as_deref()?.parse::<Timestamp>().ok();
    let began = moment(&job.started_at)?;
    let until = moment(&job.finished_at).unwrap_or(now);
    let seconds = until.duration_since(began).as_secs_f64();
    (seconds > 0.0).then(|| job.done as f64 / seconds)
}

/// The job as it is, whenever it changes, until it ends: `progress` events, then one `end`.
async fn events(
    State(app): State<App>,
    Reader(language): Reader,
    actor: Actor,
    turn: Turn,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let state = (app.clone(), Some(job.id), None::<Job>);
    let events = futures::stream::unfold(state, move |(app, id, seen)| async move {
        let id = id?;
        loop {
            match app.engine.store().job(id).await {
                Ok(Some(job)) if job.ended() => {
                    let event = event_of("end", &job, language, app.engine.store().now());
                    return Some((Ok::<_, Infallible>(event), (app, None, Some(job))));
                }
                Ok(Some(job)) if seen.as_ref() != Some(&job) => {
                    let event = event_of("progress", &job, language, app.engine.store().now());
                    return Some((Ok(event), (app, Some(id), Some(job))));
                }
                Ok(None) => return None,
                // Retry: the database may be busy for a moment.
                Ok(Some(_)) | Err(_) => tokio::time::sleep(WATCH).await,
            }
        }
    });
    let events = streams::hold(app, actor, &turn, events).await?;
    let events = Sse::new(events).keep_alive(KeepAlive::default());
    Ok(([(header::CACHE_CONTROL, "no-store")], events).into_response())
}

fn event_of(event: &str, job: &Job, language: Language, now: Timestamp) -> Event {
    let event = Event::default().event(event);
    event
        .json_data(JobEvent::of(job.clone(), language, now))
        .unwrap_or_default()
}

async fn cancel(State(app): State<App>, actor: Actor, Path(id): Path<String>) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let did = Reason::DidCancel {
        title: Box::new(job.kind.title(job.verb)),
    };
    if !app.engine.cancel(job.id, &did, actor.by()).await? {
        return Err(ApiError::Conflict(Reason::JobEnded));
    }
    Ok(reply::sentence(Reason::CancelRequested))
}

/// Undoes a job, or counts the rows of a dry run.
async fn undo(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Path(id): Path<String>,
    body: Fields,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    if body.flag("dry_run")? {
        return Ok(reply::plan(app.engine.plan_undo(&job, actor.author()).await?));
    }
    let undo = app.engine.undo(&job, actor.author()).await?;
    job_reply::outcome(&app, undo, &headers).await
}

/// Retries the rows that failed.
async fn retry(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let job = found(&app, &id).await?;
    let again = app.engine.retry(&job, actor.author()).await?;
    job_reply::outcome(&app, again, &headers).await
}
