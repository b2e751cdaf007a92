//! Reads the lists over HTTP, as the contract or the settings define the calls and replies.

mod client;
pub(crate) mod dialect;
mod pages;
mod reply;

use selaras_reasons::Reason;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use async_trait::async_trait;
use selaras_kinds::Feed;
use tokio::sync::mpsc;

use crate::call::Call;
use crate::envelope::Reader;
use crate::error::{Fault, Origin, SourceError};
use crate::list::List;
use crate::reader::ListReader;
use crate::retry::{Pause, repeated};
use crate::rows::{ChunkBuilder, Message, RawRow, ReadError, RowError, Rows, send_chunk};
use crate::settings::{SourceSettings, without_query};
use client::{Flow, HttpClient};
use dialect::ListCall;
use pages::{Paged, first_page_alone, next_of_headers};

/// The call that checks whether the source answers: its shortest list.
const PING: Feed = Feed {
    name: "academic_years",
    path: "/academic-years",
    scope: &[],
    keyed: None,
};

/// The academic system's web service, in the dialect of the contract.
#[derive(Debug, Clone)]
pub(crate) struct Http {
    client: Arc<HttpClient>,
}

impl Http {
    /// Builds the client. Sends nothing.
    pub(crate) fn new(settings: SourceSettings) -> Result<Self, SourceError> {
        Ok(Self {
            client: Arc::new(HttpClient::new(settings)?),
        })
    }

    /// The same client with another wait between tries.
    pub(crate) fn with_pause(&self, pause: Pause) -> Self {
        Self {
            client: Arc::new(self.client.with_pause(pause)),
        }
    }

    /// Reads a list to its end. Retries the whole list if it streams, else each page.
    async fn read(&self, call: &Call, sender: &mpsc::Sender<Message>) -> Result<(), ReadError> {
        let dialect = &self.client.settings.dialect;
        let spec = dialect.lists.get(call.name()).cloned().unwrap_or_default();
        let sent_rows = AtomicU64::new(0);
        // The status code is known only at the end of a reply.
        if dialect.error_code.is_some() || !spec.is_wrapped_as_the_contract() {
            let paged = Paged {
                client: &self.client,
                spec: &spec,
                call,
            };
            return counted(call, paged.read(sender, &sent_rows)).await;
        }
        repeated(
            &self.client.settings.patience(),
            &self.client.pause,
            call.name(),
            &sent_rows,
            || counted(call, self.stream(&spec, call, sender, &sent_rows)),
        )
        .await
    }

    /// Streams a list with the contract's envelope. No reply is held in memory.
    async fn stream(
        &self,
        spec: &ListCall,
        call: &Call,
        sender: &mpsc::Sender<Message>,
        sent_rows: &AtomicU64,
    ) -> Result<(), ReadError> {
        let (limit, longest) = (self.client.settings.max_bytes, self.client.settings.max_row_bytes);
        let mut answer = self.client.ask(call).await?;
        if next_of_headers(answer.headers()).is_some() {
            return Err(first_page_alone(call, None).into());
        }
        if answer.content_length().is_some_and(|length| length > limit) {
            return Err(Fault::TooLarge { limit }.into());
        }
        let mut reader = Reader::new(call.is_keyed(), longest);
        let (mut flow, mut builder) = (Flow::default(), ChunkBuilder::default());
        loop {
            let Some(piece) = self.client.piece(&mut answer, &mut flow, reader.rows()).await? else {
                break;
            };
            if flow.bytes > limit {
                return Err(Fault::TooLarge { limit }.into());
            }
            // A piece is bounded by the HTTP client's read buffer; its rows are sent before the next piece is read.
            let mut full = Vec::new();
            reader.feed(&piece, &mut |row| {
                let own = own_row(spec, call, longest, row);
                full.extend(own.and_then(|row| builder.add(row)));
            })?;
            for chunk in full {
                send_chunk(chunk, sender, sent_rows).await?;
            }
        }
        let next_page = reader.next_page();
        reader.finish()?;
        if next_page.is_some() {
            return Err(first_page_alone(call, next_page).into());
        }
        if let Some(chunk) = builder.rest() {
            send_chunk(chunk, sender, sent_rows).await?;
        }
        Ok(())
    }
}

#[async_trait]
impl ListReader for Http {
    fn described(&self) -> Vec<(&'static str, Reason)> {
        self.client.settings.described()
    }

    fn origin(&self, list: &'static List) -> Option<Origin> {
        let path = self.client.settings.paths.get(list.name());
        Some(Origin::Http {
            list: list.name(),
            path: without_query(path.map_or(list.feed.path, String::as_str)).to_owned(),
        })
    }

    fn whole(&self, list: &'static List) -> bool {
        let spec = self.client.settings.dialect.lists.get(list.name());
        list.feed.scope.is_empty() || spec.is_some_and(|spec| spec.whole)
    }

    /// Retries a transient failure as long as no row was sent to the caller; a paged list is retried page by page.
    fn rows(&self, call: Call) -> Rows {
        let http = self.clone();
        Rows::begin(&self.client.settings.name, |sender| async move {
            http.read(&call, &sender).await
        })
    }

    async fn ping(&self) -> Result<(), Fault> {
        self.client.ask(&Call::whole(&PING)).await.map(drop)
    }
}

/// Reads a list, and counts the result in the metrics.
async fn counted(call: &Call, read: impl Future<Output = Result<(), ReadError>>) -> Result<(), ReadError> {
    let begun = Instant::now();
    let ended = read.await;
    let outcome = match &ended {
        Ok(()) => "done",
        Err(ReadError::Cancelled) => "unwanted",
        Err(ReadError::Failed(fault)) if fault.is_transient() => "passing",
        Err(ReadError::Failed(_)) => "lasting",
    };
    metrics::counter!("selaras_source_calls_total", "list" => call.name(), "outcome" => outcome).increment(1);
    metrics::histogram!("selaras_source_call_seconds").record(begun.elapsed());
    ended
}

/// A row in the contract's envelope, with the list's field names; `None` if it belongs to another class than requested.
fn own_row(
    spec: &ListCall,
    call: &Call,
    longest: usize,
    row: Result<RawRow, RowError>,
) -> Option<Result<RawRow, RowError>> {
    match row {
        Ok(row) if !spec.has_rows_of_the_contract() => match serde_json::from_str(&row.json) {
            Ok(value) => spec.row(call, longest, row.position, row.group, value),
            Err(_) => Some(Ok(row)),
        },
        row => Some(row),
    }
}
