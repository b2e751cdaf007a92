//! Changing accounts.

use selaras_kinds::object::{Account, PlatformId};

use super::find::{by_email, email_taken};
use super::{person, unexplained};
use crate::moodle::change::{Change, Told};
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
    refused_here: validate::account,
    named: |_, _, _| false,
};

/// Another account has the e-mail address.
const EMAIL_TAKEN: &str = "useremailduplicate";

/// Changes accounts.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Account)>) -> Result<Vec<Outcome>, PlatformError> {
    let told = CHANGE.send(moodle, &rows).await?;
    let is_taken = |told: &Told| matches!(told, Told::Rejected(rejection) if rejection.code == EMAIL_TAKEN);
    let doubled: Vec<&Account> = told
        .iter()
        .zip(&rows)
        .filter(|(told, _)| is_taken(told))
        .map(|(_, (_, account))| *account)
        .collect();
    let of_email = by_email(moodle, &doubled).await?;
    let outcome = |(told, (id, account)): (Told, &(PlatformId, &Account))| {
        told.outcome(
            |_| true,
            |rejection| {
                if rejection.code != EMAIL_TAKEN {
                    return unexplained(rejection);
                }
                let sharing = of_email.get(&account.email.to_lowercase()).into_iter().flatten();
                let other = sharing.into_iter().find(|found| found.id != *id);
                let refusal = email_taken(account, other);
                rejection.because(refusal.reason)
            },
        )
    };
    Ok(told.into_iter().zip(&rows).map(outcome).collect())
}
