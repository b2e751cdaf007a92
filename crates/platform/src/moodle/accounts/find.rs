//! Finds Moodle's accounts and decides which are ours.

use std::collections::HashMap;

use selaras_kinds::object::{Account, PlatformId};
use selaras_reasons::Reason;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::moodle::capabilities::names_hidden;
use crate::moodle::client::Moodle;
use crate::moodle::form::Form;
use crate::moodle::found::is_deleted;
use crate::moodle::name::platform;
use crate::moodle::rejection::own;
use crate::{PlatformError, Refusal};

/// Fields of a look-up besides its values.
const LOOK_UP_FIELDS: usize = 5;

/// An account as Moodle has it.
#[derive(Debug, Clone)]
pub(super) struct FoundAccount {
    pub(super) id: PlatformId,
    pub(super) username: String,
    firstname: String,
    lastname: String,
    email: Option<String>,
    idnumber: Option<String>,
}

/// A user in Moodle's reply. Fields that the token may not see are missing.
#[derive(Deserialize)]
struct UserReply {
    id: PlatformId,
    username: Option<String>,
    #[serde(default)]
    firstname: String,
    #[serde(default)]
    lastname: String,
    email: Option<String>,
    idnumber: Option<String>,
}

impl UserReply {
    /// Requires the username: it alone identifies the person.
    fn found(self) -> Result<FoundAccount, PlatformError> {
        Ok(FoundAccount {
            id: self.id,
            username: self.username.ok_or_else(names_hidden)?,
            firstname: self.firstname,
            lastname: self.lastname,
            email: self.email,
            idnumber: self.idnumber,
        })
    }
}

impl FoundAccount {
    fn idnumber(&self) -> &str {
        self.idnumber.as_deref().unwrap_or_default()
    }

    fn email(&self) -> &str {
        self.email.as_deref().unwrap_or_default()
    }

    fn is(&self, account: &Account) -> bool {
        self.idnumber() == account.idnumber
            && self.username == account.username
            && self.firstname == account.firstname
            && self.lastname == account.lastname
            && self.email() == account.email
    }
}

/// What Moodle's accounts mean for one of our rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Ours {
        id: PlatformId,
        same: bool,
    },
    Refused(Refusal),
    /// Moodle has no such account.
    Unknown,
}

/// Decides which account on Moodle belongs to the same person.
///
/// The username is a person's number, so an account with that username is theirs, unless it bears another idnumber. An
/// e-mail address proves nothing: families and departments share them.
pub(super) fn judge(account: &Account, of_name: Option<&FoundAccount>, of_email: &[&FoundAccount]) -> Verdict {
    if let Some(found) = of_name {
        return match found.idnumber() {
            "" => Verdict::Ours {
                id: found.id,
                same: false,
            },
            idnumber if idnumber == account.idnumber => Verdict::Ours {
                id: found.id,
                same: found.is(account),
            },
            other => Verdict::Refused(own(
                "usernametaken",
                Reason::UsernameTakenThere {
                    platform: platform(),
                    value: account.username.clone(),
                    other: format!("{} {}", found.firstname, found.lastname),
                    idnumber: other.to_owned(),
                },
            )),
        };
    }
    let ours: Vec<&&FoundAccount> = of_email
        .iter()
        .filter(|found| found.idnumber() == account.idnumber)
        .collect();
    match (ours[..].len(), of_email.first()) {
        (1, _) => Verdict::Ours {
            id: ours[0].id,
            same: false,
        },
        (0, None) => Verdict::Unknown,
        (0, Some(other)) => Verdict::Refused(email_taken(account, Some(other))),
        (many, _) => Verdict::Refused(own(
            "idnumberdouble",
            Reason::AccountTwiceThere {
                platform: platform(),
                count: many as u64,
                value: account.idnumber.clone(),
            },
        )),
    }
}

pub(super) fn email_taken(account: &Account, by: Option<&FoundAccount>) -> Refusal {
    let value = account.email.clone();
    own(
        "useremailduplicate",
        match by {
            Some(found) => Reason::EmailTaken {
                platform: platform(),
                value,
                other: found.username.clone(),
            },
            None => Reason::EmailTakenSomewhere {
                platform: platform(),
                value,
            },
        },
    )
}

