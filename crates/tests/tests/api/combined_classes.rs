//! Classes that are taught in another class: their people are in that one's course, in a group of their own.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply, column, with},
    small::{Files, Small, class, course, student, teaching},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

async fn set(small: &Small, course: &str) -> Reply {
    let categories = match course {
        "mata_kuliah" => json!(["tahun_ajaran", "semester", "prodi", "jurusan"]),
        _ => json!(["semester"]),
    };
    let shape = json!({ "course": course, "categories": categories, "name": NAME });
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(shape.to_string())).await
}

/// The class of another study program, which may be taught in the first one.
fn combined(host: &str) -> Value {
    with(
        &class("2", "A"),
        json!({ "kelas_id": "SI101-A", "program_id": "12", "kelas_induk": host }),
    )
}

fn students(from: usize) -> Vec<Value> {
    let student = |at: usize| {
        let student = student(&format!("26000{at}"), "A");
        with(&student, json!({ "program_id": if at < 3 { "11" } else { "12" } }))
    };
    (from..6).map(student).collect()
}

/// Two study programs that teach Algoritma, each with a class A of three students and a teacher.
async fn campus(on: Database, host: &str) -> Small {
    let teachings = [
        teaching("A"),
        with(
            &teaching("A"),
            json!({ "nik": "1971", "kelas_id": "SI101-A", "program_id": "12" }),
        ),
    ];
    let small = Small::start(on, Files, &[class("1", "A"), combined(host)], &students(0), &teachings).await;
    let teacher = |nik: &str| json!({ "nik": nik, "nama_lengkap": format!("Dosen {nik}"), "email": format!("{nik}@kampus.example") });
    small.set("teachers", &["1970", "1971"].map(teacher));
    let other = with(&course("4712", "SI101"), json!({ "program_id": "12" }));
    small.set("courses", &[course("4711", "IF101"), other]);
    small
}

fn named<const N: usize>(people: [&str; N]) -> BTreeSet<String> {
    people.into_iter().map(str::to_owned).collect()
}

/// The usernames of the people who may enter a course.
fn people(small: &Small, idnumber: &str) -> BTreeSet<String> {
    let moodle = small.server.moodle();
    let course = moodle.course_by_idnumber(idnumber).unwrap();
    let suspended = moodle.suspended(course);
    let enrolled = moodle.enrolled(course).into_iter();
    let active = enrolled.filter(|(user, _)| !suspended.contains(user));
    active.map(|(user, _)| moodle.user(user).unwrap().username).collect()
}

fn all() -> BTreeSet<String> {
    named([
        "1970", "1971", "260000", "260001", "260002", "260003", "260004", "260005",
    ])
}

/// The course of a group, and its name.
fn group(small: &Small, class: &str) -> (u64, String) {
    let moodle = small.server.moodle();
    let group = moodle.group_by_idnumber(&format!("selaras:kelas:{class}")).unwrap();
    (
        moodle.course_of_group(group).unwrap(),
        moodle.group_name(group).unwrap(),
    )
}

async fn differences(small: &Small) -> Vec<Value> {
    let report = small.admin.act("comparison/compare", json!({})).await.ok();
    let mut found = Vec::new();
    for outcome in [
        "missing_there",
        "changed_here",
        "changed_there",
        "not_enrolled",
        "by_hand",
    ] {
        found.extend(small.admin.job_rows(report.job(), outcome).await);
    }
    // A person who is in the course alone has no row, so the line names no kind.
    let is_ours = |row: &Value| ["kelas", "mahasiswa", "mengajar"].contains(&row["kind"].as_str().unwrap_or("kelas"));
    found.into_iter().filter(is_ours).collect()
}

async fn export_classes(small: &Small) -> Vec<String> {
    let export = small.admin.export("kelas", json!({})).await;
    let failed = small.admin.job_rows(export.job(), "failed").await;
    failed
        .iter()
        .map(|row| row["reason"].as_str().unwrap().to_owned())
        .collect()
}

