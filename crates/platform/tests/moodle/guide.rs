//! The guide for Moodle administrators matches the code.

use selaras_reasons::Language;
use std::collections::BTreeSet;

use selaras_platform::Uses;
use selaras_platform::moodle::{CAPABILITIES, all_functions};

const GUIDE: &str = include_str!("../../../../docs/guides/moodle.md");

#[test]
fn guide_lists_exactly_the_called_functions() {
    let is_function = |text: &&str| {
        ["core_", "enrol_manual_", "gradereport_"]
            .iter()
            .any(|start| text.starts_with(start))
    };
    let named: Vec<&str> = GUIDE.split('`').filter(is_function).collect();
    let listed: BTreeSet<&str> = named.iter().copied().collect();
    assert_eq!(listed.len(), named.len(), "each once: {named:?}");
    assert_eq!(listed, all_functions(&Uses::all()).into_iter().collect());
}

#[test]
fn guide_lists_exactly_the_capabilities_and_their_purposes() {
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
fn each_capability_is_listed_once_and_its_functions_are_called() {
    let names: BTreeSet<&str> = CAPABILITIES.iter().map(|capability| capability.name).collect();
    assert_eq!(names.len(), CAPABILITIES.len());
    let called = all_functions(&Uses::all());
    for function in CAPABILITIES.iter().flat_map(|capability| capability.functions) {
        assert!(called.contains(function), "{function}");
    }
}

#[test]
fn guide_names_the_switches_that_no_call_shows() {
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
fn guide_names_the_settings_that_moodle_decides() {
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
