//! What a row is known by: ids before names, and no name that several rows bear.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, with},
    small::{By, Files, Http, Small, class, course, student, teaching},
};
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn tuples<const N: usize>(rows: [(&str, &str, &str, bool); N]) -> BTreeSet<(String, String, String, bool)> {
    rows.into_iter()
        .map(|(number, class, state, listed)| (number.to_owned(), class.to_owned(), state.to_owned(), listed))
        .collect()
}

fn names<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.into_iter().map(str::to_owned).collect()
}

#[rstest]
#[tokio::test]
async fn renamed_class_keeps_its_people_and_leavers_leave(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let of_a = ["1", "2", "3"].map(|npk| student(npk, "A"));
    let small = Small::start(on, by, &[class("90001", "A")], &of_a, &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    let moodle = small.server.moodle();
    let group = moodle.group_by_idnumber("selaras:kelas:90001").unwrap();

    small.set("classes", &[class("90001", "B")]);
    small.set("class_students", &["1", "2", "4"].map(|npk| student(npk, "B")));
    small.set("teachings", &[teaching("B")]);
    small.sync().await;
    let expected = [
        ("1", "B", "sudah", true),
        ("2", "B", "sudah", true),
        ("3", "B", "sudah", false),
        ("4", "B", "belum", true),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
    assert_eq!(
        small.enrolments("mengajar").await,
        tuples([("1970", "B", "sudah", true)])
    );

    small.send().await;
    let left = small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
    assert_eq!(moodle.group_by_idnumber("selaras:kelas:90001"), Some(group));
    assert_eq!(moodle.group_name(group).as_deref(), Some("B"));
    let course = moodle.course_of_group(group).unwrap();
    assert_eq!(moodle.suspended(course), [moodle.user_by_username("3").unwrap().id]);
    assert!(small.members("90001").is_superset(&names(["1", "2", "4", "1970"])));

    // A second sync finds all as it is.
    let again = small.admin.sync("mahasiswa").await;
    assert_eq!(again.counts(), [0, 0, 3, 0, 0, 0]);
    let again = small.admin.sync("mengajar").await;
    assert_eq!(again.counts(), [0, 0, 1, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn classes_that_exchange_names_keep_their_own_people(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let students = [student("1", "A"), student("2", "B"), student("3", "C")];
    let teachings = [teaching("A"), teaching("B")];
    let classes = [class("90001", "A"), class("90002", "B"), class("90003", "C")];
    let small = Small::start(on, by, &classes, &students, &teachings).await;
    small.sync().await;
    small.send().await;
    small.set(
        "classes",
        &[class("90001", "B"), class("90002", "A"), class("90003", "D")],
    );
    small.set(
        "class_students",
        &[student("1", "B"), student("2", "A"), student("3", "D")],
    );
    small.sync().await;
    let expected = [
        ("1", "B", "sudah", true),
        ("2", "A", "sudah", true),
        ("3", "D", "sudah", true),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
    let expected = [("1970", "A", "sudah", true), ("1970", "B", "sudah", true)];
    assert_eq!(small.enrolments("mengajar").await, tuples(expected));
    assert_eq!(small.members("90001"), names(["1", "1970"]));
}

#[rstest]
#[tokio::test]
async fn undo_of_a_class_rename_brings_the_people_back(#[values(Sqlite, Postgres)] on: Database) {
    let students = [student("1", "A"), student("2", "A")];
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    small.set("classes", &[class("90001", "B")]);
    let renamed = small.admin.sync("kelas").await;
    let undone = format!("jobs/{}/undo", renamed.job()["id"]);
    small.admin.act(&undone, json!({})).await.ok();
    let expected = [("1", "A", "sudah", true), ("2", "A", "sudah", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
    assert_eq!(
        small.enrolments("mengajar").await,
        tuples([("1970", "A", "sudah", true)])
    );
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 2, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn renamed_class_takes_the_place_of_a_gone_one(#[values(Sqlite, Postgres)] on: Database) {
    let students = [
        student("1", "A"),
        student("2", "B"),
        student("3", "A"),
        student("3", "B"),
    ];
    let small = Small::start(on, Files, &[class("90001", "A"), class("80001", "B")], &students, &[]).await;
    small.sync().await;
    small.send().await;
    // Two steps: first the class of earlier goes, then today's class gets its name.
    small.set("classes", &[class("90001", "A")]);
    small.set("class_students", &[student("1", "A"), student("3", "A")]);
    small.sync().await;
    small.set("classes", &[class("90001", "B")]);
    small.set("class_students", &[student("1", "B"), student("3", "B")]);
    small.sync().await;
    let expected = [
        ("1", "B", "sudah", true),
        ("2", "B", "sudah", false),
        ("3", "B", "sudah", true),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
}

#[rstest]
#[tokio::test]
async fn list_with_the_old_class_name_takes_no_people_out(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let students = [student("1", "A"), student("2", "A"), student("3", "C")];
    let small = Small::start(on, by, &[class("90001", "A"), class("90003", "C")], &students, &[]).await;
    small.sync().await;
    small.set("classes", &[class("90001", "B"), class("90003", "C")]);
    small.admin.sync("kelas").await;
    let synced = small.admin.sync("mahasiswa").await;
    let all_listed = [
        ("1", "B", "belum", true),
        ("2", "B", "belum", true),
        ("3", "C", "belum", true),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(all_listed));
    let told = small.admin.job_rows(synced.job(), "failed").await;
    let keys: BTreeSet<_> = told.iter().map(|line| line["key"].as_str().unwrap()).collect();
    let expected: &[&str] = match by {
        Http => &["Algoritma · B · 11"],
        Files => &["Algoritma · A · 11", "Algoritma · B · 11"],
    };
    assert!(keys.iter().eq(expected), "{told:?}");
}

#[rstest]
#[tokio::test]
async fn class_in_another_course_lists_its_people_there(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let students = [student("1", "A"), student("2", "A"), student("3", "C")];
    let small = Small::start(on, by, &[class("90001", "A"), class("90003", "C")], &students, &[]).await;
    let other = with(&course("4712", "IF102"), json!({ "nama_matakuliah": "Aljabar" }));
    small.set("courses", &[course("4711", "IF101"), other]);
    small.sync().await;
    small.send().await;
    let moved = |row: &Value, column: &str| with(row, json!({ column: "Aljabar" }));
    small.set(
        "classes",
        &[moved(&class("90001", "A"), "nama_mata_kuliah"), class("90003", "C")],
    );
    let students = [&student("1", "A"), &student("2", "A")].map(|row| moved(row, "nama_mk"));
    small.set("class_students", &[students.to_vec(), vec![student("3", "C")]].concat());
    small.sync().await;
    let enrolments = small.admin.rows("mahasiswa").await;
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let listed: BTreeSet<_> = enrolments
        .iter()
        .map(|row| (text(row, "NPK"), text(row, "nama_mk"), row["missing_since"].is_null()))
        .collect();
    let expected = [
        ("1", "Algoritma", false),
        ("2", "Algoritma", false),
        ("3", "Algoritma", true),
        ("1", "Aljabar", true),
        ("2", "Aljabar", true),
    ];
    let expected = expected.map(|(npk, course, listed)| (npk.to_owned(), course.to_owned(), listed));
    assert_eq!(listed, BTreeSet::from(expected));

    // The group has to go first, and the sentence says how.
    let refused = small.admin.export("kelas", json!({})).await.failure();
    assert!(
        refused.sentence().contains("Unenroll orangnya, hapus kelompok itu"),
        "{refused:?}"
    );
    let left = small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 2 }));
    let group = small.server.moodle().group_by_idnumber("selaras:kelas:90001").unwrap();
    assert!(small.server.moodle().delete_group(group));
    small.send().await;
    assert_eq!(small.members("90001"), names(["1", "2"]));
    assert_eq!(small.members("90003"), names(["3"]));
}

/// The row with the id of its class.
fn tied(row: &Value, class: &str) -> Value {
    with(row, json!({ "jadwal_kuliah_detail_id": class }))
}

#[rstest]
#[tokio::test]
async fn class_name_of_two_classes_is_refused_and_names_both(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "A")];
    let students = [student("1", "A"), student("2", "A")];
    let small = Small::start(on, by, &classes, &students, &[teaching("A")]).await;
    small.sync().await;
    for kind in ["matakuliah", "kelas", "dosen", "mahasiswa"] {
        small.admin.export(kind, json!({})).await.ok();
    }
    for kind in ["mahasiswa", "mengajar"] {
        let plan = small
            .admin
            .act(&format!("{kind}/enroll"), json!({ "dry_run": true }))
            .await
            .ok();
        let planned = plan.data()["rows"]["conflicts"].to_string();
        let refused = small.admin.act(&format!("{kind}/enroll"), json!({})).await.failure();
        for id in ["90001", "90002"] {
            assert!(planned.contains(id), "{planned}");
            assert!(refused.sentence().contains(id), "{refused:?}");
        }
    }
    assert_eq!(small.members("90001"), names([]));
    assert_eq!(small.members("90002"), names([]));
}

#[rstest]
#[tokio::test]
async fn id_tells_two_classes_of_one_name_apart(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "A")];
    let students = [
        tied(&student("1", "A"), "90001"),
        tied(&student("2", "A"), "90002"),
        tied(&student("3", "A"), "90001"),
        tied(&student("3", "A"), "90002"),
    ];
    let teachings = [tied(&teaching("A"), "90001"), tied(&teaching("A"), "90002")];
    let small = Small::start(on, by, &classes, &students, &teachings).await;
    small.sync().await;
    small.send().await;
    assert_eq!(small.members("90001"), names(["1", "3", "1970"]));
    assert_eq!(small.members("90002"), names(["2", "3", "1970"]));
    for (kind, rows) in [("mahasiswa", 4), ("mengajar", 2)] {
        assert_eq!(small.admin.sync(kind).await.counts(), [0, 0, rows, 0, 0, 0]);
    }

    // Both get another name, which one list does not have yet.
    small.set("classes", &[class("90001", "B"), class("90002", "C")]);
    small.set(
        "teachings",
        &[tied(&teaching("B"), "90001"), tied(&teaching("C"), "90002")],
    );
    if by == Http {
        let renamed = |row: &Value, name: &str| with(row, json!({ "nama_kelas": name }));
        let names = ["B", "C", "B", "C"];
        let students: Vec<_> = students
            .iter()
            .zip(names)
            .map(|(row, name)| renamed(row, name))
            .collect();
        small.set("class_students", &students);
    }
    small.sync().await;
    let listed: BTreeSet<_> = small.enrolments("mahasiswa").await;
    let listed: BTreeSet<_> = listed.into_iter().filter(|(.., listed)| *listed).collect();
    let expected: BTreeSet<_> = [("1", "B"), ("2", "C"), ("3", "B"), ("3", "C")].into();
    let named: BTreeSet<_> = listed
        .iter()
        .map(|(npk, class, ..)| (npk.as_str(), class.as_str()))
        .collect();
    assert_eq!(named, expected);

    // Leaving the rows of before keeps all people in their groups.
    small.send().await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    small
        .admin
        .act("mengajar/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(small.members("90001"), names(["1", "3", "1970"]));
    assert_eq!(small.members("90002"), names(["2", "3", "1970"]));
}

/// The people that the page of a class shows, each with the cause of a difference and its remedy.
async fn on_page(small: &Small, class: &str) -> BTreeSet<(String, String, String)> {
    let page = small.admin.get(&format!("{A}/classes/{class}")).await.ok();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let members = page.data()["members"].as_array().unwrap().iter();
    members
        .map(|member| {
            let cause = &member["cause"];
            (
                text(&member["person"]["number"]),
                text(&cause["code"]),
                text(&cause["mend"]),
            )
        })
        .collect()
}

fn triples<const N: usize>(rows: [(&str, &str, &str); N]) -> BTreeSet<(String, String, String)> {
    rows.into_iter()
        .map(|(number, code, mend)| (number.to_owned(), code.to_owned(), mend.to_owned()))
        .collect()
}

#[rstest]
#[tokio::test]
async fn pages_of_two_classes_of_one_name_show_their_own_people(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "A")];
    let students = [tied(&student("1", "A"), "90001"), tied(&student("2", "A"), "90002")];
    let small = Small::start(on, by, &classes, &students, &[tied(&teaching("A"), "90002")]).await;
    small.sync().await;
    small.send().await;
    assert_eq!(on_page(&small, "90001").await, triples([("1", "", "")]));
    assert_eq!(
        on_page(&small, "90002").await,
        triples([("2", "", ""), ("1970", "", "")])
    );
    let person = small
        .admin
        .get(&format!("{A}/people/mahasiswa/2?class=90001"))
        .await
        .ok();
    let enrolments = person.data()["enrolments"].as_array().unwrap();
    let classes: Vec<_> = enrolments
        .iter()
        .map(|enrolment| &enrolment["class"]["number"])
        .collect();
    assert_eq!(classes, ["90002"], "{person:?}");
    assert_eq!(enrolments[0]["cause"], Value::Null, "{person:?}");

    // Taken out by hand: only the page of the own class says so.
    let moodle = small.server.moodle();
    let group = moodle.group_by_idnumber("selaras:kelas:90002").unwrap();
    let course = moodle.course_of_group(group).unwrap();
    let fields = [
        (
            "enrolments[0][userid]",
            moodle.user_by_username("2").unwrap().id.to_string(),
        ),
        ("enrolments[0][courseid]", course.to_string()),
    ];
    let fields = fields
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect::<Vec<_>>();
    moodle.call("enrol_manual_unenrol_users", &fields);
    assert_eq!(on_page(&small, "90001").await, triples([("1", "", "")]));
    let expected = triples([("2", "removed_there", "enroll"), ("1970", "", "")]);
    assert_eq!(on_page(&small, "90002").await, expected);
    let align = json!({ "class": "90002", "name": NAME });
    small
        .admin
        .post(&format!("{A}/people/mahasiswa/2/align"), align)
        .await
        .ok();
    assert_eq!(
        on_page(&small, "90002").await,
        triples([("2", "", ""), ("1970", "", "")])
    );
}

#[rstest]
#[tokio::test]
async fn class_page_takes_no_guests_of_a_class_with_its_name(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] says_id: bool,
) {
    let evening = with(
        &class("90002", "A"),
        json!({ "kelas_id": "IF101K-A", "program_id": "12" }),
    );
    let small = Small::start(on, Files, &[class("90001", "A"), evening], &[student("1", "A")], &[]).await;
    let of_evening = with(&course("4712", "IF101K"), json!({ "program_id": "12" }));
    small.set("courses", &[course("4711", "IF101"), of_evening]);
    let guest = json!({ "NPK": "7", "NamaLengkap": "Ina Tamu", "Email": "ina@tamu.example", "nama_mk": "Algoritma",
        "nama_kelas": "A" });
    let guest = if says_id { tied(&guest, "90002") } else { guest };
    small.set("mbkm_students", &[guest]);
    small.sync().await;
    small.admin.sync("mahasiswa_mbkm").await;
    small.send().await;
    small.admin.export("mahasiswa_mbkm", json!({})).await.ok();
    small.admin.act("mahasiswa_mbkm/enroll", json!({})).await;
    let (here, there) = if says_id {
        (triples([("1", "", "")]), triples([("7", "", "")]))
    } else {
        let unclear = ("7", "class_ambiguous", "");
        (triples([("1", "", ""), unclear]), triples([unclear]))
    };
    assert_eq!(on_page(&small, "90001").await, here);
    assert_eq!(on_page(&small, "90002").await, there);
}

#[rstest]
#[tokio::test]
async fn ambiguous_class_is_told_on_the_pages_of_person_and_class(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "A")];
    let small = Small::start(on, by, &classes, &[student("1", "A")], &[teaching("A")]).await;
    small.sync().await;
    for kind in ["matakuliah", "kelas", "dosen", "mahasiswa"] {
        small.admin.export(kind, json!({})).await.ok();
    }
    let expected = triples([("1", "class_ambiguous", ""), ("1970", "class_ambiguous", "")]);
    assert_eq!(on_page(&small, "90001").await, expected);
    assert_eq!(on_page(&small, "90002").await, expected);
    for person in ["mahasiswa/1", "pengajar/1970"] {
        let page = small.admin.get(&format!("{A}/people/{person}")).await.ok();
        let cause = &page.data()["enrolments"][0]["cause"];
        assert_eq!(cause["code"], "class_ambiguous", "{page:?}");
        assert!(
            cause["text"].as_str().unwrap().contains("90001 (20261), 90002 (20261)"),
            "{cause}"
        );
    }

    // The source now says the id: the page of that class alone has the person.
    small.set("class_students", &[tied(&student("1", "A"), "90002")]);
    small.set("teachings", &[tied(&teaching("A"), "90002")]);
    assert_eq!(on_page(&small, "90001").await, triples([]));
    let expected = triples([("1", "not_synced", "sync"), ("1970", "not_synced", "sync")]);
    assert_eq!(on_page(&small, "90002").await, expected);
    for person in ["mahasiswa/1", "pengajar/1970"] {
        let align = json!({ "class": "90002", "name": NAME });
        small
            .admin
            .post(&format!("{A}/people/{person}/align"), align)
            .await
            .ok();
    }
    assert_eq!(
        on_page(&small, "90002").await,
        triples([("1", "", ""), ("1970", "", "")])
    );
    assert_eq!(small.enrolments("mahasiswa").await, tuples([("1", "A", "sudah", true)]));
    assert_eq!(
        small.enrolments("mengajar").await,
        tuples([("1970", "A", "sudah", true)])
    );
}

