//! Students are people with places in classes: each person stands once, each class once, and a place joins the two.
//!
//! Until now a row was a student in one class, and name, address and state of the account stood in each of them. Where the
//! rows of one person disagree, the row that was edited last is right, and else the first one. Images of such rows are
//! not carried over (their lines in accounts are): what was done before this step can no longer be taken back for students.

use super::kind_tables::{IMAGE, PlaceTables, finish_places, make_places};
use sea_orm::{ConnectionTrait, QueryResult, Statement, Value};
use sea_orm_migration::{prelude::*, schema};
use std::collections::HashMap;
use xxhash_rust::xxh3::Xxh3Default;

pub(crate) struct PeopleAndPlaces;

impl MigrationName for PeopleAndPlaces {
    fn name(&self) -> &'static str {
        "m0010_people_and_places"
    }
}

const KINDS: [PlaceTables; 2] = [
    PlaceTables {
        name: "mahasiswa",
        person: &[
            "NPK",
            "nama_lengkap",
            "angkatan",
            "jenis_kelamin",
            "HP",
            "email",
            "nama_depan",
            "nama_belakang",
        ],
        number: "NPK",
        class: &["nama_mk", "nama_kelas", "program_id", "kode_kelas"],
        class_key: &["nama_mk", "nama_kelas", "program_id"],
        listed: &[
            "nama_mk",
            "nama_kelas",
            "program_id",
            "NPK",
            "nama_lengkap",
            "angkatan",
            "jenis_kelamin",
            "HP",
            "email",
            "nama_depan",
            "nama_belakang",
            "kode_kelas",
        ],
    },
    PlaceTables {
        name: "mahasiswa_mbkm",
        person: &["NPK", "NamaLengkap", "angkatan", "JenisKelamin", "HP", "Email"],
        number: "NPK",
        class: &["nama_mk", "nama_kelas"],
        class_key: &["nama_mk", "nama_kelas"],
        listed: &[
            "nama_mk",
            "nama_kelas",
            "NPK",
            "NamaLengkap",
            "angkatan",
            "JenisKelamin",
            "HP",
            "Email",
        ],
    },
];

/// People read, and written, at once.
const TOGETHER: u64 = 1000;
/// Rows between two words in the log.
const TELL: usize = 100_000;

#[async_trait::async_trait]
impl MigrationTrait for PeopleAndPlaces {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut lost = schema::boolean("undo_lost").default(false).take();
        let alter = Table::alter().table("job").add_column(&mut lost).take();
        manager.alter_table(alter).await?;
        teachings(manager).await?;
        for kind in &KINDS {
            let old = format!("{}_rows", kind.name);
            rename(manager, kind.name, &old).await?;
            make_places(manager, kind, IMAGE).await?;
            carry_over(manager, kind, &old).await?;
            keep_lines(manager, kind).await?;
            manager.drop_table(Table::drop().table(old).to_owned()).await?;
            finish_places(manager, kind).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("people are not put back into every class".to_owned()))
    }
}

/// Why a teaching could not be enrolled has a column of its own now.
async fn teachings(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    for table in ["mengajar", "mengajar_before"] {
        let mut reason = schema::text_null("enroll_reason");
        let alter = Table::alter().table(table).add_column(&mut reason).take();
        manager.alter_table(alter).await?;
    }
    let connection = manager.get_connection();
    connection
        .execute_unprepared(
            "UPDATE mengajar SET enroll_reason = migration_reason, migration_reason = NULL, \
             enroll = CASE WHEN enroll = 'belum' THEN 'gagal' ELSE enroll END WHERE migration_reason IS NOT NULL",
        )
        .await?;
    Ok(())
}

async fn rename(manager: &SchemaManager<'_>, from: &str, to: &str) -> Result<(), DbErr> {
    let rename = Table::rename().table(from.to_owned(), to.to_owned()).take();
    manager.rename_table(rename).await
}

