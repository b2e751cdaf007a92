//! The interface of all readers of lists.

use std::time::SystemTime;

use async_trait::async_trait;
use selaras_reasons::Reason;

use crate::call::Call;
use crate::error::{Fault, Origin};
use crate::list::List;
use crate::rows::Rows;

/// A reader of lists of the source: by HTTP, by SQL, from files.
#[async_trait]
pub(crate) trait ListReader: std::fmt::Debug + Send + Sync {
    /// The settings by name, without secrets.
    fn described(&self) -> Vec<(&'static str, Reason)>;

    /// Where it reads the list from; `None` if it does not read that list. It may access the disk: not for an async thread.
    fn origin(&self, list: &'static List) -> Option<Origin>;

    /// The same for an async thread.
    async fn find(&self, list: &'static List) -> Result<Option<Origin>, Fault> {
        Ok(self.origin(list))
    }

    /// The file of the list and its modification time, if the file is in the folder.
    async fn laid_out(&self, _list: &'static List) -> Result<Option<(Origin, SystemTime)>, Fault> {
        Ok(None)
    }

    /// The headings of the list's file, in order; empty if the list is not read from a table.
    async fn headings(&self, _list: &'static List) -> Result<Vec<String>, Fault> {
        Ok(Vec::new())
    }

    /// True if a call without a class returns the rows of all classes, each with its class.
    fn whole(&self, list: &'static List) -> bool;

    /// Starts to read a list. Must be called within a Tokio runtime.
    fn rows(&self, call: Call) -> Rows;

    /// Checks that it answers. Reads no list.
    async fn ping(&self) -> Result<(), Fault>;
}
