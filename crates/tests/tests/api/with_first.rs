//! An action with its prerequisites: one plan, one confirmation, one job of stages with their own rows.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server, with},
};
use rstest::rstest;
use serde_json::{Value, json};

/// Plans the action with its prerequisites.
async fn plan(admin: &Client, call: &str, body: Value) -> Value {
    let body = with(&body, json!({ "dry_run": true, "with_first": true }));
    admin.act(call, body).await.ok().data().clone()
}

/// The body that confirms a plan.
fn agreeing(plan: &Value, body: Value) -> Value {
    let mut body = with(&body, json!({ "with_first": true, "plan": plan["token"] }));
    if let Some(name) = plan["guard"]["name"].as_str() {
        body["confirm"] = json!(name);
    }
    body
}

/// The stages of a plan or job, in order.
fn stages(of: &Value) -> Vec<(String, String)> {
    let word = |stage: &Value, member: &str| stage[member].as_str().unwrap().to_owned();
    let stages = of["stages"].as_array().unwrap().iter();
    stages.map(|stage| (word(stage, "verb"), word(stage, "kind"))).collect()
}

fn named(stages: &[(String, String)]) -> Vec<(&str, &str)> {
    stages
        .iter()
        .map(|(verb, kind)| (verb.as_str(), kind.as_str()))
        .collect()
}

#[rstest]
#[tokio::test]
async fn chosen_rows_are_planned_with_their_parents_present(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.act("matakuliah/sync", json!({})).await.ok();
    admin.act("kelas/sync", json!({})).await.ok();
    let ids: Vec<_> = admin.rows("kelas").await[..3]
        .iter()
        .map(|row| row["id"].clone())
        .collect();
    let courses = admin.rows("matakuliah").await.len() as i64;
    let body = json!({ "ids": ids });
    let writes = server.writing_calls();

    let plan = plan(&admin, "kelas/export", body.clone()).await;

    let both = [("export", "mata_kuliah"), ("export", "kelas")];
    assert_eq!(named(&stages(&plan)), both);
    assert_eq!(plan["stages"][0]["plan"]["counts"]["create"], courses);
    assert_eq!(plan["stages"][1]["plan"]["counts"]["create"], 3);
    assert_eq!(plan["stages"][1]["plan"]["counts"]["waiting"], 0);
    assert_eq!(server.writing_calls(), writes, "a plan sends nothing");

    let done = admin.act("kelas/export", agreeing(&plan, body)).await.ok();

    let job = done.job();
    assert_eq!(job["state"], "done");
    assert_eq!(named(&stages(job)), both);
    for (stage, rows) in job["stages"].as_array().unwrap().iter().zip([courses, 3]) {
        let account = admin
            .get(&format!("{A}/jobs/{}/rows?per_page=1000", stage["job"]))
            .await
            .ok();
        assert_eq!(account.rows().len() as i64, rows, "{stage}");
    }
    let sent = admin
        .rows("kelas")
        .await
        .iter()
        .filter(|row| row["migration"] == "sudah")
        .count();
    assert_eq!(sent, 3, "only the chosen rows are sent");
}

#[rstest]
#[tokio::test]
async fn prerequisites_of_parents_come_first(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for call in ["matakuliah/sync", "kelas/sync"] {
        admin.act(call, json!({})).await.ok();
    }
    let class = server.a_class();
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();

    let plan = plan(&admin, "mahasiswa/enroll", json!({})).await;

    assert_eq!(
        named(&stages(&plan)),
        [
            ("export", "mata_kuliah"),
            ("export", "kelas"),
            ("export", "mahasiswa"),
            ("enroll", "mahasiswa")
        ]
    );
    assert_eq!(
        plan["stages"][3]["plan"]["counts"]["create"],
        class.students.len() as i64
    );
    admin.act("mahasiswa/enroll", agreeing(&plan, json!({}))).await.ok();
    assert!(admin.rows("mahasiswa").await.iter().all(|row| row["enroll"] == "sudah"));
}

#[rstest]
#[tokio::test]
async fn plan_confirms_only_its_own_rows(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.act("matakuliah/sync", json!({})).await.ok();
    admin.act("kelas/sync", json!({})).await.ok();
    let rows = admin.rows("kelas").await;
    let plan = plan(&admin, "kelas/export", json!({ "ids": [rows[0]["id"]] })).await;

    let others = agreeing(&plan, json!({ "ids": [rows[1]["id"]] }));
    let other = admin.act("kelas/export", others).await.refused(409);

    assert_eq!(other.body["code"], "plan_moved");
    assert_eq!(server.writing_calls(), 0);
}
