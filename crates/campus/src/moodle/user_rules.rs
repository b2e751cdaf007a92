//! Moodle's rules for accounts.

use super::form::List;
use super::refusal::Refusal;

const FIELDS: [&str; 31] = [
    "id",
    "suspended",
    "userpicture",
    "createpassword",
    "username",
    "auth",
    "password",
    "firstname",
    "lastname",
    "email",
    "maildisplay",
    "city",
    "country",
    "timezone",
    "description",
    "firstnamephonetic",
    "lastnamephonetic",
    "middlename",
    "alternatename",
    "interests",
    "idnumber",
    "institution",
    "department",
    "phone1",
    "phone2",
    "address",
    "lang",
    "calendartype",
    "theme",
    "mailformat",
    "customfields",
];
const NEW_FIELDS: std::ops::RangeFrom<usize> = 3..;
const AUTHS: [&str; 11] = [
    "manual",
    "nologin",
    "email",
    "ldap",
    "oauth2",
    "db",
    "cas",
    "shibboleth",
    "lti",
    "webservice",
    "none",
];
/// The languages of a fresh Moodle.
const LANGUAGES: [&str; 2] = ["", "en"];
/// Lengths of the database's columns.
const NAME_LENGTH: usize = 100;
const IDNUMBER_LENGTH: usize = 255;

/// Checks before any row is processed: one bad row here, and nothing is tried.
pub(super) fn check_types(row: &List, new: bool) -> Result<(), Refusal> {
    if new {
        row.allow(&FIELDS[NEW_FIELDS])?;
    } else {
        row.allow(&FIELDS)?;
        row.number("id")?;
    }
    for name in ["firstname", "lastname"] {
        let value = if new {
            Some(row.text(name)?)
        } else {
            row.optional(name)?
        };
        if value.is_some_and(has_markup) {
            return Err(Refusal::invalid_parameter());
        }
    }
    let username = if new {
        Some(row.text("username")?)
    } else {
        row.optional("username")?
    };
    if username.is_some_and(|username| !username.chars().all(allowed_in_username)) {
        return Err(Refusal::invalid_parameter());
    }
    let email = if new {
        Some(row.text("email")?)
    } else {
        row.optional("email")?
    };
    if email.is_some_and(|email| email.trim() != email) {
        return Err(Refusal::invalid_parameter());
    }
    if row.optional("auth")?.is_some_and(|auth| !AUTHS.contains(&auth)) {
        return Err(Refusal::invalid_parameter());
    }
    // An empty one means the site's.
    if row.optional("lang")?.is_some_and(|lang| !LANGUAGES.contains(&lang)) {
        return Err(Refusal::invalid_parameter());
    }
    row.switch("createpassword")?;
    row.switch("suspended")?;
    Ok(())
}

/// Checks the lengths of the columns.
pub(super) fn check_lengths(row: &List) -> Result<(), Refusal> {
    let too_long = |field: &str, limit: usize| {
        row.optional(field)
            .ok()
            .flatten()
            .is_some_and(|value| value.chars().count() > limit)
    };
    if too_long("username", NAME_LENGTH) {
        return Err(Refusal::invalid_parameter());
    }
    let fields = [
        ("firstname", NAME_LENGTH),
        ("lastname", NAME_LENGTH),
        ("email", NAME_LENGTH),
        ("idnumber", IDNUMBER_LENGTH),
        ("department", 255),
        ("institution", 255),
        ("city", 120),
        ("phone1", 20),
    ];
    if fields.into_iter().any(|(field, limit)| too_long(field, limit)) {
        return Err(Refusal::database());
    }
    Ok(())
}

/// True if stripping tags would change a text.
pub(super) fn has_markup(text: &str) -> bool {
    text.char_indices()
        .any(|(at, letter)| letter == '<' && text[at + 1..].chars().next().is_some_and(|next| !next.is_whitespace()))
}

pub(super) fn allowed_in_username(letter: char) -> bool {
    letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '-' | '.' | '@' | '_')
}

/// True if PHP accepts it as an e-mail address.
pub(super) fn is_email(email: &str) -> bool {
    let Some((local, domain)) = email.rsplit_once('@') else {
        return false;
    };
    let atom = |letter: char| letter.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(letter);
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    };
    local.len() <= 64
        && local.split('.').all(|part| !part.is_empty() && part.chars().all(atom))
        && domain.contains('.')
        && domain.split('.').all(label)
}

/// The policy of a fresh Moodle. Its refusal contains HTML, in the code as well as in the message.
pub(super) fn check_password(password: &str) -> Result<(), Refusal> {
    let rules = [
        (
            password.chars().count() >= 8,
            "Passwords must be at least 8 characters long.",
        ),
        (
            password.chars().any(|letter| letter.is_ascii_digit()),
            "Passwords must have at least 1 digit(s).",
        ),
        (
            password.chars().any(char::is_lowercase),
            "Passwords must have at least 1 lower case letter(s).",
        ),
        (
            password.chars().any(char::is_uppercase),
            "Passwords must have at least 1 upper case letter(s).",
        ),
        (
            password.chars().any(|letter| !letter.is_alphanumeric()),
            "The password must have at least 1 special character(s) such as *, -, or #.",
        ),
    ];
    let broken: String = rules
        .into_iter()
        .filter(|(kept, _)| !kept)
        .map(|(_, rule)| format!("<div>{rule}</div>"))
        .collect();
    if broken.is_empty() {
        return Ok(());
    }
    Err(Refusal::moodle(broken.clone(), format!("error/{broken}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for good in [
            "260001@example.org",
            "o'brien@example.org",
            "a.b+c@mhs.nusantara.example",
        ] {
            assert!(is_email(good), "{good}");
        }
        for bad in [
            "not-an-email",
            "a@b",
            "a b@example.org",
            ".a@example.org",
            "a@-x.org",
            "@example.org",
            "é@example.org",
        ] {
            assert!(!is_email(bad), "{bad}");
        }
    }
}
