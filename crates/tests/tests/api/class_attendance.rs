//! Attendance per class. Meetings are tied to classes by topic or rule. Participants are tied to people by known data or by
//! an administrator's choice. Nothing is guessed.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Class, Client, Server, a_participation, column},
};
use calamine::{Data, Reader, Xlsx};
use reqwest::Method;
use rstest::rstest;
use selaras_store::attendance::Participation;
use serde_json::{Value, json};
use std::io::Cursor;

const WEEK: i64 = 7 * 86_400_000;

/// A server with a class and its students.
async fn with_a_class(on: Database) -> (Server, Client, Class) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let class = server.a_class();
    admin.sync("kelas").await;
    admin.act("mahasiswa/sync", class.body.clone()).await.ok();
    (server, admin, class)
}

/// The class as topics name it: `Algoritma A (IF101-A)`.
fn called(class: &Class) -> String {
    let text = |name: &str| class.body[name].as_str().unwrap();
    format!("{} {} ({})", text("nama_mk"), text("nama_kelas"), class.kelas_id)
}

/// A participation of ten minutes in the meeting of this week with this number and topic.
fn there(meeting: &str, topic: &str, week: i64, name: &str, email: &str) -> Participation {
    let usual = a_participation();
    Participation {
        meeting_id: meeting.to_owned(),
        topic: topic.to_owned(),
        meeting_start: usual.meeting_start + week * WEEK,
        meeting_end: usual.meeting_end.map(|end| end + week * WEEK),
        username: name.to_owned(),
        email: email.to_owned(),
        join_time: usual.meeting_start + week * WEEK,
        leave_time: Some(usual.meeting_start + week * WEEK + 600_000),
        ..usual
    }
}

async fn receive(server: &Server, participations: &[Participation]) {
    server.engine.store().keep_participations(participations).await.unwrap();
}

/// Address and name of a student of the class at the source.
async fn student(admin: &Client, class: &Class, at: usize) -> (String, String) {
    let row = admin.row("mahasiswa", "NPK", &class.students[at]).await;
    (
        row["email"].as_str().unwrap().to_owned(),
        row["nama_lengkap"].as_str().unwrap().to_owned(),
    )
}

async fn recap(admin: &Client, class: &str) -> Value {
    let found = admin.get(&format!("{A}/classes/{class}/attendance")).await.ok();
    found.data().clone()
}

/// How many meetings the class's recap counts for a person.
fn meetings_of(recap: &Value, number: &str) -> i64 {
    let people = recap["people"].as_array().unwrap();
    let found = people.iter().find(|row| row["person"]["number"] == number);
    found.map_or(-1, |row| row["meetings"].as_i64().unwrap())
}

async fn list(admin: &Client, name: &str) -> Vec<Value> {
    admin.get(&format!("{A}/attendance/{name}")).await.ok().rows().to_vec()
}

#[rstest]
#[tokio::test]
async fn class_recap_shows_who_attended_which_meeting(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let topic = format!("Kuliah {}, pertemuan rutin", called(&class));
    let (first, second) = (student(&admin, &class, 0).await, student(&admin, &class, 1).await);
    receive(
        &server,
        &[
            there("845", &topic, 0, "HP Saya", &first.0),
            there("845", &topic, 1, "HP Saya", &first.0),
            there("845", &topic, 1, "Laptop", &second.0),
            there("845", &topic, 1, "Tamu", ""),
            there("900", "Rapat Dosen", 1, "Laptop", &second.0),
        ],
    )
    .await;

    let attendance = recap(&admin, &class.jadwal).await;
    let meetings = attendance["meetings"].as_array().unwrap();
    assert_eq!(
        [column(meetings, "date"), column(meetings, "start")].concat(),
        ["2026-09-07", "2026-09-14", "09:00", "09:00"]
    );
    let counts: Vec<_> = meetings
        .iter()
        .map(|meeting| [&meeting["present"], &meeting["others"], &meeting["unknown"]].map(|n| n.as_i64().unwrap()))
        .collect();
    assert_eq!(counts, [[1, 0, 0], [2, 0, 1]]);
    let people = attendance["people"].as_array().unwrap();
    let find = |number: &str| people.iter().find(|one| one["person"]["number"] == number).unwrap();
    let [always, once, never] = [0, 1, 2].map(|at| find(&class.students[at]));
    assert_eq!(
        (&always["attended"], &always["share"]),
        (&json!([true, true]), &json!(100))
    );
    assert_eq!((&once["attended"], &once["share"]), (&json!([false, true]), &json!(50)));
    assert_eq!(
        (&never["attended"], &never["share"]),
        (&json!([false, false]), &json!(0))
    );
    assert_eq!(always["minutes"], 20);

    let unknown = admin.get(&format!("{A}/classes/tidak-ada/attendance")).await;
    unknown.refused(404);
}

