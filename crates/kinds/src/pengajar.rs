//! Pengajar (dosen): a teacher, an account on the platform.

use crate::{
    Calls, Feed, Field, Form, FormField, Kind, Reference, Text,
    account::{fill_in, joined, named, retyped, split},
    field::field,
    idnumber,
    kelas::Kelas,
    object::{Object, PlatformId, Sort},
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One teacher.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Pengajar {
    /// The teacher's number: the key. By form it is the NIP.
    pub nik: Text,
    /// Full name without titles.
    pub nama_lengkap: Text,
    /// Titles before the name.
    pub gelar_awal: Text,
    /// Titles after the name.
    pub gelar_akhir: Text,
    /// First name.
    pub nama_depan: Text,
    /// Last name.
    pub nama_belakang: Text,
    /// Civil servant's number.
    pub nip: Text,
    /// E-mail address.
    pub email: Text,
    /// Telephone.
    pub hp: Text,
    /// Codes of classes that were entered by form: a list as JSON.
    pub kode_kelas: Text,
    /// For each of these, whether it has been migrated: a list as JSON, parallel to `kode_kelas`.
    pub migrasi_kelas: Text,
}

impl Kind for Pengajar {
    const NAME: &'static str = "pengajar";
    const LABEL: &'static str = "Pengajar";
    const FIELDS: &'static [Field<Self>] = &[
        field!(nik),
        field!(nama_lengkap),
        field!(gelar_awal),
        field!(gelar_akhir),
        field!(nama_depan),
        field!(nama_belakang),
        field!(nip),
        field!(email),
        field!(hp),
        field!(kode_kelas).long().of_form(),
        field!(migrasi_kelas).long().of_form(),
    ];
    const KEY: &'static [&'static str] = &["nik"];
    const CALLS: Calls = Calls {
        main: "dosen",
        react: &["pengajar"],
        source: "teachers",
        export: "export",
        export_one: "export_one",
        one: &["nik"],
        list_by: &[],
        filters: &[],
    };
    const FEED: Feed = Feed {
        name: "teachers",
        path: "/teachers",
        scope: &[],
        keyed: None,
    };
    const FORM: Option<Form> = Some(Form {
        fields: &[
            FormField::new("nama_depan", "Nama depan"),
            FormField::new("nama_belakang", "Nama belakang"),
            FormField::new("nip", "NIP"),
            FormField::new("email", "Email").email(),
            FormField::new("kode_kelas", "Kode kelas").list(),
            FormField::new("migration", "Migration")
                .column("migrasi_kelas")
                .list()
                .update_only(),
        ],
        reference: Some(Reference::to::<Kelas>("kode_kelas", &[]).by("kelas_id")),
    });
    const OBJECT_KEY: &'static str = "nik";
    const SORTS: &'static [Sort] = &[Sort::Account];
    const IS_PERSON: bool = true;
    const EMAIL: Option<&'static str> = Some("email");

    fn label(&self) -> String {
        let name = if self.nama_lengkap.is_empty() {
            format!("{} {}", self.nama_depan, self.nama_belakang)
        } else {
            self.nama_lengkap.to_string()
        };
        let name = format!("{} {name}", self.gelar_awal);
        match self.gelar_akhir.as_str() {
            "" => name.trim().to_owned(),
            title => format!("{}, {title}", name.trim()),
        }
    }

    fn complete(&mut self) {
        if self.nama_lengkap.is_empty() {
            self.nama_lengkap = joined(&self.nama_depan, &self.nama_belakang);
        }
    }

    fn typed(&mut self, before: &Self) {
        if self.nik.is_empty() {
            self.nik = self.nip.clone();
        }
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
        let (first, last) = if self.nama_depan.is_empty() || self.nama_belakang.is_empty() {
            split(&self.nama_lengkap)
        } else {
            (self.nama_depan.as_str(), self.nama_belakang.as_str())
        };
        Ok(Object::Account(named(
            idnumber(self),
            &self.nik,
            first,
            last,
            &self.email,
        )))
    }
}
