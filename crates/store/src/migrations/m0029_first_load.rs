//! What finds rows is put off while a kind is loaded for the first time: here is what has to be made at the end.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct FirstLoad;

impl MigrationName for FirstLoad {
    fn name(&self) -> &'static str {
        "m0029_first_load"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for FirstLoad {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("postponed_index")
            .col(schema::text("name").primary_key())
            .col(schema::text("kind"))
            .col(schema::text("make"))
            .take();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("postponed_index").to_owned())
            .await
    }
}
