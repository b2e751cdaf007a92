//! The source with the files that people uploaded for its lists.

use crate::Result;
use futures::{StreamExt, stream, stream::BoxStream};
use selaras_source::{Format, Shelf, Source, Upload, Uploads};
use selaras_store::Store;
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
    let (uploads, headings) = (store.uploads().await?, store.headings().await?);
    if uploads.is_empty() && headings.is_empty() {
        return Ok(source.clone());
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
    Ok(source.with_uploads(Uploads {
        files: files.collect(),
        headings,
        shelf: Arc::new(DatabaseShelf(store.clone())),
    }))
}
