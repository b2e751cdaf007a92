//! Finds Moodle's accounts and decides which are ours.

use std::collections::{BTreeMap, HashMap};

use selaras_kinds::object::{Account, OURS, PlatformId};
use selaras_kinds::{have_one_number, number_of};
use selaras_reasons::Reason;
use serde::Deserialize;

use crate::moodle::capabilities::names_hidden;
use crate::moodle::client::Moodle;
use crate::moodle::found::is_deleted;
use crate::moodle::name::platform;
use crate::moodle::read::unescaped;
use crate::moodle::rejection::own;
use crate::{Candidate, PlatformError, Refusal};

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
    pub(super) fn idnumber(&self) -> &str {
        self.idnumber.as_deref().unwrap_or_default()
    }

    fn name(&self) -> String {
        format!("{} {}", self.firstname, self.lastname)
    }

    fn candidate(&self, proven: bool) -> Candidate {
        Candidate {
            id: self.id,
            name: self.username.clone(),
            label: unescaped(&self.name()),
            email: self.email().to_owned(),
            idnumber: self.idnumber().to_owned(),
            container: None,
            proven,
        }
    }

    /// True if an export would take it for this person's, see [`judge`].
    fn is_proven(&self, account: &Account) -> bool {
        let verdict = match self.username == account.username.to_lowercase() {
            true => judge(account, Some(self), &[]),
            false => judge(account, None, &[self]),
        };
        matches!(verdict, Verdict::Ours { .. } | Verdict::Theirs(_))
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
            // What is in the profile was not asked.
            && account.profile.is_empty()
    }
}

/// What Moodle's accounts mean for one of our rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Ours {
        id: PlatformId,
        same: bool,
    },
    /// It has an idnumber that others gave it.
    Theirs(PlatformId),
    Refused(Refusal),
    /// Moodle has no such account.
    Unknown,
}

/// Decides which account on Moodle belongs to the same person.
///
/// An account is a person's by our idnumber, or by the person's own number as username or idnumber. With an idnumber of ours
/// for another row it is another person's. An e-mail address proves nothing: families and departments share them.
pub(super) fn judge(account: &Account, of_name: Option<&FoundAccount>, of_email: &[&FoundAccount]) -> Verdict {
    if let Some(found) = of_name {
        return match found.idnumber() {
            // A number is one person's. Another username may be a namesake's.
            "" if !account.keeps_username || is_alike(account, found) => Verdict::Ours {
                id: found.id,
                same: false,
            },
            idnumber if idnumber == account.idnumber => Verdict::Ours {
                id: found.id,
                same: found.is(account),
            },
            _ if is_persons(account, found) => Verdict::Theirs(found.id),
            other => Verdict::Refused(own(
                "usernametaken",
                if other.starts_with(OURS) {
                    Reason::AccountOfOtherRow {
                        platform: platform(),
                        value: account.username.clone(),
                        other: found.name(),
                        idnumber: other.to_owned(),
                    }
                } else {
                    Reason::UsernameTakenThere {
                        platform: platform(),
                        value: account.username.clone(),
                        other: found.name(),
                        idnumber: if other.is_empty() { "-" } else { other }.to_owned(),
                    }
                },
            )),
        };
    }
    let ours: Vec<&&FoundAccount> = of_email
        .iter()
        .filter(|found| found.idnumber() == account.idnumber)
        .collect();
    let theirs: Vec<&&FoundAccount> = of_email.iter().filter(|found| is_persons(account, found)).collect();
    match (&ours[..], &theirs[..], of_email.first()) {
        ([ours], ..) => Verdict::Ours {
            id: ours.id,
            same: false,
        },
        ([], [theirs], _) => Verdict::Theirs(theirs.id),
        ([], [], None) => Verdict::Unknown,
        ([], [], Some(other)) => Verdict::Refused(email_taken(account, Some(other))),
        ([], several, _) => Verdict::Refused(own(
            "ambiguous",
            Reason::AccountAmbiguous {
                platform: platform(),
                value: number_of(&account.idnumber).to_owned(),
                found: several
                    .iter()
                    .map(|found| found.username.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            },
        )),
        (many, ..) => Verdict::Refused(own(
            "idnumberdouble",
            Reason::AccountTwiceThere {
                platform: platform(),
                count: many.len() as u64,
                value: account.idnumber.clone(),
            },
        )),
    }
}

/// True if an account has the person's number or address. A name is not enough, since a pattern may be made of names alone.
fn is_alike(account: &Account, found: &FoundAccount) -> bool {
    let is_number = found.username == number_of(&account.idnumber).to_lowercase();
    is_number || found.email().to_lowercase() == account.email.to_lowercase()
}

/// True if an account with an idnumber of others is this person's.
fn is_persons(account: &Account, found: &FoundAccount) -> bool {
    let idnumber = found.idnumber();
    if idnumber.starts_with(OURS) {
        // A student in both lists, or who teaches. A guest of another campus may have the same number.
        let (email, names) = (found.email().to_lowercase(), (&found.firstname, &found.lastname));
        return have_one_number(idnumber, &account.idnumber)
            && (email == account.email.to_lowercase() || names == (&account.firstname, &account.lastname));
    }
    let number = number_of(&account.idnumber).to_lowercase();
    !idnumber.is_empty() && (idnumber.to_lowercase() == number || found.username == number)
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
    let users: Vec<UserReply> = moodle.users_by_field(field, &values).await?;
    users.into_iter().map(UserReply::found).collect()
}

/// The accounts with one of these values in a field, by value in lower case. An account that hides the field is left out.
async fn by_field<'a>(
    moodle: &Moodle,
    field: &str,
    values: impl Iterator<Item = &'a str>,
    of: fn(&FoundAccount) -> &str,
) -> Result<HashMap<String, Vec<FoundAccount>>, PlatformError> {
    // A create compares values without regard to case; a look-up on PostgreSQL is case-sensitive.
    let mut values: Vec<String> = values
        .flat_map(|value| [value.to_owned(), value.to_lowercase()])
        .collect();
    values.sort_unstable();
    values.dedup();
    let mut found: HashMap<String, Vec<FoundAccount>> = HashMap::new();
    for account in look_up(moodle, field, values).await? {
        let value = of(&account).to_lowercase();
        if !value.is_empty() {
            found.entry(value).or_default().push(account);
        }
    }
    Ok(found)
}

