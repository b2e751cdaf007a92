//! Failures between two servers.

use std::time::Duration;

use selaras_platform::{LearningPlatform, Outcome, PlatformError};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::fake::Fake;
use crate::{Connected, TOKEN, called, connect, course, group, settings, student};

fn made() -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(serde_json::json!([{"id": 3, "username": "260001"}]))
}

#[tokio::test]
async fn server_error_is_retried() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(500))
        .up_to_n_times(2)
        .mount(&server)
        .await;
    Mock::given(method("POST")).respond_with(made()).mount(&server).await;
    let connected = connect(settings(&server));
    assert_eq!(
        connected.moodle.create_objects(&[student("260001")]).await.unwrap(),
        [Outcome::Created(3)]
    );
    let pauses = connected.pauses.lock().unwrap();
    assert_eq!(pauses.len(), 2);
    assert!(pauses[1] >= Duration::from_secs(1), "pauses grow: {pauses:?}");
}

#[tokio::test]
async fn requested_pause_is_kept_up_to_the_limit() {
    let server = MockServer::start().await;
    let busy = |seconds: &str| ResponseTemplate::new(429).insert_header("retry-after", seconds);
    Mock::given(method("POST"))
        .respond_with(busy("7"))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .respond_with(busy("86400"))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    Mock::given(method("POST")).respond_with(made()).mount(&server).await;
    let connected = connect(settings(&server));
    assert_eq!(
        connected.moodle.create_objects(&[student("260001")]).await.unwrap(),
        [Outcome::Created(3)]
    );
    assert_eq!(
        *connected.pauses.lock().unwrap(),
        [Duration::from_secs(7), Duration::from_secs(60)]
    );
}

#[tokio::test]
async fn busy_moodle_gets_fewer_calls_at_once() {
    for busy in [429, 500, 503] {
        let server = MockServer::start().await;
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(busy))
            .up_to_n_times(1)
            .mount(&server)
            .await;
        Mock::given(method("POST")).respond_with(made()).mount(&server).await;
        let moodle = connect(settings(&server)).moodle;
        let sample = student("260001");
        let before = moodle.limits(sample.sort()).in_flight;
        moodle.create_objects(std::slice::from_ref(&sample)).await.unwrap();
        assert_eq!((before, moodle.limits(sample.sort()).in_flight), (3, 2), "HTTP {busy}");
    }
}

#[tokio::test]
async fn moodle_that_stays_down_is_given_up_after_the_retries() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(503))
        .mount(&server)
        .await;
    let error = connect(settings(&server))
        .moodle
        .create_objects(&[student("260001")])
        .await
        .unwrap_err();
    assert!(matches!(error, PlatformError::Unreachable(_)));
    assert!(error.to_string().contains("HTTP 503"), "{error}");
    assert_eq!(called(&server).await.len(), 5);
}

#[tokio::test]
async fn slow_moodle_is_told_apart_from_an_unreachable_one() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(made().set_delay(Duration::from_secs(60)))
        .mount(&server)
        .await;
    let mut settings = settings(&server);
    settings.timeout = Duration::from_millis(100);
    let error = connect(settings)
        .moodle
        .create_objects(&[student("260001")])
        .await
        .unwrap_err();
    assert!(matches!(error, PlatformError::Late(_)), "{error:?}");
    assert!(error.to_string().contains("tidak ada jawaban dalam waktu"), "{error}");
}

#[tokio::test]
async fn lost_answer_of_a_create_leads_to_adoption() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().lose_answers = 1;
    fake.mount(&server).await;
    let mut settings = settings(&server);
    settings.timeout = Duration::from_millis(300);
    let rows: Vec<_> = (0..20).map(|number| student(&format!("2600{number:02}"))).collect();
    let outcomes = connect(settings).moodle.create_objects(&rows).await.unwrap();
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Adopted(_))),
        "{outcomes:?}"
    );
    assert_eq!(fake.state().users.len(), 20);
    assert_eq!(
        called(&server).await,
        ["core_user_create_users", "core_user_get_users_by_field"]
    );
}

#[tokio::test]
async fn create_behind_a_gateway_timeout_is_awaited_and_not_repeated() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().given_up = 3;
    fake.mount(&server).await;
    let Connected { moodle, pauses } = connect(settings(&server));
    let numbers = || (0..3).map(|number| format!("26000{number}"));
    let groups: Vec<_> = numbers()
        .map(|number| group(&format!("selaras:kelas:{number}"), &number, 7))
        .collect();
    let courses: Vec<_> = numbers()
        .map(|number| course(&number, &format!("selaras:matakuliah:{number}"), 7))
        .collect();
    let accounts: Vec<_> = numbers().map(|number| student(&number)).collect();
    for rows in [groups, courses, accounts] {
        let outcomes = moodle.create_objects(&rows).await.unwrap();
        assert!(
            outcomes.iter().all(|outcome| matches!(outcome, Outcome::Adopted(_))),
            "{outcomes:?}"
        );
    }
    let state = fake.state();
    assert_eq!(
        (state.groups.len(), state.made_courses.len(), state.users.len()),
        (3, 3, 3)
    );
    let pauses = pauses.lock().unwrap();
    assert_eq!(pauses.len(), 3);
    assert!(
        pauses.iter().all(|pause| *pause >= Duration::from_millis(500)),
        "{pauses:?}"
    );
}

