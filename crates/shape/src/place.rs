//! Objects for which there is no row: a study program's category in each semester, a course in each semester. An export makes
//! them when a row first needs them, and knows them again by their stable names.

use crate::{CoursePer, Level, Shape, Values, shape::is_course};
use selaras_kinds::{
    Kind, Term, idnumber_prefix,
    kelas::Kelas,
    object::{Category, Course, IdNumber, MADE_CATEGORY, MADE_COURSE, Object, PlatformId, Sort},
};
use selaras_reasons::Reason;

/// An object for which there is no row, without its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// A category.
    Category {
        /// Its stable name: the codes of all levels down to it.
        idnumber: IdNumber,
        /// Its display name.
        name: String,
    },
    /// A course.
    Course {
        /// Its stable name.
        idnumber: IdNumber,
        /// Its display name.
        fullname: String,
        /// Its short name.
        shortname: String,
        /// When it begins and ends, if that is sent.
        term: Option<Term>,
        /// The code of its semester.
        semester: String,
        /// The short name of the course with its content; empty for none.
        template: String,
    },
}

impl Made {
    /// Its stable name.
    pub fn idnumber(&self) -> &str {
        match self {
            Self::Category { idnumber, .. } | Self::Course { idnumber, .. } => idnumber,
        }
    }

    /// Its type.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Category { .. } => Sort::Category,
            Self::Course { .. } => Sort::Course,
        }
    }

    /// Its display name.
    pub fn name(&self) -> &str {
        match self {
            Self::Category { name, .. } => name,
            Self::Course { fullname, .. } => fullname,
        }
    }
}

/// Where a row's object belongs: the objects around it, outermost first. Empty: the root category.
pub type Place = Vec<Made>;

impl Shape {
    /// Where the object of a row belongs, if it is inside objects for which there is no row. `values` are the row's fields, or
    /// for a class in a course of its semester those of that course.
    pub fn place<K: Kind>(&self, row: &K, values: &Values) -> Result<Option<Place>, Reason> {
        if !self.places(row) {
            return Ok(None);
        }
        let mut place = self.categories_of(values);
        if K::NAME == Kelas::NAME && self.course == CoursePer::MataKuliahSemester && !is_course(row) {
            let (course, semester) = (values.get("matakuliah_id"), values.get("kode_semester"));
            place.push(Made::Course {
                idnumber: format!("{MADE_COURSE}{course}@{semester}"),
                fullname: self.named("fullname", values)?,
                shortname: self.named("shortname", values)?,
                term: self.term(values)?,
                semester: semester.to_owned(),
                template: self.template(values.get("program_id")),
            });
        }
        Ok(Some(place))
    }

    /// The stable name of the category of a level, as far as it is that of one row: under the usual shape each level's, and under
    /// another one the outermost level's. The code is that of the row.
    pub fn category_of(&self, level: Level, code: &str) -> Option<IdNumber> {
        if self.is_by_rows() {
            return Some(format!("{}{code}", idnumber_prefix(level.kind())));
        }
        let is_outermost = self.categories.first() == Some(&level);
        is_outermost.then(|| format!("{MADE_CATEGORY}{}={code}", letter(level)))
    }

    fn categories_of(&self, values: &Values) -> Place {
        let mut path = String::new();
        let mut place = Place::new();
        for level in &self.categories {
            let Some((code, name)) = level.of(values) else { continue };
            path = format!("{path}/{}={code}", letter(*level));
            place.push(Made::Category {
                idnumber: format!("{MADE_CATEGORY}{}", &path[1..]),
                name,
            });
        }
        place
    }

    /// The object of something made, inside `container`.
    pub fn made(&self, made: &Made, container: PlatformId) -> Object {
        let object = match made.clone() {
            Made::Category { idnumber, name } => Object::Category(Category {
                idnumber,
                name,
                parent: container,
            }),
            Made::Course {
                idnumber,
                fullname,
                shortname,
                term,
                semester: _,
                template,
            } => Object::Course(Course {
                idnumber,
                shortname,
                fullname,
                category: container,
                term,
                template,
                ..Course::default()
            }),
        };
        self.finished(object)
    }
}

/// A level's letter in stable names, which have room for a hundred.
const fn letter(level: Level) -> char {
    match level {
        Level::TahunAjaran => 't',
        Level::Semester => 's',
        Level::Prodi => 'p',
        Level::Jurusan => 'j',
    }
}
