//! The guide to sources, followed literally: its tables, account, settings and commands, from nothing to the first synced
//! class; and a campus that has only uploaded files.

use crate::process::Server;
use selaras_campus::Campus;
use selaras_tests::{
    database::Database::{Postgres, Sqlite},
    sources::databases::Server as Dbms,
};
use serde_json::json;
use std::{fs, path::Path, process::Command};

const GUIDE: &str = include_str!("../../../../docs/guides/source.md");
const OPERATORS: &str = include_str!("../../../../docs/operators.md");
const HEADING: &str = "## Dari nol sampai kelas pertama dengan SQL";
/// The address of the database in the guide. The test uses this machine, without TLS.
const ADDRESS: &str = "siakad.kampus.ac.id/siakad?sslmode=verify-full";
/// The guide's command that stores a secret.
const SECRETS: &str = "install -m 600 /dev/stdin /etc/selaras/secrets/";
/// The variable for the database's address without the package.
const VARIABLE: &str = "SELARAS_SOURCE__SQL__URL";

/// The code blocks of a language below the heading, up to the next heading of its level.
fn blocks(language: &str) -> Vec<String> {
    let (_, below) = GUIDE.split_once(HEADING).unwrap();
    let below = below.split("\n## ").next().unwrap();
    let opening = format!("```{language}\n");
    let of_block = |text: &str| {
        let block = text.split_once("```").unwrap().0;
        let lines = block.lines().map(|line| line.strip_prefix("   ").unwrap_or(line));
        lines.collect::<Vec<_>>().join("\n")
    };
    below.split(opening.as_str()).skip(1).map(of_block).collect()
}

/// Runs a command of the guide that ends by itself, in its own folder.
fn run(command: &str, place: &Path, settings: &[(&str, String)]) -> String {
    let words: Vec<_> = command.split_whitespace().collect();
    assert_eq!(words[0], "selaras");
    let mut process = Command::new(env!("CARGO_BIN_EXE_selaras"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SELARAS_")) {
        process.env_remove(name);
    }
    process.envs(settings.iter().map(|(name, value)| (*name, value.as_str())));
    let output = process.args(&words[1..]).current_dir(place).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn guide_leads_to_the_first_synced_class() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let database = Dbms::Postgres.fresh().await;
    for block in blocks("sql") {
        database.run(&block).await;
    }
    let server = url::Url::parse(&database.url).unwrap();
    let (host, port) = (server.host_str().unwrap(), server.port().unwrap());
    let address = format!("{host}:{port}{}", server.path());
    let [settings] = &blocks("toml")[..] else {
        panic!("expected one block of settings")
    };
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("selaras.toml");
    fs::write(&file, settings).unwrap();

    let [install, export, of_package, doctor, serve] = &blocks("sh")[..] else {
        panic!("expected five sh blocks: two store the secret, three are commands")
    };
    let [secret] = &blocks("text")[..] else {
        panic!("expected one text block: the secret")
    };
    assert_eq!(export.trim(), format!("export {VARIABLE}='{}'", secret.trim()));
    assert!(OPERATORS.contains(of_package.trim()), "{of_package}");
    let url = secret.trim().replace(ADDRESS, &address);
    assert!(url.contains(&address), "{secret}");
    // Passed as a systemd credential.
    let secrets = tempfile::tempdir().unwrap();
    let name = install
        .strip_prefix(SECRETS)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap();
    fs::write(secrets.path().join(format!("selaras_{name}")), format!("{url}\n")).unwrap();
    for given in [
        ("CREDENTIALS_DIRECTORY", secrets.path().display().to_string()),
        (VARIABLE, url.clone()),
    ] {
        let surroundings = [
            ("SELARAS_PLATFORM__BASE_URL", campus.moodle_url().to_owned()),
            ("SELARAS_PLATFORM__TOKEN", campus.moodle_token().to_owned()),
            given,
        ];
        let (command, folder) = (doctor.clone(), place.path().to_owned());
        let told = tokio::task::spawn_blocking(move || run(&command, &folder, &surroundings))
            .await
            .unwrap();
        for list in ["Kelas: 1", "Mahasiswa: 2"] {
            assert!(told.contains(&format!("{list} baris dicoba tanpa masalah")), "{told}");
        }
    }

    assert_eq!(serve.trim(), "selaras serve");
    let server = Server::reading_with(vec![(VARIABLE, url)], &file, &campus, Sqlite).await;
    let [calls] = &blocks("http")[..] else {
        panic!("expected the calls of a sync")
    };
    for call in calls.lines().filter(|line| !line.is_empty()) {
        server.post(call.strip_prefix("POST ").unwrap(), json!({})).await;
    }
    let classes = server.get("/api/v1/api/kelas/get").await["data"].take();
    assert_eq!(
        (&classes[0]["kelas_id"], &classes[0]["jam_mulai"]),
        (&json!("IF101-A"), &json!("07:30"))
    );
    let students = server.post("/api/v1/api/mahasiswa/get", json!({})).await["data"].take();
    let mut names: Vec<_> = students
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["nama_lengkap"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Budi", "Siti Rahayu"]);
}

/// The names of the classes on a server.
async fn classes(server: &Server) -> Vec<String> {
    let found = server.get("/api/v1/api/kelas/get").await["data"].take();
    let rows = found.as_array().unwrap();
    rows.iter()
        .map(|row| row["nama_kelas"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_to_one_server_is_read_by_another() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let (_, below) = GUIDE.split_once("## Berkas yang diunggah di layar").unwrap();
    let settings = below.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0;
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("selaras.toml");
    fs::write(&file, settings).unwrap();

    let mut first = Server::reading(&file, &campus, Postgres).await;
    let mut second = first.beside();
    let headings = "No;Kelas;Mata Kuliah";
    let upload = |content: &str| format!("{headings}\n{content}");
    first
        .upload("classes", "kelas.csv", &upload("1;A;Algoritma\n2;B;Algoritma\n"))
        .await;
    // The server without the upload gets the headings, and then is the only one running.
    second
        .put(
            "/api/v1/api/sources/headings",
            json!({ "list": "classes", "headings": {
            "jadwal_kuliah_detail_id": "No", "nama_kelas": "Kelas", "nama_mata_kuliah": "Mata Kuliah",
        } }),
        )
        .await;
    first.kill();
    second.post("/api/v1/api/kelas/sync", json!({})).await;
    assert_eq!(classes(&second).await, ["A", "B"]);

    // The next file is uploaded to the second server; the restarted first one reads it.
    second
        .upload("classes", "kelas.csv", &upload("1;A;Algoritma\n2;C;Algoritma\n"))
        .await;
    first.start();
    second.kill();
    first.post("/api/v1/api/kelas/sync", json!({})).await;
    assert_eq!(classes(&first).await, ["A", "C"]);
}
