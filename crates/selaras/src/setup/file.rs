//! The settings file that the setup writes: the example's text, with what was answered in it.

use anyhow::Result;
use secrecy::ExposeSecret;
use selaras_api::setup::{Answers, PlatformAnswers, SourceAnswers, SourceWay};
use std::{
    io::{self, Write},
    path::Path,
};
use tempfile::NamedTempFile;
use toml_edit::{DocumentMut, Item, Table, value};

const EXAMPLE: &str = include_str!("../../../../selaras.example.toml");
/// What the example says of itself, which is no longer so.
const OF_EXAMPLE: &str = "Copy this file to selaras.toml and change what you need; what";
const OF_FILE: &str = "The first start wrote them; change what you need and start again. What";

/// The whole file.
pub(super) fn text(answers: &Answers) -> Result<String> {
    let mut document: DocumentMut = EXAMPLE.replacen(OF_EXAMPLE, OF_FILE, 1).parse()?;
    put_source(&mut document, &answers.source);
    put_platform(&mut document, &answers.platform);
    if let Some(url) = &answers.database {
        section(&mut document, &["database"])["url"] = value(url.expose_secret());
    }
    Ok(document.to_string())
}

/// What is said of the source, alone.
pub(super) fn of_source(answers: &SourceAnswers) -> String {
    let mut document = DocumentMut::new();
    put_source(&mut document, answers);
    document.to_string()
}

/// What is said of the platform, alone.
pub(super) fn of_platform(answers: &PlatformAnswers) -> String {
    let mut document = DocumentMut::new();
    put_platform(&mut document, answers);
    document.to_string()
}

fn put_source(document: &mut DocumentMut, SourceAnswers { name, mbkm, way }: &SourceAnswers) {
    let source = section(document, &["source"]);
    // The example names one.
    if !matches!(way, SourceWay::Http { .. }) {
        source.remove("base_url");
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
}

fn put_platform(document: &mut DocumentMut, PlatformAnswers { base_url, token }: &PlatformAnswers) {
    let platform = section(document, &["platform"]);
    platform["base_url"] = value(base_url.as_str());
    platform["token"] = value(token.expose_secret());
}

/// The section of that name, made where it is not there.
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

/// A file beside the one that it will become, which only its owner can read. It goes away where it does not become one.
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
    use std::collections::BTreeMap;

    fn answers(way: SourceWay) -> Answers {
        Answers {
            source: SourceAnswers {
                name: "SIAKAD".to_owned(),
                mbkm: true,
                way,
            },
            platform: PlatformAnswers {
                base_url: "https://elearning.kampus.ac.id".parse().unwrap(),
                token: SecretString::from("kata\"kunci\\"),
            },
            database: Some(SecretString::from("postgres://a:b@c/d")),
        }
    }

    fn written(way: SourceWay) -> (String, crate::settings::Settings) {
        let text = text(&answers(way)).unwrap();
        let settings = Layers::silent().with_file(&text).settings().unwrap();
        (text, settings)
    }

    #[test]
    fn what_is_written_is_read_as_it_was_answered_and_explains_the_rest() {
        let (text, settings) = written(SourceWay::Http {
            base_url: "https://siakad.kampus.ac.id/api".parse().unwrap(),
            bearer: SecretString::from("kunci"),
        });
        assert_eq!(settings.source.base_url, "https://siakad.kampus.ac.id/api");
        assert_eq!((settings.source.name.as_str(), settings.source.mbkm), ("SIAKAD", true));
        assert_eq!(settings.platform.token.expose_secret(), "kata\"kunci\\");
        assert_eq!(settings.database.url.expose_secret(), "postgres://a:b@c/d");
        assert!(text.contains("# Calls under way at once") && text.starts_with("# Settings of Selaras."));
        assert!(!text.contains("Copy this file") && !text.contains("write-the-token-here"));
    }

    #[test]
    fn each_way_of_reading_the_source_is_written_so_that_it_is_the_only_one() {
        let queries = BTreeMap::from([("classes".to_owned(), "SELECT 1\nFROM \"jadwal\"".to_owned())]);
        let (_, sql) = written(SourceWay::Sql {
            url: SecretString::from("mysql://a:b@c/d"),
            queries: queries.clone(),
        });
        let ways = sql.source.ways().unwrap();
        assert_eq!(ways.sql.unwrap().queries, queries);
        assert!(ways.http.is_none() && ways.files.is_none());
        let (_, files) = written(SourceWay::Files {
            folder: "/srv/sumber".into(),
        });
        assert_eq!(
            files.source.ways().unwrap().files.unwrap().folder,
            Path::new("/srv/sumber")
        );
        let (_, uploads) = written(SourceWay::Uploads);
        let ways = uploads.source.ways().unwrap();
        assert!(ways.http.is_none() && ways.sql.is_none() && ways.files.is_none());
    }
}
