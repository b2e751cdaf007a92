//! What the rows become on the platform: courses for classes or semesters, categories, and names by pattern.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply, with},
    small::{Files, Small, class, course, student},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A campus with two classes of one course, five students in each.
async fn two_classes(on: Database) -> Small {
    let students: Vec<_> = (0..10)
        .map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }))
        .collect();
    Small::start(on, Files, &[class("1", "A"), class("2", "B")], &students, &[]).await
}

async fn set(small: &Small, shape: Value) -> Reply {
    let body = with(&shape, json!({ "name": NAME })).to_string();
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(body)).await
}

fn per_class() -> Value {
    json!({ "course": "kelas", "categories": ["prodi", "semester"] })
}

/// A course on Moodle, by its idnumber.
fn on_moodle(small: &Small, idnumber: &str) -> Value {
    let fields = [("field", "idnumber"), ("value", idnumber)];
    let reply = small.server.moodle().call("core_course_get_courses_by_field", &fields);
    reply["courses"][0].clone()
}

/// The usernames of the people who may enter a course.
fn people(small: &Small, course: &Value) -> BTreeSet<String> {
    let (moodle, course) = (small.server.moodle(), course["id"].as_u64().unwrap());
    let suspended = moodle.suspended(course);
    let enrolled = moodle.enrolled(course).into_iter();
    let active = enrolled.filter(|(user, _)| !suspended.contains(user));
    active.map(|(user, _)| moodle.user(user).unwrap().username).collect()
}

/// Syncs the one semester, and sends it and all others.
async fn move_semester(small: &Small, semester: Value) {
    small.set("semesters", &[semester]);
    small.admin.sync("semester").await;
    small.admin.export("semester", json!({})).await.ok();
    small.send().await;
}

fn of_class(name: &str) -> BTreeSet<String> {
    let from = if name == "A" { 0 } else { 5 };
    (from..from + 5).map(|at| format!("26000{at}")).collect()
}

#[rstest]
#[tokio::test]
async fn each_class_is_a_course_in_the_categories_of_the_shape(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(&small, per_class()).await.ok();
    small.sync().await;
    let plan = small.admin.export("kelas", json!({ "dry_run": true })).await.ok();
    assert_eq!(
        plan.data()["notes"],
        json!(["Selain baris ini, Moodle juga mendapat 2 kategori dan 0 course baru."])
    );
    small.send().await;

    let (a, b) = (
        on_moodle(&small, "selaras:kelas:1"),
        on_moodle(&small, "selaras:kelas:2"),
    );
    assert_eq!(
        (&a["fullname"], &a["shortname"]),
        (&json!("Algoritma A (20261)"), &json!("IF101-11-A-20261"))
    );
    assert_eq!((people(&small, &a), people(&small, &b)), (of_class("A"), of_class("B")));
    let moodle = small.server.moodle();
    assert_eq!(moodle.group_by_idnumber("selaras:kelas:1"), None);
    assert_eq!(moodle.course_by_idnumber("selaras:mata_kuliah:4711"), None);
    let semester = moodle.category_of(a["id"].as_u64().unwrap()).unwrap();
    assert_eq!(
        moodle.category_by_idnumber("selaras:kategori:p=11/s=20261"),
        Some(semester)
    );
    let program = moodle.parent_of(semester).unwrap();
    assert_eq!(moodle.category_by_idnumber("selaras:kategori:p=11"), Some(program));
    assert_eq!(moodle.parent_of(program), Some(1), "1 is the configured root");
    // A course of the catalogue waits for nothing, and a second run has nothing to do.
    assert_eq!(small.admin.rows("matakuliah").await[0]["migration"], "sudah");
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
}

