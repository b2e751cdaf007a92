//! The shape of what the platform gets: read, checked, set, and shown before it is set.

use crate::{
    EngineError, Result, Run, Task,
    cohorts::each_student,
    jobs::Engine,
    places::{Surroundings, around_hosts, surroundings_under, taught_in},
    registry,
    run::{stored_shape, uses_of},
};
use selaras_kinds::{
    Kind, Person, Term,
    kelas::Kelas,
    mahasiswa::Mahasiswa,
    mahasiswa_mbkm::MahasiswaMbkm,
    mata_kuliah::MataKuliah,
    object::{Account, Cohort, Object, ProfileField},
    pengajar::Pengajar,
    value,
};
use selaras_platform::Uses;
use selaras_reasons::{Language, Reason};
use selaras_shape::{CoursePer, Level, Made, Names, Shape, SharedEmails, Values, is_combined};
use selaras_store::{
    export::ToSend,
    log::By,
    shapes::{PeopleInClasses, WaitingForShape, WaitingPeople},
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use utoipa::ToSchema;

/// Objects read at once.
const READ: u64 = 800;
/// Categories, clashes and empty names that a preview shows of each.
const SHOWN: usize = 200;

/// The shape in force.
#[derive(Debug, Clone, Default)]
pub struct CampusShape {
    /// The shape.
    pub shape: Shape,
    /// Who set it; empty if it was never set.
    pub actor: String,
    /// When it was set; RFC 3339.
    pub changed_at: Option<String>,
}

/// What a shape would make of the rows of the dashboard.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct ShapePreview {
    /// The categories with courses, by their names; the first ones if there are many.
    pub categories: Vec<CategoryPreview>,
    /// How many more categories there are.
    pub more_categories: usize,
    /// Courses in all.
    pub courses: u64,
    /// Groups in all.
    pub groups: u64,
    /// People in classes in all; a person in two classes counts twice.
    pub people: i64,
    /// Short names that several courses would have; the first ones if there are many.
    pub clashes: Vec<ClashPreview>,
    /// How many short names several courses would have.
    pub clash_count: usize,
    /// Rows for which a name would be empty, or that cannot be placed; the first ones if there are many.
    pub faults: Vec<FaultPreview>,
    /// How many such rows there are.
    pub fault_count: usize,
    /// Courses by their template; those without one are left out.
    pub templates: Vec<TemplatePreview>,
    /// What would change for rows that have an object on the platform already.
    pub changes: ShapeChanges,
    /// The fields of people's profiles.
    pub profile: Vec<ProfilePreview>,
    /// The username of the first person without an account; `null` if usernames follow no pattern.
    #[schema(required)]
    pub username: Option<ProfilePreview>,
    /// Usernames that several people would have; the first ones if there are many.
    pub usernames: Vec<SharedPreview>,
    /// How many usernames several people would have.
    pub username_count: usize,
    /// Addresses that several people have, if the platform refuses them; the first ones if there are many.
    pub addresses: Vec<SharedPreview>,
    /// How many addresses several people have.
    pub address_count: usize,
    /// What teachers are who are not in charge of their class.
    pub roles: Vec<RolePreview>,
    /// The cohorts, by their names; the first ones if there are many.
    pub cohorts: Vec<CohortPreview>,
    /// How many more cohorts there are.
    pub more_cohorts: usize,
}

/// A cohort in a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CohortPreview {
    /// Its name.
    pub name: String,
    /// Students in it, with an account or without.
    pub people: u64,
}

/// What some teachers are in their classes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RolePreview {
    /// The role, as the source says it.
    pub peran: String,
    /// The id of the role that they get; `null` if the shape has none, so that they are not enrolled.
    #[schema(required)]
    pub role: Option<i64>,
    /// Teachings of theirs.
    pub teachings: i64,
}

/// A template in a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TemplatePreview {
    /// The short name of the template course.
    pub template: String,
    /// Courses that get its content when they are made.
    pub courses: u64,
}

