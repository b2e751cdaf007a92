//! Semester: a category inside its study year on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Parent, Reference, Text, day,
    field::field,
    idnumber,
    object::{Category, Object, PlatformId, Sort},
    tahun_ajaran::TahunAjaran,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One semester.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Semester {
    /// `20261`: its key.
    pub kode_semester: Text,
    /// `Gasal 2026/2027`.
    pub nama_semester: Text,
    /// The study year.
    pub kode_tahun_ajaran: Text,
    /// The study year's name.
    pub nama_tahun_ajaran: Text,
    /// The first day: `2026-09-01`.
    pub tanggal_mulai: Text,
    /// The last day.
    pub tanggal_selesai: Text,
}

impl Kind for Semester {
    const NAME: &'static str = "semester";
    const LABEL: &'static str = "Semester";
    const FIELDS: &'static [Field<Self>] = &[
        field!(kode_semester),
        field!(nama_semester),
        field!(kode_tahun_ajaran),
        field!(nama_tahun_ajaran),
        field!(tanggal_mulai).tie(),
        field!(tanggal_selesai).tie(),
    ];
    const KEY: &'static [&'static str] = &["kode_semester"];
    const CALLS: Calls = Calls {
        main: "semester",
        react: &["semester"],
        source: "semesters",
        export: "export",
        export_one: "export_one",
        one: &["kode_semester"],
        list_by: &[],
        filters: &["kode_tahun_ajaran"],
    };
    const FEED: Feed = Feed {
        name: "semesters",
        path: "/semesters",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("kode_tahun_ajaran", "Kode tahun ajar"),
            FormField::new("kode_semester", "Kode semester"),
            FormField::new("nama_semester", "Nama semester"),
            FormField::new("tanggal_mulai", "Tanggal mulai").date(),
            FormField::new("tanggal_selesai", "Tanggal selesai").date_from("tanggal_mulai"),
        ],
        reference: Some(Reference::to::<TahunAjaran>(
            "kode_tahun_ajaran",
            &[("nama_tahun_ajaran", "nama_tahun_ajaran")],
        )),
    });
    const OBJECT_KEY: &'static str = "kode_semester";
    const SORTS: &'static [Sort] = &[Sort::Category];

    fn label(&self) -> String {
        self.nama_semester.to_string()
    }

    fn complete(&mut self) {
        for text in [&mut self.tanggal_mulai, &mut self.tanggal_selesai] {
            if let Some(day) = day(text.as_str()) {
                *text = day.to_string().into();
            }
        }
    }

    fn parent(&self) -> Option<Parent> {
        Some(Parent::category::<TahunAjaran>(&[(
            "kode_tahun_ajaran",
            &self.kode_tahun_ajaran,
        )]))
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        Ok(Object::Category(Category {
            idnumber: idnumber(self),
            name: self.nama_semester.to_string(),
            parent,
        }))
    }
}
