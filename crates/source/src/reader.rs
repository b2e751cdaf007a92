//! What a way of reading lists must be able to do.

use std::time::SystemTime;

use async_trait::async_trait;
use selaras_reasons::Reason;

use crate::call::Call;
use crate::error::{Fault, Origin};
use crate::list::List;
use crate::rows::Rows;

/// One way of reading lists of the source: by HTTP, by SQL, from files.
#[async_trait]
pub(crate) trait ListReader: std::fmt::Debug + Send + Sync {
    /// The settings by name, without secrets.
    fn described(&self) -> Vec<(&'static str, Reason)>;

    /// What it reads the list from; nothing where it does not read that list. It may ask the disk: not for an async thread.
    fn origin(&self, list: &'static List) -> Option<Origin>;

    /// The same for an async thread.
    async fn find(&self, list: &'static List) -> Result<Option<Origin>, Fault> {
        Ok(self.origin(list))
    }

    /// The file that the list is read from, and when it was last changed, where that is one that somebody lays out.
    async fn laid_out(&self, _list: &'static List) -> Result<Option<(Origin, SystemTime)>, Fault> {
        Ok(None)
    }

    /// The headings of the file that the list is read from, in order; none where it is read from no table.
    async fn headings(&self, _list: &'static List) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    /// Whether it sends the rows of all classes at once, each with its class, when a call names no class.
    fn whole(&self, list: &'static List) -> bool;

    /// Begins to read a list. Must be called within a Tokio runtime.
    fn rows(&self, call: Call) -> Rows;

    /// Whether it answers. Reads no list.
    async fn ping(&self) -> Result<(), Fault>;
}
