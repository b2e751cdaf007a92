//! What the three systems say of a person and of that person's places, side by side.

use crate::Change;
use selaras_kinds::{kelas::Kelas, object::PlatformId};
use selaras_platform::{AccountStanding, EnrolmentState, LastAccess};
use selaras_reasons::Reason;
use selaras_store::rows::{Enrolment, Migration};
use serde::Serialize;
use utoipa::ToSchema;

/// What a system said, or why it said nothing.
pub type Said<T> = Result<T, Reason>;

/// A person on all sides.
#[derive(Debug)]
pub struct PersonSeen {
    /// Who it is.
    pub who: Who,
    /// What the source's lists say.
    pub source: Said<AtSource>,
    /// What the dashboard has; nothing where it has no such person.
    pub here: Option<PersonHere>,
    /// The account on the platform; nothing where there is none.
    pub account: Said<Option<AccountStanding>>,
    /// The places, by class.
    pub places: Vec<PlaceSeen>,
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
    /// Whether one of the lists that were read has them.
    pub listed: bool,
    /// In what it describes them otherwise than the dashboard.
    pub changes: Vec<Change>,
}

/// What the dashboard has of a person.
#[derive(Debug, Clone)]
pub struct PersonHere {
    /// How the account stands, as far as is known here.
    pub migration: Migration,
    /// Why the last export failed.
    pub reason: Option<Reason>,
    /// When the last sync wrote them; RFC 3339.
    pub synced_at: Option<String>,
    /// When they were last sent; RFC 3339.
    pub exported_at: Option<String>,
    /// Whether they were changed here since the source last described them.
    pub edited: bool,
    /// The account's id on the platform, where one was made or found.
    pub account: Option<PlatformId>,
}

/// A person's place on all sides.
#[derive(Debug)]
pub struct PlaceSeen {
    /// The class.
    pub class: ClassNamed,
    /// Whether the source lists the person in it.
    pub source: Listed,
    /// What the dashboard has; nothing where it has no such place.
    pub here: Option<PlaceHere>,
    /// Where the person is on the platform.
    pub there: There,
    /// Why the sides differ; nothing where they do not.
    pub cause: Option<Cause>,
    /// The class as rows of the kind name it.
    pub(crate) key: Vec<String>,
    /// The class's row.
    pub(crate) kelas: Option<Kelas>,
}

/// A class, as a place names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ClassNamed {
    /// Its number in the timetable; nothing where the dashboard does not have the class.
    #[schema(required)]
    pub number: Option<String>,
    /// What people call it.
    pub label: String,
}

/// Whether the source lists somebody in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// A row of the list cannot be read, and it is theirs or may be theirs.
    Unreadable(Reason),
    /// It was not asked, or did not say.
    Unknown(Reason),
}

/// What the dashboard has of a place.
#[derive(Debug, Clone)]
pub struct PlaceHere {
    /// The place's row.
    pub id: i64,
    /// How the enrolment stands, as far as is known here.
    pub enrolment: Enrolment,
    /// Why the last enrolment failed.
    pub reason: Option<Reason>,
    /// Since when the source does not list it any more; RFC 3339.
    pub missing_since: Option<String>,
    /// Whether it was entered by form: the source need not know of it.
    pub entered_here: bool,
}

/// Where somebody is on the platform.
#[derive(Debug, Clone)]
pub enum There {
    /// In the course.
    In(Presence),
    /// Not in the course.
    Out,
    /// The class has no course, or no group, on the platform.
    NoClass(Lacking),
    /// They have no account, so they are in no course.
    NoAccount,
    /// The platform was not asked, or did not say.
    Unknown(Reason),
}

/// Somebody's presence in a course.
#[derive(Debug, Clone)]
pub struct Presence {
    /// Whether the course is open to them.
    pub state: EnrolmentState,
    /// Whether they are in the group of the class; so they are where the class is a course of its own.
    pub in_group: bool,
    /// Whether they have the part there that the place gives.
    pub in_role: bool,
    /// The groups of the course that they are in, by name.
    pub groups: Vec<String>,
    /// When they last opened the course.
    pub last_access: LastAccess,
}

/// What of a class is not on the platform.
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
}

/// Why the sides of a place differ, and what can be done about it here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cause {
    /// Which of the causes it is.
    pub code: CauseCode,
    /// The same in words.
    pub reason: Reason,
    /// What mends it; nothing where somebody must do so in another system.
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
    /// Suspended on the platform by somebody.
    SuspendedThere,
    /// Taken out of the course on the platform by somebody.
    RemovedThere,
    /// In the course, and in another group than that of the class, or in none.
    OtherGroup,
    /// The source lists the person, and the dashboard does not know yet.
    NotSynced,
}

/// What mends a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mend {
    /// The place is taken over from the source, and sent.
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
