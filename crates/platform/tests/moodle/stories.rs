//! Recordings of several functions in sequence: the connector reports what Moodle answered.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use selaras_kinds::object::{Cohort, Membership, Role, Sort};
use selaras_platform::moodle::Moodle;
use selaras_platform::{
    AccountAsked, CohortMember, Departure, Grades, GroupChange, LastAccess, LearningPlatform, MemberState, Need,
    OpenBy, Outcome, PersonInCourse, PlatformError, Uses,
};
use serde::Deserialize;
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::recordings::case;
use crate::{account, called, connect, course, group, read, settings};

/// The recordings that have a test here.
pub(crate) const TESTED: &[&str] = &[
    "broken-mail",
    "cohorts-and-profile-fields",
    "gone-on-moodle",
    "other-enrolment-methods",
    "permissions",
    "suspension-and-grades",
];

#[derive(Debug, Clone, Deserialize)]
struct Scene {
    function: String,
    case: String,
    #[serde(default)]
    token: String,
    request: BTreeMap<String, Value>,
    status: u16,
    response: Value,
}

impl Scene {
    /// The recorded fields as they were sent.
    fn fields(&self) -> BTreeMap<String, String> {
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let fields = self.request.iter();
        fields.map(|(name, value)| (name.clone(), text(value))).collect()
    }

    fn number(&self, field: &str) -> i64 {
        self.fields()[field].parse().unwrap()
    }
}

fn story(name: &str) -> Vec<Scene> {
    #[derive(Deserialize)]
    struct Story {
        cases: Vec<Scene>,
    }
    let file = format!("{}/tests/recordings/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let story: Story = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    story.cases
}

async fn answer(server: &MockServer, function: &str, body: Value) {
    let function = function.to_owned();
    Mock::given(method("POST"))
        .and(move |request: &Request| read(request).0 == function)
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .mount(server)
        .await;
}

/// A Moodle that gives the recorded answer; with `exact`, only to the exact fields that were sent then.
async fn replayed(scene: &Scene, exact: bool) -> MockServer {
    let server = MockServer::start().await;
    let (function, fields) = (scene.function.clone(), scene.fields());
    Mock::given(method("POST"))
        .and(move |request: &Request| {
            let (called, sent) = read(request);
            called == function && (!exact || sent.into_iter().collect::<BTreeMap<_, _>>() == fields)
        })
        .respond_with(ResponseTemplate::new(scene.status).set_body_json(&scene.response))
        .mount(&server)
        .await;
    server
}

/// Answers who is in a course and who may enter it: before the recorded call, and after it.
async fn members(server: &MockServer, there: &[i64], before: &[i64], after: &[i64]) {
    let people = |ids: &[i64]| {
        let person = |id: &i64| json!({ "id": id, "roles": [{ "roleid": 5, "shortname": "student" }] });
        ids.iter().map(person).collect::<Value>()
    };
    let (there, before, after) = (people(there), people(before), people(after));
    let looks = AtomicUsize::new(0);
    let reply = move |request: &Request| {
        let fields = read(request).1;
        let asks_active = fields.iter().any(|(_, value)| value == "onlyactive");
        ResponseTemplate::new(200).set_body_json(match asks_active {
            false => &there,
            true if looks.fetch_add(1, Ordering::Relaxed) == 0 => &before,
            true => &after,
        })
    };
    Mock::given(method("POST"))
        .and(move |request: &Request| read(request).0 == "core_enrol_get_enrolled_users")
        .respond_with(reply)
        .mount(server)
        .await;
}

fn moodle(server: &MockServer) -> Moodle {
    connect(settings(server)).moodle
}

fn enrolment(user: i64, course: i64) -> Membership {
    Membership {
        user,
        course,
        group: None,
        role: Role::Student,
    }
}

#[tokio::test]
async fn broken_mail() {
    let scenes = story("broken-mail");
    let [first, again, afterwards] = &scenes[..] else {
        panic!("{scenes:?}")
    };
    let server = replayed(first, true).await;
    let there = [1645, 1646, 1647];
    let ids: Vec<i64> = afterwards
        .response
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|person| person["id"].as_i64())
        .collect();
    assert_eq!(ids, there);
    members(&server, &[], &[], &there).await;
    let moodle = moodle(&server);
    let rows: Vec<Membership> = there.map(|user| enrolment(user, 4)).into();
    assert_eq!(moodle.enrol(&rows).await.unwrap(), vec![Ok(()); 3]);
    let look = &*afterwards.function;
    assert_eq!(called(&server).await, [look, &*first.function, look]);
    let told = moodle.warnings();
    assert_eq!(told.len(), 1);
    assert!(
        told[0].mend.as_ref().unwrap().to_string().contains("Matikan pesan itu"),
        "{told:?}"
    );

    assert_eq!(again.response, first.response);
    assert_eq!(moodle.enrol(&rows).await.unwrap(), vec![Ok(()); 3]);
    assert_eq!(called(&server).await[3..], [look], "no call mails them again");
    assert_eq!(moodle.warnings(), told);
}

