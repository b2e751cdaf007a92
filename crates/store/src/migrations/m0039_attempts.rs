//! A job knows how often it was begun since it last came to an end or was given back: what its workers die of is not begun for ever.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Attempts;

impl MigrationName for Attempts {
    fn name(&self) -> &'static str {
        "m0039_attempts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Attempts {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let attempts = schema::big_integer("attempts").default(0).take();
        let add = Table::alter().table("job").add_column(attempts).take();
        manager.alter_table(add).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("what jobs went through is not thrown away".to_owned()))
    }
}
