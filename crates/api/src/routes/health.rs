//! Liveness, readiness, and the API's document.

use crate::{
    ApiError, App,
    document::{Call, Routes, route},
    reply::Told,
    server::Turn,
    web::{packed_by, takes},
};
use axum::{
    Json,
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use selaras_engine::Engine;
use serde::Serialize;
use serde_json::Value;
use std::{
    io::Write,
    sync::{Arc, LazyLock},
    time::Duration,
};
use tokio::{
    sync::Mutex,
    time::{Instant, timeout},
};
use utoipa::ToSchema;

/// How long a health check is cached.
const MOMENT: Duration = Duration::from_secs(1);
/// How long a successful test write is cached: each writes and syncs some pages.
const WRITE_MOMENT: Duration = Duration::from_secs(5);
/// Time-out of each part's check.
const PATIENCE: Duration = Duration::from_secs(5);

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

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Parts {
    #[schema(inline)]
    database: Standing,
    #[schema(inline)]
    source: Standing,
    #[schema(inline)]
    platform: Standing,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Standing {
    Up,
    Down,
}

impl Standing {
    const fn of(answers: bool) -> Self {
        if answers { Self::Up } else { Self::Down }
    }
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

pub(crate) fn document() -> Routes<App> {
    let call = Call::get("/openapi.json", "Dokumen ini")
        .tag("Kesehatan")
        .open()
        .reply::<Value>(200, "Dokumen");
    Routes::new().with(route(call, send_document))
}

async fn live() -> Response {
    Json(Told::of("hidup".to_owned())).into_response()
}

/// The last health check, shared by all clients: they may be anonymous, and source and platform have other work.
#[derive(Debug, Clone, Default)]
pub(crate) struct HealthCache(Arc<Mutex<CachedHealth>>);

#[derive(Debug, Default)]
struct CachedHealth {
    last: Option<(Instant, Parts)>,
    wrote: Option<Instant>,
}

impl HealthCache {
    /// The state of all parts, at most [`MOMENT`] old.
    async fn parts(&self, engine: &Engine) -> Parts {
        let mut cached = self.0.lock().await;
        if let Some((at, parts)) = &cached.last
            && at.elapsed() < MOMENT
        {
            return *parts;
        }
        let (database, source, platform) = tokio::join!(
            takes_writes(engine, &mut cached.wrote),
            timeout(PATIENCE, engine.source().ping()),
            timeout(PATIENCE, engine.platform().site()),
        );
        let parts = Parts {
            database: Standing::of(database),
            source: Standing::of(matches!(source, Ok(Ok(())))),
            platform: Standing::of(matches!(platform, Ok(Ok(_)))),
        };
        cached.last = Some((Instant::now(), parts));
        parts
    }
}

/// True if the database answers and accepts writes. `wrote` is the time of the last successful test write.
async fn takes_writes(engine: &Engine, wrote: &mut Option<Instant>) -> bool {
    let store = engine.store();
    if !matches!(timeout(PATIENCE, store.ping()).await, Ok(Ok(()))) {
        return false;
    }
    let lately = wrote.is_some_and(|at| at.elapsed() < WRITE_MOMENT);
    if lately && !store.disk_is_full() {
        return true;
    }
    match timeout(PATIENCE, store.try_writing()).await {
        Ok(Ok(())) => {
            *wrote = Some(Instant::now());
            true
        }
        Ok(Err(_)) => false,
        // SQLite's only writer is in a long transaction. That is no failure unless the disk was full before. On PostgreSQL commits
        // hang, for example because a synchronous standby is lost.
        Err(_) => store.has_one_writer() && !store.disk_is_full(),
    }
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

/// The API's document, plain and compressed. It is built at the first request, since few clients ask for it.
static DOCUMENT: LazyLock<(Bytes, Bytes)> = LazyLock::new(|| {
    let document = serde_json::to_vec(&crate::openapi()).unwrap_or_default();
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(&document).and_then(|()| packed.finish());
    (document.into(), packed.unwrap_or_default().into())
});

async fn send_document(headers: HeaderMap) -> Response {
    let (document, packed) = &*DOCUMENT;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    if !takes(&headers, "gzip") {
        return (kind, document.clone()).into_response();
    }
    (kind, packed_by("gzip"), packed.clone()).into_response()
}
