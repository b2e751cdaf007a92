//! A running Selaras on its own port, and clients that call it.

use crate::database::{Database, Fresh};
use argon2::{Argon2, password_hash::PasswordHasher};
use axum::{
    extract::{ConnectInfo, Request},
    middleware::map_request,
};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use jiff::{SignedDuration, civil::date, tz::TimeZone};
use reqwest::{Method, header::HeaderMap};
use sea_orm::ConnectionTrait;
use secrecy::SecretString;
use selaras_api::{ApiSettings, Limits, NewPasswords, ProviderSettings, SettingOrigin, Signup};
use selaras_campus::{
    Campus,
    moodle::{Counts, Moodle as Platform},
};
use selaras_engine::{Engine, Guard, Parts, inspection::Finding};
use selaras_kinds::object::Leaving;
use selaras_notify::{Notifier, NotifySettings};
use selaras_platform::moodle::{Moodle, MoodleSettings, Username};
use selaras_reasons::Reason;
use selaras_source::{FilesSettings, Source, SourceSettings, Ways};
use selaras_store::{
    Store,
    administrators::{Admission, NewAdministrator},
    attendance::Participation,
    log::{By, Origin, Principal},
    sessions::Location,
};
use selaras_tests::sources::{
    Served, Way,
    campus::{by_http, tables},
};
use selaras_zoom::{Zoom, ZoomSettings};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, LazyLock},
    time::Duration,
};
use tempfile::TempDir;
use tokio::{net::TcpSocket, time::Instant};
use tokio_util::sync::{CancellationToken, DropGuard};

/// The main prefix.
pub const A: &str = "/api/v1/api";
/// The prefix of sign-in and of forms.
pub const B: &str = "/api/react";

/// The first administrator's name; the actor in the log.
pub const NAME: &str = "Ani Wulandari";
pub const USERNAME: &str = "ani";
pub const PASSWORD: &str = "rahasia-sekali";

/// A running Selaras with its database and campus. Dropping it stops it.
pub struct Server {
    pub campus: Campus,
    pub engine: Engine,
    url: String,
    key_lifetime: Duration,
    parts: Parts,
    _stop: DropGuard,
    stop: CancellationToken,
    files: Option<TempDir>,
    _served: Option<Served>,
    database: Fresh,
}

/// The default settings of test servers.
pub fn usual_settings() -> ApiSettings {
    ApiSettings {
        signup: Signup::Approval,
        passwords: NewPasswords::Any,
        key_lifetime: Duration::from_secs(3600),
        idle: None,
        mbkm: true,
        time_zone: "Asia/Jakarta".to_owned(),
        logins_per_minute: 10,
        providers: Vec::new(),
        public_url: Some("https://selaras.kampus.example".parse().unwrap()),
        secret_key: Some(SecretString::from("kunci-rahasia-pengujian-saja")),
        zoom_webhook_secret: Some(SecretString::from("kampusDemoWebhook")),
        largest_upload: 5_000_000,
        origins: BTreeMap::from([("source.base_url".to_owned(), SettingOrigin::File)]),
    }
}

/// Changes to the default server.
pub struct Setup {
    on: Database,
    students: usize,
    settings: ApiSettings,
    works: bool,
    patience: Option<Duration>,
    longest_pause: Option<Duration>,
    largest_reply: Option<u64>,
    zoom: bool,
    mails: bool,
    cautions: Vec<Finding>,
    limits: Limits,
    send_buffer: Option<u32>,
    leaving: Leaving,
    username: Username,
    auth: Option<String>,
    files: Option<TempDir>,
    campus: Option<Campus>,
    way: Option<Way>,
    sources: Option<Ways>,
}

impl Server {
    /// A server with default settings and a small university.
    pub async fn start(on: Database) -> Self {
        Self::with(on).start().await
    }

