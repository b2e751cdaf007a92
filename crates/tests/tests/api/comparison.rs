//! The comparison report of source, dashboard and platform.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, NAME, Reply, Server, with},
    people,
    small::{Files, Small, class, student, teaching},
};
use rstest::rstest;
use sea_orm::ConnectionTrait;
use selaras_campus::source::Fault;
use serde_json::{Value, json};

/// A small campus without differences.
async fn in_step(on: Database) -> (Server, Client) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let kinds = [
        "tahun_ajaran",
        "semester",
        "prodi",
        "jurusan",
        "matakuliah",
        "kelas",
        "dosen",
    ];
    admin.bring(&kinds).await;
    admin.bring(&["mahasiswa", "mahasiswa_mbkm"]).await;
    admin.sync("mengajar").await;
    for kind in ["mahasiswa", "mahasiswa_mbkm", "mengajar"] {
        admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
    }
    (server, admin)
}

async fn compare(admin: &Client) -> Reply {
    admin.act("comparison/compare", json!({})).await.ok()
}

/// The findings with this outcome: kind, key and line.
async fn findings(admin: &Client, report: &Reply, outcome: &str) -> Vec<Value> {
    admin.job_rows(report.job(), outcome).await
}

/// The only finding with this outcome.
async fn the_finding(admin: &Client, report: &Reply, outcome: &str) -> (String, String) {
    let lines = findings(admin, report, outcome).await;
    assert_eq!(lines.len(), 1, "{outcome}: {lines:#?}\n{report:#?}");
    let text = |name: &str| lines[0][name].as_str().unwrap().to_owned();
    (text("key"), text("reason"))
}

/// The latest report's numbers for a kind, without those that agree.
async fn counts(admin: &Client, kind: &str) -> Value {
    let report = admin.get(&format!("{A}/comparison")).await.ok();
    let kinds = report.data()["kinds"].as_array().unwrap();
    let mut counts = kinds.iter().find(|found| found["kind"] == kind).unwrap()["counts"].clone();
    counts.as_object_mut().unwrap().remove("in_step");
    counts
}

fn user(server: &Server, number: &str) -> u64 {
    server.account(number).unwrap()
}

fn course_of(server: &Server, class: &Class) -> u64 {
    server.moodle().course_of_group(server.group(&class.jadwal)).unwrap()
}

#[rstest]
#[tokio::test]
async fn before_the_first_report_there_is_none(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let report = admin.get(&format!("{A}/comparison")).await.ok();
    assert_eq!(report.data()["job"], Value::Null);
    assert_eq!(report.data()["kinds"].as_array().unwrap().len(), 10);
    admin.act("comparison/wait_again", json!({})).await.refused(409);
}

#[rstest]
#[tokio::test]
async fn campus_in_step_has_no_findings_and_is_only_read(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    let (writes, there) = (server.writing_calls(), server.on_moodle());
    let before = admin.rows("mahasiswa").await;
    for _ in 0..2 {
        let report = compare(&admin).await;
        assert!(
            report
                .sentence()
                .starts_with("Pemeriksaan selisih: tidak ada selisih pada "),
            "{report:#?}"
        );
        let in_step = &report.outcomes()["in_step"];
        assert!(in_step.as_i64().unwrap() > 100, "{report:#?}");
        assert_eq!(*report.outcomes(), json!({ "in_step": in_step }));
    }
    assert_eq!((server.writing_calls(), server.on_moodle()), (writes, there));
    assert_eq!(admin.rows("mahasiswa").await, before);
}

