//! The campus, as a process of its own.

use anyhow::{Context, Result};
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

/// Serves a campus with the large class until standard input ends, which it does with the process that asked.
pub(crate) async fn serve(students: usize) -> Result<()> {
    let [nama_mk, nama_kelas, program_id] = CLASS;
    let campus = selaras_campus::Campus::builder()
        .students(students)
        .with_large_class(nama_mk, nama_kelas, program_id, students)
        .start()
        .await?;
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
    pub(crate) async fn start(students: usize) -> Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["campus", &students.to_string()])
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