#[rstest]
#[tokio::test]
async fn people_of_both_classes_are_in_one_course(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("mata_kuliah", "mata_kuliah_semester", "kelas")] shape: &str,
) {
    let course = match shape {
        "mata_kuliah" => "selaras:mata_kuliah:4711",
        "mata_kuliah_semester" => "selaras:course:4711@20261",
        _ => "selaras:kelas:1",
    };
    let small = campus(on, "1").await;
    set(&small, shape).await.ok();
    small.sync().await;
    let body = json!({ "course": shape, "categories": ["semester"] });
    let preview = small.admin.act("platform/shape/preview", body).await.ok();
    let counts = |name: &str| preview.data()[name].as_u64().unwrap();
    let courses = if shape == "mata_kuliah" { 2 } else { 1 };
    let groups = if shape == "kelas" { 1 } else { 2 };
    assert_eq!(
        (counts("courses"), counts("groups"), counts("people")),
        (courses, groups, 6)
    );
    assert_eq!(counts("fault_count"), 0);

    // The plan knows that the first class comes before the one that is taught in it.
    small.admin.export("matakuliah", json!({})).await.ok();
    let plan = small.admin.export("kelas", json!({ "dry_run": true })).await.ok();
    let counts = &plan.data()["counts"];
    assert_eq!(
        (&counts["create"], &counts["conflicts"], &counts["waiting"]),
        (&json!(2), &json!(0), &json!(0))
    );
    small.send().await;
    let moodle = small.server.moodle();
    let name = if shape == "kelas" { "A" } else { "A (SI101-A)" };
    assert_eq!(
        group(&small, "2"),
        (moodle.course_by_idnumber(course).unwrap(), name.to_owned())
    );
    assert_eq!(people(&small, course), all());
    assert_eq!(small.members("2"), named(["1971", "260003", "260004", "260005"]));
    match shape {
        "kelas" => assert_eq!(moodle.group_by_idnumber("selaras:kelas:1"), None),
        _ => assert_eq!(small.members("1"), named(["1970", "260000", "260001", "260002"])),
    }
    assert_eq!(moodle.course_by_idnumber("selaras:kelas:2"), None);
    assert_eq!(moodle.course_by_idnumber("selaras:course:4712@20261"), None);

    // All agrees, and a second run has nothing to do.
    assert_eq!(differences(&small).await, Vec::<Value>::new());
    let person = small.admin.get(&format!("{A}/people/mahasiswa/260003")).await.ok();
    assert_eq!(person.data()["enrolments"][0]["cause"], Value::Null);
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);

    // Who leaves the one class leaves the course, and the others stay.
    let left: Vec<_> = students(0)
        .into_iter()
        .filter(|student| student["NPK"] != "260003")
        .collect();
    small.set("class_students", &left);
    small.sync().await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    let mut stay = all();
    stay.remove("260003");
    assert_eq!(people(&small, course), stay);
}

#[rstest]
#[tokio::test]
async fn class_without_a_fitting_host_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "9").await;
    set(&small, "kelas").await.ok();
    small.sync().await;
    let told = export_classes(&small).await;
    assert!(told.len() == 1 && told[0].contains('9'), "{told:?}");
    let preview = json!({ "course": "kelas", "categories": [] });
    let preview = small.admin.act("platform/shape/preview", preview).await.ok();
    assert_eq!(preview.data()["fault_count"], 1);
    // A class in itself, two classes in each other, and a chain.
    let in_first = with(&class("1", "A"), json!({ "kelas_induk": "2" }));
    let third = with(&class("3", "C"), json!({ "kelas_induk": "2" }));
    for (classes, refused) in [
        (vec![class("1", "A"), combined("2")], 1),
        (vec![in_first.clone(), combined("1")], 2),
        (vec![class("1", "A"), combined("1"), third], 1),
    ] {
        small.set("classes", &classes);
        small.admin.sync("kelas").await;
        let told = export_classes(&small).await;
        assert_eq!(told.len(), refused, "{told:?}");
        assert!(
            told.iter().all(|reason| reason.contains("sendiri digabung")),
            "{told:?}"
        );
    }
    // A class that the source no longer lists.
    small.set("classes", &[combined("1"), class("3", "C")]);
    small.admin.sync("kelas").await;
    small
        .admin
        .export("kelas", json!({ "jadwal_kuliah_detail_id": "2" }))
        .await;
    let changed = with(&combined("1"), json!({ "hari": "Senin" }));
    small.set("classes", &[changed, class("3", "C")]);
    small.admin.sync("kelas").await;
    let told = export_classes(&small).await;
    assert!(
        told.len() == 1 && told[0].contains("tidak ada lagi di OCAS"),
        "{told:?}"
    );
    // What is corrected is sent.
    small.set("classes", &[combined("3"), class("3", "C")]);
    small.admin.sync("kelas").await;
    assert_eq!(export_classes(&small).await, Vec::<String>::new());
}

