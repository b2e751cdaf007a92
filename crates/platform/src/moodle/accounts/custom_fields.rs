//! Fields of profiles that Moodle's administrator made. Moodle drops the value of a field that it does not have, without a word, so
//! one account is read back.

use std::collections::HashSet;

use selaras_kinds::object::{Account, PlatformId, ProfileField};
use selaras_reasons::Reason;
use serde::Deserialize;

use crate::moodle::bisect::Position;
use crate::moodle::client::Moodle;
use crate::moodle::found::FoundField;
use crate::moodle::memory::{KeptFields, locked};
use crate::moodle::name::platform;
use crate::moodle::rejection::own;
use crate::{Outcome, PlatformError};

/// The results of accounts while they are sent.
pub(super) struct Sending<'a> {
    moodle: &'a Moodle,
    accounts: Vec<&'a Account>,
    outcomes: Vec<Option<Outcome>>,
    /// Used without a session.
    own: KeptFields,
}

/// The values of an account in fields that the administrator made.
fn values(account: &Account) -> impl Iterator<Item = &str> {
    account.profile.iter().filter_map(|(field, value)| match field {
        ProfileField::Custom(name) if !value.is_empty() => Some(name.as_str()),
        _ => None,
    })
}

impl<'a> Sending<'a> {
    pub(super) fn new(moodle: &'a Moodle, accounts: Vec<&'a Account>) -> Self {
        Self {
            moodle,
            outcomes: vec![None; accounts.len()],
            accounts,
            own: KeptFields::default(),
        }
    }

    fn kept(&self) -> &KeptFields {
        self.moodle
            .memory
            .as_deref()
            .map_or(&self.own, |memory| &memory.kept_fields)
    }

    /// The first account for each field of which nothing is known. They go ahead.
    pub(super) fn ahead(&self) -> Vec<Position> {
        let known = locked(self.kept());
        let mut sought = HashSet::new();
        let is_first = |row: &Position| {
            let unknown = values(self.accounts[*row]).filter(|name| !known.contains_key(*name));
            let new = unknown.filter(|name| sought.insert(*name)).count();
            new > 0
        };
        (0..self.accounts.len()).filter(is_first).collect()
    }

    /// The accounts that were not sent yet. Those with a value that Moodle does not keep are refused.
    pub(super) fn rest(&mut self) -> Vec<Position> {
        let left: Vec<_> = (0..self.accounts.len())
            .filter(|row| self.outcomes[*row].is_none())
            .collect();
        let (refused, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|row| self.lost(*row).is_some());
        for row in refused {
            self.outcomes[row] = self.lost(row);
        }
        rest
    }

    pub(super) fn accounts(&self, rows: &[Position]) -> Vec<&'a Account> {
        rows.iter().map(|row| self.accounts[*row]).collect()
    }

    /// Takes the results of accounts, and reads one of them back for each field of which nothing is known. `id` is the id of an account
    /// that was changed.
    pub(super) async fn sent(
        &mut self,
        rows: &[Position],
        outcomes: Vec<Outcome>,
        id: impl Fn(Position) -> Option<PlatformId>,
    ) -> Result<(), PlatformError> {
        let ahead = self.ahead();
        let mut to_read = Vec::new();
        for (row, outcome) in rows.iter().zip(outcomes) {
            let id = match &outcome {
                Outcome::Created(id) | Outcome::Adopted(id) => Some(*id),
                Outcome::Updated => id(*row),
                Outcome::Gone | Outcome::Theirs(_) | Outcome::Refused(_) => None,
            };
            let is_unknown = |name: &str| !locked(self.kept()).contains_key(name);
            to_read.extend(
                id.filter(|_| !ahead.is_empty() && values(self.accounts[*row]).any(is_unknown))
                    .map(|id| (id, *row)),
            );
            self.outcomes[*row] = Some(outcome);
        }
        // One account for each set of fields is enough.
        let mut read: Vec<Vec<&str>> = Vec::new();
        to_read.retain(|(_, row)| {
            let fields: Vec<_> = values(self.accounts[*row]).collect();
            let is_new = !read.contains(&fields);
            read.push(fields);
            is_new
        });
        if !to_read.is_empty() {
            self.learn(&to_read).await?;
        }
        for row in rows {
            if self.outcomes[*row].as_ref().is_some_and(is_done) {
                self.outcomes[*row] = self.lost(*row).or_else(|| self.outcomes[*row].take());
            }
        }
        Ok(())
    }

    async fn learn(&self, accounts: &[(PlatformId, Position)]) -> Result<(), PlatformError> {
        #[derive(Deserialize)]
        struct Found {
            id: PlatformId,
            #[serde(default)]
            customfields: Vec<FoundField>,
        }
        let ids: Vec<_> = accounts.iter().map(|(id, _)| id.to_string()).collect();
        let found: Vec<Found> = self.moodle.users_by_field("id", &ids).await?;
        let mut known = locked(self.kept());
        for (id, row) in accounts {
            let Some(found) = found.iter().find(|found| found.id == *id) else {
                continue;
            };
            for name in values(self.accounts[*row]) {
                known.insert(
                    name.to_owned(),
                    found.customfields.iter().any(|field| field.shortname == name),
                );
            }
        }
        Ok(())
    }

    /// Why an account is refused: Moodle does not keep one of its values.
    fn lost(&self, row: Position) -> Option<Outcome> {
        let known = locked(self.kept());
        let lost = values(self.accounts[row]).find(|name| known.get(*name) == Some(&false))?;
        let reason = Reason::ProfileFieldNotKept {
            field: lost.to_owned(),
            platform: platform(),
        };
        Some(Outcome::Refused(own("profilefield", reason)))
    }

    pub(super) fn outcomes(self) -> Vec<Outcome> {
        self.outcomes.into_iter().flatten().collect()
    }
}

const fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Created(_) | Outcome::Adopted(_) | Outcome::Updated)
}
