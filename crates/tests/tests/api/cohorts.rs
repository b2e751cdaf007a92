//! Cohorts of students: made on Moodle, and kept in step by each export of all students.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME},
    small::{Files, Small, class, student},
};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::moodle::Fault;
use selaras_platform::moodle::CAPABILITIES;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const PATTERN: &str = "{{ nama_prodi }} {{ angkatan }}";
const ADD: &str = "core_cohort_add_cohort_members";
const CREATE: &str = "core_cohort_create_cohorts";

/// A student of a study program and an intake.
fn of(npk: &str, program: &str, angkatan: &str) -> Value {
    let mut row = student(npk, "A");
    row["program_id"] = json!(program);
    row["angkatan"] = json!(angkatan);
    row
}

fn program(id: &str, name: &str) -> Value {
    json!({ "program_id": id, "nama_prodi": name, "nama_jurusan": "Teknik" })
}

/// A campus with two study programs and these students. Nothing is sent yet.
async fn campus(on: Database, patterns: Value, students: &[Value]) -> Small {
    let of_program = |id: &str, program: &str| {
        let mut class = class(id, "A");
        class["program_id"] = json!(program);
        class
    };
    // The third study program is not in its list.
    let classes = [
        class("1", "A"),
        class("2", "B"),
        of_program("3", "12"),
        of_program("4", "13"),
    ];
    let small = Small::start(on, Files, &classes, students, &[]).await;
    small.set(
        "programs",
        &[program("11", "Informatika"), program("12", "Sistem Informasi")],
    );
    set(&small, patterns).await;
    small.admin.sync("prodi").await;
    small.sync().await;
    small
}

async fn set(small: &Small, patterns: Value) {
    let body = json!({ "course": "kelas", "categories": [], "cohorts": patterns, "name": NAME }).to_string();
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(body)).await.ok();
}

/// Exports all students. Returns the sentence.
async fn export(small: &Small) -> String {
    let reply = small.admin.export("mahasiswa", json!({})).await.ok();
    reply.sentence().to_owned()
}

async fn sync(small: &Small, students: &[Value]) {
    small.set("class_students", students);
    small.admin.sync("mahasiswa").await;
}

/// The cohorts on Moodle with the usernames in them, by name.
fn cohorts(small: &Small) -> BTreeMap<String, BTreeSet<String>> {
    let moodle = small.server.moodle();
    let all = [
        ("query", ""),
        ("context[contextid]", "1"),
        ("includes", "all"),
        ("limitnum", "100"),
    ];
    let found = moodle.call("core_cohort_search_cohorts", &all);
    let members = |cohort: &Value| {
        let id = cohort["id"].to_string();
        let found = moodle.call("core_cohort_get_cohort_members", &[("cohortids[0]", &id)]);
        let users = found[0]["userids"].as_array().unwrap().iter();
        users
            .map(|user| moodle.user(user.as_u64().unwrap()).unwrap().username)
            .collect()
    };
    let found = found["cohorts"].as_array().unwrap();
    let by_name = found
        .iter()
        .map(|cohort| (cohort["name"].as_str().unwrap().to_owned(), members(cohort)));
    let cohorts: BTreeMap<_, _> = by_name.collect();
    assert_eq!(cohorts.len(), found.len(), "one of each name");
    cohorts
}

fn these(cohorts: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<String>> {
    let members = |members: &[&str]| members.iter().map(|name| (*name).to_owned()).collect();
    cohorts
        .iter()
        .map(|(name, of)| ((*name).to_owned(), members(of)))
        .collect()
}

/// The id of the first cohort with a text in its name.
fn cohort_id(small: &Small, name: &str) -> String {
    let fields = [("query", name), ("context[contextid]", "1"), ("includes", "self")];
    let found = small.server.moodle().call("core_cohort_search_cohorts", &fields);
    found["cohorts"][0]["id"].to_string()
}

#[rstest]
#[tokio::test]
async fn cohorts_are_made_and_kept_in_step(#[values(Sqlite, Postgres)] on: Database) {
    let students = [of("1", "11", "2026"), of("2", "11", "2026"), of("3", "12", "2025")];
    let small = campus(on, json!([PATTERN]), &students).await;
    let plan = small.admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    let notes = plan.data()["notes"].to_string();
    assert!(
        notes.contains("2 kohort dibuat di Moodle: Informatika 2026, Sistem Informasi 2025."),
        "{notes}"
    );
    assert!(notes.contains("3 mahasiswa masuk kohort"), "{notes}");
    assert!(notes.contains("Mahasiswa 1 (1)"), "{notes}");
    assert_eq!(cohorts(&small), these(&[]), "a plan makes nothing");
    let said = export(&small).await;
    assert!(said.contains("2 kohort dibuat, 3 mahasiswa masuk kohort"), "{said}");
    let sent = [("Informatika 2026", &["1", "2"][..]), ("Sistem Informasi 2025", &["3"])];
    assert_eq!(cohorts(&small), these(&sent));

    // The same again writes nothing, and a blank in the pattern makes no other cohorts.
    let calls = small.server.writing_calls();
    set(&small, json!(["{{nama_prodi}} {{angkatan}}"])).await;
    export(&small).await;
    assert_eq!(small.server.writing_calls(), calls);

    // One student has another intake, and one has left.
    sync(&small, &[of("1", "11", "2025"), of("3", "12", "2025")]).await;
    let plan = small.admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    let notes = plan.data()["notes"].to_string();
    assert!(notes.contains("2 mahasiswa keluar dari kohort"), "{notes}");
    assert_eq!(plan.data()["besides"], 4, "one cohort, one member more, two less");
    let said = export(&small).await;
    assert!(
        said.contains("1 kohort dibuat, 1 mahasiswa masuk kohort, 2 mahasiswa keluar dari kohort"),
        "{said}"
    );
    assert_eq!(
        cohorts(&small),
        these(&[
            ("Informatika 2025", &["1"]),
            ("Informatika 2026", &[]),
            ("Sistem Informasi 2025", &["3"]),
        ])
    );

    // A pattern that is taken out leaves what is there.
    set(&small, json!([])).await;
    sync(&small, &[of("1", "12", "2025"), of("3", "12", "2025")]).await;
    let before = cohorts(&small);
    export(&small).await;
    assert_eq!(cohorts(&small), before);
}

#[rstest]
#[tokio::test]
async fn what_was_made_by_hand_is_left_alone(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, json!([PATTERN]), &[of("1", "11", "2026")]).await;
    let moodle = small.server.moodle();
    let by_hand = [
        ("cohorts[0][categorytype][type]", "system"),
        ("cohorts[0][categorytype][value]", ""),
        ("cohorts[0][name]", "Panitia"),
        ("cohorts[0][idnumber]", "panitia"),
    ];
    moodle.call(CREATE, &by_hand);
    export(&small).await;
    // A person of the campus who is no student, and a student in the cohort of others.
    let guest = moodle.user(2).unwrap().username;
    for (cohort, user) in [("Informatika", guest.as_str()), ("Panitia", "1")] {
        let id = cohort_id(&small, cohort);
        let member = [
            ("members[0][cohorttype][type]", "id"),
            ("members[0][cohorttype][value]", id.as_str()),
            ("members[0][usertype][type]", "username"),
            ("members[0][usertype][value]", user),
        ];
        moodle.call(ADD, &member);
    }
    sync(&small, &[of("1", "11", "2025")]).await;
    export(&small).await;
    assert_eq!(
        cohorts(&small),
        these(&[
            ("Informatika 2025", &["1"]),
            ("Informatika 2026", &[&guest]),
            ("Panitia", &["1"]),
        ])
    );
}

