//! Accounts: Moodle's users.

use std::collections::{HashMap, HashSet};

use selaras_kinds::object::{Account, PlatformId};
use serde::Deserialize;

use super::create::{Creating, Ledger};
use super::form::Form;
use super::protocol::decoded;
use super::rejection::{Rejection, own};
use super::sift::{Batch, Position, Sifted, sift};
use super::{Moodle, MoodleSettings, validate, warnings};
use crate::{Outcome, PlatformError, Refusal};

/// Fields of one account in an update.
const UPDATE_FIELDS: usize = 6;
/// Fields of a look-up beside its values.
const LOOK_UP_FIELDS: usize = 5;

/// Fields of one account in a create.
pub(crate) fn fields(settings: &MoodleSettings) -> usize {
    let auth = settings.auth.as_deref();
    5 + usize::from(auth.is_some()) + usize::from(makes_password(auth))
}

/// Whether Moodle is to make the password. Another plugin's users have theirs elsewhere, and Moodle would mail them one
/// that does not work.
fn makes_password(auth: Option<&str>) -> bool {
    auth.is_none_or(|auth| matches!(auth, "manual" | "email"))
}

/// An account as Moodle has it.
#[derive(Debug, Clone, Deserialize)]
struct Found {
    id: PlatformId,
    username: String,
    #[serde(default)]
    firstname: String,
    #[serde(default)]
    lastname: String,
    #[serde(default)]
    email: Option<String>,
    #[serde(default)]
    idnumber: Option<String>,
}

impl Found {
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

/// What the accounts on Moodle mean for one of ours.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    Ours {
        id: PlatformId,
        same: bool,
    },
    Refused(Refusal),
    /// Moodle has none like it.
    Unknown,
}

/// Who is the same person?
///
/// The username is a person's number, so an account of that username is theirs, unless it says itself that it is
/// someone else's by another idnumber. An e-mail address is no such sign: families and departments share them.
fn judge(account: &Account, of_name: Option<&Found>, of_email: &[&Found]) -> Verdict {
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
                format!(
                    "Nama pengguna {} sudah dipakai akun lain di Moodle ({} {}, idnumber {other}). Bila itu orang yang sama, kosongkan idnumber akun itu di Moodle lalu ekspor ulang; bila bukan, perbaiki nomornya.",
                    account.username, found.firstname, found.lastname
                ),
            )),
        };
    }
    let ours: Vec<&&Found> = of_email
        .iter()
        .filter(|found| found.idnumber() == account.idnumber)
        .collect();
    match (ours[..].len(), of_email.first()) {
        (1, _) => Verdict::Ours {
            id: ours[0].id,
            same: false,
        },
        (0, None) => Verdict::Unknown,
        (0, Some(other)) => Verdict::Refused(email_taken(account, &other.username)),
        (many, _) => Verdict::Refused(own(
            "idnumberdouble",
            format!(
                "Ada {many} akun di Moodle dengan idnumber {}. Sisakan satu, lalu ekspor ulang.",
                account.idnumber
            ),
        )),
    }
}

fn email_taken(account: &Account, username: &str) -> Refusal {
    own(
        "useremailduplicate",
        format!(
            "Alamat e-mail {} sudah dipakai akun lain di Moodle ({username}). Perbaiki e-mail di OCAS atau di Moodle.",
            account.email
        ),
    )
}

