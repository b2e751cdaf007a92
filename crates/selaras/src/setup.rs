//! The first start of `selaras serve`: without any settings, it serves a page that asks for them, on this machine only, then
//! continues with the written settings (decision 37).

mod file;
mod installing;

use crate::{
    serve::{self, GRACE, Share},
    settings::{Layers, LogSettings, ServerSettings, TelemetrySettings},
    telemetry,
};
use anyhow::{Context, Result};
use installing::Installing;
use selaras_api::Limits;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// True if there are no settings and the address to serve on is a loopback address. On any other, the page would ask
/// strangers for secrets.
pub(crate) fn is_wanted(layers: &Layers) -> bool {
    let server = layers.section::<ServerSettings>("server");
    layers.lack_connections() && server.is_ok_and(|server| server.listen.ip().is_loopback())
}

/// Serves the page until the settings are written, then the dashboard, until Ctrl-C or SIGTERM.
pub(crate) fn serve(layers: Layers) -> Result<()> {
    let (log, telemetry): (LogSettings, TelemetrySettings) = (layers.section("log")?, layers.section("telemetry")?);
    telemetry::within(&log, &telemetry, run(layers))
}

async fn run(layers: Layers) -> Result<()> {
    let server: ServerSettings = layers.section("server")?;
    let listener = serve::listener(serve::LISTEN, server.listen)?.into_std()?;
    // The address stays bound from page to dashboard: clients in between wait a moment.
    let kept = listener.try_clone().context("the address cannot be kept")?;
    let installing = Installing::new(layers, listener.local_addr()?)?;
    let done = CancellationToken::new();
    let router = selaras_api::setup::router(Arc::new(installing), done.clone());
    let ended = {
        let done = done.clone();
        async move {
            tokio::select! {
                () = done.cancelled() => {}
                () = serve::wait_for_signal() => {}
            }
        }
    };
    let forced = {
        let done = done.clone();
        async move {
            done.cancelled().await;
            tokio::time::sleep(GRACE).await;
        }
    };
    tokio::select! {
        served = selaras_api::serve(TcpListener::from_std(listener)?, router, Limits::default(), ended) => {
            served.context("the server broke off")?;
        }
        () = forced => {}
    }
    if !done.is_cancelled() {
        return Ok(());
    }
    // Read like at any later start.
    let settings = Layers::read(None)?.settings()?;
    serve::run(settings, Share::Everything, Some(TcpListener::from_std(kept)?)).await
}
