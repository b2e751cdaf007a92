//! The campus, in a process of its own.

use crate::process::first_line;
use anyhow::{Context, Result, ensure};
use clap::Args;
use selaras_campus::moodle::CostModel;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::process::Stdio;
use tokio::{
    io::AsyncReadExt,
    process::{Child, Command},
};

/// The large class: course, class, program.
const CLASS: [&str; 3] = ["Kuliah Umum", "A", "11"];

/// The path of a class's list of students at the source.
const STUDENTS: &str = "class/students";

/// The body that names the large class, for the source and the server.
pub(crate) fn class() -> Value {
    let [nama_mk, nama_kelas, program_id] = CLASS;
    json!({ "nama_mk": nama_mk, "nama_kelas": nama_kelas, "program_id": program_id })
}

#[derive(Serialize, Deserialize)]
struct Addresses {
    source: String,
    moodle: String,
    token: String,
    /// The numbers of one student in a hundred.
    hundredth: Vec<String>,
}

/// The parameters of a campus.
#[derive(Args)]
pub(crate) struct Spec {
    /// Students.
    students: usize,
    /// Puts all of them into one large class too.
    #[arg(long)]
    large_class: bool,
    /// Makes Moodle's calls cost time, at this multiple of the measured Moodle's speed.
    #[arg(long)]
    speed: Option<f64>,
}

/// Serves a campus until standard input ends, which happens when the parent process ends.
pub(crate) async fn serve(spec: Spec) -> Result<()> {
    let [nama_mk, nama_kelas, program_id] = CLASS;
    let mut campus = selaras_campus::Campus::builder().students(spec.students);
    if spec.large_class {
        campus = campus.with_large_class(nama_mk, nama_kelas, program_id, spec.students);
    }
    if let Some(speed) = spec.speed {
        campus = campus.moodle_cost(CostModel::mariadb().faster(speed));
    }
    let campus = campus.start().await?;
    let addresses = Addresses {
        source: campus.source_url().to_owned(),
        moodle: campus.moodle_url().to_owned(),
        token: campus.moodle_token().to_owned(),
        hundredth: (0..spec.students)
            .step_by(100)
            .map(|student| campus.university().student(student).npk())
            .collect(),
    };
    crate::report::say(&serde_json::to_string(&addresses)?);
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    Ok(())
}

/// A running campus.
pub(crate) struct Campus {
    addresses: Addresses,
    client: reqwest::Client,
    _process: Child,
}

impl Campus {
    /// A campus without a large class and without costs.
    pub(crate) async fn start(students: usize) -> Result<Self> {
        Self::started(&["campus".to_owned(), students.to_string()]).await
    }

    /// A campus with one large class.
    pub(crate) async fn with_large_class(students: usize) -> Result<Self> {
        let arguments = ["campus", &students.to_string(), "--large-class"].map(str::to_owned);
        Self::started(&arguments).await
    }

    /// A campus with a Moodle that takes time, at `speed` times the measured speed.
    pub(crate) async fn with_costs(students: usize, speed: f64) -> Result<Self> {
        let arguments = ["campus", &students.to_string(), "--speed", &speed.to_string()].map(str::to_owned);
        Self::started(&arguments).await
    }

    async fn started(arguments: &[String]) -> Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let line = first_line(&mut process).await.context("the campus did not start")?;
        Ok(Self {
            addresses: serde_json::from_str(&line)?,
            client: reqwest::Client::new(),
            _process: process,
        })
    }

    /// Renames one student in a hundred, in all their classes.
    pub(crate) async fn rename_a_hundredth(&self) -> Result<()> {
        for npk in &self.addresses.hundredth {
            self.change(&json!({ "list": STUDENTS, "key": npk, "field": "nama_lengkap", "value": "Nama Yang Baru" }))
                .await?;
        }
        Ok(())
    }

    /// Reverts all changes.
    pub(crate) async fn restore(&self) -> Result<()> {
        self.change(&json!({ "list": STUDENTS, "set": "normal" })).await
    }

    /// The calls that Moodle refused because of a deadlock.
    pub(crate) async fn deadlocks(&self) -> Result<u64> {
        let request = self.client.get(format!("{}/demo/counts", self.moodle()));
        let counts: Value = request.send().await?.error_for_status()?.json().await?;
        counts["deadlocks"].as_u64().context("the campus counts no deadlocks")
    }

    async fn change(&self, change: &Value) -> Result<()> {
        let request = self.client.post(format!("{}/demo/change", self.source())).json(change);
        let status = request.send().await?.status();
        ensure!(status.is_success(), "the campus answered {status} to {change}");
        Ok(())
    }

    pub(crate) fn source(&self) -> &str {
        &self.addresses.source
    }

    pub(crate) fn moodle(&self) -> &str {
        &self.addresses.moodle
    }

    pub(crate) fn token(&self) -> &str {
        &self.addresses.token
    }
}
