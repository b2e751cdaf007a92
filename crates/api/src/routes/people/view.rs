//! The replies about a person or a class: each reason with its code and its sentence.

use crate::attendance::{Attendance, AttendanceRow};
use jiff::tz::TimeZone;
use selaras_engine::{
    Change, kinds,
    person::{
        ClassSeen, MemberSeen,
        seen::{Cause, CauseCode, ClassNamed, EnrolmentHere, EnrolmentSeen, Listed, Mend, PersonSeen, There, Who},
    },
};
use selaras_kinds::{Key, kelas::Kelas};
use selaras_platform::{AccountStanding, LastAccess, MemberState};
use selaras_reasons::{Language, Reason};
use selaras_store::{
    attendance::Recap,
    history::{Event, Happened},
    jobs::Outcome,
    log::FieldChange,
    report::ClassOfLine,
    rows::{EnrolmentState, Migration, Stored},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A reason: its code, and its sentence in the client's language.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Why {
    code: String,
    text: String,
}

impl Why {
    pub(crate) fn of(reason: &Reason, language: Language) -> Self {
        Self {
            code: reason.code(),
            text: reason.sentence(language),
        }
    }
}

/// A person in all systems.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonReply {
    person: Who,
    source: AtSource,
    /// `None` if the dashboard has no such person.
    #[schema(required)]
    dashboard: Option<PersonHere>,
    platform: OnPlatform,
    enrolments: Vec<PersonEnrolment>,
    attendance: AttendanceRecap,
    history: Vec<HistoryEntry>,
}

/// The meetings that a person attended.
#[derive(Serialize, ToSchema)]
struct AttendanceRecap {
    meetings: usize,
    /// Total attendance in whole minutes, as far as it is known. Time on two devices at once counts once.
    minutes: i64,
    /// The latest participations.
    latest: Vec<AttendanceRow>,
}

/// A person at the source.
#[derive(Serialize, ToSchema)]
struct AtSource {
    /// True if a list that was read contains the person; `None` if none could be read.
    #[schema(required)]
    listed: Option<bool>,
    /// Fields that differ from the dashboard.
    changes: Vec<Change>,
    /// Why the system gave no answer.
    #[schema(required)]
    error: Option<Why>,
}

/// A person in the dashboard.
#[derive(Serialize, ToSchema)]
struct PersonHere {
    migration: Migration,
    /// Why the last export failed.
    #[schema(required)]
    reason: Option<Why>,
    /// RFC 3339.
    #[schema(required)]
    synced_at: Option<String>,
    /// RFC 3339.
    #[schema(required)]
    exported_at: Option<String>,
    /// True if the row was edited here after the last sync.
    edited: bool,
}

/// A person on the platform.
#[derive(Serialize, ToSchema)]
struct OnPlatform {
    /// The account; `None` if there is none.
    #[schema(required)]
    account: Option<PlatformAccount>,
    /// Why the system gave no answer.
    #[schema(required)]
    error: Option<Why>,
}

#[derive(Serialize, ToSchema)]
struct PlatformAccount {
    id: i64,
    username: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    /// True if the account is suspended; `None` if the platform does not report it.
    #[schema(required)]
    suspended: Option<bool>,
    /// The last access to the platform; RFC 3339.
    #[schema(required)]
    last_access: Option<String>,
}

/// An enrolment in all systems.
#[derive(Serialize, ToSchema)]
struct PersonEnrolment {
    class: ClassNamed,
    source: EnrolmentAtSource,
    #[schema(required)]
    dashboard: Option<EnrolmentInDashboard>,
    platform: EnrolmentOnPlatform,
    /// Why the systems differ; `None` if they agree.
    #[schema(required)]
    cause: Option<CauseTold>,
}

/// Whether the source lists the person in the class.
#[derive(Serialize, ToSchema)]
struct EnrolmentAtSource {
    /// `None` if the list could not be read.
    #[schema(required)]
    listed: Option<bool>,
    #[schema(required)]
    error: Option<Why>,
}

#[derive(Serialize, ToSchema)]
struct EnrolmentInDashboard {
    id: i64,
    enroll: EnrolmentState,
    #[schema(required)]
    reason: Option<Why>,
    /// Since when the source no longer lists the enrolment; RFC 3339.
    #[schema(required)]
    missing_since: Option<String>,
    /// True if the enrolment was entered by form.
    entered_here: bool,
}

/// An enrolment on the platform.
#[derive(Serialize, ToSchema)]
struct EnrolmentOnPlatform {
    state: StateOnPlatform,
    /// True if the person is in the class's group; `None` outside the course.
    #[schema(required)]
    in_group: Option<bool>,
    /// The person's groups in the course.
    groups: Vec<String>,
    /// The last access to the course; RFC 3339.
    #[schema(required)]
    last_access: Option<String>,
    #[schema(required)]
    error: Option<Why>,
}

/// State of a person in a course.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StateOnPlatform {
    /// In the course.
    Active,
    /// In the course, but suspended.
    Suspended,
    /// Not in the course.
    Absent,
    /// The class has no course or group there.
    NoClass,
    /// The platform gave no answer.
    Unknown,
}

