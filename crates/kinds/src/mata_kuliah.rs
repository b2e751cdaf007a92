//! Mata kuliah: a course.

use crate::{
    Calls, Feed, Field, Kind, Parent, Text,
    field::field,
    idnumber,
    object::{Course, Object, PlatformId, Sort},
    prodi::Prodi,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// One course.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, from = "Spelling")]
pub struct MataKuliah {
    /// The source's id of the course: its key.
    pub matakuliah_id: Text,
    /// The code that people use: `IF101`.
    pub kode_matakuliah: Text,
    /// Its name, by which classes refer to it.
    pub nama_matakuliah: Text,
    /// Its name in Indonesian, if it differs.
    pub nama_matakuliah_id: Text,
    /// The curriculum's year.
    pub kurikulum: Text,
    /// The study program.
    pub program_id: Text,
}

/// How the source spells a course: the names nested, or one plain name (contract, section 6).
#[derive(Default, Deserialize)]
#[serde(default)]
struct Spelling {
    matakuliah_id: Text,
    kode_matakuliah: Text,
    nama_matakuliah: Text,
    nama_matakuliah_id: Text,
    kurikulum: Text,
    program_id: Text,
    nama_mata_kuliah: Option<Names>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Names {
    Nested {
        #[serde(default)]
        nama_matakuliah: Text,
        #[serde(default)]
        nama_matakuliah_id: Text,
    },
    Plain(Text),
}

impl From<Spelling> for MataKuliah {
    fn from(spelling: Spelling) -> Self {
        let (nama_matakuliah, nama_matakuliah_id) = match spelling.nama_mata_kuliah {
            Some(Names::Nested {
                nama_matakuliah,
                nama_matakuliah_id,
            }) => (nama_matakuliah, nama_matakuliah_id),
            Some(Names::Plain(name)) => (name, spelling.nama_matakuliah_id),
            None => (spelling.nama_matakuliah, spelling.nama_matakuliah_id),
        };
        Self {
            matakuliah_id: spelling.matakuliah_id,
            kode_matakuliah: spelling.kode_matakuliah,
            nama_matakuliah,
            nama_matakuliah_id,
            kurikulum: spelling.kurikulum,
            program_id: spelling.program_id,
        }
    }
}

impl Kind for MataKuliah {
    const NAME: &'static str = "mata_kuliah";
    const LABEL: &'static str = "Mata Kuliah";
    const FIELDS: &'static [Field<Self>] = &[
        field!(matakuliah_id),
        field!(kode_matakuliah),
        field!(nama_matakuliah),
        field!(nama_matakuliah_id),
        field!(kurikulum),
        field!(program_id),
    ];
    const KEY: &'static [&'static str] = &["matakuliah_id"];
    const CALLS: Calls = Calls {
        main: "matakuliah",
        react: &["matakuliah"],
        source: "courses",
        export: "export",
        export_one: "export_one",
        one: &["matakuliah_id"],
        list_by: &[],
        filters: &["program_id", "kurikulum"],
    };
    const FEED: Feed = Feed {
        name: "courses",
        path: "/courses",
        scope: &[],
        keyed: None,
    };
    const OBJECT_KEY: &'static str = "matakuliah_id";
    const SORTS: &'static [Sort] = &[Sort::Course];
    const SHORT_NAME: &'static [&'static str] = &["kode_matakuliah", "program_id"];
    const CODE: Option<&'static str> = Some("kode_matakuliah");

    fn label(&self) -> String {
        format!("{} {}", self.kode_matakuliah, self.nama_matakuliah)
            .trim()
            .to_owned()
    }

    fn parent(&self) -> Option<Parent> {
        Some(Parent::category::<Prodi>(&[("program_id", &self.program_id)]))
    }

    fn object(&self, parent: PlatformId) -> Result<Object, Reason> {
        let name = if self.nama_matakuliah_id.is_empty() {
            &self.nama_matakuliah
        } else {
            &self.nama_matakuliah_id
        };
        let code = if self.kode_matakuliah.is_empty() {
            &self.matakuliah_id
        } else {
            &self.kode_matakuliah
        };
        Ok(Object::Course(Course {
            idnumber: idnumber(self),
            // One code may be taught in several study programs, each a course of its own; Moodle requires unique short
            // names.
            shortname: format!("{code}-{}", self.program_id).trim_end_matches('-').to_owned(),
            fullname: name.to_string(),
            category: parent,
            ..Course::default()
        }))
    }
}
