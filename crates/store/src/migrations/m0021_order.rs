//! Each column that a long list is sorted or narrowed by has an index, which has the rows in the list's order.

use sea_orm::DatabaseBackend;
use sea_orm_migration::prelude::*;

pub(crate) struct Order;

impl MigrationName for Order {
    fn name(&self) -> &'static str {
        "m0021_order"
    }
}

/// How an account, a category, a course or a group stands.
const STATE: [&str; 3] = ["migration", "synced_at", "exported_at"];
/// How a row of a kind without places stands between source, dashboard and platform.
const ROW: [&str; 5] = ["migration", "enroll", "missing_since", "synced_at", "exported_at"];
/// Why it stands so.
const REASON: &str = "migration_reason";

/// Tables that grow with the campus, the columns of their own that lists are sorted by, and those that all of them have.
const TABLES: [(&str, &[&str], &[&str]); 10] = [
    (
        "mata_kuliah",
        &[
            "kode_matakuliah",
            "nama_matakuliah",
            "nama_matakuliah_id",
            "kurikulum",
            "program_id",
        ],
        &ROW,
    ),
    (
        "kelas",
        &[
            "nama_kelas",
            "nama_mata_kuliah",
            "semester",
            "program_id",
            "jam_mulai",
            "jam_selesai",
            "status_matakuliah",
            "hari",
            "kode_jurusan",
            "kode_kelas",
        ],
        &ROW,
    ),
    (
        "pengajar",
        &[
            "nama_lengkap",
            "gelar_awal",
            "gelar_akhir",
            "nama_depan",
            "nama_belakang",
            "nip",
            "email",
            "hp",
            "kode_kelas",
            "migrasi_kelas",
        ],
        &ROW,
    ),
    (
        "mengajar",
        &["kelas_id", "nama_mata_kuliah", "program_id", "nama_kelas"],
        &ROW,
    ),
    (
        "mahasiswa_person",
        &[
            "nama_lengkap",
            "angkatan",
            "jenis_kelamin",
            "HP",
            "email",
            "nama_depan",
            "nama_belakang",
        ],
        &STATE,
    ),
    (
        "mahasiswa_class",
        &["nama_mk", "nama_kelas", "program_id", "kode_kelas"],
        &[],
    ),
    ("mahasiswa_place", &["enroll", "missing_since"], &[]),
    (
        "mahasiswa_mbkm_person",
        &["NamaLengkap", "angkatan", "JenisKelamin", "HP", "Email"],
        &STATE,
    ),
    ("mahasiswa_mbkm_class", &["nama_mk", "nama_kelas"], &[]),
    ("mahasiswa_mbkm_place", &["enroll", "missing_since"], &[]),
];

#[async_trait::async_trait]
impl MigrationTrait for Order {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, own, all) in TABLES {
            for column in own.iter().chain(all) {
                sorted(manager, table, column).await?;
            }
        }
        // Credits are sorted as numbers, see `crate::lists`.
        let connection = manager.get_connection();
        let (length, id) = match manager.get_database_backend() {
            DatabaseBackend::Sqlite => ("length", ""),
            _ => ("char_length", ", id"),
        };
        connection
            .execute_unprepared(&format!(
                "CREATE INDEX kelas_sorted_by_jumlah_sks ON kelas ({length}(jumlah_sks), jumlah_sks{id})"
            ))
            .await?;
        for (table, reason) in [
            ("mata_kuliah", REASON),
            ("kelas", REASON),
            ("pengajar", REASON),
            ("mengajar", REASON),
            ("mengajar", "enroll_reason"),
            ("mahasiswa_person", REASON),
            ("mahasiswa_mbkm_person", REASON),
            ("mahasiswa_place", "enroll_reason"),
            ("mahasiswa_mbkm_place", "enroll_reason"),
        ] {
            by_beginning(manager, table, reason).await?;
        }
        for table in ["mengajar", "mahasiswa_place", "mahasiswa_mbkm_place"] {
            let sql = format!("CREATE INDEX {table}_left_behind ON {table} (enroll) WHERE missing_since IS NOT NULL");
            connection.execute_unprepared(&sql).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("the indexes of lists are not taken back".to_owned()))
    }
}

/// An index that has the rows by a column and then by id, which is at the end of every index of SQLite.
async fn sorted(manager: &SchemaManager<'_>, table: &'static str, column: &'static str) -> Result<(), DbErr> {
    let mut index = Index::create();
    index
        .name(format!("{table}_sorted_by_{}", column.to_lowercase()))
        .table(table)
        .col(column);
    if manager.get_database_backend() != DatabaseBackend::Sqlite {
        index.col("id");
    }
    manager.create_index(index).await
}

/// An index of the few rows that have a text in a column, found by how it begins.
async fn by_beginning(manager: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let letters = match manager.get_database_backend() {
        DatabaseBackend::Sqlite => "COLLATE NOCASE",
        _ => "text_pattern_ops",
    };
    let sql = format!("CREATE INDEX {table}_by_{column} ON {table} ({column} {letters}) WHERE {column} IS NOT NULL");
    manager.get_connection().execute_unprepared(&sql).await.map(drop)
}
