//! Rows that the platform perhaps has already: the scan, and the decisions (contract, section 10).

use super::{job_reply, prefix::MAIN};
use crate::{
    ApiError, App,
    body::{Fields, known},
    call_input::ParameterValue,
    document::{Call, Routes, flag, integer, object, route, some, text},
    error::shown,
    language::Reader,
    list_query::Parameters,
    reply::{self, Acted, Ordered, Told},
    session::Actor,
};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{MatchChoice, MatchedRow, OfferedMatch, Order, Task};
use selaras_kinds::{KindName, object::PlatformId};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    jobs::{Job, Subject},
    matching::{MatchFilter, MatchState},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{PartialSchema, ToSchema};

/// Rows on a page if the caller names no number.
const USUAL: u64 = 20;

/// A row, and what the platform perhaps has of it.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchedRow)]
struct Matched {
    kind: &'static str,
    /// The row's key, such as a person's number.
    key: String,
    label: String,
    state: MatchState,
    /// True if it was decided that a new one is made.
    make_new: bool,
    /// Why the platform refused it.
    #[schema(required)]
    reason: Option<String>,
    candidates: Vec<Offered>,
}

/// An account or a course on the platform that can be chosen.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchCandidate)]
struct Offered {
    platform_id: PlatformId,
    /// Username, or short name.
    name: String,
    /// Full name.
    label: String,
    email: String,
    idnumber: String,
    /// The other row that it belongs to; empty if it is free.
    held_by: String,
}

/// What is known from the last scan.
#[derive(Serialize, ToSchema)]
struct MatchesScan {
    /// Its job; `None` before the first scan.
    #[schema(required, value_type = Option<Job>)]
    job: Option<Job<String>>,
    /// True if an export makes nothing for rows that wait for a decision.
    holds: bool,
    counts: Vec<MatchCount>,
}

/// How many rows of a kind are in a state.
#[derive(Serialize, ToSchema)]
struct MatchCount {
    kind: &'static str,
    state: MatchState,
    rows: i64,
}

impl Matched {
    fn of(row: MatchedRow, language: Language) -> Self {
        Self {
            kind: row.kind.as_str(),
            key: row.key,
            label: row.label,
            state: row.state,
            make_new: row.is_new,
            reason: row.reason.map(|reason| reason.sentence(language)),
            candidates: row.candidates.into_iter().map(Offered::from).collect(),
        }
    }
}

impl From<OfferedMatch> for Offered {
    fn from(OfferedMatch { candidate, held_by }: OfferedMatch) -> Self {
        Self {
            platform_id: candidate.id,
            name: candidate.name,
            label: candidate.label,
            email: candidate.email,
            idnumber: candidate.idnumber,
            held_by,
        }
    }
}

/// A row with the chosen account or course, or with the decision that a new one is made.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    kind: String,
    key: String,
    platform_id: Option<PlatformId>,
    #[serde(default)]
    make_new: bool,
}

/// A row that is unlinked again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dropped {
    kind: String,
    key: String,
    /// A pair may be sent back as it was chosen: each row has one object.
    #[serde(rename = "platform_id", default)]
    _platform_id: Option<PlatformId>,
    #[serde(rename = "make_new", default)]
    _make_new: bool,
}

pub(crate) fn routes() -> Routes<App> {
    let path = || format!("{MAIN}/platform/matches");
    let scan_path = || format!("{MAIN}/platform/matches/scan");
    let list = Call::get(path(), "Baris yang mungkin sudah ada di Moodle")
        .tag("Moodle")
        .query("kind", ParameterValue::Text)
        .query("state", ParameterValue::Text)
        .query("page", ParameterValue::Page)
        .query("per_page", ParameterValue::PerPage)
        .gives_rows::<Matched>();
    let pair = || {
        object(&[
            ("kind", text()),
            ("key", text()),
            ("platform_id", integer()),
            ("make_new", flag()),
        ])
    };
    let choose = Call::post(
        path(),
        "Kaitkan baris dengan yang sudah ada di Moodle, atau putuskan dibuat baru",
    )
    .tag("Moodle")
    .body(
        &[
            ("name", text()),
            ("pairs", some(pair())),
            ("all", flag()),
            ("kind", text()),
            ("state", json!(MatchState::schema())),
            ("make_new", flag()),
            ("dry_run", flag()),
        ],
        &[],
    )
    .reply::<Acted>(200, "Selesai");
    let drop = Call::delete(path(), "Lepas baris dari yang ada di Moodle")
        .tag("Moodle")
        .body(&[("name", text()), ("pairs", some(pair()))], &["pairs"])
        .gives::<Told>();
    let latest = Call::get(scan_path(), "Hasil pemindaian terakhir")
        .tag("Moodle")
        .gives_one::<MatchesScan>();
    let scan = Call::post(scan_path(), "Pindai apa yang sudah ada di Moodle")
        .tag("Moodle")
        .header("Prefer")
        .body(&[("name", text())], &[])
        .reply::<Ordered>(200, "Selesai")
        .reply::<Ordered>(202, "Diterima");
    let hold = Call::put(
        format!("{MAIN}/platform/matches/hold"),
        "Tahan export baris yang pencocokannya belum diputuskan",
    )
    .tag("Moodle")
    .body(&[("name", text()), ("holds", flag())], &["holds"])
    .gives::<Told>();
    Routes::new()
        .with(route(list, self::list))
        .with(route(choose, self::choose))
        .with(route(drop, self::drop))
        .with(route(latest, self::latest))
        .with(route(scan, self::scan))
        .with(route(hold, self::hold))
}

