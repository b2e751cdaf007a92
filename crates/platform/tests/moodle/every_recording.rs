//! Replays every case of every recording: the connector reports what Moodle answered.
//!
//! `recordings` checks what the connector sends and how it continues. This file checks that no recorded answer is taken for
//! something else: a refusal is never a success, and no message to people contains markup.

use std::collections::BTreeSet;

use selaras_kinds::object::{Membership, Object, Role};
use selaras_platform::moodle::{Moodle, all_functions};
use selaras_platform::{LearningPlatform, Outcome, PlatformError, Uses};
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::recordings::{Case, recording};
use crate::{account, category, connect, course, group, read, settings};

/// The result of a call: the number of rows that succeeded, and the messages for the others.
#[derive(Debug, Default)]
struct CallReport {
    succeeded: usize,
    messages: Vec<String>,
}

impl CallReport {
    fn of(outcomes: Result<Vec<Outcome>, PlatformError>) -> Self {
        let mut report = Self::default();
        match outcomes {
            Err(error) => report.messages.push(error.to_string()),
            Ok(outcomes) => {
                for outcome in outcomes {
                    match outcome {
                        Outcome::Created(_) | Outcome::Adopted(_) | Outcome::Theirs(_) | Outcome::Updated => {
                            report.succeeded += 1;
                        }
                        Outcome::Gone => report.messages.push("Tidak ada lagi.".to_owned()),
                        Outcome::Refused(refusal) => report.messages.push(refusal.to_string()),
                    }
                }
            }
        }
        report
    }

    fn of_members<T>(results: Result<Vec<Result<T, selaras_platform::Refusal>>, PlatformError>) -> Self {
        Self::of(results.map(|results| {
            let outcome = |result: Result<T, _>| result.map_or_else(Outcome::Refused, |_| Outcome::Updated);
            results.into_iter().map(outcome).collect()
        }))
    }
}

/// The rows of a recorded request, by a field that each has; `-` if there is none.
fn rows<'a>(case: &'a Case, list: &str, field: &str) -> Vec<&'a str> {
    (0..)
        .map_while(|at| case.request.get(&format!("{list}[{at}][{field}]")).map(String::as_str))
        .collect()
}

fn field(case: &Case, name: String) -> &str {
    case.request.get(&name).map_or("-", String::as_str)
}

fn number(case: &Case, name: String) -> i64 {
    field(case, name).parse().unwrap_or_default()
}

fn objects(case: &Case) -> Vec<Object> {
    let people = rows(case, "users", "email").into_iter().enumerate().map(|(at, email)| {
        let of = |name: &str| field(case, format!("users[{at}][{name}]"));
        let mut person = account("x", of("firstname"), of("lastname"), email);
        if let Object::Account(person) = &mut person {
            person.username = of("username").to_owned();
        }
        person
    });
    let courses = rows(case, "courses", "categoryid")
        .into_iter()
        .enumerate()
        .map(|(at, parent)| {
            let shortname = field(case, format!("courses[{at}][shortname]"));
            course(shortname, &format!("selaras:{shortname}"), parent.parse().unwrap())
        });
    let categories = rows(case, "categories", "name")
        .into_iter()
        .enumerate()
        .map(|(at, name)| {
            category(
                &format!("selaras:{at}"),
                name,
                number(case, format!("categories[{at}][parent]")),
            )
        });
    let groups = rows(case, "groups", "name").into_iter().enumerate().map(|(at, name)| {
        group(
            &format!("selaras:{at}"),
            name,
            number(case, format!("groups[{at}][courseid]")),
        )
    });
    people.chain(courses).chain(categories).chain(groups).collect()
}

fn changed(case: &Case, list: &str) -> Vec<(i64, Object)> {
    let sample = |at: usize| match list {
        "users" => account(&format!("26{at}"), "Siti", "Rahayu", &format!("26{at}@example.org")),
        "courses" => course(&format!("IF{at}"), &format!("selaras:{at}"), 2),
        _ => category(&format!("selaras:{at}"), "Gasal", 0),
    };
    let ids = rows(case, list, "id").into_iter().enumerate();
    ids.map(|(at, id)| (id.parse().unwrap(), sample(at))).collect()
}

