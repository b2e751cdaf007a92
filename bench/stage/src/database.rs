//! The dashboard's database, with the staging tables beside it: UNLOGGED tables filled by COPY on PostgreSQL, an attached file
//! without a journal on SQLite.

use crate::ingest::{Batch, Class, Enrolment, Person, Staged};
use anyhow::{Context, Result};
use selaras_kinds::{mahasiswa::Mahasiswa, own_fields};
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, PgConnection, Row, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use std::{collections::BTreeMap, fmt::Write, path::Path, str::FromStr};
use tokio::sync::mpsc;

/// Enrolments of one statement on SQLite.
const ENROLMENTS: usize = 2_000;
/// People, and classes, of one statement on SQLite.
const OBJECTS: usize = 100;

const STAGE: &str = "
    CREATE {unlogged} TABLE stage.person (number {integer} PRIMARY KEY, hash bigint NOT NULL, fingerprint bigint NOT NULL,
        search_text text NOT NULL, \"NPK\" text NOT NULL, nama_lengkap text NOT NULL, angkatan text NOT NULL,
        jenis_kelamin text NOT NULL, \"HP\" text NOT NULL, email text NOT NULL, nama_depan text NOT NULL,
        nama_belakang text NOT NULL);
    CREATE {unlogged} TABLE stage.class (number {integer} PRIMARY KEY, search_text text NOT NULL, nama_mk text NOT NULL,
        nama_kelas text NOT NULL, program_id text NOT NULL);
    CREATE {unlogged} TABLE stage.enrolment (class {integer} NOT NULL, person {integer} NOT NULL, key_hash bigint NOT NULL,
        source_hash bigint NOT NULL);
    CREATE TABLE IF NOT EXISTS stage_progress (job bigint NOT NULL, step text NOT NULL, upto bigint NOT NULL,
        PRIMARY KEY (job, step));";

pub(crate) enum Database {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Database {
    /// Opens the database with the product's settings.
    pub(crate) async fn open(url: &str, folder: &Path) -> Result<Self> {
        if !url.starts_with("sqlite:") {
            let mut connection = PgConnection::connect(url).await?;
            sqlx::raw_sql(
                "SET synchronous_commit = on; SET work_mem = '64MB'; SET jit = off; SET client_min_messages = warning",
            )
            .execute(&mut connection)
            .await?;
            return Ok(Self::Postgres(connection));
        }
        let mut connection = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .pragma("temp_store", "file")
            .pragma("cache_size", "-12000")
            .pragma("wal_autocheckpoint", "10000")
            .statement_cache_capacity(200)
            .connect()
            .await?;
        let file = folder.join("stage.sqlite");
        let attach = format!(
            "ATTACH '{}' AS stage; PRAGMA stage.journal_mode = OFF; PRAGMA stage.synchronous = OFF; PRAGMA stage.cache_size = -12000",
            file.display()
        );
        sqlx::raw_sql(AssertSqlSafe(attach)).execute(&mut connection).await?;
        Ok(Self::Sqlite(connection))
    }

    pub(crate) const fn is_sqlite(&self) -> bool {
        matches!(self, Self::Sqlite(_))
    }

    /// Executes statements. Returns the rows that they affected.
    pub(crate) async fn run(&mut self, sql: impl Into<String>) -> Result<u64> {
        let sql = sql.into();
        let failed = || sql.clone();
        let raw = sqlx::raw_sql(AssertSqlSafe(sql.clone()));
        Ok(match self {
            Self::Sqlite(connection) => raw.execute(connection).await.with_context(failed)?.rows_affected(),
            Self::Postgres(connection) => raw.execute(connection).await.with_context(failed)?.rows_affected(),
        })
    }

    /// A query's number.
    pub(crate) async fn number(&mut self, sql: impl AsRef<str>) -> Result<i64> {
        let sql = format!("SELECT CAST(({}) AS bigint)", sql.as_ref());
        let failed = || sql.clone();
        let query = AssertSqlSafe(sql.clone());
        Ok(match self {
            Self::Sqlite(connection) => sqlx::query_scalar(query)
                .fetch_one(connection)
                .await
                .with_context(failed)?,
            Self::Postgres(connection) => sqlx::query_scalar(query)
                .fetch_one(connection)
                .await
                .with_context(failed)?,
        })
    }

    /// The texts of a query's three columns.
    pub(crate) async fn texts(&mut self, sql: impl Into<String>) -> Result<Vec<[String; 3]>> {
        let query = AssertSqlSafe(sql.into());
        Ok(match self {
            Self::Sqlite(connection) => {
                let rows = sqlx::query(query).fetch_all(connection).await?;
                rows.iter().map(|row| [row.get(0), row.get(1), row.get(2)]).collect()
            }
            Self::Postgres(connection) => {
                let rows = sqlx::query(query).fetch_all(connection).await?;
                rows.iter().map(|row| [row.get(0), row.get(1), row.get(2)]).collect()
            }
        })
    }