/// Looks accounts up by one field, with their usernames.
pub(super) async fn look_up(
    moodle: &Moodle,
    field: &str,
    values: Vec<String>,
) -> Result<Vec<FoundAccount>, PlatformError> {
    let users: Vec<UserReply> = ask(moodle, field, values).await?;
    users.into_iter().map(UserReply::found).collect()
}

/// Looks accounts up by one field, in as few calls as possible.
pub(super) async fn ask<T: DeserializeOwned>(
    moodle: &Moodle,
    field: &str,
    values: Vec<String>,
) -> Result<Vec<T>, PlatformError> {
    let mut found = Vec::new();
    for values in values.chunks(
        moodle
            .settings
            .max_input_vars
            .saturating_sub(LOOK_UP_FIELDS)
            .clamp(1, 500),
    ) {
        let mut form = Form::default();
        form.field("field", field).values("values", values);
        found.extend(moodle.wire.ask::<Vec<T>>("core_user_get_users_by_field", &form).await?);
    }
    Ok(found)
}

/// The accounts with these e-mail addresses, by address in lower case.
pub(super) async fn by_email(
    moodle: &Moodle,
    accounts: &[&Account],
) -> Result<HashMap<String, Vec<FoundAccount>>, PlatformError> {
    // A create compares addresses without regard to case; a look-up on PostgreSQL is case-sensitive.
    let mut emails: Vec<String> = accounts
        .iter()
        .flat_map(|account| [account.email.clone(), account.email.to_lowercase()])
        .collect();
    emails.sort_unstable();
    emails.dedup();
    let mut found: HashMap<String, Vec<FoundAccount>> = HashMap::new();
    for account in look_up(moodle, "email", emails).await? {
        found.entry(account.email().to_lowercase()).or_default().push(account);
    }
    Ok(found)
}

/// Those of the ids that Moodle has an account for.
pub(crate) async fn known(moodle: &Moodle, ids: Vec<PlatformId>) -> Result<Vec<PlatformId>, PlatformError> {
    #[derive(Deserialize)]
    struct UserId {
        id: PlatformId,
        username: Option<String>,
        email: Option<String>,
    }
    let there = |ids: Vec<PlatformId>| async move {
        let values = ids.iter().map(PlatformId::to_string).collect();
        let found: Vec<UserId> = ask(moodle, "id", values).await?;
        let living = |found: &UserId| !is_deleted(found.username.as_deref(), found.email.as_deref());
        Ok(found.into_iter().filter(living).map(|found| found.id).collect())
    };
    moodle.existing(|memory| &memory.known_accounts, ids, there).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account {
            idnumber: "selaras:mahasiswa:260001".into(),
            username: "260001".into(),
            firstname: "Siti".into(),
            lastname: "Rahayu".into(),
            email: "260001@example.org".into(),
        }
    }

    fn found(username: &str, idnumber: &str) -> FoundAccount {
        FoundAccount {
            id: 3,
            username: username.into(),
            firstname: "Siti".into(),
            lastname: "Rahayu".into(),
            email: Some("260001@example.org".into()),
            idnumber: Some(idnumber.into()),
        }
    }

    fn code(verdict: Verdict) -> String {
        match verdict {
            Verdict::Refused(refusal) => refusal.code,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn account_with_our_username_is_adopted_unless_idnumber_differs() {
        let ours = account();
        let judge = |idnumber| judge(&ours, Some(&found("260001", idnumber)), &[]);
        assert_eq!(judge("selaras:mahasiswa:260001"), Verdict::Ours { id: 3, same: true });
        assert_eq!(judge(""), Verdict::Ours { id: 3, same: false });
        assert_eq!(code(judge("selaras:dosen:1")), "selaras:usernametaken");
    }

    #[test]
    fn account_with_our_email_is_adopted_only_with_our_idnumber() {
        let ours = account();
        let (other, same) = (found("lain", ""), found("lama", "selaras:mahasiswa:260001"));
        assert_eq!(code(judge(&ours, None, &[&other])), "selaras:useremailduplicate");
        assert_eq!(
            judge(&ours, None, &[&other, &same]),
            Verdict::Ours { id: 3, same: false }
        );
        assert_eq!(code(judge(&ours, None, &[&same, &same])), "selaras:idnumberdouble");
        assert_eq!(judge(&ours, None, &[]), Verdict::Unknown);
    }
}
