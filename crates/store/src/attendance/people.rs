//! Matches a participant with a person of the campus: by an administrator's choice, by address, or by a name that only one
//! person has. If two people share a name, neither matches. A participant that is ignored matches no one.

use crate::{
    Result, Store,
    attendance::PersonRef,
    statement::{all, alone, number},
    summary::last_change,
};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Query},
};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The known identity of a participant.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Identity {
    /// The mail address; may be empty.
    pub email: String,
    /// The name; may be empty.
    pub name: String,
}

impl Identity {
    /// The key of the participant in choices and rows: normalized address and name.
    pub(crate) fn kept(&self) -> String {
        format!("{}\n{}", plain(&self.email), plain(&self.name))
    }

    /// The keys of the directory that may match.
    fn known_by(&self) -> [String; 2] {
        [format!("e {}", plain(&self.email)), format!("n {}", plain(&self.name))]
    }

    /// The only person with the address, or else with the name.
    fn alone_in(&self, known: &HashMap<String, Vec<Known>>) -> Option<PersonRef> {
        self.known_by().iter().find_map(|text| {
            let found = known.get(text)?;
            let numbers: HashSet<_> = found.iter().map(|known| known.person.username()).collect();
            // A guest student may also be a student: the same number is the same account.
            (numbers.len() == 1).then(|| found.first().map(|known| known.person.clone()))?
        })
    }

    /// The keys of possible matches to offer for a choice. A number within the name counts too.
    fn hints(&self) -> impl Iterator<Item = String> {
        let name = plain(&self.name);
        let words: Vec<_> = name
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| word.chars().any(|letter| letter.is_ascii_digit()))
            .take(MOST_NUMBERS)
            .map(|word| format!("u {word}"))
            .collect();
        words.into_iter().chain(self.known_by())
    }
}

/// A person of the campus who may match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// The person.
    pub person: PersonRef,
    /// The person's label for people.
    pub label: String,
}

/// Rebuilds the directory: each address, name and number in lower case, with everyone who has it. An index on the tables
/// themselves would make every sync of students three times as long.
const GATHER: &str = r#"
INSERT INTO zoom_person (identity, kind, number, label)
SELECT 'e ' || lower(email), 'mahasiswa', "NPK", nama_lengkap FROM mahasiswa_person WHERE email <> '' AND "NPK" <> ''
UNION SELECT 'n ' || lower(nama_lengkap), 'mahasiswa', "NPK", nama_lengkap FROM mahasiswa_person WHERE nama_lengkap <> '' AND "NPK" <> ''
UNION SELECT 'u ' || lower("NPK"), 'mahasiswa', "NPK", nama_lengkap FROM mahasiswa_person WHERE "NPK" <> ''
UNION SELECT 'e ' || lower("Email"), 'mahasiswa_mbkm', "NPK", "NamaLengkap" FROM mahasiswa_mbkm_person WHERE "Email" <> '' AND "NPK" <> ''
UNION SELECT 'n ' || lower("NamaLengkap"), 'mahasiswa_mbkm', "NPK", "NamaLengkap" FROM mahasiswa_mbkm_person WHERE "NamaLengkap" <> '' AND "NPK" <> ''
UNION SELECT 'u ' || lower("NPK"), 'mahasiswa_mbkm', "NPK", "NamaLengkap" FROM mahasiswa_mbkm_person WHERE "NPK" <> ''
UNION SELECT 'e ' || lower(email), 'pengajar', nik, nama_lengkap FROM pengajar WHERE email <> '' AND nik <> ''
UNION SELECT 'n ' || lower(nama_lengkap), 'pengajar', nik, nama_lengkap FROM pengajar WHERE nama_lengkap <> '' AND nik <> ''
UNION SELECT 'u ' || lower(nik), 'pengajar', nik, nama_lengkap FROM pengajar WHERE nik <> ''
"#;
/// The kinds in the directory.
const PEOPLE: [&str; 3] = ["mahasiswa", "mahasiswa_mbkm", "pengajar"];
/// The lock under which the directory is rebuilt on PostgreSQL.
const LOCK: u32 = 7005;
/// The directory's row under this identity holds its version.
const AS_OF: &str = "";
/// How old an outdated directory may be for callers that cannot wait for a rebuild, in milliseconds.
const OLD_ENOUGH: i64 = 60_000;

/// How fresh the directory must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freshness {
    /// It includes all changes of people.
    Now,
    /// It may be a minute behind.
    Lately,
}

/// The kind of the person that is chosen for an ignored participant.
pub(crate) const IGNORED: &str = "";
/// Texts that one statement looks up.
const AT_ONCE: usize = 500;
/// Words of a name that are tried as a number.
const MOST_NUMBERS: usize = 4;

/// A text normalized for comparison: in lower case by SQLite's rules, with single spaces.
pub(crate) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").to_ascii_lowercase()
}

impl Store {
    /// The people that match the identities, by identity: an administrator's choice, else the address, which takes
    /// precedence over a name. If more than one person has it, there is no match.
    pub async fn meant(
        &self,
        identities: impl IntoIterator<Item = Identity>,
        freshness: Freshness,
    ) -> Result<HashMap<Identity, PersonRef>> {
        let identities: HashSet<_> = identities.into_iter().collect();
        if identities.is_empty() {
            return Ok(HashMap::new());
        }
        self.renew_directory(freshness).await?;
        let known = self
            .in_directory(identities.iter().flat_map(Identity::known_by))
            .await?;
        let chosen = self.chosen(identities.iter().map(Identity::kept)).await?;
        let meant = |identity: Identity| {
            let person = match chosen.get(&identity.kept()) {
                Some(chosen) => chosen.clone(),
                None => identity.alone_in(&known),
            };
            person.map(|person| (identity, person))
        };
        Ok(identities.into_iter().filter_map(meant).collect())
    }

