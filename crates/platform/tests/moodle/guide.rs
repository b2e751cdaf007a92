//! The guide for administrators of Moodle says what the code does.

use std::collections::BTreeSet;

use selaras_platform::moodle::all_functions;

const GUIDE: &str = include_str!("../../../../docs/guides/moodle.md");

#[test]
fn the_guide_lists_exactly_the_functions_that_the_connector_calls() {
    let is_function = |text: &&str| text.starts_with("core_") || text.starts_with("enrol_manual_");
    let named: Vec<&str> = GUIDE.split('`').filter(is_function).collect();
    let listed: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(listed.len(), named.len(), "each once: {named:?}");
    assert_eq!(listed, all_functions().into_iter().collect());
}

#[test]
fn the_guide_names_the_settings_that_moodle_decides_on() {
    for setting in [
        "platform.base_url",
        "platform.ca_file",
        "platform.student_role",
        "platform.teacher_role",
        "platform.root_category",
        "platform.max_input_vars",
    ] {
        assert!(GUIDE.contains(setting), "{setting}");
    }
}
