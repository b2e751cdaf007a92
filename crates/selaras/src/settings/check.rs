//! Checks of all settings together.

use super::{
    plain::{is_plain_http, named},
    value::{address, required, unreadable, variable},
    whole::Settings,
};
use anyhow::{Result, bail};
use figment::Figment;
use secrecy::ExposeSecret;
use selaras_api::{ProviderSettings, Signup};
use selaras_engine::inspection::Finding;
use selaras_reasons::Reason;
use url::Url;

/// Settings that the section `security` may name, in addition to each provider's issuer.
const NAMES: [&str; 9] = [
    "source.base_url",
    "source.sql.url",
    "platform.base_url",
    "zoom.api_url",
    "zoom.oauth_url",
    "database.url",
    "notify.smtp_url",
    "notify.webhook_url",
    "telemetry.otlp_url",
];

impl Settings {
    /// Reads and checks the settings.
    ///
    /// # Errors
    /// One sentence that names the setting and its remedy.
    pub(super) fn of(figment: &Figment) -> Result<Self> {
        let settings: Self = figment.extract_lossy().map_err(unreadable)?;
        settings.check()?;
        Ok(settings)
    }

    fn check(&self) -> Result<()> {
        self.source.check()?;
        required(
            "platform.base_url",
            &self.platform.base_url,
            "the address of Moodle, such as https://elearning.kampus.ac.id",
        )?;
        required(
            "platform.token",
            self.platform.token.expose_secret(),
            "the token of a Moodle web service (Site administration > Server > Web services > Manage tokens)",
        )?;
        self.platform.url()?;
        self.zoom.account()?;
        self.auth.secret_key()?;
        self.providers()?;
        self.backup.nightly()?;
        self.telemetry.otlp_url()?;
        self.check_plain()?;
        if jiff::tz::TimeZone::get(&self.server.time_zone).is_err() {
            bail!(
                "the setting server.time_zone is wrong: there is no time zone {}; write one such as Asia/Jakarta",
                self.server.time_zone
            );
        }
        Ok(())
    }

    /// The institution's sign-in providers.
    ///
    /// # Errors
    /// One sentence that names the setting and its remedy.
    pub(crate) fn providers(&self) -> Result<Vec<ProviderSettings>> {
        let providers = self.auth.oidc.iter().map(|(id, section)| section.provider(id));
        let providers: Vec<_> = providers.collect::<Result<_>>()?;
        if !providers.is_empty() && self.public_url()?.is_none() {
            bail!(
                "the setting server.public_url (or SELARAS_SERVER__PUBLIC_URL) is missing: write the address of this dashboard, such as https://selaras.kampus.ac.id; providers send people back there"
            );
        }
        Ok(providers)
    }

    /// The public address.
    pub(crate) fn public_url(&self) -> Result<Option<Url>> {
        match self.server.public_url.trim() {
            "" => Ok(None),
            text => address("server.public_url", text).map(Some),
        }
    }

    /// All settings that send secrets unencrypted to another machine.
    fn plain(&self) -> Vec<String> {
        let issuers = self
            .auth
            .oidc
            .iter()
            .filter(|(_, provider)| is_plain_http(provider.issuer()));
        let issuers = issuers.map(|(id, _)| issuer_of(id));
        let of_zoom = self
            .zoom
            .addresses()
            .map(|(name, address)| (name, is_plain_http(address)));
        let mut plain = self.source.plain();
        plain.extend(self.platform.plain());
        if self.zoom.has_account() {
            plain.extend(named(of_zoom));
        }
        plain.extend(issuers);
        plain.extend(self.database.plain());
        plain.extend(self.notify.plain());
        plain.extend(named([("telemetry.otlp_url", is_plain_http(self.telemetry.text()))]));
        plain
    }

    /// Refuses to start if secrets would leave the machine unencrypted, unless the section allows it.
    ///
    /// # Errors
    /// One sentence that names the setting and how to allow it.
    fn check_plain(&self) -> Result<()> {
        let issuers: Vec<_> = self.auth.oidc.keys().map(|id| issuer_of(id)).collect();
        let is_name = |name: &str| NAMES.contains(&name) || issuers.iter().any(|issuer| issuer == name);
        if let Some(other) = self.security.allow_plain.iter().find(|name| !is_name(name)) {
            bail!(
                "the setting security.allow_plain (or {}) is wrong: it names {other}, and may name {} and auth.oidc.….issuer",
                variable("security.allow_plain"),
                NAMES.join(", ")
            );
        }
        if let Some(setting) = self.security.refused(&self.plain()) {
            bail!(
                "the setting {setting} (or {}) sends secrets unencrypted to another machine: write an encrypted address \
                 (https://; mail: smtps:// or ?tls=required; PostgreSQL: ?sslmode=verify-full; MariaDB: \
                 ?ssl-mode=VERIFY_IDENTITY), or allow it with allow_plain = [\"{setting}\"] under [security] (or {})",
                variable(setting),
                variable("security.allow_plain")
            );
        }
        Ok(())
    }

    /// Warnings for administrators: each secret that leaves the machine unencrypted, and an open sign-up.
    pub(crate) fn cautions(&self) -> Vec<Finding> {
        let mut found: Vec<_> = self
            .plain()
            .into_iter()
            .map(|setting| Finding::warning(Reason::PlainAllowed { setting }, Reason::EncryptAddress))
            .collect();
        if is_plain_http(&self.source.base_url) && !self.source.has_secrets() {
            found.push(Finding::warning(Reason::PlainSource, Reason::EncryptAddress));
        }
        if self.auth.signup == Signup::Open {
            found.push(Finding::warning(Reason::SignupIsOpen, Reason::CloseSignup));
        }
        found
    }
}

fn issuer_of(provider: &str) -> String {
    format!("auth.oidc.{provider}.issuer")
}
