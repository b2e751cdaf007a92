//! Incoming Zoom attendance: webhooks, the import, and both together.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, Client, Reply, Server, column, counts},
};
use futures::{StreamExt, stream};
use jiff::{SignedDuration, Timestamp, civil::Date};
use reqwest::Method;
use rstest::rstest;
use selaras_campus::zoom::{Call, Fault, Meeting, Participant, Zoom};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn september() -> Value {
    json!({ "start_date": "2026-9-1", "end_date": "2026-9-30" })
}

fn webhook() -> String {
    format!("{A}/zoom/webhook")
}

/// Sends an event as Zoom does, signed at this second.
async fn sent_at(server: &Server, client: &Client, event: &Value, second: i64) -> Reply {
    sent_text(server, client, event.to_string(), second).await
}

async fn sent_text(server: &Server, client: &Client, body: String, second: i64) -> Reply {
    let headers = server.campus.zoom().headers(second, body.as_bytes());
    let headers: Vec<_> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
    client.send(Method::POST, &webhook(), &headers, Some(body)).await
}

async fn sent(server: &Server, event: &Value) -> Reply {
    sent_at(server, &server.anonymous(), event, Timestamp::now().as_second()).await
}

async fn log(admin: &Client) -> Vec<Value> {
    log_of(admin, september()).await
}

async fn log_of(admin: &Client, days: Value) -> Vec<Value> {
    admin
        .post(&format!("{A}/attendance/log"), days)
        .await
        .ok()
        .rows()
        .to_vec()
}

async fn import(admin: &Client, days: Value) -> Reply {
    admin.act("zoom/import", days).await
}

/// The meetings of September 2026.
fn september_meetings(zoom: &Zoom) -> Vec<Meeting> {
    let (first, last) = zoom.days();
    assert_eq!(
        (first.to_string(), last.to_string()),
        ("2026-09-01".into(), "2026-09-30".into())
    );
    zoom.meetings().collect()
}

/// A meeting and a participant who was in it for twenty minutes, from its fifth minute on.
fn siti(server: &Server) -> (Meeting, Participant) {
    let meeting = september_meetings(server.campus.zoom()).remove(0);
    let minutes = |minutes| meeting.start + SignedDuration::from_mins(minutes);
    let siti = Participant {
        user_id: "16778240".to_owned(),
        name: "Siti Tak Dikenal".to_owned(),
        email: "siti@luar.example".to_owned(),
        join: minutes(5),
        leave: minutes(25),
    };
    (meeting, siti)
}

/// Every participation at Zoom, in the shape of the log's rows.
fn participations(zoom: &Zoom, meetings: &[Meeting]) -> BTreeSet<(String, String, String)> {
    let row = |meeting: &Meeting, participant: Participant| {
        let local = |time: Timestamp| time.in_tz("Asia/Jakarta").unwrap().strftime("%F %T").to_string();
        (
            meeting.id.to_string(),
            local(participant.join),
            local(participant.leave)[11..].to_owned(),
        )
    };
    let all = meetings
        .iter()
        .flat_map(|meeting| zoom.participants(meeting).into_iter().map(|who| row(meeting, who)));
    all.collect()
}

fn logged(rows: &[Value]) -> BTreeSet<(String, String, String)> {
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| {
            let join = format!("{} {}", text(row, "date_meeting"), text(row, "join_time"));
            (text(row, "meeting_id"), join, text(row, "leave_time"))
        })
        .collect()
}

#[rstest]
#[tokio::test]
async fn unsigned_or_old_webhook_changes_nothing(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (meeting, siti) = siti(&server);
    let event = server.campus.zoom().joined(&meeting, &siti);
    let now = Timestamp::now().as_second();
    for second in [now - 330, now + 330] {
        sent_at(&server, &server.anonymous(), &event, second).await.refused(401);
    }
    let other = server.campus.zoom().headers(now, b"{}");
    let signature = other[1].1.as_str();
    let timestamp = now.to_string();
    for headers in [
        vec![],
        vec![("x-zm-signature", signature)],
        vec![("x-zm-request-timestamp", timestamp.as_str())],
        vec![
            ("x-zm-request-timestamp", timestamp.as_str()),
            ("x-zm-signature", signature),
        ],
    ] {
        let reply = server
            .anonymous()
            .send(Method::POST, &webhook(), &headers, Some(event.to_string()))
            .await;
        reply.refused(401);
    }
    assert_eq!(log(&admin).await, [json!(null); 0]);
}

