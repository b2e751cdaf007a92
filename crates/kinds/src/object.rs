//! The objects of rows on the learning platform.
//!
//! These are plain data: a kind builds them, the engine passes them on, a platform connector sends them.

use crate::{Term, hashing::hash};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, collections::BTreeMap};
use utoipa::ToSchema;

/// The stable name that Selaras gives to each object that it creates on the platform, such as `selaras:kelas:90001`.
///
/// Moodle stores it in `idnumber`. A later export uses it to find what an earlier one created.
pub type IdNumber = String;

/// Begins all stable names.
pub const OURS: &str = "selaras:";

/// Begins the stable names of categories for which there is no row, such as a study program's in one semester.
pub const MADE_CATEGORY: &str = "selaras:kategori:";

/// Begins the stable names of courses for which there is no row, such as a course's in one semester.
pub const MADE_COURSE: &str = "selaras:course:";

/// Begins the stable names of cohorts.
pub const MADE_COHORT: &str = "selaras:kohort:";

/// A cohort: people of the whole site.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cohort {
    /// Its stable name: of the pattern that makes it, and of its name.
    pub idnumber: IdNumber,
    /// Its display name.
    pub name: String,
}

impl Cohort {
    /// Begins the stable names of the cohorts that a pattern makes. Blanks in a pattern make no other cohorts.
    pub fn prefix(pattern: &str) -> String {
        let pattern: String = pattern.split_whitespace().collect();
        format!("{MADE_COHORT}{:016x}:", hash([&*pattern].into_iter()))
    }

    /// The cohort that a pattern makes under a name, in any case. The name is hashed: a stable name has room for a hundred letters.
    pub fn of(pattern: &str, name: String) -> Self {
        let code = hash([&*name.to_lowercase()].into_iter());
        Self {
            idnumber: format!("{}{code:016x}", Self::prefix(pattern)),
            name,
        }
    }
}

/// The platform's own id of an object, stored once it is known.
pub type PlatformId = i64;

/// An object that can be created or changed on the platform. A batch holds objects of one variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Object {
    /// A course category.
    Category(Category),
    /// A course.
    Course(Course),
    /// A group of a course.
    Group(Group),
    /// A person's account.
    Account(Account),
}

/// The type of an object: a variant of [`Object`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A course category.
    Category,
    /// A course.
    Course,
    /// A group of a course.
    Group,
    /// A person's account.
    Account,
}

impl Object {
    /// The type of the object.
    pub const fn sort(&self) -> Sort {
        match self {
            Self::Category(_) => Sort::Category,
            Self::Course(_) => Sort::Course,
            Self::Group(_) => Sort::Group,
            Self::Account(_) => Sort::Account,
        }
    }

    /// A fingerprint of all that is sent: an object with the same one need not be sent again.
    pub fn fingerprint(&self) -> i64 {
        match self {
            Self::Category(object) => hash([&*object.name, &object.parent.to_string()].into_iter()),
            Self::Course(object) => {
                let names = [object.shortname.clone(), object.fullname.clone()];
                let names = names.into_iter().filter(|_| !object.named_once);
                let days = |term: Term| [Some(term.first), term.last].into_iter().flatten();
                let days = object.term.into_iter().flat_map(days).map(|day| day.to_string());
                let sent: Vec<_> = names.chain([object.category.to_string()]).chain(days).collect();
                hash(sent.iter().map(String::as_str))
            }
            Self::Group(object) if object.named_once => hash([&*object.course.to_string()].into_iter()),
            Self::Group(object) => hash([&*object.name, &object.name_if_taken, &object.course.to_string()].into_iter()),
            Self::Account(object) => {
                let username = (!object.keeps_username).then_some(&*object.username);
                let person = [&*object.firstname, &object.lastname, &object.email];
                let person = username.into_iter().chain(person);
                let profile: Vec<_> = object
                    .profile
                    .iter()
                    .map(|(field, value)| (field.name(), value))
                    .collect();
                let profile = profile.iter().flat_map(|(field, value)| [&**field, value.as_str()]);
                hash(person.chain(profile))
            }
        }
    }

    /// True if what was last sent, by its fingerprint, was this object. Names that belong to others by now may have been sent with it.
    pub fn was_sent_as(&self, fingerprint: i64) -> bool {
        let with_names = match self.clone() {
            Self::Course(course) => Self::Course(Course {
                named_once: false,
                ..course
            }),
            Self::Group(group) => Self::Group(Group {
                named_once: false,
                ..group
            }),
            object => object,
        };
        fingerprint == self.fingerprint() || fingerprint == with_names.fingerprint()
    }

