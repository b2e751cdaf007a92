//! People: the kinds whose rows are persons, each with the kind of their places in classes.

use crate::{Kind, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mengajar::Mengajar, pengajar::Pengajar};

/// A kind of people.
pub trait Person: Kind {
    /// The kind whose rows are these people's places in classes: the same kind where a row is both.
    type Place: Kind;
}

impl Person for Mahasiswa {
    type Place = Self;
}

impl Person for MahasiswaMbkm {
    type Place = Self;
}

impl Person for Pengajar {
    type Place = Mengajar;
}

/// What there is once for each kind of people.
pub trait OfPerson: Sized {
    /// That of kind `P`.
    fn of<P: Person>() -> Self;
}

/// That of each kind of people. A new kind of people adds its line here.
pub fn of_all_people<T: OfPerson>() -> Vec<T> {
    vec![T::of::<Mahasiswa>(), T::of::<MahasiswaMbkm>(), T::of::<Pengajar>()]
}