/// A value that several people have, of which the platform takes one.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SharedPreview {
    /// The value.
    pub value: String,
    /// The people, at most five.
    pub people: Vec<String>,
}

/// A field of people's profiles in a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProfilePreview {
    /// The field.
    pub field: String,
    /// The first person with a value; empty if all have none.
    pub person: String,
    /// The value of this person.
    pub value: String,
    /// How many people have no value.
    pub empty: u64,
}

/// A category in a preview.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct CategoryPreview {
    /// The names of the categories down to it, outermost first. Empty: the root category.
    pub path: Vec<String>,
    /// True if it, or one around it, is tied to a category that is there.
    pub tied: bool,
    /// Courses directly in it.
    pub courses: u64,
    /// Groups of these courses.
    pub groups: u64,
    /// People in the classes of these courses; a person in two classes counts twice.
    pub people: i64,
    /// The full name of its first course.
    pub fullname: String,
    /// The short name of its first course.
    pub shortname: String,
    /// The name of the first group there.
    pub group: String,
}

/// A short name that several courses would have.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClashPreview {
    /// The short name.
    pub shortname: String,
    /// The rows, at most five.
    pub rows: Vec<String>,
}

/// A row for which a shape makes nothing useful.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FaultPreview {
    /// The row.
    pub row: String,
    /// The field of the shape with an empty name; `null` if the row cannot be placed.
    #[schema(required)]
    pub field: Option<&'static str>,
    /// Why the row cannot be placed.
    #[schema(required)]
    pub reason: Option<String>,
}

/// What would change for rows that have an object on the platform already.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ShapeChanges {
    /// Rows that get another object. The former one stays as it is, with its people.
    pub made: u64,
    /// The people in the classes of these rows, who are enrolled there, too.
    pub people: i64,
    /// Objects with another name.
    pub renamed: u64,
    /// Objects in another category.
    pub moved: u64,
    /// Objects that stay as they are.
    pub same: u64,
    /// Courses that get other dates.
    pub dated: u64,
}

impl CampusShape {
    /// What the campus uses of the platform.
    pub fn uses(&self) -> Uses {
        uses_of(&self.shape)
    }
}

impl Engine {
    /// The shape in force.
    pub async fn campus_shape(&self) -> Result<CampusShape> {
        let stored = self.store().shape().await?;
        let shape = stored_shape(stored.as_ref())?;
        let (actor, changed_at) = stored
            .map(|stored| (stored.actor, stored.changed_at))
            .unwrap_or_default();
        Ok(CampusShape {
            shape,
            actor,
            changed_at,
        })
    }

    /// Puts a checked shape in force. Nothing is sent: objects wait for the next export, which sends those that it changes.
    /// The shape in force is kept as it is.
    ///
    /// # Errors
    /// [`EngineError::Refused`] while a job waits or runs.
    pub async fn set_campus_shape(&self, shape: &Shape, by: By<'_>) -> Result<Reason> {
        let platform = self.platform().name().to_owned();
        let before = self.campus_shape().await?.shape;
        if before == *shape {
            return Ok(Reason::ShapeKept { platform });
        }
        let json = serde_json::to_string(shape).map_err(|error| EngineError::Damaged(error.to_string()))?;
        let objects = registry::kinds()
            .iter()
            .filter(|kind| kind.is_object && !kind.is_person);
        let kinds: Vec<_> = objects.map(|kind| kind.work.name).collect();
        let log = Reason::DidChangeShape {
            platform: platform.clone(),
        };
        // Accounts of people who are there follow.
        let people = match before.profile == shape.profile {
            true => WaitingPeople::WithoutAddress,
            false => WaitingPeople::All,
        };
        // So do teachings with a role of another id.
        let names = before.roles.keys().chain(shape.roles.keys()).map(String::as_str);
        let roles: BTreeSet<_> = names
            .filter(|name| before.roles.get(*name) != shape.roles.get(*name))
            .collect();
        let waiting = WaitingForShape {
            kinds: &kinds,
            people,
            roles: &roles.into_iter().collect::<Vec<_>>(),
        };
        match self.store().keep_shape(&json, waiting, &log, by).await? {
            true => Ok(Reason::ShapeKept { platform }),
            false => Err(EngineError::Refused(Reason::ShapeWhileJobs)),
        }
    }

