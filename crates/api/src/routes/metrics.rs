//! Metrics for Prometheus: requests, jobs and rows since the process started.

use super::prefix::MAIN;
use crate::{
    ApiError, App,
    caller::Caller,
    document::{Call, Routes, route},
    session,
};
use axum::{
    Extension,
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{
    net::SocketAddr,
    sync::OnceLock,
    time::{Duration, Instant},
};
use tokio::time::interval;

/// The text format of Prometheus.
const FORMAT: &str = "text/plain; version=0.0.4";
/// Headers that show that a proxy forwarded the request.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

/// Upper bounds of the histogram buckets, in seconds: a list, a call to Moodle, a wait for a slow source. Buckets instead of
/// quantiles, since quantiles of several processes cannot be added.
const SECONDS: [f64; 12] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 120.0];

/// How often samples are moved into their buckets.
const UPKEEP: Duration = Duration::from_secs(10);

pub(crate) fn open() -> Routes<App> {
    let call = Call::get("/metrics", "Angka untuk Prometheus; tanpa kunci hanya dari mesin ini")
        .tag("Kesehatan")
        .authorizes_itself()
        .gives_text(FORMAT);
    Routes::new().with(route(call, metrics))
}

/// The process's metrics. One recorder serves all routers of a process.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let builder = PrometheusBuilder::new().set_buckets(&SECONDS);
        let Ok(builder) = builder else {
            // Only an empty list of buckets is an error.
            return PrometheusBuilder::new().build_recorder().handle();
        };
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is at work: /metrics stays empty");
        }
        handle
    })
}

/// Maintains the metrics for the life of the process. Otherwise every sample would stay in memory until the next scrape.
pub async fn keep_figures() {
    let mut moments = interval(UPKEEP);
    loop {
        moments.tick().await;
        recorder().run_upkeep();
    }
}

/// Counts a request under its route's path, not under its URL.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    recorder();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("page", MatchedPath::as_str)
        .to_owned();
    let method = name_of(request.method()).to_owned();
    let start = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let took = start.elapsed();
    let sort = if is_list(&path) { "list" } else { "other" };
    let labels = [("method", method), ("path", path), ("status", status)];
    metrics::counter!("selaras_requests_total", &labels).increment(1);
    metrics::histogram!("selaras_request_seconds", "sort" => sort).record(took);
    response
}

/// The label of a method. Clients may send any word, and each label value stays in memory for ever.
fn name_of(method: &Method) -> &str {
    match *method {
        Method::GET | Method::HEAD | Method::POST | Method::PUT | Method::PATCH | Method::DELETE | Method::OPTIONS => {
            method.as_str()
        }
        _ => "other",
    }
}

/// True for lists of the dashboard: people notice their latency first.
fn is_list(path: &str) -> bool {
    path.strip_prefix(MAIN).is_some_and(|rest| rest.ends_with("/get"))
}

/// Serves the metrics to clients on this machine, and to others with a key (contract, section 3).
async fn metrics(
    State(app): State<App>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let here = peer.is_some_and(|Extension(ConnectInfo(peer))| peer.ip().is_loopback());
    if !here || FORWARDED.iter().any(|name| headers.contains_key(*name)) {
        session::actor(&app, &headers, caller).await?;
    }
    // Read from the database at each scrape: every process reports the same values.
    for (state, jobs, oldest) in app.engine.store().queue_figures().await? {
        metrics::gauge!("selaras_queue_jobs", "state" => state).set(jobs);
        metrics::gauge!("selaras_queue_oldest_seconds", "state" => state).set(oldest);
    }
    if let Some((pages, free)) = app.engine.store().pages().await? {
        metrics::gauge!("selaras_database_pages").set(float(pages));
        metrics::gauge!("selaras_database_free_pages").set(float(free));
    }
    let full = app.engine.store().disk_is_full();
    metrics::gauge!("selaras_database_disk_full").set(f64::from(u8::from(full)));
    metrics::gauge!("selaras_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    Ok(([(header::CONTENT_TYPE, FORMAT)], recorder().render()).into_response())
}

#[allow(
    clippy::cast_precision_loss,
    reason = "a count of pages is exact far beyond any disk"
)]
fn float(number: i64) -> f64 {
    number as f64
}
