//! The web service functions that the connector calls, by need.

use crate::{Need, Uses};

/// Returns the site and the token's user; every token's service must have it.
pub(crate) const SITE_INFO: &str = "core_webservice_get_site_info";

/// The functions that a need requires, including the look-ups after a refusal.
pub(crate) const fn functions(need: Need) -> &'static [&'static str] {
    match need {
        Need::Categories => &[
            "core_course_create_categories",
            "core_course_update_categories",
            "core_course_get_categories",
        ],
        Need::Courses => &[
            "core_course_create_courses",
            "core_course_update_courses",
            "core_course_get_courses_by_field",
        ],
        Need::Groups => &[
            "core_group_create_groups",
            "core_group_update_groups",
            "core_group_get_course_groups",
        ],
        Need::Accounts => &[
            "core_user_create_users",
            "core_user_update_users",
            "core_user_get_users_by_field",
        ],
        Need::Enrolling => &[
            "enrol_manual_enrol_users",
            "core_group_add_group_members",
            "core_user_get_users_by_field",
            "core_course_get_courses_by_field",
        ],
        Need::Unenrolling => &[
            "enrol_manual_unenrol_users",
            "core_group_delete_group_members",
            "core_enrol_get_enrolled_users",
        ],
        Need::Suspending => &[
            "enrol_manual_enrol_users",
            "core_enrol_get_enrolled_users",
            "core_user_get_users_by_field",
            "core_course_get_courses_by_field",
        ],
        Need::Regrouping => &["core_group_add_group_members", "core_group_delete_group_members"],
        Need::LookingTogether => &["core_enrol_get_enrolled_users_with_capability"],
        Need::Reviewing => &["core_enrol_get_enrolled_users"],
        Need::Grading => &[
            "gradereport_overview_get_course_grades",
            "gradereport_user_get_grade_items",
        ],
        Need::Templates => &[
            "core_course_import_course",
            "core_course_get_contents",
            "core_course_get_courses_by_field",
        ],
        Need::Cohorts => &[
            "core_cohort_search_cohorts",
            "core_cohort_get_cohort_members",
            "core_cohort_create_cohorts",
            "core_cohort_add_cohort_members",
            "core_cohort_delete_cohort_members",
        ],
        Need::Comparing => &[
            "core_course_get_categories",
            "core_course_get_courses_by_field",
            "core_group_get_course_groups",
            "core_user_get_users_by_field",
            "core_enrol_get_enrolled_users",
        ],
    }
}

/// The required functions that the token may not call, each once, in order.
pub(crate) fn missing(needs: &[Need], allowed: &[String]) -> Vec<&'static str> {
    let mut missing = Vec::new();
    for function in needs.iter().flat_map(|need| functions(*need)) {
        if !missing.contains(function) && !allowed.iter().any(|name| name == function) {
            missing.push(*function);
        }
    }
    missing
}

/// All functions that the connector calls for a campus with these uses, each once, in order.
pub fn all_functions(uses: &Uses) -> Vec<&'static str> {
    let is_used = |need: &Need| uses.cohorts || *need != Need::Cohorts;
    let needs: Vec<_> = Need::ALL.into_iter().filter(is_used).collect();
    [SITE_INFO].into_iter().chain(missing(&needs, &[])).collect()
}

/// The two numbers of a release such as `4.5.3+ (Build: 20250101)`.
pub(crate) fn version(release: &str) -> Option<(u32, u32)> {
    let mut numbers = release
        .split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// The oldest release that the connector supports.
pub(crate) const OLDEST: (u32, u32) = (4, 1);

/// The oldest supported release, as text.
pub(crate) fn oldest() -> String {
    format!("{}.{}", OLDEST.0, OLDEST.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_function_of_several_needs_is_named_once() {
        let allowed = ["core_user_create_users".to_owned()];
        assert_eq!(
            missing(&[Need::Accounts, Need::Enrolling], &allowed),
            [
                "core_user_update_users",
                "core_user_get_users_by_field",
                "enrol_manual_enrol_users",
                "core_group_add_group_members",
                "core_course_get_courses_by_field",
            ]
        );
        let all: Vec<String> = all_functions(&Uses::all()).into_iter().map(str::to_owned).collect();
        assert!(missing(&Need::ALL, &all).is_empty());
    }

    #[test]
    fn version_is_read_from_release() {
        assert_eq!(version("5.1+ (Build: 20251017)"), Some((5, 1)));
        assert_eq!(version("3.11.18 (Build: 20231211)"), Some((3, 11)));
        assert_eq!(version("unknown"), None);
        assert!(version("3.11.18").unwrap() < OLDEST && version("4.1.2").unwrap() >= OLDEST);
    }

    #[test]
    fn function_list_matches_the_functions_in_the_code() {
        let mut named = std::collections::BTreeSet::new();
        let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/moodle")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                // These files name functions but call none.
                let name = path.file_name().unwrap().to_str().unwrap();
                if ["required_functions.rs", "capabilities.rs", "pace.rs", "tests.rs"].contains(&name) {
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let is_function = |part: &&str| {
                    ["core_", "enrol_manual_", "gradereport_"]
                        .iter()
                        .any(|start| part.starts_with(start))
                };
                named.extend(text.split('"').filter(is_function).map(str::to_owned));
            }
        }
        named.insert(SITE_INFO.to_owned());
        let listed: std::collections::BTreeSet<_> =
            all_functions(&Uses::all()).into_iter().map(str::to_owned).collect();
        assert_eq!(named, listed);
    }
}
