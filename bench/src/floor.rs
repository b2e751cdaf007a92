//! The floor: the plainest program that downloads the same lists, parses them, and inserts their rows into a table.

use crate::campus::Campus;
use anyhow::{Context, Result, ensure};
use clap::Args;
use futures::{Stream, StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{
    ConnectOptions, Connection, PgConnection, QueryBuilder, Sqlite, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous},
};
use std::{pin::pin, process::Stdio, str::FromStr, time::Instant};
use tokio::process::Command;

/// The task of a floor process.
#[derive(Args)]
pub(crate) struct Task {
    /// Address of the academic system.
    source: String,
    /// Only the large class, not all classes.
    #[arg(long)]
    large_class: bool,
    /// The database to fill. Without it the lists are only downloaded and parsed.
    #[arg(long)]
    database: Option<String>,
}

/// The process's result.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// Until all rows are in the table, with its unique index.
    pub(crate) seconds: f64,
    /// Until the table also has the indexes that the server's lists sort and search by.
    pub(crate) indexed: f64,
    pub(crate) rows: usize,
    pub(crate) lists: usize,
}

#[derive(Deserialize)]
struct Reply<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct Class {
    nama_mata_kuliah: String,
    nama_kelas: String,
    program_id: String,
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

impl Row {
    fn values(&self) -> [&str; 12] {
        [
            &self.nama_mk,
            &self.nama_kelas,
            &self.program_id,
            &self.NPK,
            &self.nama_lengkap,
            &self.angkatan,
            &self.jenis_kelamin,
            &self.HP,
            &self.email,
            &self.nama_depan,
            &self.nama_belakang,
            &self.kode_kelas,
        ]
    }
}

const COLUMNS: &str = "nama_mk TEXT NOT NULL, nama_kelas TEXT NOT NULL, program_id TEXT NOT NULL, \
    npk TEXT NOT NULL, nama_lengkap TEXT NOT NULL, angkatan TEXT NOT NULL, jenis_kelamin TEXT NOT NULL, \
    hp TEXT NOT NULL, email TEXT NOT NULL, nama_depan TEXT NOT NULL, nama_belakang TEXT NOT NULL, \
    kode_kelas TEXT NOT NULL)";
const NAMES: &str = "nama_mk, nama_kelas, program_id, npk, nama_lengkap, angkatan, jenis_kelamin, hp, email, \
    nama_depan, nama_belakang, kode_kelas";
const UNIQUE: &str = "CREATE UNIQUE INDEX mahasiswa_key ON mahasiswa (nama_mk, nama_kelas, program_id, npk)";
/// The sort columns of the server's list.
const SORTED: [&str; 12] = [
    "nama_mk",
    "nama_kelas",
    "program_id",
    "npk",
    "nama_lengkap",
    "angkatan",
    "jenis_kelamin",
    "hp",
    "email",
    "nama_depan",
    "nama_belakang",
    "kode_kelas",
];
/// Trigrams find any part of a name, number or address.
const SEARCH_ON_SQLITE: &str = "CREATE VIRTUAL TABLE search USING fts5(npk, nama_lengkap, angkatan, hp, email, \
    content='mahasiswa', content_rowid='id', columnsize=0, detail=none, tokenize='trigram'); \
    INSERT INTO search (search) VALUES ('rebuild')";
const SEARCH_ON_POSTGRES: &str = "CREATE EXTENSION pg_trgm; CREATE INDEX search ON mahasiswa USING gin \
    ((npk || ' ' || nama_lengkap || ' ' || angkatan || ' ' || hp || ' ' || email) gin_trgm_ops)";
/// Rows per statement on SQLite.
const TOGETHER: usize = 500;
/// Concurrent requests: the server's default.
const IN_FLIGHT: usize = 6;

/// Runs in its own process: does the task and prints its times.
pub(crate) async fn perform(task: Task) -> Result<()> {
    let client = reqwest::Client::new();
    let lists = match task.large_class {
        true => vec![crate::campus::class()],
        false => classes(&client, &task.source).await?,
    };
    let count = lists.len();
    // The table exists before the clock starts, as it does for the server.
    let table = match &task.database {
        None => None,
        Some(url) => Some(Table::make(url).await?),
    };
    let start = Instant::now();
    let replies = stream::iter(lists)
        .map(|list| students(&client, &task.source, list))
        .buffered(IN_FLIGHT);
    let (rows, seconds) = match table {
        None => {
            let rows = replies.try_fold(0, async |sum, rows| Ok(sum + rows.len())).await?;
            (rows, start.elapsed())
        }
        Some(Table::Sqlite(mut connection)) => {
            let rows = insert(&mut connection, replies).await?;
            let filled = start.elapsed();
            for index in indexes(SEARCH_ON_SQLITE) {
                sqlx::raw_sql(sqlx::AssertSqlSafe(index))
                    .execute(&mut connection)
                    .await?;
            }
            (rows, filled)
        }
        Some(Table::Postgres(mut connection)) => {
            let rows = copy(&mut connection, replies).await?;
            let filled = start.elapsed();
            for index in indexes(SEARCH_ON_POSTGRES) {
                sqlx::raw_sql(sqlx::AssertSqlSafe(index))
                    .execute(&mut connection)
                    .await?;
            }
            (rows, filled)
        }
    };
    let done = Done {
        seconds: seconds.as_secs_f64(),
        indexed: start.elapsed().as_secs_f64(),
        rows,
        lists: count,
    };
    crate::report::say(&serde_json::to_string(&done)?);
    Ok(())
}

/// Statements for the indexes of the server's tables, to run when all rows are there.
fn indexes(search: &str) -> impl Iterator<Item = String> {
    let sorted = SORTED.map(|column| format!("CREATE INDEX sorted_by_{column} ON mahasiswa ({column}, id)"));
    sorted.into_iter().chain([search.to_owned()])
}

/// The lists of students, each once.
async fn classes(client: &reqwest::Client, source: &str) -> Result<Vec<Value>> {
    let reply = client
        .get(format!("{source}/classes"))
        .send()
        .await?
        .error_for_status()?;
    let classes: Reply<Class> = serde_json::from_slice(&reply.bytes().await?)?;
    let mut named: Vec<_> = classes
        .data
        .into_iter()
        .map(|class| (class.nama_mata_kuliah, class.nama_kelas, class.program_id))
        .collect();
    named.sort();
    named.dedup();
    Ok(named
        .into_iter()
        .map(|(course, class, program)| json!({ "nama_mk": course, "nama_kelas": class, "program_id": program }))
        .collect())
}

async fn students(client: &reqwest::Client, source: &str, list: Value) -> Result<Vec<Row>> {
    let request = client.post(format!("{source}/class/students")).json(&list);
    let reply = request.send().await?.error_for_status()?;
    Ok(serde_json::from_slice::<Reply<Row>>(&reply.bytes().await?)?.data)
}

/// An empty table with its unique index.
enum Table {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Table {
    async fn make(url: &str) -> Result<Self> {
        if !url.starts_with("sqlite:") {
            let mut connection = PgConnection::connect(url).await?;
            let id = "id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY";
            let table = format!("CREATE TABLE mahasiswa ({id}, {COLUMNS}");
            sqlx::query(sqlx::AssertSqlSafe(table)).execute(&mut connection).await?;
            sqlx::query(UNIQUE).execute(&mut connection).await?;
            return Ok(Self::Postgres(connection));
        }
        // The same durability settings as the server's.
        let mut connection = SqliteConnectOptions::from_str(url)?
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .connect()
            .await?;
        let table = format!("CREATE TABLE mahasiswa (id INTEGER PRIMARY KEY AUTOINCREMENT, {COLUMNS}");
        sqlx::query(sqlx::AssertSqlSafe(table)).execute(&mut connection).await?;
        sqlx::query(UNIQUE).execute(&mut connection).await?;
        Ok(Self::Sqlite(connection))
    }
}

/// Inserts the rows as they arrive, in one transaction. Returns their number.
async fn insert(connection: &mut SqliteConnection, replies: impl Stream<Item = Result<Vec<Row>>>) -> Result<usize> {
    let mut replies = pin!(replies);
    let mut transaction = connection.begin().await?;
    let (mut waiting, mut count) = (Vec::new(), 0);
    loop {
        let reply = replies.try_next().await?;
        let ended = reply.is_none();
        waiting.extend(reply.into_iter().flatten());
        let full = if ended {
            waiting.len()
        } else {
            waiting.len() / TOGETHER * TOGETHER
        };
        for rows in waiting[..full].chunks(TOGETHER) {
            let mut insert = QueryBuilder::<Sqlite>::new(format!("INSERT INTO mahasiswa ({NAMES}) "));
            insert.push_values(rows, |mut values, row: &Row| {
                for value in row.values() {
                    values.push_bind(value);
                }
            });
            insert.build().execute(&mut *transaction).await?;
        }
        waiting.drain(..full);
        count += full;
        if ended {
            transaction.commit().await?;
            return Ok(count);
        }
    }
}

/// Copies the rows into the table as they arrive. Returns their number.
async fn copy(connection: &mut PgConnection, replies: impl Stream<Item = Result<Vec<Row>>>) -> Result<usize> {
    let mut replies = pin!(replies);
    let mut copy = connection
        .copy_in_raw(&format!("COPY mahasiswa ({NAMES}) FROM STDIN"))
        .await?;
    let mut count = 0;
    while let Some(rows) = replies.try_next().await? {
        let mut text = String::with_capacity(rows.len() * 160);
        for row in &rows {
            for (at, value) in row.values().into_iter().enumerate() {
                if at > 0 {
                    text.push('\t');
                }
                for letter in value.chars() {
                    match letter {
                        '\\' => text.push_str("\\\\"),
                        '\t' => text.push_str("\\t"),
                        '\n' => text.push_str("\\n"),
                        '\r' => text.push_str("\\r"),
                        letter => text.push(letter),
                    }
                }
            }
            text.push('\n');
        }
        count += rows.len();
        copy.send(text.into_bytes()).await?;
    }
    copy.finish().await?;
    Ok(count)
}

/// Starts the floor as a process. Without a database it only downloads and parses.
pub(crate) async fn run(campus: &Campus, large_class: bool, database: Option<&str>) -> Result<Done> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["floor", campus.source()]);
    if large_class {
        command.arg("--large-class");
    }
    if let Some(url) = database {
        command.args(["--database", url]);
    }
    let output = command.stderr(Stdio::inherit()).output().await?;
    ensure!(output.status.success(), "the floor failed");
    serde_json::from_slice(&output.stdout).context("the floor said something else")
}
