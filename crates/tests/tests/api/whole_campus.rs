//! A whole campus from the source to the dashboard to the platform, by an administrator's calls.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, NAME, Reply, Server},
};
use rstest::rstest;
use selaras_campus::{generator::University, moodle::Counts};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Parents first, in the order of the menu.
const SCRIPT: [&str; 22] = [
    "tahun_ajaran/sync",
    "semester/sync",
    "prodi/sync",
    "jurusan/sync",
    "matakuliah/sync",
    "kelas/sync",
    "dosen/sync",
    "mahasiswa/sync",
    "mahasiswa_mbkm/sync",
    "mengajar/sync",
    "tahun_ajaran/export",
    "semester/export",
    "prodi/export",
    "jurusan/export",
    "matakuliah/export",
    "kelas/export",
    "dosen/export",
    "mahasiswa/export_as_user",
    "mahasiswa_mbkm/export_user",
    "mahasiswa/enroll",
    "mahasiswa_mbkm/enroll",
    "mengajar/enroll",
];

/// Runs the script; `more` is added to each body.
async fn run(admin: &Client, more: &Value) -> Vec<(&'static str, Reply)> {
    let mut replies = Vec::new();
    for call in SCRIPT {
        let body = crate::harness::with(&json!({ "name": NAME }), more.clone());
        replies.push((call, admin.post(&format!("{A}/{call}"), body).await.ok()));
    }
    replies
}

/// The platform's expected contents, counted from the university.
fn expected(university: &University) -> Counts {
    let classes = university.classes();
    let (mut people, mut in_courses, mut in_groups) = (HashSet::new(), HashSet::new(), HashSet::new());
    let mut enrolment = |person: String, class: usize| {
        let class = university.class(class);
        in_courses.insert((
            person.clone(),
            class.nama_mata_kuliah.to_string(),
            class.program_id.to_string(),
        ));
        in_groups.insert((person.clone(), class.jadwal_kuliah_detail_id));
        people.insert(person);
    };
    for class in 0..classes {
        for student in university.members(class) {
            enrolment(university.student(student).npk(), class);
        }
        for guest in university.mbkm_members(class) {
            enrolment(guest.npk(), class);
        }
    }
    for teacher in 0..university.teachers() {
        for teaching in university.teachings(teacher) {
            let class = university
                .find_class(&teaching.nama_mata_kuliah, &teaching.nama_kelas, &teaching.program_id)
                .unwrap();
            enrolment(teaching.nik, class);
        }
    }
    let idle_teachers = (0..university.teachers())
        .filter(|teacher| university.teachings(*teacher).is_empty())
        .count();
    Counts {
        users: people.len() + idle_teachers,
        categories: university.academic_years().len()
            + university.semesters().len()
            + university.programs().len()
            + university.departments().len(),
        courses: university.courses(),
        groups: classes,
        enrolments: in_courses.len(),
        memberships: in_groups.len(),
    }
}

#[rstest]
#[tokio::test]
async fn whole_campus_is_transferred_and_a_second_run_does_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::with(on).students(2_000).start().await;
    let admin = server.sign_in().await;

    for (call, reply) in run(&admin, &json!({})).await {
        let counts = reply.outcomes().as_object().unwrap();
        assert!(
            counts.contains_key("created") != counts.contains_key("enrolled")
                && counts
                    .keys()
                    .all(|name| ["created", "enrolled", "unchanged"].contains(&name.as_str())),
            "{call}: {reply:#?}"
        );
    }
    assert_eq!(server.on_moodle(), expected(server.campus.university()));
    let (calls, writes) = (server.moodle().all_calls(), server.writing_calls());

    for (call, plan) in run(&admin, &json!({ "dry_run": true })).await {
        let counts = &plan.data()["counts"];
        let others =
            ["create", "update", "missing", "waiting", "conflicts"].map(|count| counts[count].as_i64().unwrap());
        assert!(
            counts["unchanged"].as_i64().unwrap() > 0 && others == [0; 5],
            "{call}: {plan:#?}"
        );
    }
    assert_eq!(server.moodle().all_calls(), calls, "a plan called the platform");

    for (call, again) in run(&admin, &json!({})).await {
        let counts = again.outcomes().as_object().unwrap();
        assert!(counts.keys().all(|name| name == "unchanged"), "{call}: {again:#?}");
    }
    assert_eq!(server.writing_calls(), writes, "the second run wrote to the platform");
    assert_eq!(server.on_moodle(), expected(server.campus.university()));
}
