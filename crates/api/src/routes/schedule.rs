//! Schedules: which actions run by themselves, and when.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, flag, route, text},
    error::shown as shown_name,
    language::Reader,
    reply,
    session::Actor,
};
use axum::{extract::State, response::Response};
use jiff::{Timestamp, tz::TimeZone};
use selaras_engine::{ScheduledVerb, Times, moment};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    jobs::{Job, Subject},
    schedule::{Schedule, ScheduleEdit},
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

/// Number of shown times of an expression.
const SHOWN: usize = 5;
/// The proposed time if none is set: each day, early.
const PROPOSED: &str = "0 5 * * *";

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/schedules{rest}");
    let list = Call::get(path(""), "Jadwal setiap jenis data")
        .tag("Jadwal")
        .gives_all::<Shown>();
    let update = Call::post(path("/update"), "Ubah jadwal")
        .tag("Jadwal")
        .body(
            &[
                ("kind", text()),
                ("verb", verbs()),
                ("cron", text()),
                ("enabled", flag()),
                ("may_suspend", flag()),
                ("name", text()),
            ],
            &["kind", "verb", "cron", "enabled"],
        )
        .gives_one::<Shown>();
    let preview = Call::post(path("/preview"), "Lima waktu berikutnya")
        .tag("Jadwal")
        .reads()
        .body(&[("cron", text())], &["cron"])
        .gives_all::<ScheduleTime>();
    Routes::new()
        .with(route(list, self::list))
        .with(route(update, self::update))
        .with(route(preview, self::preview))
}

fn verbs() -> Value {
    json!(ScheduledVerb::schema())
}

/// A schedule as the browser gets it.
#[derive(Serialize, ToSchema)]
#[schema(as = Schedule)]
struct Shown<'a> {
    kind: Subject,
    label: &'static str,
    verb: ScheduledVerb,
    cron: &'a str,
    enabled: bool,
    may_suspend: bool,
    /// RFC 3339.
    #[schema(required)]
    next_run_at: Option<String>,
    /// The same for people.
    #[schema(required)]
    next_run: Option<String>,
    #[schema(required, value_type = Option<Job>)]
    last_job: Option<Job<String>>,
    #[schema(required)]
    note: Option<String>,
    #[schema(required)]
    edited_by: Option<&'a str>,
    #[schema(required)]
    edited_at: Option<&'a str>,
}

/// A time at which a schedule runs.
#[derive(Serialize, ToSchema)]
struct ScheduleTime {
    /// RFC 3339.
    at: String,
    /// The same for people.
    text: String,
}

async fn shown<'a>(
    app: &App,
    (about, verb): (Subject, ScheduledVerb),
    schedule: Option<&'a Schedule>,
    (now, zone, language): (Timestamp, &TimeZone, Language),
) -> Result<Shown<'a>, ApiError> {
    let next = schedule
        .filter(|schedule| schedule.enabled)
        .and_then(|schedule| Times::read(&schedule.cron).ok()?.next(now, zone));
    let last_job = match schedule.and_then(|schedule| schedule.last_job) {
        Some(job) => app.engine.store().job(job).await?,
        None => None,
    };
    Ok(Shown {
        kind: about,
        label: about.label(),
        verb,
        cron: schedule.map_or(PROPOSED, |schedule| schedule.cron.as_str()),
        enabled: schedule.is_some_and(|schedule| schedule.enabled),
        may_suspend: schedule.is_some_and(|schedule| schedule.may_suspend),
        next_run_at: next.map(|next| next.to_string()),
        next_run: next.map(|next| moment(next, zone).sentence(language)),
        last_job: last_job.map(|job| job.in_words(language)),
        note: schedule.and_then(|schedule| Some(schedule.note.as_ref()?.sentence(language))),
        edited_by: schedule.map(|schedule| schedule.edited_by.as_str()),
        edited_at: schedule.and_then(|schedule| schedule.edited_at.as_deref()),
    })
}

