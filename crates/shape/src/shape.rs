//! The shape itself, and what it makes of a row.

use crate::{Pattern, Values, pattern::PatternFault};
use selaras_kinds::{
    Kind, MembershipOf, PROGRAM, Term, is_email,
    jurusan::Jurusan,
    kelas::{Kelas, TAUGHT_IN},
    mata_kuliah::MataKuliah,
    mengajar::IN_CHARGE,
    object::{Account, Cohort, Course, Object, PlatformId, ProfileField, Role, Sort},
    prodi::Prodi,
    semester::Semester,
    tahun_ajaran::TahunAjaran,
    value,
};
use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// What there is one course for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CoursePer {
    /// Each course of the catalogue. A class is a group in it.
    #[default]
    MataKuliah,
    /// Each course of the catalogue in each semester that has classes of it. A class is a group in it.
    MataKuliahSemester,
    /// Each class. There are no groups but those of classes that are taught in another one.
    Kelas,
}

/// A level of categories: a kind of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// A study year.
    TahunAjaran,
    /// A semester.
    Semester,
    /// A study program.
    Prodi,
    /// A department.
    Jurusan,
}

/// Who decides on the names of courses and groups.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Names {
    /// They follow the source.
    #[default]
    Follow,
    /// They are set once, and then belong to the teachers.
    Create,
}

/// Whether students see new courses.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NewCourses {
    /// They do.
    #[default]
    Visible,
    /// Not before a teacher shows the course.
    Hidden,
}

/// Whether the platform allows one address for several accounts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedEmails {
    /// It is not known. People with the address of others are sent, and the platform refuses them or not.
    #[default]
    Unknown,
    /// It does.
    Allowed,
    /// It does not: people with the address of others are refused before anything is sent.
    Refused,
}

/// When courses begin and end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Dates {
    /// Nothing is sent; the platform and the teachers decide.
    #[default]
    None,
    /// With their semester.
    Semester,
}

/// What becomes of courses when their semester has ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// They stay as they are.
    #[default]
    Leave,
    /// An administrator hides them by closing the semester.
    Hide,
}

/// What the rows of the dashboard become on the learning platform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shape {
    /// What there is one course for.
    pub course: CoursePer,
    /// The levels of categories, outermost first.
    pub categories: Vec<Level>,
    /// The full name of a course.
    pub fullname: Pattern,
    /// The short name of a course.
    pub shortname: Pattern,
    /// The name of a group.
    pub group: Pattern,
    /// Who decides on names.
    pub names: Names,
    /// Whether students see new courses.
    pub new_courses: NewCourses,
    /// The domain of addresses for people who have none: `260001@…`. Empty: such people get no account.
    pub email_domain: String,
    /// The fields of people's profiles that the campus fills in.
    pub profile: BTreeMap<ProfileField, Pattern>,
    /// The username of new accounts. Empty: the number, or the address where the connection says so.
    pub username: Pattern,
    /// Whether the platform allows one address for several accounts.
    pub shared_emails: SharedEmails,
    /// When courses begin and end.
    pub dates: Dates,
    /// What becomes of courses when their semester has ended.
    pub ended: Ended,
    /// Short names of the courses with the content of new ones, by study program; [`EVERY_PROGRAM`] stands for all others.
    pub templates: BTreeMap<String, String>,
    /// The ids of the roles of teachers who are not in charge of their class, by what they are in it.
    pub roles: BTreeMap<String, i64>,
    /// The names of students' cohorts.
    pub cohorts: Vec<Pattern>,
}

/// Stands for all study programs without a template of their own.
pub const EVERY_PROGRAM: &str = "*";

impl Default for Shape {
    fn default() -> Self {
        Self {
            course: CoursePer::default(),
            categories: Level::USUAL.to_vec(),
            fullname: Pattern::default(),
            shortname: Pattern::default(),
            group: Pattern::default(),
            names: Names::default(),
            new_courses: NewCourses::default(),
            email_domain: String::new(),
            profile: BTreeMap::new(),
            username: Pattern::default(),
            shared_emails: SharedEmails::default(),
            dates: Dates::default(),
            ended: Ended::default(),
            templates: BTreeMap::new(),
            roles: BTreeMap::new(),
            cohorts: Vec::new(),
        }
    }
}

