//! Writes a campus straight into the dashboard's tables: people, classes, enrolments, teachers, courses and teachings.

use super::names::{address, course, lot, name, telephone};
use crate::database::Backend;
use anyhow::Result;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, SqliteConnection};

/// Enrolments per hundred students, and students per class.
pub(crate) const ENROLMENTS_OF_100: usize = 650;
pub(super) const IN_A_CLASS: usize = 38;
/// Rows per statement.
const TOGETHER: usize = 5_000;
/// A reason for failed accounts and enrolments.
pub(crate) const REASON: &str = "group_gone";

/// A database to fill.
enum Filled {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

impl Filled {
    async fn open(backend: Backend, url: &str) -> Result<Self> {
        Ok(match backend {
            Backend::Sqlite => Self::Sqlite(SqliteConnection::connect(url).await?),
            Backend::Postgres => Self::Postgres(PgConnection::connect(url).await?),
        })
    }

    async fn run(&mut self, sql: &str) -> Result<()> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => {
                sqlx::raw_sql(sql).execute(connection).await?;
            }
            Self::Postgres(connection) => {
                sqlx::raw_sql(sql).execute(connection).await?;
            }
        }
        Ok(())
    }

    async fn texts(&mut self, sql: &str) -> Result<Vec<String>> {
        let sql = AssertSqlSafe(sql.to_owned());
        Ok(match self {
            Self::Sqlite(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?
            }
            Self::Postgres(connection) => {
                let rows = sqlx::query(sql).fetch_all(connection).await?;
                rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?
            }
        })
    }

    /// Inserts rows that `row` makes: texts, and numbers in columns with a name that ends in `#`.
    async fn rows(&mut self, table: &str, columns: &[&str], count: usize, row: impl Fn(usize) -> Value) -> Result<()> {
        let names: Vec<_> = columns
            .iter()
            .map(|column| format!("\"{}\"", column.trim_end_matches('#')))
            .collect();
        let value = |(at, column): (usize, &&str)| match (&self, column.ends_with('#')) {
            (Self::Postgres(_), true) => format!("(value ->> {at})::bigint"),
            _ => format!("value ->> {at}"),
        };
        let values: Vec<_> = columns.iter().enumerate().map(value).collect();
        let list = match self {
            Self::Sqlite(_) => "json_each(?)",
            Self::Postgres(_) => "jsonb_array_elements($1::jsonb)",
        };
        let sql = format!(
            "INSERT INTO {table} ({}) SELECT {} FROM {list} AS list",
            names.join(", "),
            values.join(", ")
        );
        for first in (0..count).step_by(TOGETHER) {
            let rows: Vec<_> = (first..count.min(first + TOGETHER)).map(&row).collect();
            let (sql, rows) = (AssertSqlSafe(sql.clone()), serde_json::to_string(&rows)?);
            match self {
                Self::Sqlite(connection) => {
                    sqlx::query(sql).bind(rows).execute(connection).await?;
                }
                Self::Postgres(connection) => {
                    sqlx::query(sql).bind(rows).execute(connection).await?;
                }
            }
        }
        Ok(())
    }

    /// Drops the indexes and triggers that slow down filling. Returns the statements that create them again.
    async fn bare(&mut self) -> Result<Vec<String>> {
        let (made, named) = match self {
            Self::Sqlite(_) => (
                "SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL \
                 AND sql NOT LIKE 'CREATE UNIQUE%' AND instr(name, '_tally_') = 0 ORDER BY rowid",
                "SELECT 'DROP ' || type || ' \"' || name || '\"' FROM sqlite_master \
                 WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%' \
                 AND instr(name, '_tally_') = 0 ORDER BY rowid",
            ),
            Self::Postgres(_) => (
                "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() \
                 AND indexdef NOT LIKE 'CREATE UNIQUE%' ORDER BY indexname",
                "SELECT format('DROP INDEX %I', indexname) FROM pg_indexes WHERE schemaname = current_schema() \
                 AND indexdef NOT LIKE 'CREATE UNIQUE%' ORDER BY indexname",
            ),
        };
        let mut again = self.texts(made).await?;
        for drop in self.texts(named).await? {
            self.run(&drop).await?;
        }
        if let Self::Sqlite(_) = self {
            let indexes = "SELECT 'INSERT INTO ' || name || ' (' || name || ') VALUES (''rebuild''), (''optimize'')' \
                           FROM sqlite_master WHERE type = 'table' AND sql LIKE '%using fts5%'";
            again.extend(self.texts(indexes).await?);
        }
        Ok(again)
    }
}

