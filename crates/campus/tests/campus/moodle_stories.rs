//! Recordings of several functions: the Moodle double, in the recording's initial state, answers like the recorded Moodle.

use std::collections::BTreeSet;

use selaras_campus::Campus;
use selaras_campus::moodle::{ActivityType, Method, Moodle, WelcomeMessage};
use serde_json::{Value, json};

/// The recordings with a test.
const STORIES: [&str; 10] = [
    "broken-mail",
    "capitals-mariadb",
    "cohorts-and-profile-fields",
    "course-automatic-end",
    "course-dates-and-visibility",
    "gone-on-moodle",
    "other-enrolment-methods",
    "permissions",
    "suspension-and-grades",
    "template-import",
];

fn story(name: &str) -> Vec<Value> {
    let file = format!("{}/tests/recordings/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let story: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    story["cases"].as_array().unwrap().clone()
}

#[test]
fn every_recording_of_several_functions_has_a_test() {
    let folder = format!("{}/tests/recordings", env!("CARGO_MANIFEST_DIR"));
    let recorded: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let recording: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
            recording["function"].is_null()
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(recorded, STORIES.map(str::to_owned).into());
}

/// Values from a clock, a cache or a theme, and completion tracking, which no code here reads.
const VOLATILE: [&str; 7] = [
    "profileimageurl",
    "profileimageurlsmall",
    "courseimage",
    "gradedategraded",
    "timemodified",
    "completionusertracked",
    "completed",
];

fn assert_same(recorded: &Value, answered: &Value, path: &str) {
    match (recorded, answered) {
        (Value::Object(recorded), Value::Object(answered)) => {
            let keys = |object: &serde_json::Map<String, Value>| object.keys().cloned().collect::<BTreeSet<_>>();
            assert_eq!(keys(recorded), keys(answered), "{path}");
            for (key, value) in recorded {
                if !VOLATILE.contains(&key.as_str()) {
                    assert_same(value, &answered[key], &format!("{path}.{key}"));
                }
            }
        }
        (Value::Array(recorded), Value::Array(answered)) => {
            assert_eq!(recorded.len(), answered.len(), "{path}: {answered:?}");
            for (at, (recorded, answered)) in recorded.iter().zip(answered).enumerate() {
                assert_same(recorded, answered, &format!("{path}[{at}]"));
            }
        }
        _ => assert_eq!(recorded, answered, "{path}"),
    }
}

/// Sends a recorded request over HTTP and compares the reply with the recorded one.
async fn replay(campus: &Campus, case: &Value) {
    let function = case["function"].as_str().unwrap();
    let mut form = vec![
        ("wstoken".to_owned(), campus.moodle_token().to_owned()),
        ("wsfunction".to_owned(), function.to_owned()),
        ("moodlewsrestformat".to_owned(), "json".to_owned()),
    ];
    for (name, value) in case["request"].as_object().unwrap() {
        let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        form.push((name.clone(), value));
    }
    let url = format!("{}/webservice/rest/server.php", campus.moodle_url());
    let answer = reqwest::Client::new().post(url).form(&form).send().await.unwrap();
    let name = format!("{function}: {}", case["case"]);
    assert_eq!(answer.status().as_u16(), case["status"], "{name}");
    let answered: Value = answer.json().await.unwrap();
    assert_same(&case["response"], &answered, &name);
}

fn make(moodle: &Moodle, function: &str, list: &str, row: &[(&str, &str)]) -> Value {
    let fields: Vec<(String, &str)> = row
        .iter()
        .map(|(name, value)| (format!("{list}[0][{name}]"), *value))
        .collect();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    moodle.call(function, &fields)
}

fn add_user(moodle: &Moodle, username: &str, firstname: &str, lastname: &str, idnumber: &str) -> u64 {
    let email = format!("{username}@kampus.example");
    let row = [
        ("username", username),
        ("firstname", firstname),
        ("lastname", lastname),
        ("email", email.as_str()),
        ("idnumber", idnumber),
        ("createpassword", "1"),
    ];
    make(moodle, "core_user_create_users", "users", &row)[0]["id"]
        .as_u64()
        .unwrap()
}

/// Creates an account, which takes the next id, and deletes it.
fn skip_user(moodle: &Moodle) -> u64 {
    let id = add_user(moodle, "lewat", "Lewat", "-", "");
    assert!(moodle.delete_user(id));
    id
}

fn enrol(moodle: &Moodle, user: u64, course: u64, role: &str) {
    let (user, course) = (user.to_string(), course.to_string());
    let row = [
        ("roleid", role),
        ("userid", user.as_str()),
        ("courseid", course.as_str()),
    ];
    assert_eq!(
        make(moodle, "enrol_manual_enrol_users", "enrolments", &row),
        Value::Null
    );
}

/// The campus of the recordings: a teacher (4) and a student (15) of one group of a course (2).
async fn recorded_campus() -> Campus {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    for parent in ["1", "2", "3"] {
        make(
            moodle,
            "core_course_create_categories",
            "categories",
            &[("name", "X"), ("parent", parent)],
        );
    }
    let course = [
        ("fullname", "Fisika 0"),
        ("shortname", "FK000-71"),
        ("categoryid", "4"),
        ("idnumber", "selaras:mata_kuliah:900"),
    ];
    assert_eq!(
        make(moodle, "core_course_create_courses", "courses", &course)[0]["id"],
        2
    );
    let group = [("courseid", "2"), ("name", "Z"), ("description", ""), ("idnumber", "z")];
    assert_eq!(make(moodle, "core_group_create_groups", "groups", &group)[0]["id"], 1);
    skip_user(moodle);
    let teacher = add_user(moodle, "t0", "Guru", "0", "selaras:pengajar:T0");
    while skip_user(moodle) < 14 {}
    let student = add_user(moodle, "s00000", "Sukarno", "0", "selaras:mahasiswa:s00000");
    assert_eq!((teacher, student), (4, 15));
    enrol(moodle, teacher, 2, "3");
    enrol(moodle, student, 2, "5");
    for user in ["4", "15"] {
        make(
            moodle,
            "core_group_add_group_members",
            "members",
            &[("groupid", "1"), ("userid", user)],
        );
    }
    moodle.grade(2, student, "UTS", 71.0);
    campus
}

/// The recorded token's capabilities, besides those that the calls need.
const FIRST: [&str; 5] = [
    "moodle/user:viewdetails",
    "moodle/course:useremail",
    "moodle/course:viewparticipants",
    "enrol/manual:enrol",
    "enrol/manual:unenrol",
];

#[tokio::test]
async fn permissions() {
    let campus = recorded_campus().await;
    for case in story("permissions") {
        let mut capabilities = FIRST.to_vec();
        if case["token"].as_str().unwrap().starts_with("with ") {
            capabilities.extend([
                "moodle/user:viewalldetails",
                "moodle/site:viewuseridentity",
                "gradereport/user:view",
                "moodle/grade:viewall",
            ]);
        }
        campus.moodle().token_of_user_with(&capabilities);
        replay(&campus, &case).await;
    }
}

#[tokio::test]
async fn suspension_and_grades() {
    let campus = recorded_campus().await;
    let moodle = campus.moodle();
    let mut capabilities = FIRST.to_vec();
    capabilities.extend([
        "moodle/course:managegroups",
        "moodle/user:viewalldetails",
        "gradereport/user:view",
        "moodle/grade:viewall",
    ]);
    moodle.token_of_user_with(&capabilities);
    for case in story("suspension-and-grades") {
        replay(&campus, &case).await;
        let Some(seen) = case["seen in Moodle's database afterwards"].as_str() else {
            continue;
        };
        let (grades, suspended, in_group) = (
            moodle.grades(2, 15),
            moodle.suspended(2).contains(&15),
            moodle.members(1).contains(&15),
        );
        assert_eq!(grades, usize::from(seen.contains("grades 2")) * 2, "{seen}");
        assert_eq!(suspended, seen.contains("enrolment suspended"), "{seen}");
        assert_eq!(in_group, seen.contains("still a group member"), "{seen}");
    }
    // As recorded: with the setting on, grades that were lost before are restored too.
    moodle.recover_grades(true);
    let row = [("userid", "15"), ("courseid", "2")];
    make(moodle, "enrol_manual_unenrol_users", "enrolments", &row);
    enrol(moodle, 15, 2, "5");
    assert_eq!(moodle.grades(2, 15), 2);
}

#[tokio::test]
async fn broken_mail() {
    let campus = Campus::builder()
        .students(10)
        .max_input_vars(20_000)
        .start()
        .await
        .unwrap();
    let moodle = campus.moodle();
    for number in ["1", "2", "3"] {
        let course = [("fullname", number), ("shortname", number), ("categoryid", "1")];
        make(moodle, "core_course_create_courses", "courses", &course);
    }
    while skip_user(moodle) < 1644 {}
    for number in ["0", "1", "2"] {
        add_user(moodle, &format!("made{number}"), "Made Sari", number, "");
    }
    moodle.welcome_message(WelcomeMessage::CannotBeSent);
    for case in story("broken-mail") {
        replay(&campus, &case).await;
        let enrolled: Vec<u64> = moodle.enrolled(4).into_iter().map(|(user, _)| user).collect();
        assert_eq!(json!(enrolled), json!([1645, 1646, 1647]), "{}", case["case"]);
    }
}

#[tokio::test]
async fn other_enrolment_methods() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    for number in ["1", "2", "3"] {
        let course = [("fullname", number), ("shortname", number), ("categoryid", "1")];
        make(moodle, "core_course_create_courses", "courses", &course);
    }
    skip_user(moodle);
    for number in ["1", "2"] {
        add_user(
            moodle,
            &format!("26000{number}"),
            "Siti",
            &format!("Rahayu {number}"),
            "",
        );
    }
    for case in story("other-enrolment-methods") {
        if case["case"] == "suspend one who is enrolled by self-enrolment too" {
            moodle.enrol_by(4, 5, Method::SelfEnrolment);
        }
        replay(&campus, &case).await;
    }
    assert_eq!(moodle.enrolled(4), [(4, vec![5]), (5, vec![5])]);
    assert!(moodle.suspended(4).is_empty());
}

