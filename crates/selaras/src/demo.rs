//! `selaras demo`: the same server with a simulated campus that speaks like a real source, Moodle and Zoom.

use crate::{runtime::runtime, serve, settings::Settings, telemetry};
use anyhow::{Context, Result};
use clap::Args;
use selaras_campus::{Campus, oidc::Provider};
use std::{env, net::SocketAddr, path::PathBuf};

/// Arguments of the demo.
#[derive(Args)]
pub(crate) struct DemoArguments {
    /// Students of the university, up to a million.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    students: u64,
    /// Adds one class, Kuliah Umum A, of so many students.
    #[arg(long, value_name = "STUDENTS", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    large_class: Option<u64>,
    /// What the university is made from: the same number, the same university.
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// Address of the dashboard.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Adds an institution's own way to sign in (OpenID Connect), which lets in every name that it is given.
    #[arg(long)]
    sign_in: bool,
    /// File of the dashboard's database. It is replaced at every start: the campus is new, too.
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

/// Serves the demo until Ctrl-C or SIGTERM.
pub(crate) fn demo(arguments: DemoArguments) -> Result<()> {
    runtime()?.block_on(run(arguments))
}

async fn run(arguments: DemoArguments) -> Result<()> {
    let mut campus = Campus::builder()
        .seed(arguments.seed)
        .students(usize::try_from(arguments.students)?);
    if let Some(size) = arguments.large_class {
        campus = campus.with_large_class("Kuliah Umum", "A", "11", usize::try_from(size)?);
    }
    let campus = campus.start().await.context("the demo campus cannot start")?;
    let database = arguments
        .database
        .unwrap_or_else(|| env::temp_dir().join("selaras-demo.sqlite"));
    for suffix in ["", "-wal", "-shm"] {
        let mut file = database.clone().into_os_string();
        file.push(suffix);
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{} cannot be replaced", database.display()));
            }
            _ => {}
        }
    }
    // The provider needs the address to redirect to.
    let listener = serve::listener(serve::LISTEN, arguments.listen)?;
    let listen = listener.local_addr()?.to_string();
    let provider = match arguments.sign_in {
        true => Some(Provider::start(0).await.context("the demo campus cannot start")?),
        false => None,
    };
    let database = format!("sqlite:{}", database.display());
    let settings = Settings::demo(&listen, &database, &campus, provider.as_ref())?;
    let _traces = telemetry::start(&settings.log, &settings.telemetry)?;
    serve::announce(&format!(
        "Kampus demo: OCAS {}, Moodle {}, Zoom {}",
        campus.source_url(),
        campus.moodle_url(),
        campus.zoom_url()
    ));
    if let Some(provider) = &provider {
        serve::announce(&format!("Akun kampus demo: {}", provider.issuer()));
    }
    serve::run(settings, serve::Share::Everything, Some(listener)).await?;
    campus.shutdown();
    Ok(())
}
