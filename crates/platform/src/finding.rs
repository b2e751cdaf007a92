//! The findings of a connection check, one line each.

use selaras_reasons::{Language, Reason};
use serde::Serialize;
use utoipa::ToSchema;

/// How one thing stands that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// As it should be.
    Ok,
    /// It works, but an administrator should look at it.
    Warning,
    /// It does not work.
    Wrong,
}

/// One thing that was looked at. Its text is a code, or a sentence once it is rendered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(bound = "")]
pub struct Finding<R = Reason> {
    /// How it stands.
    pub standing: Standing,
    /// What was found.
    #[schema(value_type = String)]
    pub text: R,
    /// What to do about it, where there is something to do.
    #[schema(required, value_type = Option<String>)]
    pub mend: Option<R>,
}

impl Finding {
    /// Nothing to do.
    pub const fn ok(text: Reason) -> Self {
        Self {
            standing: Standing::Ok,
            text,
            mend: None,
        }
    }

    /// It works, but an administrator should look at it.
    pub const fn warning(text: Reason, mend: Reason) -> Self {
        Self {
            standing: Standing::Warning,
            text,
            mend: Some(mend),
        }
    }

    /// It does not work.
    pub const fn wrong(text: Reason, mend: Reason) -> Self {
        Self {
            standing: Standing::Wrong,
            text,
            mend: Some(mend),
        }
    }

    /// It does not work, and the text says what to do.
    pub const fn failed(text: Reason) -> Self {
        Self {
            standing: Standing::Wrong,
            text,
            mend: None,
        }
    }

    /// Renders the finding in a language.
    pub fn in_words(self, language: Language) -> Finding<String> {
        Finding {
            standing: self.standing,
            text: self.text.sentence(language),
            mend: self.mend.map(|mend| mend.sentence(language)),
        }
    }
}
