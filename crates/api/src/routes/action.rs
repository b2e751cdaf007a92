//! Sync, export, enroll, unenroll and delete, of all rows, chosen rows or one row of any kind.

use crate::{ApiError, App, body::Fields, reply, session::Actor};
use axum::{extract::State, http::HeaderMap, response::Response};
use selaras_engine::{Order, Verb};
use selaras_kinds::Kind;
use selaras_store::Selection;

/// Verbs as the routes' constant parameters.
pub(crate) const SYNC: usize = 0;
pub(crate) const EXPORT: usize = 1;
pub(crate) const ENROLL: usize = 2;
pub(crate) const UNENROLL: usize = 3;
pub(crate) const DELETE: usize = 4;

/// An action on all rows of a kind: on those of a class, where the body names one, and on those with `ids` (rows of the
/// dashboard) or `keys` (rows of the source), where it lists some.
pub(crate) async fn all<K: Kind, const VERB: usize>(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    let mut selection = scope::<K>(&body)?;
    selection.ids = body.ids("ids")?;
    selection.any_of = body.texts("keys")?.map(|keys| (K::CALLS.one[0].to_owned(), keys));
    if selection.any_of.as_ref().is_some_and(|(_, keys)| keys.is_empty()) {
        return Err(ApiError::field("keys", "Pilih sedikitnya satu baris"));
    }
    act::<K>(&app, actor, &headers, &body, Verb::ALL[VERB], selection).await
}

/// An action on one row, named by its key.
pub(crate) async fn one<K: Kind, const VERB: usize>(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    let mut selection = scope::<K>(&body)?;
    for name in K::CALLS.one {
        selection.equals.retain(|(column, _)| column != name);
        let value = body.required(name, &format!("{name} tidak boleh kosong"))?;
        selection.equals.push(((*name).to_owned(), value));
    }
    act::<K>(&app, actor, &headers, &body, Verb::ALL[VERB], selection).await
}

/// An action on one row of the dashboard, named by its id.
pub(crate) async fn by_id<K: Kind, const VERB: usize>(
    State(app): State<App>,
    actor: Actor,
    headers: HeaderMap,
    body: Fields,
) -> Result<Response, ApiError> {
    let selection = Selection {
        ids: vec![body.id()?],
        ..Selection::default()
    };
    act::<K>(&app, actor, &headers, &body, Verb::ALL[VERB], selection).await
}

/// The class (or teacher) that the body names, for kinds whose lists are narrowed so.
pub(crate) fn scope<K: Kind>(body: &Fields) -> Result<Selection, ApiError> {
    let mut selection = Selection::default();
    for column in K::CALLS.list_by {
        if let Some(value) = body.text(column)?.filter(|value| !value.is_empty()) {
            selection.equals.push(((*column).to_owned(), value));
        }
    }
    Ok(selection)
}

async fn act<K: Kind>(
    app: &App,
    actor: Actor,
    headers: &HeaderMap,
    body: &Fields,
    verb: Verb,
    selection: Selection,
) -> Result<Response, ApiError> {
    let order = Order {
        kind: K::NAME,
        verb,
        selection,
        actor: actor.name,
    };
    if body.flag("dry_run")? {
        return Ok(reply::success(app.engine.plan(order).await?));
    }
    let job = app.engine.submit(&order).await?;
    if prefers_async(headers) {
        return match app.engine.store().job(job).await? {
            Some(job) => Ok(reply::accepted(&job)),
            None => Err(ApiError::Internal),
        };
    }
    answer(app.engine.ended(job).await?)
}

/// A job's end as the reply of the call that waited for it.
pub(crate) fn answer(job: selaras_store::jobs::Job) -> Result<Response, ApiError> {
    match job.failure.as_deref() {
        None => Ok(reply::outcome(&job)),
        Some(class) => Err(ApiError::of_class(class, job.message)),
    }
}

/// Whether the caller wants an answer at once (RFC 7240).
pub(crate) fn prefers_async(headers: &HeaderMap) -> bool {
    headers
        .get_all("prefer")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|preference| preference.trim().eq_ignore_ascii_case("respond-async"))
}