/// One row of the old table.
struct Old {
    id: i64,
    own: Vec<String>,
    class: Vec<String>,
    migration: String,
    reason: Option<String>,
    enroll: String,
    key_hash: i64,
    fingerprint: i64,
    source_fingerprint: Option<i64>,
    missing_since: Option<i64>,
    synced_at: Option<i64>,
    exported_at: Option<i64>,
    edited_at: Option<i64>,
    created_in: Option<i64>,
    written_in: Option<i64>,
}

const STATE: [&str; 12] = [
    "migration",
    "migration_reason",
    "enroll",
    "key_hash",
    "fingerprint",
    "source_fingerprint",
    "missing_since",
    "synced_at",
    "exported_at",
    "edited_at",
    "created_in",
    "written_in",
];

impl Old {
    fn read(kind: &PlaceTables, row: &QueryResult) -> Result<Self, DbErr> {
        let texts = |from: usize, number: usize| {
            (from..from + number)
                .map(|at| row.try_get_by_index(at))
                .collect::<Result<Vec<String>, _>>()
        };
        let at = 1 + kind.person.len() + kind.class.len();
        Ok(Self {
            id: row.try_get_by_index(0)?,
            own: texts(1, kind.person.len())?,
            class: texts(1 + kind.person.len(), kind.class.len())?,
            migration: row.try_get_by_index(at)?,
            reason: row.try_get_by_index(at + 1)?,
            enroll: row.try_get_by_index(at + 2)?,
            key_hash: row.try_get_by_index(at + 3)?,
            fingerprint: row.try_get_by_index(at + 4)?,
            source_fingerprint: row.try_get_by_index(at + 5)?,
            missing_since: row.try_get_by_index(at + 6)?,
            synced_at: row.try_get_by_index(at + 7)?,
            exported_at: row.try_get_by_index(at + 8)?,
            edited_at: row.try_get_by_index(at + 9)?,
            created_in: row.try_get_by_index(at + 10)?,
            written_in: row.try_get_by_index(at + 11)?,
        })
    }

    fn is_edited(&self) -> bool {
        self.source_fingerprint.is_some_and(|source| source != self.fingerprint)
    }

    /// Why it could not be enrolled: such a reason stood beside a state of the account that had not failed.
    fn enrolment(&self) -> (&str, Option<&str>) {
        match self.reason.as_deref() {
            Some(reason) if self.migration != "gagal" => {
                let failed = self.enroll == "belum";
                (if failed { "gagal" } else { &self.enroll }, Some(reason))
            }
            _ => (&self.enroll, None),
        }
    }
}

/// As the rows of this time are hashed. It must stay what it is, whatever later versions do.
pub(super) fn hash<'a>(values: impl IntoIterator<Item = &'a str>) -> i64 {
    let mut hasher = Xxh3Default::new();
    for value in values {
        hasher.update(value.as_bytes());
        hasher.update(&[0x1f]);
    }
    hasher.digest().cast_signed()
}

fn search_text(values: &[String]) -> String {
    let filled: Vec<_> = values.iter().filter(|value| !value.is_empty()).collect();
    filled
        .iter()
        .fold(String::new(), |text, value| text + &value.to_lowercase() + "\n")
}

/// The columns of a new table, and the rows that go into it.
struct Filling {
    table: String,
    columns: Vec<&'static str>,
    rows: Vec<Vec<Value>>,
}

impl Filling {
    fn new(table: String, columns: Vec<&'static str>) -> Self {
        Self {
            table,
            columns,
            rows: Vec::new(),
        }
    }

    async fn write(&mut self, connection: &impl ConnectionTrait) -> Result<(), DbErr> {
        // As many as either database binds values for in one statement.
        for rows in self.rows.chunks(30_000 / self.columns.len()) {
            let mut insert = Query::insert();
            insert
                .into_table(self.table.clone())
                .columns(self.columns.iter().copied());
            for row in rows {
                insert.values_panic(row.iter().cloned().map(Expr::val));
            }
            connection.execute(&insert).await?;
        }
        self.rows.clear();
        Ok(())
    }
}