/// Why the systems differ about an enrolment.
#[derive(Serialize, ToSchema)]
struct CauseTold {
    code: CauseCode,
    text: String,
    /// The action that fixes it; `None` if it must be fixed in another system.
    #[schema(required)]
    mend: Option<Mend>,
}

/// An event in the history.
#[derive(Serialize, ToSchema)]
struct HistoryEntry {
    /// RFC 3339.
    #[schema(required)]
    at: Option<String>,
    actor: String,
    /// The verb of the job or of the log entry.
    verb: String,
    /// The kind of data.
    kind: String,
    /// Display name of the kind.
    kind_label: String,
    /// The key of the row.
    #[serde(flatten)]
    key: Key,
    /// The class, if the row is an enrolment.
    #[schema(required)]
    class: Option<ClassOfLine>,
    /// The outcome of the row in a job.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// Why.
    #[schema(required)]
    text: Option<String>,
    /// What was changed.
    changes: Vec<FieldChange>,
    #[schema(required)]
    job: Option<i64>,
}

/// A class in all systems.
#[derive(Serialize, ToSchema)]
pub(crate) struct ClassReply {
    #[schema(value_type = ClassRow)]
    class: Stored<Kelas, String>,
    source: Answered,
    platform: ClassOnPlatform,
    members: Vec<ClassMember>,
    history: Vec<HistoryEntry>,
}

/// The fields of the class's row that its page shows.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what `Stored<Kelas>` sends")]
struct ClassRow {
    id: i64,
    jadwal_kuliah_detail_id: String,
    kelas_id: String,
    nama_kelas: String,
    nama_mata_kuliah: String,
    semester: String,
    program_id: String,
    hari: String,
    jam_mulai: String,
    jam_selesai: String,
    /// The class that it is taught in; empty if it is taught by itself.
    kelas_induk: String,
    migration: Migration,
    #[schema(required)]
    migration_reason: Option<String>,
}

/// Whether a system answered.
#[derive(Serialize, ToSchema)]
struct Answered {
    #[schema(required)]
    error: Option<Why>,
}

#[derive(Serialize, ToSchema)]
struct ClassOnPlatform {
    /// True if the class has a link to a course or group.
    exists: bool,
    #[schema(required)]
    error: Option<Why>,
}

/// A person in a class.
#[derive(Serialize, ToSchema)]
struct ClassMember {
    person: Who,
    source: EnrolmentAtSource,
    #[schema(required)]
    dashboard: Option<EnrolmentInDashboard>,
    platform: EnrolmentOnPlatform,
    #[schema(required)]
    cause: Option<CauseTold>,
}

impl PersonReply {
    pub(crate) fn of(
        seen: &PersonSeen,
        history: &[Happened],
        (recap, zone): (&Recap, &TimeZone),
        language: Language,
    ) -> Self {
        let told = |reason: &Reason| Why::of(reason, language);
        let source = seen.source.as_ref();
        Self {
            person: seen.who.clone(),
            source: AtSource {
                listed: source.ok().map(|source| source.listed),
                changes: source.map_or_else(|_| Vec::new(), |source| source.changes.clone()),
                error: source.err().map(told),
            },
            dashboard: seen.here.as_ref().map(|here| PersonHere {
                migration: here.migration,
                reason: here.reason.as_ref().map(told),
                synced_at: here.synced_at.clone(),
                exported_at: here.exported_at.clone(),
                edited: here.edited,
            }),
            platform: OnPlatform {
                account: seen.account.as_ref().ok().and_then(Option::as_ref).map(account),
                error: seen.account.as_ref().err().map(told),
            },
            enrolments: seen
                .enrolments
                .iter()
                .map(|enrolment| PersonEnrolment::of(enrolment, language))
                .collect(),
            attendance: AttendanceRecap {
                meetings: recap.meetings,
                minutes: recap.milliseconds / 60_000,
                latest: (1..)
                    .zip(&recap.latest)
                    .map(|(id, participation)| Attendance::new(participation.clone(), zone).row(id, language))
                    .collect(),
            },
            history: history.iter().map(|event| HistoryEntry::of(event, language)).collect(),
        }
    }
}

impl ClassReply {
    pub(crate) fn of(seen: &ClassSeen, history: &[Happened], language: Language) -> Self {
        let told = |reason: &Reason| Why::of(reason, language);
        Self {
            class: seen.class.clone().in_words(language),
            source: Answered {
                error: seen.source.as_ref().err().map(told),
            },
            platform: ClassOnPlatform {
                exists: seen.link.is_some(),
                error: seen.platform.as_ref().err().map(told),
            },
            members: seen
                .members
                .iter()
                .map(|member| ClassMember::of(member, language))
                .collect(),
            history: history.iter().map(|event| HistoryEntry::of(event, language)).collect(),
        }
    }
}

