//! Moodle's data.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::course_dates::CourseDates;
use super::gradebook::Gradebook;
use super::refusal::Refusal;
use super::rights::Rights;
use super::users::Users;

/// Its own address, as in the recordings.
pub(super) const SITE_URL: &str = "http://moodle.localhost";

/// The category of a fresh Moodle.
pub(super) const FIRST_CATEGORY: u32 = 1;
/// The course that stands for the site itself.
pub(super) const SITE_COURSE: u32 = 1;

/// The administrator of a fresh Moodle.
pub(super) const ADMINISTRATOR: u32 = 2;

/// A category of courses.
#[derive(Clone, Debug)]
pub(super) struct Category {
    pub(super) name: String,
    pub(super) idnumber: String,
    pub(super) description: String,
    /// 0 at the top.
    pub(super) parent: u32,
    pub(super) modified: u64,
    /// In creation order; Moodle shows the newest first.
    pub(super) courses: Vec<u32>,
    /// True if only users with `moodle/category:viewhiddencategories` see it.
    pub(super) hidden: bool,
}

/// A course.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) fullname: String,
    pub(super) shortname: String,
    pub(super) idnumber: String,
    pub(super) summary: String,
    pub(super) category: u32,
    pub(super) visible: bool,
    /// True if its groups are separate: without access to all groups, a user sees only the own groups.
    pub(super) separate_groups: bool,
    /// True if the manual enrolment method is switched off in it.
    pub(super) manual_off: bool,
    pub(super) dates: CourseDates,
    pub(super) created: u64,
    pub(super) modified: u64,
    /// The enrolled people.
    pub(super) enrolled: BTreeMap<u32, Enrolment>,
    pub(super) groups: Vec<u32>,
    pub(super) grades: Gradebook,
    /// What was added to the first forum, which each course has.
    pub(super) activities: Vec<Activity>,
}

/// An activity that was added to a course.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    pub(super) id: u64,
    /// The number of its section; 0 for the general one.
    pub(super) section: u32,
    pub(super) of_type: ActivityType,
    pub(super) name: String,
}

/// The type of an activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActivityType {
    /// A forum.
    Forum,
    /// A text on the course's page.
    Label,
}

impl Course {
    /// True if the course is open to an enrolled person: one active enrolment by a method that is on is enough.
    pub(super) fn is_open_to(&self, enrolment: &Enrolment) -> bool {
        let active = |manual: Manual| !self.manual_off && !manual.suspended;
        enrolment.other.is_some() || enrolment.manual.is_some_and(active)
    }
}

/// A person's enrolment in a course.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Enrolment {
    pub(super) roles: Roles,
    pub(super) manual: Option<Manual>,
    /// Another method by which the person is enrolled, and active.
    pub(super) other: Option<Method>,
    /// When the person last opened the course, in seconds since 1970; 0 for never.
    pub(super) last_access: u32,
}

/// A manual enrolment, which is the only one that web services change.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manual {
    /// True if it is suspended; grades and groups stay.
    pub(super) suspended: bool,
    /// When it ends, in seconds since 1970; 0 for never.
    pub(super) ends: u32,
}

/// A method of enrolment besides the manual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// People enrol themselves.
    SelfEnrolment,
    /// The members of a cohort are enrolled.
    Cohort,
}

/// What happens to the message that Moodle sends on enrolment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WelcomeMessage {
    /// None is sent, or all arrive: no visible effect.
    #[default]
    Fine,
    /// The server cannot send mail: the enrolments are committed, then the call is refused.
    CannotBeSent,
}

/// A group within a course.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) course: u32,
    pub(super) name: String,
    pub(super) idnumber: String,
    pub(super) description: String,
    pub(super) members: BTreeSet<u32>,
}

/// A cohort of the whole site.
#[derive(Clone, Debug)]
pub(super) struct Cohort {
    pub(super) name: String,
    pub(super) idnumber: String,
    pub(super) description: String,
    pub(super) visible: bool,
    pub(super) members: BTreeSet<u32>,
}

/// A set of roles: one bit for each id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles(u8);

/// The role of students.
pub(super) const STUDENT: u8 = 5;

/// The roles that can be assigned in a course: id and short name.
pub(super) const ROLES: [(u8, &str); 4] = [(1, "manager"), (3, "editingteacher"), (4, "teacher"), (5, "student")];

impl Roles {
    pub(super) fn with(self, role: u8) -> Self {
        Self(self.0 | 1 << role)
    }

    pub(super) fn without(self, role: u8) -> Self {
        Self(self.0 & !(1 << role))
    }

