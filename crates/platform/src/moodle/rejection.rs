//! A refusal as Moodle words it, and the values in it.

use crate::Refusal;
use selaras_reasons::Reason;

/// Moodle's refusal of what was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rejection {
    /// Moodle's code. Never markup.
    pub(crate) code: String,
    /// Moodle's text, in the language of the token's user.
    pub(crate) message: String,
}

impl Rejection {
    /// Builds a rejection from a reply.
    pub(crate) fn new(code: &str, message: &str) -> Self {
        // For a weak password Moodle sends the whole text, with markup, as the code.
        Self {
            code: plain(code),
            message: plain(message),
        }
    }

    /// True if the token's user lacks a capability.
    pub(crate) fn is_missing_capability(&self) -> bool {
        matches!(
            &*self.code,
            "nopermissions" | "nopermission" | "nopermissiontoviewgrades"
        )
    }

    /// True if the token's user lacks a capability, or the token's service lacks the function.
    pub(crate) fn is_forbidden(&self) -> bool {
        self.is_missing_capability() || self.code == "accessexception"
    }

    /// True if the welcome message could not be sent. All people of the call are enrolled then: Moodle sends it after it has
    /// stored the enrolments, and repeats the refusal on every call.
    pub(crate) fn is_unsent_message(&self) -> bool {
        self.code == "Message was not sent."
    }

    /// True if the database did not write, and nothing is kept of the call: because of a value, or because of a deadlock with
    /// another call. Moodle does not say which.
    pub(crate) fn is_write_error(&self) -> bool {
        self.code == "dmlwriteexception"
    }

    /// True if its object no longer exists: an account, a course, a group.
    pub(crate) fn is_gone(&self) -> bool {
        matches!(
            &*self.code,
            "invalidrecordunknown" | "errorcoursecontextnotvalid" | "userdeleted"
        )
    }

    /// The value in parentheses, as in "Short name is already used for another course (IF101)".
    pub(crate) fn named_value(&self) -> Option<&str> {
        // A short name may itself contain parentheses; the sentence has one pair around it.
        let (_, rest) = self.message.split_once('(')?;
        rest.rsplit_once(')').map(|(value, _)| value)
    }

    /// The first number in the text.
    pub(crate) fn first_number(&self) -> Option<i64> {
        self.numbers().next()
    }

    /// The numbers in the text.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = i64> {
        self.message
            .split(|letter: char| !letter.is_ascii_digit())
            .filter_map(|digits| digits.parse().ok())
    }

    /// Builds the refusal to show, with that reason.
    pub(crate) fn because(&self, reason: Reason) -> Refusal {
        Refusal {
            reason,
            code: self.code.clone(),
        }
    }
}

/// A refusal by the connector itself, without a reply of Moodle's.
pub(crate) fn own(code: &str, reason: Reason) -> Refusal {
    Refusal {
        reason,
        code: format!("selaras:{code}"),
    }
}

/// Text without markup, in one line, of bounded length.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '<' => {
                inside = true;
                out.push(' ');
            }
            '>' if inside => inside = false,
            _ if inside => {}
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(300)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_stripped_from_code_and_message() {
        let rejection = Rejection::new(
            "<div>Too short.</div><div>No digit.</div>",
            "error/<div>Too short.</div>",
        );
        assert_eq!(rejection.code, "Too short. No digit.");
        assert_eq!(rejection.message, "error/ Too short.");
    }

    #[test]
    fn named_value_is_read_from_parentheses() {
        let named = |message| Rejection::new("x", message).named_value().map(str::to_owned);
        assert_eq!(
            named("Short name is already used for another course (IF101)").as_deref(),
            Some("IF101")
        );
        assert_eq!(
            named("Short name is already used (IF101 (A))").as_deref(),
            Some("IF101 (A)")
        );
        assert_eq!(named("Invalid parameter value detected"), None);
    }
}
