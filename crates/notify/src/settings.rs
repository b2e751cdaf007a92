//! Where notices go.

use secrecy::SecretString;
use std::time::Duration;

/// The configured channels. An empty setting disables its channel.
#[derive(Debug, Clone)]
pub struct NotifySettings {
    /// The mail server: `smtps://user:password@host`, or `smtp://host:587?tls=required`.
    pub smtp_url: SecretString,
    /// The sender's address.
    pub from: String,
    /// The recipients' addresses, separated by commas.
    pub to: String,
    /// The webhook's URL. Such URLs often hold a secret.
    pub webhook_url: SecretString,
    /// The key that signs a webhook's body.
    pub webhook_secret: SecretString,
    /// The time limit of one try.
    pub timeout: Duration,
}

impl Default for NotifySettings {
    fn default() -> Self {
        Self {
            smtp_url: SecretString::default(),
            from: String::new(),
            to: String::new(),
            webhook_url: SecretString::default(),
            webhook_secret: SecretString::default(),
            timeout: Duration::from_secs(30),
        }
    }
}
