//! Users: the administrators of the dashboard.

use super::{
    account::{name, new_username, username_taken},
    form::UPDATE,
    prefix::MAIN,
};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, flag, integer, route, text},
    error::shown,
    language::localized,
    list_query::Parameters,
    password,
    reply::{self, Planned, Told},
    session::{self, Actor},
};
use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::Response,
};
use selaras_engine::{Plan, PlanRow};
use selaras_reasons::Reason;
use selaras_store::{
    administrators::{
        ADMINISTRATOR_COLUMNS, Administrator, Admission, Change, Changed, Deleted, DeletedAdministrator,
        ListedAdministrator, NewAdministrator, Restored, Role,
    },
    log::{About, FieldChange},
    sessions::Session,
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

/// The password that an old page sends to keep the present one (contract, section 4).
const PLACEHOLDER: &str = "********";
/// The field with the caller's present password, required to change the own password.
const PRESENT_PASSWORD: &str = "present_password";
/// The log's name for users as a kind of data.
const KIND: &str = "user";

/// The reply to a deletion: a sentence, or the plan of a dry run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum Deletion {
    Done(Told),
    Planned(Box<Planned>),
}

pub(crate) fn routes() -> Routes<App> {
    let path = |rest: &str| format!("{MAIN}/user/{rest}");
    let fields = [
        ("nama_user", text()),
        ("username", text()),
        ("password", text()),
        ("role", roles()),
        ("name", text()),
    ];
    let of_update = [("id", integer()), (PRESENT_PASSWORD, text())];
    let with_id: Vec<_> = of_update.into_iter().chain(fields.iter().cloned()).collect();
    let by_id = [("id", integer()), ("name", text())];
    let [id, by] = by_id.clone();
    let deletion = [id.clone(), by.clone(), ("dry_run", flag())];
    let approval = [id.clone(), by.clone(), ("role", roles())];
    let of_session = [id, by, ("session", integer())];
    Routes::new()
        .with(route(
            Call::get(path("get"), "Daftar user")
                .tag("User")
                .list(ADMINISTRATOR_COLUMNS, &[])
                .gives_rows::<ListedAdministrator>(),
            list,
        ))
        .with(route(
            Call::get(path("username/{username}"), "Satu user")
                .tag("User")
                .path("username", text())
                .gives_one::<Administrator>(),
            detail,
        ))
        .with(route(
            Call::post(path("insert"), "Buat user")
                .tag("User")
                .body(&fields, &["nama_user", "username", "password"])
                .gives::<Told>(),
            insert,
        ))
        .with(route(
            Call::put(path("update"), "Ubah user")
                .tag("User")
                .body(&with_id, &["id", "nama_user", "username"])
                .gives::<Told>(),
            update,
        ))
        .with(route(
            Call::delete(path("delete"), "Hapus user")
                .tag("User")
                .body(&deletion, &["id"])
                .gives::<Deletion>(),
            delete,
        ))
        .with(route(
            Call::get(path("deleted"), "User yang dihapus dan dapat dikembalikan")
                .tag("User")
                .gives_all::<DeletedAdministrator>(),
            deleted,
        ))
        .with(route(
            Call::post(path("restore"), "Kembalikan user yang dihapus")
                .tag("User")
                .body(&by_id, &["id"])
                .gives::<Told>(),
            restore,
        ))
        .with(route(
            Call::post(path("approve"), "Setujui user yang menunggu")
                .tag("User")
                .body(&approval, &["id"])
                .gives::<Told>(),
            approve,
        ))
        .with(route(
            Call::post(path("disable"), "Nonaktifkan user")
                .tag("User")
                .body(&by_id, &["id"])
                .gives::<Told>(),
            disable,
        ))
        .with(route(
            Call::post(path("enable"), "Aktifkan user yang dinonaktifkan")
                .tag("User")
                .body(&by_id, &["id"])
                .gives::<Told>(),
            enable,
        ))
        .with(route(
            Call::get(path("sessions/{id}"), "Sesi seorang user")
                .tag("User")
                .for_administrators()
                .path("id", integer())
                .gives_all::<Session>(),
            sessions,
        ))
        .with(route(
            Call::post(path("end_session"), "Akhiri sesi seorang user")
                .tag("User")
                .body(&of_session, &["id", "session"])
                .gives::<Told>(),
            end_session,
        ))
}

fn roles() -> Value {
    json!(Role::schema())
}