#[rstest]
#[tokio::test]
async fn minutes_on_two_devices_at_once_count_once(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let email = student(&admin, &class, 0).await.0;
    let stay = |name: &str, from: i64, to: i64| {
        let usual = there("845", &called(&class), 0, name, &email);
        let at = |minutes: i64| usual.meeting_start + minutes * 60_000;
        Participation {
            join_time: at(from),
            leave_time: Some(at(to)),
            ..usual.clone()
        }
    };
    receive(
        &server,
        &[stay("Laptop", 0, 20), stay("Laptop", 25, 90), stay("HP", 10, 60)],
    )
    .await;
    let attendance = recap(&admin, &class.jadwal).await;
    let people = attendance["people"].as_array().unwrap();
    let found = people
        .iter()
        .find(|one| one["person"]["number"] == class.students[0].as_str());
    assert_eq!(
        (&found.unwrap()["meetings"], &found.unwrap()["minutes"]),
        (&json!(1), &json!(90))
    );
    let person = admin
        .get(&format!("{A}/people/mahasiswa/{}", class.students[0]))
        .await
        .ok();
    let own = &person.data()["attendance"];
    assert_eq!((&own["meetings"], &own["minutes"]), (&json!(1), &json!(90)));
}

#[tokio::test]
async fn recap_is_also_an_excel_file() {
    let (server, admin, class) = with_a_class(Sqlite).await;
    let email = student(&admin, &class, 0).await.0;
    let topic = called(&class);
    receive(
        &server,
        &[
            there("845", &topic, 0, "Saya", &email),
            there("845", &topic, 1, "Saya", &email),
        ],
    )
    .await;
    let bytes = admin
        .bytes(&format!("{A}/classes/{}/attendance.xlsx", class.jadwal))
        .await;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = workbook.worksheet_range("Kehadiran Zoom").unwrap();
    let rows: Vec<_> = sheet.rows().collect();
    assert_eq!(rows[0][0], Data::String("Nomor".to_owned()));
    assert!(matches!(rows[0][5], Data::DateTime(_)), "{:?}", rows[0]);
    let there = rows
        .iter()
        .find(|row| row[0] == Data::String(class.students[0].clone()))
        .unwrap();
    assert_eq!((&there[2], &there[3]), (&Data::Float(2.0), &Data::Float(1.0)));
    assert_eq!(there[5], Data::String("hadir".to_owned()));
}

#[rstest]
#[tokio::test]
async fn rule_ties_meetings_without_a_telling_topic(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let other = server.class_from(class.index + 1);
    let email = student(&admin, &class, 0).await.0;
    receive(&server, &[there("845", "Pertemuan Malam Bu Ani", 0, "Saya", &email)]).await;
    let untied = list(&admin, "meetings").await;
    assert_eq!((untied.len(), &untied[0]["fits"]), (1, &json!([])));
    assert_eq!(recap(&admin, &class.jadwal).await["meetings"], json!([]));

    let rules = format!("{A}/attendance/rules");
    let rule = json!({ "tells": "topic", "text": "malam bu ani", "class": class.jadwal });
    admin.post(&rules, rule.clone()).await.ok();
    assert_eq!(meetings_of(&recap(&admin, &class.jadwal).await, &class.students[0]), 1);
    assert_eq!(list(&admin, "meetings").await, [json!(null); 0]);
    admin.post(&rules, rule).await.refused(422);

    let kept = list(&admin, "rules").await;
    let id = &kept[0]["id"];
    let moved = json!({ "id": id, "tells": "meeting", "text": "845", "class": other.jadwal });
    admin.send(Method::PUT, &rules, &[], Some(moved.to_string())).await.ok();
    assert_eq!(recap(&admin, &class.jadwal).await["meetings"], json!([]));
    let attendance = recap(&admin, &other.jadwal).await;
    assert_eq!(
        attendance["meetings"][0]["others"], 1,
        "a person without an enrolment in that class"
    );

    admin.delete(&rules, json!({ "id": id })).await.ok();
    admin.delete(&rules, json!({ "id": id })).await.refused(404);
    assert_eq!(recap(&admin, &other.jadwal).await["meetings"], json!([]));
    assert_eq!(list(&admin, "meetings").await.len(), 1);
}

