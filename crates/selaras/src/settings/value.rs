//! Checks of a setting's value. Each refusal names the setting, and its variable.

use anyhow::{Context, Result, anyhow, bail};
use figment::error::Kind;
use std::path::Path;
use url::Url;

/// Why the settings cannot be read: one sentence that names the first wrong one.
pub(super) fn unreadable(error: figment::Error) -> anyhow::Error {
    let Some(error) = error.into_iter().next() else {
        return anyhow!("the settings cannot be read");
    };
    let (name, fault) = (error.path.join("."), fault(&error.kind));
    if name.is_empty() {
        return anyhow!("the settings cannot be read: {fault}");
    }
    let variable = variable(&name);
    anyhow!("the setting {name} (or {variable}) is wrong: {fault}; see selaras.example.toml")
}

/// What is wrong with a setting: the expected value, never the present one, which may be a secret.
fn fault(kind: &Kind) -> String {
    match kind {
        Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) | Kind::InvalidLength(_, expected) => {
            format!("expected {expected}")
        }
        Kind::UnknownVariant(_, expected) => format!("expected one of {}", expected.join(", ")),
        Kind::UnknownField(..) | Kind::MissingField(_) | Kind::DuplicateField(_) => kind.to_string(),
        // The parser quotes the wrong line of the file, behind its number and a bar. That line is dropped.
        Kind::Message(said) => {
            let lines = said.lines().filter(|line| {
                let rest = line.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
                !rest.starts_with('|')
            });
            lines.collect::<Vec<_>>().join(": ")
        }
        _ => "what is there cannot be read".to_owned(),
    }
}

/// The variable of a setting.
pub(crate) fn variable(name: &str) -> String {
    format!("SELARAS_{}", name.replace('.', "__").to_uppercase())
}

pub(super) fn required(name: &str, value: &str, what: &str) -> Result<()> {
    if value.trim().is_empty() {
        bail!("the setting {name} (or {}) is missing: write {what}", variable(name));
    }
    Ok(())
}

pub(super) fn address(name: &str, value: &str) -> Result<Url> {
    let url = Url::parse(value)
        // Without the value, which may contain a password.
        .with_context(|| format!("the setting {name} (or {}) is no address", variable(name)))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        bail!(
            "the setting {name} (or {}) must begin with https:// or http://",
            variable(name)
        );
    }
    Ok(url)
}

/// Reads a certificate that a setting names.
pub(crate) fn certificate(name: &str, file: Option<&Path>) -> Result<Option<Vec<u8>>> {
    file.map(|file| {
        std::fs::read(file)
            .with_context(|| format!("the setting {name} names {}, which cannot be read", file.display()))
    })
    .transpose()
}