#[rstest]
#[tokio::test]
async fn course_of_a_semester_has_the_classes_as_groups(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(
        &small,
        json!({ "course": "mata_kuliah_semester", "categories": ["semester"], "group": "Kelas {{ nama_kelas | lower }}",
            "new_courses": "hidden" }),
    )
    .await
    .ok();
    small.sync().await;
    small.send().await;
    let moodle = small.server.moodle();
    let course = on_moodle(&small, "selaras:course:4711@20261");
    assert_eq!(
        (&course["fullname"], &course["shortname"], &course["visible"]),
        (&json!("Algoritma (20261)"), &json!("IF101-11-20261"), &json!(0))
    );
    let group = moodle.group_by_idnumber("selaras:kelas:1").unwrap();
    assert_eq!(moodle.course_of_group(group), course["id"].as_u64());
    assert_eq!(moodle.group_name(group), Some("Kelas a".to_owned()));
    assert_eq!(small.members("1"), of_class("A"));

    // The next semester's classes are in a course of their own, and the first one's people stay where they are.
    let next = |id: &str, name: &str| {
        let mut next = class(id, name);
        next["semester"] = json!("20262");
        next
    };
    small.set("classes", &[class("1", "A"), class("2", "B"), next("3", "C")]);
    small.sync().await;
    small.send().await;
    let group = moodle.group_by_idnumber("selaras:kelas:3").unwrap();
    let second = on_moodle(&small, "selaras:course:4711@20262");
    assert_eq!(moodle.course_of_group(group), second["id"].as_u64());
    assert_eq!(small.members("1"), of_class("A"));
}

#[rstest]
#[tokio::test]
async fn courses_begin_and_end_with_their_semester(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester")] per: &str,
) {
    let small = two_classes(on).await;
    let semester = |first: &str, last: &str| {
        json!({ "kode_semester": "20261", "nama_semester": "Gasal", "kode_tahun_ajaran": "2026",
            "tanggal_mulai": first, "tanggal_selesai": last })
    };
    let shape = |dates: &str| json!({ "course": per, "categories": ["semester"], "dates": dates });
    set(&small, shape("none")).await.ok();
    small.sync().await;
    move_semester(&small, semester("1/9/2026", "2027-01-31")).await;
    let idnumber = if per == "kelas" {
        "selaras:kelas:1"
    } else {
        "selaras:course:4711@20261"
    };
    let undated = on_moodle(&small, idnumber);

    let path = format!("{A}/platform/shape/preview");
    let body = shape("semester").to_string();
    let preview = small.admin.send(Method::POST, &path, &[], Some(body)).await.ok();
    let courses = if per == "kelas" { 2 } else { 1 };
    assert_eq!(preview.data()["changes"]["dated"], courses);
    set(&small, shape("semester")).await.ok();
    small.send().await;
    let dated = on_moodle(&small, idnumber);
    // The program's time zone is Jakarta's: 2026-09-01 00:00, and 2027-01-31 23:59.
    assert_eq!(
        (&dated["startdate"], &dated["enddate"]),
        (&json!(1_788_195_600), &json!(1_801_414_740))
    );
    assert_eq!(dated["id"], undated["id"]);
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls, "a second export has nothing to do");

    // A semester that moves takes its courses along, and one that ends before it begins is told.
    move_semester(&small, semester("2026-09-01", "2027-02-28")).await;
    assert_eq!(on_moodle(&small, idnumber)["enddate"], json!(1_803_833_940));
    small.set("semesters", &[semester("2026-09-01", "2026-08-01")]);
    small.admin.sync("semester").await;
    small.admin.export("semester", json!({})).await.ok();
    small.admin.export("kelas", json!({})).await;
    let class = small.admin.row("kelas", "jadwal_kuliah_detail_id", "1").await;
    let reason = class["migration_reason"].as_str().unwrap();
    assert!(
        reason.starts_with("Tanggal semester 20261 tidak dapat dipakai"),
        "{reason}"
    );
}

