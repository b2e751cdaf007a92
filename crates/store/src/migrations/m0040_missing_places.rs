//! Places that the source does not list any more are counted by their enrolment: of those who are not enrolled nobody waits to be.

use super::m0033_tally::TABLES;
use crate::tally::{Tallied, count_otherwise};
use sea_orm_migration::prelude::*;

pub(crate) struct MissingPlaces;

impl MigrationName for MissingPlaces {
    fn name(&self) -> &'static str {
        "m0040_missing_places"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for MissingPlaces {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let tables = TABLES.map(|(kind, table, counted)| Tallied::of_table(kind, table, counted));
        count_otherwise(manager.get_connection(), &tables).await
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("numbers are not taken back".to_owned()))
    }
}
