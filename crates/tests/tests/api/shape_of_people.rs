//! What the shape makes of people on the platform.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, NAME, Reply, with},
    small::{Files, Small, class, student, teaching},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The usual shape, with more.
async fn set(small: &Small, more: Value) -> Reply {
    let usual = json!({ "course": "mata_kuliah", "categories": ["tahun_ajaran", "semester", "prodi", "jurusan"], "name": NAME });
    let path = format!("{A}/platform/shape");
    small
        .admin
        .send(Method::PUT, &path, &[], Some(with(&usual, more).to_string()))
        .await
}

/// Students with a telephone number.
fn students(phone: &str) -> Vec<Value> {
    let student = |at: usize| {
        with(
            &student(&format!("26000{at}"), "A"),
            json!({ "HP": format!("{phone}{at}"), "angkatan": "2026" }),
        )
    };
    (0..3).map(student).collect()
}

async fn campus(on: Database) -> Small {
    let small = Small::start(on, Files, &[class("1", "A")], &students("081"), &[teaching("A")]).await;
    small.sync().await;
    small
}

fn profile(small: &Small, username: &str) -> BTreeMap<String, String> {
    small.server.moodle().user_by_username(username).unwrap().profile
}

fn fields(all: &[(&str, &str)]) -> BTreeMap<String, String> {
    all.iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

fn angkatan() -> Value {
    json!({ "profile": { "institution": "Universitas Contoh", "phone1": "{{ HP }}", "lang": "en",
        "profile_field_angkatan": "{{ angkatan }}" } })
}

#[rstest]
#[tokio::test]
async fn profile_follows_the_person(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on).await;
    small.server.moodle().add_profile_field("angkatan", "Angkatan");
    small.send().await;
    assert_eq!(profile(&small, "260000"), fields(&[]));
    // People who are there get it, too.
    set(&small, angkatan()).await.ok();
    let plan = small.admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    assert_eq!(plan.data()["counts"]["update"], 3);
    small.send().await;
    let of = |phone: &str| {
        fields(&[
            ("institution", "Universitas Contoh"),
            ("phone1", phone),
            ("lang", "en"),
            ("profile_field_angkatan", "2026"),
        ])
    };
    assert_eq!(profile(&small, "260000"), of("0810"));
    // A teacher has no year of entry.
    assert_eq!(
        profile(&small, "1970"),
        fields(&[("institution", "Universitas Contoh"), ("lang", "en")])
    );
    let calls = small.server.writing_calls();
    small.send().await;
    assert_eq!(small.server.writing_calls(), calls);

    small.set("class_students", &students("082"));
    small.sync().await;
    small.send().await;
    assert_eq!(profile(&small, "260000"), of("0820"));

    // What was changed there is told field by field, and sent again.
    let id = small.server.moodle().user_by_username("260001").unwrap().id.to_string();
    let changed = [
        ("users[0][id]", id.as_str()),
        ("users[0][institution]", "Lain"),
        ("users[0][customfields][0][type]", "angkatan"),
        ("users[0][customfields][0][value]", "2020"),
    ];
    small.server.moodle().call("core_user_update_users", &changed);
    let report = small.admin.act("comparison/compare", json!({})).await.ok();
    let told = small.admin.job_rows(report.job(), "changed_there").await;
    let told = told[0]["reason"].as_str().unwrap();
    assert!(told.contains("Institusi") && told.contains("angkatan: 2020"), "{told}");
    small.admin.act("comparison/wait_again", json!({})).await.ok();
    small.send().await;
    assert_eq!(profile(&small, "260001"), of("0821"));

    // Taken out of the shape, it stays as it is.
    set(&small, json!({})).await.ok();
    small.send().await;
    assert_eq!(profile(&small, "260001"), of("0821"));
}

