//! Accounts: Moodle's users. This file creates them; `find` looks them up, `standing` reads their state, `update` changes
//! them.

mod custom_fields;
mod find;
mod standing;
mod update;

use std::collections::{HashMap, HashSet};

use selaras_kinds::object::{Account, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;

use super::bisect::{Batch, Position};
use super::change::Wanted;
use super::client::Moodle;
use super::create::{self, CreateBatch, Ledger};
use super::form::Form;
use super::protocol::decoded;
use super::rejection::{Rejection, own};
use super::settings::MoodleSettings;
use crate::{Outcome, PlatformError, Refusal};
use custom_fields::Sending;
use find::{FoundAccount, Verdict, by_email, judge, look_up};
use update::{change, person, profile_fields, unexplained};

pub(crate) use find::{candidates, known, with_number};
pub(crate) use standing::standing;
pub(crate) use update::update;

/// Fields of one account in a create.
pub(crate) fn fields(settings: &MoodleSettings) -> usize {
    let auth = settings.auth.as_deref();
    5 + usize::from(auth.is_some()) + usize::from(makes_password(auth))
}

/// Creates accounts.
pub(crate) async fn create(moodle: &Moodle, rows: &[Account]) -> Result<Vec<Outcome>, PlatformError> {
    let mut sending = Sending::new(moodle, rows.iter().collect());
    let ahead = sending.ahead();
    for first in [true, false] {
        let rows = if first { ahead.clone() } else { sending.rest() };
        if !rows.is_empty() {
            let outcomes = create::create(&mut Accounts::new(moodle, sending.accounts(&rows))).await?;
            sending.sent(&rows, outcomes, |_| None).await?;
        }
    }
    Ok(sending.outcomes())
}

/// True if Moodle is to make the password. Users of another plugin have theirs elsewhere, and Moodle would mail them one
/// that does not work.
fn makes_password(auth: Option<&str>) -> bool {
    auth.is_none_or(|auth| matches!(auth, "manual" | "email"))
}

/// Accounts to create.
pub(crate) struct Accounts<'a> {
    moodle: &'a Moodle,
    rows: Vec<&'a Account>,
    ledger: Ledger,
    names: HashMap<&'a str, Position>,
    emails: HashSet<String>,
    /// Rows that Moodle had no account for, and the number of lost answers at that moment.
    unknown: HashMap<Position, u64>,
}

impl<'a> Accounts<'a> {
    pub(crate) fn new(moodle: &'a Moodle, rows: Vec<&'a Account>) -> Self {
        let ledger = Ledger::new(rows.len());
        Self {
            moodle,
            rows,
            ledger,
            names: HashMap::new(),
            emails: HashSet::new(),
            unknown: HashMap::new(),
        }
    }

    async fn look_up_all(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let lost = self.moodle.wire.lost();
        let names = rows.iter().map(|row| self.rows[*row].username.clone()).collect();
        let of_name: HashMap<String, FoundAccount> = look_up(self.moodle, "username", names)
            .await?
            .into_iter()
            .map(|found| (found.username.clone(), found))
            .collect();
        // A row found by name needs no second look-up; after a lost answer that is every row.
        let nameless: Vec<&Account> = rows
            .iter()
            .map(|row| self.rows[*row])
            .filter(|account| !of_name.contains_key(&account.username))
            .collect();
        let of_email = by_email(self.moodle, &nameless).await?;
        let mut left = Vec::new();
        for row in rows {
            let account = self.rows[*row];
            let sharing: Vec<&FoundAccount> = of_email
                .get(&account.email.to_lowercase())
                .into_iter()
                .flatten()
                .collect();
            match judge(account, of_name.get(&account.username), &sharing) {
                Verdict::Ours { id, same } => self.ledger.found(*row, id, same),
                Verdict::Theirs(id) => self.ledger.settle(*row, Outcome::Theirs(id)),
                Verdict::Refused(refusal) => self.ledger.refuse(*row, refusal),
                Verdict::Unknown => {
                    self.unknown.insert(*row, lost);
                    left.push(*row);
                }
            }
        }
        Ok(left)
    }
}