async fn carry_over(manager: &SchemaManager<'_>, kind: &PlaceTables, old: &str) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let names: Vec<_> = ["id"]
        .iter()
        .chain(kind.person)
        .chain(kind.class)
        .chain(&STATE)
        .copied()
        .collect();
    let person_columns = ["id"]
        .iter()
        .chain(kind.person)
        .copied()
        .chain([
            "migration",
            "migration_reason",
            "key_hash",
            "fingerprint",
            "source_fingerprint",
            "synced_at",
            "exported_at",
            "edited_at",
            "search_text",
            "created_in",
            "written_in",
        ])
        .collect();
    let class_columns = ["id"]
        .iter()
        .chain(kind.class)
        .copied()
        .chain(["search_text"])
        .collect();
    let place_columns = vec![
        "id",
        "person_id",
        "class_id",
        "enroll",
        "enroll_reason",
        "key_hash",
        "source_hash",
        "missing_since",
        "created_in",
        "written_in",
    ];
    let mut people = Filling::new(kind.table("person"), person_columns);
    let mut classes = Filling::new(kind.table("class"), class_columns);
    let mut places = Filling::new(kind.table("place"), place_columns);
    let mut known: HashMap<Vec<String>, i64> = HashMap::new();
    let (mut persons, mut moved, mut told) = (0_i64, 0, 0);
    let mut after = None::<String>;
    loop {
        let rows = next(connection, kind, old, &names, after.as_deref()).await?;
        let Some(last) = rows.last() else { break };
        after = Some(last.own[0].clone());
        moved += rows.len();
        for rows in rows.chunk_by(|left, right| left.own[0] == right.own[0]) {
            persons += 1;
            people.rows.push(person(persons, rows));
            for row in rows {
                // The code is known to those rows alone that came by form; it does not name the class.
                let key = row.class[..kind.class_key.len()].to_vec();
                let next = known.len() as i64 + 1;
                let class = *known.entry(key).or_insert_with(|| {
                    let mut values: Vec<Value> = vec![next.into()];
                    values.extend(row.class.iter().map(|value| value.as_str().into()));
                    values.push(search_text(&row.class).into());
                    classes.rows.push(values);
                    next
                });
                places.rows.push(place(persons, class, row));
            }
        }
        for filling in [&mut people, &mut classes, &mut places] {
            filling.write(connection).await?;
        }
        if moved - told >= TELL {
            told = moved;
            tracing::info!(
                table = kind.name,
                rows = moved,
                people = persons,
                "moving people and places"
            );
        }
    }
    class_codes(connection, kind, old).await?;
    if connection.get_database_backend() == sea_orm::DatabaseBackend::Postgres {
        for part in ["person", "class", "place"] {
            let table = kind.table(part);
            connection
                .execute_unprepared(&format!(
                    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE((SELECT MAX(id) FROM {table}), 0) + 1, false)"
                ))
                .await?;
        }
    }
    Ok(())
}

