//! Conversions of a reason: its stored text, its group, its sentence.

use crate::{Language, Reason, catalogue};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::{Map, Value, json};
use std::{fmt, sync::LazyLock};

/// Parameters that belong to a single row: rows that differ only in these have the same reason. A code with such a parameter
/// also has a sentence for all its rows, `.group` in the catalogue, which uses none of them.
const OF_THE_ROW: [&str; 9] = [
    "value", "other", "idnumber", "key", "changes", "message", "found", "count", "at",
];

/// Parameters that are the same for all rows of an installation.
const OF_THE_INSTALLATION: [&str; 2] = ["source", "platform"];

/// A plain text was stored before there were codes. All else is read from a [`Value`]. A derived implementation has some hundred variants and would be compiled for each
/// deserializer: five times as much code as the rest of this crate.
impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self::Earlier { text }),
            value => Self::deserialize(value).map_err(D::Error::custom),
        }
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl Reason {
    /// A field that is not filled in.
    pub fn empty(field: impl Into<String>) -> Self {
        Self::Empty { field: field.into() }
    }

    /// Text that is no sentence, or that is in another system's own words: the same in all languages.
    pub fn verbatim(said: impl Into<String>) -> Self {
        Self::Verbatim { said: said.into() }
    }

    /// Whether something is there.
    pub const fn present(there: bool) -> Self {
        if there { Self::Present } else { Self::Absent }
    }

    /// Reads a text that [`Self::kept`] wrote. Any other text was stored before there were codes (decision 21).
    pub fn read(kept: String) -> Self {
        serde_json::from_str(&kept)
            .or_else(|_| serde_json::from_value(with_platform(serde_json::from_str(&kept)?)))
            .unwrap_or(Self::Earlier { text: kept })
    }

    /// The text for the database.
    pub fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Its code: `unknown_keys`.
    pub fn code(&self) -> String {
        self.parts().0
    }

    /// What all rows with this reason share, without the parameters of a single row: `value_markup:first_name`. It begins
    /// with the code.
    pub fn group(&self) -> String {
        let (mut group, parameters) = self.parts();
        for (name, value) in &parameters {
            if !OF_THE_ROW.contains(&name.as_str()) && !OF_THE_INSTALLATION.contains(&name.as_str()) {
                group.push(':');
                match value {
                    Value::String(text) => group.push_str(text),
                    Value::Object(word) if word.contains_key("word") => {
                        group.push_str(word["word"].as_str().unwrap_or_default());
                    }
                    other => group.push_str(&other.to_string()),
                }
            }
        }
        group
    }

    /// Its sentence.
    pub fn sentence(&self, language: Language) -> String {
        let (code, parameters) = self.parts();
        catalogue::sentence(language, &code, &parameters)
    }

    /// The sentence for all rows of its group.
    pub fn sentence_of_group(&self, language: Language) -> String {
        let (code, parameters) = self.parts();
        catalogue::sentence_of_group(language, &code, &parameters)
    }

    /// The codes of the sentences that contain this text, ignoring case and parameters.
    pub fn codes_saying(language: Language, text: &str) -> Vec<String> {
        let text = text.trim().to_lowercase();
        let says = |reason: &Self| reason.sentence(language).to_lowercase().contains(&text);
        <Self as strum::IntoEnumIterator>::iter()
            .filter(says)
            .map(|reason| reason.code())
            .collect()
    }

    /// The codes of refusals of an account that the person perhaps has already.
    pub fn codes_of_perhaps_there() -> &'static [String] {
        static CODES: LazyLock<Vec<String>> = LazyLock::new(|| {
            let perhaps_there = <Reason as strum::IntoEnumIterator>::iter().filter(Reason::is_perhaps_there);
            perhaps_there.map(|reason| reason.code()).collect()
        });
        &CODES
    }

    /// True if the platform refused an account because one there has the same name, number or address.
    const fn is_perhaps_there(&self) -> bool {
        matches!(
            self,
            Self::AccountAmbiguous { .. } | Self::UsernameTakenThere { .. } | Self::EmailTaken { .. }
        )
    }

    fn parts(&self) -> (String, Map<String, Value>) {
        let Ok(Value::Object(mut members)) = serde_json::to_value(self) else {
            return Default::default();
        };
        let parameters = match members.remove("parameters") {
            Some(Value::Object(parameters)) => parameters,
            _ => Map::new(),
        };
        match members.remove("code") {
            Some(Value::String(code)) => (code, parameters),
            _ => Default::default(),
        }
    }
}

