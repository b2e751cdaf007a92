//! Why a list could not be had.

use std::fmt;
use std::time::Duration;

pub use crate::table_fault::{Origin, TableFault};

/// The source did not give a whole list. Shows as a sentence in Indonesian that says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// What people call the source.
    pub name: String,
    /// What went wrong.
    pub fault: Fault,
}

/// What went wrong with a reply of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The settings cannot be used. Holds the technical reason.
    Settings(String),
    /// No connection: refused, unknown host, or a certificate that is not trusted. Holds the technical reason.
    Connect(String),
    /// Nothing came in the time that was given.
    Timeout(Duration),
    /// An HTTP status that is no success; with the pause that the source asks for.
    Status {
        /// The HTTP status.
        status: u16,
        /// What `Retry-After` says.
        retry_after: Option<Duration>,
    },
    /// The source sends the caller to another address, which is not followed.
    Redirected {
        /// The other address.
        to: String,
    },
    /// The source said itself that it failed, with this text.
    Reported(String),
    /// The reply is not a list. Holds the technical reason and the place.
    Malformed {
        /// What was wrong.
        reason: String,
        /// Bytes from the start of the reply.
        at: u64,
    },
    /// The reply ended before the list did.
    Truncated {
        /// Rows that had arrived.
        rows: u64,
    },
    /// The connection broke while the reply was read. Holds the technical reason.
    Broken {
        /// Rows that had arrived.
        rows: u64,
        /// The technical reason.
        reason: String,
    },
    /// The reply is larger than allowed.
    TooLarge {
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The database of `source.sql.url` does not let Selaras in. Holds the database's own words.
    NoEntry(String),
    /// The folder of `source.files.folder` cannot be read. Holds the technical reason.
    NoFolder(String),
    /// Nothing says where this list is read from.
    Unset {
        /// The list.
        list: &'static str,
    },
    /// A query or a file is not a table of its list.
    Table {
        /// Which query or file.
        origin: Origin,
        /// What is wrong with it.
        what: TableFault,
    },
}

impl SourceError {
    /// Whether the source was too slow, rather than wrong.
    pub fn is_timeout(&self) -> bool {
        matches!(self.fault, Fault::Timeout(_))
    }
}

impl Fault {
    /// Whether the same call may succeed a moment later.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Connect(_) | Self::Timeout(_) | Self::Truncated { .. } | Self::Broken { .. } => true,
            Self::Status { status, .. } => *status == 429 || *status >= 500,
            _ => false,
        }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.fault {
            Fault::Settings(reason) => write!(
                out,
                "Pengaturan {name} belum benar ({reason}). Periksa alamat dan sertifikatnya."
            ),
            Fault::Connect(_) => write!(
                out,
                "{name} tidak dapat dihubungi. Periksa alamat {name} di pengaturan dan pastikan server {name} menyala, lalu coba lagi."
            ),
            Fault::Timeout(waited) => write!(
                out,
                "{name} tidak menjawab dalam {}. Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola {name}.",
                in_words(*waited)
            ),
            Fault::Status { status: 429, .. } => {
                write!(
                    out,
                    "{name} sedang menerima terlalu banyak permintaan. Tunggu beberapa menit, lalu coba lagi."
                )
            }
            Fault::Status {
                status: status @ (401 | 403),
                ..
            } => write!(
                out,
                "{name} menolak permintaan Selaras (HTTP {status}). Minta pengelola {name} mengizinkan server Selaras."
            ),
            Fault::Status { status: 404, .. } => write!(
                out,
                "{name} tidak mengenal alamat yang diminta (HTTP 404). Periksa alamat dan jalur {name} di pengaturan."
            ),
            Fault::Status { status, .. } => write!(
                out,
                "{name} sedang bermasalah (HTTP {status}). Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola {name}."
            ),
            Fault::Redirected { to } => {
                write!(
                    out,
                    "{name} mengalihkan permintaan ke {to}. Sesuaikan alamat {name} di pengaturan."
                )
            }
            Fault::Reported(text) if text.is_empty() => {
                write!(
                    out,
                    "{name} melaporkan kesalahan tanpa keterangan. Hubungi pengelola {name}."
                )
            }
            Fault::Reported(text) => write!(out, "{name} melaporkan kesalahan: {text}"),
            Fault::Malformed { at, .. } => write!(
                out,
                "Jawaban {name} tidak dapat dibaca sebagai daftar (mulai bita ke-{at}). Periksa alamat {name} di pengaturan atau hubungi pengelolanya."
            ),
            Fault::Truncated { rows } | Fault::Broken { rows, .. } => write!(
                out,
                "Jawaban {name} terputus setelah {rows} baris, jadi daftarnya tidak lengkap. Coba lagi."
            ),
            Fault::TooLarge { limit } => write!(
                out,
                "Jawaban {name} lebih besar dari batas {} MB. Hubungi pengelola {name} atau naikkan batasnya di pengaturan.",
                limit / 1_000_000
            ),
            Fault::NoEntry(reason) => write!(
                out,
                "Database {name} menolak Selaras: {reason}. Periksa source.sql.url: nama pengguna, kata sandi, nama database dan izinnya."
            ),
            Fault::NoFolder(reason) => write!(
                out,
                "Folder berkas {name} tidak dapat dibaca ({reason}). Periksa source.files.folder dan hak bacanya."
            ),
            Fault::Unset { list } => write!(
                out,
                "Daftar {list} dari {name} belum ditentukan tempat bacanya. Isi source.sql.queries.{list}, taruh berkas {list}.csv atau {list}.xlsx di source.files.folder, atau isi source.base_url."
            ),
            Fault::Table { origin, what } => write!(out, "{origin}, {what}"),
        }
    }
}

impl std::error::Error for SourceError {}

/// A waiting time as people say it.
fn in_words(time: Duration) -> String {
    match time.as_secs() {
        0 => format!("{} milidetik", time.as_millis()),
        seconds if seconds >= 120 && seconds % 60 == 0 => format!("{} menit", seconds / 60),
        seconds => format!("{seconds} detik"),
    }
}
