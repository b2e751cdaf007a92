//! The answers of the setup page, parsed from a body.

use crate::{
    ApiError, NewPasswords,
    body::{Failures, Fields, known},
    document::{flag, text},
    error::shown,
    routes::account::{name, new_password, new_username},
};
use secrecy::{ExposeSecret, SecretString};
use selaras_reasons::Reason;
use selaras_shape::{CoursePer, Shape};
use selaras_source::List;
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::PathBuf};
use url::Url;

/// The source: its lists and its display name.
#[derive(Debug, Clone)]
pub struct SourceAnswers {
    /// Display name; empty for the default.
    pub name: String,
    /// True if the campus takes part in the exchange of students.
    pub mbkm: bool,
    /// How its lists are read.
    pub way: SourceWay,
    /// PEM file of a certificate authority to trust in addition to the system's.
    pub ca_file: Option<PathBuf>,
    /// Further settings of `source` in TOML. They override all others.
    pub more: String,
}

/// How the lists of the source are read.
#[derive(Debug, Clone)]
pub enum SourceWay {
    /// From a web service.
    Http {
        /// Its address.
        base_url: Url,
        /// Its bearer token, if any.
        bearer: SecretString,
    },
    /// From a Neo Feeder, the ministry's reporting system.
    Feeder {
        /// Its address.
        base_url: Url,
        /// User name there.
        username: String,
        /// Password there.
        password: SecretString,
        /// Code of the semester to read.
        semester: String,
    },
    /// From a database.
    Sql {
        /// Its address.
        url: SecretString,
        /// Queries by list name.
        queries: BTreeMap<String, String>,
    },
    /// From files in a folder.
    Files {
        /// The folder.
        folder: PathBuf,
    },
    /// From files that administrators upload.
    Uploads,
}

/// The platform.
#[derive(Debug, Clone)]
pub struct PlatformAnswers {
    /// Its address.
    pub base_url: Url,
    /// The token of its web service.
    pub token: SecretString,
    /// PEM file of a certificate authority to trust in addition to the system's.
    pub ca_file: Option<PathBuf>,
    /// How people with new accounts sign in: the name of an authentication plugin; `None` if it is not stated.
    pub auth: Option<String>,
}

/// Whether secrets may be sent to other machines unencrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// Allowed on the page.
    Allowed,
    /// Not answered: other layers of the settings decide.
    Unsaid,
}

/// All answers except the first administrator.
#[derive(Debug, Clone)]
pub struct Answers {
    /// The source.
    pub source: SourceAnswers,
    /// The platform.
    pub platform: PlatformAnswers,
    /// The database; `None` for the default, or if another layer names it.
    pub database: Option<SecretString>,
    /// Whether secrets may be sent unencrypted.
    pub plain: Plain,
    /// What the rows become on the platform, for a database without administrators; `None` for the usual shape.
    pub shape: Option<Shape>,
}

/// The first administrator.
#[derive(Debug, Clone)]
pub struct FirstAdministrator {
    /// Display name.
    pub name: String,
    /// User name.
    pub username: String,
    /// Hash of the password.
    pub password_hash: String,
}

const WAYS: [&str; 5] = ["http", "feeder", "sql", "files", "uploads"];

/// Members of a body that describe the source.
pub(super) fn of_source() -> Vec<(&'static str, Value)> {
    vec![
        ("way", json!({ "type": "string", "enum": WAYS })),
        ("source_name", text()),
        ("mbkm", flag()),
        ("base_url", text()),
        ("bearer", text()),
        ("feeder_username", text()),
        ("feeder_password", text()),
        ("semester", text()),
        ("sql_url", text()),
        ("queries", json!({ "type": "object", "additionalProperties": text() })),
        ("folder", text()),
        ("ca_file", text()),
        ("more", text()),
    ]
}

/// Members of a body that describe the platform.
pub(super) fn of_platform() -> Vec<(&'static str, Value)> {
    vec![
        ("platform_url", text()),
        ("platform_token", text()),
        ("platform_ca_file", text()),
        ("platform_auth", text()),
    ]
}

/// The member of each body that allows addresses without encryption.
pub(super) const ALLOW_PLAIN: &str = "allow_plain";

/// Reads whether addresses without encryption are allowed.
pub(super) fn plain(body: &Fields) -> Result<Plain, ApiError> {
    Ok(match body.flag(ALLOW_PLAIN)? {
        true => Plain::Allowed,
        false => Plain::Unsaid,
    })
}

/// Reads the source's answers and records their errors.
pub(super) fn source(body: &Fields, failures: &mut Failures) -> Result<Option<SourceAnswers>, ApiError> {
    let way = match body.text("way")?.unwrap_or_default().as_str() {
        "http" => failures.take(address(body, "base_url").map(Some))?.map(|base_url| {
            Ok::<_, ApiError>(SourceWay::Http {
                base_url,
                bearer: secret(body, "bearer")?,
            })
        }),
        "feeder" => {
            let base_url = failures.take(address(body, "base_url").map(Some))?;
            let username = failures.take(body.required("feeder_username", Reason::empty("Username")))?;
            let password = failures.take(filled(body, "feeder_password", "Password").map(Some))?;
            let semester = failures.take(semester(body))?;
            base_url.zip(password).map(|(base_url, password)| {
                Ok(SourceWay::Feeder {
                    base_url,
                    username,
                    password,
                    semester,
                })
            })
        }
        "sql" => {
            let url = failures.take(filled(body, "sql_url", "Database").map(Some))?;
            let queries = failures.take(queries(body))?;
            url.map(|url| Ok(SourceWay::Sql { url, queries }))
        }
        "files" => {
            let folder = failures.take(body.required("folder", Reason::empty("Folder")))?;
            Some(Ok(SourceWay::Files { folder: folder.into() }))
        }
        "uploads" => Some(Ok(SourceWay::Uploads)),
        _ => {
            let names = WAYS.join(", ");
            failures.take(Err::<(), _>(ApiError::field("way", Reason::SetupWayUnknown { names })))?;
            None
        }
    };
    let Some(way) = way.transpose()? else {
        return Ok(None);
    };
    Ok(Some(SourceAnswers {
        name: body.text("source_name")?.unwrap_or_default(),
        mbkm: body.flag("mbkm")?,
        way,
        ca_file: file(body, "ca_file")?,
        more: body.text("more")?.unwrap_or_default(),
    }))
}

