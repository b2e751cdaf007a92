//! Course categories.

use std::collections::{BTreeSet, HashMap};

use selaras_kinds::object::{Category, PlatformId};
use serde::Deserialize;

use super::create::{Creating, Ledger};
use super::form::Form;
use super::protocol::decoded;
use super::rejection::{Rejection, own};
use super::sift::{Batch, Position, Sifted, sift};
use super::{Moodle, validate, warnings};
use crate::{Outcome, PlatformError, Refusal};

/// Fields of one category in a call, at most: an update has its id too.
pub(crate) const FIELDS: usize = 4;

/// A category as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Found {
    id: PlatformId,
    name: String,
    #[serde(default)]
    idnumber: Option<String>,
    #[serde(default)]
    parent: PlatformId,
}

/// Categories to make.
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

    fn judge<'f>(&mut self, row: Position, found: impl IntoIterator<Item = &'f Found>) -> bool {
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
                self.ledger.refuse(row, own(
                    "idnumberdouble",
                    format!("Ada lebih dari satu kategori di Moodle dengan idnumber {}. Sisakan satu, lalu ekspor ulang.", category.idnumber),
                ));
                true
            }
        }
    }
}

async fn look_up(moodle: &Moodle, key: &str, value: &str) -> Result<Vec<Found>, PlatformError> {
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
        struct Made {
            id: PlatformId,
            name: String,
        }
        let function = "core_course_create_categories";
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            fields(&mut form, at, self.rows[*row]);
        }
        let reply = match self.moodle.wire.call(function, &form).await? {
            Err(rejection) => return Ok(Err(rejection)),
            Ok(reply) => reply,
        };
        let made: Vec<Made> = decoded(function, reply)?;
        let whole = made.len() == rows.len();
        // Names are not unique, so place rules; of a reply that is too short, only what the names confirm is believed.
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

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let parents: BTreeSet<PlatformId> = rows.iter().map(|row| self.rows[*row].parent).collect();
        let mut found = Vec::new();
        for parent in parents {
            let named = parent.to_string();
            let inside = look_up(self.moodle, "parent", &named);
            found.push(
                self.moodle
                    .remembered(|memory| &memory.categories, parent, inside)
                    .await?,
            );
        }
        let mut left = Vec::new();
        for row in rows {
            if !self.judge(*row, found.iter().flat_map(|found| found.iter())) {
                left.push(*row);
            }
        }
        Ok(left)
    }
}

impl Creating for Categories<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle.rows_of(FIELDS)
    }

    fn refused_here(&mut self, row: Position) -> Option<Refusal> {
        validate::category(self.rows[row])
    }

    fn twin(&mut self, row: Position) -> Result<Option<Position>, Refusal> {
        let category = self.rows[row];
        match self.idnumbers.get(category.idnumber.as_str()) {
            None => {
                self.idnumbers.insert(&category.idnumber, row);
                Ok(None)
            }
            Some(first) if self.rows[*first] == category => Ok(Some(*first)),
            Some(_) => Err(own(
                "categoryidnumbertaken",
                format!(
                    "Kode untuk {} dipakai dua kali dalam ekspor ini. Perbaiki kodenya di OCAS.",
                    category.name
                ),
            )),
        }
    }

    async fn explain(&mut self, guilty: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        for (row, rejection) in guilty {
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
        "unknowcategory" | "unknowncategory" => format!(
            "Kategori induk untuk {} tidak ada lagi di Moodle. Ekspor ulang induknya, lalu data ini.",
            category.name
        ),
        "categoryidnumbertaken" => format!(
            "Nomor induk (idnumber) {} sudah dipakai kategori lain di Moodle. Kosongkan di sana, lalu ekspor ulang.",
            category.idnumber
        ),
        _ => format!(
            "Moodle menolak kategori {} ({}). Periksa namanya.",
            category.name, rejection.message
        ),
    })
}

/// The fields that creating and updating share.
fn fields(form: &mut Form, at: usize, category: &Category) {
    form.row("categories", at, "idnumber", &category.idnumber)
        .row("categories", at, "parent", category.parent)
        .row("categories", at, "name", &category.name);
}

/// Changes categories, and moves those whose parent is another now.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Category)>) -> Result<Vec<Outcome>, PlatformError> {
    let mut outcomes: Vec<Outcome> = rows
        .iter()
        .map(|(_, category)| validate::category(category).map_or(Outcome::Updated, Outcome::Refused))
        .collect();
    let to_send: Vec<Position> = (0..rows.len())
        .filter(|row| outcomes[*row] == Outcome::Updated)
        .collect();
    let mut updates = Updates { moodle, rows: &rows };
    let Sifted { guilty, .. } = sift(&mut updates, &to_send, moodle.rows_of(FIELDS)).await?;
    for (row, rejection) in guilty {
        let (id, category) = rows[row];
        // The same code tells of the category itself and of the parent that it is to move into.
        let means_parent = category.parent != id && rejection.numbers().any(|number| number == category.parent);
        outcomes[row] = if warnings::is_gone(&rejection.code) && !means_parent {
            Outcome::Gone
        } else {
            Outcome::Refused(unexplained(category, &rejection))
        };
    }
    Ok(outcomes)
}

struct Updates<'a> {
    moodle: &'a Moodle,
    rows: &'a [(PlatformId, &'a Category)],
}

impl Batch for Updates<'_> {
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let (id, category) = self.rows[*row];
            form.row("categories", at, "id", id);
            fields(&mut form, at, category);
        }
        let answer = self.moodle.wire.call("core_course_update_categories", &form).await?;
        Ok(answer.map(|_| Vec::new()))
    }

    fn named(&self, rejection: &Rejection, rows: &[Position]) -> Vec<Position> {
        let Some(id) = rejection.first_number().filter(|_| rejection.code == "unknowncategory") else {
            return Vec::new();
        };
        rows.iter()
            .copied()
            .filter(|row| self.rows[*row].0 == id || self.rows[*row].1.parent == id)
            .collect()
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
