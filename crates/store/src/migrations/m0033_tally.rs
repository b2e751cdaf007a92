//! How many rows stand how is kept by the database with each write, and no longer counted when a job ends.

use super::kind_tables::{
    Counted::{self, Enrolments, Listed, Objects},
    make_tally,
};
use sea_orm::DatabaseBackend;
use sea_orm_migration::{prelude::*, schema};

pub(crate) struct Tally;

impl MigrationName for Tally {
    fn name(&self) -> &'static str {
        "m0033_tally"
    }
}

/// The tables that there were.
pub(super) const TABLES: [(&str, &str, &[Counted]); 12] = [
    ("tahun_ajaran", "tahun_ajaran", &[Objects, Listed]),
    ("semester", "semester", &[Objects, Listed]),
    ("prodi", "prodi", &[Objects, Listed]),
    ("jurusan", "jurusan", &[Objects, Listed]),
    ("mata_kuliah", "mata_kuliah", &[Objects, Listed]),
    ("kelas", "kelas", &[Objects, Listed]),
    ("pengajar", "pengajar", &[Objects, Listed]),
    ("mahasiswa", "mahasiswa_person", &[Objects]),
    ("mahasiswa", "mahasiswa_place", &[Listed, Enrolments]),
    ("mahasiswa_mbkm", "mahasiswa_mbkm_person", &[Objects]),
    ("mahasiswa_mbkm", "mahasiswa_mbkm_place", &[Listed, Enrolments]),
    ("mengajar", "mengajar", &[Listed, Enrolments]),
];

#[async_trait::async_trait]
impl MigrationTrait for Tally {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("standing").take()).await?;
        let changes = Table::create()
            .table("kind_change")
            .col(schema::text("kind").primary_key())
            .col(schema::big_integer("changed_at"))
            .take();
        manager.create_table(changes).await?;
        let tally = Table::create()
            .table("tally")
            .col(schema::text("kind"))
            .col(schema::text("what"))
            .col(schema::text("word"))
            .col(schema::big_integer("number"))
            .col(schema::text_null("sample"))
            .take();
        manager.create_table(tally).await?;
        let mut cell = Index::create();
        cell.name("tally_cell")
            .table("tally")
            .col("kind")
            .col("what")
            .col("word");
        if manager.get_database_backend() == DatabaseBackend::Sqlite {
            cell.unique();
        }
        manager.create_index(cell).await?;
        for (kind, table, counted) in TABLES {
            make_tally(manager, kind, table, counted).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("numbers are not taken back".to_owned()))
    }
}
