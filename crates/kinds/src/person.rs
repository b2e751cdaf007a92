//! The kinds of people, each with the kind of their enrolments in classes.

use crate::{Kind, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mengajar::Mengajar, pengajar::Pengajar};

/// A kind of people.
pub trait Person: Kind {
    /// The kind of these people's enrolments in classes: the same kind if a row is both.
    type Enrolment: Kind;

    /// The field of the full name.
    const FULL_NAME: &'static str;
}

impl Person for Mahasiswa {
    type Enrolment = Self;

    const FULL_NAME: &'static str = "nama_lengkap";
}

impl Person for MahasiswaMbkm {
    type Enrolment = Self;

    const FULL_NAME: &'static str = "NamaLengkap";
}

impl Person for Pengajar {
    type Enrolment = Mengajar;

    const FULL_NAME: &'static str = "nama_lengkap";
}

/// Something that exists once per kind of people.
pub trait OfPerson: Sized {
    /// The value for kind `P`.
    fn of<P: Person>() -> Self;
}

/// The values for all kinds of people. A new kind of people adds its line here.
pub fn of_all_people<T: OfPerson>() -> Vec<T> {
    vec![T::of::<Mahasiswa>(), T::of::<MahasiswaMbkm>(), T::of::<Pengajar>()]
}