#[rstest]
#[tokio::test]
async fn ambiguous_topic_waits_for_a_choice(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let other = server.class_from(class.index + 1);
    // The meetings begin on Mondays at nine.
    for (class, day, hour) in [(&class, "Senin", "13:00"), (&other, "Senin", "08:30")] {
        for (field, value) in [("hari", day), ("jam_mulai", hour)] {
            server.campus.changes().set("/classes", &class.jadwal, field, value);
        }
    }
    for kind in ["prodi", "kelas"] {
        admin.sync(kind).await;
    }
    let topic = format!("{} dan {}", class.kelas_id, other.kelas_id);
    let email = student(&admin, &class, 0).await.0;
    receive(&server, &[there("845", &topic, 0, "Saya", &email)]).await;
    let untied = list(&admin, "meetings").await;
    let mut fits = column(untied[0]["fits"].as_array().unwrap(), "number");
    fits.sort();
    let mut both = [class.jadwal.as_str(), other.jadwal.as_str()];
    both.sort();
    assert_eq!(fits, both);
    assert_eq!(untied[0]["latest"], "2026-09-07T02:00:00Z");
    let suggested = &untied[0]["fits"][0];
    assert_eq!(suggested["number"], other.jadwal, "the class at this time comes first");
    let offered = column(untied[0]["fits"].as_array().unwrap(), "label");
    let text = |class: &Class, name: &str| class.body[name].as_str().unwrap().to_owned();
    let program = admin.row("prodi", "program_id", &text(&other, "program_id")).await;
    let parts = [
        other.kelas_id.as_str(),
        program["nama_prodi"].as_str().unwrap(),
        "Senin 08:30",
    ];
    for part in parts {
        assert!(offered[0].contains(part), "no {part} in {offered:?}");
    }
    let is_suggested = |at: usize| &untied[0]["fits"][at]["suggested"];
    assert_eq!([is_suggested(0), is_suggested(1)], [true, false], "{untied:?}");
    for class in [&class, &other] {
        assert_eq!(recap(&admin, &class.jadwal).await["meetings"], json!([]));
    }
    let rule = json!({ "tells": "meeting", "text": "845", "class": class.jadwal });
    admin.post(&format!("{A}/attendance/rules"), rule).await.ok();
    assert_eq!(meetings_of(&recap(&admin, &class.jadwal).await, &class.students[0]), 1);
}

