//! What a job warns of, and whether a schedule may suspend.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Leaving;

impl MigrationName for Leaving {
    fn name(&self) -> &'static str {
        "m0014_leaving"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Leaving {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let warnings = Table::alter()
            .table("job")
            .add_column(schema::text_null("warnings"))
            .to_owned();
        manager.alter_table(warnings).await?;
        let mut may = schema::boolean("may_suspend");
        may.default(false);
        let schedules = Table::alter().table("schedule").add_column(may).to_owned();
        manager.alter_table(schedules).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("what was warned of is not thrown away".to_owned()))
    }
}