    /// What a checked shape would make of the rows. Asks the platform nothing.
    pub async fn preview_shape(&self, shape: Shape, language: Language) -> Result<ShapePreview> {
        let run = self.read_only_run(Task::Compare).await?;
        let mut preview = Preview {
            now: Shape::clone(&*run.shape().await?),
            people: run.store.people_in_classes().await?,
            tied: run.store.tied_categories().await?.into_keys().collect(),
            shape,
            language,
            made: BTreeMap::new(),
            shortnames: HashMap::new(),
            usernames: BTreeMap::new(),
            addresses: BTreeMap::new(),
            templates: BTreeMap::new(),
            dated: HashSet::new(),
            shown: ShapePreview::default(),
        };
        if preview.shape.makes::<MataKuliah>() {
            preview.look::<MataKuliah>(&run).await?;
        }
        preview.look::<Kelas>(&run).await?;
        let roles = run.store.teachings_by_role().await?.into_iter();
        preview.shown.roles = roles
            .map(|(peran, teachings)| RolePreview {
                role: preview.shape.roles.get(&peran).copied(),
                peran,
                teachings,
            })
            .collect();
        preview.look_at_cohorts(&run).await?;
        let shape = &preview.shape;
        let has_usernames = !shape.username.is_empty();
        if has_usernames || !shape.profile.is_empty() || shape.shared_emails == SharedEmails::Refused {
            let profile_of = |field: &str| ProfilePreview {
                field: field.to_owned(),
                person: String::new(),
                value: String::new(),
                empty: 0,
            };
            let profile = |field: &ProfileField| profile_of(&field.name());
            preview.shown.profile = preview.shape.profile.keys().map(profile).collect();
            preview.shown.username = has_usernames.then(|| profile_of("username"));
            preview.look_at_people::<Mahasiswa>(&run).await?;
            preview.look_at_people::<MahasiswaMbkm>(&run).await?;
            preview.look_at_people::<Pengajar>(&run).await?;
        }
        Ok(preview.finished())
    }
}

/// The first values that several people have, and how many there are.
fn shared(people: BTreeMap<String, BTreeMap<String, String>>) -> (Vec<SharedPreview>, usize) {
    let shared: Vec<_> = people.into_iter().filter(|(_, people)| people.len() > 1).collect();
    let count = shared.len();
    let preview = |(value, people): (String, BTreeMap<String, String>)| SharedPreview {
        value,
        people: people.into_values().take(NAMED).collect(),
    };
    (shared.into_iter().take(SHOWN).map(preview).collect(), count)
}

/// The courses that would have one short name.
#[derive(Default)]
struct Named {
    /// Their stable names.
    courses: HashSet<String>,
    /// The rows of the first ones.
    rows: Vec<String>,
}

/// Rows that a preview names for one clash.
const NAMED: usize = 5;

/// The course of an object, by its stable name, and when it begins and ends; `None` if no dates are sent.
fn dates_of<'a>(around: &'a Surroundings, object: &'a Object) -> Option<(&'a str, Term)> {
    let made = around.place.iter().flatten().find_map(|made| match made {
        Made::Course { idnumber, term, .. } => Some((idnumber.as_str(), (*term)?)),
        Made::Category { .. } => None,
    });
    match object {
        Object::Course(course) => Some((&course.idnumber, course.term?)),
        _ => made,
    }
}

/// A preview while the rows are read.
struct Preview {
    now: Shape,
    shape: Shape,
    language: Language,
    people: PeopleInClasses,
    /// The stable names of tied categories.
    tied: HashSet<String>,
    made: BTreeMap<Vec<String>, CategoryPreview>,
    /// The courses by their short name.
    shortnames: HashMap<String, Named>,
    /// People by number, by the username that they would get.
    usernames: BTreeMap<String, BTreeMap<String, String>>,
    /// People by number, by their address.
    addresses: BTreeMap<String, BTreeMap<String, String>>,
    /// Courses by their template.
    templates: BTreeMap<String, u64>,
    /// The stable names of courses that get other dates.
    dated: HashSet<String>,
    shown: ShapePreview,
}

