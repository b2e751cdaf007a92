//! The guide for administrators of Moodle says what the code does.

use selaras_reasons::Language;
use std::collections::BTreeSet;

use selaras_platform::moodle::{CAPABILITIES, all_functions};

const GUIDE: &str = include_str!("../../../../docs/guides/moodle.md");

#[test]
fn the_guide_lists_exactly_the_functions_that_the_connector_calls() {
    let is_function = |text: &&str| {
        ["core_", "enrol_manual_", "gradereport_"]
            .iter()
            .any(|start| text.starts_with(start))
    };
    let named: Vec<&str> = GUIDE.split('`').filter(is_function).collect();
    let listed: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(listed.len(), named.len(), "each once: {named:?}");
    assert_eq!(listed, all_functions().into_iter().collect());
}

#[test]
fn the_guide_lists_exactly_the_capabilities_of_the_code_each_with_what_it_is_for() {
    let row = |line: &str| {
        let (name, purpose) = line.strip_prefix("| `")?.split_once("` | ")?;
        Some((name.to_owned(), purpose.strip_suffix(" |")?.to_owned()))
    };
    let is_capability = |(name, _): &(String, String)| name.contains('/') && name.contains(':');
    let listed: Vec<(String, String)> = GUIDE.lines().filter_map(row).filter(is_capability).collect();
    let wanted: Vec<(String, String)> = CAPABILITIES
        .iter()
        .map(|capability| {
            let purpose = capability.purpose.said(Language::English);
            (capability.name.to_owned(), purpose)
        })
        .collect();
    assert_eq!(listed, wanted);
}

#[test]
fn every_capability_is_listed_once_and_its_functions_are_called() {
    let names: BTreeSet<&str> = CAPABILITIES.iter().map(|capability| capability.name).collect();
    assert_eq!(names.len(), CAPABILITIES.len());
    let called = all_functions();
    for function in CAPABILITIES.iter().flat_map(|capability| capability.functions) {
        assert!(called.contains(function), "{function}");
    }
}

#[test]
fn the_guide_tells_of_the_switches_that_no_call_shows() {
    for words in [
        "Send course welcome message",
        "Recover grades default",
        "General settings",
        "96",
        "152",
    ] {
        assert!(GUIDE.contains(words), "{words}");
    }
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
