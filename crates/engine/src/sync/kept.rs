//! What a list of very many classes said, as far as one of its parts has to know it.

use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a row said.
#[derive(Serialize, Deserialize)]
pub(super) enum Kept {
    /// A row of one of the part's classes, as the source spelled it.
    Row { position: u64, json: Box<RawValue> },
    /// A row that cannot be read; its class among the part's, or `None` where it may be in any.
    Unreadable {
        place: String,
        reason: Reason,
        class: Option<usize>,
    },
    /// A row that cannot be read and may be in any class; another part tells it.
    UnreadableElsewhere,
    /// A row of a class that the dashboard does not have.
    Stranger(String),
}
