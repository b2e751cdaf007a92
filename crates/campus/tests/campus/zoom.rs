//! The double of Zoom, held to what Zoom documents.

use reqwest::{Client, StatusCode};
use selaras_campus::{
    Campus,
    zoom::{Call, Fault},
};
use serde_json::Value;

async fn campus(seed: u64) -> Campus {
    let builder = Campus::builder().seed(seed).students(160);
    builder.zoom_until("2026-09-30".parse().unwrap()).start().await.unwrap()
}

async fn key(campus: &Campus) -> String {
    let zoom = campus.zoom();
    let reply = Client::new()
        .post(format!("{}/oauth/token", campus.zoom_url()))
        .basic_auth(zoom.client_id(), Some(zoom.client_secret()))
        .form(&[("grant_type", "account_credentials"), ("account_id", zoom.account_id())])
        .send()
        .await
        .unwrap();
    let granted: Value = reply.error_for_status().unwrap().json().await.unwrap();
    granted["access_token"].as_str().unwrap().to_owned()
}

async fn get(campus: &Campus, key: &str, path: &str) -> (StatusCode, Value) {
    let request = Client::new()
        .get(format!("{}/v2{path}", campus.zoom_url()))
        .bearer_auth(key);
    let reply = request.send().await.unwrap();
    (reply.status(), reply.json().await.unwrap())
}

#[tokio::test]
async fn meetings_depend_only_on_the_seed() {
    let meetings = [campus(7).await, campus(7).await, campus(8).await].map(|campus| {
        let zoom = campus.zoom().clone();
        zoom.meetings()
            .map(|meeting| (zoom.participants(&meeting), meeting))
            .collect::<Vec<_>>()
    });
    assert_eq!(meetings[0], meetings[1]);
    assert_ne!(meetings[0], meetings[2]);
    let there: Vec<_> = meetings[0].iter().flat_map(|(there, _)| there).collect();
    assert!(there.iter().any(|who| who.email.is_empty()) && there.iter().any(|who| who.name == "iPhone"));
    let late = |minutes: i64| {
        let count = |(there, meeting): &(Vec<_>, selaras_campus::zoom::Meeting)| {
            let late = |who: &&selaras_campus::zoom::Participant| {
                who.join.as_second() - meeting.start.as_second() >= minutes * 60
            };
            there.iter().filter(late).count()
        };
        meetings[0].iter().map(count).sum::<usize>()
    };
    assert!(
        late(5) > 10 && late(5) < there.len() / 2,
        "{} of {}",
        late(5),
        there.len()
    );
}

#[tokio::test]
async fn calls_need_a_valid_token() {
    let campus = campus(7).await;
    assert_eq!(get(&campus, "dikarang", "/users").await.0, StatusCode::UNAUTHORIZED);
    let key = key(&campus).await;
    assert_eq!(get(&campus, &key, "/users").await.0, StatusCode::OK);
    campus.zoom().expire_tokens();
    let (status, reply) = get(&campus, &key, "/users").await;
    assert_eq!((status, &reply["code"]), (StatusCode::UNAUTHORIZED, &124.into()));
}

#[tokio::test]
async fn pages_need_their_own_token() {
    let campus = campus(7).await;
    let key = key(&campus).await;
    let (_, first) = get(&campus, &key, "/users?page_size=5").await;
    let token = first["next_page_token"].as_str().unwrap();
    assert_eq!(first["users"].as_array().unwrap().len(), 5);
    let (_, second) = get(&campus, &key, &format!("/users?page_size=5&next_page_token={token}")).await;
    assert_ne!(first["users"], second["users"]);
    let (status, _) = get(&campus, &key, &format!("/users?page_size=6&next_page_token={token}")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert_eq!(
        get(&campus, &key, "/users?page_size=301").await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn report_is_bounded_and_uuid_with_slashes_is_encoded_twice() {
    let campus = campus(7).await;
    let (zoom, key) = (campus.zoom(), key(&campus).await);
    let user = zoom.user_id(0);
    let (status, _) = get(
        &campus,
        &key,
        &format!("/report/users/{user}/meetings?from=2026-09-01&to=2026-10-02"),
    )
    .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let meeting = zoom.meetings().find(|meeting| meeting.uuid.starts_with('/')).unwrap();
    let once = meeting.uuid.replace('/', "%2F").replace('+', "%2B");
    let twice = once.replace('%', "%25");
    let (status, _) = get(&campus, &key, &format!("/report/meetings/{once}/participants")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (_, found) = get(&campus, &key, &format!("/report/meetings/{twice}/participants")).await;
    assert_eq!(found["total_records"], zoom.participants(&meeting).len());
}

#[tokio::test]
async fn limit_faults_carry_the_time_to_wait() {
    let campus = campus(7).await;
    let key = key(&campus).await;
    campus.zoom().next(Call::Users, 1, Fault::TooMany(Some(3)));
    let request = Client::new()
        .get(format!("{}/v2/users", campus.zoom_url()))
        .bearer_auth(&key);
    let refused = request.try_clone().unwrap().send().await.unwrap();
    assert_eq!(
        (
            refused.status().as_u16(),
            refused.headers()["retry-after"].to_str().unwrap()
        ),
        (429, "3")
    );
    assert!(request.send().await.unwrap().status().is_success());
}
