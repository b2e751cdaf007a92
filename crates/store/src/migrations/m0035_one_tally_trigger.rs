//! How a row counts is said once on SQLite, and no longer in the triggers of each table: every connection holds their text.

use super::m0033_tally::TABLES;
use crate::tally::Tallied;
use sea_orm::DatabaseBackend;
use sea_orm_migration::prelude::*;

pub(crate) struct OneTallyTrigger;

impl MigrationName for OneTallyTrigger {
    fn name(&self) -> &'static str {
        "m0035_one_tally_trigger"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for OneTallyTrigger {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() != DatabaseBackend::Sqlite {
            return Ok(());
        }
        for (kind, table, counted) in TABLES {
            let tallied = Tallied::of_table(kind, table, counted);
            tallied.make_triggers_anew(manager.get_connection()).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
