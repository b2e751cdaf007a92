//! Replays answers of a real Moodle, each only to the exact fields that were sent then.

use std::collections::BTreeMap;

use selaras_kinds::object::{Membership, Role};
use selaras_platform::{Departure, LearningPlatform, Outcome, PlatformError};
use serde::Deserialize;
use serde_json::Value;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::{called, category, connect, course, group, read, settings, student};

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Recording {
    pub(crate) function: String,
    pub(crate) cases: Vec<Case>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Case {
    pub(crate) case: String,
    pub(crate) request: BTreeMap<String, String>,
    pub(crate) status: u16,
    pub(crate) response: Value,
}

pub(crate) fn recording(function: &str) -> Recording {
    let file = format!("{}/tests/recordings/{function}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

pub(crate) fn case(function: &str, name: &str) -> Case {
    let recording = recording(function);
    assert_eq!(recording.function, function);
    recording.cases.into_iter().find(|case| case.case == name).unwrap()
}

/// Mounts recorded cases. `exact`: only for the fields that were sent then.
async fn replay(server: &MockServer, function: &'static str, name: &str, exact: bool) {
    let case = case(function, name);
    let reply = ResponseTemplate::new(case.status).set_body_json(&case.response);
    Mock::given(method("POST"))
        .and(path("/kampus/webservice/rest/server.php"))
        .and(move |request: &Request| {
            let (called, fields) = read(request);
            called == function && (!exact || fields.into_iter().collect::<BTreeMap<_, _>>() == case.request)
        })
        .respond_with(reply)
        .mount(server)
        .await;
}

/// Answers that no course, account or participant is found, unless a test says otherwise.
async fn nothing_found(server: &MockServer) {
    let reply = |request: &Request| {
        let nothing = match read(request).0.as_str() {
            "core_course_get_courses_by_field" => serde_json::json!({ "courses": [], "warnings": [] }),
            _ => serde_json::json!([]),
        };
        ResponseTemplate::new(200).set_body_json(nothing)
    };
    Mock::given(|request: &Request| read(request).0.contains("_get_"))
        .respond_with(reply)
        .with_priority(u8::MAX)
        .mount(server)
        .await;
}

#[tokio::test]
async fn site_reports_its_release_and_functions() {
    let server = MockServer::start().await;
    replay(&server, "core_webservice_get_site_info", "ok", true).await;
    let site = connect(settings(&server)).moodle.site().await.unwrap();
    assert_eq!(
        (site.name.as_str(), site.release.as_str()),
        ("Test", "5.1+ (Build: 20251017)")
    );
    assert!(site.functions.iter().any(|name| name == "enrol_manual_enrol_users"));
}

#[tokio::test]
async fn dead_token_and_missing_function_are_denied_with_the_remedy() {
    for (function, case, word) in [
        ("core_webservice_get_site_info", "invalid token", "token baru"),
        (
            "core_cohort_delete_cohorts",
            "function not in the service",
            "layanan web",
        ),
    ] {
        let server = MockServer::start().await;
        let body = self::case(function, case).response;
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(200).set_body_json(body))
            .mount(&server)
            .await;
        let denied = connect(settings(&server))
            .moodle
            .create_objects(&[student("260001")])
            .await
            .unwrap_err();
        assert!(matches!(denied, PlatformError::Denied(_)), "{denied:?}");
        let text = denied.to_string();
        assert!(text.contains("core_user_create_users") && text.contains(word), "{text}");
        assert_eq!(called(&server).await.len(), 1, "a dead token is not retried");
    }
}

#[tokio::test]
async fn accounts_are_created_with_the_recorded_fields() {
    let server = MockServer::start().await;
    replay(&server, "core_user_create_users", "ok", true).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[student("260001"), student("260002")])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Created(3), Outcome::Created(4)]);
    assert_eq!(
        called(&server).await,
        ["core_user_create_users"],
        "only refused rows are looked up"
    );
}