#[rstest]
#[tokio::test]
async fn differences_from_the_source_are_reported_per_row(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    let university = server.campus.university();
    let (first, second) = (university.teacher(0).nik, university.teacher(1).nik);
    let changes = server.campus.changes();
    changes.set("/teachers", &first, "hp", "0800");
    changes.remove("/teachers", &second);
    changes.add(
        "/teachers",
        json!({ "nik": "999", "nama_lengkap": "Rina Lestari", "email": "rina@kampus.example" }),
    );
    // Edits one class in the dashboard.
    let class = server.a_class();
    let row = admin.row("kelas", "jadwal_kuliah_detail_id", &class.jadwal).await;
    let edit = json!({ "id": row["id"], "kode_jurusan": "TI", "kode_kelas": "X1", "nama_kelas": row["nama_kelas"] });
    admin.post("/api/react/update/kelas", edit).await.ok();

    let report = compare(&admin).await;
    let (key, reason) = the_finding(&admin, &report, "changed_source").await;
    assert_eq!(key, format!("Pengajar · {first}"));
    assert!(
        reason.contains("\"0800\"") && reason.ends_with("Sync data Pengajar."),
        "{reason}"
    );
    let (key, reason) = the_finding(&admin, &report, "missing_source").await;
    assert_eq!(key, format!("Pengajar · {second}"));
    assert!(reason.starts_with("Tidak ada lagi di OCAS."), "{reason}");
    let (key, reason) = the_finding(&admin, &report, "missing_here").await;
    assert_eq!(key, "Pengajar · 999");
    assert!(reason.ends_with("Sync data Pengajar."), "{reason}");
    let (key, reason) = the_finding(&admin, &report, "changed_here").await;
    assert_eq!(key, format!("Kelas · {}", class.jadwal));
    assert!(reason.contains("\"X1\""), "{reason}");
    assert_eq!(
        counts(&admin, "pengajar").await,
        json!({ "changed_source": 1, "missing_source": 1, "missing_here": 1 })
    );
    assert_eq!(counts(&admin, "kelas").await, json!({ "changed_here": 1 }));
    assert_eq!(counts(&admin, "prodi").await, json!({}));
}

