//! Authentication by the key in `X-Authorization`, and the limit on sign-ins.

use crate::{ApiError, App, body::Fields, caller::Caller, password, refusals, server::network_of};
use axum::{
    extract::{FromRequestParts, MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, request::Parts},
    middleware::Next,
    response::Response,
};
use selaras_engine::Owner;
use selaras_reasons::Reason;
use selaras_store::{
    administrators::{Administrator, Role},
    log::{Author, By, Origin, Principal},
    sessions::{KeyOwner, Location},
    sign_in_tries::Allowance,
};
use std::time::Duration;

/// The administrator who makes the request, by key. Names in the body are not trusted.
#[derive(Debug, Clone)]
pub(crate) struct Actor {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) username: String,
    /// The account, as the log names it.
    pub(crate) principal: Principal,
    /// Mail address for notices about the account.
    pub(crate) email: Option<String>,
    pub(crate) role: Role,
    pub(crate) key_hash: String,
    /// Id of the session.
    pub(crate) session: i64,
    /// True if a second factor is required and missing: then only the own account can be reached.
    pub(crate) lacks_second_factor: bool,
    /// Origin of the request.
    pub(crate) origin: Origin,
}

impl Actor {
    /// The account's owner, as notices address them.
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner {
            username: &self.username,
            email: self.email.as_deref(),
        }
    }

    /// The author of a job.
    pub(crate) fn author(&self) -> Author {
        Author {
            name: self.name.clone(),
            principal: Some(self.principal.clone()),
        }
    }

    /// The author of a log entry.
    pub(crate) fn by(&self) -> By<'_> {
        By {
            name: &self.name,
            principal: Some(&self.principal),
            origin: Some(&self.origin),
        }
    }
}

/// Admits requests with a valid key of an active account.
pub(crate) async fn require_key(
    State(app): State<App>,
    caller: Caller,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let actor = actor(&app, request.headers(), caller).await?;
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("", MatchedPath::as_str);
    let call = format!("{} {path}", request.method());
    request.extensions_mut().insert(actor.clone());
    let response = next.run(request).await;
    if response.status() == StatusCode::FORBIDDEN && actor.role == Role::Viewer {
        refusals::write(&app, &Reason::DidRefuse { call }, actor.by()).await?;
    }
    Ok(response)
}

/// The administrator that owns the request's key.
pub(crate) async fn actor(app: &App, headers: &HeaderMap, Caller(location): Caller) -> Result<Actor, ApiError> {
    let key = headers
        .get("x-authorization")
        .and_then(|value| value.to_str().ok())
        .ok_or(ApiError::SignedOut)?;
    let key_hash = password::key_hash(key);
    let owner = owner(app, &key_hash).await?;
    let (session, administrator) = (owner.session, owner.administrator);
    if let Some(at) = owner.seen_at {
        let store = app.engine.store().clone();
        // In a task of its own: the request does not wait for a job that may be writing.
        tokio::spawn(async move {
            if let Err(error) = store.see_session(session, at).await {
                tracing::warn!(%error, "it was not written when a session was last seen");
            }
        });
    }
    Ok(Actor {
        id: administrator.id,
        principal: administrator.principal(),
        name: administrator.name,
        username: administrator.username,
        email: administrator.email,
        role: administrator.role,
        key_hash,
        session,
        lacks_second_factor: owner.lacks_second_factor,
        origin: Origin {
            address: location.address,
            session: Some(session),
        },
    })
}

/// The owner of a key.
///
/// # Errors
/// [`ApiError::SignedOut`] if the session has ended, [`ApiError::Forbidden`] if the account is not active.
pub(crate) async fn owner(app: &App, key_hash: &str) -> Result<KeyOwner, ApiError> {
    let owner = app.engine.store().key_owner(key_hash, app.settings.idle).await?;
    let owner = owner.ok_or(ApiError::SignedOut)?;
    match owner.administrator.active {
        true => Ok(owner),
        false => Err(inactive_error(&owner.administrator)),
    }
}

/// Why an inactive account may not sign in.
pub(crate) fn inactive_error(administrator: &Administrator) -> ApiError {
    ApiError::Forbidden(match administrator.disabled {
        true => Reason::AccountDisabled,
        false => Reason::AwaitsApproval,
    })
}

impl<S: Send + Sync> FromRequestParts<S> for Actor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or(ApiError::SignedOut)
    }
}

/// The account-wide limit on unknown locations, in multiples of the limit on one network.
const FROM_ALL_NETWORKS: u32 = 5;
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// How waits grow after failed tries.
#[derive(Clone, Copy)]
struct Waits {
    longest: Duration,
    /// How long failed tries are remembered.
    memory: Duration,
}

/// Password tries from one location. Their memory is short: anonymous clients try names by the thousand, and each has a row.
const PASSWORDS: Waits = Waits {
    longest: MINUTE.saturating_mul(15),
    memory: MINUTE.saturating_mul(15),
};
/// Password tries from all unknown locations together. The owner may be at one of them, so the wait stays short.
const PASSWORDS_FROM_ALL: Waits = Waits {
    longest: MINUTE,
    memory: MINUTE.saturating_mul(15),
};
/// Tries at a second-factor code, which is short. Each such client has shown the right password.
const CODES: Waits = Waits {
    longest: MINUTE.saturating_mul(60),
    memory: DAY,
};
/// Sign-ups from one network. None counts as a failure.
const SIGN_UPS: Waits = Waits {
    longest: Duration::ZERO,
    memory: Duration::ZERO,
};
/// Notices of wrong codes for one account: one at once, then at growing intervals.
const NOTICES: Waits = Waits {
    longest: DAY,
    memory: DAY,
};

