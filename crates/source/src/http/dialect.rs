//! Describes web services that differ from the contract's: their calls, replies and pages.
//!
//! All of it is settings. Placeholders in braces in a path, a query or a body are filled in: `{token}`, `{limit}`,
//! `{offset}`, `{page}`, `{cursor}`, and the columns of the requested class (`{nama_mk}`). `{nama_mk:quoted}` is the value
//! in single quotes, for services that take a condition as text.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::header::{HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;

use crate::call::Call;
use crate::rows::{RawRow, RowError, RowFault, Said};

/// The description of a web service. The default is the contract.
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
    /// The call that returns a token.
    pub token: Option<TokenCall>,
    /// Pointer to a code that tells whether a reply is a failure: `/error_code`. 0, false and null are no failure, unless
    /// `success` names the values.
    pub error_code: Option<String>,
    /// The values at `error_code` that mean success, for a status instead of an error code: `[true]` or `["ok"]`. All others
    /// are failures.
    pub success: Vec<Value>,
    /// Pointer to the text of a failure: `/error_desc`.
    pub error_text: Option<String>,
    /// Maximum size of a list in millions of bytes, all its pages together.
    pub megabytes: Option<u64>,
    /// Maximum size, in millions of bytes, of a reply that must be held in memory.
    pub page_megabytes: Option<u64>,
    /// The calls, by list.
    pub lists: BTreeMap<String, ListCall>,
}

/// The call that returns a token.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenCall {
    /// Path below the base address.
    pub path: String,
    /// JSON body, with placeholders.
    #[serde(default)]
    pub body: Value,
    /// Pointer to the token in the reply: `/data/token`.
    pub pointer: String,
    /// True if the token is sent as `Authorization: Bearer …`; else it is `{token}` in paths, queries and bodies.
    #[serde(default)]
    pub bearer: bool,
}

/// The call that returns a list.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ListCall {
    /// The HTTP method, if it differs from the contract's.
    pub method: Option<Method>,
    /// The query, with placeholders.
    pub query: BTreeMap<String, String>,
    /// The JSON body, with placeholders, if it differs from the contract's.
    pub body: Option<Value>,
    /// Pointer to the rows in the reply: `/data`. Empty for the reply itself.
    pub rows: Option<String>,
    /// Pointers within a row, by field; a name without a slash is a member of the row.
    pub fields: BTreeMap<String, String>,
    /// How the list is paged.
    pub pages: Option<Pages>,
    /// True if the call returns the rows of all classes, each with its class.
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

/// How a list is paged.
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
    /// `{offset}` is the number of previous rows.
    Offset {
        /// `{limit}`.
        size: u64,
    },
    /// `{cursor}` is the value from the previous page; empty for the first.
    Cursor {
        /// `{limit}`.
        size: u64,
        /// Pointer to the next cursor; null, false or empty at the end.
        pointer: String,
    },
    /// The `Link` header with `rel="next"` has the address of the next page.
    Link,
    /// The reply contains the address of the next page.
    Next {
        /// Pointer to the address; null, false or empty at the end.
        pointer: String,
    },
}

const fn one() -> u64 {
    1
}

/// The values to fill into a call.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values(Vec<(String, String)>);

impl Values {
    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.retain(|(held, _)| held != name);
        self.0.push((name.to_owned(), value.into()));
    }

    /// The text with its placeholders filled.
    pub(crate) fn fill(&self, text: &str) -> String {
        self.fill_with(text, str::to_owned)
    }

    /// The path or query with its placeholders filled. A value cannot leave its own segment or parameter.
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
                // A brace that is not a placeholder.
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

    /// The body with the placeholders in its texts filled.
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

/// The text of a value, for comparisons.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

impl Dialect {
    /// True if a reply with this code is a success.
    pub(crate) fn is_success(&self, code: &str) -> bool {
        match self.success.is_empty() {
            true => matches!(code, "" | "0" | "false"),
            false => self.success.iter().any(|value| text(value) == code),
        }
    }

    /// The first unusable setting below `source.http`, and what is wrong with it.
    pub fn fault(&self) -> Option<(String, &'static str)> {
        let is_sent = |text: &SecretString| HeaderValue::from_str(text.expose_secret()).is_ok();
        let is_header = |name: &str, value| HeaderName::from_bytes(name.as_bytes()).is_ok() && is_sent(value);
        if let Some((name, _)) = self.headers.iter().find(|(name, value)| !is_header(name, value)) {
            return Some((format!("headers.{name}"), "there is no header of such a name or value"));
        }
        if self.bearer.as_ref().is_some_and(|bearer| !is_sent(bearer)) {
            return Some(("bearer".to_owned(), "it has letters that no header may have"));
        }
        if self.error_code.is_none() && !self.success.is_empty() {
            return Some((
                "success".to_owned(),
                "it names values of source.http.error_code, which is missing",
            ));
        }
        let wrong = |(name, pointer): (String, &str)| Some((name, fault_of_pointer(pointer)?));
        self.pointers().find_map(wrong)
    }

    /// The pointers, by the names of their settings.
    fn pointers(&self) -> impl Iterator<Item = (String, &str)> {
        let token = self.token.as_ref().map(|token| &token.pointer);
        let own = [
            ("error_code", self.error_code.as_ref()),
            ("error_text", self.error_text.as_ref()),
            ("token.pointer", token),
        ];
        let own = own
            .into_iter()
            .filter_map(|(name, pointer)| Some((name.to_owned(), pointer?.as_str())));
        own.chain(self.lists.iter().flat_map(|(list, call)| {
            let named = call.pointers();
            named.map(move |(name, pointer)| (format!("lists.{list}.{name}"), pointer))
        }))
    }
}

