//! Refuses objects that Moodle is known to refuse, with an exact reason and before they cost a batch.

use selaras_kinds::object::{Account, Category, Course, Group, Object, Profile, ProfileField};
use selaras_kinds::{has_markup, is_email};
use selaras_reasons::{Reason, Word};

use super::name::platform;
use super::rejection::own;
use crate::Refusal;

/// Longest username, name and e-mail address of an account, in characters.
const LONGEST_NAME: usize = 100;
/// Longest name of a category, group or course, in characters; Moodle 4.1's columns hold no more.
const LONGEST_TITLE: usize = 254;
/// Longest idnumber of an object other than an account.
const LONGEST_IDNUMBER: usize = 100;

/// Accounts that every Moodle has. No person of the campus may have one of these usernames.
const RESERVED: [&str; 2] = ["admin", "guest"];

/// Why Moodle is known to refuse this object.
pub(crate) fn object(object: &Object) -> Option<Refusal> {
    match object {
        Object::Account(account) => of_account(account),
        Object::Course(course) => of_course(course),
        Object::Category(category) => of_category(category),
        Object::Group(group) => of_group(group),
    }
}

fn of_account(account: &Account) -> Option<Refusal> {
    let Account {
        idnumber,
        username,
        firstname,
        lastname,
        email,
        profile: of_profile,
        keeps_username: _,
    } = account;
    username_reason(username)
        .map(|reason| own("username", reason))
        .or_else(|| text(Word::FirstName, firstname, LONGEST_NAME))
        .or_else(|| text(Word::LastName, lastname, LONGEST_NAME))
        .or_else(|| email_reason(email).map(|reason| own("email", reason)))
        .or_else(|| text(Word::Idnumber, idnumber, 255))
        .or_else(|| profile(of_profile))
}

/// Checks the fields of a profile, which may be empty.
fn profile(profile: &Profile) -> Option<Refusal> {
    let check = |(field, value): (&ProfileField, &String)| {
        let (word, longest) = match field {
            ProfileField::Department => (Word::Department, 255),
            ProfileField::Institution => (Word::Institution, 255),
            ProfileField::City => (Word::City, 120),
            ProfileField::Phone => (Word::Phone, 20),
            ProfileField::Language => (Word::Language, 30),
            ProfileField::Custom(_) => (Word::ProfileField, 255),
        };
        if value.is_empty() {
            None
        } else {
            text(word, value, longest)
        }
    };
    profile.iter().find_map(check)
}

fn of_course(course: &Course) -> Option<Refusal> {
    text(Word::CourseName, &course.fullname, LONGEST_TITLE)
        .or_else(|| text(Word::CourseShortName, &course.shortname, 255))
        .or_else(|| text(Word::Idnumber, &course.idnumber, LONGEST_IDNUMBER))
}

fn of_category(category: &Category) -> Option<Refusal> {
    text(Word::CategoryName, &category.name, 255).or_else(|| text(Word::Idnumber, &category.idnumber, LONGEST_IDNUMBER))
}

fn of_group(group: &Group) -> Option<Refusal> {
    text(Word::ClassName, &group.name, LONGEST_TITLE)
        .or_else(|| text(Word::ClassName, &group.name_if_taken, LONGEST_TITLE))
        .or_else(|| text(Word::Idnumber, &group.idnumber, LONGEST_IDNUMBER))
}

/// Checks a text. Moodle strips markup, and refuses the text if that changed it.
fn text(field: Word, value: &str, longest: usize) -> Option<Refusal> {
    if value.trim().is_empty() {
        Some(own("empty", Reason::ValueEmpty { field }))
    } else if has_markup(value) {
        let value = value.to_owned();
        Some(own("markup", Reason::ValueMarkup { field, value }))
    } else {
        too_long(field, value, longest).map(|reason| own("long", reason))
    }
}

fn too_long(field: Word, value: &str, longest: usize) -> Option<Reason> {
    (value.chars().count() > longest).then_some(Reason::ValueTooLong {
        field,
        most: longest as u64,
    })
}

pub(crate) fn username_reason(username: &str) -> Option<Reason> {
    let value = || username.to_owned();
    if username.is_empty() {
        Some(Reason::UsernameEmpty { platform: platform() })
    } else if username.chars().count() > LONGEST_NAME {
        too_long(Word::Username, username, LONGEST_NAME)
    } else if !username
        .chars()
        .all(|letter| matches!(letter, 'a'..='z' | '0'..='9' | '-' | '.' | '@' | '_'))
    {
        Some(Reason::UsernameInvalid {
            platform: platform(),
            value: value(),
        })
    } else if RESERVED.contains(&username) {
        Some(Reason::UsernameReserved {
            platform: platform(),
            value: value(),
        })
    } else {
        None
    }
}

fn email_reason(email: &str) -> Option<Reason> {
    let field = Word::EmailAddress;
    if email.is_empty() {
        Some(Reason::ValueEmpty { field })
    } else if email.chars().count() > LONGEST_NAME {
        too_long(field, email, LONGEST_NAME)
    } else if !is_email(email) {
        Some(Reason::EmailRefused {
            value: email.to_owned(),
        })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(username: &str, firstname: &str, lastname: &str, email: &str) -> Account {
        Account {
            idnumber: "selaras:mahasiswa:1".into(),
            username: username.into(),
            firstname: firstname.into(),
            lastname: lastname.into(),
            email: email.into(),
            profile: Profile::new(),
            keeps_username: false,
        }
    }

    #[test]
    fn valid_account_is_not_refused() {
        for (username, firstname, lastname, email) in [
            ("260001", "Siti Nur", "Rahayu", "260001@example.org"),
            ("o.brien-1@x_y", "O'Brien", "-", "o'brien+x@mail.example.ac.id"),
            ("260011", "Sîtì Ñur 😀", "Rahayu & < Co", "a@b.co"),
        ] {
            assert_eq!(of_account(&of(username, firstname, lastname, email)), None);
        }
    }

    #[test]
    fn invalid_account_is_refused_with_its_field() {
        let code = |username: &str, firstname: &str, lastname: &str, email: &str| {
            of_account(&of(username, firstname, lastname, email)).unwrap().code
        };
        assert_eq!(code("Huruf Besar", "a", "b", "a@b.co"), "selaras:username");
        assert_eq!(code(&"x".repeat(101), "a", "b", "a@b.co"), "selaras:username");
        assert_eq!(code("guest", "a", "b", "a@b.co"), "selaras:username");
        assert_eq!(code("1", "", "b", "a@b.co"), "selaras:empty");
        assert_eq!(code("1", "a", " ", "a@b.co"), "selaras:empty");
        assert_eq!(code("1", "O'Brien <b>x</b>", "b", "a@b.co"), "selaras:markup");
        for email in [
            "not-an-email",
            "",
            "a@b",
            "a b@c.co",
            "a@@b.co",
            ".a@b.co",
            "a@-b.co",
            "a@b..co",
            "é@b.co",
        ] {
            assert_eq!(code("1", "a", "b", email), "selaras:email", "{email}");
        }
    }
}
