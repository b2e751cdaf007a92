//! What taking an action back needs: which job made and last wrote a row, and how rows were before.

use super::m0001_first::TABLES;
use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Undo;

impl MigrationName for Undo {
    fn name(&self) -> &'static str {
        "m0003_undo"
    }
}

/// Columns that all kinds' tables have by now, beside the id and the kind's own; with whether each is a number and
/// whether it may be empty.
const SHARED: &[(&str, bool, bool)] = &[
    ("migration", false, false),
    ("migration_reason", false, true),
    ("enroll", false, false),
    ("key_hash", true, false),
    ("fingerprint", true, false),
    ("source_fingerprint", true, true),
    ("missing_since", true, true),
    ("synced_at", true, true),
    ("exported_at", true, true),
    ("edited_at", true, true),
    ("search_text", false, false),
    ("created_in", true, true),
    ("written_in", true, true),
];

#[async_trait::async_trait]
impl MigrationTrait for Undo {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            remember_jobs(manager, table.name).await?;
            images(manager, table.name, table.columns).await?;
        }
        let mut columns = [
            schema::big_integer_null("undone_by"),
            schema::big_integer_null("undo_of"),
            schema::big_integer_null("source_rows"),
            schema::text_null("consent"),
            schema::boolean("consented").default(false).take(),
        ];
        for column in &mut columns {
            add(manager, "job", column).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("what was before is not thrown away".to_owned()))
    }
}

async fn add(manager: &SchemaManager<'_>, table: &'static str, column: &mut ColumnDef) -> Result<(), DbErr> {
    let alter = Table::alter().table(table).add_column(column).take();
    manager.alter_table(alter).await
}

async fn remember_jobs(manager: &SchemaManager<'_>, kind: &'static str) -> Result<(), DbErr> {
    add(manager, kind, &mut schema::big_integer_null("created_in")).await?;
    add(manager, kind, &mut schema::big_integer_null("written_in")).await?;
    index(manager, kind, "created_in").await
}

async fn index(manager: &SchemaManager<'_>, table: &str, column: &'static str) -> Result<(), DbErr> {
    let index = Index::create()
        .name(format!("{table}_by_{column}"))
        .table(table.to_owned())
        .col(column)
        .take();
    manager.create_index(index).await
}

/// The table of a kind's rows as they were before a job changed or deleted them.
async fn images(manager: &SchemaManager<'_>, kind: &str, columns: &[&'static str]) -> Result<(), DbErr> {
    let name = format!("{kind}_before");
    let mut table = Table::create();
    table
        .table(name.clone())
        .col(schema::big_pk_auto("image"))
        .col(schema::big_integer("job_id"))
        .col(schema::text("was"))
        .col(schema::boolean("undone"))
        .col(schema::big_integer("taken_at"))
        .col(schema::big_integer("id"));
    for column in columns {
        table.col(schema::text(*column));
    }
    for (column, number, optional) in SHARED {
        table.col(match (number, optional) {
            (true, true) => schema::big_integer_null(*column),
            (true, false) => schema::big_integer(*column),
            (false, true) => schema::text_null(*column),
            (false, false) => schema::text(*column),
        });
    }
    manager.create_table(table).await?;
    index(manager, &name, "job_id").await?;
    index(manager, &name, "taken_at").await?;
    index(manager, &name, "created_in").await
}
