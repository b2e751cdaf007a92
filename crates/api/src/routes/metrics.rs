//! Figures for Prometheus: requests, jobs and rows since the process began.

use crate::{
    ApiError, App,
    document::{Call, route},
    session,
};
use axum::{
    Extension,
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use std::{net::SocketAddr, sync::OnceLock, time::Instant};
use utoipa_axum::router::OpenApiRouter;

/// The text format of Prometheus.
const FORMAT: &str = "text/plain; version=0.0.4";
/// Headers by which a proxy tells that the request came from elsewhere.
const FORWARDED: [&str; 3] = ["forwarded", "x-forwarded-for", "x-real-ip"];

pub(crate) fn open() -> OpenApiRouter<App> {
    let call = Call::get("/metrics", "Angka untuk Prometheus; tanpa kunci hanya dari mesin ini")
        .tag("Kesehatan")
        .gives_text(FORMAT);
    OpenApiRouter::new().routes(route(&call, metrics))
}

/// The process's figures. One recorder serves all routers of a process.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("another recorder of metrics is at work: /metrics stays empty");
        }
        handle
    })
}

/// Counts a request, by the route's path and not by what was asked for.
pub(crate) async fn count(request: Request, next: Next) -> Response {
    recorder();
    let path = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("page", MatchedPath::as_str)
        .to_owned();
    let method = request.method().to_string();
    let start = Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    let labels = [("method", method), ("path", path), ("status", status)];
    metrics::counter!("selaras_requests_total", &labels).increment(1);
    metrics::histogram!("selaras_request_seconds").record(start.elapsed());
    response
}

/// Tells the figures to this machine, and to whoever has a key (contract, section 3).
async fn metrics(
    State(app): State<App>,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let here = peer.is_some_and(|Extension(ConnectInfo(peer))| peer.ip().is_loopback());
    if !here || FORWARDED.iter().any(|name| headers.contains_key(*name)) {
        session::actor(&app, &headers).await?;
    }
    Ok(([(header::CONTENT_TYPE, FORMAT)], recorder().render()).into_response())
}
