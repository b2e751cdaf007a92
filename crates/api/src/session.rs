//! Who is calling: the key in `X-Authorization`, and the limit on sign-ins.

use crate::{ApiError, App, password};
use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, request::Parts},
    middleware::Next,
    response::Response,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter, clock::Clock};
use selaras_reasons::Reason;
use std::num::NonZeroU32;

/// The administrator whose key came with the request. What the body says of a name is not trusted.
#[derive(Debug, Clone)]
pub(crate) struct Actor {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) key_hash: String,
}

/// Lets a request through whose key lives and whose account is active.
pub(crate) async fn require_key(
    State(app): State<App>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let actor = actor(&app, request.headers()).await?;
    request.extensions_mut().insert(actor);
    Ok(next.run(request).await)
}

/// The owner of the key that came with a request.
pub(crate) async fn actor(app: &App, headers: &HeaderMap) -> Result<Actor, ApiError> {
    let key = headers
        .get("x-authorization")
        .and_then(|value| value.to_str().ok())
        .ok_or(ApiError::SignedOut)?;
    let key_hash = password::key_hash(key);
    let owner = app
        .engine
        .store()
        .key_owner(&key_hash)
        .await?
        .ok_or(ApiError::SignedOut)?;
    if !owner.active {
        return Err(waiting());
    }
    Ok(Actor {
        id: owner.id,
        name: owner.name,
        key_hash,
    })
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

/// Counts sign-ins by user name.
pub(crate) type LoginLimiter = DefaultKeyedRateLimiter<String>;

/// A limiter that lets through so many sign-ins of one user name in a minute.
pub(crate) fn login_limiter(per_minute: u32) -> LoginLimiter {
    RateLimiter::keyed(Quota::per_minute(
        NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN),
    ))
}

/// Counts one sign-in.
pub(crate) fn count_login(limiter: &LoginLimiter, username: &str) -> Result<(), ApiError> {
    // A stranger's names are forgotten again when they have been quiet.
    limiter.retain_recent();
    limiter.check_key(&username.to_lowercase()).map_err(|until| {
        let clock = governor::clock::DefaultClock::default();
        ApiError::TooMany(until.wait_time_from(clock.now()).as_secs() + 1)
    })
}