#[rstest]
#[tokio::test]
async fn comparison_names_dates_that_differ_from_the_semester(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    let semester = json!({ "kode_semester": "20261", "nama_semester": "Gasal",
        "tanggal_mulai": "2026-09-01", "tanggal_selesai": "2027-01-31" });
    let shape = |dates: &str| json!({ "course": "kelas", "categories": [], "dates": dates });
    set(&small, shape("semester")).await.ok();
    small.sync().await;
    move_semester(&small, semester).await;
    let compare = async || {
        let report = small.admin.act("comparison/compare", json!({})).await.ok();
        small.admin.job_rows(report.job(), "changed_there").await
    };
    assert_eq!(compare().await, [] as [Value; 0]);
    // A teacher gives the course another last day.
    let id = on_moodle(&small, "selaras:kelas:1")["id"].to_string();
    let other_end = [("courses[0][id]", id.as_str()), ("courses[0][enddate]", "1801328340")];
    small.server.moodle().call("core_course_update_courses", &other_end);
    let found = compare().await;
    let [line] = &found[..] else { panic!("{found:#?}") };
    let reason = line["reason"].as_str().unwrap();
    assert!(
        reason.contains("Hari terakhir course") && reason.contains("2027-01-30") && reason.contains("2027-01-31"),
        "{reason}"
    );
    small.admin.act("comparison/wait_again", json!({})).await.ok();
    small.send().await;
    assert_eq!(on_moodle(&small, "selaras:kelas:1")["enddate"], json!(1_801_414_740));
    assert_eq!(compare().await, [] as [Value; 0]);

    // Dates that are not sent belong to the teachers.
    set(&small, shape("none")).await.ok();
    small.send().await;
    small.server.moodle().call("core_course_update_courses", &other_end);
    assert_eq!(compare().await, [] as [Value; 0]);
}

#[rstest]
#[tokio::test]
async fn shape_changed_and_changed_back_is_the_first(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester")] course: &str,
) {
    let small = two_classes(on).await;
    small.sync().await;
    small.send().await;
    let (moodle, usual) = (small.server.moodle(), on_moodle(&small, "selaras:mata_kuliah:4711"));
    let everyone: BTreeSet<_> = of_class("A").union(&of_class("B")).cloned().collect();
    assert_eq!(people(&small, &usual), everyone);

    // What is there is neither deleted nor emptied.
    set(&small, json!({ "course": course, "categories": ["semester"] }))
        .await
        .ok();
    small.send().await;
    let other = match course {
        "kelas" => "selaras:kelas:1",
        _ => "selaras:course:4711@20261",
    };
    let expected = if course == "kelas" {
        of_class("A")
    } else {
        everyone.clone()
    };
    assert_eq!(people(&small, &on_moodle(&small, other)), expected);
    assert_eq!(people(&small, &usual), everyone);
    assert!(small.all_students_are_enrolled().await);

    let there = moodle.counts();
    set(
        &small,
        json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"] }),
    )
    .await
    .ok();
    small.send().await;
    assert_eq!(moodle.counts(), there);
    assert_eq!(people(&small, &usual), everyone);
    let link = moodle.group_by_idnumber("selaras:kelas:1").unwrap();
    assert!(moodle.course_of_group(link).is_some());
    assert!(small.all_students_are_enrolled().await);
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
}

/// The usernames of people who are suspended in a course.
fn suspended(small: &Small, course: &Value) -> BTreeSet<String> {
    let moodle = small.server.moodle();
    let suspended = moodle.suspended(course["id"].as_u64().unwrap()).into_iter();
    suspended.map(|user| moodle.user(user).unwrap().username).collect()
}