#[tokio::test]
async fn rows_lost_by_a_gateway_are_sent_again_in_halves() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(504))
        .up_to_n_times(1)
        .mount(&server)
        .await;
    let fake = Fake::default();
    fake.mount(&server).await;
    let mut settings = settings(&server);
    settings.rows_per_call = 4;
    let rows: Vec<_> = (0..4).map(|number| student(&format!("26000{number}"))).collect();
    let outcomes = connect(settings).moodle.create_objects(&rows).await.unwrap();
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Created(_))),
        "{outcomes:?}"
    );
    assert_eq!(fake.state().users.len(), 4);
    let mut calls = called(&server).await;
    calls.retain(|function| function == "core_user_create_users");
    assert_eq!(calls.len(), 3);
}

#[tokio::test]
async fn courses_with_lost_answer_are_adopted_from_the_category_list() {
    let server = MockServer::start().await;
    let fake = Fake::default();
    fake.state().lose_answers = 1;
    fake.mount(&server).await;
    let mut settings = settings(&server);
    settings.timeout = Duration::from_millis(300);
    let rows: Vec<_> = (0..50)
        .map(|number| course(&format!("IF{number}"), &format!("selaras:matakuliah:{number}"), 7))
        .collect();
    let outcomes = connect(settings).moodle.create_objects(&rows).await.unwrap();
    assert!(
        outcomes.iter().all(|outcome| matches!(outcome, Outcome::Adopted(_))),
        "{outcomes:?}"
    );
    assert_eq!(fake.state().made_courses.len(), 50);
    assert_eq!(
        called(&server).await,
        ["core_course_create_courses", "core_course_get_courses_by_field"]
    );
}

#[tokio::test]
async fn html_page_instead_of_an_answer_is_reported() {
    let server = MockServer::start().await;
    let page = ResponseTemplate::new(200).set_body_string("<!DOCTYPE html><h1>Situs dalam pemeliharaan</h1>");
    Mock::given(method("POST")).respond_with(page).mount(&server).await;
    let error = connect(settings(&server))
        .moodle
        .create_objects(&[student("260001")])
        .await
        .unwrap_err();
    assert!(error.to_string().contains("pemeliharaan"), "{error}");
    assert_eq!(called(&server).await.len(), 1);
}

#[tokio::test]
async fn endless_reply_is_cut_off() {
    let server = MockServer::start().await;
    let reply = ResponseTemplate::new(200).set_body_string("[".repeat(3 << 20));
    Mock::given(method("POST")).respond_with(reply).mount(&server).await;
    let mut settings = settings(&server);
    settings.max_bytes = 1 << 20;
    let error = connect(settings).moodle.site().await.unwrap_err();
    assert!(error.to_string().contains("1 MB"), "{error}");
}

#[tokio::test]
async fn redirect_is_not_followed_with_the_token() {
    let server = MockServer::start().await;
    let away = ResponseTemplate::new(302).insert_header("location", "/elsewhere");
    Mock::given(path("/kampus/webservice/rest/server.php"))
        .respond_with(away)
        .mount(&server)
        .await;
    let error = connect(settings(&server)).moodle.site().await.unwrap_err();
    assert!(error.to_string().contains("dialihkan"), "{error}");
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
}

#[tokio::test]
async fn closed_port_is_unreachable_and_error_hides_the_token() {
    let server = MockServer::start().await;
    let mut settings = settings(&server);
    settings.base_url = "http://127.0.0.1:9/".parse().unwrap();
    let connected = connect(settings.clone());
    let error = connected.moodle.site().await.unwrap_err();
    let shown = format!("{settings:?} {:?} {error:?} {error}", connected.moodle);
    assert!(matches!(error, PlatformError::Unreachable(_)));
    assert!(!shown.contains(TOKEN), "{shown}");
}

#[tokio::test]
async fn token_is_only_in_the_body() {
    let server = MockServer::start().await;
    Mock::given(method("POST")).respond_with(made()).mount(&server).await;
    connect(settings(&server))
        .moodle
        .create_objects(&[student("260001")])
        .await
        .unwrap();
    let requests = server.received_requests().await.unwrap();
    assert!(!requests[0].url.as_str().contains(TOKEN));
    assert!(
        requests[0]
            .headers
            .values()
            .all(|value| !value.to_str().unwrap_or_default().contains(TOKEN))
    );
    assert!(String::from_utf8_lossy(&requests[0].body).contains(TOKEN));
}

#[tokio::test]
async fn empty_batch_is_never_sent() {
    let server = MockServer::start().await;
    let moodle = connect(settings(&server)).moodle;
    assert!(moodle.create_objects(&[]).await.unwrap().is_empty());
    assert!(moodle.update_objects(&[]).await.unwrap().is_empty());
    assert!(moodle.enrol(&[]).await.unwrap().is_empty());
    assert!(moodle.unenrol(&[], &[]).await.unwrap().is_empty());
    assert!(called(&server).await.is_empty());
}
