//! Changing objects that are there: what every sort of them has in common.
//!
//! Some functions keep the good rows and name the bad ones in warnings, others refuse all for one. Either way each row
//! gets an answer of its own here, and the sort says in its own words what it means.

use std::collections::HashMap;

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::Moodle;
use super::form::Form;
use super::protocol::{Json, decoded};
use super::rejection::Rejection;
use super::sift::{Batch, Position, Sifted, sift};
use crate::{Outcome, PlatformError, Refusal};

/// A call that changes objects of one sort.
pub(crate) struct Change<T> {
    /// Its name.
    pub(crate) function: &'static str,
    /// Fields of one row at most.
    pub(crate) fields: usize,
    /// Writes a row, which stands at that place of the call.
    pub(crate) fill: fn(&mut Form, usize, PlatformId, &T),
    /// Why Moodle is known not to take a row.
    pub(crate) refused_here: fn(&T) -> Option<Refusal>,
    /// Whether a refusal of the whole call names this row.
    pub(crate) named: fn(&Rejection, PlatformId, &T) -> bool,
}

/// What was told of a row that was to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// Nothing: all went well.
    Well,
    /// It was not sent, for Moodle is known not to take it.
    RefusedHere(Refusal),
    /// It was left as it was, by a warning or by a refusal that it met alone.
    Rejected(Rejection),
}

impl Told {
    /// What became of the row; `unexplained` words what Moodle refused. A code that says that Moodle does not know the id
    /// means the row itself where `means_row` says so.
    pub(crate) fn outcome(
        self,
        means_row: impl FnOnce(&Rejection) -> bool,
        unexplained: impl FnOnce(&Rejection) -> Refusal,
    ) -> Outcome {
        match self {
            Self::Well => Outcome::Updated,
            Self::RefusedHere(refusal) => Outcome::Refused(refusal),
            Self::Rejected(rejection) if is_gone(&rejection.code) && means_row(&rejection) => Outcome::Gone,
            Self::Rejected(rejection) => Outcome::Refused(unexplained(&rejection)),
        }
    }
}

impl<T: Sync> Change<T> {
    /// Sends the rows. Answers what was told of each, in order.
    pub(crate) async fn send(&self, moodle: &Moodle, rows: &[(PlatformId, &T)]) -> Result<Vec<Told>, PlatformError> {
        let mut told: Vec<Told> = rows
            .iter()
            .map(|(_, object)| (self.refused_here)(object).map_or(Told::Well, Told::RefusedHere))
            .collect();
        let to_send: Vec<Position> = (0..rows.len()).filter(|row| told[*row] == Told::Well).collect();
        let mut changes = Changes {
            moodle,
            change: self,
            rows,
            warned: HashMap::new(),
        };
        let Sifted { rejected, .. } = sift(&mut changes, &to_send, moodle.rows_of(self.fields)).await?;
        for row in to_send {
            if let Some(rejection) = changes.warned.get(&rows[row].0) {
                told[row] = Told::Rejected(rejection.clone());
            }
        }
        for (row, rejection) in rejected {
            told[row] = Told::Rejected(rejection);
        }
        Ok(told)
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

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        let is_named = |row: &Position| (self.change.named)(rejection, self.rows[*row].0, self.rows[*row].1);
        rows.iter().copied().filter(is_named).collect()
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}

/// The rows that an update left as they were, by id.
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
    // A function that refuses all for one row has nothing to warn of and answers null.
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

/// Whether a code says that Moodle does not know an id any more.
pub(crate) fn is_gone(code: &str) -> bool {
    matches!(
        code,
        "invaliduserid" | "invalidrecordunknown" | "unknowncategory" | "invalidrecord"
    )
}
