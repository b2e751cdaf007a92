//! Notices to people and programs outside: by mail (SMTP) and to a webhook (HTTP).
//!
//! [`Notifier::send`] tries once and returns the result; the caller keeps the queue and schedules retries. A notice may
//! arrive twice, so each carries its name: in a mail's `Message-ID`, in a webhook's `Idempotency-Key`.

mod mail;
mod webhook;

use mail::Mail;
pub use mail::is_address;
use secrecy::SecretString;
use std::time::Duration;
use webhook::Webhook;

/// A way to send notices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Mail by SMTP.
    Mail,
    /// A POST to an address.
    Webhook,
}

impl Channel {
    /// The channel's name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Webhook => "webhook",
        }
    }

    /// The channel of that name.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Mail, Self::Webhook]
            .into_iter()
            .find(|channel| channel.as_str() == text)
    }
}

/// A message to people or programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// Identifies the notice, so that a receiver can discard a duplicate.
    pub name: String,
    /// The subject line.
    pub subject: String,
    /// The text for people.
    pub text: String,
    /// The same for programs: a JSON object.
    pub details: serde_json::Value,
    /// The address of the one recipient of a mail; `None` for the recipients in the settings.
    pub to: Option<String>,
}

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

/// Why a notice did not go out.
#[derive(Debug, thiserror::Error)]
pub enum NotifyError {
    /// A setting is wrong.
    #[error("the setting notify.{setting} (or SELARAS_NOTIFY__{variable}) is wrong: {reason}", variable = setting.to_uppercase())]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What is wrong with it. It never holds the value, which may be a secret.
        reason: String,
    },
    /// The receiver was not reached or refused the notice.
    #[error("{0}")]
    NotTaken(String),
}

/// The configured channels.
#[derive(Debug)]
pub struct Notifier {
    mail: Option<Mail>,
    webhook: Option<Webhook>,
}

impl Notifier {
    /// Reads the settings. Sends nothing.
    ///
    /// # Errors
    /// [`NotifyError::Setting`] if a setting is unusable.
    pub fn new(settings: &NotifySettings) -> Result<Self, NotifyError> {
        Ok(Self {
            mail: Mail::new(settings)?,
            webhook: Webhook::new(settings)?,
        })
    }

    /// The channels that are configured.
    pub fn channels(&self) -> Vec<Channel> {
        let mail = self.mail.as_ref().map(|_| Channel::Mail);
        let webhook = self.webhook.as_ref().map(|_| Channel::Webhook);
        mail.into_iter().chain(webhook).collect()
    }

    /// Sends a notice once.
    ///
    /// # Errors
    /// [`NotifyError::NotTaken`] if, as far as can be known, it did not arrive.
    pub async fn send(&self, channel: Channel, notice: &Notice) -> Result<(), NotifyError> {
        let not_set_up = || NotifyError::NotTaken(format!("{} is not set up any more", channel.as_str()));
        match channel {
            Channel::Mail => self.mail.as_ref().ok_or_else(not_set_up)?.send(notice).await,
            Channel::Webhook => self.webhook.as_ref().ok_or_else(not_set_up)?.send(notice).await,
        }
    }
}
