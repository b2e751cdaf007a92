//! A sync of a large campus from PostgreSQL by SQL: a first one beside plain SQL into the same tables, then a repeated one, with
//! nothing changed, beside `psql \copy` of the same query into a file.

use crate::{
    campus::Campus,
    database::{Backend, Databases, Fresh},
    report::{median, say},
    server::{Server, Took},
    sql_floor,
};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::{path::Path, time::Instant};
use tokio::process::Command;

/// Classes per student.
const ENROLMENTS: usize = 6;
/// Students per class, approximately.
const IN_A_CLASS: usize = 30;

const CLASSES: &str = "SELECT id::text AS jadwal_kuliah_detail_id, 'K' || id AS kelas_id, kelas AS nama_kelas, \
                       mk AS nama_mata_kuliah, '20261' AS semester, prodi AS program_id FROM kelas";
pub(crate) const STUDENTS: &str = "SELECT k.mk AS nama_mk, k.kelas AS nama_kelas, k.prodi AS program_id, m.nim AS NPK, \
                        m.nama AS nama_lengkap, '2026' AS angkatan, m.surel AS email \
                        FROM krs JOIN mahasiswa m ON m.id = krs.mahasiswa JOIN kelas k ON k.id = krs.kelas";

/// The options of the SQL benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the campus that is read by SQL; each is in six classes.
    #[arg(long, default_value_t = 1_000_000)]
    sql_students: usize,
    /// Rounds.
    #[arg(long, default_value_t = 1)]
    sql_rounds: usize,
    /// The limit for a first sync, as a multiple of plain SQL.
    #[arg(long, default_value_t = 1.5)]
    most_sql_first: f64,
    /// The limit for a sync with nothing changed, as a multiple of psql's copy.
    #[arg(long, default_value_t = 1.5)]
    most_sql_again: f64,
    /// The limit for the server's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_sql_memory: f64,
}

/// What one round measured, in seconds and MB.
struct Round {
    copied: f64,
    floor: f64,
    first: Took,
    again: Took,
    memory: f64,
}

/// Measures with the dashboard on each selected database. True if the targets are met.
pub(crate) async fn measure(server: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let campus = Campus::start(10).await?;
    let source = Fresh::new(Backend::Postgres).await?;
    let size = Size::of(options.sql_students);
    fill(source.url(), &size).await?;
    let enrolments = size.enrolments();
    let mut within = true;
    for backend in databases.each() {
        say(&format!("Sync by SQL of {enrolments} enrolments on {backend}"));
        let mut rounds = Vec::new();
        for number in 1..=options.sql_rounds.max(1) {
            let round = measure_once(server, &campus, source.url(), backend, enrolments).await?;
            say(&format!(
                "  round {number}: psql {:.2} s, plain SQL {:.2} s, sync {:.2} s, sync again {:.2} s; {:.0} MB",
                round.copied, round.floor, round.first.total, round.again.total, round.memory
            ));
            rounds.push(round);
        }
        let middle = |of: fn(&Round) -> f64| median(rounds.iter().map(of).collect());
        let first = middle(|round| round.first.total / round.floor);
        let again = middle(|round| round.again.total / round.copied);
        let memory = rounds.iter().map(|round| round.memory).fold(0.0, f64::max);
        say(&format!(
            "  first sync {first:.2} times plain SQL (at most {}), sync again {again:.2} times psql (at most {}), peak memory \
             {memory:.0} MB (at most {})",
            options.most_sql_first, options.most_sql_again, options.most_sql_memory
        ));
        if first > options.most_sql_first || again > options.most_sql_again || memory > options.most_sql_memory {
            say("  TARGET MISSED");
            within = false;
        }
    }
    source.drop().await?;
    Ok(within)
}

/// The size of a campus.
pub(crate) struct Size {
    pub(crate) students: usize,
    pub(crate) classes: usize,
    /// Classes per student.
    pub(crate) each: usize,
}