impl Preview {
    async fn look<K: Kind>(&mut self, run: &Run) -> Result<()> {
        let mut after = None::<String>;
        loop {
            let objects = run.store.next_objects::<K>(after.as_deref(), READ).await?;
            let Some(last) = objects.last() else { return Ok(()) };
            after = Some(value(&last.stored.row, K::OBJECT_KEY).to_owned());
            let rows: Vec<_> = objects.iter().map(|object| &object.stored.row).collect();
            let under = surroundings_under(run, &self.shape, &rows).await?;
            // What is not there yet does not change.
            let under_now = match objects.iter().any(|object| object.known.is_some()) {
                true => surroundings_under(run, &self.now, &rows).await?,
                false => rows.iter().map(|_| Ok(Surroundings::default())).collect(),
            };
            let hosts = taught_in(run, &rows).await?;
            let around_hosts_then = around_hosts(run, &self.shape, &hosts).await?;
            let around_hosts_now = around_hosts(run, &self.now, &hosts).await?;
            let all = objects.iter().zip(under).zip(under_now).zip(hosts);
            for (((object, around), around_now), host) in all {
                let row = &object.stored.row;
                let around = around.and_then(|around| Ok((host.transpose()?, around)));
                match around {
                    Err(obstacle) => self.fault(row.label(), None, Some(obstacle.reason)),
                    Ok((host, around)) => match self.shape.object(row, &around.values, 0) {
                        Err(reason) => self.fault(row.label(), None, Some(reason)),
                        Ok(made) => {
                            // A class that is taught in another one stands where that one does.
                            let key = host.map(|(class, _)| class.row.jadwal_kuliah_detail_id.to_string());
                            let place = key
                                .as_ref()
                                .and_then(|key| around_hosts_then.get(key))
                                .unwrap_or(&around);
                            let place_now = key.as_ref().and_then(|key| around_hosts_now.get(key));
                            let now = around_now.as_ref().ok();
                            let now = now.map(|around| (around, place_now.unwrap_or(around)));
                            self.change(object, (place, &made), now);
                            self.count(row, place, &made);
                        }
                    },
                }
            }
        }
    }

    /// Counts the students of each cohort.
    async fn look_at_cohorts(&mut self, run: &Run) -> Result<()> {
        if self.shape.cohorts.is_empty() {
            return Ok(());
        }
        let mut people: BTreeMap<Cohort, u64> = BTreeMap::new();
        each_student(run, &self.shape, |student| {
            for cohort in student.cohorts {
                *people.entry(cohort).or_default() += 1;
            }
        })
        .await?;
        let mut cohorts: Vec<_> = people
            .into_iter()
            .map(|(Cohort { name, .. }, people)| CohortPreview { name, people })
            .collect();
        cohorts.sort_by(|one, other| one.name.cmp(&other.name));
        self.shown.more_cohorts = cohorts.len().saturating_sub(SHOWN);
        cohorts.truncate(SHOWN);
        self.shown.cohorts = cohorts;
        Ok(())
    }

    /// Looks at what the platform gets of each person of a kind besides name and address.
    async fn look_at_people<P: Person>(&mut self, run: &Run) -> Result<()> {
        let mut after = None::<String>;
        loop {
            let people = run.store.next_objects::<P>(after.as_deref(), READ).await?;
            let Some(last) = people.last() else { return Ok(()) };
            after = Some(value(&last.stored.row, P::OBJECT_KEY).to_owned());
            for person in people
                .iter()
                .filter(|person| person.stored.state.missing_since.is_none())
            {
                let row = &person.stored.row;
                match self.shape.object(row, &Values::default(), 0) {
                    Err(reason) => self.fault(row.label(), None, Some(reason)),
                    Ok(Object::Account(account)) => {
                        self.look_at(run, row, account, person.known.is_some());
                    }
                    Ok(_) => {}
                }
            }
        }
    }