#[rstest]
#[tokio::test]
async fn join_and_leave_are_one_row_and_repeats_change_nothing(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(false, true)] out_of_order: bool,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (meeting, siti) = siti(&server);
    let zoom = server.campus.zoom();
    let mut events = [
        zoom.joined(&meeting, &siti),
        zoom.left(&meeting, &siti),
        zoom.ended(&meeting),
    ];
    if out_of_order {
        events.reverse();
    }
    for event in &events {
        sent(&server, event).await.ok();
    }
    let rows = log(&admin).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["duration_join"], "0:20:00");
    assert_eq!(rows[0]["leave_reason"], "left the meeting");
    let early = (meeting.end.as_second() - siti.leave.as_second()) / 60;
    assert_eq!(
        rows[0]["keterangan"],
        format!("terlambat 5 menit, keluar lebih awal {early} menit")
    );
    for event in &events {
        sent(&server, event).await.ok();
    }
    assert_eq!(log(&admin).await, rows);
}

#[tokio::test]
async fn leave_without_join_invents_no_join_time() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let (meeting, siti) = siti(&server);
    sent(&server, &server.campus.zoom().left(&meeting, &siti)).await.ok();
    let rows = log(&admin).await;
    assert_eq!(
        (&rows[0]["join_time"], &rows[0]["duration_join"]),
        (&json!(""), &json!(""))
    );
    assert_ne!(rows[0]["leave_time"], "");
}

#[tokio::test]
async fn zoom_url_validation_is_answered() {
    let server = Server::start(Sqlite).await;
    let question = json!({ "event": "endpoint.url_validation", "payload": { "plainToken": "qgg8vlvZRS6UYooatFL8Aw" } });
    let answer = sent(&server, &question).await;
    assert_eq!(
        (answer.status, &answer.body["plainToken"]),
        (200, &json!("qgg8vlvZRS6UYooatFL8Aw"))
    );
    assert_eq!(answer.body["encryptedToken"].as_str().unwrap().len(), 64);
    server.anonymous().post(&webhook(), question).await.refused(401);
}

#[tokio::test]
async fn malformed_events_are_refused_and_other_types_accepted() {
    let server = Server::start(Sqlite).await;
    sent(
        &server,
        &json!({ "event": "user.updated", "payload": { "object": [] } }),
    )
    .await
    .ok();
    sent(
        &server,
        &json!({ "event": "meeting.participant_joined", "payload": {} }),
    )
    .await
    .refused(400);
    sent(&server, &json!([1])).await.refused(400);
    let twice = r#"{"event":"user.updated","event":"user.created","payload":{}}"#.to_owned();
    let now = Timestamp::now().as_second();
    let repeated = sent_text(&server, &server.anonymous(), twice, now).await.refused(400);
    assert_eq!(repeated.body["code"], "key_repeated");
    let long = json!({ "event": "x", "payload": "x".repeat(100_000) });
    sent(&server, &long).await.refused(413);
}

#[rstest]
#[tokio::test]
async fn burst_of_ten_thousand_events_loses_none(#[values(Sqlite, Postgres)] on: Database) {
    const PEOPLE: i64 = 5000;
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let (meeting, _) = siti(&server);
    let participant = |number: i64| Participant {
        user_id: (16_778_240 + 1024 * number).to_string(),
        name: format!("Peserta {number}"),
        email: format!("peserta{number}@kampus.example"),
        join: meeting.start + SignedDuration::from_secs(number % 600),
        leave: meeting.end - SignedDuration::from_secs(number % 900),
    };
    // Half of the leave events arrive before their join events, all mixed.
    let events = (0..2 * PEOPLE).map(|number| {
        let (who, leaves) = (participant(number % PEOPLE), (number < PEOPLE) == (number % 2 == 0));
        if leaves {
            zoom.left(&meeting, &who)
        } else {
            zoom.joined(&meeting, &who)
        }
    });
    // Many clients, each with several connections.
    let callers: Vec<_> = (0..100).map(|_| server.anonymous()).collect();
    let now = Timestamp::now().as_second();
    let replies = stream::iter(events.enumerate())
        .map(|(number, event)| {
            let (server, caller) = (&server, &callers[number % 100]);
            async move { sent_at(server, caller, &event, now).await }
        })
        .buffer_unordered(400);
    let taken = replies
        .filter(|reply| std::future::ready(reply.status == 200))
        .count()
        .await;
    assert_eq!(taken, 2 * PEOPLE as usize);
    let rows = log(&admin).await;
    assert_eq!(rows.len(), PEOPLE as usize);
    let times =
        ["join_time", "leave_time"].map(|name| column(&rows, name).iter().filter(|time| !time.is_empty()).count());
    assert_eq!(times, [PEOPLE as usize; 2]);
}