#[rstest]
#[tokio::test]
async fn class_that_is_combined_later_gets_a_group_beside_its_course(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "").await;
    set(&small, "kelas").await.ok();
    small.sync().await;
    small.send().await;
    let own = people(&small, "selaras:kelas:2");
    assert_eq!(own, named(["1971", "260003", "260004", "260005"]));
    // A student left meanwhile: leaving acts in the former course first.
    let others: Vec<_> = students(0)
        .into_iter()
        .filter(|student| student["NPK"] != "260003")
        .collect();
    small.set("class_students", &others);
    small.set("classes", &[class("1", "A"), combined("1")]);
    small.sync().await;
    let told = export_classes(&small).await;
    assert!(told.len() == 1 && told[0].contains("Unenroll dahulu"), "{told:?}");
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(people(&small, "selaras:kelas:2"), named(["1971", "260004", "260005"]));
    small.send().await;
    let there = people(&small, "selaras:kelas:1");
    assert!(
        there.contains("260004") && there.contains("1971") && !there.contains("260003"),
        "{there:?}"
    );
    assert_eq!(small.members("2"), named(["1971", "260004", "260005"]));
    // The former course stays with its people.
    assert_eq!(people(&small, "selaras:kelas:2"), named(["1971", "260004", "260005"]));

    // By itself again: the first course is found. The student who left leaves here, too, before the class goes.
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    let courses = small.server.on_moodle().courses;
    small.set("classes", &[class("1", "A"), combined("")]);
    small.sync().await;
    small.send().await;
    assert_eq!(small.server.on_moodle().courses, courses);
    // Nothing is taken out of the other class's course, and the report tells who is still in it.
    let told = differences(&small).await;
    assert!(told.iter().all(|row| row["outcome"] == "by_hand"), "{told:?}");
    assert_eq!(
        column(&told, "label"),
        ["Mahasiswa 260004", "Mahasiswa 260005", "Dosen 1971"]
    );
}

#[rstest]
#[tokio::test]
async fn class_with_a_group_waits_until_that_is_gone(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "").await;
    small.sync().await;
    small.send().await;
    let before = group(&small, "2");
    small.set("classes", &[class("1", "A"), combined("1")]);
    small.sync().await;
    let told = export_classes(&small).await;
    assert!(told.len() == 1 && told[0].contains("course"), "{told:?}");
    assert_eq!(group(&small, "2"), before);
    let id = small.server.moodle().group_by_idnumber("selaras:kelas:2").unwrap();
    small.server.moodle().delete_group(id);
    small.send().await;
    let host = small
        .server
        .moodle()
        .course_by_idnumber("selaras:mata_kuliah:4711")
        .unwrap();
    assert_eq!(group(&small, "2").0, host);
    assert_eq!(people(&small, "selaras:mata_kuliah:4711"), all());
}

#[rstest]
#[tokio::test]
async fn combined_class_follows_its_host(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "1").await;
    set(&small, "kelas").await.ok();
    small.sync().await;
    small.send().await;
    // The course of the first class was deleted there: both are made again.
    let moodle = small.server.moodle();
    moodle.delete_course(moodle.course_by_idnumber("selaras:kelas:1").unwrap());
    small.admin.act("comparison/compare", json!({})).await.ok();
    small.admin.act("comparison/wait_again", json!({})).await.ok();
    small.send().await;
    assert_eq!(people(&small, "selaras:kelas:1"), all());
    assert_eq!(small.members("2"), named(["1971", "260003", "260004", "260005"]));
    assert_eq!(differences(&small).await, Vec::<Value>::new());
    // Another shape gives the first class a group, and the other one stays with it.
    set(&small, "mata_kuliah_semester").await.ok();
    small.send().await;
    assert_eq!(people(&small, "selaras:course:4711@20261"), all());
    assert_eq!(small.members("1"), named(["1970", "260000", "260001", "260002"]));
}

#[rstest]
#[tokio::test]
async fn form_combines_classes(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, "").await;
    small.set(
        "departments",
        &[json!({ "kode_jurusan": "TI", "nama_jurusan": "Teknologi" })],
    );
    small.sync().await;
    small.admin.sync("jurusan").await;
    let react = |call: &str| format!("/api/react/{call}");
    let form = json!({ "kode_jurusan": "TI", "kode_kelas": "TI-X", "nama_kelas": "X", "name": NAME });
    small
        .admin
        .post(&react("create/kelas"), with(&form, json!({ "kelas_induk": "1" })))
        .await
        .ok();
    let row = small.admin.row("kelas", "kode_kelas", "TI-X").await;
    assert_eq!(row["kelas_induk"], "1");
    // A client that does not know the field keeps it.
    let update = with(&form, json!({ "id": row["id"], "nama_kelas": "Y" }));
    small.admin.post(&react("update/kelas"), update).await.ok();
    assert_eq!(small.admin.row("kelas", "kode_kelas", "TI-X").await["kelas_induk"], "1");
    small.send().await;
    let key = row["jadwal_kuliah_detail_id"].as_str().unwrap();
    let host = small
        .server
        .moodle()
        .course_by_idnumber("selaras:mata_kuliah:4711")
        .unwrap();
    assert_eq!(group(&small, key), (host, "Y".to_owned()));
}
