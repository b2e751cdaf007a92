//! Notices on their way out of the house: one row for each notice and channel.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Outbox;

impl MigrationName for Outbox {
    fn name(&self) -> &'static str {
        "m0006_outbox"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Outbox {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("outbox")
                    .col(schema::big_pk_auto("id"))
                    .col(schema::text("channel"))
                    .col(schema::text("name"))
                    .col(schema::text("subject"))
                    .col(schema::text("text"))
                    .col(schema::text("details"))
                    .col(schema::big_integer("attempts"))
                    .col(schema::big_integer("created_at"))
                    .col(schema::big_integer("next_at"))
                    .col(schema::big_integer_null("ended_at"))
                    .col(schema::text_null("error"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_index(
                Index::create()
                    .name("outbox_waiting")
                    .table("outbox")
                    .col("ended_at")
                    .col("next_at")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("notices are not thrown away".to_owned()))
    }
}