#[tokio::test]
async fn gone_on_moodle() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    for number in ["2", "3", "4", "5"] {
        let course = [("fullname", number), ("shortname", number), ("categoryid", "1")];
        make(moodle, "core_course_create_courses", "courses", &course);
    }
    assert!(moodle.delete_course(5));
    for name in ["A", "B"] {
        let idnumber = format!("selaras:kelas:{name}");
        let group = [
            ("courseid", "4"),
            ("name", name),
            ("description", ""),
            ("idnumber", idnumber.as_str()),
        ];
        make(moodle, "core_group_create_groups", "groups", &group);
    }
    assert!(moodle.delete_group(1));
    for number in ["3", "4", "5", "6"] {
        add_user(moodle, number, "Siti", "Rahayu", "");
    }
    for case in story("gone-on-moodle") {
        match case["case"].as_str().unwrap() {
            "account by id, deleted by an administrator" => {
                assert!(moodle.delete_user(6));
                let found = moodle.call("core_user_get_users_by_field", &[("field", "id"), ("values[0]", "6")]);
                for sent in [&found[0], &case["response"][0]] {
                    let (username, email) = (sent["username"].as_str().unwrap(), sent["email"].as_str().unwrap());
                    let (address, time) = username.rsplit_once('.').unwrap();
                    assert!(
                        address.contains('@') && time.parse::<u64>().is_ok() && email.len() == 32,
                        "{sent}"
                    );
                }
                assert_eq!(found[0]["idnumber"], "");
            }
            // Nothing calls this function.
            "core_course_get_courses by ids, one deleted" => {}
            _ => replay(&campus, &case).await,
        }
    }
}

