//! Reads the JSON of a request. A repeated name in an object is refused: parsers differ in which value they take, so a value
//! checked by a proxy might not be the one that counts.

use crate::{ApiError, error::shown};
use selaras_reasons::Reason;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::{cell::RefCell, fmt};

/// Reads one JSON value.
///
/// # Errors
/// [`ApiError::Malformed`]: it is invalid JSON, or an object in it repeats a name, which the error contains.
pub(crate) fn read(bytes: &[u8]) -> Result<Value, ApiError> {
    let repeated = RefCell::default();
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = AnyValue { repeated: &repeated }.deserialize(&mut reader);
    let value = value.and_then(|value| reader.end().map(|()| value));
    match (value, repeated.into_inner()) {
        (Err(_), _) => Err(ApiError::Malformed(Reason::BodyNotJson)),
        (Ok(_), Some(name)) => Err(ApiError::Malformed(Reason::KeyRepeated { name: shown(&name) })),
        (Ok(value), None) => Ok(value),
    }
}

/// Reads any value and records a repeated name.
#[derive(Clone, Copy)]
struct AnyValue<'a> {
    repeated: &'a RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for AnyValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyValue<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = sequence.next_element_seed(self)? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = map.next_key::<String>()? {
            let value = map.next_value_seed(self)?;
            if members.contains_key(&name) {
                self.repeated.replace(Some(name.clone()));
            }
            members.insert(name, value);
        }
        Ok(members.into())
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::ApiError;
    use selaras_reasons::Reason;
    use serde_json::{Value, json};

    #[test]
    fn valid_json_reads_like_serde_json() {
        let nested = r#"{"a":[null,true,-1,18446744073709551615,1.5e3,"\u00e9\n",{"b":{}}],"c":[]}"#;
        for text in [nested, "7", "\"x\"", "null", " [1] "] {
            let expected: Value = serde_json::from_str(text).unwrap();
            assert_eq!(read(text.as_bytes()), Ok(expected));
        }
        assert_eq!(
            read(br#"{"a":{"x":1},"b":{"x":2}}"#),
            Ok(json!({ "a": { "x": 1 }, "b": { "x": 2 } }))
        );
    }

    #[test]
    fn repeated_key_is_refused_at_any_depth() {
        for text in [
            r#"{"x":1,"x":1}"#,
            r#"[{"a":{"x":1,"y":2,"x":null}}]"#,
            r#"{"x":1,"\u0078":2}"#,
        ] {
            let name = "x".to_owned();
            let refused = ApiError::Malformed(Reason::KeyRepeated { name });
            assert_eq!(read(text.as_bytes()), Err(refused), "{text}");
        }
    }

    #[test]
    fn invalid_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "{", "{} {}", "{\"x\":1,\"x\":2", "NaN", deep.as_str()] {
            let refused = ApiError::Malformed(Reason::BodyNotJson);
            assert_eq!(read(text.as_bytes()), Err(refused), "{text:.20}");
        }
    }
}