impl Waits {
    fn allowing(self, per_minute: u32) -> Allowance {
        Allowance {
            per_minute,
            longest_wait: self.longest,
            memory: self.memory,
        }
    }
}

/// Tries that were counted as failed.
#[must_use]
pub(crate) struct Counted(Vec<String>);

impl Counted {
    /// The try has succeeded: forgets the failed ones before it.
    pub(crate) async fn forgive(self, app: &App) -> Result<(), ApiError> {
        Ok(app.engine.store().forgive_tries(&self.0).await?)
    }
}

/// The key of a location from which this user name has signed in before. Tries from there are counted apart, so guesses from
/// elsewhere never lock out the owner there.
async fn known_location(app: &App, username: &str, location: &Location) -> Result<Option<String>, ApiError> {
    let device = location.device.as_deref();
    // One query, whether or not the user exists: its time reveals nothing.
    let addresses = app.engine.store().known_addresses(username, device).await?;
    let network = network_of(location.address.as_deref());
    let known = network.is_some() && addresses.iter().any(|address| network_of(Some(address)) == network);
    Ok(known.then(|| format!("{network:?}\0{device:?}")))
}

/// Counts one try to sign in as `username`, in all processes of the installation.
///
/// # Errors
/// [`ApiError::TooMany`]: the next try is not due yet.
pub(crate) async fn count_try(app: &App, username: &str, location: &Location) -> Result<Counted, ApiError> {
    let (name, most) = (username.to_lowercase(), app.settings.logins_per_minute);
    // User names contain no NUL, so these keys are unique, here and below.
    if let Some(known) = known_location(app, &name, location).await? {
        let name = counted(app, &format!("{name}\0known\0{known}"), PASSWORDS.allowing(most)).await?;
        return Ok(Counted(vec![name]));
    }
    let of_network = format!("{name}\0{:?}", network_of(location.address.as_deref()));
    let of_network = counted(app, &of_network, PASSWORDS.allowing(most)).await?;
    let of_all = PASSWORDS_FROM_ALL.allowing(most.saturating_mul(FROM_ALL_NETWORKS));
    Ok(Counted(vec![of_network, counted(app, &name, of_all).await?]))
}

/// Counts a try at a second-factor code. Known locations are counted one by one, all others together.
pub(crate) async fn count_code(
    app: &App,
    owner: i64,
    username: &str,
    location: &Location,
) -> Result<Counted, ApiError> {
    let known = known_location(app, username, location).await?.unwrap_or_default();
    let allowance = CODES.allowing(app.settings.logins_per_minute);
    let name = counted(app, &format!("\0code\0{owner}\0{known}"), allowance).await?;
    Ok(Counted(vec![name]))
}

/// Counts a try at the present password or a first code within a session. Each session has its own count.
pub(crate) async fn count_own_try(app: &App, actor: &Actor) -> Result<Counted, ApiError> {
    let allowance = PASSWORDS.allowing(app.settings.logins_per_minute);
    let name = counted(app, &format!("\0own\0{}", actor.session), allowance).await?;
    Ok(Counted(vec![name]))
}

/// Counts a sign-up from this address.
pub(crate) async fn count_sign_up(app: &App, address: Option<&str>) -> Result<(), ApiError> {
    let name = format!("\0sign-up\0{:?}", network_of(address));
    let allowance = SIGN_UPS.allowing(app.settings.logins_per_minute);
    counted(app, &name, allowance).await.map(drop)
}

/// True if a notice of a wrong code is due for this account.
pub(crate) async fn notice_is_due(app: &App, owner: i64) -> Result<bool, ApiError> {
    let told = counted(app, &format!("\0told\0{owner}"), NOTICES.allowing(1)).await;
    match told {
        Err(ApiError::TooMany(_)) => Ok(false),
        told => told.map(|_| true),
    }
}

/// Checks the present password in this field and returns the account: an unattended page does not give the account away.
///
/// # Errors
/// [`ApiError::Fields`]: the password is missing or wrong, or the account has none.
pub(crate) async fn check_present_password(
    app: &App,
    actor: &Actor,
    body: &Fields,
    field: &str,
) -> Result<Administrator, ApiError> {
    let refused = |why| ApiError::field(field, why);
    let typed = body.secret(field)?;
    if typed.is_empty() {
        return Err(refused(Reason::PresentPasswordMissing));
    }
    if typed.len() > password::LONGEST {
        return Err(refused(Reason::PresentPasswordWrong));
    }
    let line = app.passwords.slot().await?;
    let counted = count_own_try(app, actor).await?;
    let present = app.engine.store().administrator_by_id(actor.id).await?;
    let present = present.ok_or(ApiError::SignedOut)?;
    if present.password_hash.is_empty() {
        return Err(refused(Reason::PresentPasswordNone));
    }
    if !password::is_right(line, typed, Some(present.password_hash.clone())).await? {
        return Err(refused(Reason::PresentPasswordWrong));
    }
    counted.forgive(app).await?;
    Ok(present)
}

/// Counts a try and returns the stored hash of its name. Hashed, because some people type their password into the name
/// field.
async fn counted(app: &App, name: &str, allowance: Allowance) -> Result<String, ApiError> {
    let name = password::key_hash(name);
    match app.engine.store().count_try(&name, allowance).await? {
        None => Ok(name),
        Some(wait) => Err(ApiError::TooMany(wait.as_secs() + 1)),
    }
}