#[rstest]
#[tokio::test]
async fn platform_deletions_and_changes_are_reported_and_can_be_resent(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    let class = server.a_class();
    let (gone, renamed) = (&class.students[0], &class.students[1]);
    assert!(server.moodle().delete_user(user(&server, gone)));
    let id = user(&server, renamed).to_string();
    let was = server
        .moodle()
        .user_by_username(&renamed.to_lowercase())
        .unwrap()
        .lastname;
    server.moodle().call(
        "core_user_update_users",
        &[("users[0][id]", &id), ("users[0][lastname]", "Disalin Tangan")],
    );
    let program = server.campus.university().programs()[0].program_id.to_owned();
    let category = server
        .moodle()
        .category_by_idnumber(&format!("selaras:prodi:{program}"))
        .unwrap()
        .to_string();
    server.moodle().call(
        "core_course_update_categories",
        &[("categories[0][id]", &category), ("categories[0][name]", "Nama Tangan")],
    );

    let report = compare(&admin).await;
    let (key, reason) = the_finding(&admin, &report, "missing_there").await;
    assert_eq!(key, format!("Mahasiswa · {gone}"));
    assert!(
        reason.starts_with("Sudah pernah diexport, tetapi tidak ada lagi di Moodle."),
        "{reason}"
    );
    let changed = findings(&admin, &report, "changed_there").await;
    let of = |key: String| changed.iter().find(|line| line["key"] == key.as_str()).unwrap()["reason"].to_string();
    assert!(of(format!("Mahasiswa · {renamed}")).contains("Disalin Tangan"));
    assert!(of(format!("Prodi · {program}")).contains("Nama Tangan"));
    // The account's enrolments were deleted with it.
    let lost = findings(&admin, &report, "not_enrolled").await;
    assert!(!lost.is_empty() && lost.iter().all(|line| line["key"].as_str().unwrap().ends_with(gone)));

    // Nothing is fixed unasked.
    admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(server.moodle().user_by_username(&gone.to_lowercase()), None);
    // What cannot be logged is not done.
    let log = |id: i64| format!("UPDATE log_chain SET id = {id}");
    let writer = server.engine.store().writer();
    writer.execute_unprepared(&log(2)).await.unwrap();
    admin.act("comparison/wait_again", json!({})).await.refused(500);
    assert_eq!(admin.row("mahasiswa", "NPK", gone).await["migration"], "sudah");
    writer.execute_unprepared(&log(1)).await.unwrap();
    // One may be chosen, and what it would overwrite is shown before.
    let of_program = changed.iter().find(|line| line["kind"] == "prodi").unwrap();
    let chosen = json!([{ "kind": "prodi", "row": of_program["row"] }]);
    let shown = json!({ "rows": chosen, "dry_run": true });
    let shown = admin.act("comparison/wait_again", shown).await.ok();
    let sample = &shown.data()["samples"][0];
    assert_eq!((&shown.data()["rows"], &sample["kind"]), (&json!(1), &json!("prodi")));
    assert_eq!(sample["changes"][0]["from"], "Nama Tangan");
    assert_eq!(admin.row("prodi", "program_id", &program).await["migration"], "sudah");
    let one = admin.act("comparison/wait_again", json!({ "rows": chosen })).await.ok();
    assert!(one.sentence().starts_with("1 baris"), "{one:#?}");
    assert_eq!(admin.row("prodi", "program_id", &program).await["migration"], "berubah");
    assert_eq!(admin.row("mahasiswa", "NPK", gone).await["migration"], "sudah");
    for rows in [
        json!([]),
        json!([{ "kind": "prodi", "row": "x" }]),
        json!([{ "kind": "x", "row": "1" }]),
        json!("1"),
    ] {
        admin
            .act("comparison/wait_again", json!({ "rows": rows }))
            .await
            .refused(422);
    }
    let marked = admin.act("comparison/wait_again", json!({})).await.ok();
    assert!(
        marked.sentence().contains("ditandai untuk dikirim ulang"),
        "{marked:#?}"
    );
    assert_eq!(admin.row("mahasiswa", "NPK", gone).await["migration"], "berubah");
    for (kind, verb) in [
        ("prodi", "export"),
        ("mahasiswa", "export_as_user"),
        ("mahasiswa", "enroll"),
    ] {
        admin.act(&format!("{kind}/{verb}"), json!({})).await.ok();
    }
    let again = server.moodle().user_by_username(&renamed.to_lowercase()).unwrap();
    assert_eq!(again.lastname, was);
    let report = compare(&admin).await;
    assert!(report.sentence().contains("tidak ada selisih"), "{report:#?}");
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert!(
        log.rows()
            .iter()
            .any(|entry| entry["action"] == *marked.data() && entry["actor"] == NAME)
    );
}

