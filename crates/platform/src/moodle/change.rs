//! Changing existing objects: what all object types have in common.
//!
//! Some functions keep the good rows and name the bad ones in warnings; others refuse all rows for one. In both cases each
//! row gets its own answer here, and the object type words it.

use std::collections::HashMap;

use selaras_kinds::number_of;
use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::bisect::{Batch, Bisection, Position, bisect};
use super::client::Moodle;
use super::form::Form;
use super::protocol::{Json, decoded};
use super::rejection::Rejection;
use crate::{Outcome, PlatformError, Refusal};

/// A call that changes objects of one type.
pub(crate) struct Change<T> {
    /// Name of the web service function.
    pub(crate) function: &'static str,
    /// Fields of one row at most.
    pub(crate) fields: usize,
    /// Writes a row at this position of the call.
    pub(crate) fill: fn(&mut Form, usize, PlatformId, &T),
    /// True if a refusal of the whole call names this row.
    pub(crate) named: fn(&Rejection, PlatformId, &T) -> bool,
}

/// True if an object has an idnumber that is not ours to change: one of the campus's own, or of another kind of ours.
pub(crate) fn is_theirs(found: &str, ours: &str) -> bool {
    fn kind(idnumber: &str) -> Option<&str> {
        idnumber.strip_suffix(number_of(idnumber))
    }
    !found.is_empty() && kind(found) != kind(ours)
}

/// An object to change.
pub(crate) struct Wanted<'a, T> {
    pub(crate) object: &'a T,
    /// True if it keeps the idnumber that it has, see [`is_theirs`].
    pub(crate) is_theirs: bool,
}

impl<'a, T> Wanted<'a, T> {
    /// Rows with objects that are ours.
    pub(crate) fn ours(rows: impl IntoIterator<Item = (PlatformId, &'a T)>) -> Vec<(PlatformId, Self)> {
        let wanted = |object| Self {
            object,
            is_theirs: false,
        };
        rows.into_iter().map(|(id, object)| (id, wanted(object))).collect()
    }
}

/// The result of changing one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ChangeResult {
    /// Moodle reported nothing: the row was changed.
    Changed,
    /// Moodle left it unchanged, by a warning or because it refused the row alone.
    Rejected(Rejection),
}

impl ChangeResult {
    /// Converts the result; `unexplained` words a refusal. A code for an unknown id means the row itself only if `means_row`
    /// says so.
    pub(crate) fn outcome(
        self,
        means_row: impl FnOnce(&Rejection) -> bool,
        unexplained: impl FnOnce(&Rejection) -> Refusal,
    ) -> Outcome {
        match self {
            Self::Changed => Outcome::Updated,
            Self::Rejected(rejection) if is_gone(&rejection.code) && means_row(&rejection) => Outcome::Gone,
            Self::Rejected(rejection) => Outcome::Refused(unexplained(&rejection)),
        }
    }
}

impl<T: Sync> Change<T> {
    /// Sends the rows. Returns one result per row, in order.
    pub(crate) async fn send(
        &self,
        moodle: &Moodle,
        rows: &[(PlatformId, &T)],
    ) -> Result<Vec<ChangeResult>, PlatformError> {
        let mut results = vec![ChangeResult::Changed; rows.len()];
        let to_send: Vec<Position> = (0..rows.len()).collect();
        let mut changes = Changes {
            moodle,
            change: self,
            rows,
            warned: HashMap::new(),
        };
        let Bisection { rejected, .. } = bisect(&mut changes, &to_send, moodle.rows_of(self.fields)).await?;
        for row in to_send {
            if let Some(rejection) = changes.warned.get(&rows[row].0) {
                results[row] = ChangeResult::Rejected(rejection.clone());
            }
        }
        for (row, rejection) in rejected {
            results[row] = ChangeResult::Rejected(rejection);
        }
        Ok(results)
    }
}

struct Changes<'a, T> {
    moodle: &'a Moodle,
    change: &'a Change<T>,
    rows: &'a [(PlatformId, &'a T)],
    warned: HashMap<PlatformId, Rejection>,
}

impl<T: Sync> Batch for Changes<'_, T> {
    // Warnings name the bad rows; a refusal of the whole call is rare.
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

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        let is_named = |row: &Position| (self.change.named)(rejection, self.rows[*row].0, self.rows[*row].1);
        rows.iter().copied().filter(is_named).collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}

/// The rows that an update left unchanged, by id.
fn of_reply(function: &str, reply: Json) -> Result<HashMap<PlatformId, Rejection>, PlatformError> {
    #[derive(Deserialize)]
    struct Warning {
        itemid: Option<PlatformId>,
        warningcode: String,
        #[serde(default)]
        message: String,
    }
    #[derive(Deserialize)]
    struct Reply {
        warnings: Vec<Warning>,
    }
    // A function that refuses all rows for one has no warnings and answers null.
    if reply.get() == "null" {
        return Ok(HashMap::new());
    }
    let reply: Reply = decoded(function, &reply)?;
    Ok(reply
        .warnings
        .into_iter()
        .filter_map(|warning| Some((warning.itemid?, Rejection::new(&warning.warningcode, &warning.message))))
        .collect())
}

/// True if the code says that Moodle no longer knows an id.
pub(crate) fn is_gone(code: &str) -> bool {
    matches!(
        code,
        "invaliduserid" | "usernotupdateddeleted" | "invalidrecordunknown" | "unknowncategory" | "invalidrecord"
    )
}
