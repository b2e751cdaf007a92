//! The languages of Selaras, and which of them a request asks for.

/// A language with a catalogue of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::EnumIter)]
pub enum Language {
    /// The default.
    #[default]
    Indonesian,
    /// On request.
    English,
}

impl Language {
    /// The tag in headers (RFC 5646).
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Indonesian => "id",
            Self::English => "en",
        }
    }

    /// The preferred language of an `Accept-Language` header (RFC 9110); Indonesian if it names neither language.
    pub fn accepted(header: &str) -> Self {
        let wanted = accept_language::parse(header);
        let known = |wanted: &String| {
            let primary = wanted.split('-').next().unwrap_or_default().to_ascii_lowercase();
            [Self::Indonesian, Self::English]
                .into_iter()
                .find(|language| language.tag() == primary)
        };
        wanted.iter().find_map(known).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::Language::{self, English, Indonesian};

    #[test]
    fn preferred_known_language_wins_else_indonesian() {
        for (header, language) in [
            ("", Indonesian),
            ("en", English),
            ("EN-us,en;q=0.9", English),
            ("id-ID,id;q=0.9,en;q=0.8", Indonesian),
            ("en;q=0.4, id;q=0.7", Indonesian),
            ("de, en;q=0.3", English),
            ("de-DE", Indonesian),
            ("*", Indonesian),
            (";;;q=,", Indonesian),
        ] {
            assert_eq!(Language::accepted(header), language, "{header}");
        }
    }
}