#[rstest]
#[tokio::test]
async fn import_reads_every_page_despite_limits_and_expired_tokens(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let meetings = september_meetings(zoom);
    assert!(meetings.len() > 10, "{}", meetings.len());
    assert!(
        meetings.iter().any(|meeting| meeting.uuid.starts_with('/')),
        "no UUID needs double encoding"
    );
    zoom.largest_page(2);
    zoom.next(Call::Token, 1, Fault::Status(503));
    zoom.next(Call::Users, 2, Fault::TooMany(None));
    zoom.next(Call::Meetings, 1, Fault::DeadKey);
    zoom.next(Call::Participants, 7, Fault::Pass);
    zoom.next(Call::Participants, 1, Fault::DeadKey);
    zoom.next(Call::Participants, 1, Fault::TooMany(Some(1)));
    let done = import(&admin, september()).await.ok();
    assert_eq!(done.counts(), [meetings.len() as i64, 0, 0, 0, 0, 0], "{done:?}");
    assert_eq!(done.job()["total"], meetings.len());
    let pages: usize = meetings
        .iter()
        .map(|meeting| zoom.participants(meeting).len().div_ceil(2))
        .sum();
    assert!(
        2 * pages > 3 * meetings.len(),
        "{pages} pages of {} meetings",
        meetings.len()
    );
    // One call met a limit, and at least one an expired token.
    assert!(zoom.requests(Call::Participants) >= pages as u64 + 2);
    assert!(zoom.requests(Call::Token) >= 4, "one token per expired one");
    let rows = log(&admin).await;
    assert_eq!(logged(&rows), participations(zoom, &meetings));
    let lines = admin.job_rows(done.job(), "created").await;
    assert_eq!(lines.len(), meetings.len().min(100), "a line for each meeting");
    let again = import(&admin, september()).await.ok();
    assert_eq!(again.counts(), [0, 0, meetings.len() as i64, 0, 0, 0]);
    assert_eq!(log(&admin).await, rows);
}

#[rstest]
#[tokio::test]
async fn webhook_and_import_of_one_stay_are_one_row(
    #[values(Sqlite, Postgres)] on: Database,
    #[values(false, true)] import_first: bool,
) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let meetings = september_meetings(zoom);
    if import_first {
        import(&admin, september()).await.ok();
    }
    for meeting in meetings.iter().take(3) {
        for mut participant in zoom.participants(meeting) {
            // An event may lack the address that the report has.
            participant.email.clear();
            for event in [zoom.joined(meeting, &participant), zoom.left(meeting, &participant)] {
                sent(&server, &event).await.ok();
            }
        }
    }
    import(&admin, september()).await.ok();
    let rows = log(&admin).await;
    assert_eq!(
        rows.len(),
        meetings
            .iter()
            .map(|meeting| zoom.participants(meeting).len())
            .sum::<usize>()
    );
    assert_eq!(logged(&rows), participations(zoom, &meetings));
    let first = zoom.participants(&meetings[0]);
    let (number, day) = (meetings[0].id.to_string(), meetings[0].day.to_string());
    let emails = rows
        .iter()
        .filter(|row| row["meeting_id"] == number)
        .filter(|row| row["date_meeting"] == day)
        .filter(|row| row["email"] != "")
        .count();
    assert_eq!(
        emails,
        first.iter().filter(|participant| !participant.email.is_empty()).count()
    );
}

