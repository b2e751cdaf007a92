//! The needs of a job, each with permissions of its own.

use selaras_kinds::object::Sort;

/// Something that a job does on the platform. Its token must permit it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Need {
    /// Creating and changing categories.
    Categories,
    /// Creating and changing courses.
    Courses,
    /// Creating and changing groups.
    Groups,
    /// Creating and changing accounts.
    Accounts,
    /// Putting people into courses and groups.
    Enrolling,
    /// Removing people from courses and groups.
    Unenrolling,
    /// Closing courses to people without removing them.
    Suspending,
    /// Moving people from one group of a course to another.
    Regrouping,
    /// Seeing who is in many courses by one call. Enrolling goes without it, but is slower.
    LookingTogether,
    /// Seeing which enrolments are suspended.
    Reviewing,
    /// Seeing who has grades, before enrolments are removed.
    Grading,
    /// Reading objects back, for the comparison report.
    Comparing,
    /// Importing the content of a template into new courses.
    Templates,
    /// Keeping cohorts.
    Cohorts,
}

impl Need {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Categories,
        Self::Courses,
        Self::Groups,
        Self::Accounts,
        Self::Enrolling,
        Self::Unenrolling,
        Self::Suspending,
        Self::Regrouping,
        Self::LookingTogether,
        Self::Reviewing,
        Self::Grading,
        Self::Comparing,
        Self::Templates,
        Self::Cohorts,
    ];

    /// The need of a job that creates objects of this type.
    pub const fn of(sort: Sort) -> Self {
        match sort {
            Sort::Category => Self::Categories,
            Sort::Course => Self::Courses,
            Sort::Group => Self::Groups,
            Sort::Account => Self::Accounts,
        }
    }
}
