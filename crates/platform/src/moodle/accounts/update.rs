//! Changing accounts.

use selaras_kinds::object::{Account, PlatformId};

use super::find::{by_email, email_taken};
use super::{person, unexplained};
use crate::moodle::sift::Position;
use crate::moodle::warnings::{self, Change, Told};
use crate::moodle::{Moodle, validate};
use crate::{Outcome, PlatformError};

const CHANGE: Change<Account> = Change {
    function: "core_user_update_users",
    fields: 6,
    fill: |form, at, id, account| {
        form.row("users", at, "id", id)
            .row("users", at, "idnumber", &account.idnumber);
        person(form, at, account);
    },
};

/// Changes accounts.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Account)>) -> Result<Vec<Outcome>, PlatformError> {
    let mut outcomes: Vec<Option<Outcome>> = rows
        .iter()
        .map(|(_, account)| validate::account(account).map(Outcome::Refused))
        .collect();
    let to_send: Vec<Position> = (0..rows.len()).filter(|row| outcomes[*row].is_none()).collect();
    let Told { guilty, warned } = CHANGE.send(moodle, &rows, &to_send).await?;
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
