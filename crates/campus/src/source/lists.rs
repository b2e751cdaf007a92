//! The rows of each call, as JSON written straight into a buffer.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::generator::{AcademicYear, Department, Program, Semester, University};

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
    program_id: String,
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
    pub(super) fn students(university: Arc<University>, name: &ClassName) -> Self {
        let class = university.find_class(&name.nama_mk, &name.nama_kelas, &name.program_id);
        let room = class.map(|class| {
            let part = format!(
                "\",\"nama_mk\":{},\"nama_kelas\":{},\"program_id\":{},",
                Value::from(name.nama_mk.as_str()),
                Value::from(name.nama_kelas.as_str()),
                Value::from(name.program_id.as_str())
            );
            Room::new(class, name.clone(), part)
        });
        Self {
            university,
            kind: Kind::Students(room),
        }
    }

    /// The guests of the classes with this name, each with the id of the class: the call does not distinguish programs.
    pub(super) fn mbkm(university: Arc<University>, name: &ClassName) -> Self {
        let mut guests = Vec::new();
        for class in university.find_classes(&name.nama_mk, &name.nama_kelas) {
            let row = university.class(class);
            let part = format!(
                ",\"nama_mk\":{},\"nama_kelas\":{},\"jadwal_kuliah_detail_id\":{},",
                Value::from(name.nama_mk.as_str()),
                Value::from(name.nama_kelas.as_str()),
                Value::from(row.jadwal_kuliah_detail_id.as_str()),
            );
            let program_id = row.program_id.into_owned();
            let room = Room::new(
                class,
                ClassName {
                    program_id,
                    ..name.clone()
                },
                part,
            );
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
    fn new(class: usize, name: ClassName, part: String) -> Self {
        Self {
            class,
            program_id: name.program_id.clone(),
            name,
            part: part.into_bytes().into(),
        }
    }

    fn keys(&self, npk: String) -> Vec<String> {
        let here = format!(
            "{}/{}/{}/{npk}",
            self.program_id, self.name.nama_mk, self.name.nama_kelas
        );
        vec![here, npk]
    }
}

/// A code as text, from a string or a number.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn append(out: &mut Vec<u8>, row: &impl Serialize) -> bool {
    // Writing to memory cannot fail, and no row has a map with keys other than strings.
    serde_json::to_writer(out, row).is_ok()
}
