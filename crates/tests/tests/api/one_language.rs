//! Every text for people is in the requested language only.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, Reply, Server},
};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::source::Fault;
use serde_json::{Value, json};

/// Words that are frequent in one language and do not exist in the other.
const INDONESIAN: [&str; 30] = [
    "tidak",
    "belum",
    "sudah",
    "baris",
    "lalu",
    "gagal",
    "berubah",
    "dihapus",
    "periksa",
    "coba",
    "dikerjakan",
    "perbaiki",
    "dahulu",
    "dipakai",
    "yang",
    "dengan",
    "untuk",
    "dari",
    "jadwal",
    "menjawab",
    "tetap",
    "baru",
    "tugas",
    "kosong",
    "hadir",
    "terlambat",
    "minta",
    "setelan",
    "benar",
    "oleh",
];
const ENGLISH: [&str; 22] = [
    "the", "failed", "changed", "again", "nothing", "rows", "then", "deleted", "not", "is", "of", "answers", "there",
    "with", "must", "cannot", "was", "late", "present", "only", "new", "and",
];
/// The members of replies that are sentences, or lists of them.
const SAID: [&str; 14] = [
    "data",
    "message",
    "reason",
    "text",
    "mend",
    "action",
    "warning",
    "notes",
    "note",
    "next_run",
    "keterangan",
    "value",
    "migration_reason",
    "enroll_reason",
];

/// A text, or a list of texts.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(texts) => texts.iter().filter_map(Value::as_str).collect(),
        value => Vec::from_iter(value.as_str()),
    }
}

/// The sentences of a reply. A single word is a state, a token or the name of a group.
fn sentences(reply: &Value) -> Vec<&str> {
    match reply {
        Value::Array(parts) => parts.iter().flat_map(sentences).collect(),
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| {
                let mut said = sentences(value);
                if SAID.contains(&name.as_str()) || name == "fields" {
                    said.extend(match value {
                        Value::Object(fields) if name == "fields" => {
                            fields.values().filter_map(Value::as_str).collect()
                        }
                        value => texts(value),
                    });
                }
                said
            })
            .filter(|text| text.contains(' '))
            .collect(),
        _ => Vec::new(),
    }
}

/// A client that requests one language, and the sentences it received.
struct Reader<'a> {
    admin: &'a Client,
    language: &'static str,
    read: usize,
}

impl Reader<'_> {
    /// Sends a call, checks the language of the reply, and returns it.
    async fn reads(&mut self, method: Method, path: &str, body: Value) -> Reply {
        let headers = [("accept-language", self.language)];
        let reply = self.admin.send(method, path, &headers, Some(body.to_string())).await;
        let strange = if self.language == "en" {
            &INDONESIAN[..]
        } else {
            &ENGLISH[..]
        };
        for sentence in sentences(&reply.body) {
            self.read += 1;
            let words: Vec<_> = sentence
                .split(|letter: char| !letter.is_alphabetic())
                .map(str::to_lowercase)
                .collect();
            let found = strange.iter().find(|word| words.iter().any(|one| one == *word));
            assert_eq!(found, None, "{} {path}: {sentence}", self.language);
        }
        reply
    }

    async fn posts(&mut self, path: &str, body: Value) -> Reply {
        self.reads(Method::POST, &format!("{A}/{path}"), body).await
    }

    async fn gets(&mut self, path: &str) -> Reply {
        self.reads(Method::GET, &format!("{A}/{path}"), json!({})).await
    }
}