/// Accounts to make.
pub(crate) struct Accounts<'a> {
    moodle: &'a Moodle,
    rows: Vec<&'a Account>,
    ledger: Ledger,
    names: HashMap<&'a str, Position>,
    emails: HashMap<String, Position>,
    /// Rows that Moodle had no account for, and the answers that had been lost when it was asked.
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
            emails: HashMap::new(),
            unknown: HashMap::new(),
        }
    }

    async fn look_up_all(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        let lost = self.moodle.wire.lost();
        let names = rows.iter().map(|row| self.rows[*row].username.clone()).collect();
        let of_name: HashMap<String, Found> = look_up(self.moodle, "username", names)
            .await?
            .into_iter()
            .map(|found| (found.username.clone(), found))
            .collect();
        // Who is found by name needs no second look; after a lost answer that is everyone.
        let nameless: Vec<&Account> = rows
            .iter()
            .map(|row| self.rows[*row])
            .filter(|account| !of_name.contains_key(&account.username))
            .collect();
        let of_email = by_email(self.moodle, &nameless).await?;
        let mut left = Vec::new();
        for row in rows {
            let account = self.rows[*row];
            let sharing: Vec<&Found> = of_email
                .get(&account.email.to_lowercase())
                .into_iter()
                .flatten()
                .collect();
            match judge(account, of_name.get(&account.username), &sharing) {
                Verdict::Ours { id, same } => self.ledger.found(*row, id, same),
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
    // A refusal names no row. Splitting for one bad row in 200 costs some 15 calls that make and unmake about as many
    // accounts as the batch has; two look-ups cost as much as the batch once or twice, and find all bad rows at once.
    const PATIENCE: usize = 0;

    async fn send(&mut self, rows: &[Position]) -> Result<Result<Vec<Position>, Rejection>, PlatformError> {
        #[derive(Deserialize)]
        struct Made {
            id: PlatformId,
            username: String,
        }
        let function = "core_user_create_users";
        let auth = self.moodle.settings.auth.as_deref();
        let mut form = Form::default();
        for (at, row) in rows.iter().enumerate() {
            // What Moodle insists on stands last: a row whose end PHP dropped is refused, not made by halves.
            form.row("users", at, "idnumber", &self.rows[*row].idnumber);
            if let Some(auth) = auth {
                form.row("users", at, "auth", auth);
            }
            if makes_password(auth) {
                form.row("users", at, "createpassword", 1);
            }
            person(&mut form, at, self.rows[*row]);
        }
        let reply = match self.moodle.wire.call(function, &form).await? {
            Err(rejection) => return Ok(Err(rejection)),
            Ok(reply) => reply,
        };
        let made: Vec<Made> = decoded(function, reply)?;
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

    async fn survey(&mut self, rows: &[Position]) -> Result<Vec<Position>, PlatformError> {
        self.look_up_all(rows).await
    }
}

impl Creating for Accounts<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    fn limit(&self) -> usize {
        self.moodle.rows_of(fields(&self.moodle.settings))
    }

    fn refused_here(&mut self, row: Position) -> Option<Refusal> {
        validate::account(self.rows[row])
    }

    fn twin(&mut self, row: Position) -> Result<Option<Position>, Refusal> {
        let account = self.rows[row];
        if let Some(first) = self.names.get(account.username.as_str()) {
            // A student of two classes comes twice.
            if self.rows[*first].idnumber == account.idnumber {
                return Ok(Some(*first));
            }
            return Err(own(
                "usernametaken",
                format!(
                    "Nama pengguna {} dipakai dua orang dalam ekspor ini. Perbaiki nomornya di OCAS.",
                    account.username
                ),
            ));
        }
        if let Some(first) = self.emails.get(&account.email.to_lowercase()) {
            return Err(own(
                "useremailduplicate",
                format!(
                    "Alamat e-mail {} juga dipakai {} dalam ekspor ini. Perbaiki e-mail di OCAS.",
                    account.email, self.rows[*first].username
                ),
            ));
        }
        self.names.insert(&account.username, row);
        self.emails.insert(account.email.to_lowercase(), row);
        Ok(None)
    }

    async fn explain(&mut self, guilty: Vec<(Position, Rejection)>) -> Result<Vec<Position>, PlatformError> {
        // Who was asked for in vain is not asked for again, unless an answer was lost since: it may have made the account.
        let lost = self.moodle.wire.lost();
        let rows: Vec<Position> = guilty
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
        for (row, rejection) in guilty {
            if !settled.contains(&row) {
                self.ledger.refuse(row, unexplained(&rejection));
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

fn unexplained(rejection: &Rejection) -> Refusal {
    rejection.because(format!(
        "Moodle menolak akun ini tanpa menyebut sebabnya ({}). Periksa nama, nama pengguna, dan e-mailnya.",
        rejection.message
    ))
}

/// The fields that creating and updating share.
fn person(form: &mut Form, at: usize, account: &Account) {
    form.row("users", at, "firstname", &account.firstname)
        .row("users", at, "lastname", &account.lastname)
        .row("users", at, "email", &account.email)
        .row("users", at, "username", &account.username);
}

/// Asks for accounts by one field, in as few calls as may be.
async fn look_up(moodle: &Moodle, field: &str, values: Vec<String>) -> Result<Vec<Found>, PlatformError> {
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
        found.extend(
            moodle
                .wire
                .ask::<Vec<Found>>("core_user_get_users_by_field", &form)
                .await?,
        );
    }
    Ok(found)
}

/// The accounts that bear the e-mail addresses, by address in lower case.
async fn by_email(moodle: &Moodle, accounts: &[&Account]) -> Result<HashMap<String, Vec<Found>>, PlatformError> {
    // A create compares without regard to case, a look-up on PostgreSQL with it.
    let mut emails: Vec<String> = accounts
        .iter()
        .flat_map(|account| [account.email.clone(), account.email.to_lowercase()])
        .collect();
    emails.sort_unstable();
    emails.dedup();
    let mut found: HashMap<String, Vec<Found>> = HashMap::new();
    for account in look_up(moodle, "email", emails).await? {
        found.entry(account.email().to_lowercase()).or_default().push(account);
    }
    Ok(found)
}

/// The ids among these that Moodle has an account of.
pub(crate) async fn known(moodle: &Moodle, ids: Vec<PlatformId>) -> Result<Vec<PlatformId>, PlatformError> {
    let there = moodle.memory.as_ref().map(|memory| &memory.accounts_there);
    let (mut known, new) = there.map_or_else(|| (Vec::new(), ids.clone()), |there| there.known(ids.clone()));
    if !new.is_empty() {
        let values = new.iter().map(PlatformId::to_string).collect();
        let found: Vec<PlatformId> = look_up(moodle, "id", values)
            .await?
            .into_iter()
            .map(|found| found.id)
            .collect();
        if let Some(there) = there {
            there.learn(&new, &found);
        }
        known.extend(found);
    }
    Ok(known)
}

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

    fn found(username: &str, idnumber: &str) -> Found {
        Found {
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
    fn an_account_of_the_username_is_adopted_unless_it_bears_another_idnumber() {
        let ours = account();
        let judge = |idnumber| judge(&ours, Some(&found("260001", idnumber)), &[]);
        assert_eq!(judge("selaras:mahasiswa:260001"), Verdict::Ours { id: 3, same: true });
        assert_eq!(judge(""), Verdict::Ours { id: 3, same: false });
        assert_eq!(code(judge("selaras:dosen:1")), "selaras:usernametaken");
    }

    #[test]
    fn an_account_of_the_same_email_is_another_person_unless_it_alone_is_ours() {
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
