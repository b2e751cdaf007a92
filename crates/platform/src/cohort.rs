//! Cohorts, categories, and what a campus uses of the platform that not all do.

use selaras_kinds::object::{IdNumber, PlatformId, Role};

/// A cohort on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CohortThere {
    /// Its id.
    pub id: PlatformId,
    /// Its idnumber.
    pub idnumber: IdNumber,
    /// The accounts in it.
    pub members: Vec<PlatformId>,
}

/// An account in a cohort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CohortMember {
    /// The cohort.
    pub cohort: PlatformId,
    /// The account.
    pub user: PlatformId,
}

/// A category on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryThere {
    /// Its id.
    pub id: PlatformId,
    /// Its name.
    pub name: String,
    /// The category that it is in; 0 for none.
    pub parent: PlatformId,
    /// Its idnumber; empty if it has none.
    pub idnumber: IdNumber,
}

/// What a campus uses of the platform beside what all campuses do. The token needs rights for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Uses {
    /// Roles beside those of the settings.
    pub roles: Vec<Role>,
    /// True if it keeps cohorts.
    pub cohorts: bool,
}

impl Uses {
    /// All that a campus can use.
    pub const fn all() -> Self {
        Self {
            roles: Vec::new(),
            cohorts: true,
        }
    }
}