#[rstest]
#[tokio::test]
async fn ambiguous_name_waits_for_a_choice(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    for (nim, email) in [("M1", "a@x.example"), ("M2", "b@x.example")] {
        let body = json!({
            "kode_kelas": class.kelas_id, "nama_depan": "Siti", "nama_belakang": "Rahayu", "nim": nim, "email": email,
        });
        admin.post("/api/react/create/mahasiswa", body).await.ok();
    }
    let topic = called(&class);
    receive(&server, &[there("845", &topic, 0, "Siti  Rahayu", "")]).await;
    let waiting = list(&admin, "participants").await;
    assert_eq!(waiting.len(), 1);
    assert_eq!(
        (&waiting[0]["participant"], &waiting[0]["participations"]),
        (&json!("Siti  Rahayu"), &json!(1))
    );
    assert_eq!(
        column(waiting[0]["candidates"].as_array().unwrap(), "number"),
        ["M1", "M2"]
    );
    let attendance = recap(&admin, &class.jadwal).await;
    assert_eq!((meetings_of(&attendance, "M1"), meetings_of(&attendance, "M2")), (0, 0));

    // A choice applies to past and later meetings, and on the person's page.
    let choices = format!("{A}/attendance/choices");
    let choice = json!({ "participant": "Siti Rahayu", "email": "", "kind": "mahasiswa", "number": "M2" });
    admin.post(&choices, choice.clone()).await.ok();
    assert_eq!(list(&admin, "participants").await, [json!(null); 0]);
    receive(&server, &[there("845", &topic, 1, "siti rahayu", "")]).await;
    let attendance = recap(&admin, &class.jadwal).await;
    assert_eq!((meetings_of(&attendance, "M1"), meetings_of(&attendance, "M2")), (0, 2));
    let person = admin.get(&format!("{A}/people/mahasiswa/M2")).await.ok();
    assert_eq!(person.data()["attendance"]["meetings"], 2);
    let chosen = list(&admin, "choices").await;
    assert_eq!(
        (&chosen[0]["person"]["number"], &chosen[0]["actor"]),
        (&json!("M2"), &json!("Ani Wulandari"))
    );

    // A choice is removed as a whole.
    let participant = json!({ "participant": "Siti Rahayu", "email": "" });
    admin.delete(&choices, participant.clone()).await.ok();
    admin.delete(&choices, participant).await.refused(404);
    assert_eq!(list(&admin, "participants").await[0]["participations"], 2);
    let person = admin.get(&format!("{A}/people/mahasiswa/M2")).await.ok();
    assert_eq!(person.data()["attendance"]["meetings"], 0);
}

#[rstest]
#[tokio::test]
async fn ignored_device_waits_no_more_and_is_no_person(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let topic = called(&class);
    let (number, email) = (&class.students[0], student(&admin, &class, 0).await.0);
    let stays = |week| {
        [
            there("845", &topic, week, "Ruang 301", ""),
            there("845", &topic, week, "iPad Prodi", &email),
        ]
    };
    receive(&server, &stays(0)).await;
    let unknown = |recap: &Value| recap["meetings"][0]["unknown"].clone();
    let attendance = recap(&admin, &class.jadwal).await;
    assert_eq!((unknown(&attendance), meetings_of(&attendance, number)), (json!(1), 1));

    let devices = [
        json!({ "participant": "ruang  301", "email": "" }),
        json!({ "participant": "iPad Prodi", "email": email }),
    ];
    for device in &devices {
        admin
            .post(&format!("{A}/attendance/ignored"), device.clone())
            .await
            .ok();
    }
    // Also in later meetings.
    receive(&server, &stays(1)).await;
    assert_eq!(list(&admin, "participants").await, [json!(null); 0]);
    let attendance = recap(&admin, &class.jadwal).await;
    assert_eq!(attendance["meetings"].as_array().unwrap().len(), 2);
    assert_eq!((unknown(&attendance), meetings_of(&attendance, number)), (json!(0), 0));
    let choices = list(&admin, "choices").await;
    assert_eq!(choices.len(), 2);
    assert!(choices.iter().all(|choice| choice["person"].is_null()), "{choices:?}");

    for device in &devices {
        admin
            .delete(&format!("{A}/attendance/choices"), device.clone())
            .await
            .ok();
    }
    assert_eq!(list(&admin, "participants").await.len(), 1);
    let attendance = recap(&admin, &class.jadwal).await;
    assert_eq!((unknown(&attendance), meetings_of(&attendance, number)), (json!(1), 2));
    let absent = json!({ "participant": "Tak Pernah Hadir" });
    admin
        .post(&format!("{A}/attendance/ignored"), absent)
        .await
        .refused(404);
}

