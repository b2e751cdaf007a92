//! An administrator who uses a server on a failing disk.

use super::{A, campus, disk::Disk, settings};
use crate::process::Server;
use reqwest::{Method, StatusCode};
use selaras_campus::Campus;
use serde_json::{Value, json};
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// Time-out for jobs to end, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(180);

/// Rows of an uploaded file: a few pieces.
const SIZE: usize = 30_000;

/// The steps of an administrator. Each can be repeated, with another number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    SignUp,
    SignIn,
    Form,
    Upload,
    Sync,
    Export,
}

/// All of them.
pub const STEPS: [Step; 6] = [
    Step::SignUp,
    Step::SignIn,
    Step::Form,
    Step::Upload,
    Step::Sync,
    Step::Export,
];

/// A server on a failing disk.
pub struct Bench {
    pub campus: Campus,
    pub server: Server,
    pub disk: Disk,
    /// The number of the last step.
    pub last: u64,
    /// Number of ordered jobs.
    pub orders: i64,
}

impl Bench {
    pub async fn new() -> Self {
        let (campus, disk) = (campus().await, Disk::recorded());
        let mut variables = disk.variables();
        variables.extend(settings());
        let server = Server::started_with(variables, &campus, disk.database()).await;
        Self {
            campus,
            server,
            disk,
            last: 0,
            orders: 0,
        }
    }

    /// Prepares a step: a new number, and something to sync and to export.
    pub async fn prepares(&mut self, step: Step) {
        self.last += 1;
        if let Step::Sync | Step::Export = step {
            let n = self.last;
            let teacher = json!({ "nik": format!("T{n}"), "nama_lengkap": format!("Nama {n}"), "email": format!("t{n}@kampus.example") });
            self.campus.changes().add("/teachers", teacher);
        }
        if step == Step::Export {
            let (status, body) = self.does(Step::Sync).await;
            assert!(status.is_success(), "{status}: {body}");
        }
    }

    /// Does a step. Returns the server's reply.
    pub async fn does(&mut self, step: Step) -> (StatusCode, Value) {
        let n = self.last;
        self.orders += i64::from(matches!(step, Step::Sync | Step::Export));
        let post = async |path: String, body: Value| self.server.call(Method::POST, &path, body).await;
        match step {
            Step::SignUp => {
                let person = json!({ "name": format!("Orang {n}"), "username": format!("orang{n}"), "password": "rahasia-sekali" });
                post("/api/react/signup".to_owned(), person).await
            }
            Step::SignIn => {
                let person = json!({ "username": "ani", "password": "rahasia-sekali" });
                post("/api/react/login".to_owned(), person).await
            }
            Step::Form => {
                let row = json!({ "kode_prodi": "KIM", "kode_jurusan": format!("J{n}"), "nama_jurusan": format!("Jurusan {n}") });
                post("/api/react/create/jurusan".to_owned(), row).await
            }
            Step::Upload => {
                let mut rows = "kode_jurusan;nama_jurusan\n".to_owned();
                (0..SIZE).for_each(|row| writeln!(rows, "K{row};Nama {n}").unwrap());
                let file = format!("berkas{n}.csv");
                self.server.try_to_upload("departments", &file, &rows).await
            }
            Step::Sync => post(format!("{A}/dosen/sync"), json!({})).await,
            Step::Export => post(format!("{A}/dosen/export"), json!({})).await,
        }
    }

    /// Queries that count the rows of the last step, each once.
    pub fn traces(&self, step: Step, signed_in: i64) -> Vec<String> {
        let n = self.last;
        match step {
            Step::SignUp => vec![
                format!("SELECT COUNT(*) FROM administrator WHERE username = 'orang{n}'"),
                format!("SELECT COUNT(*) FROM activity_log WHERE actor = 'Orang {n}'"),
            ],
            Step::SignIn => vec![format!("SELECT COUNT(*) > {signed_in} FROM api_key")],
            Step::Form => vec![
                format!("SELECT COUNT(*) FROM jurusan WHERE kode_jurusan = 'J{n}'"),
                format!("SELECT COUNT(*) FROM activity_log WHERE kind = 'jurusan' AND number = 'J{n}'"),
            ],
            Step::Upload => vec![
                // A later upload may have replaced it.
                format!(
                    "SELECT COUNT(*) FROM source_upload WHERE CAST(SUBSTR(file, 7) AS INTEGER) >= {n} AND ended_at IS NOT NULL"
                ),
                format!("SELECT COUNT(*) FROM activity_log WHERE search_text LIKE '%berkas{n}.csv%'"),
            ],
            Step::Sync => vec![format!("SELECT COUNT(*) FROM pengajar WHERE nik = 'T{n}'")],
            Step::Export => vec![format!(
                "SELECT COUNT(*) FROM pengajar WHERE nik = 'T{n}' AND migration = 'sudah'"
            )],
        }
    }

    /// Waits until no job is under way.
    pub async fn rests(&self, why: &str) {
        let latest = Instant::now() + PATIENCE;
        loop {
            let jobs = self.server.get(&format!("{A}/jobs")).await["data"].take();
            let jobs = jobs.as_array().unwrap();
            let waits = |job: &&Value| ["queued", "running"].contains(&job["state"].as_str().unwrap());
            let Some(job) = jobs.iter().find(waits) else { return };
            assert!(Instant::now() < latest, "{why}: timed out: {job}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