/// The rows that a call asks for.
pub(super) fn filter(parameters: &Parameters) -> Result<MatchFilter, ApiError> {
    let unknown = |name: &str| ApiError::Malformed(Reason::StatusUnknown { name: shown(name) });
    let state = |name: &str| serde_json::from_value(json!(name)).map_err(|_| unknown(name));
    Ok(MatchFilter {
        kind: parameters.get("kind").map(|name| of_kind("kind", name)).transpose()?,
        state: parameters.get("state").map(state).transpose()?,
    })
}

async fn list(State(app): State<App>, Reader(language): Reader, parameters: Parameters) -> Result<Response, ApiError> {
    let filter = filter(&parameters)?;
    let (page, per_page) = parameters.page().unwrap_or((0, USUAL));
    let skip = page.saturating_mul(per_page);
    let (rows, total) = app.engine.matches(filter, skip, per_page).await?;
    let rows = rows.into_iter().map(|row| Matched::of(row, language)).collect();
    Ok(reply::rows(rows, Some(total)))
}

async fn latest(State(app): State<App>, Reader(language): Reader) -> Result<Response, ApiError> {
    let job = app.engine.store().latest_done(Subject::Matches).await?;
    let mut counts: Vec<_> = app.engine.count_matches().await?.into_iter().collect();
    counts.sort_unstable_by_key(|((kind, state), _)| (kind.as_str(), *state as u8));
    let count = |((kind, state), rows): ((KindName, _), _)| MatchCount {
        kind: kind.as_str(),
        state,
        rows,
    };
    Ok(reply::one(MatchesScan {
        job: job.map(|job| job.in_words(language)),
        holds: app.engine.matches_hold().await?,
        counts: counts.into_iter().map(count).collect(),
    }))
}

async fn scan(State(app): State<App>, actor: Actor, headers: HeaderMap, _: Fields) -> Result<Response, ApiError> {
    let job = app.engine.submit(&Order::new(Task::Scan, actor.author())).await?;
    job_reply::outcome(&app, job, &headers).await
}

async fn hold(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let holds = body.flag("holds")?;
    Ok(reply::sentence(app.engine.hold_matches(holds, actor.by()).await?))
}

async fn choose(
    State(app): State<App>,
    Reader(language): Reader,
    actor: Actor,
    body: Fields,
) -> Result<Response, ApiError> {
    if body.flag("all")? {
        return choose_all(&app, language, &actor, &body).await;
    }
    let pair = |chosen: Chosen| {
        if chosen.make_new == chosen.platform_id.is_some() {
            return Err(ApiError::field("pairs", Reason::NothingChosen));
        }
        Ok(MatchChoice {
            kind: of_kind("pairs", &chosen.kind)?,
            key: chosen.key,
            platform_id: chosen.platform_id,
        })
    };
    let pairs = body
        .some_chosen("pairs")?
        .into_iter()
        .map(pair)
        .collect::<Result<_, ApiError>>()?;
    if body.flag("dry_run")? {
        let plan = app.engine.plan_matches(pairs, |word| word.said(language)).await?;
        return Ok(reply::plan(plan));
    }
    Ok(reply::sentence(app.engine.choose_matches(pairs, actor.by()).await?))
}

/// Decides about all rows of a filter: accepts the proposals, or has new ones made.
async fn choose_all(app: &App, language: Language, actor: &Actor, body: &Fields) -> Result<Response, ApiError> {
    let kind = body.text("kind")?.filter(|name| !name.is_empty());
    let kind = kind.map(|name| of_kind("kind", &name)).transpose()?;
    let undecided = [MatchState::Proposed, MatchState::Ambiguous];
    let state = known("state", &body.text("state")?.unwrap_or_default(), &undecided)?;
    let (only_plan, engine) = (body.flag("dry_run")?, &app.engine);
    let is_decided = |state: MatchState| !state.is_undecided();
    match (state, body.flag("make_new")?) {
        (state, _) if is_decided(state) => Err(ApiError::field("state", Reason::NothingChosen)),
        // Of several candidates no one is proposed.
        (MatchState::Ambiguous, false) => Err(ApiError::field("make_new", Reason::NothingChosen)),
        (state, true) if only_plan => Ok(reply::plan(engine.plan_new(kind, state).await?)),
        (state, true) => Ok(reply::sentence(engine.make_new(kind, state, actor.by()).await?)),
        (_, false) if only_plan => {
            let plan = engine.plan_proposals(kind, |word| word.said(language)).await?;
            Ok(reply::plan(plan))
        }
        (_, false) => Ok(reply::sentence(engine.accept_proposals(kind, actor.by()).await?)),
    }
}

async fn drop(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let row = |Dropped { kind, key, .. }| Ok((of_kind("pairs", &kind)?, key));
    let rows: Vec<_> = body
        .some_chosen("pairs")?
        .into_iter()
        .map(row)
        .collect::<Result<_, ApiError>>()?;
    Ok(reply::sentence(app.engine.drop_matches(&rows, actor.by()).await?))
}

pub(super) fn of_kind(field: &str, name: &str) -> Result<KindName, ApiError> {
    let unknown = || ApiError::field(field, Reason::KindUnknown { name: shown(name) });
    KindName::parse(name).ok_or_else(unknown)
}
