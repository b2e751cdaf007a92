//! The section `auth.oidc`: the institution's sign-in providers.

use super::value::address;
use anyhow::{Context, Result, bail};
use secrecy::{ExposeSecret, SecretString};
use selaras_api::{Admits, ProviderSettings};
use selaras_store::administrators::Role;
use serde::Deserialize;

/// A provider.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OidcSection {
    name: String,
    issuer: String,
    client_id: String,
    #[serde(default)]
    client_secret: SecretString,
    #[serde(default = "usual_scopes")]
    scopes: Vec<String>,
    #[serde(default)]
    claim: String,
    #[serde(default)]
    value: String,
    #[serde(default = "usual_role")]
    role: String,
}

fn usual_scopes() -> Vec<String> {
    ["profile", "email"].map(str::to_owned).to_vec()
}

fn usual_role() -> String {
    Role::Viewer.as_str().to_owned()
}

impl OidcSection {
    pub(super) fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The provider with this id.
    ///
    /// # Errors
    /// One sentence that names the setting and its remedy.
    pub(super) fn provider(&self, id: &str) -> Result<ProviderSettings> {
        let setting = |name: &str| format!("the setting auth.oidc.{id}.{name}");
        let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if id.is_empty() || !id.chars().all(plain) {
            bail!("the setting auth.oidc.{id} is wrong: a provider is called by small letters, digits and hyphens");
        }
        for (name, value) in [("name", &self.name), ("client_id", &self.client_id)] {
            if value.trim().is_empty() {
                bail!("{} is missing", setting(name));
            }
        }
        if self.client_secret.expose_secret().is_empty() {
            bail!("{} is missing", setting("client_secret"));
        }
        if self.claim.is_empty() != self.value.is_empty() {
            bail!(
                "{} wants {} beside it, and the other way round",
                setting("claim"),
                setting("value")
            );
        }
        let role = Role::parse(&self.role)
            .with_context(|| format!("{} is wrong: write administrator or viewer", setting("role")))?;
        let admits = (!self.claim.is_empty()).then(|| Admits {
            claim: self.claim.clone(),
            value: self.value.clone(),
            role,
        });
        Ok(ProviderSettings {
            id: id.to_owned(),
            name: self.name.clone(),
            issuer: address(&format!("auth.oidc.{id}.issuer"), &self.issuer)?,
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            scopes: self.scopes.clone(),
            admits,
        })
    }
}
