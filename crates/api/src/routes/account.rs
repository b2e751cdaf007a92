//! Sign-up, sign-in and sign-out, and the settings that the page needs.

use super::prefix::{MAIN, REACT};
use crate::{
    ApiError, App, NewPasswords, Signup,
    body::{Failures, Fields},
    caller::Caller,
    document::{Call, Routes, route, text},
    password, refusals,
    reply::{self, Told},
    second_factor,
    server::Turn,
    session::{self, Actor},
};
use axum::{extract::State, response::Response};
use selaras_reasons::Reason;
use selaras_store::{
    StoreError,
    administrators::{Administrator, Admission, NewAdministrator, Role},
    log::{By, Origin, Principal},
    names,
    sessions::Location,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The reply to a sign-in (contract, section 3).
#[derive(Serialize, ToSchema)]
pub(super) struct Session {
    api_key: String,
    api_name: String,
    user: SignedIn,
    /// When the key expires; RFC 3339.
    expires_at: String,
}

/// The signed-in account.
#[derive(Serialize, ToSchema)]
struct SignedIn {
    id: i64,
    name: String,
    username: String,
}

/// Settings that the screens need.
#[derive(Serialize, ToSchema)]
struct Settings {
    source_name: String,
    platform_name: &'static str,
    /// True if the MBKM screen is in use.
    mbkm: bool,
    /// True if Zoom is connected.
    zoom: bool,
    /// The campus's time zone: `Asia/Jakarta`.
    time_zone: String,
}

pub(crate) fn open() -> Routes<App> {
    let login = |path: String| {
        let call = Call::post(path, "Login")
            .tag("Akun")
            .open()
            .body(
                &[("username", text()), ("password", text()), ("code", text())],
                &["username", "password"],
            )
            .gives_one::<Session>();
        route(call, self::login)
    };
    let signup = Call::post(format!("{REACT}/signup"), "Buat akun")
        .tag("Akun")
        .open()
        .body(
            &[("name", text()), ("username", text()), ("password", text())],
            &["name", "username", "password"],
        )
        .gives::<Told>();
    Routes::new()
        .with(login(format!("{MAIN}/react/login")))
        .with(login(format!("{REACT}/login")))
        .with(route(signup, self::signup))
}

pub(crate) fn closed() -> Routes<App> {
    Routes::new()
        .with(route(
            Call::post(format!("{REACT}/logout"), "Logout")
                .tag("Akun")
                .own()
                .body(&[], &[])
                .gives::<Told>(),
            logout,
        ))
        .with(route(
            Call::get(format!("{MAIN}/settings"), "Setelan yang dibutuhkan layar")
                .tag("Akun")
                .own()
                .gives_one::<Settings>(),
            self::settings,
        ))
}

/// Maximum length of a name or user name, in characters.
const LONGEST_NAME: usize = 100;
/// Minimum length of a new password, in characters.
const SHORTEST_PASSWORD: usize = 8;

/// Checks a name: not empty, not too long, no invisible characters.
pub(crate) fn name(body: &Fields, field: &str, empty: Reason) -> Result<String, ApiError> {
    let name = body.required(field, empty)?;
    if name.chars().count() > LONGEST_NAME {
        return Err(ApiError::field(
            field,
            Reason::NameTooLong {
                most: LONGEST_NAME as u64,
            },
        ));
    }
    if name.chars().any(names::is_hidden) {
        return Err(ApiError::field(field, Reason::ControlCharacter));
    }
    Ok(name)
}

/// Checks a new user name.
pub(crate) fn new_username(body: &Fields) -> Result<String, ApiError> {
    let username = name(body, "username", Reason::empty("Username"))?;
    match names::is_plain(&username) {
        true => Ok(username),
        false => Err(ApiError::field("username", Reason::UsernameNotPlain)),
    }
}

/// Why a user name cannot be used.
pub(crate) fn username_taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Taken(_) => ApiError::field("username", Reason::UsernameTaken),
        StoreError::Alike => ApiError::field("username", Reason::UsernameAlike),
        other => other.into(),
    }
}

impl App {
    /// Checks a new password by the settings.
    pub(crate) fn new_password(&self, body: &Fields, field: &str, empty: Reason) -> Result<String, ApiError> {
        new_password(body, field, empty, self.settings.passwords)
    }
}

/// Checks a new password.
pub(crate) fn new_password(body: &Fields, field: &str, empty: Reason, taken: NewPasswords) -> Result<String, ApiError> {
    let password = body.secret(field)?;
    if password.is_empty() {
        return Err(ApiError::field(field, empty));
    }
    if password.chars().count() < SHORTEST_PASSWORD {
        return Err(ApiError::field(
            field,
            Reason::PasswordTooShort {
                least: SHORTEST_PASSWORD as u64,
            },
        ));
    }
    if password.len() > password::LONGEST {
        return Err(ApiError::field(field, Reason::PasswordTooLong));
    }
    if taken == NewPasswords::HardToGuess && password::is_guessable(&password) {
        return Err(ApiError::field(field, Reason::PasswordGuessable));
    }
    Ok(password)
}

/// Refuses sign-ups until an administrator has reviewed the pending ones; retry after an hour.
pub(super) fn too_many_wait() -> ApiError {
    ApiError::NoRoom {
        why: Reason::TooManyWait,
        seconds: 3600,
    }
}

