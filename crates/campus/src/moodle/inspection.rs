//! Access to Moodle beyond its web services, for tests.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::cost::{CallQueue, CostModel};
use super::faults::Faults;
use super::form::List;
use super::rights::Rights;
use super::site::{
    ADMINISTRATOR, ActivityType, Course, Enrolment, FIRST_CATEGORY, Method, SITE_COURSE, STUDENT, Site, WelcomeMessage,
};
use super::users::User;
use super::{categories, contents, courses, enrolments, grades, groups, service};

/// The token's user, if it is no administrator.
const TOKEN_USER: &str = "selaras";

/// Moodle's settings at the start.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) token: String,
    pub(crate) max_input_vars: usize,
    pub(crate) cost: Option<CostModel>,
}

/// A handle on one Moodle. Clones share it.
#[derive(Clone)]
pub struct Moodle {
    pub(super) inside: Arc<Inside>,
}

pub(super) struct Inside {
    pub(super) settings: Settings,
    pub(super) faults: Faults,
    pub(super) call_queue: Option<CallQueue>,
    site: Mutex<Site>,
    calls: Mutex<HashMap<String, u64>>,
}

/// Object counts, without those of a fresh Moodle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Accounts.
    pub users: usize,
    /// Categories.
    pub categories: usize,
    /// Courses.
    pub courses: usize,
    /// Groups.
    pub groups: usize,
    /// People in courses, once for each course.
    pub enrolments: usize,
    /// People in groups, once for each group.
    pub memberships: usize,
}

/// How many idnumbers are on more than one object of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Among accounts.
    pub users: usize,
    /// Among categories.
    pub categories: usize,
    /// Among courses.
    pub courses: usize,
    /// Among groups.
    pub groups: usize,
}

/// An account, as tests see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Moodle's id.
    pub id: u64,
    /// Sign-in name.
    pub username: String,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// E-mail address.
    pub email: String,
    /// The external number (`idnumber`).
    pub idnumber: String,
    /// True if the account is locked.
    pub suspended: bool,
    /// The fields of the profile that have a value, by name; those of the site as `profile_field_…`.
    pub profile: BTreeMap<String, String>,
}

impl Moodle {
    pub(crate) fn new(settings: Settings) -> Self {
        let call_queue = settings.cost.clone().map(CallQueue::new);
        let inside = Inside {
            settings,
            faults: Faults::default(),
            call_queue,
            site: Mutex::new(Site::new()),
            calls: Mutex::default(),
        };
        Self {
            inside: Arc::new(inside),
        }
    }