#[rstest]
#[tokio::test]
async fn field_that_moodle_lacks_refuses_people_after_one(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on).await;
    set(&small, angkatan()).await.ok();
    let export = small.admin.export("mahasiswa", json!({})).await.refused(409);
    assert_eq!(export.body["job"]["counts"]["failed"], 3);
    let told = &small.admin.job_rows(export.job(), "failed").await[0]["reason"];
    assert!(told.as_str().unwrap().contains("angkatan"), "{told}");
    // One account went ahead, and was read back.
    let there = |npk: &str| small.server.moodle().user_by_username(npk).is_some();
    assert_eq!(["260000", "260001", "260002"].map(there), [true, false, false]);
    small.server.moodle().add_profile_field("angkatan", "Angkatan");
    small.send().await;
    assert_eq!(profile(&small, "260002")["profile_field_angkatan"], "2026");
    assert_eq!(profile(&small, "260000")["profile_field_angkatan"], "2026");
    assert!(small.all_students_are_enrolled().await);
}

#[rstest]
#[tokio::test]
async fn preview_shows_profiles_and_what_moodle_refuses(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on).await;
    let shape = json!({ "course": "mata_kuliah", "categories": [],
        "profile": { "city": "{{ angkatan }}", "phone1": "{{ HP }} / {{ nama_lengkap }}" } });
    let preview = small.admin.act("platform/shape/preview", shape).await.ok();
    assert_eq!(
        preview.data()["profile"],
        json!([{ "field": "city", "person": "Mahasiswa 260000", "value": "2026", "empty": 1 },
            { "field": "phone1", "person": "Mahasiswa 260000", "value": "0810 / Mahasiswa 260000", "empty": 0 }])
    );
    assert_eq!(preview.data()["fault_count"], 3);
}

fn usernames(small: &Small) -> Vec<String> {
    let moodle = small.server.moodle();
    let username = |npk: &str| {
        let idnumber = format!("selaras:mahasiswa:{npk}");
        let fields = [("field", "idnumber"), ("values[0]", idnumber.as_str())];
        let found = moodle.call("core_user_get_users_by_field", &fields);
        Some(found[0]["username"].as_str()?.to_owned())
    };
    let people = ["260000", "260001", "260002", "260003"];
    people.into_iter().filter_map(username).collect()
}

#[rstest]
#[tokio::test]
async fn username_by_pattern_is_for_new_accounts(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on).await;
    small.send().await;
    set(
        &small,
        json!({ "username": "{{ nama_lengkap | truncate(5) }}.{{ NPK }}" }),
    )
    .await
    .ok();
    let mut more = students("081");
    more.push(student("260003", "A"));
    small.set("class_students", &more);
    small.sync().await;
    let calls = small.server.moodle().calls("core_user_update_users");
    small.send().await;
    assert_eq!(usernames(&small), ["260000", "260001", "260002", "mahas.260003"]);
    assert_eq!(small.server.moodle().calls("core_user_update_users"), calls);

    // Another pattern, or none, changes no username; other changes are sent.
    for username in ["x{{ NPK }}", ""] {
        set(
            &small,
            json!({ "username": username, "profile": { "city": format!("Kota {username}") } }),
        )
        .await
        .ok();
        small.send().await;
        assert_eq!(usernames(&small), ["260000", "260001", "260002", "mahas.260003"]);
    }
    assert_eq!(profile(&small, "mahas.260003")["city"], "Kota");
    let report = small.admin.act("comparison/compare", json!({})).await.ok();
    assert!(small.admin.job_rows(report.job(), "changed_there").await.is_empty());

    // An account that was deleted there is a new one.
    set(&small, json!({ "username": "y{{ NPK }}" })).await.ok();
    let id = small.server.moodle().user_by_username("260000").unwrap().id;
    small.server.moodle().delete_user(id);
    small.admin.act("comparison/compare", json!({})).await.ok();
    small.admin.act("comparison/wait_again", json!({})).await.ok();
    small.send().await;
    assert_eq!(usernames(&small)[0], "y260000");
}

