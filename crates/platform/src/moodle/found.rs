//! Categories, courses and groups as Moodle has them.

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
}

impl FoundCourse {
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

/// A group as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FoundGroup {
    pub(super) id: PlatformId,
    pub(super) name: String,
    #[serde(default)]
    pub(super) idnumber: Option<String>,
}