#[tokio::test]
async fn account_with_our_idnumber_is_adopted_unchanged() {
    let server = MockServer::start().await;
    replay(
        &server,
        "core_user_create_users",
        "batch with a duplicate username",
        false,
    )
    .await;
    replay(&server, "core_user_get_users_by_field", "by email", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[student("260001")])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Adopted(3)]);
    assert_eq!(
        called(&server).await,
        ["core_user_create_users", "core_user_get_users_by_field"]
    );
}

#[tokio::test]
async fn account_with_a_taken_email_is_refused_with_the_other_username() {
    let server = MockServer::start().await;
    replay(&server, "core_user_create_users", "duplicate email", true).await;
    // The look-up by name finds no account; the look-up by e-mail finds another person's.
    let no_account = case("core_user_get_users_by_field", "after the refused batch").response;
    Mock::given(|request: &Request| read(request).1.contains(&("field".into(), "username".into())))
        .respond_with(ResponseTemplate::new(200).set_body_json(no_account))
        .mount(&server)
        .await;
    replay(&server, "core_user_get_users_by_field", "by email", true).await;
    let taken = crate::account("260004", "Siti", "Rahayu", "260001@example.org");
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[taken])
        .await
        .unwrap();
    let [Outcome::Refused(refusal)] = &outcomes[..] else {
        panic!("{outcomes:?}")
    };
    assert_eq!(
        refusal.to_string(),
        "Alamat e-mail 260001@example.org sudah dipakai akun lain di Moodle (260001). Bila itu akun orang ini, pilih di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki e-mail di sumbernya atau di Moodle."
    );
}

#[tokio::test]
async fn recorded_refusals_of_accounts_are_known_without_a_call() {
    let server = MockServer::start().await;
    let moodle = connect(settings(&server)).moodle;
    for name in [
        "invalid email",
        "username with capitals and a space",
        "empty lastname",
        "markup in name, apostrophe in email",
        "username too long",
    ] {
        let fields = case("core_user_create_users", name).request;
        let field = |name: &str| fields[&format!("users[0][{name}]")].clone();
        let mut object = crate::account("x", &field("firstname"), &field("lastname"), &field("email"));
        if let selaras_kinds::object::Object::Account(account) = &mut object {
            account.username = field("username");
        }
        assert!(moodle.refusal_of(&object).is_some(), "{name}");
    }
    assert!(called(&server).await.is_empty());
}

#[tokio::test]
async fn update_warnings_tell_deleted_and_refused_accounts() {
    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "core_user_update_users", "one unknown id", false).await;
    let moodle = connect(settings(&server)).moodle;
    let outcomes = moodle
        .update_objects(&[(3, student("260001")), (999_999, student("260002"))])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Updated, Outcome::Gone]);

    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "core_user_update_users", "email of another", false).await;
    replay(&server, "core_user_get_users_by_field", "by idnumber, many", false).await;
    let moodle = connect(settings(&server)).moodle;
    let outcomes = moodle
        .update_objects(&[(3, crate::account("260001", "Siti", "Rahayu", "260002@example.org"))])
        .await
        .unwrap();
    let [Outcome::Refused(refusal)] = &outcomes[..] else {
        panic!("{outcomes:?}")
    };
    assert!(refusal.to_string().contains("(260002)"), "{refusal}");
    assert_eq!(refusal.code, "useremailduplicate");

    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "core_course_update_courses", "one unknown id", false).await;
    let moodle = connect(settings(&server)).moodle;
    let rows = [(2, course("IF101", "a", 2)), (999_999, course("IF102", "b", 2))];
    assert_eq!(
        moodle.update_objects(&rows).await.unwrap(),
        [Outcome::Updated, Outcome::Gone]
    );

    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "core_course_update_courses", "shortname taken", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .update_objects(&[(2, course("IF102", "a", 2))])
        .await
        .unwrap();
    assert!(matches!(&outcomes[..], [Outcome::Refused(refusal)] if refusal.code == "shortnametaken"));
}

#[tokio::test]
async fn courses_are_created_with_the_recorded_fields() {
    let server = MockServer::start().await;
    replay(&server, "core_course_create_courses", "ok", true).await;
    let rows = [
        course("IF101", "selaras:mata_kuliah:IF101", 2),
        course("IF102", "selaras:mata_kuliah:IF102", 2),
    ];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(outcomes, [Outcome::Created(2), Outcome::Created(3)]);
}

