//! The settings of the academic system: web service, database and files, each optional.

use super::value::{address, certificate, required, variable};
use anyhow::{Context, Result, bail, ensure};
use secrecy::{ExposeSecret, SecretString};
use selaras_source::{Dialect, FilesSettings, List, SourceSettings, SqlSettings, Ways, lists};
use serde::Deserialize;
use std::{collections::BTreeMap, path::PathBuf, time::Duration};

/// Headings or queries by name.
type Names = BTreeMap<String, String>;

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SourceSection {
    pub(crate) base_url: String,
    pub(crate) name: String,
    pub(crate) mbkm: bool,
    pub(crate) requests: usize,
    pub(crate) timeout_seconds: u64,
    #[serde(alias = "ca_certificate")]
    pub(crate) ca_file: Option<PathBuf>,
    pub(crate) paths: Names,
    #[serde(default)]
    http: Dialect,
    sql: SqlSection,
    files: FilesSection,
    pub(crate) uploads: UploadsSection,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UploadsSection {
    pub(crate) megabytes: u64,
    /// Every list comes from an uploaded file. Explicit, so that a forgotten address does not pass as an empty campus.
    alone: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SqlSection {
    /// May contain a password.
    url: SecretString,
    #[serde(default)]
    queries: Names,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FilesSection {
    folder: String,
    encoding: String,
    megabytes: u64,
    #[serde(default)]
    columns: BTreeMap<String, Names>,
}

impl SourceSection {
    /// Checks that at least one reader is configured, and that every name is a list's.
    pub(crate) fn check(&self) -> Result<()> {
        for (setting, names) in [("source.paths", &self.paths), ("source.sql.queries", &self.sql.queries)] {
            for name in names.keys() {
                list(setting, name)?;
            }
        }
        if let Some((name, what)) = self.http.fault() {
            bail!("the setting source.http.{name} is wrong: {what}");
        }
        self.dialect()?;
        let unread = self.sql.queries.is_empty() && self.files.folder.is_empty();
        if self.uploads.alone {
            ensure!(
                unread && self.base_url.trim().is_empty(),
                "the setting source.uploads.alone (or {}) is true, so that no list is read from elsewhere: take away \
                 source.base_url, source.sql.queries and source.files.folder, or write false",
                variable("source.uploads.alone")
            );
        } else if unread {
            required(
                "source.base_url",
                &self.base_url,
                "the address of the academic system, such as https://ocas.kampus.ac.id/api; or fill source.sql or \
                 source.files; or write source.uploads.alone = true where all lists are files that are uploaded",
            )?;
        }
        if !self.sql.queries.is_empty() {
            required(
                "source.sql.url",
                self.sql.url.expose_secret(),
                "the database that source.sql.queries are for, such as postgres://selaras:password@host/siakad",
            )?;
        }
        // A list without a reader waits for an upload.
        self.ways().map(drop)
    }

    /// True if calls of the web service carry secrets.
    pub(super) fn has_secrets(&self) -> bool {
        let Dialect {
            headers,
            bearer,
            password,
            token,
            ..
        } = &self.http;
        !headers.is_empty() || bearer.is_some() || password.is_some() || token.is_some()
    }

    /// The address of the database with lists; empty if there is none.
    pub(super) fn sql_url(&self) -> &str {
        self.sql.url.expose_secret()
    }

    /// The reader of each list.
    pub(crate) fn ways(&self) -> Result<Ways> {
        Ok(Ways {
            name: self.name.clone(),
            sql: self.sql(),
            files: self.files()?,
            http: self.http()?,
        })
    }

    fn http(&self) -> Result<Option<SourceSettings>> {
        if self.base_url.trim().is_empty() {
            return Ok(None);
        }
        let mut http = SourceSettings::new(address("source.base_url", &self.base_url)?);
        http.name = self.name.clone();
        http.timeouts.first_byte = Duration::from_secs(self.timeout_seconds);
        http.paths = self.paths.clone();
        http.dialect = self.dialect()?;
        let bytes = |megabytes: u64| megabytes.saturating_mul(1_000_000);
        http.max_bytes = self.http.megabytes.map_or(http.max_bytes, bytes);
        http.max_page_bytes = self.http.page_megabytes.map_or(http.max_page_bytes, bytes);
        http.ca_certificate = certificate("source.ca_file", self.ca_file.as_deref())?;
        Ok(Some(http))
    }

    /// The dialect of the web service, with fields named as the lists' columns.
    fn dialect(&self) -> Result<Dialect> {
        let mut dialect = self.http.clone();
        for (name, call) in &mut dialect.lists {
            let list = list("source.http.lists", name)?;
            call.fields = fields(list, &format!("source.http.lists.{name}.fields"), &call.fields)?;
        }
        Ok(dialect)
    }

    fn sql(&self) -> Option<SqlSettings> {
        if self.sql.queries.is_empty() {
            return None;
        }
        let mut sql = SqlSettings::new(self.sql.url.clone(), self.sql.queries.clone());
        sql.timeouts.first_byte = Duration::from_secs(self.timeout_seconds);
        sql.connections = u32::try_from(self.requests).unwrap_or(u32::MAX).max(1);
        Some(sql)
    }

    fn files(&self) -> Result<FilesSettings> {
        let mut files = FilesSettings::default();
        files.folder = Some(PathBuf::from(&self.files.folder)).filter(|folder| !folder.as_os_str().is_empty());
        files.max_bytes = self.files.megabytes.saturating_mul(1_000_000);
        files.encoding = Some(self.files.encoding.clone()).filter(|label| !label.is_empty());
        for (name, headings) in &self.files.columns {
            let list = list("source.files.columns", name)?;
            let named = fields(list, &format!("source.files.columns.{name}"), headings)?;
            files.columns.insert(list.name().to_owned(), named);
        }
        Ok(files)
    }
}

/// A list's columns from a setting, under their own names: variable names have lost the capitals.
fn fields(list: &List, setting: &str, said: &Names) -> Result<Names> {
    let columns = list.columns();
    let named = said.iter().map(|(field, what)| {
        let column = columns.iter().find(|column| column.eq_ignore_ascii_case(field));
        let column = column.with_context(|| {
            format!(
                "the setting {setting}.{field} is wrong: the list has the columns {}",
                columns.join(", ")
            )
        })?;
        Ok(((*column).to_owned(), what.clone()))
    });
    named.collect()
}

fn list(setting: &str, name: &str) -> Result<&'static List> {
    List::named(name).with_context(|| {
        format!(
            "the setting {setting}.{name} is wrong: the source has no such list; there are {}",
            lists().iter().map(List::name).collect::<Vec<_>>().join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::settings::{Settings, defaults};
    use figment::{
        Figment,
        providers::{Format, Serialized, Toml},
    };
    use secrecy::ExposeSecret;
    use selaras_source::{Source, Ways};

    const GUIDE: &str = include_str!("../../../../docs/guides/source.md");
    const MOODLE: &str = "[platform]\nbase_url='https://moodle.kampus.ac.id'\ntoken='t'\n";

    fn settings(toml: &str) -> anyhow::Result<Settings> {
        let figment = Figment::from(Serialized::defaults(defaults()));
        Settings::of(&figment.merge(Toml::string(&format!("{toml}\n{MOODLE}"))))
    }

    fn ways(toml: &str) -> Ways {
        settings(toml).unwrap().source.ways().unwrap()
    }

    fn refusal(toml: &str) -> String {
        format!("{:#}", settings(toml).unwrap_err())
    }

    /// The settings below a heading of the guide.
    fn of_guide(heading: &str) -> &'static str {
        let (_, below) = GUIDE.split_once(heading).unwrap();
        let (_, block) = below.split_once("```toml\n").unwrap();
        block.split_once("\n```").unwrap().0
    }

    #[test]
    fn settings_of_the_guide_are_valid() {
        let feeder = ways(of_guide("### Neo Feeder PDDikti")).http.unwrap().dialect;
        assert_eq!(feeder.lists.len(), 7);
        assert!(feeder.lists["class_students"].whole && feeder.token.is_some());
        let queries = format!(
            "[source]\nbase_url='https://a.id'\n[source.sql]\nurl='postgres://a:b@c/d?sslmode=verify-full'\n{}",
            of_guide("### 3. Satu kueri")
        );
        assert_eq!(ways(&queries).sql.unwrap().queries.len(), 2);
        assert!(ways(of_guide("## Dari berkas")).files.folder.is_some());
    }

    #[test]
    fn query_may_be_a_variable_and_headings_keep_capitals() {
        let toml = "[source.sql]\nurl='sqlite:a'\n[source.files]\nfolder='/srv'\n[source.files.columns.class_students]\nnpk='NIM'";
        let variables = serde_json::json!({ "source": { "sql": { "queries": { "classes": "SELECT 1" } } } });
        let figment = Figment::from(Serialized::defaults(defaults()))
            .merge(Toml::string(&format!("{toml}\n{MOODLE}")))
            .merge(Serialized::defaults(variables));
        let ways = Settings::of(&figment).unwrap().source.ways().unwrap();
        assert_eq!(ways.sql.unwrap().queries["classes"], "SELECT 1");
        assert_eq!(ways.files.columns["class_students"]["NPK"], "NIM");
        assert!(ways.http.is_none());
    }

    #[test]
    fn web_service_fields_keep_capitals_and_replies_are_limited() {
        let toml = "[source]\nbase_url='https://a.id'\n[source.http]\nmegabytes=7\n[source.http.lists.class_students.fields]\nnpk='nim'";
        let http = ways(toml).http.unwrap();
        assert_eq!(http.dialect.lists["class_students"].fields["NPK"], "nim");
        assert_eq!((http.max_bytes, http.max_page_bytes), (7_000_000, 64_000_000));
    }

    #[test]
    fn wrong_or_missing_source_settings_are_named() {
        assert!(refusal("[source.sql.queries]\nclasses='SELECT 1'").contains("source.sql.url"));
        let some = "[source.sql]\nurl='sqlite:a'\n[source.sql.queries]\nclasses='SELECT 1'";
        assert!(settings(some).is_ok(), "the other lists may be uploaded");
        assert!(refusal("[source.sql.queries]\nkelas='SELECT 1'").contains("source.sql.queries.kelas"));
        assert!(
            refusal("[source]\nbase_url='https://a.id'\n[source.http.lists.kelas]\nwhole=true")
                .contains("source.http.lists.kelas")
        );
        for (wrong, named) in [
            ("lists.classes.fields]\nnim='nim'", "lists.classes.fields.nim"),
            ("lists.classes]\nrows='$.rows'", "lists.classes.rows"),
            ("headers]\n'X Key'='rahasia'", "headers.X Key"),
        ] {
            let text = refusal(&format!("[source]\nbase_url='https://a.id'\n[source.http.{wrong}"));
            assert!(text.contains(&format!("source.http.{named} is wrong")), "{text}");
        }
        let heading = "[source.files]\nfolder='/srv'\n[source.files.columns.classes]\nnim='NIM'";
        assert!(refusal(heading).contains("source.files.columns.classes.nim"));
    }

    #[test]
    fn uploads_alone_must_be_configured_explicitly() {
        let alone = ways("[source.uploads]\nalone=true");
        assert!(alone.http.is_none() && alone.sql.is_none() && alone.files.folder.is_none());
        assert!(refusal("").contains("source.uploads.alone = true"));
        let both = refusal("[source]\nbase_url='https://a.id'\n[source.uploads]\nalone=true");
        assert!(
            both.contains("source.uploads.alone") && both.contains("source.base_url"),
            "{both}"
        );
    }

    #[test]
    fn debug_output_hides_database_address() {
        let toml = "[source]\nbase_url='https://a.id'\n[source.sql]\nurl='mysql://a:very-secret@b/c?ssl-mode=VERIFY_IDENTITY'\n[source.sql.queries]\nclasses='SELECT 1'\n[source.http]\nbearer='very-secret'";
        let settings = settings(toml).unwrap();
        let ways = settings.source.ways().unwrap();
        assert!(ways.sql.as_ref().unwrap().url.expose_secret().contains("very-secret"));
        let runtime = crate::runtime::runtime().unwrap();
        let _entered = runtime.enter();
        let source = Source::of(ways.clone()).unwrap();
        assert!(!format!("{settings:?} {ways:?} {source:?} {:?}", source.described()).contains("very-secret"));
    }
}
