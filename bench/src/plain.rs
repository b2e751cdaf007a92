//! The plainest client that does the same writes. It knows the rows and the best batches beforehand, looks nothing up,
//! stores nothing, and stops at the first refusal.

use crate::campus::Campus;
use anyhow::{Context, Result, ensure};
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::Value;
use std::time::Instant;

/// Concurrent calls: as many as the measured Moodle has cores.
const AT_ONCE: usize = 2;
/// Accounts per call; larger batches cost more per account.
const ACCOUNTS: usize = 166;
/// Memberships per call: three fields each, below PHP's limit of 1,000.
const MEMBERSHIPS: usize = 330;

/// The fields of one call.
type Form = Vec<(String, String)>;

/// How rows are batched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// The best batches, and the best number of concurrent calls.
    Best,
    /// One row per call, with this many concurrent calls.
    OneACall(usize),
}

/// The time of the writes, in seconds.
pub(crate) struct Wrote {
    pub(crate) accounts: f64,
    /// Enrolments and group members.
    pub(crate) memberships: f64,
}

struct Plain<'a> {
    campus: &'a Campus,
    at_once: usize,
    client: reqwest::Client,
}

impl Plain<'_> {
    async fn call(&self, function: &str, fields: Form) -> Result<Value> {
        let mut form = vec![
            ("wstoken".to_owned(), self.campus.token().to_owned()),
            ("wsfunction".to_owned(), function.to_owned()),
            ("moodlewsrestformat".to_owned(), "json".to_owned()),
        ];
        form.extend(fields);
        let address = format!("{}/webservice/rest/server.php", self.campus.moodle());
        let reply = self.client.post(address).form(&form).send().await?.error_for_status()?;
        let reply: Value = reply.json().await?;
        ensure!(reply.get("errorcode").is_none(), "{function} was refused: {reply}");
        Ok(reply)
    }

    /// Sends the rows in calls of `together` rows. Returns the new ids, in the order of the rows.
    async fn send<T>(
        &self,
        function: &str,
        rows: &[T],
        together: usize,
        fields: impl Fn(usize, &T) -> Form,
    ) -> Result<Vec<i64>> {
        let calls: Vec<&[T]> = rows.chunks(together).collect();
        self.send_calls(function, &calls, fields).await
    }

    /// Sends the calls. Returns the new ids, in the order of the rows.
    async fn send_calls<T, C: AsRef<[T]>>(
        &self,
        function: &str,
        calls: &[C],
        fields: impl Fn(usize, &T) -> Form,
    ) -> Result<Vec<i64>> {
        let forms: Vec<Form> = calls
            .iter()
            .map(|rows| rows.as_ref().iter().enumerate())
            .map(|rows| rows.flat_map(|(at, row)| fields(at, row)).collect())
            .collect();
        let replies: Vec<Value> = stream::iter(forms.into_iter().map(|form| self.call(function, form)))
            .buffered(self.at_once)
            .try_collect()
            .await?;
        let made = replies.iter().filter_map(Value::as_array).flatten();
        made.map(|made| made["id"].as_i64().context("no id")).collect()
    }
}

/// Batches the rows of each course and interleaves the courses: the first call of each course, then the second of each.
fn interleaved<T: Clone>(by_course: &[Vec<T>], together: usize) -> Vec<Vec<T>> {
    let calls: Vec<Vec<&[T]>> = by_course.iter().map(|rows| rows.chunks(together).collect()).collect();
    let longest = calls.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest)
        .flat_map(|turn| calls.iter().filter_map(move |calls| calls.get(turn)))
        .map(|rows| rows.to_vec())
        .collect()
}

fn field(list: &str, at: usize, name: &str, value: impl ToString) -> (String, String) {
    (format!("{list}[{at}][{name}]"), value.to_string())
}

/// Creates `users` accounts with `memberships` enrolments in courses and groups. Courses and groups are created before the
/// clock starts.
pub(crate) async fn write(campus: &Campus, users: usize, memberships: usize, manner: Manner) -> Result<Wrote> {
    let (accounts_together, memberships_together, at_once) = match manner {
        Manner::Best => (ACCOUNTS, MEMBERSHIPS, AT_ONCE),
        Manner::OneACall(at_once) => (1, 1, at_once),
    };
    let plain = Plain {
        campus,
        at_once,
        client: reqwest::Client::new(),
    };
    let numbers: Vec<usize> = (0..users).collect();
    // Enough courses for each student to be in each once.
    let courses: Vec<usize> = (0..memberships.div_ceil(users)).collect();
    let courses = plain
        .send("core_course_create_courses", &courses, 100, |at, number| {
            vec![
                field("courses", at, "idnumber", format!("ukur:{number}")),
                field("courses", at, "categoryid", 1),
                field("courses", at, "fullname", format!("Ukur {number}")),
                field("courses", at, "shortname", format!("UKUR{number}")),
            ]
        })
        .await?;
    let groups = plain
        .send("core_group_create_groups", &courses, 100, |at, course| {
            vec![
                field("groups", at, "courseid", course),
                field("groups", at, "name", "A"),
                field("groups", at, "description", ""),
                field("groups", at, "idnumber", format!("ukur:{course}")),
            ]
        })
        .await?;

    let start = Instant::now();
    let people = plain
        .send("core_user_create_users", &numbers, accounts_together, |at, number| {
            vec![
                field("users", at, "idnumber", format!("ukur:{number}")),
                field("users", at, "createpassword", 1),
                field("users", at, "firstname", "Budi"),
                field("users", at, "lastname", "-"),
                field("users", at, "email", format!("{number}@example.org")),
                field("users", at, "username", number),
            ]
        })
        .await?;
    let accounts = start.elapsed().as_secs_f64();
    ensure!(people.len() == users, "{} accounts were made", people.len());

    let enrolments: Vec<(i64, i64, i64)> = (0..memberships)
        .map(|at| (people[at % users], courses[at / users], groups[at / users]))
        .collect();
    // Calls on groups of one course would wait for each other, so consecutive calls are about different courses.
    let by_course: Vec<Vec<(i64, i64, i64)>> = enrolments.chunks(users).map(<[_]>::to_vec).collect();
    let interleaved = interleaved(&by_course, memberships_together);
    let start = Instant::now();
    plain
        .send(
            "enrol_manual_enrol_users",
            &enrolments,
            memberships_together,
            |at, (user, course, _)| {
                vec![
                    field("enrolments", at, "roleid", 5),
                    field("enrolments", at, "userid", user),
                    field("enrolments", at, "courseid", course),
                ]
            },
        )
        .await?;
    plain
        .send_calls("core_group_add_group_members", &interleaved, |at, (user, _, group)| {
            vec![
                field("members", at, "groupid", group),
                field("members", at, "userid", user),
            ]
        })
        .await?;
    Ok(Wrote {
        accounts,
        memberships: start.elapsed().as_secs_f64(),
    })
}
