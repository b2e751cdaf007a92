//! Course categories.

use std::collections::HashMap;

use selaras_kinds::object::{Category, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::bisect::{Batch, Position};
use super::change::{Change, ChangeResult};
use super::client::Moodle;
use super::create::{CreateBatch, Ledger};
use super::form::Form;
use super::found::FoundCategory;
use super::name::platform;
use super::protocol::decoded;
use super::read::unescaped;
use super::rejection::{Rejection, own};
use crate::{CategoryThere, Outcome, PlatformError, Refusal};

/// Fields of one category in a call, at most: an update also has its id.
pub(crate) const FIELDS: usize = 4;

/// Categories to create.
pub(crate) struct Categories<'a> {
    moodle: &'a Moodle,
    rows: Vec<&'a Category>,
    ledger: Ledger,
    idnumbers: HashMap<&'a str, Position>,
}

impl<'a> Categories<'a> {
    pub(crate) fn new(moodle: &'a Moodle, rows: Vec<&'a Category>) -> Self {
        let ledger = Ledger::new(rows.len());
        Self {
            moodle,
            rows,
            ledger,
            idnumbers: HashMap::new(),
        }
    }

    fn judge<'f>(&mut self, row: Position, found: impl IntoIterator<Item = &'f FoundCategory>) -> bool {
        let category = self.rows[row];
        let mut ours = found
            .into_iter()
            .filter(|found| found.idnumber.as_deref() == Some(&category.idnumber));
        match (ours.next(), ours.next()) {
            (None, _) => false,
            (Some(found), None) => {
                self.ledger.found(
                    row,
                    found.id,
                    found.name == category.name && found.parent == category.parent,
                );
                true
            }
            _ => {
                self.ledger.refuse(
                    row,
                    own(
                        "idnumberdouble",
                        Reason::CategoryTwiceThere {
                            platform: platform(),
                            value: category.idnumber.clone(),
                        },
                    ),
                );
                true
            }
        }
    }
}

/// All categories.
pub(crate) async fn all(moodle: &Moodle) -> Result<Vec<CategoryThere>, PlatformError> {
    let found: Vec<FoundCategory> = moodle.wire.ask("core_course_get_categories", &Form::default()).await?;
    let category = |found: FoundCategory| CategoryThere {
        id: found.id,
        name: unescaped(&found.name),
        parent: found.parent,
        idnumber: found.idnumber.unwrap_or_default(),
    };
    Ok(found.into_iter().map(category).collect())
}

async fn look_up(moodle: &Moodle, key: &str, value: &str) -> Result<Vec<FoundCategory>, PlatformError> {
    let mut form = Form::default();
    form.row("criteria", 0, "key", key)
        .row("criteria", 0, "value", value)
        .field("addsubcategories", 0);
    moodle.wire.ask("core_course_get_categories", &form).await
}

impl Batch for Categories<'_> {
    // A refusal does not name the row. Many taken idnumbers point to a lost answer; then the parents are listed.
    const PATIENCE: usize = 3;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Created {
            id: PlatformId,
            name: String,
        }
        let function = "core_course_create_categories";
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            fields(&mut form, at, self.rows[*row]);
        }
        let made = self.moodle.wire.make(function, &form).await?;
        let reply = match self.ledger.reply(made, rows, self.moodle.settings.retries)? {
            Err(instead) => return Ok(instead),
            Ok(reply) => reply,
        };
        let made: Vec<Created> = decoded(function, &reply)?;
        let whole = made.len() == rows.len();
        // Names are not unique, so rows are matched by position. If the reply is too short, only rows that the name confirms
        // are accepted.
        let mut made = made.into_iter();
        let mut silent = Vec::new();
        for row in rows {
            match made.next() {
                Some(made) if whole || made.name == self.rows[*row].name => {
                    self.ledger.settle(*row, Outcome::Created(made.id));
                }
                _ => silent.push(*row),
            }
        }
        self.moodle.made_something();
        Ok(Ok(silent))
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let parents = rows.iter().map(|row| self.rows[*row].parent).collect();
        let moodle = self.moodle;
        let inside = |parent: PlatformId| async move { look_up(moodle, "parent", &parent.to_string()).await };
        let found = moodle
            .remembered_each(|memory| &memory.categories, parents, inside)
            .await?;
        let mut left = Vec::new();
        for row in rows {
            if !self.judge(*row, found.iter().flat_map(|found| found.iter())) {
                left.push(*row);
            }
        }
        Ok(left)
    }
}

impl CreateBatch for Categories<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle.rows_of(FIELDS)
    }

    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>> {
        let category = self.rows[row];
        match self.idnumbers.get(category.idnumber.as_str()) {
            None => {
                self.idnumbers.insert(&category.idnumber, row);
                Ok(None)
            }
            Some(first) if self.rows[*first] == category => Ok(Some(*first)),
            Some(_) => Err(own(
                "categoryidnumbertaken",
                Reason::CategoryCodeTwice {
                    value: category.name.clone(),
                },
            )
            .into()),
        }
    }

    async fn explain(&mut self, rejected: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        for (row, rejection) in rejected {
            let category = self.rows[row];
            // An unknown parent needs no look-up.
            let found = match rejection.code.as_str() {
                "unknowcategory" | "unknowncategory" => Vec::new(),
                _ => look_up(self.moodle, "idnumber", &category.idnumber).await?,
            };
            if !self.judge(row, &found) {
                self.ledger.refuse(row, unexplained(category, &rejection));
            }
        }
        Ok(Vec::new())
    }

    async fn take_over(&mut self, found: &[(Position, PlatformId)]) -> Result<Vec<Outcome>, PlatformError> {
        update(
            self.moodle,
            found.iter().map(|(row, id)| (*id, self.rows[*row])).collect(),
        )
        .await
    }
}

fn unexplained(category: &Category, rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "unknowcategory" | "unknowncategory" => Reason::ParentCategoryGone {
            platform: platform(),
            value: category.name.clone(),
        },
        "categoryidnumbertaken" => Reason::CategoryIdnumberTaken {
            platform: platform(),
            value: category.idnumber.clone(),
        },
        _ => Reason::CategoryRefused {
            platform: platform(),
            value: category.name.clone(),
            message: rejection.message.clone(),
        },
    })
}

/// The fields that creating and updating share.
fn fields(form: &mut Form, at: usize, category: &Category) {
    form.row("categories", at, "idnumber", &category.idnumber)
        .row("categories", at, "parent", category.parent)
        .row("categories", at, "name", &category.name);
}

const CHANGE: Change<Category> = Change {
    function: "core_course_update_categories",
    fields: FIELDS,
    fill: |form, at, id, category| {
        form.row("categories", at, "id", id);
        fields(form, at, category);
    },
    named: |rejection, id, category| {
        rejection.code == "unknowncategory"
            && rejection
                .first_number()
                .is_some_and(|number| number == id || number == category.parent)
    },
};

/// Changes categories, and moves those with a new parent.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Category)>) -> Result<Vec<Outcome>, PlatformError> {
    let results = CHANGE.send(moodle, &rows).await?;
    let outcome = |(result, (id, category)): (ChangeResult, &(PlatformId, &Category))| {
        // The same code is used for the category itself and for its new parent.
        let means_parent = |rejection: &Rejection| {
            category.parent != *id && rejection.numbers().any(|number| number == category.parent)
        };
        result.outcome(
            |rejection| !means_parent(rejection),
            |rejection| unexplained(category, rejection),
        )
    };
    Ok(results.into_iter().zip(&rows).map(outcome).collect())
}
