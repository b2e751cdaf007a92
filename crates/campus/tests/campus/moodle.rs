//! Behaviour beyond the recordings: limits, faults, and inspection.

use std::time::Duration;

use selaras_campus::Campus;
use selaras_campus::moodle::{CostModel, Fault};
use serde_json::{Value, json};

async fn campus() -> Campus {
    Campus::builder().students(10).start().await.unwrap()
}

async fn send(campus: &Campus, function: &str, fields: &[(String, String)]) -> reqwest::Result<reqwest::Response> {
    let protocol = [
        ("wstoken", campus.moodle_token()),
        ("wsfunction", function),
        ("moodlewsrestformat", "json"),
    ];
    let mut form: Vec<(String, String)> = protocol.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    form.extend_from_slice(fields);
    reqwest::Client::new()
        .post(format!("{}/webservice/rest/server.php", campus.moodle_url()))
        .form(&form)
        .send()
        .await
}

async fn call(campus: &Campus, function: &str, fields: &[(String, String)]) -> Value {
    send(campus, function, fields).await.unwrap().json().await.unwrap()
}

/// Fields of new accounts, six for each.
fn users(numbers: std::ops::Range<usize>) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (place, number) in numbers.enumerate() {
        for (field, value) in [
            ("username", format!("u{number}")),
            ("firstname", "Siti".to_owned()),
            ("lastname", "Rahayu".to_owned()),
            ("email", format!("u{number}@example.org")),
            ("idnumber", format!("selaras:mahasiswa:{number}")),
            ("createpassword", "1".to_owned()),
        ] {
            fields.push((format!("users[{place}][{field}]"), value));
        }
    }
    fields
}