/// Fills an empty database with a campus of this many students.
pub(crate) async fn fill(backend: Backend, url: &str, students: usize) -> Result<()> {
    let mut filled = Filled::open(backend, url).await?;
    let again = filled.bare().await?;
    filled.run("BEGIN").await?;
    let enrolments = students * ENROLMENTS_OF_100 / 100;
    let classes = enrolments.div_ceil(IN_A_CLASS);
    people(&mut filled, students).await?;
    teaching(&mut filled, students, classes).await?;
    enrolments_of(&mut filled, students, enrolments).await?;
    filled.run("COMMIT").await?;
    for sql in again {
        filled.run(&sql).await?;
    }
    match backend {
        Backend::Sqlite => filled.run("PRAGMA wal_checkpoint(TRUNCATE)").await,
        Backend::Postgres => filled.run("VACUUM ANALYZE").await,
    }
}

/// A student's number.
pub(crate) fn number(person: usize) -> String {
    format!("{}{person:07}", 19 + person % 8)
}

/// An account's state, and the cause of its failure.
fn account(person: usize) -> (&'static str, Option<String>) {
    match person % 100 {
        0 => ("gagal", Some(reason())),
        1..10 => ("belum", None),
        10..13 => ("berubah", None),
        _ => ("sudah", None),
    }
}

/// The reason as the product stores it.
fn reason() -> String {
    format!("{{\"code\":\"{REASON}\",\"parameters\":{{\"platform\":\"Moodle\"}}}}")
}

/// The search text: the values in lower case, one per line.
fn search_text(values: &[&str]) -> String {
    values
        .iter()
        .filter(|value| !value.is_empty())
        .fold(String::new(), |text, value| text + &value.to_lowercase() + "\n")
}

async fn people(filled: &mut Filled, students: usize) -> Result<()> {
    let columns = [
        "NPK",
        "nama_lengkap",
        "angkatan",
        "jenis_kelamin",
        "HP",
        "email",
        "nama_depan",
        "nama_belakang",
        "search_text",
        "migration",
        "migration_reason",
        "key_hash#",
        "fingerprint#",
        "source_fingerprint#",
        "synced_at#",
        "exported_at#",
        "created_in#",
        "written_in#",
    ];
    filled
        .rows("mahasiswa_person", &columns, students, |person| {
            let (npk, name, phone) = (number(person), name(person), telephone(person));
            let (year, sex) = (format!("20{}", &npk[..2]), ["L", "P"][lot(person) % 2]);
            let address = address(person, &name);
            let (migration, why) = account(person);
            let text = search_text(&[&npk, &name, &year, sex, &phone, &address]);
            let sent = (migration != "belum").then_some(1_760_000_000_000_i64 + person as i64);
            let print = person as i64;
            json!([
                npk,
                name,
                year,
                sex,
                phone,
                address,
                "",
                "",
                text,
                migration,
                why,
                print,
                print,
                print,
                1_750_000_000_000_i64 + print / 2000,
                sent,
                1,
                1
            ])
        })
        .await
}

