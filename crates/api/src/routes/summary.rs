//! How each kind stands: what the main page shows.

use super::MAIN;
use crate::{
    ApiError, App,
    document::{Call, integer, nullable_integer, object, optional_text, route, text},
    reply,
};
use axum::{extract::State, response::Response};
use selaras_engine::kinds;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

pub(crate) fn routes() -> OpenApiRouter<App> {
    let kind = object(&[
        ("kind", text()),
        ("label", text()),
        ("source_rows", nullable_integer()),
        ("rows", integer()),
        ("migrated", integer()),
        ("failed", integer()),
        ("people", nullable_integer()),
        ("places", nullable_integer()),
        ("accounts", nullable_integer()),
        ("enrolled", nullable_integer()),
        ("suspended", nullable_integer()),
        ("missing", integer()),
        ("last_synced_at", optional_text()),
    ]);
    let call = Call::get(format!("{MAIN}/summary"), "Ringkasan setiap jenis data")
        .tag("Ringkasan")
        .gives(json!({ "type": "array", "items": kind }));
    OpenApiRouter::new().routes(route(&call, summary))
}

async fn summary(State(app): State<App>) -> Result<Response, ApiError> {
    let store = app.engine.store();
    let last_syncs = store.last_syncs().await?;
    let source_rows = store.source_rows().await?;
    let mut summaries = Vec::with_capacity(kinds().len());
    for kind in kinds() {
        let work = &kind.work;
        let standing = (kind.standing)(store.clone()).await?;
        // What is no object on the platform stands by its enrolment.
        let migrated = if kind.is_object {
            standing.migrated
        } else {
            standing.enrolled
        };
        let of_people = |number: i64| kind.is_person.then_some(number);
        let of_places = |number: i64| kind.is_membership.then_some(number);
        summaries.push(json!({
            "kind": work.name,
            "label": work.label,
            "source_rows": source_rows.get(work.name),
            "rows": standing.rows,
            "migrated": migrated,
            "failed": standing.failed,
            "people": of_people(standing.objects),
            "accounts": of_people(standing.migrated),
            "places": of_places(standing.rows),
            "enrolled": of_places(standing.enrolled),
            "suspended": of_places(standing.suspended),
            "missing": standing.missing,
            "last_synced_at": last_syncs.get(work.name),
        }));
    }
    Ok(reply::success(summaries))
}
