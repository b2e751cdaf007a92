//! Failed tries to sign in are counted, so that the next one waits longer. Rows live for minutes, so the table is made again.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct GrowingWaits;

impl MigrationName for GrowingWaits {
    fn name(&self) -> &'static str {
        "m0042_growing_waits"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for GrowingWaits {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("sign_in_try").take()).await?;
        let tries = Table::create()
            .table("sign_in_try")
            .col(schema::text("name").primary_key())
            .col(schema::big_integer("due_at"))
            // A process of an earlier version may still write here.
            .col(schema::big_integer("failed").default(0).take())
            .col(schema::big_integer("forget_at").default(0).take())
            .take();
        manager.create_table(tries).await?;
        let forgotten = Index::create()
            .name("sign_in_try_by_forget_at")
            .table("sign_in_try")
            .col("forget_at")
            .take();
        manager.create_index(forgotten).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("failed tries are not taken back".to_owned()))
    }
}