#[rstest]
#[tokio::test]
async fn import_uses_campus_days_and_may_exceed_one_report(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let day: Date = september_meetings(zoom)[0].day;
    let of_day: Vec<_> = zoom.meetings().filter(|meeting| meeting.day == day).collect();
    let one_day = json!({ "start_date": day.to_string(), "end_date": day.to_string() });
    let done = import(&admin, one_day).await.ok();
    assert_eq!(done.job()["total"], of_day.len());
    assert_eq!(logged(&log(&admin).await), participations(zoom, &of_day));
    // The demo Zoom refuses a report of more than a month.
    let half_a_year = json!({ "start_date": "2026-5-1", "end_date": "2026-10-31" });
    let done = import(&admin, half_a_year).await.ok();
    assert_eq!(done.job()["total"], zoom.meetings().count());
    let too_long = json!({ "start_date": "2025-1-1", "end_date": "2026-10-31" });
    import(&admin, too_long).await.refused(422);
    import(&admin, json!({})).await.refused(422);
}

#[rstest]
#[tokio::test]
async fn participants_match_by_address_or_unique_name(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let (university, zoom) = (server.campus.university(), server.campus.zoom());
    for kind in ["kelas", "dosen"] {
        admin.sync(kind).await;
    }
    admin.sync("mahasiswa").await;
    import(&admin, september()).await.ok();
    let students: Vec<_> = (0..university.students())
        .map(|index| university.student(index))
        .collect();
    let teachers: Vec<_> = (0..university.teachers())
        .map(|index| university.teacher(index))
        .collect();
    let usernames = |is: &dyn Fn(&str, &str) -> bool| -> BTreeSet<String> {
        let students = students
            .iter()
            .filter(|student| is(&student.email(), &student.name.to_string()))
            .map(|student| student.npk().to_lowercase());
        let teachers = teachers
            .iter()
            .filter(|teacher| is(&teacher.email, &teacher.nama_lengkap))
            .map(|teacher| teacher.nik.to_lowercase());
        students.chain(teachers).collect()
    };
    let mut expected: Vec<String> = Vec::new();
    let mut found = [0; 3];
    for meeting in zoom.meetings() {
        for participant in zoom.participants(&meeting) {
            let by_email = usernames(&|email, _| email == participant.email);
            let by_name = usernames(&|_, name| name.to_lowercase() == participant.name.to_lowercase());
            let (how, username) = match (by_email.first(), by_name.len()) {
                (Some(username), _) => (0, username.clone()),
                (None, 1) => (1, by_name.first().unwrap().clone()),
                _ => (2, participant.name.clone()),
            };
            found[how] += 1;
            expected.push(username);
        }
    }
    assert!(found.iter().all(|count| *count > 5), "{found:?}");
    let rows = log(&admin).await;
    let mut logged = column(&rows, "username");
    logged.sort_unstable();
    expected.sort_unstable();
    assert_eq!(logged, expected);
}

#[rstest]
#[tokio::test]
async fn ambiguous_name_is_shown_as_received(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    for (nim, first, email) in [
        ("M1", "Siti", "a@x.example"),
        ("M2", "Siti", "b@x.example"),
        ("M3", "Budi", "c@x.example"),
    ] {
        let body =
            json!({ "kode_kelas": "K1", "nama_depan": first, "nama_belakang": "Rahayu", "nim": nim, "email": email });
        let class = json!({ "kode_jurusan": "TI", "kode_kelas": "K1", "nama_kelas": "K1" });
        admin.post("/api/react/create/kelas", class).await;
        admin.post("/api/react/create/mahasiswa", body).await.ok();
    }
    let (meeting, siti) = siti(&server);
    for (number, (name, email)) in [("siti  RAHAYU", ""), ("Budi Rahayu", ""), ("HP Siti", "B@x.example")]
        .into_iter()
        .enumerate()
    {
        let who = Participant {
            user_id: number.to_string(),
            name: name.to_owned(),
            email: email.to_owned(),
            ..siti.clone()
        };
        sent(&server, &server.campus.zoom().joined(&meeting, &who)).await.ok();
    }
    let rows = log(&admin).await;
    assert_eq!(column(&rows, "username"), ["siti  RAHAYU", "m3", "m2"]);
}

