//! Calls refuse unknown members by name, before they do anything (contract, section 3).
//!
//! The calls are read from the served document, so a new call is tested at once.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

/// A call of the document: method, an address, and its description.
struct Call {
    method: Method,
    path: String,
    address: String,
    described: Value,
}

async fn calls(caller: &Client) -> Vec<Call> {
    let document = caller.get("/openapi.json").await.body;
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, described) in item.as_object().unwrap() {
            calls.push(Call {
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                address: path.replace(['{', '}'], ""),
                described: described.clone(),
            });
        }
    }
    assert!(calls.len() > 100, "{}", calls.len());
    calls
}

fn body_of(call: &Call) -> &Value {
    &call.described["requestBody"]["content"]["application/json"]["schema"]
}

/// Everything that a call could have changed.
async fn standing(admin: &Client) -> Value {
    let log = admin.get(&format!("{A}/react/log?page=0")).await.ok();
    let users = admin.get(&format!("{A}/user/get")).await.ok();
    let jobs = admin.get(&format!("{A}/jobs")).await.ok();
    json!([log.body, users.body, jobs.body, admin.rows("prodi").await])
}

#[rstest]
#[tokio::test]
async fn every_call_refuses_unknown_keys_and_parameters(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    let before = standing(&admin).await;
    let (mut foreign, mut files) = (Vec::new(), Vec::new());
    for call in calls(&admin).await {
        let address = format!("{}?halaman=1", call.address);
        let refused = admin
            .send(call.method.clone(), &address, &[], Some("{}".to_owned()))
            .await
            .refused(400);
        assert_eq!(refused.body["code"], "unknown_parameters", "{refused:#?}");
        assert!(refused.sentence().contains("halaman"), "{refused:#?}");

        // Bodies from other systems may gain unknown members.
        if body_of(&call).is_object() && body_of(&call)["additionalProperties"] != false {
            foreign.push(format!("{} {}", call.method, call.path));
            continue;
        }
        // A file has no members.
        if call.described["requestBody"]["content"]["application/octet-stream"].is_object() {
            files.push(format!("{} {}", call.method, call.path));
            continue;
        }
        let body = r#"{"misssing":true}"#.to_owned();
        let refused = admin
            .send(call.method.clone(), &call.address, &[], Some(body))
            .await
            .refused(400);
        assert_eq!(refused.body["code"], "unknown_keys", "{refused:#?}");
        assert!(refused.sentence().contains("misssing"), "{refused:#?}");
    }
    assert_eq!(foreign, ["POST /api/v1/api/zoom/webhook"]);
    let of_files = ["platform/matches/file", "sources/upload"].map(|call| format!("PUT {A}/{call}"));
    assert_eq!(files, of_files);
    assert_eq!(standing(&admin).await, before);
}

#[tokio::test]
async fn every_body_may_name_the_caller() {
    let server = Server::start(Sqlite).await;
    let described: Vec<_> = calls(&server.anonymous())
        .await
        .into_iter()
        .filter(|call| body_of(call)["additionalProperties"] == false)
        .collect();
    assert!(described.len() > 80, "{}", described.len());
    for call in described {
        assert!(
            body_of(&call)["properties"]["name"].is_object(),
            "{} {}",
            call.method,
            call.path
        );
    }
}

#[rstest]
#[tokio::test]
async fn misspelt_unenrolment_does_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let refused = admin
        .act("mahasiswa/unenroll", json!({ "misssing": true, "dryrun": true }))
        .await
        .refused(400);
    assert_eq!(
        refused.sentence(),
        "Isian ini tidak dikenal: dryrun, misssing. Tidak ada yang dikerjakan."
    );
    assert!(admin.get(&format!("{A}/jobs")).await.ok().rows().is_empty());
}

#[tokio::test]
async fn anonymous_caller_learns_no_member_names() {
    let server = Server::start(Sqlite).await;
    let anonymous = server.anonymous();
    anonymous.get(&format!("{A}/kelas/get?halaman=1")).await.refused(401);
    let body = json!({ "misssing": true });
    anonymous
        .delete(&format!("{A}/kelas/delete_all"), body)
        .await
        .refused(401);
}

#[tokio::test]
async fn long_unknown_name_is_reported_shortened() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let body = json!({ "x".repeat(100_000): 1 });
    let refused = admin.post(&format!("{A}/kelas/sync"), body).await.refused(400);
    assert!(refused.sentence().len() < 200, "{}", refused.sentence().len());
}

