//! The settings: `selaras.toml`, overridden by systemd credentials, overridden by `SELARAS_…` variables.
//! `selaras.example.toml` lists them all.
//!
//! Modules, each using only those before it: `value`, `defaults`, `credentials`, `retention`, `zoom`, `source`, `oidc`,
//! `sections`, `plain`, `whole`, `check`, `layers`.

mod check;
mod credentials;
mod defaults;
mod layers;
mod oidc;
mod plain;
mod retention;
mod sections;
mod source;
mod value;
mod whole;
mod zoom;

pub(crate) use layers::{FILE, Layers};
pub(crate) use plain::SecuritySection;
pub(crate) use sections::{
    DatabaseSettings, LogFormat, LogSettings, PlatformSettings, ServerSettings, TelemetrySettings,
};
pub(crate) use source::SourceSection;
pub(crate) use value::{certificate, variable};
pub(crate) use whole::Settings;

use anyhow::Result;
use defaults::defaults;
use figment::{Figment, providers::Serialized};
use selaras_campus::{
    Campus,
    oidc::{self as oidc_of_campus, Provider},
};
use std::path::Path;

impl Settings {
    /// Reads and checks the settings.
    ///
    /// # Errors
    /// One sentence that names the setting and its remedy.
    pub(crate) fn load(file: Option<&Path>) -> Result<Self> {
        Layers::read(file)?.settings()
    }

