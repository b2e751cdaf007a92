//! The caller's own account: password, sessions and preferences. Every signed-in user may change them.

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, integer, route, text},
    password,
    reply::{self, Told},
    session::{self, Actor},
};
use axum::{extract::State, response::Response};
use selaras_engine::is_address;
use selaras_reasons::Reason;
use selaras_store::{
    administrators::{Change, Changed, Role},
    log::About,
    preferences::Preferences,
    sessions::Session,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Maximum length of a mail address in bytes (RFC 5321).
const LONGEST_EMAIL: usize = 254;
/// Tags of the page's languages.
const LANGUAGES: [&str; 2] = ["id", "en"];
/// Light, dark, or the system's setting.
const APPEARANCES: [&str; 3] = ["light", "dark", "auto"];

/// The signed-in account.
#[derive(Serialize, ToSchema)]
struct Account {
    id: i64,
    name: String,
    username: String,
    role: Role,
    /// Mail address for notices about the account, if known.
    #[schema(required)]
    email: Option<String>,
    /// True if a second factor is required and missing: then only the own account can be reached.
    lacks_second_factor: bool,
    /// The chosen language tag, if any.
    #[schema(required)]
    language: Option<String>,
    /// Light, dark or the system's setting, if chosen.
    #[schema(required)]
    appearance: Option<String>,
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/account{rest}");
    let call = |call: Call| call.tag("Akun").own();
    let account = call(Call::get(path(""), "Akun sendiri")).gives_one::<Account>();
    let password = call(Call::post(path("/password"), "Ganti password sendiri"))
        .body(
            &[("password", text()), ("new_password", text())],
            &["password", "new_password"],
        )
        .gives::<Told>();
    let preferences = call(Call::post(path("/preferences"), "Bahasa dan tampilan"))
        .body(
            &[
                ("language", json!({ "type": "string", "enum": LANGUAGES })),
                ("appearance", json!({ "type": "string", "enum": APPEARANCES })),
            ],
            &[],
        )
        .gives::<Told>();
    let email = call(Call::post(path("/email"), "Alamat e-mail sendiri"))
        .body(&[("email", text())], &["email"])
        .gives::<Told>();
    let sessions = call(Call::get(path("/sessions"), "Sesi sendiri")).gives_all::<Session>();
    let end = call(Call::post(path("/end_session"), "Akhiri satu sesi sendiri"))
        .body(&[("session", integer())], &["session"])
        .gives::<Told>();
    let end_others = call(Call::post(
        path("/end_other_sessions"),
        "Akhiri semua sesi sendiri yang lain",
    ))
    .body(&[], &[])
    .gives::<Told>();
    Routes::new()
        .with(route(account, self::account))
        .with(route(password, change_password))
        .with(route(preferences, set_preferences))
        .with(route(email, set_email))
        .with(route(sessions, self::sessions))
        .with(route(end, end_session))
        .with(route(end_others, end_other_sessions))
}

async fn account(State(app): State<App>, actor: Actor) -> Result<Response, ApiError> {
    let preferences = app.engine.store().preferences(actor.id).await?;
    Ok(reply::one(Account {
        id: actor.id,
        name: actor.name,
        username: actor.username,
        role: actor.role,
        email: actor.email,
        lacks_second_factor: actor.lacks_second_factor,
        language: preferences.language,
        appearance: preferences.appearance,
    }))
}

async fn change_password(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    if body.secret("password")?.is_empty() {
        failures.take::<()>(Err(ApiError::field("password", Reason::PasswordMissing)))?;
    }
    let wanted = failures.take(app.new_password(&body, "new_password", Reason::empty("Password")))?;
    failures.end()?;
    let store = app.engine.store();
    let present = session::check_present_password(&app, &actor, &body, "password").await?;
    let hash = password::hash(app.passwords.slot().await?, wanted).await?;
    let change = Change {
        name: &present.name,
        username: &present.username,
        password_hash: Some(&hash),
        role: None,
        keep_key: &actor.key_hash,
        seen: &present,
    };
    let did = Reason::DidChangePassword;
    let notices = app.engine.notices_of_account(actor.owner(), &did);
    let entry = (&did, About::default());
    match store
        .change_administrator(actor.id, change, &[entry], actor.by(), &notices)
        .await?
    {
        Changed::Done => Ok(reply::sentence(Reason::PasswordChanged)),
        Changed::Unknown | Changed::Meanwhile | Changed::LastAdministrator => {
            Err(ApiError::Conflict(Reason::UserChangedMeanwhile))
        }
    }
}

async fn set_preferences(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let one_of = |name: &str, all: &[&str], unknown: Reason| {
        let said = body.text(name)?;
        match said.as_deref() {
            Some(said) if !all.contains(&said) => Err(ApiError::field(name, unknown)),
            _ => Ok(said),
        }
    };
    let mut failures = Failures::default();
    let said = Preferences {
        language: failures.take(one_of("language", &LANGUAGES, Reason::LanguageUnknown))?,
        appearance: failures.take(one_of("appearance", &APPEARANCES, Reason::AppearanceUnknown))?,
    };
    failures.end()?;
    app.engine.store().set_preferences(actor.id, &said).await?;
    Ok(reply::sentence(Reason::PreferencesSaved))
}

/// Stores the address and notifies the previous one: a stolen session cannot hide the change from the owner.
async fn set_email(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let typed = body.text("email")?.unwrap_or_default();
    let (email, did, said) = match typed.as_str() {
        "" => (None, Reason::DidRemoveEmail, Reason::EmailRemoved),
        typed if is_address(typed) && typed.len() <= LONGEST_EMAIL => {
            let email = typed.to_owned();
            (Some(typed), Reason::DidSetEmail { email }, Reason::EmailSaved)
        }
        _ => return Err(ApiError::field("email", Reason::EmailInvalid)),
    };
    if email != actor.email.as_deref() {
        let notices = app.engine.notices_of_account(actor.owner(), &did);
        let store = app.engine.store();
        store.set_email(actor.id, email, &did, actor.by(), &notices).await?;
    }
    Ok(reply::sentence(said))
}

async fn sessions(State(app): State<App>, actor: Actor) -> Result<Response, ApiError> {
    Ok(reply::all(
        app.engine
            .store()
            .sessions(actor.id, actor.session, app.settings.idle)
            .await?,
    ))
}

async fn end_session(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let session = body.number("session")?;
    let label = actor.name.clone();
    let did = Reason::DidEndSession { label };
    let store = app.engine.store();
    if !store.end_session(actor.id, session, &did, actor.by()).await? {
        return Err(ApiError::NotFound(Reason::NoSuchSession));
    }
    Ok(reply::sentence(Reason::SessionEnded))
}

async fn end_other_sessions(State(app): State<App>, actor: Actor) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let sessions = store.end_other_sessions(actor.id, actor.session, actor.by()).await?;
    Ok(reply::sentence(Reason::SessionsEnded { sessions }))
}
