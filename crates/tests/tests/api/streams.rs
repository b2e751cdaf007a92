//! Event streams leave connections for pages, and end with their session.

use crate::{
    anonymous_clients::{NARROW, PATIENCE, connect_from, request_succeeds, until_hung_up},
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Client, PASSWORD, Server},
};
use reqwest::{Method, Response};
use rstest::rstest;
use selaras_api::Limits;
use serde_json::json;
use tokio::time::timeout;

/// Room for more connections than one account has streams.
const ROOM: Limits = Limits {
    connections: 64,
    ..NARROW
};

/// Creates a user with this role and signs in. Returns id and client.
async fn a_user(server: &Server, admin: &Client, username: &str, role: &str) -> (i64, Client) {
    let body = json!({ "nama_user": "Dewi", "username": username, "password": PASSWORD, "role": role });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    let user = admin.get(&format!("{A}/user/username/{username}")).await.ok();
    let id = user.data()["id"].as_i64().unwrap();
    (id, server.anonymous().log_in(username).await)
}

/// A job that waits for a worker.
async fn a_job(admin: &Client) -> i64 {
    admin.begin(&format!("{A}/prodi/sync"), json!({})).await
}

/// Opens a stream and reads its first event.
async fn watched(client: &Client, job: i64) -> Response {
    let mut stream = client.open(&format!("{A}/jobs/{job}/events")).await;
    assert!(stream.chunk().await.unwrap().is_some(), "the job's current state");
    stream
}

/// The rest of a stream until it ends.
async fn rest(stream: Response) -> String {
    let rest = timeout(PATIENCE, stream.text()).await;
    rest.expect("an end in time").unwrap()
}

#[tokio::test]
async fn streams_of_one_viewer_leave_room_for_pages() {
    let server = Server::with(Sqlite).limits(ROOM).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let (_, viewer) = a_user(&server, &admin, "dewi", "viewer").await;
    let job = a_job(&admin).await;
    let own = watched(&admin, job).await;
    let request = format!(
        "GET {A}/jobs/{job}/events HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-authorization: {}\r\n\r\n",
        viewer.key()
    );
    let mut streams = Vec::new();
    for _ in 0..ROOM.connections * 5 {
        streams.push(connect_from([127, 0, 0, 2], &server, &request).await);
    }
    request_succeeds(&server, &admin).await;
    // The oldest stream was ended for a newer one.
    let oldest = until_hung_up(&mut streams[0]).await;
    assert!(oldest.contains("event: progress"), "{oldest}");
    assert!(oldest.ends_with("\r\n0\r\n\r\n"), "it was ended, not cut off: {oldest}");
    request_succeeds(&server, &admin).await;
    // The other account kept its stream.
    admin.post(&format!("{A}/jobs/{job}/cancel"), json!({})).await.ok();
    assert!(rest(own).await.contains("event: end"));
}

/// How a user loses the session or its rights.
#[derive(Debug, Clone, Copy)]
enum Loss {
    SignedOut,
    EndedByAnother,
    Deleted,
    Demoted,
    Waiting,
}

impl Loss {
    async fn happen(self, server: &Server, admin: &Client, (id, user): (i64, &Client)) {
        match self {
            Self::SignedOut => {
                user.post(&format!("{B}/logout"), json!({})).await.ok();
            }
            Self::EndedByAnother => {
                let sessions = admin.get(&format!("{A}/user/sessions/{id}")).await.ok();
                let session = &sessions.rows()[0]["id"];
                let body = json!({ "id": id, "session": session });
                admin.post(&format!("{A}/user/end_session"), body).await.ok();
            }
            Self::Deleted => {
                let delete = format!("{A}/user/delete");
                admin.delete(&delete, json!({ "id": id })).await.ok();
            }
            Self::Demoted => {
                let body = json!({ "id": id, "nama_user": "Dewi", "username": "dewi", "role": "viewer" });
                let body = Some(body.to_string());
                let update = format!("{A}/user/update");
                admin.send(Method::PUT, &update, &[], body).await.ok();
            }
            Self::Waiting => {
                let sql = format!("UPDATE administrator SET active = FALSE WHERE id = {id}");
                server.alter(&sql).await;
            }
        }
    }
}

#[rstest]
#[tokio::test]
async fn stream_ends_when_its_session_does(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(Loss::SignedOut, Loss::EndedByAnother, Loss::Deleted, Loss::Demoted, Loss::Waiting)] loss: Loss,
) {
    let server = Server::with(on).without_a_worker().start().await;
    let admin = server.sign_in().await;
    let (id, user) = a_user(&server, &admin, "dewi", "administrator").await;
    let job = a_job(&admin).await;
    let (others, theirs) = (watched(&admin, job).await, watched(&user, job).await);
    loss.happen(&server, &admin, (id, &user)).await;
    let events = rest(theirs).await;
    assert!(!events.contains("event: end"), "{events}");
    admin.post(&format!("{A}/jobs/{job}/cancel"), json!({})).await.ok();
    assert!(rest(others).await.contains("event: end"));
}
