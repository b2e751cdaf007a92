//! What a function gives back: JSON already written, or a refusal.

use serde::Serialize;
use serde_json::{Value, json};

use super::refusal::Refusal;

/// A function's outcome.
pub(super) type Reply = Result<Vec<u8>, Refusal>;

/// Writes a result.
pub(super) fn written(result: &impl Serialize) -> Reply {
    // Nothing that is sent has a map whose key is not a string, so writing to memory cannot fail.
    Ok(serde_json::to_vec(result).unwrap_or_default())
}

/// Success without a result.
pub(super) fn nothing() -> Reply {
    Ok(b"null".to_vec())
}

/// A row that an update left out, told beside the others.
pub(super) fn warning(item: &str, id: i64, refusal: &Refusal) -> Value {
    json!({"item": item, "itemid": id, "warningcode": refusal.errorcode, "message": refusal.message})
}
