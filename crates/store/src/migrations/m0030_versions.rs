//! What numbers the version of a row is called so.

use super::kind_tables::{IMAGE, VERSION};
use sea_orm::DatabaseBackend;
use sea_orm_migration::prelude::*;

pub(crate) struct Versions;

impl MigrationName for Versions {
    fn name(&self) -> &'static str {
        "m0030_versions"
    }
}

/// Tables whose versions are kept.
const TABLES: [&str; 12] = [
    "tahun_ajaran",
    "semester",
    "prodi",
    "jurusan",
    "mata_kuliah",
    "kelas",
    "pengajar",
    "mengajar",
    "mahasiswa_person",
    "mahasiswa_place",
    "mahasiswa_mbkm_person",
    "mahasiswa_mbkm_place",
];
/// Views of versions. SQLite finds their columns each time, PostgreSQL did when they were made.
const VIEWS: [&str; 2] = ["mahasiswa", "mahasiswa_mbkm"];

#[async_trait::async_trait]
impl MigrationTrait for Versions {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let views: &[_] = match manager.get_database_backend() {
            DatabaseBackend::Sqlite => &[],
            _ => &VIEWS,
        };
        for name in TABLES.iter().chain(views) {
            let rename = format!("ALTER TABLE {name}_before RENAME COLUMN {IMAGE} TO {VERSION}");
            manager.get_connection().execute_unprepared(&rename).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("names are not taken back".to_owned()))
    }
}
