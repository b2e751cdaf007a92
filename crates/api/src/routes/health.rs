//! Whether Selaras lives, and whether all it depends on does; and the API's document.

use crate::{
    App,
    document::{Call, Routes, route},
    reply::Told,
};
use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::Value;
use std::{sync::LazyLock, time::Duration};
use tokio::time::timeout;
use utoipa::ToSchema;

/// How long a part may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How all that Selaras depends on stands.
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

#[derive(Serialize, ToSchema)]
struct Parts {
    #[schema(inline)]
    database: Standing,
    #[schema(inline)]
    source: Standing,
    #[schema(inline)]
    platform: Standing,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Standing {
    Up,
    Down,
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
    let document = Call::get("/openapi.json", "Dokumen ini")
        .tag("Kesehatan")
        .open()
        .reply::<Value>(200, "Dokumen");
    Routes::new()
        .with(route(live, self::live))
        .with(route(ready, self::ready))
        .with(route(document, self::document))
}

async fn live() -> Response {
    Json(Told::of("hidup".to_owned())).into_response()
}

/// Ready means that the database answers: without it nothing can be done. Source and platform are told beside it.
async fn ready(State(app): State<App>) -> Response {
    let engine = &app.engine;
    let (database, source, platform) = tokio::join!(
        timeout(PATIENCE, engine.store().ping()),
        timeout(PATIENCE, engine.source().ping()),
        timeout(PATIENCE, engine.platform().site()),
    );
    let standing = |up: bool| if up { Standing::Up } else { Standing::Down };
    let database = matches!(database, Ok(Ok(())));
    let data = Parts {
        database: standing(database),
        source: standing(matches!(source, Ok(Ok(())))),
        platform: standing(matches!(platform, Ok(Ok(_)))),
    };
    let (status, msg) = if database {
        (StatusCode::OK, Msg::Success)
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, Msg::Error)
    };
    (status, Json(Readiness { msg, data })).into_response()
}

/// The API's document as it is sent: few ask for it, so it is made for the first of them.
static DOCUMENT: LazyLock<Bytes> =
    LazyLock::new(|| serde_json::to_vec(&crate::openapi()).map_or_else(|_| Bytes::new(), Bytes::from));

async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.clone()).into_response()
}