#[rstest]
#[tokio::test]
async fn leaver_is_suspended_before_the_class_gets_another_course(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("kelas", "mata_kuliah_semester")] course: &str,
) {
    let small = two_classes(on).await;
    small.sync().await;
    small.send().await;
    let usual = on_moodle(&small, "selaras:mata_kuliah:4711");
    let others: Vec<_> = (1..10)
        .map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }))
        .collect();
    small.set("class_students", &others);
    small.admin.sync("mahasiswa").await;
    set(&small, json!({ "course": course, "categories": [] })).await.ok();
    small.admin.export("matakuliah", json!({})).await.ok();
    let waits = small.admin.export("kelas", json!({})).await.ok();
    assert_eq!(waits.body["job"]["counts"]["failed"], 1);
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(suspended(&small, &usual), BTreeSet::from(["260000".to_owned()]));
    small.send().await;
    let idnumber = if course == "kelas" {
        "selaras:kelas:1"
    } else {
        "selaras:course:4711@20261"
    };
    let there = people(&small, &on_moodle(&small, idnumber));
    assert!(there.contains("260001") && !there.contains("260000"), "{there:?}");

    // Who leaves while the class is elsewhere leaves the former course, too, once the class is back there.
    small.set("class_students", &others[1..]);
    small.admin.sync("mahasiswa").await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert!(suspended(&small, &on_moodle(&small, idnumber)).contains("260001"));
    let shape = json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"] });
    set(&small, shape).await.ok();
    small.send().await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    let left = BTreeSet::from(["260000".to_owned(), "260001".to_owned()]);
    assert_eq!(suspended(&small, &usual), left);
}

#[rstest]
#[tokio::test]
async fn no_person_enters_a_class_that_waits_for_its_other_course(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    small.sync().await;
    small.send().await;
    set(&small, per_class()).await.ok();
    let mut students: Vec<_> = (0..10)
        .map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }))
        .collect();
    students.push(student("260010", "A"));
    small.set("class_students", &students);
    small.admin.sync("mahasiswa").await;
    small.admin.export("mahasiswa", json!({})).await.ok();
    let refused = small.admin.act("mahasiswa/enroll", json!({})).await.refused(409);
    assert!(refused.sentence().contains("Export data Kelas"), "{:?}", refused.body);
    small.send().await;
    assert!(people(&small, &on_moodle(&small, "selaras:kelas:1")).contains("260010"));
    let usual = on_moodle(&small, "selaras:mata_kuliah:4711");
    assert!(!people(&small, &usual).contains("260010"));
}

#[rstest]
#[tokio::test]
async fn usual_shape_saved_again_writes_nothing_to_moodle(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    small.sync().await;
    small.send().await;
    let calls = small.server.writing_calls();
    let choices = small.admin.get(&format!("{A}/platform/shape")).await.ok();
    let usual = &choices.data()["choices"][0];
    // The usual patterns, written out, are the usual names.
    let shape = json!({ "course": "mata_kuliah", "categories": choices.data()["categories"], "group": usual["group"],
        "fullname": usual["fullname"], "shortname": usual["shortname"] });
    set(&small, shape.clone()).await.ok();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
    // The shape in force, saved once more, lets nothing wait.
    set(&small, shape).await.ok();
    assert!(
        small
            .admin
            .rows("kelas")
            .await
            .iter()
            .all(|row| row["migration"] == "sudah")
    );
}

#[rstest]
#[tokio::test]
async fn names_that_belong_to_teachers_stay(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(
        &small,
        json!({ "course": "kelas", "categories": [], "names": "create" }),
    )
    .await
    .ok();
    small.sync().await;
    small.send().await;
    let (moodle, made) = (small.server.moodle(), on_moodle(&small, "selaras:kelas:1"));
    let id = made["id"].to_string();
    moodle.call(
        "core_course_update_courses",
        &[
            ("courses[0][id]", &id),
            ("courses[0][fullname]", "Algoritma bersama Bu Siti"),
        ],
    );
    let mut renamed = course("4711", "IF101");
    renamed["nama_matakuliah"] = json!("Algoritma");
    renamed["nama_matakuliah_id"] = json!("Algoritma dan Struktur Data");
    small.set("courses", &[renamed]);
    let mut moved = class("1", "A");
    moved["hari"] = json!("Senin");
    small.set("classes", &[moved, class("2", "B")]);
    small.sync().await;
    small.send().await;
    assert_eq!(
        on_moodle(&small, "selaras:kelas:1")["fullname"],
        "Algoritma bersama Bu Siti"
    );
    small.admin.act("comparison/compare", json!({})).await.ok();
}

