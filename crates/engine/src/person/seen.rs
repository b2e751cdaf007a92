//! A person and their enrolments as the three systems have them, side by side.

use crate::Change;
use selaras_kinds::{kelas::Kelas, object::PlatformId};
use selaras_platform::{AccountStanding, LastAccess, MemberState};
use selaras_reasons::Reason;
use selaras_store::rows::{EnrolmentState, Migration};
use serde::Serialize;
use utoipa::ToSchema;

/// A system's answer, or why it has none.
pub type Said<T> = Result<T, Reason>;

/// A person on all sides.
#[derive(Debug)]
pub struct PersonSeen {
    /// Who it is.
    pub who: Who,
    /// What the source's lists say.
    pub source: Said<AtSource>,
    /// The dashboard's state; `None` if it has no such person.
    pub here: Option<PersonHere>,
    /// The account on the platform; `None` if there is none.
    pub account: Said<Option<AccountStanding>>,
    /// The enrolments, by class.
    pub enrolments: Vec<EnrolmentSeen>,
}

/// Who a person is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Who {
    /// The kind of people.
    pub kind: &'static str,
    /// The person's number: NPK or nik.
    pub number: String,
    /// What people call them.
    pub label: String,
    /// Their e-mail address.
    pub email: String,
}

/// What the source says of a person.
#[derive(Debug, Clone, Default)]
pub struct AtSource {
    /// True if one of the lists that were read has them.
    pub listed: bool,
    /// Fields that the source describes differently from the dashboard.
    pub changes: Vec<Change>,
}

/// The dashboard's state of a person.
#[derive(Debug, Clone)]
pub struct PersonHere {
    /// The account's state, as far as the dashboard knows.
    pub migration: Migration,
    /// Why the last export failed.
    pub reason: Option<Reason>,
    /// When the last sync wrote them; RFC 3339.
    pub synced_at: Option<String>,
    /// When they were last sent; RFC 3339.
    pub exported_at: Option<String>,
    /// True if they were edited here since the source last described them.
    pub edited: bool,
    /// The account's id on the platform, if one was created or found.
    pub account: Option<PlatformId>,
}

/// An enrolment on all sides.
#[derive(Debug)]
pub struct EnrolmentSeen {
    /// The class.
    pub class: ClassNamed,
    /// Whether the source lists the person in it.
    pub source: Listed,
    /// The dashboard's state; `None` if it has no such enrolment.
    pub here: Option<EnrolmentHere>,
    /// Where the person is on the platform.
    pub there: There,
    /// Why the sides differ; `None` if they do not.
    pub cause: Option<Cause>,
    /// What the rows of the kind say of the class: the name, and then the id.
    pub(crate) key: Vec<String>,
    /// The class's row.
    pub(crate) kelas: Option<Kelas>,
}

/// A class, as an enrolment names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassNamed {
    /// Its number in the timetable; nothing where the dashboard does not have the class.
    #[schema(required)]
    pub number: Option<String>,
    /// What people call it.
    pub label: String,
}

/// Whether the source lists a person in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// A row that cannot be read is theirs, or may be theirs.
    Unreadable(Reason),
    /// The source was not asked, or did not answer.
    Unknown(Reason),
}

/// The dashboard's state of an enrolment.
#[derive(Debug, Clone)]
pub struct EnrolmentHere {
    /// The enrolment's row.
    pub id: i64,
    /// The enrolment's state, as far as the dashboard knows.
    pub enrolment: EnrolmentState,
    /// Why the last enrolment failed.
    pub reason: Option<Reason>,
    /// Since when the source no longer lists it; RFC 3339.
    pub missing_since: Option<String>,
    /// True if it was entered by form: the source need not have it.
    pub entered_here: bool,
}

/// Where a person is on the platform.
#[derive(Debug, Clone)]
pub enum There {
    /// In the course.
    In(Presence),
    /// Not in the course.
    Out,
    /// The class has no course, or no group, on the platform.
    NoClass(Lacking),
    /// The person has no account, so they are in no course.
    NoAccount,
    /// The platform was not asked, or did not answer.
    Unknown(Reason),
}

/// A person's membership of a course.
#[derive(Debug, Clone)]
pub struct Presence {
    /// Whether the enrolment is active.
    pub state: MemberState,
    /// True if they are in the group of the class, or the class is a course of its own.
    pub in_group: bool,
    /// True if they have the role of the enrolment.
    pub in_role: bool,
    /// The groups of the course that they are in, by name.
    pub groups: Vec<String>,
    /// When they last opened the course.
    pub last_access: LastAccess,
}

/// The part of a class that is missing on the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lacking {
    /// The dashboard itself does not have the class.
    Class,
    /// The course was never sent.
    Course,
    /// The course was sent, and is gone.
    CourseGone,
    /// The group was never sent.
    Group,
    /// The group was sent, and is gone.
    GroupGone,
}

/// Why the sides of an enrolment differ, and how to fix it from here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// The cause's code.
    pub code: CauseCode,
    /// The same as a sentence.
    pub reason: Reason,
    /// The remedy; `None` if it lies in another system.
    pub mend: Option<Mend>,
}

/// The causes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CauseCode {
    /// The source does not list the person in the class.
    NotAtSource,
    /// The person's row in the source's list cannot be read.
    RowUnreadable,
    /// Several classes have the name that the enrolment gives, and it gives no id.
    ClassAmbiguous,
    /// The person has no account on the platform.
    AccountMissing,
    /// The platform did not take the person's account.
    AccountRefused,
    /// The course of the class is not on the platform.
    CourseMissing,
    /// The group of the class is not on the platform.
    GroupMissing,
    /// The person was never enrolled.
    NotEnrolled,
    /// The platform did not take the enrolment.
    EnrolmentFailed,
    /// Suspended by the dashboard.
    SuspendedHere,
    /// Suspended on the platform by another user.
    SuspendedThere,
    /// Taken out of the course on the platform by another user.
    RemovedThere,
    /// In the course, and in another group than that of the class, or in none.
    OtherGroup,
    /// The source lists the person, and the dashboard does not know yet.
    NotSynced,
}

/// What mends an enrolment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mend {
    /// The enrolment is taken over from the source, and sent.
    Sync,
    /// The account is sent, and the person enrolled.
    ExportAccount,
    /// Course and group are sent, and the person enrolled.
    ExportClass,
    /// The person is enrolled.
    Enroll,
    /// The enrolment is suspended.
    Suspend,
}
