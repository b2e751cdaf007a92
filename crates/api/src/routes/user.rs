//! Users: the administrators of the dashboard.

use super::{
    MAIN,
    account::{name, new_password},
};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, flag, integer, route, text},
    language::said,
    list_query::Asked,
    password,
    reply::{self, Planned, Told},
    session::Actor,
};
use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use selaras_engine::{Plan, PlanRow};
use selaras_reasons::Reason;
use selaras_store::{
    StoreError,
    administrators::{ADMINISTRATOR_COLUMNS, Administrator, Admission, Deleted, DeletedAdministrator, Restored},
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// What an old page sends as the password of a user whose password it does not change (contract, section 4).
const PLACEHOLDER: &str = "********";

/// What the deletion of a user gives: a sentence, or, for a dry run, the plan.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Deletion {
    Done(Told),
    Planned(Box<Planned>),
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    let path = |rest: &str| format!("{MAIN}/user/{rest}");
    let fields = [
        ("nama_user", text()),
        ("username", text()),
        ("password", text()),
        ("name", text()),
    ];
    let with_id: Vec<_> = [("id", integer())].into_iter().chain(fields.iter().cloned()).collect();
    let by_id = [("id", integer()), ("name", text())];
    let [id, by] = by_id.clone();
    let deletion = [id, by, ("dry_run", flag())];
    OpenApiRouter::new()
        .routes(route(
            &Call::get(path("get"), "Daftar user")
                .tag("User")
                .list(ADMINISTRATOR_COLUMNS, &[])
                .gives_rows::<Administrator>(),
            list,
        ))
        .routes(route(
            &Call::get(path("username/{username}"), "Satu user")
                .tag("User")
                .path("username", text())
                .gives_one::<Administrator>(),
            detail,
        ))
        .routes(route(
            &Call::post(path("insert"), "Buat user")
                .tag("User")
                .body(&fields, &["nama_user", "username", "password"])
                .gives::<Told>(),
            insert,
        ))
        .routes(route(
            &Call::put(path("update"), "Ubah user")
                .tag("User")
                .body(&with_id, &["id", "nama_user", "username"])
                .gives::<Told>(),
            update,
        ))
        .routes(route(
            &Call::delete(path("delete"), "Hapus user")
                .tag("User")
                .body(&deletion, &["id"])
                .gives::<Deletion>(),
            delete,
        ))
        .routes(route(
            &Call::get(path("deleted"), "User yang dihapus dalam 30 hari terakhir")
                .tag("User")
                .gives_all::<DeletedAdministrator>(),
            deleted,
        ))
        .routes(route(
            &Call::post(path("restore"), "Kembalikan user yang dihapus")
                .tag("User")
                .body(&by_id, &["id"])
                .gives::<Told>(),
            restore,
        ))
        .routes(route(
            &Call::post(path("approve"), "Setujui user yang menunggu")
                .tag("User")
                .body(&by_id, &["id"])
                .gives::<Told>(),
            approve,
        ))
}

fn unknown() -> ApiError {
    ApiError::NotFound(Reason::NoSuchUser)
}

fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Taken(_) => ApiError::field("username", Reason::UsernameTaken),
        other => other.into(),
    }
}

async fn list(State(app): State<App>, asked: Asked) -> Result<Response, ApiError> {
    let query = asked.list([]);
    let page = asked.page();
    let users = app.engine.store().administrators(&query, page).await?;
    Ok(reply::rows(users.rows, page.map(|_| users.total)))
}

async fn detail(State(app): State<App>, Path(username): Path<String>) -> Result<Response, ApiError> {
    if username.contains('\0') {
        return Err(ApiError::Malformed(Reason::AddressUnreadable));
    }
    Ok(reply::one(
        app.engine.store().administrator(&username).await?.ok_or_else(unknown)?,
    ))
}

async fn insert(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let full_name = failures.take(name(&body, "nama_user", Reason::empty("Nama user")))?;
    let username = failures.take(name(&body, "username", Reason::empty("Username")))?;
    let password = failures.take(new_password(&body, Reason::empty("Password")))?;
    failures.end()?;
    let hash = password::hash(app.passwords.place()?, password).await?;
    let added = app
        .engine
        .store()
        .add_administrator(&full_name, &username, &hash, Admission::Active)
        .await
        .map_err(taken)?;
    app.engine
        .store()
        .log(
            &Reason::DidMakeUser {
                label: added.name.clone(),
            },
            &actor.name,
        )
        .await?;
    Ok(reply::told(Reason::UserMade { label: added.name }))
}

/// An empty or placeholder password keeps the old one.
async fn update(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let id = failures.take(body.id())?;
    let full_name = failures.take(name(&body, "nama_user", Reason::empty("Nama user")))?;
    let username = failures.take(name(&body, "username", Reason::empty("Username")))?;
    let typed = failures.take(body.secret("password"))?;
    let password = if typed.trim().is_empty() || typed == PLACEHOLDER {
        None
    } else {
        Some(failures.take(new_password(&body, Reason::empty("Password")))?)
    };
    failures.end()?;
    let hash = match password {
        Some(password) => Some(password::hash(app.passwords.place()?, password).await?),
        None => None,
    };
    let store = app.engine.store();
    let found = store
        .change_administrator(id, &full_name, &username, hash.as_deref(), &actor.key_hash)
        .await
        .map_err(taken)?;
    if !found {
        return Err(unknown());
    }
    store
        .log(
            &Reason::DidSaveUser {
                label: full_name.clone(),
            },
            &actor.name,
        )
        .await?;
    Ok(reply::told(Reason::UserSaved { label: full_name }))
}

async fn delete(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    if id == actor.id {
        return Err(ApiError::Conflict(Reason::OwnAccount));
    }
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    if body.flag("dry_run")? {
        let plan = Plan::deleting(PlanRow::named(user.username, user.name));
        return Ok(said(StatusCode::OK, move |language| {
            Deletion::Planned(Box::new(Planned::of(plan.clone().in_words(language))))
        }));
    }
    match store.delete_administrator(id).await? {
        Deleted::Unknown => Err(unknown()),
        Deleted::LastActive => Err(ApiError::Conflict(Reason::LastAdministrator)),
        Deleted::Done => {
            let label = user.name;
            store
                .log(&Reason::DidDeleteUser { label: label.clone() }, &actor.name)
                .await?;
            let told = Reason::UserDeleted { label };
            Ok(said(StatusCode::OK, move |language| {
                Deletion::Done(Told::of(told.sentence(language)))
            }))
        }
    }
}

async fn deleted(State(app): State<App>) -> Result<Response, ApiError> {
    Ok(reply::all(app.engine.store().deleted_administrators().await?))
}

/// Takes a deletion back. Keys stay dead: who is back signs in anew.
async fn restore(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let store = app.engine.store();
    match store.restore_administrator(body.id()?).await? {
        Restored::Unknown => Err(ApiError::NotFound(Reason::NoSuchDeletedUser)),
        Restored::Taken(user) => Err(ApiError::Conflict(Reason::UsernameTakenBy {
            username: user.username,
        })),
        Restored::Done(user) => {
            store
                .log(
                    &Reason::DidRestoreUser {
                        label: user.name.clone(),
                    },
                    &actor.name,
                )
                .await?;
            Ok(reply::told(Reason::UserRestored { label: user.name }))
        }
    }
}

async fn approve(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    if !store.approve_administrator(id).await? {
        return Err(unknown());
    }
    store
        .log(
            &Reason::DidApproveUser {
                label: user.name.clone(),
            },
            &actor.name,
        )
        .await?;
    Ok(reply::told(Reason::UserApproved { label: user.name }))
}