/// Reads the platform's answers and records their errors.
pub(super) fn platform(body: &Fields, failures: &mut Failures) -> Result<Option<PlatformAnswers>, ApiError> {
    let base_url = failures.take(address(body, "platform_url").map(Some))?;
    let token = failures.take(filled(body, "platform_token", "Token").map(Some))?;
    let ca_file = file(body, "platform_ca_file")?;
    let auth = failures.take(auth(body))?;
    let both = base_url.zip(token);
    Ok(both.map(|(base_url, token)| PlatformAnswers {
        base_url,
        token,
        ca_file,
        auth,
    }))
}

/// The name of an authentication plugin; `None` if the body does not have the member.
fn auth(body: &Fields) -> Result<Option<String>, ApiError> {
    let field = "platform_auth";
    let Some(auth) = body.text(field)? else { return Ok(None) };
    if auth.is_empty() {
        return Err(ApiError::field(field, Reason::empty("Cara masuk")));
    }
    let is_name = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'_';
    match auth.bytes().all(is_name) {
        true => Ok(Some(auth)),
        false => {
            let field_name = field.to_owned();
            Err(ApiError::field(
                field,
                Reason::CharacterNotAllowed { field: field_name },
            ))
        }
    }
}

/// Reads what there is one course for; `None` for the usual shape.
pub(super) fn shape(body: &Fields) -> Result<Option<Shape>, ApiError> {
    let course = body.text("course")?.filter(|word| !word.is_empty());
    let course = course.map(|word| known("course", &word, &CoursePer::ALL)).transpose()?;
    Ok(course.map(|course| Shape {
        course,
        ..Shape::default()
    }))
}

/// Reads the database's address; `None` for the default.
pub(super) fn database(body: &Fields) -> Result<Option<SecretString>, ApiError> {
    let url = secret(body, "database_url")?;
    match url.expose_secret() {
        "" => Ok(None),
        text if ["sqlite:", "postgres://", "postgresql://"]
            .iter()
            .any(|start| text.starts_with(start)) =>
        {
            Ok(Some(url))
        }
        _ => Err(ApiError::field("database_url", Reason::DatabaseAddressExpected)),
    }
}

/// Reads the first administrator: name, user name and password, checked as at sign-up; `None` if all are empty.
pub(super) fn administrator(
    body: &Fields,
    failures: &mut Failures,
) -> Result<Option<(String, String, String)>, ApiError> {
    let said = [
        body.text("name")?,
        body.text("username")?,
        Some(body.secret("password")?),
    ];
    if said.iter().flatten().all(String::is_empty) {
        return Ok(None);
    }
    let full_name = failures.take(name(body, "name", Reason::empty("Nama")))?;
    let username = failures.take(new_username(body))?;
    let password = failures.take(new_password(
        body,
        "password",
        Reason::PasswordMissing,
        NewPasswords::HardToGuess,
    ))?;
    Ok(Some((full_name, username, password)))
}

/// The code of a semester. Digits only, since it becomes part of the feeder's filter.
fn semester(body: &Fields) -> Result<String, ApiError> {
    let semester = body.required("semester", Reason::empty("Semester"))?;
    if !semester.bytes().all(|letter| letter.is_ascii_digit()) {
        return Err(ApiError::field("semester", Reason::SetupSemesterExpected));
    }
    Ok(semester)
}

/// An optional file name.
fn file(body: &Fields, field: &str) -> Result<Option<PathBuf>, ApiError> {
    let named = body.text(field)?.filter(|name| !name.is_empty());
    Ok(named.map(PathBuf::from))
}

fn queries(body: &Fields) -> Result<BTreeMap<String, String>, ApiError> {
    let all = body.named_texts("queries")?.unwrap_or_default();
    let filled: BTreeMap<_, _> = all.into_iter().filter(|(_, query)| !query.trim().is_empty()).collect();
    if filled.is_empty() {
        return Err(ApiError::field("queries", Reason::QueryExpected));
    }
    let strange: Vec<_> = filled
        .keys()
        .filter(|list| List::named(list).is_none())
        .map(|list| shown(list))
        .collect();
    if !strange.is_empty() {
        let names = strange.join(", ");
        return Err(ApiError::Malformed(Reason::UnknownKeys { names }));
    }
    Ok(filled)
}

fn address(body: &Fields, field: &str) -> Result<Url, ApiError> {
    let expected = || ApiError::field(field, Reason::WebAddressExpected);
    let url = Url::parse(&body.required(field, Reason::WebAddressExpected)?).map_err(|_| expected())?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(expected());
    }
    Ok(url)
}

fn filled(body: &Fields, field: &str, label: &str) -> Result<SecretString, ApiError> {
    let secret = secret(body, field)?;
    if secret.expose_secret().is_empty() {
        return Err(ApiError::field(field, Reason::empty(label)));
    }
    Ok(secret)
}

/// A pasted secret, without surrounding space.
fn secret(body: &Fields, field: &str) -> Result<SecretString, ApiError> {
    Ok(SecretString::from(body.text(field)?.unwrap_or_default()))
}