    /// A job like the last one, of students.
    pub(crate) async fn begin_job(&mut self) -> Result<i64> {
        let columns = "verb, actor, message, cancel_requested, lease_until, created_at, started_at, finished_at, task";
        self.run(format!(
            "INSERT INTO job (kind, state, {columns}) SELECT 'mahasiswa', 'done', {columns} FROM job ORDER BY id DESC LIMIT 1"
        ))
        .await?;
        self.number("SELECT max(id) FROM job").await
    }

    /// Creates empty staging tables.
    pub(crate) async fn make_stage(&mut self) -> Result<()> {
        let (begin, unlogged, integer) = match self {
            Self::Sqlite(_) => ("", "", "integer"),
            Self::Postgres(_) => (
                "DROP SCHEMA IF EXISTS stage CASCADE; CREATE SCHEMA stage;",
                "UNLOGGED",
                "int",
            ),
        };
        let tables = STAGE.replace("{unlogged}", unlogged).replace("{integer}", integer);
        let autovacuum = match self {
            Self::Sqlite(_) => "",
            Self::Postgres(_) => "ALTER TABLE stage.enrolment SET (autovacuum_enabled = off)",
        };
        self.run(format!("{begin}{tables}{autovacuum}")).await?;
        Ok(())
    }

    /// Adds to the job's counter of an outcome.
    pub(crate) async fn count(&mut self, job: i64, outcome: &str, rows: i64) -> Result<()> {
        let sql = count(job, outcome, rows);
        self.run(sql).await?;
        Ok(())
    }

    /// Ends the job, and drops the staging tables. Returns the counters.
    pub(crate) async fn end_job(mut self, job: i64) -> Result<BTreeMap<String, i64>> {
        let counts = format!("SELECT outcome, CAST(number AS text), '' FROM job_count WHERE job_id = {job}");
        let counts = self.texts(counts).await?;
        if !self.is_sqlite() {
            self.run("DROP SCHEMA stage CASCADE").await?;
        }
        self.run("DROP TABLE stage_progress").await?;
        counts
            .into_iter()
            .map(|[outcome, number, _]| Ok((outcome, number.parse()?)))
            .collect()
    }

    /// Writes the lines of rows that are not taken.
    pub(crate) async fn report_issues(&mut self, job: i64, staged: &Staged) -> Result<()> {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        for issues in staged.issues.chunks(1000) {
            let lines = issues.iter().map(|issue| {
                format!(
                    "({job}, '{}', {}, {}, '')",
                    issue.outcome,
                    quoted(&issue.position),
                    quoted(&issue.reason)
                )
            });
            let lines: Vec<_> = lines.collect();
            let insert = format!(
                "INSERT INTO job_row (job_id, outcome, key, reason, reason_group) VALUES {}",
                lines.join(", ")
            );
            self.run(insert).await?;
        }
        for outcome in ["failed", "conflict"] {
            let rows = staged.issues.iter().filter(|issue| issue.outcome == outcome).count();
            if rows > 0 {
                self.count(job, outcome, rows as i64).await?;
            }
        }
        Ok(())
    }

