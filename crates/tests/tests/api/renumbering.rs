//! People with a new number at the source: they are proposed, and nothing happens to them before the decision.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::A,
    small::{Files, Http, Small, class, student, teaching},
};
use rstest::rstest;
use serde_json::{Value, json};
use std::fs;

/// A student in class A, by number and name.
fn named(npk: &str, name: &str) -> Value {
    let mut student = student(npk, "A");
    student["nama_lengkap"] = json!(name);
    student
}

/// A campus on which student 1, Budi Santoso, was enrolled under that number and is now listed under number 9.
async fn with_a_new_number(on: Database, budi_now: Value) -> Small {
    let others = ["2", "3"].map(|npk| student(npk, "A"));
    let budi = named("1", "Budi Santoso");
    let students: Vec<_> = others.iter().cloned().chain([budi]).collect();
    let small = Small::start(on, Http, &[class("90001", "A")], &students, &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    let students: Vec<_> = others.into_iter().chain([budi_now]).collect();
    small.set("class_students", &students);
    small.sync().await;
    small
}

async fn pairs(small: &Small) -> Vec<Value> {
    small
        .admin
        .get(&format!("{A}/people/renumberings"))
        .await
        .ok()
        .rows()
        .to_vec()
}

async fn unenroll(small: &Small) -> Value {
    let left = small.admin.act("mahasiswa/unenroll", json!({ "missing": true })).await;
    left.ok().outcomes().clone()
}

#[rstest]
#[tokio::test]
async fn changed_number_keeps_account_and_classes(#[values(Sqlite, Postgres)] on: Database) {
    let small = with_a_new_number(on, named("9", "Budi Santoso")).await;
    let (server, admin) = (&small.server, &small.admin);
    let account = server.account("1").unwrap();
    let expected = json!([{
        "kind": "mahasiswa", "label": "Mahasiswa", "same": ["name", "class"],
        "from": { "number": "1", "name": "Budi Santoso", "email": "1@mhs.example", "classes": ["Algoritma · A · 11"] },
        "to": { "number": "9", "name": "Budi Santoso", "email": "9@mhs.example", "classes": ["Algoritma · A · 11"] },
    }]);
    assert_eq!(json!(pairs(&small).await), expected);
    let summary = admin.get(&format!("{A}/summary")).await.ok();
    let attention = summary.body["attention"].as_array().unwrap();
    assert!(
        attention
            .iter()
            .any(|one| one["code"] == "attention_renumbered" && one["rows"] == 1),
        "{attention:?}"
    );

    // Meanwhile no one is suspended, and no second account is made.
    let sent = admin.export("mahasiswa", json!({})).await.failure();
    let why = &admin.job_rows(&sent.body["job"], "failed").await[0]["reason"];
    assert!(
        why.as_str().unwrap().starts_with("Nomor 1 mungkin berganti menjadi 9."),
        "{why}"
    );
    let left = admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .failure();
    let why = &admin.job_rows(&left.body["job"], "failed").await[0]["reason"];
    assert!(
        why.as_str().unwrap().starts_with("Nomor 1 mungkin berganti menjadi 9."),
        "{why}"
    );
    assert_eq!(server.account("9"), None);

    let renumber = "people/mahasiswa/1/renumber";
    let plan = admin.act(renumber, json!({ "to": "9", "dry_run": true })).await.ok();
    let changes = json!([
        { "field": "NPK", "from": "1", "to": "9" },
        { "field": "email", "from": "1@mhs.example", "to": "9@mhs.example" },
    ]);
    assert_eq!(plan.data()["rows"]["update"][0]["changes"], changes);
    assert_eq!(plan.data()["notes"].as_array().unwrap().len(), 1);
    let done = admin.act(renumber, json!({ "to": "9" })).await.ok();
    assert_eq!(
        done.sentence(),
        "Nomor Budi Santoso diganti dari 1 menjadi 9. Export akan memperbarui akunnya."
    );
    assert_eq!(pairs(&small).await, [] as [Value; 0]);

    small.send().await;
    assert_eq!(server.account("9"), Some(account));
    assert_eq!(server.account("1"), None);
    assert_eq!(server.moodle().user(account).unwrap().idnumber, "selaras:mahasiswa:9");
    let course = server.moodle().course_of_group(server.group("90001")).unwrap();
    assert_eq!(server.moodle().suspended(course), [] as [u64; 0]);
    assert!(small.members("90001").contains("9"));
    let states: Vec<_> = small.enrolments("mahasiswa").await.into_iter().collect();
    assert!(
        states.iter().all(|(_, _, state, listed)| state == "sudah" && *listed),
        "{states:?}"
    );
    assert_eq!(states.len(), 3);
    // A second sync finds all as it is.
    assert_eq!(admin.sync("mahasiswa").await.counts(), [0, 0, 3, 0, 0, 0]);
    let log = admin.get(&format!("{A}/react/log")).await.ok();
    assert!(
        log.text
            .contains("Mengganti nomor Mahasiswa Budi Santoso dari 1 menjadi 9"),
        "{}",
        log.text
    );
}

#[rstest]
#[tokio::test]
async fn student_in_both_lists_gets_the_number_in_both(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("mahasiswa", "mahasiswa_mbkm")] kind: &str,
    // Whether the source lists the new number before it is changed here.
    #[values(true, false)] listed: bool,
) {
    let students = |npk: &str| [named(npk, "Budi Santoso"), student("2", "A"), student("3", "B")];
    let classes = [class("90001", "A"), class("90002", "B")];
    let small = Small::start(on, Files, &classes, &students("1"), &[]).await;
    let (server, admin) = (&small.server, &small.admin);
    let now_has = |npk: &str| {
        small.set("class_students", &students(npk));
        let guest =
            format!("nama_mk,nama_kelas,NPK,NamaLengkap,Email\nAlgoritma,B,{npk},Budi Santoso,{npk}@mhs.example\n");
        fs::write(small.folder.path().join("mbkm_students.csv"), guest).unwrap();
    };
    let sync = async || {
        small.sync().await;
        admin.sync("mahasiswa_mbkm").await;
    };
    let send = async || {
        small.send().await;
        admin.export("mahasiswa_mbkm", json!({})).await.ok();
        admin.act("mahasiswa_mbkm/enroll", json!({})).await.ok();
    };
    now_has("1");
    sync().await;
    send().await;
    let (account, there) = (server.account("1").unwrap(), server.on_moodle());

    if listed {
        now_has("9");
        sync().await;
        assert_eq!(pairs(&small).await.len(), 2);
    }
    let renumber = format!("people/{kind}/1/renumber");
    admin.act(&renumber, json!({ "to": "9" })).await.ok();
    assert_eq!(pairs(&small).await, [] as [Value; 0]);
    now_has("9");
    sync().await;
    send().await;

    assert_eq!((server.account("9"), server.account("1")), (Some(account), None));
    assert_eq!(server.on_moodle(), there);
    for (kind, class, group) in [("mahasiswa", "A", "90001"), ("mahasiswa_mbkm", "B", "90002")] {
        assert!(small.members(group).contains("9"), "{kind}");
        let enrolments = small.enrolments(kind).await;
        let (in_step, mut numbers) = (
            |state: &str, listed: bool| state == "sudah" && listed,
            enrolments.iter(),
        );
        assert!(
            enrolments.iter().all(|(_, _, state, listed)| in_step(state, *listed)),
            "{enrolments:?}"
        );
        assert!(
            numbers.any(|(npk, of, ..)| (&**npk, &**of) == ("9", class)),
            "{enrolments:?}"
        );
        assert!(enrolments.iter().all(|(npk, ..)| npk != "1"), "{enrolments:?}");
        let left = admin
            .act(&format!("{kind}/unenroll"), json!({ "missing": true }))
            .await
            .ok();
        assert_eq!(left.outcomes(), &json!({}));
    }
    let course = server.moodle().course_of_group(server.group("90001")).unwrap();
    assert_eq!(server.moodle().suspended(course), [] as [u64; 0]);
}

