//! The kinds of people, each with the kind of their enrolments in classes.

use crate::{
    Kind, idnumber_prefix, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mengajar::Mengajar, pengajar::Pengajar,
};

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

/// True if two stable names are of people with one number. They may be one person, since a student may teach or take part in
/// MBKM; the systems that give numbers may also have given two people the same one.
pub fn have_one_number(one: &str, other: &str) -> bool {
    let number = |idnumber: &str| {
        [Mahasiswa::NAME, MahasiswaMbkm::NAME, Pengajar::NAME]
            .iter()
            .find_map(|kind| Some(idnumber.strip_prefix(&idnumber_prefix(kind))?.to_lowercase()))
    };
    number(one).is_some_and(|one| number(other) == Some(one))
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
