//! Liveness and readiness.

use crate::{
    ApiError, App,
    document::{Call, Routes, route},
    health_cache::{Parts, Standing},
    reply::Told,
    server::Turn,
};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

/// State of all that Selaras depends on.
#[derive(Serialize, ToSchema)]
struct Readiness {
    #[schema(inline)]
    msg: Msg,
    #[schema(inline)]
    data: Parts,
}

#[derive(Serialize, ToSchema)]
enum Msg {
    Success,
    Error,
}

pub(crate) fn open() -> Routes<App> {
    let live = Call::get("/health/live", "Proses hidup")
        .tag("Kesehatan")
        .open()
        .gives::<Told>();
    let ready = Call::get("/health/ready", "Database, sumber dan Moodle menjawab")
        .tag("Kesehatan")
        .open()
        .reply::<Readiness>(200, "Semua menjawab")
        .reply::<Readiness>(503, "Ada yang tidak menjawab");
    Routes::new()
        .with(route(live, self::live))
        .with(route(ready, self::ready))
}

async fn live() -> Response {
    Json(Told::of("hidup".to_owned())).into_response()
}

/// Ready means that the database answers and takes writes: nothing works without it. Source and platform are reported beside
/// it.
async fn ready(State(app): State<App>, turn: Turn) -> Result<Response, ApiError> {
    let data = turn.giving_way(app.health_cache.parts(&app.engine)).await?;
    let (status, msg) = match data.database {
        Standing::Up => (StatusCode::OK, Msg::Success),
        Standing::Down => (StatusCode::SERVICE_UNAVAILABLE, Msg::Error),
    };
    Ok((status, Json(Readiness { msg, data })).into_response())
}
