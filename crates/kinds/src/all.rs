//! All kinds, in the one list that there is of them.

use crate::{
    Kind, jurusan::Jurusan, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    mengajar::Mengajar, pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};

/// What there is once for each kind: its verbs, its routes, its list at the source.
pub trait OfKind: Sized {
    /// That of kind `K`.
    fn of<K: Kind>() -> Self;
}

/// That of each kind, parents first: the order in which a campus is exported. A new kind adds its line here.
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
