//! The first start without settings, by the real binary: the page's calls, their refusals, and the dashboard that follows at
//! the same address.

use reqwest::{Method, StatusCode};
use selaras_campus::Campus;
use selaras_reasons::Reason;
use selaras_store::administrators::{Admission, NewAdministrator};
use selaras_tests::database::Database;
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

/// Time-out for everything, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(180);
const SETUP: &str = "/api/v1/setup";

/// `selaras serve` in a folder without settings.
struct Setup {
    process: Child,
    address: String,
    code: String,
    /// Lines of the process's standard error.
    stderr: Receiver<String>,
    client: reqwest::Client,
}

/// The command in a folder, without the test environment's variables.
fn selaras(folder: &Path, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        command.env_remove(name);
    }
    command.current_dir(folder).envs(variables.iter().copied());
    command
}

impl Setup {
    fn start(folder: &Path, variables: &[(&str, &str)]) -> Self {
        let mut process = selaras(folder, variables)
            .arg("serve")
            .env("SELARAS_SERVER__LISTEN", "127.0.0.1:0")
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (tell, stderr) = channel();
        let lines = BufReader::new(process.stderr.take().unwrap()).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        let mut setup = Self {
            process,
            address: String::new(),
            code: String::new(),
            stderr,
            client: reqwest::Client::new(),
        };
        setup.read_code();
        setup
    }

    /// Waits until an address with a code is printed.
    fn read_code(&mut self) {
        loop {
            let line = self.stderr.recv_timeout(PATIENCE).unwrap();
            let Some((_, rest)) = line.rsplit_once("http://") else {
                continue;
            };
            let (address, code) = rest.split_once("/setup#").unwrap();
            (self.address, self.code) = (format!("http://{address}"), code.to_owned());
            return;
        }
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.address));
        request.timeout(PATIENCE).header("x-setup-code", &self.code)
    }

    async fn questions(&self) -> Value {
        answer(self.request(Method::GET, SETUP)).await.1
    }

    async fn post(&self, path: &str, body: &Value) -> (StatusCode, Value) {
        answer(self.request(Method::POST, &format!("{SETUP}{path}")).json(body)).await
    }
}

impl Drop for Setup {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn answer(request: reqwest::RequestBuilder) -> (StatusCode, Value) {
    let reply = request.send().await.unwrap();
    let (status, text) = (reply.status(), reply.text().await.unwrap());
    let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}"));
    (status, body)
}

/// All answers, for a campus.
fn answers(campus: &Campus) -> Value {
    json!({
        "way": "http", "base_url": campus.source_url(), "mbkm": true,
        "platform_url": campus.moodle_url(), "platform_token": campus.moodle_token(), "platform_auth": "ldap",
        "name": "Ani Wulandari", "username": "ani", "password": "rahasia-sekali",
    })
}

