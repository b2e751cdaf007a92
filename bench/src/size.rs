//! The size of a campus's database on disk, which tables and indexes the bytes are in, and how long all lists of its classes took to
//! get there.

use crate::{
    campus::Campus,
    database::{Backend, Fresh},
    report::say,
    server::Server,
};
use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};
use std::path::Path;

/// What is to be measured of the size.
#[derive(Args)]
#[group(skip)]
pub(crate) struct Asked {
    /// Students of the campus whose database is weighed.
    #[arg(long, default_value_t = 1_000_000)]
    size_students: usize,
    /// The database of a million students may have this many MB after VACUUM; of fewer students, in proportion.
    #[arg(long, default_value_t = 1600.0)]
    most_size: f64,
    /// The same without what is kept for searches: the trigrams, and the text that they are of.
    #[arg(long, default_value_t = 1200.0)]
    most_size_without_search: f64,
    /// The lists of all classes of a million students may take this many seconds to sync first; of fewer students, in proportion.
    #[arg(long, default_value_t = 100.0)]
    most_size_seconds: f64,
    /// The most memory that the server may have meanwhile, in MB.
    #[arg(long, default_value_t = 150.0)]
    most_size_memory: f64,
}

/// All kinds that the source lists, each behind those that it needs.
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
/// Tables and indexes that are named; the rest is small.
const NAMED: usize = 14;
const MEGABYTE: f64 = 1e6;
const MILLION: f64 = 1e6;

/// Syncs a campus into a SQLite file and weighs it. Answers whether the targets hold.
pub(crate) async fn measure(server: &Path, asked: &Asked) -> Result<bool> {
    let campus = Campus::start(asked.size_students).await?;
    let (place, database) = (tempfile::tempdir()?, Fresh::new(Backend::Sqlite).await?);
    let server = Server::start(server, &campus, database.url(), place.path()).await?;
    let mut seconds = 0.0;
    for kind in KINDS {
        let (_, took) = server.perform(&format!("{kind}/sync"), &json!({})).await?;
        seconds = took.ran;
        say(&format!("  {kind:<14} {seconds:.1} s"));
    }
    let memory = server.peak_memory()?;
    server.stop().await?;

    let mut connection = SqliteConnection::connect(database.url()).await?;
    sqlx::query("VACUUM").execute(&mut connection).await?;
    let places: i64 = sqlx::query_scalar("SELECT count(*) FROM mahasiswa_place")
        .fetch_one(&mut connection)
        .await?;
    let parts = sqlx::query("SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC")
        .fetch_all(&mut connection)
        .await?;
    let (mut whole, mut search) = (0.0, 0.0);
    for (at, part) in parts.iter().enumerate() {
        let (name, bytes): (String, i64) = (part.try_get("name")?, part.try_get("bytes")?);
        let megabytes = bytes as f64 / MEGABYTE;
        whole += megabytes;
        if name.contains("_search_") {
            search += megabytes;
        }
        if at < NAMED {
            say(&format!("  {name:<44} {megabytes:>8.1} MB"));
        }
    }
    let texts = searched_texts(&mut connection).await? / MEGABYTE;
    connection.close().await.context("the database could not be closed")?;
    let share = asked.size_students as f64 / MILLION;
    let (most, most_without) = (asked.most_size * share, asked.most_size_without_search * share);
    let without = whole - search - texts;
    say(&format!(
        "database of {} students and {places} places  {whole:.0} MB after VACUUM (at most {most:.0} MB); without {search:.0} MB \
         of trigrams and {texts:.0} MB of the texts that they are of {without:.0} MB (at most {most_without:.0} MB); peak memory \
         of the server {memory:.0} MB (at most {:.0} MB)",
        asked.size_students, asked.most_size_memory
    ));
    // The last of them are the students, class by class.
    let most_seconds = asked.most_size_seconds * share;
    say(&format!(
        "  the lists of all classes {seconds:.1} s (at most {most_seconds:.0} s)"
    ));
    let within =
        whole <= most && without <= most_without && seconds <= most_seconds && memory <= asked.most_size_memory;
    if !within {
        say("TARGET MISSED");
    }
    Ok(within)
}

/// Bytes of the texts that are kept to be searched, and for nothing else.
async fn searched_texts(connection: &mut SqliteConnection) -> Result<f64> {
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c ON c.name = 'search_text' \
         WHERE t.type = 'table' AND t.sql NOT LIKE '%fts5%'",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut bytes = 0;
    for table in tables {
        let sql = format!("SELECT coalesce(sum(octet_length(search_text)), 0) FROM {table}");
        bytes += sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut *connection)
            .await?;
    }
    Ok(bytes as f64)
}
