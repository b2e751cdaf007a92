//! The layers of the settings. Later layers override earlier ones.

use super::{credentials, defaults::defaults, value::unreadable, whole::Settings};
use anyhow::{Result, bail};
use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
    value::{Dict, Value},
};
use selaras_api::SettingOrigin;
use serde::de::DeserializeOwned;
use std::{collections::BTreeMap, env, path::Path};

/// Default name of the settings file.
pub(crate) const FILE: &str = "selaras.toml";

/// All layers above the defaults.
#[derive(Clone)]
pub(crate) struct Layers {
    /// True if there is a settings file.
    has_file: bool,
    file: Figment,
    credentials: Figment,
    variables: Figment,
}

impl Layers {
    /// Reads all layers: this file, or `selaras.toml` in the working directory or above it.
    ///
    /// # Errors
    /// One sentence that names the missing or unreadable file.
    pub(crate) fn read(file: Option<&Path>) -> Result<Self> {
        let (has_file, file) = match file {
            Some(file) if !file.exists() => bail!("the settings file {} is not there", file.display()),
            Some(file) => (true, Toml::file_exact(file)),
            None => {
                let here = env::current_dir()?;
                let found = here.ancestors().any(|folder| folder.join(FILE).exists());
                (found, Toml::file(FILE))
            }
        };
        Ok(Self {
            has_file,
            file: Figment::from(file),
            credentials: credentials::over(Figment::new())?,
            variables: variables(),
        })
    }

    /// Empty layers, independent of the test's environment.
    #[cfg(test)]
    pub(crate) fn empty() -> Self {
        Self {
            has_file: false,
            file: Figment::new(),
            credentials: Figment::new(),
            variables: Figment::new(),
        }
    }

    /// These layers with this text as the file.
    pub(crate) fn with_file(&self, text: &str) -> Self {
        Self {
            has_file: true,
            file: Figment::from(Toml::string(text)),
            ..self.clone()
        }
    }

    /// True if there is no settings file, and no other layer configures source or platform.
    pub(crate) fn lack_connections(&self) -> bool {
        !self.has_file && !self.is_set_elsewhere("source") && !self.is_set_elsewhere("platform")
    }

    /// True if a variable or a credential sets a setting, or a part of a section.
    pub(crate) fn is_set_elsewhere(&self, name: &str) -> bool {
        [&self.credentials, &self.variables]
            .iter()
            .any(|layer| layer.find_value(name).is_ok())
    }

    /// All settings, checked.
    ///
    /// # Errors
    /// One sentence that names the setting and its remedy.
    pub(crate) fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::of(&self.merged())?;
        settings.origins = self.origins();
        Ok(settings)
    }

    /// One section, unchecked.
    ///
    /// # Errors
    /// One sentence that names the unreadable setting.
    pub(crate) fn section<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        self.merged().extract_inner_lossy(name).map_err(unreadable)
    }

    fn merged(&self) -> Figment {
        Figment::from(Serialized::defaults(defaults()))
            .merge(&self.file)
            .merge(&self.credentials)
            .merge(&self.variables)
    }

    /// The origin of each setting and section that is not the default.
    fn origins(&self) -> BTreeMap<String, SettingOrigin> {
        let mut origins = BTreeMap::new();
        for (layer, origin) in [
            (&self.file, SettingOrigin::File),
            (&self.credentials, SettingOrigin::Credential),
            (&self.variables, SettingOrigin::Variable),
        ] {
            // Unreadable layers have already ended the start.
            let said: Dict = layer.extract().unwrap_or_default();
            name_all("", &said, origin, &mut origins);
        }
        origins
    }
}

/// The layer of the `SELARAS_…` variables.
pub(super) fn variables() -> Figment {
    let said = Env::prefixed("SELARAS_").split("__");
    of_variables(said.iter().map(|(name, text)| (name.into_string(), text)))
}

/// The layer of variables, by setting. A value stays text until the type of its setting is known: a password may be all
/// digits. A value that begins like a list or a table is one; a quoted value is always text.
fn of_variables(said: impl IntoIterator<Item = (String, String)>) -> Figment {
    said.into_iter().fold(Figment::new(), |figment, (name, text)| {
        let text = text.trim();
        let value = if text.starts_with(['[', '{', '"']) || takes_anything(&name) {
            let Ok(value) = text.parse::<Value>();
            value
        } else {
            Value::from(text)
        };
        figment.merge(Serialized::default(&name, value))
    })
}

/// True for settings that take any JSON, so a number is recognised by its form: the body of a call, and how a list is paged.
fn takes_anything(name: &str) -> bool {
    let parts: Vec<_> = name.split('.').collect();
    matches!(
        parts.as_slice(),
        ["source", "http", "token", "body", ..] | ["source", "http", "lists", _, "body" | "pages", ..]
    )
}

