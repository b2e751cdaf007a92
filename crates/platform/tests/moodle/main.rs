//! The Moodle connector against recorded replies, faults, and a small stateful Moodle.
#![allow(clippy::unwrap_used)]

mod bisecting;
mod campus;
mod connection;
mod distribution;
mod every_recording;
mod fake;
mod faults;
mod gone;
mod guide;
mod leaving;
mod members;
mod proxies;
mod reading;
mod recordings;
mod session;
mod stories;
mod token;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use selaras_kinds::object::{Account, Category, Course, Group, Object, Profile};
use selaras_platform::moodle::{Moodle, MoodleSettings};
use wiremock::{MockServer, Request};

/// The token of every test. It must appear only in bodies.
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A connector that records its pauses instead of waiting.
struct Connected {
    moodle: Moodle,
    pauses: Arc<Mutex<Vec<Duration>>>,
}

fn settings(server: &MockServer) -> MoodleSettings {
    let base_url = format!("{}/kampus/", server.uri()).parse().unwrap();
    MoodleSettings {
        max_input_vars: 5000,
        ..MoodleSettings::new(base_url, TOKEN.into())
    }
}

fn connect(settings: MoodleSettings) -> Connected {
    let pauses = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&pauses);
    let moodle = Moodle::new(settings).unwrap().with_pause(move |time| {
        noted.lock().unwrap().push(time);
        Box::pin(std::future::ready(()))
    });
    Connected { moodle, pauses }
}

/// The called function, and its fields without those that every call has.
fn read(request: &Request) -> (String, Vec<(String, String)>) {
    let mut function = String::new();
    let mut fields = Vec::new();
    for (name, value) in url::form_urlencoded::parse(&request.body).into_owned() {
        match name.as_str() {
            "wstoken" => assert_eq!(value, TOKEN),
            "wsfunction" => function = value,
            "moodlewsrestformat" => assert_eq!(value, "json"),
            _ => fields.push((name, value)),
        }
    }
    (function, fields)
}

/// The functions that were called, in order.
async fn called(server: &MockServer) -> Vec<String> {
    server
        .received_requests()
        .await
        .unwrap()
        .iter()
        .map(|request| read(request).0)
        .collect()
}

fn account(number: &str, firstname: &str, lastname: &str, email: &str) -> Object {
    Object::Account(Account {
        idnumber: format!("selaras:mahasiswa:{number}"),
        username: number.into(),
        firstname: firstname.into(),
        lastname: lastname.into(),
        email: email.into(),
        profile: Profile::new(),
        keeps_username: false,
    })
}

fn student(number: &str) -> Object {
    account(number, "Siti", "Rahayu", &format!("{number}@example.org"))
}

fn course(code: &str, idnumber: &str, category: i64) -> Object {
    Object::Course(Course {
        idnumber: idnumber.into(),
        shortname: code.into(),
        fullname: "Algoritma".into(),
        category,
        ..Course::default()
    })
}

fn category(idnumber: &str, name: &str, parent: i64) -> Object {
    Object::Category(Category {
        idnumber: idnumber.into(),
        name: name.into(),
        parent,
    })
}

fn group(idnumber: &str, name: &str, course: i64) -> Object {
    Object::Group(Group {
        idnumber: idnumber.into(),
        name: name.into(),
        name_if_taken: format!("{name} (20261)"),
        course,
        ..Group::default()
    })
}
