//! The schema: steps that are applied in order. A released step is never changed.
//!
//! A step is SQL, one file for each database, and runs no code of the product, so that it does the same in ten years. The step of a
//! new kind copies the statements of a kind like it from the baseline and changes the names.

pub(crate) mod first_load;

use crate::{
    Result, StoreError,
    connection::{Connection, Transaction},
};
use sea_orm::{ConnectionTrait, DatabaseBackend, DbErr, Statement, sea_query::Query};

/// A step of the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// Its name, which databases and backups remember.
    pub name: &'static str,
    /// What SQLite does.
    pub sqlite: &'static str,
    /// What PostgreSQL does.
    pub postgres: &'static str,
}

/// All steps, the oldest first.
pub const STEPS: &[Step] = &[
    Step {
        name: "0001_baseline",
        sqlite: include_str!("schema/0001_baseline.sqlite.sql"),
        postgres: include_str!("schema/0001_baseline.postgres.sql"),
    },
    Step {
        name: "0002_class_ids",
        sqlite: include_str!("schema/0002_class_ids.sqlite.sql"),
        postgres: include_str!("schema/0002_class_ids.postgres.sql"),
    },
    Step {
        name: "0003_renumbering",
        sqlite: include_str!("schema/0003_renumbering.sqlite.sql"),
        postgres: include_str!("schema/0003_renumbering.postgres.sql"),
    },
    Step {
        name: "0004_shape",
        sqlite: include_str!("schema/0004_shape.sqlite.sql"),
        postgres: include_str!("schema/0004_shape.postgres.sql"),
    },
    Step {
        name: "0005_semester_dates",
        sqlite: include_str!("schema/0005_semester_dates.sqlite.sql"),
        postgres: include_str!("schema/0005_semester_dates.postgres.sql"),
    },
    Step {
        name: "0006_usernames",
        sqlite: include_str!("schema/0006_usernames.sqlite.sql"),
        postgres: include_str!("schema/0006_usernames.postgres.sql"),
    },
    Step {
        name: "0007_saved_view",
        sqlite: include_str!("schema/0007_saved_view.sqlite.sql"),
        postgres: include_str!("schema/0007_saved_view.postgres.sql"),
    },
    Step {
        name: "0008_proposed_upload",
        sqlite: include_str!("schema/0008_proposed_upload.sqlite.sql"),
        postgres: include_str!("schema/0008_proposed_upload.postgres.sql"),
    },
    Step {
        name: "0009_hidden_course",
        sqlite: include_str!("schema/0009_hidden_course.sqlite.sql"),
        postgres: include_str!("schema/0009_hidden_course.postgres.sql"),
    },
    Step {
        name: "0010_teachers_roles",
        sqlite: include_str!("schema/0010_teachers_roles.sqlite.sql"),
        postgres: include_str!("schema/0010_teachers_roles.postgres.sql"),
    },
    Step {
        name: "0011_combined_classes",
        sqlite: include_str!("schema/0011_combined_classes.sqlite.sql"),
        postgres: include_str!("schema/0011_combined_classes.postgres.sql"),
    },
    Step {
        name: "0012_matches",
        sqlite: include_str!("schema/0012_matches.sqlite.sql"),
        postgres: include_str!("schema/0012_matches.postgres.sql"),
    },
    Step {
        name: "0013_tied_categories",
        sqlite: include_str!("schema/0013_tied_categories.sqlite.sql"),
        postgres: include_str!("schema/0013_tied_categories.postgres.sql"),
    },
    Step {
        name: "0014_mixed_capitals",
        sqlite: include_str!("schema/0014_mixed_capitals.sqlite.sql"),
        postgres: include_str!("schema/0014_mixed_capitals.postgres.sql"),
    },
];

/// The table of the steps that a database has had.
pub(crate) const APPLIED: &str = "schema_step";
/// The table of applied steps in databases of versions before 1.0.0, which had other steps.
const APPLIED_BEFORE: &str = "seaql_migrations";

/// The names of the steps that the database has had, in order.
pub(crate) async fn applied(connection: &impl ConnectionTrait) -> std::result::Result<Vec<String>, DbErr> {
    if !has_table(connection, APPLIED).await? {
        return Ok(Vec::new());
    }
    let select = Query::select()
        .column("name")
        .from(APPLIED)
        .order_by("name", sea_orm::Order::Asc)
        .take();
    let rows = connection.query_all(&select).await?;
    rows.iter().map(|row| row.try_get_by_index(0)).collect()
}

/// The steps that the database lacks.
///
/// # Errors
/// [`StoreError::Open`]: the database had steps that are not among `steps`, so it belongs to another version.
pub(crate) async fn pending<'a>(connection: &impl ConnectionTrait, steps: &'a [Step]) -> Result<&'a [Step]> {
    let applied = applied(connection).await?;
    if applied.is_empty() && has_table(connection, APPLIED_BEFORE).await? {
        return Err(StoreError::Open(
            "the database was made by a version before 1.0.0, which this version cannot read: use an empty one"
                .to_owned(),
        ));
    }
    let known = steps.iter().map(|step| step.name);
    if !known.take(applied.len()).eq(applied.iter().map(String::as_str)) {
        return Err(StoreError::Open(
            "the database was made by a newer version than this program: install that version".to_owned(),
        ));
    }
    Ok(&steps[applied.len()..])
}

/// Applies all steps that the database lacks, or none of them. Two processes that come at once do it one after the other.
///
/// # Errors
/// [`StoreError::Schema`]: a step failed, and the database is as it was; [`StoreError::Open`] as [`pending`].
pub(crate) async fn apply_pending(connection: &Connection, steps: &[Step]) -> Result<()> {
    let raising = connection.with_long_deadline().begin().await?;
    make_table(&raising).await?;
    let missing = pending(&raising, steps).await?;
    apply(&raising, missing).await?;
    Ok(raising.commit().await?)
}

/// Applies steps within a transaction, whatever the database had before.
pub(crate) async fn apply(raising: &Transaction, steps: &[Step]) -> Result<()> {
    make_table(raising).await?;
    for step in steps {
        let sql = match raising.get_database_backend() {
            DatabaseBackend::Sqlite => step.sqlite,
            _ => step.postgres,
        };
        let failed = |source| StoreError::Schema {
            step: step.name.to_owned(),
            source,
        };
        raising.execute_unprepared(sql).await.map_err(failed)?;
        let applied = Query::insert()
            .into_table(APPLIED)
            .columns(["name", "applied_at"])
            .values_panic([step.name.into(), raising.now().into()])
            .take();
        raising.execute(&applied).await?;
    }
    Ok(())
}

/// Makes the table of applied steps if there is none. On PostgreSQL one process at a time goes on from here.
async fn make_table(raising: &Transaction) -> Result<()> {
    if raising.get_database_backend() == DatabaseBackend::Postgres {
        crate::statement::alone(raising, LOCK).await?;
    }
    let make =
        format!("CREATE TABLE IF NOT EXISTS {APPLIED} (name text NOT NULL PRIMARY KEY, applied_at bigint NOT NULL)");
    raising.execute_unprepared(&make).await?;
    Ok(())
}

/// The advisory lock of raising the schema.
const LOCK: u32 = 7009;

async fn has_table(connection: &impl ConnectionTrait, name: &str) -> std::result::Result<bool, DbErr> {
    let backend = connection.get_database_backend();
    let sql = match backend {
        DatabaseBackend::Sqlite => format!("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '{name}'"),
        _ => format!("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = '{name}'"),
    };
    let found = connection.query_one_raw(Statement::from_string(backend, sql)).await?;
    Ok(found.is_some())
}