/// Gives the site the profile fields of the recordings.
fn add_profile_fields(moodle: &Moodle) {
    for (shortname, name) in [("angkatan", "Angkatan"), ("prodi", "Prodi")] {
        moodle.add_profile_field(shortname, name);
    }
}

#[tokio::test]
async fn cohorts_and_profile_fields() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    add_profile_fields(moodle);
    let mut capabilities = vec![
        "moodle/user:create",
        "moodle/user:update",
        "moodle/user:viewdetails",
        "moodle/user:viewalldetails",
        "moodle/site:viewuseridentity",
        "moodle/cohort:assign",
        "moodle/cohort:view",
    ];
    moodle.token_of_user_with(&capabilities);
    for case in story("cohorts-and-profile-fields") {
        replay(&campus, &case).await;
        if case["case"] == "cohort without capability" {
            capabilities.push("moodle/cohort:manage");
            moodle.token_of_user_with(&capabilities);
        }
    }
}

#[tokio::test]
async fn capitals_on_mariadb() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    add_profile_fields(moodle);
    skip_user(moodle);
    let student = [
        ("username", "260001"),
        ("firstname", "Siti"),
        ("lastname", "Rahayu 1"),
        ("email", "260001@kampus.example"),
        ("idnumber", "selaras:mahasiswa:260001"),
        ("department", "Sistem Informasi"),
        ("institution", "Universitas Contoh"),
        ("city", "Bandung"),
        ("country", "ID"),
        ("customfields][0][type", "angkatan"),
        ("customfields][0][value", "2026"),
        ("customfields][1][type", "prodi"),
        ("customfields][1][value", "SI"),
        ("createpassword", "1"),
    ];
    assert_eq!(make(moodle, "core_user_create_users", "users", &student)[0]["id"], 4);
    let by_address = [("field", "email"), ("values[0]", "260001@KAMPUS.EXAMPLE")];
    assert_eq!(
        moodle.call("core_user_get_users_by_field", &by_address),
        json!([]),
        "PostgreSQL compares exactly"
    );
    moodle.ignore_capitals();
    for case in story("capitals-mariadb") {
        replay(&campus, &case).await;
    }
}