/// Ids of the rows of a kind.
async fn ids(small: &Small, kind: &str) -> BTreeSet<i64> {
    let rows = small.admin.rows(kind).await;
    rows.iter().map(|row| row["id"].as_i64().unwrap()).collect()
}

/// Twelve students of a class.
fn twelve(class: &str) -> Vec<Value> {
    (1..=12).map(|npk| student(&npk.to_string(), class)).collect()
}

#[rstest]
#[tokio::test]
async fn id_sent_later_ties_the_enrolment_and_no_one_leaves(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
    #[values(0, 4200)] further_classes: usize,
) {
    if by == Http && further_classes > 0 {
        return;
    }
    let mut classes = vec![class("90001", "A"), class("90002", "A")];
    classes.extend((0..further_classes).map(|at| class(&format!("7{at:04}"), &format!("K{at}"))));
    let small = Small::start(on, by, &classes, &twelve("A"), &[teaching("A")]).await;
    small.sync().await;
    small.admin.export("matakuliah", json!({})).await.ok();
    for class in ["90001", "90002"] {
        let body = json!({ "jadwal_kuliah_detail_id": class });
        small.admin.act("kelas/export_one", body).await.ok();
    }
    for kind in ["dosen", "mahasiswa"] {
        small.admin.export(kind, json!({})).await.ok();
    }
    let before = (ids(&small, "mahasiswa").await, ids(&small, "mengajar").await);
    small.admin.act("mahasiswa/enroll", json!({})).await.failure();

    let students: Vec<_> = twelve("A").iter().map(|row| tied(row, "90002")).collect();
    small.set("class_students", &students);
    small.set("teachings", &[tied(&teaching("A"), "90002")]);
    let plan = small.admin.act("mahasiswa/sync", json!({ "dry_run": true })).await.ok();
    let counts = &plan.data()["counts"];
    assert_eq!(
        (&counts["create"], &counts["missing"]),
        (&json!(0), &json!(0)),
        "{counts}"
    );
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 12, 0, 0, 0]);
    assert_eq!(small.admin.sync("mengajar").await.counts(), [0, 1, 0, 0, 0, 0]);
    let after = (ids(&small, "mahasiswa").await, ids(&small, "mengajar").await);
    assert_eq!(after, before);
    for kind in ["mahasiswa", "mengajar"] {
        let rows = small.admin.rows(kind).await;
        let ties: BTreeSet<_> = rows
            .iter()
            .map(|row| row["jadwal_kuliah_detail_id"].as_str().unwrap())
            .collect();
        assert_eq!(ties, BTreeSet::from(["90002"]), "{kind}");
        small.admin.act(&format!("{kind}/enroll"), json!({})).await.ok();
        let left = small
            .admin
            .act(&format!("{kind}/unenroll"), json!({ "missing": true }))
            .await
            .ok();
        assert_eq!(left.outcomes(), &json!({}), "{kind}");
    }
    assert_eq!(small.members("90001"), names([]));
    assert_eq!(small.members("90002").len(), 13);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 12, 0, 0, 0]);
    assert_eq!(small.admin.sync("mengajar").await.counts(), [0, 0, 1, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn id_sent_once_a_second_class_has_the_name_keeps_people(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let small = Small::start(on, by, &[class("90001", "A")], &twelve("A"), &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    let before = ids(&small, "mahasiswa").await;
    small.set("classes", &[class("90001", "A"), class("90002", "A")]);
    // One of them changes to the new class, and one takes part in both.
    let mut students: Vec<_> = twelve("A").iter().map(|row| tied(row, "90001")).collect();
    students[0] = tied(&student("1", "A"), "90002");
    students.push(tied(&student("2", "A"), "90002"));
    small.set("class_students", &students);
    small.set("teachings", &[tied(&teaching("A"), "90001")]);
    small.sync().await;
    assert!(ids(&small, "mahasiswa").await.is_superset(&before));
    let enrolled = small.enrolments("mahasiswa").await;
    let of = |state: &str, listed: bool| enrolled.iter().filter(|row| row.2 == state && row.3 == listed).count();
    assert_eq!(
        (of("sudah", true), of("sudah", false), of("belum", true)),
        (11, 1, 2),
        "{enrolled:?}"
    );
    assert_eq!(
        small.enrolments("mengajar").await,
        tuples([("1970", "A", "sudah", true)])
    );
    small.send().await;
    small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(small.members("90002"), names(["1", "2"]));
    assert_eq!(small.members("90001").len(), 12, "eleven students and their teacher");
    let moodle = small.server.moodle();
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:4711").unwrap();
    assert_eq!(moodle.suspended(course), [] as [u64; 0]);
}

#[rstest]
#[tokio::test]
async fn person_who_never_was_in_a_class_leaves_without_a_failure(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "A")];
    let small = Small::start(on, by, &classes, &twelve("A"), &[]).await;
    // A second course of that name: not even the course is known.
    small.set("courses", &[course("4711", "IF101"), course("4712", "IF102")]);
    small.sync().await;
    for kind in ["matakuliah", "mahasiswa"] {
        small.admin.export(kind, json!({})).await.ok();
    }
    small.admin.act("mahasiswa/enroll", json!({})).await.failure();
    small.set("class_students", &twelve("A")[1..]);
    small.admin.sync("mahasiswa").await;
    for _ in 0..2 {
        let left = small
            .admin
            .act("mahasiswa/unenroll", json!({ "missing": true }))
            .await
            .ok();
        assert!(
            ["unenrolled", "suspended", "failed"]
                .iter()
                .all(|outcome| left.outcomes()[*outcome].is_null()),
            "{left:?}"
        );
    }
    let left = small.enrolments("mahasiswa").await.into_iter().find(|row| row.0 == "1");
    assert_eq!(left, Some(("1".to_owned(), "A".to_owned(), "belum".to_owned(), false)));
}

#[rstest]
#[tokio::test]
async fn ids_of_unambiguous_classes_change_nothing(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let students = [student("1", "A"), student("2", "B")];
    let teachings = [teaching("A"), teaching("B")];
    let small = Small::start(on, by, &classes, &students, &teachings).await;
    small.sync().await;
    small.set(
        "class_students",
        &[tied(&students[0], "90001"), tied(&students[1], "90002")],
    );
    small.set(
        "teachings",
        &[tied(&teachings[0], "90001"), tied(&teachings[1], "90002")],
    );
    for kind in ["mahasiswa", "mengajar"] {
        assert_eq!(small.admin.sync(kind).await.counts(), [0, 0, 2, 0, 0, 0]);
    }
}

#[rstest]
#[tokio::test]
async fn id_decides_and_not_the_name_beside_it(#[values(Sqlite, Postgres)] on: Database) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let students = [tied(&student("1", "A"), "90001"), tied(&student("2", "B"), "90002")];
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    // The classes have exchanged their names, and the list of students has the names of before.
    small.set("classes", &[class("90001", "B"), class("90002", "A")]);
    small.sync().await;
    let expected = [("1", "B", "belum", true), ("2", "A", "belum", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
    let unknown = [tied(&student("1", "A"), "90001"), tied(&student("2", "B"), "70000")];
    small.set("class_students", &unknown);
    let synced = small.admin.sync("mahasiswa").await;
    let told = small.admin.job_rows(synced.job(), "failed").await;
    assert_eq!(told[0]["key"], "70000");
}

#[rstest]
#[tokio::test]
async fn course_name_of_two_courses_is_refused_without_an_id(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Files, &[class("90001", "A")], &[], &[]).await;
    small.set("courses", &[course("4711", "IF101"), course("5711", "TIF1101")]);
    for kind in ["matakuliah", "kelas"] {
        small.admin.sync(kind).await;
    }
    small.admin.export("matakuliah", json!({})).await.ok();
    let refused = small.admin.export("kelas", json!({})).await.failure();
    assert!(
        ["4711 (IF101)", "5711 (TIF1101)"]
            .iter()
            .all(|row| refused.sentence().contains(row)),
        "{refused:?}"
    );

    small.set(
        "classes",
        &[with(&class("90001", "A"), json!({ "matakuliah_id": "5711" }))],
    );
    small.admin.sync("kelas").await;
    small.admin.export("kelas", json!({})).await.ok();
    let moodle = small.server.moodle();
    let group = moodle.group_by_idnumber("selaras:kelas:90001").unwrap();
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:5711");
    assert!(course.is_some() && moodle.course_of_group(group) == course);
}

#[rstest]
#[tokio::test]
async fn capitals_of_a_number_make_no_other_person(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Files, &[class("90001", "A")], &[student("a1", "A")], &[]).await;
    small.sync().await;
    let same = |npk: &str| with(&student("a1", "A"), json!({ "NPK": npk }));
    small.set("class_students", &[same("A1")]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 1, 0, 0, 0]);
    assert_eq!(
        small.enrolments("mahasiswa").await,
        tuples([("a1", "A", "belum", true)])
    );
}