fn enrolments(case: &Case) -> Vec<Membership> {
    let users = rows(case, "enrolments", "userid").into_iter().enumerate();
    users
        .map(|(at, user)| Membership {
            user: user.parse().unwrap(),
            course: number(case, format!("enrolments[{at}][courseid]")),
            group: None,
            role: Role::Student,
        })
        .collect()
}

/// A person in each course that the recorded call is about.
fn of_courses(case: &Case) -> Vec<Membership> {
    let courses = rows(case, "coursecapabilities", "courseid").into_iter();
    courses
        .map(|course| Membership {
            user: 4,
            course: course.parse().unwrap(),
            group: None,
            role: Role::Student,
        })
        .collect()
}

fn members(case: &Case) -> Vec<Membership> {
    let users = rows(case, "members", "userid").into_iter().enumerate();
    users
        .map(|(at, user)| Membership {
            user: user.parse().unwrap(),
            course: 2,
            group: Some(number(case, format!("members[{at}][groupid]"))),
            role: Role::Student,
        })
        .collect()
}

/// Makes the connector call the function of the recording, by the method that leads there.
async fn call(function: &str, case: &Case, moodle: &Moodle) -> CallReport {
    match function {
        "core_user_create_users"
        | "core_course_create_courses"
        | "core_course_create_categories"
        | "core_group_create_groups" => CallReport::of(moodle.create_objects(&objects(case)).await),
        "core_user_update_users" => CallReport::of(moodle.update_objects(&changed(case, "users")).await),
        "core_course_update_courses" => CallReport::of(moodle.update_objects(&changed(case, "courses")).await),
        "core_course_update_categories" => CallReport::of(moodle.update_objects(&changed(case, "categories")).await),
        "enrol_manual_enrol_users" => CallReport::of_members(moodle.enrol(&enrolments(case)).await),
        "core_enrol_get_enrolled_users_with_capability" => {
            let job = moodle.session(&[]).await.unwrap();
            CallReport::of_members(job.enrol(&of_courses(case)).await)
        }
        "enrol_manual_unenrol_users" => CallReport::of_members(moodle.unenrol(&enrolments(case), &[]).await),
        "core_group_add_group_members" => CallReport::of_members(moodle.enrol(&members(case)).await),
        "core_group_delete_group_members" => CallReport::of_members(moodle.leave_groups(&members(case)).await),
        // The connector calls these about a refused row.
        "core_user_get_users_by_field" => CallReport::of(moodle.create_objects(&[crate::student("260001")]).await),
        "core_course_get_courses_by_field" => {
            CallReport::of(moodle.create_objects(&[course("IF101", "selaras:x", 2)]).await)
        }
        "core_course_get_categories" => {
            CallReport::of(moodle.create_objects(&[category("selaras:x", "Gasal", 2)]).await)
        }
        "core_group_get_course_groups" => {
            CallReport::of(moodle.create_objects(&[group("selaras:kelas:90001", "A", 2)]).await)
        }
        // A function that the connector does not use answers its first call, as a wrong function would.
        _ => match moodle.site().await {
            Ok(site) => CallReport {
                succeeded: site.functions.len(),
                messages: Vec::new(),
            },
            Err(error) => CallReport {
                succeeded: 0,
                messages: vec![error.to_string()],
            },
        },
    }
}

/// The answers of other functions: nothing is found, everything is accepted, and a create is refused without a reason.
fn elsewhere(function: &str) -> Value {
    match function {
        "core_user_get_users_by_field"
        | "core_course_get_categories"
        | "core_group_get_course_groups"
        | "core_enrol_get_enrolled_users"
        | "core_enrol_get_enrolled_users_with_capability" => json!([]),
        "core_course_get_courses_by_field" => json!({"courses": [], "warnings": []}),
        "core_webservice_get_site_info" => json!({"sitename": "", "release": "5.1", "functions": []}),
        "core_user_update_users" | "core_course_update_courses" => json!({"warnings": []}),
        name if name.contains("_create_") => json!({
            "exception": "core\\exception\\invalid_parameter_exception",
            "errorcode": "invalidparameter",
            "message": "Invalid parameter value detected",
        }),
        _ => Value::Null,
    }
}

