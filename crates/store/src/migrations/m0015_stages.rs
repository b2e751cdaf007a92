//! The stages of a job that works at the whole campus, the job of which another is a stage, and how each kind stands.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Stages;

impl MigrationName for Stages {
    fn name(&self) -> &'static str {
        "m0015_stages"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Stages {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let part_of = Table::alter()
            .table("job")
            .add_column(schema::big_integer_null("part_of"))
            .to_owned();
        manager.alter_table(part_of).await?;
        let stages = Table::create()
            .table("job_stage")
            .col(schema::big_integer("job_id"))
            .col(schema::integer("position"))
            .col(schema::text("kind"))
            .col(schema::text("verb"))
            .col(schema::text("state"))
            .col(schema::big_integer_null("child"))
            .col(schema::text_null("counts"))
            .col(schema::text_null("plan"))
            .primary_key(Index::create().col("job_id").col("position"))
            .to_owned();
        manager.create_table(stages).await?;
        let standing = Table::create()
            .table("standing")
            .col(schema::text("kind").primary_key())
            .col(schema::text("numbers"))
            .col(schema::big_integer("counted_at"))
            .to_owned();
        manager.create_table(standing).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration(
            "what was done in stages is not thrown away".to_owned(),
        ))
    }
}
