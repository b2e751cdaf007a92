//! What an inspection of a connection finds, one line each.

use serde::Serialize;
use utoipa::ToSchema;

/// How one thing stands that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// As it should be.
    Ok,
    /// It works, but somebody should look at it.
    Warning,
    /// It does not work.
    Wrong,
}

/// One thing that was looked at. The texts are in Indonesian and are shown to people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Finding {
    /// How it stands.
    pub standing: Standing,
    /// What was found.
    pub text: String,
    /// What to do about it, where there is something to do.
    #[schema(required)]
    pub mend: Option<String>,
}

impl Finding {
    /// All is well.
    pub fn ok(text: impl Into<String>) -> Self {
        Self {
            standing: Standing::Ok,
            text: text.into(),
            mend: None,
        }
    }

    /// It works, but should be looked at.
    pub fn warning(text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            standing: Standing::Warning,
            text: text.into(),
            mend: Some(mend.into()),
        }
    }

    /// It does not work.
    pub fn wrong(text: impl Into<String>, mend: impl Into<String>) -> Self {
        Self {
            standing: Standing::Wrong,
            text: text.into(),
            mend: Some(mend.into()),
        }
    }

    /// It does not work, and the text says what to do.
    pub fn failed(text: impl Into<String>) -> Self {
        Self {
            standing: Standing::Wrong,
            text: text.into(),
            mend: None,
        }
    }
}
