//! The floor: the plainest program that downloads the class, reads it, and puts it into a table.

use crate::campus::{self, Campus};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;
use sqlx::{
    ConnectOptions, Connection, QueryBuilder, Sqlite,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use std::{path::Path, time::Instant};
use tokio::process::Command;

/// What a floor process is to do.
#[derive(Args)]
pub(crate) struct Task {
    /// Address of the academic system.
    source: String,
    /// The database to make; empty to download and read alone.
    database: String,
    /// Rows that are to come.
    students: usize,
}

#[derive(Deserialize)]
struct Reply {
    data: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
#[allow(non_snake_case, reason = "NPK and HP are the source's names")]
struct Row {
    nama_mk: String,
    nama_kelas: String,
    program_id: String,
    NPK: String,
    nama_lengkap: String,
    angkatan: String,
    jenis_kelamin: String,
    HP: String,
    email: String,
    nama_depan: String,
    nama_belakang: String,
    kode_kelas: String,
}

const TABLE: &str = "CREATE TABLE mahasiswa (id INTEGER PRIMARY KEY AUTOINCREMENT, \
    nama_mk TEXT NOT NULL, nama_kelas TEXT NOT NULL, program_id TEXT NOT NULL, NPK TEXT NOT NULL, \
    nama_lengkap TEXT NOT NULL, angkatan TEXT NOT NULL, jenis_kelamin TEXT NOT NULL, HP TEXT NOT NULL, \
    email TEXT NOT NULL, nama_depan TEXT NOT NULL, nama_belakang TEXT NOT NULL, kode_kelas TEXT NOT NULL)";
const UNIQUE: &str = "CREATE UNIQUE INDEX mahasiswa_key ON mahasiswa (nama_mk, nama_kelas, program_id, NPK)";
const INSERT: &str = "INSERT INTO mahasiswa (nama_mk, nama_kelas, program_id, NPK, nama_lengkap, angkatan, \
    jenis_kelamin, HP, email, nama_depan, nama_belakang, kode_kelas) ";
/// Rows of one statement.
const TOGETHER: usize = 500;

/// Runs in a process of its own: does the task and prints the seconds that it took.
pub(crate) async fn perform(task: Task) -> Result<()> {
    let database = match task.database.as_str() {
        "" => None,
        file => Some(open(Path::new(file)).await?),
    };
    let start = Instant::now();
    let reply = reqwest::Client::new()
        .post(format!("{}/class/students", task.source))
        .json(&campus::class())
        .send()
        .await?
        .error_for_status()?;
    let rows = serde_json::from_slice::<Reply>(&reply.bytes().await?)?.data;
    ensure!(rows.len() == task.students, "the source sent {} rows", rows.len());
    if let Some(database) = database {
        insert(database, &rows).await?;
    }
    crate::report::say(&start.elapsed().as_secs_f64().to_string());
    Ok(())
}

/// The same care for the disk as the server takes.
async fn open(file: &Path) -> Result<sqlx::SqliteConnection> {
    let mut database = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .connect()
        .await?;
    sqlx::query(TABLE).execute(&mut database).await?;
    sqlx::query(UNIQUE).execute(&mut database).await?;
    Ok(database)
}

async fn insert(mut database: sqlx::SqliteConnection, rows: &[Row]) -> Result<()> {
    let mut transaction = database.begin().await?;
    for rows in rows.chunks(TOGETHER) {
        let mut insert = QueryBuilder::<Sqlite>::new(INSERT);
        insert.push_values(rows, |mut values, row| {
            for value in [
                &row.nama_mk,
                &row.nama_kelas,
                &row.program_id,
                &row.NPK,
                &row.nama_lengkap,
                &row.angkatan,
                &row.jenis_kelamin,
                &row.HP,
                &row.email,
                &row.nama_depan,
                &row.nama_belakang,
                &row.kode_kelas,
            ] {
                values.push_bind(value.as_str());
            }
        });
        insert.build().execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

/// Starts the floor as a process and answers with the seconds that it took.
pub(crate) async fn run(campus: &Campus, database: impl AsRef<Path>, students: usize) -> Result<f64> {
    let output = Command::new(std::env::current_exe()?)
        .args(["floor", campus.source()])
        .arg(database.as_ref())
        .arg(students.to_string())
        .stderr(std::process::Stdio::inherit())
        .output()
        .await?;
    ensure!(output.status.success(), "the floor failed");
    String::from_utf8(output.stdout)?
        .trim()
        .parse()
        .context("the floor's time is no number")
}