    /// A server with changed settings.
    pub fn with(on: Database) -> Setup {
        Setup {
            on,
            students: 160,
            settings: usual_settings(),
            works: true,
            patience: None,
            longest_pause: None,
            largest_reply: None,
            zoom: true,
            mails: false,
            cautions: Vec::new(),
            // A test's hundred callers, each with several connections, are more than a campus has.
            limits: Limits {
                connections: 4096,
                ..Limits::default()
            },
            send_buffer: None,
            leaving: Leaving::default(),
            username: Username::default(),
            auth: None,
            files: None,
            campus: None,
            way: None,
            sources: None,
        }
    }

    /// Stops the server but not the campus.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// A successor process with another leaving setting. It runs the waiting jobs.
    pub fn restarted(&self, leaving: Leaving) -> Engine {
        self.stop();
        let parts = Parts {
            leaving,
            ..self.parts.clone()
        };
        let engine = Engine::new(parts, "restarted", CancellationToken::new());
        tokio::spawn(engine.clone().work(false));
        engine
    }

    /// A client without a key.
    pub fn anonymous(&self) -> Client {
        Client {
            http: reqwest::Client::new(),
            url: self.url.clone(),
            key: None,
        }
    }

    /// The first administrator, signed in. Writes account and session directly: hashing a password takes time, and most
    /// tests are not about it.
    pub async fn sign_in(&self) -> Client {
        static HASH: LazyLock<String> = LazyLock::new(|| {
            let hash = Argon2::default().hash_password(PASSWORD.as_bytes());
            hash.unwrap().to_string()
        });
        let store = self.engine.store();
        let location = Location {
            address: Some(ELSEWHERE.to_owned()),
            device: None,
        };
        let origin = Origin {
            address: location.address.clone(),
            session: None,
        };
        let by = By {
            name: NAME,
            principal: Some(&Principal::Anonymous),
            origin: Some(&origin),
        };
        let new = NewAdministrator {
            name: NAME,
            username: USERNAME,
            password_hash: &HASH,
            admission: Admission::ActiveIfFirst,
            identity: None,
        };
        let first = store.add_administrator(new, &Reason::DidSignUp, by).await.unwrap();
        let key = BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        let hash = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(key.as_bytes()));
        let (reason, notices) = self.engine.notices_of_new_location((&first).into(), &location);
        let end = store.now() + self.key_lifetime;
        store
            .add_key(&first, &hash, end, &location, &reason, &notices)
            .await
            .unwrap();
        self.anonymous().with_key(&key)
    }

    /// The same database, opened as by another process.
    pub async fn another_store(&self) -> Store {
        Store::open(&self.database.url).await.unwrap()
    }

    /// Queued notices: recipient (`None`: the institution) and text.
    pub async fn notices(&self) -> Vec<(Option<String>, String)> {
        let waiting = self.another_store().await.waiting_notices(i64::MAX, 100).await.unwrap();
        let notices = waiting.into_iter().map(|waiting| waiting.notice);
        notices
            .map(|notice| (notice.recipient, notice.text.trim_end().to_owned()))
            .collect()
    }

    /// Changes the database directly, as time or another process does.
    pub async fn alter(&self, sql: &str) {
        self.another_store()
            .await
            .writer()
            .execute_unprepared(sql)
            .await
            .unwrap();
    }

    /// Moves the server's clock.
    pub fn advance(&self, by: SignedDuration) {
        self.engine.store().clock().advance(by);
    }

    /// The listening address: `127.0.0.1:4711`.
    pub fn address(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// Replaces a file that a list is read from.
    pub fn write_file(&self, name: &str, text: &str) {
        let folder = self.files.as_ref().unwrap();
        std::fs::write(folder.path().join(name), text).unwrap();
    }

    /// The server's database.
    pub fn database(&self) -> &Fresh {
        &self.database
    }

    /// The platform's contents.
    pub fn moodle(&self) -> &Platform {
        self.campus.moodle()
    }

    /// Counts of the platform's objects; fails on duplicates.
    pub fn on_moodle(&self) -> Counts {
        assert_eq!(
            self.moodle().duplicates(),
            selaras_campus::moodle::Duplicates::default(),
            "duplicates on the platform"
        );
        self.moodle().counts()
    }

    /// The number of calls to Moodle functions that write.
    pub fn writing_calls(&self) -> u64 {
        [
            "core_user_create_users",
            "core_user_update_users",
            "core_course_create_courses",
            "core_course_update_courses",
            "core_course_create_categories",
            "core_course_update_categories",
            "core_group_create_groups",
            "core_group_update_groups",
            "core_group_add_group_members",
            "core_group_delete_group_members",
            "enrol_manual_enrol_users",
            "enrol_manual_unenrol_users",
        ]
        .into_iter()
        .map(|function| self.moodle().calls(function))
        .sum()
    }

    /// The first class with students: its body for calls, and its students' numbers.
    pub fn a_class(&self) -> Class {
        self.class_from(0)
    }

    /// The first class with students at index `from` or later.
    pub fn class_from(&self, from: usize) -> Class {
        self.classes(from).next().unwrap()
    }

    /// The classes with students at index `from` or later.
    pub fn classes(&self, from: usize) -> impl Iterator<Item = Class> {
        let university = self.campus.university();
        let has_students = |index: &usize| university.members(*index).len() > 2;
        (from..university.classes()).filter(has_students).map(|index| {
            let class = university.class(index);
            Class {
                index,
                jadwal: class.jadwal_kuliah_detail_id,
                kelas_id: class.kelas_id,
                body: json!({
                    "nama_mk": class.nama_mata_kuliah,
                    "nama_kelas": class.nama_kelas,
                    "program_id": class.program_id,
                }),
                students: university
                    .members(index)
                    .into_iter()
                    .map(|student| university.student(student).npk())
                    .collect(),
            }
        })
    }

    /// Calls a function of Moodle with the fields of one row, as an administrator does by hand.
    pub fn by_hand(&self, function: &str, list: &str, fields: &[(&str, &str)]) -> Value {
        let named: Vec<_> = fields
            .iter()
            .map(|(name, value)| (format!("{list}[0][{name}]"), *value))
            .collect();
        let fields: Vec<_> = named.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        self.moodle().call(function, &fields)
    }

    /// Makes an account on Moodle by hand. Returns its id.
    pub fn account_by_hand(&self, username: &str, email: &str, idnumber: &str) -> u64 {
        let fields = [
            ("username", username),
            ("firstname", "Lama"),
            ("lastname", "Lama"),
            ("email", email),
            ("idnumber", idnumber),
            ("createpassword", "1"),
        ];
        made(&self.by_hand("core_user_create_users", "users", &fields))
    }

    /// Makes a course in Moodle's first category by hand. Returns its id.
    pub fn course_by_hand(&self, shortname: &str, idnumber: &str) -> u64 {
        let fields = [
            ("shortname", shortname),
            ("fullname", "Lama"),
            ("categoryid", "1"),
            ("idnumber", idnumber),
        ];
        made(&self.by_hand("core_course_create_courses", "courses", &fields))
    }

    /// The Moodle id of a class's group.
    pub fn group(&self, jadwal: &str) -> u64 {
        let idnumber = format!("selaras:kelas:{jadwal}");
        self.moodle().group_by_idnumber(&idnumber).unwrap()
    }

    /// The Moodle id of a person's account, if there is one.
    pub fn account(&self, number: &str) -> Option<u64> {
        let account = self.moodle().user_by_username(&number.to_lowercase());
        account.map(|account| account.id)
    }
}

