//! A function's reply: encoded JSON, or a refusal.

use serde::Serialize;
use serde_json::{Value, json};

use super::refusal::Refusal;

/// A function's reply.
pub(super) type Reply = Result<Vec<u8>, Refusal>;

/// Encodes a result.
pub(super) fn written(result: &impl Serialize) -> Reply {
    // No reply has a map with keys other than strings, so encoding to memory cannot fail.
    Ok(serde_json::to_vec(result).unwrap_or_default())
}

/// Success without a result.
pub(super) fn nothing() -> Reply {
    Ok(b"null".to_vec())
}

/// A row that an update skipped, as a warning.
pub(super) fn warning(item: &str, id: i64, refusal: &Refusal) -> Value {
    json!({"item": item, "itemid": id, "warningcode": refusal.errorcode, "message": refusal.message})
}