    /// The object's parent on the platform.
    pub const fn container(&self) -> Option<PlatformId> {
        match self {
            Self::Category(object) => Some(object.parent),
            Self::Course(object) => Some(object.category),
            Self::Group(object) => Some(object.course),
            Self::Account(_) => None,
        }
    }

    /// The stable name of the object.
    pub fn idnumber(&self) -> &str {
        match self {
            Self::Category(category) => &category.idnumber,
            Self::Course(course) => &course.idnumber,
            Self::Group(group) => &group.idnumber,
            Self::Account(account) => &account.idnumber,
        }
    }
}

/// A course category: a study year, semester, study program or department.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Category {
    /// Stable name.
    pub idnumber: IdNumber,
    /// Display name.
    pub name: String,
    /// The parent category; 0 is the top of the site.
    pub parent: PlatformId,
}

/// A course.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Course {
    /// Stable name.
    pub idnumber: IdNumber,
    /// Short name, unique on the platform.
    pub shortname: String,
    /// Display name.
    pub fullname: String,
    /// The category that holds the course.
    pub category: PlatformId,
    /// True if the names are set when the course is created, and not changed later.
    pub named_once: bool,
    /// True if students do not see the course when it is created.
    pub hidden: bool,
    /// When it begins and ends, if that is sent.
    pub term: Option<Term>,
    /// The short name of the course with the content that it gets when it is created; empty for none.
    pub template: String,
}

/// A group within a course: one class of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Group {
    /// Stable name.
    pub idnumber: IdNumber,
    /// Display name; unique within the course.
    pub name: String,
    /// The name to use if another group of the course already has `name` (a class of an earlier semester).
    pub name_if_taken: String,
    /// The course of the group.
    pub course: PlatformId,
    /// True if the name is set when the group is created, and not changed later.
    pub named_once: bool,
}

/// A person's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Stable name.
    pub idnumber: IdNumber,
    /// Login name; lower case.
    pub username: String,
    /// First name.
    pub firstname: String,
    /// Last name; `-` for a person of one name.
    pub lastname: String,
    /// E-mail address, unique on the platform.
    pub email: String,
    /// The fields of the profile that the campus fills in.
    pub profile: Profile,
    /// True if the username is set when the account is created, and not changed later.
    pub keeps_username: bool,
}

/// Fields of an account's profile, with their values.
pub type Profile = BTreeMap<ProfileField, String>;

/// A field of an account's profile.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ProfileField {
    /// Department.
    Department,
    /// Institution.
    Institution,
    /// City.
    City,
    /// Telephone.
    Phone,
    /// Language of the platform's pages, by its code.
    Language,
    /// A field that the platform's administrator made, by its short name.
    Custom(String),
}

/// Begins the names of fields that the platform's administrator made.
const CUSTOM: &str = "profile_field_";
/// Longest short name of such a field, in characters.
const LONGEST_CUSTOM: usize = 100;

impl ProfileField {
    /// The fields that each platform has.
    pub const COMMON: [Self; 5] = [
        Self::Department,
        Self::Institution,
        Self::City,
        Self::Phone,
        Self::Language,
    ];

    /// The name in the shape, which is also Moodle's.
    pub fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Department => "department",
            Self::Institution => "institution",
            Self::City => "city",
            Self::Phone => "phone1",
            Self::Language => "lang",
            Self::Custom(name) => return Cow::Owned(format!("{CUSTOM}{name}")),
        })
    }

    /// The field with this name.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(field) = Self::COMMON.into_iter().find(|field| field.name() == name) {
            return Some(field);
        }
        let name = name.strip_prefix(CUSTOM)?;
        // Moodle takes these characters alone.
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let is_name = (1..=LONGEST_CUSTOM).contains(&name.len()) && name.chars().all(is_allowed);
        is_name.then(|| Self::Custom(name.to_owned()))
    }
}

impl TryFrom<String> for ProfileField {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::parse(&name).ok_or_else(|| format!("{name} is no field of a profile"))
    }
}

impl From<ProfileField> for String {
    fn from(field: ProfileField) -> Self {
        field.name().into_owned()
    }
}

/// The role of a person in a course.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A student.
    Student,
    /// A teacher who may edit the course.
    EditingTeacher,
    /// The role with this id on the platform.
    Numbered(i64),
}

/// A person's membership in a course, and in one group of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The person's account.
    pub user: PlatformId,
    /// The course.
    pub course: PlatformId,
    /// The group, if the class is a group.
    pub group: Option<PlatformId>,
    /// The person's role.
    pub role: Role,
}

/// How a person leaves a course.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Leaving {
    /// The course is closed to them. Their grades and groups stay, and enrolling again opens it.
    #[default]
    Suspend,
    /// The enrolment is removed, and their grades in the course go with it.
    Unenrol,
}
