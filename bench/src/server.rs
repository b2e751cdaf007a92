//! The server that is measured: the real binary, driven over HTTP.

use crate::{
    campus::Campus,
    lists::Call,
    process::{first_line, with_descriptors},
};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::process::{Child, Command};

/// The polling interval of a running job: long enough to cost nothing, short enough for two digits.
const LOOK: Duration = Duration::from_millis(10);

/// The server's limit of file descriptors: a service's default.
const DESCRIPTORS: u32 = 1024;

/// The time of a job.
pub(crate) struct Took {
    /// Seconds from the request to the end of the job, as its client sees them.
    pub(crate) total: f64,
    /// Seconds that the job itself ran.
    pub(crate) ran: f64,
}

/// A server with its own database and a signed-in administrator. Dropping it stops it.
pub(crate) struct Server {
    process: Child,
    address: String,
    key: String,
    client: reqwest::Client,
    /// Opens a connection for each request.
    unpooled: reqwest::Client,
    ready_after: f64,
}

impl Server {
    /// Starts the server on a database. Its other files go to `folder`.
    pub(crate) async fn start(binary: &Path, campus: &Campus, database: &str, folder: &Path) -> Result<Self> {
        Self::start_with(binary, campus, database, folder, &[]).await
    }

    /// The same with more settings.
    pub(crate) async fn start_with(
        binary: &Path,
        campus: &Campus,
        database: &str,
        folder: &Path,
        settings: &[(&str, &str)],
    ) -> Result<Self> {
        Self::started(binary, campus, database, folder, (&["serve"], settings)).await
    }

    /// The same without running jobs, which is left to [`Worker`]s.
    pub(crate) async fn without_jobs(binary: &Path, campus: &Campus, database: &str, folder: &Path) -> Result<Self> {
        Self::started(binary, campus, database, folder, (&["serve", "--no-jobs"], &[])).await
    }

    async fn started(
        binary: &Path,
        campus: &Campus,
        database: &str,
        folder: &Path,
        launch: (&[&str], &[(&str, &str)]),
    ) -> Result<Self> {
        let spawned = Instant::now();
        let (process, line) = begin(binary, campus, database, folder, launch).await?;
        let address = line
            .strip_prefix("Selaras: ")
            .context("the server did not say its address")?
            .to_owned();
        let mut server = Self {
            process,
            address,
            key: String::new(),
            client: reqwest::Client::new(),
            unpooled: reqwest::Client::builder().pool_max_idle_per_host(0).build()?,
            ready_after: 0.0,
        };
        let ready = server.unpooled.get(format!("{}/health/ready", server.address)).send();
        ready.await?.error_for_status()?;
        server.ready_after = spawned.elapsed().as_secs_f64();
        server.sign_in().await?;
        Ok(server)
    }

    async fn sign_in(&mut self) -> Result<()> {
        let person = json!({ "name": "Tolok Ukur", "username": "ukur", "password": "tolok-ukur-1" });
        let login = match self.post("/api/react/login", &person).await {
            // An existing database has the account already.
            Ok(login) => login,
            Err(_) => {
                self.post("/api/react/signup", &person).await?;
                self.post("/api/react/login", &person).await?
            }
        };
        self.key = login["data"]["api_key"]
            .as_str()
            .context("login gave no key")?
            .to_owned();
        Ok(())
    }

    async fn post(&self, path: &str, body: &Value) -> Result<Value> {
        let request = self
            .client
            .post(format!("{}{path}", self.address))
            .header("x-authorization", &self.key)
            .json(body);
        let reply = request.header("prefer", "respond-async").send().await?;
        let status = reply.status();
        let text = reply.text().await?;
        ensure!(status.is_success(), "{path} answered {status}: {text}");
        Ok(serde_json::from_str(&text)?)
    }