#[rstest]
#[tokio::test]
async fn two_people_leave_and_enter_once_they_are_told_apart(#[values(Sqlite, Postgres)] on: Database) {
    let small = with_a_new_number(on, named("9", "Budi Santoso")).await;
    let pair = json!({ "pairs": [{ "kind": "mahasiswa", "from": "1", "to": "9" }] });
    let told = small.admin.act("people/renumberings/dismiss", pair.clone()).await.ok();
    assert_eq!(told.sentence(), "1 pasangan dicatat sebagai orang yang berbeda.");
    assert_eq!(pairs(&small).await, [] as [Value; 0]);
    // Nor does the next sync propose them again.
    small.sync().await;
    assert_eq!(pairs(&small).await, [] as [Value; 0]);
    small.send().await;
    assert_eq!(unenroll(&small).await, json!({ "suspended": 1 }));
    assert!(small.server.account("9").is_some() && small.server.account("1").is_some());
    small
        .admin
        .act("people/renumberings/dismiss", json!({ "pairs": [] }))
        .await
        .refused(422);
    let unknown = json!({ "pairs": [{ "kind": "kelas", "from": "1", "to": "9" }] });
    small
        .admin
        .act("people/renumberings/dismiss", unknown)
        .await
        .refused(404);
}

#[rstest]
#[tokio::test]
async fn same_name_in_another_class_gets_an_account_at_once(#[values(Sqlite, Postgres)] on: Database) {
    let budi = named("1", "Budi Santoso");
    let students = [student("2", "A"), student("3", "B"), budi];
    let classes = [class("90001", "A"), class("90002", "B")];
    let small = Small::start(on, Http, &classes, &students, &[]).await;
    small.sync().await;
    small.send().await;
    let mut other = named("9", "Budi Santoso");
    other["nama_kelas"] = json!("B");
    small.set("class_students", &[student("2", "A"), student("3", "B"), other]);
    small.sync().await;
    assert_eq!(pairs(&small).await[0]["same"], json!(["name"]));
    small.send().await;
    let (first, second) = (small.server.account("1").unwrap(), small.server.account("9").unwrap());
    // The first one stays until the decision; the two may be one, each with an account.
    let left = small
        .admin
        .act("mahasiswa/unenroll", json!({ "missing": true }))
        .await
        .failure();
    assert_eq!(left.body["job"]["counts"]["failed"], 1);
    let renumber = "people/mahasiswa/1/renumber";
    let plan = small
        .admin
        .act(renumber, json!({ "to": "9", "dry_run": true }))
        .await
        .ok();
    assert_eq!(plan.data()["notes"].as_array().unwrap().len(), 2);
    small.admin.act(renumber, json!({ "to": "9" })).await.ok();
    // Once the second account is deleted there, the first one gets its name.
    small.server.moodle().delete_user(second);
    small.send().await;
    assert_eq!(small.server.account("9"), Some(first));
    assert!(small.members("90002").contains("9"));
}

