//! All places that tell what is in step with the platform agree: the main page, the lists, the plans of an export and of
//! enrolling, the pages of persons and of classes, and the comparison.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, with},
    small::{Files, Small, class, course, student, teaching},
};
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of enrolments.
struct Enrolments {
    list: &'static str,
    /// The list of their people, which have accounts.
    people: &'static str,
    /// The kind of the people in the summary, and in the address of their pages.
    accounts: &'static str,
    /// The column with a person's number.
    number: &'static str,
    export: &'static str,
}

const KINDS: [Enrolments; 2] = [
    Enrolments {
        list: "mahasiswa",
        people: "mahasiswa",
        accounts: "mahasiswa",
        number: "NPK",
        export: "mahasiswa/export_as_user",
    },
    Enrolments {
        list: "mengajar",
        people: "dosen",
        accounts: "pengajar",
        number: "nik",
        export: "dosen/export",
    },
];

/// The classes: two of one course, and one of another.
const CLASSES: [&str; 3] = ["A", "B", "C"];

/// Their courses.
const COURSES: [&str; 3] = ["4711", "4711", "4712"];

/// What the source lists at first, by number and class: one student is in two courses, one in two classes of a course.
const STUDENTS: [(&str, usize); 8] = [
    ("21", 0),
    ("22", 0),
    ("23", 0),
    ("23", 1),
    ("24", 1),
    ("21", 2),
    ("25", 2),
    ("26", 2),
];
const TEACHINGS: [(&str, usize); 3] = [("1970", 0), ("1971", 1), ("1970", 2)];

/// What happens to an enrolment, by index, or to a whole kind.
#[derive(Debug, Clone, Copy)]
enum Step {
    Leave(usize),
    Return(usize),
    Rename(usize),
    Suspend(usize),
    /// Suspends the enrolment on the platform, as a teacher may.
    SuspendThere(usize),
    /// Another account on the platform takes the e-mail address.
    TakeAddress(usize),
    LeaveTeaching(usize),
    ReturnTeaching(usize),
    RenameTeacher,
    Sync,
    Export,
    Enrol,
    RemoveLeavers,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let (at, teaching) = (|| 0..STUDENTS.len(), || 0..TEACHINGS.len());
    let step = prop_oneof![
        3 => at().prop_map(Step::Leave),
        1 => at().prop_map(Step::Return),
        2 => at().prop_map(Step::Rename),
        2 => at().prop_map(Step::Suspend),
        1 => at().prop_map(Step::SuspendThere),
        2 => at().prop_map(Step::TakeAddress),
        2 => teaching().prop_map(Step::LeaveTeaching),
        1 => teaching().prop_map(Step::ReturnTeaching),
        1 => Just(Step::RenameTeacher),
        4 => Just(Step::Sync),
        3 => Just(Step::Export),
        3 => Just(Step::Enrol),
        1 => Just(Step::RemoveLeavers),
    ];
    vec(step, 4..14)
}

/// What the page of a person says of an enrolment.
struct Seen {
    number: String,
    course: &'static str,
    enrolment: Value,
}

/// What the source lists.
#[derive(Default)]
struct Listed {
    gone: BTreeSet<usize>,
    gone_teachings: BTreeSet<usize>,
    renamed: BTreeMap<String, usize>,
    teacher_renamed: usize,
}

struct Term {
    small: Small,
    listed: Listed,
}

impl Term {
    async fn start(on: Database) -> Self {
        let second = |row: Value| with(&row, json!({ "nama_mata_kuliah": "Basis Data", "kelas_id": "IF102-C" }));
        let classes = [class("1", "A"), class("2", "B"), second(class("3", "C"))];
        let small = Small::start(on, Files, &classes, &[], &[]).await;
        let other = with(&course("4712", "IF102"), json!({ "nama_matakuliah": "Basis Data" }));
        small.set("courses", &[course("4711", "IF101"), other]);
        let term = Self {
            small,
            listed: Listed::default(),
        };
        term.write();
        term.small.sync().await;
        for kind in ["matakuliah", "kelas"] {
            term.small.admin.export(kind, json!({})).await.ok();
        }
        term
    }

