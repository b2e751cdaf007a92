//! The settings of the API.

use crate::oidc::ProviderSettings;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, time::Duration};
use utoipa::ToSchema;

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Signup {
    /// The first account is active at once; later ones wait for approval by an administrator.
    Approval,
    /// Every account is active at once.
    Open,
    /// No sign-up once there is an account.
    Closed,
}

/// Which new passwords are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewPasswords {
    /// Any password of the minimum length, as the specification has it.
    Any,
    /// No password that is guessed early.
    HardToGuess,
}

/// Settings of the API.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Who may sign up.
    pub signup: Signup,
    /// Which new passwords are accepted.
    pub passwords: NewPasswords,
    /// Lifetime of a key.
    pub key_lifetime: Duration,
    /// How long a session may be idle; `None`: as long as its key is valid.
    pub idle: Option<Duration>,
    /// True if the MBKM screen is in use.
    pub mbkm: bool,
    /// The campus's time zone: `Asia/Jakarta`.
    pub time_zone: String,
    /// Sign-in tries per minute and user name.
    pub logins_per_minute: u32,
    /// The key for stored secrets; without it there are no second factors.
    pub secret_key: Option<SecretString>,
    /// The institution's sign-in providers.
    pub providers: Vec<ProviderSettings>,
    /// Our public address.
    pub public_url: Option<url::Url>,
    /// The secret of Zoom's webhooks; without it none is accepted.
    pub zoom_webhook_secret: Option<SecretString>,
    /// Maximum size of an upload for a source's list, in bytes.
    pub largest_upload: u64,
    /// The origin of each setting that is not the default, by name.
    pub origins: BTreeMap<String, SettingOrigin>,
}

impl ApiSettings {
    /// True if the public address uses HTTPS.
    pub(crate) fn is_served_securely(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

/// The layer that a setting comes from. Later variants override earlier ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SettingOrigin {
    /// The built-in default.
    #[default]
    Default,
    /// The settings file.
    File,
    /// A systemd credential.
    Credential,
    /// A variable `SELARAS_…`.
    Variable,
}
