//! Updates that keep the good rows and name the bad ones.

use std::collections::HashMap;

use selaras_kinds::object::PlatformId;
use serde::Deserialize;
use serde_json::Value;

use super::protocol::decoded;
use super::rejection::Rejection;
use crate::PlatformError;

/// The rows that an update left as they were, by id.
pub(crate) fn of_reply(function: &str, reply: Value) -> Result<HashMap<PlatformId, Rejection>, PlatformError> {
    #[derive(Deserialize)]
    struct Warning {
        itemid: Option<PlatformId>,
        warningcode: String,
        #[serde(default)]
        message: String,
    }
    #[derive(Deserialize)]
    struct Reply {
        #[serde(default)]
        warnings: Vec<Warning>,
    }
    // Moodle before 4.1 answered null.
    if reply.is_null() {
        return Ok(HashMap::new());
    }
    let reply: Reply = decoded(function, reply)?;
    Ok(reply
        .warnings
        .into_iter()
        .filter_map(|warning| Some((warning.itemid?, Rejection::new(&warning.warningcode, &warning.message))))
        .collect())
}

/// Whether a code says that Moodle does not know the id any more.
pub(crate) fn is_gone(code: &str) -> bool {
    matches!(
        code,
        "invaliduserid" | "invalidrecordunknown" | "unknowncategory" | "invalidrecord"
    )
}
