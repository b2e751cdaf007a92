//! Reading objects back from Moodle.

use selaras_kinds::object::{Object, Role};
use selaras_platform::{CourseMember, LastAccess, LearningPlatform, MemberState};
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, ResponseTemplate};

use crate::{account, called, category, connect, course, group, read, settings};

/// Answers calls of a function by its fields.
async fn answer(
    server: &MockServer,
    function: &'static str,
    reply: impl Fn(&[(String, String)]) -> Value + Send + Sync + 'static,
) {
    Mock::given(method("POST"))
        .and(move |request: &Request| read(request).0 == function)
        .respond_with(move |request: &Request| ResponseTemplate::new(200).set_body_json(reply(&read(request).1)))
        .mount(server)
        .await;
}

fn value<'a>(fields: &'a [(String, String)], name: &str) -> &'a str {
    fields
        .iter()
        .find(|(field, _)| field == name)
        .map_or("", |(_, value)| value)
}

#[tokio::test]
async fn objects_are_read_in_order_and_unknown_ids_are_none() {
    let server = MockServer::start().await;
    answer(&server, "core_user_get_users_by_field", |fields| {
        assert_eq!(value(fields, "field"), "id");
        json!([{ "id": 12, "username": "260001", "firstname": "Siti", "lastname": "Sita", "email": "260001@example.org",
            "idnumber": "selaras:mahasiswa:260001" }])
    })
    .await;
    answer(&server, "core_course_get_courses_by_field", |fields| {
        assert_eq!((value(fields, "field"), value(fields, "value")), ("id", "31"));
        json!({ "courses": [{ "id": 31, "shortname": "IF101", "fullname": "Teknologi &amp; Masyarakat",
            "idnumber": "selaras:mata_kuliah:1", "categoryid": 4 }], "warnings": [] })
    })
    .await;
    answer(&server, "core_course_get_categories", |fields| {
        assert_eq!(value(fields, "criteria[0][key]"), "ids");
        json!([])
    })
    .await;
    // One course exists, the other does not.
    answer(&server, "core_group_get_course_groups", |fields| {
        match value(fields, "courseid") {
            "31" => json!([{ "id": 7, "name": "B", "idnumber": "selaras:kelas:1" }]),
            _ => json!({ "exception": "moodle_exception", "errorcode": "errorcoursecontextnotvalid", "message": "" }),
        }
    })
    .await;
    let expected = [
        (11, account("260000", "Budi", "Santoso", "b@example.org")),
        (12, account("260001", "Siti", "Rahayu", "260001@example.org")),
        (31, course("IF101", "selaras:mata_kuliah:1", 4)),
        (4, category("selaras:prodi:1", "Informatika", 1)),
        (7, group("selaras:kelas:1", "A", 31)),
        (8, group("selaras:kelas:2", "A", 32)),
    ];
    let found = connect(settings(&server)).moodle.read_objects(&expected).await.unwrap();
    assert_eq!(found[0], None);
    assert_eq!(found[1], Some(account("260001", "Siti", "Sita", "260001@example.org")));
    let Some(Object::Course(course)) = &found[2] else {
        panic!("{found:?}")
    };
    assert_eq!(course.fullname, "Teknologi & Masyarakat");
    assert_eq!(found[3], None);
    let Some(Object::Group(group)) = &found[4] else {
        panic!("{found:?}")
    };
    assert_eq!((group.name.as_str(), group.course), ("B", 31));
    assert_eq!(found[5], None);
}

#[tokio::test]
async fn course_is_read_page_by_page_to_its_end() {
    let server = MockServer::start().await;
    answer(&server, "core_enrol_get_enrolled_users", |fields| {
        if value(fields, "options[3][name]") == "onlysuspended" {
            return json!([{ "id": 502, "fullname": "Orang 502" }]);
        }
        let from: i64 = value(fields, "options[1][value]").parse().unwrap();
        let last = if from == 0 { 500 } else { 503 };
        let person = |id: i64| {
            json!({ "id": id, "username": format!("u{id}"), "fullname": format!("Orang {id}"),
                "lastcourseaccess": if id == 0 { 1_795_300_000 } else { 0 },
                "roles": [{ "roleid": if id == 502 { 3 } else { 5 }, "shortname": "" }, { "roleid": 77 }],
                "groups": if id == 0 { json!([{ "id": 9, "name": "A" }]) } else { json!([]) } })
        };
        (from..last).map(person).collect()
    })
    .await;
    let people = connect(settings(&server)).moodle.enrolled(31).await.unwrap().unwrap();
    assert_eq!(people.len(), 503);
    assert_eq!(
        people[0],
        CourseMember {
            user: 0,
            username: "u0".to_owned(),
            name: "Orang 0".to_owned(),
            roles: vec![Role::Student, Role::Numbered(5), Role::Numbered(77)],
            groups: vec![9],
            state: MemberState::Active,
            last_access: LastAccess::At(1_795_300_000),
        }
    );
    assert_eq!(
        people[502].roles,
        [Role::EditingTeacher, Role::Numbered(3), Role::Numbered(77)]
    );
    assert_eq!(
        (people[502].state, people[502].last_access),
        (MemberState::Suspended, LastAccess::Never)
    );
    assert_eq!(called(&server).await.len(), 3, "two pages, and the suspended people");
}

#[tokio::test]
async fn deleted_course_is_none_and_another_refusal_is_an_error() {
    for (code, gone) in [("errorcoursecontextnotvalid", true), ("invalidparameter", false)] {
        let server = MockServer::start().await;
        answer(
            &server,
            "core_enrol_get_enrolled_users",
            move |_| json!({ "exception": "moodle_exception", "errorcode": code, "message": "" }),
        )
        .await;
        let read = connect(settings(&server)).moodle.enrolled(31).await;
        assert_eq!(matches!(read, Ok(None)), gone, "{read:?}");
        assert_eq!(read.is_err(), !gone);
    }
}