async fn replayed(function: &'static str) {
    let recording = recording(function);
    assert_eq!(recording.function, function);
    assert!(!recording.cases.is_empty());
    let is_called = all_functions(&Uses::all()).contains(&function);
    for case in recording.cases {
        let server = MockServer::start().await;
        let answer = case.clone();
        let reply = move |request: &Request| {
            let called = read(request).0;
            if called == function || (!is_called && called == "core_webservice_get_site_info") {
                ResponseTemplate::new(answer.status).set_body_json(&answer.response)
            } else {
                ResponseTemplate::new(200).set_body_json(elsewhere(&called))
            }
        };
        Mock::given(method("POST")).respond_with(reply).mount(&server).await;
        let moodle = connect(settings(&server)).moodle;
        let report = call(function, &case, &moodle).await;

        let what = format!("{function}: {}: {report:?}", case.case);
        let refused = case.response.get("errorcode").is_some();
        let writes = ["_create_", "_update_", "_add_"]
            .iter()
            .any(|verb| function.contains(verb))
            || function == "enrol_manual_enrol_users";
        if refused && (writes || !is_called || function.contains("site_info")) {
            assert_eq!(report.succeeded, 0, "a refusal is not a success: {what}");
        }
        for text in &report.messages {
            assert!(!text.contains('<') || text.contains('“'), "markup: {what}");
            assert!(
                text.chars().count() > 10 && text.ends_with(['.', ')']),
                "no sentence: {what}"
            );
        }
    }
}

/// One test for each recording, by the name of its file.
macro_rules! recordings {
    ($($function:ident),+ $(,)?) => {
        /// The recordings that have a test.
        const TESTED: &[&str] = &[$(stringify!($function)),+];
        $(
            #[tokio::test]
            async fn $function() {
                replayed(stringify!($function)).await;
            }
        )+
    };
}

recordings![
    core_cohort_delete_cohorts,
    core_course_create_categories,
    core_course_create_courses,
    core_course_get_categories,
    core_course_get_courses_by_field,
    core_course_update_categories,
    core_course_update_courses,
    core_enrol_get_enrolled_users,
    core_enrol_get_enrolled_users_with_capability,
    core_enrol_get_users_courses,
    core_group_add_group_members,
    core_group_create_groups,
    core_group_delete_group_members,
    core_group_get_course_groups,
    core_group_get_group_members,
    core_nonexistent_function,
    core_user_create_users,
    core_user_get_users,
    core_user_get_users_by_field,
    core_user_update_users,
    core_webservice_get_site_info,
    enrol_manual_enrol_users,
    enrol_manual_unenrol_users,
];

/// The names of the files in a folder of recordings, without their ending.
fn recorded(folder: &str) -> BTreeSet<String> {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_dir(folder)
        .unwrap()
        .filter_map(|entry| Some(entry.unwrap().file_name().to_str()?.strip_suffix(".json")?.to_owned()))
        .collect()
}

#[test]
fn every_recording_has_a_test() {
    let all = TESTED.iter().chain(crate::stories::TESTED);
    let tested: BTreeSet<String> = all.map(|name| (*name).to_owned()).collect();
    assert_eq!(recorded("tests/recordings"), tested);
}

#[test]
fn demo_is_checked_against_the_same_recordings() {
    let of = |folder: &str, name: &str| {
        std::fs::read(format!("{}/{folder}/{name}.json", env!("CARGO_MANIFEST_DIR"))).unwrap()
    };
    let (ours, the_demos) = ("tests/recordings", "../campus/tests/recordings");
    // The demo also answers what the connector does not ask.
    assert!(recorded(ours).is_subset(&recorded(the_demos)));
    for name in recorded(ours) {
        assert!(of(ours, &name) == of(the_demos, &name), "{name} differs");
    }
}
