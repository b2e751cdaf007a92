//! The client against a server that follows Zoom's documentation, and one that does not.
#![allow(missing_docs, clippy::unwrap_used)]

use jiff::civil::date;
use secrecy::SecretString;
use selaras_reasons::{Reason, Word};
use selaras_zoom::{User, Zoom, ZoomError, ZoomSettings};
use serde_json::{Value, json};
use std::time::Duration;
use wiremock::{
    Mock, MockServer, ResponseTemplate,
    matchers::{body_string_contains, header, method, path, query_param, query_param_is_missing},
};

async fn zoom(server: &MockServer, lives: u64) -> Zoom {
    let granted = json!({ "access_token": "kunci", "token_type": "bearer", "expires_in": lives });
    Mock::given(method("POST"))
        .and(path("/oauth/token"))
        .and(header("authorization", "Basic a2xpZW46cmFoYXNpYQ=="))
        .and(body_string_contains("grant_type=account_credentials"))
        .and(body_string_contains("account_id=akun"))
        .respond_with(ResponseTemplate::new(200).set_body_json(granted))
        .mount(server)
        .await;
    let url: url::Url = server.uri().parse().unwrap();
    let mut settings = ZoomSettings::new(
        "akun".into(),
        "klien".into(),
        SecretString::from("rahasia"),
        url.clone(),
        url,
    );
    settings.first_pause = Duration::from_millis(1);
    settings.retries = 2;
    settings.max_bytes = 100_000;
    settings.max_pages = 10;
    Zoom::new(settings).unwrap()
}

fn participants(next: &str) -> Value {
    let one = json!({
        "user_id": 16778240, "name": "Siti", "user_email": null,
        "join_time": "2026-09-07T02:00:00Z", "leave_time": "", "status": "in_meeting",
    });
    json!({ "participants": [one], "next_page_token": next })
}

async fn answers(server: &MockServer, at: &str, reply: ResponseTemplate) {
    Mock::given(method("GET"))
        .and(path(at))
        .and(header("authorization", "Bearer kunci"))
        .respond_with(reply)
        .mount(server)
        .await;
}

const MEETING: &str = "/v2/report/meetings/abc==/participants";

async fn keys_asked(server: &MockServer) -> usize {
    let requests = server.received_requests().await.unwrap();
    requests
        .iter()
        .filter(|request| request.url.path() == "/oauth/token")
        .count()
}

#[tokio::test]
async fn token_is_reused_and_renewed_before_it_expires() {
    for (lives, keys) in [(3599, 1), (60, 3)] {
        let server = MockServer::start().await;
        let zoom = zoom(&server, lives).await;
        answers(
            &server,
            MEETING,
            ResponseTemplate::new(200).set_body_json(participants("")),
        )
        .await;
        for _ in 0..3 {
            let found = zoom.participants("abc==").await.unwrap().read;
            assert_eq!(
                (
                    found[0].participant.as_str(),
                    found[0].email.as_str(),
                    found[0].leave_time
                ),
                ("16778240", "", None)
            );
        }
        assert_eq!(keys_asked(&server).await, keys, "of {lives} seconds");
    }
}

#[tokio::test]
async fn pages_of_three_hundred_are_requested_with_the_last_page_token() {
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    for (token, next) in [(None, "A+/="), (Some("A+/="), "")] {
        let asked = Mock::given(method("GET"))
            .and(path(MEETING))
            .and(query_param("page_size", "300"));
        let asked = match token {
            None => asked.and(query_param_is_missing("next_page_token")),
            Some(token) => asked.and(query_param("next_page_token", token)),
        };
        asked
            .respond_with(ResponseTemplate::new(200).set_body_json(participants(next)))
            .expect(1)
            .mount(&server)
            .await;
    }
    assert_eq!(zoom.participants("abc==").await.unwrap().read.len(), 2);
}

#[tokio::test]
async fn uuids_with_slashes_are_encoded_as_zoom_requires() {
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    for (uuid, at) in [
        ("/ab+c==", "/v2/report/meetings/%252Fab%252Bc%253D%253D/participants"),
        ("a//b==", "/v2/report/meetings/a%252F%252Fb%253D%253D/participants"),
        ("a/b==", "/v2/report/meetings/a%2Fb==/participants"),
    ] {
        answers(&server, at, ResponseTemplate::new(200).set_body_json(participants(""))).await;
        assert_eq!(zoom.participants(uuid).await.unwrap().read.len(), 1, "{uuid}");
    }
}

