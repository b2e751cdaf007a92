//! The second factor of the own account, and its administration.

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    caller::Caller,
    document::{Call, Routes, flag, integer, route, text},
    reply::{self, Told},
    second_factor,
    session::{self, Actor},
};
use axum::{extract::State, response::Response};
use selaras_reasons::Reason;
use selaras_store::{second_factor::FirstCode, sessions::Location};
use serde::Serialize;
use utoipa::ToSchema;

/// State of the own second factor.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactor)]
struct Standing {
    /// True if a code is required at sign-in.
    active: bool,
    /// Unused recovery codes.
    recovery_codes: i64,
    /// True if every account must have one.
    duty: bool,
    /// True if the server can encrypt secrets: `auth.secret_key` is set.
    available: bool,
}

/// Data to set up an authenticator. Shown once.
#[derive(Serialize, ToSchema)]
#[schema(as = SecondFactorProposal)]
struct Proposal {
    /// The secret for typing.
    secret: String,
    /// The secret as an `otpauth:` address for authenticators.
    address: String,
    /// The address as a QR code (SVG).
    picture: String,
}

/// Recovery codes. Shown once.
#[derive(Serialize, ToSchema)]
struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/account/second_factor{rest}");
    let own = |call: Call| call.tag("Akun").own();
    let standing = own(Call::get(path(""), "Faktor kedua sendiri")).gives_one::<Standing>();
    let begin = own(Call::post(path("/begin"), "Mulai memasang faktor kedua"))
        .body(&[("password", text())], &["password"])
        .gives_one::<Proposal>();
    let confirm = own(Call::post(path("/confirm"), "Pasang faktor kedua"))
        .body(&[("code", text())], &["code"])
        .gives_one::<RecoveryCodes>();
    let codes = own(Call::post(path("/recovery_codes"), "Kode pemulihan baru"))
        .body(&[("password", text()), ("code", text())], &["password", "code"])
        .gives_one::<RecoveryCodes>();
    let end = own(Call::post(path("/end"), "Lepas faktor kedua"))
        .body(&[("password", text()), ("code", text())], &["password", "code"])
        .gives::<Told>();
    let of_user = Call::post(
        format!("{MAIN}/user/end_second_factor"),
        "Lepas faktor kedua seorang user",
    )
    .tag("User")
    .body(&[("id", integer())], &["id"])
    .gives::<Told>();
    let duty = Call::post(
        format!("{MAIN}/user/second_factor_duty"),
        "Wajibkan faktor kedua, atau tidak lagi",
    )
    .tag("User")
    .body(&[("duty", flag())], &["duty"])
    .gives::<Told>();
    Routes::new()
        .with(route(standing, self::standing))
        .with(route(begin, self::begin))
        .with(route(confirm, self::confirm))
        .with(route(codes, new_codes))
        .with(route(end, self::end))
        .with(route(of_user, end_of_user))
        .with(route(duty, set_duty))
}

async fn standing(State(app): State<App>, actor: Actor) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let factor = store.second_factor(actor.id).await?;
    Ok(reply::one(Standing {
        active: factor.is_some_and(|factor| factor.confirmed),
        recovery_codes: store.recovery_codes_left(actor.id).await?,
        duty: store.second_factor_is_duty().await?,
        available: app.vault.has_key(),
    }))
}

/// Checks the present password and a code of the own second factor. Neither an unattended page nor a leaked password
/// suffices to remove the factor.
async fn check_password_and_code(app: &App, actor: &Actor, body: &Fields, location: &Location) -> Result<(), ApiError> {
    let mut failures = Failures::default();
    if body.secret("password")?.is_empty() {
        failures.take::<()>(Err(ApiError::field("password", Reason::PresentPasswordMissing)))?;
    }
    let code = failures.take(body.required("code", Reason::empty("Kode")))?;
    failures.end()?;
    session::check_present_password(app, actor, body, "password").await?;
    let factor = app.engine.store().second_factor(actor.id).await?;
    let factor = factor.filter(|factor| factor.confirmed);
    let factor = factor.ok_or(ApiError::Conflict(Reason::SecondFactorNotBegun))?;
    match second_factor::is_right(app, actor.id, actor.owner(), &factor.sealed, &code, location).await? {
        true => Ok(()),
        false => Err(ApiError::field("code", Reason::SecondFactorWrong)),
    }
}

