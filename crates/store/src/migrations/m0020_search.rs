//! What rows are searched by is indexed: on SQLite by a table of FTS5 beside each table that is searched. On PostgreSQL the
//! index is made at the start, since it needs an extension that a database may not have yet (`crate::search`).

use super::kind_tables::make_search;
use sea_orm_migration::prelude::*;

pub(crate) struct Search;

impl MigrationName for Search {
    fn name(&self) -> &'static str {
        "m0020_search"
    }
}

/// The tables that are searched.
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
    "mahasiswa_class",
    "mahasiswa_mbkm_person",
    "mahasiswa_mbkm_class",
];

#[async_trait::async_trait]
impl MigrationTrait for Search {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            make_search(manager, table).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("the index of searches is not taken back".to_owned()))
    }
}
