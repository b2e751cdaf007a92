//! Updates that keep the good rows and name the bad ones.

use std::collections::HashMap;

use selaras_kinds::object::PlatformId;
use serde::Deserialize;
use serde_json::Value;

use super::Moodle;
use super::form::Form;
use super::protocol::decoded;
use super::rejection::Rejection;
use super::sift::{Batch, Position, Sifted, sift};
use crate::PlatformError;

/// A call that changes objects of one sort, keeps the good rows and names the bad ones in warnings.
pub(crate) struct Change<T> {
    /// Its name.
    pub(crate) function: &'static str,
    /// Fields of one row at most.
    pub(crate) fields: usize,
    /// Writes a row, which stands at that place of the call.
    pub(crate) fill: fn(&mut Form, usize, PlatformId, &T),
}

/// What was told of rows that were to be changed. Of those that neither names, all went well.
pub(crate) struct Told {
    /// Rows for which a whole call was refused.
    pub(crate) guilty: Vec<(Position, Rejection)>,
    /// Rows that were left as they were, by id.
    pub(crate) warned: HashMap<PlatformId, Rejection>,
}

impl<T: Sync> Change<T> {
    /// Sends those of the rows that are to be sent.
    pub(crate) async fn send(
        &self,
        moodle: &Moodle,
        rows: &[(PlatformId, &T)],
        to_send: &[Position],
    ) -> Result<Told, PlatformError> {
        let mut changes = Changes {
            moodle,
            change: self,
            rows,
            warned: HashMap::new(),
        };
        let Sifted { guilty, .. } = sift(&mut changes, to_send, moodle.rows_of(self.fields)).await?;
        Ok(Told {
            guilty,
            warned: changes.warned,
        })
    }
}

struct Changes<'a, T> {
    moodle: &'a Moodle,
    change: &'a Change<T>,
    rows: &'a [(PlatformId, &'a T)],
    warned: HashMap<PlatformId, Rejection>,
}

impl<T: Sync> Batch for Changes<'_, T> {
    // Bad rows are named by warnings; a refusal of the whole is rare.
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let function = self.change.function;
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let (id, object) = self.rows[*row];
            (self.change.fill)(&mut form, at, id, object);
        }
        let reply = match self.moodle.wire.call(function, &form).await? {
            Err(rejection) => return Ok(Err(rejection)),
            Ok(reply) => reply,
        };
        self.warned.extend(of_reply(function, reply)?);
        Ok(Ok(Vec::new()))
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}

/// The rows that an update left as they were, by id.
fn of_reply(function: &str, reply: Value) -> Result<HashMap<PlatformId, Rejection>, PlatformError> {
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
