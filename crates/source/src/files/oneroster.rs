//! OneRoster 1.2, the standard for exchanging timetables and enrolments between schools' systems: a zip of CSV files.
//!
//! Data that OneRoster does not define (credits, days, an MBKM guest) is in extension columns, as the standard allows:
//! `metadata.<anything>.<field>`. Such a column takes precedence over the standard's own.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::Path;

use ::csv::StringRecord;
use encoding_rs::Encoding;
use jiff::civil::Date;

use super::archive::{self, Archive};
use super::csv::DELIMITERS;
use super::encoding::{Letters, recognise};
use super::fault::{broken, table, unreadable};
use super::heading::Reading;
use super::records::{BUFFER, Record, Records, reader, shifted};
use super::row_sender::RowSender;
use super::settings::FilesSettings;
use crate::error::{Fault, Origin, TableFault};
use crate::list::{List, lists};
use crate::rows::{CellFault, IdOf, NoRow, ReadError, RowFault};
use crate::table::{Columns, plain};
use selaras_kinds::trimmed;

/// The field in `users.csv` that marks guests: `metadata.mbkm`.
const GUEST: &str = "mbkm";

/// The column of a row's id.
const ID: &str = "sourcedId";

/// The file that says for each other file whether it is complete.
const MANIFEST: &str = "manifest.csv";

/// Maximum bytes to hold of the files in which a list's rows are looked up.
const HELD: u64 = 512 << 20;

/// Bytes per row of them besides its text.
const ROW: u64 = 300;

/// The file with the roles of people, since version 1.2.
const ROLES: &str = "roles.csv";

/// The role of a teacher.
const TEACHER: &str = "teacher";

/// The fields that name the course of a class.
const COURSE: [&str; 2] = ["nama_mata_kuliah", "nama_mk"];

/// The file with the rows of a list.
pub(super) fn main_member(list: &List) -> &'static str {
    match list.name() {
        "academic_years" | "semesters" => "academicSessions.csv",
        "programs" | "departments" => "orgs.csv",
        "courses" => "courses.csv",
        "classes" => "classes.csv",
        "teachers" => "users.csv",
        _ => "enrollments.csv",
    }
}

/// The columns that identify and join a file's rows, and that OneRoster requires. Without one of them the list would be
/// empty or incomplete without an error.
fn needed(member: &str) -> &'static [&'static str] {
    match member {
        "academicSessions.csv" => &[ID, "title", "type", "parentSourcedId"],
        "orgs.csv" => &[ID, "name", "type", "parentSourcedId"],
        "courses.csv" => &[ID, "title"],
        "classes.csv" => &[ID, "title", "courseSourcedId", "schoolSourcedId"],
        "users.csv" => &[ID, "givenName", "familyName"],
        "roles.csv" => &["userSourcedId", "role"],
        "enrollments.csv" => &["classSourcedId", "userSourcedId", "role"],
        "demographics.csv" => &[ID, "sex"],
        MANIFEST => &["propertyName", "value"],
        _ => &[],
    }
}

/// The lists in a zip. Fails if there is none, or if it has only changes.
pub(super) fn lists_of(path: &Path, settings: &FilesSettings, origin: &Origin) -> Result<Vec<&'static List>, Fault> {
    let archive = archive::open(path, origin, settings.max_bytes, |_, _| Ok(()))?;
    let is_there = |list: &&List| archive::name_of(&archive, main_member(list)).is_some();
    let there: Vec<_> = lists().iter().filter(is_there).collect();
    let Some(&first) = there.first() else {
        return Err(table(origin, TableFault::Blank));
    };
    let mut roster = Roster {
        archive,
        origin,
        list: first,
        max_row_bytes: settings.max_row_bytes,
        only_changes: HashSet::new(),
        held: 0,
        unread: Vec::new(),
    };
    roster.only_changes = roster.only_changes()?;
    let mut members = there.iter().map(|list| main_member(list));
    match members.find(|member| roster.has_only_changes(member)) {
        Some(member) => Err(table(&of_member(origin, member), TableFault::OnlyChanges)),
        None => Ok(there),
    }
}