fn by_mail() -> Notifier {
    let settings = NotifySettings {
        smtp_url: SecretString::from("smtp://127.0.0.1:1"),
        from: "selaras@kampus.example".to_owned(),
        to: "elearning@kampus.example".to_owned(),
        ..NotifySettings::default()
    };
    Notifier::new(&settings).unwrap()
}

/// A class of the source.
pub struct Class {
    pub index: usize,
    pub jadwal: String,
    pub kelas_id: String,
    /// `nama_mk`, `nama_kelas` and `program_id`.
    pub body: Value,
    /// The students' numbers, in the source's order.
    pub students: Vec<String>,
}

impl Class {
    /// The key of a student's row in the source's changes.
    pub fn enrolment(&self, npk: &str) -> String {
        let of = |name: &str| self.body[name].as_str().unwrap();
        format!("{}/{}/{}/{npk}", of("program_id"), of("nama_mk"), of("nama_kelas"))
    }

    /// A body that names the class and has these extra members.
    pub fn and(&self, more: Value) -> Value {
        with(&self.body, more)
    }
}

/// A body with extra members.
pub fn with(body: &Value, more: Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

impl Setup {
    pub fn students(mut self, students: usize) -> Self {
        self.students = students;
        self
    }

    pub fn signup(mut self, signup: Signup) -> Self {
        self.settings.signup = signup;
        self
    }

    pub fn key_lifetime(mut self, lifetime: Duration) -> Self {
        self.settings.key_lifetime = lifetime;
        self
    }

    /// The policy for new passwords.
    pub fn passwords(mut self, passwords: NewPasswords) -> Self {
        self.settings.passwords = passwords;
        self
    }

    /// The idle limit of sessions.
    pub fn idle(mut self, idle: Duration) -> Self {
        self.settings.idle = Some(idle);
        self
    }

    pub fn logins_per_minute(mut self, logins: u32) -> Self {
        self.settings.logins_per_minute = logins;
        self
    }

    /// An institution's sign-in provider.
    pub fn provider(mut self, provider: ProviderSettings) -> Self {
        self.settings.providers.push(provider);
        self
    }

    /// A server without a key to encrypt secrets.
    pub fn without_secret_key(mut self) -> Self {
        self.settings.secret_key = None;
        self
    }

    /// Jobs are accepted but stay queued: no worker runs.
    pub fn without_a_worker(mut self) -> Self {
        self.works = false;
        self
    }

    /// The time-out for replies of source and platform.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = Some(patience);
        self
    }

    /// The longest pause that source, platform and Zoom may ask for before a retry.
    pub fn longest_pause(mut self, pause: Duration) -> Self {
        self.longest_pause = Some(pause);
        self
    }

    /// The largest reply that the source may send, in bytes.
    pub fn largest_reply(mut self, bytes: u64) -> Self {
        self.largest_reply = Some(bytes);
        self
    }

    /// The listener's limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The socket's send buffer in bytes: what the system holds for a slow reader.
    pub fn send_buffer(mut self, bytes: u32) -> Self {
        self.send_buffer = Some(bytes);
        self
    }

    /// How accounts are named on Moodle.
    pub fn username(mut self, username: Username) -> Self {
        self.username = username;
        self
    }

    /// How people with new accounts sign in to Moodle.
    pub fn auth(mut self, auth: &str) -> Self {
        self.auth = Some(auth.to_owned());
        self
    }

    /// How people leave a course.
    pub fn leaving(mut self, leaving: Leaving) -> Self {
        self.leaving = leaving;
        self
    }

    /// Mail is configured: notices wait for a server that is never called.
    pub fn with_mail(mut self) -> Self {
        self.mails = true;
        self
    }

    /// Cautions about the settings.
    pub fn cautions(mut self, cautions: Vec<Finding>) -> Self {
        self.cautions = cautions;
        self
    }

    /// Zoom is not configured.
    pub fn without_zoom(mut self) -> Self {
        self.settings.zoom_webhook_secret = None;
        self.zoom = false;
        self
    }

    /// Reads a list from a file with this name, not from the campus.
    pub fn file(mut self, name: &str, text: &str) -> Self {
        let folder = self.files.get_or_insert_with(|| TempDir::new().unwrap());
        std::fs::write(folder.path().join(name), text).unwrap();
        self
    }

    /// Uses this campus.
    pub fn campus(mut self, campus: Campus) -> Self {
        self.campus = Some(campus);
        self
    }

    /// Reads the campus's lists in this way instead of from its web service.
    pub fn way(mut self, way: Option<Way>) -> Self {
        self.way = way;
        self
    }

    /// Reads the lists in these ways.
    pub fn sources(mut self, sources: Ways) -> Self {
        self.sources = Some(sources);
        self
    }

    pub async fn start(self) -> Server {
        let database = self.on.migrated().await;
        let campus = match self.campus {
            Some(campus) => campus,
            None => Campus::builder()
                .students(self.students)
                .zoom_until(date(2026, 9, 30))
                .start()
                .await
                .unwrap(),
        };
        let mut source = SourceSettings::new(campus.source_url().parse().unwrap());
        source.retries = 2;
        source.first_pause = Duration::from_millis(1);
        source.longest_pause = Duration::from_millis(5);
        let mut moodle = MoodleSettings::new(
            campus.moodle_url().parse().unwrap(),
            SecretString::from(campus.moodle_token()),
        );
        moodle.time_zone = TimeZone::get("Asia/Jakarta").unwrap();
        moodle.root_category = 1;
        moodle.retries = 2;
        moodle.first_pause = Duration::from_millis(1);
        moodle.longest_pause = Duration::from_millis(5);
        moodle.rows_per_call = 25;
        moodle.username = self.username;
        moodle.auth = self.auth;
        if let Some(patience) = self.patience {
            source.timeouts.connect = patience;
            source.timeouts.first_byte = patience;
            moodle.timeout = patience;
        }
        source.longest_pause = self.longest_pause.unwrap_or(source.longest_pause);
        moodle.longest_pause = self.longest_pause.unwrap_or(moodle.longest_pause);
        source.max_bytes = self.largest_reply.unwrap_or(source.max_bytes);
        let usual = Ways {
            name: source.name.clone(),
            sql: None,
            files: FilesSettings {
                folder: self.files.as_ref().map(|folder| folder.path().to_owned()),
                ..FilesSettings::default()
            },
            http: Some(source),
        };
        let (ways, served) = match self.way {
            None => (self.sources.unwrap_or(usual), None),
            Some(way) => {
                let (ways, served) = way.serve(&tables(&by_http(&campus)).await).await;
                (ways, Some(served))
            }
        };
        let parts = Parts {
            store: Store::open(&database.url).await.unwrap(),
            source: Source::of(ways).unwrap(),
            platform: Arc::new(Moodle::new(moodle).unwrap()),
            zoom: self.zoom.then(|| zoom(&campus, self.longest_pause)),
            root_category: 1,
            leaving: self.leaving,
            source_requests: 4,
            guard: Guard::default(),
            platform_requests: 2,
            zone: TimeZone::UTC,
        };
        let stop = CancellationToken::new();
        let mut engine = Engine::new(parts.clone(), "test", stop.clone());
        if self.mails {
            engine = engine.telling(by_mail());
        }
        if !self.cautions.is_empty() {
            engine = engine.cautioned(self.cautions);
        }
        if self.works {
            tokio::spawn(engine.clone().work(self.on == Database::Sqlite));
        }
        let listener = TcpSocket::new_v4().unwrap();
        if let Some(bytes) = self.send_buffer {
            listener.set_send_buffer_size(bytes).unwrap();
        }
        listener.bind(([127, 0, 0, 1], 0).into()).unwrap();
        let listener = listener.listen(1024).unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        // Callers stand for people at other machines; without a key they get nothing that needs one.
        let key_lifetime = self.settings.key_lifetime;
        let router = selaras_api::router(engine.clone(), self.settings).layer(map_request(from_elsewhere));
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(selaras_api::serve(listener, router, self.limits, stopped));
        Server {
            campus,
            engine,
            url,
            key_lifetime,
            parts,
            _stop: stop.clone().drop_guard(),
            stop,
            files: self.files,
            _served: served,
            database,
        }
    }
}