async fn signup(
    State(app): State<App>,
    Caller(location): Caller,
    turn: Turn,
    body: Fields,
) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let full_name = failures.take(name(&body, "name", Reason::empty("Nama")))?;
    let username = failures.take(new_username(&body))?;
    let password = failures.take(app.new_password(&body, "password", Reason::PasswordMissing))?;
    failures.end()?;
    let store = app.engine.store();
    if app.settings.signup == Signup::Closed && store.administrators(&Default::default(), 0, 1).await?.total > 0 {
        return Err(ApiError::Forbidden(Reason::SignupClosed));
    }
    let admission = if app.settings.signup == Signup::Open {
        Admission::Active(Role::Administrator)
    } else {
        Admission::ActiveIfFirst
    };
    let line = app
        .passwords
        .slot_of_anonymous(location.address.as_deref(), &turn)
        .await?;
    session::count_sign_up(&app, location.address.as_deref()).await?;
    let hash = password::hash(line, password).await?;
    let new = NewAdministrator {
        name: &full_name,
        username: &username,
        password_hash: &hash,
        admission,
        identity: None,
    };
    let origin = Origin {
        address: location.address,
        session: None,
    };
    let by = By {
        name: &full_name,
        principal: Some(&Principal::Anonymous),
        origin: Some(&origin),
    };
    let added = match store.add_administrator(new, &Reason::DidSignUp, by).await {
        Err(StoreError::Full) => return Err(too_many_wait()),
        added => added.map_err(username_taken)?,
    };
    Ok(reply::sentence(if added.active {
        Reason::SignedUp
    } else {
        Reason::SignedUpWaiting
    }))
}

async fn login(
    State(app): State<App>,
    Caller(location): Caller,
    turn: Turn,
    body: Fields,
) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let username = failures.take(body.required("username", Reason::UsernameMissing))?;
    let typed = failures.take(body.secret("password").and_then(|typed| {
        if typed.is_empty() {
            Err(ApiError::field("password", Reason::PasswordMissing))
        } else {
            Ok(typed)
        }
    }))?;
    failures.end()?;
    if typed.len() > password::LONGEST || username.chars().count() > LONGEST_NAME {
        return Err(ApiError::WrongPassword);
    }
    let line = app
        .passwords
        .slot_of_anonymous(location.address.as_deref(), &turn)
        .await?;
    let code = body.text("code")?.filter(|code| !code.is_empty());
    let found = match authenticate(&app, line, &username, typed, code, &location).await {
        Err(
            refused @ (ApiError::WrongPassword
            | ApiError::SecondFactor(Reason::SecondFactorWrong)
            | ApiError::TooMany(_)
            | ApiError::Forbidden(_)),
        ) => {
            refusals::of_typed_name(&app, &username, &location).await?;
            return Err(refused);
        }
        found => found?,
    };
    begin_session(&app, found, &location).await
}

/// Returns the administrator if user name and password are right, and the code if the account has a second factor.
async fn authenticate(
    app: &App,
    line: password::Slot,
    username: &str,
    typed: String,
    code: Option<String>,
    location: &Location,
) -> Result<Administrator, ApiError> {
    let counted = session::count_try(app, username, location).await?;
    let found = app.engine.store().administrator(username).await?;
    // Accounts that sign in through a provider have no password: the empty text is no hash.
    let hash = found.as_ref().map(|administrator| administrator.password_hash.clone());
    let hash = hash.filter(|hash| !hash.is_empty());
    if !password::is_right(line, typed, hash).await? {
        return Err(ApiError::WrongPassword);
    }
    counted.forgive(app).await?;
    let administrator = found.ok_or(ApiError::WrongPassword)?;
    if !administrator.active {
        return Err(session::inactive_error(&administrator));
    }
    let factor = app.engine.store().second_factor(administrator.id).await?;
    if let Some(factor) = factor.filter(|factor| factor.confirmed) {
        let code = code.ok_or(ApiError::SecondFactor(Reason::SecondFactorNeeded))?;
        let owner = (&administrator).into();
        if !second_factor::is_right(app, administrator.id, owner, &factor.sealed, &code, location).await? {
            return Err(ApiError::SecondFactor(Reason::SecondFactorWrong));
        }
    }
    Ok(administrator)
}

/// Starts a session for an authenticated administrator and returns its key.
pub(super) async fn begin_session(
    app: &App,
    administrator: Administrator,
    location: &Location,
) -> Result<Response, ApiError> {
    let key = password::new_key()?;
    let (hash, expires_at) = (
        password::key_hash(&key),
        app.engine.store().now() + app.settings.key_lifetime,
    );
    let (told, notices) = app.engine.notices_of_new_location((&administrator).into(), location);
    let store = app.engine.store();
    let added = store.add_key(&administrator, &hash, expires_at, location, &told, &notices);
    if !added.await? {
        // Changed while the password was checked.
        return Err(ApiError::WrongPassword);
    }
    Ok(reply::one(Session {
        api_key: key,
        api_name: administrator.name.clone(),
        user: SignedIn {
            id: administrator.id,
            name: administrator.name,
            username: administrator.username,
        },
        expires_at: expires_at.to_string(),
    }))
}

async fn logout(State(app): State<App>, actor: Actor) -> Result<Response, ApiError> {
    let store = app.engine.store();
    store
        .end_session(actor.id, actor.session, &Reason::DidLogOut, actor.by())
        .await?;
    Ok(reply::sentence(Reason::LoggedOut))
}

async fn settings(State(app): State<App>) -> Response {
    reply::one(Settings {
        source_name: app.engine.source().name().to_owned(),
        platform_name: "Moodle",
        mbkm: app.settings.mbkm,
        zoom: app.engine.zoom().is_some(),
        time_zone: app.settings.time_zone.clone(),
    })
}
