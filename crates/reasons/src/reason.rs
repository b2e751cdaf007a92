//! Every reason, as one list.

use crate::{Language, catalogue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Why something is so, or what became of it: a code and its parameters, `{"code": …, "parameters": {…}}` in JSON, without
/// `parameters` where a code has none.
///
/// Codes are the variants' names in `snake_case` and stay as they are: programs match on them. A new one has its
/// sentence in each file of `sentences/`, with just these parameters; a test walks the list. Where a parameter is called
/// `field`, `kind` or `label`, it is the university's own word for its data, the same in all languages. Where it is
/// called `text`, it is a sentence of a part that has no codes of its own yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
#[serde(tag = "code", content = "parameters", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "each variant's sentence stands in the catalogue, and says what it means"
)]
pub enum Reason {
    // The request itself.
    BodyUnreadable,
    BodyTooLarge,
    BodyTooSlow,
    BodyNotJson,
    BodyNotObject,
    AddressUnreadable,
    UnknownKeys { names: String },
    UnknownParameters { names: String },
    NumberExpected { name: String },
    SwitchExpected { name: String },
    PerPageOutOfRange,
    OrderUnknown,
    SortUnknown { name: String },
    StatusUnknown { name: String },
    LeavingUnknown { name: String },
    SearchTooLong,
    NoSuchAddress,
    MethodNotAllowed,
    TooManyTries { seconds: u64 },
    TooBusy { seconds: u64 },
    Internal,

    // Fields of a body.
    InvalidFields { text: String },
    Empty { field: String },
    TextExpected { field: String },
    FieldNumberExpected { field: String },
    NumbersExpected { field: String },
    TextsExpected { field: String },
    FieldSwitchExpected { field: String },
    CharacterNotAllowed { field: String },
    ControlCharacter,
    TooLong { field: String, most: u64 },
    NameTooLong { most: u64 },
    NothingChosen,
    EmailInvalid,
    DateExpected { field: String },
    DatesReversed,
    DatesOutOfRange,
    DatesTooFarApart,
    PartUnknown { names: String },
    KindUnknown { name: String },
    VerbNotScheduled { name: String },
    CronInvalid { text: String },
    ReferenceUnknown { text: String },

    // Accounts.
    SignedOut,
    UsernameMissing,
    PasswordMissing,
    WrongPassword,
    AwaitsApproval,
    SignupClosed,
    SignedUp,
    SignedUpWaiting,
    LoggedOut,
    PasswordTooShort { least: u64 },
    PasswordTooLong,
    UsernameTaken,
    UsernameTakenBy { username: String },
    NoSuchUser,
    NoSuchDeletedUser,
    OwnAccount,
    LastAdministrator,
    UserMade { label: String },
    UserSaved { label: String },
    UserDeleted { label: String },
    UserRestored { label: String },
    UserApproved { label: String },

    // Rows and forms.
    NoSuchForm,
    RowGone { kind: String },
    RowExists { kind: String },
    RowMade { kind: String, label: String },
    RowSaved { kind: String, label: String },

    // Jobs.
    NoSuchJob,
    JobEnded,
    JobAccepted,
    CancelRequested,
    NotCompared,
    NothingToSendAgain,
    WaitsAgain { rows: u64 },

    // Zoom.
    ZoomUnsigned,
    ZoomEventUnknown,
    ZoomEventsOff,
    ZoomNotConnected { text: String },
    ZoomEventTaken,
    LinkExpired,

    // Parts that tell their reasons in words.
    SourceFailed { text: String },
    SourceLate { text: String },
    PlatformFailed { text: String },
    ZoomFailed { text: String },
    NotFound { text: String },
    Refused { text: String },
    PlanMoved { text: String },
    ConfirmationNeeded { text: String },
    RowsFailed { text: String },
}

impl Reason {
    /// A field that is not filled in.
    pub fn empty(field: impl Into<String>) -> Self {
        Self::Empty { field: field.into() }
    }

    /// Its code: `unknown_keys`.
    pub fn code(&self) -> String {
        self.parts().0
    }

    /// Its sentence.
    pub fn sentence(&self, language: Language) -> String {
        let (code, parameters) = self.parts();
        catalogue::sentence(language, &code, &parameters)
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

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_syntax::ast::Entry;
    use strum::IntoEnumIterator;

    /// The codes that a language has a sentence for.
    fn codes(language: Language) -> Vec<String> {
        let parsed = fluent_syntax::parser::parse(catalogue::file(language))
            .unwrap_or_else(|(_, faults)| panic!("{language:?}: {faults:?}"));
        let code = |entry: Entry<&'static str>| match entry {
            Entry::Message(message) => Some(message.id.name.replace('-', "_")),
            _ => None,
        };
        parsed.body.into_iter().filter_map(code).collect()
    }

    #[test]
    fn every_code_has_one_sentence_in_each_language_and_no_sentence_is_left_over() {
        let mut known: Vec<_> = Reason::iter().map(|reason| reason.code()).collect();
        known.sort();
        for language in Language::iter() {
            let mut told = codes(language);
            told.sort();
            assert_eq!(told, known, "{language:?}");
        }
    }

    #[test]
    fn every_sentence_tells_all_parameters_of_its_code_and_no_other() {
        for (reason, language) in
            Reason::iter().flat_map(|reason| Language::iter().map(move |one| (reason.clone(), one)))
        {
            let (code, mut parameters) = reason.parts();
            for (name, value) in &mut parameters {
                *value = match value {
                    Value::Number(_) => 70_707.into(),
                    _ => format!("<{name}>").into(),
                };
            }
            let (sentence, faults) = catalogue::formatted(language, &code, &parameters).unwrap();
            assert_eq!(faults, [], "{language:?} {code}");
            for (name, value) in &parameters {
                let shown = value.as_str().map_or("707", |text| text);
                assert!(
                    sentence.contains(shown),
                    "{language:?} {code} does not tell {name}: {sentence}"
                );
            }
        }
    }

    #[test]
    fn a_sentence_has_its_parameters_in_it_and_nothing_that_was_not_asked_for() {
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
    fn the_specifications_sentences_are_its_own_letter_for_letter() {
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
    fn a_reason_is_kept_as_a_code_with_parameters_and_read_strictly() {
        let kept = r#"{"code":"unknown_keys","parameters":{"names":"misssing"}}"#;
        let reason: Reason = serde_json::from_str(kept).unwrap();
        assert_eq!(serde_json::to_string(&reason).unwrap(), kept);
        assert!(serde_json::from_str::<Reason>(r#"{"code":"unheard_of","parameters":{}}"#).is_err());
    }
}
