//! Entries of the activity log say from where and in which session something was done, and each is sealed over the one before it.
//! What was written until now stands before the chain: it is not sealed, and the chain remembers where it ends.

use sea_orm_migration::{prelude::*, schema};

pub(crate) struct LogChain;

impl MigrationName for LogChain {
    fn name(&self) -> &'static str {
        "m0025_log_chain"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for LogChain {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            schema::text_null("address"),
            schema::big_integer_null("session"),
            schema::big_integer_null("position"),
            schema::text_null("hash"),
        ];
        for column in columns {
            manager
                .alter_table(Table::alter().table("activity_log").add_column(column).to_owned())
                .await?;
        }
        let by_position = Index::create()
            .name("activity_log_by_position")
            .table("activity_log")
            .col("position")
            .unique()
            .to_owned();
        manager.create_index(by_position).await?;
        manager
            .create_table(
                Table::create()
                    .table("log_chain")
                    .col(ColumnDef::new("id").big_integer().not_null().primary_key())
                    .col(schema::big_integer("position"))
                    .col(schema::text("hash"))
                    .col(schema::big_integer("anchor_position"))
                    .col(schema::text("anchor_hash"))
                    .col(schema::big_integer("began_after"))
                    .to_owned(),
            )
            .await?;
        manager
            .get_connection()
            .execute_unprepared(
                "INSERT INTO log_chain (id, position, hash, anchor_position, anchor_hash, began_after) \
                 SELECT 1, 0, '', 0, '', COALESCE(MAX(id), 0) FROM activity_log",
            )
            .await?;
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("the log's chain is not thrown away".to_owned()))
    }
}
