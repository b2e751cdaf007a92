//! The settings in the layers that they are read from: what counts is what the last of them says.

use super::{Settings, credentials, defaults, unreadable};
use anyhow::{Result, bail};
use figment::{
    Figment,
    providers::{Env, Format, Serialized, Toml},
    value::{Dict, Value},
};
use selaras_api::SettingOrigin;
use serde::de::DeserializeOwned;
use std::{collections::BTreeMap, env, path::Path};

/// What the settings file is called where nobody says otherwise.
pub(crate) const FILE: &str = "selaras.toml";

/// What was said of the settings, and where. The defaults lie below all of it.
#[derive(Clone)]
pub(crate) struct Layers {
    /// Whether there is a settings file.
    has_file: bool,
    file: Figment,
    credentials: Figment,
    variables: Figment,
}

impl Layers {
    /// Reads all layers: this file, or `selaras.toml` in this folder or one above it, where there is one.
    ///
    /// # Errors
    /// One sentence that names the file that is not there or cannot be read.
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

    /// Nothing said anywhere, whatever surrounds the test.
    #[cfg(test)]
    pub(crate) fn silent() -> Self {
        Self {
            has_file: false,
            file: Figment::new(),
            credentials: Figment::new(),
            variables: Figment::new(),
        }
    }

    /// The same with this text in the place of the file's.
    pub(crate) fn with_file(&self, text: &str) -> Self {
        Self {
            has_file: true,
            file: Figment::from(Toml::string(text)),
            ..self.clone()
        }
    }

    /// Whether there is no settings file, and nothing else says what Selaras is to be connected with.
    pub(crate) fn are_silent(&self) -> bool {
        !self.has_file && !self.says_elsewhere("source") && !self.says_elsewhere("platform")
    }

    /// Whether a setting, or a section, is given by a variable or a credential.
    pub(crate) fn says_elsewhere(&self, name: &str) -> bool {
        [&self.credentials, &self.variables]
            .iter()
            .any(|layer| layer.find_value(name).is_ok())
    }

    /// All settings, checked.
    ///
    /// # Errors
    /// One sentence that names the setting and says how to mend it.
    pub(crate) fn settings(&self) -> Result<Settings> {
        let mut settings = Settings::of(&self.merged())?;
        settings.origins = self.origins();
        Ok(settings)
    }

    /// One section alone, unchecked.
    ///
    /// # Errors
    /// One sentence that names the setting that cannot be read.
    pub(crate) fn section<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        self.merged().extract_inner_lossy(name).map_err(unreadable)
    }

    fn merged(&self) -> Figment {
        Figment::from(Serialized::defaults(defaults()))
            .merge(&self.file)
            .merge(&self.credentials)
            .merge(&self.variables)
    }

    /// Where each setting, and each section, is from that somebody said something of.
    fn origins(&self) -> BTreeMap<String, SettingOrigin> {
        let mut origins = BTreeMap::new();
        for (layer, origin) in [
            (&self.file, SettingOrigin::File),
            (&self.credentials, SettingOrigin::Credential),
            (&self.variables, SettingOrigin::Variable),
        ] {
            // What cannot be read has ended the start before.
            let said: Dict = layer.extract().unwrap_or_default();
            name_all("", &said, origin, &mut origins);
        }
        origins
    }
}

/// What the `SELARAS_…` variables say.
pub(super) fn variables() -> Figment {
    let said = Env::prefixed("SELARAS_").split("__");
    of_variables(said.iter().map(|(name, text)| (name.into_string(), text)))
}

/// What variables say, by the names of their settings. It stays text until it is known what its setting wants: a password may be all
/// digits. What begins as a list or a table is one, and what is in quotes is text whatever it begins with.
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

/// Whether a setting takes values of any kind, so that a number is one by its looks alone: the JSON of a body, and how a list comes in
/// pages.
fn takes_anything(name: &str) -> bool {
    let parts: Vec<_> = name.split('.').collect();
    matches!(
        parts.as_slice(),
        ["source", "http", "token", "body", ..] | ["source", "http", "lists", _, "body" | "pages", ..]
    )
}

fn name_all(section: &str, members: &Dict, origin: SettingOrigin, origins: &mut BTreeMap<String, SettingOrigin>) {
    for (member, value) in members {
        // One file goes by its earlier name too.
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
            ..Layers::silent()
        };
        others.with_file(file)
    }

    const FILE: &str = "[source]\nbase_url='https://ocas.kampus.ac.id'\n[source.paths]\nclasses='/kelas'\n[platform]\n\
                        base_url='https://moodle.kampus.ac.id'\ntoken='rahasia'\nca_certificate='/etc/hostname'\nrequests=4";

    #[test]
    fn each_setting_is_told_with_the_layer_that_counts_and_without_its_value() {
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

    fn said_by_variables(said: &[(&str, &str)]) -> Layers {
        let said = said.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Layers {
            variables: of_variables(said),
            ..Layers::silent()
        }
    }

    #[test]
    fn what_a_variable_says_is_text_a_number_a_switch_or_a_list_as_its_setting_wants_it() {
        let layers = said_by_variables(&[
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
    fn a_section_that_is_read_alone_takes_numbers_of_variables_and_of_credentials() {
        let both = Layers {
            credentials: Figment::from(Serialized::default("platform.root_category", "4711")),
            ..said_by_variables(&[("platform.token", "12345678"), ("platform.requests", "6")])
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
    fn layers_are_silent_only_where_neither_file_nor_variable_names_source_or_platform() {
        let without = |variables| Layers {
            variables: Figment::from(Serialized::defaults(variables)),
            ..Layers::silent()
        };
        assert!(without(serde_json::json!({ "server": { "listen": "127.0.0.1:1" } })).are_silent());
        assert!(!without(serde_json::json!({ "source": { "base_url": "https://a.id" } })).are_silent());
        assert!(!without(serde_json::json!({ "platform": { "token": "t" } })).are_silent());
        assert!(!without(serde_json::json!({})).with_file("").are_silent());
    }
}