    /// The request of a call, with the administrator's key.
    pub(crate) fn request(&self, call: &Call) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v1/api/{}", self.address, call.path);
        let request = self.client.request(call.method.clone(), url);
        let request = request.header("x-authorization", &self.key);
        match &call.body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// Requests a page and reads it to its end. Returns the milliseconds.
    pub(crate) async fn look(&self, call: &Call) -> Result<f64> {
        let start = Instant::now();
        let reply = self.request(call).send().await?;
        let status = reply.status();
        let text = reply.text().await?;
        let took = start.elapsed().as_secs_f64() * 1000.0;
        ensure!(status.is_success(), "{} answered {status}: {text}", call.path);
        Ok(took)
    }

    /// The same on a new connection.
    pub(crate) async fn look_unpooled(&self, path: &str) -> Result<f64> {
        let start = Instant::now();
        let request = self
            .unpooled
            .get(format!("{}/api/v1/api/{path}", self.address))
            .header("x-authorization", &self.key);
        request.send().await?.error_for_status()?.bytes().await?;
        Ok(start.elapsed().as_secs_f64() * 1000.0)
    }

    /// The head of a viewer's request for the event stream of a job that waits for a worker.
    pub(crate) async fn viewer_of_a_job(&self) -> Result<String> {
        let viewer =
            json!({ "nama_user": "Penonton", "username": "penonton", "password": "tolok-ukur-2", "role": "viewer" });
        self.post("/api/v1/api/user/insert", &viewer).await?;
        let known = json!({ "username": "penonton", "password": "tolok-ukur-2" });
        let login = self.post("/api/react/login", &known).await?;
        let key = login["data"]["api_key"].as_str().context("login gave no key")?;
        let job = self.post("/api/v1/api/prodi/sync", &json!({})).await?["job"]["id"].take();
        Ok(format!(
            "GET /api/v1/api/jobs/{job}/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-authorization: {key}\r\n\r\n"
        ))
    }

    /// Host and port.
    pub(crate) fn host(&self) -> &str {
        self.address.trim_start_matches("http://")
    }

    async fn job(&self, id: &Value) -> Result<Value> {
        let request = self
            .client
            .get(format!("{}/api/v1/api/jobs/{id}", self.address))
            .header("x-authorization", &self.key);
        Ok(request.send().await?.error_for_status()?.json::<Value>().await?["data"].take())
    }

    /// Syncs enrolments and checks that all of them had this outcome.
    pub(crate) async fn sync(&self, body: &Value, enrolments: usize, outcome: &str) -> Result<Took> {
        let (job, took) = self.perform("mahasiswa/sync", body).await?;
        ensure!(
            job["counts"][outcome] == enrolments,
            "the sync of {enrolments} enrolments ended otherwise: {job}"
        );
        Ok(took)
    }

    /// Syncs enrolments after some changed, and checks that only these were written. Returns how many: a person in many
    /// classes is one.
    pub(crate) async fn sync_changed(&self, body: &Value, enrolments: usize) -> Result<(usize, Took)> {
        let (job, took) = self.perform("mahasiswa/sync", body).await?;
        let of = |outcome: &str| job["counts"][outcome].as_u64().unwrap_or_default();
        let (changed, unchanged) = (usize::try_from(of("updated"))?, usize::try_from(of("unchanged"))?);
        ensure!(
            changed > 0 && changed + unchanged == enrolments,
            "the sync of {enrolments} enrolments ended otherwise: {job}"
        );
        Ok((changed, took))
    }

    /// Runs an action and waits for its end.
    pub(crate) async fn perform(&self, action: &str, body: &Value) -> Result<(Value, Took)> {
        let start = Instant::now();
        let id = self.post(&format!("/api/v1/api/{action}"), body).await?["job"]["id"].take();
        let (job, total) = loop {
            tokio::time::sleep(LOOK).await;
            let job = self.job(&id).await?;
            if !matches!(job["state"].as_str(), Some("queued" | "running")) {
                break (job, start.elapsed().as_secs_f64());
            }
        };
        ensure!(
            job["state"] == "done" && job["counts"].get("failed").is_none(),
            "{action} ended otherwise: {job}"
        );
        let ran = ran(&job)?;
        Ok((job, Took { total, ran }))
    }

