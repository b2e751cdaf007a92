//! Whether Selaras lives, and whether all it depends on does; and the API's document.

use crate::{
    App,
    document::{Call, object, route, text},
};
use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;
use utoipa_axum::router::OpenApiRouter;

/// How long a part may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

pub(crate) fn open() -> OpenApiRouter<App> {
    let shape = object(&[("msg", text()), ("data", json!({ "type": "object" }))]);
    let live = Call::get("/health/live", "Proses hidup")
        .tag("Kesehatan")
        .open()
        .gives(text());
    let ready = Call::get("/health/ready", "Database, sumber dan Moodle menjawab")
        .tag("Kesehatan")
        .open()
        .reply(200, "Semua menjawab", shape.clone())
        .reply(503, "Ada yang tidak menjawab", shape);
    let document = Call::get("/openapi.json", "Dokumen ini").tag("Kesehatan").open().reply(
        200,
        "Dokumen",
        json!({ "type": "object" }),
    );
    OpenApiRouter::new()
        .routes(route(&live, self::live))
        .routes(route(&ready, self::ready))
        .routes(route(&document, self::document))
}

async fn live() -> Response {
    crate::reply::success("hidup")
}

/// Ready means that the database answers: without it nothing can be done. Source and platform are told beside it.
async fn ready(State(app): State<App>) -> Response {
    let engine = &app.engine;
    let (database, source, platform) = tokio::join!(
        timeout(PATIENCE, engine.store().ping()),
        timeout(PATIENCE, engine.source().ping()),
        timeout(PATIENCE, engine.platform().site()),
    );
    let word = |up: bool| if up { "up" } else { "down" };
    let database = matches!(database, Ok(Ok(())));
    let data = json!({
        "database": word(database),
        "source": word(matches!(source, Ok(Ok(())))),
        "platform": word(matches!(platform, Ok(Ok(_)))),
    });
    let (status, msg) = if database {
        (StatusCode::OK, "Success")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "Error")
    };
    (status, Json(json!({ "msg": msg, "data": data }))).into_response()
}

async fn document(State(app): State<App>) -> Response {
    Json(&*app.document).into_response()
}