#[rstest]
#[tokio::test]
async fn manual_enrolments_and_removals_are_reported(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    let class = server.a_class();
    let course = course_of(&server, &class).to_string();
    // One student is removed, an unknown account is enrolled, and a student with a never enrolled row is enrolled.
    let out = user(&server, &class.students[0]).to_string();
    server.moodle().call(
        "enrol_manual_unenrol_users",
        &[("enrolments[0][userid]", &out), ("enrolments[0][courseid]", &course)],
    );
    let made = server.moodle().call(
        "core_user_create_users",
        &[
            ("users[0][username]", "tamu"),
            ("users[0][firstname]", "Tamu"),
            ("users[0][lastname]", "Kampus"),
            ("users[0][email]", "tamu@luar.example"),
            ("users[0][createpassword]", "1"),
        ],
    );
    let unknown_user = made[0]["id"].to_string();
    server.moodle().call(
        "enrol_manual_enrol_users",
        &[
            ("enrolments[0][roleid]", "5"),
            ("enrolments[0][userid]", &unknown_user),
            ("enrolments[0][courseid]", &course),
        ],
    );
    let report = compare(&admin).await;
    let by_hand = findings(&admin, &report, "by_hand").await;
    assert_eq!(by_hand.len(), 1, "{by_hand:#?}");
    assert!(
        by_hand[0]["key"].as_str().unwrap().starts_with("Mahasiswa · "),
        "{by_hand:#?}"
    );
    assert!(by_hand[0]["key"].as_str().unwrap().ends_with(" · tamu"), "{by_hand:#?}");
    assert!(by_hand[0]["reason"].as_str().unwrap().contains("Keluarkan di Moodle"));
    let lost = findings(&admin, &report, "not_enrolled").await;
    assert!(
        !lost.is_empty()
            && lost
                .iter()
                .all(|line| line["key"].as_str().unwrap().ends_with(&class.students[0])),
        "{lost:#?}"
    );
    for line in &lost {
        assert_eq!(line["number"], class.students[0].as_str(), "{line:#?}");
        assert_eq!(
            line["parts"].as_array().unwrap().len(),
            4,
            "without the heading: {line:#?}"
        );
        assert!(line["class"]["number"].is_string(), "{line:#?}");
    }
    let numbers = counts(&admin, "mahasiswa").await;
    assert_eq!(numbers, json!({ "by_hand": 1, "not_enrolled": lost.len() }));
}

#[rstest]
#[tokio::test]
async fn rows_never_sent_are_reported_as_such(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    let programs = admin.rows("prodi").await.len();
    let report = compare(&admin).await;
    let missing = findings(&admin, &report, "missing_there").await;
    assert_eq!(missing.len(), programs);
    assert!(
        missing
            .iter()
            .all(|line| line["reason"] == "Belum pernah diexport. Export data Prodi."),
        "{missing:#?}"
    );
    // Rows never synced are reported too, but the source is not asked for them class by class.
    assert!(counts(&admin, "semester").await["missing_here"].as_i64().unwrap() > 0);
    assert_eq!(server.campus.requests("/class/students"), 0);
}

#[rstest]
#[tokio::test]
async fn unreadable_or_empty_list_spoils_no_other(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    let down = Fault::Status {
        status: 500,
        retry_after: None,
    };
    server.campus.faults().always("/programs", down);
    server.campus.faults().always("/semesters", Fault::Empty);
    let report = compare(&admin).await;
    let failed = findings(&admin, &report, "failed").await;
    assert_eq!(failed.len(), 2, "{failed:#?}");
    let of = |kind: &str| {
        let key = format!("{kind} · daftar");
        failed.iter().find(|line| line["key"] == key.as_str()).unwrap()["reason"].to_string()
    };
    assert!(of("Semester").contains("mengirim daftar kosong"), "{failed:#?}");
    assert!(of("Prodi").len() > 20, "{failed:#?}");
    assert_eq!(counts(&admin, "semester").await, json!({ "failed": 1 }));
}

#[rstest]
#[tokio::test]
async fn empty_class_fails_only_while_the_timetable_lists_it(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("kelas").await;
    admin.sync("mahasiswa").await;
    let (class, changes) = (server.a_class(), server.campus.changes());
    for npk in &class.students {
        changes.remove("/class/students", &class.enrolment(npk));
    }
    let found = async || {
        compare(&admin).await;
        let counts = counts(&admin, "mahasiswa").await;
        (counts["failed"].clone(), counts["missing_source"].clone())
    };
    assert_eq!(found().await, (json!(1), Value::Null));
    changes.remove("/classes", &class.jadwal);
    admin.sync("kelas").await;
    assert_eq!(found().await, (Value::Null, json!(class.students.len())));
}

#[rstest]
#[tokio::test]
async fn unanswering_platform_fails_the_report(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin) = in_step(on).await;
    server.moodle().faults().token_dies_after(0);
    let report = admin.act("comparison/compare", json!({})).await.refused(502);
    assert!(report.sentence().starts_with("Moodle menolak token"), "{report:#?}");
    // An aborted report does not become the latest.
    assert_eq!(
        admin.get(&format!("{A}/comparison")).await.ok().data()["job"],
        Value::Null
    );
}

