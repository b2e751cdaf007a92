//! How each kind stands: what the main page shows.

use super::MAIN;
use crate::{
    ApiError, App,
    document::{Call, integer, nullable_integer, object, optional_text, route, text},
    reply,
};
use axum::{extract::State, response::Response};
use selaras_engine::{KindVerbs, kinds};
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
    for KindVerbs { work, is_object, .. } in kinds() {
        let standing = store.standing(work.name, *is_object).await?;
        summaries.push(json!({
            "kind": work.name,
            "label": work.label,
            "source_rows": source_rows.get(work.name),
            "rows": standing.rows,
            "migrated": standing.migrated,
            "failed": standing.failed,
            "last_synced_at": last_syncs.get(work.name),
        }));
    }
    Ok(reply::success(summaries))
}
