//! Changing accounts. Creating uses the fields and the refusal from here.

use std::collections::HashMap;

use selaras_kinds::object::{Account, PlatformId, ProfileField};
use selaras_reasons::Reason;

use super::custom_fields::Sending;
use super::find::{by_email, email_taken, look_up};
use crate::moodle::bisect::Position;
use crate::moodle::change::{Change, ChangeResult, Wanted, is_theirs};
use crate::moodle::client::Moodle;
use crate::moodle::form::Form;
use crate::moodle::name::platform;
use crate::moodle::rejection::Rejection;
use crate::{Outcome, PlatformError, Refusal};

/// Another account has the e-mail address.
const EMAIL_TAKEN: &str = "useremailduplicate";

/// Changes accounts. Looks them up first: one may have an idnumber that is not ours.
pub(crate) async fn update(moodle: &Moodle, rows: Vec<(PlatformId, &Account)>) -> Result<Vec<Outcome>, PlatformError> {
    let ids = rows.iter().map(|(id, _)| id.to_string()).collect();
    let found = look_up(moodle, "id", ids).await?;
    let found: HashMap<PlatformId, &str> = found.iter().map(|found| (found.id, found.idnumber())).collect();
    let wanted = |row: Position| {
        let (id, object) = rows[row];
        let is_theirs = found.get(&id).is_some_and(|found| is_theirs(found, &object.idnumber));
        (id, Wanted { object, is_theirs })
    };
    let mut sending = Sending::new(moodle, rows.iter().map(|(_, account)| *account).collect());
    let ahead = sending.ahead();
    for first in [true, false] {
        let now = if first { ahead.clone() } else { sending.rest() };
        if !now.is_empty() {
            let outcomes = change(moodle, now.iter().map(|row| wanted(*row)).collect()).await?;
            sending.sent(&now, outcomes, |row| Some(rows[row].0)).await?;
        }
    }
    Ok(sending.outcomes())
}

/// Changes accounts. One with an idnumber of others keeps its username too: its person signs in with that.
pub(super) async fn change(
    moodle: &Moodle,
    rows: Vec<(PlatformId, Wanted<'_, Account>)>,
) -> Result<Vec<Outcome>, PlatformError> {
    let change = Change {
        function: "core_user_update_users",
        fields: 6 + profile_fields(rows.iter().map(|(_, wanted)| wanted.object)),
        fill: |form, at, id, wanted: &Wanted<'_, Account>| {
            form.row("users", at, "id", id);
            if !wanted.is_theirs {
                form.row("users", at, "idnumber", &wanted.object.idnumber);
                if !wanted.object.keeps_username {
                    form.row("users", at, "username", &wanted.object.username);
                }
            }
            person(form, at, wanted.object);
        },
        named: |_, _, _| false,
    };
    let rows: Vec<_> = rows.iter().map(|(id, wanted)| (*id, wanted)).collect();
    let results = change.send(moodle, &rows).await?;
    let is_taken =
        |result: &ChangeResult| matches!(result, ChangeResult::Rejected(rejection) if rejection.code == EMAIL_TAKEN);
    let doubled: Vec<&Account> = results
        .iter()
        .zip(&rows)
        .filter(|(result, _)| is_taken(result))
        .map(|(_, (_, wanted))| wanted.object)
        .collect();
    let of_email = by_email(moodle, &doubled).await?;
    let outcome = |(result, (id, wanted)): (ChangeResult, &(PlatformId, &Wanted<'_, Account>))| {
        let account = wanted.object;
        result.outcome(
            |_| true,
            |rejection| {
                if rejection.code != EMAIL_TAKEN {
                    return unexplained(account, rejection);
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

pub(super) fn unexplained(account: &Account, rejection: &Rejection) -> Refusal {
    let platform = platform();
    rejection.because(match account.profile.get(&ProfileField::Language) {
        Some(language) if rejection.code == "invalidparameter" && !language.is_empty() => Reason::LanguageRefused {
            language: language.clone(),
            platform,
        },
        _ => Reason::AccountRefused {
            platform,
            message: rejection.message.clone(),
        },
    })
}

/// The fields of a call that the profile of one of these accounts takes at most.
pub(super) fn profile_fields<'a>(accounts: impl Iterator<Item = &'a Account>) -> usize {
    let fields = |account: &Account| {
        let of = |field: &ProfileField| if matches!(field, ProfileField::Custom(_)) { 2 } else { 1 };
        account.profile.keys().map(of).sum()
    };
    accounts.map(fields).max().unwrap_or_default()
}

/// The fields that creating and updating share.
pub(super) fn person(form: &mut Form, at: usize, account: &Account) {
    let mut custom = 0;
    for (field, value) in &account.profile {
        match field {
            ProfileField::Custom(name) => {
                form.row("users", at, &format!("customfields][{custom}][type"), name)
                    .row("users", at, &format!("customfields][{custom}][value"), value);
                custom += 1;
            }
            // Without a language the site's is used.
            ProfileField::Language if value.is_empty() => {}
            field => {
                form.row("users", at, &field.name(), value);
            }
        }
    }
    form.row("users", at, "firstname", &account.firstname)
        .row("users", at, "lastname", &account.lastname)
        .row("users", at, "email", &account.email);
}
