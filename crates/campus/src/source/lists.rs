//! The rows of each call, as JSON written straight into a buffer.

use std::{collections::BTreeMap, sync::Arc};

use serde::Serialize;
use serde_json::Value;

use super::changes::{Change, ListChanges};
use crate::generator::{AcademicYear, Class, Department, Program, Semester, University};

/// One list of the source. It has positions; each has one row or is empty.
pub(super) struct Listing {
    university: Arc<University>,
    kind: Kind,
}

enum Kind {
    Years(Vec<AcademicYear>),
    Semesters(Vec<Semester>),
    Programs(Vec<Program>),
    Departments(Vec<Department>),
    Courses,
    Classes,
    Teachers,
    Teachings,
    Students(Option<Room>),
    Mbkm(Vec<(Room, crate::generator::MbkmStudent)>, ClassName),
}

/// The class in a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassName {
    pub(super) nama_mk: String,
    pub(super) nama_kelas: String,
    pub(super) program_id: String,
}

/// A class's data for its students' rows.
#[derive(Clone)]
struct Room {
    class: usize,
    /// The name that changes of its rows use, which is its first.
    name: ClassName,
    /// The middle of a row, the same for all students of the class.
    part: Arc<[u8]>,
}

impl Listing {
    pub(super) fn of_path(university: Arc<University>, path: &str) -> Option<Self> {
        let kind = match path {
            "/academic-years" => Kind::Years(university.academic_years()),
            "/semesters" => Kind::Semesters(university.semesters()),
            "/programs" => Kind::Programs(university.programs()),
            "/departments" => Kind::Departments(university.departments()),
            "/courses" => Kind::Courses,
            "/classes" => Kind::Classes,
            "/teachers" => Kind::Teachers,
            "/teachings" => Kind::Teachings,
            _ => return None,
        };
        Some(Self { university, kind })
    }

    /// The students of a class; empty for an unknown class.
    pub(super) fn students(university: Arc<University>, classes: Option<&ListChanges>, name: &ClassName) -> Self {
        let first = university.find_class(&name.nama_mk, &name.nama_kelas, &name.program_id);
        let is_called = |now: &ClassName| now == name;
        let class = called_now(&university, classes, first.into_iter().collect(), is_called);
        let room = class.first().map(|class| {
            let part = format!(
                "\",\"nama_mk\":{},\"nama_kelas\":{},\"program_id\":{},",
                Value::from(name.nama_mk.as_str()),
                Value::from(name.nama_kelas.as_str()),
                Value::from(name.program_id.as_str())
            );
            Room::new(&university, *class, part)
        });
        Self {
            university,
            kind: Kind::Students(room),
        }
    }

    /// The guests of the classes with this name, each with the id of the class: the call does not distinguish programs.
    pub(super) fn mbkm(university: Arc<University>, classes: Option<&ListChanges>, name: &ClassName) -> Self {
        let mut guests = Vec::new();
        let first = university.find_classes(&name.nama_mk, &name.nama_kelas);
        let is_called = |now: &ClassName| (&now.nama_mk, &now.nama_kelas) == (&name.nama_mk, &name.nama_kelas);
        for class in called_now(&university, classes, first, is_called) {
            let row = university.class(class);
            let part = format!(
                ",\"nama_mk\":{},\"nama_kelas\":{},\"jadwal_kuliah_detail_id\":{},",
                Value::from(name.nama_mk.as_str()),
                Value::from(name.nama_kelas.as_str()),
                Value::from(row.jadwal_kuliah_detail_id.as_str()),
            );
            let room = Room::new(&university, class, part);
            guests.extend(
                university
                    .mbkm_members(class)
                    .into_iter()
                    .map(|guest| (room.clone(), guest)),
            );
        }
        Self {
            university,
            kind: Kind::Mbkm(guests, name.clone()),
        }
    }

    /// Teachings are an object keyed by nik, all other lists an array.
    pub(super) fn is_object(&self) -> bool {
        matches!(self.kind, Kind::Teachings)
    }

    pub(super) fn positions(&self) -> usize {
        match &self.kind {
            Kind::Years(rows) => rows.len(),
            Kind::Semesters(rows) => rows.len(),
            Kind::Programs(rows) => rows.len(),
            Kind::Departments(rows) => rows.len(),
            Kind::Courses => self.university.courses(),
            Kind::Classes => self.university.classes(),
            Kind::Teachers | Kind::Teachings => self.university.teachers(),
            Kind::Students(room) => room.as_ref().map_or(0, |room| self.university.places(room.class)),
            Kind::Mbkm(guests, _) => guests.len(),
        }
    }

