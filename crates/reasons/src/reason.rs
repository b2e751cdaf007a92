//! Every reason, as one list.

use crate::{Language, catalogue};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// Why something is so, or what became of it: a code and its parameters, `{"code": …, "parameters": {…}}` in JSON, without
/// `parameters` where a code has none.
///
/// Codes are the variants' names in `snake_case` and stay as they are: programs match on them. A new one has its
/// sentence in each file of `sentences/`, with just these parameters; a test walks the list. A parameter may be a reason
/// itself, a list of them, or a [`Word`]: it is said in the same language. Where it is called `field`, `kind` or `label`, it
/// is the university's own word for its data, the same in all languages. Where it is called `text`, it is a sentence of a
/// part that has no codes of its own yet. The names in [`OF_THE_ROW`] are kept for what a group of rows does not share.
// A list reads best with a line for each.
#[rustfmt::skip]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
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
    #[default]
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
    NothingFailed,
    NotCompared,
    NothingToSendAgain,
    WaitsAgain { rows: u64 },

    // The whole campus.
    CampusPlanned { rows: u64 },
    CampusAligned { source: String, platform: String, read: u64, sent: u64, enrolled: u64, left: u64, failed: u64, stages: u64 },
    CampusUndone { rows: u64 },
    CampusGuarded { text: String, name: String },
    NotACampusPlan,
    LeaveOutUnreadable,
    AttentionNotSent { rows: u64, kind: String, platform: String },
    AttentionNotEnrolled { rows: u64, kind: String, platform: String },
    AttentionLeftBehind { rows: u64, kind: String, platform: String },
    AttentionGone { rows: u64, kind: String, source: String },
    AttentionDiffers { rows: u64, platform: String },

    // Zoom.
    ZoomUnsigned,
    ZoomEventUnknown,
    ZoomEventsOff,
    ZoomNotConnected { text: String },
    ZoomEventTaken,
    LinkExpired,

    // Rows of the source that cannot be read.
    RowUnreadable { message: String },
    RowNotJson,
    RowNotAnObject,
    RowTooLong { limit: u64 },
    KeyEmpty { field: String },
    CellEmpty { field: String, origin: Box<Reason> },
    CellFormula { field: String, origin: Box<Reason> },
    CellMistake { field: String, value: String, origin: Box<Reason> },
    CellRounded { field: String, value: String, origin: Box<Reason> },
    CellNotText { field: String, origin: Box<Reason> },
    CellsShifted { field: String, found: u64, expected: u64, origin: Box<Reason> },
    ListOfQuery { list: String },
    ListOfFile { list: String, file: String },
    ListOfAddress { list: String, path: String },

    // What a sync tells of a row.
    Changed { changes: Vec<Reason> },
    Change { field: String, from: String, to: String },
    KeyTwice { source: String },
    ChangedBothSides { source: String },
    EnteredHere { source: String },
    PersonDescribedOtherwise { source: String },
    PersonDescribedOtherwiseIn { source: String, changes: Vec<Reason> },
    SaidOtherwise { field: String, held: String, said: String },
    WrittenSince,

    // What stands in the way of sending a row.
    NothingToExport { kind: String },
    ParentNotThere { kind: String, key: String, platform: String },
    ParentNotHere { kind: String, key: String },
    ClassNotThere { key: String, platform: String },
    ClassNotHere { key: String },
    AccountNotThere { kind: String, platform: String },
    BrokeOff,
    NotInClassAnyMore { source: String },
    IdNotTold { platform: String },
    GoneThere { platform: String },
    NotAnswered { platform: String },

    // What Moodle does not take, known beforehand.
    ValueEmpty { field: Word },
    ValueMarkup { field: Word, value: String },
    ValueTooLong { field: Word, most: u64 },
    UsernameEmpty,
    UsernameInvalid { value: String },
    UsernameReserved { value: String },
    EmailRefused { value: String },
    UsernameTwice { value: String },
    EmailShared { value: String, other: String },
    CategoryCodeTwice { value: String },
    CourseCodeTwice { value: String },
    ClassTwice { value: String },

    // What Moodle refused.
    MoodleGaveNoId,
    MoodleIsChanging,
    MoodleGaveNoAnswer,
    AccountRefused { message: String },
    AccountTwiceThere { count: u64, value: String },
    UsernameTakenThere { value: String, other: String, idnumber: String },
    EmailTaken { value: String, other: String },
    EmailTakenSomewhere { value: String },
    CategoryRefused { value: String, message: String },
    CategoryTwiceThere { value: String },
    CategoryIdnumberTaken { value: String },
    ParentCategoryGone { value: String },
    CourseRefused { value: String, message: String },
    CourseTwiceThere { value: String },
    CourseCategoryGone,
    ShortNameTaken { value: String },
    ShortNameTakenBy { value: String, other: String, idnumber: String },
    ClassRefused { value: String, message: String },
    ClassNameTaken { value: String, other: String },
    ClassCourseGone,
    ClassUnchanged { message: String },
    PersonsAccountGone,
    PersonsCourseGone,
    RoleNotAssignable,
    ManualEnrolmentOff,
    WelcomeMessageUnsent,
    NotEnrolled { message: String },
    GroupGone,
    NotGrouped { message: String },
    GroupNotLeft { message: String },
    NotUnenrolled { message: String },

    // What is told of whoever leaves a course or comes back.
    GradesLost,
    GradesPerhapsLost,
    GradesThere,
    GradesNotThere { platform: String },
    GradesNotSeen { platform: String },

    // What a comparison finds.
    SuspendedThere { kind: String },
    ActiveThereAgain { kind: String },
    Differs { field: String, here: String, system: String, there: String },
    DiffersThere { field: Word, here: String, system: String, there: String },
    NotSynced { source: String, kind: String },
    ChangedHereSinceSync { source: String, changes: Vec<Reason> },
    ChangedAtSource { source: String, kind: String, changes: Vec<Reason> },
    ChangedHereAndAtSource { source: String, changes: Vec<Reason> },
    NotAtSource { source: String },
    ListEmpty { source: String, rows: u64 },
    NotExported { kind: String },
    GoneSinceExport { platform: String, kind: String },
    ChangedThere { platform: String, kind: String, source: String, changes: Vec<Reason> },
    ChangedHereSinceExport { kind: String, changes: Vec<Reason> },
    ChangedHereAndThere { platform: String, kind: String, changes: Vec<Reason> },
    EnrolledByHand { platform: String, kind: String },
    EnrolledByHandUnknown { platform: String, source: String },
    NotYetEnrolled { kind: String },
    NotInGroup { platform: String, kind: String },
    RoleChanged { platform: String, kind: String },
    CourseGone { platform: String, kind: String },
    NotInCourse { platform: String, kind: String },

    // Why a person is not in a class as the source has it.
    NoSuchPerson { kind: String, number: String },
    NoSuchClass { number: String },
    NotAnsweredInTime { system: String, seconds: u64 },
    TooManyAtOnce { most: u64 },
    CauseNotAtSource { source: String },
    CauseByHand { source: String, platform: String },
    CauseRowUnreadable { source: String, why: Box<Reason> },
    CauseNotSynced { source: String },
    CauseListedAgain { source: String },
    CauseAccountMissing { platform: String },
    CauseAccountGone { platform: String },
    CauseAccountRefused { platform: String, why: Box<Reason> },
    CauseAccountSuspended { platform: String },
    CauseClassNotHere { class: String },
    CauseCourseMissing { platform: String, class: String },
    CauseCourseGone { platform: String, class: String },
    CauseGroupMissing { platform: String, class: String },
    CauseNotEnrolled { platform: String },
    CauseUnrecorded { platform: String },
    CauseOtherRole { platform: String },
    CauseEnrolmentFailed { platform: String, why: Box<Reason> },
    CauseSuspendedHere { platform: String },
    CauseSuspendedThere { platform: String },
    CauseActiveThere { platform: String },
    CauseRemovedThere { platform: String },
    CauseOtherGroup { platform: String, groups: String },
    CauseNoGroup { platform: String },
    PersonInStep { label: String },
    PersonUnmended { label: String, why: Box<Reason> },
    PersonMended { label: String, done: u64, failed: u64 },

    // What was kept by a version that had no codes (decision 21).
    Earlier { text: String },

    // Parts that tell their reasons in words.
    SourceFailed { text: String },
    SourceLate { text: String },
    CapabilityMissing { text: String },
    PlatformFailed { text: String },
    ZoomFailed { text: String },
    NotFound { text: String },
    Refused { text: String },
    PlanMoved { text: String },
    ConfirmationNeeded { text: String },
    RowsFailed { text: String },
}

