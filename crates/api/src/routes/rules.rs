//! Zoom meetings without a class, and the rules that assign meetings to classes.

use super::{attendance::zone, prefix::MAIN};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, integer, route, text},
    error::shown,
    list_query::Parameters,
    reply::{self, Told},
    session::Actor,
};
use axum::{extract::State, response::Response};
use jiff::{Timestamp, Zoned};
use selaras_engine::person::seen::ClassNamed;
use selaras_kinds::{Kind, kelas::Kelas, prodi::Prodi, value};
use selaras_reasons::Reason;
use selaras_store::{
    Store,
    meetings::{Rule, RuleEdit, RuleEdited, Tells, Untied},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use utoipa::{PartialSchema, ToSchema};

/// Default page and page size.
const PAGE: (u64, u64) = (0, 10);
/// Maximum length of a rule's text in characters.
const LONGEST: usize = 200;

/// Meetings with the same number and topic that have no class.
#[derive(Serialize, ToSchema)]
#[schema(as = UntiedMeeting)]
struct Meeting {
    meeting_id: String,
    topic: String,
    /// When the latest of them began; RFC 3339.
    #[schema(required)]
    latest: Option<String>,
    /// The classes that match: none, or more than one. Suggested ones come first.
    fits: Vec<Fit>,
}

/// A class that a meeting may be of.
#[derive(Serialize, ToSchema)]
#[schema(as = MeetingFit)]
struct Fit {
    /// Its number in the timetable; nothing if it was deleted.
    #[schema(required)]
    number: Option<String>,
    /// Course, class, code, program, day, hour and semester.
    label: String,
    /// True if the latest meeting began on the class's day, within an hour of its beginning.
    suggested: bool,
}

/// A rule, as the browser gets it.
#[derive(Serialize, ToSchema)]
#[schema(as = MeetingRule)]
struct Shown {
    id: i64,
    tells: Tells,
    text: String,
    class: ClassNamed,
    actor: String,
    /// RFC 3339.
    #[schema(required)]
    edited_at: Option<String>,
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/attendance/{rest}");
    let meetings = Call::get(path("meetings"), "Rapat Zoom yang belum terkait dengan kelas")
        .tag("Zoom")
        .pages()
        .gives_rows::<Meeting>();
    let list = Call::get(path("rules"), "Aturan rapat Zoom dan kelasnya")
        .tag("Zoom")
        .gives_all::<Shown>();
    let fields: [(&str, Value); 4] = [
        ("tells", json!(Tells::schema())),
        ("text", text()),
        ("class", text()),
        ("name", text()),
    ];
    let with_id: Vec<_> = [("id", integer())].into_iter().chain(fields.iter().cloned()).collect();
    let insert = Call::post(path("rules"), "Buat aturan rapat Zoom")
        .tag("Zoom")
        .body(&fields, &["tells", "text", "class"])
        .gives::<Told>();
    let update = Call::put(path("rules"), "Ubah aturan rapat Zoom")
        .tag("Zoom")
        .body(&with_id, &["id", "tells", "text", "class"])
        .gives::<Told>();
    let delete = Call::delete(path("rules"), "Hapus aturan rapat Zoom")
        .tag("Zoom")
        .body(&[("id", integer()), ("name", text())], &["id"])
        .gives::<Told>();
    Routes::new()
        .with(route(meetings, self::meetings))
        .with(route(list, self::list))
        .with(route(insert, self::insert))
        .with(route(update, self::update))
        .with(route(delete, self::delete))
}

/// A class with its display name.
struct Labelled {
    class: Kelas,
    label: String,
}

/// The classes with these numbers. The names of their study programs take one query.
async fn labels(store: &Store, numbers: impl Iterator<Item = String>) -> Result<HashMap<String, Labelled>, ApiError> {
    let numbers: BTreeSet<_> = numbers.collect();
    let numbers: Vec<_> = numbers.into_iter().map(|number| vec![number]).collect();
    let found = store.classes_by(&[Kelas::OBJECT_KEY], &numbers).await?;
    let programs: BTreeSet<_> = found.iter().map(|(stored, _)| stored.row.program_id.as_str()).collect();
    let programs = store
        .names_of::<Prodi>(&programs.into_iter().collect::<Vec<_>>())
        .await?;
    let named = found.into_iter().map(|(stored, _)| {
        let class = stored.row;
        let program = class.program_id.as_str();
        let (name, when) = (class.label(), format!("{} {}", class.hari, class.jam_mulai));
        let label = [
            name.as_str(),
            class.kelas_id.as_str(),
            programs.get(program).map_or(program, String::as_str),
            when.trim(),
            class.semester.as_str(),
        ];
        let label: Vec<_> = label.into_iter().filter(|part| !part.is_empty()).collect();
        let label = label.join(" · ");
        (value(&class, Kelas::OBJECT_KEY).to_owned(), Labelled { class, label })
    });
    Ok(named.collect())
}

/// The beginnings of the days' names, Monday first. `Jum'at` and `Jumat` are one day.
const DAYS: [&str; 7] = ["sen", "sel", "rab", "kam", "jum", "sab", "min"];
/// The longest time between a meeting's beginning and that of its class, in minutes.
const NEAR: i32 = 60;

/// True if a meeting that began at this time is on the class's day and near its hour.
fn is_at_its_time(class: &Kelas, began: &Zoned) -> bool {
    let day = class.hari.to_lowercase();
    let weekday = usize::from(began.weekday().to_monday_zero_offset().unsigned_abs());
    let mut parts = class.jam_mulai.split([':', '.']).map(|part| part.trim().parse::<i32>());
    let (Some(Ok(hour)), Some(Ok(minute))) = (parts.next(), parts.next()) else {
        return false;
    };
    let began = i32::from(began.hour()) * 60 + i32::from(began.minute());
    DAYS.get(weekday).is_some_and(|begins| day.starts_with(begins)) && (began - hour * 60 - minute).abs() <= NEAR
}

/// Display form of a class; a deleted one is shown by its number.
fn named(number: String, labels: &HashMap<String, Labelled>) -> ClassNamed {
    match labels.get(&number) {
        Some(Labelled { label, .. }) => ClassNamed {
            label: label.clone(),
            number: Some(number),
        },
        None => ClassNamed {
            number: None,
            label: number,
        },
    }
}

async fn meetings(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let (page, per_page) = parameters.page().unwrap_or(PAGE);
    let found = store.untied(&parameters.search(), page, per_page).await?;
    let labels = labels(store, found.rows.iter().flat_map(|untied| untied.fits.iter().cloned())).await?;
    let zone = zone(&app)?;
    let meeting = |untied: Untied| {
        let latest = untied.latest.and_then(|began| Timestamp::from_millisecond(began).ok());
        let began = latest.map(|began| began.to_zoned(zone.clone()));
        let is_suggested = |number: &str| match (labels.get(number), &began) {
            (Some(Labelled { class, .. }), Some(began)) => is_at_its_time(class, began),
            _ => false,
        };
        let mut fits: Vec<_> = untied
            .fits
            .into_iter()
            .map(|number| {
                let suggested = is_suggested(&number);
                let ClassNamed { number, label } = named(number, &labels);
                Fit {
                    number,
                    label,
                    suggested,
                }
            })
            .collect();
        fits.sort_by_key(|fit| !fit.suggested);
        Meeting {
            meeting_id: untied.meeting_id,
            topic: untied.topic,
            latest: latest.map(|began| began.to_string()),
            fits,
        }
    };
    let rows: Vec<_> = found.rows.into_iter().map(meeting).collect();
    Ok(reply::rows(rows, Some(found.total)))
}

async fn list(State(app): State<App>) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let rules = store.rules().await?;
    let labels = labels(store, rules.iter().map(|rule| rule.class.clone())).await?;
    let shown = |rule: Rule| Shown {
        id: rule.id,
        tells: rule.tells,
        text: rule.text,
        class: named(rule.class, &labels),
        actor: rule.actor,
        edited_at: rule.edited_at,
    };
    Ok(reply::all(rules.into_iter().map(shown).collect()))
}