/// A value that the member's schema allows.
fn value_of(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("integer") => json!(1),
        Some("boolean") => json!(true),
        Some("array") => json!([]),
        _ => json!("1"),
    }
}

#[rstest]
#[tokio::test]
async fn every_call_refuses_a_repeated_key_and_does_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.sync("prodi").await;
    let before = standing(&admin).await;
    let mut refused = 0;
    for call in calls(&admin).await {
        for (name, schema) in body_of(&call)["properties"].as_object().into_iter().flatten() {
            // A webhook is checked by its signature first.
            if body_of(&call)["additionalProperties"] != false {
                continue;
            }
            let body = format!(r#"{{"{name}":{},"{name}":null}}"#, value_of(schema));
            let reply = admin.send(call.method.clone(), &call.address, &[], Some(body)).await;
            let reply = reply.refused(400);
            assert_eq!(reply.body["code"], "key_repeated", "{reply:#?}");
            assert!(reply.sentence().contains(name.as_str()), "{reply:#?}");
            refused += 1;
        }
    }
    assert!(refused > 200, "{refused}");
    let nested = r#"{"leave_out":[{"verb":"sync","verb":"export","kind":"prodi"}]}"#.to_owned();
    let align = format!("{A}/campus/align");
    let reply = admin.send(Method::POST, &align, &[], Some(nested)).await.refused(400);
    assert_eq!(
        reply.sentence(),
        "Isian ini tertulis dua kali: verb. Tidak ada yang dikerjakan."
    );
    assert_eq!(standing(&admin).await, before);
}

#[tokio::test]
async fn a_repeated_parameter_is_refused() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let refused = admin.get(&format!("{A}/prodi/get?page=0&page=1")).await.refused(400);
    assert_eq!(refused.body["code"], "parameter_repeated");
    assert_eq!(
        refused.sentence(),
        "Parameter alamat ini tertulis dua kali: page. Tidak ada yang dikerjakan."
    );
}

/// A list of `length` entries that a call accepts.
fn entries(schema: &Value, length: usize) -> Value {
    let entry = |at: usize| match schema["items"]["type"].as_str() {
        Some("integer") => json!(at),
        Some("object") => json!({ "verb": "sync", "kind": "prodi" }),
        _ => json!(format!("K{at}")),
    };
    (0..length).map(entry).collect()
}

#[rstest]
#[tokio::test]
async fn list_beyond_its_bound_is_refused(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    admin.bring(&["prodi", "matakuliah", "kelas"]).await;
    admin.sync("mahasiswa").await;
    let mut lists = 0;
    for call in calls(&admin).await {
        let properties = body_of(&call)["properties"].as_object().into_iter().flatten();
        let arrays: Vec<_> = properties.filter(|(_, schema)| schema["type"] == "array").collect();
        if arrays.is_empty() {
            continue;
        }
        for (name, schema) in &arrays {
            lists += 1;
            let most = schema["maxItems"].as_u64().expect("a documented bound");
            let body = json!({ *name: entries(schema, 40_000) }).to_string();
            let reply = admin.send(call.method.clone(), &call.address, &[], Some(body)).await;
            let reply = reply.refused(422);
            let message = &reply.body["fields"][name.as_str()];
            assert!(
                message.as_str().unwrap().replace('.', "").contains(&most.to_string()),
                "{reply:#?}"
            );
        }
        // A kind with enrolments, and one without.
        if !["mahasiswa", "kelas"].contains(&call.path.split('/').nth(4).unwrap_or_default()) {
            continue;
        }
        for also in [json!({}), json!({ "dry_run": true, "with_first": true })] {
            let mut body = json!({});
            for (name, schema) in &arrays {
                let most = usize::try_from(schema["maxItems"].as_u64().unwrap()).unwrap();
                body[name.as_str()] = entries(schema, most);
            }
            for (name, value) in also.as_object().unwrap() {
                if !body_of(&call)["properties"][name].is_null() {
                    body[name.as_str()] = value.clone();
                }
            }
            let body = Some(body.to_string());
            let reply = admin.send(call.method.clone(), &call.address, &[], body).await;
            assert!(reply.status < 500, "{} {}: {reply:#?}", call.method, call.path);
        }
    }
    assert!(lists > 20, "{lists}");
}
