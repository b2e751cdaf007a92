//! Mahasiswa MBKM: a guest student and an enrolment in a class, which the source spells in its own way.

use crate::{
    Calls, Feed, Field, Kind, MembershipOf, Text,
    account::{named, split},
    field::field,
    idnumber,
    mahasiswa::Mahasiswa,
    object::{Object, PlatformId, Role, Sort},
    row::have_number_among,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One guest student in one class.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(
    non_snake_case,
    reason = "NPK, HP and NamaLengkap are the specification's names, letter for letter"
)]
pub struct MahasiswaMbkm {
    /// The class's course, by name.
    pub nama_mk: Text,
    /// The class.
    pub nama_kelas: Text,
    /// The student's number.
    pub NPK: Text,
    /// Full name.
    pub NamaLengkap: Text,
    /// Year of entry.
    pub angkatan: Text,
    /// `L` or `P`.
    pub JenisKelamin: Text,
    /// Telephone.
    pub HP: Text,
    /// E-mail address.
    pub Email: Text,
    /// The class's timetable id, if the source sends it.
    pub jadwal_kuliah_detail_id: Text,
}

impl Kind for MahasiswaMbkm {
    const NAME: &'static str = "mahasiswa_mbkm";
    const LABEL: &'static str = "Mahasiswa MBKM";
    const FIELDS: &'static [Field<Self>] = &[
        field!(nama_mk).of_class(),
        field!(nama_kelas).of_class(),
        field!(NPK),
        field!(NamaLengkap),
        field!(angkatan),
        field!(JenisKelamin),
        field!(HP),
        field!(Email),
        field!(jadwal_kuliah_detail_id).of_class().tie(),
    ];
    const KEY: &'static [&'static str] = &["nama_mk", "nama_kelas", "NPK"];
    const OPTIONAL_KEY: &'static [&'static str] = &["nama_mk"];
    const CALLS: Calls = Calls {
        main: "mahasiswa_mbkm",
        react: &[],
        source: "class/students/mbkm",
        export: "export_user",
        export_one: "export_as_user_one",
        one: &["NPK"],
        list_by: &["nama_mk", "nama_kelas"],
        filters: &["nama_mk", "nama_kelas", "angkatan", "JenisKelamin"],
    };
    const FEED: Feed = Feed {
        name: "mbkm_students",
        path: "/class/students/mbkm",
        scope: &["nama_mk", "nama_kelas"],
        keyed: None,
    };
    const OBJECT_KEY: &'static str = "NPK";
    const SORTS: &'static [Sort] = &[Sort::Account];
    const IS_PERSON: bool = true;
    const EMAIL: Option<&'static str> = Some("Email");
    const PERSON_AND_ENROLMENT: bool = true;
    const MEMBERSHIP: Option<MembershipOf> = Some(MembershipOf {
        person_kind: "mahasiswa_mbkm",
        person_column: "NPK",
        role: Role::Student,
        role_column: None,
    });

    fn label(&self) -> String {
        self.NamaLengkap.to_string()
    }

    fn object(&self, _parent: PlatformId) -> Result<Object, Reason> {
        let (first, last) = split(&self.NamaLengkap);
        Ok(Object::Account(named(
            idnumber(self),
            &self.NPK,
            first,
            last,
            &self.Email,
        )))
    }

    fn class(&self) -> Vec<(&'static str, &str)> {
        vec![("nama_mata_kuliah", &self.nama_mk), ("nama_kelas", &self.nama_kelas)]
    }
}

/// The kinds of students. A student of the campus who takes part in MBKM is in both lists, under one number.
pub const STUDENTS: [&str; 2] = [Mahasiswa::NAME, MahasiswaMbkm::NAME];

/// True if two stable names are of one student, see [`STUDENTS`].
pub fn is_one_student(one: &str, other: &str) -> bool {
    have_number_among(&STUDENTS, one, other)
}
