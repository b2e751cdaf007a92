//! The log, and traces for an OpenTelemetry collector if `telemetry.otlp_url` is set (OTLP over HTTP): a span for each
//! request, each job, and each outgoing call.

use crate::{
    runtime::runtime,
    settings::{LogFormat, LogSettings, TelemetrySettings},
};
use anyhow::{Context, Result};
use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{Resource, trace::SdkTracerProvider};
use std::time::Duration;
use tokio::runtime::Handle;
use tracing_subscriber::{
    EnvFilter, Layer, Registry, filter::filter_fn, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

/// Time-out of a call to the collector.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time-out for sending the last spans at the end.
const FAREWELL: Duration = Duration::from_secs(5);

type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// Runs a future with the log, and with traces if configured.
pub(crate) fn within(
    log: &LogSettings,
    set: &TelemetrySettings,
    doing: impl Future<Output = Result<()>>,
) -> Result<()> {
    let runtime = runtime()?;
    let traces = {
        let _entered = runtime.enter();
        start(log, set)?
    };
    let done = runtime.block_on(doing);
    // The last spans need the runtime to be sent.
    if let Some(traces) = traces
        && let Err(error) = traces.shutdown_with_timeout(FAREWELL)
    {
        tracing::warn!(%error, "the last traces were not taken");
    }
    done
}

/// Starts the log, and traces if configured. Must be called within a Tokio runtime.
pub(crate) fn start(log: &LogSettings, set: &TelemetrySettings) -> Result<Option<SdkTracerProvider>> {
    let mut layers = vec![written(log)?];
    let traces = set.otlp_url()?.map(|url| provider(url.as_str())).transpose()?;
    if let Some(traces) = &traces {
        let sent = tracing_opentelemetry::layer()
            .with_tracer(traces.tracer("selaras"))
            .with_location(false)
            .with_threads(false);
        // Only our own spans: log events stay in the log.
        let own = filter_fn(|what| what.is_span() && what.target().starts_with("selaras"));
        layers.push(sent.with_filter(own).boxed());
    }
    tracing_subscriber::registry().with(layers).init();
    Ok(traces)
}

fn written(set: &LogSettings) -> Result<BoxedLayer> {
    let filter =
        EnvFilter::try_new(&set.filter).with_context(|| format!("the setting log.filter is wrong: {}", set.filter))?;
    let log = || fmt::layer().with_writer(std::io::stderr);
    Ok(match set.format {
        LogFormat::Json => log().json().with_filter(filter).boxed(),
        LogFormat::Text => log().with_filter(filter).boxed(),
        LogFormat::Journal => tracing_journald::layer()
            .context("the setting log.format is \"journal\", and systemd's journal does not answer")?
            .with_syslog_identifier("selaras".to_owned())
            .with_filter(filter)
            .boxed(),
    })
}

fn provider(url: &str) -> Result<SdkTracerProvider> {
    let wrong = "the setting telemetry.otlp_url does not work";
    let client = reqwest::Client::builder()
        .timeout(PATIENCE)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .context(wrong)?;
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(OnRuntime {
            client,
            runtime: Handle::current(),
        })
        .with_endpoint(url)
        .with_timeout(PATIENCE)
        .build()
        .context(wrong)?;
    Ok(SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_resource(Resource::builder().with_service_name("selaras").build())
        .build())
}

/// Our HTTP client for the exporter: its thread has no runtime.
#[derive(Debug)]
struct OnRuntime {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for OnRuntime {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (client, request) = (self.client.clone(), request.try_into()?);
        let answered = self.runtime.spawn(async move { client.execute(request).await });
        // The body of the collector's reply is not needed and not read.
        Ok(Response::builder()
            .status(answered.await??.status())
            .body(Bytes::new())?)
    }
}
