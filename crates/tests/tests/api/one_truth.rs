//! All places that tell what is in step with the platform agree: the main page, the lists, the plans of an export and of
//! enrolling, the pages of persons and of the class, and the comparison.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Server, with},
};
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STUDENTS: &str = "/class/students";

/// What happens to a student of the class, by index, or to the whole class.
#[derive(Debug, Clone, Copy)]
enum Step {
    Leave(usize),
    Return(usize),
    Rename(usize),
    Suspend(usize),
    /// Another account on the platform takes the e-mail address.
    TakeAddress(usize),
    Sync,
    Export,
    Enrol,
    RemoveLeavers,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let student = || 0..6_usize;
    let step = prop_oneof![
        2 => student().prop_map(Step::Leave),
        1 => student().prop_map(Step::Return),
        2 => student().prop_map(Step::Rename),
        2 => student().prop_map(Step::Suspend),
        2 => student().prop_map(Step::TakeAddress),
        4 => Just(Step::Sync),
        3 => Just(Step::Export),
        3 => Just(Step::Enrol),
        1 => Just(Step::RemoveLeavers),
    ];
    vec(step, 4..14)
}

struct Term {
    server: Server,
    admin: Client,
    class: Class,
}

impl Term {
    async fn start(on: Database) -> Self {
        let server = Server::start(on).await;
        let admin = server.sign_in().await;
        admin.bring(&["matakuliah", "kelas"]).await;
        let class = server.a_class();
        admin.act("mahasiswa/sync", class.body.clone()).await.ok();
        Self { server, admin, class }
    }

    async fn take(&self, step: Step) {
        let npk = |student: usize| &self.class.students[student % self.class.students.len()];
        let changes = self.server.campus.changes();
        match step {
            Step::Leave(student) => changes.remove(STUDENTS, &self.class.enrolment(npk(student))),
            Step::Return(student) => changes.restore(STUDENTS, &self.class.enrolment(npk(student))),
            Step::Rename(student) => {
                let key = self.class.enrolment(npk(student));
                changes.set(STUDENTS, &key, "nama_lengkap", format!("Nama Baru {student}"));
            }
            Step::Suspend(student) => {
                let row = self.class.and(json!({ "NPK": npk(student), "leaving": "suspend" }));
                self.admin.act("mahasiswa/unenroll_one", row).await;
            }
            Step::TakeAddress(student) => {
                let row = self.admin.row("mahasiswa", "NPK", npk(student)).await;
                let username = format!("lain{student}");
                let fields = [
                    ("users[0][username]", &*username),
                    ("users[0][firstname]", "Orang"),
                    ("users[0][lastname]", "Lain"),
                    ("users[0][email]", row["email"].as_str().unwrap()),
                    ("users[0][createpassword]", "1"),
                ];
                self.server.moodle().call("core_user_create_users", &fields);
            }
            Step::Sync => {
                self.admin.act("mahasiswa/sync", self.class.body.clone()).await;
            }
            Step::Export => {
                self.admin.export("mahasiswa", json!({})).await;
            }
            Step::Enrol => {
                self.admin.act("mahasiswa/enroll", json!({})).await;
            }
            Step::RemoveLeavers => {
                self.admin.act("mahasiswa/unenroll", json!({ "missing": true })).await;
            }
        }
    }

    /// The rows that a plan of this call looks at.
    async fn planned(&self, call: &str) -> i64 {
        let plan = self.admin.act(call, json!({ "dry_run": true })).await.ok();
        let counts = plan.data()["counts"].as_object().unwrap();
        counts.values().map(|rows| rows.as_i64().unwrap()).sum()
    }

    /// The rows of a list with this state that the source lists.
    async fn listed(&self, column: &str, state: &str) -> i64 {
        let path = format!("{A}/mahasiswa/get?page=1&per_page=1&missing=false&{column}={state}");
        self.admin.post(&path, json!({})).await.ok().total()
    }

    /// What the page of each person of these rows says about the class. It is what their row and the page of the class say.
    async fn pages(&self, rows: &[Value], after: &[Step]) -> Vec<Value> {
        let class = self.admin.get(&format!("{A}/classes/{}", self.class.jadwal)).await.ok();
        let members = class.data()["members"].as_array().unwrap();
        assert_eq!(members.len(), rows.len(), "after {after:?}");
        let mut pages = Vec::new();
        for row in rows {
            let npk = row["NPK"].as_str().unwrap();
            let page = self.admin.get(&format!("{A}/people/mahasiswa/{npk}")).await.ok();
            assert_eq!(
                page.data()["dashboard"]["migration"],
                row["migration"],
                "{npk} after {after:?}"
            );
            let enrolment = page.data()["enrolments"][0].clone();
            assert_eq!(enrolment["dashboard"]["enroll"], row["enroll"], "{npk} after {after:?}");
            let member = members
                .iter()
                .find(|member| member["person"]["number"] == row["NPK"])
                .unwrap();
            assert_eq!(
                (&member["dashboard"]["enroll"], &member["platform"]["state"]),
                (&row["enroll"], &enrolment["platform"]["state"]),
                "{npk} after {after:?}"
            );
            pages.push(enrolment);
        }
        pages
    }