/// The accounts with these people's e-mail addresses, see [`by_field`].
pub(super) async fn by_email(
    moodle: &Moodle,
    accounts: &[&Account],
) -> Result<HashMap<String, Vec<FoundAccount>>, PlatformError> {
    let emails = accounts.iter().map(|account| account.email.as_str());
    by_field(moodle, "email", emails, FoundAccount::email).await
}

/// The accounts with the number of each of these people, see [`crate::LearningPlatform::adoptable`]. If another account has a
/// person's username, it may be theirs too: usernames are looked up only if an account has the number.
pub(crate) async fn with_number(moodle: &Moodle, accounts: &[Account]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
    let numbers = accounts.iter().map(|account| number_of(&account.idnumber));
    let found = by_field(moodle, "idnumber", numbers, FoundAccount::idnumber).await?;
    let numbered = |account: &Account| {
        let found = found.get(&number_of(&account.idnumber).to_lowercase());
        found.map_or(&[][..], Vec::as_slice)
    };
    let username = |account: &Account| account.username.to_lowercase();
    let has_other_name = |account: &&Account| {
        numbered(account)
            .iter()
            .any(|found| found.username != username(account))
    };
    let asked: Vec<_> = accounts.iter().filter(has_other_name).map(username).collect();
    let of_name = match asked.is_empty() {
        true => Vec::new(),
        false => look_up(moodle, "username", asked).await?,
    };
    let of = |account: &Account| {
        let mut found: Vec<_> = numbered(account).iter().collect();
        let named = of_name.iter().find(|named| named.username == username(account));
        let named = named.filter(|named| !found.is_empty() && found.iter().all(|found| found.id != named.id));
        match named.map(|named| (named, judge(account, Some(named), &[]))) {
            // It has our idnumber: the create that Moodle refuses finds it.
            Some((named, _)) if named.idnumber() == account.idnumber => found.clear(),
            Some((named, Verdict::Ours { .. } | Verdict::Theirs(_))) => found.insert(0, named),
            _ => {}
        }
        found.into_iter().map(|found| found.candidate(true)).collect()
    };
    Ok(accounts.iter().map(of).collect())
}

