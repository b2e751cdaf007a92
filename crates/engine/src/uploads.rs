//! The source with the files that people uploaded for its lists.

use crate::Result;
use futures::{StreamExt, stream, stream::BoxStream};
use selaras_source::{Format, Shelf, Source, Upload, Uploads};
use selaras_store::{
    Store,
    uploads::{Headings, Uploaded},
};
use std::sync::Arc;

/// The database, as the place of the files.
#[derive(Debug)]
struct DatabaseShelf(Store);

impl Shelf for DatabaseShelf {
    fn pieces(&self, id: i64) -> BoxStream<'static, std::result::Result<Vec<u8>, String>> {
        let store = self.0.clone();
        let next = move |number: i64| {
            let store = store.clone();
            async move {
                let piece = store.piece(id, number).await.map_err(|error| error.to_string())?;
                Ok::<_, String>(piece.map(|piece| (piece, number + 1)))
            }
        };
        stream::try_unfold(0, next).boxed()
    }
}

/// The source with the uploaded files of its lists.
pub(crate) async fn with_uploads(source: &Source, store: &Store) -> Result<Source> {
    let (mut uploads, headings) = (store.uploads().await?, store.headings().await?);
    uploads.retain(|upload| !upload.proposed);
    Ok(of_files(source, store, uploads, headings))
}

/// The source as it would be with all proposed files.
pub(crate) async fn with_proposed(source: &Source, store: &Store) -> Result<Source> {
    let (uploads, mut headings) = (store.uploads().await?, store.headings().await?);
    let (proposed, mut files): (Vec<_>, Vec<_>) = uploads.into_iter().partition(|upload| upload.proposed);
    for upload in proposed {
        files.retain(|other| other.list != upload.list);
        if let Some(of_file) = &upload.headings {
            headings.insert(upload.list.clone(), of_file.clone());
        }
        files.push(upload);
    }
    Ok(of_files(source, store, files, headings))
}

fn of_files(source: &Source, store: &Store, uploads: Vec<Uploaded>, headings: Headings) -> Source {
    if uploads.is_empty() && headings.is_empty() {
        return source.clone();
    }
    let files = uploads.into_iter().filter_map(|kept| {
        Some(Upload {
            id: kept.id,
            format: Format::read(&kept.format)?,
            contents: serde_json::from_str(&kept.contents).unwrap_or_default(),
            bytes: kept.bytes.unsigned_abs(),
            list: kept.list,
            file: kept.file,
        })
    });
    source.with_uploads(Uploads {
        files: files.collect(),
        headings,
        shelf: Arc::new(DatabaseShelf(store.clone())),
    })
}
