//! The campus, as a process of its own.

use anyhow::{Context, Result};
use clap::Args;
use selaras_campus::moodle::CostModel;
use serde::{Deserialize, Serialize};
use std::process::Stdio;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, Command},
};

/// The large class: course, class, program.
const CLASS: [&str; 3] = ["Kuliah Umum", "A", "11"];

/// The body that asks the source, and the server, for the large class.
pub(crate) fn class() -> serde_json::Value {
    let [nama_mk, nama_kelas, program_id] = CLASS;
    serde_json::json!({ "nama_mk": nama_mk, "nama_kelas": nama_kelas, "program_id": program_id })
}

#[derive(Serialize, Deserialize)]
struct Addresses {
    source: String,
    moodle: String,
    token: String,
}

/// What a campus is like.
#[derive(Args)]
pub(crate) struct Spec {
    /// Students.
    students: usize,
    /// All of them are in one large class too.
    #[arg(long)]
    large_class: bool,
    /// Moodle's calls cost time, and it is so many times as fast as the one that was measured.
    #[arg(long)]
    speed: Option<f64>,
}

/// Serves a campus until standard input ends, which it does with the process that asked.
pub(crate) async fn serve(spec: Spec) -> Result<()> {
    let [nama_mk, nama_kelas, program_id] = CLASS;
    let mut campus = selaras_campus::Campus::builder().students(spec.students);
    if spec.large_class {
        campus = campus.with_large_class(nama_mk, nama_kelas, program_id, spec.students);
    }
    if let Some(speed) = spec.speed {
        campus = campus.moodle_cost(CostModel::measured().faster(speed));
    }
    let campus = campus.start().await?;
    let addresses = Addresses {
        source: campus.source_url().to_owned(),
        moodle: campus.moodle_url().to_owned(),
        token: campus.moodle_token().to_owned(),
    };
    crate::report::say(&serde_json::to_string(&addresses)?);
    tokio::io::stdin().read_to_end(&mut Vec::new()).await?;
    Ok(())
}

/// A running campus.
pub(crate) struct Campus {
    addresses: Addresses,
    _process: Child,
}

impl Campus {
    /// A campus as campuses are.
    pub(crate) async fn start(students: usize) -> Result<Self> {
        Self::started(&["campus".to_owned(), students.to_string()]).await
    }

    /// A campus with one large class.
    pub(crate) async fn with_large_class(students: usize) -> Result<Self> {
        let arguments = ["campus", &students.to_string(), "--large-class"].map(str::to_owned);
        Self::started(&arguments).await
    }

    /// A campus whose Moodle takes time, as one that is `speed` times as fast as the measured one.
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
        let output = process.stdout.take().context("the campus has no output")?;
        let line = BufReader::new(output)
            .lines()
            .next_line()
            .await?
            .context("the campus did not start")?;
        Ok(Self {
            addresses: serde_json::from_str(&line)?,
            _process: process,
        })
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
