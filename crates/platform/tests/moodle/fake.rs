//! A Moodle of a few functions that stores what it is sent, and refuses as the real one was seen to.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use crate::read;

type Fields = BTreeMap<String, String>;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) users: Vec<Fields>,
    pub(crate) groups: Vec<Fields>,
    pub(crate) courses: HashSet<i64>,
    pub(crate) made_courses: Vec<Fields>,
    pub(crate) enrolled: HashSet<(i64, i64)>,
    pub(crate) members: HashSet<(i64, i64)>,
    /// Number of writes to execute without answering.
    pub(crate) lose_answers: usize,
    /// Number of creates for which a gateway times out. Their objects appear as soon as another function is called; the
    /// checks of another create do not see them.
    pub(crate) given_up: usize,
    /// The objects that those calls will create.
    pending: Vec<(ObjectType, Fields)>,
    /// Number of fields after which PHP stops reading.
    pub(crate) max_input_vars: Option<usize>,
    /// Functions that the token may not call.
    pub(crate) forbidden: HashSet<&'static str>,
    next_id: i64,
}

impl State {
    pub(crate) fn add_user(&mut self, username: &str, email: &str, idnumber: &str) -> i64 {
        let fields = [
            ("username", username),
            ("email", email),
            ("idnumber", idnumber),
            ("firstname", "Budi"),
            ("lastname", "-"),
        ];
        let user = fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        self.store(ObjectType::User, user)
    }

    pub(crate) fn add_group(&mut self, course: i64, name: &str, idnumber: &str) -> i64 {
        let course = course.to_string();
        let fields = [("courseid", course.as_str()), ("name", name), ("idnumber", idnumber)];
        self.store(
            ObjectType::Group,
            fields.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        )
    }

    fn store(&mut self, object_type: ObjectType, mut fields: Fields) -> i64 {
        self.next_id += 1;
        fields.insert("id".into(), self.next_id.to_string());
        match object_type {
            ObjectType::User => self.users.push(fields),
            ObjectType::Group => self.groups.push(fields),
            ObjectType::Course => self.made_courses.push(fields),
        }
        self.next_id
    }

    fn finish(&mut self) {
        for (object_type, row) in std::mem::take(&mut self.pending) {
            self.store(object_type, row);
        }
    }
}

#[derive(Clone, Copy)]
enum ObjectType {
    User,
    Group,
    Course,
}

#[derive(Clone, Default)]
pub(crate) struct Fake(Arc<Mutex<State>>);

impl Fake {
    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }

    pub(crate) async fn mount(&self, server: &MockServer) {
        Mock::given(method("POST"))
            .respond_with(self.clone())
            .mount(server)
            .await;
    }
}

/// The rows of a nested list, by index.
fn rows(fields: &[(String, String)]) -> Vec<Fields> {
    let mut rows: BTreeMap<usize, Fields> = BTreeMap::new();
    for (name, value) in fields {
        let parts: Vec<&str> = name.split(['[', ']']).filter(|part| !part.is_empty()).collect();
        if let [_, row, field] = parts[..] {
            rows.entry(row.parse().unwrap())
                .or_default()
                .insert(field.to_owned(), value.clone());
        }
    }
    rows.into_values().collect()
}

fn refusal(code: &str) -> Value {
    json!({"exception": "core\\exception\\moodle_exception", "errorcode": code, "message": code})
}

fn number(row: &Fields, field: &str) -> i64 {
    row[field].parse().unwrap()
}

impl Respond for Fake {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let (function, mut fields) = read(request);
        let mut state = self.state();
        if let Some(limit) = state.max_input_vars {
            fields.truncate(limit - 3);
        }
        if state.forbidden.contains(function.as_str()) {
            return ResponseTemplate::new(200).set_body_json(refusal("accessexception"));
        }
        let making = match function.as_str() {
            "core_user_create_users" => Some(ObjectType::User),
            "core_group_create_groups" => Some(ObjectType::Group),
            "core_course_create_courses" => Some(ObjectType::Course),
            _ => None,
        };
        if let Some(object_type) = making
            && state.given_up > 0
        {
            state.given_up -= 1;
            state
                .pending
                .extend(rows(&fields).into_iter().map(|row| (object_type, row)));
            return ResponseTemplate::new(504);
        }
        if making.is_none() {
            state.finish();
        }
        let answer = answer(&mut state, &function, &fields);
        state.finish();
        let reply = ResponseTemplate::new(200).set_body_json(answer);
        if state.lose_answers > 0 {
            state.lose_answers -= 1;
            return reply.set_delay(Duration::from_secs(60));
        }
        reply
    }
}

