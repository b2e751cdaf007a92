//! The rows of the small lists, with the source's field names.

use std::borrow::Cow;

use serde::Serialize;

/// Tahun ajaran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct AcademicYear {
    pub kode_tahun_ajaran: String,
    pub nama_tahun_ajaran: String,
}

/// Semester.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Semester {
    pub kode_semester: String,
    pub nama_semester: String,
    pub kode_tahun_ajaran: String,
    pub nama_tahun_ajaran: String,
    pub tanggal_mulai: String,
    pub tanggal_selesai: String,
}

/// Prodi, as one of its programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Program {
    pub program_id: &'static str,
    pub nama_program: &'static str,
    pub kode_prodi: &'static str,
    pub nama_prodi: &'static str,
    pub kode_jurusan: &'static str,
    pub nama_jurusan: &'static str,
    pub kode_semester: &'static str,
}

/// Jurusan, with its first prodi.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Department {
    pub kode_jurusan: &'static str,
    pub nama_jurusan: &'static str,
    pub kode_prodi: &'static str,
    pub nama_prodi: &'static str,
}

/// Mata kuliah.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Course<'a> {
    pub matakuliah_id: String,
    pub kode_matakuliah: Cow<'a, str>,
    pub kurikulum: &'static str,
    pub program_id: Cow<'a, str>,
    pub nama_mata_kuliah: CourseName<'a>,
}

/// A course's name, nested as the source nests it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct CourseName<'a> {
    pub nama_matakuliah: Cow<'a, str>,
    pub nama_matakuliah_id: Cow<'a, str>,
}

/// Kelas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Class<'a> {
    pub jadwal_kuliah_detail_id: String,
    pub kelas_id: String,
    pub nama_kelas: Cow<'a, str>,
    pub nama_mata_kuliah: Cow<'a, str>,
    pub semester: &'static str,
    pub program_id: Cow<'a, str>,
    pub jam_mulai: &'static str,
    pub jam_selesai: &'static str,
    pub status_matakuliah: &'static str,
    pub jumlah_sks: u8,
    pub hari: &'static str,
}

/// Pengajar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Teacher {
    pub nik: String,
    pub nama_lengkap: String,
    pub gelar_awal: &'static str,
    pub gelar_akhir: &'static str,
    pub nama_depan: String,
    pub nama_belakang: String,
    pub nip: String,
    pub email: String,
    pub hp: String,
}

/// Mengajar: one class of a teacher.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Teaching<'a> {
    pub nama_mata_kuliah: Cow<'a, str>,
    pub kelas_id: String,
    pub program_id: Cow<'a, str>,
    pub nik: String,
    pub nama_kelas: Cow<'a, str>,
}
