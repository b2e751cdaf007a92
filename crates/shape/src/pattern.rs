//! Patterns of names: `{{ kode_matakuliah }}-{{ nama_kelas }}`.

use crate::Values;
use minijinja::{Environment, Error, UndefinedBehavior, value::Value};
use serde::{Deserialize, Serialize};
use std::{
    io::{self, Write},
    sync::LazyLock,
};

/// Longest pattern, in characters.
pub const LONGEST: usize = 200;

/// A name with fields in it. Empty: the object's usual name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pattern(pub String);

/// The template engine: it reads fields, knows the filters below, and fails for any other name.
static ENGINE: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut engine = Environment::empty();
    engine.set_undefined_behavior(UndefinedBehavior::Strict);
    engine.add_filter("lower", |text: String| text.to_lowercase());
    engine.add_filter("upper", |text: String| text.to_uppercase());
    engine.add_filter("trim", |text: String| text.trim().to_owned());
    engine.add_filter("truncate", |text: String, most: usize| {
        text.chars().take(most).collect::<String>()
    });
    engine.add_filter("default", |text: String, otherwise: String| match text.is_empty() {
        true => otherwise,
        false => text,
    });
    engine
});

/// Why a pattern is no pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatternFault {
    /// It is longer than [`LONGEST`].
    TooLong,
    /// It cannot be read: the engine's words.
    Unreadable(String),
    /// It reads a field that there is not.
    UnknownField(String),
}

impl Pattern {
    /// True if the object has its usual name.
    pub fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }

    /// Checks that it can be read, has only fields out of `names`, and can be rendered.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, names: &[&'static str]) -> Result<(), PatternFault> {
        if self.0.chars().count() > LONGEST {
            return Err(PatternFault::TooLong);
        }
        // A name needs no statements, which could loop, and no arithmetic, which could repeat a text without end.
        if let Some(sign) = ["{%", "{#", "*"].into_iter().find(|sign| self.0.contains(sign)) {
            return Err(PatternFault::Unreadable(sign.to_owned()));
        }
        let unreadable = |error: Error| PatternFault::Unreadable(words_of(&error));
        let template = ENGINE.template_from_str(&self.0).map_err(unreadable)?;
        let mut unknown: Vec<_> = template.undeclared_variables(false).into_iter().collect();
        unknown.retain(|name| !names.contains(&name.as_str()));
        unknown.sort();
        if let Some(name) = unknown.into_iter().next() {
            return Err(PatternFault::UnknownField(name));
        }
        // Filters and their arguments are known only when they run.
        let mut values = Values::default();
        values.add_names(names);
        self.render(&values).map(drop).map_err(PatternFault::Unreadable)
    }

    /// The name of an object with these fields. It ends with no blank and no hyphen, which an empty field would leave.
    ///
    /// # Errors
    /// The engine's words; [`Self::check`] finds the fault before a pattern is stored.
    pub fn render(&self, values: &Values) -> Result<String, String> {
        let mut name = Bounded::default();
        let rendered = ENGINE
            .template_from_str(&self.0)
            .and_then(|template| template.render_captured_to(Value::from_object(values.clone()), &mut name));
        rendered.map_err(|error| words_of(&error))?;
        let name = String::from_utf8_lossy(&name.0);
        Ok(name.trim_start().trim_end_matches([' ', '-']).to_owned())
    }
}

/// What the engine says about a fault.
fn words_of(error: &Error) -> String {
    error.detail().map_or_else(|| error.kind().to_string(), str::to_owned)
}

/// Takes a name, and refuses one that is longer than any name may be.
#[derive(Default)]
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.0.len() + text.len() > MOST_BYTES {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.0.extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of a rendered name: more than the platform takes.
const MOST_BYTES: usize = 4000;