#[rstest]
#[tokio::test]
async fn names_follow_what_a_class_belongs_to(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(&small, per_class()).await.ok();
    small.sync().await;
    small.send().await;
    let mut renamed = course("4711", "IF201");
    renamed["nama_matakuliah_id"] = json!("Algoritma Lanjut");
    small.set("courses", &[renamed]);
    small.sync().await;
    small.send().await;
    let class = on_moodle(&small, "selaras:kelas:1");
    assert_eq!(
        (&class["fullname"], &class["shortname"]),
        (&json!("Algoritma Lanjut A (20261)"), &json!("IF201-11-A-20261"))
    );
}

#[rstest]
#[tokio::test]
async fn plan_makes_nothing_before_it_is_confirmed(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(&small, per_class()).await.ok();
    small.sync().await;
    let there = small.server.on_moodle();
    let refused = small.admin.export("kelas", json!({ "plan": "0" })).await;
    assert_ne!(refused.status, 200, "{:?}", refused.body);
    assert_eq!(small.server.on_moodle(), there);
}

#[rstest]
#[tokio::test]
async fn person_without_an_address_gets_one_in_the_domain(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    let mut silent = student("260000", "A");
    silent["email"] = json!("");
    let others = (1..10).map(|at| student(&format!("26000{at}"), if at < 5 { "A" } else { "B" }));
    small.set(
        "class_students",
        &std::iter::once(silent).chain(others).collect::<Vec<_>>(),
    );
    small.sync().await;
    let usual = json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"] });
    let refused = small.admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(refused.body["job"]["counts"]["failed"], 1);
    set(&small, with(&usual, json!({ "email_domain": "mhs.kampus.example" })))
        .await
        .ok();
    small.send().await;
    let moodle = small.server.moodle();
    assert_eq!(
        moodle.user_by_username("260000").unwrap().email,
        "260000@mhs.kampus.example"
    );
    // A second export has nothing to do, and another domain follows.
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
    set(&small, with(&usual, json!({ "email_domain": "alumni.kampus.example" })))
        .await
        .ok();
    small.send().await;
    assert_eq!(
        moodle.user_by_username("260000").unwrap().email,
        "260000@alumni.kampus.example"
    );
    for domain in ["kampus", "@kampus.example", "kampus example.org"] {
        set(&small, with(&usual, json!({ "email_domain": domain })))
            .await
            .refused(422);
    }
}

#[rstest]
#[tokio::test]
async fn deleted_category_and_course_are_made_again(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(
        &small,
        json!({ "course": "mata_kuliah_semester", "categories": ["prodi"] }),
    )
    .await
    .ok();
    small.sync().await;
    small.send().await;
    let moodle = small.server.moodle();
    let category = moodle.category_by_idnumber("selaras:kategori:p=11").unwrap();
    assert!(moodle.delete_category(category, None));
    assert_eq!(on_moodle(&small, "selaras:course:4711@20261"), Value::Null);
    let mut changed = class("1", "A");
    changed["nama_kelas"] = json!("AA");
    small.set("classes", &[changed, class("2", "B")]);
    small.admin.sync("kelas").await;
    // The first run meets what is gone, and the next one makes it.
    small.admin.export("kelas", json!({})).await.refused(409);
    small.send().await;
    assert!(on_moodle(&small, "selaras:course:4711@20261")["id"].is_u64());
    assert_eq!(small.members("2"), of_class("B"));
}