#[rstest]
#[tokio::test]
async fn those_who_left_are_no_difference(#[values(Sqlite, Postgres)] on: Database) {
    let students: Vec<_> = (1..12).map(|npk| student(&npk.to_string(), "A")).collect();
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    small.set("class_students", &students[1..]);
    small.admin.sync("mahasiswa").await;
    let compared = async || {
        small
            .admin
            .act("comparison/compare", json!({}))
            .await
            .ok()
            .outcomes()
            .clone()
    };
    // The campus has no lists of programs and semesters.
    let differences = async || {
        let mut outcomes = compared().await;
        outcomes
            .as_object_mut()
            .unwrap()
            .retain(|outcome, _| !["in_step", "failed"].contains(&outcome.as_str()));
        outcomes
    };
    assert_eq!(differences().await, json!({ "missing_source": 1 }), "still enrolled");
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(differences().await, json!({}));
}

#[rstest]
#[tokio::test]
async fn student_who_differs_is_told_once_and_a_contradiction_besides(#[values(Sqlite, Postgres)] on: Database) {
    let students = ["1", "2"]
        .map(|npk| ["A", "B"].map(|class| student(npk, class)))
        .concat();
    let small = Small::start(on, Files, &[class("90001", "A"), class("90002", "B")], &students, &[]).await;
    small.sync().await;
    let named = |at: usize, name: &str| with(&students[at], json!({ "nama_lengkap": name }));
    let listed = [
        named(0, "Baru"),
        named(1, "Baru"),
        students[2].clone(),
        named(3, "Lain"),
    ];
    small.set("class_students", &listed);
    let report = compare(&small.admin).await;
    let (key, reason) = the_finding(&small.admin, &report, "changed_source").await;
    assert_eq!(key, "Mahasiswa · 1");
    assert!(reason.contains("\"Baru\""), "{reason}");
    let failed = findings(&small.admin, &report, "failed").await;
    assert!(json!(failed).to_string().contains("Lain"), "{failed:#?}");
}

#[rstest]
#[tokio::test]
async fn unreadable_row_of_one_class_hides_no_leaver_of_another(#[values(Sqlite, Postgres)] on: Database) {
    let students = [student("1", "A"), student("2", "A"), student("3", "B")];
    let classes = [class("90001", "A"), class("90002", "B")];
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    small.send().await;
    small.set("class_students", &students[1..]);
    small.admin.sync("mahasiswa").await;
    let unreadable = with(&student("4", "B"), json!({ "nama_lengkap": "A".repeat(300) }));
    small.set("class_students", &[students[1].clone(), unreadable]);
    let report = compare(&small.admin).await;
    let (key, _) = the_finding(&small.admin, &report, "missing_source").await;
    assert!(key.starts_with("Mahasiswa · ") && key.ends_with(" · 1"), "{key}");
}

#[rstest]
#[tokio::test]
async fn edited_student_in_a_new_class_is_told_as_both(#[values(Sqlite, Postgres)] on: Database) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let small = Small::start(on, Files, &classes, &[student("1", "A")], &[]).await;
    small.sync().await;
    let row = small.admin.row("mahasiswa", "NPK", "1").await;
    people::edit(&small.admin, &row, "baru@kampus.example").await;
    small.set("class_students", &[student("1", "A"), student("1", "B")]);
    let report = compare(&small.admin).await;
    let (key, reason) = the_finding(&small.admin, &report, "changed_here").await;
    assert_eq!(key, "Mahasiswa · 1");
    assert!(reason.contains("baru@kampus.example"), "{reason}");
    let (key, _) = the_finding(&small.admin, &report, "missing_here").await;
    assert_eq!(key, "Mahasiswa · Algoritma · B · 11 · 1");
}
