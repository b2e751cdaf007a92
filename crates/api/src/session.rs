//! Who is calling: the key in `X-Authorization`, and the limit on sign-ins.

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
    sessions::{KeyOwner, Place},
    sign_in_tries::Allowance,
};
use std::time::Duration;

/// The administrator whose key came with the request. What the body says of a name is not trusted.
#[derive(Debug, Clone)]
pub(crate) struct Actor {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) username: String,
    /// The account, as the log names it.
    pub(crate) principal: Principal,
    /// Where they are told what concerns their account.
    pub(crate) email: Option<String>,
    pub(crate) role: Role,
    pub(crate) key_hash: String,
    /// The number of the session.
    pub(crate) session: i64,
    /// Whether a second factor is their duty and they have none: until they do they reach their own account alone.
    pub(crate) lacks_second_factor: bool,
    /// From where the request came.
    pub(crate) origin: Origin,
}

impl Actor {
    /// Whose account it is, for whoever is told of it.
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner {
            username: &self.username,
            email: self.email.as_deref(),
        }
    }

    /// Who orders a job.
    pub(crate) fn author(&self) -> Author {
        Author {
            name: self.name.clone(),
            principal: Some(self.principal.clone()),
        }
    }

    /// Who does what the log tells.
    pub(crate) fn by(&self) -> By<'_> {
        By {
            name: &self.name,
            principal: Some(&self.principal),
            origin: Some(&self.origin),
        }
    }
}

/// Lets a request through whose key lives and whose account is active.
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

