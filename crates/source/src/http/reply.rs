//! A reply that is held in memory as text. Parsed into values it would take up to eighty times its bytes.

use selaras_reasons::Reason;
use serde_json::value::RawValue;

use crate::cut::Cut;
use crate::error::Fault;

/// One value of a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reply<'a>(&'a str);

impl<'a> Reply<'a> {
    /// Parses a whole reply.
    ///
    /// # Errors
    /// It is not JSON.
    pub(super) fn read(body: &'a [u8]) -> Result<Self, Fault> {
        let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        match serde_json::from_slice::<&RawValue>(body) {
            Ok(raw) => Ok(Self(raw.get().trim())),
            Err(_) if body.trim_ascii_start().starts_with(b"<") => Err(Fault::malformed(Reason::ReplyIsPage)),
            Err(error) => Err(Fault::malformed(Reason::ReplyNotJson {
                said: error.to_string(),
            })),
        }
    }

    /// The value at a pointer; a name without a slash is a member.
    pub(super) fn at(self, pointer: &str) -> Option<Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        let Some(path) = pointer.strip_prefix('/') else {
            return self.member(pointer);
        };
        let mut names = path.split('/').map(|name| name.replace("~1", "/").replace("~0", "~"));
        names.try_fold(self, |value, name| match value.first() {
            b'[' => value.elements().nth(name.parse().ok()?),
            _ => value.member(&name),
        })
    }

    fn member(self, name: &str) -> Option<Self> {
        let named = self.members().filter(|(key, _)| key == name);
        named.last().map(|(_, value)| value)
    }

    /// The text, if the value is one.
    pub(super) fn words(self) -> Option<String> {
        match self.first() {
            b'"' => serde_json::from_str(self.0).ok(),
            _ => None,
        }
    }

    /// The text of the value, for comparisons.
    pub(super) fn text(self) -> String {
        match self.first() {
            b'n' => String::new(),
            b'"' => self.words().unwrap_or_default(),
            _ => self.0.to_owned(),
        }
    }

    /// The JSON as it was written.
    pub(super) const fn json(self) -> &'a str {
        self.0
    }

    pub(super) fn is_null(self) -> bool {
        self.first() == b'n'
    }

    pub(super) fn is_list(self) -> bool {
        self.first() == b'['
    }

    pub(super) fn is_object(self) -> bool {
        self.first() == b'{'
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self.first(), b'-' | b'0'..=b'9')
    }

    /// The elements, if it is a list.
    pub(super) fn elements(self) -> impl Iterator<Item = Self> {
        Parts::of(self.is_list(), self.0)
    }

    /// The members, if it is an object.
    pub(super) fn members(self) -> impl Iterator<Item = (String, Self)> {
        let mut parts = Parts::of(self.is_object(), self.0);
        std::iter::from_fn(move || {
            let key = parts.next()?;
            Some((key.words()?, parts.next()?))
        })
    }

    /// JSON has no empty value.
    fn first(self) -> u8 {
        self.0.as_bytes().first().copied().unwrap_or(b'n')
    }
}

/// Iterates over the values of a list, or the keys and values of an object. They are known to be valid JSON.
struct Parts<'a>(&'a str);

impl<'a> Parts<'a> {
    fn of(has_parts: bool, text: &'a str) -> Self {
        Self(if has_parts { &text[1..] } else { "" })
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = Reply<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let is_between = |letter: char| letter.is_ascii_whitespace() || letter == ',' || letter == ':';
        self.0 = self.0.trim_start_matches(is_between);
        if self.0.is_empty() || self.0.starts_with([']', '}']) {
            return None;
        }
        let end = Cut::default().read(self.0.as_bytes()).ok().flatten();
        let (value, rest) = self.0.split_at_checked(end?)?;
        self.0 = rest;
        Some(Reply(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[a-c~/\"\\\\{}\\[\\]:, é]{0,4}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-c~/0\"]{0,2}", inner, 0..5)
                    .prop_map(|members| members.into_iter().collect::<serde_json::Map<_, _>>().into()),
            ]
        })
    }

    proptest! {
        #[test]
        fn pointer_finds_what_the_library_finds(
            value in value(),
            pointer in "(/([a-c0-4]|~0|~1|\"){0,2}){0,4}",
            pretty in any::<bool>(),
        ) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let reply = Reply::read(text.as_bytes()).unwrap();
            let found = reply.at(&pointer).map(|found| serde_json::from_str::<Value>(found.json()).unwrap());
            // To the library, an index with leading zeros is not an index.
            prop_assume!(!pointer.split('/').any(|name| name.len() > 1 && name.starts_with('0')));
            prop_assert_eq!(found.as_ref(), value.pointer(&pointer));
        }

        #[test]
        fn all_elements_of_a_list_are_found(values in prop::collection::vec(value(), 0..6)) {
            let text = Value::from(values.clone()).to_string();
            let reply = Reply::read(text.as_bytes()).unwrap();
            let read: Vec<Value> = reply.elements().map(|one| serde_json::from_str(one.json()).unwrap()).collect();
            prop_assert_eq!(read, values);
        }
    }

    #[test]
    fn words_are_texts_only() {
        let text = json!({"a": "x\"y", "b": 7, "c": null, "d": {"e": true}}).to_string();
        let reply = Reply::read(text.as_bytes()).unwrap();
        let of = |name: &str| reply.at(name).unwrap();
        assert_eq!(of("a").words().as_deref(), Some("x\"y"));
        assert_eq!((of("b").words(), of("b").text()), (None, "7".to_owned()));
        assert_eq!((of("c").text(), of("/d/e").text()), (String::new(), "true".to_owned()));
        assert!(Reply::read(b"{\"a\":}").is_err() && Reply::read(b"[1] x").is_err());
    }
}
