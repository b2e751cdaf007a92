//! An object on the platform goes by another name there than its row has here, from when a form gives the row another key until the
//! next export.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct FormerNames;

impl MigrationName for FormerNames {
    fn name(&self) -> &'static str {
        "m0038_former_names"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for FormerNames {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = Table::alter()
            .table("platform_link")
            .add_column(schema::text_null("former"))
            .take();
        manager.alter_table(add).await?;
        let index = "CREATE INDEX platform_link_by_former ON platform_link (former) WHERE former IS NOT NULL";
        manager.get_connection().execute_unprepared(index).await.map(drop)
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("names are not thrown away".to_owned()))
    }
}