#[rstest]
#[tokio::test]
async fn number_without_its_zeros_is_no_new_person_and_names_both(#[values(Sqlite, Postgres)] on: Database) {
    let students = [student("00260001", "A"), student("00260002", "A")];
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[]).await;
    small.sync().await;
    small.set(
        "class_students",
        &[with(&students[0], json!({ "NPK": "260001" })), students[1].clone()],
    );
    let synced = small.admin.sync("mahasiswa").await;
    let told = small.admin.job_rows(synced.job(), "failed").await;
    let reason = told[0]["reason"].as_str().unwrap();
    assert!(reason.contains("260001") && reason.contains("00260001"), "{reason}");
    let expected = [("00260001", "A", "belum", true), ("00260002", "A", "belum", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));

    // Another name: another person.
    small.set(
        "class_students",
        &[student("260001", "A"), students[0].clone(), students[1].clone()],
    );
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [1, 0, 2, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn decimals_and_capitals_of_a_teacher_number_are_no_part_of_it(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Http, &[class("90001", "A")], &[], &[]).await;
    let teacher = |nik: &str| json!({ "nik": nik, "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.example" });
    small.set("teachers", &[teacher("1970,0"), teacher("d7")]);
    small.admin.sync("dosen").await;
    small.set("teachers", &[teacher("1970.00"), teacher("D7")]);
    assert_eq!(small.admin.sync("dosen").await.counts(), [0, 0, 2, 0, 0, 0]);
    let rows = small.admin.rows("dosen").await;
    let numbers: BTreeSet<_> = rows.iter().map(|row| row["nik"].as_str().unwrap()).collect();
    assert_eq!(numbers, BTreeSet::from(["1970", "d7"]));
}

