//! The setup's calls: the questions, tests of each part, and the installation.

use super::{answers, state::Setup};
use crate::{
    ApiError,
    body::{Failures, Fields},
    document::{Call, Routes, flag, route, text},
    language::{self, Reader},
    password,
    reply::{self, Told},
    routes::{
        platform_files,
        sources::{Tried, list},
    },
};
use axum::{extract::State, http::StatusCode, response::Response};
use selaras_ambient::Clock;
use selaras_engine::{
    Connections,
    inspection::{Finding, Inspection, not_opened},
};
use selaras_platform::{PlatformFile, Uses, moodle};
use selaras_reasons::{Language, Reason};
use selaras_shape::CoursePer;
use selaras_source::{List, TrialLimits, lists};
use selaras_store::Store;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

/// The prefix of the calls.
const SETUP: &str = "/api/v1/setup";
/// The list that is used if the campus takes part in the exchange of students.
const MBKM: &str = "mbkm_students";

/// What the page needs to know first.
#[derive(Serialize, ToSchema)]
struct SetupAsked {
    /// The file that will be written.
    file: String,
    /// Why the file cannot be written.
    #[schema(required)]
    problem: Option<String>,
    /// True if another layer of the settings names the database.
    database_given: bool,
    lists: Vec<SetupList>,
}

/// A list of the source.
#[derive(Serialize, ToSchema)]
struct SetupList {
    list: &'static str,
    label: &'static str,
}

/// State of the database.
#[derive(Serialize, ToSchema)]
struct SetupDatabase {
    #[schema(value_type = Inspection)]
    inspection: Inspection<String>,
    /// True if it has administrators, so none is created here.
    has_administrators: bool,
}