#[tokio::test]
async fn unsent_message_is_judged_for_each_person() {
    let scenes = story("broken-mail");
    let server = replayed(&scenes[0], false).await;
    members(&server, &[1645], &[], &[1645]).await;
    let rows = [enrolment(1645, 4), enrolment(1646, 4)];
    let answers = moodle(&server).enrol(&rows).await.unwrap();
    assert_eq!(answers[0], Ok(()));
    let reason = answers[1].as_ref().unwrap_err().to_string();
    assert!(reason.contains("tidak ada di course"), "{reason}");
}

#[tokio::test]
async fn suspension_and_grades() {
    for scene in story("suspension-and-grades") {
        let told = format!("{}: {}", scene.function, scene.case);
        match scene.case.as_str() {
            "suspend one who is enrolled" => {
                let server = replayed(&scene, true).await;
                members(&server, &[4, 15], &[4, 15], &[4]).await;
                let answers = moodle(&server).suspend(&[enrolment(15, 2)], &[]).await.unwrap();
                assert_eq!(answers, [Ok(Departure::Closed)], "{told}");
            }
            "members with a suspended one, default" => {
                let server = MockServer::start().await;
                let refused = story("suspension-and-grades");
                let refused = refused.iter().find(|scene| scene.case == "only suspended").unwrap();
                let (people, refusal) = (scene.response.clone(), refused.response.clone());
                let reply = move |request: &Request| {
                    let fields = read(request).1;
                    let reviews = fields.iter().any(|(_, value)| value == "onlysuspended");
                    ResponseTemplate::new(200).set_body_json(if reviews { &refusal } else { &people })
                };
                Mock::given(method("POST")).respond_with(reply).mount(&server).await;
                let people = moodle(&server).enrolled(2).await.unwrap().unwrap();
                assert_eq!(people[1].user, 15);
                assert_eq!((&*people[1].username, &people[1].groups[..]), ("s00000", &[1][..]));
                assert_eq!(people[1].state, MemberState::Unknown, "nothing in the row says so");
                assert_eq!(people[1].last_access, LastAccess::Never);
            }
            "only suspended" | "only active" => {
                let server = replayed(&scene, false).await;
                let refused = moodle(&server).enrolled(2).await.unwrap_err();
                assert!(matches!(refused, PlatformError::Denied(_)), "{told}: {refused:?}");
                let refused = moodle(&server).suspend(&[enrolment(15, 2)], &[]).await.unwrap_err();
                assert!(matches!(refused, PlatformError::Denied(_)), "{told}: {refused:?}");
            }
            "member who is suspended in the course" => {
                let server = replayed(&scene, true).await;
                let change = GroupChange {
                    user: 15,
                    course: 2,
                    from: None,
                    to: Some(1),
                };
                assert_eq!(
                    moodle(&server).change_groups(&[change]).await.unwrap(),
                    [Ok(())],
                    "{told}"
                );
            }
            "enrol again one who was suspended" => {
                let server = replayed(&scene, true).await;
                members(&server, &[15], &[], &[15]).await;
                assert_eq!(
                    moodle(&server).reactivate(&[enrolment(15, 2)]).await.unwrap(),
                    [Ok(())],
                    "{told}"
                );
            }
            "enrol again with suspend 0" => {
                let server = replayed(&scene, false).await;
                members(&server, &[15], &[], &[15]).await;
                assert_eq!(
                    moodle(&server).reactivate(&[enrolment(15, 2)]).await.unwrap(),
                    [Ok(())],
                    "{told}"
                );
            }
            "unenrol one with grades" => {
                let server = replayed(&scene, true).await;
                members(&server, &[15], &[], &[]).await;
                assert_eq!(
                    moodle(&server).unenrol(&[enrolment(15, 2)], &[]).await.unwrap(),
                    [Ok(Departure::Closed)],
                    "{told}"
                );
            }
            "grades of one who was unenrolled" => {
                let server = replayed(&scene, true).await;
                // A person without a course has no totals.
                let nothing = json!({ "grades": [], "warnings": [] });
                answer(&server, "gradereport_overview_get_course_grades", nothing).await;
                let asked = PersonInCourse { user: 15, course: 2 };
                assert_eq!(
                    moodle(&server).grades(&[asked]).await.unwrap(),
                    [Grades::None],
                    "{told}"
                );
            }
            "enrol again after unenrolment" => {
                let server = replayed(&scene, true).await;
                members(&server, &[], &[], &[15]).await;
                assert_eq!(
                    moodle(&server).enrol(&[enrolment(15, 2)]).await.unwrap(),
                    [Ok(())],
                    "{told}"
                );
            }
            _ => panic!("no test for {told}"),
        }
    }
}

