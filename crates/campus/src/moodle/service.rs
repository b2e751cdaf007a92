//! The functions and their implementations.

use super::form::List;
use super::refusal::Refusal;
use super::reply::Reply;
use super::site::Site;
use super::{categories, cohorts, contents, courses, enrolments, grades, groups, site_info, users_calls};

/// The functions of the token's service, in the site's order.
pub(super) const SERVICE: [&str; 39] = [
    "core_webservice_get_site_info",
    "core_user_create_users",
    "core_user_update_users",
    "core_user_delete_users",
    "core_user_get_users_by_field",
    "core_user_get_users",
    "core_course_create_courses",
    "core_course_update_courses",
    "core_course_delete_courses",
    "core_course_get_courses",
    "core_course_get_courses_by_field",
    "core_course_get_categories",
    "core_course_create_categories",
    "core_course_update_categories",
    "core_course_delete_categories",
    "core_group_create_groups",
    "core_group_update_groups",
    "core_group_get_course_groups",
    "core_group_get_group_members",
    "core_group_add_group_members",
    "core_group_delete_group_members",
    "core_group_delete_groups",
    "core_cohort_create_cohorts",
    "core_cohort_add_cohort_members",
    "enrol_manual_enrol_users",
    "enrol_manual_unenrol_users",
    "core_enrol_get_enrolled_users",
    "core_enrol_get_enrolled_users_with_capability",
    "core_enrol_get_users_courses",
    "core_role_assign_roles",
    "core_course_search_courses",
    "gradereport_overview_get_course_grades",
    "gradereport_user_get_grade_items",
    "core_enrol_get_course_enrolment_methods",
    "core_cohort_delete_cohort_members",
    "core_cohort_get_cohort_members",
    "core_cohort_search_cohorts",
    "core_course_import_course",
    "core_course_get_contents",
];

/// Functions of Moodle outside the service. A real one has some hundreds.
const OTHERS: [&str; 4] = [
    "core_group_get_groups",
    "core_cohort_delete_cohorts",
    "core_cohort_get_cohorts",
    "core_role_unassign_roles",
];

/// The capability that a function needs besides those that it checks itself. A real Moodle checks it in each course or category.
fn writing_takes(function: &str) -> Option<&'static str> {
    match function {
        "core_user_create_users" => Some("moodle/user:create"),
        "core_user_update_users" => Some("moodle/user:update"),
        "core_course_create_categories" | "core_course_update_categories" => Some("moodle/category:manage"),
        "core_cohort_create_cohorts" => Some("moodle/cohort:manage"),
        "core_cohort_add_cohort_members" | "core_cohort_delete_cohort_members" => Some("moodle/cohort:assign"),
        "core_cohort_get_cohort_members" | "core_cohort_search_cohorts" => Some("moodle/cohort:view"),
        "core_course_create_courses" => Some("moodle/course:create"),
        "core_course_update_courses" => Some("moodle/course:update"),
        "core_group_create_groups"
        | "core_group_update_groups"
        | "core_group_get_course_groups"
        | "core_group_get_group_members"
        | "core_group_add_group_members"
        | "core_group_delete_group_members" => Some("moodle/course:managegroups"),
        "enrol_manual_enrol_users" => Some("enrol/manual:enrol"),
        "enrol_manual_unenrol_users" => Some("enrol/manual:unenrol"),
        _ => None,
    }
}

/// Runs a function if it is in the service.
pub(super) fn call(site: &mut Site, service: &[&str], function: &str, form: &List) -> Reply {
    if SERVICE.contains(&function) && !service.contains(&function) {
        return Err(Refusal::access());
    }
    if let Some(capability) = writing_takes(function) {
        site.rights.require(capability)?;
    }
    match function {
        "core_webservice_get_site_info" => site_info::get(site, service),
        "core_user_create_users" => users_calls::create(site, form),
        "core_user_update_users" => users_calls::update(site, form),
        "core_user_get_users_by_field" => users_calls::get_by_field(site, form),
        "core_user_get_users" => users_calls::get(site, form),
        "core_course_create_courses" => courses::create(site, form),
        "core_course_update_courses" => courses::update(site, form),
        "core_course_import_course" => contents::import(site, form),
        "core_course_get_contents" => contents::get(site, form),
        "core_course_get_courses_by_field" => courses::get_by_field(site, form),
        "core_course_get_categories" => categories::get(site, form),
        "core_course_create_categories" => categories::create(site, form),
        "core_course_update_categories" => categories::update(site, form),
        "core_cohort_create_cohorts" => cohorts::create(site, form),
        "core_cohort_add_cohort_members" => cohorts::add_members(site, form),
        "core_cohort_delete_cohort_members" => cohorts::delete_members(site, form),
        "core_cohort_get_cohort_members" => cohorts::get_members(site, form),
        "core_cohort_search_cohorts" => cohorts::search(site, form),
        "core_group_create_groups" => groups::create(site, form),
        "core_group_update_groups" => groups::update(site, form),
        "core_group_get_course_groups" => groups::get_of_course(site, form),
        "core_group_get_group_members" => groups::get_members(site, form),
        "core_group_add_group_members" => groups::add_members(site, form),
        "core_group_delete_group_members" => groups::delete_members(site, form),
        "enrol_manual_enrol_users" => enrolments::enrol(site, form),
        "enrol_manual_unenrol_users" => enrolments::unenrol(site, form),
        "core_enrol_get_enrolled_users" => enrolments::get_enrolled(site, form),
        "core_enrol_get_enrolled_users_with_capability" => enrolments::get_enrolled_of_courses(site, form),
        "core_enrol_get_course_enrolment_methods" => enrolments::get_methods(site, form),
        "gradereport_overview_get_course_grades" => grades::get_course_grades(site, form),
        "gradereport_user_get_grade_items" => grades::get_grade_items(site, form),
        "core_enrol_get_users_courses" => enrolments::get_users_courses(site, form),
        known if SERVICE.contains(&known) => Err(Refusal::coding("the demo campus has no such function")),
        known if OTHERS.contains(&known) => Err(Refusal::access()),
        _ => Err(Refusal::missing_record()),
    }
}