    /// Appends the row at a position. False if it is empty.
    pub(super) fn write(&self, position: usize, out: &mut Vec<u8>) -> bool {
        match &self.kind {
            Kind::Years(rows) => append(out, &rows[position]),
            Kind::Semesters(rows) => append(out, &rows[position]),
            Kind::Programs(rows) => append(out, &rows[position]),
            Kind::Departments(rows) => append(out, &rows[position]),
            Kind::Courses => append(out, &self.university.course(position)),
            Kind::Classes => append(out, &self.university.class(position)),
            Kind::Teachers => append(out, &self.university.teacher(position)),
            Kind::Teachings => {
                let teachings = self.university.teachings(position);
                if teachings.is_empty() {
                    return false;
                }
                append(out, &self.university.nik(position));
                out.push(b':');
                append(out, &teachings)
            }
            Kind::Students(room) => {
                let Some(room) = room else { return false };
                let Some(student) = self.university.student_at(room.class, position) else {
                    return false;
                };
                self.university.student(student).write_row(&room.part, out);
                true
            }
            Kind::Mbkm(guests, _) => {
                let (room, guest) = &guests[position];
                guest.write_row(&room.part, out);
                true
            }
        }
    }

    /// The keys by which changes may name the row at a position.
    pub(super) fn keys(&self, position: usize) -> Vec<String> {
        match &self.kind {
            Kind::Years(rows) => vec![rows[position].kode_tahun_ajaran.clone()],
            Kind::Semesters(rows) => vec![rows[position].kode_semester.clone()],
            Kind::Programs(rows) => vec![rows[position].program_id.to_owned()],
            Kind::Departments(rows) => vec![rows[position].kode_jurusan.to_owned()],
            Kind::Courses => vec![self.university.course(position).matakuliah_id],
            Kind::Classes => vec![self.university.class(position).jadwal_kuliah_detail_id],
            Kind::Teachers | Kind::Teachings => vec![self.university.nik(position)],
            Kind::Students(room) => {
                let Some(room) = room else { return Vec::new() };
                let Some(student) = self.university.student_at(room.class, position) else {
                    return Vec::new();
                };
                room.keys(self.university.student(student).npk())
            }
            Kind::Mbkm(guests, _) => {
                let (room, guest) = &guests[position];
                room.keys(guest.npk())
            }
        }
    }

    /// True if an added row belongs to this list: a student's row must be of the requested class.
    pub(super) fn takes(&self, row: &Value, requested: &ClassName) -> bool {
        let same = |field: &str, wanted: &str| row.get(field).is_some_and(|value| text_of(value) == wanted);
        match &self.kind {
            Kind::Students(_) => {
                same("nama_mk", &requested.nama_mk)
                    && same("nama_kelas", &requested.nama_kelas)
                    && same("program_id", &requested.program_id)
            }
            Kind::Mbkm(_, name) => same("nama_mk", &name.nama_mk) && same("nama_kelas", &name.nama_kelas),
            _ => true,
        }
    }
}

impl Room {
    fn new(university: &University, class: usize, part: String) -> Self {
        Self {
            class,
            name: ClassName::of(&university.class(class)),
            part: part.into_bytes().into(),
        }
    }

    fn keys(&self, npk: String) -> Vec<String> {
        let ClassName {
            nama_mk,
            nama_kelas,
            program_id,
        } = &self.name;
        vec![format!("{program_id}/{nama_mk}/{nama_kelas}/{npk}"), npk]
    }
}

impl ClassName {
    fn of(class: &Class<'_>) -> Self {
        Self {
            nama_mk: class.nama_mata_kuliah.to_string(),
            nama_kelas: class.nama_kelas.to_string(),
            program_id: class.program_id.to_string(),
        }
    }
}

/// The classes that are called so by now: those that `first` were, without those that changes gave another name, and with
/// those that they gave this one.
fn called_now(
    university: &University,
    classes: Option<&ListChanges>,
    first: Vec<usize>,
    is_called: impl Fn(&ClassName) -> bool,
) -> Vec<usize> {
    let renamed = classes.into_iter().flat_map(|changes| &changes.rows);
    let renamed: BTreeMap<usize, ClassName> = renamed
        .filter_map(|(id, change)| {
            let Change::Fields(fields) = change else { return None };
            let class = university.class_with_id(id)?;
            let mut name = ClassName::of(&university.class(class));
            for (field, value) in fields {
                match field.as_str() {
                    "nama_mata_kuliah" => name.nama_mk = text_of(value),
                    "nama_kelas" => name.nama_kelas = text_of(value),
                    _ => {}
                }
            }
            Some((class, name))
        })
        .collect();
    let as_before = first.into_iter().filter(|class| !renamed.contains_key(class));
    let so_named = renamed
        .iter()
        .filter(|(_, name)| is_called(name))
        .map(|(class, _)| *class);
    as_before.chain(so_named).collect()
}

/// A code as text, from a string or a number.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn append(out: &mut Vec<u8>, row: &impl Serialize) -> bool {
    // Writing to memory cannot fail, and no row has a map with keys other than strings.
    serde_json::to_writer(out, row).is_ok()
}