    /// Stages batches until the sender is dropped.
    pub(crate) async fn write(mut self, mut batches: mpsc::Receiver<Batch>) -> Result<Self> {
        while let Some(batch) = batches.recv().await {
            match &mut self {
                Self::Sqlite(connection) => stage_on_sqlite(connection, batch).await?,
                Self::Postgres(connection) => stage_on_postgres(connection, batch).await?,
            }
        }
        Ok(self)
    }
}

/// The statement that adds to a counter.
pub(crate) fn count(job: i64, outcome: &str, rows: i64) -> String {
    format!(
        "INSERT INTO job_count (job_id, kind, outcome, number) VALUES ({job}, 'mahasiswa', '{outcome}', {rows}) \
         ON CONFLICT (job_id, kind, outcome) DO UPDATE SET number = job_count.number + excluded.number;"
    )
}

/// The statement that records how far a step is.
pub(crate) fn progress(job: i64, step: &str, upto: i64) -> String {
    format!(
        "INSERT INTO stage_progress (job, step, upto) VALUES ({job}, '{step}', {upto}) \
         ON CONFLICT (job, step) DO UPDATE SET upto = excluded.upto;"
    )
}

/// The columns of a person that the kind owns.
pub(crate) fn columns() -> Vec<String> {
    own_fields::<Mahasiswa>()
        .map(|field| format!("\"{}\"", field.name))
        .collect()
}

fn values(person: &Person) -> impl Iterator<Item = &str> {
    own_fields::<Mahasiswa>().map(|field| (field.get)(&person.row).as_str())
}

async fn stage_on_sqlite(connection: &mut SqliteConnection, batch: Batch) -> Result<()> {
    let mut transaction = connection.begin().await?;
    match batch {
        Batch::People(people) => {
            let columns = columns();
            let into = format!(
                "stage.person (number, hash, fingerprint, search_text, {})",
                columns.join(", ")
            );
            for people in people.chunks(OBJECTS) {
                let sql = insert(&into, people.len(), 4 + columns.len());
                let mut query = sqlx::query(AssertSqlSafe(sql));
                for person in people {
                    query = query
                        .bind(i64::from(person.number))
                        .bind(person.hash)
                        .bind(person.fingerprint)
                        .bind(&person.search_text);
                    for value in values(person) {
                        query = query.bind(value);
                    }
                }
                query.execute(&mut *transaction).await?;
            }
        }
        Batch::Enrolments(enrolments) => {
            for enrolments in enrolments.chunks(ENROLMENTS) {
                let sql = insert("stage.enrolment", enrolments.len(), 4);
                let mut query = sqlx::query(AssertSqlSafe(sql));
                for Enrolment {
                    class,
                    person,
                    key,
                    source,
                } in enrolments
                {
                    query = query
                        .bind(i64::from(*class))
                        .bind(i64::from(*person))
                        .bind(key)
                        .bind(source);
                }
                query.execute(&mut *transaction).await?;
            }
        }
        Batch::Classes(classes) => {
            for classes in classes.chunks(OBJECTS) {
                let sql = insert("stage.class", classes.len(), 5);
                let mut query = sqlx::query(AssertSqlSafe(sql));
                for Class {
                    number,
                    values,
                    search_text,
                } in classes
                {
                    query = query.bind(i64::from(*number)).bind(search_text);
                    for value in values {
                        query = query.bind(value);
                    }
                }
                query.execute(&mut *transaction).await?;
            }
        }
    }
    Ok(transaction.commit().await?)
}

/// An insert of this number of rows and columns.
fn insert(into: &str, rows: usize, columns: usize) -> String {
    let row = format!("({})", vec!["?"; columns].join(", "));
    format!("INSERT INTO {into} VALUES {}", vec![row; rows].join(", "))
}

async fn stage_on_postgres(connection: &mut PgConnection, batch: Batch) -> Result<()> {
    let (copy, bytes) = match batch {
        Batch::People(people) => {
            let mut lines = String::with_capacity(people.len() * 256);
            for person in &people {
                // Writing to a string never fails.
                let _ = write!(lines, "{}\t{}\t{}", person.number, person.hash, person.fingerprint);
                text(&mut lines, &person.search_text);
                values(person).for_each(|value| text(&mut lines, value));
                lines.push('\n');
            }
            let columns = columns().join(", ");
            let copy = format!("COPY stage.person (number, hash, fingerprint, search_text, {columns}) FROM STDIN");
            (copy, lines.into_bytes())
        }
        Batch::Classes(classes) => {
            let mut lines = String::new();
            for class in &classes {
                let _ = write!(lines, "{}", class.number);
                text(&mut lines, &class.search_text);
                class.values.iter().for_each(|value| text(&mut lines, value));
                lines.push('\n');
            }
            ("COPY stage.class FROM STDIN".to_owned(), lines.into_bytes())
        }
        Batch::Enrolments(enrolments) => (
            "COPY stage.enrolment FROM STDIN (FORMAT binary)".to_owned(),
            binary(&enrolments),
        ),
    };
    let mut copy = connection.copy_in_raw(&copy).await?;
    copy.send(bytes).await?;
    copy.finish().await?;
    Ok(())
}

fn text(lines: &mut String, value: &str) {
    lines.push('\t');
    for letter in value.chars() {
        match letter {
            '\\' => lines.push_str("\\\\"),
            '\t' => lines.push_str("\\t"),
            '\n' => lines.push_str("\\n"),
            '\r' => lines.push_str("\\r"),
            letter => lines.push(letter),
        }
    }
}

/// Enrolments in COPY's binary format.
fn binary(enrolments: &[Enrolment]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(21 + enrolments.len() * 42);
    bytes.extend(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
    for enrolment in enrolments {
        bytes.extend(4_u16.to_be_bytes());
        for number in [enrolment.class, enrolment.person] {
            bytes.extend(4_u32.to_be_bytes());
            bytes.extend(number.to_be_bytes());
        }
        for number in [enrolment.key, enrolment.source] {
            bytes.extend(8_u32.to_be_bytes());
            bytes.extend(number.to_be_bytes());
        }
    }
    bytes.extend((-1_i16).to_be_bytes());
    bytes
}
