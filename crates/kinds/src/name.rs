//! The name of a kind, as a value.

use crate::{Kind, OfKind, of_all_kinds};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use std::sync::LazyLock;

/// The name of an existing kind: `mata_kuliah`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KindName {
    name: &'static str,
    label: &'static str,
    has_enrolments: bool,
}

impl OfKind for KindName {
    fn of<K: Kind>() -> Self {
        Self {
            name: K::NAME,
            label: K::LABEL,
            has_enrolments: K::MEMBERSHIP.is_some(),
        }
    }
}

impl KindName {
    /// The names of all kinds, parents first.
    pub fn all() -> &'static [Self] {
        static NAMES: LazyLock<Vec<KindName>> = LazyLock::new(of_all_kinds);
        &NAMES
    }

    /// The kind of that name, if there is one.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().iter().copied().find(|kind| kind.name == name)
    }

    /// The spelling in the database and the API.
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// Display name of its data: `Mata Kuliah`.
    pub const fn label(self) -> &'static str {
        self.label
    }

    /// True if its rows are enrolments of people in classes, which can be enrolled.
    pub const fn has_enrolments(self) -> bool {
        self.has_enrolments
    }
}

impl Serialize for KindName {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for KindName {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let name = String::deserialize(reader)?;
        Self::parse(&name).ok_or_else(|| D::Error::custom(format!("there is no kind {name}")))
    }
}