#[rstest]
#[tokio::test]
async fn interrupted_export_is_made_up_for(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(
        (CREATE, Fault::WorkThenHangUp),
        (ADD, Fault::WorkThenHangUp),
        (ADD, Fault::Maintenance),
    )]
    (function, fault): (&str, Fault),
) {
    let small = campus(on, json!([PATTERN]), &[of("1", "11", "2026"), of("2", "11", "2026")]).await;
    small.server.moodle().faults().next_of(function, 1, fault);
    small.admin.export("mahasiswa", json!({})).await;
    export(&small).await;
    assert_eq!(cohorts(&small), these(&[("Informatika 2026", &["1", "2"])]));
}

#[rstest]
#[tokio::test]
async fn student_counts_in_the_program_of_most_classes(#[values(Sqlite, Postgres)] on: Database) {
    let mut second = of("1", "11", "2026");
    second["nama_kelas"] = json!("B");
    let students = [of("1", "11", "2026"), of("1", "12", "2026"), second, of("2", "13", "")];
    let small = campus(on, json!([PATTERN, "{{ nama_prodi | upper }}"]), &students).await;
    export(&small).await;
    assert_eq!(
        cohorts(&small),
        these(&[("INFORMATIKA", &["1"]), ("Informatika 2026", &["1"])])
    );
}

#[rstest]
#[tokio::test]
async fn preview_counts_the_students_and_faults_name_their_pattern(#[values(Sqlite, Postgres)] on: Database) {
    let students = [of("1", "11", "2026"), of("2", "11", "2026"), of("3", "12", "2025")];
    let small = campus(on, json!([]), &students).await;
    let path = format!("{A}/platform/shape/preview");
    let preview = async |patterns: Value| {
        let body = json!({ "course": "kelas", "categories": [], "cohorts": patterns }).to_string();
        small.admin.send(Method::POST, &path, &[], Some(body)).await
    };
    let shown = preview(json!([PATTERN])).await.ok();
    assert_eq!(
        shown.data()["cohorts"],
        json!([{ "name": "Informatika 2026", "people": 2 }, { "name": "Sistem Informasi 2025", "people": 1 }])
    );
    let faulty = preview(json!([PATTERN, "{{nama_prodi}} {{angkatan}}", "{{ nama_kelas }}"])).await;
    let fields = &faulty.body["fields"];
    assert_eq!(fields["cohorts.1"], "Pola ini ada dua kali. Hapus salah satunya.");
    assert!(fields["cohorts.2"].as_str().unwrap().contains("nama_kelas"), "{fields}");
}

#[tokio::test]
async fn only_a_campus_with_cohorts_needs_rights_for_them() {
    let small = campus(Sqlite, json!([]), &[of("1", "11", "2026")]).await;
    let others: Vec<_> = CAPABILITIES
        .iter()
        .map(|capability| capability.name)
        .filter(|name| !name.contains("/cohort:"))
        .collect();
    small.server.moodle().token_of_user_with(&others);
    let has_cohorts = async |file: &str| {
        let bytes = small.admin.bytes(&format!("{A}/platform/{file}")).await;
        String::from_utf8_lossy(&bytes).contains("moodle/cohort:manage")
    };
    assert!(!has_cohorts("role-preset.xml").await);
    let plugin = small.admin.bytes(&format!("{A}/platform/plugin.zip")).await;
    export(&small).await;
    set(&small, json!([PATTERN])).await;
    assert!(has_cohorts("role-preset.xml").await);
    assert_ne!(small.admin.bytes(&format!("{A}/platform/plugin.zip")).await, plugin);
    let refused = small.admin.export("mahasiswa", json!({})).await;
    assert!(refused.sentence().contains("moodle/cohort:"), "{}", refused.sentence());
}