#[tokio::test]
async fn course_named_by_a_refusal_is_looked_up_alone() {
    // The short name is another course's: refused. The idnumber is ours: adopted, and our short name has to be written.
    let server = MockServer::start().await;
    replay(&server, "core_course_create_courses", "duplicate idnumber", true).await;
    replay(&server, "core_course_get_courses_by_field", "by shortname", false).await;
    Mock::given(|request: &Request| read(request).0 == "core_course_update_courses")
        .respond_with(ResponseTemplate::new(200).set_body_json(serde_json::json!({"warnings": []})))
        .mount(&server)
        .await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[course("IF104", "selaras:mata_kuliah:IF101", 2)])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Adopted(2)]);

    let server = MockServer::start().await;
    replay(
        &server,
        "core_course_create_courses",
        "batch with a duplicate shortname",
        true,
    )
    .await;
    Mock::given(|request: &Request| read(request).0 == "core_course_create_courses")
        .respond_with(ResponseTemplate::new(200).set_body_json(serde_json::json!([{"id": 9, "shortname": "IF103"}])))
        .mount(&server)
        .await;
    Mock::given(|request: &Request| read(request).1.contains(&("field".into(), "idnumber".into())))
        .respond_with(
            ResponseTemplate::new(200).set_body_json(case("core_course_get_courses_by_field", "none found").response),
        )
        .mount(&server)
        .await;
    replay(&server, "core_course_get_courses_by_field", "by shortname", true).await;
    let rows = [
        course("IF103", "selaras:mata_kuliah:IF103", 2),
        course("IF101", "other", 2),
    ];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(outcomes[0], Outcome::Created(9));
    assert!(
        matches!(&outcomes[1], Outcome::Refused(refusal) if refusal.to_string().contains("IF101")),
        "{outcomes:?}"
    );
    assert_eq!(called(&server).await.len(), 4);
}

#[tokio::test]
async fn course_of_a_deleted_category_is_refused_with_the_remedy() {
    let server = MockServer::start().await;
    replay(&server, "core_course_create_courses", "unknown category", true).await;
    let row = course("IF105", "selaras:mata_kuliah:IF105", 999_999);
    let outcomes = connect(settings(&server)).moodle.create_objects(&[row]).await.unwrap();
    assert!(
        matches!(&outcomes[..], [Outcome::Refused(refusal)] if refusal.to_string().contains("Export lagi tahun ajaran"))
    );
    assert_eq!(called(&server).await.len(), 1);
}

#[tokio::test]
async fn categories_are_created_adopted_and_found_gone() {
    let server = MockServer::start().await;
    replay(&server, "core_course_create_categories", "ok, two with parent", true).await;
    let rows = [
        category("selaras:semester:20261", "Gasal", 2),
        category("selaras:semester:20262", "Genap", 2),
    ];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(outcomes, [Outcome::Created(4), Outcome::Created(5)]);

    let server = MockServer::start().await;
    replay(&server, "core_course_create_categories", "duplicate idnumber", false).await;
    replay(&server, "core_course_get_categories", "by idnumber", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[category("selaras:semester:20261", "Gasal", 2)])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Adopted(4)]);

    let server = MockServer::start().await;
    replay(&server, "core_course_update_categories", "unknown id", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .update_objects(&[(999_999, category("a", "X", 0))])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Gone]);

    let server = MockServer::start().await;
    replay(&server, "core_course_update_categories", "ok", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .update_objects(&[(2, category("a", "TA 2026/2027", 0))])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Updated]);
}

