//! Changing accounts. Creating uses the fields and the refusal from here.

use selaras_kinds::object::{Account, PlatformId};
use selaras_reasons::Reason;

use super::find::{by_email, email_taken};
use crate::moodle::change::{Change, ChangeResult};
use crate::moodle::client::Moodle;
use crate::moodle::form::Form;
use crate::moodle::name::platform;
use crate::moodle::rejection::Rejection;
use crate::moodle::validate;
use crate::{Outcome, PlatformError, Refusal};

const CHANGE: Change<Account> = Change {
    function: "core_user_update_users",
    fields: 6,
    fill: |form, at, id, account| {
        form.row("users", at, "id", id)
            .row("users", at, "idnumber", &account.idnumber);
        person(form, at, account);
    },
    local_refusal: validate::account,
    named: |_, _, _| false,
};

/// Another account has the e-mail address.
const EMAIL_TAKEN: &str = "useremailduplicate";

/// Changes accounts.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Account)>) -> Result<Vec<Outcome>, PlatformError> {
    let results = CHANGE.send(moodle, &rows).await?;
    let is_taken =
        |result: &ChangeResult| matches!(result, ChangeResult::Rejected(rejection) if rejection.code == EMAIL_TAKEN);
    let doubled: Vec<&Account> = results
        .iter()
        .zip(&rows)
        .filter(|(result, _)| is_taken(result))
        .map(|(_, (_, account))| *account)
        .collect();
    let of_email = by_email(moodle, &doubled).await?;
    let outcome = |(result, (id, account)): (ChangeResult, &(PlatformId, &Account))| {
        result.outcome(
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
    Ok(results.into_iter().zip(&rows).map(outcome).collect())
}

pub(super) fn unexplained(rejection: &Rejection) -> Refusal {
    rejection.because(Reason::AccountRefused {
        platform: platform(),
        message: rejection.message.clone(),
    })
}

/// The fields that creating and updating share.
pub(super) fn person(form: &mut Form, at: usize, account: &Account) {
    form.row("users", at, "firstname", &account.firstname)
        .row("users", at, "lastname", &account.lastname)
        .row("users", at, "email", &account.email)
        .row("users", at, "username", &account.username);
}
