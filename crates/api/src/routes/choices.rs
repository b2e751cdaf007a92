//! Zoom participants that match no person, and what administrators chose for them: a person, or to ignore them.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, route, text},
    error::shown,
    list_query::Parameters,
    reply::{self, Told},
    session::Actor,
};
use axum::{extract::State, response::Response};
use jiff::Timestamp;
use selaras_engine::people_of;
use selaras_reasons::Reason;
use selaras_store::{
    attendance::PersonRef,
    people::{Identity, Known},
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use utoipa::ToSchema;

/// Default page and page size.
const PAGE: (u64, u64) = (0, 10);
/// Maximum number of proposed people per participant.
const PROPOSED: usize = 10;

/// A participant that waits to be assigned to a person.
#[derive(Serialize, ToSchema)]
#[schema(as = WaitingParticipant)]
struct Waiting {
    /// The display name in Zoom.
    participant: String,
    /// The mail address; empty if Zoom does not report it.
    email: String,
    /// Number of participations.
    participations: i64,
    /// The day of the latest meeting.
    latest: String,
    /// People with that address, name or number. None was chosen automatically: there are several, or the other data differ.
    candidates: Vec<Candidate>,
}

/// A candidate for a participant.
#[derive(Serialize, ToSchema)]
#[schema(as = CampusPerson)]
struct Candidate {
    #[serde(flatten)]
    person: PersonRef,
    label: String,
}

impl Candidate {
    fn of(known: Known) -> Self {
        Self {
            person: known.person,
            label: known.label,
        }
    }
}

/// What an administrator chose for a participant.
#[derive(Serialize, ToSchema)]
#[schema(as = ParticipantChoice)]
struct Choice {
    participant: String,
    email: String,
    /// `None` if the participant is ignored.
    #[schema(required)]
    person: Option<Candidate>,
    actor: String,
    /// RFC 3339.
    #[schema(required)]
    chosen_at: Option<String>,
}

pub(crate) fn routes() -> Routes<App> {
    let listed = |call: Call| call.tag("Zoom").pages();
    let path = |rest: &str| format!("{MAIN}/attendance/{rest}");
    let waiting = listed(Call::get(path("participants"), "Peserta Zoom yang belum dikenali")).gives_rows::<Waiting>();
    let chosen = listed(Call::get(path("choices"), "Peserta Zoom yang sudah dipilih orangnya")).gives_rows::<Choice>();
    let participant: [(&str, Value); 3] = [("participant", text()), ("email", text()), ("name", text())];
    let mut with_person = participant.to_vec();
    with_person.extend([("kind", text()), ("number", text())]);
    let choose = Call::post(path("choices"), "Pilih orang untuk satu peserta Zoom")
        .tag("Zoom")
        .body(&with_person, &["participant", "kind", "number"])
        .gives::<Told>();
    let ignore = Call::post(
        path("ignored"),
        "Abaikan satu peserta Zoom, misalnya perangkat di ruang kuliah",
    )
    .tag("Zoom")
    .body(&participant, &["participant"])
    .gives::<Told>();
    let forget = Call::delete(path("choices"), "Batalkan pilihan untuk satu peserta Zoom")
        .tag("Zoom")
        .body(&participant, &["participant"])
        .gives::<Told>();
    Routes::new()
        .with(route(waiting, self::waiting))
        .with(route(chosen, self::chosen))
        .with(route(choose, self::choose))
        .with(route(ignore, self::ignore))
        .with(route(forget, self::forget))
}

async fn waiting(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let store = app.engine.store();
    let (page, per_page) = parameters.page().unwrap_or(PAGE);
    let found = store.strangers(&parameters.search(), page, per_page).await?;
    let identities: Vec<_> = found.rows.iter().map(|stranger| stranger.identity.clone()).collect();
    let may_be = store.who_may_be(&identities).await?;
    let rows: Vec<_> = found
        .rows
        .into_iter()
        .zip(may_be)
        .map(|(stranger, may_be)| {
            let latest = Timestamp::from_millisecond(stranger.latest).unwrap_or_default();
            Waiting {
                participant: stranger.identity.name,
                email: stranger.identity.email,
                participations: stranger.participations,
                latest: latest.to_zoned(zone.clone()).date().to_string(),
                candidates: may_be.into_iter().take(PROPOSED).map(Candidate::of).collect(),
            }
        })
        .collect();
    Ok(reply::rows(rows, Some(found.total)))
}

async fn chosen(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    let (page, per_page) = parameters.page().unwrap_or(PAGE);
    let found = app.engine.store().choices(&parameters.search(), page, per_page).await?;
    let rows: Vec<_> = found
        .rows
        .into_iter()
        .map(|choice| Choice {
            participant: choice.identity.name,
            email: choice.identity.email,
            person: choice.person.map(Candidate::of),
            actor: choice.actor,
            chosen_at: choice.chosen_at,
        })
        .collect();
    Ok(reply::rows(rows, Some(found.total)))
}

/// The participant that a body names.
fn participant(body: &Fields, failures: &mut Failures) -> Result<Identity, ApiError> {
    let email = failures.take(body.text("email"))?.unwrap_or_default();
    let name = failures.take(body.text("participant"))?.unwrap_or_default();
    if email.is_empty() && name.is_empty() {
        failures.take::<()>(Err(ApiError::field("participant", Reason::empty("Peserta"))))?;
    }
    Ok(Identity { email, name })
}

async fn choose(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let identity = participant(&body, &mut failures)?;
    let kind = failures.take(body.required("kind", Reason::empty("Jenis data")))?;
    let number = failures.take(body.required("number", Reason::empty("Nomor")))?;
    failures.end()?;
    let store = app.engine.store();
    let verbs = people_of(&kind).ok_or_else(|| ApiError::field("kind", Reason::KindUnknown { name: shown(&kind) }))?;
    let bearers = store.bearers(&BTreeSet::from([number.to_lowercase()])).await?;
    let known = bearers.into_values().flatten().find(|known| {
        let PersonRef { kind: of, number: own } = &known.person;
        *of == kind && *own == number
    });
    let Some(known) = known else {
        let missing = Reason::NoSuchPerson {
            kind: verbs.label.to_owned(),
            number: shown(&number),
        };
        return Err(ApiError::field("number", missing));
    };
    let participant = display(&identity);
    let log = Reason::DidChoosePerson {
        participant: participant.clone(),
        label: known.label.clone(),
        number,
    };
    match store.choose(&identity, Some(&known), actor.by(), &log).await? {
        0 => Err(ApiError::NotFound(Reason::NoSuchParticipant)),
        rows => Ok(reply::sentence(Reason::PersonChosen {
            participant,
            label: known.label,
            rows,
        })),
    }
}

async fn ignore(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let identity = participant(&body, &mut failures)?;
    failures.end()?;
    let participant = display(&identity);
    let log = Reason::DidIgnoreParticipant {
        participant: participant.clone(),
    };
    match app.engine.store().choose(&identity, None, actor.by(), &log).await? {
        0 => Err(ApiError::NotFound(Reason::NoSuchParticipant)),
        rows => Ok(reply::sentence(Reason::ParticipantIgnored { participant, rows })),
    }
}

async fn forget(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let identity = participant(&body, &mut failures)?;
    failures.end()?;
    let participant = display(&identity);
    let log = Reason::DidUnchoosePerson {
        participant: participant.clone(),
    };
    match app.engine.store().unchoose(&identity, actor.by(), &log).await? {
        false => Err(ApiError::NotFound(Reason::NoSuchChoice)),
        true => Ok(reply::sentence(Reason::PersonUnchosen { participant })),
    }
}

/// The display form of a participant.
fn display(identity: &Identity) -> String {
    match (identity.name.is_empty(), identity.email.is_empty()) {
        (true, _) => identity.email.clone(),
        (_, true) => identity.name.clone(),
        _ => format!("{} ({})", identity.name, identity.email),
    }
}