#[tokio::test]
async fn invalid_answers_are_refused() {
    for reply in [
        ResponseTemplate::new(200).set_body_string("<html>"),
        ResponseTemplate::new(200).set_body_json(json!({ "participants": null })),
        ResponseTemplate::new(200).set_body_json(json!([])),
        ResponseTemplate::new(200).set_body_string("x".repeat(100_001)),
        // A list with a next page that is itself.
        ResponseTemplate::new(200).set_body_json(participants("again")),
    ] {
        let server = MockServer::start().await;
        let zoom = zoom(&server, 3599).await;
        answers(&server, MEETING, reply).await;
        let error = zoom.participants("abc==").await.unwrap_err();
        assert!(matches!(error, ZoomError::Unreadable(_)), "{error:?}");
    }
}

#[tokio::test]
async fn odd_entry_costs_itself_alone() {
    let whole = participants("")["participants"][0].clone();
    let with = |member: &str, value: Value| {
        let mut entry = whole.clone();
        entry[member] = value;
        entry
    };
    let entries = [
        whole.clone(),
        json!({ "user_id": "17", "name": "Tanpa Jam", "leave_time": "" }),
        with("join_time", json!("")),
        with("leave_time", json!("kemarin")),
        with("name", json!({})),
        json!(null),
        json!({ "name": "Menunggu", "status": "in_waiting_room" }),
        whole.clone(),
    ];
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    let reply = json!({ "participants": entries, "next_page_token": null });
    answers(&server, MEETING, ResponseTemplate::new(200).set_body_json(reply)).await;
    let found = zoom.participants("abc==").await.unwrap();
    assert_eq!(found.read.len(), 2);
    let odd: Vec<_> = found
        .odd
        .iter()
        .map(|odd| (odd.label.as_str(), odd.reason.clone()))
        .collect();
    let missing = Reason::ZoomFieldMissing { what: Word::JoinTime };
    let unreadable = |what, value: &str| Reason::ZoomFieldUnreadable {
        what,
        said: value.to_owned(),
    };
    assert_eq!(
        odd,
        [
            ("Tanpa Jam", missing.clone()),
            ("Siti", missing.clone()),
            ("Siti", unreadable(Word::LeaveTime, "kemarin")),
            ("", unreadable(Word::Name, "{}")),
            ("", missing),
        ]
    );
}

#[tokio::test]
async fn odd_meeting_that_several_reports_have_is_told_once() {
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    let user = User {
        id: "u1".to_owned(),
        email: String::new(),
    };
    let odd = json!({ "uuid": "xyz==", "id": 7, "topic": "Tanpa Jam" });
    let reply = json!({ "meetings": [odd], "next_page_token": "" });
    let path = "/v2/report/users/u1/meetings";
    answers(&server, path, ResponseTemplate::new(200).set_body_json(reply)).await;
    let found = zoom.meetings(&user, date(2026, 7, 1), date(2026, 9, 30)).await.unwrap();
    let odd: Vec<_> = found.odd.iter().map(|odd| odd.label.as_str()).collect();
    assert_eq!(odd, ["Tanpa Jam"]);
}

#[tokio::test]
async fn missing_scope_is_reported_by_name() {
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    let complaint =
        json!({ "code": 4711, "message": "Invalid access token, does not contain scopes:[report:read:user:admin]." });
    let user = User {
        id: "u1".to_owned(),
        email: String::new(),
    };
    answers(
        &server,
        "/v2/report/users/u1/meetings",
        ResponseTemplate::new(400).set_body_json(complaint),
    )
    .await;
    let day = date(2026, 9, 7);
    let error = zoom.meetings(&user, day, day).await.unwrap_err();
    assert!(
        matches!(&error, ZoomError::Denied(text) if text.to_string().contains("report:read:user:admin")),
        "{error:?}"
    );
}

#[tokio::test]
async fn failing_server_is_given_up_after_some_retries() {
    let server = MockServer::start().await;
    let zoom = zoom(&server, 3599).await;
    answers(&server, MEETING, ResponseTemplate::new(503)).await;
    let error = zoom.participants("abc==").await.unwrap_err();
    assert!(matches!(error, ZoomError::Unreachable(_)), "{error:?}");
    assert_eq!(server.received_requests().await.unwrap().len(), 1 + 3);
}