fn with(mut body: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

async fn campus() -> Campus {
    Campus::builder().students(60).start().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_tests_writes_and_serves_at_the_same_address() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    let asked = setup.questions().await;
    assert_eq!(asked["data"]["problem"], Value::Null);
    assert_eq!(asked["data"]["lists"].as_array().unwrap().len(), 10);
    let body = answers(&campus);
    let source = json!({ "way": "http", "base_url": campus.source_url(), "mbkm": true });
    let (_, looked) = setup.post("/source", &source).await;
    assert_eq!(looked["data"]["standing"], "ok", "{looked}");
    let (_, tried) = setup
        .post("/source/try", &with(source, json!({ "list": "classes" })))
        .await;
    assert_eq!(
        (&tried["data"]["label"], &tried["data"]["failed"]),
        (&json!("Kelas"), &Value::Null)
    );
    assert_eq!(tried["data"]["rows"].as_array().unwrap().len(), 10);
    let platform = json!({ "platform_url": campus.moodle_url(), "platform_token": campus.moodle_token() });
    let (_, looked) = setup.post("/platform", &platform).await;
    assert_eq!(looked["data"]["standing"], "ok", "{looked}");
    for (path, begins) in [("/role-preset.xml", "<?xml"), ("/plugin.zip", "PK")] {
        let file = setup
            .request(Method::GET, &format!("{SETUP}{path}"))
            .send()
            .await
            .unwrap();
        assert!(file.bytes().await.unwrap().starts_with(begins.as_bytes()), "{path}");
    }
    let (_, looked) = setup.post("/database", &json!({})).await;
    assert_eq!(looked["data"]["inspection"]["standing"], "ok", "{looked}");

    let (status, told) = setup.post("/finish", &with(body, json!({ "course": "kelas" }))).await;
    let file = folder.path().join("selaras.toml");
    assert_eq!(status, StatusCode::OK, "{told}");
    assert!(
        told["data"].as_str().unwrap().contains(file.to_str().unwrap()),
        "{told}"
    );
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(fs::read_to_string(&file).unwrap().contains(campus.moodle_token()));

    let login = json!({ "username": "ani", "password": "rahasia-sekali" });
    let login = setup.request(Method::POST, "/api/react/login").json(&login);
    let (status, session) = answer(login).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    let key = session["data"]["api_key"].as_str().unwrap();
    let connections = setup
        .request(Method::GET, "/api/v1/api/connections")
        .header("x-authorization", key);
    let (_, connections) = answer(connections).await;
    let settings = connections["data"][2]["settings"].as_array().unwrap();
    let auth = settings
        .iter()
        .find(|setting| setting["name"] == "platform.auth")
        .unwrap();
    assert_eq!((&auth["value"], &auth["origin"]), (&json!("ldap"), &json!("file")));
    let shape = setup
        .request(Method::GET, "/api/v1/api/platform/shape")
        .header("x-authorization", key);
    let (_, shape) = answer(shape).await;
    assert_eq!(
        (&shape["data"]["course"], &shape["data"]["actor"]),
        (&json!("kelas"), &json!("Ani Wulandari"))
    );
    let source = &connections["data"][1]["settings"][0];
    assert_eq!(
        (&source["name"], &source["origin"]),
        (&json!("source.base_url"), &json!("file"))
    );
    // The setup's calls are gone.
    assert_eq!(answer(setup.request(Method::GET, SETUP)).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_requires_the_code_and_replaces_it_after_five_tries() {
    let folder = tempfile::tempdir().unwrap();
    let mut setup = Setup::start(folder.path(), &[]);
    let document: Value =
        serde_json::from_slice(&selaras(folder.path(), &[]).arg("openapi").output().unwrap().stdout).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let calls: Vec<_> = paths.iter().filter(|(path, _)| path.starts_with(SETUP)).collect();
    assert_eq!(calls.len(), 8);
    for (path, methods) in calls {
        for method in methods.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let request = setup.client.request(method, format!("{}{path}", setup.address));
            let (status, refused) = answer(request.timeout(PATIENCE)).await;
            assert_eq!(
                (status, &refused["code"]),
                (StatusCode::UNAUTHORIZED, &json!("setup_code_wrong")),
                "{path}"
            );
        }
    }
    let first = std::mem::replace(&mut setup.code, "AAAA-BBBB-CCCC-DDDD".to_owned());
    for _ in 0..5 {
        assert_eq!(setup.questions().await["code"], "setup_code_wrong");
    }
    setup.read_code();
    let second = std::mem::replace(&mut setup.code, first.clone());
    assert_ne!(second, first);
    assert_eq!(setup.questions().await["code"], "setup_code_wrong");
    setup.code = second;
    assert_eq!(setup.questions().await["msg"], "Success");
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_refuses_foreign_pages_and_unknown_keys() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    for (header, value) in [("host", "selaras.kampus.example"), ("origin", "https://kampus.example")] {
        for path in [SETUP, "/setup"] {
            let (status, refused) = answer(setup.request(Method::GET, path).header(header, value)).await;
            assert_eq!(
                (status, &refused["code"]),
                (StatusCode::FORBIDDEN, &json!("setup_from_elsewhere")),
                "{header}"
            );
        }
    }
    for path in ["/source", "/source/try", "/platform", "/database", "/finish"] {
        let (status, refused) = setup
            .post(path, &with(answers(&campus), json!({ "tokn": "x", "list": "classes" })))
            .await;
        assert_eq!(
            (status, &refused["code"]),
            (StatusCode::BAD_REQUEST, &json!("unknown_keys")),
            "{path}"
        );
    }
    // Addresses of other screens redirect to the page; other calls do not exist.
    let browser = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let home = browser
        .get(format!("{}/kelas", setup.address))
        .header("accept", "text/html")
        .send()
        .await
        .unwrap();
    assert_eq!(home.headers()["location"], "/setup");
    assert_eq!(
        answer(setup.request(Method::GET, "/api/v1/api/kelas/get")).await.0,
        StatusCode::NOT_FOUND
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_errors_name_their_field_and_no_secret() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    let body = json!({
        "way": "http", "base_url": "ocas", "platform_url": campus.moodle_url(), "platform_token": "",
        "platform_auth": "LDAP, OAuth", "course": "gedung", "database_url": "mysql://a:b@c/d", "name": "Ani", "username": "", "password": "pendek",
    });
    let (status, refused) = setup.post("/finish", &body).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    let fields: Vec<_> = refused["fields"].as_object().unwrap().keys().collect();
    assert_eq!(
        fields,
        [
            "base_url",
            "course",
            "database_url",
            "password",
            "platform_auth",
            "platform_token",
            "username"
        ]
    );
    let (_, refused) = setup.post("/source", &json!({ "way": "pigeon" })).await;
    assert!(
        refused["fields"]["way"]
            .as_str()
            .unwrap()
            .contains("http, feeder, sql, files, uploads"),
        "{refused}"
    );
    let secrets = json!({ "platform_url": campus.moodle_url(), "platform_token": "very-secret" });
    let (_, looked) = setup.post("/platform", &secrets).await;
    assert_eq!(looked["data"]["standing"], "wrong", "{looked}");
    let sql = json!({ "way": "sql", "sql_url": "postgres://a:very-secret@127.0.0.1:1/x", "queries": { "classes": "SELECT 1" } });
    let (_, source) = setup.post("/source", &sql).await;
    let (_, database) = setup
        .post("/database", &json!({ "database_url": "sqlite:/tidak/ada/very.sqlite" }))
        .await;
    assert_eq!(database["data"]["inspection"]["standing"], "wrong", "{database}");
    assert!(!format!("{looked}{source}{database}").contains("very-secret"));
    let first = with(answers(&campus), json!({ "name": "", "username": "", "password": "" }));
    let (_, refused) = setup.post("/finish", &first).await;
    assert!(
        refused["fields"]["username"]
            .as_str()
            .unwrap()
            .contains("administrator pertama"),
        "{refused}"
    );
    assert!(!folder.path().join("selaras.toml").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_previews_rows_from_every_kind_of_source() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    let rows = async |source: Value| {
        let asked = with(source, json!({ "list": "classes" }));
        let (status, tried) = setup.post("/source/try", &asked).await;
        assert_eq!(status, StatusCode::OK, "{tried}");
        assert_eq!(tried["data"]["failed"], Value::Null, "{tried}");
        tried["data"]["rows"].as_array().unwrap().len()
    };
    let classes = "jadwal_kuliah_detail_id,kelas_id,nama_kelas\n1,IF101-A,A\n2,IF101-B,B\n";
    fs::write(folder.path().join("classes.csv"), classes).unwrap();
    assert_eq!(rows(json!({ "way": "files", "folder": folder.path() })).await, 2);
    let other = "jadwal,kelas_id,nama_kelas\n1,IF101-A,A\n";
    fs::write(folder.path().join("classes.csv"), other).unwrap();
    let more = "[source.files.columns.classes]\njadwal_kuliah_detail_id = 'jadwal'";
    assert_eq!(
        rows(json!({ "way": "files", "folder": folder.path(), "more": more })).await,
        1
    );
    let query = "SELECT 1 AS jadwal_kuliah_detail_id, 'IF101-A' AS kelas_id";
    // A database without a table.
    fs::write(folder.path().join("siakad.sqlite"), "").unwrap();
    let url = format!("sqlite:{}", folder.path().join("siakad.sqlite").display());
    assert_eq!(
        rows(json!({ "way": "sql", "sql_url": url, "queries": { "classes": query } })).await,
        1
    );
    let http = json!({ "way": "http", "base_url": campus.source_url() });
    assert_eq!(rows(http.clone()).await, 10);
    let dialect = "[source.paths]\nclasses = '/departments'\n[source.http.lists.classes]\n\
                   fields = { jadwal_kuliah_detail_id = 'kode_jurusan', kelas_id = 'kode_prodi' }";
    assert_eq!(rows(with(http.clone(), json!({ "more": dialect }))).await, 7);
    let feeder = json!({
        "way": "feeder", "base_url": campus.source_url(), "feeder_username": "operator",
        "feeder_password": "rahasia-feeder", "semester": "20261",
    });
    assert_eq!(rows(feeder.clone()).await, 10);
    for (changes, field) in [
        (json!({ "semester": "ganjil" }), "semester"),
        (json!({ "feeder_password": "" }), "feeder_password"),
        (json!({ "more": "[platform]\ntoken = 'x'" }), "more"),
        (json!({ "more": "[source" }), "more"),
    ] {
        let (status, refused) = setup.post("/source", &with(feeder.clone(), changes)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        assert!(refused["fields"][field].is_string(), "{field}: {refused}");
    }
    let unknown = json!({ "more": "[source.http]\npigeon = 1", "ca_file": "/tidak/ada.pem" });
    let (status, refused) = setup.post("/source", &with(http, unknown)).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::CONFLICT, &json!("settings_unreadable"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_does_not_overwrite_existing_file() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    let file = folder.path().join("selaras.toml");
    fs::write(&file, "# mine").unwrap();
    assert!(
        setup.questions().await["data"]["problem"]
            .as_str()
            .unwrap()
            .contains("tidak ditimpa")
    );
    let (status, refused) = setup.post("/finish", &answers(&campus)).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::CONFLICT, &json!("setup_file_there"))
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "# mine");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn unwritable_folder_is_reported_before_and_after_setup() {
    let campus = campus().await;
    // Not even root can write here.
    let setup = Setup::start(Path::new("/proc"), &[]);
    assert!(
        setup.questions().await["data"]["problem"]
            .as_str()
            .unwrap()
            .contains("SELARAS_")
    );
    let (status, refused) = setup.post("/finish", &answers(&campus)).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::CONFLICT, &json!("setup_folder_read_only"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_keeps_existing_administrators() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let database = Database::Postgres.fresh().await;
    let store = selaras_store::Store::open(&database.url).await.unwrap();
    let first = NewAdministrator {
        name: "Budi",
        username: "budi",
        password_hash: "x",
        admission: Admission::ActiveIfFirst,
        identity: None,
    };
    store
        .add_administrator(first, &Reason::DidSignUp, "Budi")
        .await
        .unwrap();
    store.close().await.unwrap();
    let setup = Setup::start(folder.path(), &[]);
    let named = json!({ "database_url": database.url });
    let (_, looked) = setup.post("/database", &named).await;
    assert_eq!(looked["data"]["has_administrators"], true, "{looked}");
    let (_, refused) = setup.post("/finish", &with(answers(&campus), named.clone())).await;
    assert_eq!(refused["code"], "setup_administrators_there");
    let no_administrator = with(named, json!({ "name": "", "username": "", "password": "" }));
    let shaped = with(no_administrator.clone(), json!({ "course": "kelas" }));
    let (_, refused) = setup.post("/finish", &with(answers(&campus), shaped)).await;
    assert_eq!(refused["code"], "setup_administrators_there");
    let (status, told) = setup.post("/finish", &with(answers(&campus), no_administrator)).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let text = fs::read_to_string(folder.path().join("selaras.toml")).unwrap();
    assert!(text.contains(&database.url), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_does_not_ask_for_database_set_by_variable() {
    let folder = tempfile::tempdir().unwrap();
    let given = format!("sqlite:{}", folder.path().join("lain.sqlite").display());
    let setup = Setup::start(folder.path(), &[("SELARAS_DATABASE__URL", &given)]);
    assert_eq!(setup.questions().await["data"]["database_given"], true);
    let (status, refused) = setup
        .post("/database", &json!({ "database_url": "sqlite:selaras.sqlite" }))
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let (_, looked) = setup.post("/database", &json!({})).await;
    assert_eq!(looked["data"]["inspection"]["standing"], "ok", "{looked}");
}

#[test]
fn setup_page_is_not_served_by_commands_or_on_public_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let ended = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = selaras(folder.path(), variables).args(arguments).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    for arguments in [&["work"][..], &["doctor"], &["serve", "--no-jobs"]] {
        assert!(ended(arguments, &[]).contains("source.base_url"), "{arguments:?}");
    }
    let open = ended(&["serve"], &[("SELARAS_SERVER__LISTEN", "0.0.0.0:0")]);
    assert!(open.contains("source.base_url"), "{open}");
    let half = ended(&["serve"], &[("SELARAS_SOURCE__BASE_URL", "https://ocas.kampus.ac.id")]);
    assert!(half.contains("platform.base_url"), "{half}");
}

#[tokio::test(flavor = "multi_thread")]
async fn setup_does_not_call_unencrypted_addresses_until_allowed() {
    let (campus, folder) = (campus().await, tempfile::tempdir().unwrap());
    let setup = Setup::start(folder.path(), &[]);
    // An address for examples (RFC 5737): it does not answer, and must not be called.
    let moodle = json!({ "platform_url": "http://192.0.2.1", "platform_token": "t" });
    let database = json!({ "database_url": "postgres://a:b@192.0.2.1/selaras" });
    let source = json!({ "way": "http", "base_url": "http://192.0.2.1", "bearer": "b" });
    for (path, body) in [("/platform", &moodle), ("/database", &database), ("/source", &source)] {
        let (status, refused) = setup.post(path, body).await;
        assert_eq!(
            (status, &refused["code"]),
            (StatusCode::CONFLICT, &json!("setup_plain")),
            "{refused}"
        );
    }
    let all = with(answers(&campus), moodle);
    let (status, refused) = setup.post("/finish", &all).await;
    assert_eq!(
        (status, &refused["code"]),
        (StatusCode::CONFLICT, &json!("setup_plain")),
        "{refused}"
    );
    assert!(!folder.path().join("selaras.toml").exists());
    let (status, done) = setup.post("/finish", &with(all, json!({ "allow_plain": true }))).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    let written = fs::read_to_string(folder.path().join("selaras.toml")).unwrap();
    assert!(written.contains("allow_plain = [\"platform.base_url\"]"), "{written}");
}