fn fields(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    fields
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

#[tokio::test]
async fn fields_beyond_the_php_limit_are_dropped_silently() {
    let campus = Campus::builder().students(10).max_input_vars(15).start().await.unwrap();
    // Three fields of the protocol and twelve of two accounts: the third account is never read.
    let created = call(&campus, "core_user_create_users", &users(0..3)).await;
    assert_eq!(created.as_array().unwrap().len(), 2);
    assert_eq!(campus.moodle().counts().users, 2);
}

#[tokio::test]
async fn e_mail_addresses_are_case_insensitive() {
    let campus = campus().await;
    let mut fresh = users(0..1);
    call(&campus, "core_user_create_users", &fresh).await;
    fresh[0].1 = "other".to_owned();
    fresh[3].1 = "U0@Example.ORG".to_owned();
    assert_eq!(
        call(&campus, "core_user_create_users", &fresh).await["errorcode"],
        "invalidparameter"
    );
    let update = fields(&[("users[0][id]", "3"), ("users[0][email]", "U0@example.org")]);
    assert_eq!(
        call(&campus, "core_user_update_users", &update).await,
        json!({"warnings": []})
    );
}

#[tokio::test]
async fn duplicate_idnumbers_are_counted() {
    let campus = campus().await;
    let mut duplicates = users(0..2);
    duplicates[10].1 = duplicates[4].1.clone();
    call(&campus, "core_user_create_users", &duplicates).await;
    assert_eq!(campus.moodle().duplicates().users, 1);
    let found = campus.moodle().users_by_idnumber("selaras:mahasiswa:0");
    assert_eq!(found.iter().map(|account| account.id).collect::<Vec<_>>(), [3, 4]);
    assert!(campus.moodle().delete_user(4));
    assert_eq!(campus.moodle().duplicates().users, 0);
    assert_eq!(campus.moodle().user_by_username("u0").unwrap().email, "u0@example.org");
}

#[tokio::test]
async fn work_is_done_although_its_answer_is_lost() {
    let campus = campus().await;
    campus
        .moodle()
        .faults()
        .next_of("core_user_create_users", 1, Fault::WorkThenHangUp);
    assert!(send(&campus, "core_user_create_users", &users(0..2)).await.is_err());
    assert_eq!(campus.moodle().counts().users, 2);
    campus.moodle().faults().next(1, Fault::WorkThenStatus(504));
    assert_eq!(
        send(&campus, "core_user_create_users", &users(2..3))
            .await
            .unwrap()
            .status(),
        504
    );
    assert_eq!(campus.moodle().counts().users, 3);
    campus.moodle().faults().next(1, Fault::HangUp);
    assert!(send(&campus, "core_user_create_users", &users(3..4)).await.is_err());
    assert_eq!(campus.moodle().counts().users, 3);
    assert_eq!(campus.moodle().calls("core_user_create_users"), 3);
}

#[tokio::test(start_paused = true)]
async fn work_continues_after_the_caller_hangs_up() {
    let campus = campus().await;
    campus.moodle().faults().slow_down(Duration::from_secs(60));
    let arrived = async {
        while campus.moodle().calls("core_user_create_users") == 0 {
            tokio::task::yield_now().await;
        }
    };
    let fields = users(0..1);
    tokio::select! {
        _ = send(&campus, "core_user_create_users", &fields) => panic!("answered at once"),
        () = arrived => {}
    }
    assert_eq!(campus.moodle().counts().users, 0);
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(campus.moodle().counts().users, 1);
}

#[tokio::test]
async fn faults_queue_up_for_their_function() {
    let campus = campus().await;
    let faults = campus.moodle().faults();
    faults.next_of("core_webservice_get_site_info", 1, Fault::Pass);
    faults.next_of(
        "core_webservice_get_site_info",
        1,
        Fault::Status {
            status: 429,
            retry_after: Some(2),
        },
    );
    faults.next_of("core_webservice_get_site_info", 1, Fault::Maintenance);
    let status = async || {
        send(&campus, "core_webservice_get_site_info", &[])
            .await
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(
        [status().await, status().await, status().await, status().await],
        [200, 429, 503, 200]
    );
    faults.next(
        1,
        Fault::Refuse {
            errorcode: "sitemaintenance".to_owned(),
            message: "Later".to_owned(),
        },
    );
    assert_eq!(
        call(&campus, "core_webservice_get_site_info", &[]).await["errorcode"],
        "sitemaintenance"
    );
}

#[tokio::test]
async fn token_expires_and_is_renewed() {
    let campus = campus().await;
    campus.moodle().faults().token_dies_after(1);
    let code = async || call(&campus, "core_webservice_get_site_info", &[]).await["errorcode"].clone();
    assert_eq!([code().await, code().await], [Value::Null, json!("invalidtoken")]);
    campus.moodle().faults().token_lives();
    assert_eq!(code().await, Value::Null);
}

#[tokio::test]
async fn courses_groups_and_people_can_be_inspected() {
    let campus = campus().await;
    let moodle = campus.moodle();
    call(&campus, "core_user_create_users", &users(0..2)).await;
    let course = [
        ("courses[0][fullname]", "Algoritma"),
        ("courses[0][shortname]", "IF101"),
        ("courses[0][categoryid]", "1"),
        ("courses[0][idnumber]", "selaras:mata_kuliah:1"),
    ];
    assert_eq!(
        moodle.call("core_course_create_courses", &course),
        json!([{"id": 2, "shortname": "IF101"}])
    );
    let group = [
        ("groups[0][courseid]", "2"),
        ("groups[0][name]", "A"),
        ("groups[0][description]", ""),
        ("groups[0][idnumber]", "selaras:kelas:1"),
    ];
    assert_eq!(moodle.call("core_group_create_groups", &group)[0]["id"], 1);
    for role in ["5", "3"] {
        let enrolment = [
            ("enrolments[0][roleid]", role),
            ("enrolments[0][userid]", "3"),
            ("enrolments[0][courseid]", "2"),
        ];
        assert_eq!(moodle.call("enrol_manual_enrol_users", &enrolment), Value::Null);
    }
    moodle.call(
        "core_group_add_group_members",
        &[("members[0][groupid]", "1"), ("members[0][userid]", "3")],
    );
    let (course, group) = (
        moodle.course_by_idnumber("selaras:mata_kuliah:1").unwrap(),
        moodle.group_by_idnumber("selaras:kelas:1").unwrap(),
    );
    assert_eq!(moodle.enrolled(course), [(3, vec![3, 5])]);
    assert_eq!(
        (moodle.members(group), moodle.course_of_group(group)),
        (vec![3], Some(course))
    );
    let counts = moodle.counts();
    assert_eq!(
        (
            counts.users,
            counts.courses,
            counts.groups,
            counts.enrolments,
            counts.memberships
        ),
        (2, 1, 1, 1, 1)
    );
    let shown = moodle.call("core_enrol_get_enrolled_users", &[("courseid", "2")]);
    assert_eq!(shown[0]["groups"][0]["name"], "A");
    assert!(moodle.delete_course(course));
    assert_eq!((moodle.counts().groups, moodle.counts().enrolments), (0, 0));
}

#[tokio::test]
async fn refused_batch_leaves_nothing() {
    let campus = campus().await;
    let moodle = campus.moodle();
    let mut batch = users(0..3);
    batch[12].1 = "u0".to_owned();
    assert_eq!(
        call(&campus, "core_user_create_users", &batch).await["errorcode"],
        "invalidparameter"
    );
    assert_eq!(moodle.counts().users, 0);
    assert!(moodle.users_by_idnumber("selaras:mahasiswa:0").is_empty());
    // The ids of the refused batch are lost.
    assert_eq!(call(&campus, "core_user_create_users", &users(0..1)).await[0]["id"], 5);
}

#[tokio::test(start_paused = true)]
async fn calls_cost_what_the_model_says() {
    let cost = CostModel {
        crowded: 1.0,
        ..CostModel::measured()
    };
    let campus = Campus::builder()
        .students(10)
        .moodle_cost(cost.clone())
        .start()
        .await
        .unwrap();
    let before = tokio::time::Instant::now();
    call(&campus, "core_user_create_users", &users(0..10)).await;
    let wanted = cost.call + cost.write * 10;
    assert!(before.elapsed() >= wanted && before.elapsed() < wanted * 2);
}

#[tokio::test]
async fn accounts_are_found_by_each_of_their_keys() {
    let campus = Campus::builder()
        .students(10)
        .max_input_vars(100_000)
        .start()
        .await
        .unwrap();
    for batch in 0..10 {
        call(
            &campus,
            "core_user_create_users",
            &users(batch * 1000..(batch + 1) * 1000),
        )
        .await;
    }
    assert_eq!(campus.moodle().counts().users, 10_000);
    for (field, value) in [
        ("username", "u9876"),
        ("email", "u9876@example.org"),
        ("idnumber", "selaras:mahasiswa:9876"),
    ] {
        let found = call(
            &campus,
            "core_user_get_users_by_field",
            &fields(&[("field", field), ("values[0]", value)]),
        )
        .await;
        assert_eq!(found[0]["username"], "u9876");
        let criteria = fields(&[("criteria[0][key]", field), ("criteria[0][value]", value)]);
        assert_eq!(
            call(&campus, "core_user_get_users", &criteria).await["users"][0]["username"],
            "u9876"
        );
    }
}
