//! Notices to people and programs outside: by mail (SMTP) and to a webhook (HTTP).
//!
//! [`Notifier::send`] tries once and returns the result; the caller keeps the queue and schedules retries. A notice may
//! arrive twice, so each carries its name: in a mail's `Message-ID`, in a webhook's `Idempotency-Key`.
//!
//! Modules, each using only those before it: `error`, `notice`, `settings`; `mail`, `webhook`. This file joins them.

mod error;
mod mail;
mod notice;
mod settings;
mod webhook;

use mail::Mail;
use webhook::Webhook;

pub use error::NotifyError;
pub use mail::is_address;
pub use notice::{Channel, Notice};
pub use settings::NotifySettings;

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
