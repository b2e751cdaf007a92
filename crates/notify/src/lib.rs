//! Notices to people and programs outside: by mail (SMTP) and to a webhook (HTTP).
//!
//! [`Notifier::send`] tries once and says how it went; what waits, and when it is tried again, is the caller's. A notice
//! may come twice, so each bears its name wherever it goes: in a mail's `Message-ID`, in a webhook's `Idempotency-Key`.

mod mail;
mod webhook;

use mail::Mail;
pub use mail::is_address;
use secrecy::SecretString;
use std::time::Duration;
use webhook::Webhook;

/// A way out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Mail by SMTP.
    Mail,
    /// A POST to an address.
    Webhook,
}

impl Channel {
    /// As the database spells it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Webhook => "webhook",
        }
    }

    /// The channel of that spelling.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Mail, Self::Webhook]
            .into_iter()
            .find(|channel| channel.as_str() == text)
    }
}

/// What is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What names it for whoever gets it twice.
    pub name: String,
    /// What it is about.
    pub subject: String,
    /// What it says.
    pub text: String,
    /// The same for programs: a JSON object.
    pub details: serde_json::Value,
    /// The one address that a mail goes to; `None`: whom the settings name.
    pub to: Option<String>,
}

/// Where notices go. What is empty is not used.
#[derive(Debug, Clone)]
pub struct NotifySettings {
    /// The mail server: `smtps://user:password@host`, or `smtp://host:587?tls=required`.
    pub smtp_url: SecretString,
    /// Who the mails are from.
    pub from: String,
    /// Who gets them: addresses, with commas between.
    pub to: String,
    /// Where the webhook is. Such addresses often hold a secret.
    pub webhook_url: SecretString,
    /// What a webhook's body is signed with.
    pub webhook_secret: SecretString,
    /// How long one try may take.
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
    /// A setting is wrong. Names it.
    #[error("the setting notify.{setting} (or SELARAS_NOTIFY__{variable}) is wrong: {reason}", variable = setting.to_uppercase())]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What is wrong with it. Never the value, which may be a secret.
        reason: String,
    },
    /// The other side was not reached, or did not take it.
    #[error("{0}")]
    NotTaken(String),
}

/// The ways out that are set up.
#[derive(Debug)]
pub struct Notifier {
    mail: Option<Mail>,
    webhook: Option<Webhook>,
}

impl Notifier {
    /// Reads the settings. Nothing is sent.
    ///
    /// # Errors
    /// [`NotifyError::Setting`]: one of them cannot be used.
    pub fn new(settings: &NotifySettings) -> Result<Self, NotifyError> {
        Ok(Self {
            mail: Mail::new(settings)?,
            webhook: Webhook::new(settings)?,
        })
    }

    /// The channels that are set up.
    pub fn channels(&self) -> Vec<Channel> {
        let mail = self.mail.as_ref().map(|_| Channel::Mail);
        let webhook = self.webhook.as_ref().map(|_| Channel::Webhook);
        mail.into_iter().chain(webhook).collect()
    }

    /// Sends a notice, once.
    ///
    /// # Errors
    /// [`NotifyError::NotTaken`]: it did not arrive, as far as one can tell.
    pub async fn send(&self, channel: Channel, notice: &Notice) -> Result<(), NotifyError> {
        let not_set_up = || NotifyError::NotTaken(format!("{} is not set up any more", channel.as_str()));
        match channel {
            Channel::Mail => self.mail.as_ref().ok_or_else(not_set_up)?.send(notice).await,
            Channel::Webhook => self.webhook.as_ref().ok_or_else(not_set_up)?.send(notice).await,
        }
    }
}
