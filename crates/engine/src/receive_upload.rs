//! Receives the files that people upload for lists of the source.

use crate::{
    EngineError, Order, Plan, Result, RowsVerb, Task,
    jobs::Engine,
    registry::kinds,
    uploads::{with_proposed, with_uploads},
};
use futures::{Stream, TryStreamExt};
use selaras_reasons::Reason;
use selaras_source::{Contents, Format, LaidOut, Source};
use selaras_store::{
    Selection, Store,
    log::{Author, By, Origin},
    uploads::PIECE,
};
use std::{io, pin::pin};

/// A file that is being uploaded.
#[derive(Debug, Clone)]
pub struct Arriving {
    /// The list that it is for, or [`selaras_source::ROSTER`].
    pub list: String,
    /// The list's label.
    pub label: String,
    /// The file's own name.
    pub file: String,
    /// Its format.
    pub format: Format,
    /// Its greatest size in bytes.
    pub most: u64,
    /// True if it waits to be compared and accepted.
    pub proposed: bool,
    /// The user who uploads it.
    pub actor: Author,
    /// Where the request comes from.
    pub origin: Origin,
}

impl Engine {
    /// The academic system as it stands now, with the uploaded files.
    pub async fn source_now(&self) -> Result<Source> {
        with_uploads(self.source(), self.store()).await
    }

    /// The academic system as it would be with the proposed files.
    pub async fn source_with_proposed(&self) -> Result<Source> {
        with_proposed(self.source(), self.store()).await
    }

    /// Receives a file, inspects it and makes it the source of its list, or proposes it. An incomplete or unreadable file
    /// changes nothing.
    ///
    /// # Errors
    /// The file is too large, breaks off, or does not have its format.
    pub async fn take_upload(
        &self,
        arriving: Arriving,
        content: impl Stream<Item = io::Result<Vec<u8>>>,
    ) -> Result<()> {
        let store = self.store();
        let Arriving { list, file, .. } = &arriving;
        let format = arriving.format.as_str();
        let id = store.begin_upload(list, file, format, &arriving.actor.name).await?;
        let received = store_pieces(store, id, &arriving, content).await;
        let ended = match received {
            Ok((laid_out, bytes)) => self.end_upload(id, &arriving, laid_out, bytes).await,
            Err(error) => Err(error),
        };
        if ended.is_err() {
            store.drop_upload(id).await?;
        }
        ended
    }

    async fn end_upload(&self, id: i64, arriving: &Arriving, laid_out: LaidOut, bytes: i64) -> Result<()> {
        let Arriving {
            format,
            list,
            file,
            proposed,
            ..
        } = arriving;
        // Column headings that people mapped for the list's last file also apply to this one.
        let source = self.source_now().await?;
        let looked = source.look_into(laid_out, *format, list, file).await;
        let contents: Contents = looked.map_err(|error| {
            EngineError::Refused(Reason::UploadUnreadable {
                reason: Box::new(Reason::from(&error)),
            })
        })?;
        let contents = serde_json::to_string(&contents).unwrap_or_default();
        let log = arriving.told();
        let store = self.store();
        let by = By {
            origin: Some(&arriving.origin),
            ..By::from(&arriving.actor)
        };
        Ok(store.end_upload(id, (bytes, &contents), *proposed, &log, by).await?)
    }

    /// Plans the sync of a list from its proposed file. The plan has no guard: accepting a file changes no row.
    ///
    /// # Errors
    /// The list cannot be read.
    pub async fn plan_proposed(&self, list: &str, actor: Author) -> Result<Plan> {
        let kind = kinds().iter().find(|kind| kind.feed == list);
        let kind = kind.ok_or(EngineError::NotFound(Reason::NoUpload))?.work.name;
        let order = Order::new(Task::rows(kind, RowsVerb::Sync, Selection::default())?, actor);
        let mut plan = self.plan_from(order, self.source_with_proposed().await?).await?;
        plan.guard = None;
        Ok(plan)
    }
}

impl Arriving {
    /// The sentence about the completed upload.
    #[must_use]
    pub fn told(&self) -> Reason {
        let (list, file) = (self.label.clone(), self.file.clone());
        match self.proposed {
            true => Reason::UploadProposed { list, file },
            false => Reason::UploadTaken { list, file },
        }
    }
}

/// Stores a file in pieces, and copies it to a temporary file for inspection.
async fn store_pieces(
    store: &Store,
    id: i64,
    arriving: &Arriving,
    content: impl Stream<Item = io::Result<Vec<u8>>>,
) -> Result<(LaidOut, i64)> {
    let mut laid_out = LaidOut::new().map_err(EngineError::Spool)?;
    let (mut number, mut bytes, mut buffer) = (0, 0, Vec::with_capacity(PIECE));
    let mut content = pin!(content);
    loop {
        let chunk = content.try_next().await;
        let chunk = chunk.map_err(|_| EngineError::Refused(Reason::UploadBroken))?;
        let ended = chunk.is_none();
        buffer.extend(chunk.unwrap_or_default());
        while buffer.len() >= PIECE || (ended && !buffer.is_empty()) {
            let rest = buffer.split_off(buffer.len().min(PIECE));
            let piece = std::mem::replace(&mut buffer, rest);
            bytes += piece.len() as i64;
            if bytes.unsigned_abs() > arriving.most {
                let megabytes = arriving.most / 1_000_000;
                return Err(EngineError::Refused(Reason::UploadTooLarge { megabytes }));
            }
            laid_out.add(&piece).await.map_err(EngineError::Spool)?;
            store.keep_piece(id, number, piece).await?;
            number += 1;
        }
        if ended {
            laid_out.end().await.map_err(EngineError::Spool)?;
            return Ok((laid_out, bytes));
        }
    }
}
