//! The kinds of people, each with the kind of their enrolments in classes.

use crate::{
    Kind, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mengajar::Mengajar, pengajar::Pengajar,
    row::have_number_among,
};

/// A kind of people.
pub trait Person: Kind {
    /// The kind of these people's enrolments in classes: the same kind if a row is both.
    type Enrolment: Kind;

    /// The field of the full name.
    const FULL_NAME: &'static str;

    /// The class of an enrolment as its course's name and its own: `Algoritma A`.
    fn class_label(enrolment: &Self::Enrolment) -> String;
}

impl Person for Mahasiswa {
    type Enrolment = Self;

    const FULL_NAME: &'static str = "nama_lengkap";

    fn class_label(enrolment: &Self) -> String {
        of_class(&enrolment.nama_mk, &enrolment.nama_kelas)
    }
}

impl Person for MahasiswaMbkm {
    type Enrolment = Self;

    const FULL_NAME: &'static str = "NamaLengkap";

    fn class_label(enrolment: &Self) -> String {
        of_class(&enrolment.nama_mk, &enrolment.nama_kelas)
    }
}

impl Person for Pengajar {
    type Enrolment = Mengajar;

    const FULL_NAME: &'static str = "nama_lengkap";

    fn class_label(enrolment: &Mengajar) -> String {
        enrolment.label()
    }
}

fn of_class(course: &str, class: &str) -> String {
    format!("{course} {class}").trim().to_owned()
}

/// True if two stable names are of people with one number. They may be one person, since a student may teach or take part in
/// MBKM; the systems that give numbers may also have given two people the same one.
pub fn have_one_number(one: &str, other: &str) -> bool {
    let people: Vec<_> = of_all_people::<Named>().into_iter().map(|Named(kind)| kind).collect();
    have_number_among(&people, one, other)
}

/// The name of a kind of people.
struct Named(&'static str);

impl OfPerson for Named {
    fn of<P: Person>() -> Self {
        Self(P::NAME)
    }
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
