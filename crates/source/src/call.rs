//! Calls to the source.

use reqwest::Method;
use selaras_kinds::Feed;
use serde_json::Value;

/// A call for one list of the source: the kind's feed and, for a list per class, the class.
#[derive(Debug, Clone)]
pub struct Call {
    feed: &'static Feed,
    scope: Vec<(&'static str, String)>,
    only: Vec<(&'static str, String)>,
}

impl Call {
    /// A list read as a whole. For a list with a [`Feed::scope`] it returns the rows of all classes, each with its class;
    /// only a source with [`Source::whole`](crate::Source::whole) can do that.
    pub const fn whole(feed: &'static Feed) -> Self {
        Self {
            feed,
            scope: Vec::new(),
            only: Vec::new(),
        }
    }

    /// A list for the class that is given by the columns of [`Feed::scope`] and their values.
    pub const fn scoped(feed: &'static Feed, scope: Vec<(&'static str, String)>) -> Self {
        Self {
            feed,
            scope,
            only: Vec::new(),
        }
    }

    /// The same list, limited to rows with these values. A source that cannot filter sends the whole list.
    pub fn only(mut self, columns: Vec<(&'static str, String)>) -> Self {
        self.only = columns;
        self
    }

    /// The feed of the list.
    pub const fn feed(&self) -> &'static Feed {
        self.feed
    }

    /// Columns and required values by which a source may filter rows.
    pub(crate) fn filter(&self) -> impl Iterator<Item = &(&'static str, String)> {
        self.scope.iter().chain(&self.only)
    }

    /// The class of the list, by column.
    pub(crate) fn scope(&self) -> &[(&'static str, String)] {
        &self.scope
    }

    /// The key under which its path is configured.
    pub const fn name(&self) -> &'static str {
        self.feed.name
    }

    /// The path below the base address, unless a setting gives another.
    pub const fn default_path(&self) -> &'static str {
        self.feed.path
    }

    /// The HTTP method.
    pub const fn method(&self) -> Method {
        if self.feed.scope.is_empty() {
            Method::GET
        } else {
            Method::POST
        }
    }

    /// The JSON body, if the call has one.
    pub fn body(&self) -> Option<Value> {
        if self.feed.scope.is_empty() {
            return None;
        }
        Some(
            self.scope
                .iter()
                .map(|(name, value)| ((*name).to_owned(), Value::from(value.as_str())))
                .collect(),
        )
    }

    /// True if `data` may be an object of lists.
    pub(crate) const fn is_keyed(&self) -> bool {
        self.feed.keyed.is_some()
    }
}
