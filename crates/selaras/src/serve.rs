//! `selaras serve` and `selaras work`: open the database, connect source and platform, then serve pages or run jobs until
//! stopped.

use crate::{
    service,
    settings::{PlatformSettings, Settings, SourceSection, certificate, variable},
    telemetry,
};
use anyhow::{Context, Result, ensure};
use futures::FutureExt;
use jiff::tz::TimeZone;
use secrecy::ExposeSecret;
use selaras_api::{ApiSettings, Limits};
use selaras_engine::{Engine, Guard, Parts};
use selaras_notify::{Notifier, NotifySettings};
use selaras_platform::moodle::{Moodle, MoodleSettings};
use selaras_reasons::{Language, Reason};
use selaras_source::Source;
use selaras_store::{Store, StoreError};
use selaras_zoom::Zoom;
use std::{net::SocketAddr, process, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpSocket},
    signal::unix,
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

/// How long requests and jobs may take to end cleanly after the signal.
pub(crate) const GRACE: Duration = Duration::from_secs(8);

/// The list of the source that is used only if `source.mbkm` is set.
pub(crate) const MBKM: &str = "mbkm_students";

/// The share of the work that a process does. Pages and jobs can run in separate processes, to scale each on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    Everything,
    /// Serves people and stores the jobs that they order.
    Pages,
    /// Runs jobs and schedules, sends notices and cleans up.
    Jobs,
}

/// Does its share until Ctrl-C or SIGTERM.
pub(crate) fn serve(settings: Settings, share: Share) -> Result<()> {
    let (log, telemetry) = (settings.log.clone(), settings.telemetry.clone());
    telemetry::within(&log, &telemetry, run(settings, share, None))
}

/// Wires all parts together and does its share. `taken` is a listener on the configured address, if it is already bound.
pub(crate) async fn run(settings: Settings, share: Share, taken: Option<TcpListener>) -> Result<()> {
    let zone = TimeZone::get(&settings.server.time_zone).context("the setting server.time_zone is wrong")?;
    let url = settings.database.url.expose_secret();
    let alone = url.starts_with("sqlite:");
    ensure!(
        !alone || share == Share::Everything,
        "the setting database.url names a SQLite file, which one process has for itself: run selaras serve alone, or set \
         a PostgreSQL database"
    );
    // The address may contain a password, so it is not repeated.
    let store = Store::open(url).await.map_err(|error| match error {
        StoreError::Schema { .. } => anyhow::anyhow!("the database cannot be brought up to date: {error}"),
        error => {
            anyhow::anyhow!("the setting database.url (or SELARAS_DATABASE__URL) does not open a database: {error}")
        }
    })?;
    let stop = CancellationToken::new();
    let engine = engine(&settings, &store, &stop)?;
    let (kept, nightly) = (settings.retention.kept(), settings.backup.nightly()?);
    // Bind first: if the address is in use, this process starts no work beside the one that has it.
    let listener = match (share, taken) {
        (Share::Jobs, _) => {
            let address = settings.server.work_listen;
            address
                .map(|address| listener("server.work_listen", address))
                .transpose()?
        }
        (_, Some(taken)) => Some(taken),
        (_, None) => Some(listener(LISTEN, settings.server.listen)?),
    };
    let mut lasting = JoinSet::new();
    lasting.spawn(
        stop.clone()
            .run_until_cancelled_owned(selaras_api::keep_figures())
            .map(|_| Ok(())),
    );
    lasting.spawn(engine.clone().watch_disk().map(Ok));
    if share != Share::Pages {
        lasting.spawn(engine.clone().keep_house(kept, nightly, zone.clone()).map(Ok));
        lasting.spawn(engine.clone().keep_schedules(zone).map(Ok));
        lasting.spawn(engine.clone().keep_telling().map(Ok));
        lasting.spawn(engine.clone().work(alone));
    }
    let signalled = {
        let stop = stop.clone();
        async move {
            wait_for_signal().await;
            tracing::info!("stopping");
            service::stopping();
            stop.cancel();
        }
    };
    let answering = async {
        if let Some(listener) = listener {
            return answer(listener, &settings, share, engine, &stop, signalled).await;
        }
        announce(&format!("Selaras: {WORKS}"));
        service::ready(WORKS, stop.clone());
        signalled.await;
        Ok(())
    };
    let answered = tokio::select! {
        answered = answering => answered,
        broken = break_off(&mut lasting, &stop) => Err(broken),
    };
    stop.cancel();
    let ended = async {
        while let Some(ended) = lasting.join_next().await {
            if let Ok(Err(error)) = ended {
                tracing::warn!(%error, "the worker ended badly");
            }
        }
    };
    if tokio::time::timeout(GRACE, ended).await.is_err() {
        tracing::warn!("the process ends while work is under way, which goes on at the next start");
    }
    // Unfinished work continues at the next start, whatever still holds a connection.
    if tokio::time::timeout(GRACE, store.close()).await.is_err() {
        tracing::warn!("the database is left while something is at it");
    }
    answered
}

