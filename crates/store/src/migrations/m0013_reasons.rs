//! A line of a report has its reason as a code with parameters, and beside it what it shares with other lines, by which they
//! are counted and narrowed. What earlier versions wrote are sentences; each is a group of its own (decision 21).

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Reasons;

impl MigrationName for Reasons {
    fn name(&self) -> &'static str {
        "m0013_reasons"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Reasons {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut group = schema::text_null("reason_group");
        let alter = Table::alter().table("job_row").add_column(&mut group).to_owned();
        manager.alter_table(alter).await?;
        manager
            .get_connection()
            .execute_unprepared("UPDATE job_row SET reason_group = 'earlier:' || reason WHERE reason IS NOT NULL")
            .await?;
        Ok(())
    }
}
