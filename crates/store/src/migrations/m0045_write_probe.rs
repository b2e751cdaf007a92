//! A table that is written to alone to see whether the database takes writes.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct WriteProbe;

impl MigrationName for WriteProbe {
    fn name(&self) -> &'static str {
        "m0045_write_probe"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for WriteProbe {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let probe = Table::create().table("write_probe").col(schema::blob("padding")).take();
        manager.create_table(probe).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("write_probe").take()).await
    }
}
