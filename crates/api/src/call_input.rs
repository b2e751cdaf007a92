//! The input that a call accepts: its parameters and the members of its body. The document and the checks share it.

/// The parameters and members that a call accepts.
#[derive(Debug)]
pub(crate) struct Known {
    /// Parameters of the query.
    pub(crate) parameters: Vec<Parameter>,
    /// Members of the body; `None`: the body has another system's format, and the handler parses it.
    pub(crate) members: Option<Vec<String>>,
    /// True if the body is a file, which the handler streams.
    pub(crate) file: bool,
}

/// A query parameter and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) value: ParameterValue,
}

/// The type of a query parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParameterValue {
    /// A page number, from 0.
    Page,
    /// Rows of a page, see `list_query::PER_PAGE`.
    PerPage,
    /// One of these columns.
    Sort(Vec<&'static str>),
    /// `asc` or `desc`.
    Order,
    /// A text to search for.
    Search,
    /// `true` or `false`.
    Switch,
    /// The code of a reason.
    Code,
    /// Any text.
    Text,
}
