//! The settings file that the setup writes: the example's text with the answers.

use secrecy::ExposeSecret;
use selaras_api::{
    ApiError,
    setup::{Answers, PlatformAnswers, SourceAnswers, SourceWay},
};
use selaras_reasons::Reason;
use std::{
    io::{self, Write},
    path::Path,
};
use tempfile::NamedTempFile;
use toml_edit::{Array, DocumentMut, Item, Table, TableLike, value};

const EXAMPLE: &str = include_str!("../../../../selaras.example.toml");
/// The settings of a Neo Feeder, as in the guide.
const NEO_FEEDER: &str = include_str!("neo_feeder.toml");
/// Placeholder in it for the code of the semester.
const SEMESTER: &str = "SEMESTER";
/// Text of the example that is wrong in a written file.
const OF_EXAMPLE: &str = "Copy this file to selaras.toml and change what you need; what";
const OF_FILE: &str = "The first start wrote them; change what you need and start again. What";

/// The whole file.
///
/// # Errors
/// The further settings are invalid.
pub(super) fn text(answers: &Answers) -> Result<String, ApiError> {
    let mut document = parsed(&EXAMPLE.replacen(OF_EXAMPLE, OF_FILE, 1))?;
    put_source(&mut document, &answers.source)?;
    put_platform(&mut document, &answers.platform);
    section(&mut document, &["auth"])["passwords"] = value("hard-to-guess");
    if let Some(url) = &answers.database {
        section(&mut document, &["database"])["url"] = value(url.expose_secret());
    }
    Ok(document.to_string())
}

/// The file, with these settings allowed to send secrets unencrypted.
///
/// # Errors
/// The text is no TOML.
pub(super) fn allowing(text: &str, plain: &[String]) -> Result<String, ApiError> {
    let mut document = parsed(text)?;
    if !plain.is_empty() {
        let names: Array = plain.iter().map(String::as_str).collect();
        section(&mut document, &["security"])["allow_plain"] = value(names);
    }
    Ok(document.to_string())
}

/// The source's section alone.
///
/// # Errors
/// The further settings are invalid.
pub(super) fn of_source(answers: &SourceAnswers) -> Result<String, ApiError> {
    let mut document = DocumentMut::new();
    put_source(&mut document, answers)?;
    Ok(document.to_string())
}

/// The platform's section alone.
pub(super) fn of_platform(answers: &PlatformAnswers) -> String {
    let mut document = DocumentMut::new();
    put_platform(&mut document, answers);
    document.to_string()
}

fn parsed(text: &str) -> Result<DocumentMut, ApiError> {
    text.parse::<DocumentMut>().map_err(|error| {
        let said = error.message().to_owned();
        ApiError::field("more", Reason::SetupMoreUnreadable { said })
    })
}

/// Merges one table into another. Values of the first win.
fn put(from: &dyn TableLike, into: &mut dyn TableLike) {
    for (name, item) in from.iter() {
        match (
            item.as_table_like(),
            into.get_mut(name).and_then(Item::as_table_like_mut),
        ) {
            (Some(from), Some(into)) => put(from, into),
            _ => {
                into.insert(name, item.clone());
            }
        }
    }
}

