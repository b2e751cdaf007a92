//! How another web service than the contract's is spoken with: its calls, its replies, its pages.
//!
//! All of it is settings. What stands in braces in a path, a query or a body is filled in: `{token}`, `{limit}`,
//! `{offset}`, `{page}`, `{cursor}`, and the columns of the class that is asked for (`{nama_mk}`). `{nama_mk:quoted}` is
//! the value within single quotes, for services that take a condition as text.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Map, Value};

/// How a web service is spoken with. Without any of it, it is that of the contract.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Dialect {
    /// Headers of every call, such as an API key.
    pub headers: BTreeMap<String, SecretString>,
    /// `Authorization: Bearer …` of every call.
    pub bearer: Option<SecretString>,
    /// User of `Authorization: Basic …`.
    pub username: Option<String>,
    /// Password of `Authorization: Basic …`; also `{username}` and `{password}` in the token's call.
    pub password: Option<SecretString>,
    /// The call that gives a token.
    pub token: Option<TokenCall>,
    /// Pointer to a code that says whether a reply is a failure: `/error_code`. 0 and nothing are none.
    pub error_code: Option<String>,
    /// Pointer to the words of a failure: `/error_desc`.
    pub error_text: Option<String>,
    /// The calls, by list.
    pub lists: BTreeMap<String, ListCall>,
}

/// The call that gives a token.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenCall {
    /// Path below the base address.
    pub path: String,
    /// JSON body, with places to fill in.
    #[serde(default)]
    pub body: Value,
    /// Pointer to the token in the reply: `/data/token`.
    pub pointer: String,
    /// Whether it goes as `Authorization: Bearer …`; else it is `{token}` in paths, queries and bodies.
    #[serde(default)]
    pub bearer: bool,
}

/// The call that gives a list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ListCall {
    /// The HTTP method, where it is not the contract's.
    pub method: Option<Method>,
    /// The query, with places to fill in.
    pub query: BTreeMap<String, String>,
    /// The JSON body, with places to fill in, where it is not the contract's.
    pub body: Option<Value>,
    /// Pointer to the rows in the reply: `/data`. The reply itself where it is empty.
    pub rows: Option<String>,
    /// Pointers within a row, by field; a name without a slash is a member of the row.
    pub fields: BTreeMap<String, String>,
    /// How the list comes in parts.
    pub pages: Option<Pages>,
    /// The call sends the rows of all classes, each with its class.
    pub whole: bool,
}

/// An HTTP method that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// GET.
    Get,
    /// POST.
    Post,
}

impl From<Method> for reqwest::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Get => Self::GET,
            Method::Post => Self::POST,
        }
    }
}

/// How a list comes in parts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, tag = "by", rename_all = "lowercase")]
pub enum Pages {
    /// `{page}` counts from `first`.
    Number {
        /// `{limit}`.
        size: u64,
        /// The first page's number.
        #[serde(default = "one")]
        first: u64,
    },
    /// `{offset}` is the number of rows before.
    Offset {
        /// `{limit}`.
        size: u64,
    },
    /// `{cursor}` is what the page before says; empty at first.
    Cursor {
        /// `{limit}`.
        size: u64,
        /// Pointer to the next cursor; null, false or empty at the end.
        pointer: String,
    },
    /// The `Link` header with `rel="next"` has the next page's address.
    Link,
}

const fn one() -> u64 {
    1
}

/// What is filled into a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(Vec<(String, String)>);

impl Values {
    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.retain(|(held, _)| held != name);
        self.0.push((name.to_owned(), value.into()));
    }

    /// The text with its places filled.
    pub(crate) fn fill(&self, text: &str) -> String {
        self.fill_with(text, str::to_owned)
    }

    /// The path or query with its places filled. What is filled in stays within its own part.
    pub(crate) fn fill_address(&self, text: &str) -> String {
        self.fill_with(text, |value| {
            let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
            let encoded = value.bytes().map(|byte| match is_plain(byte) {
                true => char::from(byte).to_string(),
                false => format!("%{byte:02X}"),
            });
            encoded.collect()
        })
    }

    fn fill_with(&self, text: &str, write: impl Fn(&str) -> String) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            match after
                .split_once('}')
                .and_then(|(name, after)| Some((self.value(name)?, after)))
            {
                Some((value, after)) => {
                    filled.push_str(&write(&value));
                    rest = after;
                }
                // A brace that is none of ours.
                None => {
                    filled.push('{');
                    rest = after;
                }
            }
        }
        filled.push_str(rest);
        filled
    }

    fn value(&self, name: &str) -> Option<String> {
        let (name, quoted) = name.strip_suffix(":quoted").map_or((name, false), |name| (name, true));
        let (_, value) = self.0.iter().find(|(held, _)| held == name)?;
        Some(if quoted {
            format!("'{}'", value.replace('\'', "''"))
        } else {
            value.clone()
        })
    }

    /// The body with the places of its texts filled.
    pub(crate) fn fill_body(&self, body: &Value) -> Value {
        match body {
            Value::String(text) => Value::String(self.fill(text)),
            Value::Array(values) => values.iter().map(|value| self.fill_body(value)).collect(),
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (name.clone(), self.fill_body(value)))
                .collect(),
            other => other.clone(),
        }
    }
}

/// The value at a pointer; a name without a slash is a member.
pub(crate) fn at<'a>(value: &'a Value, pointer: &str) -> Option<&'a Value> {
    if pointer.is_empty() || pointer.starts_with('/') {
        value.pointer(pointer)
    } else {
        value.get(pointer)
    }
}

impl ListCall {
    /// Whether its replies need no more than the contract's do to be read.
    pub(crate) fn replies_as_the_contract(&self) -> bool {
        self.rows.is_none() && self.fields.is_empty() && self.pages.is_none() && !self.whole
    }

    /// The row with the list's own names.
    pub(crate) fn mapped(&self, row: &Map<String, Value>) -> Map<String, Value> {
        let whole = Value::Object(row.clone());
        let mut mapped = row.clone();
        for (field, pointer) in &self.fields {
            mapped.insert(field.clone(), at(&whole, pointer).cloned().unwrap_or_default());
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_filled_and_other_braces_stay() {
        let mut values = Values::default();
        values.set("nama_mk", "Jum'at {token}");
        values.set("token", "rahasia");
        assert_eq!(values.fill("{token}/{nama_mk}/{x}/{"), "rahasia/Jum'at {token}/{x}/{");
        assert_eq!(values.fill("nama={nama_mk:quoted}"), "nama='Jum''at {token}'");
        let body = json!({"act": "GetX", "filter": ["{nama_mk}"], "n": 1});
        assert_eq!(
            values.fill_body(&body),
            json!({"act": "GetX", "filter": ["Jum'at {token}"], "n": 1})
        );
    }

    #[test]
    fn a_row_gets_the_lists_own_names() {
        let call = ListCall {
            fields: [("nama_kelas", "/kelas/nama"), ("NPK", "nim")]
                .map(|(field, pointer)| (field.to_owned(), pointer.to_owned()))
                .into(),
            ..ListCall::default()
        };
        let row = json!({"kelas": {"nama": "A"}, "nim": 7, "angkatan": "2026"});
        let mapped = Value::Object(call.mapped(row.as_object().unwrap()));
        assert_eq!(mapped["nama_kelas"], "A");
        assert_eq!(mapped["NPK"], 7);
        assert_eq!(mapped["angkatan"], "2026");
    }
}
