//! The rows of a plan of the whole campus, each on its own: any of them can be found and left out.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct PlanRows;

impl MigrationName for PlanRows {
    fn name(&self) -> &'static str {
        "m0028_plan_rows"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for PlanRows {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let rows = Table::create()
            .table("plan_row")
            .col(schema::big_pk_auto("id"))
            .col(schema::big_integer("job_id"))
            .col(schema::integer("position"))
            .col(schema::text("sort"))
            .col(schema::text("search_text"))
            .col(schema::text("row"))
            .to_owned();
        manager.create_table(rows).await?;
        let in_order = Index::create()
            .name("plan_row_in_order")
            .table("plan_row")
            .col("job_id")
            .col("position")
            .col("sort")
            .col("id")
            .to_owned();
        manager.create_index(in_order).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("plan_row").to_owned()).await
    }
}
