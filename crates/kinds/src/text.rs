//! A value as universities send it.

use serde::{Deserialize, Deserializer, Serialize, de};
use std::{borrow::Cow, fmt, ops::Deref};

/// A text field of a row.
///
/// Numbers and booleans are accepted as text (`11` and `"11"` are the same code), surrounding space is trimmed, `null` is
/// empty (contract, section 6). A number that may have lost digits is refused: it may be another person's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Text(String);

impl Text {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Text {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<&str> for Text {
    fn from(value: &str) -> Self {
        Self(trimmed(value).to_owned())
    }
}

impl From<String> for Text {
    fn from(value: String) -> Self {
        if trimmed(&value).len() == value.len() {
            Self(value)
        } else {
            Self::from(value.as_str())
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextVisitor)
    }
}

/// 2^53: from here on a floating-point number cannot be told from its neighbours. Integers of up to 64 bits are exact.
const ROUNDED: f64 = 9_007_199_254_740_992.0;

struct TextVisitor;

impl de::Visitor<'_> for TextVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("teks atau angka")
    }
    fn visit_str<E: de::Error>(self, value: &str) -> Result<Text, E> {
        Ok(value.into())
    }
    fn visit_string<E: de::Error>(self, value: String) -> Result<Text, E> {
        Ok(value.into())
    }
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Text, E> {
        Ok(Text(value.to_string()))
    }
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Text, E> {
        Ok(Text(value.to_string()))
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Text, E> {
        if value.abs() >= ROUNDED {
            return Err(E::invalid_value(de::Unexpected::Float(value), &"angka yang utuh"));
        }
        Ok(Text(value.to_string()))
    }
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Text, E> {
        Ok(Text(value.to_string()))
    }
    fn visit_unit<E: de::Error>(self) -> Result<Text, E> {
        Ok(Text::default())
    }
}

/// True for a character without width, such as U+200B: people cannot see that two texts differ by it.
pub const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
    )
}

/// A text without the spaces, control characters and invisible characters at its ends.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || letter.is_control() || is_invisible(letter))
}

/// A number or code without what programs put around it to keep it as text: invisible characters, no-break spaces, the
/// leading `'` and the `="…"` of spreadsheets.
pub fn bare_number(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.starts_with(['\'', '=']) {
        return Cow::Borrowed(text);
    }
    let no_break = |letter: &char| matches!(letter, '\u{a0}' | '\u{2007}' | '\u{202f}');
    let seen: String = text
        .chars()
        .filter(|letter| !is_invisible(*letter) && !no_break(letter))
        .collect();
    let formula = seen.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    let bare = formula.unwrap_or(&seen).trim();
    Cow::Owned(bare.strip_prefix('\'').unwrap_or(bare).trim().to_owned())
}

/// True for a text that programs write where a number is missing.
pub fn is_placeholder(text: &str) -> bool {
    matches!(text, "-" | "0" | "#N/A") || text.eq_ignore_ascii_case("null") || text.eq_ignore_ascii_case("nan")
}

/// True if a text is a number that may have lost digits: its exponent has a plus (`1,97001E+17`), or is at least 7 after a
/// decimal point (`1.97E17`, as Java writes it), or at least 15 without one (`2e17`, MySQL). A class `2E5` and a code `1E3`
/// are not.
pub fn is_rounded(text: &str) -> bool {
    let number = text.strip_prefix(['-', '+']).unwrap_or(text);
    // Most texts are names.
    if !number.starts_with(|letter: char| letter.is_ascii_digit()) {
        return false;
    }
    let Some((number, power)) = number.split_once(['e', 'E']) else {
        return false;
    };
    let (least, power) = match power.strip_prefix('+') {
        Some(power) => (0, power),
        None if number.contains(['.', ',']) => (7, power),
        None if number.len() == 1 => (15, power),
        None => return false,
    };
    number
        .chars()
        .all(|letter| letter.is_ascii_digit() || letter == '.' || letter == ',')
        && power.chars().all(|letter| letter.is_ascii_digit())
        && power.parse::<u32>().is_ok_and(|power| (least..100).contains(&power))
}

#[cfg(test)]
mod tests {
    use super::{Text, bare_number, is_rounded};

    #[test]
    fn number_is_taken_without_what_surrounds_it() {
        for text in [
            "00260003",
            "'00260003",
            "=\"00260003\"",
            "00260003\u{200b}",
            "\u{feff}0026\u{ad}0003",
            "0026\u{a0}0003",
            "\u{a0}'00260003",
            "=\"'00260003 \"",
        ] {
            assert_eq!(bare_number(text), "00260003", "{text:?}");
        }
        for text in ["IF-101", "O'Neil", "26 0003", "A=B", "-", ""] {
            assert_eq!(bare_number(text), text);
        }
    }

    #[test]
    fn text_loses_invisible_characters_at_its_ends_only() {
        assert_eq!(Text::from("\u{feff} Siti\u{200b}\u{a0}\u{1a}").as_str(), "Siti");
        assert_eq!(Text::from("Algo\u{200b}ritma".to_owned()).as_str(), "Algo\u{200b}ritma");
    }

    #[test]
    fn rounded_number_is_told_apart_from_a_code() {
        for number in [
            "1,97001E+17",
            "2.6E+05",
            "1.97001e+17",
            "2e+17",
            "1.97E17",
            "-1.97E17",
            "1.2345678E7",
            "2e17",
        ] {
            assert!(is_rounded(number), "{number}");
        }
        for code in [
            "197001012005011001",
            "2E5",
            "1E3",
            "2e12",
            "12E34",
            "1.5E2",
            "IE+1",
            "SITI E+",
            "7E",
            "1E+",
            "3.1E-7",
            "1.2.E",
            "1234e567",
            "4e5a",
            "",
        ] {
            assert!(!is_rounded(code), "{code}");
        }
    }
}
