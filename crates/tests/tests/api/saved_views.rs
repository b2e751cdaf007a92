//! Saved filters of lists: each account's own, and those that are shared.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Server, column},
    roles::insert,
};
use rstest::rstest;
use serde_json::{Value, json};

const VIEWS: &str = "lists/kelas/views";

async fn views(of: &Client) -> Vec<Value> {
    of.get(&format!("{A}/{VIEWS}")).await.ok().rows().to_vec()
}

/// Adds an account with this role, and signs it in.
async fn another(server: &Server, admin: &Client, username: &str, role: &str) -> Client {
    insert(admin, username, role).await;
    server.anonymous().log_in(username).await
}

async fn save(of: &Client, label: &str, shared: bool, migration: &str) {
    let body = json!({ "label": label, "address": { "migration": migration }, "shared": shared });
    of.post(&format!("{A}/{VIEWS}"), body).await.ok();
}

#[rstest]
#[tokio::test]
async fn views_are_their_owners_unless_shared(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let viewer = another(&server, &admin, "dewi", "viewer").await;
    save(&admin, "Belum", false, "belum").await;
    save(&admin, "Gagal", true, "gagal").await;
    save(&viewer, "Belum", false, "sudah").await;
    assert_eq!(column(&views(&admin).await, "label"), ["Belum", "Gagal"]);
    let seen = views(&viewer).await;
    assert_eq!(column(&seen, "label"), ["Belum", "Gagal"]);
    assert_eq!(seen[0]["address"], json!({ "migration": "sudah" }), "its own");
    assert_eq!((&seen[1]["own"], &seen[1]["shared"]), (&json!(false), &json!(true)));
    assert_eq!(seen[1]["owner"], views(&admin).await[0]["owner"]);

    // A view of the same name is replaced.
    save(&admin, "Belum", true, "belum").await;
    assert_eq!(column(&views(&viewer).await, "label"), ["Belum", "Belum", "Gagal"]);
    // Viewers share nothing and delete their own alone; administrators delete shared ones, too.
    let path = format!("{A}/{VIEWS}");
    let body = json!({ "label": "Semua", "address": { "q": "a" }, "shared": true });
    viewer.post(&path, body).await.refused(403);
    viewer.delete(&path, json!({ "id": seen[1]["id"] })).await.refused(404);
    admin.delete(&path, json!({ "id": seen[0]["id"] })).await.refused(404);
    viewer.delete(&path, json!({ "id": seen[0]["id"] })).await.ok();
    let second = another(&server, &admin, "budi", "administrator").await;
    second.delete(&path, json!({ "id": seen[1]["id"] })).await.ok();
    assert_eq!(column(&views(&viewer).await, "label"), ["Belum"]);
    // Each list has its own.
    assert!(
        admin
            .get(&format!("{A}/lists/prodi/views"))
            .await
            .ok()
            .rows()
            .is_empty()
    );
}

#[rstest]
#[tokio::test]
async fn faulty_view_is_refused_by_field(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let path = format!("{A}/{VIEWS}");
    let many: serde_json::Map<_, _> = (0..31).map(|n| (format!("p{n}"), json!("x"))).collect();
    for (body, field) in [
        (json!({ "label": " ", "address": { "q": "a" } }), "label"),
        (json!({ "label": "n".repeat(61), "address": { "q": "a" } }), "label"),
        (json!({ "label": "a", "address": {} }), "address"),
        (json!({ "label": "a", "address": { "q": "x".repeat(501) } }), "address"),
        (json!({ "label": "a", "address": many }), "address"),
        (json!({ "label": "a", "address": { "q": 1 } }), "address"),
    ] {
        let reply = admin.post(&path, body.clone()).await.refused(422);
        assert!(reply.body["fields"][field].is_string(), "{body}: {}", reply.body);
    }
    for n in 0..100 {
        save(&admin, &n.to_string(), false, "belum").await;
    }
    let one_more = json!({ "label": "lagi", "address": { "q": "a" } });
    admin.post(&path, one_more).await.refused(409);
    save(&admin, "7", false, "gagal").await;
    admin.get(&format!("{A}/lists/dosen/views")).await.refused(404);
}