/// What may be each of these people's account, see [`crate::LearningPlatform::candidates`].
pub(crate) async fn candidates(moodle: &Moodle, accounts: &[Account]) -> Result<Vec<Vec<Candidate>>, PlatformError> {
    let names = accounts.iter().map(|account| account.username.to_lowercase()).collect();
    let of_name = look_up(moodle, "username", names).await?;
    let of_email = by_email(moodle, &accounts.iter().collect::<Vec<_>>()).await?;
    let idnumbers = |account: &Account| {
        [
            number_of(&account.idnumber).to_lowercase(),
            account.idnumber.to_lowercase(),
        ]
    };
    let asked: Vec<String> = accounts.iter().flat_map(idnumbers).collect();
    let asked = asked.iter().map(String::as_str);
    let of_idnumber = by_field(moodle, "idnumber", asked, FoundAccount::idnumber).await?;
    let of = |account: &Account| {
        let mut found: BTreeMap<PlatformId, &FoundAccount> = BTreeMap::new();
        let named = of_name
            .iter()
            .filter(|found| found.username == account.username.to_lowercase());
        let numbered = idnumbers(account).map(|idnumber| of_idnumber.get(&idnumber));
        let addressed = of_email.get(&account.email.to_lowercase());
        let others = numbered.into_iter().chain([addressed]).flatten().flatten();
        found.extend(named.chain(others).map(|found| (found.id, found)));
        if found.values().any(|found| found.idnumber() == account.idnumber) {
            found.retain(|_, found| found.idnumber() == account.idnumber);
        }
        let candidate = |found: &FoundAccount| found.candidate(found.is_proven(account));
        found.into_values().map(candidate).collect()
    };
    Ok(accounts.iter().map(of).collect())
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
        let values: Vec<String> = ids.iter().map(PlatformId::to_string).collect();
        let found: Vec<UserId> = moodle.users_by_field("id", &values).await?;
        let living = |found: &UserId| !is_deleted(found.username.as_deref(), found.email.as_deref());
        Ok(found.into_iter().filter(living).map(|found| found.id).collect())
    };
    moodle.existing(|memory| &memory.known_accounts, ids, there).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use selaras_kinds::object::Profile;

    fn account() -> Account {
        Account {
            idnumber: "selaras:mahasiswa:260001".into(),
            username: "260001".into(),
            firstname: "Siti".into(),
            lastname: "Rahayu".into(),
            email: "260001@example.org".into(),
            profile: Profile::new(),
            keeps_username: false,
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
    fn account_with_our_username_is_adopted_unless_it_is_another_rows() {
        let ours = account();
        let judge = |idnumber| judge(&ours, Some(&found("260001", idnumber)), &[]);
        assert_eq!(judge("selaras:mahasiswa:260001"), Verdict::Ours { id: 3, same: true });
        assert_eq!(judge(""), Verdict::Ours { id: 3, same: false });
        for theirs in [
            "260001",
            "P-0042",
            "selaras:mahasiswa_mbkm:260001",
            "selaras:pengajar:260001",
        ] {
            assert_eq!(judge(theirs), Verdict::Theirs(3), "{theirs}");
        }
        for other in [
            "selaras:pengajar:260002",
            "selaras:mahasiswa:260002",
            "selaras:mahasiswa_mbkm:260002",
        ] {
            assert_eq!(code(judge(other)), "selaras:usernametaken", "{other}");
        }
    }

    #[test]
    fn guest_student_with_the_number_of_another_person_is_refused() {
        let guest = Account {
            idnumber: "selaras:mahasiswa_mbkm:260001".into(),
            firstname: "Budi".into(),
            email: "budi@example.net".into(),
            ..account()
        };
        let student = found("260001", "selaras:mahasiswa:260001");
        assert_eq!(code(judge(&guest, Some(&student), &[])), "selaras:usernametaken");
    }

    #[test]
    fn account_named_by_its_address_is_adopted_only_by_number() {
        let ours = Account {
            username: "260001@example.org".into(),
            ..account()
        };
        let judge = |idnumber| judge(&ours, Some(&found("260001@example.org", idnumber)), &[]);
        assert_eq!(judge("260001"), Verdict::Theirs(3));
        assert_eq!(code(judge("P-0042")), "selaras:usernametaken");
    }

    #[test]
    fn account_with_our_email_is_adopted_only_with_our_idnumber_or_number() {
        let ours = account();
        let (other, same) = (found("lain", ""), found("lama", "selaras:mahasiswa:260001"));
        assert_eq!(code(judge(&ours, None, &[&other])), "selaras:useremailduplicate");
        assert_eq!(
            judge(&ours, None, &[&other, &same]),
            Verdict::Ours { id: 3, same: false }
        );
        assert_eq!(code(judge(&ours, None, &[&same, &same])), "selaras:idnumberdouble");
        assert_eq!(judge(&ours, None, &[]), Verdict::Unknown);
        let (by_number, by_another) = (found("siti", "260001"), found("siti", "260002"));
        assert_eq!(judge(&ours, None, &[&other, &by_number]), Verdict::Theirs(3));
        assert_eq!(code(judge(&ours, None, &[&by_another])), "selaras:useremailduplicate");
        let ambiguous = judge(&ours, None, &[&by_number, &found("rahayu", "260001")]);
        let Verdict::Refused(refusal) = ambiguous else {
            panic!("{ambiguous:?}")
        };
        assert!(refusal.to_string().contains("siti, rahayu"), "{refusal}");
    }
}
