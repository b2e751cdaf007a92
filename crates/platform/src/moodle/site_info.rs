//! What a site reports about itself and the token's user.

use selaras_kinds::object::PlatformId;
use serde::Deserialize;

use super::client::Moodle;
use super::form::Form;
use super::notes::TokenUser;
use super::required_functions::SITE_INFO;
use crate::{PlatformError, Site};

#[derive(Deserialize)]
struct Function {
    name: String,
}

/// What a site reports about itself and the token's user.
#[derive(Deserialize)]
pub(super) struct Info {
    pub(super) sitename: String,
    pub(super) release: String,
    functions: Vec<Function>,
    #[serde(default)]
    pub(super) username: String,
    #[serde(default)]
    userid: PlatformId,
    #[serde(default)]
    pub(super) userissiteadmin: bool,
}

impl Info {
    pub(super) async fn ask(moodle: &Moodle) -> Result<Self, PlatformError> {
        moodle.wire.ask(SITE_INFO, &Form::default()).await
    }

    pub(super) fn functions(&self) -> Vec<String> {
        self.functions.iter().map(|function| function.name.clone()).collect()
    }

    /// The token's user.
    pub(super) const fn user(&self) -> TokenUser {
        TokenUser {
            id: self.userid,
            is_administrator: self.userissiteadmin,
        }
    }

    pub(super) fn site(&self) -> Site {
        Site {
            functions: self.functions(),
            name: self.sitename.clone(),
            release: self.release.clone(),
        }
    }
}
