//! The fields that patterns read.

use minijinja::value::{Object, Value};
use selaras_kinds::{
    Kind, kelas::Kelas, mahasiswa::Mahasiswa, mahasiswa_mbkm::MahasiswaMbkm, mata_kuliah::MataKuliah,
    pengajar::Pengajar, prodi::Prodi, semester::Semester, tahun_ajaran::TahunAjaran,
};
use std::{collections::HashMap, sync::Arc};

/// The fields of a row and of what it belongs to, by name. A field that the source leaves empty is empty.
#[derive(Debug, Clone, Default)]
pub struct Values(HashMap<&'static str, String>);

impl Values {
    /// The field called `name`; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Adds the fields of a row. A field that has a value already keeps it, so the nearest row is added first.
    pub fn add<K: Kind>(&mut self, row: &K) {
        for field in K::FIELDS {
            self.put(field.name, (field.get)(row).as_str());
        }
        // The semester and the course of a class stand in columns of other names.
        if K::NAME == Kelas::NAME {
            for (name, column) in OF_CLASS {
                let value = self.get(column).to_owned();
                self.put(name, &value);
            }
        }
    }

    /// Adds the fields of a person. The lists spell some of them differently: each has them under the names of the first list.
    pub fn add_person<P: Kind>(&mut self, person: &P) {
        for field in P::FIELDS.iter().filter(|field| !field.of_class && !field.of_form) {
            let name = OF_PEOPLE.iter().find(|(other, _)| *other == field.name);
            self.put(name.map_or(field.name, |(_, name)| *name), (field.get)(person).as_str());
        }
    }

    /// The names of the fields that a pattern for people may read.
    pub fn names_of_people() -> Vec<&'static str> {
        let mut all = Self::default();
        all.add_person(&Mahasiswa::default());
        all.add_person(&MahasiswaMbkm::default());
        all.add_person(&Pengajar::default());
        let mut names: Vec<_> = all.0.into_keys().collect();
        names.sort_unstable();
        names
    }

    /// The names of the fields that a pattern for students' cohorts may read.
    pub fn names_of_students() -> Vec<&'static str> {
        let mut all = Self::default();
        all.add_person(&Mahasiswa::default());
        all.add(&Prodi::default());
        let mut names: Vec<_> = all.0.into_keys().collect();
        names.sort_unstable();
        names
    }

    /// Adds the semester that the classes of a course are in.
    pub fn put_semester(&mut self, code: &str) {
        self.put("semester", code);
        self.put("kode_semester", code);
    }

    /// Sets the name of the department, which study programs may spell otherwise.
    pub fn set_department(&mut self, name: &str) {
        self.0.insert("nama_jurusan", name.to_owned());
    }

    /// Adds these fields, each with its own name as its value: for trying a pattern.
    pub(crate) fn add_names(&mut self, names: &[&'static str]) {
        for name in names {
            self.put(name, name);
        }
    }

    fn put(&mut self, name: &'static str, value: &str) {
        if self.get(name).is_empty() {
            self.0.insert(name, value.to_owned());
        }
    }

    /// The names of the fields that a pattern for a course may read, or with `of_class` one for a class.
    pub fn names(of_class: bool) -> Vec<&'static str> {
        let mut all = Self::default();
        if of_class {
            all.add(&Kelas::default());
        }
        all.add(&MataKuliah::default());
        all.add(&Prodi::default());
        all.add(&Semester::default());
        all.add(&TahunAjaran::default());
        let mut names: Vec<_> = all.0.into_keys().collect();
        names.sort_unstable();
        names
    }
}

/// Fields of a class under the names that the kinds have for them which they name.
const OF_CLASS: [(&str, &str); 2] = [("kode_semester", "semester"), ("nama_matakuliah", "nama_mata_kuliah")];

/// Fields of people under the names that the list of students has for them.
const OF_PEOPLE: [(&str, &str); 5] = [
    ("nik", "NPK"),
    ("hp", "HP"),
    ("NamaLengkap", "nama_lengkap"),
    ("JenisKelamin", "jenis_kelamin"),
    ("Email", "email"),
];

impl Object for Values {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        // A pattern has only known fields. One is missing where the row that would have it is not there.
        Some(Value::from(self.get(key.as_str()?)))
    }
}
