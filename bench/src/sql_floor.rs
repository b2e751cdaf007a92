//! The floor of a first sync by SQL: plain statements that copy the same rows and insert them into the server's own tables, and then
//! build all their indexes. It compares nothing, writes no report and no counter, and its hashes are products of ids.

use crate::sql::STUDENTS;
use anyhow::Result;
use futures::TryStreamExt;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, QueryBuilder, Sqlite, SqliteConnection};
use std::{str, time::Instant};

/// The copied rows.
const STAGED: &str =
    "nama_mk text, nama_kelas text, program_id text, npk text, nama_lengkap text, angkatan text, email text";
/// Rows per statement on SQLite.
const TOGETHER: usize = 500;

/// The indexes and SQLite's triggers of the filled tables: the statement that drops each, the one that makes it again, and whether
/// it is a key, by which enrolments find their people and classes.
const ON_SQLITE: &str = "SELECT 'DROP ' || type || ' ' || name, sql, sql LIKE 'CREATE UNIQUE%' FROM sqlite_schema \
    WHERE type IN ('index', 'trigger') AND sql IS NOT NULL \
    AND tbl_name IN ('mahasiswa_class', 'mahasiswa_person', 'mahasiswa_enrolment')";
const ON_POSTGRES: &str = "SELECT 'DROP INDEX ' || indexname, indexdef, indexdef LIKE 'CREATE UNIQUE%' FROM pg_indexes \
    WHERE tablename IN ('mahasiswa_class', 'mahasiswa_person', 'mahasiswa_enrolment') AND indexname NOT LIKE '%_pkey'";
/// PostgreSQL's triggers only count. SQLite's trigrams are made of the whole tables.
const WITHOUT_TRIGGERS: &str = "ALTER TABLE mahasiswa_class DISABLE TRIGGER USER; \
    ALTER TABLE mahasiswa_person DISABLE TRIGGER USER; ALTER TABLE mahasiswa_enrolment DISABLE TRIGGER USER";
const TRIGRAMS: &str = "INSERT INTO mahasiswa_class_search (mahasiswa_class_search) VALUES ('rebuild'); \
    INSERT INTO mahasiswa_person_search (mahasiswa_person_search) VALUES ('rebuild')";

const CLASSES: &str = "INSERT INTO mahasiswa_class (nama_mk, nama_kelas, program_id, kode_kelas, search_text) \
    SELECT DISTINCT nama_mk, nama_kelas, program_id, '', lower(nama_mk || ' ' || nama_kelas || ' ' || program_id) FROM staged";
const PEOPLE: &str = "INSERT INTO mahasiswa_person (\"NPK\", nama_lengkap, angkatan, jenis_kelamin, \"HP\", email, nama_depan, \
    nama_belakang, migration, key_hash, fingerprint, source_fingerprint, synced_at, search_text, created_in, written_in) \
    SELECT DISTINCT npk, nama_lengkap, angkatan, '', '', email, '', '', 'belum', CAST(npk AS bigint), CAST(npk AS bigint), \
    CAST(npk AS bigint), 1, lower(npk || ' ' || nama_lengkap || ' ' || angkatan || ' ' || email), 1, 1 FROM staged";
const ENROLMENTS: &str = "INSERT INTO mahasiswa_enrolment (person_id, class_id, enroll, key_hash, source_hash, created_in, \
    written_in) SELECT p.id, c.id, 'belum', p.id * 1000003 + c.id, p.id * 1000033 + c.id, 1, 1 FROM staged s \
    JOIN mahasiswa_person p ON p.\"NPK\" = s.npk JOIN mahasiswa_class c ON c.nama_mk = s.nama_mk AND c.nama_kelas = s.nama_kelas \
    AND c.program_id = s.program_id";

/// Copies the students of the source into the tables of a database that a server has made. Returns the seconds.
pub(crate) async fn load(source: &str, database: &str) -> Result<f64> {
    let mut source = PgConnection::connect(source).await?;
    let mut rows = source.copy_out_raw(&format!("COPY ({STUDENTS}) TO STDOUT")).await?;
    if database.starts_with("sqlite:") {
        let mut connection = SqliteConnection::connect(database).await?;
        // Durable as the server is.
        connection
            .execute("PRAGMA journal_mode = wal; PRAGMA synchronous = normal")
            .await?;
        let indexes = sqlx::query_as(ON_SQLITE).fetch_all(&mut connection).await?;
        let start = Instant::now();
        run(&mut connection, &format!("CREATE TEMPORARY TABLE staged ({STAGED})")).await?;
        let mut transaction = connection.begin().await?;
        let mut lines = Vec::with_capacity(TOGETHER);
        while let Some(line) = rows.try_next().await? {
            lines.push(line);
            if lines.len() == TOGETHER {
                insert(&mut transaction, &lines).await?;
                lines.clear();
            }
        }
        insert(&mut transaction, &lines).await?;
        transaction.commit().await?;
        fill(&mut connection, indexes).await?;
        run(&mut connection, TRIGRAMS).await?;
        return Ok(start.elapsed().as_secs_f64());
    }
    let mut connection = PgConnection::connect(database).await?;
    let indexes = sqlx::query_as(ON_POSTGRES).fetch_all(&mut connection).await?;
    let start = Instant::now();
    run(&mut connection, &format!("CREATE UNLOGGED TABLE staged ({STAGED})")).await?;
    let mut copy = connection.copy_in_raw("COPY staged FROM STDIN").await?;
    while let Some(line) = rows.try_next().await? {
        copy.send(line).await?;
    }
    copy.finish().await?;
    run(&mut connection, "ANALYZE staged").await?;
    run(&mut connection, WITHOUT_TRIGGERS).await?;
    fill(&mut connection, indexes).await?;
    Ok(start.elapsed().as_secs_f64())
}

/// Inserts copied lines. Tabs separate their values.
async fn insert(connection: &mut SqliteConnection, lines: &[impl AsRef<[u8]>]) -> Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut values = Vec::with_capacity(lines.len());
    for line in lines {
        values.push(str::from_utf8(line.as_ref())?.trim_end().split('\t'));
    }
    let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO staged ");
    insert.push_values(values, |mut row, values| {
        for value in values {
            row.push_bind(value);
        }
    });
    insert.build().execute(connection).await?;
    Ok(())
}

/// Fills the tables from the staged rows, without their indexes, which are made afterwards.
async fn fill<C>(connection: &mut C, indexes: Vec<(String, String, bool)>) -> Result<()>
where
    for<'c> &'c mut C: Executor<'c>,
{
    for (drop, ..) in &indexes {
        run(connection, drop).await?;
    }
    run(connection, CLASSES).await?;
    run(connection, PEOPLE).await?;
    let (keys, others): (Vec<_>, Vec<_>) = indexes
        .into_iter()
        .partition(|(_, make, is_key)| *is_key && !make.contains("mahasiswa_enrolment"));
    for (_, make, _) in keys {
        run(connection, &make).await?;
    }
    run(connection, ENROLMENTS).await?;
    for (_, make, _) in others {
        run(connection, &make).await?;
    }
    Ok(())
}

async fn run<C>(connection: &mut C, sql: &str) -> Result<()>
where
    for<'c> &'c mut C: Executor<'c>,
{
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await?;
    Ok(())
}