impl Level {
    /// The levels that there are if nothing else is set.
    pub const USUAL: [Self; 4] = [Self::TahunAjaran, Self::Semester, Self::Prodi, Self::Jurusan];

    /// The name of its kind.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::TahunAjaran => TahunAjaran::NAME,
            Self::Semester => Semester::NAME,
            Self::Prodi => Prodi::NAME,
            Self::Jurusan => Jurusan::NAME,
        }
    }

    /// The columns of its rows with the code and with the name.
    pub const fn columns(self) -> [&'static str; 2] {
        match self {
            Self::TahunAjaran => ["kode_tahun_ajaran", "nama_tahun_ajaran"],
            Self::Semester => ["kode_semester", "nama_semester"],
            Self::Prodi => ["program_id", "nama_prodi"],
            Self::Jurusan => ["kode_jurusan", "nama_jurusan"],
        }
    }

    /// The code and the name of the category of this level for some fields. `None` if the fields name none.
    pub fn of(self, values: &Values) -> Option<(&str, String)> {
        let [code, name] = self.columns();
        let (code, name) = (values.get(code), values.get(name));
        let name = match (self, name, values.get("nama_program")) {
            (_, "", _) => code.to_owned(),
            (Self::Prodi, name, program) if !program.is_empty() => format!("{name} ({program})"),
            (_, name, _) => name.to_owned(),
        };
        (!code.is_empty()).then_some((code, name))
    }
}

/// The name of the pattern for usernames.
const USERNAME: &str = "username";

/// Begins the names of patterns for fields of a profile.
const PROFILE: &str = "profile.";

/// Begins the names of patterns for cohorts, each with its position.
const COHORT: &str = "cohorts.";

/// The fields of a shape that a pattern may be in.
const PATTERNS: [&str; 3] = ["fullname", "shortname", "group"];

impl Shape {
    /// True if categories and courses are those of the rows, each inside its parent row's.
    pub fn is_by_rows(&self) -> bool {
        self.course == CoursePer::MataKuliah && self.categories == Level::USUAL
    }

    /// True if rows of a kind are objects. If not, what they stand for is made with the courses that need it.
    pub fn makes<K: Kind>(&self) -> bool {
        let has_place = match self.course {
            CoursePer::MataKuliah => [MataKuliah::NAME, Kelas::NAME].contains(&K::NAME),
            CoursePer::MataKuliahSemester | CoursePer::Kelas => K::NAME == Kelas::NAME,
        };
        K::IS_PERSON || self.is_by_rows() || has_place
    }

    /// True if a row's object is inside objects for which there is no row, and not inside that of its parent row.
    pub(crate) fn places<K: Kind>(&self, row: &K) -> bool {
        let is_group = self.course == CoursePer::MataKuliah && K::NAME == Kelas::NAME && !is_course(row);
        !K::IS_PERSON && !self.is_by_rows() && !is_group && !is_combined(row) && self.makes::<K>()
    }

    /// True if the names of a kind's courses or groups are not those of the kind.
    pub fn renames<K: Kind>(&self) -> bool {
        let names = !self.fullname.is_empty() || !self.shortname.is_empty() || !self.group.is_empty();
        [MataKuliah::NAME, Kelas::NAME].contains(&K::NAME) && (names || self.course != CoursePer::MataKuliah)
    }

    /// The roles of teachers who are not in charge.
    pub fn roles(&self) -> Vec<Role> {
        self.roles.values().map(|id| Role::Numbered(*id)).collect()
    }

    /// The patterns by the names of their fields.
    pub fn patterns(&self) -> [(&'static str, &Pattern); 3] {
        let [fullname, shortname, group] = PATTERNS;
        [
            (fullname, &self.fullname),
            (shortname, &self.shortname),
            (group, &self.group),
        ]
    }

    /// The names of the fields that a pattern may read.
    pub fn fields_of(&self, pattern: &str) -> Vec<&'static str> {
        if pattern.starts_with(PROFILE) || pattern == USERNAME {
            return Values::names_of_people();
        }
        if pattern.starts_with(COHORT) {
            return Values::names_of_students();
        }
        let mut names = Values::names(pattern == "group" || self.course == CoursePer::Kelas);
        // A course of a semester is one for all its classes, and has their semester.
        if self.course == CoursePer::MataKuliahSemester && pattern != "group" {
            names.push("semester");
        }
        names
    }

