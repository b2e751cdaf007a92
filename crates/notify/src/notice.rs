//! A notice, and the ways to send it.

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