#[tokio::test]
async fn groups_are_created_and_one_with_our_idnumber_is_adopted() {
    let server = MockServer::start().await;
    replay(&server, "core_group_create_groups", "ok", true).await;
    let rows = [
        group("selaras:kelas:90001", "A", 2),
        group("selaras:kelas:90002", "B", 2),
    ];
    let outcomes = connect(settings(&server)).moodle.create_objects(&rows).await.unwrap();
    assert_eq!(outcomes, [Outcome::Created(1), Outcome::Created(2)]);

    let server = MockServer::start().await;
    replay(&server, "core_group_create_groups", "duplicate idnumber", false).await;
    replay(&server, "core_group_get_course_groups", "ok", true).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&rows[..1])
        .await
        .unwrap();
    assert_eq!(outcomes, [Outcome::Adopted(1)]);

    let server = MockServer::start().await;
    replay(&server, "core_group_create_groups", "unknown course", false).await;
    let outcomes = connect(settings(&server))
        .moodle
        .create_objects(&[group("selaras:kelas:1", "A", 999_999)])
        .await
        .unwrap();
    assert!(matches!(&outcomes[..], [Outcome::Refused(refusal)] if refusal.to_string().contains("mata kuliahnya")));
}

fn membership(user: i64, course: i64, group: Option<i64>, role: Role) -> Membership {
    Membership {
        user,
        course,
        group,
        role,
    }
}

#[tokio::test]
async fn members_are_enrolled_with_the_recorded_fields_then_grouped() {
    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "enrol_manual_enrol_users", "ok", true).await;
    replay(&server, "core_group_add_group_members", "ok", true).await;
    let moodle = connect(settings(&server)).moodle;
    let results = moodle.enrol(&[membership(3, 2, Some(1), Role::Student)]).await;
    // The first recorded case with the same fields is "not enrolled"; naming the case selects the good one.
    assert_eq!(results.unwrap(), [Ok(())]);
    assert_eq!(
        called(&server).await,
        [
            "core_enrol_get_enrolled_users",
            "enrol_manual_enrol_users",
            "core_group_add_group_members"
        ]
    );

    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "enrol_manual_enrol_users", "ok as editing teacher", true).await;
    let results = connect(settings(&server))
        .moodle
        .enrol(&[membership(4, 2, None, Role::EditingTeacher)])
        .await;
    assert_eq!(results.unwrap(), [Ok(())]);
}

#[tokio::test]
async fn refused_members_get_a_remedy() {
    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "enrol_manual_enrol_users", "ok", true).await;
    replay(&server, "core_group_add_group_members", "unknown group", true).await;
    let results = connect(settings(&server))
        .moodle
        .enrol(&[membership(3, 2, Some(999_999), Role::Student)])
        .await
        .unwrap();
    assert!(
        results[0]
            .as_ref()
            .unwrap_err()
            .to_string()
            .contains("Export lagi kelasnya"),
        "{results:?}"
    );

    let server = MockServer::start().await;
    nothing_found(&server).await;
    replay(&server, "enrol_manual_enrol_users", "unknown role", false).await;
    let results = connect(settings(&server))
        .moodle
        .enrol(&[membership(4, 2, None, Role::Student)])
        .await
        .unwrap();
    assert!(
        results[0].as_ref().unwrap_err().to_string().contains("peran"),
        "{results:?}"
    );
    assert_eq!(
        called(&server).await.len(),
        2,
        "a refusal with a reason needs no look-up besides the first"
    );
}

#[tokio::test]
async fn absent_person_counts_as_removed() {
    for name in ["not enrolled any more", "unknown user"] {
        let server = MockServer::start().await;
        nothing_found(&server).await;
        replay(&server, "enrol_manual_unenrol_users", name, true).await;
        replay(&server, "core_group_delete_group_members", "not a member", false).await;
        let user = case("enrol_manual_unenrol_users", name).request["enrolments[0][userid]"]
            .parse()
            .unwrap();
        let row = membership(user, 2, Some(1), Role::Student);
        assert_eq!(
            connect(settings(&server)).moodle.unenrol(&[row], &[]).await.unwrap(),
            [Ok(Departure::Closed)],
            "{name}"
        );
        let look = "core_enrol_get_enrolled_users";
        assert_eq!(
            called(&server).await,
            [
                look,
                "core_group_delete_group_members",
                "enrol_manual_unenrol_users",
                look
            ]
        );
    }
}