#[rstest]
#[tokio::test]
async fn people_leave_a_class_that_the_dashboard_no_longer_has(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let students = [student("1", "A"), student("2", "B")];
    let small = Small::start(on, by, &classes, &students, &[]).await;
    small.sync().await;
    small.send().await;
    small.set("classes", &classes[1..]);
    small.set("class_students", &students[1..]);
    let body = json!({ "jadwal_kuliah_detail_id": "90001", "name": NAME });
    small.admin.delete(&format!("{A}/kelas/delete"), body).await.ok();
    small.sync().await;
    let left = small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert_eq!(left.outcomes(), &json!({ "suspended": 1 }));
    let moodle = small.server.moodle();
    let course = moodle.course_by_idnumber("selaras:mata_kuliah:4711").unwrap();
    assert_eq!(moodle.suspended(course), [moodle.user_by_username("1").unwrap().id]);
}

#[rstest]
#[tokio::test]
async fn teacher_in_an_unknown_class_is_not_taken_out(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let small = Small::start(on, by, &[class("90001", "A")], &[], &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    let before = small.members("90001");
    assert!(!before.is_empty());
    // The list of teachings names the class otherwise than the list of classes does.
    let otherwise = with(&teaching("A"), json!({ "kelas_id": "if101-a" }));
    small.set("teachings", &[otherwise]);
    small.admin.sync("mengajar").await;
    let left = small
        .admin
        .act("mengajar/unenroll", json!({ "missing": true }))
        .await
        .failure();
    assert!(left.sentence().contains("kelas yang tidak dikenal"), "{left:?}");
    assert_eq!(small.members("90001"), before);
}

#[rstest]
#[case::class(json!({ "nama_kelas": "a" }))]
#[case::course(json!({ "nama_mk": "ALGORITMA" }))]
#[case::program(json!({ "program_id": "011" }))]
#[case::class_and_course(json!({ "nama_kelas": "a", "nama_mk": "ALGORITMA" }))]
#[case::too_long_a_name(json!({ "nama_kelas": "A".repeat(300) }))]
#[tokio::test]
async fn student_of_a_class_spelled_otherwise_stays(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(0, 4200)] further_classes: usize,
    #[case] otherwise: Value,
) {
    let mut classes = vec![class("90001", "A")];
    classes.extend((0..further_classes).map(|at| class(&format!("7{at:04}"), &format!("K{at}"))));
    let students = ["1", "2", "3"].map(|npk| student(npk, "A"));
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    // The third has left.
    small.set("class_students", &[with(&students[0], otherwise), students[1].clone()]);
    let synced = small.admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, 1, 1, 0, 1], "{synced:?}");
    let expected = [
        ("1", "A", "belum", true),
        ("2", "A", "belum", true),
        ("3", "A", "belum", false),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
    let told = synced.job()["warnings"].to_string();
    assert!(told.contains("1 pendaftaran tidak dianggap hilang"), "{told}");
    assert!(!told.contains("0 kelas"), "{told}");

    small.set("class_students", &students[..2]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 2, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn student_spelled_otherwise_in_number_and_class_stays(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("D7", "07")] number: &str,
) {
    let students = ["d7", "7", "2", "3"].map(|npk| student(npk, "A"));
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[]).await;
    small.sync().await;
    let otherwise = with(
        &students[usize::from(number == "07")],
        json!({ "NPK": number, "nama_kelas": "a" }),
    );
    let listed = students
        .iter()
        .filter(|row| !otherwise["nama_lengkap"].eq(&row["nama_lengkap"]));
    let mut rows: Vec<_> = listed.cloned().collect();
    rows.push(otherwise);
    small.set("class_students", &rows);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 3, 0, 0, 1]);
}