fn name_all(section: &str, members: &Dict, origin: SettingOrigin, origins: &mut BTreeMap<String, SettingOrigin>) {
    for (member, value) in members {
        // One setting also has an earlier name.
        let member = if member == "ca_certificate" { "ca_file" } else { member };
        let name = if section.is_empty() {
            member.to_owned()
        } else {
            format!("{section}.{member}")
        };
        if let Value::Dict(_, inner) = value {
            name_all(&name, inner, origin, origins);
        }
        origins.insert(name, origin);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::PlatformSettings;
    use secrecy::{ExposeSecret, SecretString};

    fn layers(file: &str, credential: &str, variables: serde_json::Value) -> Layers {
        let others = Layers {
            credentials: Figment::from(Serialized::default("platform.token", credential)),
            variables: Figment::from(Serialized::defaults(variables)),
            ..Layers::empty()
        };
        others.with_file(file)
    }

    const FILE: &str = "[source]\nbase_url='https://ocas.kampus.ac.id'\n[source.paths]\nclasses='/kelas'\n[platform]\n\
                        base_url='https://moodle.kampus.ac.id'\ntoken='rahasia'\nca_certificate='/etc/hostname'\nrequests=4";

    #[test]
    fn origin_of_each_setting_is_known() {
        let variables = serde_json::json!({ "platform": { "requests": 6 } });
        let settings = layers(FILE, "lain", variables).settings().unwrap();
        let of = |name: &str| settings.origins.get(name).copied().unwrap_or_default();
        assert_eq!(of("source.base_url"), SettingOrigin::File);
        assert_eq!(of("source.paths"), SettingOrigin::File);
        assert_eq!(of("platform.ca_file"), SettingOrigin::File);
        assert_eq!(of("platform.token"), SettingOrigin::Credential);
        assert_eq!(of("platform.requests"), SettingOrigin::Variable);
        assert_eq!(of("platform.student_role"), SettingOrigin::Default);
        assert_eq!(settings.platform.requests, 6);
    }

    fn with_variables(said: &[(&str, &str)]) -> Layers {
        let said = said.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Layers {
            variables: of_variables(said),
            ..Layers::empty()
        }
    }

    #[test]
    fn variable_is_parsed_by_the_type_of_its_setting() {
        let layers = with_variables(&[
            ("platform.token", "12345678"),
            ("platform.requests", "6"),
            ("platform.auth", "true"),
            ("zoom.webhook_secret", "007"),
            ("notify.webhook_secret", "\"[1]\""),
            ("source.mbkm", "true"),
            ("source.http.bearer", "1.50"),
            ("source.http.password", "-1"),
            ("source.http.headers.x-api-key", "0815"),
            ("source.http.megabytes", "7"),
            ("source.http.error_code", "/status"),
            ("source.http.success", "[true, 200]"),
            ("source.http.lists.classes.whole", "true"),
            ("source.http.lists.classes.query.limit", "500"),
            ("source.http.lists.classes.body.limit", "500"),
            ("source.http.lists.classes.pages.by", "offset"),
            ("source.http.lists.classes.pages.size", "500"),
        ]);
        let settings = layers.with_file(FILE).settings().unwrap();
        assert_eq!(settings.platform.token.expose_secret(), "12345678");
        assert_eq!(settings.platform.requests, 6);
        assert_eq!(settings.platform.auth.as_deref(), Some("true"));
        assert_eq!(settings.zoom.webhook_secret().unwrap().expose_secret(), "007");
        assert_eq!(settings.notify.webhook_secret.expose_secret(), "[1]");
        assert!(settings.source.mbkm);
        let http = settings.source.ways().unwrap().http.unwrap();
        let dialect = &http.dialect;
        let secret = |secret: &Option<SecretString>| secret.as_ref().unwrap().expose_secret().to_owned();
        assert_eq!(
            (secret(&dialect.bearer), secret(&dialect.password)),
            ("1.50".to_owned(), "-1".to_owned())
        );
        assert_eq!(dialect.headers["x-api-key"].expose_secret(), "0815");
        assert_eq!(http.max_bytes, 7_000_000);
        assert_eq!(dialect.success, [serde_json::json!(true), serde_json::json!(200)]);
        let classes = &dialect.lists["classes"];
        assert!(classes.whole);
        assert_eq!(classes.query["limit"], "500");
        assert_eq!(classes.body, Some(serde_json::json!({ "limit": 500 })));
        assert!(classes.pages.is_some());
    }

    #[test]
    fn single_section_reads_numbers_from_variables_and_credentials() {
        let both = Layers {
            credentials: Figment::from(Serialized::default("platform.root_category", "4711")),
            ..with_variables(&[("platform.token", "12345678"), ("platform.requests", "6")])
        };
        let platform: PlatformSettings = both.section("platform").unwrap();
        assert_eq!(
            (
                platform.token.expose_secret(),
                platform.root_category,
                platform.requests
            ),
            ("12345678", 4711, 6)
        );
    }

    #[test]
    fn setup_is_wanted_only_without_source_and_platform_settings() {
        let without = |variables| Layers {
            variables: Figment::from(Serialized::defaults(variables)),
            ..Layers::empty()
        };
        assert!(without(serde_json::json!({ "server": { "listen": "127.0.0.1:1" } })).lack_connections());
        assert!(!without(serde_json::json!({ "source": { "base_url": "https://a.id" } })).lack_connections());
        assert!(!without(serde_json::json!({ "platform": { "token": "t" } })).lack_connections());
        assert!(!without(serde_json::json!({})).with_file("").lack_connections());
    }
}