/// Sends the rows of a list.
pub(super) fn read(path: &Path, reading: &Reading<'_>, row_sender: &mut RowSender) -> Result<(), ReadError> {
    let mut roster = Roster {
        archive: archive::open(path, &reading.origin, reading.settings.max_bytes, |_, _| Ok(()))?,
        origin: &reading.origin,
        list: reading.list,
        max_row_bytes: reading.settings.max_row_bytes,
        only_changes: HashSet::new(),
        held: 0,
        unread: Vec::new(),
    };
    roster.only_changes = roster.only_changes()?;
    let fields = reading.list.columns();
    // The fields are named here; headings that the settings give for other files do not apply.
    let columns = Columns::find(reading.list, reading.origin.clone(), &fields, None)?;
    let columns = columns.of_call(reading.call, reading.settings.max_row_bytes);
    let lookups = Lookups::of(&mut roster, reading.list)?;
    let today = reading.settings.today();
    // Reported whatever they are about: while there are such rows, no row counts as removed.
    for Unread { member, line, why } in std::mem::take(&mut roster.unread) {
        let mut of_other = columns.clone();
        of_other.origin = of_member(&reading.origin, member);
        row_sender.take(Err(match why {
            Why::Shifted { found, expected } => of_other.shifted(line, found, expected),
            Why::Twice { id, other } => {
                let fault = of_other.fault(ID, CellFault::Twice { id, other });
                of_other.bad_row(line, fault, |_| None)
            }
        }))?;
    }
    let mut out = Out {
        columns: &columns,
        fields: &fields,
        row_sender,
    };
    let mut ended = Ok(());
    roster.each_or_shifted(main_member(reading.list), |row| {
        match row {
            Ok(row) => {
                ended = match lookups.row(row, today) {
                    Ok(Some(cells)) => out.put(row, &cells),
                    Ok(None) => Ok(()),
                    Err(unfit) => out.refuse(row.line, unfit),
                };
            }
            Err(Shifted { line, found, expected }) => {
                ended = out.row_sender.take(Err(columns.shifted(line, found, expected)));
            }
        }
        ended.is_ok()
    })?;
    ended
}

/// A row of the list, with the known fields.
type Cells = Vec<(&'static str, String)>;

/// Why a row of the list's file does not become a row of the list.
enum Unfit {
    /// It is left out.
    NoRow(NoRow, String),
    /// A field of the list would be wrong; with the fields that name its class.
    Cell(&'static str, CellFault, Cells),
}

struct Out<'a> {
    columns: &'a Columns,
    fields: &'a [&'static str],
    row_sender: &'a mut RowSender,
}

impl Out<'_> {
    fn refuse(&mut self, line: u64, unfit: Unfit) -> Result<(), ReadError> {
        let refused = match unfit {
            Unfit::NoRow(what, said) => Err(self.columns.bad_row(line, RowFault::NoRow { what, said }, |_| None)),
            Unfit::Cell(field, what, class) => {
                let text = |at: usize| {
                    let of_class = class.iter().find(|(name, _)| self.fields.get(at) == Some(name));
                    of_class.map(|(_, text)| text.as_str())
                };
                match self.columns.bad_cell(line, field, what, text) {
                    Some(refused) => refused,
                    None => return Ok(()),
                }
            }
        };
        self.row_sender.take(refused)
    }

    fn put(&mut self, row: &Member<'_>, cells: &Cells) -> Result<(), ReadError> {
        let texts: Vec<String> = self
            .fields
            .iter()
            .map(|field| {
                let known = cells.iter().find(|(name, _)| name == field);
                let own = row.metadata(field);
                own.map(str::to_owned)
                    .or_else(|| known.map(|(_, text)| text.clone()))
                    .unwrap_or_default()
            })
            .collect();
        let text = |at: usize| texts.get(at).map(String::as_str);
        let mut fields = self.fields.iter().zip(&texts);
        let lacking = fields.find(|&(&field, text)| COURSE.contains(&field) && text.trim().is_empty());
        let taken = match (self.columns.row(row.line, text), lacking) {
            // In OneRoster each class has a course. If the course is not found, the class would be read as one without a
            // course.
            (Some(Ok(_)), Some((field, _))) => self.columns.bad_cell(row.line, field, CellFault::Empty, text),
            (taken, _) => taken,
        };
        match taken {
            Some(row) => self.row_sender.take(row),
            None => Ok(()),
        }
    }
}

