//! Which capabilities the token's user must have in Moodle, and what each is for.

use crate::Need;

/// A capability of Moodle's, as *Define roles* lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capability {
    /// Its name, such as `moodle/user:create`.
    pub name: &'static str,
    /// What it is for, as people read it in the dashboard: in Indonesian.
    pub purpose: &'static str,
    /// What it is for, as the guide says it: in English.
    pub guide: &'static str,
    /// Functions that Moodle refuses without it.
    pub functions: &'static [&'static str],
}

/// Seeing other people at all.
pub(crate) const SEE_PEOPLE: &str = "moodle/user:viewdetails";
/// Seeing other people's username and idnumber.
pub(crate) const SEE_NAMES: &str = "moodle/user:viewalldetails";
/// Seeing other people's e-mail address.
pub(crate) const SEE_EMAIL: &str = "moodle/site:viewuseridentity";
/// Seeing who is in a course.
pub(crate) const SEE_PARTICIPANTS: &str = "moodle/course:viewparticipants";
/// Seeing whose enrolment is suspended.
pub(crate) const REVIEW_ENROLMENTS: &str = "moodle/course:enrolreview";
/// Seeing other people's grades.
pub(crate) const SEE_GRADES: &str = "moodle/grade:viewall";
/// Seeing the report of one person's grades in one course.
pub(crate) const SEE_GRADE_REPORT: &str = "gradereport/user:view";

const fn capability(
    name: &'static str,
    purpose: &'static str,
    guide: &'static str,
    functions: &'static [&'static str],
) -> Capability {
    Capability {
        name,
        purpose,
        guide,
        functions,
    }
}

const CATEGORY_WRITES: &[&str] = &["core_course_create_categories", "core_course_update_categories"];
const COURSE_UPDATE: &[&str] = &["core_course_update_courses"];
const GROUPS: &[&str] = &[
    "core_group_create_groups",
    "core_group_update_groups",
    "core_group_get_course_groups",
    "core_group_add_group_members",
    "core_group_delete_group_members",
];

/// All of them.
pub const CAPABILITIES: [Capability; 30] = [
    capability("webservice/rest:use", "memanggil layanan web", "calling at all", &[]),
    capability(
        "moodle/user:create",
        "membuat akun",
        "making accounts",
        &["core_user_create_users"],
    ),
    capability(
        "moodle/user:update",
        "mengubah akun",
        "changing accounts",
        &["core_user_update_users"],
    ),
    capability(
        SEE_PEOPLE,
        "melihat orang lain",
        "seeing other people at all",
        &["core_user_get_users_by_field"],
    ),
    capability(
        SEE_NAMES,
        "melihat nama pengguna dan idnumber orang lain; tanpa hak ini orang yang ada tampak tidak ada",
        "seeing other people's username and idnumber: without it nobody is found by them, though somebody is there",
        &[],
    ),
    capability(
        SEE_EMAIL,
        "melihat alamat e-mail orang lain; tanpa hak ini orang yang ada tampak tidak ada",
        "seeing other people's e-mail address: without it nobody is found by it, though somebody is there",
        &[],
    ),
    capability(
        "moodle/user:viewhiddendetails",
        "melihat kapan orang terakhir membuka course",
        "seeing when somebody last opened a course, where the site hides that",
        &[],
    ),
    capability(
        "moodle/course:useremail",
        "melihat alamat e-mail peserta course",
        "seeing the e-mail address of people in a course",
        &[],
    ),
    capability(
        "moodle/category:manage",
        "membuat dan mengubah kategori",
        "making and changing categories",
        CATEGORY_WRITES,
    ),
    capability(
        "moodle/category:viewcourselist",
        "melihat isi kategori",
        "seeing what is in a category",
        &[],
    ),
    capability(
        "moodle/category:viewhiddencategories",
        "melihat kategori yang disembunyikan",
        "seeing hidden categories",
        &[],
    ),
    capability(
        "moodle/course:create",
        "membuat course",
        "making courses",
        &["core_course_create_courses"],
    ),
    capability(
        "moodle/course:update",
        "mengubah course",
        "changing courses",
        COURSE_UPDATE,
    ),
    capability(
        "moodle/course:view",
        "melihat course tanpa terdaftar di dalamnya",
        "seeing courses without being in them",
        &[],
    ),
    capability(
        "moodle/course:viewhiddencourses",
        "melihat course yang disembunyikan",
        "seeing hidden courses",
        &[],
    ),
    capability(
        "moodle/course:visibility",
        "mengubah course yang disembunyikan",
        "changing hidden courses",
        &[],
    ),
    capability(
        "moodle/course:changecategory",
        "memindahkan course",
        "moving a course to another category",
        &[],
    ),
    capability(
        "moodle/course:changefullname",
        "mengubah nama course",
        "changing a course's name",
        &[],
    ),
    capability(
        "moodle/course:changeshortname",
        "mengubah nama pendek course",
        "changing a course's short name",
        &[],
    ),
    capability(
        "moodle/course:changeidnumber",
        "mengubah idnumber course",
        "changing a course's idnumber",
        &[],
    ),
    capability(
        "moodle/course:managegroups",
        "mengelola kelompok",
        "making groups and saying who is in them",
        GROUPS,
    ),
    capability(
        "moodle/site:accessallgroups",
        "melihat semua kelompok",
        "seeing all groups of a course",
        &[],
    ),
    capability(
        "enrol/manual:enrol",
        "mendaftarkan orang dan menangguhkannya",
        "enrolling and suspending",
        &["enrol_manual_enrol_users"],
    ),
    capability(
        "enrol/manual:unenrol",
        "mengeluarkan orang dari course",
        "removing people from courses",
        &["enrol_manual_unenrol_users"],
    ),
    capability(
        "moodle/role:assign",
        "memberi peran",
        "giving the roles of students and teachers",
        &[],
    ),
    capability(
        SEE_PARTICIPANTS,
        "melihat peserta course",
        "seeing who is in a course: for the report of differences and before anybody is suspended",
        &["core_enrol_get_enrolled_users"],
    ),
    capability(
        "moodle/role:review",
        "melihat peran peserta course",
        "seeing people's roles in a course",
        &[],
    ),
    capability(
        REVIEW_ENROLMENTS,
        "melihat pendaftaran mana yang ditangguhkan",
        "seeing whose enrolment is suspended",
        &[],
    ),
    capability(
        SEE_GRADES,
        "melihat nilai orang lain sebelum pendaftarannya dihapus",
        "seeing who has grades before an enrolment is removed",
        &["gradereport_overview_get_course_grades"],
    ),
    capability(
        SEE_GRADE_REPORT,
        "melihat nilai di course yang tidak menampilkan nilai kepada mahasiswa",
        "the same in courses that do not show grades to students",
        &["gradereport_user_get_grade_items"],
    ),
];

/// The capability of a name that stands in this file.
pub(crate) fn of_name(name: &str) -> Option<&'static Capability> {
    CAPABILITIES.iter().find(|capability| capability.name == name)
}

/// The capabilities without which Moodle refuses a function, by name.
pub(crate) fn taken_by(function: &str) -> Vec<&'static str> {
    CAPABILITIES
        .iter()
        .filter(|capability| capability.functions.contains(&function))
        .map(|capability| capability.name)
        .collect()
}

/// Whether a need has to find people, or to tell who somebody is.
pub(crate) const fn finds_people(need: Need) -> bool {
    matches!(need, Need::Accounts | Need::Enrolling | Need::Comparing)
}
