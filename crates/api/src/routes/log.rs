//! The activity log.

use super::MAIN;
use crate::{
    ApiError, App,
    document::{Call, route},
    language::Reader,
    list_query::Asked,
    reply,
};
use axum::{extract::State, response::Response};
use selaras_store::log::{LOG_COLUMNS, LogEntry};
use utoipa_axum::router::OpenApiRouter;

pub(crate) fn routes() -> OpenApiRouter<App> {
    let call = Call::get(format!("{MAIN}/react/log"), "Aktivitas Log")
        .tag("Log")
        .list(LOG_COLUMNS, &[])
        .gives_rows::<LogEntry>();
    OpenApiRouter::new().routes(route(&call, list))
}

/// Entries, newest first unless another order is asked for.
async fn list(State(app): State<App>, Reader(language): Reader, asked: Asked) -> Result<Response, ApiError> {
    let query = asked.list([]);
    let page = asked.page();
    let entries = app.engine.store().log_page(&query, page).await?;
    let rows = entries.rows.into_iter().map(|entry| entry.in_words(language)).collect();
    Ok(reply::rows(rows, page.map(|_| entries.total)))
}