    /// The seconds that all stages of a job ran, added up.
    pub(crate) async fn stages_ran(&self, job: &Value) -> Result<f64> {
        let mut sum = 0.0;
        for stage in job["stages"].as_array().context("the job has no stages")? {
            sum += ran(&self.job(&stage["job"]).await?)?;
        }
        Ok(sum)
    }

    /// Stops it, as `systemctl stop` does.
    pub(crate) async fn stop(mut self) -> Result<()> {
        let id = self.process.id().context("the server has ended")?;
        Command::new("kill").arg(id.to_string()).status().await?;
        self.process.wait().await?;
        Ok(())
    }

    /// Seconds from the start of the process to readiness.
    pub(crate) const fn ready_after(&self) -> f64 {
        self.ready_after
    }

    /// The server's peak memory, in MB.
    pub(crate) fn peak_memory(&self) -> Result<f64> {
        self.memory("VmHWM")
    }

    /// The server's memory under this name in `/proc`, in MB.
    pub(crate) fn memory(&self, name: &str) -> Result<f64> {
        memory_of(&self.process, name)
    }
}

fn memory_of(process: &Child, name: &str) -> Result<f64> {
    let id = process.id().context("the process has ended")?;
    let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
        .with_context(|| format!("no {name}"))?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes * 1024.0 / 1e6)
}

/// A process that only runs jobs. Dropping it stops it.
pub(crate) struct Worker {
    process: Child,
}

impl Worker {
    /// Starts it on the database of a server.
    pub(crate) async fn start(binary: &Path, campus: &Campus, database: &str, folder: &Path) -> Result<Self> {
        let (process, _) = begin(binary, campus, database, folder, (&["work"], &[])).await?;
        Ok(Self { process })
    }

    /// Its peak memory, in MB.
    pub(crate) fn peak_memory(&self) -> Result<f64> {
        memory_of(&self.process, "VmHWM")
    }
}

/// Starts the binary with these arguments and settings. Returns the line that it prints when ready.
async fn begin(
    binary: &Path,
    campus: &Campus,
    database: &str,
    folder: &Path,
    (arguments, settings): (&[&str], &[(&str, &str)]),
) -> Result<(Child, String)> {
    let binary = binary
        .canonicalize()
        .with_context(|| format!("there is no {}", binary.display()))?;
    let mut process = with_descriptors(&binary, DESCRIPTORS)
        .args(arguments)
        .current_dir(folder)
        // The binary takes every variable with its prefix for a setting.
        .env_remove(crate::database::POSTGRES)
        .env("SELARAS_SERVER__LISTEN", "127.0.0.1:0")
        .env("SELARAS_DATABASE__URL", database)
        .env("SELARAS_SOURCE__BASE_URL", campus.source())
        .env("SELARAS_PLATFORM__BASE_URL", campus.moodle())
        .env("SELARAS_PLATFORM__TOKEN", campus.token())
        .env("SELARAS_LOG__FILTER", "warn")
        .envs(settings.iter().copied())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()?;
    let line = first_line(&mut process).await.context("the server did not start")?;
    Ok((process, line))
}

/// The seconds that a job ran.
fn ran(job: &Value) -> Result<f64> {
    Ok(seconds_of_day(&job["finished_at"])? - seconds_of_day(&job["started_at"])?)
}

/// Seconds since midnight of a time such as `2026-01-31T07:30:00.25Z`.
fn seconds_of_day(time: &Value) -> Result<f64> {
    let time = time.as_str().context("the job has no times")?;
    let (_, clock) = time.trim_end_matches('Z').split_once('T').context("no time of day")?;
    clock
        .split(':')
        .try_fold(0.0, |sum, part| Ok(sum * 60.0 + part.parse::<f64>()?))
}
