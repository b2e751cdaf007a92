//! The token user's rights: everything for a site administrator, otherwise its capabilities.

use std::collections::BTreeSet;

use super::refusal::Refusal;

/// The capabilities that the double checks, each with its name in refusals.
const CAPABILITIES: [(&str, &str); 25] = [
    ("enrol/manual:enrol", "Enrol users"),
    ("enrol/manual:unenrol", "Unenrol users from the course"),
    ("gradereport/user:view", "View user report"),
    ("moodle/backup:backuptargetimport", "Backup for import"),
    ("moodle/category:manage", "Manage categories"),
    ("moodle/category:viewhiddencategories", "See hidden categories"),
    ("moodle/cohort:assign", "Add and remove cohort members"),
    ("moodle/cohort:manage", "Create, delete and move cohorts"),
    ("moodle/cohort:view", "View site-wide cohorts"),
    ("moodle/course:create", "Create courses"),
    ("moodle/course:enrolreview", "Review course enrolments"),
    ("moodle/course:managegroups", "Manage groups"),
    ("moodle/course:update", "Update course settings"),
    ("moodle/course:useremail", "View email addresses"),
    ("moodle/course:viewparticipants", "View participants"),
    ("moodle/grade:viewall", "View grades of other users"),
    ("moodle/grade:viewhidden", "View hidden grades for owner"),
    (
        "moodle/restore:restoretargetimport",
        "Restore from files targeted as import",
    ),
    ("moodle/role:review", "Review permissions for others"),
    ("moodle/site:accessallgroups", "Access all groups"),
    ("moodle/site:viewuseridentity", "See full user identity in lists"),
    ("moodle/user:create", "Create users"),
    ("moodle/user:update", "Update user profiles"),
    ("moodle/user:viewalldetails", "View user full information"),
    ("moodle/user:viewdetails", "View user profiles"),
];

/// The token's user and its rights.
pub(super) struct Rights {
    user: u32,
    /// The capabilities; `None` for a site administrator.
    capabilities: Option<BTreeSet<String>>,
}

impl Rights {
    /// A site administrator, who may do everything.
    pub(super) const fn of_administrator(user: u32) -> Self {
        Self {
            user,
            capabilities: None,
        }
    }

    /// A user with only these capabilities.
    pub(super) fn of_user(user: u32, capabilities: &[&str]) -> Self {
        let capabilities = capabilities.iter().map(|name| (*name).to_owned()).collect();
        Self {
            user,
            capabilities: Some(capabilities),
        }
    }

    /// The token's user.
    pub(super) const fn user(&self) -> u32 {
        self.user
    }

    pub(super) const fn is_administrator(&self) -> bool {
        self.capabilities.is_none()
    }

    pub(super) fn may(&self, capability: &str) -> bool {
        self.capabilities
            .as_ref()
            .is_none_or(|capabilities| capabilities.contains(capability))
    }

    /// Refuses with the capability's name, like Moodle, if it is missing.
    pub(super) fn require(&self, capability: &str) -> Result<(), Refusal> {
        if self.may(capability) {
            return Ok(());
        }
        let known = CAPABILITIES.iter().find(|(name, _)| *name == capability);
        Err(Refusal::capability(known.map_or(capability, |(_, title)| title)))
    }
}