/// A word that stands in sentences and is another in each language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, strum::EnumIter)]
#[serde(tag = "word", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "each variant's word stands in the catalogue, and says what it means"
)]
pub enum Word {
    #[default]
    FirstName,
    LastName,
    Username,
    MoodleUsername,
    EmailAddress,
    Idnumber,
    CourseName,
    CourseShortName,
    CategoryName,
    ClassName,
    Name,
    ShortName,
    Category,
    ParentCategory,
}

/// Parameters that are one row's own: rows that differ in these alone have one reason. A code that has such a parameter also
/// has a sentence for all its rows, `.group` in the catalogue, which tells none of them.
const OF_THE_ROW: [&str; 8] = [
    "value", "other", "idnumber", "key", "changes", "message", "found", "count",
];

/// Parameters that are the same for all rows of an installation.
const OF_THE_INSTALLATION: [&str; 2] = ["source", "platform"];

impl Reason {
    /// A field that is not filled in.
    pub fn empty(field: impl Into<String>) -> Self {
        Self::Empty { field: field.into() }
    }

    /// Reads what was kept with [`Self::kept`]; what is no such text was kept before there were codes (decision 21).
    pub fn read(kept: String) -> Self {
        serde_json::from_str(&kept).unwrap_or(Self::Earlier { text: kept })
    }

