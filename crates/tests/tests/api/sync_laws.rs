//! Syncs of random lists, against models that apply the rules of the contract (section 11) row by row. Lists have few numbers and
//! names, so that rows collide often.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::Client,
    small::{By, Files, Http, Small, class},
};
use proptest::{collection::vec, prelude::*, sample::select, test_runner::TestRunner};
use rstest::rstest;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
};
use tokio::runtime::Runtime;

/// Rows by outcome, in the order of [`crate::harness::Reply::counts`].
type Counts = [i64; 6];
const CREATED: usize = 0;
const UPDATED: usize = 1;
const UNCHANGED: usize = 2;
const MISSING: usize = 3;
const CONFLICT: usize = 4;
const FAILED: usize = 5;

type Text = &'static str;

/// Signs that programs put around a number, which is the `N`.
const SIGNS: [&str; 6] = ["N", "'N", "=\"N\"", "\u{a0}N", "N\u{200b}", " N "];
const NAMES: [&str; 3] = ["Siti", "SITI", "Budi"];

/// What is wrong with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Nothing,
    NoNumber,
    /// A placeholder stands for the number of a row that has a name.
    Placeholder,
    /// Placeholders stand for all: it is no row.
    NoRow,
    LongName,
    /// Only rows of students have one.
    LongClass,
}

fn faults() -> impl Strategy<Value = Fault> {
    use Fault::{LongClass, LongName, NoNumber, NoRow, Nothing, Placeholder};
    prop_oneof![5 => Just(Nothing), 1 => select(vec![NoNumber, Placeholder, NoRow, LongName, LongClass])]
}

/// The number and the name as the source sends them.
fn sent(number: &str, signs: &str, name: &str, fault: Fault) -> [String; 2] {
    let sent = signs.replace('N', number);
    match fault {
        Fault::NoNumber => [String::new(), name.to_owned()],
        Fault::Placeholder => ["#N/A".to_owned(), name.to_owned()],
        Fault::NoRow => ["-".to_owned(), "-".to_owned()],
        Fault::LongName => [sent, name.repeat(100)],
        Fault::Nothing | Fault::LongClass => [sent, name.to_owned()],
    }
}

/// True if two numbers may be one, since programs drop the zeros at the beginning.
fn comparable(one: &str, other: &str) -> bool {
    let bare = |number: &str| number.trim_start_matches('0').to_lowercase();
    bare(one) == bare(other)
}

/// A number as it is known; as it is, if it is new. `None` if a person of that name has it with other zeros: that cannot be decided.
fn known<'a>(
    mut people: impl Iterator<Item = (&'a String, &'a str)> + Clone,
    number: &str,
    name: &str,
) -> Option<String> {
    match people.clone().find(|(known, _)| known.eq_ignore_ascii_case(number)) {
        Some((known, _)) => Some(known.clone()),
        None => {
            let is_it =
                |(known, of): (&String, &str)| comparable(known, number) && of.to_lowercase() == name.to_lowercase();
            (!people.any(is_it)).then(|| number.to_owned())
        }
    }
}

/// Plans a sync, syncs, and syncs again. `expected` are the counts of both syncs; `None` means that the list is refused.
async fn assert_syncs(admin: &Client, kind: &str, expected: [Option<Counts>; 2], after: &str) {
    let call = format!("{kind}/sync");
    let plan = admin.act(&call, json!({ "dry_run": true })).await.ok();
    let counts = &plan.data()["counts"];
    let planned = ["create", "update", "unchanged", "missing", "conflicts"].map(|name| counts[name].as_i64().unwrap());
    let [create, update, unchanged, missing, conflict, failed] = expected[0].unwrap_or_default();
    assert_eq!(
        planned,
        [create, update, unchanged, missing, conflict + failed],
        "plan {after}"
    );
    assert_eq!(
        plan.data()["warning"].is_null(),
        expected[0].is_some(),
        "warning {after}"
    );
    let mut rows = Vec::new();
    for (nth, expected) in expected.into_iter().enumerate() {
        let synced = admin.act(&call, json!({})).await;
        match expected {
            Some(expected) => assert_eq!(synced.counts(), expected, "sync {nth} {after}"),
            None => drop(synced.refused(409)),
        }
        rows.push(admin.rows(kind).await);
    }
    // A row that could not be decided may be clear once the others are stored; the model says so.
    let [first, second] = expected.map(Option::unwrap_or_default);
    let is_silent = [CREATED, UPDATED, MISSING].iter().all(|outcome| second[*outcome] == 0);
    assert!(
        is_silent || first[FAILED] > 0,
        "a second sync changes something {after}"
    );
    if is_silent {
        assert_eq!(rows[0], rows[1], "rows {after}");
    }
}

