//! People who perhaps have an account on the platform already, and the choice of it (contract, section 10).

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::Fields,
    call_input::ParameterValue,
    document::{Call, Routes, flag, integer, object, route, some, text},
    error::shown,
    language::Reader,
    list_query::Parameters,
    reply::{self, Acted, Told},
    session::Actor,
};
use axum::{extract::State, response::Response};
use selaras_engine::{OfferedMatch, UndecidedMatch};
use selaras_kinds::{KindName, object::PlatformId};
use selaras_reasons::{Language, Reason};
use selaras_store::account_choices::ChosenMatch;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// People on a page if the caller names no number.
const USUAL: u64 = 20;

/// The state of people who wait for a choice.
const AMBIGUOUS: &str = "ambiguous";

/// A person who waits for a choice.
#[derive(Serialize, ToSchema)]
#[schema(as = UndecidedMatch)]
struct Undecided {
    kind: &'static str,
    /// The person's number.
    key: String,
    label: String,
    /// Why the platform refused it.
    #[schema(required)]
    reason: Option<String>,
    candidates: Vec<Offered>,
}

/// An account on the platform that can be chosen.
#[derive(Serialize, ToSchema)]
#[schema(as = MatchCandidate)]
struct Offered {
    platform_id: PlatformId,
    /// Username.
    name: String,
    /// Full name.
    label: String,
    email: String,
    idnumber: String,
    /// The other row that it belongs to; empty if it is free.
    held_by: String,
}

impl Undecided {
    fn of(row: UndecidedMatch, language: Language) -> Self {
        Self {
            kind: row.kind.as_str(),
            key: row.key,
            label: row.label,
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

/// A person with the chosen account.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    kind: String,
    key: String,
    platform_id: PlatformId,
}

/// A person who is unlinked again.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dropped {
    kind: String,
    key: String,
    /// A pair may be sent back as it was chosen: each person has one account.
    #[serde(rename = "platform_id", default)]
    _platform_id: Option<PlatformId>,
}

pub(crate) fn routes() -> Routes<App> {
    let path = || format!("{MAIN}/platform/matches");
    let list = Call::get(path(), "Orang yang mungkin sudah punya akun di Moodle")
        .tag("Moodle")
        .query("kind", ParameterValue::Text)
        .query("state", ParameterValue::Text)
        .query("page", ParameterValue::Page)
        .query("per_page", ParameterValue::PerPage)
        .gives_rows::<Undecided>();
    let pair = object(&[("kind", text()), ("key", text()), ("platform_id", integer())]);
    let choose = Call::post(path(), "Kaitkan orang dengan akunnya di Moodle")
        .tag("Moodle")
        .body(
            &[("name", text()), ("pairs", some(pair.clone())), ("dry_run", flag())],
            &["pairs"],
        )
        .reply::<Acted>(200, "Selesai");
    let drop = Call::delete(path(), "Lepas orang dari akunnya di Moodle")
        .tag("Moodle")
        .body(&[("name", text()), ("pairs", some(pair))], &["pairs"])
        .gives::<Told>();
    Routes::new()
        .with(route(list, self::list))
        .with(route(choose, self::choose))
        .with(route(drop, self::drop))
}

async fn list(State(app): State<App>, Reader(language): Reader, parameters: Parameters) -> Result<Response, ApiError> {
    if let Some(state) = parameters.get("state").filter(|state| *state != AMBIGUOUS) {
        return Err(ApiError::Malformed(Reason::StatusUnknown { name: shown(state) }));
    }
    let kind = parameters.get("kind").map(|name| of_kind("kind", name)).transpose()?;
    let (page, per_page) = parameters.page().unwrap_or((0, USUAL));
    let skip = page.saturating_mul(per_page);
    let (rows, total) = app.engine.undecided_matches(kind, skip, per_page).await?;
    let rows = rows.into_iter().map(|row| Undecided::of(row, language)).collect();
    Ok(reply::rows(rows, Some(total)))
}

async fn choose(
    State(app): State<App>,
    Reader(language): Reader,
    actor: Actor,
    body: Fields,
) -> Result<Response, ApiError> {
    let pair = |Chosen { kind, key, platform_id }| {
        Ok(ChosenMatch {
            kind: of_kind("pairs", &kind)?,
            key,
            platform_id,
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

async fn drop(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let row = |Dropped { kind, key, .. }| Ok((of_kind("pairs", &kind)?, key));
    let people: Vec<_> = body
        .some_chosen("pairs")?
        .into_iter()
        .map(row)
        .collect::<Result<_, ApiError>>()?;
    Ok(reply::sentence(app.engine.drop_matches(&people, actor.by()).await?))
}

fn of_kind(field: &str, name: &str) -> Result<KindName, ApiError> {
    let unknown = || ApiError::field(field, Reason::KindUnknown { name: shown(name) });
    KindName::parse(name).ok_or_else(unknown)
}
