//! Categories, courses and groups as Moodle has them.

use std::collections::{HashMap, HashSet};

use selaras_kinds::number_of;
use selaras_kinds::object::{Course, PlatformId};
use serde::Deserialize;

use crate::Candidate;

/// A category as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FoundCategory {
    pub(super) id: PlatformId,
    pub(super) name: String,
    #[serde(default)]
    pub(super) idnumber: Option<String>,
    #[serde(default)]
    pub(super) parent: PlatformId,
}

/// A course as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FoundCourse {
    pub(super) id: PlatformId,
    #[serde(default)]
    pub(super) shortname: String,
    #[serde(default)]
    pub(super) fullname: String,
    #[serde(default)]
    pub(super) idnumber: Option<String>,
    #[serde(default)]
    pub(super) categoryid: PlatformId,
    /// Shown to users who may open the course.
    pub(super) groupmode: Option<i64>,
}

/// Moodle's mode of a course with separate groups.
const SEPARATE_GROUPS: i64 = 1;

impl FoundCourse {
    /// True if the course may have separate groups.
    pub(crate) fn may_separate_groups(&self) -> bool {
        self.groupmode.is_none_or(|mode| mode == SEPARATE_GROUPS)
    }

    pub(super) fn idnumber(&self) -> &str {
        self.idnumber.as_deref().unwrap_or_default()
    }

    pub(super) fn is(&self, course: &Course) -> bool {
        self.idnumber() == course.idnumber
            && self.shortname == course.shortname
            && self.fullname == course.fullname
            && self.categoryid == course.category
    }
}

/// The courses of others.
#[derive(Debug, Default)]
pub(crate) struct OthersCourses {
    found: Vec<FoundCourse>,
    /// Indexes of `found`.
    by_idnumber: HashMap<String, Vec<usize>>,
    /// The same, by short name in lower case.
    by_shortname: HashMap<String, Vec<usize>>,
}

impl OthersCourses {
    pub(super) fn of(courses: impl IntoIterator<Item = FoundCourse>) -> Self {
        let mut others = Self::default();
        let mut ids = HashSet::new();
        for course in courses {
            if !ids.insert(course.id) {
                continue;
            }
            let at = others.found.len();
            let add = |map: &mut HashMap<String, Vec<usize>>, value: String| {
                if !value.is_empty() {
                    map.entry(value).or_default().push(at);
                }
            };
            add(&mut others.by_idnumber, course.idnumber().to_owned());
            add(&mut others.by_shortname, course.shortname.to_lowercase());
            others.found.push(course);
        }
        others
    }

    /// The courses that a row may be: those with its number, or else those with its short name in other capitals. A course
    /// with exactly its short name makes Moodle refuse the row, and is adopted then.
    pub(super) fn may_be(&self, row: &Course) -> Vec<Candidate> {
        let numbered = self.by_idnumber.get(number_of(&row.idnumber));
        let named = self.by_shortname.get(&row.shortname.to_lowercase());
        let found = numbered.or(named).into_iter().flatten().map(|at| &self.found[*at]);
        let found: Vec<_> = found.collect();
        if numbered.is_none() && found.iter().any(|course| course.shortname == row.shortname) {
            return Vec::new();
        }
        found.into_iter().map(FoundCourse::candidate).collect()
    }
}

impl FoundCourse {
    fn candidate(&self) -> Candidate {
        Candidate {
            id: self.id,
            name: self.shortname.clone(),
            label: self.fullname.clone(),
            email: String::new(),
            idnumber: self.idnumber().to_owned(),
        }
    }
}

/// A group as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FoundGroup {
    pub(super) id: PlatformId,
    pub(super) name: String,
    #[serde(default)]
    pub(super) idnumber: Option<String>,
}

/// True for a deleted account. Moodle still answers for its id: its name ends in the time of the deletion, and its address
/// is a hash.
pub(crate) fn is_deleted(username: Option<&str>, email: Option<&str>) -> bool {
    let time = username.and_then(|name| name.rsplit_once('.')).map(|(_, time)| time);
    let is_time = |time: &str| time.len() >= 10 && time.bytes().all(|digit| digit.is_ascii_digit());
    let is_hash = |email: &str| email.len() == 32 && email.bytes().all(|digit| digit.is_ascii_hexdigit());
    time.is_some_and(is_time) && email.is_some_and(is_hash)
}

#[cfg(test)]
mod tests {
    use super::is_deleted;

    #[test]
    fn deleted_account_is_known_by_name_and_address_together() {
        let hash = Some("ee29192eb31e19b5306eb8a4411d86e8");
        assert!(is_deleted(Some("260003@kampus.example.1795706917"), hash));
        assert!(!is_deleted(Some("260003"), hash));
        assert!(!is_deleted(Some("siti.1795706917"), Some("siti@kampus.example")));
        assert!(!is_deleted(Some("260003@kampus.example.1795706917"), None));
    }
}
