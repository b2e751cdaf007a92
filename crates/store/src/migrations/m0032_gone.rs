//! Of places, only those that the source lists no more have a time since when: the index by which a list is sorted by it has no
//! others.

use sea_orm::DatabaseBackend;
use sea_orm_migration::prelude::*;

pub(crate) struct Gone;

impl MigrationName for Gone {
    fn name(&self) -> &'static str {
        "m0032_gone"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Gone {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = match manager.get_database_backend() {
            DatabaseBackend::Sqlite => "missing_since",
            _ => "missing_since, id",
        };
        for table in ["mahasiswa_place", "mahasiswa_mbkm_place"] {
            let index = format!("{table}_sorted_by_missing_since");
            // Where a first load has put it off, it is not made a second time at the load's end.
            let sql = format!(
                "DROP INDEX IF EXISTS {index}; \
                 DELETE FROM postponed_index WHERE name = '{index}'; \
                 CREATE INDEX {index} ON {table} ({columns}) WHERE missing_since IS NOT NULL"
            );
            manager.get_connection().execute_unprepared(&sql).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("the indexes of lists are not taken back".to_owned()))
    }
}