    /// As it is kept.
    pub fn kept(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Its code: `unknown_keys`.
    pub fn code(&self) -> String {
        self.parts().0
    }

    /// What all rows share that have this reason, whatever is a row's own in it: `value_markup:first_name`. It begins with
    /// the code.
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

    /// The sentence that all rows of its group share.
    pub fn sentence_of_group(&self, language: Language) -> String {
        let (code, parameters) = self.parts();
        catalogue::sentence_of_group(language, &code, &parameters)
    }

    /// The codes whose sentences hold this text, in any case, whatever their parameters are.
    pub fn codes_saying(language: Language, text: &str) -> Vec<String> {
        let text = text.trim().to_lowercase();
        let says = |reason: &Self| reason.sentence(language).to_lowercase().contains(&text);
        <Self as strum::IntoEnumIterator>::iter()
            .filter(says)
            .map(|reason| reason.code())
            .collect()
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

/// The sentence in Indonesian, for logs.
impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.sentence(Language::Indonesian))
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

    /// A word as the catalogue has it.
    fn in_catalogue(word: Word) -> String {
        let kept = serde_json::to_value(word).unwrap();
        format!("word_{}", kept["word"].as_str().unwrap())
    }

    #[test]
    fn every_code_has_one_sentence_in_each_language_and_no_sentence_is_left_over() {
        let words = Word::iter().map(in_catalogue);
        let mut known: Vec<_> = Reason::iter().map(|reason| reason.code()).chain(words).collect();
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
            for (at, (name, value)) in parameters.iter_mut().enumerate() {
                *value = match value {
                    Value::Number(_) => (70_701 + at).into(),
                    _ => format!("<{name}>").into(),
                };
            }
            let (sentence, faults) = catalogue::formatted(language, &code, None, &parameters).unwrap();
            assert_eq!(faults, [], "{language:?} {code}");
            let tells = |sentence: &str, (name, value): (&String, &Value)| {
                // However thousands are parted.
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
    fn rows_with_one_reason_are_one_group_whatever_is_their_own_in_it() {
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
            "Nama depan mengandung tanda HTML (<…>). Hapus tanda itu, lalu ekspor ulang."
        );
        assert_eq!(
            one.sentence_of_group(Language::English),
            "First name has HTML marks (<…>). Remove them, then export again."
        );
    }

    #[test]
    fn a_reason_in_a_reason_is_said_in_its_language() {
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
    fn what_was_kept_before_there_were_codes_is_read_as_it_stands() {
        let text = "Nama depan kosong. Isi dulu, lalu ekspor ulang.";
        let reason = Reason::read(text.to_owned());
        assert_eq!(reason, Reason::Earlier { text: text.to_owned() });
        assert_eq!(reason.sentence(Language::English), text);
        let known = Reason::empty("NIM");
        assert_eq!(Reason::read(known.kept()), known);
    }

    #[test]
    fn codes_are_found_by_the_words_of_their_sentences() {
        assert_eq!(
            Reason::codes_saying(Language::Indonesian, "Tanda HTML"),
            ["value_markup"]
        );
        assert_eq!(Reason::codes_saying(Language::English, "html marks"), ["value_markup"]);
    }

    #[test]
    fn a_reason_is_kept_as_a_code_with_parameters_and_read_strictly() {
        let kept = r#"{"code":"unknown_keys","parameters":{"names":"misssing"}}"#;
        let reason: Reason = serde_json::from_str(kept).unwrap();
        assert_eq!(serde_json::to_string(&reason).unwrap(), kept);
        assert!(serde_json::from_str::<Reason>(r#"{"code":"unheard_of","parameters":{}}"#).is_err());
    }
}
