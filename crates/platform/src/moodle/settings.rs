//! Where Moodle is, and how much of it to ask for.

use std::time::Duration;

use secrecy::SecretString;
use selaras_reasons::Reason;
use serde::Deserialize;
use url::Url;

use super::platform;

/// What a person's account is called (contract, section 6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Username {
    /// By the NPK or nik.
    #[default]
    Number,
    /// By the e-mail address.
    Email,
}

/// How Moodle is reached.
#[derive(Debug, Clone)]
pub struct MoodleSettings {
    /// Address of the site; may have a path of its own.
    pub base_url: Url,
    /// Token of the web service.
    pub token: SecretString,
    /// Time for a connection.
    pub connect_timeout: Duration,
    /// Time for one call in all. A large batch keeps Moodle busy for some seconds.
    pub timeout: Duration,
    /// Category that whatever has no parent is put into. For the callers; the connector takes parents as given.
    pub root_category: i64,
    /// Role of students.
    pub student_role: i64,
    /// Role of teachers who may edit.
    pub teacher_role: i64,
    /// PHP's `max_input_vars` on the Moodle server; never more than it is there. Objects that PHP drops are noticed, for
    /// their ids are missed, but an enrolment is answered with nothing and would be lost in silence.
    pub max_input_vars: usize,
    /// Rows in one call, at most.
    pub rows_per_call: usize,
    /// Calls under way at once, at most. It begins with two, and more are made only while they bring more.
    pub in_flight: usize,
    /// Authentication plugin of new accounts; without one Moodle makes a password and mails it.
    pub auth: Option<String>,
    /// What accounts are called.
    pub username: Username,
    /// Certificate (PEM) of an authority to trust beside those of the system.
    pub ca_certificate: Option<Vec<u8>>,
    /// Bytes that one reply may have.
    pub max_bytes: usize,
    /// How many times a call that failed for a passing reason is tried again.
    pub retries: usize,
    /// First pause before a repeat; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a repeat, also when Moodle asks for more by `Retry-After`.
    pub longest_pause: Duration,
}

impl MoodleSettings {
    /// Settings with the usual values.
    pub fn new(base_url: Url, token: SecretString) -> Self {
        Self {
            base_url,
            token,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(120),
            root_category: 0,
            student_role: 5,
            teacher_role: 3,
            max_input_vars: 1000,
            rows_per_call: 200,
            in_flight: 8,
            auth: None,
            username: Username::default(),
            ca_certificate: None,
            max_bytes: 32 << 20,
            retries: 4,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
        }
    }

    /// The settings by name, as people may see them.
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

/// An address without the user and password that it may hold.
fn shown(address: &Url) -> String {
    let mut address = address.clone();
    // An address that cannot have them has none.
    let _ = address.set_username("");
    let _ = address.set_password(None);
    address.to_string()
}
