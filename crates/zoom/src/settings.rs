//! Where Zoom is, and who asks.

use crate::{Result, ZoomError};
use secrecy::SecretString;
use selaras_reasons::Reason;
use std::time::Duration;
use url::Url;

/// How Zoom is reached.
#[derive(Debug, Clone)]
pub struct ZoomSettings {
    /// The account's id.
    pub account_id: String,
    /// The application's id.
    pub client_id: String,
    /// The application's secret.
    pub client_secret: SecretString,
    /// Address of the API. Without a path it is completed with `/v2`.
    pub api_url: Url,
    /// Address that gives keys. Where it does not end in `/token` it is completed with `/oauth/token`.
    pub oauth_url: Url,
    /// Time for a connection.
    pub connect_timeout: Duration,
    /// Time for one call in all.
    pub timeout: Duration,
    /// Bytes that one reply may have.
    pub max_bytes: usize,
    /// Pages that one list may have.
    pub max_pages: usize,
    /// Bytes that the pages of one list may have together.
    pub max_list_bytes: usize,
    /// How many times a call that failed for a passing reason is tried again.
    pub retries: usize,
    /// First pause before a repeat; each further one is twice as long, with jitter.
    pub first_pause: Duration,
    /// Longest pause before a repeat. Where Zoom asks for more, the day's calls are used up.
    pub longest_pause: Duration,
}

impl ZoomSettings {
    /// Settings with the usual values.
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