impl Batch for Accounts<'_> {
    // A refusal names no row. Bisecting for one bad row in 200 costs some 15 calls, which make and roll back about as many
    // accounts as the batch has. Two look-ups cost one or two times the batch and find all bad rows at once.
    const PATIENCE: usize = 0;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Created {
            id: PlatformId,
            username: String,
        }
        let function = "core_user_create_users";
        let auth = self.moodle.settings.auth.as_deref();
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            // Mandatory fields come last: if PHP drops the end of a row, Moodle refuses it instead of creating half of it.
            form.row("users", at, "idnumber", &self.rows[*row].idnumber);
            if let Some(auth) = auth {
                form.row("users", at, "auth", auth);
            }
            if makes_password(auth) {
                form.row("users", at, "createpassword", 1);
            }
            person(&mut form, at, self.rows[*row]);
            form.row("users", at, "username", &self.rows[*row].username);
        }
        let made = self.moodle.wire.make(function, &form).await?;
        let reply = match self.ledger.reply(made, rows, self.moodle.settings.retries)? {
            Err(instead) => return Ok(instead),
            Ok(reply) => reply,
        };
        let made: Vec<Created> = decoded(function, &reply)?;
        let mut made: HashMap<String, PlatformId> = made.into_iter().map(|made| (made.username, made.id)).collect();
        let mut silent = Vec::new();
        for row in rows {
            match made.remove(&self.rows[*row].username) {
                Some(id) => self.ledger.settle(*row, Outcome::Created(id)),
                None => silent.push(*row),
            }
        }
        Ok(Ok(silent))
    }

    async fn look_up(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        self.look_up_all(rows).await
    }
}

impl CreateBatch for Accounts<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle
            .rows_of(fields(&self.moodle.settings) + profile_fields(self.rows.iter().copied()))
    }

    fn duplicate(&mut self, row: Position) -> Result<Option<Position>, Box<Refusal>> {
        let account = self.rows[row];
        if let Some(first) = self.names.get(account.username.as_str()) {
            // A student of two classes appears twice.
            if self.rows[*first].idnumber == account.idnumber {
                return Ok(Some(*first));
            }
            return Err(own(
                "usernametaken",
                Reason::UsernameTwice {
                    value: account.username.clone(),
                },
            )
            .into());
        }
        self.names.insert(&account.username, row);
        Ok(None)
    }

    /// Moodle may be set to refuse a second account with an address. Then it must be able to name the first.
    fn comes_later(&mut self, row: Position) -> bool {
        !self.emails.insert(self.rows[row].email.to_lowercase())
    }

    async fn explain(&mut self, rejected: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        // An account that was not found is not looked up again, unless an answer was lost since: that call may have created
        // it.
        let lost = self.moodle.wire.lost();
        let rows: Vec<Position> = rejected
            .iter()
            .map(|(row, _)| *row)
            .filter(|row| self.unknown.get(row) != Some(&lost))
            .collect();
        let settled: HashSet<Position> = if rows.is_empty() {
            HashSet::new()
        } else {
            let unknown = self.look_up_all(&rows).await?;
            rows.into_iter().filter(|row| !unknown.contains(row)).collect()
        };
        for (row, rejection) in rejected {
            if !settled.contains(&row) {
                self.ledger.refuse(row, unexplained(self.rows[row], &rejection));
            }
        }
        Ok(Vec::new())
    }

    async fn take_over(&mut self, found: &[(Position, PlatformId)]) -> Result<Vec<Outcome>, PlatformError> {
        let rows = found.iter().map(|(row, id)| (*id, self.rows[*row]));
        change(self.moodle, Wanted::ours(rows)).await
    }
}