fn answer(state: &mut State, function: &str, fields: &[(String, String)]) -> Value {
    let rows = rows(fields);
    let plain: Fields = fields.iter().cloned().collect();
    match function {
        "core_user_create_users" => {
            let mut seen: Vec<Fields> = state.users.clone();
            for row in &rows {
                let needed = ["username", "firstname", "lastname", "email", "createpassword"];
                let is_bad = needed.iter().any(|field| row.get(*field).is_none_or(String::is_empty))
                    || row["firstname"].contains('<')
                    || !row["email"].contains('@')
                    || row["username"].contains("cursed");
                let is_taken = seen.iter().any(|user| {
                    user["username"] == row["username"] || user["email"].to_lowercase() == row["email"].to_lowercase()
                });
                if is_bad || is_taken {
                    return refusal("invalidparameter");
                }
                seen.push(row.clone());
            }
            let made = rows.into_iter().map(|row| {
                let username = row["username"].clone();
                json!({"id": state.store(ObjectType::User, row), "username": username})
            });
            made.collect()
        }
        "core_user_get_users_by_field" => {
            let field = plain["field"].clone();
            let values: HashSet<&String> = plain
                .iter()
                .filter(|(name, _)| name.starts_with("values["))
                .map(|(_, value)| value)
                .collect();
            let found = state
                .users
                .iter()
                .filter(|user| user.get(&field).is_some_and(|value| values.contains(value)));
            found
                .map(|user| {
                    let mut user = json!(user);
                    user["id"] = json!(user["id"].as_str().unwrap().parse::<i64>().unwrap());
                    user
                })
                .collect()
        }
        "core_user_update_users" => {
            for row in rows {
                let user = state.users.iter_mut().find(|user| user["id"] == row["id"]).unwrap();
                user.extend(row);
            }
            json!({"warnings": []})
        }
        "core_course_create_courses" => {
            for row in &rows {
                if state
                    .made_courses
                    .iter()
                    .any(|course| course["shortname"] == row["shortname"])
                {
                    let mut taken = refusal("shortnametaken");
                    taken["message"] = json!(format!("Short name is already used ({})", row["shortname"]));
                    return taken;
                }
            }
            let made = rows.into_iter().map(|row| {
                let shortname = row["shortname"].clone();
                json!({"id": state.store(ObjectType::Course, row), "shortname": shortname})
            });
            made.collect()
        }
        "core_course_get_courses_by_field" if !["id", "ids"].contains(&&*plain["field"]) => {
            let field = if plain["field"] == "category" {
                "categoryid"
            } else {
                &plain["field"]
            };
            let found = state.made_courses.iter().filter(|course| course[field] == plain["value"]).map(|course| {
                json!({
                    "id": number(course, "id"), "categoryid": number(course, "categoryid"),
                    "shortname": course["shortname"], "fullname": course["fullname"], "idnumber": course["idnumber"],
                })
            });
            json!({"courses": found.collect::<Vec<_>>(), "warnings": []})
        }
        "core_course_get_courses_by_field" => {
            let asked = plain["value"].split(',').map(|id| id.parse::<i64>().unwrap());
            let (known, unknown): (Vec<_>, Vec<_>) = asked.partition(|id| state.courses.contains(id));
            if plain["field"] == "ids" && !unknown.is_empty() {
                return json!({"exception": "Error", "message": "Attempt to assign property on null"});
            }
            let known = known.into_iter().map(|id| json!({"id": id}));
            json!({"courses": known.collect::<Vec<_>>(), "warnings": []})
        }
        "core_group_create_groups" => {
            let mut seen = state.groups.clone();
            for row in &rows {
                let same = |field: &str| {
                    seen.iter()
                        .any(|group| group["courseid"] == row["courseid"] && group[field] == row[field])
                };
                if same("idnumber") {
                    return refusal("idnumbertaken");
                }
                if same("name") {
                    return refusal("invalidparameter");
                }
                seen.push(row.clone());
            }
            let made = rows.into_iter().map(|row| {
                let idnumber = row["idnumber"].clone();
                json!({"id": state.store(ObjectType::Group, row), "idnumber": idnumber})
            });
            made.collect()
        }
        "core_group_get_course_groups" => {
            let found = state
                .groups
                .iter()
                .filter(|group| group["courseid"] == plain["courseid"]);
            found
                .map(|group| json!({"id": number(group, "id"), "name": group["name"], "idnumber": group["idnumber"]}))
                .collect()
        }
        "enrol_manual_enrol_users" => {
            let ids: HashSet<i64> = state.users.iter().map(|user| number(user, "id")).collect();
            for row in &rows {
                if !state.courses.contains(&number(row, "courseid")) {
                    return refusal("invalidparameter");
                }
                if !ids.contains(&number(row, "userid")) {
                    return refusal("invalidrecordunknown");
                }
            }
            state
                .enrolled
                .extend(rows.iter().map(|row| (number(row, "userid"), number(row, "courseid"))));
            Value::Null
        }
        "core_enrol_get_enrolled_users" => {
            let people = state
                .enrolled
                .iter()
                .filter(|(_, course)| course.to_string() == plain["courseid"]);
            let role = json!([{ "roleid": 5, "shortname": "student" }]);
            people.map(|(user, _)| json!({ "id": user, "roles": role })).collect()
        }
        "core_group_add_group_members" => {
            for row in &rows {
                let Some(group) = state.groups.iter().find(|group| group["id"] == row["groupid"]) else {
                    return refusal("invalidrecordunknown");
                };
                if !state
                    .enrolled
                    .contains(&(number(row, "userid"), number(group, "courseid")))
                {
                    return refusal("invalidparameter");
                }
            }
            state
                .members
                .extend(rows.iter().map(|row| (number(row, "userid"), number(row, "groupid"))));
            Value::Null
        }
        "core_group_delete_group_members" => {
            for row in &rows {
                state.members.remove(&(number(row, "userid"), number(row, "groupid")));
            }
            Value::Null
        }
        "enrol_manual_unenrol_users" => {
            for row in &rows {
                state.enrolled.remove(&(number(row, "userid"), number(row, "courseid")));
            }
            Value::Null
        }
        _ => refusal("invalidrecordunknown"),
    }
}
