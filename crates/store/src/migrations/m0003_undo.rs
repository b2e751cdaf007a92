//! What taking an action back needs: which job made and last wrote a row, and how rows were before.

use super::{
    kind_tables::{IMAGE, make_versions},
    m0001_first::TABLES,
};
use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Undo;

impl MigrationName for Undo {
    fn name(&self) -> &'static str {
        "m0003_undo"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Undo {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            make_versions(manager, table, IMAGE).await?;
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
