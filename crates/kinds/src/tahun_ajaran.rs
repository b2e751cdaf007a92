//! Tahun ajaran: a study year, the outermost category on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Text,
    field::field,
    idnumber,
    object::{Category, Object, PlatformId, Sort},
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One study year.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TahunAjaran {
    /// `2026`: its key.
    pub kode_tahun_ajaran: Text,
    /// `2026/2027`.
    pub nama_tahun_ajaran: Text,
}

impl Kind for TahunAjaran {
    const NAME: &'static str = "tahun_ajaran";
    const LABEL: &'static str = "Tahun Ajaran";
    const FIELDS: &'static [Field<Self>] = &[field!(kode_tahun_ajaran), field!(nama_tahun_ajaran)];
    const KEY: &'static [&'static str] = &["kode_tahun_ajaran"];
    const CALLS: Calls = Calls {
        main: "tahun_ajaran",
        react: &["tahun_ajaran"],
        source: "academic-years",
        export: "export",
        export_one: "export_one",
        one: &["kode_tahun_ajaran"],
        list_by: &[],
        filters: &[],
    };
    const FEED: Feed = Feed {
        name: "academic_years",
        path: "/academic-years",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_tahun_ajaran", "Kode tahun ajaran"),
            FormField::new("nama_tahun_ajaran", "Nama tahun ajaran"),
        ],
        reference: None,
    });
    const OBJECT_KEY: &'static str = "kode_tahun_ajaran";
    const SORTS: &'static [Sort] = &[Sort::Category];

    fn label(&self) -> String {
        self.nama_tahun_ajaran.to_string()
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        Ok(Object::Category(Category {
            idnumber: idnumber(self),
            name: self.nama_tahun_ajaran.to_string(),
            parent,
        }))
    }
}