/// The lookup tables for the rows of a list.
enum Lookups {
    AcademicYears,
    Semesters(Titles),
    Programs(Departments),
    Departments,
    Courses,
    Classes(Courses),
    Teachers(Teachers),
    Places {
        guests: bool,
        students: bool,
        classes: HashMap<String, Class>,
        people: HashMap<String, Person>,
    },
}

type Titles = HashMap<String, String>;
/// Key and title of each course, by its id.
type Courses = HashMap<String, (String, String)>;
/// Code and name of each department, by its id.
type Departments = HashMap<String, (String, String)>;
/// The ids of teachers, who may have other roles too.
type Teachers = HashSet<String>;

struct Class {
    key: String,
    code: String,
    title: String,
    course: String,
    org: String,
}

/// A person's number and fields.
struct Person {
    number: String,
    name: String,
    email: String,
    phone: String,
    sex: String,
    guest: bool,
    /// True for a person that may not sign in.
    disabled: bool,
    angkatan: String,
}

impl Lookups {
    fn of(roster: &mut Roster<'_>, list: &List) -> Result<Self, Fault> {
        Ok(match list.name() {
            "academic_years" => Self::AcademicYears,
            "semesters" => Self::Semesters(roster.titles("academicSessions.csv")?),
            "programs" => Self::Programs(roster.departments()?),
            "departments" => Self::Departments,
            "courses" => Self::Courses,
            "classes" => Self::Classes(roster.courses()?),
            "teachers" => Self::Teachers(roster.teachers()?),
            name => Self::Places {
                guests: name == "mbkm_students",
                students: name != "teachings",
                classes: roster.classes()?,
                people: roster.people()?,
            },
        })
    }

    /// Builds a row of the list from a row of its file; `None` if the file's row belongs to another list.
    fn row(&self, row: &Member<'_>, today: Date) -> Result<Option<Cells>, Unfit> {
        if let Self::Places {
            guests,
            students,
            classes,
            people,
        } = self
        {
            return place(row, *guests, *students, (classes, people), today);
        }
        let cells = self.own_row(row);
        match cells.is_some() && matches!(self, Self::Teachers(_)) && row.is("enabledUser", "false") {
            true => Err(Unfit::NoRow(NoRow::Disabled, name_of(row))),
            false => Ok(cells),
        }
    }

