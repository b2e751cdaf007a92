//! Texts from Zoom, which people typed on their own devices.

use serde::{Deserialize, Deserializer};

/// Maximum number of letters to store.
const LONGEST: usize = 500;

/// Reads a text, or a number if Zoom sends one; a missing value is empty. Control characters become spaces, because some
/// databases refuse them.
pub(crate) fn text<'de, D: Deserializer<'de>>(reader: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sent {
        Text(String),
        Number(i64),
    }
    Ok(match Option::<Sent>::deserialize(reader)? {
        None => String::new(),
        Some(Sent::Number(number)) => number.to_string(),
        Some(Sent::Text(text)) => {
            let plain = text.chars().take(LONGEST).map(|c| if c.is_control() { ' ' } else { c });
            plain.collect::<String>().trim().to_owned()
        }
    })
}

/// Reads a time; an empty text is `None`.
pub(crate) fn time<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<jiff::Timestamp>, D::Error> {
    let text = text(reader)?;
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(serde::de::Error::custom)
}