/// The role in the body, if any.
fn role(body: &Fields) -> Result<Option<Role>, ApiError> {
    let named = body.text("role")?.filter(|name| !name.is_empty());
    let unknown = |name: &str| ApiError::field("role", Reason::RoleUnknown { name: shown(name) });
    named
        .map(|name| Role::parse(&name).ok_or_else(|| unknown(&name)))
        .transpose()
}

fn unknown() -> ApiError {
    ApiError::NotFound(Reason::NoSuchUser)
}

async fn list(State(app): State<App>, parameters: Parameters) -> Result<Response, ApiError> {
    let query = parameters.list([]);
    let store = app.engine.store();
    Ok(match parameters.page() {
        Some((page, per_page)) => {
            let users = store.administrators(&query, page, per_page).await?;
            reply::rows(users.rows, Some(users.total))
        }
        None => reply::stream(store.all_administrators(&query)),
    })
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
    let username = failures.take(new_username(&body))?;
    let password = failures.take(app.new_password(&body, "password", Reason::empty("Password")))?;
    let role = failures.take(role(&body))?.unwrap_or(Role::Administrator);
    failures.end()?;
    let hash = password::hash(app.passwords.slot().await?, password).await?;
    let new = NewAdministrator {
        name: &full_name,
        username: &username,
        password_hash: &hash,
        admission: Admission::Active(role),
        identity: None,
    };
    let label = full_name.clone();
    let did = Reason::DidMakeUser { label };
    let added = app.engine.store().add_administrator(new, &did, actor.by()).await;
    let label = added.map_err(username_taken)?.name;
    Ok(reply::sentence(Reason::UserMade { label }))
}

/// The changes to a user, field by field. Passwords are not listed.
fn changes(before: &Administrator, change: &Change<'_>) -> Vec<FieldChange> {
    let role = change.role.unwrap_or(before.role);
    [
        ("name", before.name.as_str(), change.name),
        ("username", before.username.as_str(), change.username),
        ("role", before.role.as_str(), role.as_str()),
    ]
    .into_iter()
    .filter(|(_, old, new)| old != new)
    .map(|(field, old, new)| FieldChange {
        field: field.to_owned(),
        old: old.to_owned(),
        new: new.to_owned(),
    })
    .collect()
}

/// An empty or placeholder password keeps the old one. Changing the own password requires the present one. Owners are
/// notified of what another user changed.
async fn update(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let mut failures = Failures::default();
    let id = failures.take(body.id())?;
    let full_name = failures.take(name(&body, "nama_user", Reason::empty("Nama user")))?;
    let username = failures.take(body.required("username", Reason::empty("Username")))?;
    let typed = failures.take(body.secret("password"))?;
    let password = if typed.trim().is_empty() || typed == PLACEHOLDER {
        None
    } else {
        Some(failures.take(app.new_password(&body, "password", Reason::empty("Password")))?)
    };
    let role = failures.take(role(&body))?;
    failures.end()?;
    let is_own = id == actor.id;
    let store = app.engine.store();
    let mut before = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    if is_own && password.is_some() {
        before = session::check_present_password(&app, &actor, &body, PRESENT_PASSWORD).await?;
    }
    let hash = match password {
        Some(password) => Some(password::hash(app.passwords.slot().await?, password).await?),
        None => None,
    };
    // The stored form.
    let username = username.to_lowercase();
    // Names from earlier versions stay usable, so only a changed name is checked.
    if username != before.username {
        new_username(&body)?;
    }
    let change = Change {
        name: &full_name,
        username: &username,
        password_hash: hash.as_deref(),
        role,
        keep_key: &actor.key_hash,
        seen: &before,
    };
    let label = full_name.clone();
    let saved = Reason::DidSaveUser { label: label.clone() };
    let about = About {
        kind: Some(KIND),
        verb: Some(UPDATE),
        number: Some(&username),
        changes: &changes(&before, &change),
        ..About::default()
    };
    let mut further = Vec::new();
    if hash.is_some() {
        let label = label.clone();
        further.push(match is_own {
            true => Reason::DidChangePassword,
            false => Reason::DidGivePassword { label },
        });
    }
    if let Some(role) = role.filter(|role| *role != before.role) {
        further.push(Reason::DidGiveRole {
            label: label.clone(),
            role: role.word(),
        });
    }
    let renamed = (username != before.username).then(|| Reason::DidRenameUser {
        label,
        username: username.clone(),
    });
    let told: Vec<_> = further.iter().cloned().chain(renamed).collect();
    let notices = match is_own {
        true => told
            .iter()
            .flat_map(|change| app.engine.notices_of_account(actor.owner(), change))
            .collect(),
        false => app.engine.notices_of_account_by(&actor.name, (&before).into(), &told),
    };
    let entries: Vec<_> = [(&saved, about)]
        .into_iter()
        .chain(further.iter().map(|change| (change, About::default())))
        .collect();
    let changed = store.change_administrator(id, change, &entries, actor.by(), &notices);
    match changed.await.map_err(username_taken)? {
        Changed::Unknown => Err(unknown()),
        Changed::Meanwhile => Err(ApiError::Conflict(Reason::UserChangedMeanwhile)),
        Changed::LastAdministrator => Err(ApiError::Conflict(Reason::LastInCharge)),
        Changed::Done => Ok(reply::sentence(Reason::UserSaved { label: full_name })),
    }
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
        return Ok(localized(StatusCode::OK, move |language| {
            Deletion::Planned(Box::new(Planned::of(plan.clone().in_words(language))))
        }));
    }
    let label = user.name;
    let did = Reason::DidDeleteUser { label: label.clone() };
    match store.delete_administrator(id, &did, actor.by()).await? {
        Deleted::Unknown => Err(unknown()),
        Deleted::LastActive => Err(ApiError::Conflict(Reason::LastAdministrator)),
        Deleted::Done => {
            let told = Reason::UserDeleted { label };
            Ok(localized(StatusCode::OK, move |language| {
                Deletion::Done(Told::of(told.sentence(language)))
            }))
        }
    }
}

