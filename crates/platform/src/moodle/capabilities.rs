//! The capabilities that the token's user needs in Moodle, and the purpose of each.

use selaras_reasons::Word;

use super::name::NAME;
use crate::{Need, PlatformError, Uses};

/// A capability of Moodle's, as *Define roles* lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capability {
    /// Its name, such as `moodle/user:create`.
    pub name: &'static str,
    /// Its purpose.
    pub purpose: Word,
    /// Functions that Moodle refuses without it.
    pub functions: &'static [&'static str],
}

/// Seeing other people at all.
pub(crate) const SEE_PEOPLE: &str = "moodle/user:viewdetails";
/// Seeing other people's username and idnumber.
pub(crate) const SEE_NAMES: &str = "moodle/user:viewalldetails";
/// Seeing other people's e-mail address.
pub(crate) const SEE_EMAIL: &str = "moodle/site:viewuseridentity";
/// Seeing all groups of a course, even if they are separate.
pub(crate) const SEE_ALL_GROUPS: &str = "moodle/site:accessallgroups";
/// Seeing who is in a course.
pub(crate) const SEE_PARTICIPANTS: &str = "moodle/course:viewparticipants";
/// Seeing which enrolments are suspended.
pub(crate) const REVIEW_ENROLMENTS: &str = "moodle/course:enrolreview";
/// Seeing other people's grades.
pub(crate) const SEE_GRADES: &str = "moodle/grade:viewall";
/// Seeing the report of one person's grades in one course.
pub(crate) const SEE_GRADE_REPORT: &str = "gradereport/user:view";

const fn capability(name: &'static str, purpose: Word, functions: &'static [&'static str]) -> Capability {
    Capability {
        name,
        purpose,
        functions,
    }
}

const CATEGORY_WRITES: &[&str] = &["core_course_create_categories", "core_course_update_categories"];
const COHORTS: &[&str] = &["core_cohort_search_cohorts", "core_cohort_get_cohort_members"];
const COHORT_MEMBERS: &[&str] = &["core_cohort_add_cohort_members", "core_cohort_delete_cohort_members"];
const TEMPLATES: &[&str] = &["core_course_import_course"];
const COURSE_UPDATE: &[&str] = &["core_course_update_courses"];
const GROUPS: &[&str] = &[
    "core_group_create_groups",
    "core_group_update_groups",
    "core_group_get_course_groups",
    "core_group_add_group_members",
    "core_group_delete_group_members",
];

/// All of them.
pub const CAPABILITIES: [Capability; 36] = [
    capability("webservice/rest:use", Word::CallServices, &[]),
    capability("moodle/user:create", Word::MakeAccounts, &["core_user_create_users"]),
    capability("moodle/user:update", Word::ChangeAccounts, &["core_user_update_users"]),
    capability(SEE_PEOPLE, Word::SeePeople, &["core_user_get_users_by_field"]),
    capability(SEE_NAMES, Word::SeeNames, &[]),
    capability(SEE_EMAIL, Word::SeeEmails, &[]),
    capability("moodle/user:viewhiddendetails", Word::SeeLastAccess, &[]),
    capability("moodle/course:useremail", Word::SeeEmailsInCourse, &[]),
    capability("moodle/category:manage", Word::ManageCategories, CATEGORY_WRITES),
    capability("moodle/category:viewcourselist", Word::SeeCategories, &[]),
    capability("moodle/category:viewhiddencategories", Word::SeeHiddenCategories, &[]),
    capability(
        "moodle/course:create",
        Word::MakeCourses,
        &["core_course_create_courses"],
    ),
    capability("moodle/course:update", Word::ChangeCourses, COURSE_UPDATE),
    capability("moodle/course:view", Word::SeeCourses, &[]),
    capability("moodle/course:viewhiddencourses", Word::SeeHiddenCourses, &[]),
    capability("moodle/course:visibility", Word::ChangeHiddenCourses, &[]),
    capability("moodle/course:changecategory", Word::MoveCourses, &[]),
    capability("moodle/course:changefullname", Word::RenameCourses, &[]),
    capability("moodle/course:changeshortname", Word::ChangeShortNames, &[]),
    capability("moodle/course:changeidnumber", Word::ChangeIdnumbers, &[]),
    capability("moodle/course:managegroups", Word::ManageGroups, GROUPS),
    capability(SEE_ALL_GROUPS, Word::SeeGroups, &[]),
    capability("enrol/manual:enrol", Word::EnrolPeople, &["enrol_manual_enrol_users"]),
    capability(
        "enrol/manual:unenrol",
        Word::RemovePeople,
        &["enrol_manual_unenrol_users"],
    ),
    capability("moodle/role:assign", Word::GiveRoles, &[]),
    capability(
        SEE_PARTICIPANTS,
        Word::SeeParticipants,
        &["core_enrol_get_enrolled_users"],
    ),
    capability(
        "moodle/role:review",
        Word::SeeRoles,
        &["core_enrol_get_enrolled_users_with_capability"],
    ),
    capability(REVIEW_ENROLMENTS, Word::SeeSuspensions, &[]),
    capability(SEE_GRADES, Word::SeeGrades, &["gradereport_overview_get_course_grades"]),
    capability(
        SEE_GRADE_REPORT,
        Word::SeeGradeReports,
        &["gradereport_user_get_grade_items"],
    ),
    capability("moodle/grade:viewhidden", Word::SeeHiddenGrades, &[]),
    capability("moodle/backup:backuptargetimport", Word::ReadTemplates, TEMPLATES),
    capability("moodle/restore:restoretargetimport", Word::FillCourses, TEMPLATES),
    capability(
        "moodle/cohort:manage",
        Word::MakeCohorts,
        &["core_cohort_create_cohorts"],
    ),
    capability("moodle/cohort:assign", Word::FillCohorts, COHORT_MEMBERS),
    capability("moodle/cohort:view", Word::SeeCohorts, COHORTS),
];

impl Capability {
    /// True if a campus with these uses needs it.
    pub fn is_for(&self, uses: &Uses) -> bool {
        uses.cohorts || !self.name.starts_with("moodle/cohort:")
    }
}

/// Finds a capability of this file by name.
pub(crate) fn of_name(name: &str) -> Option<&'static Capability> {
    CAPABILITIES.iter().find(|capability| capability.name == name)
}

/// The names of the capabilities that Moodle requires for a function.
pub(crate) fn required_by(function: &str) -> Vec<&'static str> {
    CAPABILITIES
        .iter()
        .filter(|capability| capability.functions.contains(&function))
        .map(|capability| capability.name)
        .collect()
}

/// True if a need has to find or identify people.
pub(crate) const fn finds_people(need: Need) -> bool {
    matches!(
        need,
        Need::Accounts | Need::Enrolling | Need::Suspending | Need::Comparing
    )
}

/// The token sees an account but not its username.
pub(crate) fn names_hidden() -> PlatformError {
    PlatformError::CapabilityMissing {
        platform: NAME,
        capability: SEE_NAMES,
        purpose: Word::SeeNames,
    }
}
