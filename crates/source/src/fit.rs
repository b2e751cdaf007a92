//! Matches a file's headings with a list's fields.

use std::collections::BTreeMap;

use crate::list::List;
use crate::table::plain;

/// How a file's headings match a list's fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fit {
    /// The headings.
    pub headings: Vec<String>,
    /// The fields that were found, each with its heading.
    pub found: Vec<(&'static str, String)>,
    /// The required fields without a heading.
    pub missing: Vec<&'static str>,
}

impl Fit {
    /// `given` are headings from the settings, by field. If the file lacks one of them, the field's own name is used.
    pub(crate) fn of(list: &List, headings: Vec<String>, given: Option<&BTreeMap<String, String>>) -> Self {
        let heading_of = |field: &'static str| {
            let there = |wanted: &str| headings.iter().find(|heading| plain(heading) == plain(wanted));
            let given = given.and_then(|given| given.get(field));
            let found = given.and_then(|heading| there(heading)).or_else(|| there(field));
            found.map(|heading| (field, heading.clone()))
        };
        let found: Vec<_> = list.columns().into_iter().filter_map(heading_of).collect();
        let has = |field: &&'static str| found.iter().any(|(other, _)| other == field);
        Self {
            missing: list.needed().into_iter().filter(|field| !has(field)).collect(),
            found,
            headings,
        }
    }
}