fn put_source(document: &mut DocumentMut, answers: &SourceAnswers) -> Result<(), ApiError> {
    let SourceAnswers {
        name,
        mbkm,
        way,
        ca_file,
        more,
    } = answers;
    let source = section(document, &["source"]);
    // The example has one.
    if !matches!(way, SourceWay::Http { .. }) {
        source.remove("base_url");
    }
    if let SourceWay::Feeder { semester, .. } = way {
        let recipe = parsed(&NEO_FEEDER.replace(SEMESTER, semester))?;
        put(recipe.as_table(), document.as_table_mut());
    }
    let source = section(document, &["source"]);
    if let Some(ca_file) = ca_file {
        source["ca_file"] = value(ca_file.display().to_string());
    }
    if !name.is_empty() {
        source["name"] = value(name);
    }
    if *mbkm {
        source["mbkm"] = value(true);
    }
    match way {
        SourceWay::Http { base_url, bearer } => {
            source["base_url"] = value(base_url.as_str());
            if !bearer.expose_secret().is_empty() {
                section(document, &["source", "http"])["bearer"] = value(bearer.expose_secret());
            }
        }
        SourceWay::Feeder {
            base_url,
            username,
            password,
            ..
        } => {
            source["base_url"] = value(base_url.as_str());
            let http = section(document, &["source", "http"]);
            http["username"] = value(username);
            http["password"] = value(password.expose_secret());
        }
        SourceWay::Sql { url, queries } => {
            section(document, &["source", "sql"])["url"] = value(url.expose_secret());
            let kept = section(document, &["source", "sql", "queries"]);
            for (list, query) in queries {
                kept[list] = value(query);
            }
        }
        SourceWay::Files { folder } => {
            section(document, &["source", "files"])["folder"] = value(folder.display().to_string());
        }
        SourceWay::Uploads => section(document, &["source", "uploads"])["alone"] = value(true),
    }
    let more = parsed(more)?;
    let foreign: Vec<_> = more
        .iter()
        .map(|(name, _)| name)
        .filter(|name| *name != "source")
        .collect();
    if !foreign.is_empty() {
        let names = foreign.join(", ");
        return Err(ApiError::field("more", Reason::SetupMoreForeign { names }));
    }
    put(more.as_table(), document.as_table_mut());
    Ok(())
}

fn put_platform(document: &mut DocumentMut, answers: &PlatformAnswers) {
    let platform = section(document, &["platform"]);
    platform["base_url"] = value(answers.base_url.as_str());
    platform["token"] = value(answers.token.expose_secret());
    if let Some(ca_file) = &answers.ca_file {
        platform["ca_file"] = value(ca_file.display().to_string());
    }
    if let Some(auth) = &answers.auth {
        platform["auth"] = value(auth);
    }
}

/// The section of that name, created if missing.
fn section<'a>(document: &'a mut DocumentMut, path: &[&str]) -> &'a mut Table {
    path.iter().fold(document.as_table_mut(), |table, name| {
        let item = table.entry(name).or_insert_with(|| Item::Table(Table::new()));
        if !item.is_table() {
            *item = Item::Table(Table::new());
        }
        #[allow(clippy::unwrap_used, reason = "it was made one just now where it was none")]
        item.as_table_mut().unwrap()
    })
}

