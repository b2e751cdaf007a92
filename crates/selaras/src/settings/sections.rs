//! The sections that need no file of their own.

use super::{
    oidc::OidcSection,
    value::{address, variable},
};
use anyhow::{Result, bail};
use secrecy::{ExposeSecret, SecretString};
use selaras_kinds::object::Leaving;
use selaras_platform::moodle::Username;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf, time::Duration};
use url::Url;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerSettings {
    pub(crate) listen: SocketAddr,
    /// Where `selaras work` serves health and metrics; `None`: nowhere.
    pub(crate) work_listen: Option<SocketAddr>,
    pub(crate) time_zone: String,
    /// The public address.
    pub(crate) public_url: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DatabaseSettings {
    /// A PostgreSQL URL may contain a password.
    pub(crate) url: SecretString,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlatformSettings {
    pub(crate) base_url: String,
    pub(crate) token: SecretString,
    pub(crate) root_category: i64,
    pub(crate) student_role: i64,
    pub(crate) teacher_role: i64,
    pub(crate) max_input_vars: usize,
    pub(crate) rows_per_call: usize,
    pub(crate) requests: usize,
    pub(crate) timeout_seconds: u64,
    pub(crate) auth: Option<String>,
    pub(crate) username: Username,
    pub(crate) leaving: Leaving,
    #[serde(alias = "ca_certificate")]
    pub(crate) ca_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GuardSettings {
    pub(crate) percent: u32,
    pub(crate) rows: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuthSettings {
    pub(crate) signup: selaras_api::Signup,
    pub(crate) passwords: selaras_api::NewPasswords,
    pub(crate) key_hours: u32,
    /// How long a session may be idle in minutes; 0: as long as its key is valid.
    idle_minutes: u32,
    pub(crate) logins_per_minute: u32,
    /// The key for stored secrets; empty: features that need it are off.
    pub(crate) secret_key: SecretString,
    /// The institution's sign-in providers, by their id in URLs.
    pub(crate) oidc: BTreeMap<String, OidcSection>,
}

/// Where notices go; empty ones are off. The addresses may contain passwords.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotifySettings {
    pub(crate) smtp_url: SecretString,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) webhook_url: SecretString,
    pub(crate) webhook_secret: SecretString,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    Text,
    Json,
    /// The systemd journal, with its own times and levels and one field for each of ours.
    Journal,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogSettings {
    pub(crate) format: LogFormat,
    pub(crate) filter: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TelemetrySettings {
    /// Where traces are sent; empty: nowhere.
    otlp_url: String,
}

impl TelemetrySettings {
    /// The setting's text; empty for nowhere.
    pub(super) fn text(&self) -> &str {
        self.otlp_url.trim()
    }

    /// Where traces are sent, if anywhere.
    ///
    /// # Errors
    /// The setting is no address.
    pub(crate) fn otlp_url(&self) -> Result<Option<Url>> {
        match self.text() {
            "" => Ok(None),
            text => address("telemetry.otlp_url", text).map(Some),
        }
    }
}

impl PlatformSettings {
    /// The platform's address.
    pub(crate) fn url(&self) -> Result<Url> {
        address("platform.base_url", &self.base_url)
    }
}

/// Minimum length of the key for secrets.
const SHORTEST_KEY: usize = 32;

impl AuthSettings {
    /// How long a session may be idle, if that is limited.
    pub(crate) fn idle(&self) -> Option<Duration> {
        (self.idle_minutes > 0).then(|| Duration::from_secs(u64::from(self.idle_minutes) * 60))
    }

    /// The key for stored secrets, if any.
    ///
    /// # Errors
    /// The key is so short that it could be guessed.
    pub(crate) fn secret_key(&self) -> Result<Option<SecretString>> {
        let key = self.secret_key.expose_secret().trim();
        if key.is_empty() {
            return Ok(None);
        }
        if key.len() < SHORTEST_KEY {
            bail!(
                "the setting auth.secret_key (or {}) is too short: write {SHORTEST_KEY} random characters at least, such as `openssl rand -base64 32` gives",
                variable("auth.secret_key")
            );
        }
        Ok(Some(self.secret_key.clone()))
    }
}