#[tokio::test]
async fn failed_meeting_is_retried_alone() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let meetings = september_meetings(zoom).len() as i64;
    zoom.next(Call::Participants, 3, Fault::Pass);
    zoom.next(Call::Participants, 1, Fault::Html);
    let done = import(&admin, september()).await.ok();
    assert_eq!(done.counts(), [meetings - 1, 0, 0, 0, 0, 1]);
    let failed = admin.job_rows(done.job(), "failed").await;
    assert!(
        failed[0]["reason"]
            .as_str()
            .unwrap()
            .starts_with("Jawaban Zoom tidak dikenali"),
        "{failed:?}"
    );
    let before = zoom.requests(Call::Participants);
    let again = admin
        .post(&format!("{A}/jobs/{}/retry", done.job()["id"]), json!({}))
        .await
        .ok();
    assert_eq!(again.counts(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(zoom.requests(Call::Participants), before + 1);
    assert_eq!(
        logged(&log(&admin).await),
        participations(zoom, &september_meetings(zoom))
    );
}

#[rstest]
#[case::missing(json!(null), "waktu masuk (join_time) kosong")]
#[case::empty(json!(""), "waktu masuk (join_time) kosong")]
#[case::unreadable(json!("kemarin"), "waktu masuk (join_time) tidak terbaca (\"kemarin\")")]
#[tokio::test]
async fn odd_participant_is_named_and_others_are_stored(#[case] value: Value, #[case] why: &str) {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let meetings = september_meetings(zoom);
    let of_several = |meeting: &&Meeting| zoom.participants(meeting).len() > 1;
    let meeting = meetings.iter().find(of_several).unwrap();
    let odd = zoom.participants(meeting).remove(1);
    zoom.spoil_participant(meeting, &odd, "join_time", value);
    let done = import(&admin, september()).await.ok();
    assert_eq!(done.counts(), [meetings.len() as i64 - 1, 0, 0, 0, 0, 1]);
    let failed = admin.job_rows(done.job(), "failed").await;
    let label = failed[0]["label"].as_str().unwrap();
    assert!(label.starts_with(&meeting.topic), "{label}");
    let reason = failed[0]["reason"].as_str().unwrap();
    assert!(reason.contains(&format!("{} ({why})", odd.name)), "{reason}");
    let all = participations(zoom, &meetings);
    assert_eq!(logged(&log(&admin).await).len(), all.len() - 1);

    let again = import(&admin, september()).await.ok();
    assert_eq!(again.counts()[5], 1, "told in each import");
    zoom.mend_entries();
    let retried = admin
        .post(&format!("{A}/jobs/{}/retry", done.job()["id"]), json!({}))
        .await
        .ok();
    assert_eq!(retried.counts(), [1, 0, 0, 0, 0, 0]);
    assert_eq!(logged(&log(&admin).await), all);
}

#[rstest]
#[tokio::test]
async fn odd_participant_of_a_lone_meeting_fails_no_import(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let day = zoom.meetings().map(|meeting| meeting.day).max().unwrap();
    let of_day: Vec<_> = zoom.meetings().filter(|meeting| meeting.day == day).collect();
    for meeting in &of_day {
        let odd = zoom.participants(meeting).remove(0);
        zoom.spoil_participant(meeting, &odd, "join_time", json!(""));
    }
    let days = json!({ "start_date": day.to_string(), "end_date": day.to_string() });
    // The second import finds nothing new.
    for _ in 0..2 {
        let done = import(&admin, days.clone()).await.ok();
        assert_eq!(done.counts(), [0, 0, 0, 0, 0, of_day.len() as i64]);
    }
    let stays = participations(zoom, &of_day).len();
    assert_eq!(log_of(&admin, days).await.len(), stays - of_day.len());
}

#[rstest]
#[case("start_time", json!(""), "waktu mulai rapat (start_time) kosong")]
#[case("uuid", json!(null), "UUID rapat (uuid) kosong")]
#[case("end_time", json!("besok"), "waktu selesai rapat (end_time) tidak terbaca (\"besok\")")]
#[tokio::test]
async fn odd_meeting_is_named_and_others_are_stored(
    #[case] member: &'static str,
    #[case] value: Value,
    #[case] why: &str,
) {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    let meetings = september_meetings(zoom);
    zoom.spoil_meeting(&meetings[0], member, value);
    let mut planned = september();
    planned["dry_run"] = json!(true);
    let plan = admin.post(&format!("{A}/zoom/import"), planned).await.ok();
    let plan = &plan.body["data"];
    assert_eq!(plan["counts"]["create"], meetings.len() - 1);
    let told = |row: &Value| {
        let [label, reason] = ["label", "reason"].map(|name| row[name].as_str().unwrap().to_owned());
        assert!(label.starts_with(&meetings[0].topic), "{label}");
        assert!(reason.contains(why), "{reason}");
    };
    told(&plan["rows"]["conflicts"][0]);
    let done = import(&admin, september()).await.ok();
    assert_eq!(done.counts(), [meetings.len() as i64 - 1, 0, 0, 0, 0, 1]);
    told(&admin.job_rows(done.job(), "failed").await[0]);
    assert_eq!(logged(&log(&admin).await), participations(zoom, &meetings[1..]));

    zoom.mend_entries();
    let retried = admin
        .post(&format!("{A}/jobs/{}/retry", done.job()["id"]), json!({}))
        .await
        .ok();
    assert_eq!(retried.counts()[5], 0, "{retried:?}");
    assert_eq!(logged(&log(&admin).await), participations(zoom, &meetings));
}

#[tokio::test]
async fn refused_host_is_one_line_and_import_continues() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    zoom.next(Call::Meetings, 1, Fault::Status(404));
    let done = import(&admin, september()).await.ok();
    assert_eq!(done.counts()[5], 1);
    let again = admin
        .post(&format!("{A}/jobs/{}/retry", done.job()["id"]), json!({}))
        .await;
    assert_eq!(again.counts()[5], 0, "{again:?}");
    assert_eq!(
        logged(&log(&admin).await),
        participations(zoom, &september_meetings(zoom))
    );
}

