//! What the token's user may do: everything, as a site administrator, or what its capabilities allow.

use std::collections::BTreeSet;

use super::refusal::Refusal;

/// The capabilities that the double looks at, each with the name by which Moodle refuses.
const CAPABILITIES: [(&str, &str); 18] = [
    ("enrol/manual:enrol", "Enrol users"),
    ("enrol/manual:unenrol", "Unenrol users from the course"),
    ("gradereport/user:view", "View user report"),
    ("moodle/category:manage", "Manage categories"),
    ("moodle/course:create", "Create courses"),
    ("moodle/course:enrolreview", "Review course enrolments"),
    ("moodle/course:managegroups", "Manage groups"),
    ("moodle/course:update", "Update course settings"),
    ("moodle/course:useremail", "View email addresses"),
    ("moodle/course:viewparticipants", "View participants"),
    ("moodle/grade:viewall", "View grades of other users"),
    ("moodle/grade:viewhidden", "View hidden grades for owner"),
    ("moodle/site:accessallgroups", "Access all groups"),
    ("moodle/site:viewuseridentity", "See full user identity in lists"),
    ("moodle/user:create", "Create users"),
    ("moodle/user:update", "Update user profiles"),
    ("moodle/user:viewalldetails", "View user full information"),
    ("moodle/user:viewdetails", "View user profiles"),
];

/// The token's user and what it may do.
pub(super) struct Rights {
    user: u32,
    /// What it may, where it is no administrator of the site.
    held: Option<BTreeSet<String>>,
}

impl Rights {
    /// An administrator of the site, who may everything.
    pub(super) const fn of_administrator(user: u32) -> Self {
        Self { user, held: None }
    }

    /// A user with these capabilities alone.
    pub(super) fn of_user(user: u32, capabilities: &[&str]) -> Self {
        let held = capabilities.iter().map(|name| (*name).to_owned()).collect();
        Self { user, held: Some(held) }
    }

    /// The token's user.
    pub(super) const fn user(&self) -> u32 {
        self.user
    }

    pub(super) const fn is_administrator(&self) -> bool {
        self.held.is_none()
    }

    pub(super) fn may(&self, capability: &str) -> bool {
        self.held.as_ref().is_none_or(|held| held.contains(capability))
    }

    /// Refuses by the capability's name, as Moodle does, where it is not held.
    pub(super) fn require(&self, capability: &str) -> Result<(), Refusal> {
        if self.may(capability) {
            return Ok(());
        }
        let known = CAPABILITIES.iter().find(|(name, _)| *name == capability);
        Err(Refusal::capability(known.map_or(capability, |(_, title)| title)))
    }
}
