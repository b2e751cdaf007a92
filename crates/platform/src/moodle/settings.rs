//! Where Moodle is, and how much to ask of it.

use std::time::Duration;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use secrecy::SecretString;
use selaras_kinds::Term;
use selaras_reasons::Reason;
use serde::Deserialize;
use url::Url;

use super::name::platform;

/// What an account's username is (contract, section 6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Username {
    /// The NPK or nik.
    #[default]
    Number,
    /// The e-mail address.
    Email,
}

/// The role of students on a fresh Moodle.
pub const STUDENT_ROLE: i64 = 5;
/// The role of teachers who may edit, on a fresh Moodle.
pub const TEACHER_ROLE: i64 = 3;

/// The connection to Moodle.
#[derive(Debug, Clone)]
pub struct MoodleSettings {
    /// Address of the site; may have a path.
    pub base_url: Url,
    /// Token of the web service.
    pub token: SecretString,
    /// Time limit for connecting.
    pub connect_timeout: Duration,
    /// Time limit for one whole call. A large batch keeps Moodle busy for some seconds.
    pub timeout: Duration,
    /// Category for objects without a parent. For the callers; the connector takes parents as given.
    pub root_category: i64,
    /// Role of students.
    pub student_role: i64,
    /// Role of teachers who may edit.
    pub teacher_role: i64,
    /// PHP's `max_input_vars`; never more than on the Moodle server. If PHP drops objects, their ids are missing from the
    /// reply. A dropped enrolment would go unnoticed, because that reply is empty.
    pub max_input_vars: usize,
    /// Maximum number of rows in one call.
    pub rows_per_call: usize,
    /// Maximum number of calls in progress. The connector begins with two, and adds more only while they raise the
    /// throughput.
    pub in_flight: usize,
    /// Authentication plugin of new accounts; without one Moodle makes a password and mails it.
    pub auth: Option<String>,
    /// What the usernames of accounts are.
    pub username: Username,
    /// The time zone of the campus: courses begin and end with its days.
    pub time_zone: TimeZone,
    /// PEM certificate of an authority to trust in addition to the system's.
    pub ca_certificate: Option<Vec<u8>>,
    /// Maximum size of one reply, in bytes.
    pub max_bytes: usize,
    /// Number of retries after a transient failure.
    pub retries: usize,
    /// First pause before a retry; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a retry, even if Moodle asks for more by `Retry-After`.
    pub longest_pause: Duration,
}

impl MoodleSettings {
    /// Settings with the default values.
    pub fn new(base_url: Url, token: SecretString) -> Self {
        Self {
            base_url,
            token,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(120),
            root_category: 0,
            student_role: STUDENT_ROLE,
            teacher_role: TEACHER_ROLE,
            max_input_vars: 1000,
            rows_per_call: 200,
            in_flight: 8,
            auth: None,
            username: Username::default(),
            time_zone: TimeZone::UTC,
            ca_certificate: None,
            max_bytes: 32 << 20,
            retries: 4,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
        }
    }

    /// The beginning of a term's first day and the last minute of its last day, in seconds. Moodle's form of a course knows
    /// no seconds. `None` for days outside all time zones.
    pub(crate) fn seconds_of(&self, term: Term) -> Option<(i64, Option<i64>)> {
        let begin = |day: Date| Some(day.to_zoned(self.time_zone.clone()).ok()?.timestamp().as_second());
        let end = |day: Date| begin(day.checked_add(1.day()).ok()?).map(|next| next - 60);
        Some((begin(term.first)?, term.last.and_then(end)))
    }

    /// The days of these seconds, the inverse of [`Self::seconds_of`] at any time of a day. No seconds: no last day.
    pub(crate) fn term_of(&self, start: i64, end: i64) -> Option<Term> {
        let day = |seconds| {
            let at = Timestamp::from_second(seconds).ok()?;
            Some(at.to_zoned(self.time_zone.clone()).date())
        };
        Some(Term {
            first: day(start)?,
            last: if end == 0 { None } else { Some(day(end)?) },
        })
    }

    /// The settings by name, without secrets.
    pub(crate) fn described(&self) -> Vec<(&'static str, Reason)> {
        let plain = Reason::verbatim;
        vec![
            ("platform.base_url", plain(shown(&self.base_url))),
            ("platform.token", Reason::SecretSet),
            ("platform.root_category", plain(self.root_category.to_string())),
            ("platform.student_role", plain(self.student_role.to_string())),
            ("platform.teacher_role", plain(self.teacher_role.to_string())),
            ("platform.max_input_vars", plain(self.max_input_vars.to_string())),
            ("platform.rows_per_call", plain(self.rows_per_call.to_string())),
            ("platform.requests", plain(self.in_flight.to_string())),
            ("platform.timeout_seconds", plain(self.timeout.as_secs().to_string())),
            (
                "platform.auth",
                self.auth
                    .clone()
                    .map_or_else(|| Reason::PasswordByPlatform { platform: platform() }, plain),
            ),
            (
                "platform.username",
                plain(match self.username {
                    Username::Number => "number".to_owned(),
                    Username::Email => "email".to_owned(),
                }),
            ),
            ("platform.ca_file", Reason::present(self.ca_certificate.is_some())),
        ]
    }
}

/// The address without its user and password.
fn shown(address: &Url) -> String {
    let mut address = address.clone();
    // Setting them fails only on addresses that cannot have them.
    let _ = address.set_username("");
    let _ = address.set_password(None);
    address.to_string()
}
