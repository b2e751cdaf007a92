//! Columns and a kind of job get the names that the rest of the program has for them: Zoom's number of a participant, the
//! address or name by which a participant is known, and the comparison of source, dashboard and platform.

use sea_orm_migration::prelude::*;

pub(crate) struct PlainNames;

impl MigrationName for PlainNames {
    fn name(&self) -> &'static str {
        "m0012_plain_names"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for PlainNames {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            ("attendance", "visit", "participant"),
            ("zoom_person", "clue", "identity"),
        ];
        for (table, old, new) in columns {
            let rename = Table::alter().table(table).rename_column(old, new).to_owned();
            manager.alter_table(rename).await?;
        }
        for table in ["job", "job_count"] {
            let (from, to) = ("drift", "comparison");
            let update = Query::update()
                .table(table)
                .value("kind", to)
                .and_where(Expr::col("kind").eq(from))
                .to_owned();
            manager.get_connection().execute(&update).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("names are not changed back".to_owned()))
    }
}
