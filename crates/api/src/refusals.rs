//! Refused sign-ins in the activity log. Strangers can have as many refused as they like, so that only so many are written in a
//! minute; how many were not, the next one tells.

use crate::App;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use selaras_reasons::Reason;
use selaras_store::{
    StoreError,
    log::{By, Origin, Principal},
    names,
    outbox::Notice,
    sessions::Place,
};
use std::{
    num::NonZeroU32,
    sync::atomic::{AtomicU64, Ordering},
};

/// Refusals that are written in a minute.
const WRITTEN: NonZeroU32 = NonZeroU32::new(60).expect("sixty is not zero");
/// Letters of a user name that are kept: a stranger's may be as long as the request.
const LONGEST: usize = 100;
/// Who is refused is nobody yet.
const NOBODY: &str = "-";

/// What is written of refusals, and how many were left out.
pub(crate) struct Refusals {
    limiter: DefaultDirectRateLimiter,
    left_out: AtomicU64,
}

impl Default for Refusals {
    fn default() -> Self {
        Self {
            limiter: RateLimiter::direct(Quota::per_minute(WRITTEN)),
            left_out: AtomicU64::default(),
        }
    }
}

/// Writes that a sign-in under this name was refused.
pub(crate) async fn of_login(app: &App, username: &str, place: &Place) -> Result<(), StoreError> {
    let username: String = username
        .chars()
        .filter(|letter| !names::is_hidden(*letter))
        .take(LONGEST)
        .collect();
    tracing::warn!(username, address = place.address, "a sign-in was refused");
    let origin = Origin {
        address: place.address.clone(),
        session: None,
    };
    write(
        app,
        &Reason::DidRefuseLogIn { username },
        By {
            name: NOBODY,
            principal: Some(&Principal::Anonymous),
            origin: Some(&origin),
        },
    )
    .await
}

/// Writes that a password was right and the code beside it wrong, and keeps the notices of that.
pub(crate) async fn of_code(app: &App, told: &Reason, notices: &[Notice], place: &Place) -> Result<(), StoreError> {
    let origin = Origin {
        address: place.address.clone(),
        session: None,
    };
    let by = By {
        name: NOBODY,
        principal: Some(&Principal::Anonymous),
        origin: Some(&origin),
    };
    app.engine.store().keep_notices(told, by, notices).await
}

/// Writes a refusal, unless too many were.
pub(crate) async fn write(app: &App, refused: &Reason, by: By<'_>) -> Result<(), StoreError> {
    let refusals = &app.refusals;
    if refusals.limiter.check().is_err() {
        refusals.left_out.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    }
    let store = app.engine.store();
    let count = refusals.left_out.swap(0, Ordering::Relaxed);
    if count > 0 {
        store.log(&Reason::DidRefuseMany { refusals: count }, NOBODY).await?;
    }
    store.log(refused, by).await
}
