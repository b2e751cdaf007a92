//! The sentences, one file for each language (`sentences/`), in Project Fluent's own format.

use crate::Language;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue, concurrent::FluentBundle};
use serde_json::{Map, Value};
use std::{borrow::Cow, sync::OnceLock};
use unic_langid::LanguageIdentifier;

/// The sentences of a language, by code.
pub(crate) type Catalogue = FluentBundle<FluentResource>;

/// The file of a language.
pub(crate) const fn file(language: Language) -> &'static str {
    match language {
        Language::Indonesian => include_str!("../sentences/id.ftl"),
        Language::English => include_str!("../sentences/en.ftl"),
    }
}

/// The catalogue of a language, read once.
pub(crate) fn of(language: Language) -> &'static Catalogue {
    static INDONESIAN: OnceLock<Catalogue> = OnceLock::new();
    static ENGLISH: OnceLock<Catalogue> = OnceLock::new();
    match language {
        Language::Indonesian => INDONESIAN.get_or_init(|| read(language)),
        Language::English => ENGLISH.get_or_init(|| read(language)),
    }
}

/// Reads a file. Entries that cannot be parsed are left out; a test finds them.
fn read(language: Language) -> Catalogue {
    let tag = LanguageIdentifier::from_bytes(language.tag().as_bytes()).unwrap_or_default();
    let mut catalogue = Catalogue::new_concurrent(vec![tag]);
    // All sentences run from left to right. Isolation marks around parameters would be copied with the text.
    catalogue.set_use_isolating(false);
    catalogue.set_formatter(Some(match language {
        Language::Indonesian => |value, _| grouped(value, '.'),
        Language::English => |value, _| grouped(value, ','),
    }));
    let resource = FluentResource::try_new(file(language).to_owned()).unwrap_or_else(|(readable, _)| readable);
    catalogue.add_resource_overriding(resource);
    catalogue
}

/// A whole number as people write it: `1.284` or `1,284`.
fn grouped(value: &FluentValue<'_>, separator: char) -> Option<String> {
    let FluentValue::Number(number) = value else {
        return None;
    };
    let digits = format!("{:.0}", number.value);
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    Some(text)
}

/// The sentence of a code. If the catalogue lacks it, which a test rules out, the code itself.
pub(crate) fn sentence(language: Language, code: &str, parameters: &Map<String, Value>) -> String {
    formatted(language, code, None, parameters).map_or_else(|| code.to_owned(), |(sentence, _)| sentence)
}

/// The sentence of a code for all rows of a group. If no parameter of the code belongs to a single row, it is the code's own
/// sentence.
pub(crate) fn sentence_of_group(language: Language, code: &str, parameters: &Map<String, Value>) -> String {
    formatted(language, code, Some("group"), parameters)
        .map_or_else(|| sentence(language, code, parameters), |(sentence, _)| sentence)
}

/// The sentence of a code, or its attribute `beside`, with the formatting errors; `None` if the catalogue lacks it.
pub(crate) fn formatted(
    language: Language,
    code: &str,
    beside: Option<&str>,
    parameters: &Map<String, Value>,
) -> Option<(String, Vec<FluentError>)> {
    let catalogue = of(language);
    // Fluent's names have hyphens.
    let message = catalogue.get_message(&code.replace('_', "-"))?;
    let pattern = match beside {
        None => message.value()?,
        Some(name) => message.get_attribute(name)?.value(),
    };
    let mut arguments: FluentArgs<'_> = parameters
        .iter()
        .map(|(name, value)| (Cow::Borrowed(name.as_str()), argument(language, name, value)))
        .collect();
    if let Some(Value::String(kind)) = parameters.get("kind") {
        arguments.set("one", label(language, Labelled::Kind, Some("one"), kind));
    }
    let mut faults = Vec::new();
    let sentence = catalogue.format_pattern(pattern, Some(&arguments), &mut faults);
    Some((sentence.into_owned(), faults))
}

/// The kind of a name that belongs to the university.
#[derive(Debug, Clone, Copy)]
enum Labelled {
    Kind,
    Field,
}

/// A name that belongs to the university, in a language: `Tahun Ajaran` is `academic years` in English. Names that the
/// catalogue lacks stay as they are, and so do all names in Indonesian.
fn label(language: Language, what: Labelled, form: Option<&str>, name: &str) -> String {
    let slug = name.to_lowercase().replace(' ', "-");
    let id = match what {
        Labelled::Kind => format!("label-of-kind-{slug}"),
        Labelled::Field => format!("label-of-field-{slug}"),
    };
    let catalogue = of(language);
    let said = catalogue.get_message(&id).and_then(|message| match form {
        None => message.value(),
        Some(form) => message.get_attribute(form).map(|attribute| attribute.value()),
    });
    said.map_or_else(
        || name.to_owned(),
        |pattern| catalogue.format_pattern(pattern, None, &mut Vec::new()).into_owned(),
    )
}

fn argument<'a>(language: Language, name: &str, value: &'a Value) -> FluentValue<'a> {
    match value {
        Value::Number(number) => FluentValue::from(number.as_f64().unwrap_or_default()),
        Value::String(text) => match name {
            "kind" => FluentValue::from(label(language, Labelled::Kind, None, text)),
            "field" => FluentValue::from(label(language, Labelled::Field, None, text)),
            _ => FluentValue::from(text.as_str()),
        },
        Value::Array(parts) => {
            let parts: Vec<_> = parts.iter().map(|part| said(language, part)).collect();
            let between = match name {
                "parts" => ", ",
                "sentences" => " ",
                _ => "; ",
            };
            FluentValue::from(parts.join(between))
        }
        other => FluentValue::from(said(language, other)),
    }
}

/// The text of a parameter that each language words differently: a reason or a word.
pub(crate) fn said(language: Language, value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let none = Map::new();
            let parameters = members.get("parameters").and_then(Value::as_object).unwrap_or(&none);
            match (members.get("code"), members.get("word")) {
                (Some(Value::String(code)), _) => sentence(language, code, parameters),
                (_, Some(Value::String(word))) => sentence(language, &format!("word_{word}"), parameters),
                _ => value.to_string(),
            }
        }
        other => other.to_string(),
    }
}