pub(super) fn routes() -> Routes<Setup> {
    let path = |rest: &str| format!("{SETUP}{rest}");
    let with = |parts: &[Vec<(&'static str, Value)>]| parts.concat();
    let allowing = vec![(answers::ALLOW_PLAIN, flag())];
    let asked = Call::get(path(""), "Apa yang perlu diisi saat pertama dijalankan").gives_one::<SetupAsked>();
    let source = Call::post(path("/source"), "Periksa semua daftar sumber yang diisi")
        .body(&with(&[answers::of_source(), allowing.clone()]), &["way"])
        .gives_one::<Inspection>();
    let tried = Call::post(path("/source/try"), "Coba sebuah daftar dari sumber yang diisi")
        .body(
            &with(&[answers::of_source(), allowing.clone(), vec![("list", text())]]),
            &["way", "list"],
        )
        .gives_one::<Tried>();
    let platform = Call::post(path("/platform"), "Periksa Moodle yang diisi")
        .body(
            &with(&[answers::of_platform(), allowing.clone()]),
            &["platform_url", "platform_token"],
        )
        .gives_one::<Inspection>();
    let database = Call::post(path("/database"), "Periksa database yang diisi")
        .body(&with(&[vec![("database_url", text())], allowing.clone()]), &[])
        .gives_one::<SetupDatabase>();
    let rest = vec![
        ("database_url", text()),
        ("course", json!(CoursePer::schema())),
        ("username", text()),
        ("password", text()),
        ("name", text()),
    ];
    let [preset, plugin] = platform_files::calls(SETUP);
    let finish = Call::post(path("/finish"), "Tulis setelan, buat administrator pertama, dan mulai")
        .body(
            &with(&[answers::of_source(), answers::of_platform(), allowing, rest]),
            &["way", "platform_url", "platform_token"],
        )
        .gives::<Told>();
    let of = |call: Call| call.tag("Pemasangan").open();
    Routes::new()
        .with(route(of(asked), self::asked))
        .with(route(of(source), self::source))
        .with(route(of(tried), self::tried))
        .with(route(of(platform), self::platform))
        .with(route(of(preset), role_preset))
        .with(route(of(plugin), self::plugin))
        .with(route(of(database), self::database))
        .with(route(of(finish), self::finish))
}

async fn asked(State(setup): State<Setup>, Reader(language): Reader) -> Response {
    let place = setup.installer.place();
    let list = |list: &List| SetupList {
        list: list.name(),
        label: list.label,
    };
    reply::one(SetupAsked {
        file: place.file.display().to_string(),
        problem: place.problem.map(|problem| problem.sentence(language)),
        database_given: place.database_given,
        lists: lists().iter().map(list).collect(),
    })
}

/// The reply with an inspection. Problems are a success of the call.
fn inspection_reply(inspection: Inspection) -> Response {
    language::localized(StatusCode::OK, move |language| {
        reply::One::of(inspection.clone().in_words(language))
    })
}

/// The source that a body describes.
fn described(setup: &Setup, body: &Fields) -> Result<(selaras_source::Source, bool), ApiError> {
    let mut failures = Failures::default();
    let answers = answers::source(body, &mut failures)?;
    failures.end()?;
    let answers = answers.ok_or(ApiError::Internal)?;
    Ok((setup.installer.source(&answers, answers::plain(body)?)?, answers.mbkm))
}

async fn source(State(setup): State<Setup>, body: Fields) -> Result<Response, ApiError> {
    let (source, mbkm) = described(&setup, &body)?;
    let unused: &[&str] = if mbkm { &[] } else { &[MBKM] };
    let looking = Connections::look_at_source(&source, unused);
    Ok(inspection_reply(
        Inspection::within_patience(&Clock::default(), looking).await,
    ))
}

async fn tried(State(setup): State<Setup>, body: Fields) -> Result<Response, ApiError> {
    let (source, _) = described(&setup, &body)?;
    let list = list(&body.text("list")?.unwrap_or_default())?;
    let trial = source.trial(list, TrialLimits::default()).await;
    Ok(language::localized(StatusCode::OK, move |language| {
        reply::One::of(Tried::of(&trial, None, language))
    }))
}

async fn platform(State(setup): State<Setup>, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let answers = answers::platform(&body, &mut failures)?;
    failures.end()?;
    let answers = answers.ok_or(ApiError::Internal)?;
    let platform = setup.installer.platform(&answers, answers::plain(&body)?)?;
    Ok(inspection_reply(
        Inspection::within_patience(&Clock::default(), platform.inspect(&Uses::default())).await,
    ))
}

/// The files need no answer: a fresh Moodle has these roles.
fn platform_file(file: PlatformFile) -> Result<Response, ApiError> {
    let roles = [moodle::STUDENT_ROLE, moodle::TEACHER_ROLE];
    platform_files::attachment(file, moodle::file(file, &roles, &Uses::default()))
}

async fn role_preset() -> Result<Response, ApiError> {
    platform_file(PlatformFile::RolePreset)
}

async fn plugin() -> Result<Response, ApiError> {
    platform_file(PlatformFile::Plugin)
}

async fn database(State(setup): State<Setup>, body: Fields) -> Result<Response, ApiError> {
    let url = database_of(&setup, &body)?;
    let mut administrators = 0;
    let opened = setup.installer.database(url.as_ref(), answers::plain(&body)?).await?;
    let looking = async {
        let store = match opened {
            Ok(store) => store,
            Err(error) => return vec![not_opened(&error)],
        };
        let mut found = Connections::look_at_database(&store).await;
        // The setup creates missing tables at its end: no problem.
        if let Ok(true) = store.is_new().await {
            let behind = |finding: &&mut Finding| matches!(finding.text, Reason::TablesBehind { .. });
            found
                .iter_mut()
                .filter(behind)
                .for_each(|finding| *finding = Finding::ok(Reason::DatabaseIsNew));
        } else {
            administrators = count(&store).await;
        }
        // No transaction is open that closing could lose.
        let _ = store.close().await;
        if administrators > 0 {
            found.push(Finding::ok(Reason::DatabaseHasAdministrators { administrators }));
        }
        found
    };
    let inspection = Inspection::within_patience(&Clock::default(), looking).await;
    Ok(language::localized(StatusCode::OK, move |language: Language| {
        reply::One::of(SetupDatabase {
            inspection: inspection.clone().in_words(language),
            has_administrators: administrators > 0,
        })
    }))
}

/// Number of administrators; 0 if the tables are unknown.
async fn count(store: &Store) -> u64 {
    let found = store.administrators(&Default::default(), 0, 1).await;
    found.map_or(0, |found| found.total.unsigned_abs())
}

/// The database in the body. Refused if another layer of the settings names one.
fn database_of(setup: &Setup, body: &Fields) -> Result<Option<secrecy::SecretString>, ApiError> {
    let url = answers::database(body)?;
    if url.is_some() && setup.installer.place().database_given {
        return Err(ApiError::field("database_url", Reason::SetupDatabaseGiven));
    }
    Ok(url)
}

async fn finish(State(setup): State<Setup>, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let source = answers::source(&body, &mut failures)?;
    let platform = answers::platform(&body, &mut failures)?;
    let database = failures.take(database_of(&setup, &body))?;
    let shape = failures.take(answers::shape(&body))?;
    let first = answers::administrator(&body, &mut failures)?;
    failures.end()?;
    let (source, platform) = source.zip(platform).ok_or(ApiError::Internal)?;
    let all = answers::Answers {
        source,
        platform,
        database,
        plain: answers::plain(&body)?,
        shape,
    };
    let _alone = setup.installing.lock().await;
    let first = match first {
        None => None,
        Some((name, username, password)) => Some(answers::FirstAdministrator {
            name,
            username,
            password_hash: password::hash(setup.passwords.slot().await?, password).await?,
        }),
    };
    let file = setup.installer.install(&all, first).await?.display().to_string();
    // Requests in progress are completed.
    setup.done.cancel();
    Ok(reply::sentence(Reason::SetupWritten { file }))
}
