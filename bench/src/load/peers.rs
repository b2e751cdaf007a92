//! General admin back ends that serve the same rows of the same database: Datasette on SQLite's file, Directus on
//! PostgreSQL. `scripts/install-peers.sh` installs them. A missing one is reported and not measured.

use super::clients::{Clients, Served};
use crate::{database::Backend, report::say};
use anyhow::{Context, Result, bail};
use reqwest::{Client, Request};
use serde_json::{Value, json};
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{
    process::{Child, Command},
    time::sleep,
};

/// The results of one call of a back end.
pub(super) struct Peer {
    pub(super) name: &'static str,
    /// Our call that returns the same rows.
    pub(super) label: &'static str,
    pub(super) served: Served,
}

/// The limit for a back end's start.
const PATIENCE: Duration = Duration::from_secs(120);
/// The pause between checks.
const LOOK: Duration = Duration::from_millis(200);

/// Our calls with an equivalent there: the first rows, in the order of names, and the rows of a rare name.
const LIKE: [&str; 3] = [
    "students: first page",
    "students: by nama_lengkap, asc",
    "students: search for a rare name",
];

/// A running back end, and its requests equivalent to [`LIKE`].
struct Running {
    process: Child,
    requests: [Request; 3],
}

/// Measures the back end that reads this database.
pub(super) async fn ask(backend: Backend, url: &str, folder: &Path, clients: &Clients) -> Result<Vec<Peer>> {
    let (program, name) = match backend {
        Backend::Sqlite => ("datasette/bin/datasette", "Datasette"),
        Backend::Postgres => ("directus/node_modules/.bin/directus", "Directus"),
    };
    let program = Path::new("target/peers").join(program);
    let Ok(program) = program.canonicalize() else {
        say(&format!(
            "  {name} is not installed, and not compared with: scripts/install-peers.sh"
        ));
        return Ok(Vec::new());
    };
    let mut running = match backend {
        Backend::Sqlite => datasette(program, url).await?,
        Backend::Postgres => directus(program, url, folder).await?,
    };
    let mut peers = Vec::new();
    for (label, request) in LIKE.into_iter().zip(&running.requests) {
        peers.push(Peer {
            name,
            label,
            served: clients.ask(request).await?,
        });
    }
    running.process.kill().await?;
    Ok(peers)
}

/// A free port.
fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Waits until an address answers with a success.
async fn until_ready(address: &str) -> Result<()> {
    let (client, began) = (Client::new(), Instant::now());
    while began.elapsed() < PATIENCE {
        let answered = client.get(address).send().await;
        if answered.is_ok_and(|reply| reply.status().is_success()) {
            return Ok(());
        }
        sleep(LOOK).await;
    }
    bail!("{address} was not ready in {PATIENCE:?}")
}

/// Datasette. The file is configured as immutable, so it counts rows once; suggestions are off.
async fn datasette(program: PathBuf, url: &str) -> Result<Running> {
    let file = Path::new(url.trim_start_matches("sqlite:"));
    let table = file
        .file_stem()
        .and_then(|name| name.to_str())
        .context("a file's name")?;
    let port = free_port()?;
    let process = Command::new(program)
        .arg("serve")
        .arg("--immutable")
        .arg(file)
        .args(["--port", &port.to_string()])
        .args(["--setting", "sql_time_limit_ms", "60000"])
        .args(["--setting", "suggest_facets", "off"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    let list = format!("http://127.0.0.1:{port}/{table}/mahasiswa.json?_size=10&_nocount=1&_nofacet=1");
    until_ready(&format!("http://127.0.0.1:{port}/-/versions.json")).await?;
    let client = Client::new();
    let get = |more: &str| client.get(format!("{list}{more}")).build();
    Ok(Running {
        process,
        requests: [
            get("")?,
            get("&_sort=nama_lengkap")?,
            get("&nama_lengkap__contains=oetoyo")?,
        ],
    })
}

/// Directus, with its cache off as by default. It serves no view, so it serves people only, which is less work.
async fn directus(program: PathBuf, url: &str, folder: &Path) -> Result<Running> {
    let port = free_port()?;
    let (address, password) = (format!("http://127.0.0.1:{port}"), "tolok-ukur-1");
    let command = |what: &str| {
        let mut command = Command::new(&program);
        command
            .arg(what)
            .current_dir(folder)
            .env("NODE_ENV", "production")
            .env("DB_CLIENT", "pg")
            .env("DB_CONNECTION_STRING", url)
            .env("SECRET", "tolok-ukur")
            .env("KEY", "tolok-ukur")
            .env("ADMIN_EMAIL", "ukur@kampus.ac.id")
            .env("ADMIN_PASSWORD", password)
            .env("HOST", "127.0.0.1")
            .env("PORT", port.to_string())
            .env("PUBLIC_URL", &address)
            .env("LOG_LEVEL", "error")
            .env("TELEMETRY", "false")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command
    };
    let made = command("bootstrap").status().await?;
    if !made.success() {
        bail!("Directus could not make its tables: {made}");
    }
    let process = command("start").spawn()?;
    until_ready(&format!("{address}/server/ping")).await?;
    let client = Client::new();
    let who = json!({ "email": "ukur@kampus.ac.id", "password": password });
    let login = client.post(format!("{address}/auth/login")).json(&who).send().await?;
    let login: Value = login.error_for_status()?.json().await?;
    let token = login["data"]["access_token"].as_str().context("login gave no token")?;
    let fields = "id,NPK,nama_lengkap,angkatan,jenis_kelamin,HP,email,nama_depan,nama_belakang,migration";
    let list = format!("{address}/items/mahasiswa_person?limit=10&fields={fields}");
    let get = |more: &str| client.get(format!("{list}{more}")).bearer_auth(token).build();
    Ok(Running {
        process,
        requests: [
            get("")?,
            get("&sort=nama_lengkap")?,
            get("&filter[nama_lengkap][_icontains]=oetoyo")?,
        ],
    })
}