    /// The settings of the demo: its own addresses, and the variables over the defaults. The exchange of students is on
    /// unless a variable says otherwise.
    pub(crate) fn demo(listen: &str, database: &str, campus: &Campus, provider: Option<&Provider>) -> Result<Self> {
        let zoom = campus.zoom();
        let mut own = serde_json::json!({
            "server": { "listen": listen },
            "database": { "url": database },
            "source": { "base_url": campus.source_url() },
            "platform": { "base_url": campus.moodle_url(), "token": campus.moodle_token() },
            // Its database is new at every start, and so are the secrets in it.
            "auth": { "secret_key": format!("{:032x}", u128::from_ne_bytes(selaras_ambient::random()?)) },
            "zoom": {
                "account_id": zoom.account_id(), "client_id": zoom.client_id(), "client_secret": zoom.client_secret(),
                "webhook_secret": zoom.webhook_secret(), "api_url": campus.zoom_url(), "oauth_url": campus.zoom_url(),
            },
        });
        if let Some(provider) = provider {
            own["server"]["public_url"] = format!("http://{listen}").into();
            own["auth"]["oidc"]["kampus"] = serde_json::json!({
                "name": "Akun Kampus", "issuer": provider.issuer(),
                "client_id": oidc_of_campus::CLIENT_ID, "client_secret": oidc_of_campus::CLIENT_SECRET,
            });
        }
        Self::of(
            &Figment::from(Serialized::defaults(defaults()))
                .merge(Serialized::default("source.mbkm", true))
                .merge(layers::variables())
                .merge(Serialized::defaults(own)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use figment::providers::{Format, Toml};
    use secrecy::ExposeSecret;

    const EXAMPLE: &str = include_str!("../../../selaras.example.toml");

    fn figment(toml: &str) -> Figment {
        Figment::from(Serialized::defaults(defaults())).merge(Toml::string(toml))
    }

    const ENOUGH: &str = "[source]\nbase_url='https://ocas.kampus.ac.id'\n[platform]\nbase_url='https://moodle.kampus.ac.id'\ntoken='t'\n";

    fn refusal(toml: &str) -> String {
        format!("{:#}", Settings::of(&figment(toml)).unwrap_err())
    }

    #[test]
    fn example_file_names_every_setting() {
        Settings::of(&figment(EXAMPLE)).unwrap();
        let example: toml_keys::Keys = toml_keys::of(&EXAMPLE.replace("\n# ", "\n"));
        for (section, members) in defaults().as_object().unwrap() {
            for name in members.as_object().unwrap().keys() {
                assert!(
                    example.contains(&format!("{section}.{name}")),
                    "{section}.{name} is not in the example"
                );
            }
        }
    }

    #[test]
    fn example_file_shows_the_defaults() {
        let shown = Settings::of(&figment(EXAMPLE)).unwrap();
        let default = Settings::of(&figment(ENOUGH)).unwrap();
        assert_eq!(shown.server.listen, default.server.listen);
        assert_eq!(format!("{:?}", shown.auth), format!("{:?}", default.auth));
        assert_eq!(format!("{:?}", shown.log), format!("{:?}", default.log));
        assert!(
            shown.notify.smtp_url.expose_secret().is_empty() && shown.notify.webhook_url.expose_secret().is_empty()
        );
        assert_eq!(shown.source.requests, default.source.requests);
        assert_eq!(shown.platform.rows_per_call, default.platform.rows_per_call);
        assert_eq!(shown.platform.root_category, default.platform.root_category);
    }

    #[test]
    fn settings_of_the_operators_guide_are_valid() {
        let guide = include_str!("../../../docs/operators.md");
        let blocks: Vec<_> = guide
            .split("```toml\n")
            .skip(1)
            .filter_map(|rest| rest.split("```").next())
            .collect();
        assert!(!blocks.is_empty());
        for block in blocks {
            let mut shown = figment(ENOUGH).merge(Toml::string(block));
            if block.contains("[auth.oidc.kampus]") {
                // The guide puts it into a file.
                shown = shown.merge(Serialized::default("auth.oidc.kampus.client_secret", "t"));
            }
            Settings::of(&shown).unwrap();
        }
        for name in guide
            .split('`')
            .filter(|word| word.starts_with("notify.") || word.starts_with("backup."))
        {
            assert!(
                defaults().pointer(&format!("/{}", name.replace('.', "/"))).is_some(),
                "{name}"
            );
        }
    }

    #[test]
    fn guides_store_each_secret_in_a_file_and_name_its_variable() {
        let guides: [(&str, &[&str]); 3] = [
            (include_str!("../../../docs/guides/moodle.md"), &["platform.token"]),
            (
                include_str!("../../../docs/guides/source.md"),
                &["source.sql.url", "source.http.password"],
            ),
            (
                include_str!("../../../docs/guides/zoom.md"),
                &["zoom.client_secret", "zoom.webhook_secret"],
            ),
        ];
        for (guide, secrets) in guides {
            let commands = guide.lines().filter_map(|line| {
                let command = line.trim_start();
                command.strip_prefix("install -m 600 /dev/stdin /etc/selaras/secrets/")
            });
            let files: Vec<_> = commands.filter_map(|rest| rest.split_whitespace().next()).collect();
            assert_eq!(files, secrets);
            for secret in secrets {
                assert!(guide.contains(&variable(secret)), "{secret}");
                let read = figment(ENOUGH).merge(Serialized::default(secret, "rahasia"));
                read.extract_lossy::<Settings>().unwrap();
            }
        }
        let (_, zoom) = guides[2].0.split_once("```toml\n").unwrap();
        let zoom = figment(&format!("{ENOUGH}{}", zoom.split("```").next().unwrap()));
        Settings::of(&zoom.merge(Serialized::default("zoom.client_secret", "rahasia"))).unwrap();
    }

    #[test]
    fn package_settings_lack_only_addresses_and_token() {
        let package = include_str!("../../../packaging/selaras.toml");
        assert!(refusal(package).contains("source.base_url"));
        let addresses = package.replace("base_url = \"\"", "base_url = \"https://kampus.ac.id\"");
        assert!(refusal(&addresses).contains("platform.token"));
        let token = Serialized::default("platform.token", "t");
        Settings::of(&figment(&addresses).merge(token)).unwrap();
        // The guide removes this line when the data moves to PostgreSQL.
        let database = "url = \"sqlite:/var/lib/selaras/selaras.sqlite\"";
        let guide = include_str!("../../../docs/operators.md");
        assert!(package.contains(database) && guide.contains(&format!("s|^{database}|url = \"\"|")));
    }

    #[test]
    fn missing_setting_is_named_with_remedy() {
        let text = refusal("");
        assert!(
            text.contains("source.base_url") && text.contains("SELARAS_SOURCE__BASE_URL"),
            "{text}"
        );
        assert!(refusal("[source]\nbase_url='https://ocas.kampus.ac.id'").contains("platform.base_url"));
    }

    #[test]
    fn wrong_setting_is_named() {
        assert!(refusal(&ENOUGH.replace("https://ocas", "ftp://ocas")).contains("source.base_url"));
        assert!(refusal(&format!("{ENOUGH}[server]\nlisten='nowhere'")).contains("server.listen"));
        assert!(refusal(&format!("{ENOUGH}[server]\nwork_listen='8081'")).contains("server.work_listen"));
        assert!(refusal(&format!("{ENOUGH}[backup]\nfolder='/var/backups'\nat='midnight'")).contains("backup.at"));
        assert!(refusal(&format!("{ENOUGH}[auth]\nsignup='maybe'")).contains("auth.signup"));
        assert!(refusal(&format!("{ENOUGH}[server]\nlisen='127.0.0.1:1'")).contains("lisen"));
        assert!(refusal(&format!("{ENOUGH}[server]\ntime_zone='Asia/Nowhere'")).contains("server.time_zone"));
        assert!(refusal(&ENOUGH.replace("[platform]", "[source.paths]\nclases='/x'\n[platform]")).contains("clases"));
    }

    #[test]
    fn wrong_value_is_not_repeated_in_the_error() {
        let with = |more: &str| format!("{ENOUGH}{more}");
        let token = |value: &str| ENOUGH.replace("'t'", value);
        for (toml, told) in [
            (
                token("12345678"),
                "platform.token (or SELARAS_PLATFORM__TOKEN) is wrong: expected a string",
            ),
            (token("['12345678']"), "platform.token"),
            (token("12345678x"), "TOML parse error at line"),
            (token("'12345678"), "TOML parse error at line"),
            (with("[notify]\nwebhook_secret=12345678"), "notify.webhook_secret"),
            (with("[source.http]\npassword=12345678"), "source.http.password"),
            (
                with("[auth]\nkey_hours='12345678x'"),
                "auth.key_hours (or SELARAS_AUTH__KEY_HOURS) is wrong: expected u32",
            ),
            (
                with("[auth]\nsignup='12345678'"),
                "expected one of approval, open, closed",
            ),
            (with("[zoom]\napi_url='a:12345678@zoom.us'"), "zoom.api_url"),
        ] {
            let text = refusal(&toml);
            assert!(text.contains(told) && !text.contains("12345678"), "{text}");
        }
    }

    #[test]
    fn secrets_leave_unencrypted_only_if_allowed() {
        let plain_moodle = ENOUGH.replace("https://moodle", "http://moodle");
        let with = |more: &str| format!("{ENOUGH}{more}");
        let zoom = |address: &str| {
            with(&format!(
                "[zoom]\naccount_id='a'\nclient_id='b'\nclient_secret='c'\n{address}='http://zoom.us'"
            ))
        };
        let oidc = "[server]\npublic_url='https://selaras.kampus.ac.id'\n[auth.oidc.kampus]\nname='Akun Kampus'\n\
                    issuer='http://sso.kampus.ac.id'\nclient_id='selaras'\nclient_secret='r'";
        let sql = "[source.sql]\nurl='postgres://a:b@siakad/d'\n[source.sql.queries]\nclasses='SELECT 1'";
        for (setting, toml) in [
            ("platform.base_url", plain_moodle),
            (
                "source.base_url",
                ENOUGH.replace("https://ocas", "http://ocas") + "[source.http]\nbearer='b'",
            ),
            ("source.sql.url", with(sql)),
            ("zoom.api_url", zoom("api_url")),
            ("zoom.oauth_url", zoom("oauth_url")),
            ("auth.oidc.kampus.issuer", with(oidc)),
            ("database.url", with("[database]\nurl='postgres://a:b@db/selaras'")),
            (
                "notify.smtp_url",
                with("[notify]\nsmtp_url='smtp://a:b@mail.kampus.ac.id'"),
            ),
            (
                "notify.webhook_url",
                with("[notify]\nwebhook_url='http://chat.kampus.ac.id/hook/rahasia'"),
            ),
            (
                "telemetry.otlp_url",
                with("[telemetry]\notlp_url='http://traces.kampus.ac.id/v1/traces'"),
            ),
        ] {
            let text = refusal(&toml);
            let allowing = format!("allow_plain = [\"{setting}\"] under [security]");
            assert!(
                text.contains(&format!("the setting {setting} (or {})", variable(setting))),
                "{text}"
            );
            assert!(
                text.contains(&allowing) && text.contains("SELARAS_SECURITY__ALLOW_PLAIN"),
                "{text}"
            );
            for secret in ["rahasia", "a:b", "'b'"] {
                assert!(!text.contains(secret), "{text}");
            }
            let settings = Settings::of(&figment(&format!("{toml}\n[security]\nallow_plain=['{setting}']"))).unwrap();
            let [caution] = &settings.cautions()[..] else {
                panic!("{setting}")
            };
            assert!(caution.text.to_string().contains(setting), "{caution:?}");
        }
        assert!(refusal(&with("[security]\nallow_plain=['platform.token']")).contains("security.allow_plain"));
        assert!(Settings::of(&figment(ENOUGH)).unwrap().cautions().is_empty());
    }

    #[test]
    fn plain_source_and_open_sign_up_are_cautions() {
        let toml = ENOUGH.replace("https://ocas", "http://ocas") + "[auth]\nsignup='open'";
        let cautions = Settings::of(&figment(&toml)).unwrap().cautions();
        let texts: Vec<_> = cautions.iter().map(|caution| caution.text.to_string()).collect();
        assert!(
            matches!(&texts[..], [source, signup] if source.contains("source.base_url") && signup.contains("auth.signup")),
            "{texts:?}"
        );
    }

    #[test]
    fn zoom_settings_are_all_or_nothing() {
        let settings = Settings::of(&figment(ENOUGH)).unwrap();
        assert!(settings.zoom.account().unwrap().is_none() && settings.zoom.webhook_secret().is_none());
        assert!(refusal(&format!("{ENOUGH}[zoom]\naccount_id='a'\nclient_id='b'")).contains("zoom.client_secret"));
        assert!(refusal(&format!("{ENOUGH}[zoom]\napi_url='zoom'")).contains("zoom.api_url"));
        let all = format!("{ENOUGH}[zoom]\naccount_id='a'\nclient_id='b'\nclient_secret='c'\nwebhook_secret='d'");
        let settings = Settings::of(&figment(&all)).unwrap();
        assert!(settings.zoom.account().unwrap().is_some() && settings.zoom.webhook_secret().is_some());
    }

    #[test]
    fn incomplete_provider_settings_are_named() {
        let of = |more: &str| {
            format!(
                "{ENOUGH}[server]\npublic_url='https://selaras.kampus.ac.id'\n[auth.oidc.kampus]\nname='Akun Kampus'\n\
                 issuer='https://sso.kampus.ac.id'\nclient_id='selaras'\nclient_secret='r'\n{more}"
            )
        };
        let settings = Settings::of(&figment(&of("claim='groups'\nvalue='staf'"))).unwrap();
        let [provider] = &settings.providers().unwrap()[..] else {
            panic!()
        };
        assert_eq!(
            (provider.id.as_str(), provider.scopes.as_slice()),
            ("kampus", ["profile", "email"].map(str::to_owned).as_slice())
        );
        assert_eq!(provider.admits.as_ref().unwrap().role.as_str(), "viewer");
        assert!(
            refusal(&of("").replace("public_url='https://selaras.kampus.ac.id'", "")).contains("server.public_url")
        );
        assert!(refusal(&of("").replace("client_secret='r'", "")).contains("auth.oidc.kampus.client_secret"));
        assert!(refusal(&of("").replace("https://sso", "ldap://sso")).contains("auth.oidc.kampus.issuer"));
        assert!(refusal(&of("claim='groups'")).contains("auth.oidc.kampus.value"));
        assert!(refusal(&of("role='raja'")).contains("auth.oidc.kampus.role"));
    }

    #[test]
    fn short_secret_key_is_refused() {
        assert!(refusal(&format!("{ENOUGH}[auth]\nsecret_key='pendek'")).contains("auth.secret_key"));
        let long = format!("{ENOUGH}[auth]\nsecret_key='0123456789abcdef0123456789abcdef'");
        assert!(
            Settings::of(&figment(&long))
                .unwrap()
                .auth
                .secret_key()
                .unwrap()
                .is_some()
        );
    }

    #[test]
    fn ca_file_keeps_its_earlier_name() {
        for name in ["ca_file", "ca_certificate"] {
            let settings = Settings::of(&figment(&format!("{ENOUGH}{name}='/etc/kampus.pem'"))).unwrap();
            assert_eq!(settings.platform.ca_file, Some("/etc/kampus.pem".into()), "{name}");
        }
    }

    #[test]
    fn debug_output_hides_token_and_database_url() {
        let settings = Settings::of(&figment(&ENOUGH.replace("token='t'", "token='very-secret'"))).unwrap();
        assert!(!format!("{settings:?}").contains("very-secret"));
        let notify = "[notify]\nsmtp_url='smtps://a:very-secret@b'\nwebhook_url='https://b/very-secret'\nwebhook_secret='very-secret'";
        let settings = Settings::of(&figment(&format!("{ENOUGH}{notify}"))).unwrap();
        assert!(!format!("{settings:?}").contains("very-secret"));
    }

    /// The keys of a settings file, commented out or not.
    mod toml_keys {
        use std::collections::BTreeSet;

        pub(super) type Keys = BTreeSet<String>;

        pub(super) fn of(text: &str) -> Keys {
            let mut section = String::new();
            let mut keys = Keys::new();
            for line in text.lines() {
                if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                    if let Some((parent, member)) = name.split_once('.') {
                        keys.insert(format!("{parent}.{member}"));
                    }
                    section = name.to_owned();
                } else if let Some((key, _)) = line.split_once('=') {
                    keys.insert(format!("{section}.{}", key.trim()));
                }
            }
            keys
        }
    }
}
