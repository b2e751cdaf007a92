//! How often somebody tries to sign in is counted for all processes.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct SignInTries;

impl MigrationName for SignInTries {
    fn name(&self) -> &'static str {
        "m0034_sign_in_tries"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for SignInTries {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let tries = Table::create()
            .table("sign_in_try")
            .col(schema::text("name").primary_key())
            .col(schema::big_integer("due_at"))
            .take();
        manager.create_table(tries).await?;
        let quiet = Index::create()
            .name("sign_in_try_by_due_at")
            .table("sign_in_try")
            .col("due_at")
            .take();
        manager.create_index(quiet).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("sign_in_try").take()).await
    }
}
