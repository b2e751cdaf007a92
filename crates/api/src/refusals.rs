//! Refused sign-ins in the activity log. Anonymous clients can cause any number, so entries per minute are limited. The next
//! entry reports how many were left out.

use crate::App;
use selaras_reasons::Reason;
use selaras_store::{
    StoreError,
    log::{By, Origin, Principal},
    names,
    outbox::Notice,
    sessions::Location,
};

/// Maximum length of a logged user name.
const LONGEST: usize = 100;
/// Actor of an entry without an account.
const NO_ACTOR: &str = "-";

/// Logs a refused sign-in under a typed name. A name that no account has is left out: some people type their password there.
pub(crate) async fn of_typed_name(app: &App, typed: &str, location: &Location) -> Result<(), StoreError> {
    let account = app.engine.store().administrator(typed).await?;
    of_login(
        app,
        account.as_ref().map_or(NO_ACTOR, |account| &account.username),
        location,
    )
    .await
}

/// Logs a refused sign-in under a name of the provider's.
pub(crate) async fn of_login(app: &App, username: &str, location: &Location) -> Result<(), StoreError> {
    let username: String = username
        .chars()
        .filter(|letter| !names::is_hidden(*letter))
        .take(LONGEST)
        .collect();
    tracing::warn!(username, address = location.address, "a sign-in was refused");
    let origin = Origin {
        address: location.address.clone(),
        session: None,
    };
    write(
        app,
        &Reason::DidRefuseLogIn { username },
        By {
            name: NO_ACTOR,
            principal: Some(&Principal::Anonymous),
            origin: Some(&origin),
        },
    )
    .await
}

/// Logs a right password with a wrong code, and stores the notices of it.
pub(crate) async fn of_code(
    app: &App,
    reason: &Reason,
    notices: &[Notice],
    location: &Location,
) -> Result<(), StoreError> {
    let origin = Origin {
        address: location.address.clone(),
        session: None,
    };
    let by = By {
        name: NO_ACTOR,
        principal: Some(&Principal::Anonymous),
        origin: Some(&origin),
    };
    app.engine.store().keep_notices(reason, by, notices).await
}

/// Logs a refusal unless the limit is reached.
pub(crate) async fn write(app: &App, refused: &Reason, by: By<'_>) -> Result<(), StoreError> {
    let limit = &app.refusal_limit;
    if !limit.admits() {
        return Ok(());
    }
    let store = app.engine.store();
    let count = limit.take_left_out();
    if count > 0 {
        store.log(&Reason::DidRefuseMany { refusals: count }, NO_ACTOR).await?;
    }
    store.log(refused, by).await
}