/// Every schedulable kind and verb; off until it is edited.
async fn list(State(app): State<App>, Reader(language): Reader) -> Result<Response, ApiError> {
    let (zone, now) = (zone(&app)?, app.engine.store().now());
    let kept = app.engine.store().schedules().await?;
    let mut schedules = Vec::new();
    for (about, verb) in ScheduledVerb::all() {
        let of_these = |schedule: &&Schedule| schedule.kind == about && schedule.verb == verb.verb();
        let schedule = kept.iter().find(of_these);
        schedules.push(shown(&app, (about, verb), schedule, (now, &zone, language)).await?);
    }
    Ok(reply::all(schedules))
}

/// Parses the expression; an error names its field.
fn times(body: &Fields) -> Result<(String, Times), ApiError> {
    let cron = body.text("cron")?.unwrap_or_default();
    let times = Times::read(&cron).map_err(|error| ApiError::field("cron", error.into()))?;
    Ok((cron, times))
}

async fn update(
    State(app): State<App>,
    actor: Actor,
    Reader(language): Reader,
    body: Fields,
) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let typed = failures.take(body.required("kind", Reason::empty("Jenis data")))?;
    let all = ScheduledVerb::all();
    let about = all
        .iter()
        .map(|(about, _)| *about)
        .find(|about| about.as_str() == typed);
    if about.is_none() && !failures.has("kind") {
        failures.take::<()>(Err(ApiError::field(
            "kind",
            Reason::KindUnknown {
                name: shown_name(&typed),
            },
        )))?;
    }
    let typed = failures.take(body.required("verb", Reason::empty("Tindakan")))?;
    let of_kind = |verb: &ScheduledVerb| about.is_none_or(|about| all.contains(&(about, *verb)));
    let verb = ScheduledVerb::parse(&typed).filter(of_kind);
    if verb.is_none() && !failures.has("verb") {
        let wrong = Reason::VerbNotScheduled {
            name: shown_name(&typed),
        };
        failures.take::<()>(Err(ApiError::field("verb", wrong)))?;
    }
    let cron = failures.take(times(&body).map(|(cron, _)| cron))?;
    let enabled = failures.take(body.flag("enabled"))?;
    let may_suspend = failures.take(body.flag("may_suspend"))?;
    failures.end()?;
    let (Some(about), Some(verb)) = (about, verb) else {
        return Err(ApiError::Internal);
    };
    let (zone, now) = (zone(&app)?, app.engine.store().now());
    let title = Box::new(about.title(verb.verb()));
    let log = if enabled {
        Reason::DidScheduleFor {
            title,
            times: Box::new(selaras_engine::times(&cron)),
        }
    } else {
        Reason::DidScheduleOff { title }
    };
    let store = app.engine.store();
    store
        .edit_schedule(
            ScheduleEdit {
                kind: about,
                verb: verb.verb(),
                cron: &cron,
                enabled,
                may_suspend,
            },
            now.as_millisecond(),
            actor.by(),
            &log,
        )
        .await?;
    let kept = store.schedules().await?;
    let schedule = kept
        .iter()
        .find(|schedule| schedule.kind == about && schedule.verb == verb.verb());
    Ok(reply::one(
        shown(&app, (about, verb), schedule, (now, &zone, language)).await?,
    ))
}

async fn preview(State(app): State<App>, Reader(language): Reader, body: Fields) -> Result<Response, ApiError> {
    let zone = zone(&app)?;
    let (_, times) = times(&body)?;
    let next = std::iter::successors(times.next(app.engine.store().now(), &zone), |before| {
        times.next(*before, &zone)
    });
    let shown: Vec<_> = next
        .take(SHOWN)
        .map(|at| ScheduleTime {
            at: at.to_string(),
            text: moment(at, &zone).sentence(language),
        })
        .collect();
    Ok(reply::all(shown))
}