/// Stores the rule in the body.
async fn keep(app: &App, actor: &Actor, body: &Fields, id: Option<i64>) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let tells = failures.take(body.required("tells", Reason::empty("Aturan")))?;
    let text = failures.take(body.required("text", Reason::empty("Teks")))?;
    let class = failures.take(body.required("class", Reason::empty("Kelas")))?;
    let too_long = Reason::TooLong {
        field: "Teks".to_owned(),
        most: LONGEST as u64,
    };
    if text.chars().count() > LONGEST {
        failures.take::<()>(Err(ApiError::field("text", too_long)))?;
    } else if !text.is_empty() && !text.chars().any(char::is_alphanumeric) {
        failures.take::<()>(Err(ApiError::field("text", Reason::empty("Teks"))))?;
    }
    failures.end()?;
    let unknown = || ApiError::field("tells", Reason::RuleUnknown { name: shown(&tells) });
    let tells = Tells::parse(&tells).ok_or_else(unknown)?;
    let store = app.engine.store();
    let labels = labels(store, std::iter::once(class.clone())).await?;
    let Labelled { label, .. } = labels
        .get(&class)
        .ok_or_else(|| ApiError::field("class", Reason::NoSuchClass { number: shown(&class) }))?;
    let log = Reason::DidKeepRule {
        text: text.clone(),
        label: label.clone(),
    };
    let edit = RuleEdit {
        tells,
        text: &text,
        class: &class,
    };
    match store.keep_rule(id, edit, actor.by(), &log).await? {
        RuleEdited::Done => Ok(reply::sentence(Reason::RuleKept {
            text,
            label: label.clone(),
        })),
        RuleEdited::Unknown => Err(ApiError::NotFound(Reason::NoSuchRule)),
        RuleEdited::Taken => Err(ApiError::field("text", Reason::RuleTaken)),
    }
}

async fn insert(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    keep(&app, &actor, &body, None).await
}

async fn update(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    keep(&app, &actor, &body, Some(id)).await
}

async fn delete(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let (id, store) = (body.id()?, app.engine.store());
    let missing = || ApiError::NotFound(Reason::NoSuchRule);
    let rule = store.rules().await?.into_iter().find(|rule| rule.id == id);
    let text = rule.ok_or_else(missing)?.text;
    let log = Reason::DidDeleteRule { text: text.clone() };
    match store.delete_rule(id, actor.by(), &log).await? {
        true => Ok(reply::sentence(Reason::RuleDeleted { text })),
        false => Err(missing()),
    }
}