/// Waits for the end of any task that should last as long as the process. Without jobs, schedules or backups the process
/// would look healthy, so it exits and its supervisor restarts it.
async fn break_off(lasting: &mut JoinSet<selaras_engine::Result<()>>, stop: &CancellationToken) -> anyhow::Error {
    loop {
        let ended = lasting.join_next().await;
        match ended {
            Some(ended) if !stop.is_cancelled() => {
                let error = match ended {
                    Ok(Ok(())) => anyhow::anyhow!("it ended by itself"),
                    Ok(Err(error)) => error.into(),
                    Err(error) => error.into(),
                };
                return error.context("a part of the server that lasts as long as it has broken off");
            }
            Some(_) => {}
            // All have ended after the stop; requests in progress are completed.
            None => std::future::pending().await,
        }
    }
}

/// Builds the engine from its parts.
fn engine(settings: &Settings, store: &Store, stop: &CancellationToken) -> Result<Engine> {
    let parts = Parts {
        store: store.clone(),
        source: source(&settings.source, &settings.server.time_zone)?,
        platform: Arc::new(platform(&settings.platform, &settings.server.time_zone)?),
        zoom: settings.zoom.account()?.map(Zoom::new).transpose()?,
        root_category: settings.platform.root_category,
        source_requests: settings.source.requests,
        platform_requests: settings.platform.requests,
        leaving: settings.platform.leaving,
        guard: Guard {
            percent: settings.guard.percent,
            rows: settings.guard.rows,
        },
        zone: TimeZone::get(&settings.server.time_zone).context("the setting server.time_zone is wrong")?,
    };
    let worker = format!(
        "{}-{:08x}",
        process::id(),
        u32::from_ne_bytes(selaras_ambient::random()?)
    );
    let engine = Engine::new(parts, &worker, stop.clone()).telling(notifier(settings)?);
    let cautions = settings.cautions();
    for caution in &cautions {
        tracing::warn!(
            "{} {}",
            english(&caution.text),
            caution.mend.as_ref().map(english).unwrap_or_default()
        );
    }
    let engine = engine.cautioned(cautions);
    Ok(match settings.source.mbkm {
        true => engine,
        false => engine.without_list(MBKM),
    })
}

/// A sentence for the log, in English.
fn english(reason: &Reason) -> String {
    reason.sentence(Language::English)
}

/// Length of the accept backlog: a client that finds no place there retries only after a second.
const BACKLOG: u32 = 1024;

/// Kernel send buffer per connection in bytes: a client that reads nothing costs no more.
const SEND_BUFFER: u32 = 128 * 1024;
/// Kernel receive buffer per connection in bytes: no more of a body that is too large is ever copied.
const RECEIVE_BUFFER: u32 = 128 * 1024;

/// The setting for the dashboard's address.
pub(crate) const LISTEN: &str = "server.listen";
/// Startup message of a process without pages; only monitoring reads it.
const WORKS: &str = "works at jobs";