async fn deleted(State(app): State<App>) -> Result<Response, ApiError> {
    Ok(reply::all(app.engine.store().deleted_administrators().await?))
}

/// Restores a deleted user. Keys stay revoked, so the user must sign in again.
async fn restore(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let store = app.engine.store();
    match store.restore_administrator(body.id()?, actor.by()).await? {
        Restored::Unknown => Err(ApiError::NotFound(Reason::NoSuchDeletedUser)),
        Restored::Taken(user) => Err(ApiError::Conflict(Reason::UsernameTakenBy {
            username: user.username,
        })),
        Restored::Done(user) => Ok(reply::sentence(Reason::UserRestored { label: user.name })),
    }
}

async fn approve(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    let role = role(&body)?.unwrap_or(Role::Administrator);
    if user.disabled {
        return Err(ApiError::Conflict(Reason::UserIsDisabled { label: user.name }));
    }
    if user.active {
        // A repeated approval gets the same reply; a role is given by the form.
        return Ok(reply::sentence(Reason::UserApproved { label: user.name }));
    }
    let label = user.name;
    let did = Reason::DidApproveUser { label: label.clone() };
    if !store.approve_administrator(id, role, &did, actor.by()).await? {
        return Err(unknown());
    }
    Ok(reply::sentence(Reason::UserApproved { label }))
}

/// The sessions of a disabled user end at once.
async fn disable(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    if id == actor.id {
        return Err(ApiError::Conflict(Reason::OwnAccountStaysActive));
    }
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    let (label, username) = (user.name.clone(), user.username);
    let did = Reason::DidDisableUser { label, username };
    match store.disable_administrator(id, &did, actor.by()).await? {
        Changed::Unknown | Changed::Meanwhile => Err(unknown()),
        Changed::LastAdministrator => Err(ApiError::Conflict(Reason::LastAdministratorStaysActive)),
        Changed::Done => Ok(reply::sentence(Reason::UserDisabled { label: user.name })),
    }
}

async fn enable(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let id = body.id()?;
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    let (label, username) = (user.name.clone(), user.username);
    let did = Reason::DidEnableUser { label, username };
    if !user.active && !store.enable_administrator(id, &did, actor.by()).await? {
        return Err(ApiError::Conflict(Reason::UserWaits { label: user.name }));
    }
    Ok(reply::sentence(Reason::UserEnabled { label: user.name }))
}

async fn sessions(State(app): State<App>, actor: Actor, Path(id): Path<String>) -> Result<Response, ApiError> {
    let id: i64 = id.parse().map_err(|_| unknown())?;
    let store = app.engine.store();
    store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    Ok(reply::all(store.sessions(id, actor.session, app.settings.idle).await?))
}

async fn end_session(State(app): State<App>, actor: Actor, body: Fields) -> Result<Response, ApiError> {
    let (id, session) = (body.id()?, body.number("session")?);
    let store = app.engine.store();
    let user = store.administrator_by_id(id).await?.ok_or_else(unknown)?;
    let did = Reason::DidEndSession { label: user.name };
    if !store.end_session(id, session, &did, actor.by()).await? {
        return Err(ApiError::NotFound(Reason::NoSuchSession));
    }
    Ok(reply::sentence(Reason::SessionEnded))
}