    /// The same for a list that is not of enrolments.
    fn own_row(&self, row: &Member<'_>) -> Option<Cells> {
        let text = |name: &str| row.get(name).to_owned();
        let id = || text(ID);
        match self {
            Self::AcademicYears => row
                .is("type", "schoolYear")
                .then(|| vec![("kode_tahun_ajaran", id()), ("nama_tahun_ajaran", text("title"))]),
            Self::Semesters(titles) => (row.is("type", "semester") || row.is("type", "term")).then(|| {
                let year = text("parentSourcedId");
                let title = titles.get(&year).cloned().unwrap_or_default();
                vec![
                    ("kode_semester", id()),
                    ("nama_semester", text("title")),
                    ("kode_tahun_ajaran", year),
                    ("nama_tahun_ajaran", title),
                    ("tanggal_mulai", text("startDate")),
                    ("tanggal_selesai", text("endDate")),
                ]
            }),
            Self::Programs(departments) => (!row.is("type", "department")).then(|| {
                let (code, name) = departments.get(row.get("parentSourcedId")).cloned().unwrap_or_default();
                vec![
                    ("program_id", id()),
                    ("kode_prodi", text("identifier")),
                    ("nama_prodi", text("name")),
                    ("kode_jurusan", code),
                    ("nama_jurusan", name),
                ]
            }),
            Self::Departments => row
                .is("type", "department")
                .then(|| vec![("kode_jurusan", code_of(row)), ("nama_jurusan", text("name"))]),
            Self::Courses => Some(vec![
                ("matakuliah_id", id()),
                ("kode_matakuliah", text("courseCode")),
                ("nama_matakuliah", text("title")),
                ("program_id", text("orgSourcedId")),
            ]),
            Self::Classes(courses) => {
                let (course, title) = courses.get(row.get("courseSourcedId")).cloned().unwrap_or_default();
                Some(vec![
                    ("jadwal_kuliah_detail_id", id()),
                    ("kelas_id", text("classCode")),
                    ("nama_kelas", text("title")),
                    ("matakuliah_id", course),
                    ("nama_mata_kuliah", title),
                    ("program_id", text("schoolSourcedId")),
                    (
                        "semester",
                        row.get("termSourcedIds")
                            .split(',')
                            .next()
                            .unwrap_or_default()
                            .trim()
                            .to_owned(),
                    ),
                ])
            }
            Self::Teachers(teachers) => {
                let teaches = match row.get("role") {
                    "" => teachers.contains(row.get(ID)),
                    role => role.eq_ignore_ascii_case(TEACHER),
                };
                teaches.then(|| {
                    vec![
                        ("nik", number_of(row)),
                        ("nama_lengkap", name_of(row)),
                        ("nama_depan", text("givenName")),
                        ("nama_belakang", text("familyName")),
                        ("email", text("email")),
                        ("hp", text("phone")),
                    ]
                })
            }
            Self::Places { .. } => None,
        }
    }
}

/// A person's place in a class.
fn place(
    row: &Member<'_>,
    guests: bool,
    students: bool,
    (classes, people): (&HashMap<String, Class>, &HashMap<String, Person>),
    today: Date,
) -> Result<Option<Cells>, Unfit> {
    let wanted = if students { "student" } else { TEACHER };
    if !row.is("role", wanted) {
        return Ok(None);
    }
    let person = people.get(row.get(IdOf::User.column()));
    if students && person.is_some_and(|person| person.guest != guests) || (guests && person.is_none()) {
        return Ok(None);
    }
    let class = classes.get(row.get(IdOf::Class.column()));
    let mut cells = class.map(|class| class.cells(students)).unwrap_or_default();
    let person = match is_current(row, today) {
        Ok(()) => person,
        Err(NotCurrent::Unknown(column, what)) => return Err(Unfit::Cell(column, what, cells)),
        Err(NotCurrent::Known(what, day)) => return Err(Unfit::NoRow(what, day.to_string())),
    };
    let number = if students { "NPK" } else { "nik" };
    let Some(person) = person else {
        return Err(Unfit::Cell(number, not_in(IdOf::User, row), cells));
    };
    if person.disabled {
        return Err(Unfit::NoRow(NoRow::Disabled, person.name.clone()));
    }
    if class.is_none() {
        return Err(Unfit::Cell("nama_kelas", not_in(IdOf::Class, row), cells));
    }
    cells.push((number, person.number.clone()));
    if students {
        // MBKM spells some fields in its own way; fields that a list does not have are not looked up.
        cells.extend([
            ("nama_lengkap", person.name.clone()),
            ("NamaLengkap", person.name.clone()),
            ("angkatan", person.angkatan.clone()),
            ("jenis_kelamin", person.sex.clone()),
            ("JenisKelamin", person.sex.clone()),
            ("HP", person.phone.clone()),
            ("email", person.email.clone()),
            ("Email", person.email.clone()),
        ]);
    }
    Ok(Some(cells))
}

impl Class {
    /// The fields that name it.
    fn cells(&self, students: bool) -> Cells {
        let course = if students { "nama_mk" } else { "nama_mata_kuliah" };
        vec![
            (course, self.course.clone()),
            ("kelas_id", self.code.clone()),
            ("nama_kelas", self.title.clone()),
            ("program_id", self.org.clone()),
            ("jadwal_kuliah_detail_id", self.key.clone()),
        ]
    }
}