#[tokio::test]
async fn other_enrolment_methods() {
    let scenes = story("other-enrolment-methods");
    let scene = |case: &str| scenes.iter().find(|scene| scene.case == case).unwrap();
    let ids = |case: &str| -> Vec<i64> {
        let people = scene(case).response.as_array().unwrap();
        people.iter().map(|person| person["id"].as_i64().unwrap()).collect()
    };
    let all = ids("members default after that");
    let active = ids("members onlyactive after that");
    assert_eq!(ids("members onlysuspended after that"), [0; 0]);
    let still_open = [Ok(Departure::StillOpen(OpenBy::OtherMethod))];

    let server = replayed(scene("suspend one who is enrolled by self-enrolment too"), true).await;
    members(&server, &all, &active, &active).await;
    assert_eq!(
        moodle(&server).suspend(&[enrolment(5, 4)], &[]).await.unwrap(),
        still_open
    );

    let server = replayed(scene("unenrol by manual one who has self too"), true).await;
    members(&server, &all, &active, &active).await;
    assert_eq!(
        moodle(&server).unenrol(&[enrolment(5, 4)], &[]).await.unwrap(),
        still_open
    );
}

#[tokio::test]
async fn cohorts() {
    let scenes = story("cohorts-and-profile-fields");
    let scene = |case: &str| {
        let scene = scenes.iter().find(|scene| scene.case == case);
        scene.unwrap_or_else(|| panic!("{case}"))
    };
    let cohort = Cohort {
        idnumber: "selaras:cohort:informatika-2026".to_owned(),
        name: "Informatika 2026".to_owned(),
    };
    let cohorts = std::slice::from_ref(&cohort);

    let lacking = replayed(scene("cohort without capability"), true).await;
    match moodle(&lacking).create_cohorts(cohorts).await {
        Err(PlatformError::Denied(reason)) => assert!(reason.to_string().contains("moodle/cohort:manage"), "{reason}"),
        other => panic!("{other:?}"),
    }
    let made = replayed(scene("cohort created"), true).await;
    assert_eq!(
        moodle(&made).create_cohorts(cohorts).await.unwrap(),
        [Outcome::Created(1)]
    );
    // Another job has made it meanwhile, or it is not one of ours.
    let taken = replayed(scene("the same idnumber again"), true).await;
    answer(&taken, "core_cohort_search_cohorts", json!({ "cohorts": [] })).await;
    let refused = moodle(&taken).create_cohorts(cohorts).await.unwrap();
    assert!(matches!(&refused[0], Outcome::Refused(refusal) if refusal.code == "invalidparameter"));

    let found = replayed(scene("cohorts searched"), false).await;
    answer(
        &found,
        "core_cohort_get_cohort_members",
        scene("members").response.clone(),
    )
    .await;
    let ours = |prefix: &str| [prefix.to_owned()];
    // Its idnumber is none of ours.
    assert_eq!(moodle(&found).cohorts(&ours("selaras:cohort:")).await.unwrap(), []);

    let member = |user| CohortMember { cohort: 1, user };
    let added = replayed(scene("members added, one twice, one unknown"), false).await;
    answer(&added, "core_webservice_get_site_info", site_of_user()).await;
    let people: Vec<_> = [4, 4, 99999, 5].map(member).into();
    let session = moodle(&added);
    assert_eq!(session.add_to_cohorts(&people).await.unwrap(), 3);
    assert_eq!(session.unknown_ids(), [(Sort::Account, 99999)].into());
    let gone = replayed(scene("cohort that is gone"), false).await;
    let asked = [CohortMember { cohort: 4242, user: 4 }];
    assert_eq!(moodle(&gone).add_to_cohorts(&asked).await.unwrap(), 0);

    let left = replayed(scene("members taken out, one who is none"), true).await;
    let leaving = [member(4), member(6)];
    moodle(&left).take_out_of_cohorts(&leaving).await.unwrap();
}

