//! The settings of Zoom, all optional.

use super::value::{address, required};
use anyhow::Result;
use secrecy::{ExposeSecret, SecretString};
use selaras_zoom::ZoomSettings;
use serde::Deserialize;

/// Zoom is called if all three settings of the application are set.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ZoomSection {
    account_id: String,
    client_id: String,
    client_secret: SecretString,
    webhook_secret: SecretString,
    api_url: String,
    oauth_url: String,
}

impl ZoomSection {
    /// True if Zoom is called.
    pub(super) fn has_account(&self) -> bool {
        !self.account_id.trim().is_empty()
    }

    /// The addresses that get its secrets, each with its setting.
    pub(super) fn addresses(&self) -> [(&'static str, &str); 2] {
        [("zoom.api_url", &self.api_url), ("zoom.oauth_url", &self.oauth_url)]
    }

    /// How Zoom is reached; `None` without an account.
    pub(crate) fn account(&self) -> Result<Option<ZoomSettings>> {
        let parts = [
            ("zoom.account_id", self.account_id.trim()),
            ("zoom.client_id", self.client_id.trim()),
            ("zoom.client_secret", self.client_secret.expose_secret().trim()),
        ];
        let (api_url, oauth_url) = (
            address("zoom.api_url", &self.api_url)?,
            address("zoom.oauth_url", &self.oauth_url)?,
        );
        if parts.iter().all(|(_, value)| value.is_empty()) {
            return Ok(None);
        }
        for (name, value) in parts {
            required(
                name,
                value,
                "what the Server-to-Server OAuth app of Zoom shows; all three go together",
            )?;
        }
        let [account_id, client_id, client_secret] = parts.map(|(_, value)| value.to_owned());
        Ok(Some(ZoomSettings::new(
            account_id,
            client_id,
            SecretString::from(client_secret),
            api_url,
            oauth_url,
        )))
    }

    /// The secret of Zoom's webhooks, if set.
    pub(crate) fn webhook_secret(&self) -> Option<SecretString> {
        let secret = self.webhook_secret.expose_secret().trim();
        (!secret.is_empty()).then(|| SecretString::from(secret))
    }
}