/// The owner of the key that came with a request.
pub(crate) async fn actor(app: &App, headers: &HeaderMap, Caller(place): Caller) -> Result<Actor, ApiError> {
    let key = headers
        .get("x-authorization")
        .and_then(|value| value.to_str().ok())
        .ok_or(ApiError::SignedOut)?;
    let key_hash = password::key_hash(key);
    let owner = owner(app, &key_hash).await?;
    let (session, administrator) = (owner.session, owner.administrator);
    if owner.unseen {
        let store = app.engine.store().clone();
        // Whoever asks does not wait for it: a job may be writing.
        tokio::spawn(async move {
            if let Err(error) = store.see_session(session).await {
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
            address: place.address,
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
        false => Err(shut_out(&owner.administrator)),
    }
}

/// Why an account that is not active may not sign in.
pub(crate) fn shut_out(administrator: &Administrator) -> ApiError {
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

/// The account-wide limit on unknown places, in multiples of the limit on one network.
const FROM_ALL_NETWORKS: u32 = 5;
const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// How the waits after failed tries grow.
#[derive(Clone, Copy)]
struct Waits {
    longest: Duration,
    /// How long failed tries are remembered.
    memory: Duration,
}

/// Tries at a password from one place. They are forgotten soon: strangers try names by the thousand, and each has a row.
const PASSWORDS: Waits = Waits {
    longest: MINUTE.saturating_mul(15),
    memory: MINUTE.saturating_mul(15),
};
/// The same from all unknown places together. The owner may be at one, so the wait stays short.
const PASSWORDS_FROM_ALL: Waits = Waits {
    longest: MINUTE,
    memory: MINUTE.saturating_mul(15),
};
/// Tries at a code, which is short. Each has shown the password.
const CODES: Waits = Waits {
    longest: MINUTE.saturating_mul(60),
    memory: DAY,
};
/// Accounts that are made from one network. None of them is a failure.
const SIGN_UPS: Waits = Waits {
    longest: Duration::ZERO,
    memory: Duration::ZERO,
};
/// Notices of wrong codes for one account: one at once, then fewer and fewer.
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
    /// The try has succeeded, so the failed ones before it count no longer.
    pub(crate) async fn forgive(self, app: &App) -> Result<(), ApiError> {
        Ok(app.engine.store().forgive_tries(&self.0).await?)
    }
}

/// The network and the device of a place from which this user name has signed in before. Tries from there are counted apart, so that
/// guesses from elsewhere never refuse the owner there.
async fn known_place(app: &App, username: &str, place: &Place) -> Result<Option<String>, ApiError> {
    let device = place.device.as_deref();
    // One query, whether or not there is such a user: its time tells nothing.
    let addresses = app.engine.store().known_addresses(username, device).await?;
    let network = network_of(place.address.as_deref());
    let known = network.is_some() && addresses.iter().any(|address| network_of(Some(address)) == network);
    Ok(known.then(|| format!("{network:?}\0{device:?}")))
}

/// Counts one try to sign in as `username`, in all processes of the installation.
///
/// # Errors
/// [`ApiError::TooMany`]: the next try is not due yet.
pub(crate) async fn count_try(app: &App, username: &str, place: &Place) -> Result<Counted, ApiError> {
    let (name, most) = (username.to_lowercase(), app.settings.logins_per_minute);
    // No user name has a NUL in it, here and below.
    if let Some(known) = known_place(app, &name, place).await? {
        let name = counted(app, &format!("{name}\0known\0{known}"), PASSWORDS.allowing(most)).await?;
        return Ok(Counted(vec![name]));
    }
    let of_network = format!("{name}\0{:?}", network_of(place.address.as_deref()));
    let of_network = counted(app, &of_network, PASSWORDS.allowing(most)).await?;
    let of_all = PASSWORDS_FROM_ALL.allowing(most.saturating_mul(FROM_ALL_NETWORKS));
    Ok(Counted(vec![of_network, counted(app, &name, of_all).await?]))
}

/// The same of a code beside the right password: known places are counted one by one, all others together.
pub(crate) async fn count_code(app: &App, owner: i64, username: &str, place: &Place) -> Result<Counted, ApiError> {
    let known = known_place(app, username, place).await?.unwrap_or_default();
    let allowance = CODES.allowing(app.settings.logins_per_minute);
    let name = counted(app, &format!("\0code\0{owner}\0{known}"), allowance).await?;
    Ok(Counted(vec![name]))
}

/// The same of the present password or a first code, shown in a session. Each session waits for its own tries alone.
pub(crate) async fn count_own_try(app: &App, actor: &Actor) -> Result<Counted, ApiError> {
    let allowance = PASSWORDS.allowing(app.settings.logins_per_minute);
    let name = counted(app, &format!("\0own\0{}", actor.session), allowance).await?;
    Ok(Counted(vec![name]))
}

/// The same of an account that is made at this address.
pub(crate) async fn count_sign_up(app: &App, address: Option<&str>) -> Result<(), ApiError> {
    let name = format!("\0sign-up\0{:?}", network_of(address));
    let allowance = SIGN_UPS.allowing(app.settings.logins_per_minute);
    counted(app, &name, allowance).await.map(drop)
}

/// Whether a notice of a wrong code is due for this account.
pub(crate) async fn notice_is_due(app: &App, owner: i64) -> Result<bool, ApiError> {
    let told = counted(app, &format!("\0told\0{owner}"), NOTICES.allowing(1)).await;
    match told {
        Err(ApiError::TooMany(_)) => Ok(false),
        told => told.map(|_| true),
    }
}

/// The account of a session that shows its present password in this field: a page that was left open does not give the account away.
///
/// # Errors
/// [`ApiError::Fields`]: it is missing or wrong, or the account has none.
pub(crate) async fn shown_password(
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
    let line = app.passwords.place().await?;
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

/// Counts a try of a name, and returns what the name is kept as: some people type their password where the name belongs.
async fn counted(app: &App, name: &str, allowance: Allowance) -> Result<String, ApiError> {
    let name = password::key_hash(name);
    match app.engine.store().count_try(&name, allowance).await? {
        None => Ok(name),
        Some(wait) => Err(ApiError::TooMany(wait.as_secs() + 1)),
    }
}
