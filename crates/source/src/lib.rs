//! Client of the university's academic system, the source.
//!
//! [`Source::rows`] reads one list of the source as a stream of raw rows. A reply is not held in memory: bytes are split
//! into rows as they arrive, and rows go to the caller in chunks through a short queue, so that a slow caller slows the
//! download. The kinds interpret the rows.
//!
//! A list is complete only when [`Rows::next`] has returned `Ok(None)`. Any other end of a reply is a [`SourceError`].
//!
//! Modules, each using only those before it:
//!
//! - `table_fault`, `error`, `call`, `rows`, `list`, `retry`, `cut`, `laid_out`;
//! - `table` and `fit` find a list's fields among headings, `envelope` splits the contract's replies into rows;
//! - `http::dialect`, `settings`, `reader` (what each reader implements);
//! - the readers `sql`, `files`, `http` and `uploads`, which reads an uploaded file by way of `files`;
//! - `source` picks a reader per list, `trial` tries out a source.

mod call;
mod cut;
mod envelope;
mod error;
mod files;
mod fit;
mod http;
mod laid_out;
mod list;
mod reader;
mod retry;
mod rows;
mod settings;
mod source;
mod sql;
mod table;
mod table_fault;
mod trial;
mod uploads;

pub use call::Call;
pub use error::{Disguise, Fault, Origin, SourceError, TableFault};
pub use files::FilesSettings;
pub use files::beginning::{Contents, Format};
pub use files::sheet_rows;
pub use fit::Fit;
pub use http::dialect::{Dialect, ListCall, Method, Pages, TokenCall};
pub use laid_out::LaidOut;
pub use list::{List, lists};
pub use rows::{CellFault, Chunk, IdOf, NoRow, Notice, RawRow, RowError, RowFault, Rows, Said};
pub use settings::{SourceSettings, Timeouts};
pub use source::{Source, Ways};
pub use sql::SqlSettings;
pub use trial::{Problem, Trial, TrialFailure, TrialLimits, TriedRow};
pub use uploads::{ROSTER, Shelf, Upload, Uploads};

/// Reads a reply given in pieces. Returns the number of valid and of invalid rows. For benchmarks.
#[doc(hidden)]
pub fn count_rows<'a>(pieces: impl Iterator<Item = &'a [u8]>) -> Result<(usize, usize), SourceError> {
    let mut reader = envelope::Reader::new(false, 1 << 20);
    let (mut good, mut bad) = (0, 0);
    let fail = |fault| SourceError {
        name: settings::DEFAULT_NAME.into(),
        fault,
    };
    for piece in pieces {
        reader
            .feed(piece, &mut |row| match row {
                Ok(_) => good += 1,
                Err(_) => bad += 1,
            })
            .map_err(fail)?;
    }
    reader.finish().map_err(fail)?;
    Ok((good, bad))
}