    /// The person that matches an identity without regard to choices.
    pub(crate) async fn known_as(&self, identity: &Identity, freshness: Freshness) -> Result<Option<PersonRef>> {
        self.renew_directory(freshness).await?;
        let known = self.in_directory(identity.known_by().into_iter()).await?;
        Ok(identity.alone_in(&known))
    }

    /// The possible matches of each identity, to choose from.
    pub async fn who_may_be(&self, identities: &[Identity]) -> Result<Vec<Vec<Known>>> {
        self.renew_directory(Freshness::Lately).await?;
        let known = self.in_directory(identities.iter().flat_map(Identity::hints)).await?;
        let may_be = |identity: &Identity| {
            let found: BTreeSet<_> = identity.hints().filter_map(|hint| known.get(&hint)).flatten().collect();
            found.into_iter().cloned().collect()
        };
        Ok(identities.iter().map(may_be).collect())
    }

    /// The people with these numbers, of any kind of people.
    pub async fn bearers(&self, numbers: &BTreeSet<String>) -> Result<BTreeMap<String, Vec<Known>>> {
        self.renew_directory(Freshness::Lately).await?;
        let known = self
            .in_directory(numbers.iter().map(|number| format!("u {number}")))
            .await?;
        Ok(known
            .into_iter()
            .map(|(identity, known)| (identity.trim_start_matches("u ").to_owned(), known))
            .collect())
    }

    async fn in_directory(&self, asked: impl Iterator<Item = String>) -> Result<HashMap<String, Vec<Known>>> {
        let asked: Vec<_> = asked.collect::<BTreeSet<_>>().into_iter().collect();
        let mut known = HashMap::<String, Vec<Known>>::new();
        for asked in asked.chunks(AT_ONCE) {
            let select = Query::select()
                .columns(["identity", "kind", "number", "label"])
                .from("zoom_person")
                .cond_where(Expr::col("identity").is_in(asked.iter().map(String::as_str)))
                .order_by("kind", sea_orm::Order::Asc)
                .order_by("number", sea_orm::Order::Asc)
                .take();
            let found: Vec<(String, Known)> = all(&self.reader, &select, |row| {
                let (person, label) = (PersonRef::read(row, 1)?, row.try_get_by_index(3)?);
                Ok((row.try_get_by_index(0)?, Known { person, label }))
            })
            .await?;
            for (identity, person) in found {
                known.entry(identity).or_default().push(person);
            }
        }
        Ok(known)
    }

    /// The person chosen for each participant; `None` if the participant is ignored.
    async fn chosen(&self, asked: impl Iterator<Item = String>) -> Result<HashMap<String, Option<PersonRef>>> {
        let asked: Vec<_> = asked.collect();
        let mut chosen = HashMap::new();
        for asked in asked.chunks(AT_ONCE) {
            let select = Query::select()
                .columns(["identity", "kind", "number"])
                .from("zoom_choice")
                .cond_where(Expr::col("identity").is_in(asked.iter().map(String::as_str)))
                .take();
            let found: Vec<_> = all(&self.reader, &select, |row| {
                let person = Some(PersonRef::read(row, 1)?).filter(|person| person.kind != IGNORED);
                Ok((row.try_get_by_index(0)?, person))
            })
            .await?;
            chosen.extend::<Vec<(String, _)>>(found);
        }
        Ok(chosen)
    }

    /// Rebuilds the directory if people have changed since.
    async fn renew_directory(&self, freshness: Freshness) -> Result<()> {
        if self.change_beyond_directory(&self.reader, freshness).await?.is_none() {
            return Ok(());
        }
        let transaction = self.writer.begin().await?;
        alone(&transaction, LOCK).await?;
        // Another process may have rebuilt it meanwhile.
        if let Some(latest) = self.change_beyond_directory(&transaction, freshness).await? {
            transaction.execute_unprepared("DELETE FROM zoom_person").await?;
            transaction.execute_unprepared(GATHER).await?;
            let insert = Query::insert()
                .into_table("zoom_person")
                .columns(["identity", "kind", "number", "label"])
                .values_panic([
                    AS_OF.into(),
                    "".into(),
                    "".into(),
                    format!("{latest} {}", transaction.now()).into(),
                ])
                .take();
            transaction.execute(&insert).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// `None` if the directory is fresh enough, otherwise the latest change of people, which will be the new one's version.
    async fn change_beyond_directory(
        &self,
        connection: &impl ConnectionTrait,
        freshness: Freshness,
    ) -> Result<Option<i64>> {
        let latest = number(connection, &last_change(PEOPLE)).await?;
        let as_of = Query::select()
            .column("label")
            .from("zoom_person")
            .cond_where(Expr::col("identity").eq(AS_OF))
            .take();
        let as_of = connection.query_one(&as_of).await?;
        let as_of: Option<String> = as_of.map(|row| row.try_get_by_index(0)).transpose()?;
        let serves = as_of
            .as_deref()
            .and_then(|text| text.split_once(' '))
            .is_some_and(|(change, made)| {
                let lately = made
                    .parse::<i64>()
                    .is_ok_and(|made| self.writer.now() - made < OLD_ENOUGH);
                change.parse() == Ok(latest) || (freshness == Freshness::Lately && lately)
            });
        Ok((!serves).then_some(latest))
    }
}
