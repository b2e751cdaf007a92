//! Asks the source, and reads what it answers.

use std::error::Error as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use backon::Retryable;
use futures::future::BoxFuture;
use jiff::Timestamp;
use reqwest::header::{ACCEPT, LOCATION};
use reqwest::{Certificate, Client, Response, redirect};
use selaras_kinds::Feed;
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::call::Call;
use crate::envelope::{Reader, shown};
use crate::error::{Fault, SourceError};
use crate::retry::{Pause, obeying, pauses, retry_after};
use crate::rows::{Chunk, Rows, Said};
use crate::settings::SourceSettings;

/// Rows that cross to the caller at once.
const ROWS_PER_CHUNK: usize = 500;
/// Bytes of rows after which they cross, however few they are.
const BYTES_PER_CHUNK: usize = 1 << 20;
/// Chunks that wait for the caller before the download waits too.
const CHUNKS_WAITING: usize = 4;
/// Bytes of a refusal that are read for its text.
const REFUSAL_BYTES: usize = 16 << 10;

/// What is asked to see whether the source answers: its shortest list.
const PING: Feed = Feed {
    name: "academic_years",
    path: "/academic-years",
    scope: &[],
    keyed: None,
};

/// The academic system.
#[derive(Debug, Clone)]
pub struct Source {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    settings: SourceSettings,
    client: Client,
    pause: Pause,
}

/// The caller has dropped [`Rows`], or the fault that ended a try.
enum Ended {
    Unwanted,
    By(Fault),
}

impl From<Fault> for Ended {
    fn from(fault: Fault) -> Self {
        Self::By(fault)
    }
}

impl Source {
    /// Makes the client. Nothing is sent.
    ///
    /// # Errors
    /// The certificate cannot be read.
    pub fn new(settings: SourceSettings) -> Result<Self, SourceError> {
        let client = client(&settings).map_err(|error| SourceError {
            name: settings.name.clone(),
            fault: Fault::Settings(technical(&error)),
        })?;
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                client,
                pause: Pause::on_the_clock(),
            }),
        })
    }

    /// The same source with another way of waiting between tries.
    pub fn with_pause(self, wait: impl Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        let Inner { settings, client, .. } = &*self.inner;
        let (settings, client) = (settings.clone(), client.clone());
        Self {
            inner: Arc::new(Inner {
                settings,
                client,
                pause: Pause::new(wait),
            }),
        }
    }

    /// What people call the source.
    pub fn name(&self) -> &str {
        &self.inner.settings.name
    }

    /// The settings by name, without secrets.
    pub fn described(&self) -> Vec<(&'static str, String)> {
        self.inner.settings.described()
    }

    /// Begins to read a list. Must be called within a Tokio runtime.
    ///
    /// A failure that may pass is tried again as long as no row has been handed out.
    pub fn rows(&self, call: Call) -> Rows {
        let (tell, heard) = mpsc::channel(CHUNKS_WAITING);
        let inner = Arc::clone(&self.inner);
        let reader = tokio::spawn(async move {
            let last = match inner.read(&call, &tell).await {
                Ok(()) => Said::End,
                Err(Ended::By(fault)) => Said::Failed(inner.error(fault)),
                Err(Ended::Unwanted) => return,
            };
            // Nobody hears it when the caller has gone, which is fine.
            let _ = tell.send(last).await;
        });
        Rows::new(self.inner.settings.name.clone(), heard, reader)
    }

    /// Asks once whether the source answers. Reads no list.
    ///
    /// # Errors
    /// It does not answer, or with something else than a success.
    pub async fn ping(&self) -> Result<(), SourceError> {
        let answer = self.inner.ask(&Call::whole(&PING)).await;
        answer.map(drop).map_err(|fault| self.inner.error(fault))
    }
}

impl Inner {
    fn error(&self, fault: Fault) -> SourceError {
        SourceError {
            name: self.settings.name.clone(),
            fault,
        }
    }

    /// Reads a list to its end, with repeats.
    async fn read(&self, call: &Call, tell: &mpsc::Sender<Said>) -> Result<(), Ended> {
        let handed_out = AtomicU64::new(0);
        (|| self.read_once(call, tell, &handed_out))
            .retry(pauses(&self.settings))
            .sleep(self.pause.clone())
            .when(|ended| match ended {
                Ended::By(fault) => fault.is_passing() && handed_out.load(Ordering::Relaxed) == 0,
                Ended::Unwanted => false,
            })
            .adjust(|ended, planned| match ended {
                Ended::By(fault) => obeying(fault, planned, self.settings.longest_pause),
                Ended::Unwanted => None,
            })
            .notify(|ended, pause| {
                if let Ended::By(fault) = ended {
                    tracing::warn!(source = self.settings.name, call = ?call.name(), ?fault, ?pause, "trying again");
                }
            })
            .await
    }

    async fn read_once(&self, call: &Call, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
        let begun = Instant::now();
        let ended = self.read_all(call, tell, handed_out).await;
        let outcome = match &ended {
            Ok(()) => "done",
            Err(Ended::Unwanted) => "unwanted",
            Err(Ended::By(fault)) if fault.is_passing() => "passing",
            Err(Ended::By(_)) => "lasting",
        };
        metrics::counter!("selaras_source_calls_total", "list" => call.name(), "outcome" => outcome).increment(1);
        metrics::histogram!("selaras_source_call_seconds").record(begun.elapsed());
        ended
    }