    fn write(&self) {
        let in_course = |at: usize, row: Value, name: &str| match at {
            2 => with(&row, json!({ name: "Basis Data" })),
            _ => row,
        };
        let listed = STUDENTS
            .iter()
            .enumerate()
            .filter(|(at, _)| !self.listed.gone.contains(at));
        let students = listed.map(|(_, (npk, at))| {
            let row = in_course(*at, student(npk, CLASSES[*at]), "nama_mk");
            match self.listed.renamed.get(*npk) {
                Some(times) => with(&row, json!({ "nama_lengkap": format!("Nama Baru {times}") })),
                None => row,
            }
        });
        self.small.set("class_students", &students.collect::<Vec<_>>());
        let teachings = TEACHINGS.iter().enumerate();
        let listed = teachings.filter(|(at, _)| !self.listed.gone_teachings.contains(at));
        let teachings = listed.map(|(_, (nik, at))| {
            let row = with(&teaching(CLASSES[*at]), json!({ "nik": nik }));
            let row = in_course(*at, row, "nama_mata_kuliah");
            match at {
                2 => with(&row, json!({ "kelas_id": "IF102-C" })),
                _ => row,
            }
        });
        self.small.set("teachings", &teachings.collect::<Vec<_>>());
        let teacher = |nik: &str| {
            let name = format!("Siti Rahayu {nik} {}", self.listed.teacher_renamed);
            json!({ "nik": nik, "nama_lengkap": name, "email": format!("{nik}@kampus.example") })
        };
        self.small.set("teachers", &["1970", "1971"].map(teacher));
    }

    /// The row of an enrolment of students, if it was synced.
    async fn row(&self, at: usize) -> Option<Value> {
        let (npk, class) = STUDENTS[at];
        let rows = self.small.admin.rows("mahasiswa").await.into_iter();
        rows.into_iter()
            .find(|row| row["NPK"] == npk && row["nama_kelas"] == CLASSES[class])
    }

    async fn take(&mut self, step: Step) {
        let (admin, server) = (&self.small.admin, &self.small.server);
        match step {
            Step::Leave(at) => {
                // A list without a row is not believed.
                if self.listed.gone.len() + 1 < STUDENTS.len() {
                    self.listed.gone.insert(at);
                }
            }
            Step::Return(at) => {
                self.listed.gone.remove(&at);
            }
            Step::LeaveTeaching(at) => {
                if self.listed.gone_teachings.len() + 1 < TEACHINGS.len() {
                    self.listed.gone_teachings.insert(at);
                }
            }
            Step::ReturnTeaching(at) => {
                self.listed.gone_teachings.remove(&at);
            }
            Step::Rename(at) => *self.listed.renamed.entry(STUDENTS[at].0.to_owned()).or_default() += 1,
            Step::RenameTeacher => self.listed.teacher_renamed += 1,
            Step::Suspend(at) => {
                if let Some(row) = self.row(at).await {
                    let body = json!({ "ids": [row["id"]], "leaving": "suspend" });
                    admin.act("mahasiswa/unenroll", body).await;
                }
            }
            Step::SuspendThere(at) => {
                let (npk, class) = STUDENTS[at];
                let idnumber = format!("selaras:mata_kuliah:{}", COURSES[class]);
                let course = server.moodle().course_by_idnumber(&idnumber).unwrap();
                if let Some(user) = server.account(npk) {
                    let (user, course) = (user.to_string(), course.to_string());
                    let fields = [
                        ("roleid", "5"),
                        ("userid", &*user),
                        ("courseid", &*course),
                        ("suspend", "1"),
                    ];
                    server.by_hand("enrol_manual_enrol_users", "enrolments", &fields);
                }
            }
            Step::TakeAddress(at) => {
                let npk = STUDENTS[at].0;
                let fields = [
                    ("username", &*format!("lain{npk}")),
                    ("firstname", "Orang"),
                    ("lastname", "Lain"),
                    ("email", &*format!("{npk}@mhs.example")),
                    ("createpassword", "1"),
                ];
                server.by_hand("core_user_create_users", "users", &fields);
            }
            Step::Sync => {
                for kind in ["dosen", "mahasiswa", "mengajar"] {
                    admin.act(&format!("{kind}/sync"), json!({})).await;
                }
            }
            Step::Export => {
                for kind in ["mahasiswa", "dosen"] {
                    admin.export(kind, json!({})).await;
                }
            }
            Step::Enrol => {
                for kind in KINDS {
                    admin.act(&format!("{}/enroll", kind.list), json!({})).await;
                }
            }
            Step::RemoveLeavers => {
                for kind in KINDS {
                    let body = json!({ "missing": true });
                    admin.act(&format!("{}/unenroll", kind.list), body).await;
                }
            }
        }
        self.write();
    }

