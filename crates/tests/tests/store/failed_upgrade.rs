//! A step of the schema that fails takes nothing with it: neither what it had done, nor the steps before it.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    upgrade::left_by_0_1_0,
};
use rstest::rstest;
use sea_orm::{ConnectionTrait, Statement};
use selaras_kinds::mahasiswa::Mahasiswa;
use selaras_store::{Selection, Store, StoreError};

/// Each answer's first column, as text.
async fn texts(store: &Store, sql: &str) -> Vec<String> {
    let statement = Statement::from_string(store.backend(), sql.to_owned());
    let rows = store.writer().query_all_raw(statement).await.unwrap();
    rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
}

/// Everything that is in a database: what makes its tables, indexes, triggers and constraints, and each row, in one order.
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

/// What stands in the way of a step, and which step that is.
#[derive(Debug, Clone, Copy)]
enum Obstacle {
    /// A table has the name of one that a step in the middle makes.
    Table,
    /// A column that a step adds is there already; nearly all others come before it.
    Column,
    /// A table has the name that a step gives another for a while, after it has changed others.
    Name,
}

impl Obstacle {
    const fn step(self) -> &'static str {
        match self {
            Self::Table => "m0026_second_factor",
            Self::Column => "m0031_in_person",
            Self::Name => "m0010_people_and_places",
        }
    }

    const fn put(self) -> &'static str {
        match self {
            Self::Table => "CREATE TABLE recovery_code (campus TEXT); INSERT INTO recovery_code VALUES ('theirs')",
            Self::Column => "ALTER TABLE outbox ADD COLUMN recipient INTEGER",
            Self::Name => "CREATE TABLE mahasiswa_rows (campus TEXT); INSERT INTO mahasiswa_rows VALUES ('theirs')",
        }
    }

    const fn take_away(self) -> &'static str {
        match self {
            Self::Table => "DROP TABLE recovery_code",
            Self::Column => "ALTER TABLE outbox DROP COLUMN recipient",
            Self::Name => "DROP TABLE mahasiswa_rows",
        }
    }
}

#[rstest]
#[tokio::test]
async fn a_step_that_fails_leaves_all_as_it_was_and_the_way_is_free_when_its_cause_is_gone(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Obstacle::Table, Obstacle::Column, Obstacle::Name)] obstacle: Obstacle,
) {
    let fresh = left_by_0_1_0(on).await;
    let before = Store::connect(&fresh.url).await.unwrap();
    before.writer().execute_unprepared(obstacle.put()).await.unwrap();
    let as_it_was = everything(on, &before).await;
    before.close().await.unwrap();

    let error = Store::open(&fresh.url).await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Schema { step, .. } if step == obstacle.step()),
        "{error}"
    );
    let said = error.to_string();
    assert!(
        said.contains(obstacle.step()) && said.contains("Nothing was changed"),
        "{said}"
    );

    let after = Store::connect(&fresh.url).await.unwrap();
    assert!(as_it_was.len() > 4000, "{}", as_it_was.len());
    assert_eq!(everything(on, &after).await, as_it_was);
    // The version before goes on with it: its tables take rows, in its own columns.
    let edit = "UPDATE mahasiswa SET nama_lengkap = 'Sesudah Gagal' WHERE \"NPK\" = '240035'";
    assert!(after.writer().execute_unprepared(edit).await.unwrap().rows_affected() > 0);
    after.writer().execute_unprepared(obstacle.take_away()).await.unwrap();
    after.close().await.unwrap();

    let store = Store::open(&fresh.url).await.unwrap();
    assert_eq!(store.pending_migrations().await.unwrap(), 0);
    let edited = Selection::equal([("NPK", "240035")]);
    let students = store.first::<Mahasiswa>(&edited, 10).await.unwrap();
    assert_eq!(students[0].row.nama_lengkap.as_str(), "Sesudah Gagal");
}

#[rstest]
#[tokio::test]
async fn processes_that_come_at_once_raise_the_schema_once(#[values(Sqlite, Postgres)] on: Database) {
    let fresh = left_by_0_1_0(on).await;
    let openings = match on {
        // A SQLite file is one process's.
        Sqlite => 1,
        Postgres => 4,
    };
    let opened = futures::future::join_all((0..openings).map(|_| Store::open(&fresh.url))).await;
    for store in opened {
        assert_eq!(store.unwrap().pending_migrations().await.unwrap(), 0);
    }
}