impl Size {
    fn of(students: usize) -> Self {
        Self {
            students,
            classes: (students * ENROLMENTS / IN_A_CLASS).max(ENROLMENTS + 2),
            each: ENROLMENTS,
        }
    }

    pub(crate) fn enrolments(&self) -> usize {
        self.students * self.each
    }
}

/// Creates the campus's own tables. Classes are numbered from 1, since an id of 0 is a placeholder.
pub(crate) async fn fill(url: &str, size: &Size) -> Result<()> {
    let Size {
        students,
        classes,
        each,
    } = size;
    // Spreads a student's enrolments over different classes.
    let step = classes / (each + 1) + 1;
    let statements = [
        format!(
            "CREATE TABLE kelas AS SELECT g AS id, 'Mata Kuliah ' || g / 4 AS mk, chr(65 + g % 4) AS kelas, '11' AS prodi \
             FROM generate_series(1, {classes}) g"
        ),
        format!(
            "CREATE TABLE mahasiswa AS SELECT g AS id, lpad(g::text, 10, '0') AS nim, 'Mahasiswa Nomor ' || g AS nama, \
             g || '@mhs.kampus.ac.id' AS surel FROM generate_series(1, {students}) g"
        ),
        format!(
            "CREATE TABLE krs AS SELECT m.id AS mahasiswa, 1 + (m.id + k * {step}) % {classes} AS kelas \
             FROM mahasiswa m, generate_series(0, {}) k",
            each - 1
        ),
        "ANALYZE".to_owned(),
    ];
    for statement in statements {
        execute(url, statement).await?;
    }
    Ok(())
}

/// Executes a statement on the campus's own database.
pub(crate) async fn execute(url: &str, statement: String) -> Result<()> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await?;
    Ok(connection.close().await?)
}

/// Starts a server that reads classes and students from the campus's own database.
pub(crate) async fn serve(
    binary: &Path,
    campus: &Campus,
    source: &str,
    database: &str,
    folder: &Path,
) -> Result<Server> {
    let settings = [
        ("SELARAS_SOURCE__SQL__URL", source),
        ("SELARAS_SOURCE__SQL__QUERIES__CLASSES", CLASSES),
        ("SELARAS_SOURCE__SQL__QUERIES__CLASS_STUDENTS", STUDENTS),
    ];
    Server::start_with(binary, campus, database, folder, &settings).await
}

async fn measure_once(
    binary: &Path,
    campus: &Campus,
    source: &str,
    backend: Backend,
    enrolments: usize,
) -> Result<Round> {
    let folder = tempfile::tempdir()?;
    let copied = copy(source, &folder.path().join("krs.txt")).await?;
    let filled = Fresh::new(backend).await?;
    // A server makes the tables.
    let server = serve(binary, campus, source, filled.url(), folder.path()).await?;
    server.stop().await?;
    let floor = sql_floor::load(source, filled.url()).await?;
    filled.drop().await?;
    let database = Fresh::new(backend).await?;
    let server = serve(binary, campus, source, database.url(), folder.path()).await?;
    server.perform("kelas/sync", &json!({})).await?;
    let first = server.sync(&json!({}), enrolments, "created").await?;
    let again = server.sync(&json!({}), enrolments, "unchanged").await?;
    let memory = server.peak_memory()?;
    server.stop().await?;
    database.drop().await?;
    Ok(Round {
        copied,
        floor,
        first,
        again,
        memory,
    })
}

/// Copies the query's rows into a file. Returns the seconds.
async fn copy(source: &str, file: &Path) -> Result<f64> {
    let start = Instant::now();
    let command = format!("\\copy ({STUDENTS}) TO '{}'", file.display());
    let mut psql = Command::new("psql");
    let status = psql
        .args(["--quiet", "--dbname", source, "--command", &command])
        .status()
        .await;
    ensure!(status.context("psql is not installed")?.success(), "psql failed");
    Ok(start.elapsed().as_secs_f64())
}
