//! Rows tied to categories that are on Moodle already.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply},
    small::{Files, Small, class, student},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

async fn set(small: &Small, shape: Value) {
    let path = format!("{A}/platform/shape");
    small
        .admin
        .send(Method::PUT, &path, &[], Some(shape.to_string()))
        .await
        .ok();
}

fn usual() -> Value {
    let levels = ["tahun_ajaran", "semester", "prodi", "jurusan"];
    json!({ "course": "mata_kuliah", "categories": levels, "name": NAME })
}

fn per_class() -> Value {
    json!({ "course": "kelas", "categories": ["prodi", "semester"], "name": NAME })
}

/// A campus with one study program, and a category made by hand on Moodle. Nothing is sent yet.
async fn campus(on: Database, shape: Value) -> (Small, u64) {
    let small = Small::start(on, Files, &[class("1", "A")], &[student("260001", "A")], &[]).await;
    let semester = json!({ "kode_semester": "20261", "nama_semester": "Gasal" });
    small.set("semesters", &[semester]);
    small.set(
        "programs",
        &[json!({ "program_id": "11", "nama_prodi": "Informatika" })],
    );
    set(&small, shape).await;
    small.admin.sync("semester").await;
    small.admin.sync("prodi").await;
    small.sync().await;
    let made = small.server.moodle().call(
        "core_course_create_categories",
        &[("categories[0][name]", "Teknik Lama"), ("categories[0][parent]", "0")],
    );
    let id = made[0]["id"].as_u64().unwrap();
    (small, id)
}

async fn send(small: &Small) {
    for kind in ["semester", "prodi"] {
        small.admin.export(kind, json!({})).await.ok();
    }
    small.send().await;
}

async fn tie(small: &Small, level: &str, key: &str, id: u64) -> Reply {
    let body = json!({ "level": level, "key": key, "platform_id": id });
    small.admin.act("platform/categories", body).await
}

async fn loosen(small: &Small) {
    let body = json!({ "level": "prodi", "key": "11", "name": NAME }).to_string();
    let path = format!("{A}/platform/categories");
    small.admin.send(Method::DELETE, &path, &[], Some(body)).await.ok();
}

/// The category of the class's course, or under the usual shape of its mata kuliah's.
fn place(small: &Small) -> u64 {
    let moodle = small.server.moodle();
    let course = ["selaras:mata_kuliah:4711", "selaras:kelas:1"]
        .iter()
        .find_map(|name| moodle.course_by_idnumber(name));
    moodle.category_of(course.unwrap()).unwrap()
}

/// A category's name, parent and idnumber.
fn category(small: &Small, id: u64) -> Value {
    let id = id.to_string();
    let fields = [("criteria[0][key]", "id"), ("criteria[0][value]", id.as_str())];
    let found = small.server.moodle().call("core_course_get_categories", &fields);
    json!([found[0]["name"], found[0]["parent"], found[0]["idnumber"]])
}

#[rstest]
#[tokio::test]
async fn tied_category_holds_the_courses_and_is_not_changed(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(true, false)] by_rows: bool,
    #[values(true, false)] was_sent: bool,
) {
    let (small, id) = campus(on, if by_rows { usual() } else { per_class() }).await;
    let before = category(&small, id);
    if was_sent {
        send(&small).await;
    }
    let path = format!("{A}/platform/categories");
    let shown = small.admin.get(&path).await.ok();
    let offered = json!({ "platform_id": id, "path": ["Teknik Lama"] });
    assert!(
        shown.data()["categories"].as_array().unwrap().contains(&offered),
        "{shown:#?}"
    );
    let said = tie(&small, "prodi", "11", id).await.ok();
    assert!(said.sentence().contains("Teknik Lama"), "{said:#?}");
    send(&small).await;
    let moodle = small.server.moodle();
    let inside = |id| by_rows && place(&small) == id || !by_rows && moodle.parent_of(place(&small)) == Some(id);
    assert!(inside(id), "{}", place(&small));
    assert_eq!(category(&small, id), before);
    let calls = small.server.writing_calls();
    send(&small).await;
    assert_eq!(small.server.writing_calls(), calls);

    // The name there is no difference, and both screens show the tie.
    let report = small.admin.act("comparison/compare", json!({})).await.ok();
    let changed = small.admin.job_rows(report.job(), "changed_there").await;
    assert!(!changed.iter().any(|line| line["kind"] == "prodi"), "{changed:#?}");
    let shown = small.admin.get(&path).await.ok();
    let row = json!({ "level": "prodi", "key": "11", "label": "Informatika", "platform_id": id });
    assert!(shown.data()["rows"].as_array().unwrap().contains(&row), "{shown:#?}");
    let shape = if by_rows { usual() } else { per_class() };
    let preview = format!("{A}/platform/shape/preview");
    let preview = small
        .admin
        .send(Method::POST, &preview, &[], Some(shape.to_string()))
        .await
        .ok();
    assert_eq!(preview.data()["categories"][0]["tied"], true);

    // Loosened, the program has a category of its own, and the other one stays.
    loosen(&small).await;
    send(&small).await;
    assert!(!inside(id));
    assert_eq!(category(&small, id), before);
}

#[rstest]
#[tokio::test]
async fn tied_category_that_was_deleted_is_made_up_for(#[values(Sqlite, Postgres)] on: Database) {
    let (small, id) = campus(on, per_class()).await;
    tie(&small, "prodi", "11", id).await.ok();
    assert!(small.server.moodle().delete_category(id, None));
    small.admin.export("kelas", json!({})).await;
    small.admin.export("kelas", json!({})).await.ok();
    let class = small.admin.row("kelas", "jadwal_kuliah_detail_id", "1").await;
    assert_eq!(class["migration"], "sudah", "{class}");
}

#[rstest]
#[tokio::test]
async fn category_of_another_row_and_an_inner_level_are_refused(#[values(Sqlite, Postgres)] on: Database) {
    let (small, id) = campus(on, per_class()).await;
    send(&small).await;
    let moodle = small.server.moodle();
    let ours = moodle.category_by_idnumber("selaras:kategori:p=11/s=20261").unwrap();
    let held = tie(&small, "prodi", "11", ours).await.refused(409);
    assert!(held.sentence().contains("selaras:kategori:p=11/s=20261"), "{held:#?}");
    let inner = tie(&small, "semester", "20261", id).await.refused(409);
    assert!(inner.sentence().contains("tingkat terluar"), "{inner:#?}");
    tie(&small, "prodi", "11", 99_999).await.refused(409);
    tie(&small, "prodi", "99", id).await.refused(404);
    tie(&small, "kelas", "1", id).await.refused(422);
}