    /// The rows that a plan of this call looks at.
    async fn planned(&self, call: &str) -> i64 {
        let plan = self.small.admin.act(call, json!({ "dry_run": true })).await.ok();
        let counts = plan.data()["counts"].as_object().unwrap();
        counts.values().map(|rows| rows.as_i64().unwrap()).sum()
    }

    /// The rows of a list with this state that the source lists.
    async fn listed(&self, list: &str, column: &str, state: &str) -> i64 {
        let path = format!("{A}/{list}/get?page=1&per_page=1&missing=false&{column}={state}");
        self.small.admin.post(&path, json!({})).await.ok().total()
    }

    /// What the pages of the people of these rows say about the rows' classes, in the order of the rows. It is what the rows
    /// and the pages of the classes say.
    async fn pages(&self, kind: &Enrolments, rows: &[Value], accounts: &[Value], after: &[Step]) -> Vec<Seen> {
        let admin = &self.small.admin;
        let mut members = Vec::new();
        for at in 1..=CLASSES.len() {
            let class = admin.get(&format!("{A}/classes/{at}")).await.ok();
            members.push(class.data()["members"].as_array().unwrap().clone());
        }
        let mut pages = BTreeMap::new();
        for account in accounts {
            let number = account[kind.number].as_str().unwrap();
            let page = admin.get(&format!("{A}/people/{}/{number}", kind.accounts)).await.ok();
            assert_eq!(
                page.data()["dashboard"]["migration"],
                account["migration"],
                "{number} after {after:?}"
            );
            pages.insert(number, page.data()["enrolments"].as_array().unwrap().clone());
        }
        let mut seen = Vec::new();
        for row in rows {
            let number = row[kind.number].as_str().unwrap();
            let at = CLASSES.iter().position(|name| row["nama_kelas"] == *name).unwrap();
            let class = (at + 1).to_string();
            let of_class =
                |enrolment: &&Value| enrolment["class"]["number"] == *class && !enrolment["dashboard"].is_null();
            let enrolment = pages[number].iter().find(of_class).unwrap_or_else(|| {
                panic!("{number} in {class} is not among {:#?} after {after:?}", pages[number]);
            });
            assert_eq!(
                enrolment["dashboard"]["enroll"], row["enroll"],
                "{number} after {after:?}"
            );
            let is = |member: &&Value| member["person"]["number"] == number && !member["dashboard"].is_null();
            let member = members[at].iter().find(is).unwrap_or_else(|| {
                panic!("{number} is not among {:#?} after {after:?}", members[at]);
            });
            assert_eq!(
                (&member["dashboard"]["enroll"], &member["platform"]["state"]),
                (&row["enroll"], &enrolment["platform"]["state"]),
                "{number} in {class} after {after:?}"
            );
            seen.push(Seen {
                number: number.to_owned(),
                course: COURSES[at],
                enrolment: enrolment.clone(),
            });
        }
        seen
    }