/// Runs a law on random cases, each on an empty dashboard.
fn for_any<T: Debug>(on: Database, by: By, cases: impl Strategy<Value = T>, law: impl AsyncFn(&Small, &T)) {
    let runtime = Runtime::new().unwrap();
    let small = runtime.block_on(Small::start(on, by, &[], &[], &[]));
    let mut runner = TestRunner::new(ProptestConfig {
        // A sync takes about four times as long on PostgreSQL.
        cases: if on == Sqlite { 12 } else { 4 },
        max_shrink_iters: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let run = runner.run(&cases, |case| {
        runtime.block_on(async {
            small.server.alter(CLEAR).await;
            law(&small, &case).await;
        });
        Ok(())
    });
    // Its parts stop within the runtime.
    runtime.block_on(async { drop(small) });
    run.unwrap();
}

const CLEAR: &str = "DELETE FROM kelas; DELETE FROM pengajar; DELETE FROM mahasiswa_enrolment; DELETE FROM mahasiswa_person; \
                     DELETE FROM mahasiswa_class";

fn text(row: &Value, column: &str) -> String {
    row[column].as_str().unwrap().to_owned()
}

/// A kind of which a row stands for itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Classes,
    /// Their numbers are also compared without capitals and zeros.
    Teachers,
}

impl Kind {
    /// The kind, its list, and the columns of number and name.
    const fn names(self) -> [&'static str; 4] {
        match self {
            Self::Classes => ["kelas", "classes", "jadwal_kuliah_detail_id", "nama_kelas"],
            Self::Teachers => ["dosen", "teachers", "nik", "nama_lengkap"],
        }
    }

    /// True if two numbers are one.
    fn same(self, one: &str, other: &str) -> bool {
        one == other || self == Self::Teachers && one.eq_ignore_ascii_case(other)
    }

    /// The numbers of the rows that may be meant by a number.
    fn called(self, rows: &Rows, number: &str) -> Vec<String> {
        let is_known = rows.keys().any(|known| self.same(known, number));
        let may_be = |known: &&String| {
            self.same(known, number) || self == Self::Teachers && !is_known && comparable(known, number)
        };
        rows.keys().filter(may_be).cloned().collect()
    }
}

/// A row of a list: number, signs around it, name, and what is wrong.
type Line = (Text, Text, Text, Fault);
/// Rows by number: the name, and whether the row is flagged as gone.
type Rows = BTreeMap<String, (String, bool)>;

fn lists_of_rows() -> impl Strategy<Value = Vec<(Kind, Vec<Line>)>> {
    let number = select(vec!["7", "07", "007", "d7", "D7", "Dn7", "dn7", "DN7", "8"]);
    let line = (number, select(SIGNS.to_vec()), select(NAMES.to_vec()), faults());
    vec((select(vec![Kind::Classes, Kind::Teachers]), vec(line, 0..6)), 1..6)
}

/// Syncs a list into the rows of the model.
fn sync_rows(kind: Kind, rows: &mut Rows, list: &[Line]) -> Option<Counts> {
    let (before, mut counts) = (rows.clone(), Counts::default());
    let people = before.iter().map(|(number, (name, _))| (number, name.as_str()));
    let is_read = |fault| matches!(fault, Fault::Nothing | Fault::LongClass);
    let read: Vec<_> = list
        .iter()
        .filter(|line| is_read(line.3))
        .map(|line| (line.0, line.2))
        .collect();
    let unread = list.iter().filter(|line| !is_read(line.3) && line.3 != Fault::NoRow);
    counts[FAILED] += unread.count() as i64;
    // Rows that stay, since the list has them or may have them.
    let mut stay = BTreeSet::new();
    for (at, (number, name)) in read.iter().enumerate() {
        let is_same = |(other, _): &&(&str, &str)| kind.same(other, number);
        let known = match kind {
            Kind::Classes => Some((*number).to_owned()),
            Kind::Teachers => known(people.clone(), number, name),
        };
        if read.iter().filter(is_same).any(|(_, other)| other != name) {
            counts[CONFLICT] += 1;
            stay.extend(kind.called(&before, number));
        } else if let Some(known) = known {
            let is_repeated = read[..at].iter().any(|row| is_same(&row));
            let row = ((*name).to_owned(), false);
            counts[match (is_repeated, before.get(&known)) {
                (false, None) => CREATED,
                (false, Some((before, _))) if before != name => UPDATED,
                _ => UNCHANGED,
            }] += 1;
            if !is_repeated {
                rows.insert(known.clone(), row);
                stay.insert(known);
            }
        } else {
            counts[FAILED] += 1;
        }
    }
    if counts[..FAILED] == [0; FAILED] && before.values().any(|(_, gone)| !gone) {
        return None;
    }
    for (_, (_, gone)) in rows.iter_mut().filter(|(number, _)| !stay.contains(*number)) {
        if counts[FAILED] == 0 && !*gone {
            *gone = true;
            counts[MISSING] += 1;
        }
    }
    Some(counts)
}

async fn assert_lists_of_rows(small: &Small, lists: &[(Kind, Vec<Line>)]) {
    let mut model: BTreeMap<&str, Rows> = BTreeMap::new();
    for (at, (kind, list)) in lists.iter().enumerate() {
        let ([kind_name, list_name, number, name], after) = (kind.names(), format!("after {:?}", &lists[..=at]));
        let row = |line: &Line| {
            let [sent_number, sent_name] = sent(line.0, line.1, line.2, line.3);
            json!({ number: sent_number, name: sent_name })
        };
        small.set(list_name, &list.iter().map(row).collect::<Vec<_>>());
        let rows = model.entry(kind_name).or_default();
        let expected = [sync_rows(*kind, rows, list), sync_rows(*kind, rows, list)];
        assert_syncs(&small.admin, kind_name, expected, &after).await;
        let found = small.admin.rows(kind_name).await.into_iter();
        let found = found.map(|row| (text(&row, number), (text(&row, name), !row["missing_since"].is_null())));
        assert_eq!(found.collect::<Rows>(), *rows, "{after}");
    }
}

#[rstest]
fn lists_of_rows_are_synced_as_by_the_model(#[values(Sqlite, Postgres)] on: Database) {
    for_any(on, Http, lists_of_rows(), async |small, lists| {
        assert_lists_of_rows(small, lists).await
    });
}

/// The classes, and the names that they exchange. One name is always that of no class.
const IDS: [&str; 3] = ["90001", "90002", "90003"];
const CLASSES: [&str; 4] = ["A", "B", "C", "D"];

/// A row of a list of students: number, signs around it, name, the id of the class or nothing, its name, and what is wrong.
type Student = (Text, Text, Text, Text, Text, Fault);
/// The names of the classes, in the order of their ids, and a list of students.
type Term = (Vec<&'static str>, Vec<Student>);

fn terms() -> impl Strategy<Value = Vec<Term>> {
    let id = select(vec!["", "", "", "", "", "90001", "90002", "90003", "70000"]);
    let named = select(vec!["A", "A", "A", "B", "B", "B", "C", "C", "D", "a"]);
    let number = select(vec!["7", "07", "d7", "D7", "Dn7", "DN7", "8"]);
    let student = (
        number,
        select(SIGNS.to_vec()),
        select(NAMES.to_vec()),
        id,
        named,
        faults(),
    );
    vec((Just(CLASSES.to_vec()).prop_shuffle(), vec(student, 1..8)), 1..6)
}

/// The dashboard by the model.
#[derive(Debug, Default)]
struct Dashboard {
    /// The name of each class, by id.
    classes: BTreeMap<&'static str, &'static str>,
    /// Names by number.
    people: BTreeMap<String, String>,
    /// Whether they are flagged as gone, by class and number.
    enrolments: BTreeMap<(&'static str, String), bool>,
}

/// What a list says besides usable rows.
#[derive(Default)]
struct Doubts {
    /// A row that cannot be read may be any row.
    of_list: bool,
    /// Classes of which a row cannot be used.
    classes: BTreeSet<&'static str>,
    /// Classes that the dashboard does not have.
    unknown: BTreeSet<&'static str>,
    /// People in rows of an unknown or unreadable class.
    people: BTreeSet<String>,
    /// How a number is known, as its first row decides.
    numbers: BTreeMap<&'static str, Option<String>>,
    /// How a number is spelled that is not known, by the number in small letters.
    new_numbers: BTreeMap<String, String>,
}

impl Dashboard {
    /// The classes get other names, and their people stay in them.
    fn rename(&mut self, names: &[&'static str]) {
        let now: BTreeMap<_, _> = IDS.into_iter().zip(names.iter().copied()).collect();
        let renamed: BTreeMap<_, _> = self.classes.iter().map(|(id, before)| (*before, now[id])).collect();
        let enrolments = std::mem::take(&mut self.enrolments).into_iter();
        self.enrolments = enrolments
            .map(|((class, number), gone)| ((renamed[class], number), gone))
            .collect();
        self.classes = now;
    }

    /// The people who may have a number: who has exactly that one, or else all with comparable ones.
    fn called(&self, number: &str) -> Vec<String> {
        match self.people.get_key_value(number) {
            Some((exact, _)) => vec![exact.clone()],
            None => self
                .people
                .keys()
                .filter(|known| comparable(known, number))
                .cloned()
                .collect(),
        }
    }

    /// Reads a row: class and number, or else what it leaves in doubt.
    fn read(&self, student: &Student, doubts: &mut Doubts, failed: &mut i64) -> Option<(&'static str, String)> {
        let (number, _, name, id, named, fault) = *student;
        let class = match id {
            "" => self
                .classes
                .values()
                .copied()
                .find(|class| *class == named && fault != Fault::LongClass),
            id => self.classes.get(id).copied(),
        };
        let people = match fault {
            Fault::NoNumber | Fault::Placeholder => Vec::new(),
            _ => self.called(number),
        };
        match (class, fault) {
            (Some(class), Fault::Nothing) => {
                let people = self.people.iter().map(|(number, name)| (number, name.as_str()));
                let known = doubts
                    .numbers
                    .entry(number)
                    .or_insert_with(|| known(people, number, name));
                if let Some(number) = known {
                    let first = doubts.new_numbers.entry(number.to_lowercase());
                    let is_known = self.people.contains_key(number);
                    let number = if is_known {
                        number
                    } else {
                        first.or_insert(number.clone())
                    };
                    return Some((class, number.clone()));
                }
                doubts.classes.insert(class);
                *failed += 1;
            }
            (Some(class), _) => {
                doubts.classes.insert(class);
                *failed += 1;
            }
            // Rows of one unknown class are reported together.
            (None, Fault::Nothing) => {
                let label = if id.is_empty() { named } else { id };
                *failed += i64::from(doubts.unknown.insert(label));
            }
            (None, _) => {
                doubts.of_list |= people.is_empty();
                *failed += 1;
            }
        }
        if class.is_none() {
            doubts.people.extend(people);
        }
        None
    }

    /// Syncs a list of students.
    fn sync(&mut self, list: &[Student]) -> Option<Counts> {
        let (mut counts, mut doubts, mut listed) = (Counts::default(), Doubts::default(), BTreeSet::new());
        let mut said: BTreeMap<String, &str> = BTreeMap::new();
        let rows = list.iter().filter(|student| student.5 != Fault::NoRow);
        let rows: Vec<_> = rows
            .filter_map(|student| Some((self.read(student, &mut doubts, &mut counts[FAILED])?, student.2)))
            .collect();
        if rows.is_empty() && self.enrolments.values().any(|gone| !gone) {
            return None;
        }
        for (enrolment, name) in rows {
            let number = enrolment.1.clone();
            let of_person = match said.get(&number) {
                Some(first) => (*first != name).then_some(CONFLICT),
                None => {
                    said.insert(number.clone(), name);
                    let before = self.people.insert(number, name.to_owned());
                    before.and_then(|before| (before != name).then_some(UPDATED))
                }
            };
            let of_enrolment = match self.enrolments.insert(enrolment.clone(), false) {
                None => Some(CREATED),
                Some(gone) => gone.then_some(UNCHANGED),
            };
            // Of each row one thing is counted; an enrolment that is new or listed again is counted besides.
            let nothing = of_person.or(of_enrolment).is_none().then_some(UNCHANGED);
            for outcome in [of_person, of_enrolment, nothing].into_iter().flatten() {
                counts[outcome] += 1;
            }
            listed.insert(enrolment);
        }
        self.flag(&listed, &doubts, &mut counts);
        Some(counts)
    }

    /// Flags what the list no longer has, class by class.
    fn flag(&mut self, listed: &BTreeSet<(&'static str, String)>, doubts: &Doubts, counts: &mut Counts) {
        for class in self
            .classes
            .values()
            .filter(|class| !doubts.of_list && !doubts.classes.contains(*class))
        {
            let held = self
                .enrolments
                .iter_mut()
                .filter(|((of, _), gone)| of == class && !**gone);
            let held: Vec<_> = held.collect();
            // An emptied class may be the one that is unknown.
            if !held.is_empty() && !doubts.unknown.is_empty() && listed.iter().all(|(of, _)| of != class) {
                counts[FAILED] += 1;
                continue;
            }
            for (enrolment, gone) in held {
                if !listed.contains(enrolment) && !doubts.people.contains(&enrolment.1) {
                    *gone = true;
                    counts[MISSING] += 1;
                }
            }
        }
    }
}

/// A student as the source sends it.
fn sent_student(&(number, signs, name, id, class, fault): &Student) -> Value {
    let [number, name] = sent(number, signs, name, fault);
    let class = class.repeat(if fault == Fault::LongClass { 300 } else { 1 });
    json!({ "NPK": number, "nama_lengkap": name, "nama_mk": "Algoritma", "nama_kelas": class, "program_id": "11",
        "jadwal_kuliah_detail_id": id })
}

async fn assert_lists_of_students(small: &Small, terms: &[Term]) {
    let mut model = Dashboard::default();
    for (at, (names, students)) in terms.iter().enumerate() {
        let after = format!("after {:?}", &terms[..=at]);
        let classes: Vec<_> = IDS.iter().zip(names).map(|(id, name)| class(id, name)).collect();
        small.set("classes", &classes);
        small.admin.sync("kelas").await;
        model.rename(names);
        small.set("class_students", &students.iter().map(sent_student).collect::<Vec<_>>());
        let expected = [model.sync(students), model.sync(students)];
        assert_syncs(&small.admin, "mahasiswa", expected, &after).await;
        let found = small.admin.rows("mahasiswa").await.into_iter().map(|row| {
            let [class, number, name] = ["nama_kelas", "NPK", "nama_lengkap"].map(|column| text(&row, column));
            (class, number, name, !row["missing_since"].is_null())
        });
        let of_model = model
            .enrolments
            .iter()
            .map(|((class, number), gone)| ((*class).to_owned(), number.clone(), model.people[number].clone(), *gone));
        assert_eq!(found.collect::<BTreeSet<_>>(), of_model.collect(), "{after}");
    }
}

#[rstest]
fn lists_of_students_are_synced_as_by_the_model(#[values(Sqlite, Postgres)] on: Database) {
    for_any(on, Files, terms(), async |small, terms| {
        assert_lists_of_students(small, terms).await
    });
}