    /// What is wrong with it, by field.
    pub fn faults(&self) -> Vec<(String, ShapeFault)> {
        let mut faults = Vec::new();
        for (at, level) in self.categories.iter().enumerate() {
            if self.categories[..at].contains(level) {
                faults.push(("categories".to_owned(), ShapeFault::Twice(*level)));
            }
        }
        if !self.email_domain.is_empty() && !is_email(&format!("a@{}", self.email_domain)) {
            faults.push(("email_domain".to_owned(), ShapeFault::Domain));
        }
        if self.dates == Dates::Semester && self.course == CoursePer::MataKuliah {
            faults.push(("dates".to_owned(), ShapeFault::NoSemester));
        }
        if self.ended == Ended::Hide && self.course == CoursePer::MataKuliah {
            faults.push(("ended".to_owned(), ShapeFault::NeverEnds));
        }
        for (name, pattern) in self.patterns() {
            if let Err(fault) = pattern.check(&self.fields_of(name)) {
                faults.push((name.to_owned(), ShapeFault::Pattern(fault)));
            }
        }
        if let Err(fault) = self.username.check(&self.fields_of(USERNAME)) {
            faults.push((USERNAME.to_owned(), ShapeFault::Pattern(fault)));
        }
        for (field, pattern) in &self.profile {
            let name = format!("{PROFILE}{}", field.name());
            if let Err(fault) = pattern.check(&self.fields_of(&name)) {
                faults.push((name, ShapeFault::Pattern(fault)));
            }
        }
        let prefixes = self.cohort_prefixes();
        for (at, pattern) in self.cohorts.iter().enumerate() {
            let name = format!("{COHORT}{at}");
            if prefixes[..at].contains(&prefixes[at]) {
                faults.push((name, ShapeFault::CohortTwice));
            } else if let Err(fault) = pattern.check(&self.fields_of(&name)) {
                faults.push((name, ShapeFault::Pattern(fault)));
            }
        }
        for (peran, role) in &self.roles {
            let is_name = !peran.is_empty() && peran.trim() == peran && peran.to_lowercase() == *peran;
            let fault = match (is_name && peran != IN_CHARGE, *role > 0) {
                (false, _) => ShapeFault::RoleName,
                (true, false) => ShapeFault::RoleId,
                (true, true) => continue,
            };
            faults.push((format!("roles.{peran}"), fault));
        }
        faults
    }

    /// The role of an enrolment in its course; or why there is none.
    pub fn role<K: Kind>(&self, of: &MembershipOf, row: &K) -> Result<Role, Reason> {
        match of.role_column.map_or("", |column| value(row, column)) {
            "" => Ok(of.role),
            peran => self.roles.get(peran).map(|id| Role::Numbered(*id)).ok_or_else(|| {
                let name = peran.to_owned();
                Reason::TeachingRoleUnknown { name }
            }),
        }
    }

    /// The roles that enrolments of one kind give.
    pub fn roles_of(&self, of: &MembershipOf) -> Vec<Role> {
        let others = of
            .role_column
            .map(|_| self.roles.values().map(|id| Role::Numbered(*id)));
        std::iter::once(of.role).chain(others.into_iter().flatten()).collect()
    }

    /// True if enrolments of any kind give a role.
    pub fn gives(&self, role: Role) -> bool {
        match role {
            Role::Student | Role::EditingTeacher => true,
            Role::Numbered(id) => self.roles.values().any(|given| *given == id),
        }
    }

    /// The pattern for a name: its own, or the usual one of the courses that there are.
    pub fn pattern(&self, name: &str) -> Pattern {
        let own = self.patterns().into_iter().find(|(of, _)| *of == name);
        let own = own.map(|(_, pattern)| pattern.clone()).unwrap_or_default();
        match own.is_empty() {
            true => self.course.usual(name),
            false => own,
        }
    }

