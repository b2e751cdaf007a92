//! What stands before Moodle: a proxy that refuses long calls, a page instead of an answer.

use selaras_campus::moodle::Fault;
use selaras_kinds::object::{Membership, Object};
use selaras_platform::{LearningPlatform, Need, Outcome, PlatformError};
use serde_json::json;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::campus::Term;
use crate::{connect, settings, student};

fn students(count: usize) -> Vec<Object> {
    (0..count).map(|at| student(&format!("27{at:05}"))).collect()
}

#[tokio::test]
async fn calls_that_a_proxy_refuses_as_too_large_get_smaller() {
    let term = Term::of(60, 1).await;
    let double = term.campus.moodle();
    double.faults().refuse_bodies_over(8_000);
    let session = term.moodle.session(&[Need::Accounts, Need::Enrolling]).await.unwrap();
    let before = double.counts();

    // Some of them are there already, so the batch is refused by Moodle too, and looked up.
    let mut rows = students(150);
    rows.extend((0..50).map(|at| student(&format!("26{at:05}"))));
    let outcomes = session.create_objects(&rows).await.unwrap();
    let created = |outcomes: &[Outcome]| {
        let is_created = |outcome: &&Outcome| matches!(outcome, Outcome::Created(_));
        outcomes.iter().filter(is_created).count()
    };
    assert_eq!(created(&outcomes), 150);
    assert!(
        outcomes[150..]
            .iter()
            .all(|outcome| matches!(outcome, Outcome::Adopted(_)))
    );
    assert_eq!(double.counts().users, before.users + 150);

    let memberships: Vec<Membership> = (0..60).map(|person| term.enrolment(person, 0)).collect();
    double.faults().refuse_bodies_over(1_500);
    assert!(session.enrol(&memberships).await.unwrap().iter().all(Result::is_ok));

    // The job keeps to what passes; the next job tries again.
    let rows_per_call = |moodle: &dyn LearningPlatform| moodle.limits(rows[0].sort()).rows;
    assert!(rows_per_call(&*session) < 20);
    assert!(rows_per_call(&term.moodle) > 100);
}

#[tokio::test]
async fn proxy_that_refuses_even_one_row_is_named_with_its_limit() {
    let term = Term::of(2, 1).await;
    let session = term.moodle.session(&[Need::Accounts]).await.unwrap();
    term.campus.moodle().faults().refuse_bodies_over(100);
    let error = session.create_objects(&students(8)).await.unwrap_err();
    assert!(matches!(error, PlatformError::TooLarge(_)), "{error:?}");
    let sentence = error.to_string();
    for word in [
        "core_user_create_users",
        "HTTP 413",
        "client_max_body_size",
        "ModSecurity",
    ] {
        assert!(sentence.contains(word), "{word}: {sentence}");
    }
}

async fn sentence_for(reply: ResponseTemplate) -> String {
    let server = MockServer::start().await;
    Mock::given(method("POST")).respond_with(reply).mount(&server).await;
    connect(settings(&server)).moodle.site().await.unwrap_err().to_string()
}

#[tokio::test]
async fn page_instead_of_an_answer_is_told_by_its_title() {
    let page =
        "\n<!DOCTYPE html>\n<html><head><TITLE lang=\"id\">Masuk\n SSO Kampus</TITLE></head><body></body></html>";
    for status in [200, 401, 403, 406] {
        let sentence = sentence_for(ResponseTemplate::new(status).set_body_raw(page, "text/html")).await;
        assert!(
            sentence.contains("halaman web “Masuk SSO Kampus”") && sentence.contains("/webservice/rest/server.php"),
            "{status}: {sentence}"
        );
    }
    let untitled = "<html><body><h1>Silakan masuk</h1></body></html>";
    let sentence = sentence_for(ResponseTemplate::new(200).set_body_raw(untitled, "text/html")).await;
    assert!(sentence.contains("halaman web “Silakan masuk”"), "{sentence}");
    // A page for an unknown address, no page at all, and PHP's own messages.
    let sentence = sentence_for(ResponseTemplate::new(404).set_body_raw(page, "text/html")).await;
    assert!(sentence.contains("HTTP 404. Periksa alamat"), "{sentence}");
    let sentence = sentence_for(ResponseTemplate::new(403)).await;
    assert!(sentence.contains("HTTP 403") && sentence.contains("REST"), "{sentence}");
    let sentence = sentence_for(ResponseTemplate::new(200).set_body_raw("<br />\n<b>Warning</b>", "text/html")).await;
    assert!(sentence.contains("bukan JSON"), "{sentence}");
}

#[tokio::test]
async fn redirect_is_told_with_its_target_without_query() {
    let login = "https://sso.kampus.example/masuk?service=rahasia";
    let sentence = sentence_for(ResponseTemplate::new(302).insert_header("location", login)).await;
    assert!(
        sentence.contains("dialihkan ke https://sso.kampus.example/masuk. ") && sentence.contains("platform.base_url"),
        "{sentence}"
    );
}

fn refusal(code: &str, message: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "exception": "moodle_exception", "errorcode": code, "message": message
    }))
}

#[tokio::test]
async fn refusal_at_the_first_call_names_all_its_causes() {
    let sentence = sentence_for(refusal("accessexception", "Access control exception")).await;
    for word in [
        "Access control exception",
        "webservice/rest:use",
        "Pengguna berwenang",
        "batas IP",
        "core_webservice_get_site_info",
    ] {
        assert!(sentence.contains(word), "{word}: {sentence}");
    }
}

#[tokio::test]
async fn user_who_must_do_something_first_is_told_what() {
    for (code, word) in [
        ("sitepolicynotagreed", "belum menyetujui kebijakan situs"),
        ("forcepasswordchangenotice", "ganti passwordnya"),
        ("usernotfullysetup", "lengkapi profilnya"),
    ] {
        let sentence = sentence_for(refusal(code, "x")).await;
        assert!(sentence.contains(word), "{code}: {sentence}");
    }
    // In the middle of a job it stops the job; no row is blamed.
    let term = Term::of(2, 1).await;
    let faults = term.campus.moodle().faults();
    faults.next(
        9,
        Fault::Refuse {
            errorcode: "sitepolicynotagreed".to_owned(),
            message: String::new(),
        },
    );
    let error = term.moodle.create_objects(&students(8)).await.unwrap_err();
    assert!(matches!(error, PlatformError::Denied(_)), "{error:?}");
}
