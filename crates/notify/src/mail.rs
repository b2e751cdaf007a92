//! Mail by SMTP.

use crate::error::NotifyError;
use crate::notice::Notice;
use crate::settings::NotifySettings;
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, Mailboxes, header},
};
use secrecy::ExposeSecret;
use std::{error::Error as _, time::Duration};
use tokio::time::timeout;

/// True if the text has the form of a mail address.
pub fn is_address(text: &str) -> bool {
    text.parse::<Address>().is_ok()
}

/// The mail server, the sender and the recipients.
#[derive(Debug)]
pub(crate) struct Mail {
    server: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    to: Mailboxes,
    /// The time limit of one mail. The library limits only the connecting.
    time_limit: Duration,
}

fn wrong(setting: &'static str, reason: impl Into<String>) -> NotifyError {
    NotifyError::Setting {
        setting,
        reason: reason.into(),
    }
}

impl Mail {
    /// The mail server of the settings, if they name one.
    pub(crate) fn new(settings: &NotifySettings) -> Result<Option<Self>, NotifyError> {
        let url = settings.smtp_url.expose_secret();
        if url.is_empty() {
            return Ok(None);
        }
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| {
                wrong(
                    "smtp_url",
                    "write an address such as smtps://user:password@mail.kampus.ac.id",
                )
            })?
            .timeout(Some(settings.timeout))
            .build();
        let from = settings
            .from
            .parse()
            .map_err(|_| wrong("from", "write an address such as selaras@kampus.ac.id"))?;
        let to: Mailboxes = settings
            .to
            .parse()
            .map_err(|_| wrong("to", "write addresses with commas between"))?;
        if to.iter().next().is_none() {
            return Err(wrong("to", "write the address of a recipient"));
        }
        let time_limit = settings.timeout;
        Ok(Some(Self {
            server,
            from,
            to,
            time_limit,
        }))
    }

    pub(crate) async fn send(&self, notice: &Notice) -> Result<(), NotifyError> {
        let to = match &notice.to {
            None => self.to.clone(),
            Some(one) => one
                .parse::<Mailbox>()
                .map(Mailboxes::from)
                .map_err(|error| NotifyError::NotTaken(error.to_string()))?,
        };
        let message = Message::builder()
            .mailbox(header::From::from(Mailboxes::from(self.from.clone())))
            .mailbox(header::To::from(to))
            .subject(&notice.subject)
            .message_id(Some(format!("<{}@selaras>", notice.name)))
            .header(header::ContentType::TEXT_PLAIN)
            .body(notice.text.clone())
            .map_err(|error| NotifyError::NotTaken(error.to_string()))?;
        let sent = timeout(self.time_limit, self.server.send(message)).await;
        let sent = sent.map_err(|_| NotifyError::NotTaken("the mail server does not answer in time".to_owned()))?;
        sent.map_err(|error| {
            let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
            NotifyError::NotTaken(format!("{error}{cause}"))
        })?;
        Ok(())
    }
}
