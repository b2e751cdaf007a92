//! Categories, courses and groups as Moodle has them.

use std::collections::{HashMap, HashSet};

use selaras_kinds::object::{Course, PlatformId};
use serde::Deserialize;

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
    /// Shown to users who may change the course.
    pub(super) visible: Option<i64>,
    /// Seconds since 1970; shown to users who may open the course.
    pub(super) startdate: Option<i64>,
    /// 0: none.
    pub(super) enddate: Option<i64>,
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
            && (course.named_once || (self.shortname == course.shortname && self.fullname == course.fullname))
            && self.categoryid == course.category
            // Dates are sent once more to a course that was found.
            && course.term.is_none()
    }
}

/// Courses by what a row may mean them with.
#[derive(Debug, Default)]
pub(crate) struct CourseIndex {
    found: Vec<FoundCourse>,
    /// Indexes of `found`, by idnumber in lower case.
    by_idnumber: HashMap<String, Vec<usize>>,
    /// The same, by short name in lower case.
    by_shortname: HashMap<String, Vec<usize>>,
}

impl CourseIndex {
    pub(super) fn of(courses: impl IntoIterator<Item = FoundCourse>) -> Self {
        let mut index = Self::default();
        let mut ids = HashSet::new();
        for course in courses {
            if !ids.insert(course.id) {
                continue;
            }
            let at = index.found.len();
            let add = |map: &mut HashMap<String, Vec<usize>>, value: &str| {
                if !value.is_empty() {
                    map.entry(value.to_lowercase()).or_default().push(at);
                }
            };
            add(&mut index.by_idnumber, course.idnumber());
            add(&mut index.by_shortname, &course.shortname);
            index.found.push(course);
        }
        index
    }

    /// The courses with this idnumber, ignoring case.
    pub(super) fn with_idnumber(&self, idnumber: &str) -> Vec<&FoundCourse> {
        self.at(self.by_idnumber.get(&idnumber.to_lowercase()))
    }

    /// The courses with this short name, ignoring case.
    pub(super) fn with_shortname(&self, shortname: &str) -> Vec<&FoundCourse> {
        self.at(self.by_shortname.get(&shortname.to_lowercase()))
    }

    pub(super) fn all(&self) -> &[FoundCourse] {
        &self.found
    }

    fn at(&self, places: Option<&Vec<usize>>) -> Vec<&FoundCourse> {
        places.into_iter().flatten().map(|at| &self.found[*at]).collect()
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

/// A field of a profile that Moodle's administrator made, with a person's value.
#[derive(Debug, Deserialize)]
pub(crate) struct FoundField {
    pub(crate) shortname: String,
    #[serde(default)]
    pub(crate) value: String,
}