#[rstest]
#[tokio::test]
async fn username_that_clashes_or_is_empty_is_told_before(#[values(Sqlite, Postgres)] on: Database) {
    let small = campus(on).await;
    let shape = json!({ "username": "{{ angkatan }}" });
    let asked = with(&json!({ "course": "mata_kuliah", "categories": [] }), shape.clone());
    let preview = small.admin.act("platform/shape/preview", asked).await.ok();
    assert_eq!(
        preview.data()["usernames"],
        json!([{ "value": "2026", "people": ["Mahasiswa 260000 (260000)", "Mahasiswa 260001 (260001)",
            "Mahasiswa 260002 (260002)"] }])
    );
    assert_eq!(preview.data()["username"]["empty"], 1, "the teacher");
    assert_eq!(preview.data()["fault_count"], 1);
    set(&small, shape).await.ok();
    let plan = small.admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    let counts = &plan.data()["counts"];
    assert_eq!((&counts["create"], &counts["conflicts"]), (&json!(1), &json!(2)));
    let export = small.admin.export("mahasiswa", json!({})).await.ok();
    assert_eq!(export.body["job"]["counts"]["failed"], 2);
    assert_eq!(usernames(&small), ["2026"]);
    // A namesake's account made by hand is not taken.
    small.server.account_by_hand("dosen", "lama@lain.example", "");
    set(&small, json!({ "username": "{{ angkatan | default('dosen') }}" }))
        .await
        .ok();
    let refused = small.admin.export("dosen", json!({})).await.refused(409);
    assert!(refused.sentence().contains("dosen"), "{:?}", refused.body);
}

#[rstest]
#[tokio::test]
async fn shared_address_is_told_or_allowed(
    #[values(Sqlite, Postgres)] on: Database,
    #[values("refused", "allowed")] shared: &str,
) {
    let small = campus(on).await;
    let mut students = students("081");
    students[1]["email"] = json!("260000@MHS.example");
    small.set("class_students", &students);
    small.sync().await;
    if shared == "allowed" {
        small.server.moodle().allow_shared_emails();
    }
    set(&small, json!({ "shared_emails": shared })).await.ok();
    let asked = json!({ "course": "mata_kuliah", "categories": [], "shared_emails": shared });
    let preview = small.admin.act("platform/shape/preview", asked).await.ok();
    let plan = small.admin.export("mahasiswa", json!({ "dry_run": true })).await.ok();
    let conflicts = plan.data()["counts"]["conflicts"].as_u64();
    let notes = plan.data()["notes"].to_string();
    assert!(!notes.contains("260000@"), "nothing is left to try: {notes}");
    small.admin.export("mahasiswa", json!({})).await.ok();
    if shared == "allowed" {
        assert_eq!(
            (conflicts, preview.data()["address_count"].as_u64()),
            (Some(0), Some(0))
        );
        assert_eq!(usernames(&small), ["260000", "260001", "260002"]);
        return;
    }
    assert_eq!(
        preview.data()["addresses"],
        json!([{ "value": "260000@mhs.example", "people": ["Mahasiswa 260000 (260000)", "Mahasiswa 260001 (260001)"] }])
    );
    assert_eq!(conflicts, Some(1));
    assert_eq!(usernames(&small), ["260000", "260002"]);
    students[1]["email"] = json!("260001@mhs.example");
    small.set("class_students", &students);
    small.sync().await;
    small.send().await;
    assert_eq!(usernames(&small), ["260000", "260001", "260002"]);
}

#[rstest]
#[case(json!({ "username": "{{ nama_kelas }}" }), "username")]
#[case(json!({ "shared_emails": "mungkin" }), "shared_emails")]
#[case(json!({ "profile": { "kota": "Bandung" } }), "profile.kota")]
#[case(json!({ "profile": { "profile_field_": "Bandung" } }), "profile.profile_field_")]
#[case(json!({ "profile": { "city": "{{ nama_kelas }}" } }), "profile.city")]
#[tokio::test]
async fn bad_shape_of_people_is_refused_at_its_field(#[case] shape: Value, #[case] field: &str) {
    let small = campus(Sqlite).await;
    let refused = set(&small, shape).await.refused(422);
    assert!(refused.body["fields"][field].is_string(), "{:?}", refused.body);
}