/// The site's answer to a token of a user who is not an administrator.
fn site_of_user() -> Value {
    let mut info = case("core_webservice_get_site_info", "ok").response;
    info["userissiteadmin"] = json!(false);
    info["userid"] = json!(3);
    info
}

#[tokio::test]
async fn permissions() {
    for scene in story("permissions") {
        let sees = scene.token.starts_with("with ");
        let told = format!("{}: {}: {}", scene.token, scene.function, scene.case);
        let server = replayed(&scene, false).await;
        answer(&server, "core_webservice_get_site_info", site_of_user()).await;
        let student = || account("s00000", "Sukarno", "0", "s00000@kampus.example");
        match (scene.function.as_str(), scene.case.as_str()) {
            ("core_user_get_users_by_field", "another person by id") => {
                let session = moodle(&server).session(&[Need::Accounts]).await;
                match session.err() {
                    None => assert!(sees, "{told}"),
                    Some(PlatformError::CapabilityMissing { capability, .. }) => {
                        assert_eq!((capability, sees), ("moodle/user:viewalldetails", false), "{told}");
                    }
                    Some(error) => panic!("{told}: {error:?}"),
                }
            }
            ("core_user_get_users_by_field", _) => {
                // A refused create looks for existing accounts.
                let taken = case("core_user_create_users", "duplicate email").response;
                answer(&server, "core_user_create_users", taken).await;
                let outcomes = moodle(&server).create_objects(&[student()]).await.unwrap();
                let found = matches!(outcomes[0], selaras_platform::Outcome::Adopted(15));
                assert_eq!(found, sees, "{told}: {outcomes:?}");
            }
            ("core_enrol_get_enrolled_users", _) => {
                let people = moodle(&server)
                    .enrolled(scene.number("courseid"))
                    .await
                    .unwrap()
                    .unwrap();
                assert_eq!(people.len(), 2, "{told}");
                assert_eq!(people[1].username, if sees { "s00000" } else { "" }, "{told}");
            }
            ("gradereport_overview_get_course_grades", _) => {
                let asked = PersonInCourse { user: 15, course: 2 };
                let grades = moodle(&server).grades(&[asked]).await.unwrap();
                let wanted = if sees {
                    Grades::Some(Some("71.00".to_owned()))
                } else {
                    Grades::MayNotSee
                };
                assert_eq!(grades, [wanted], "{told}");
            }
            ("gradereport_user_get_grade_items", _) => {
                let nothing = json!({ "grades": [], "warnings": [] });
                answer(&server, "gradereport_overview_get_course_grades", nothing).await;
                let asked = PersonInCourse { user: 15, course: 2 };
                let grades = moodle(&server).grades(&[asked]).await.unwrap();
                assert_eq!(
                    grades,
                    [if sees { Grades::Some(None) } else { Grades::MayNotSee }],
                    "{told}"
                );
            }
            // The connector does not use these functions.
            ("core_enrol_get_users_courses" | "core_enrol_get_course_enrolment_methods", _) => {
                assert!(!selaras_platform::moodle::all_functions(&Uses::all()).contains(&scene.function.as_str()));
            }
            _ => panic!("no test for {told}"),
        }
    }
}

