//! The real binary as a process, and an administrator who calls it.

use reqwest::{Method, StatusCode};
use selaras_campus::Campus;
use selaras_tests::database::{Database, Fresh};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    time::{Duration, Instant},
};

/// Time-out for everything, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(180);

/// Serves and works.
pub const SERVE: &[&str] = &["serve"];

/// A server with its settings, which can be killed and restarted on the same database.
pub struct Server {
    /// Its settings file.
    file: Option<PathBuf>,
    settings: Vec<(&'static str, String)>,
    /// Its command-line arguments.
    command: &'static [&'static str],
    process: Option<Child>,
    address: String,
    key: String,
    client: reqwest::Client,
    database: Arc<Fresh>,
}

impl Server {
    /// Starts a server on a new database and signs an administrator in.
    pub async fn on(campus: &Campus, database: Database) -> Self {
        Self::with_command(SERVE, campus, database).await
    }

    /// [`Self::on`] with other arguments.
    pub async fn with_command(command: &'static [&'static str], campus: &Campus, database: Database) -> Self {
        let database = database.fresh().await;
        Self::signed_in(None, command, Self::settings(campus, &database.url), database).await
    }

    /// Starts a server on an existing or new database, with more variables, and signs an administrator in.
    pub async fn started_with(more: Vec<(&'static str, String)>, campus: &Campus, database: Fresh) -> Self {
        let mut settings = Self::settings(campus, &database.url);
        settings.extend(more);
        Self::signed_in(None, SERVE, settings, database).await
    }

    /// The variables of a server with this campus and this database.
    pub fn settings(campus: &Campus, database: &str) -> Vec<(&'static str, String)> {
        vec![
            ("SELARAS_SERVER__LISTEN", "127.0.0.1:0".to_owned()),
            ("SELARAS_SERVER__WORK_LISTEN", "127.0.0.1:0".to_owned()),
            ("SELARAS_DATABASE__URL", database.to_owned()),
            ("SELARAS_SOURCE__BASE_URL", campus.source_url().to_owned()),
            ("SELARAS_PLATFORM__BASE_URL", campus.moodle_url().to_owned()),
            ("SELARAS_PLATFORM__TOKEN", campus.moodle_token().to_owned()),
            // Many small calls, so that it can be killed half-way.
            ("SELARAS_PLATFORM__ROWS_PER_CALL", "20".to_owned()),
            ("SELARAS_ZOOM__ACCOUNT_ID", campus.zoom().account_id().to_owned()),
            ("SELARAS_ZOOM__CLIENT_ID", campus.zoom().client_id().to_owned()),
            ("SELARAS_ZOOM__CLIENT_SECRET", campus.zoom().client_secret().to_owned()),
            ("SELARAS_ZOOM__API_URL", campus.zoom_url().to_owned()),
            ("SELARAS_ZOOM__OAUTH_URL", campus.zoom_url().to_owned()),
            ("SELARAS_LOG__FILTER", "error".to_owned()),
        ]
    }

    /// Starts a server with a settings file that configures its source, and signs an administrator in.
    pub async fn reading(file: &Path, campus: &Campus, database: Database) -> Self {
        Self::reading_with(Vec::new(), file, campus, database).await
    }

    /// [`Self::reading`] with more variables.
    pub async fn reading_with(
        more: Vec<(&'static str, String)>,
        file: &Path,
        campus: &Campus,
        database: Database,
    ) -> Self {
        let database = database.fresh().await;
        let mut settings = vec![
            ("SELARAS_SERVER__LISTEN", "127.0.0.1:0".to_owned()),
            ("SELARAS_DATABASE__URL", database.url.clone()),
            ("SELARAS_PLATFORM__BASE_URL", campus.moodle_url().to_owned()),
            ("SELARAS_PLATFORM__TOKEN", campus.moodle_token().to_owned()),
        ];
        settings.extend(more);
        Self::signed_in(Some(file.to_owned()), SERVE, settings, database).await
    }

    async fn signed_in(
        file: Option<PathBuf>,
        command: &'static [&'static str],
        settings: Vec<(&'static str, String)>,
        database: Fresh,
    ) -> Self {
        let mut server = Self {
            file,
            settings,
            command,
            process: None,
            address: String::new(),
            key: String::new(),
            client: reqwest::Client::new(),
            database: Arc::new(database),
        };
        server.start();
        let person = json!({ "name": "Ani Wulandari", "username": "ani", "password": "rahasia-sekali" });
        // In an existing database they have already signed up.
        let (status, body) = server.call(Method::POST, "/api/react/signup", person.clone()).await;
        let there = status == StatusCode::UNPROCESSABLE_ENTITY;
        assert!(status.is_success() || there, "{status}: {body}");
        let login = server.post("/api/react/login", person).await;
        server.key = login["data"]["api_key"].as_str().unwrap().to_owned();
        server
    }

    /// Starts a second server beside this one, on the same database.
    pub fn beside(&self) -> Self {
        self.beside_with_command(self.command)
    }

    /// [`Self::beside`] with other arguments.
    pub fn beside_with_command(&self, command: &'static [&'static str]) -> Self {
        let mut second = self.stopped(command);
        second.start();
        second
    }

    /// A server on the same database that has not been started.
    fn stopped(&self, command: &'static [&'static str]) -> Self {
        Self {
            file: self.file.clone(),
            settings: self.settings.clone(),
            command,
            process: None,
            address: String::new(),
            key: self.key.clone(),
            client: self.client.clone(),
            database: Arc::clone(&self.database),
        }
    }

    /// [`Self::beside_with_command`] with another address of the database.
    pub fn beside_through(&self, command: &'static [&'static str], database_url: &str) -> Self {
        let mut settings = self.settings.clone();
        settings.retain(|(name, _)| *name != "SELARAS_DATABASE__URL");
        settings.push(("SELARAS_DATABASE__URL", database_url.to_owned()));
        let mut second = self.stopped(command);
        second.settings = settings;
        second.start();
        second
    }

    /// Sends an order without waiting for its reply, which may never come.
    pub fn order(&self, path: &str, body: &Value) {
        tokio::spawn(self.request(Method::POST, path).json(body).send());
    }

    /// Starts the server and waits until it prints its address.
    pub fn start(&mut self) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
        // The binary reads every SELARAS_ variable as a setting, also those of the test environment.
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
            command.env_remove(name);
        }
        command.args(self.command);
        if let Some(file) = &self.file {
            command.arg("--config").arg(file);
        }
        let mut process = command
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        self.process = Some(process);
        let said = line.trim().strip_prefix("Selaras: ").unwrap();
        // `selaras work` prints its task before the address.
        self.address = said.rsplit(' ').next().unwrap().to_owned();
    }

    /// Kills the server (SIGKILL).
    pub fn kill(&mut self) {
        let mut process = self.process.take().unwrap();
        process.kill().unwrap();
        process.wait().unwrap();
    }

    /// Uploads a file for a list of the source.
    pub async fn upload(&self, list: &str, file: &str, content: &str) {
        let (status, body) = self.try_to_upload(list, file, content).await;
        assert!(status.is_success(), "{status}: {body}");
    }

    /// [`Self::upload`], which may fail.
    pub async fn try_to_upload(&self, list: &str, file: &str, content: &str) -> (StatusCode, Value) {
        let words = [("list", list), ("file", file)];
        let address = format!("{}/api/v1/api/sources/upload", self.address);
        let address = url::Url::parse_with_params(&address, words).unwrap();
        let request = self.client.put(address).header("x-authorization", &self.key);
        send(request.body(content.to_owned())).await
    }

    /// Stops the server (SIGTERM) and waits for its end.
    pub fn terminate(&mut self) -> ExitStatus {
        let mut process = self.process.take().unwrap();
        Command::new("kill")
            .args(["-TERM", &process.id().to_string()])
            .status()
            .unwrap();
        process.wait().unwrap()
    }

    /// Address of the server's database.
    pub fn database_url(&self) -> &str {
        &self.database.url
    }

    /// Peak memory of the process in kB since the last call.
    pub fn peak_memory(&self) -> u64 {
        let process = self.process.as_ref().unwrap().id();
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        // 5 resets the kernel's peak counter.
        std::fs::write(format!("/proc/{process}/clear_refs"), "5").unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// The raw bytes of a reply.
    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        let reply = self.request(Method::GET, path).timeout(PATIENCE).send().await.unwrap();
        reply.error_for_status().unwrap().bytes().await.unwrap().to_vec()
    }

    /// Starts an action without waiting for its end. Returns the id of its job.
    pub async fn begin(&self, path: &str, body: Value) -> i64 {
        self.begin_with(Method::POST, path, body).await
    }

    /// [`Self::begin`] with another method.
    pub async fn begin_with(&self, method: Method, path: &str, body: Value) -> i64 {
        let request = self.request(method, path).header("prefer", "respond-async").json(&body);
        answer(request).await["job"]["id"].as_i64().unwrap()
    }

    /// All lines of a job's report.
    pub async fn lines(&self, job: i64) -> Vec<Value> {
        let mut lines = Vec::new();
        loop {
            let path = format!("/api/v1/api/jobs/{job}/rows?per_page=100&page={}", lines.len() / 100);
            let page = self.get(&path).await["data"].as_array().unwrap().clone();
            let last = page.len() < 100;
            lines.extend(page);
            if last {
                return lines;
            }
        }
    }

    /// The job once it has ended.
    pub async fn ended(&self, job: i64) -> Value {
        self.until(job, |job| {
            !["queued", "running"].contains(&job["state"].as_str().unwrap())
        })
        .await
    }

    /// The raw text of a whole list.
    pub async fn text(&self, path: &str) -> String {
        let request = self.request(Method::POST, path).json(&json!({}));
        request.timeout(PATIENCE).send().await.unwrap().text().await.unwrap()
    }

    /// Waits until a condition holds for the job.
    pub async fn until(&self, job: i64, holds: impl Fn(&Value) -> bool) -> Value {
        let latest = Instant::now() + PATIENCE;
        loop {
            let found = self.get(&format!("/api/v1/api/jobs/{job}")).await["data"].take();
            if holds(&found) {
                return found;
            }
            assert!(Instant::now() < latest, "timed out: {found}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Number of students in the dashboard.
    pub async fn students(&self) -> i64 {
        let request = self
            .request(Method::POST, "/api/v1/api/mahasiswa/get?page=0&per_page=10")
            .json(&json!({}));
        answer(request).await["total"].as_i64().unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        answer(self.request(Method::GET, path)).await
    }

    /// [`Self::get`]; `None` if the address does not exist.
    pub async fn find(&self, path: &str) -> Option<Value> {
        let reply = self.request(Method::GET, path).timeout(PATIENCE).send().await.unwrap();
        match reply.status() {
            StatusCode::NOT_FOUND => None,
            _ => Some(read(reply).await),
        }
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        answer(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Value {
        answer(self.request(Method::PUT, path).json(&body)).await
    }

    /// The reply to a call, also a failure.
    pub async fn call(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        send(self.request(method, path).json(&body)).await
    }

    /// Where the server listens: `127.0.0.1:4711`.
    pub fn host(&self) -> String {
        self.address.trim_start_matches("http://").to_owned()
    }

    /// The key of the administrator.
    pub fn key(&self) -> &str {
        &self.key
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client
            .request(method, format!("{}{path}", self.address))
            .header("x-authorization", &self.key)
    }
}

async fn answer(request: reqwest::RequestBuilder) -> Value {
    read(request.timeout(PATIENCE).send().await.unwrap()).await
}

/// The reply to a call, also a failure.
async fn send(request: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let reply = request.timeout(PATIENCE).send().await.unwrap();
    let (status, text) = (reply.status(), reply.text().await.unwrap());
    let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}"));
    (status, body)
}

/// The body of a reply, which must be a success.
async fn read(reply: reqwest::Response) -> Value {
    let (status, text) = (reply.status(), reply.text().await.unwrap());
    assert!(status.is_success(), "{status}: {text}");
    serde_json::from_str(&text).unwrap()
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.process.is_some() {
            self.kill();
        }
    }
}
