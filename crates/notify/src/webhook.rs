//! A webhook: the notice as JSON, signed.

use crate::error::NotifyError;
use crate::notice::Notice;
use crate::settings::NotifySettings;
use hmac::{Hmac, KeyInit, Mac};
use reqwest::{Client, header, redirect};
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use sha2::Sha256;
use std::fmt::Write;
use tracing::Instrument;
use url::Url;

/// The header that bears the signature: `sha256=` and the HMAC of the body in hexadecimal digits.
const SIGNATURE: &str = "x-selaras-signature";

/// The URL and the signing key.
#[derive(Debug)]
pub(crate) struct Webhook {
    client: Client,
    // Such a URL often is the secret itself.
    address: SecretString,
    secret: SecretString,
}

impl Webhook {
    /// The webhook of the settings, if they name one.
    pub(crate) fn new(settings: &NotifySettings) -> Result<Option<Self>, NotifyError> {
        let address = settings.webhook_url.expose_secret();
        if address.is_empty() {
            return Ok(None);
        }
        let wrong = || NotifyError::Setting {
            setting: "webhook_url",
            reason: "it must begin with https:// or http://".to_owned(),
        };
        let url = Url::parse(address).map_err(|_| wrong())?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(wrong());
        }
        let client = Client::builder()
            .user_agent(concat!("Selaras/", env!("CARGO_PKG_VERSION")))
            .timeout(settings.timeout)
            // A redirect would send the notice to any address that the reply names.
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .build()
            .map_err(|error| NotifyError::NotTaken(error.to_string()))?;
        Ok(Some(Self {
            client,
            address: settings.webhook_url.clone(),
            secret: settings.webhook_secret.clone(),
        }))
    }

    pub(crate) async fn send(&self, notice: &Notice) -> Result<(), NotifyError> {
        let body = json!({
            "name": notice.name,
            "subject": notice.subject,
            "text": notice.text,
            "details": notice.details,
        })
        .to_string();
        let mut request = self
            .client
            .post(self.address.expose_secret())
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", &notice.name);
        if !self.secret.expose_secret().is_empty() {
            request = request.header(SIGNATURE, signature(self.secret.expose_secret(), body.as_bytes())?);
        }
        let reply = request
            .body(body)
            .send()
            .instrument(tracing::debug_span!("webhook"))
            .await
            .map_err(|error| NotifyError::NotTaken(error.without_url().to_string()))?;
        if reply.status().is_success() {
            Ok(())
        } else {
            Err(NotifyError::NotTaken(format!("HTTP {}", reply.status().as_u16())))
        }
    }
}

fn signature(secret: &str, body: &[u8]) -> Result<String, NotifyError> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|error| NotifyError::NotTaken(error.to_string()))?;
    mac.update(body);
    let mut text = "sha256=".to_owned();
    for byte in mac.finalize().into_bytes() {
        // Writing to a String never fails.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn signature_is_the_hmac_of_the_body() {
        // RFC 4231, test case 2.
        assert_eq!(
            signature("Jefe", b"what do ya want for nothing?").unwrap(),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }
}
