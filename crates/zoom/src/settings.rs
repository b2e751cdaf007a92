//! The connection to Zoom.

use crate::{Result, ZoomError};
use secrecy::SecretString;
use selaras_ambient::Clock;
use selaras_reasons::Reason;
use std::time::Duration;
use url::Url;

/// The connection to Zoom.
#[derive(Debug, Clone)]
pub struct ZoomSettings {
    /// The account's id.
    pub account_id: String,
    /// The application's id.
    pub client_id: String,
    /// The application's secret.
    pub client_secret: SecretString,
    /// Address of the API. An address without a path gets `/v2`.
    pub api_url: Url,
    /// Address of the token service. An address that does not end in `/token` gets `/oauth/token`.
    pub oauth_url: Url,
    /// Time limit for connecting.
    pub connect_timeout: Duration,
    /// Time limit for one whole call.
    pub timeout: Duration,
    /// Maximum size of one reply, in bytes.
    pub max_bytes: usize,
    /// Maximum number of pages of one list.
    pub max_pages: usize,
    /// Maximum size of the pages of one list together, in bytes.
    pub max_list_bytes: usize,
    /// Number of retries after a transient failure.
    pub retries: usize,
    /// First pause before a retry; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a retry. If Zoom asks for more, the daily quota is used up.
    pub longest_pause: Duration,
    /// The clock, for a `Retry-After` that names a time.
    pub clock: Clock,
}

impl ZoomSettings {
    /// Settings with the default values.
    pub fn new(
        account_id: String,
        client_id: String,
        client_secret: SecretString,
        api_url: Url,
        oauth_url: Url,
    ) -> Self {
        Self {
            account_id,
            client_id,
            client_secret,
            api_url,
            oauth_url,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(60),
            max_bytes: 16 << 20,
            max_pages: 2000,
            max_list_bytes: 128 << 20,
            retries: 6,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(90),
            clock: Clock::default(),
        }
    }

    pub(crate) fn api(&self) -> Result<Url> {
        let mut url = checked(&self.api_url)?;
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(if path.is_empty() { "/v2" } else { &path });
        Ok(url)
    }

    pub(crate) fn oauth(&self) -> Result<Url> {
        let mut url = checked(&self.oauth_url)?;
        let path = url.path().trim_end_matches('/').to_owned();
        if !path.ends_with("/token") {
            url.set_path(&format!("{path}/oauth/token"));
        }
        Ok(url)
    }
}

fn checked(url: &Url) -> Result<Url> {
    if url.cannot_be_a_base() || !matches!(url.scheme(), "http" | "https") {
        return Err(ZoomError::NotConfigured(Reason::ZoomAddressInvalid));
    }
    Ok(url.clone())
}