    async fn assert_that_places_agree(&self, after: &[Step]) {
        let admin = &self.small.admin;
        let summary = admin.get(&format!("{A}/summary")).await.ok();
        let mut seen = Vec::new();
        for kind in &KINDS {
            let (rows, people) = (admin.rows(kind.list).await, admin.rows(kind.people).await);
            let of = |name: &str| summary.rows().iter().find(|row| row["kind"] == name).unwrap().clone();
            let (enrolments, accounts) = (of(kind.list), of(kind.accounts));
            let expected = accounts_waiting(&people, kind.number);
            for (name, number) in expected.as_object().unwrap() {
                assert_eq!(
                    &accounts["waiting"][name], number,
                    "{name} of {} after {after:?}",
                    kind.people
                );
            }
            let expected = enrolments_waiting(&rows);
            for (name, number) in expected.as_object().unwrap() {
                assert_eq!(
                    &enrolments["waiting"][name], number,
                    "{name} of {} after {after:?}",
                    kind.list
                );
            }
            let number = |of: &Value, name: &str| of[name].as_i64().unwrap();
            // A plan counts what is in step beside what waits.
            let waits = ["not_there", "different", "refused"].map(|name| number(&accounts["waiting"], name));
            let objects = number(&accounts, "accounts") + waits.iter().sum::<i64>();
            let looked_at = self.planned(kind.export).await;
            assert_eq!(looked_at, objects, "{} after {after:?}", kind.export);
            let states = [
                ("not_enrolled", "belum"),
                ("suspended", "ditangguhkan"),
                ("enrolments_refused", "gagal"),
            ];
            let mut waiting = 0;
            for (name, state) in states {
                let of_state = number(&enrolments["waiting"], name);
                assert_eq!(
                    self.listed(kind.list, "enroll", state).await,
                    of_state,
                    "{state} of {} after {after:?}",
                    kind.list
                );
                waiting += of_state;
            }
            let looked_at = self.planned(&format!("{}/enroll", kind.list)).await;
            let expected = number(&enrolments, "enrolled") + waiting;
            assert_eq!(looked_at, expected, "enrolling {} after {after:?}", kind.list);
            seen.push((kind, self.pages(kind, &rows, &people, after).await));
        }
        admin.act("comparison/compare", json!({})).await.ok();
        let report = admin.get(&format!("{A}/comparison")).await.ok();
        let compared = report.data()["kinds"].as_array().unwrap();
        for (kind, pages) in seen {
            let counts = &compared.iter().find(|of| of["kind"] == kind.list).unwrap()["counts"];
            let of = |outcome: &str| counts[outcome].as_i64().unwrap_or_default();
            assert_eq!(
                json!({ "not_enrolled": of("not_enrolled"), "by_hand": of("by_hand") }),
                differences_of(&pages),
                "{} after {after:?}",
                kind.list
            );
        }
    }
}

/// The enrolments that differ on the platform by what the pages of their persons say. An enrolment that the source no longer
/// lists is no difference while its person is in the course by another one.
fn differences_of(pages: &[Seen]) -> Value {
    let (mut not_enrolled, mut by_hand) = (0, 0);
    let listed = |seen: &Seen| seen.enrolment["dashboard"]["missing_since"].is_null();
    for seen in pages {
        let (here, there) = (&seen.enrolment["dashboard"], &seen.enrolment["platform"]);
        let is_active = there["state"] == "active";
        let is_in_place = is_active && there["in_group"] == true;
        let is_other = |other: &&Seen| (&other.number, other.course) == (&seen.number, seen.course) && listed(other);
        let may_enter = is_active && (listed(seen) || pages.iter().find(is_other).is_none());
        match here["enroll"].as_str().unwrap() {
            "ditangguhkan" => by_hand += i32::from(may_enter && listed(seen)),
            "sudah" => not_enrolled += i32::from(!is_in_place && listed(seen)),
            _ if is_in_place || may_enter && !listed(seen) => by_hand += 1,
            _ => not_enrolled += i32::from(listed(seen)),
        }
    }
    json!({ "not_enrolled": not_enrolled, "by_hand": by_hand })
}

