//! Searches, filters and orders of lists that accounts saved under a name, for themselves or for all.

use super::{prefix::MAIN, selection::of_named_kind};
use crate::{
    ApiError, App,
    body::{Failures, Fields},
    document::{Call, Routes, flag, integer, route, text},
    reply::{self, Told},
    session::Actor,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use selaras_kinds::{Kind, OfKind};
use selaras_reasons::Reason;
use selaras_store::{
    administrators::Role,
    saved_views::{MOST, SavedView},
};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Maximum length of a name in characters.
const LONGEST_LABEL: usize = 60;
/// Maximum number of an address's parameters.
const MOST_PARAMETERS: usize = 30;
/// Maximum length of a parameter in characters.
const LONGEST_PARAMETER: usize = 500;

/// A saved view of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = SavedView)]
struct View {
    id: i64,
    label: String,
    /// The parameters of the screen's address.
    address: BTreeMap<String, String>,
    /// True if all accounts see it.
    shared: bool,
    /// True if it is the caller's own.
    own: bool,
    /// The name of its owner.
    owner: String,
}

/// The name of a kind, for a path.
struct Name(&'static str);

impl OfKind for Name {
    fn of<K: Kind>() -> Self {
        Self(K::NAME)
    }
}

pub(super) fn routes() -> Routes<App> {
    let path = || format!("{MAIN}/lists/{{kind}}/views");
    let call = |call: Call| call.tag("Daftar").path("kind", text());
    let views = call(Call::get(path(), "Filter tersimpan: milik sendiri, dan yang dibagikan")).gives_all::<View>();
    let texts = json!({ "type": "object", "additionalProperties": text() });
    let save = call(Call::post(path(), "Simpan filter dengan sebuah nama").own())
        .body(
            &[("label", text()), ("address", texts), ("shared", flag())],
            &["label", "address"],
        )
        .gives::<Told>();
    let delete = call(Call::delete(path(), "Hapus filter tersimpan").own())
        .body(&[("id", integer())], &["id"])
        .gives::<Told>();
    Routes::new()
        .with(route(views, self::views))
        .with(route(save, self::save))
        .with(route(delete, self::delete))
}

async fn views(State(app): State<App>, actor: Actor, Path(kind): Path<String>) -> Result<Response, ApiError> {
    let Name(list) = of_named_kind(&kind, |Name(name)| name)?;
    let views = app.engine.store().saved_views(list, actor.id).await?;
    let views = views.into_iter().map(|(id, view)| View {
        id,
        label: view.label,
        address: view.address,
        shared: view.shared,
        own: view.owner_id == actor.id,
        owner: view.owner,
    });
    Ok(reply::all(views.collect()))
}

async fn save(
    State(app): State<App>,
    actor: Actor,
    Path(kind): Path<String>,
    body: Fields,
) -> Result<Response, ApiError> {
    let Name(list) = of_named_kind(&kind, |Name(name)| name)?;
    let mut failures = Failures::default();
    let label = failures.take(label(&body))?;
    let address = failures.take(address(&body))?;
    failures.end()?;
    let shared = body.flag("shared")?;
    if shared && actor.role != Role::Administrator {
        return Err(ApiError::Forbidden(Reason::ForAdministratorsAlone));
    }
    let view = SavedView {
        label,
        address,
        shared,
        owner_id: actor.id,
        owner: actor.name,
    };
    match app.engine.store().save_view(list, &view).await? {
        true => Ok(reply::sentence(Reason::ViewSaved { label: view.label })),
        false => Err(ApiError::Conflict(Reason::TooManyViews { most: MOST })),
    }
}

async fn delete(
    State(app): State<App>,
    actor: Actor,
    Path(kind): Path<String>,
    body: Fields,
) -> Result<Response, ApiError> {
    let Name(list) = of_named_kind(&kind, |Name(name)| name)?;
    let also_shared = actor.role == Role::Administrator;
    let deleted = app
        .engine
        .store()
        .delete_view(list, body.id()?, actor.id, also_shared)
        .await?;
    match deleted {
        true => Ok(reply::sentence(Reason::ViewDeleted)),
        false => Err(ApiError::NotFound(Reason::NoSuchView)),
    }
}

fn label(body: &Fields) -> Result<String, ApiError> {
    let label = body.required("label", Reason::empty("Nama"))?;
    let most = LONGEST_LABEL as u64;
    match label.chars().count() {
        length if length > LONGEST_LABEL => Err(ApiError::field("label", Reason::NameTooLong { most })),
        _ => Ok(label),
    }
}

fn address(body: &Fields) -> Result<BTreeMap<String, String>, ApiError> {
    let address = body.named_texts("address")?.unwrap_or_default();
    let refused = |reason| Err(ApiError::field("address", reason));
    let too_long = |text: &String| text.chars().count() > LONGEST_PARAMETER;
    if address.is_empty() {
        refused(Reason::empty("Filter"))
    } else if address.len() > MOST_PARAMETERS {
        refused(Reason::ListTooLong {
            field: "address".to_owned(),
            most: MOST_PARAMETERS as u64,
        })
    } else if address.iter().any(|(name, value)| too_long(name) || too_long(value)) {
        refused(Reason::TooLong {
            field: "address".to_owned(),
            most: LONGEST_PARAMETER as u64,
        })
    } else {
        Ok(address)
    }
}
