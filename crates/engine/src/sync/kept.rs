//! What a list of very many classes said, as far as one of its parts has to know it.

use selaras_reasons::Reason;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What a row said.
#[derive(Serialize, Deserialize)]
pub(super) enum Kept {
    /// A row of one of the part's classes, as the source spelled it.
    Row { position: u64, json: Box<RawValue> },
    /// Something else; a class is one among the part's.
    NoRow(NoRow),
}

/// What a list says that is no row of one of its classes.
#[derive(Serialize, Deserialize)]
pub(super) enum NoRow {
    /// It cannot be read: where it stands, why, and in which class; `None` where it may be in any.
    Unreadable {
        place: String,
        reason: Reason,
        class: Option<usize>,
    },
    /// A row that cannot be read and may be in any class; another part of the list tells it.
    UnreadableElsewhere,
    /// A row of a class that the dashboard does not have, by what people call the class.
    Stranger(String),
}
