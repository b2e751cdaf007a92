//! The subject of a job.

use crate::jobs::Verb;
use sea_orm::{ColIdx, DbErr, QueryResult, TryGetError, TryGetable, sea_query::Value};
use selaras_kinds::KindName;
use selaras_reasons::Reason;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// The subject of a job: the rows of a kind, or something that has no kind. Of two jobs on one subject the younger waits
/// (`rivals`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The rows of a kind.
    Kind(KindName),
    /// The attendance at Zoom meetings.
    Zoom,
    /// The whole campus, in stages.
    Campus,
    /// The differences between source, dashboard and platform, for all kinds.
    Differences,
    /// What rows may have on the platform already.
    Matches,
}

impl Subject {
    /// All subjects.
    pub fn all() -> impl Iterator<Item = Self> {
        let kinds = KindName::all().iter().copied().map(Self::Kind);
        kinds.chain([Self::Zoom, Self::Campus, Self::Differences, Self::Matches])
    }

    /// The name in the database and in the API.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.as_str(),
            Self::Zoom => "zoom",
            Self::Campus => "campus",
            Self::Differences => "comparison",
            Self::Matches => "matches",
        }
    }

    /// The subject of that name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::all().find(|subject| subject.as_str() == text)
    }

    /// The kind, if it is one.
    pub const fn kind(self) -> Option<KindName> {
        match self {
            Self::Kind(kind) => Some(kind),
            Self::Zoom | Self::Campus | Self::Differences | Self::Matches => None,
        }
    }

    /// The name for people, the same in all languages.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.label(),
            Self::Zoom => "Zoom",
            Self::Campus => "Seluruh Kampus",
            Self::Differences | Self::Matches => self.as_str(),
        }
    }

    /// The name for people, which each language has.
    pub fn name(self) -> Reason {
        Reason::SubjectName {
            subject: self.as_str().to_owned(),
        }
    }

    /// The title of such a job for people: `Sinkronisasi data Kelas`.
    pub fn title(self, verb: Verb) -> Reason {
        match self {
            Self::Kind(_) if verb == Verb::Close => Reason::WorkOnClosing,
            Self::Kind(kind) => Reason::WorkOnKind {
                verb: verb.title(),
                kind: kind.label().to_owned(),
            },
            Self::Zoom => Reason::WorkOnZoom,
            Self::Campus => Reason::WorkOnCampus { verb: verb.title() },
            Self::Differences => Reason::WorkOnDifferences,
            Self::Matches => Reason::WorkOnMatches,
        }
    }
}

impl From<Subject> for Value {
    fn from(subject: Subject) -> Self {
        subject.as_str().into()
    }
}

impl TryGetable for Subject {
    fn try_get_by<I: ColIdx>(row: &QueryResult, index: I) -> Result<Self, TryGetError> {
        let kept = String::try_get_by(row, index)?;
        Self::parse(&kept).ok_or_else(|| DbErr::Type(format!("no job is about {kept}")).into())
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let name = String::deserialize(reader)?;
        Self::parse(&name).ok_or_else(|| D::Error::custom(format!("no job is about {name}")))
    }
}

impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.as_str())
    }
}

impl PartialSchema for Subject {
    fn schema() -> RefOr<Schema> {
        let names = Self::all().map(Self::as_str);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(names))
            .into()
    }
}

impl ToSchema for Subject {
    fn name() -> std::borrow::Cow<'static, str> {
        "JobSubject".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_parse_from_their_names_only() {
        for subject in Subject::all() {
            assert_eq!(Subject::parse(subject.as_str()), Some(subject));
        }
        assert_eq!(Subject::parse("planet"), None);
    }
}