#[rstest]
#[tokio::test]
async fn class_asks_for_a_least_number_of_minutes(#[values(Sqlite, Postgres)] on: Database) {
    let (server, admin, class) = with_a_class(on).await;
    let other = server.class_from(class.index + 1);
    let topic = called(&class);
    let (first, second) = (student(&admin, &class, 0).await.0, student(&admin, &class, 1).await.0);
    let whole = there("845", &topic, 0, "Laptop", &first);
    let again = Participation {
        join_time: whole.join_time + 900_000,
        leave_time: Some(whole.join_time + 1_200_000),
        ..whole.clone()
    };
    let open = Participation {
        leave_time: None,
        ..there("845", &topic, 0, "HP", &second)
    };
    receive(&server, &[whole, again, open]).await;
    let path = format!("{A}/classes/{}/attendance", class.jadwal);
    let ask = |minutes: Value| {
        let body = json!({ "least_minutes": minutes }).to_string();
        admin.send(Method::PUT, &path, &[], Some(body))
    };
    let counted = async || {
        let recap = recap(&admin, &class.jadwal).await;
        let people = [0, 1].map(|at| meetings_of(&recap, &class.students[at]));
        (people, recap["meetings"][0]["present"].as_i64().unwrap())
    };
    assert_eq!(counted().await, ([1, 1], 2));
    // Ten minutes and five: an unknown end is no known time.
    ask(json!(15)).await.ok();
    assert_eq!(counted().await, ([1, 0], 1));
    ask(json!(16)).await.ok();
    assert_eq!(counted().await, ([0, 0], 0));
    let attendance = recap(&admin, &class.jadwal).await;
    let people = attendance["people"].as_array().unwrap();
    let stays: Vec<_> = [0, 1]
        .map(|at| {
            people
                .iter()
                .find(|one| one["person"]["number"] == class.students[at].as_str())
        })
        .into_iter()
        .map(|found| &found.unwrap()["stays"][0])
        .collect();
    let stay = |minutes: i64, longer: bool| json!({ "minutes": minutes, "longer": longer });
    assert_eq!(stays, [&stay(15, false), &stay(0, true)]);
    assert_eq!(attendance["least_minutes"], 16);
    let others = recap(&admin, &other.jadwal).await;
    assert_eq!(others["least_minutes"], 0, "it is a rule of this class");
    let bytes = admin.bytes(&format!("{path}.xlsx")).await;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = workbook.worksheet_range("Kehadiran Zoom").unwrap();
    let cells: Vec<_> = sheet.rows().map(|row| &row[5]).collect();
    for said in ["15 menit", "sedikitnya 0 menit"] {
        assert!(cells.contains(&&Data::String(said.to_owned())), "{cells:?}");
    }

    for wrong in [json!(-1), json!(1441), json!("lima"), json!(null)] {
        ask(wrong).await.refused(422);
    }
    ask(json!(0)).await.ok();
    assert_eq!(counted().await, ([1, 1], 2));
}

#[tokio::test]
async fn choosing_an_unknown_person_is_refused() {
    let (server, admin, class) = with_a_class(Sqlite).await;
    receive(&server, &[there("845", "Rapat", 0, "iPhone", "")]).await;
    let choices = format!("{A}/attendance/choices");
    let choose = |participant: &str, kind: &str, number: &str| {
        let body = json!({ "participant": participant, "kind": kind, "number": number });
        admin.post(&choices, body)
    };
    choose("iPhone", "mahasiswa", "tidak-ada").await.refused(422);
    choose("iPhone", "kelas", &class.students[0]).await.refused(422);
    choose("Tak Pernah Hadir", "mahasiswa", &class.students[0])
        .await
        .refused(404);
    let body = json!({ "participant": "iPhone", "kind": "mahasiswa", "number": class.students[0], "paksa": true });
    admin.post(&choices, body).await.refused(400);
    assert_eq!(list(&admin, "participants").await.len(), 1);
}

#[tokio::test]
async fn number_as_display_name_does_not_match_the_person() {
    let (server, admin, class) = with_a_class(Sqlite).await;
    let number = &class.students[0];
    receive(&server, &[there("845", &called(&class), 0, number, "")]).await;
    assert_eq!(meetings_of(&recap(&admin, &class.jadwal).await, number), 0);
    let person = admin.get(&format!("{A}/people/mahasiswa/{number}")).await.ok();
    assert_eq!(person.data()["attendance"]["meetings"], 0);
    // The choice shows the owner of the number.
    let waiting = list(&admin, "participants").await;
    assert_eq!(
        &column(waiting[0]["candidates"].as_array().unwrap(), "number"),
        &[number.as_str()]
    );
}
