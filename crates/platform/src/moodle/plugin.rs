//! The plugin `local_selaras`: it declares the web service with its functions, and has no logic.
//!
//! Moodle updates the service only if the plugin's version rises. It knows the service by its name: under another name it
//! would remove the service together with its tokens.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::required_functions::all_functions;
use crate::Uses;

/// The folders of the archive. Moodle requires one top folder with the plugin's name.
const FOLDERS: [&str; 5] = [
    "selaras/",
    "selaras/db/",
    "selaras/lang/",
    "selaras/lang/en/",
    "selaras/lang/id/",
];

/// The place of the functions in [`SERVICES`].
const FUNCTIONS: &str = "            // {functions}\n";

/// The place of the version in [`VERSION`].
const NUMBER: &str = "{version}";

/// The version with the functions that all campuses use. Moodle reads the functions of a plugin again only under a higher version, so a
/// plugin with further functions has the next one.
const LEAST_VERSION: u32 = 2_026_112_811;

const VERSION: &str = include_str!("plugin/version.php");
const SERVICES: &str = include_str!("plugin/db/services.php");
const ENGLISH: &str = include_str!("plugin/lang/en/local_selaras.php");
const INDONESIAN: &str = include_str!("plugin/lang/id/local_selaras.php");

/// The plugin for a campus with these uses, as a zip archive. Equal functions give equal bytes.
pub(crate) fn plugin(uses: &Uses) -> io::Result<Vec<u8>> {
    let functions: String = all_functions(uses)
        .iter()
        .map(|function| format!("            '{function}',\n"))
        .collect();
    let services = SERVICES.replace(FUNCTIONS, &functions);
    let version = VERSION.replace(NUMBER, &(LEAST_VERSION + u32::from(uses.cohorts)).to_string());
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default());
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for folder in FOLDERS {
        archive.add_directory(folder, options)?;
    }
    for (path, text) in [
        ("selaras/version.php", &*version),
        ("selaras/db/services.php", &services),
        ("selaras/lang/en/local_selaras.php", ENGLISH),
        ("selaras/lang/id/local_selaras.php", INDONESIAN),
    ] {
        archive.start_file(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plugin's version, and the functions of that version.
    const RELEASED: (u32, &[&str]) = (
        2_026_112_811,
        &[
            "core_webservice_get_site_info",
            "core_course_create_categories",
            "core_course_update_categories",
            "core_course_get_categories",
            "core_course_create_courses",
            "core_course_update_courses",
            "core_course_get_courses_by_field",
            "core_group_create_groups",
            "core_group_update_groups",
            "core_group_get_course_groups",
            "core_user_create_users",
            "core_user_update_users",
            "core_user_get_users_by_field",
            "enrol_manual_enrol_users",
            "core_group_add_group_members",
            "enrol_manual_unenrol_users",
            "core_group_delete_group_members",
            "core_enrol_get_enrolled_users",
            "core_enrol_get_enrolled_users_with_capability",
            "gradereport_overview_get_course_grades",
            "gradereport_user_get_grade_items",
            "core_course_import_course",
            "core_course_get_contents",
        ],
    );

    #[test]
    fn version_rises_with_the_functions() {
        let (version, functions) = RELEASED;
        assert_eq!(LEAST_VERSION, version);
        assert_eq!(all_functions(&Uses::default()), functions, "raise the version by ten");
        assert!(VERSION.contains(&format!("$plugin->version = {NUMBER};")));
        assert!(SERVICES.contains(FUNCTIONS));
    }

    #[test]
    fn plugin_has_the_same_bytes_each_time() {
        assert_eq!(plugin(&Uses::all()).unwrap(), plugin(&Uses::all()).unwrap());
        assert_ne!(plugin(&Uses::all()).unwrap(), plugin(&Uses::default()).unwrap());
    }
}