async fn begin(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    if !app.vault.has_key() {
        return Err(ApiError::Conflict(Reason::SecondFactorNoKey));
    }
    session::check_present_password(&app, &actor, &body, "password").await?;
    let proposed = second_factor::propose(&app, actor.id, &actor.username).await?;
    Ok(reply::one(Proposal {
        secret: proposed.secret,
        address: proposed.address,
        picture: proposed.picture,
    }))
}

/// The first code shows that the authenticator has the secret.
async fn confirm(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let code = body.required("code", Reason::empty("Kode"))?;
    let counted = session::count_own_try(&app, &actor).await?;
    let store = app.engine.store();
    let factor = store.second_factor(actor.id).await?.filter(|factor| !factor.confirmed);
    let factor = factor.ok_or(ApiError::Conflict(Reason::SecondFactorNotBegun))?;
    let step = second_factor::step(&app, actor.id, &factor.sealed, &code)?;
    let step = step.ok_or_else(|| ApiError::field("code", Reason::SecondFactorWrong))?;
    counted.forgive(&app).await?;
    let (codes, hashes) = second_factor::recovery_codes()?;
    let did = Reason::DidSetSecondFactor;
    let notices = app.engine.notices_of_account(actor.owner(), &did);
    let first = FirstCode {
        step,
        code_hashes: &hashes,
        session: actor.session,
    };
    let confirmed = store.confirm_second_factor(actor.id, first, &did, actor.by(), &notices);
    if !confirmed.await? {
        return Err(ApiError::Conflict(Reason::SecondFactorNotBegun));
    }
    Ok(reply::one(RecoveryCodes { recovery_codes: codes }))
}

/// A recovery code can end the factor, so new ones require a code too.
async fn new_codes(
    State(app): State<App>,
    actor: Actor,
    Caller(location): Caller,
    body: Fields,
) -> Result<Response, ApiError> {
    check_password_and_code(&app, &actor, &body, &location).await?;
    let store = app.engine.store();
    let (codes, hashes) = second_factor::recovery_codes()?;
    let did = Reason::DidRenewCodes;
    let notices = app.engine.notices_of_account(actor.owner(), &did);
    store
        .give_recovery_codes(actor.id, &hashes, &did, actor.by(), &notices)
        .await?;
    Ok(reply::one(RecoveryCodes { recovery_codes: codes }))
}

async fn end(
    State(app): State<App>,
    actor: Actor,
    Caller(location): Caller,
    body: Fields,
) -> Result<Response, ApiError> {
    check_password_and_code(&app, &actor, &body, &location).await?;
    let label = actor.name.clone();
    let did = Reason::DidEndSecondFactor { label };
    let notices = app.engine.notices_of_account(actor.owner(), &did);
    let store = app.engine.store();
    if !store.end_second_factor(actor.id, &did, actor.by(), &notices).await? {
        return Err(ApiError::Conflict(Reason::SecondFactorNotBegun));
    }
    Ok(reply::sentence(Reason::SecondFactorEnded))
}

/// For users who have lost their authenticator and codes.
async fn end_of_user(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    if id == actor.id {
        return Err(ApiError::Conflict(Reason::SecondFactorOwn));
    }
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?;
    let user = user.ok_or(ApiError::NotFound(Reason::NoSuchUser))?;
    let label = user.name.clone();
    let did = Reason::DidEndSecondFactor { label };
    let changes = std::slice::from_ref(&did);
    let notices = app.engine.notices_of_account_by(&actor.name, (&user).into(), changes);
    if !store.end_second_factor(id, &did, actor.by(), &notices).await? {
        return Err(ApiError::Conflict(Reason::SecondFactorNone { label: user.name }));
    }
    Ok(reply::sentence(Reason::SecondFactorEnded))
}

/// Only administrators who have a second factor can require one, so none locks themselves out.
async fn set_duty(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let duty = body.flag("duty")?;
    let own = store.second_factor(actor.id).await?;
    if duty && !own.is_some_and(|factor| factor.confirmed) {
        return Err(ApiError::Conflict(Reason::SecondFactorOwnFirst));
    }
    let (did, told) = match duty {
        true => (Reason::DidMakeSecondFactorDuty, Reason::SecondFactorDutyOn),
        false => (Reason::DidEndSecondFactorDuty, Reason::SecondFactorDutyOff),
    };
    store.set_second_factor_duty(duty, &did, actor.by()).await?;
    Ok(reply::sentence(told))
}