/// Binds the address of a setting.
pub(crate) fn listener(setting: &str, address: SocketAddr) -> Result<TcpListener> {
    let listen = || {
        let socket = match address {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit both.
        socket.set_send_buffer_size(SEND_BUFFER)?;
        socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    listen().with_context(|| {
        format!(
            "the setting {setting} (or {}) does not work: {address}",
            variable(setting)
        )
    })
}

/// Settings of the API.
fn api_settings(settings: &Settings) -> Result<ApiSettings> {
    Ok(ApiSettings {
        signup: settings.auth.signup,
        passwords: settings.auth.passwords,
        key_lifetime: Duration::from_secs(u64::from(settings.auth.key_hours) * 3600),
        idle: settings.auth.idle(),
        mbkm: settings.source.mbkm,
        time_zone: settings.server.time_zone.clone(),
        logins_per_minute: settings.auth.logins_per_minute,
        secret_key: settings.auth.secret_key()?,
        providers: settings.providers()?,
        public_url: settings.public_url()?,
        zoom_webhook_secret: settings.zoom.webhook_secret(),
        largest_upload: settings.source.uploads.megabytes.saturating_mul(1_000_000),
        origins: settings.origins.clone(),
    })
}

/// Serves the dashboard, or for a process that only runs jobs its health and metrics, until stopped.
async fn answer(
    listener: TcpListener,
    settings: &Settings,
    share: Share,
    engine: Engine,
    stop: &CancellationToken,
    signalled: impl Future<Output = ()> + Send + 'static,
) -> Result<()> {
    let told = api_settings(settings)?;
    let address = format!("http://{}", listener.local_addr()?);
    let (app, says) = match share {
        Share::Jobs => (
            selaras_api::standing(engine, told),
            format!("{WORKS}, and tells how at {address}"),
        ),
        Share::Everything | Share::Pages => (selaras_api::router(engine, told), address),
    };
    announce(&format!("Selaras: {says}"));
    service::ready(&says, stop.clone());
    let serving = selaras_api::serve(listener, app, Limits::default(), signalled);
    let forced = async {
        stop.cancelled().await;
        // A slow reader of a list or a file must not delay the stop for ever.
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = serving => served.context("the server broke off"),
        () = forced => Ok(()),
    }
}

/// Prints what people and scripts wait for to standard output.
#[allow(clippy::print_stdout, reason = "the address is the command's output")]
pub(crate) fn announce(text: &impl std::fmt::Display) {
    println!("{text}");
}

/// The academic system, with all configured readers.
pub(crate) fn source(set: &SourceSection, time_zone: &str) -> Result<Source> {
    let mut ways = set.ways()?;
    ways.files.time_zone = TimeZone::get(time_zone).context("the setting server.time_zone is wrong")?;
    Ok(Source::of(ways)?)
}

fn notifier(settings: &Settings) -> Result<Notifier> {
    let set = &settings.notify;
    Ok(Notifier::new(&NotifySettings {
        smtp_url: set.smtp_url.clone(),
        from: set.from.clone(),
        to: set.to.clone(),
        webhook_url: set.webhook_url.clone(),
        webhook_secret: set.webhook_secret.clone(),
        ..NotifySettings::default()
    })?)
}

/// The connector of the platform.
pub(crate) fn platform(set: &PlatformSettings, time_zone: &str) -> Result<Moodle> {
    let mut moodle = MoodleSettings::new(set.url()?, set.token.clone());
    moodle.time_zone = TimeZone::get(time_zone).context("the setting server.time_zone is wrong")?;
    moodle.root_category = set.root_category;
    moodle.student_role = set.student_role;
    moodle.teacher_role = set.teacher_role;
    moodle.max_input_vars = set.max_input_vars;
    moodle.rows_per_call = set.rows_per_call;
    moodle.in_flight = set.requests;
    moodle.timeout = Duration::from_secs(set.timeout_seconds);
    moodle.auth = set.auth.clone();
    moodle.username = set.username;
    moodle.ca_certificate = certificate("platform.ca_file", set.ca_file.as_deref())?;
    Ok(Moodle::new(moodle)?)
}

/// Waits for Ctrl-C or SIGTERM.
pub(crate) async fn wait_for_signal() {
    let terminated = async {
        match unix::signal(unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}