#[rstest]
#[tokio::test]
async fn person_of_an_unknown_class_leaves_a_class_off_the_timetable(#[values(Sqlite, Postgres)] on: Database) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let students = [student("1", "A"), student("2", "B")];
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    small.set("classes", &classes[1..]);
    small.set("class_students", &[student("1", "SKRIPSI"), student("2", "B")]);
    small.sync().await;
    let expected = [("1", "A", "belum", false), ("2", "B", "belum", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
}

#[rstest]
#[tokio::test]
async fn unreadable_class_of_an_unknown_student_may_be_any_row(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(0, 4200)] further_classes: usize,
) {
    let mut classes = vec![class("90001", "A")];
    classes.extend((0..further_classes).map(|at| class(&format!("7{at:04}"), &format!("K{at}"))));
    let students = ["1", "2"].map(|npk| student(npk, "A"));
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    let unknown = with(&student("9", "A"), json!({ "nama_kelas": "A".repeat(300) }));
    small.set("class_students", &[students[0].clone(), unknown]);
    let synced = small.admin.sync("mahasiswa").await;
    assert_eq!(synced.counts(), [0, 0, 1, 0, 0, 1]);
    let told = synced.job()["warnings"].to_string();
    assert!(told.contains("Tidak ada yang dianggap hilang"), "{told}");
}

#[rstest]
#[tokio::test]
async fn teacher_with_a_number_spelled_otherwise_stays(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let classes = ["A", "B", "C"].map(|name| class(&format!("9000{name}"), name));
    let teachings = ["A", "B"].map(teaching);
    let small = Small::start(on, by, &classes, &[], &teachings).await;
    small.sync().await;
    // A row spells the number otherwise, so it is unknown what is taught in B.
    let otherwise = with(&teaching("A"), json!({ "nik": "01970" }));
    small.set("teachings", &[otherwise, teaching("C")]);
    let synced = small.admin.sync("mengajar").await;
    assert_eq!(synced.counts(), [1, 0, 0, 0, 0, 1]);
    let told = json!(small.admin.job_rows(synced.job(), "failed").await).to_string();
    assert!(told.contains("01970 tidak ada di dashboard, tetapi 1970 ada"), "{told}");
    let expected = [
        ("1970", "A", "belum", true),
        ("1970", "B", "belum", true),
        ("1970", "C", "belum", true),
    ];
    assert_eq!(small.enrolments("mengajar").await, tuples(expected));

    small.set("teachings", &["A", "C"].map(teaching));
    assert_eq!(small.admin.sync("mengajar").await.counts(), [0, 0, 2, 1, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn number_that_may_be_that_of_two_teachers_keeps_both(#[values(Sqlite, Postgres)] on: Database) {
    let classes = ["A", "B", "C"].map(|name| class(&format!("9000{name}"), name));
    let small = Small::start(on, Files, &classes, &[], &[]).await;
    let teacher = |nik: &str| json!({ "nik": nik, "nama_lengkap": format!("Dosen {nik}"), "email": "" });
    let of = |nik: &str, class: &str| with(&teaching(class), json!({ "nik": nik }));
    small.set("teachers", &["1970", "001970"].map(teacher));
    small.set("teachings", &[of("1970", "A"), of("001970", "B"), of("1970", "C")]);
    small.sync().await;
    small.set("teachings", &[of("01970", "A"), of("1970", "C")]);
    assert_eq!(small.admin.sync("mengajar").await.counts(), [0, 0, 1, 0, 0, 1]);
}

#[rstest]
#[tokio::test]
async fn two_spellings_of_one_teaching_that_differ_are_refused_together(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Files, &[class("90001", "A")], &[], &[]).await;
    let of = |nik: &str, program: &str| with(&teaching("A"), json!({ "nik": nik, "program_id": program }));
    let teacher = json!({ "nik": "d7", "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.example" });
    small.set("teachers", &[teacher]);
    small.set("teachings", &[of("d7", "11"), of("D7", "12")]);
    small.admin.sync("dosen").await;
    let synced = small.admin.act("mengajar/sync", json!({})).await;
    assert_eq!(synced.counts(), [0, 0, 0, 0, 2, 0]);
}

#[rstest]
#[tokio::test]
async fn capitals_of_a_number_make_no_other_teaching(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Files, &[class("90001", "A")], &[], &[]).await;
    let of = |nik: &str| with(&teaching("A"), json!({ "nik": nik }));
    let teacher = json!({ "nik": "d7", "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.example" });
    small.set("teachers", &[teacher]);
    small.set("teachings", &[of("d7")]);
    small.sync().await;
    small.set("teachings", &[of("D7")]);
    assert_eq!(small.admin.sync("mengajar").await.counts(), [0, 0, 1, 0, 0, 0]);
}

/// A teacher of that number.
fn teacher(nik: &str, name: &str) -> Value {
    json!({ "nik": nik, "nama_lengkap": name })
}

#[rstest]
#[case::equal_rows_of_other_zeros("07", &[("7", "Siti"), ("7", "Siti")], [0, 0, 0, 0, 0, 2])]
#[case::differing_rows_of_other_zeros("07", &[("7", "Siti"), ("7", "Budi")], [0, 0, 0, 0, 2, 0])]
#[case::equal_rows_of_other_capitals("d7", &[("D7", "Siti"), ("d7", "Siti"), ("D7", "Siti")], [0, 0, 3, 0, 0, 0])]
#[case::differing_rows_of_other_capitals("d7", &[("D7", "Siti"), ("D7", "Budi")], [0, 0, 0, 0, 2, 0])]
#[case::mixed_capitals("Dsn7", &[("DSN7", "Siti"), ("dsn7", "Siti")], [0, 0, 2, 0, 0, 0])]
#[tokio::test]
async fn teacher_listed_twice_with_a_number_spelled_otherwise_stays(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] known: &str,
    #[case] listed: &[(&str, &str)],
    #[case] expected: [i64; 6],
) {
    let small = Small::start(on, Http, &[], &[], &[]).await;
    let other = teacher("8", "Tono");
    small.set("teachers", &[teacher(known, "Siti"), other.clone()]);
    small.admin.sync("dosen").await;
    let before = small.admin.rows("dosen").await;
    let listed = listed.iter().map(|(nik, name)| teacher(nik, name));
    small.set("teachers", &listed.chain([other]).collect::<Vec<_>>());
    let [created, updated, unchanged, ..] = expected;
    let synced = small.admin.sync("dosen").await.counts();
    assert_eq!(synced[..3], [created, updated, unchanged + 1]);
    assert_eq!(synced[3..], expected[3..]);
    assert_eq!(small.admin.rows("dosen").await, before);
}

#[rstest]
#[tokio::test]
async fn number_in_two_capitals_of_a_first_list_is_one_teacher(#[values(Sqlite, Postgres)] on: Database) {
    let small = Small::start(on, Http, &[], &[], &[]).await;
    small.set("teachers", &[teacher("d7", "Siti"), teacher("D7", "Siti")]);
    assert_eq!(small.admin.sync("dosen").await.counts(), [1, 0, 1, 0, 0, 0]);
    assert_eq!(small.admin.sync("dosen").await.counts(), [0, 0, 2, 0, 0, 0]);
}

#[rstest]
#[tokio::test]
async fn undecided_number_of_a_student_is_undecided_in_all_rows(#[values(Sqlite, Postgres)] on: Database) {
    let named = |npk: &str, name: &str| with(&student(npk, "A"), json!({ "nama_lengkap": name }));
    let small = Small::start(on, Files, &[class("90001", "A")], &[named("07", "Budi")], &[]).await;
    small.sync().await;
    small.set(
        "class_students",
        &[named("7", "Budi"), named("7", "Siti"), student("8", "A")],
    );
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [1, 0, 0, 0, 0, 2]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 1, 0, 0, 2]);
    let expected = [("07", "A", "belum", true), ("8", "A", "belum", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
}

/// A campus with the students 1 and 2 in class A, 3 and 4 in B, synced.
async fn two_classes(on: Database) -> (Small, [Value; 4]) {
    let classes = [class("90001", "A"), class("90002", "B")];
    let students = [
        student("1", "A"),
        student("2", "A"),
        student("3", "B"),
        student("4", "B"),
    ];
    let small = Small::start(on, Files, &classes, &students, &[]).await;
    small.sync().await;
    (small, students)
}

#[rstest]
#[case::unknown_id(json!({ "jadwal_kuliah_detail_id": "70000" }))]
#[case::number_with_signs(json!({ "NPK": "'1", "nama_kelas": "A".repeat(300) }))]
#[tokio::test]
async fn student_in_a_row_of_an_unknown_class_stays(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] otherwise: Value,
) {
    let (small, students) = two_classes(on).await;
    let beside = with(&student("1", "B"), otherwise);
    small.set("class_students", &[beside, students[1].clone(), students[2].clone()]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 2, 1, 0, 1]);
    let gone = small
        .enrolments("mahasiswa")
        .await
        .into_iter()
        .find(|row| !row.3)
        .unwrap();
    assert_eq!(gone.0, "4");
}