    /// The object of a row with these fields, inside `container`; or why it cannot have one.
    pub fn object<K: Kind>(&self, row: &K, values: &Values, container: PlatformId) -> Result<Object, Reason> {
        let mut object = self.unfilled(row, values, container)?;
        if let Object::Course(course) = &mut object {
            course.template = self.template(value(row, PROGRAM));
        }
        Ok(object)
    }

    fn unfilled<K: Kind>(&self, row: &K, values: &Values, container: PlatformId) -> Result<Object, Reason> {
        Ok(match row.object(container)? {
            Object::Account(account) => Object::Account(self.account(row, account)?),
            // A class that was made by form as a course has the names of the form.
            object if !self.renames::<K>() || is_course(row) => self.finished(object),
            Object::Course(course) => self.finished(Object::Course(Course {
                fullname: self.named("fullname", values)?,
                shortname: self.named("shortname", values)?,
                ..course
            })),
            Object::Group(group) if self.course == CoursePer::Kelas && !is_combined(row) => {
                self.finished(Object::Course(Course {
                    idnumber: group.idnumber,
                    fullname: self.named("fullname", values)?,
                    shortname: self.named("shortname", values)?,
                    category: container,
                    term: self.term(values)?,
                    ..Course::default()
                }))
            }
            Object::Group(mut group) => {
                if !self.group.is_empty() {
                    group.name = self.named("group", values)?;
                    let more = if is_combined(row) { "kelas_id" } else { "semester" };
                    group.name_if_taken = format!("{} ({})", group.name, values.get(more));
                }
                self.finished(Object::Group(group))
            }
            object => object,
        })
    }

    /// The account with an address: its own, or one in the domain for people who have none.
    pub fn reachable(&self, account: Account) -> Account {
        match account.email.is_empty() && !self.email_domain.is_empty() {
            true => Account {
                email: format!("{}@{}", account.username, self.email_domain),
                ..account
            },
            false => account,
        }
    }

    /// The account of a person who has none yet.
    fn account<P: Kind>(&self, person: &P, account: Account) -> Result<Account, Reason> {
        let mut account = self.reachable(account);
        if self.profile.is_empty() && self.username.is_empty() {
            return Ok(account);
        }
        let mut values = Values::default();
        values.add_person(person);
        let rendered = |name: &str, pattern: &Pattern| {
            pattern.render(&values).map_err(|fault| Reason::PatternFailed {
                name: name.to_owned(),
                fault,
            })
        };
        for (field, pattern) in &self.profile {
            account.profile.insert(field.clone(), rendered(&field.name(), pattern)?);
        }
        if !self.username.is_empty() {
            account.username = rendered(USERNAME, &self.username)?.to_lowercase();
            account.keeps_username = true;
        }
        Ok(account)
    }

    /// When a course with these fields begins and ends, if that is sent.
    pub(crate) fn term(&self, values: &Values) -> Result<Option<Term>, Reason> {
        if self.dates == Dates::None {
            return Ok(None);
        }
        let (first, last) = (values.get("tanggal_mulai"), values.get("tanggal_selesai"));
        Term::of(first, last).map_err(|()| Reason::SemesterDatesWrong {
            semester: values.get("kode_semester").to_owned(),
            first: first.to_owned(),
            last: last.to_owned(),
        })
    }

    /// The name that a pattern gives to an object with these fields.
    pub(crate) fn named(&self, pattern: &'static str, values: &Values) -> Result<String, Reason> {
        let unnamed = |fault| Reason::PatternFailed {
            name: pattern.to_owned(),
            fault,
        };
        self.pattern(pattern).render(values).map_err(unnamed)
    }

    /// The short name of the course with the content of new courses of a study program; empty for none.
    pub(crate) fn template(&self, program: &str) -> String {
        let found = self
            .templates
            .get(program)
            .or_else(|| self.templates.get(EVERY_PROGRAM));
        found.cloned().unwrap_or_default()
    }

    /// True if new courses get content.
    pub fn fills_courses(&self) -> bool {
        self.templates.values().any(|template| !template.is_empty())
    }

    /// What the stable names of its cohorts begin with, one for each pattern.
    pub fn cohort_prefixes(&self) -> Vec<String> {
        self.cohorts.iter().map(|pattern| Cohort::prefix(&pattern.0)).collect()
    }