/// What the rows of a list of people say about the accounts that wait: a person waits once, and only while the source lists
/// one of the rows.
fn accounts_waiting(rows: &[Value], number: &str) -> Value {
    let mut people: BTreeMap<&str, (&str, bool)> = BTreeMap::new();
    for row in rows {
        let person = people.entry(row[number].as_str().unwrap()).or_default();
        *person = (
            row["migration"].as_str().unwrap(),
            person.1 || row["missing_since"].is_null(),
        );
    }
    let of = |state: &str| people.values().filter(|(is, listed)| *is == state && *listed).count();
    json!({ "not_there": of("belum"), "different": of("berubah"), "refused": of("gagal") })
}

/// What the rows of a list of enrolments say about those that wait.
fn enrolments_waiting(rows: &[Value]) -> Value {
    let listed = rows.iter().filter(|row| row["missing_since"].is_null());
    let states: Vec<_> = listed.map(|row| row["enroll"].as_str().unwrap()).collect();
    let of = |state: &str| states.iter().filter(|is| **is == state).count();
    json!({ "not_enrolled": of("belum"), "suspended": of("ditangguhkan"), "enrolments_refused": of("gagal") })
}

#[test]
fn places_agree_about_the_platform_after_any_term() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut runner = TestRunner::new(ProptestConfig {
        cases: 8,
        max_shrink_iters: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&steps(), |steps| {
            runtime.block_on(async {
                let mut term = Term::start(Sqlite).await;
                for step in &steps {
                    term.take(*step).await;
                }
                term.assert_that_places_agree(&steps).await;
            });
            Ok(())
        })
        .unwrap();
}

#[rstest]
#[tokio::test]
async fn suspended_and_refused_people_are_counted_apart(#[values(Sqlite, Postgres)] on: Database) {
    let mut term = Term::start(on).await;
    let steps = [
        Step::TakeAddress(1),
        Step::Export,
        Step::Enrol,
        Step::Suspend(4),
        Step::Rename(6),
        Step::Leave(7),
        Step::Sync,
    ];
    for step in steps {
        term.take(step).await;
    }
    term.assert_that_places_agree(&steps).await;
    let summary = term.small.admin.get(&format!("{A}/summary")).await.ok();
    let students = summary.rows().iter().find(|row| row["kind"] == "mahasiswa").unwrap();
    let waiting = json!({
        "not_there": 0, "different": 1, "refused": 1,
        "not_enrolled": 0, "suspended": 1, "enrolments_refused": 1,
    });
    assert_eq!(students["waiting"], waiting);
    let attention = summary.body["attention"].as_array().unwrap().iter();
    let suspended: Vec<_> = attention.filter(|item| item["code"] == "attention_suspended").collect();
    assert_eq!(suspended.len(), 1, "{summary:?}");
    assert_eq!(suspended[0]["rows"], 1);
}

#[rstest]
#[tokio::test]
async fn person_gone_from_the_source_is_never_exported(#[values(Sqlite, Postgres)] on: Database) {
    let mut term = Term::start(on).await;
    term.take(Step::Leave(1)).await;
    term.take(Step::Sync).await;
    term.take(Step::Export).await;
    let npk = STUDENTS[1].0;
    assert!(term.small.server.account(npk).is_none());

    let chosen = json!({ "NPK": npk, "nama_mk": "Algoritma", "nama_kelas": "A", "program_id": "11" });
    let refused = term
        .small
        .admin
        .act("mahasiswa/export_as_user_one", chosen)
        .await
        .refused(409);
    assert_eq!(
        refused.sentence(),
        "OCAS tidak lagi mencatat baris ini, jadi tidak dikirim. Sync dahulu kalau sudah ada lagi."
    );
    assert!(term.small.server.account(npk).is_none());

    term.take(Step::Return(1)).await;
    term.take(Step::Sync).await;
    term.take(Step::Export).await;
    assert!(term.small.server.account(npk).is_some());
}