/// A Moodle with the recorded deletions: courses 3 and 4 are there, course 5, group 1 and account 6 are not.
async fn moodle_with_deletions() -> MockServer {
    let scenes = story("gone-on-moodle");
    let recorded = move |case: &str| {
        let scene = scenes.iter().find(|scene| scene.case == case);
        scene.unwrap_or_else(|| panic!("{case}")).response.clone()
    };
    let reply = move |request: &Request| {
        let (function, fields) = read(request);
        let fields: BTreeMap<_, _> = fields.into_iter().collect();
        let value = |name: &str| fields.get(name).map_or("", String::as_str);
        let has = |value: &str| fields.values().any(|other| other == value);
        let there =
            |id: &str| json!({ "id": id.parse::<i64>().unwrap(), "shortname": id, "fullname": id, "categoryid": 1 });
        let answer = match (function.as_str(), value("field")) {
            ("core_course_get_courses_by_field", "ids") => recorded("courses by ids, one deleted"),
            ("core_course_get_courses_by_field", _) if has("5") => recorded("course by id, deleted"),
            ("core_course_get_courses_by_field", _) => json!({ "courses": [there(value("value"))], "warnings": [] }),
            ("core_user_get_users_by_field", _) => recorded("account by id, deleted by an administrator"),
            ("core_user_update_users", _) => recorded("update of a deleted account beside a living one"),
            ("core_group_update_groups", _) => recorded("update of a deleted group"),
            ("core_group_get_course_groups", _) => recorded("groups of the course"),
            ("core_group_add_group_members", _) => recorded("members to a deleted group and a living one"),
            ("core_enrol_get_enrolled_users", _) => recorded("members of a deleted course"),
            ("enrol_manual_enrol_users", _) if value("enrolments[0][userid]") == "6" => {
                recorded("enrol a deleted account")
            }
            ("enrol_manual_enrol_users", _) => Value::Null,
            _ => panic!("{function}"),
        };
        ResponseTemplate::new(200).set_body_json(answer)
    };
    let server = MockServer::start().await;
    Mock::given(method("POST")).respond_with(reply).mount(&server).await;
    server
}

#[tokio::test]
async fn gone_on_moodle() {
    let server = moodle_with_deletions().await;
    let moodle = moodle(&server);
    let courses = [3, 5, 4].map(|id| (id, course(&id.to_string(), "", 1)));
    let found = moodle.read_objects(&courses).await.unwrap();
    assert_eq!(
        found.iter().map(Option::is_some).collect::<Vec<_>>(),
        [true, false, true]
    );
    let group = |name| group(&format!("selaras:kelas:{name}"), name, 4);
    let outcomes = moodle.update_objects(&[(1, group("A"))]).await.unwrap();
    assert_eq!(outcomes, [Outcome::Gone]);
    let people = [(6, account("260003", "Siti", "Rahayu", "260003@kampus.example"))];
    assert_eq!(moodle.read_objects(&people).await.unwrap(), [None]);
    assert_eq!(moodle.update_objects(&people).await.unwrap(), [Outcome::Gone]);
    let asked = AccountAsked {
        id: Some(6),
        username: "260003".to_owned(),
    };
    assert_eq!(moodle.account(&asked).await.unwrap(), None);
    assert_eq!(moodle.enrolled(5).await.unwrap(), None);
    let refused = moodle.enrol(&[enrolment(6, 4)]).await.unwrap();
    let reason = refused[0].as_ref().unwrap_err().to_string();
    assert!(reason.starts_with("Akun orang ini tidak ada lagi"), "{reason}");
    let member = Membership {
        group: Some(1),
        ..enrolment(4, 4)
    };
    let refused = moodle.enrol(&[member]).await.unwrap();
    let reason = refused[0].as_ref().unwrap_err().to_string();
    assert!(reason.starts_with("Kelompok kelas ini tidak ada lagi"), "{reason}");
    let unknown = [(Sort::Group, 1), (Sort::Account, 6)];
    assert_eq!(moodle.unknown_ids(), unknown.into());
}
