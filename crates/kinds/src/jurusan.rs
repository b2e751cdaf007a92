//! Jurusan: a department, a category inside its study program on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Parent, Reference, Text,
    field::field,
    idnumber,
    object::{Category, Object, PlatformId, Sort},
    prodi::Prodi,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One department.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Jurusan {
    /// `TI`: its key.
    pub kode_jurusan: Text,
    /// `Teknologi Informasi`.
    pub nama_jurusan: Text,
    /// The study program, if it names one.
    pub kode_prodi: Text,
    /// The study program's name.
    pub nama_prodi: Text,
}

impl Kind for Jurusan {
    const NAME: &'static str = "jurusan";
    const LABEL: &'static str = "Jurusan";
    const FIELDS: &'static [Field<Self>] = &[
        field!(kode_jurusan),
        field!(nama_jurusan),
        field!(kode_prodi),
        field!(nama_prodi),
    ];
    const KEY: &'static [&'static str] = &["kode_jurusan"];
    const CALLS: Calls = Calls {
        main: "jurusan",
        react: &["jurusan"],
        source: "departments",
        export: "export",
        export_one: "export_one",
        one: &["kode_jurusan"],
        list_by: &[],
        filters: &["kode_prodi"],
    };
    const FEED: Feed = Feed {
        name: "departments",
        path: "/departments",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_prodi", "Kode prodi"),
            FormField::new("kode_jurusan", "Kode jurusan"),
            FormField::new("nama_jurusan", "Nama jurusan"),
        ],
        reference: Some(Reference::to::<Prodi>("kode_prodi", &[("nama_prodi", "nama_prodi")])),
    });
    const OBJECT_KEY: &'static str = "kode_jurusan";
    const SORTS: &'static [Sort] = &[Sort::Category];

    fn label(&self) -> String {
        self.nama_jurusan.to_string()
    }

    fn parent(&self) -> Option<Parent> {
        Some(Parent::category::<Prodi>(&[("kode_prodi", &self.kode_prodi)]))
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        Ok(Object::Category(Category {
            idnumber: idnumber(self),
            name: self.nama_jurusan.to_string(),
            parent,
        }))
    }
}