    /// The cohorts of a student with these fields. A pattern that gives an empty name gives none.
    pub fn cohorts_of(&self, values: &Values) -> Result<Vec<Cohort>, Reason> {
        let mut cohorts = Vec::new();
        for (at, pattern) in self.cohorts.iter().enumerate() {
            let name = pattern.render(values).map_err(|fault| Reason::PatternFailed {
                name: format!("{COHORT}{at}"),
                fault,
            })?;
            if !name.is_empty() {
                cohorts.push(Cohort::of(&pattern.0, name));
            }
        }
        Ok(cohorts)
    }

    /// The object with the settings that do not depend on its row.
    pub(crate) fn finished(&self, mut object: Object) -> Object {
        let named_once = self.names == Names::Create;
        match &mut object {
            Object::Course(course) => {
                course.named_once = named_once;
                course.hidden = self.new_courses == NewCourses::Hidden;
            }
            Object::Group(group) => group.named_once = named_once,
            Object::Category(_) | Object::Account(_) => {}
        }
        object
    }

    /// The types of object that rows of a kind can be, with those that are made for them.
    pub fn sorts<K: Kind>(&self) -> Vec<Sort> {
        let mut sorts = K::SORTS.to_vec();
        if !self.is_by_rows() && (K::NAME == Kelas::NAME || K::NAME == MataKuliah::NAME) {
            let around = [Sort::Category, Sort::Course].into_iter();
            sorts.extend(around.filter(|sort| !K::SORTS.contains(sort)));
        }
        sorts
    }
}

impl Names {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Follow, Self::Create];
}

impl SharedEmails {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Unknown, Self::Allowed, Self::Refused];
}

impl NewCourses {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Visible, Self::Hidden];
}

impl Dates {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::None, Self::Semester];
}

impl Ended {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Leave, Self::Hide];
}

impl CoursePer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::MataKuliah, Self::MataKuliahSemester, Self::Kelas];

    /// The usual pattern for a name.
    pub fn usual(self, name: &str) -> Pattern {
        let course = "{{ nama_matakuliah_id | default(nama_matakuliah) }}";
        let code = "{{ kode_matakuliah | default(matakuliah_id) }}-{{ program_id }}";
        Pattern(match (self, name) {
            (_, "group") => "{{ nama_kelas }}".to_owned(),
            (Self::MataKuliah, "fullname") => course.to_owned(),
            (Self::MataKuliah, _) => code.to_owned(),
            (Self::MataKuliahSemester, "fullname") => format!("{course} ({{{{ kode_semester }}}})"),
            (Self::MataKuliahSemester, _) => format!("{code}-{{{{ kode_semester }}}}"),
            (Self::Kelas, "fullname") => format!("{course} {{{{ nama_kelas }}}} ({{{{ kode_semester }}}})"),
            (Self::Kelas, _) => {
                "{{ kode_matakuliah | default(kelas_id) }}-{{ program_id }}-{{ nama_kelas }}-{{ kode_semester }}"
                    .to_owned()
            }
        })
    }
}

/// Why a shape cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeFault {
    /// A pattern is faulty.
    Pattern(PatternFault),
    /// A level is there twice.
    Twice(Level),
    /// It is no domain of addresses.
    Domain,
    /// Courses have no semester, so they cannot begin and end with one.
    NoSemester,
    /// Courses are used in all semesters, so they end with none.
    NeverEnds,
    /// It is no name of a role, or that of the teacher in charge, who has the role of the settings.
    RoleName,
    /// It is no id of a role.
    RoleId,
    /// Another pattern makes the same cohorts.
    CohortTwice,
}

/// True for a class that belongs to no course of the catalogue, nor to another class: it is a course by itself.
pub(crate) fn is_course<K: Kind>(row: &K) -> bool {
    K::NAME == Kelas::NAME && value(row, "nama_mata_kuliah").is_empty() && !is_combined(row)
}

/// True for a class that is taught in another one: it is a group in that one's course.
pub fn is_combined<K: Kind>(row: &K) -> bool {
    K::NAME == Kelas::NAME && !value(row, TAUGHT_IN).is_empty()
}