async fn teaching(filled: &mut Filled, students: usize, classes: usize) -> Result<()> {
    let (teachers, courses) = ((students / 20).max(12), classes.div_ceil(5));
    let state = [
        "search_text",
        "migration",
        "enroll",
        "key_hash#",
        "fingerprint#",
        "source_fingerprint#",
        "synced_at#",
    ];
    let with = |own: &[&'static str]| own.iter().copied().chain(state).collect::<Vec<_>>();
    let row = |own: &[&str], at: usize| {
        let text = search_text(own);
        let mut row: Vec<Value> = own.iter().map(|value| json!(value)).collect();
        let migration = account(at).0.replace("gagal", "sudah");
        row.extend([json!(text), json!(migration), json!("belum")]);
        row.extend([
            json!(at),
            json!(at),
            json!(at),
            json!(1_750_000_000_000_i64 + at as i64 / 500),
        ]);
        Value::from(row)
    };
    let course_columns = with(&[
        "matakuliah_id",
        "kode_matakuliah",
        "nama_matakuliah",
        "nama_matakuliah_id",
        "kurikulum",
        "program_id",
    ]);
    filled
        .rows("mata_kuliah", &course_columns, courses, |at| {
            let (program, name) = course(at);
            let (id, code) = ((4001 + at).to_string(), format!("MK{at:05}"));
            row(&[&id, &code, &name, &name, "2024", &(program + 11).to_string()], at)
        })
        .await?;
    let class = |at: usize| {
        let (program, name) = course(at / 5);
        (
            format!("MK{:05}-{}", at / 5, section(at)),
            section(at),
            name,
            (program + 11).to_string(),
        )
    };
    let class_columns = with(&[
        "jadwal_kuliah_detail_id",
        "kelas_id",
        "nama_kelas",
        "nama_mata_kuliah",
        "semester",
        "program_id",
        "jam_mulai",
        "jam_selesai",
        "status_matakuliah",
        "jumlah_sks",
        "hari",
        "kode_jurusan",
        "kode_kelas",
    ]);
    filled
        .rows("kelas", &class_columns, classes, |at| {
            let (code, section, course, program) = class(at);
            let (id, hour) = ((90_001 + at).to_string(), 7 + lot(at) % 10);
            let (begins, ends) = (format!("{hour:02}:30"), format!("{:02}:10", hour + 2));
            let day = ["Senin", "Selasa", "Rabu", "Kamis", "Jumat", "Sabtu"][lot(at) / 16 % 6];
            let status = ["Wajib", "Pilihan"][lot(at) / 128 % 2];
            let credits = ["2", "3", "4"][lot(at) / 256 % 3];
            row(
                &[
                    &id, &code, section, &course, "20261", &program, &begins, &ends, status, credits, day, "", "",
                ],
                at,
            )
        })
        .await?;
    let names = ["nama_mk", "nama_kelas", "program_id", "kode_kelas", "search_text"];
    filled
        .rows("mahasiswa_class", &names, classes, |at| {
            let (code, section, course, program) = class(at);
            let text = search_text(&[&course, section, &program, &code]);
            json!([course, section, program, code, text])
        })
        .await?;
    let teacher_columns = with(&[
        "nik",
        "nama_lengkap",
        "gelar_awal",
        "gelar_akhir",
        "nama_depan",
        "nama_belakang",
        "nip",
        "email",
        "hp",
        "kode_kelas",
        "migrasi_kelas",
    ]);
    let teacher = |at: usize| format!("19{:07}", at + 7_000_001);
    filled
        .rows("pengajar", &teacher_columns, teachers, |at| {
            let full = name(at + 77);
            let (nik, phone) = (teacher(at), telephone(at + 99));
            let address = address(at, &full).replace("mahasiswa", "dosen");
            let (first, last) = full.rsplit_once(' ').unwrap_or((&full, ""));
            row(
                &[
                    &nik, &full, "Dr.", "M.Kom.", first, last, &nik, &address, &phone, "", "",
                ],
                at,
            )
        })
        .await?;
    let teaching_columns = with(&["nik", "kelas_id", "nama_mata_kuliah", "program_id", "nama_kelas"]);
    filled
        .rows("mengajar", &teaching_columns, classes, |at| {
            let (code, section, course, program) = class(at);
            row(&[&teacher(at % teachers), &code, &course, &program, section], at)
        })
        .await
}

fn section(class: usize) -> &'static str {
    ["A", "B", "C", "D", "E"][class % 5]
}

/// Enrolments, class by class as a sync writes them; no student is twice in one class.
async fn enrolments_of(filled: &mut Filled, students: usize, enrolments: usize) -> Result<()> {
    // A step that visits every student before it repeats one.
    let divides = |step: usize| (2..=step.min(1000)).any(|by| step.is_multiple_of(by) && students.is_multiple_of(by));
    let step = (students * 618 / 1000..students)
        .find(|step| !divides(*step))
        .unwrap_or(1);
    let numbers = match filled {
        Filled::Sqlite(_) => format!(
            "(WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < {enrolments}) \
             SELECT n FROM counted)"
        ),
        Filled::Postgres(_) => format!("(SELECT n::bigint FROM generate_series(0, {}) AS n)", enrolments - 1),
    };
    filled
        .run(&format!(
            "INSERT INTO mahasiswa_enrolment (person_id, class_id, enroll, enroll_reason, key_hash, source_hash, \
             missing_since, created_in, written_in) \
             SELECT n * {step} % {students} + 1, n / {IN_A_CLASS} + 1, \
             CASE WHEN n % 100 = 0 THEN 'gagal' WHEN n % 100 < 3 THEN 'ditangguhkan' WHEN n % 100 < 10 THEN 'belum' \
             ELSE 'sudah' END, CASE WHEN n % 100 = 0 THEN '{}' END, n, n, \
             CASE WHEN n % 100 BETWEEN 1 AND 2 THEN 1755000000000 + n END, 1, 1 FROM {numbers} AS numbers",
            reason()
        ))
        .await
}
