//! Who is in a course on the platform, and what a person loses or keeps when they leave it.

use selaras_kinds::object::{PlatformId, Role};

/// A person's enrolment in a course, as the platform has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourseMember {
    /// The person's account.
    pub user: PlatformId,
    /// The account's login name.
    pub username: String,
    /// The person's display name.
    pub name: String,
    /// The person's roles. One that the settings name stands here by its name and by its number.
    pub roles: Vec<Role>,
    /// The groups of the course that the person is in.
    pub groups: Vec<PlatformId>,
    /// Whether the course is open to the person.
    pub state: MemberState,
    /// When the person last opened the course.
    pub last_access: LastAccess,
}

/// Whether a course is open to a person who is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemberState {
    /// The course is open.
    Active,
    /// The course is closed for now.
    Suspended,
    /// The token may not see the state.
    Unknown,
}

/// When a person last opened a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastAccess {
    /// The platform does not show it.
    Unknown,
    /// Never.
    Never,
    /// In seconds since 1970.
    At(i64),
}

/// A person in a course, as a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonInCourse {
    /// The person's account.
    pub user: PlatformId,
    /// The course.
    pub course: PlatformId,
}

/// Whether a person has grades in a course. A removal deletes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grades {
    /// The person has grades; with the course's total as the platform shows it, if it does.
    Some(Option<String>),
    /// The person has none.
    None,
    /// The token may not see them.
    MayNotSee,
    /// The platform has no answer for this person: the account is locked or gone.
    Unknown,
}

impl Grades {
    /// True if a removal may lose grades: for everything except a known absence of grades.
    pub fn may_be_lost(&self) -> bool {
        *self != Self::None
    }
}

/// The result of suspending or removing one enrolment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Departure {
    /// The course is closed to the person now, or the person is out of it.
    Closed,
    /// The person was certainly not in the course, not only hidden: nothing was done, and there is nothing to undo.
    WasNotThere,
    /// The course is still open to the person.
    StillOpen(OpenBy),
}

/// What keeps a course open to a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenBy {
    /// An enrolment that is not ours, such as self-enrolment or a cohort.
    OtherMethod,
    /// Another role in the course, with its short name. Nothing was done.
    OtherRole(String),
}

/// A person's change from one group to another of the same course. The enrolment is not touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GroupChange {
    /// The person's account.
    pub user: PlatformId,
    /// The course of both groups.
    pub course: PlatformId,
    /// The group to leave.
    pub from: Option<PlatformId>,
    /// The group to join. It is joined before the other is left, so that the person is never without a group.
    pub to: Option<PlatformId>,
}

/// An account to look up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountAsked {
    /// Its id on the platform, if known.
    pub id: Option<PlatformId>,
    /// The login name to look up if the id is unknown.
    pub username: String,
}

/// The state of an account on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountStanding {
    /// Its id.
    pub id: PlatformId,
    /// Its login name.
    pub username: String,
    /// The person's display name.
    pub name: String,
    /// Its e-mail address, if the platform shows it.
    pub email: Option<String>,
    /// Whether the account is suspended, if the platform shows it.
    pub suspended: Option<bool>,
    /// When the person last used the platform.
    pub last_access: LastAccess,
}