    /// The token that it accepts.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.inside.settings.token
    }

    /// Its faults.
    #[must_use]
    pub fn faults(&self) -> &Faults {
        &self.inside.faults
    }

    /// How many calls of a function arrived, answered or not.
    #[must_use]
    pub fn calls(&self, function: &str) -> u64 {
        self.call_counts().get(function).copied().unwrap_or(0)
    }

    /// How many calls arrived in total.
    #[must_use]
    pub fn all_calls(&self) -> u64 {
        self.call_counts().values().sum()
    }

    /// How many calls waited for another change of groups in the same course, and the most concurrent changes of groups;
    /// both zero if calls cost no time.
    #[must_use]
    pub fn group_changes(&self) -> (usize, usize) {
        self.inside.call_queue.as_ref().map_or((0, 0), CallQueue::group_changes)
    }

    pub(super) fn count_call(&self, function: &str) {
        *self.call_counts().entry(function.to_owned()).or_default() += 1;
    }

    fn call_counts(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.inside.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn site(&self) -> MutexGuard<'_, Site> {
        self.inside.site.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls a function directly: without network, token and faults, and uncounted. Fields are named as in a form
    /// (`users[0][username]`).
    pub fn call(&self, function: &str, fields: &[(&str, &str)]) -> Value {
        let form = List::from_fields(fields.iter().copied());
        match service::call(&mut self.site(), &self.inside.faults.service(), function, &form) {
            Ok(body) => serde_json::from_slice(&body).unwrap_or(Value::Null),
            Err(refusal) => serde_json::to_value(&refusal).unwrap_or(Value::Null),
        }
    }

    /// The object counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let site = self.site();
        Counts {
            users: site.users.iter().count() - 2 - usize::from(site.rights.user() != ADMINISTRATOR),
            categories: site.categories.iter().filter(|(id, _)| *id != FIRST_CATEGORY).count(),
            courses: site.courses.iter().filter(|(id, _)| *id != SITE_COURSE).count(),
            groups: site.groups.iter().count(),
            enrolments: site.courses.iter().map(|(_, course)| course.enrolled.len()).sum(),
            memberships: site.groups.iter().map(|(_, group)| group.members.len()).sum(),
        }
    }

    /// How many idnumbers occur more than once.
    #[must_use]
    pub fn duplicates(&self) -> Duplicates {
        fn doubled<'a>(idnumbers: impl Iterator<Item = &'a str>) -> usize {
            let mut seen: HashMap<&str, usize> = HashMap::new();
            for idnumber in idnumbers.filter(|idnumber| !idnumber.is_empty()) {
                *seen.entry(idnumber).or_default() += 1;
            }
            seen.values().filter(|times| **times > 1).count()
        }
        let site = self.site();
        Duplicates {
            users: doubled(site.users.iter().map(|(_, user)| &*user.idnumber)),
            categories: doubled(site.categories.iter().map(|(_, category)| category.idnumber.as_str())),
            courses: doubled(site.courses.iter().map(|(_, course)| course.idnumber.as_str())),
            groups: doubled(site.groups.iter().map(|(_, group)| group.idnumber.as_str())),
        }
    }

    /// The accounts with this idnumber.
    #[must_use]
    pub fn users_by_idnumber(&self, idnumber: &str) -> Vec<Account> {
        let site = self.site();
        let mut found: Vec<Account> = site
            .users
            .by_idnumber(idnumber)
            .filter_map(|id| account(&site, id))
            .collect();
        found.sort_by_key(|account| account.id);
        found
    }

    /// The account of a sign-in name.
    #[must_use]
    pub fn user_by_username(&self, username: &str) -> Option<Account> {
        let site = self.site();
        account(&site, site.users.by_username(username)?)
    }

    /// The account of an id.
    #[must_use]
    pub fn user(&self, id: u64) -> Option<Account> {
        account(&self.site(), u32::try_from(id).ok()?)
    }

    /// The id of the course with this idnumber.
    #[must_use]
    pub fn course_by_idnumber(&self, idnumber: &str) -> Option<u64> {
        self.site().course_of_idnumber.get(idnumber).map(|id| u64::from(*id))
    }

    /// The id of the category with this idnumber.
    #[must_use]
    pub fn category_by_idnumber(&self, idnumber: &str) -> Option<u64> {
        self.site().category_of_idnumber.get(idnumber).map(|id| u64::from(*id))
    }

    /// The parent of a category; 0 for the top.
    #[must_use]
    pub fn parent_of(&self, category: u64) -> Option<u64> {
        let site = self.site();
        site.categories
            .get(u32::try_from(category).ok()?)
            .map(|category| u64::from(category.parent))
    }

    /// The category of a course.
    #[must_use]
    pub fn category_of(&self, course: u64) -> Option<u64> {
        let site = self.site();
        site.courses
            .get(u32::try_from(course).ok()?)
            .map(|course| u64::from(course.category))
    }

    /// The id of the first group with this idnumber.
    #[must_use]
    pub fn group_by_idnumber(&self, idnumber: &str) -> Option<u64> {
        self.site()
            .groups
            .iter()
            .find(|(_, group)| group.idnumber == idnumber)
            .map(|(id, _)| u64::from(id))
    }

    /// The name of a group.
    #[must_use]
    pub fn group_name(&self, group: u64) -> Option<String> {
        self.site()
            .groups
            .get(u32::try_from(group).ok()?)
            .map(|group| group.name.clone())
    }

    /// The course of a group.
    #[must_use]
    pub fn course_of_group(&self, group: u64) -> Option<u64> {
        self.site()
            .groups
            .get(u32::try_from(group).ok()?)
            .map(|group| u64::from(group.course))
    }

    /// The members of a group, by id.
    #[must_use]
    pub fn members(&self, group: u64) -> Vec<u64> {
        let site = self.site();
        let group = u32::try_from(group).ok().and_then(|id| site.groups.get(id));
        group
            .map(|group| group.members.iter().map(|id| u64::from(*id)).collect())
            .unwrap_or_default()
    }

    /// The people in a course, by id, with the ids of their roles.
    #[must_use]
    pub fn enrolled(&self, course: u64) -> Vec<(u64, Vec<u8>)> {
        let site = self.site();
        let Some(course) = u32::try_from(course).ok().and_then(|id| site.courses.get(id)) else {
            return Vec::new();
        };
        let row = |(user, place): (&u32, &Enrolment)| {
            let roles = place.roles.iter().map(|(id, _)| id).collect();
            (u64::from(*user), roles)
        };
        course.enrolled.iter().map(row).collect()
    }

    /// The people in a course who may not enter it, by id.
    #[must_use]
    pub fn suspended(&self, course: u64) -> Vec<u64> {
        let site = self.site();
        let course = u32::try_from(course).ok().and_then(|id| site.courses.get(id));
        let suspended = |course: &Course| {
            let closed = course.enrolled.iter().filter(|(_, place)| !course.is_open_to(place));
            closed.map(|(user, _)| u64::from(*user)).collect()
        };
        course.map(suspended).unwrap_or_default()
    }

    /// Enrols a student by another method than the manual one.
    pub fn enrol_by(&self, course: u64, user: u64, method: Method) {
        self.enrolment(course, user, |place| {
            place.roles = place.roles.with(STUDENT);
            place.other = Some(method);
        });
    }

    /// Ends a person's enrolment by another method than the manual one. The person must have a manual one.
    pub fn end_other_method(&self, course: u64, user: u64) {
        self.enrolment(course, user, |place| place.other = None);
    }

    /// Deletes a person's manual enrolment; one by another method stays.
    pub fn end_manual(&self, course: u64, user: u64) {
        self.enrolment(course, user, |place| place.manual = None);
    }

    /// Gives a person one more role in a course.
    pub fn give_role(&self, course: u64, user: u64, role: u8) {
        self.enrolment(course, user, |place| place.roles = place.roles.with(role));
    }

    /// Takes a role in a course from a person.
    pub fn take_role(&self, course: u64, user: u64, role: u8) {
        self.enrolment(course, user, |place| place.roles = place.roles.without(role));
    }

    /// Sets the end of a person's manual enrolment, in seconds since 1970.
    pub fn end_at(&self, course: u64, user: u64, ends: u32) {
        self.enrolment(course, user, |place| place.manual.get_or_insert_default().ends = ends);
    }

    /// The end of a person's manual enrolment; 0 for none.
    #[must_use]
    pub fn ends(&self, course: u64, user: u64) -> u32 {
        let site = self.site();
        let course = u32::try_from(course).ok().and_then(|id| site.courses.get(id));
        let place = course
            .zip(u32::try_from(user).ok())
            .and_then(|(course, user)| course.enrolled.get(&user));
        place.and_then(|place| place.manual).map_or(0, |manual| manual.ends)
    }

    /// How many welcome messages Moodle has sent or tried to send.
    #[must_use]
    pub fn welcome_messages(&self) -> u64 {
        self.site().welcomed
    }

    /// How many calls were refused because of a deadlock; zero if calls cost no time.
    #[must_use]
    pub fn deadlocks(&self) -> u64 {
        self.inside.call_queue.as_ref().map_or(0, CallQueue::deadlocks)
    }

    /// Changes a person's enrolment in a course by hand; a new one is empty.
    fn enrolment(&self, course: u64, user: u64, change: impl FnOnce(&mut Enrolment)) {
        let (Ok(course_id), Ok(user_id)) = (u32::try_from(course), u32::try_from(user)) else {
            return;
        };
        let mut site = self.site();
        let Some(course) = site.courses.get_mut(course_id) else {
            return;
        };
        let is_new = !course.enrolled.contains_key(&user_id);
        change(course.enrolled.entry(user_id).or_default());
        if let (true, Some(user)) = (is_new, site.users.get_mut(user_id)) {
            user.courses.push(course_id);
        }
    }

    /// Grades a person for an item of a course, as a teacher does.
    pub fn grade(&self, course: u64, user: u64, item: &str, points: f64) {
        if let (Ok(course), Ok(user)) = (u32::try_from(course), u32::try_from(user)) {
            grades::grade(&mut self.site(), course, user, item, points);
        }
    }

    /// Separates a course's groups, as teachers do so that classes do not see each other.
    pub fn separate_groups(&self, course: u64) {
        self.course(course, |course| course.separate_groups = true);
    }

    /// Hides a course's total, as teachers do until results are published.
    pub fn hide_total(&self, course: u64) {
        self.course(course, |course| course.grades.hides_total = true);
    }

    fn course(&self, id: u64, change: impl FnOnce(&mut Course)) {
        let mut site = self.site();
        if let Some(course) = u32::try_from(id).ok().and_then(|id| site.courses.get_mut(id)) {
            change(course);
        }
    }

    /// Grades a person in each of their courses, after opening them at this time (in seconds since 1970). False if there is
    /// no such person.
    pub fn grade_everywhere(&self, username: &str, at: u32) -> bool {
        let Some(user) = self.user_by_username(username) else {
            return false;
        };
        let courses = u32::try_from(user.id)
            .ok()
            .and_then(|id| Some(self.site().users.get(id)?.courses.clone()))
            .unwrap_or_default();
        for course in courses.into_iter().map(u64::from) {
            self.grade(course, user.id, "Tugas 1", 80.0);
            self.open_course(course, user.id, at);
        }
        true
    }

    /// The number of a person's grades in a course, including the course's total.
    #[must_use]
    pub fn grades(&self, course: u64, user: u64) -> usize {
        let site = self.site();
        let course = u32::try_from(course).ok().and_then(|id| site.courses.get(id));
        let user = u32::try_from(user).ok();
        course.zip(user).map_or(0, |(course, user)| course.grades.of(user))
    }

    /// Records that a person opened a course at this time, in seconds since 1970.
    pub fn open_course(&self, course: u64, user: u64, at: u32) {
        let mut site = self.site();
        let course = u32::try_from(course).ok().and_then(|id| site.courses.get_mut(id));
        let user = u32::try_from(user).ok();
        if let Some(place) = course
            .zip(user)
            .and_then(|(course, user)| course.enrolled.get_mut(&user))
        {
            place.last_access = at;
        }
    }

    /// Compares texts without regard to case from now on, as on MariaDB.
    pub fn ignore_capitals(&self) {
        self.site().ignores_capitals = true;
    }

    /// Lets several accounts have one address from now on, as an administrator of Moodle may.
    pub fn allow_shared_emails(&self) {
        self.site().allows_shared_emails = true;
    }

    /// Adds a text field to the profiles of people, as an administrator of Moodle may.
    pub fn add_profile_field(&self, shortname: &str, name: &str) {
        let field = (shortname.to_owned(), name.to_owned());
        self.site().profile_fields.push(field);
    }

    /// Adds an activity to a section of a course, as teachers do; section 0 is the general one.
    pub fn add_activity(&self, course: u64, section: u32, of_type: ActivityType, name: &str) {
        if let Ok(course) = u32::try_from(course) {
            contents::add(&mut self.site(), course, section, of_type, name);
        }
    }

    /// Switches the manual enrolment method of a course on or off. While it is off, it opens the course to no person.
    pub fn manual_enrolment(&self, course: u64, on: bool) {
        self.course(course, |course| course.manual_off = !on);
    }

    /// Lets the token's user assign a role, or not.
    pub fn assignable(&self, role: u8, assignable: bool) {
        let mut site = self.site();
        site.unassignable = match assignable {
            true => site.unassignable.without(role),
            false => site.unassignable.with(role),
        };
    }

    /// Hides a category from users without `moodle/category:viewhiddencategories`.
    pub fn hide_category(&self, id: u64) {
        let mut site = self.site();
        if let Some(category) = u32::try_from(id).ok().and_then(|id| site.categories.get_mut(id)) {
            category.hidden = true;
        }
    }

    /// Refuses new courses, categories and groups with this text in their names, as a plugin of the campus may.
    pub fn refuse_in_names(&self, text: &str) {
        self.site().refused_in_names = Some(text.to_owned());
    }

    /// Switches "Recover grades default" on or off.
    pub fn recover_grades(&self, on: bool) {
        self.site().recovers_grades = on;
    }

    /// Sets what happens to welcome messages.
    pub fn welcome_message(&self, becomes: WelcomeMessage) {
        self.site().welcome = becomes;
    }

    /// Gives the token to a user who is no site administrator and has only these capabilities.
    ///
    /// Checked are the capabilities of the functions that write, `moodle/user:viewdetails`, `moodle/user:viewalldetails`,
    /// `moodle/site:viewuseridentity`, `moodle/course:useremail`, `moodle/course:viewparticipants`,
    /// `moodle/course:enrolreview`, `moodle/site:accessallgroups`, `moodle/grade:viewall` and `gradereport/user:view`.
    pub fn token_of_user_with(&self, capabilities: &[&str]) {
        let mut site = self.site();
        let user = match site.users.by_username(TOKEN_USER) {
            Some(user) => user,
            None => site.users.add(User {
                username: TOKEN_USER.into(),
                firstname: "Selaras".into(),
                lastname: "-".into(),
                email: "selaras@localhost".into(),
                idnumber: "".into(),
                auth: "webservice".into(),
                suspended: false,
                courses: Vec::new(),
                profile: None,
            }),
        };
        site.rights = Rights::of_user(user, capabilities);
    }

    /// Deletes an account by hand, as an administrator of Moodle may. False if there was none.
    pub fn delete_user(&self, id: u64) -> bool {
        let mut site = self.site();
        let Ok(id) = u32::try_from(id) else { return false };
        let courses = site.users.get(id).map(|user| user.courses.clone()).unwrap_or_default();
        for course in courses {
            enrolments::leave(&mut site, course, id);
        }
        let now = site.now();
        site.users.delete(id, now)
    }

    /// Deletes a course by hand, with its groups and enrolments. False if there was none.
    pub fn delete_course(&self, id: u64) -> bool {
        u32::try_from(id).is_ok_and(|id| courses::remove(&mut self.site(), id))
    }

    /// Deletes a category by hand, with all that is inside, or after its courses were moved into another category. False if
    /// there was none.
    pub fn delete_category(&self, id: u64, courses_to: Option<u64>) -> bool {
        let mut site = self.site();
        let Some(id) = u32::try_from(id).ok().filter(|id| site.categories.get(*id).is_some()) else {
            return false;
        };
        let to = courses_to.and_then(|id| u32::try_from(id).ok());
        for id in categories::descendants(&site, id).into_iter().chain([id]) {
            let Some(category) = site.categories.get(id).cloned() else {
                continue;
            };
            for course in category.courses {
                match to {
                    Some(to) => courses::move_to(&mut site, course, to),
                    None => {
                        courses::remove(&mut site, course);
                    }
                }
            }
            site.categories.remove(id);
            site.category_of_idnumber.remove(&category.idnumber);
        }
        true
    }

    /// Deletes a group by hand. False if there was none.
    pub fn delete_group(&self, id: u64) -> bool {
        u32::try_from(id).is_ok_and(|id| groups::remove(&mut self.site(), id))
    }
}

fn account(site: &Site, id: u32) -> Option<Account> {
    let user = site.users.get(id)?;
    let profile = user.profile.as_deref().cloned().unwrap_or_default();
    let common = [
        ("department", profile.department),
        ("institution", profile.institution),
        ("city", profile.city),
        ("country", profile.country),
        ("phone1", profile.phone1),
        ("lang", profile.lang),
    ];
    let common = common.into_iter().map(|(name, value)| (name.to_owned(), value));
    let custom = profile.custom.into_iter();
    let custom = custom.map(|(name, value)| (format!("profile_field_{name}"), value));
    Some(Account {
        id: u64::from(id),
        username: user.username.to_string(),
        firstname: user.firstname.to_string(),
        lastname: user.lastname.to_string(),
        email: user.email.to_string(),
        idnumber: user.idnumber.to_string(),
        suspended: user.suspended,
        profile: common.chain(custom).filter(|(_, value)| !value.is_empty()).collect(),
    })
}
