//! The shape: what the rows of the dashboard become on the learning platform (contract, section 10).
//!
//! A kind says what a row is. A [`Shape`] says which courses there are, how they and the groups are called, and in which
//! categories they stand. It asks nothing and stores nothing: the same rows and the same shape give the same objects.
//!
//! Modules, each using only those before it: `values` (the fields that patterns read), `pattern`, `shape`, `place` (objects
//! for which there is no row).

mod pattern;
mod place;
mod shape;
mod values;

pub use pattern::{LONGEST, Pattern, PatternFault};
pub use place::{Made, Place};
pub use shape::{
    CoursePer, Dates, EVERY_PROGRAM, Ended, Level, Names, NewCourses, Shape, ShapeFault, SharedEmails, is_combined,
};
pub use values::Values;