#[rstest]
#[case::indonesian("id")]
#[case::english("en")]
#[tokio::test]
async fn replies_never_mix_languages(#[values(Sqlite, Postgres)] on: Database, #[case] language: &'static str) {
    let server = Server::with(on).students(1200).start().await;
    let admin = server.sign_in().await;
    let niks = [0, 1].map(|at| server.campus.university().nik(at));
    let changes = server.campus.changes();
    changes.set("/teachers", &niks[0], "email", "bukan alamat");
    changes.set("/teachers", &niks[1], "nama_depan", "<b>Siti</b>");
    let mut reader = Reader {
        admin: &admin,
        language,
        read: 0,
    };

    // Calls that are refused.
    reader.posts("kelas/sync", json!({ "unheard": 1 })).await;
    reader.posts("user/insert", json!({})).await;
    reader
        .posts(
            "schedules/update",
            json!({ "kind": "kelas", "verb": "sync", "cron": "x", "enabled": true }),
        )
        .await;
    reader
        .posts(
            "attendance/log",
            json!({ "start_date": "2026-2-2", "end_date": "2026-1-1" }),
        )
        .await;
    reader
        .posts(
            "zoom/import",
            json!({ "start_date": "2026-1-1", "end_date": "2026-1-2" }),
        )
        .await;
    reader.posts("mahasiswa/sync", json!({})).await;
    reader.posts("dosen/sync_one", json!({ "nik": "0" })).await;
    reader.posts("connections/test", json!({ "part": "moon" })).await;
    reader
        .reads(Method::POST, &format!("{B}/create/prodi"), json!({}))
        .await;
    reader.gets("kelas/get?page=x").await;
    reader.gets("jobs/4711").await;
    reader.gets("nowhere").await;

    // Each verb: its plan and its result.
    for call in [
        "dosen/sync",
        "prodi/sync",
        "matakuliah/sync",
        "kelas/sync",
        "kelas/sync",
        "dosen/export",
        "kelas/export",
    ] {
        reader.posts(call, json!({ "dry_run": true })).await;
        reader.posts(call, json!({})).await;
    }
    reader.posts("mahasiswa/enroll", json!({ "dry_run": true })).await;
    reader.posts("mahasiswa/enroll", json!({})).await;
    reader.posts("comparison/compare", json!({})).await;
    reader.gets("comparison").await;

    // The guard's prompt, and its refusal without the typed name.
    let path = format!("{A}/dosen/delete_all");
    let plan = reader.reads(Method::DELETE, &path, json!({ "dry_run": true })).await;
    assert!(plan.body["data"]["guard"]["reason"].is_string(), "{plan:?}");
    let token = &plan.body["data"]["token"];
    let stopped = reader.reads(Method::DELETE, &path, json!({ "plan": token })).await;
    assert_eq!(stopped.body["code"], "confirmation_needed");
    let stale = reader.reads(Method::DELETE, &path, json!({ "plan": "0" })).await;
    assert_eq!(stale.body["code"], "plan_moved");

    // Failing systems.
    let fault = Fault::Status {
        status: 500,
        retry_after: None,
    };
    server.campus.faults().always("/teachers", fault);
    let failed = reader.posts("dosen/sync", json!({})).await;
    assert_eq!(failed.body["code"], "source_troubled");
    reader.posts("connections/test", json!({})).await;
    reader.gets("connections").await;

    // Stored texts are rendered again for each reader.
    let schedule = json!({ "kind": "kelas", "verb": "sync", "cron": "0 5 * * *", "enabled": true });
    reader.posts("schedules/update", schedule).await;
    reader.posts("schedules/preview", json!({ "cron": "0 5 * * *" })).await;
    for path in [
        "schedules",
        "jobs",
        "react/log",
        "dosen/get",
        "jobs/1/rows",
        "jobs/6/reasons",
    ] {
        reader.gets(path).await;
    }
    reader.posts("jobs/1/undo", json!({})).await;
    reader.posts("jobs/1/undo", json!({})).await;
    reader.posts("jobs/1/retry", json!({})).await;
    assert!(reader.read > 150, "{} sentences", reader.read);
}

#[rstest]
#[tokio::test]
async fn results_are_readable_in_the_other_language(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let done = admin.sync("prodi").await.ok();
    let rows = done.counts()[0];
    let job = format!("{A}/jobs/{}", done.job()["id"]);
    let read = async |path: &str, language| {
        admin
            .send(Method::GET, path, &[("accept-language", language)], None)
            .await
            .ok()
    };
    let message = async |language| read(&job, language).await.data()["message"].clone();
    assert_eq!(message("id").await, format!("Sinkronisasi data Prodi: {rows} baru."));
    assert_eq!(message("en").await, format!("Sync of study programs: {rows} new."));
    let log = format!("{A}/react/log?page=0&q=new");
    let found = read(&log, "en").await;
    assert_eq!(
        found.rows()[0]["action"],
        message("en").await,
        "the log is searched by the words of both languages"
    );
}