/// An id of an enrolment that another file does not have.
fn not_in(of: IdOf, row: &Member<'_>) -> CellFault {
    let value = row.get(of.column()).to_owned();
    CellFault::NotIn { of, value }
}

/// An enrolment that does not count today.
enum NotCurrent {
    /// It has ended or not begun; with the date.
    Known(NoRow, Date),
    /// A date cannot be read.
    Unknown(&'static str, CellFault),
}

/// Fails for an enrolment that has ended or not begun. Systems differ on whether the end date itself belongs to the enrolment,
/// so the person stays on that day.
fn is_current(row: &Member<'_>, today: Date) -> Result<(), NotCurrent> {
    let date = |column: &'static str| match row.get(column) {
        "" => Ok(None),
        text => {
            let date = text.parse::<Date>().map(Some);
            date.map_err(|_| NotCurrent::Unknown(column, CellFault::NotADate(text.to_owned())))
        }
    };
    match (date("beginDate")?, date("endDate")?) {
        (_, Some(end)) if end < today => Err(NotCurrent::Known(NoRow::Ended, end)),
        (Some(begin), _) if begin > today => Err(NotCurrent::Known(NoRow::NotBegun, begin)),
        _ => Ok(()),
    }
}

/// A zip's origin, narrowed to one file in it.
fn of_member(origin: &Origin, member: &str) -> Origin {
    let named = |zip: &str| format!("{zip} ({member})");
    match origin {
        Origin::File { list, name } => {
            let zip = name.strip_suffix(&format!(" ({})", List::named(list).map_or("", main_member)));
            let (list, name) = (*list, named(zip.unwrap_or(name)));
            Origin::File { list, name }
        }
        Origin::Upload { list, name } => Origin::Upload {
            list,
            name: named(name),
        },
        other => other.clone(),
    }
}

/// The key of a row of another file, as that file's own list has it.
fn key_of(row: &Member<'_>, field: &str) -> String {
    row.metadata(field).unwrap_or_else(|| row.get(ID)).to_owned()
}

/// The code that people use for an organisation.
fn code_of(row: &Member<'_>) -> String {
    first_of(row, &["identifier", ID])
}

/// The number that people use for a person.
fn number_of(row: &Member<'_>) -> String {
    first_of(row, &["identifier", "username", ID])
}

fn first_of(row: &Member<'_>, names: &[&str]) -> String {
    let known = names.iter().map(|name| row.get(name)).find(|text| !text.is_empty());
    known.unwrap_or_default().to_owned()
}

/// A person's full name. OneRoster requires a family name; people with one name have a dash there.
fn name_of(row: &Member<'_>) -> String {
    ["givenName", "middleName", "familyName"]
        .map(|part| row.get(part))
        .into_iter()
        .filter(|part| !part.is_empty() && *part != "-")
        .collect::<Vec<_>>()
        .join(" ")
}

/// The zip.
struct Roster<'a> {
    archive: Archive,
    origin: &'a Origin,
    list: &'static List,
    max_row_bytes: usize,
    /// The files that contain only changes, in lower case.
    only_changes: HashSet<String>,
    /// Bytes held of the files in which the list's rows are looked up.
    held: u64,
    /// Unreadable rows of the files in which the list's rows are looked up.
    unread: Vec<Unread>,
}

/// An unreadable row of a file in which the list's rows are looked up.
struct Unread {
    member: &'static str,
    line: u64,
    why: Why,
}

enum Why {
    /// It has more or fewer cells than its file has headings.
    Shifted { found: usize, expected: usize },
    /// Another row has the same id and other cells.
    Twice { id: String, other: u64 },
}

/// The ids that several rows of a file have, with different cells: none of these rows counts.
type Ambiguous = HashSet<String>;

