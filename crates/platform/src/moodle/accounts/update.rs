//! Changing accounts.

use std::collections::HashMap;

use selaras_kinds::object::{Account, PlatformId};

use super::find::{by_email, email_taken};
use super::{person, unexplained};
use crate::moodle::form::Form;
use crate::moodle::rejection::Rejection;
use crate::moodle::sift::{Batch, Position, Sifted, sift};
use crate::moodle::{Moodle, validate, warnings};
use crate::{Outcome, PlatformError};

/// Fields of one account in an update.
const UPDATE_FIELDS: usize = 6;
/// Changes accounts.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Account)>) -> Result<Vec<Outcome>, PlatformError> {
    let mut outcomes: Vec<Option<Outcome>> = rows
        .iter()
        .map(|(_, account)| validate::account(account).map(Outcome::Refused))
        .collect();
    let to_send: Vec<Position> = (0..rows.len()).filter(|row| outcomes[*row].is_none()).collect();
    let mut updates = Updates {
        moodle,
        rows: &rows,
        warned: HashMap::new(),
    };
    let Sifted { guilty, .. } = sift(&mut updates, &to_send, moodle.rows_of(UPDATE_FIELDS)).await?;
    let warned = updates.warned;
    for (row, rejection) in guilty {
        outcomes[row] = Some(Outcome::Refused(unexplained(&rejection)));
    }

    let of_email = {
        let doubled: Vec<&Account> = rows
            .iter()
            .filter(|(id, _)| {
                warned
                    .get(id)
                    .is_some_and(|rejection| rejection.code == "useremailduplicate")
            })
            .map(|(_, account)| *account)
            .collect();
        by_email(moodle, &doubled).await?
    };
    let told = |id: PlatformId, account: &Account| match warned.get(&id) {
        None => Outcome::Updated,
        Some(rejection) if warnings::is_gone(&rejection.code) => Outcome::Gone,
        Some(rejection) if rejection.code == "useremailduplicate" => {
            let other = of_email
                .get(&account.email.to_lowercase())
                .into_iter()
                .flatten()
                .find(|found| found.id != id);
            let refusal = email_taken(account, other.map_or("tidak diketahui", |found| &found.username));
            Outcome::Refused(rejection.because(refusal.reason))
        }
        Some(rejection) => Outcome::Refused(rejection.because(format!(
            "Moodle tidak mengubah akun {} ({}). Periksa akun itu di Moodle.",
            account.username, rejection.message
        ))),
    };
    Ok(outcomes
        .into_iter()
        .zip(&rows)
        .map(|(known, (id, account))| known.unwrap_or_else(|| told(*id, account)))
        .collect())
}

struct Updates<'a> {
    moodle: &'a Moodle,
    rows: &'a [(PlatformId, &'a Account)],
    warned: HashMap<PlatformId, Rejection>,
}

impl Batch for Updates<'_> {
    // Bad rows are named by warnings; a refusal of the whole is rare.
    const PATIENCE: usize = usize::MAX;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        let function = "core_user_update_users";
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            let (id, account) = self.rows[*row];
            form.row("users", at, "id", id)
                .row("users", at, "idnumber", &account.idnumber);
            person(&mut form, at, account);
        }
        let reply = match self.moodle.wire.call(function, &form).await? {
            Err(rejection) => return Ok(Err(rejection)),
            Ok(reply) => reply,
        };
        self.warned.extend(warnings::of_reply(function, reply)?);
        Ok(Ok(Vec::new()))
    }

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        Ok(rows.to_vec())
    }
}
