//! The only list of all kinds.

use crate::{
    Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};

/// Something that exists once per kind: its verbs, its routes, its list at the source.
pub trait OfKind: Sized {
    /// The value for kind `K`.
    fn of<K: Kind>() -> Self;
}

/// The values for all kinds, parents first, which is the order of an export. A new kind adds its line here.
pub fn of_all_kinds<T: OfKind>() -> Vec<T> {
    vec![
        T::of::<TahunAjaran>(),
        T::of::<Semester>(),
        T::of::<Prodi>(),
        T::of::<Jurusan>(),
        T::of::<MataKuliah>(),
        T::of::<Kelas>(),
        T::of::<Pengajar>(),
        T::of::<Mahasiswa>(),
        T::of::<MahasiswaMbkm>(),
        T::of::<Mengajar>(),
    ]
}