    fn look_at<P: Kind>(&mut self, run: &Run, row: &P, mut account: Account, is_there: bool) {
        let (label, number) = (row.label(), value(row, P::OBJECT_KEY).to_lowercase());
        let Ok(Object::Account(plain)) = row.object(0) else {
            return;
        };
        let plain = self.shape.reachable(plain);
        let named = format!("{label} ({})", value(row, P::OBJECT_KEY));
        if self.shape.shared_emails == SharedEmails::Refused && !account.email.is_empty() {
            let people = self.addresses.entry(account.email.to_lowercase()).or_default();
            people.insert(number.clone(), named.clone());
        }
        if is_there {
            // It keeps its username.
            account.username.clone_from(&plain.username);
        } else if let Some(shown) = &mut self.shown.username {
            match account.username.as_str() {
                "" => shown.empty += 1,
                username => {
                    if shown.value.is_empty() {
                        (shown.person, shown.value) = (label.clone(), username.to_owned());
                    }
                    let people = self.usernames.entry(username.to_owned()).or_default();
                    people.insert(number, named);
                }
            }
        }
        for (shown, value) in self.shown.profile.iter_mut().zip(account.profile.values()) {
            if value.is_empty() {
                shown.empty += 1;
            } else if shown.value.is_empty() {
                (shown.person, shown.value) = (label.clone(), value.clone());
            }
        }
        // Other faults of the account do not come of the shape.
        if run.platform.refusal_of(&Object::Account(plain)).is_none()
            && let Some(refusal) = run.platform.refusal_of(&Object::Account(account))
        {
            self.fault(label, None, Some(refusal.reason));
        }
    }

    /// Counts the object of a row, and the course around it for which there is no row.
    fn count<K: Kind>(&mut self, row: &K, around: &Surroundings, object: &Object) {
        let people = self.people.of(row);
        let (path, tied) = self.path_of::<K>(around);
        let around_it = around.place.iter().flatten().find_map(|made| match made {
            Made::Course {
                idnumber,
                fullname,
                shortname,
                template,
                ..
            } => Some((idnumber, fullname, shortname, template)),
            Made::Category { .. } => None,
        });
        let course = match object {
            Object::Course(course) => Some((&course.idnumber, &course.fullname, &course.shortname, &course.template)),
            _ => around_it,
        };
        let in_category = self.made.entry(path).or_default();
        in_category.tied |= tied;
        in_category.people += people;
        self.shown.people += people;
        if let Object::Group(group) = object {
            in_category.groups += 1;
            self.shown.groups += 1;
            if in_category.group.is_empty() {
                in_category.group.clone_from(&group.name);
            }
        }
        let mut empty = Vec::new();
        if let Some((idnumber, fullname, shortname, template)) = course {
            let named = self.shortnames.entry(shortname.to_lowercase()).or_default();
            if named.courses.insert(idnumber.clone()) {
                if named.rows.len() < NAMED {
                    named.rows.push(row.label());
                }
                if !template.is_empty() {
                    *self.templates.entry(template.clone()).or_default() += 1;
                }
                in_category.courses += 1;
                self.shown.courses += 1;
                if in_category.courses == 1 {
                    in_category.fullname.clone_from(fullname);
                    in_category.shortname.clone_from(shortname);
                }
                empty.extend(fullname.is_empty().then_some("fullname"));
                empty.extend(shortname.is_empty().then_some("shortname"));
            }
        }
        if let Object::Group(group) = object {
            empty.extend(group.name.is_empty().then_some("group"));
        }
        for field in empty {
            self.fault(row.label(), Some(field), None);
        }
    }