#[rstest]
#[tokio::test]
async fn student_with_other_zeros_in_an_unknown_class_stays(#[values(Sqlite, Postgres)] on: Database) {
    let named = |npk: &str, name: &str| with(&student(npk, "A"), json!({ "nama_lengkap": name }));
    let students = [named("7", "Siti"), named("007", "Budi"), student("8", "A")];
    let small = Small::start(on, Files, &[class("90001", "A")], &students, &[]).await;
    small.sync().await;
    let unknown = |npk: &str| with(&student(npk, "A"), json!({ "jadwal_kuliah_detail_id": "70000" }));
    small.set("class_students", &[unknown("7"), unknown("07"), student("8", "A")]);
    small.admin.sync("mahasiswa").await;
    assert!(small.enrolments("mahasiswa").await.iter().all(|row| row.3));
}

#[rstest]
#[case::of_the_file(json!({ "NPK": "#N/A" }))]
#[case::of_the_list(json!({ "nama_lengkap": "A".repeat(300) }))]
#[tokio::test]
async fn unreadable_row_holds_back_the_class_of_its_id(
    #[values(Sqlite, Postgres)] on: Database,
    #[case] unreadable: Value,
) {
    let (small, students) = two_classes(on).await;
    let of_a = with(&student("9", "B"), json!({ "jadwal_kuliah_detail_id": "90001" }));
    let listed = [with(&of_a, unreadable), students[0].clone(), students[2].clone()];
    small.set("class_students", &listed);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 2, 1, 0, 1]);
    let expected = [
        ("1", "A", "belum", true),
        ("2", "A", "belum", true),
        ("3", "B", "belum", true),
        ("4", "B", "belum", false),
    ];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
}

