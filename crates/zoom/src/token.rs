//! The access token of each call: requested with the application's secret, valid for an hour.

use crate::settings::ZoomSettings;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use std::time::Duration;
use tokio::time::Instant;

/// A token is renewed this long before it expires.
const BEFORE_ITS_END: Duration = Duration::from_secs(60);

/// A token, and the time until which it is used.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub(crate) value: SecretString,
    until: Instant,
}

#[derive(Deserialize)]
struct Granted {
    access_token: SecretString,
    #[serde(default)]
    expires_in: u64,
}

impl Token {
    /// Parses the reply of the token service.
    pub(crate) fn read(body: &[u8], now: Instant) -> Option<Self> {
        let granted: Granted = serde_json::from_slice(body).ok()?;
        if granted.access_token.expose_secret().is_empty() {
            return None;
        }
        let lives = Duration::from_secs(granted.expires_in.min(86_400));
        Some(Self {
            value: granted.access_token,
            until: now + lives.saturating_sub(BEFORE_ITS_END),
        })
    }

    /// True if the token can still be used.
    pub(crate) fn lives(&self, now: Instant) -> bool {
        now < self.until
    }
}

/// The form of a token request.
pub(crate) fn form(settings: &ZoomSettings) -> [(&'static str, String); 2] {
    [
        ("grant_type", "account_credentials".to_owned()),
        ("account_id", settings.account_id.clone()),
    ]
}
