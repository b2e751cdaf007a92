//! A believable Indonesian university, made up from a seed and a size.
//!
//! Nothing of it is held but some small tables: a student, a teacher, a class and who sits in it are computed from their
//! index when somebody asks, so a university of a million students costs as little as one of ten. The same seed and size
//! give the same university on every machine.
//!
//! Field names are the university's own, letter for letter as its system sends them.

mod catalogue;
mod chance;
mod curriculum;
mod names;
mod people;
mod rows;
mod teachers;
mod university;

pub(crate) use chance::{draw, take, topic};
pub use names::FullName;
pub use people::{Gender, MbkmStudent, Student};
pub use rows::{AcademicYear, Class, Course, CourseName, Department, Program, Semester, Teacher, Teaching};
pub use university::{LargeClass, University};