impl PersonEnrolment {
    fn of(seen: &EnrolmentSeen, language: Language) -> Self {
        Self {
            class: seen.class.clone(),
            source: EnrolmentAtSource::of(&seen.source, language),
            dashboard: seen.here.as_ref().map(|here| EnrolmentInDashboard::of(here, language)),
            platform: EnrolmentOnPlatform::of(&seen.there, language),
            cause: seen.cause.as_ref().map(|cause| CauseTold::of(cause, language)),
        }
    }
}

impl ClassMember {
    fn of(seen: &MemberSeen, language: Language) -> Self {
        Self {
            person: seen.who.clone(),
            source: EnrolmentAtSource::of(&seen.source, language),
            dashboard: seen.here.as_ref().map(|here| EnrolmentInDashboard::of(here, language)),
            platform: EnrolmentOnPlatform::of(&seen.there, language),
            cause: seen.cause.as_ref().map(|cause| CauseTold::of(cause, language)),
        }
    }
}

impl EnrolmentAtSource {
    fn of(listed: &Listed, language: Language) -> Self {
        let (listed, error) = match listed {
            Listed::Yes => (Some(true), None),
            Listed::No => (Some(false), None),
            Listed::Unreadable(why) | Listed::Unknown(why) => (None, Some(Why::of(why, language))),
        };
        Self { listed, error }
    }
}

impl EnrolmentInDashboard {
    fn of(here: &EnrolmentHere, language: Language) -> Self {
        Self {
            id: here.id,
            enroll: here.enrolment,
            reason: here.reason.as_ref().map(|reason| Why::of(reason, language)),
            missing_since: here.missing_since.clone(),
            entered_here: here.entered_here,
        }
    }
}

impl EnrolmentOnPlatform {
    fn of(there: &There, language: Language) -> Self {
        let nowhere = |state| Self {
            state,
            in_group: None,
            groups: Vec::new(),
            last_access: None,
            error: None,
        };
        match there {
            There::Out | There::NoAccount => nowhere(StateOnPlatform::Absent),
            There::NoClass(_) => nowhere(StateOnPlatform::NoClass),
            There::Unknown(why) => Self {
                error: Some(Why::of(why, language)),
                ..nowhere(StateOnPlatform::Unknown)
            },
            There::In(presence) => Self {
                state: match presence.state {
                    MemberState::Suspended => StateOnPlatform::Suspended,
                    MemberState::Active | MemberState::Unknown => StateOnPlatform::Active,
                },
                in_group: Some(presence.in_group),
                groups: presence.groups.clone(),
                last_access: moment(presence.last_access),
                error: None,
            },
        }
    }
}

impl CauseTold {
    fn of(cause: &Cause, language: Language) -> Self {
        Self {
            code: cause.code,
            text: cause.reason.sentence(language),
            mend: cause.mend,
        }
    }
}

impl HistoryEntry {
    fn of(happened: &Happened, language: Language) -> Self {
        let (at, actor) = (happened.at(), happened.actor.clone());
        match &happened.what {
            Event::Entry(entry) => Self {
                at,
                actor,
                verb: entry.verb.clone().unwrap_or_default(),
                kind_label: label(entry.kind.as_deref().unwrap_or_default()),
                kind: entry.kind.clone().unwrap_or_default(),
                key: entry.number.clone().unwrap_or_default().into(),
                class: None,
                outcome: None,
                text: Some(entry.action.sentence(language)),
                changes: entry.changes.clone(),
                job: entry.job_id,
            },
            Event::Row {
                job,
                verb,
                row,
                key,
                class,
                outcome,
                reason,
            } => {
                let changes = reason.as_ref().map(changes_of).unwrap_or_default();
                Self {
                    at,
                    actor,
                    verb: verb.clone(),
                    kind_label: label(&row.kind),
                    kind: row.kind.to_string(),
                    key: key.clone(),
                    class: class.clone(),
                    outcome: Some(*outcome),
                    text: reason
                        .as_ref()
                        .filter(|_| changes.is_empty())
                        .map(|reason| reason.sentence(language)),
                    changes,
                    job: Some(*job),
                }
            }
        }
    }
}

/// The field changes that a sync records as a reason.
fn changes_of(reason: &Reason) -> Vec<FieldChange> {
    let Reason::Changed { changes } = reason else {
        return Vec::new();
    };
    let change = |change: &Reason| match change {
        Reason::Change { field, from, to } => Some(FieldChange {
            field: field.clone(),
            old: from.clone(),
            new: to.clone(),
        }),
        _ => None,
    };
    changes.iter().filter_map(change).collect()
}

fn label(kind: &str) -> String {
    let known = kinds().iter().find(|known| known.work.name == kind);
    known.map_or(kind, |known| known.work.label).to_owned()
}

fn account(standing: &AccountStanding) -> PlatformAccount {
    PlatformAccount {
        id: standing.id,
        username: standing.username.clone(),
        name: standing.name.clone(),
        email: standing.email.clone(),
        suspended: standing.suspended,
        last_access: moment(standing.last_access),
    }
}

fn moment(at: LastAccess) -> Option<String> {
    match at {
        LastAccess::At(seconds) => Some(jiff::Timestamp::from_second(seconds).ok()?.to_string()),
        LastAccess::Never | LastAccess::Unknown => None,
    }
}