/// The rows of the next people, by their numbers.
async fn next(
    connection: &impl ConnectionTrait,
    kind: &PlaceTables,
    old: &str,
    names: &[&'static str],
    after: Option<&str>,
) -> Result<Vec<Old>, DbErr> {
    let beyond = |select: &mut SelectStatement| {
        if let Some(after) = after {
            select.and_where(Expr::col(kind.number).gt(after));
        }
    };
    let mut numbers = Query::select();
    numbers.distinct().column(kind.number).from(old.to_owned());
    beyond(&mut numbers);
    numbers.order_by(kind.number, Order::Asc).limit(TOGETHER);
    let numbers = connection.query_all(&numbers).await?;
    let Some(last) = numbers.last() else {
        return Ok(Vec::new());
    };
    let last: String = last.try_get_by_index(0)?;
    let mut select = Query::select();
    select.columns(names.iter().copied()).from(old.to_owned());
    beyond(&mut select);
    select
        .and_where(Expr::col(kind.number).lte(last))
        .order_by(kind.number, Order::Asc)
        .order_by("id", Order::Asc);
    let rows = connection.query_all(&select).await?;
    rows.iter().map(|row| Old::read(kind, row)).collect()
}

/// The person behind these rows, which are at least one.
fn person(id: i64, rows: &[Old]) -> Vec<Value> {
    let edited = rows
        .iter()
        .filter(|row| row.edited_at.is_some())
        .max_by_key(|row| row.edited_at);
    let right = edited.unwrap_or(&rows[0]);
    let print = hash(right.own.iter().map(String::as_str));
    // What the source last said stands in a row that was not edited; where there is none, it is not known any more, and
    // the next sync asks.
    let unedited = rows
        .iter()
        .find(|row| row.source_fingerprint.is_some() && !row.is_edited());
    let source = match (right.source_fingerprint, unedited) {
        (None, None) => None,
        (_, Some(row)) => Some(hash(row.own.iter().map(String::as_str))),
        (Some(_), None) => Some(0),
    };
    let exported = rows.iter().filter_map(|row| row.exported_at).max();
    let reason = right.reason.clone().filter(|_| right.migration == "gagal");
    let mut values: Vec<Value> = vec![id.into()];
    values.extend(right.own.iter().map(|value| value.as_str().into()));
    values.extend([
        right.migration.as_str().into(),
        reason.into(),
        hash([right.own[0].as_str()]).into(),
        print.into(),
        source.into(),
        right.synced_at.into(),
        exported.into(),
        right.edited_at.into(),
        search_text(&right.own).into(),
        rows[0].created_in.into(),
        right.written_in.into(),
    ]);
    values
}

fn place(person: i64, class: i64, row: &Old) -> Vec<Value> {
    let (enroll, reason) = row.enrolment();
    vec![
        row.id.into(),
        person.into(),
        class.into(),
        enroll.into(),
        reason.into(),
        row.key_hash.into(),
        // What the source sent for it has to be read again once.
        row.source_fingerprint.map(|_| 0_i64).into(),
        row.missing_since.into(),
        row.created_in.into(),
        row.written_in.into(),
    ]
}

/// A class's code was known to the rows alone that came by form: now the class has it.
async fn class_codes(connection: &impl ConnectionTrait, kind: &PlaceTables, old: &str) -> Result<(), DbErr> {
    if kind.class.len() == kind.class_key.len() {
        return Ok(());
    }
    let class = kind.table("class");
    let same: Vec<_> = kind
        .class_key
        .iter()
        .map(|column| format!("o.\"{column}\" = {class}.\"{column}\""))
        .collect();
    for column in &kind.class[kind.class_key.len()..] {
        let sql = format!(
            "UPDATE {class} SET \"{column}\" = COALESCE((SELECT MAX(o.\"{column}\") FROM {old} o WHERE {same} \
             AND o.\"{column}\" <> ''), '') WHERE \"{column}\" = ''",
            same = same.join(" AND "),
        );
        let backend = connection.get_database_backend();
        connection.execute_raw(Statement::from_string(backend, sql)).await?;
    }
    Ok(())
}

/// Lines of accounts that stood in images are kept as lines; the images go, and with them the way back.
async fn keep_lines(manager: &SchemaManager<'_>, kind: &PlaceTables) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let images = format!("{}_before", kind.name);
    let key: Vec<_> = kind
        .class_key
        .iter()
        .chain([&kind.number])
        .map(|column| format!("\"{column}\""))
        .collect();
    let key = key.join(" || ' · ' || ");
    for (job, outcome) in [("job_id", "deleted"), ("created_in", "created")] {
        connection
            .execute_unprepared(&format!(
                "INSERT INTO job_row (job_id, outcome, key) SELECT {job}, '{outcome}', {key} FROM {images} \
                 WHERE was = 'deleted' AND {job} IS NOT NULL"
            ))
            .await?;
    }
    connection
        .execute_unprepared(&format!(
            "UPDATE job SET undo_lost = TRUE WHERE id IN (SELECT job_id FROM {images})"
        ))
        .await?;
    manager.drop_table(Table::drop().table(images).to_owned()).await
}
