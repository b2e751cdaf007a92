//! Prodi: a study program as it is offered, a category inside its semester on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Parent, Reference, Text,
    field::field,
    idnumber,
    object::{Category, Object, PlatformId, Sort},
    semester::Semester,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One study program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prodi {
    /// `11`: its key.
    pub program_id: Text,
    /// `Reguler`.
    pub nama_program: Text,
    /// `IF`.
    pub kode_prodi: Text,
    /// `Informatika`.
    pub nama_prodi: Text,
    /// The department.
    pub kode_jurusan: Text,
    /// The department's name.
    pub nama_jurusan: Text,
    /// The semester in which it is offered, if it names one.
    pub kode_semester: Text,
}

impl Kind for Prodi {
    const NAME: &'static str = "prodi";
    const LABEL: &'static str = "Prodi";
    const FIELDS: &'static [Field<Self>] = &[
        field!(program_id),
        field!(nama_program),
        field!(kode_prodi),
        field!(nama_prodi),
        field!(kode_jurusan),
        field!(nama_jurusan),
        field!(kode_semester),
    ];
    const KEY: &'static [&'static str] = &["program_id"];
    const CALLS: Calls = Calls {
        main: "prodi",
        react: &["prodi"],
        source: "programs",
        export: "export",
        export_one: "export_one",
        one: &["program_id"],
        list_by: &[],
        filters: &["kode_jurusan", "kode_semester"],
    };
    const FEED: Feed = Feed {
        name: "programs",
        path: "/programs",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_semester", "Kode semester"),
            FormField::new("kode_prodi", "Kode prodi"),
            FormField::new("nama_prodi", "Nama prodi"),
        ],
        reference: Some(Reference::to::<Semester>("kode_semester", &[])),
    });
    const OBJECT_KEY: &'static str = "program_id";
    const SORTS: &'static [Sort] = &[Sort::Category];

    fn label(&self) -> String {
        match self.nama_program.as_str() {
            "" => self.nama_prodi.to_string(),
            program => format!("{} ({program})", self.nama_prodi),
        }
    }

    fn typed(&mut self, _before: &Self) {
        // A program made by form has no id of the source. Its codes serve as its key, so that sending the form twice makes
        // one program.
        if self.program_id.is_empty() && !self.kode_prodi.is_empty() {
            self.program_id = format!("form-{}-{}", self.kode_semester, self.kode_prodi).into();
        }
    }

    fn parent(&self) -> Option<Parent> {
        Some(Parent::category::<Semester>(&[("kode_semester", &self.kode_semester)]))
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        Ok(Object::Category(Category {
            idnumber: idnumber(self),
            name: self.label(),
            parent,
        }))
    }
}
