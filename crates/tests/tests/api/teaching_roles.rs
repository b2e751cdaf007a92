//! Teachers with other roles than the one in charge of the class.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply, column, with},
    small::{Files, Small, class, teaching},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

/// The roles on Moodle that a shape may name.
const MANAGER: u8 = 1;
const EDITING_TEACHER: u8 = 3;
const TEACHER: u8 = 4;

/// The usual shape with these roles.
async fn set(small: &Small, roles: Value) -> Reply {
    let shape = json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"],
        "roles": roles, "name": NAME });
    let path = format!("{A}/platform/shape");
    small.admin.send(Method::PUT, &path, &[], Some(shape.to_string())).await
}

/// A teaching of a teacher in a class.
fn taught(nik: &str, class: &str, peran: &str) -> Value {
    with(&teaching(class), json!({ "nik": nik, "peran": peran }))
}

/// One teacher in charge of one class, who assists in the other, and one assistant in the first.
fn teachings() -> [Value; 3] {
    [
        taught("1970", "A", "Pengampu"),
        taught("1970", "B", "asisten"),
        taught("1971", "A", "Asisten"),
    ]
}

async fn campus(on: Database, teachings: &[Value]) -> Small {
    let small = Small::start(on, Files, &[class("1", "A"), class("2", "B")], &[], teachings).await;
    let teacher = |nik: &str| json!({ "nik": nik, "nama_lengkap": format!("Dosen {nik}"), "email": format!("{nik}@kampus.example") });
    small.set("teachers", &["1970", "1971"].map(teacher));
    small.sync().await;
    small
}

/// The one course on Moodle, the roles of a teacher in it, and whether the course is closed to them.
fn course(small: &Small) -> u64 {
    small
        .server
        .moodle()
        .course_by_idnumber("selaras:mata_kuliah:4711")
        .unwrap()
}

fn roles(small: &Small, nik: &str) -> Vec<u8> {
    let user = small.server.account(nik).unwrap();
    let people = small.server.moodle().enrolled(course(small)).into_iter();
    people
        .filter(|(id, _)| *id == user)
        .flat_map(|(_, roles)| roles)
        .collect()
}

fn is_suspended(small: &Small, nik: &str) -> bool {
    let user = small.server.account(nik).unwrap();
    small.server.moodle().suspended(course(small)).contains(&user)
}

/// The states of the teachings, in order.
async fn states(small: &Small) -> Vec<(String, bool)> {
    let rows = small.enrolments("mengajar").await.into_iter();
    rows.map(|(_, _, state, is_listed)| (state, is_listed)).collect()
}

async fn differences(small: &Small) -> usize {
    let report = small.admin.act("comparison/compare", json!({})).await.ok();
    let mut found = 0;
    for outcome in ["not_enrolled", "by_hand", "changed_there"] {
        let rows = small.admin.job_rows(report.job(), outcome).await;
        found += rows.iter().filter(|row| row["kind"] == "mengajar").count();
    }
    found
}

#[rstest]
#[tokio::test]
async fn each_teaching_has_its_role(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, &teachings()).await;
    let rows = small.admin.rows("mengajar").await;
    assert_eq!(column(&rows, "peran"), ["", "asisten", "asisten"]);
    // A role that the shape does not name is told before and after.
    small.send().await;
    let plan = small
        .admin
        .act("mengajar/enroll", json!({ "dry_run": true }))
        .await
        .ok();
    assert_eq!(plan.data()["counts"]["conflicts"], 2);
    let told = plan.data()["rows"]["conflicts"][0]["reason"].as_str().unwrap();
    assert!(
        told.contains("asisten") && told.contains("Pengaturan > Bentuk"),
        "{told}"
    );
    assert_eq!(
        (roles(&small, "1970"), roles(&small, "1971")),
        (vec![EDITING_TEACHER], vec![])
    );
    let shape = json!({ "course": "mata_kuliah", "categories": [], "roles": { "asisten": TEACHER } });
    let preview = small.admin.act("platform/shape/preview", shape).await.ok();
    let shown = json!([{ "peran": "asisten", "role": TEACHER, "teachings": 2 }]);
    assert_eq!(preview.data()["roles"], shown);

    set(&small, json!({ "Asisten": TEACHER })).await.ok();
    small.send().await;
    assert_eq!(
        (roles(&small, "1970"), roles(&small, "1971")),
        (vec![EDITING_TEACHER, TEACHER], vec![TEACHER])
    );
    assert_eq!(differences(&small).await, 0);
    let person = small.admin.get(&format!("{A}/people/pengajar/1970")).await.ok();
    let causes: Vec<_> = person.data()["enrolments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["cause"])
        .collect();
    assert_eq!(causes, [&Value::Null, &Value::Null]);
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);

    // A role that was taken there is told, and given again.
    let assistant = small.server.account("1971").unwrap();
    small.server.moodle().take_role(course(&small), assistant, TEACHER);
    assert_eq!(differences(&small).await, 1);
    small.admin.act("comparison/wait_again", json!({})).await.ok();
    small.send().await;
    assert_eq!(roles(&small, "1971"), [TEACHER]);
}

