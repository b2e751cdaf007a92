//! What a comparison found, in numbers: the findings themselves are lines of its job's report.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Drift;

impl MigrationName for Drift {
    fn name(&self) -> &'static str {
        "m0008_drift"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Drift {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("drift_count")
                    .col(schema::big_integer("job_id"))
                    .col(schema::text("kind"))
                    .col(schema::text("outcome"))
                    .col(schema::big_integer("number"))
                    .primary_key(Index::create().col("job_id").col("kind").col("outcome"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("reports are not thrown away".to_owned()))
    }
}
