//! Who is in a course on the platform, and what somebody who leaves it leaves behind.

use selaras_kinds::object::{PlatformId, Role};

/// A person's place in a course, as the platform has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// The person's account.
    pub user: PlatformId,
    /// The account's login name.
    pub username: String,
    /// What people call the person.
    pub name: String,
    /// The person's parts, as far as they are ours to give.
    pub roles: Vec<Role>,
    /// The groups of the course that the person is in.
    pub groups: Vec<PlatformId>,
    /// Whether the course is open to them.
    pub state: EnrolmentState,
    /// When they last opened it.
    pub last_access: LastAccess,
}

/// Whether a course is open to somebody who is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EnrolmentState {
    /// It is.
    Active,
    /// It is closed to them for now.
    Suspended,
    /// The token may not see that.
    Unknown,
}

/// When somebody last opened a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LastAccess {
    /// The platform does not tell.
    Unknown,
    /// They never did.
    Never,
    /// In seconds since 1970.
    At(i64),
}

/// A person in a course, to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PersonInCourse {
    /// The person's account.
    pub user: PlatformId,
    /// The course.
    pub course: PlatformId,
}

/// Whether somebody has grades in a course, which are lost with a real removal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grades {
    /// There are; with the course's total as the platform shows it, where it tells one.
    Some(Option<String>),
    /// There are none.
    None,
    /// The token may not see them.
    MayNotSee,
    /// The platform has no answer for this person: the account is locked or gone.
    Unknown,
}

impl Grades {
    /// Whether a removal may lose something: all but those who are known to have none.
    pub fn may_be_lost(&self) -> bool {
        *self != Self::None
    }
}

/// What became of somebody whose place was to be suspended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Suspension {
    /// The course is closed to them now. Grades and groups are as they were.
    Suspended,
    /// They were not in the course, which is known and not only not seen: nothing was done, and there is nothing to take back.
    WasNotThere,
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
    /// The group to join. It is joined before the other is left, so that nobody is without one in between.
    pub to: Option<PlatformId>,
}

/// An account, to ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountAsked {
    /// Its id on the platform, where that is known.
    pub id: Option<PlatformId>,
    /// The login name that it is looked for by where the id is not known.
    pub username: String,
}

/// How an account stands on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountStanding {
    /// Its id.
    pub id: PlatformId,
    /// Its login name.
    pub username: String,
    /// What people call the person.
    pub name: String,
    /// Its e-mail address, where the platform tells it.
    pub email: Option<String>,
    /// Whether the person may not sign in, where the platform tells it.
    pub suspended: Option<bool>,
    /// When they were last on the platform at all.
    pub last_access: LastAccess,
}