#[tokio::test]
async fn course_dates_and_visibility() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    let template = [("fullname", "2"), ("shortname", "2"), ("categoryid", "1")];
    assert_eq!(
        make(moodle, "core_course_create_courses", "courses", &template)[0]["id"],
        2
    );
    for case in story("course-dates-and-visibility")
        .iter()
        .chain(&story("course-automatic-end"))
    {
        replay(&campus, case).await;
    }
    let courses = moodle.call(
        "core_course_get_courses_by_field",
        &[("field", "ids"), ("value", "3,4,5,6")],
    );
    let seen: Vec<_> = courses["courses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|course| {
            json!([
                course["format"],
                course["visible"],
                course["startdate"],
                course["enddate"]
            ])
        })
        .collect();
    let (start, end, weeks) = (1_788_220_800, 1_800_316_800, 16 * 7 * 24 * 60 * 60);
    // The weeks of the first course have set its end.
    assert_eq!(seen[0], json!(["weeks", 0, start, start + weeks]));
    assert_eq!(seen[1], json!(["topics", 0, start, end]));
    assert_eq!(seen[2][0], "nope");
    assert_eq!(seen[3], json!(["weeks", 1, start, end]));
}

/// The recorded modules and sections without their ids and what is made of these, in the order of the recording.
fn without_ids(contents: &Value) -> Value {
    let mut contents = contents.clone();
    for section in contents.as_array_mut().unwrap() {
        for module in section["modules"].as_array_mut().unwrap() {
            for made_of_id in ["id", "instance", "contextid", "url", "modicon"] {
                if !module[made_of_id].is_null() {
                    module[made_of_id] = json!("…");
                }
            }
        }
        section["id"] = json!("…");
    }
    contents
}

#[tokio::test]
async fn template_import() {
    let campus = Campus::builder().students(10).start().await.unwrap();
    let moodle = campus.moodle();
    let course = |name| {
        [
            ("fullname", name),
            ("shortname", name),
            ("categoryid", "1"),
            ("format", "weeks"),
            ("startdate", "1788220800"),
        ]
    };
    for (name, id) in [("2", 2), ("3", 3)] {
        assert_eq!(
            make(moodle, "core_course_create_courses", "courses", &course(name))[0]["id"],
            id
        );
    }
    moodle.add_activity(2, 1, ActivityType::Label, "Kontrak kuliah");
    moodle.add_activity(2, 1, ActivityType::Forum, "Tanya jawab");
    moodle.add_activity(2, 2, ActivityType::Label, "Panduan");
    let mut capabilities = vec!["moodle/course:viewparticipants"];
    for case in story("template-import") {
        match case["case"].as_str().unwrap() {
            "with moodle/backup:backuptargetimport alone" => capabilities.push("moodle/backup:backuptargetimport"),
            "with both" => capabilities.push("moodle/restore:restoretargetimport"),
            "what is in a course" => {
                let contents = moodle.call("core_course_get_contents", &[("courseid", "3")]);
                assert_same(&without_ids(&case["response"]), &without_ids(&contents), "contents");
                continue;
            }
            _ => {}
        }
        moodle.token_of_user_with(&capabilities);
        replay(&campus, &case).await;
    }
}
