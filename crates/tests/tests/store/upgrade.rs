//! A database that an earlier version left is brought up to date, all of it or nothing, and nothing that an administrator knows is lost.

use crate::{
    database::{
        Database::{self, Postgres, Sqlite},
        LATER, after_a_term,
    },
    open, searching,
};
use futures::TryStreamExt;
use rstest::rstest;
use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::{Kind, mahasiswa::Mahasiswa, search_text};
use selaras_store::{
    Store, StoreError,
    rows::{ListQuery, Stored},
    schema::STEPS,
};
use selaras_tests::numbers;
use std::collections::BTreeMap;

async fn rows<K: Kind>(store: &Store) -> Vec<Stored<K>> {
    store.stream::<K>(ListQuery::default()).try_collect().await.unwrap()
}

/// Each answer's first column, as text.
async fn texts(store: &Store, sql: &str) -> Vec<String> {
    let statement = Statement::from_string(store.backend(), sql.to_owned());
    let rows = store.writer().query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// All that is in a database: what makes its tables, indexes, triggers and constraints, and each row, in one order.
async fn everything(on: Database, store: &Store) -> Vec<String> {
    let (made_of, tables) = match on {
        Sqlite => (
            "SELECT type || name || coalesce(sql, '') FROM sqlite_master ORDER BY 1",
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1",
        ),
        Postgres => (
            "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) FROM \
             information_schema.columns WHERE table_schema = 'public' \
             UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' \
             UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = \
             'public'::regnamespace ORDER BY 1",
            "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
        ),
    };
    let mut all = texts(store, made_of).await;
    for table in texts(store, tables).await {
        let row = match on {
            Sqlite => {
                let columns = format!("SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('{table}')");
                texts(store, &columns).await.join(" || ',' || ")
            }
            Postgres => format!("\"{table}\"::text"),
        };
        let rows = texts(store, &format!("SELECT {row} FROM \"{table}\" ORDER BY 1")).await;
        all.extend(rows.into_iter().map(|row| format!("{table}: {row}")));
    }
    all
}

#[rstest]
#[tokio::test]
async fn next_step_keeps_every_row(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = after_a_term(on).await;
    let sorted = |mut campus: BTreeMap<String, Vec<String>>| {
        campus.values_mut().for_each(|rows| rows.sort());
        campus
    };
    let mut before = fresh.campus().await;
    // The second step appends an empty id to these tables.
    for table in ["kelas", "mengajar", "mahasiswa_class", "mahasiswa_mbkm_class"] {
        let rows = before.get_mut(table).unwrap();
        rows.iter_mut().for_each(|row| row.push_str("|="));
    }
    // The fifth step appends two empty days.
    let semesters = before.get_mut("semester").unwrap();
    semesters.iter_mut().for_each(|row| row.push_str("|=|="));
    // The tenth and the eleventh step append an empty role of the teacher, and an empty class that a class is taught in.
    for table in ["mengajar", "kelas"] {
        let rows = before.get_mut(table).unwrap();
        rows.iter_mut().for_each(|row| row.push_str("|="));
    }
    let store = Store::open_with(&fresh.url, &LATER).await.unwrap();
    assert_eq!(store.pending_steps().await.unwrap(), 0);
    assert_eq!(sorted(fresh.campus().await), sorted(before));
    numbers::assert_true(&store).await;
    assert_eq!(store.verify_log().await.unwrap().flaw, None);
    assert!(!texts(&store, "SELECT kode_ruang FROM ruang").await.is_empty());
    let notices = texts(&store, "SELECT subject FROM outbox").await;
    assert!(
        !notices.is_empty() && notices.iter().all(|subject| subject.ends_with('!')),
        "{notices:?}"
    );
}

#[rstest]
#[tokio::test]
async fn people_are_found_by_a_part_of_the_name(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = after_a_term(on).await;
    let store = Store::open_with(&fresh.url, &LATER).await.unwrap();
    assert!(store.has_search_index().await.unwrap());
    let all = rows::<Mahasiswa>(&store).await;
    let name = all[17].row.nama_lengkap.to_string();
    let part: String = name.chars().skip(1).take(4).collect::<String>().to_uppercase();
    let found = store.page::<Mahasiswa>(&searching(&part), 0, 1000).await.unwrap();
    let holds = |row: &&Stored<Mahasiswa>| search_text(&row.row).contains(part.trim().to_lowercase().as_str());
    let expected: Vec<_> = all.iter().filter(holds).cloned().collect();
    assert_eq!(found.rows, expected, "{part}");
}

/// A database tells the steps that it has had in the order of their names.
#[test]
fn names_of_steps_ascend() {
    assert!(STEPS.is_sorted_by(|before, after| before.name < after.name));
}

#[rstest]
#[tokio::test]
async fn database_that_is_up_to_date_is_opened_as_it_is(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = after_a_term(on).await;
    Store::open(&fresh.url).await.unwrap().close().await.unwrap();
    let before = Store::connect(&fresh.url).await.unwrap();
    let as_it_was = everything(on, &before).await;
    before.close().await.unwrap();
    let again = Store::open(&fresh.url).await.unwrap();
    assert_eq!(everything(on, &again).await, as_it_was);
    assert_eq!(open(on).await.0.pending_steps().await.unwrap(), 0);
}

/// What stands in the way of the made-up step.
#[derive(Debug, Clone, Copy)]
enum Obstacle {
    /// A table has the name of the one that it makes.
    Table,
    /// The column that it adds is there already, after it has made a table.
    Column,
}

impl Obstacle {
    const fn put(self) -> &'static str {
        match self {
            Self::Table => "CREATE TABLE ruang (campus TEXT); INSERT INTO ruang VALUES ('theirs')",
            Self::Column => "ALTER TABLE schedule ADD COLUMN ruang INTEGER",
        }
    }

    const fn take_away(self) -> &'static str {
        match self {
            Self::Table => "DROP TABLE ruang",
            Self::Column => "ALTER TABLE schedule DROP COLUMN ruang",
        }
    }
}