    /// The enrolments that a comparison finds different, by outcome.
    async fn compared(&self) -> Value {
        self.admin.act("comparison/compare", json!({})).await.ok();
        let report = self.admin.get(&format!("{A}/comparison")).await.ok();
        let kinds = report.data()["kinds"].as_array().unwrap();
        let students = kinds.iter().find(|kind| kind["kind"] == "mahasiswa").unwrap();
        let of = |outcome: &str| students["counts"][outcome].as_i64().unwrap_or_default();
        json!({ "not_enrolled": of("not_enrolled"), "by_hand": of("by_hand") })
    }

    async fn assert_that_places_agree(&self, after: &[Step]) {
        let summary = self.admin.get(&format!("{A}/summary")).await.ok();
        let students = summary.rows().iter().find(|row| row["kind"] == "mahasiswa").unwrap();
        let waiting = |name: &str| students["waiting"][name].as_i64().unwrap();
        let expected = waiting_of(&self.admin.rows("mahasiswa").await);
        assert_eq!(students["waiting"], expected, "after {after:?}");
        // A plan counts what is in step beside what waits.
        let of = |name: &str| students[name].as_i64().unwrap();
        let objects = of("accounts") + waiting("not_there") + waiting("different") + waiting("refused");
        let looked_at = self.planned("mahasiswa/export_as_user").await;
        assert_eq!(looked_at, objects, "after {after:?}");
        let waiting_enrolments = waiting("not_enrolled") + waiting("suspended") + waiting("enrolments_refused");
        let looked_at = self.planned("mahasiswa/enroll").await;
        assert_eq!(looked_at, of("enrolled") + waiting_enrolments, "after {after:?}");
        for (name, state) in [
            ("not_enrolled", "belum"),
            ("suspended", "ditangguhkan"),
            ("enrolments_refused", "gagal"),
        ] {
            assert_eq!(
                self.listed("enroll", state).await,
                waiting(name),
                "{state} after {after:?}"
            );
        }
        let rows = self.admin.rows("mahasiswa").await;
        let pages = self.pages(&rows, after).await;
        assert_eq!(self.compared().await, differences_of(&pages), "after {after:?}");
    }
}

/// The enrolments that differ on the platform by what the pages of their persons say.
fn differences_of(pages: &[Value]) -> Value {
    let (mut not_enrolled, mut by_hand) = (0, 0);
    for page in pages {
        let (here, there) = (&page["dashboard"], &page["platform"]);
        let is_active = there["state"] == "active";
        let is_in_place = is_active && there["in_group"] == true;
        let listed = here["missing_since"].is_null();
        match here["enroll"].as_str().unwrap() {
            "ditangguhkan" => by_hand += i32::from(is_active && listed),
            "sudah" => not_enrolled += i32::from(!is_in_place && listed),
            _ if is_in_place || is_active && !listed => by_hand += 1,
            _ => not_enrolled += i32::from(listed),
        }
    }
    json!({ "not_enrolled": not_enrolled, "by_hand": by_hand })
}

/// What the rows of the list say about `waiting`: a person waits once, and only while one of their rows is listed.
fn waiting_of(rows: &[Value]) -> Value {
    let mut people: BTreeMap<&str, (&str, bool)> = BTreeMap::new();
    let mut enrolments: BTreeMap<&str, i64> = BTreeMap::new();
    for row in rows {
        let listed = row["missing_since"].is_null();
        let person = people.entry(row["NPK"].as_str().unwrap()).or_default();
        *person = (row["migration"].as_str().unwrap(), person.1 || listed);
        if listed {
            *enrolments.entry(row["enroll"].as_str().unwrap()).or_default() += 1;
        }
    }
    let of = |state: &str| people.values().filter(|(is, listed)| *is == state && *listed).count();
    let enrolled = |state: &str| enrolments.get(state).copied().unwrap_or_default();
    json!({
        "not_there": of("belum"), "different": of("berubah"), "refused": of("gagal"),
        "not_enrolled": enrolled("belum"), "suspended": enrolled("ditangguhkan"),
        "enrolments_refused": enrolled("gagal"),
    })
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
                let term = Term::start(Sqlite).await;
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
    let term = Term::start(on).await;
    let steps = [
        Step::TakeAddress(0),
        Step::Export,
        Step::Enrol,
        Step::Suspend(1),
        Step::Rename(2),
        Step::Leave(3),
        Step::Sync,
    ];
    for step in steps {
        term.take(step).await;
    }
    term.assert_that_places_agree(&steps).await;
    let summary = term.admin.get(&format!("{A}/summary")).await.ok();
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
    let term = Term::start(on).await;
    term.take(Step::Leave(0)).await;
    term.take(Step::Sync).await;
    term.take(Step::Export).await;
    let npk = &term.class.students[0];
    assert!(term.server.account(npk).is_none());

    let chosen = with(&term.class.body, json!({ "NPK": npk }));
    let refused = term
        .admin
        .act("mahasiswa/export_as_user_one", chosen)
        .await
        .refused(409);
    assert_eq!(
        refused.sentence(),
        "OCAS tidak lagi mencatat baris ini, jadi tidak dikirim. Sync dahulu kalau sudah ada lagi."
    );
    assert!(term.server.account(npk).is_none());

    term.take(Step::Return(0)).await;
    term.take(Step::Sync).await;
    term.take(Step::Export).await;
    assert!(term.server.account(npk).is_some());
}