#[rstest]
#[tokio::test]
async fn unreadable_row_with_an_unreadable_class_id_holds_back_all_classes(#[values(Sqlite, Postgres)] on: Database) {
    let (small, students) = two_classes(on).await;
    let unreadable = json!({ "NPK": "#N/A", "jadwal_kuliah_detail_id": "#N/A" });
    let beside = with(&student("9", "B"), unreadable);
    small.set("class_students", &[beside, students[0].clone(), students[2].clone()]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 2, 0, 0, 1]);
    assert!(
        small.enrolments("mahasiswa").await.iter().all(|row| row.3),
        "one is gone"
    );
}

#[rstest]
#[tokio::test]
async fn number_in_two_capitals_of_a_first_list_is_one_student(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Http, Files)] by: By,
) {
    let described = json!({ "nama_lengkap": "Siti", "email": "siti@kampus.example" });
    let siti = |npk: &str, class: &str| with(&student(npk, class), described.clone());
    let classes = [class("90001", "A"), class("90002", "B")];
    let small = Small::start(
        on,
        by,
        &classes,
        &[siti("d7", "A"), siti("D7", "B"), siti("D7", "A")],
        &[],
    )
    .await;
    small.admin.sync("kelas").await;
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [2, 0, 1, 0, 0, 0]);
    assert_eq!(small.admin.sync("mahasiswa").await.counts(), [0, 0, 3, 0, 0, 0]);
    let expected = [("d7", "A", "belum", true), ("d7", "B", "belum", true)];
    assert_eq!(small.enrolments("mahasiswa").await, tuples(expected));
}