/// A temporary file next to its target, readable only by its owner. It is deleted when dropped.
pub(super) fn draft(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    let mut draft = NamedTempFile::new_in(folder)?;
    draft.write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    Ok(draft)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Layers;
    use secrecy::SecretString;
    use selaras_api::setup::Plain;
    use std::collections::BTreeMap;

    fn answers(way: SourceWay) -> Answers {
        Answers {
            source: SourceAnswers {
                name: "SIAKAD".to_owned(),
                mbkm: true,
                way,
                ca_file: None,
                more: String::new(),
            },
            platform: PlatformAnswers {
                base_url: "https://elearning.kampus.ac.id".parse().unwrap(),
                token: SecretString::from("kata\"kunci\\"),
                ca_file: None,
                auth: Some("ldap".to_owned()),
            },
            database: Some(SecretString::from("postgres://a:b@c/d?sslmode=verify-full")),
            plain: Plain::Unsaid,
            shape: None,
        }
    }

    fn written(way: SourceWay) -> (String, crate::settings::Settings) {
        let text = text(&answers(way)).unwrap();
        let settings = Layers::empty().with_file(&text).settings().unwrap();
        (text, settings)
    }

    #[test]
    fn written_settings_match_the_answers() {
        let (text, settings) = written(SourceWay::Http {
            base_url: "https://siakad.kampus.ac.id/api".parse().unwrap(),
            bearer: SecretString::from("kunci"),
        });
        assert_eq!(settings.source.base_url, "https://siakad.kampus.ac.id/api");
        assert_eq!((settings.source.name.as_str(), settings.source.mbkm), ("SIAKAD", true));
        assert_eq!(settings.platform.token.expose_secret(), "kata\"kunci\\");
        assert_eq!(
            settings.database.url.expose_secret(),
            "postgres://a:b@c/d?sslmode=verify-full"
        );
        assert_eq!(settings.auth.passwords, selaras_api::NewPasswords::HardToGuess);
        assert!(text.contains("# Calls under way at once") && text.starts_with("# Settings of Selaras."));
        assert!(!text.contains("Copy this file") && !text.contains("write-the-token-here"));
    }

    #[test]
    fn setup_writes_exactly_one_way_of_reading() {
        let queries = BTreeMap::from([("classes".to_owned(), "SELECT 1\nFROM \"jadwal\"".to_owned())]);
        let (_, sql) = written(SourceWay::Sql {
            url: SecretString::from("mysql://a:b@c/d?ssl-mode=VERIFY_IDENTITY"),
            queries: queries.clone(),
        });
        let ways = sql.source.ways().unwrap();
        assert_eq!(ways.sql.unwrap().queries, queries);
        assert!(ways.http.is_none() && ways.files.folder.is_none());
        let (_, files) = written(SourceWay::Files {
            folder: "/srv/sumber".into(),
        });
        assert_eq!(
            files.source.ways().unwrap().files.folder.as_deref(),
            Some(Path::new("/srv/sumber"))
        );
        let (_, uploads) = written(SourceWay::Uploads);
        let ways = uploads.source.ways().unwrap();
        assert!(ways.http.is_none() && ways.sql.is_none() && ways.files.folder.is_none());
    }

    #[test]
    fn neo_feeder_settings_match_the_guide() {
        let guide = include_str!("../../../../docs/guides/source.md");
        assert!(
            guide.contains(&NEO_FEEDER.replace(SEMESTER, "20261")),
            "guide and setup have parted"
        );
        let (_, settings) = written(SourceWay::Feeder {
            base_url: "https://feeder.kampus.ac.id:3003".parse().unwrap(),
            username: "selaras".to_owned(),
            password: SecretString::from("rahasia"),
            semester: "20262".to_owned(),
        });
        let http = settings.source.ways().unwrap().http.unwrap();
        assert_eq!(http.base_url.as_str(), "https://feeder.kampus.ac.id:3003/");
        assert_eq!((http.dialect.lists.len(), http.paths.len()), (7, 7));
        let shown = format!("{:?}", http.dialect.lists["classes"]);
        assert!(shown.contains("20262") && !shown.contains(SEMESTER), "{shown}");
        assert_eq!(
            settings.source.name, "SIAKAD",
            "what was answered goes before the recipe"
        );
    }

    #[test]
    fn allowed_unencrypted_settings_are_written() {
        let mut plain = answers(SourceWay::Uploads);
        plain.platform.base_url = "http://elearning.kampus.ac.id".parse().unwrap();
        let text = text(&plain).unwrap();
        let refused = Layers::empty().with_file(&text).settings().unwrap_err().to_string();
        assert!(refused.contains("platform.base_url"), "{refused}");
        let text = allowing(&text, &["platform.base_url".to_owned()]).unwrap();
        Layers::empty().with_file(&text).settings().unwrap();
        assert!(text.contains("allow_plain = [\"platform.base_url\"]"), "{text}");
    }

    #[test]
    fn further_source_settings_override_answers() {
        let mut all = answers(SourceWay::Files {
            folder: "/srv/sumber".into(),
        });
        let more = "[source.files.columns.class_students]\nNPK = 'NIM'\n[source.paths]\nclasses = '/jadwal'";
        all.source.more = more.to_owned();
        let settings = Layers::empty().with_file(&text(&all).unwrap()).settings().unwrap();
        let files = settings.source.ways().unwrap().files;
        assert_eq!(files.columns["class_students"]["NPK"], "NIM");
        for (wrong, code) in [
            ("[source", "setup_more_unreadable"),
            ("[platform]\ntoken = 'x'", "setup_more_foreign"),
        ] {
            all.source.more = wrong.to_owned();
            let refused = format!("{:?}", text(&all).unwrap_err());
            assert!(refused.to_lowercase().contains(&code.replace('_', "")), "{refused}");
        }
    }
}
