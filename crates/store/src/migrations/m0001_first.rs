//! The first schema: administrators and their keys, the log, jobs and their account, links to the platform, and a table
//! for each kind.

use super::kind_tables::{RowTables, make_rows};
use sea_orm_migration::{prelude::*, schema};

pub(crate) struct First;

impl MigrationName for First {
    fn name(&self) -> &'static str {
        "m0001_first"
    }
}

const STUDENT: &[&str] = &[
    "nama_mk",
    "nama_kelas",
    "program_id",
    "NPK",
    "nama_lengkap",
    "angkatan",
    "jenis_kelamin",
    "HP",
    "email",
    "nama_depan",
    "nama_belakang",
    "kode_kelas",
];

const PROGRAM: &[&str] = &[
    "program_id",
    "nama_program",
    "kode_prodi",
    "nama_prodi",
    "kode_jurusan",
    "nama_jurusan",
    "kode_semester",
];

pub(super) const TABLES: &[RowTables] = &[
    RowTables {
        name: "tahun_ajaran",
        columns: &["kode_tahun_ajaran", "nama_tahun_ajaran"],
        key: &["kode_tahun_ajaran"],
        indexed: &[],
    },
    RowTables {
        name: "semester",
        columns: &[
            "kode_semester",
            "nama_semester",
            "kode_tahun_ajaran",
            "nama_tahun_ajaran",
        ],
        key: &["kode_semester"],
        indexed: &[],
    },
    RowTables {
        name: "prodi",
        columns: PROGRAM,
        key: &["program_id"],
        indexed: &[&["kode_prodi"]],
    },
    RowTables {
        name: "jurusan",
        columns: &["kode_jurusan", "nama_jurusan", "kode_prodi", "nama_prodi"],
        key: &["kode_jurusan"],
        indexed: &[],
    },
    RowTables {
        name: "mata_kuliah",
        columns: &[
            "matakuliah_id",
            "kode_matakuliah",
            "nama_matakuliah",
            "nama_matakuliah_id",
            "kurikulum",
            "program_id",
        ],
        key: &["matakuliah_id"],
        indexed: &[&["nama_matakuliah", "program_id"]],
    },
    RowTables {
        name: "kelas",
        columns: &[
            "jadwal_kuliah_detail_id",
            "kelas_id",
            "nama_kelas",
            "nama_mata_kuliah",
            "semester",
            "program_id",
            "jam_mulai",
            "jam_selesai",
            "status_matakuliah",
            "jumlah_sks",
            "hari",
            "kode_jurusan",
            "kode_kelas",
        ],
        key: &["jadwal_kuliah_detail_id"],
        indexed: &[&["nama_mata_kuliah", "nama_kelas", "program_id"], &["kelas_id"]],
    },
    RowTables {
        name: "pengajar",
        columns: &[
            "nik",
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
        key: &["nik"],
        indexed: &[],
    },
    RowTables {
        name: "mahasiswa",
        columns: STUDENT,
        key: &["nama_mk", "nama_kelas", "program_id", "NPK"],
        indexed: &[&["NPK"]],
    },
    RowTables {
        name: "mahasiswa_mbkm",
        columns: &[
            "nama_mk",
            "nama_kelas",
            "NPK",
            "NamaLengkap",
            "angkatan",
            "JenisKelamin",
            "HP",
            "Email",
        ],
        key: &["nama_mk", "nama_kelas", "NPK"],
        indexed: &[&["NPK"]],
    },
    RowTables {
        name: "mengajar",
        columns: &["nik", "kelas_id", "nama_mata_kuliah", "program_id", "nama_kelas"],
        key: &["nik", "kelas_id", "nama_mata_kuliah"],
        indexed: &[],
    },
];

#[async_trait::async_trait]
impl MigrationTrait for First {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        administrators(manager).await?;
        jobs(manager).await?;
        platform_link(manager).await?;
        for table in TABLES {
            make_rows(manager, table).await?;
        }
        Ok(())
    }

    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Err(DbErr::Migration("the first schema is not taken back".to_owned()))
    }
}

async fn administrators(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("administrator")
                .col(schema::big_pk_auto("id"))
                .col(schema::text("name"))
                .col(schema::text_uniq("username"))
                .col(schema::text("password_hash"))
                .col(schema::boolean("active"))
                .col(schema::big_integer("created_at"))
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("api_key")
                .col(schema::big_pk_auto("id"))
                .col(schema::big_integer("administrator_id"))
                .col(schema::text_uniq("key_hash"))
                .col(schema::big_integer("created_at"))
                .col(schema::big_integer("expires_at"))
                .foreign_key(
                    ForeignKey::create()
                        .from("api_key", "administrator_id")
                        .to("administrator", "id")
                        .on_delete(ForeignKeyAction::Cascade),
                )
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("activity_log")
                .col(schema::big_pk_auto("id"))
                .col(schema::text("action"))
                .col(schema::text("actor"))
                .col(schema::big_integer_null("job_id"))
                .col(schema::text("search_text"))
                .col(schema::big_integer("created_at"))
                .to_owned(),
        )
        .await
}

async fn jobs(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("job")
                .col(schema::big_pk_auto("id"))
                .col(schema::text("kind"))
                .col(schema::text("verb"))
                .col(schema::text("selection"))
                .col(schema::text("state"))
                .col(schema::text("actor"))
                .col(schema::text("message"))
                .col(schema::text_null("failure"))
                .col(schema::big_integer_null("total"))
                .col(schema::big_integer("created"))
                .col(schema::big_integer("updated"))
                .col(schema::big_integer("unchanged"))
                .col(schema::big_integer("missing"))
                .col(schema::big_integer("conflict"))
                .col(schema::big_integer("failed"))
                .col(schema::boolean("cancel_requested"))
                .col(schema::text_null("worker"))
                .col(schema::big_integer("lease_until"))
                .col(schema::big_integer("created_at"))
                .col(schema::big_integer_null("started_at"))
                .col(schema::big_integer_null("finished_at"))
                .to_owned(),
        )
        .await?;
    manager
        .create_index(
            Index::create()
                .name("job_by_state")
                .table("job")
                .col("state")
                .col("kind")
                .to_owned(),
        )
        .await?;
    manager
        .create_table(
            Table::create()
                .table("job_row")
                .col(schema::big_pk_auto("id"))
                .col(schema::big_integer("job_id"))
                .col(schema::text("outcome"))
                .col(schema::text("key"))
                .col(schema::text_null("label"))
                .col(schema::text_null("reason"))
                .to_owned(),
        )
        .await?;
    manager
        .create_index(
            Index::create()
                .name("job_row_by_job")
                .table("job_row")
                .col("job_id")
                .col("outcome")
                .to_owned(),
        )
        .await
}

async fn platform_link(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    manager
        .create_table(
            Table::create()
                .table("platform_link")
                .col(ColumnDef::new("idnumber").text().not_null().primary_key())
                .col(schema::big_integer("platform_id"))
                .col(schema::big_integer_null("container_id"))
                .col(schema::boolean("is_group"))
                .col(schema::boolean("provisional"))
                .col(schema::big_integer("sent_hash"))
                .to_owned(),
        )
        .await
}