#[rstest]
#[tokio::test]
async fn failed_step_leaves_the_database_as_it_was(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Obstacle::Table, Obstacle::Column)] obstacle: Obstacle,
) {
    let fresh = after_a_term(on).await;
    let before = Store::open(&fresh.url).await.unwrap();
    before.writer().execute_unprepared(obstacle.put()).await.unwrap();
    let as_it_was = everything(on, &before).await;
    before.close().await.unwrap();

    let error = Store::open_with(&fresh.url, &LATER).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Schema { step, .. } if step == LATER[STEPS.len()].name),
        "{error}"
    );
    let said = error.to_string();
    assert!(
        said.contains(LATER[STEPS.len()].name) && said.contains("Nothing was changed"),
        "{said}"
    );

    // The version before goes on with it.
    let after = Store::open(&fresh.url).await.unwrap();
    assert!(as_it_was.len() > 4000, "{}", as_it_was.len());
    assert_eq!(everything(on, &after).await, as_it_was);
    after.writer().execute_unprepared(obstacle.take_away()).await.unwrap();
    after.close().await.unwrap();

    let store = Store::open_with(&fresh.url, &LATER).await.unwrap();
    assert_eq!(store.pending_steps().await.unwrap(), 0);
}

#[rstest]
#[tokio::test]
async fn processes_that_come_at_once_apply_a_step_once(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = after_a_term(on).await;
    let openings = match on {
        // A SQLite file is one process's.
        Sqlite => 1,
        Postgres => 4,
    };
    let opened = futures::future::join_all((0..openings).map(|_| Store::open_with(&fresh.url, &LATER))).await;
    for store in opened {
        assert_eq!(store.unwrap().pending_steps().await.unwrap(), 0);
    }
}

#[rstest]
#[case("CREATE TABLE seaql_migrations (version text)", "before 1.0.0")]
#[case(
    "CREATE TABLE schema_step (name text NOT NULL PRIMARY KEY, applied_at bigint NOT NULL); \
     INSERT INTO schema_step VALUES ('0001_baseline', 1), ('0002_later', 1)",
    "newer version"
)]
#[tokio::test]
async fn database_of_another_version_is_refused(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] made: &str,
    #[case] says: &str,
) {
    let fresh = on.fresh().await;
    let other = Store::connect(&fresh.url).await.unwrap();
    other.writer().execute_unprepared(made).await.unwrap();
    let as_it_was = everything(on, &other).await;
    other.close().await.unwrap();
    let error = Store::open(&fresh.url).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Open(text) if text.contains(says)),
        "{error}"
    );
    let after = Store::connect(&fresh.url).await.unwrap();
    assert_eq!(everything(on, &after).await, as_it_was);
}
