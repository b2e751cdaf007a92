//! How each kind stands: what the main page shows.

use super::MAIN;
use crate::{
    ApiError, App,
    document::{Call, route},
    reply,
};
use axum::{extract::State, response::Response};
use selaras_engine::kinds;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

/// How one kind stands.
#[derive(Serialize, ToSchema)]
struct KindSummary {
    kind: &'static str,
    label: &'static str,
    /// Rows of the source's list, when it was last read whole.
    #[schema(required)]
    source_rows: Option<i64>,
    rows: i64,
    migrated: i64,
    failed: i64,
    /// Of a kind of people: how many they are.
    #[schema(required)]
    people: Option<i64>,
    /// Of a kind whose rows are people's places in classes: how many they are.
    #[schema(required)]
    places: Option<i64>,
    /// People who have an account on the platform, unchanged since.
    #[schema(required)]
    accounts: Option<i64>,
    /// Places that are enrolled.
    #[schema(required)]
    enrolled: Option<i64>,
    /// Places that are suspended.
    #[schema(required)]
    suspended: Option<i64>,
    missing: i64,
    /// RFC 3339.
    #[schema(required)]
    last_synced_at: Option<String>,
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    let call = Call::get(format!("{MAIN}/summary"), "Ringkasan setiap jenis data")
        .tag("Ringkasan")
        .gives_all::<KindSummary>();
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
        summaries.push(KindSummary {
            kind: work.name,
            label: work.label,
            source_rows: source_rows.get(work.name).copied(),
            rows: standing.rows,
            migrated,
            failed: standing.failed,
            people: of_people(standing.objects),
            accounts: of_people(standing.migrated),
            places: of_places(standing.rows),
            enrolled: of_places(standing.enrolled),
            suspended: of_places(standing.suspended),
            missing: standing.missing,
            last_synced_at: last_syncs.get(work.name).cloned(),
        });
    }
    Ok(reply::all(summaries))
}
