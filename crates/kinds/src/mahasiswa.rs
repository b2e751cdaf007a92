//! Mahasiswa: a student and an enrolment in a class. The student is one person and one account on the platform, however many
//! enrolments; the enrolment is an enrolment.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, MembershipOf, Reference, Text,
    account::{fill_in, named, retyped, split},
    field::field,
    idnumber,
    kelas::Kelas,
    object::{Object, PlatformId, Role, Sort},
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One student in one class.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[allow(
    non_snake_case,
    reason = "NPK and HP are the specification's names, letter for letter"
)]
pub struct Mahasiswa {
    /// The class's course, by name.
    pub nama_mk: Text,
    /// The class.
    pub nama_kelas: Text,
    /// The study program.
    pub program_id: Text,
    /// The student's number.
    pub NPK: Text,
    /// Full name.
    pub nama_lengkap: Text,
    /// Year of entry.
    pub angkatan: Text,
    /// `L` or `P`.
    pub jenis_kelamin: Text,
    /// Telephone.
    pub HP: Text,
    /// E-mail address.
    pub email: Text,
    /// First name, if the student was entered by form.
    pub nama_depan: Text,
    /// Last name, if the student was entered by form.
    pub nama_belakang: Text,
    /// The class's code, if the student was entered into it by form.
    pub kode_kelas: Text,
    /// The class's timetable id, if the source sends it.
    pub jadwal_kuliah_detail_id: Text,
}

impl Kind for Mahasiswa {
    const NAME: &'static str = "mahasiswa";
    const LABEL: &'static str = "Mahasiswa";
    const FIELDS: &'static [Field<Self>] = &[
        field!(nama_mk).of_class(),
        field!(nama_kelas).of_class(),
        field!(program_id).of_class(),
        field!(NPK),
        field!(nama_lengkap),
        field!(angkatan),
        field!(jenis_kelamin),
        field!(HP),
        field!(email),
        field!(nama_depan).of_form(),
        field!(nama_belakang).of_form(),
        field!(kode_kelas).of_class().of_form(),
        field!(jadwal_kuliah_detail_id).of_class().tie(),
    ];
    const KEY: &'static [&'static str] = &["nama_mk", "nama_kelas", "program_id", "NPK"];
    const OPTIONAL_KEY: &'static [&'static str] = &["nama_mk", "program_id"];
    const CALLS: Calls = Calls {
        main: "mahasiswa",
        react: &["mahasiswa"],
        source: "class/students",
        export: "export_as_user",
        export_one: "export_as_user_one",
        one: &["NPK"],
        list_by: &["nama_mk", "nama_kelas", "program_id"],
        filters: &["nama_mk", "nama_kelas", "program_id", "angkatan", "jenis_kelamin"],
    };
    const FEED: Feed = Feed {
        name: "class_students",
        path: "/class/students",
        scope: &["nama_mk", "nama_kelas", "program_id"],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_kelas", "Kode kelas"),
            FormField::new("nama_depan", "Nama depan"),
            FormField::new("nama_belakang", "Nama belakang"),
            FormField::new("nim", "NIM").column("NPK"),
            FormField::new("email", "Email").email(),
        ],
        reference: Some(
            Reference::to::<Kelas>(
                "kode_kelas",
                &[
                    ("nama_mata_kuliah", "nama_mk"),
                    ("nama_kelas", "nama_kelas"),
                    ("program_id", "program_id"),
                ],
            )
            .by("kelas_id")
            .needed(),
        ),
    });
    const OBJECT_KEY: &'static str = "NPK";
    const SORTS: &'static [Sort] = &[Sort::Account];
    const IS_PERSON: bool = true;
    const EMAIL: Option<&'static str> = Some("email");
    const PERSON_AND_ENROLMENT: bool = true;
    const MEMBERSHIP: Option<MembershipOf> = Some(MembershipOf {
        person_kind: "mahasiswa",
        person_column: "NPK",
        role: Role::Student,
        role_column: None,
    });

    fn label(&self) -> String {
        self.nama_lengkap.to_string()
    }

    fn typed(&mut self, before: &Self) {
        self.nama_lengkap = retyped(
            &self.nama_lengkap,
            [&self.nama_depan, &self.nama_belakang],
            [&before.nama_depan, &before.nama_belakang],
        );
    }

    fn for_form(&self) -> Self {
        let mut row = self.clone();
        fill_in(&self.nama_lengkap, [&mut row.nama_depan, &mut row.nama_belakang]);
        row
    }

    fn object(&self, _parent: PlatformId) -> Result<Object, Reason> {
        let (first, last) = split(&self.nama_lengkap);
        Ok(Object::Account(named(
            idnumber(self),
            &self.NPK,
            first,
            last,
            &self.email,
        )))
    }

    fn class(&self) -> Vec<(&'static str, &str)> {
        vec![
            ("nama_mata_kuliah", &self.nama_mk),
            ("nama_kelas", &self.nama_kelas),
            ("program_id", &self.program_id),
        ]
    }
}
