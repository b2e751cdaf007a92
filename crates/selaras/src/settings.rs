//! The settings: `selaras.toml`, overridden by systemd credentials, overridden by `SELARAS_…` variables.
//! `selaras.example.toml` lists them all.

mod credentials;
mod layers;
mod oidc;
mod plain;
mod retention;
mod source;
mod zoom;

use anyhow::{Context, Result, anyhow, bail};
use figment::{Figment, error::Kind, providers::Serialized};
pub(crate) use layers::{FILE, Layers};
use oidc::OidcSection;
pub(crate) use plain::SecuritySection;
use retention::{BackupSection, RetentionSection};
use secrecy::{ExposeSecret, SecretString};
use selaras_api::SettingOrigin;
use selaras_campus::{
    Campus,
    oidc::{self as oidc_of_campus, Provider},
};
use selaras_kinds::object::Leaving;
use selaras_platform::moodle::Username;
use serde::{Deserialize, Serialize};
pub(crate) use source::SourceSection;
use std::{collections::BTreeMap, net::SocketAddr, path::Path, path::PathBuf, time::Duration};
use url::Url;
use zoom::ZoomSection;

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) server: ServerSettings,
    pub(crate) database: DatabaseSettings,
    pub(crate) source: SourceSection,
    pub(crate) platform: PlatformSettings,
    pub(crate) guard: GuardSettings,
    pub(crate) zoom: ZoomSection,
    pub(crate) auth: AuthSettings,
    pub(crate) security: SecuritySection,
    pub(crate) notify: NotifySettings,
    pub(crate) backup: BackupSection,
    pub(crate) retention: RetentionSection,
    pub(crate) log: LogSettings,
    pub(crate) telemetry: TelemetrySettings,
    /// The origin of each setting that is not the default, by name.
    #[serde(skip)]
    pub(crate) origins: BTreeMap<String, SettingOrigin>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServerSettings {
    pub(crate) listen: SocketAddr,
    /// Where `selaras work` serves health and metrics; `None`: nowhere.
    pub(crate) work_listen: Option<SocketAddr>,
    pub(crate) time_zone: String,
    /// The public address.
    pub(crate) public_url: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DatabaseSettings {
    /// A PostgreSQL URL may contain a password.
    pub(crate) url: SecretString,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlatformSettings {
    pub(crate) base_url: String,
    pub(crate) token: SecretString,
    pub(crate) root_category: i64,
    pub(crate) student_role: i64,
    pub(crate) teacher_role: i64,
    pub(crate) max_input_vars: usize,
    pub(crate) rows_per_call: usize,
    pub(crate) requests: usize,
    pub(crate) timeout_seconds: u64,
    pub(crate) auth: Option<String>,
    pub(crate) username: Username,
    pub(crate) leaving: Leaving,
    #[serde(alias = "ca_certificate")]
    pub(crate) ca_file: Option<PathBuf>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GuardSettings {
    pub(crate) percent: u32,
    pub(crate) rows: u32,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AuthSettings {
    pub(crate) signup: selaras_api::Signup,
    pub(crate) passwords: selaras_api::NewPasswords,
    pub(crate) key_hours: u32,
    /// How long a session may be idle in minutes; 0: as long as its key is valid.
    idle_minutes: u32,
    pub(crate) logins_per_minute: u32,
    /// The key for stored secrets; empty: features that need it are off.
    pub(crate) secret_key: SecretString,
    /// The institution's sign-in providers, by their id in URLs.
    pub(crate) oidc: BTreeMap<String, OidcSection>,
}

/// Where notices go; empty ones are off. The addresses may contain passwords.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NotifySettings {
    pub(crate) smtp_url: SecretString,
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) webhook_url: SecretString,
    pub(crate) webhook_secret: SecretString,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LogFormat {
    Text,
    Json,
    /// The systemd journal, with its own times and levels and one field for each of ours.
    Journal,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogSettings {
    pub(crate) format: LogFormat,
    pub(crate) filter: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TelemetrySettings {
    /// Where traces are sent; empty: nowhere.
    otlp_url: String,
}

impl TelemetrySettings {
    fn text(&self) -> &str {
        self.otlp_url.trim()
    }

    /// Where traces are sent, if anywhere.
    ///
    /// # Errors
    /// The setting is no address.
    pub(crate) fn otlp_url(&self) -> Result<Option<Url>> {
        match self.text() {
            "" => Ok(None),
            text => address("telemetry.otlp_url", text).map(Some),
        }
    }
}

/// The default settings. Addresses and the token have none.
fn defaults() -> serde_json::Value {
    serde_json::json!({
        "server": { "listen": "127.0.0.1:8080", "time_zone": "Asia/Jakarta", "public_url": "" },
        "database": { "url": "sqlite:selaras.sqlite" },
        "source": {
            "base_url": "", "name": "OCAS", "mbkm": false, "requests": 6, "timeout_seconds": 60, "paths": {},
            "sql": { "url": "" },
            "files": { "folder": "", "encoding": "", "megabytes": 1000 }, "uploads": { "megabytes": 200, "alone": false },
        },
        "platform": {
            "base_url": "", "token": "", "root_category": 1, "student_role": 5, "teacher_role": 3,
            "max_input_vars": 1000, "rows_per_call": 200, "requests": 8, "timeout_seconds": 120,
            "username": "number", "leaving": "suspend",
        },
        "guard": { "percent": 10, "rows": 20 },
        "zoom": {
            "account_id": "", "client_id": "", "client_secret": "", "webhook_secret": "",
            "api_url": "https://api.zoom.us/v2", "oauth_url": "https://zoom.us/oauth/token",
        },
        "auth": { "signup": "approval", "passwords": "any", "key_hours": 12, "idle_minutes": 120, "logins_per_minute": 10, "secret_key": "", "oidc": {} },
        "security": { "allow_plain": [] },
        "notify": { "smtp_url": "", "from": "", "to": "", "webhook_url": "", "webhook_secret": "" },
        "backup": { "folder": "", "at": "02:00", "keep_days": 14 },
        "retention": {
            "jobs_days": 365, "rows_days": 180, "log_days": 365, "notices_days": 30, "attendance_days": 365,
        },
        "log": { "format": "text", "filter": "info,sqlx=error" },
        "telemetry": { "otlp_url": "" },
    })
}

/// Minimum length of the key for secrets.
const SHORTEST_KEY: usize = 32;

impl AuthSettings {
    /// How long a session may be idle, if that is limited.
    pub(crate) fn idle(&self) -> Option<Duration> {
        (self.idle_minutes > 0).then(|| Duration::from_secs(u64::from(self.idle_minutes) * 60))
    }

    /// The key for stored secrets, if any.
    ///
    /// # Errors
    /// The key is so short that it could be guessed.
    pub(crate) fn secret_key(&self) -> Result<Option<SecretString>> {
        let key = self.secret_key.expose_secret().trim();
        if key.is_empty() {
            return Ok(None);
        }
        if key.len() < SHORTEST_KEY {
            bail!(
                "the setting auth.secret_key (or {}) is too short: write {SHORTEST_KEY} random characters at least, such as `openssl rand -base64 32` gives",
                variable("auth.secret_key")
            );
        }
        Ok(Some(self.secret_key.clone()))
    }
}

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
            "auth": { "secret_key": format!("{:032x}", rand::random::<u128>()) },
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

    fn of(figment: &Figment) -> Result<Self> {
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
}

impl PlatformSettings {
    /// The platform's address.
    pub(crate) fn url(&self) -> Result<Url> {
        address("platform.base_url", &self.base_url)
    }
}

/// Why the settings cannot be read: one sentence that names the first wrong one.
fn unreadable(error: figment::Error) -> anyhow::Error {
    let Some(error) = error.into_iter().next() else {
        return anyhow!("the settings cannot be read");
    };
    let (name, fault) = (error.path.join("."), fault(&error.kind));
    if name.is_empty() {
        return anyhow!("the settings cannot be read: {fault}");
    }
    let variable = variable(&name);
    anyhow!("the setting {name} (or {variable}) is wrong: {fault}; see selaras.example.toml")
}

/// What is wrong with a setting: the expected value, never the present one, which may be a secret.
fn fault(kind: &Kind) -> String {
    match kind {
        Kind::InvalidType(_, expected) | Kind::InvalidValue(_, expected) | Kind::InvalidLength(_, expected) => {
            format!("expected {expected}")
        }
        Kind::UnknownVariant(_, expected) => format!("expected one of {}", expected.join(", ")),
        Kind::UnknownField(..) | Kind::MissingField(_) | Kind::DuplicateField(_) => kind.to_string(),
        // The parser quotes the wrong line of the file, behind its number and a bar. That line is dropped.
        Kind::Message(said) => {
            let lines = said.lines().filter(|line| {
                let rest = line.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit());
                !rest.starts_with('|')
            });
            lines.collect::<Vec<_>>().join(": ")
        }
        _ => "what is there cannot be read".to_owned(),
    }
}

/// The variable of a setting.
pub(crate) fn variable(name: &str) -> String {
    format!("SELARAS_{}", name.replace('.', "__").to_uppercase())
}

fn required(name: &str, value: &str, what: &str) -> Result<()> {
    if value.trim().is_empty() {
        bail!("the setting {name} (or {}) is missing: write {what}", variable(name));
    }
    Ok(())
}

fn address(name: &str, value: &str) -> Result<Url> {
    let url = Url::parse(value)
        // Without the value, which may contain a password.
        .with_context(|| format!("the setting {name} (or {}) is no address", variable(name)))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        bail!(
            "the setting {name} (or {}) must begin with https:// or http://",
            variable(name)
        );
    }
    Ok(url)
}

/// Reads a certificate that a setting names.
pub(crate) fn certificate(name: &str, file: Option<&Path>) -> Result<Option<Vec<u8>>> {
    file.map(|file| {
        std::fs::read(file)
            .with_context(|| format!("the setting {name} names {}, which cannot be read", file.display()))
    })
    .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use figment::providers::{Format, Toml};

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