#[rstest]
#[tokio::test]
async fn number_may_change_before_the_source_has_the_new_one(#[values(Sqlite, Postgres)] on: Database) {
    let small = with_a_new_number(on, named("1", "Budi Santoso")).await;
    let account = small.server.account("1");
    let renumber = |to: &str| ("people/mahasiswa/1/renumber", json!({ "to": to }));
    for (to, status) in [("1", 409), ("", 422), ("a\nb", 422), (&*"9".repeat(300), 422)] {
        let (call, body) = renumber(to);
        small.admin.act(call, body).await.refused(status);
    }
    small
        .admin
        .act("people/mahasiswa/77/renumber", json!({ "to": "9" }))
        .await
        .refused(404);
    let (call, body) = renumber("9");
    small.admin.act(call, body).await.ok();
    let mut budi = named("9", "Budi Santoso");
    budi["email"] = json!("budi@mhs.example");
    small.set("class_students", &[student("2", "A"), student("3", "A"), budi]);
    // The source may change the person further.
    assert_eq!(small.admin.sync("mahasiswa").await.counts()[..2], [0, 1]);
    small.send().await;
    assert_eq!(small.server.account("9"), account);
    assert_eq!(unenroll(&small).await, json!({}));
}

#[rstest]
#[tokio::test]
async fn teachings_follow_the_number_of_a_teacher(#[values(Sqlite, Postgres)] on: Database) {
    let students = [student("2", "A")];
    let small = Small::start(on, Http, &[class("90001", "A")], &students, &[teaching("A")]).await;
    small.sync().await;
    small.send().await;
    let account = small.server.account("1970");
    let teacher = json!({ "nik": "2024", "nama_lengkap": "Siti Rahayu", "email": "siti@kampus.example" });
    small.set("teachers", &[teacher]);
    let mut teaching = teaching("A");
    teaching["nik"] = json!("2024");
    small.set("teachings", &[teaching]);
    small.sync().await;
    assert_eq!(pairs(&small).await[0]["same"], json!(["name", "email", "class"]));
    small
        .admin
        .act("people/pengajar/1970/renumber", json!({ "to": "2024" }))
        .await
        .ok();
    let sent = small.admin.export("dosen", json!({})).await.ok();
    assert_eq!(sent.outcomes(), &json!({ "updated": 1 }));
    assert_eq!(small.server.account("2024"), account);
    let teachings: Vec<_> = small.enrolments("mengajar").await.into_iter().collect();
    let text = |text: &str| text.to_owned();
    assert_eq!(teachings, [(text("2024"), text("A"), text("sudah"), true)]);
}
