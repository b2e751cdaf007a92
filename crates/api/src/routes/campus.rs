//! Aligning the whole campus: the plan, and the run.

use super::{job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::Fields,
    call_input::ParameterValue,
    document::{Call, Routes, flag, integer, route, text},
    error::shown,
    language::Reader,
    list_query::Parameters,
    reply::{self, One, Ordered},
    session::Actor,
    strict::{self, LONGEST_LIST},
};
use axum::{
    extract::{Path, State},
    http::HeaderMap,
    response::Response,
};
use selaras_engine::{
    CampusPlan, Consent, LeftOut, Order, PlanRow, RowsAsked, RowsVerb, Task, kinds, planned_campus, planned_rows,
};
use selaras_kinds::KindName;
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

/// A part that a run leaves out: a stage, or rows of one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LeaveOut {
    /// The verb that is left out.
    verb: RowsVerb,
    /// Its kind.
    kind: String,
    /// The rows, as the plan names them; `None` for the whole stage.
    #[schema(nullable = false)]
    rows: Option<Vec<String>>,
}

/// The reply: the job, or the plan of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(
    dead_code,
    reason = "it describes the replies, each of which is made where it is known"
)]
enum Aligned {
    Ordered(Box<Ordered>),
    Planned(One<CampusPlan>),
}

pub(crate) fn routes() -> Routes<App> {
    let texts = || json!({ "type": "array", "items": text(), "maxItems": LONGEST_LIST });
    let align = Call::post(format!("{MAIN}/campus/align"), "Selaraskan seluruh kampus")
        .tag("Seluruh kampus")
        .header("Prefer")
        .body(
            &[
                ("name", text()),
                ("dry_run", flag()),
                ("kinds", texts()),
                (
                    "leave_out",
                    json!({ "type": "array", "items": LeaveOut::schema(), "maxItems": LONGEST_LIST }),
                ),
                ("plan", text()),
                ("typed", text()),
            ],
            &[],
        )
        .reply::<Aligned>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima");
    let plan = Call::get(
        format!("{MAIN}/campus/plan/{{id}}"),
        "Rencana seluruh kampus dari satu tugas",
    )
    .tag("Seluruh kampus")
    .path("id", integer())
    .gives_one::<CampusPlan>();
    let rows = Call::get(
        format!("{MAIN}/campus/plan/{{id}}/rows"),
        "Baris rencana seluruh kampus: satu tahap, satu akibat",
    )
    .tag("Seluruh kampus")
    .path("id", integer())
    .query("verb", ParameterValue::Text)
    .query("kind", ParameterValue::Text)
    .query("group", ParameterValue::Text)
    .pages()
    .gives_rows::<PlanRow<String>>();
    Routes::new()
        .with(route(rows, self::rows))
        .with(route(align, self::align))
        .with(route(plan, self::plan))
}

/// Reads the parts that the body leaves out.
fn leave_out(body: &Fields) -> Result<Vec<LeftOut>, ApiError> {
    let parts: Vec<LeaveOut> = body.list("leave_out", Reason::LeaveOutUnreadable)?;
    let rows: usize = parts.iter().map(|out| 1 + out.rows.as_ref().map_or(0, Vec::len)).sum();
    let wrong = || ApiError::field("leave_out", Reason::LeaveOutUnreadable);
    if rows > LONGEST_LIST {
        return Err(strict::too_long("leave_out"));
    }
    parts
        .into_iter()
        .map(|out| {
            let mut rows = out.rows.iter().flatten();
            if rows.any(|row| row.parse::<i64>().is_err()) {
                return Err(wrong());
            }
            Ok(LeftOut {
                verb: out.verb,
                kind: out.kind,
                rows: out.rows,
            })
        })
        .collect()
}

async fn align(
    State(app): State<App>,
    Reader(language): Reader,
    actor: Actor,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    let known = |kind: &str| kinds().iter().any(|known| known.work.name == kind);
    let plan = body.text("plan")?;
    let (mut named, mut leave_out) = (body.texts("kinds")?, leave_out(&body)?);
    // A confirmed plan implies the parameters that it was made with.
    if let (Some(token), None, true) = (&plan, &named, leave_out.is_empty())
        && let Some(planned) = planned_campus(app.engine.store(), token).await?
    {
        (named, leave_out) = (Some(planned.kinds), planned.leave_out);
    }
    let kinds = named.unwrap_or_else(|| app.engine.campus_kinds());
    let named = kinds.iter().chain(leave_out.iter().map(|out| &out.kind));
    if let Some(unknown) = named.into_iter().find(|kind| !known(kind)) {
        return Err(ApiError::field("kinds", Reason::KindUnknown { name: shown(unknown) }));
    }
    let dry_run = body.flag("dry_run")?;
    let order = Order {
        consent: Consent {
            plan,
            typed: body.text("typed")?,
            ..Consent::default()
        },
        ..Order::new(Task::align(kinds, leave_out, dry_run)?, actor.author())
    };
    let job = app.engine.submit(&order).await?;
    if !dry_run || job_reply::prefers_async(&headers) {
        return job_reply::outcome(&app, job, &headers).await;
    }
    job_reply::planned(&app, job, language).await
}

/// A page of the rows of one stage of a plan that share an outcome. Each can be left out by its `row`.
async fn rows(
    State(app): State<App>,
    Reader(language): Reader,
    Path(id): Path<String>,
    parameters: Parameters,
) -> Result<Response, ApiError> {
    let unknown = |name: &str| ApiError::Malformed(Reason::StatusUnknown { name: shown(name) });
    let word = |name: &'static str| {
        parameters
            .get(name)
            .ok_or_else(|| ApiError::field(name, Reason::empty(name)))
    };
    let (verb, kind, group) = (word("verb")?, word("kind")?, word("group")?);
    let search = parameters.search();
    let rows = RowsAsked {
        verb: serde_json::from_value(verb.into()).map_err(|_| unknown(verb))?,
        kind: KindName::parse(kind).ok_or_else(|| unknown(kind))?,
        sort: serde_json::from_value(group.into()).map_err(|_| unknown(group))?,
        search: &search,
    };
    let missing = || ApiError::NotFound(Reason::NotACampusPlan);
    let id = id.parse().map_err(|_| missing())?;
    let page = parameters.page().unwrap_or((0, 100));
    let found = planned_rows(app.engine.store(), id, rows, page, language).await?;
    let found = found.ok_or_else(missing)?;
    Ok(reply::rows(found.rows, Some(found.total)))
}

/// The plan that a job has made.
async fn plan(State(app): State<App>, Reader(language): Reader, Path(id): Path<String>) -> Result<Response, ApiError> {
    let missing = || ApiError::NotFound(Reason::NotACampusPlan);
    let id = id.parse().map_err(|_| missing())?;
    let job = app.engine.store().job(id).await?.ok_or_else(missing)?;
    let plan = CampusPlan::of(app.engine.store(), &job, language).await?;
    Ok(reply::one(plan.ok_or_else(missing)?))
}
