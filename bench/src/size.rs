//! The size of a campus's database on disk by table and index, and the time to sync all lists of its classes.

use crate::{
    campus::Campus,
    database::{Backend, Databases, Fresh},
    report::say,
    server::Server,
};
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::path::Path;

/// The options of the size benchmark.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Options {
    /// Students of the measured campus.
    #[arg(long, default_value_t = 1_000_000)]
    size_students: usize,
    /// The limit for a million students after VACUUM, in MB; in proportion for fewer students.
    #[arg(long, default_value_t = 1600.0)]
    most_size: f64,
    /// The same without the data for searches: the trigrams and their texts.
    #[arg(long, default_value_t = 1200.0)]
    most_size_without_search: f64,
    /// The limit for the first sync of all classes of a million students, in seconds; in proportion for fewer students.
    #[arg(long, default_value_t = 100.0)]
    most_size_seconds: f64,
    /// The limit for the server's peak memory, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_size_memory: f64,
}

/// All kinds of the source, each after its parents.
const KINDS: [&str; 9] = [
    "tahun_ajaran",
    "semester",
    "prodi",
    "jurusan",
    "matakuliah",
    "kelas",
    "dosen",
    "mengajar",
    "mahasiswa",
];
/// The number of tables and indexes that are printed; the rest is small.
const NAMED: usize = 14;
const MEGABYTE: f64 = 1e6;
const MILLION: f64 = 1e6;

/// The contents of a database's files.
struct Weighed {
    enrolments: i64,
    /// Bytes of each table and index, the largest first.
    parts: Vec<(String, i64)>,
    /// Bytes of the texts that are stored only for searches.
    searched: i64,
}

/// Syncs a campus into each selected database and measures it. True if the targets are met.
pub(crate) async fn measure(server: &Path, databases: &Databases, options: &Options) -> Result<bool> {
    let mut within = true;
    for backend in databases.each() {
        within &= measure_on(backend, server, options).await?;
    }
    Ok(within)
}

async fn measure_on(backend: Backend, server: &Path, options: &Options) -> Result<bool> {
    say(&format!(
        "Size of a campus of {} students on {backend}",
        options.size_students
    ));
    let campus = Campus::start(options.size_students).await?;
    let (folder, database) = (tempfile::tempdir()?, Fresh::new(backend).await?);
    let server = Server::start(server, &campus, database.url(), folder.path()).await?;
    let mut seconds = 0.0;
    for kind in KINDS {
        let (_, took) = server.perform(&format!("{kind}/sync"), &json!({})).await?;
        seconds = took.ran;
        say(&format!("  {kind:<14} {seconds:.1} s"));
    }
    let memory = server.peak_memory()?;
    server.stop().await?;
    let weighed = match backend {
        Backend::Sqlite => weigh_sqlite(database.url()).await?,
        Backend::Postgres => weigh_postgres(database.url()).await?,
    };
    database.drop().await?;

    let megabytes = |bytes: i64| bytes as f64 / MEGABYTE;
    for (name, bytes) in weighed.parts.iter().take(NAMED) {
        say(&format!("  {name:<44} {:>8.1} MB", megabytes(*bytes)));
    }
    let sum = |of: fn(&str) -> bool| {
        let parts = weighed.parts.iter().filter(|(name, _)| of(name));
        megabytes(parts.map(|(_, bytes)| bytes).sum())
    };
    // The trigram index: on SQLite several tables, which share its name.
    let (whole, search) = (
        sum(|_| true),
        sum(|name| name.contains("_search_") || name.ends_with("_search")),
    );
    let texts = megabytes(weighed.searched);
    let share = options.size_students as f64 / MILLION;
    let (most, most_without) = (options.most_size * share, options.most_size_without_search * share);
    let without = whole - search - texts;
    say(&format!(
        "  {} enrolments  {whole:.0} MB after VACUUM (at most {most:.0} MB); without {search:.0} MB of trigrams and {texts:.0} MB of the texts \
         that they are of {without:.0} MB (at most {most_without:.0} MB); peak memory of the server {memory:.0} MB (at most {:.0} MB)",
        weighed.enrolments, options.most_size_memory
    ));
    // The students come last, class by class.
    let most_seconds = options.most_size_seconds * share;
    say(&format!(
        "  the lists of all classes {seconds:.1} s (at most {most_seconds:.0} s)"
    ));
    let within =
        whole <= most && without <= most_without && seconds <= most_seconds && memory <= options.most_size_memory;
    if !within {
        say("  TARGET MISSED");
    }
    Ok(within)
}

const ENROLMENTS: &str = "SELECT count(*) FROM mahasiswa_enrolment";

async fn weigh_sqlite(url: &str) -> Result<Weighed> {
    let mut connection = SqliteConnection::connect(url).await?;
    sqlx::query("VACUUM").execute(&mut connection).await?;
    let enrolments = sqlx::query_scalar(ENROLMENTS).fetch_one(&mut connection).await?;
    let parts = sqlx::query_as("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC")
        .fetch_all(&mut connection)
        .await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'search_text' \
         WHERE t.type = 'table' AND t.sql NOT LIKE '%fts5%'",
    )
    .fetch_all(&mut connection)
    .await?;
    let searched = sqlx::query_scalar(AssertSqlSafe(texts_of(&tables)))
        .fetch_one(&mut connection)
        .await?;
    connection.close().await.context("the database could not be closed")?;
    Ok(Weighed {
        enrolments,
        parts,
        searched,
    })
}

/// Measured after the sync and a `VACUUM`, which returns no space to the disk: an operator's database is never rewritten.
async fn weigh_postgres(url: &str) -> Result<Weighed> {
    let mut connection = PgConnection::connect(url).await?;
    sqlx::query("VACUUM").execute(&mut connection).await?;
    let enrolments = sqlx::query_scalar(ENROLMENTS).fetch_one(&mut connection).await?;
    let parts = sqlx::query_as(
        "SELECT c.relname::text, pg_relation_size(c.oid) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
         WHERE c.relkind IN ('r', 'i', 't') AND n.nspname IN ('public', 'pg_toast') ORDER BY bytes DESC",
    )
    .fetch_all(&mut connection)
    .await?;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'search_text' \
         WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace",
    )
    .fetch_all(&mut connection)
    .await?;
    let searched = sqlx::query_scalar(AssertSqlSafe(texts_of(&tables)))
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(Weighed {
        enrolments,
        parts,
        searched,
    })
}

/// Adds up the bytes of these tables' search texts.
fn texts_of(tables: &[String]) -> String {
    let sums = tables
        .iter()
        .map(|table| format!("(SELECT coalesce(sum(octet_length(search_text)), 0) FROM {table})"));
    format!("SELECT {}", sums.collect::<Vec<_>>().join(" + "))
}
