//! Mengajar: a teaching, a teacher's enrolment in a class. On the platform it is only an enrolment.

use crate::{
    Calls, Feed, Field, Kind, MembershipOf, Text,
    field::field,
    object::{Object, PlatformId, Role, Sort},
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};

/// The column that says what the teacher is in the class.
pub const PERAN: &str = "peran";

/// A teacher in charge of the class. A teaching without a role has this one.
pub const IN_CHARGE: &str = "pengampu";

/// One teaching.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mengajar {
    /// The teacher.
    pub nik: Text,
    /// The class's code.
    pub kelas_id: Text,
    /// The class's course, by name.
    pub nama_mata_kuliah: Text,
    /// The study program.
    pub program_id: Text,
    /// The class.
    pub nama_kelas: Text,
    /// The class's timetable id, if the source sends it.
    pub jadwal_kuliah_detail_id: Text,
    /// What the teacher is in the class: `asisten`. Empty: the one in charge.
    pub peran: Text,
}

impl Kind for Mengajar {
    const NAME: &'static str = "mengajar";
    const LABEL: &'static str = "Mengajar";
    const FIELDS: &'static [Field<Self>] = &[
        field!(nik),
        field!(kelas_id),
        field!(nama_mata_kuliah),
        field!(program_id),
        field!(nama_kelas),
        field!(jadwal_kuliah_detail_id).tie(),
        field!(peran).tie(),
    ];
    const KEY: &'static [&'static str] = &["nik", "kelas_id", "nama_mata_kuliah"];
    const CALLS: Calls = Calls {
        main: "mengajar",
        react: &[],
        source: "teachings",
        export: "export",
        export_one: "export_one",
        one: &["nik", "nama_mata_kuliah", "kelas_id"],
        list_by: &["nik"],
        filters: &["nik", "program_id"],
    };
    const FEED: Feed = Feed {
        name: "teachings",
        path: "/teachings",
        scope: &[],
        keyed: Some("nik"),
    };
    const OBJECT_KEY: &'static str = "nik";
    const SORTS: &'static [Sort] = &[];
    const IS_OBJECT: bool = false;
    const MEMBERSHIP: Option<MembershipOf> = Some(MembershipOf {
        person_kind: "pengajar",
        person_column: "nik",
        role: Role::EditingTeacher,
        role_column: Some(PERAN),
    });

    fn complete(&mut self) {
        let peran = self.peran.to_lowercase();
        self.peran = if peran == IN_CHARGE {
            Text::default()
        } else {
            peran.into()
        };
    }

    fn label(&self) -> String {
        format!("{} {}", self.nama_mata_kuliah, self.nama_kelas)
            .trim()
            .to_owned()
    }

    fn object(&self, _parent: PlatformId) -> Result<Object, Reason> {
        Err(Reason::NothingToExport {
            kind: Self::LABEL.to_owned(),
        })
    }

    fn class(&self) -> Vec<(&'static str, &str)> {
        vec![
            ("kelas_id", &self.kelas_id),
            ("nama_mata_kuliah", &self.nama_mata_kuliah),
        ]
    }
}
