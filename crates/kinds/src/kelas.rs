//! Kelas: one class of the timetable, a group of its course on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Parent, Reference, Text,
    field::field,
    idnumber,
    jurusan::Jurusan,
    mata_kuliah::MataKuliah,
    object::{Course, Group, Object, PlatformId, Sort},
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// Prefix of the keys of classes made by form.
const BY_FORM: &str = "form-";

/// The columns by which enrolments may name a class.
pub const NAMED_BY: [&str; 4] = ["kelas_id", "nama_kelas", "nama_mata_kuliah", "program_id"];

/// The column with the key of the class that a class is taught in.
pub const TAUGHT_IN: &str = "kelas_induk";

/// One class.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Kelas {
    /// The timetable's id of the class: its key.
    pub jadwal_kuliah_detail_id: Text,
    /// The code that people use: `IF101-A`.
    pub kelas_id: Text,
    /// `A`.
    pub nama_kelas: Text,
    /// The course, by name.
    pub nama_mata_kuliah: Text,
    /// `20261`.
    pub semester: Text,
    /// The study program.
    pub program_id: Text,
    /// `07:30`.
    pub jam_mulai: Text,
    /// `10:00`.
    pub jam_selesai: Text,
    /// `Wajib` or `Pilihan`.
    pub status_matakuliah: Text,
    /// Credits.
    pub jumlah_sks: Text,
    /// Day of the week.
    pub hari: Text,
    /// The department, for classes made by form.
    pub kode_jurusan: Text,
    /// The code, for classes made by form.
    pub kode_kelas: Text,
    /// The course's id, if the source sends it.
    pub matakuliah_id: Text,
    /// The key of the class that it is taught in. Empty: it is taught by itself.
    pub kelas_induk: Text,
}

impl Kind for Kelas {
    const NAME: &'static str = "kelas";
    const LABEL: &'static str = "Kelas";
    const FIELDS: &'static [Field<Self>] = &[
        field!(jadwal_kuliah_detail_id),
        field!(kelas_id),
        field!(nama_kelas),
        field!(nama_mata_kuliah),
        field!(semester),
        field!(program_id),
        field!(jam_mulai),
        field!(jam_selesai),
        field!(status_matakuliah),
        field!(jumlah_sks).number(),
        field!(hari),
        field!(kode_jurusan).of_form(),
        field!(kode_kelas).of_form(),
        field!(matakuliah_id).tie(),
        field!(kelas_induk).tie(),
    ];
    const KEY: &'static [&'static str] = &["jadwal_kuliah_detail_id"];
    const CALLS: Calls = Calls {
        main: "kelas",
        react: &["kelas", "group"],
        source: "classes",
        export: "export",
        export_one: "export_one",
        one: &["jadwal_kuliah_detail_id"],
        list_by: &[],
        filters: &["semester", "program_id", "kode_jurusan", "hari", "status_matakuliah"],
    };
    const FEED: Feed = Feed {
        name: "classes",
        path: "/classes",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_jurusan", "Kode jurusan"),
            FormField::new("kode_kelas", "Kode kelas"),
            FormField::new("nama_kelas", "Nama kelas"),
            FormField::new("kelas_induk", "Kelas induk").optional(),
        ],
        reference: Some(Reference::to::<Jurusan>("kode_jurusan", &[])),
    });
    const OBJECT_KEY: &'static str = "jadwal_kuliah_detail_id";
    const SORTS: &'static [Sort] = &[Sort::Group, Sort::Course];
    // Only a class without a course's name that is taught by itself is a course.
    const SHORT_NAME: &'static [&'static str] = &["kode_kelas", "nama_mata_kuliah"];
    const CODE: Option<&'static str> = Some("kelas_id");

    fn label(&self) -> String {
        format!("{} {}", self.nama_mata_kuliah, self.nama_kelas)
            .trim()
            .to_owned()
    }

    fn typed(&mut self, _before: &Self) {
        // A class made by form has no timetable id. Its code serves as its key, so that sending the form twice makes one
        // class.
        if self.jadwal_kuliah_detail_id.is_empty() && !self.kode_kelas.is_empty() {
            self.jadwal_kuliah_detail_id = format!("{BY_FORM}{}-{}", self.kode_jurusan, self.kode_kelas).into();
        }
        if self.jadwal_kuliah_detail_id.as_str().starts_with(BY_FORM) {
            self.kelas_id = self.kode_kelas.clone();
        }
    }

    fn parent(&self) -> Option<Parent> {
        Some(if !self.matakuliah_id.is_empty() {
            Parent::needed::<MataKuliah>(&[("matakuliah_id", &self.matakuliah_id)])
        } else if self.nama_mata_kuliah.is_empty() {
            Parent::category::<Jurusan>(&[("kode_jurusan", &self.kode_jurusan)])
        } else {
            Parent::needed::<MataKuliah>(&[
                ("nama_matakuliah", &self.nama_mata_kuliah),
                ("program_id", &self.program_id),
            ])
        })
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        let idnumber = idnumber(self);
        let name = self.nama_kelas.to_string();
        Ok(if !self.kelas_induk.is_empty() {
            Object::Group(Group {
                idnumber,
                // Classes that are taught together often have one name.
                name_if_taken: format!("{name} ({})", self.kelas_id),
                name,
                course: parent,
                ..Group::default()
            })
        } else if self.nama_mata_kuliah.is_empty() {
            Object::Course(Course {
                idnumber,
                shortname: self.kode_kelas.to_string(),
                fullname: name,
                category: parent,
                ..Course::default()
            })
        } else {
            Object::Group(Group {
                idnumber,
                name_if_taken: format!("{name} ({})", self.semester),
                name,
                course: parent,
                ..Group::default()
            })
        })
    }
}