    async fn read_all(&self, call: &Call, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
        let limit = self.settings.max_bytes;
        let mut answer = self.ask(call).await?;
        if answer.content_length().is_some_and(|length| length > limit) {
            return Err(Fault::TooLarge { limit }.into());
        }
        let mut reader = Reader::new(call.is_keyed(), self.settings.max_row_bytes);
        let (mut read, mut chunk, mut chunk_bytes) = (0, Chunk::new(), 0);
        loop {
            let Some(piece) = self.piece(&mut answer, reader.rows()).await? else {
                break;
            };
            read += piece.len() as u64;
            if read > limit {
                return Err(Fault::TooLarge { limit }.into());
            }
            // A piece is bounded by the HTTP client's read buffer; its rows are handed out before the next is read.
            let mut full = Vec::new();
            reader.feed(&piece, &mut |row| {
                chunk_bytes += row.as_ref().map_or(64, |row| row.json.get().len() + size_of_val(row));
                chunk.push(row);
                if chunk.len() == ROWS_PER_CHUNK || chunk_bytes >= BYTES_PER_CHUNK {
                    chunk_bytes = 0;
                    full.push(std::mem::replace(&mut chunk, Chunk::with_capacity(ROWS_PER_CHUNK)));
                }
            })?;
            for chunk in full {
                hand_out(chunk, tell, handed_out).await?;
            }
        }
        reader.finish()?;
        if !chunk.is_empty() {
            hand_out(chunk, tell, handed_out).await?;
        }
        Ok(())
    }

    /// The next piece of the reply, decompressed.
    async fn piece(&self, answer: &mut Response, rows: u64) -> Result<Option<bytes::Bytes>, Fault> {
        let idle = self.settings.timeouts.idle;
        match timeout(idle, answer.chunk()).await {
            Err(_) => Err(Fault::Timeout(idle)),
            Ok(Err(error)) => Err(Fault::Broken {
                rows,
                reason: technical(&error),
            }),
            Ok(Ok(piece)) => Ok(piece),
        }
    }

    /// Sends one request and waits for the beginning of a successful answer.
    async fn ask(&self, call: &Call) -> Result<Response, Fault> {
        let patience = self.settings.timeouts;
        let mut request = self
            .client
            .request(call.method(), self.settings.address(call))
            .header(ACCEPT, "application/json");
        if let Some(body) = call.body() {
            request = request.json(&body);
        }
        let answer = match timeout(patience.connect + patience.first_byte, request.send()).await {
            Err(_) => return Err(Fault::Timeout(patience.first_byte)),
            Ok(Err(error)) if error.is_timeout() => return Err(Fault::Timeout(patience.connect)),
            Ok(Err(error)) if error.is_connect() => return Err(Fault::Connect(technical(&error))),
            Ok(Err(error)) => {
                return Err(Fault::Broken {
                    rows: 0,
                    reason: technical(&error),
                });
            }
            Ok(Ok(answer)) => answer,
        };
        let status = answer.status();
        if status.is_success() {
            return Ok(answer);
        }
        if status.is_redirection() {
            let to = answer
                .headers()
                .get(LOCATION)
                .and_then(|to| to.to_str().ok())
                .unwrap_or("alamat lain");
            return Err(Fault::Redirected { to: shown(to) });
        }
        let retry_after = retry_after(answer.headers(), Timestamp::now());
        let refusal = Fault::Status {
            status: status.as_u16(),
            retry_after,
        };
        if refusal.is_passing() {
            return Err(refusal);
        }
        Err(self.reported(answer).await.map_or(refusal, Fault::Reported))
    }

    /// The text in which the source itself says why it refuses, where it does.
    async fn reported(&self, mut answer: Response) -> Option<String> {
        let mut body = Vec::new();
        while let Ok(Some(piece)) = self.piece(&mut answer, 0).await {
            body.extend_from_slice(&piece);
            if body.len() > REFUSAL_BYTES {
                return None;
            }
        }
        let body: serde_json::Value = serde_json::from_slice(&body).ok()?;
        let text = body["data"].as_str().or(body["message"].as_str())?;
        Some(shown(text)).filter(|text| !text.is_empty())
    }
}

async fn hand_out(chunk: Chunk, tell: &mpsc::Sender<Said>, handed_out: &AtomicU64) -> Result<(), Ended> {
    handed_out.fetch_add(chunk.len() as u64, Ordering::Relaxed);
    tell.send(Said::Chunk(chunk)).await.map_err(|_| Ended::Unwanted)
}

/// The one place where the client is made.
fn client(settings: &SourceSettings) -> reqwest::Result<Client> {
    let mut builder = Client::builder()
        .user_agent(concat!("Selaras/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(settings.timeouts.connect)
        // The address is the administrator's choice; a reply must not choose another.
        .redirect(redirect::Policy::none());
    if let Some(pem) = &settings.ca_certificate {
        builder = builder.tls_certs_merge(Certificate::from_pem_bundle(pem)?);
    }
    builder.build()
}

/// An error with its causes, for the log, without the address.
fn technical(error: &reqwest::Error) -> String {
    let mut text = match error.source() {
        Some(_) => String::new(),
        None => format!("{error:?}"),
    };
    let mut cause = error.source();
    while let Some(error) = cause {
        if !text.is_empty() {
            text.push_str(": ");
        }
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