/// The default address of callers.
pub const ELSEWHERE: &str = "203.0.113.7";
/// The header in which a test's caller sends its address.
const FROM: &str = "x-caller-address";

async fn from_elsewhere(mut request: Request) -> Request {
    let header = request.headers_mut().remove(FROM);
    let address = header.map_or(ELSEWHERE.to_owned(), |header| header.to_str().unwrap().to_owned());
    let peer = SocketAddr::new(address.parse().unwrap(), 4711);
    request.extensions_mut().insert(ConnectInfo(peer));
    request
}

/// The campus's Zoom account.
fn zoom(campus: &Campus, longest_pause: Option<Duration>) -> Zoom {
    let account = campus.zoom();
    let url: url::Url = campus.zoom_url().parse().unwrap();
    let mut zoom = ZoomSettings::new(
        account.account_id().to_owned(),
        account.client_id().to_owned(),
        SecretString::from(account.client_secret()),
        url.clone(),
        url,
    );
    zoom.retries = 3;
    zoom.first_pause = Duration::from_millis(1);
    zoom.longest_pause = longest_pause.unwrap_or(Duration::from_secs(2));
    Zoom::new(zoom).unwrap()
}

/// A client of the API.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    url: String,
    key: Option<String>,
}

impl Client {
    /// The same client with another key.
    pub fn with_key(&self, key: &str) -> Self {
        Self {
            key: Some(key.to_owned()),
            ..self.clone()
        }
    }

