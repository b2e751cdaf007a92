//! Differences between source, dashboard and platform. The findings are the rows of the report's job.

use super::{job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    document::{Call, Routes, flag, object, route, some, text},
    language::{self, Reader},
    reply::{self, One, Ordered, Told},
    session::Actor,
};
use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use selaras_engine::{Change, Order, Task, kinds};
use selaras_kinds::KindName;
use selaras_reasons::{Language, Reason};
use selaras_store::{
    jobs::{Counts, Job, RowKey, Subject},
    report::Line,
};
use serde::{Deserialize, Serialize};
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
    let row = object(&[("kind", text()), ("row", text())]);
    let again = Call::post(
        path("/wait_again"),
        "Tandai baris yang hilang atau diubah di platform untuk dikirim ulang",
    )
    .tag("Selisih")
    .body(&[("name", text()), ("rows", some(row)), ("dry_run", flag())], &[])
    .reply::<WaitedAgain>(200, "Berhasil")
    .component::<Overwriting>();
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

/// Marks the differing rows for export: all of the latest report, or the chosen ones. Nothing is sent until a person starts
/// the next export or enrolment.
async fn wait_again(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let chosen = chosen(&body)?;
    let chosen = chosen.as_deref();
    let Some(report) = store.latest_done(Subject::Differences).await? else {
        return Err(ApiError::Conflict(Reason::NotCompared));
    };
    if body.flag("dry_run")? {
        let (rows, lines) = store.would_wait_again(report.id, chosen).await?;
        return Ok(language::localized(StatusCode::OK, move |language| {
            let samples = lines.iter().map(|line| Overwritten::of(line, language)).collect();
            WaitedAgain::Planned(One::of(Overwriting { rows, samples }))
        }));
    }
    Ok(reply::sentence(
        match store.wait_again(report.id, chosen, actor.by()).await? {
            0 => Reason::NothingToSendAgain,
            rows => Reason::WaitsAgain { rows },
        },
    ))
}

/// The chosen rows; `None`: all.
fn chosen(body: &Fields) -> Result<Option<Vec<RowKey>>, ApiError> {
    let Some(rows) = body.chosen("rows")? else {
        return Ok(None);
    };
    let field = "rows";
    let wrong = || {
        ApiError::field(
            field,
            Reason::ChosenUnreadable {
                field: field.to_owned(),
            },
        )
    };
    let key = |ChosenRow { kind, row }: ChosenRow| {
        let kind = KindName::parse(&kind).ok_or_else(wrong)?;
        Ok(RowKey {
            kind: kind.as_str().into(),
            hash: row.parse().map_err(|_| wrong())?,
        })
    };
    rows.into_iter().map(key).collect::<Result<_, _>>().map(Some)
}

/// A chosen row of the report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChosenRow {
    kind: String,
    row: String,
}

/// The reply: a sentence, or with `dry_run` what would be overwritten.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum WaitedAgain {
    #[allow(dead_code, reason = "it describes a reply that is made where it is known")]
    Done(Told),
    Planned(One<Overwriting>),
}

/// What an export would overwrite on the platform.
#[derive(Serialize, ToSchema)]
struct Overwriting {
    /// Rows that would wait.
    rows: u64,
    /// The first of them.
    samples: Vec<Overwritten>,
}

/// A row that would be sent again.
#[derive(Serialize, ToSchema)]
struct Overwritten {
    #[schema(required)]
    kind: Option<String>,
    key: String,
    #[schema(required)]
    label: Option<String>,
    /// What the platform has, and what the dashboard has. Empty if the platform lacks the object or the enrolment.
    changes: Vec<Change>,
}

impl Overwritten {
    fn of(line: &Line, language: Language) -> Self {
        let change = |reason: &Reason| match reason {
            Reason::DiffersThere { field, here, there, .. } => Some(Change {
                field: field.said(language),
                from: there.clone(),
                to: here.clone(),
            }),
            _ => None,
        };
        let changes = match &line.reason {
            Some(Reason::ChangedThere { changes, .. } | Reason::ChangedHereAndThere { changes, .. }) => &**changes,
            _ => &[],
        };
        Self {
            kind: line.row.as_ref().map(|row| row.kind.to_string()),
            key: line.key.text.clone(),
            label: line.label.clone(),
            changes: changes.iter().filter_map(change).collect(),
        }
    }
}