/// Adds the platform to a reason of an earlier version, which did not name it because there was only one.
fn with_platform(mut kept: Value) -> Value {
    if let Some(members) = kept.as_object_mut() {
        let parameters = members.entry("parameters").or_insert_with(|| json!({}));
        if let Some(parameters) = parameters.as_object_mut() {
            parameters.entry("platform").or_insert_with(|| "Moodle".into());
        }
    }
    kept
}

/// The sentence in Indonesian, for logs.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence(Language::Indonesian))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;
    use fluent_syntax::ast::Entry;
    use strum::IntoEnumIterator;

    /// The codes for which a language has a sentence.
    fn codes(language: Language) -> Vec<String> {
        let parsed = fluent_syntax::parser::parse(catalogue::file(language))
            .unwrap_or_else(|(_, faults)| panic!("{language:?}: {faults:?}"));
        let code = |entry: Entry<&'static str>| match entry {
            Entry::Message(message) => Some(message.id.name.replace('-', "_")),
            _ => None,
        };
        parsed.body.into_iter().filter_map(code).collect()
    }

    /// A word as the catalogue has it.
    fn in_catalogue(word: Word) -> String {
        let kept = serde_json::to_value(word).unwrap();
        format!("word_{}", kept["word"].as_str().unwrap())
    }

    #[test]
    fn codes_and_sentences_correspond_in_each_language() {
        let words = Word::iter().map(in_catalogue);
        let mut known: Vec<_> = Reason::iter().map(|reason| reason.code()).chain(words).collect();
        known.sort();
        for language in Language::iter() {
            let mut told = codes(language);
            told.retain(|code| !code.starts_with("label_of_"));
            told.sort();
            assert_eq!(told, known, "{language:?}");
        }
    }

    #[test]
    fn sentences_use_exactly_the_parameters_of_their_code() {
        for (reason, language) in
            Reason::iter().flat_map(|reason| Language::iter().map(move |one| (reason.clone(), one)))
        {
            let (code, mut parameters) = reason.parts();
            for (at, (name, value)) in parameters.iter_mut().enumerate() {
                *value = match value {
                    Value::Number(_) => (70_701 + at).into(),
                    _ => format!("<{name}>").into(),
                };
            }
            let (sentence, faults) = catalogue::formatted(language, &code, None, &parameters).unwrap();
            assert_eq!(faults, [], "{language:?} {code}");
            let tells = |sentence: &str, (name, value): (&String, &Value)| {
                // Ignores how the language separates thousands.
                let number: String = value.to_string().chars().skip(2).collect();
                let told = sentence.contains(value.as_str().unwrap_or(&number));
                (told, format!("{language:?} {code} {name}: {sentence}"))
            };
            for parameter in &parameters {
                let (told, what) = tells(&sentence, parameter);
                assert!(told, "{what}");
            }
            let of_the_row = |name: &str| OF_THE_ROW.contains(&name);
            let group = catalogue::formatted(language, &code, Some("group"), &parameters);
            assert_eq!(
                group.is_some(),
                parameters.keys().any(|name| of_the_row(name)),
                "{language:?} {code}"
            );
            let Some((group, faults)) = group else { continue };
            assert_eq!(faults, [], "{language:?} {code}");
            for parameter in &parameters {
                let (told, what) = tells(&group, parameter);
                let installation = OF_THE_INSTALLATION.contains(&parameter.0.as_str());
                assert!(installation || told != of_the_row(parameter.0), "{what}");
            }
        }
    }

    #[test]
    fn parameters_are_inserted_literally_and_numbers_grouped() {
        let reason = Reason::RowMade {
            kind: "Mata Kuliah".to_owned(),
            label: "{ $x } <b>".to_owned(),
        };
        assert_eq!(reason.sentence(Language::Indonesian), "Mata Kuliah { $x } <b> dibuat.");
        let rows = |language| Reason::WaitsAgain { rows: 1_234_567 }.sentence(language);
        assert!(rows(Language::Indonesian).starts_with("1.234.567 baris"));
        assert!(rows(Language::English).starts_with("1,234,567 rows"));
        assert!(
            Reason::WaitsAgain { rows: 1 }
                .sentence(Language::English)
                .starts_with("1 row ")
        );
    }

    #[test]
    fn kinds_and_fields_have_english_names_in_english_sentences() {
        let unknown = Reason::CodeUnknown {
            field: "Kode semester".to_owned(),
            code: "20401".to_owned(),
            kind: "Semester".to_owned(),
        };
        assert_eq!(
            unknown.sentence(Language::English),
            "Semester code 20401 is not in the dashboard. Choose from the list, or sync or make the semester first"
        );
        let synced = Reason::RowsDeleted {
            rows: 2,
            kind: "Tahun Ajaran".to_owned(),
        };
        assert_eq!(
            synced.sentence(Language::English),
            "2 rows of academic years were deleted from the dashboard."
        );
        assert_eq!(
            synced.sentence(Language::Indonesian),
            "2 baris Tahun Ajaran dihapus dari dashboard."
        );
    }

    #[test]
    fn sentences_contain_no_words_of_the_other_language() {
        // Words that are in almost every sentence of one language and in none of the other.
        let indonesian = [
            "tidak",
            "belum",
            "sudah",
            "yang",
            "dan",
            "atau",
            "dari",
            "untuk",
            "dengan",
            "ini",
            "itu",
            "akan",
            "lalu",
            "dahulu",
            "baris",
            "kelas",
            "mahasiswa",
            "pengajar",
            "jurusan",
            "prodi",
            "kuliah",
            "ajaran",
            "pengaturan",
            "sumber",
            "salah",
        ];
        let english = [
            "the", "of", "and", "not", "is", "are", "was", "were", "has", "have", "this", "that", "then", "with",
            "from", "row", "rows", "student", "students", "settings",
        ];
        // Labels of the systems themselves, and names of settings and files.
        let quoted = ["Recover grades default", "WITH", "Unmerge Cells"];
        let mut strange = Vec::new();
        for (language, foreign) in [
            (Language::English, &indonesian[..]),
            (Language::Indonesian, &english[..]),
        ] {
            for line in catalogue::file(language).lines() {
                let Some((id, sentence)) = line.split_once(" = ").or_else(|| line.split_once("] ")) else {
                    continue;
                };
                let plain = quoted
                    .iter()
                    .fold(sentence.to_owned(), |text, quote| text.replace(quote, ""));
                let parts = plain.split(|letter: char| !(letter.is_alphanumeric() || "._$-/".contains(letter)));
                // Names that are quoted from a file, an address or a setting.
                let words =
                    parts.filter(|word| !word.contains(['_', '$', '/']) && !word.trim_end_matches('.').contains('.'));
                strange.extend(
                    words
                        .map(|word| word.trim_matches(['.', '-']).to_lowercase())
                        .filter(|word| foreign.contains(&word.as_str()))
                        .map(|word| format!("{language:?} {id}: {word}")),
                );
            }
        }
        assert_eq!(strange, Vec::<String>::new());
    }

    #[test]
    fn sentences_of_the_specification_are_verbatim() {
        for (reason, sentence) in [
            (Reason::empty("Nama user"), "Nama user tidak boleh kosong"),
            (Reason::empty("NIM"), "NIM tidak boleh kosong"),
            (Reason::UsernameMissing, "Username cannot be empty."),
            (Reason::PasswordMissing, "Password cannot be empty."),
        ] {
            assert_eq!(reason.sentence(Language::Indonesian), sentence);
        }
    }

    #[test]
    fn rows_with_the_same_reason_form_one_group() {
        let markup = |field, value: &str| Reason::ValueMarkup {
            field,
            value: value.to_owned(),
        };
        let (one, other) = (markup(Word::FirstName, "<b>"), markup(Word::FirstName, "<i>"));
        assert_eq!((one.group(), other.group()), (one.group(), one.group()));
        assert_ne!(one.group(), markup(Word::LastName, "<b>").group());
        assert!(one.group().starts_with(&one.code()));
        assert_eq!(
            one.sentence_of_group(Language::Indonesian),
            "Nama depan mengandung tanda HTML (<…>). Hapus tanda itu, lalu export lagi."
        );
        assert_eq!(
            one.sentence_of_group(Language::English),
            "First name has HTML marks (<…>). Remove them, then export again."
        );
    }

    #[test]
    fn nested_reasons_use_the_same_language() {
        let reason = Reason::Changed {
            changes: vec![
                Reason::Earlier { text: "a".to_owned() },
                Reason::ValueEmpty { field: Word::LastName },
            ],
        };
        let said = reason.sentence(Language::English);
        assert_eq!(said, "a; Last name is empty. Fill it in, then export again.");
    }

    #[test]
    fn texts_from_before_codes_are_read_unchanged() {
        let text = "Nama depan kosong. Isi dulu, lalu ekspor ulang.";
        let reason = Reason::read(text.to_owned());
        assert_eq!(reason, Reason::Earlier { text: text.to_owned() });
        assert_eq!(reason.sentence(Language::English), text);
        let known = Reason::empty("NIM");
        assert_eq!(Reason::read(known.kept()), known);
        let of_a_part = Reason::read(r#"{"code":"refused","parameters":{"text":"Dibatalkan."}}"#.to_owned());
        assert_eq!(of_a_part.sentence(Language::English), "Dibatalkan.");
    }

    #[test]
    fn reasons_without_a_platform_are_read_as_moodles() {
        for (kept, sentence) in [
            (
                r#"{"code":"group_gone"}"#,
                "Kelompok kelas ini tidak ada lagi di Moodle. Export lagi kelasnya, lalu enroll lagi.",
            ),
            (
                r#"{"code":"short_name_taken","parameters":{"value":"IF1"}}"#,
                "Nama pendek IF1 sudah dipakai course lain di Moodle. Ubah salah satunya, lalu export lagi.",
            ),
            (
                r#"{"code":"moodle_gave_no_answer"}"#,
                "Moodle tidak memberi jawaban untuk baris ini. Export lagi.",
            ),
        ] {
            assert_eq!(Reason::read(kept.to_owned()).sentence(Language::Indonesian), sentence);
        }
    }

    #[test]
    fn codes_are_found_by_words_of_their_sentences() {
        assert_eq!(
            Reason::codes_saying(Language::Indonesian, "Tanda HTML"),
            ["value_markup"]
        );
        assert_eq!(Reason::codes_saying(Language::English, "html marks"), ["value_markup"]);
    }

    #[test]
    fn reasons_are_stored_as_codes_and_read_strictly() {
        let kept = r#"{"code":"unknown_keys","parameters":{"names":"misssing"}}"#;
        let reason: Reason = serde_json::from_str(kept).unwrap();
        assert_eq!(serde_json::to_string(&reason).unwrap(), kept);
        assert!(serde_json::from_str::<Reason>(r#"{"code":"unheard_of","parameters":{}}"#).is_err());
    }
}
