//! Who is calling: the key in `X-Authorization`, and the limit on sign-ins.

use crate::{ApiError, App, caller::Caller, password, refusals, server::network_of};
use axum::{
    extract::{FromRequestParts, MatchedPath, Request, State},
    http::{HeaderMap, StatusCode, request::Parts},
    middleware::Next,
    response::Response,
};
use selaras_engine::Owner;
use selaras_reasons::Reason;
use selaras_store::{
    administrators::Role,
    log::{By, Origin},
    sessions::KeyOwner,
};

/// The administrator whose key came with the request. What the body says of a name is not trusted.
#[derive(Debug, Clone)]
pub(crate) struct Actor {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) username: String,
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

    /// Who does what the log tells.
    pub(crate) fn by(&self) -> By<'_> {
        By {
            name: &self.name,
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
        false => Err(waiting()),
    }
}

/// The failure of an account that has not been approved.
pub(crate) fn waiting() -> ApiError {
    ApiError::Forbidden(Reason::AwaitsApproval)
}

impl<S: Send + Sync> FromRequestParts<S> for Actor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        parts.extensions.get::<Self>().cloned().ok_or(ApiError::SignedOut)
    }
}

/// So many times as many tries of a name are let through from all networks as from one: who tries the name of somebody else from elsewhere
/// does not keep them out, and who has many networks does not guess on and on.
const FROM_ALL_NETWORKS: u32 = 5;

/// Counts one try to sign in as somebody from an address, in all processes of the installation.
///
/// # Errors
/// [`ApiError::TooMany`]: there were as many in the last minute as are let through.
pub(crate) async fn count_try(app: &App, username: &str, address: Option<&str>) -> Result<(), ApiError> {
    let (name, most) = (username.to_lowercase(), app.settings.logins_per_minute);
    // No user name has a NUL in it, here and below.
    counted(app, &format!("{name}\0{:?}", network_of(address)), most).await?;
    counted(app, &name, most.saturating_mul(FROM_ALL_NETWORKS)).await
}

/// The same of a code beside somebody's password, from wherever it comes: a code is short.
pub(crate) async fn count_code(app: &App, owner: i64) -> Result<(), ApiError> {
    counted(app, &format!("\0code\0{owner}"), app.settings.logins_per_minute).await
}

/// The same of what somebody who has signed in shows for their own account, who waits for nobody else's tries.
pub(crate) async fn count_own_try(app: &App, actor: &Actor) -> Result<(), ApiError> {
    counted(app, &format!("\0own\0{}", actor.id), app.settings.logins_per_minute).await
}

/// The same of an account that somebody at this address makes.
pub(crate) async fn count_sign_up(app: &App, address: Option<&str>) -> Result<(), ApiError> {
    let name = format!("\0sign-up\0{:?}", network_of(address));
    counted(app, &name, app.settings.logins_per_minute).await
}

async fn counted(app: &App, name: &str, per_minute: u32) -> Result<(), ApiError> {
    // Some type their password where the name belongs.
    let name = password::key_hash(name);
    match app.engine.store().count_try(&name, per_minute).await? {
        None => Ok(()),
        Some(wait) => Err(ApiError::TooMany(wait.as_secs() + 1)),
    }
}