#[rstest]
#[tokio::test]
async fn plan_foresees_short_names_that_clash(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    set(
        &small,
        json!({ "course": "kelas", "categories": [], "shortname": "{{ kode_matakuliah | upper }}" }),
    )
    .await
    .ok();
    small.sync().await;
    let plan = small.admin.export("kelas", json!({ "dry_run": true })).await.ok();
    assert_eq!(
        (&plan.data()["counts"]["create"], &plan.data()["counts"]["conflicts"]),
        (&json!(1), &json!(1))
    );
    let run = small.admin.export("kelas", json!({})).await.ok();
    assert_eq!(run.counts()[..2], [1, 0]);
    let preview = small
        .admin
        .act(
            "platform/shape/preview",
            json!({ "course": "kelas", "categories": [], "shortname": "{{ kode_matakuliah }}" }),
        )
        .await
        .ok();
    assert_eq!(
        preview.data()["clashes"],
        json!([{ "shortname": "if101", "rows": ["Algoritma A", "Algoritma B"] }])
    );
}

#[rstest]
#[tokio::test]
async fn preview_shows_the_tree_and_what_would_change(#[values(Sqlite, Postgres)] on: Database) {
    let small = two_classes(on).await;
    small.sync().await;
    small.send().await;
    let preview = small.admin.act("platform/shape/preview", per_class()).await.ok();
    assert_eq!(
        preview.data()["categories"],
        json!([{ "path": ["11", "20261"], "tied": false, "courses": 2, "groups": 0, "people": 10,
            "fullname": "Algoritma A (20261)", "shortname": "IF101-11-A-20261", "group": "" }])
    );
    assert_eq!(
        preview.data()["changes"],
        json!({ "made": 2, "people": 10, "renamed": 0, "moved": 0, "same": 0, "dated": 0 })
    );
    let usual = json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"] });
    let preview = small.admin.act("platform/shape/preview", usual).await.ok();
    assert_eq!(
        preview.data()["changes"],
        json!({ "made": 0, "people": 0, "renamed": 0, "moved": 0, "same": 3, "dated": 0 })
    );
    assert_eq!(
        preview.data()["categories"],
        json!([{ "path": ["11"], "tied": false, "courses": 1, "groups": 2, "people": 10,
            "fullname": "Algoritma", "shortname": "IF101-11", "group": "A" }])
    );
}

#[rstest]
#[case(json!({ "course": "semua", "categories": [] }), "course")]
#[case(json!({ "course": "kelas", "categories": ["fakultas"] }), "categories")]
#[case(json!({ "course": "kelas", "categories": ["prodi", "prodi"] }), "categories")]
#[case(json!({ "course": "kelas", "categories": [], "fullname": "{{ nama }}" }), "fullname")]
#[case(json!({ "course": "kelas", "categories": [], "fullname": "{{ nama_kelas" }), "fullname")]
#[case(json!({ "course": "kelas", "categories": [], "fullname": "{% if 1 %}a{% endif %}" }), "fullname")]
#[case(json!({ "course": "kelas", "categories": [], "shortname": "{{ nama_kelas | rot13 }}" }), "shortname")]
#[case(json!({ "course": "kelas", "categories": [], "shortname": "{{ nama_kelas | truncate }}" }), "shortname")]
#[case(json!({ "course": "mata_kuliah", "categories": [], "fullname": "{{ nama_kelas }}" }), "fullname")]
#[case(json!({ "course": "kelas", "categories": [], "fullname": "{{ 'x' * 99999999 }}" }), "fullname")]
#[case(json!({ "course": "kelas", "categories": [], "names": "never" }), "names")]
#[tokio::test]
async fn bad_shape_is_refused_at_its_field(#[case] shape: Value, #[case] field: &str) {
    let small = two_classes(Sqlite).await;
    let refused = set(&small, shape).await.refused(422);
    assert!(refused.body["fields"][field].is_string(), "{:?}", refused.body);
    assert_eq!(
        small.admin.get(&format!("{A}/platform/shape")).await.ok().data()["changed_at"],
        Value::Null
    );
}