    pub(super) fn has(self, role: u8) -> bool {
        self.0 & 1 << role != 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = (u8, &'static str)> {
        ROLES.into_iter().filter(move |(role, _)| self.has(*role))
    }
}

/// Objects by id, which is their index in a list. An id is never reused.
pub(super) struct Table<T> {
    rows: Vec<Option<T>>,
}

impl<T> Table<T> {
    fn new() -> Self {
        // There is no id 0.
        Self { rows: vec![None] }
    }

    pub(super) fn add(&mut self, row: T) -> u32 {
        self.rows.push(Some(row));
        // Ids are small: memory would run out long before 32 bits do.
        (self.rows.len() - 1) as u32
    }

    pub(super) fn remove(&mut self, id: u32) -> Option<T> {
        self.rows.get_mut(id as usize)?.take()
    }

    pub(super) fn get(&self, id: u32) -> Option<&T> {
        self.rows.get(id as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut T> {
        self.rows.get_mut(id as usize)?.as_mut()
    }

    /// The id from a request, if its row exists.
    pub(super) fn id(&self, id: i64) -> Option<u32> {
        u32::try_from(id).ok().filter(|id| self.get(*id).is_some())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &T)> {
        self.rows
            .iter()
            .enumerate()
            .filter_map(|(id, row)| Some((id as u32, row.as_ref()?)))
    }
}

/// One Moodle.
pub(super) struct Site {
    pub(super) users: Users,
    pub(super) categories: Table<Category>,
    pub(super) courses: Table<Course>,
    pub(super) groups: Table<Group>,
    pub(super) cohorts: Table<Cohort>,
    /// The profile fields that the site added: short name and name of each.
    pub(super) profile_fields: Vec<(String, String)>,
    pub(super) course_of_shortname: HashMap<String, u32>,
    pub(super) course_of_idnumber: HashMap<String, u32>,
    pub(super) category_of_idnumber: HashMap<String, u32>,
    /// The token's user and its rights.
    pub(super) rights: Rights,
    /// The roles that the token's user may not assign.
    pub(super) unassignable: Roles,
    /// A text in names of courses, categories and groups that a plugin of the campus refuses.
    pub(super) refused_in_names: Option<String>,
    pub(super) welcome: WelcomeMessage,
    /// The number of welcome messages, arrived or not.
    pub(super) welcomed: u64,
    /// Moodle's "Recover grades default": a new enrolment restores earlier grades. Off at first.
    pub(super) recovers_grades: bool,
    /// True for a site on MariaDB, which compares texts without regard to case.
    pub(super) ignores_capitals: bool,
    /// "Allow accounts with same email".
    pub(super) allows_shared_emails: bool,
    /// The number of grade items on the whole site.
    pub(super) grade_items: u32,
    /// The number of activities on the whole site, without first forums.
    pub(super) activities: u64,
    clock: u64,
}

impl Site {
    /// A fresh site: a guest, an administrator, one category, and the site's own course.
    pub(super) fn new() -> Self {
        let mut categories = Table::new();
        categories.add(Category {
            name: "Miscellaneous".to_owned(),
            idnumber: String::new(),
            description: String::new(),
            parent: 0,
            modified: 0,
            courses: Vec::new(),
            hidden: false,
        });
        let mut courses = Table::new();
        courses.add(Course {
            fullname: "Test".to_owned(),
            shortname: "test".to_owned(),
            idnumber: String::new(),
            summary: String::new(),
            category: 0,
            visible: true,
            separate_groups: false,
            manual_off: false,
            dates: CourseDates::default(),
            created: 0,
            modified: 0,
            enrolled: BTreeMap::new(),
            groups: Vec::new(),
            grades: Gradebook::default(),
            activities: Vec::new(),
        });
        Self {
            users: Users::new(),
            categories,
            courses,
            groups: Table::new(),
            cohorts: Table::new(),
            profile_fields: Vec::new(),
            course_of_shortname: HashMap::from([("test".to_owned(), SITE_COURSE)]),
            course_of_idnumber: HashMap::new(),
            category_of_idnumber: HashMap::new(),
            rights: Rights::of_administrator(ADMINISTRATOR),
            unassignable: Roles::default(),
            refused_in_names: None,
            welcome: WelcomeMessage::default(),
            welcomed: 0,
            recovers_grades: false,
            ignores_capitals: false,
            allows_shared_emails: false,
            grade_items: 0,
            activities: 0,
            // A day in November 2026.
            clock: 1_795_237_200,
        }
    }

    /// Refuses a name that a plugin of the campus does not take.
    pub(super) fn check_name(&self, name: &str) -> Result<(), Refusal> {
        match &self.refused_in_names {
            Some(text) if name.contains(text) => Err(Refusal::invalid_parameter()),
            _ => Ok(()),
        }
    }

    /// The time of a change. Each is a second after the last, so that runs are reproducible.
    pub(super) fn now(&mut self) -> u64 {
        self.clock += 1;
        self.clock
    }
}