    /// The names of the categories around a row's course, and whether one of them is tied.
    fn path_of<K: Kind>(&self, around: &Surroundings) -> (Vec<String>, bool) {
        let is_in_course = K::NAME == Kelas::NAME && self.shape.course == CoursePer::MataKuliah;
        let values = if is_in_course {
            &around.of_course
        } else {
            &around.values
        };
        // A course of the catalogue stands in its study program.
        let levels: Vec<Level> = match self.shape.is_by_rows() {
            true => vec![Level::TahunAjaran, Level::Semester, Level::Prodi],
            false => self.shape.categories.clone(),
        };
        let is_tied = |level: Level, code: &str| {
            let name = self.shape.category_of(level, code);
            name.is_some_and(|name| self.tied.contains(&name))
        };
        let (mut path, mut tied) = (Vec::new(), false);
        for level in levels {
            if let Some((code, name)) = level.of(values) {
                tied |= is_tied(level, code);
                path.push(name);
            }
        }
        (path, tied)
    }

    /// Compares what a row has on the platform with what it would have.
    fn change<K: Kind>(
        &mut self,
        object: &ToSend<K>,
        (around, made): (&Surroundings, &Object),
        now: Option<(&Surroundings, &Surroundings)>,
    ) {
        let (Some(_), Some((now, place_now))) = (&object.known, now) else {
            return;
        };
        let Ok(before) = self.now.object(&object.stored.row, &now.values, 0) else {
            return;
        };
        let changes = &mut self.shown.changes;
        let innermost = |around: &Surroundings| around.place.as_ref().and_then(|place| place.last().cloned());
        let is_elsewhere = match (innermost(around), innermost(place_now)) {
            // Their course is that of a class. It may move with all that is in it.
            _ if is_combined(&object.stored.row)
                && self.shape.course == self.now.course
                && self.shape.course == CoursePer::Kelas =>
            {
                false
            }
            _ if is_combined(&object.stored.row) && self.shape.course != self.now.course => true,
            (None, None) => false,
            (Some(place), Some(before)) => place.idnumber() != before.idnumber(),
            _ => true,
        };
        let named = |object: &Object| match object {
            Object::Course(course) => [course.fullname.clone(), course.shortname.clone()],
            Object::Group(group) => [group.name.clone(), String::new()],
            _ => Default::default(),
        };
        let dated = dates_of(around, made);
        if dated.is_some() && dated != dates_of(place_now, &before) && before.sort() == made.sort() {
            self.dated.extend(dated.map(|(idnumber, _)| idnumber.to_owned()));
        }
        let is_group = matches!(made, Object::Group(_));
        if before.sort() != made.sort() || (is_group && is_elsewhere) {
            changes.made += 1;
            changes.people += self.people.of(&object.stored.row);
        } else if is_elsewhere {
            changes.moved += 1;
        } else if named(&before) != named(made) && self.shape.names == Names::Follow {
            changes.renamed += 1;
        } else {
            changes.same += 1;
        }
    }

    fn fault(&mut self, row: String, field: Option<&'static str>, reason: Option<Reason>) {
        self.shown.fault_count += 1;
        if self.shown.faults.len() < SHOWN {
            let reason = reason.map(|reason| reason.sentence(self.language));
            self.shown.faults.push(FaultPreview { row, field, reason });
        }
    }

    fn finished(mut self) -> ShapePreview {
        (self.shown.usernames, self.shown.username_count) = shared(self.usernames);
        (self.shown.addresses, self.shown.address_count) = shared(self.addresses);
        let template = |(template, courses)| TemplatePreview { template, courses };
        self.shown.templates = std::mem::take(&mut self.templates).into_iter().map(template).collect();
        self.shown.changes.dated = self.dated.len() as u64;
        self.shown.more_categories = self.made.len().saturating_sub(SHOWN);
        let categories = self.made.into_iter().take(SHOWN);
        self.shown.categories = categories
            .map(|(path, category)| CategoryPreview { path, ..category })
            .collect();
        let several = |(_, named): &(String, Named)| named.courses.len() > 1;
        let mut clashes: Vec<_> = self.shortnames.into_iter().filter(several).collect();
        clashes.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.shown.clash_count = clashes.len();
        let clash = |(shortname, Named { rows, .. })| ClashPreview { shortname, rows };
        self.shown.clashes = clashes.into_iter().take(SHOWN).map(clash).collect();
        self.shown
    }
}