/// What is wrong with a pointer.
fn fault_of_pointer(pointer: &str) -> Option<&'static str> {
    match pointer.strip_prefix('/') {
        None if pointer.is_empty() => Some("it is empty: leave it out"),
        None if pointer.contains('/') || pointer.starts_with('$') => {
            Some("write a JSON pointer, which begins with a slash, such as /data/rows, or the name of a member")
        }
        None => None,
        Some(path) => {
            let is_escape = |rest: &str| rest.starts_with(['0', '1']);
            let wrong = path.split('~').skip(1).any(|rest| !is_escape(rest));
            wrong.then_some("a ~ of a JSON pointer is written ~0, and a slash within a name ~1")
        }
    }
}

impl ListCall {
    /// True if its rows are where the contract has them, in one reply.
    pub(crate) fn is_wrapped_as_the_contract(&self) -> bool {
        self.rows.is_none() && self.pages.is_none()
    }

    /// True if its rows need no mapping.
    pub(crate) fn has_rows_of_the_contract(&self) -> bool {
        self.fields.is_empty() && !self.whole
    }

    /// The pointers, by the names of their settings. The pointer to the rows may be empty, for the reply itself.
    fn pointers(&self) -> impl Iterator<Item = (String, &str)> {
        let rows = self.rows.as_deref().filter(|pointer| !pointer.is_empty());
        let next = match &self.pages {
            Some(Pages::Cursor { pointer, .. } | Pages::Next { pointer }) => Some(pointer.as_str()),
            _ => None,
        };
        let fields = self.fields.iter();
        let fields = fields.map(|(field, pointer)| (format!("fields.{field}"), pointer.as_str()));
        let rows = rows.map(|pointer| ("rows".to_owned(), pointer));
        let next = next.map(|pointer| ("pages.pointer".to_owned(), pointer));
        rows.into_iter().chain(next).chain(fields)
    }

    /// The row with the list's own field names.
    fn mapped(&self, mut row: Value) -> Value {
        let named = self.fields.iter();
        let named = named.map(|(field, pointer)| (field.clone(), at(&row, pointer).cloned().unwrap_or_default()));
        let named: Vec<_> = named.collect();
        if let Value::Object(members) = &mut row {
            members.extend(named);
        }
        row
    }

    /// One row of a reply; `None` if the list has all classes and the row belongs to another class than requested.
    pub(crate) fn row(
        &self,
        call: &Call,
        longest: usize,
        position: u64,
        group: Option<Arc<str>>,
        row: Value,
    ) -> Option<Result<RawRow, RowError>> {
        let fail = |fault| {
            Some(Err(RowError {
                position,
                fault: Box::new(fault),
                said: Said::default(),
            }))
        };
        if !row.is_object() {
            return fail(RowFault::NotAnObject);
        }
        let row = self.mapped(row);
        let is_other = |(column, wanted): &(&str, String)| text(&row[*column]).trim() != wanted.trim();
        if self.whole && call.scope().iter().any(is_other) {
            return None;
        }
        match row.to_string() {
            json if json.len() > longest => fail(RowFault::TooLong { limit: longest }),
            json => Some(Ok(RawRow {
                position,
                json: json.into(),
                group,
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn placeholders_are_filled_and_other_braces_stay() {
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
    fn row_gets_the_lists_own_field_names() {
        let call = ListCall {
            fields: [("nama_kelas", "/kelas/nama"), ("NPK", "nim")]
                .map(|(field, pointer)| (field.to_owned(), pointer.to_owned()))
                .into(),
            ..ListCall::default()
        };
        let row = json!({"kelas": {"nama": "A"}, "nim": 7, "angkatan": "2026"});
        let mapped = call.mapped(row);
        assert_eq!(mapped["nama_kelas"], "A");
        assert_eq!(mapped["NPK"], 7);
        assert_eq!(mapped["angkatan"], "2026");
    }

    #[test]
    fn first_unusable_setting_is_named() {
        let fault = |dialect: Value| serde_json::from_value::<Dialect>(dialect).unwrap().fault();
        for (name, dialect) in [
            ("headers.X Key", json!({ "headers": { "X Key": "rahasia" } })),
            ("headers.X-Key", json!({ "headers": { "X-Key": "rahasia\n" } })),
            ("bearer", json!({ "bearer": "rahasia\n" })),
            ("success", json!({ "success": [true] })),
            ("error_code", json!({ "error_code": "" })),
            ("error_text", json!({ "error_text": "error/text" })),
            (
                "token.pointer",
                json!({ "token": { "path": "/masuk", "pointer": "$.token" } }),
            ),
            (
                "lists.classes.rows",
                json!({ "lists": { "classes": { "rows": "data/rows" } } }),
            ),
            (
                "lists.classes.pages.pointer",
                json!({ "lists": { "classes": { "pages": { "by": "next", "pointer": "" } } } }),
            ),
            (
                "lists.classes.fields.hari",
                json!({ "lists": { "classes": { "fields": { "hari": "/~hari" } } } }),
            ),
        ] {
            assert_eq!(fault(dialect).map(|(name, _)| name).as_deref(), Some(name));
        }
        let sound = json!({
            "headers": { "X-Api-Key": "rahasia" }, "error_code": "/status", "success": [true, 200, "ok"],
            "lists": { "classes": { "rows": "", "fields": { "hari": "hari.nama", "nama_kelas": "/kelas/~1nama" } } },
        });
        assert_eq!(fault(sound), None);
    }
}
