//! Schedules: what is to be done by itself, and when.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Schedule;

impl MigrationName for Schedule {
    fn name(&self) -> &'static str {
        "m0005_schedule"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Schedule {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("schedule")
                    .col(schema::text("kind"))
                    .col(schema::text("verb"))
                    .col(schema::text("cron"))
                    .col(schema::boolean("enabled"))
                    .col(schema::big_integer("last_slot"))
                    .col(schema::big_integer("taken_until"))
                    .col(schema::big_integer_null("last_job"))
                    .col(schema::text_null("note"))
                    .col(schema::text("edited_by"))
                    .col(schema::big_integer("edited_at"))
                    .primary_key(Index::create().col("kind").col("verb"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("schedules are not thrown away".to_owned()))
    }
}