/// The rows of a file by their ids, to find ids that several rows have.
#[derive(Default)]
struct Seen {
    /// Line and hash of the first row.
    rows: HashMap<String, (u64, u64)>,
    ambiguous: Ambiguous,
}

impl Seen {
    /// Adds a row. Returns the line of the first row with this id if that one differs, and whether it is the second of them.
    fn add(&mut self, row: &Member<'_>) -> Option<(u64, bool)> {
        let id = row.get(ID);
        if id.is_empty() {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        row.record.iter().for_each(|cell| cell.hash(&mut hasher));
        let (line, hash) = *self.rows.entry(id.to_owned()).or_insert((row.line, hasher.finish()));
        (hash != hasher.finish()).then(|| (line, self.ambiguous.insert(id.to_owned())))
    }
}

/// A row with more or fewer cells than its file has headings.
struct Shifted {
    line: u64,
    found: usize,
    expected: usize,
}

impl Roster<'_> {
    fn has(&self, member: &str) -> bool {
        archive::name_of(&self.archive, member).is_some()
    }

    /// The columns that a file must have for this list.
    fn needed(&self, member: &str) -> Vec<&'static str> {
        let mut needed = needed(member).to_vec();
        // Version 1.1 has no file of roles.
        if member == "users.csv" && self.list.name() == "teachers" && !self.has(ROLES) {
            needed.push("role");
        }
        needed
    }

    /// The files that contain only changes according to the manifest: `file.users,delta`.
    fn only_changes(&mut self) -> Result<HashSet<String>, Fault> {
        let mut members = HashSet::new();
        if self.has(MANIFEST) {
            self.each(MANIFEST, |row| {
                let property = row.get("propertyName").to_lowercase();
                if let Some(member) = property.strip_prefix("file.")
                    && row.is("value", "delta")
                {
                    members.insert(format!("{member}.csv"));
                }
            })?;
        }
        Ok(members)
    }

    fn has_only_changes(&self, member: &str) -> bool {
        self.only_changes.contains(&member.to_lowercase())
    }

    fn open(&mut self, full: &str) -> Result<impl Read, Fault> {
        let member = self.archive.by_name(full);
        member.map_err(|error| unreadable(self.origin, &error))
    }

    /// The encoding of a file. The standard says UTF-8, but a spreadsheet may have saved it in an old code page.
    fn encoding(&mut self, full: &str, origin: &Origin) -> Result<&'static Encoding, Fault> {
        recognise(self.open(full)?, u64::MAX).map_err(|error| unreadable(origin, &error))
    }

    /// Reads a lookup file row by row. A row with the wrong number of cells is kept to be reported. Such rows of the list's
    /// own file are reported when that is read.
    ///
    /// Returns the ids that are ambiguous; their rows are kept to be reported, too.
    fn each(&mut self, name: &'static str, mut take: impl FnMut(&Member<'_>)) -> Result<Ambiguous, Fault> {
        let (mut unread, mut held, mut seen) = (Vec::new(), self.held, Seen::default());
        let unread_row = |line, why| Unread {
            member: name,
            line,
            why,
        };
        self.each_or_shifted(name, |row| {
            held += ROW;
            match row {
                Ok(row) => {
                    held += row.record.as_slice().len() as u64;
                    // Each role of a person has a row of its own, and its id joins nothing.
                    if let Some((first, is_second)) = (name != ROLES).then(|| seen.add(row)).flatten() {
                        let twice = |other| Why::Twice {
                            id: row.get(ID).to_owned(),
                            other,
                        };
                        unread.extend(is_second.then(|| unread_row(first, twice(row.line))));
                        unread.push(unread_row(row.line, twice(first)));
                    }
                    take(row);
                }
                Err(Shifted { line, found, expected }) => {
                    unread.push(unread_row(line, Why::Shifted { found, expected }));
                }
            }
            held <= HELD
        })?;
        if held > HELD {
            let member = name.to_owned();
            return Err(table(self.origin, TableFault::TooMuchHeld { member, limit: HELD }));
        }
        self.held = held;
        if name != MANIFEST && name != main_member(self.list) {
            self.unread.append(&mut unread);
        }
        Ok(seen.ambiguous)
    }

    /// Reads a required file row by row, as long as `take` returns true. Rows marked for deletion are skipped.
    fn each_or_shifted(
        &mut self,
        name: &str,
        mut take: impl FnMut(Result<&Member<'_>, Shifted>) -> bool,
    ) -> Result<(), Fault> {
        let Some(full) = archive::name_of(&self.archive, name) else {
            return Err(table(self.origin, TableFault::NoMember(name.to_owned())));
        };
        let (of_zip, longest) = (self.origin, self.max_row_bytes);
        let (origin, needed) = (of_member(of_zip, name), self.needed(name));
        // Rows that are not in it would look as if they were removed.
        if self.has_only_changes(name) {
            return Err(table(&origin, TableFault::OnlyChanges));
        }
        let encoding = self.encoding(&full, &origin)?;
        let mut beginning = Vec::new();
        let first_bytes = Letters::of(self.open(&full)?, encoding)
            .take(BUFFER as u64)
            .read_to_end(&mut beginning);
        first_bytes.map_err(|error| unreadable(&origin, &error))?;
        let delimiter = delimiter_of(&beginning, &needed);
        let of_member = |error| broken(&origin, error);
        let mut rows = Records::of(Letters::of(self.open(&full)?, encoding), delimiter, longest);
        let Some(first) = rows.next().map_err(of_member)?.map(|record| record.cells) else {
            return Err(table(&origin, TableFault::Blank));
        };
        let (headings, expected) = (headings(first), first.len());
        let missing: Vec<_> = needed.into_iter().filter(|column| !names(&headings, column)).collect();
        // Version 1.2 says the role in a file of its own.
        if name == "users.csv" && missing == ["role"] {
            return Err(table(of_zip, TableFault::NoMember(ROLES.to_owned())));
        }
        if !missing.is_empty() {
            return Err(table(&origin, TableFault::missing(missing, first.iter())));
        }
        rows.have(expected);
        while let Some(Record {
            line, cells: record, ..
        }) = rows.next().map_err(of_member)?
        {
            // DOS ends a file with U+001A.
            if record.iter().all(|cell| trimmed(cell).is_empty()) {
                continue;
            }
            let row = Member {
                headings: &headings,
                line,
                record,
            };
            let go_on = match shifted(record, expected) {
                Some(found) => take(Err(Shifted { line, found, expected })),
                None if row.get("status").eq_ignore_ascii_case("tobedeleted") => true,
                None => take(Ok(&row)),
            };
            if !go_on {
                return Ok(());
            }
        }
        Ok(())
    }

    /// What `value` takes from each row of a lookup file, by the row's id. Ambiguous ids are left out.
    fn by_id<T>(
        &mut self,
        name: &'static str,
        value: impl Fn(&Member<'_>) -> Option<T>,
    ) -> Result<HashMap<String, T>, Fault> {
        let mut found = HashMap::new();
        let ambiguous = self.each(name, |row| {
            found.extend(value(row).map(|value| (row.get(ID).to_owned(), value)));
        })?;
        found.retain(|id, _| !ambiguous.contains(id));
        Ok(found)
    }

    fn titles(&mut self, name: &'static str) -> Result<Titles, Fault> {
        self.by_id(name, |row| Some(row.get("title").to_owned()))
    }

    fn courses(&mut self) -> Result<Courses, Fault> {
        self.by_id("courses.csv", |row| {
            Some((key_of(row, "matakuliah_id"), row.get("title").to_owned()))
        })
    }

    fn departments(&mut self) -> Result<Departments, Fault> {
        self.by_id("orgs.csv", |row| {
            row.is("type", "department")
                .then(|| (code_of(row), row.get("name").to_owned()))
        })
    }

    /// The ids of teachers. Version 1.1 has them in the users' own file.
    fn teachers(&mut self) -> Result<Teachers, Fault> {
        let mut teachers = Teachers::new();
        if self.has(ROLES) {
            self.each(ROLES, |row| {
                if row.is("role", TEACHER) {
                    teachers.insert(row.get("userSourcedId").to_owned());
                }
            })?;
        }
        Ok(teachers)
    }

    fn classes(&mut self) -> Result<HashMap<String, Class>, Fault> {
        let courses = self.titles("courses.csv")?;
        self.by_id("classes.csv", |row| {
            Some(Class {
                key: key_of(row, "jadwal_kuliah_detail_id"),
                code: row.get("classCode").to_owned(),
                title: row.get("title").to_owned(),
                course: courses.get(row.get("courseSourcedId")).cloned().unwrap_or_default(),
                org: row.get("schoolSourcedId").to_owned(),
            })
        })
    }

    fn people(&mut self) -> Result<HashMap<String, Person>, Fault> {
        let sexes = match self.has("demographics.csv") {
            true => self.by_id("demographics.csv", |row| {
                Some(match row.get("sex").to_lowercase().as_str() {
                    "male" => "L",
                    "female" => "P",
                    _ => "",
                })
            })?,
            false => HashMap::new(),
        };
        self.by_id("users.csv", |row| {
            let sex = row
                .metadata("jenis_kelamin")
                .or_else(|| sexes.get(row.get(ID)).copied());
            Some(Person {
                number: number_of(row),
                name: name_of(row),
                email: row.get("email").to_owned(),
                phone: row.get("phone").to_owned(),
                sex: sex.unwrap_or_default().to_owned(),
                guest: row
                    .metadata(GUEST)
                    .is_some_and(|guest| guest.eq_ignore_ascii_case("true")),
                disabled: row.is("enabledUser", "false"),
                angkatan: row.metadata("angkatan").unwrap_or_default().to_owned(),
            })
        })
    }
}

/// The positions of the columns: standard columns by name in lower case, extension columns by `metadata.` and their field.
fn headings(record: &StringRecord) -> HashMap<String, usize> {
    let named = |heading: &str| {
        let heading = heading.trim_start_matches('\u{feff}').trim().to_lowercase();
        match heading.strip_prefix("metadata.") {
            Some(name) => beside(name.rsplit('.').next().unwrap_or_default()),
            None => heading,
        }
    };
    let headings = record.iter().enumerate();
    headings.map(|(at, heading)| (named(heading), at)).collect()
}

fn names(headings: &HashMap<String, usize>, column: &str) -> bool {
    headings.contains_key(&column.to_lowercase())
}

/// Detects the separator, which a spreadsheet may have changed: the one that splits the first line into most of the columns.
fn delimiter_of(beginning: &[u8], columns: &[&str]) -> u8 {
    let named = |delimiter: u8| {
        let mut lines = reader(delimiter).from_reader(beginning);
        let first = lines.records().next().and_then(Result::ok).unwrap_or_default();
        let headings = headings(&first);
        columns.iter().filter(|column| names(&headings, column)).count()
    };
    let most = DELIMITERS
        .into_iter()
        .min_by_key(|delimiter| Reverse(named(*delimiter)));
    most.unwrap_or(b',')
}

fn beside(field: &str) -> String {
    format!("metadata.{}", plain(field))
}

/// One row of one file of the zip.
struct Member<'a> {
    headings: &'a HashMap<String, usize>,
    line: u64,
    record: &'a StringRecord,
}

impl Member<'_> {
    /// A standard column; empty if missing.
    fn get(&self, name: &str) -> &str {
        let at = self.headings.get(&name.to_lowercase());
        at.and_then(|at| self.record.get(*at)).map_or("", str::trim)
    }

    /// True if a standard column has one of the standard's values, in any case.
    fn is(&self, name: &str, word: &str) -> bool {
        self.get(name).eq_ignore_ascii_case(word)
    }

    /// An extension column, if it is not empty.
    fn metadata(&self, field: &str) -> Option<&str> {
        let at = self.headings.get(&beside(field))?;
        self.record.get(*at).map(str::trim).filter(|text| !text.is_empty())
    }
}
