//! A realistic Indonesian university, generated from a seed and a size.
//!
//! Only some small tables are in memory. Students, teachers, classes and class lists are computed from their index on
//! demand, so a university of a million students costs as little as one of ten. The same seed and size give the same
//! university on every machine.
//!
//! Field names are those of the university's system, letter for letter.

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
