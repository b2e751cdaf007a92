//! People and their enrolments in classes.

pub mod enrol;
pub mod enrolments;
pub(crate) mod recreated;
pub(crate) mod renamed_classes;
pub(crate) mod renaming;
pub mod renumbering;
mod tied;
