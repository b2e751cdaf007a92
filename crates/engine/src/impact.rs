//! The impact of a plan: the share of a kind, or of one study program, that it touches; a digest of all that it would do;
//! and the guard's prompt.

use crate::EngineError;
use selaras_reasons::{Language, Reason, Word};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use xxhash_rust::xxh3::xxh3_64;

/// The share of a kind's rows, or of one study program's rows, that an action touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Impact {
    /// The number of touched rows or people.
    pub(crate) touched: i64,
    /// The number of all.
    pub(crate) of: i64,
    /// What is counted.
    pub(crate) what: Counted,
    /// The action's verb: `menghapus`.
    pub(crate) does: Reason,
    /// The study program's label, for the share of a program.
    pub(crate) program: Option<String>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    Rows,
    People,
}

impl Counted {
    pub(crate) const fn word(self) -> Word {
        match self {
            Self::Rows => Word::Rows,
            Self::People => Word::People,
        }
    }
}

/// What the guard wants typed before an action goes on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(bound = "")]
pub struct Asked<R = Reason> {
    /// Why.
    #[schema(value_type = String)]
    pub reason: R,
    /// What is to be typed: a number, or the subject's name in one of the languages.
    #[schema(value_type = String)]
    pub name: R,
    /// True if plain calls are asked too: a list has shrunk, or grades would be lost.
    #[serde(skip)]
    pub(crate) asks_plain_calls: bool,
}

impl Asked {
    /// The error of an order without the typed text.
    pub(crate) fn refusal(self) -> EngineError {
        EngineError::Guarded(Reason::ConfirmationNeeded {
            name: Box::new(self.name),
            why: Box::new(self.reason),
        })
    }

    /// True if it was typed, in any language.
    pub(crate) fn is_typed(&self, typed: Option<&str>) -> bool {
        let languages = [Language::Indonesian, Language::English];
        typed.is_some_and(|typed| {
            let typed = typed.trim();
            languages.iter().any(|language| typed == self.name.sentence(*language))
        })
    }

    /// The prompt in a language.
    pub(crate) fn in_words(self, language: Language) -> Asked<String> {
        Asked {
            reason: self.reason.sentence(language),
            name: self.name.sentence(language),
            asks_plain_calls: self.asks_plain_calls,
        }
    }
}

/// A digest of all that a plan would do, independent of the order of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Digest {
    /// Adds one row: its name, and its planned outcome.
    pub(crate) fn add(&mut self, row: [i64; 2]) {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&row[0].to_le_bytes());
        bytes[8..].copy_from_slice(&row[1].to_le_bytes());
        self.0 = self.0.wrapping_add(xxh3_64(&bytes));
    }

    /// Adds all rows of another digest.
    pub(crate) fn join(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }

    /// The digest's form in the API.
    pub(crate) fn text(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn digest_is_independent_of_row_order(rows in proptest::collection::vec(any::<[i64; 2]>(), 0..20)) {
            let of = |rows: &[[i64; 2]]| {
                let mut digest = Digest::default();
                for row in rows {
                    digest.add(*row);
                }
                digest
            };
            let mut reversed = rows.clone();
            reversed.reverse();
            prop_assert_eq!(of(&rows), of(&reversed));
            prop_assert!(rows.is_empty() || of(&rows) != of(&rows[1..]));
        }
    }
}