    /// The same client at another address, with another browser.
    pub fn at(&self, address: &str, browser: &str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(FROM, address.parse().unwrap());
        headers.insert("user-agent", browser.parse().unwrap());
        let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
        Self { http, ..self.clone() }
    }

    /// The client's key; panics without one.
    pub fn key(&self) -> &str {
        self.key.as_deref().unwrap()
    }

    pub async fn sign_up(&self, name: &str, username: &str) -> Reply {
        let body = json!({ "name": name, "username": username, "password": PASSWORD });
        self.post(&format!("{B}/signup"), body).await
    }

    /// Logs in with the default password.
    pub async fn log_in(&self, username: &str) -> Self {
        let login = self
            .post(
                &format!("{B}/login"),
                json!({ "username": username, "password": PASSWORD }),
            )
            .await
            .ok();
        self.with_key(login.data()["api_key"].as_str().unwrap())
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[], None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.send(Method::POST, path, &[], Some(body.to_string())).await
    }

    pub async fn delete(&self, path: &str, body: Value) -> Reply {
        self.send(Method::DELETE, path, &[], Some(body.to_string())).await
    }

    /// Posts without waiting for the action's end. Returns the job's id.
    pub async fn begin(&self, path: &str, body: Value) -> i64 {
        let reply = self
            .send(
                Method::POST,
                path,
                &[("prefer", "respond-async")],
                Some(body.to_string()),
            )
            .await;
        assert_eq!(reply.status, 202, "{reply:?}");
        reply.job()["id"].as_i64().unwrap()
    }

    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<String>) -> Reply {
        let call = format!(
            "{method} {path} {}",
            body.as_deref()
                .map_or(String::new(), |body| body.chars().take(300).collect())
        );
        let mut request = self.http.request(method, format!("{}{path}", self.url));
        if let Some(key) = &self.key {
            request = request.header("x-authorization", key);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body);
        }
        let response = request.send().await.unwrap_or_else(|error| panic!("{call}: {error:?}"));
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response
            .text()
            .await
            .unwrap_or_else(|error| panic!("{call}: {error:?}"));
        let body = serde_json::from_str(&text).unwrap_or(Value::Null);
        Reply {
            call,
            status,
            headers,
            body,
            text,
        }
    }

    /// Uploads a file for a list of the source.
    pub async fn upload(&self, list: &str, file: &str, content: Vec<u8>) -> Reply {
        self.put_file("sources/upload", &[("list", list), ("file", file)], content)
            .await
    }

    /// Uploads a file for a list of the source that is not used before it is accepted.
    pub async fn propose(&self, list: &str, file: &str, content: Vec<u8>) -> Reply {
        let query = [("list", list), ("file", file), ("proposed", "true")];
        self.put_file("sources/upload", &query, content).await
    }

    /// Sends a file as the body of a call.
    pub async fn put_file(&self, call: &str, query: &[(&str, &str)], content: Vec<u8>) -> Reply {
        let address = format!("{}{A}/{call}", self.url);
        let address = url::Url::parse_with_params(&address, query).unwrap();
        let key = self.key.as_deref().unwrap_or_default();
        let request = self.http.put(address).header("x-authorization", key);
        let response = request.body(content).send().await.unwrap();
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        Reply {
            call: format!("PUT {query:?}"),
            status,
            headers,
            body: serde_json::from_str(&text).unwrap_or(Value::Null),
            text,
        }
    }

    /// A successful reply with its body unread.
    pub async fn open(&self, path: &str) -> reqwest::Response {
        let key = self.key.as_deref().unwrap_or_default();
        let request = self
            .http
            .get(format!("{}{path}", self.url))
            .header("x-authorization", key);
        request.send().await.unwrap().error_for_status().unwrap()
    }

    /// A file's content.
    pub async fn bytes(&self, path: &str) -> Vec<u8> {
        self.open(path).await.bytes().await.unwrap().to_vec()
    }

    /// The content of a file that a POST gives.
    pub async fn file(&self, path: &str, body: Value) -> Vec<u8> {
        let key = self.key.as_deref().unwrap_or_default();
        let request = self
            .http
            .post(format!("{}{path}", self.url))
            .header("x-authorization", key);
        let response = request.json(&body).send().await.unwrap().error_for_status().unwrap();
        response.bytes().await.unwrap().to_vec()
    }

    /// The job, after waiting for its end.
    pub async fn ended(&self, job: i64) -> Value {
        self.until(job, |job| {
            ["done", "failed", "cancelled"].contains(&job["state"].as_str().unwrap())
        })
        .await
    }

    /// The job, after waiting until `holds` is true.
    pub async fn until(&self, job: i64, holds: impl Fn(&Value) -> bool) -> Value {
        let latest = Instant::now() + Duration::from_secs(30);
        loop {
            let found = self.get(&format!("{A}/jobs/{job}")).await.ok().data().clone();
            if holds(&found) {
                return found;
            }
            assert!(Instant::now() < latest, "timed out: {found}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// A POST under the main prefix; the body names the caller.
    pub async fn act(&self, call: &str, body: Value) -> Reply {
        self.post(&format!("{A}/{call}"), with(&body, json!({ "name": NAME })))
            .await
    }

    /// Syncs all rows of a kind.
    pub async fn sync(&self, kind: &str) -> Reply {
        self.act(&format!("{kind}/sync"), json!({})).await.ok()
    }

    /// Exports all rows of a kind, or those in the body.
    pub async fn export(&self, kind: &str, body: Value) -> Reply {
        let verb = match kind {
            "mahasiswa" => "export_as_user",
            "mahasiswa_mbkm" => "export_user",
            _ => "export",
        };
        self.act(&format!("{kind}/{verb}"), body).await
    }

    /// Syncs and exports all rows of these kinds.
    pub async fn bring(&self, kinds: &[&str]) {
        for kind in kinds {
            self.sync(kind).await;
            self.export(kind, json!({})).await.ok();
        }
    }

    /// The dashboard row of a list with this value.
    pub async fn row(&self, kind: &str, column: &str, value: &str) -> Value {
        let rows = self.rows(kind).await;
        rows.into_iter()
            .find(|row| row[column] == value)
            .unwrap_or_else(|| panic!("no {kind} with {column} {value}"))
    }

    /// All dashboard rows of a list, by id.
    pub async fn rows(&self, kind: &str) -> Vec<Value> {
        let path = format!("{A}/{kind}/get");
        let reply = match kind {
            "mahasiswa" | "mahasiswa_mbkm" | "mengajar" => self.post(&path, json!({})).await,
            _ => self.get(&path).await,
        };
        reply.ok().rows().to_vec()
    }

    /// The rows of a job with this outcome.
    pub async fn job_rows(&self, job: &Value, outcome: &str) -> Vec<Value> {
        let path = format!("{A}/jobs/{}/rows?status={outcome}&per_page=100", job["id"]);
        self.get(&path).await.ok().rows().to_vec()
    }
}

/// A reply.
#[derive(Debug, Clone)]
pub struct Reply {
    call: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
    pub text: String,
}

impl Reply {
    /// The reply; panics unless it is a success.
    #[track_caller]
    pub fn ok(self) -> Self {
        assert!(self.status == 200 && self.body["msg"] == "Success", "{self:#?}");
        self
    }

    /// The reply; panics unless it is a failure with this status, in its envelope.
    #[track_caller]
    pub fn refused(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}: {self:#?}", self.call);
        self.failure()
    }

    /// The reply; panics unless it is a failure in its envelope.
    #[track_caller]
    pub fn failure(self) -> Self {
        assert_eq!(self.body["msg"], "Error", "{self:#?}");
        assert!(
            self.body["data"].as_str().is_some_and(|text| text.chars().count() > 5),
            "{self:#?}"
        );
        assert_eq!(self.body["data"], self.body["message"], "{self:#?}");
        self
    }

    pub fn data(&self) -> &Value {
        &self.body["data"]
    }

    /// The sentence for people.
    #[track_caller]
    pub fn sentence(&self) -> &str {
        self.body["data"]
            .as_str()
            .unwrap_or_else(|| panic!("no sentence: {self:#?}"))
    }

    #[track_caller]
    pub fn rows(&self) -> &[Value] {
        self.body["data"]
            .as_array()
            .unwrap_or_else(|| panic!("no rows: {self:#?}"))
    }

    pub fn total(&self) -> i64 {
        self.body["total"].as_i64().unwrap()
    }

    #[track_caller]
    pub fn job(&self) -> &Value {
        assert!(self.body["job"].is_object(), "no job: {self:#?}");
        &self.body["job"]
    }

    /// Rows by outcome: created, updated, unchanged, missing, conflict, failed.
    #[track_caller]
    pub fn counts(&self) -> [i64; 6] {
        counts(self.job())
    }

    /// Rows by outcome, as sent.
    #[track_caller]
    pub fn outcomes(&self) -> &Value {
        &self.job()["counts"]
    }
}

/// A job's rows by outcome: created, updated, unchanged, missing, conflict, failed. Panics if there are others.
#[track_caller]
pub fn counts(job: &Value) -> [i64; 6] {
    const OUTCOMES: [&str; 6] = ["created", "updated", "unchanged", "missing", "conflict", "failed"];
    let counts = job["counts"].as_object().unwrap();
    assert!(counts.keys().all(|name| OUTCOMES.contains(&name.as_str())), "{job}");
    OUTCOMES.map(|name| counts.get(name).map_or(0, |rows| rows.as_i64().unwrap()))
}

/// The id of the object that Moodle made.
fn made(reply: &Value) -> u64 {
    reply[0]["id"].as_u64().unwrap_or_else(|| panic!("{reply}"))
}

/// A text with its words in reverse order.
pub fn reversed(text: &str) -> String {
    text.split(' ').rev().collect::<Vec<_>>().join(" ")
}

/// One column of the rows.
pub fn column<'a>(rows: &'a [Value], name: &str) -> Vec<&'a str> {
    rows.iter()
        .map(|row| row[name].as_str().unwrap_or_else(|| panic!("no {name}: {row}")))
        .collect()
}

/// A participation of twenty minutes in a meeting of one hour, on 7 September 2026 at 09.00 in Jakarta.
pub fn a_participation() -> Participation {
    const MINUTE: i64 = 60_000;
    let start = 1_788_746_400_000;
    Participation {
        meeting_id: "84512345678".to_owned(),
        topic: "Algoritma A".to_owned(),
        meeting_start: start,
        meeting_end: Some(start + 60 * MINUTE),
        username: "Siti Rahayu".to_owned(),
        email: "siti@kampus.ac.id".to_owned(),
        join_time: start + 5 * MINUTE,
        leave_time: Some(start + 25 * MINUTE),
        leave_reason: "left the meeting".to_owned(),
        join_guessed: false,
        person: None,
    }
}
