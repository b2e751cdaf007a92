//! Who a participant is among the campus's people: by address, or by a name that one person alone has.

use crate::{Result, Store};
use sea_orm::{
    ConnectionTrait,
    sea_query::{Expr, ExprTrait, Func, Query},
};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What is known of somebody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Clue {
    /// Their address; may be empty.
    pub email: String,
    /// Their name; may be empty.
    pub name: String,
}

/// A table of people: the columns of their number, their address and their name.
const PEOPLE: [(&str, &str, &str, &str); 3] = [
    ("mahasiswa", "NPK", "email", "nama_lengkap"),
    ("mahasiswa_mbkm", "NPK", "Email", "NamaLengkap"),
    ("pengajar", "nik", "email", "nama_lengkap"),
];

/// Texts that one statement looks for.
const AT_ONCE: usize = 500;

/// A text as it is compared: in lower case, as SQLite understands it, with single spaces.
pub(crate) fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").to_ascii_lowercase()
}

impl Store {
    /// The user names (lower-case NPK or nik) of those that the clues lead to, by clue. An address rules over a name. Where
    /// more than one person has it, nobody is meant.
    pub async fn usernames(&self, clues: impl IntoIterator<Item = Clue>) -> Result<HashMap<Clue, String>> {
        let clues: HashSet<_> = clues.into_iter().collect();
        let owners = self.owners(clues.iter().map(|clue| plain(&clue.email)), true).await?;
        let mut found = HashMap::new();
        let mut strangers = Vec::new();
        for clue in clues {
            match owners.get(&plain(&clue.email)) {
                Some(owner) => drop(found.insert(clue, owner.clone())),
                None => strangers.push(clue),
            }
        }
        let owners = self
            .owners(strangers.iter().map(|clue| plain(&clue.name)), false)
            .await?;
        for clue in strangers {
            if let Some(owner) = owners.get(&plain(&clue.name)) {
                found.insert(clue, owner.clone());
            }
        }
        Ok(found)
    }

    /// For each address (or name) that exactly one person has, the person.
    async fn owners(&self, texts: impl Iterator<Item = String>, by_email: bool) -> Result<BTreeMap<String, String>> {
        let mut texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
        texts.sort_unstable();
        texts.dedup();
        let mut owners = BTreeMap::<String, HashSet<String>>::new();
        for texts in texts.chunks(AT_ONCE) {
            for (table, number, email, name) in PEOPLE {
                let column = || Func::lower(Expr::col(if by_email { email } else { name }));
                let select = Query::select()
                    .distinct()
                    .expr(column())
                    .expr(Func::lower(Expr::col(number)))
                    .from(table)
                    .cond_where(Expr::from(column()).is_in(texts.iter().map(String::as_str)))
                    .take();
                for row in self.reader.query_all(&select).await? {
                    let (text, owner): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
                    if !owner.is_empty() {
                        owners.entry(text).or_default().insert(owner);
                    }
                }
            }
        }
        Ok(owners
            .into_iter()
            .filter(|(_, owners)| owners.len() == 1)
            .filter_map(|(text, owners)| Some((text, owners.into_iter().next()?)))
            .collect())
    }
}