#[tokio::test]
async fn exhausted_daily_quota_ends_the_import_and_keeps_its_rows() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let zoom = server.campus.zoom();
    zoom.next(Call::Participants, 5, Fault::Pass);
    zoom.next(Call::Participants, 100, Fault::DailyLimit("2026-10-01T00:00:00Z"));
    let refused = import(&admin, september()).await.refused(502);
    assert!(
        refused.sentence().contains("setelah 2026-10-01T00:00:00Z"),
        "{refused:?}"
    );
    zoom.clear_faults();
    let jobs = admin.get(&format!("{A}/jobs")).await.ok();
    let job = jobs.rows()[0].clone();
    assert_eq!(job["failure"], "zoom");
    let kept = log(&admin).await.len();
    assert!(kept > 0);
    let again = admin
        .post(&format!("{A}/jobs/{}/retry", job["id"]), json!({}))
        .await
        .ok();
    let sums = counts(again.job());
    assert!(sums[0] > 0 && sums[2] > 0 && sums[5] == 0, "{sums:?}");
    assert_eq!(
        logged(&log(&admin).await),
        participations(zoom, &september_meetings(zoom))
    );
}

#[tokio::test]
async fn secret_that_zoom_refuses_is_reported() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    server.campus.zoom().next(Call::Token, 1, Fault::Status(400));
    let refused = import(&admin, september()).await.refused(502);
    assert!(refused.sentence().contains("client secret"), "{refused:?}");
}

#[tokio::test]
async fn without_zoom_settings_webhook_and_import_are_closed() {
    let server = Server::with(Sqlite).without_zoom().start().await;
    let admin = server.sign_in().await;
    let settings = admin.get(&format!("{A}/settings")).await.ok();
    assert_eq!(settings.data()["zoom"], false);
    let refused = import(&admin, september()).await.refused(409);
    assert!(
        refused.sentence().contains("SELARAS_ZOOM__CLIENT_SECRET"),
        "{refused:?}"
    );
    let (meeting, siti) = siti(&server);
    sent(&server, &server.campus.zoom().joined(&meeting, &siti))
        .await
        .refused(404);
    assert_eq!(log(&admin).await, [json!(null); 0]);
}

#[tokio::test]
async fn import_plan_lists_meetings_and_writes_nothing() {
    let server = Server::start(Sqlite).await;
    let admin = server.sign_in().await;
    let meetings = september_meetings(server.campus.zoom());
    let mut body = september();
    body["dry_run"] = json!(true);
    let plan = admin.post(&format!("{A}/zoom/import"), body).await.ok();
    let plan = &plan.body["data"];
    assert_eq!(plan["counts"]["create"], meetings.len());
    let label = plan["rows"]["create"][0]["label"].as_str().unwrap();
    let named = |meeting: &Meeting| format!("{} ({})", meeting.topic, meeting.day.strftime("%-d-%-m-%Y"));
    assert!(meetings.iter().any(|meeting| named(meeting) == label), "{label}");
    assert_eq!(server.campus.zoom().requests(Call::Participants), 0);
    assert_eq!(log(&admin).await, [json!(null); 0]);
    assert_eq!(admin.get(&format!("{A}/jobs")).await.ok().rows().len(), 0);
}