#[rstest]
#[tokio::test]
async fn changed_role_is_sent_again(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, &teachings()).await;
    set(&small, json!({ "asisten": TEACHER })).await.ok();
    small.send().await;
    // At the source.
    small.set(
        "teachings",
        &[
            taught("1970", "A", ""),
            taught("1970", "B", "asisten"),
            taught("1971", "A", "pengampu"),
        ],
    );
    small.sync().await;
    let belum = |state: &(String, bool)| state.0 == "belum";
    assert_eq!(states(&small).await.iter().filter(|state| belum(state)).count(), 1);
    small.send().await;
    assert_eq!(roles(&small, "1971"), [EDITING_TEACHER, TEACHER]);
    // In the table: the one teaching with that role waits.
    set(&small, json!({ "asisten": MANAGER, "tamu": TEACHER })).await.ok();
    assert_eq!(states(&small).await.iter().filter(|state| belum(state)).count(), 1);
    small.send().await;
    assert_eq!(roles(&small, "1970"), [MANAGER, EDITING_TEACHER, TEACHER]);
    // A person who waits for another role leaves all the same.
    set(&small, json!({})).await.ok();
    small.set("teachings", &[taught("1971", "A", "")]);
    small.sync().await;
    small.admin.act("mengajar/unenroll", json!({ "missing": true })).await;
    assert!(
        !is_suspended(&small, "1970"),
        "a role that no teaching gives any more is another's"
    );
    set(&small, json!({ "asisten": MANAGER, "tamu": TEACHER })).await.ok();
    small
        .admin
        .act("mengajar/unenroll", json!({ "missing": true }))
        .await
        .ok();
    assert!(is_suspended(&small, "1970"));
    assert_eq!(roles(&small, "1970"), [MANAGER, EDITING_TEACHER, TEACHER]);
}

#[rstest]
#[tokio::test]
async fn person_leaves_with_the_last_teaching(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("suspend", "unenrol")] leaving: &str,
) {
    let small = campus(on, &teachings()).await;
    set(&small, json!({ "asisten": TEACHER })).await.ok();
    small.send().await;
    small.set(
        "teachings",
        &[taught("1970", "B", "asisten"), taught("1971", "A", "asisten")],
    );
    small.sync().await;
    let order = json!({ "missing": true, "leaving": leaving });
    small.admin.act("mengajar/unenroll", order.clone()).await.ok();
    // The other teaching keeps the person in the course; the role of the one that ended is Moodle's affair.
    assert!(!is_suspended(&small, "1970"));
    assert_eq!(small.members("1"), ["1971".to_owned()].into());
    small.set("teachings", &[taught("1971", "A", "asisten")]);
    small.sync().await;
    small.admin.act("mengajar/unenroll", order).await.ok();
    match leaving {
        "suspend" => assert!(is_suspended(&small, "1970")),
        _ => assert_eq!(roles(&small, "1970"), Vec::<u8>::new()),
    }
    assert_eq!(
        (roles(&small, "1971"), is_suspended(&small, "1971")),
        (vec![TEACHER], false)
    );
}

#[rstest]
#[tokio::test]
async fn teacher_who_moves_to_another_role_gets_it(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, &[taught("1970", "A", ""), taught("1971", "A", "")]).await;
    set(&small, json!({ "asisten": TEACHER })).await.ok();
    small.send().await;
    // Another class of the course, as an assistant: the former group is left, and the role is given.
    small.set("teachings", &[taught("1970", "B", "asisten"), taught("1971", "B", "")]);
    small.sync().await;
    small
        .admin
        .act("mengajar/unenroll", json!({ "missing": true }))
        .await
        .ok();
    small.send().await;
    assert_eq!(roles(&small, "1970"), [EDITING_TEACHER, TEACHER]);
    assert_eq!(roles(&small, "1971"), [EDITING_TEACHER]);
    assert_eq!(small.members("2"), ["1970", "1971"].map(str::to_owned).into());
    assert!(small.members("1").is_empty());
    assert_eq!(differences(&small).await, 0);
}

#[rstest]
#[tokio::test]
async fn source_that_begins_to_name_the_one_in_charge_sends_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on, &[teaching("A"), teaching("B")]).await;
    small.send().await;
    let calls = small.server.writing_calls();
    small.set(
        "teachings",
        &[taught("1970", "A", "pengampu"), taught("1970", "B", "PENGAMPU")],
    );
    small.sync().await;
    assert!(states(&small).await.iter().all(|(state, _)| state == "sudah"));
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);
}

#[rstest]
#[tokio::test]
async fn table_of_roles_is_checked_and_given_to_moodle(#[values(Sqlite)] on: Database) {
    let small = campus(on, &teachings()).await;
    for (roles, field) in [
        (json!({ "pengampu": TEACHER }), "roles.pengampu"),
        (json!({ "": TEACHER }), "roles."),
        (json!({ "asisten": 0 }), "roles.asisten"),
        (json!({ "asisten": "4" }), "roles"),
    ] {
        let refused = set(&small, roles).await.refused(422);
        assert!(refused.body["fields"][field].is_string(), "{}", refused.body);
    }
    let preset = || async {
        let file = small.admin.bytes(&format!("{A}/platform/role-preset.xml")).await;
        String::from_utf8(file).unwrap()
    };
    let assigns = "<shortname>teacher</shortname>";
    assert!(!preset().await.contains(assigns));
    set(&small, json!({ "asisten": TEACHER })).await.ok();
    assert!(preset().await.contains(assigns));
    let shape = small.admin.get(&format!("{A}/platform/shape")).await.ok();
    assert_eq!(shape.data()["roles"], json!({ "asisten": TEACHER }));
}
