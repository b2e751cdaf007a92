//! Faults of a query or a file as a whole.

use selaras_reasons::Reason;
use std::fmt;

/// The query, file or address that a list is read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// `source.sql.queries.<list>`.
    Query {
        /// The list.
        list: &'static str,
    },
    /// A file in `source.files.folder`.
    File {
        /// The list.
        list: &'static str,
        /// The file's name, and the sheet's or member's if it has several.
        name: String,
    },
    /// An uploaded file.
    Upload {
        /// The list.
        list: &'static str,
        /// The file's name, and the member's if it has several.
        name: String,
    },
    /// A path below `source.base_url`.
    Http {
        /// The list.
        list: &'static str,
        /// The path.
        path: String,
    },
}

impl From<&Origin> for Reason {
    fn from(origin: &Origin) -> Self {
        match origin {
            Origin::Query { list } => Self::ListOfQuery {
                list: (*list).to_owned(),
            },
            Origin::File { list, name } => Self::ListOfFile {
                list: (*list).to_owned(),
                file: name.clone(),
            },
            // The uploader knows the list.
            Origin::Upload { list: "", name } => Self::UploadedFile { file: name.clone() },
            Origin::Upload { list, name } => Self::ListOfUpload {
                list: (*list).to_owned(),
                file: name.clone(),
            },
            Origin::Http { list, path } => Self::ListOfAddress {
                list: (*list).to_owned(),
                path: path.clone(),
            },
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self).fmt(out)
    }
}

/// The fault: the end of a sentence that says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", Reason::from(self))]
pub enum TableFault {
    /// The database refuses the query.
    Refused {
        /// The database's own words.
        reason: String,
        /// Line and column of the query, from 1, if the database reports them.
        at: Option<(u32, u32)>,
    },
    /// The query would change data.
    Writes,
    /// Required columns of the list are missing.
    Missing {
        /// The missing columns.
        columns: Box<[&'static str]>,
        /// The existing columns.
        found: Vec<String>,
    },
    /// Two columns have the same heading.
    Twice {
        /// The heading.
        column: String,
        /// Position of the first, from 1.
        first: usize,
        /// Position of the second, from 1.
        second: usize,
    },
    /// The file cannot be opened or read: the technical reason.
    Unreadable(String),
    /// The file does not have the format that its name says.
    Disguised(Disguise),
    /// The file, or its unpacked contents, exceed the size limit.
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// A cell exceeds the size limit.
    CellTooLong {
        /// The cell's name in a spreadsheet: `B7`.
        cell: Box<str>,
        /// The sheet's file within the workbook.
        member: Box<str>,
        /// The limit in bytes.
        limit: u64,
    },
    /// A row exceeds the size limit, and is not read to its end.
    RowTooLong {
        /// The row, from 1.
        row: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A piece of a workbook's XML exceeds the size limit.
    PieceTooLong {
        /// The file within the workbook.
        member: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The data of a file to hold in memory exceeds the limit.
    TooMuchHeld {
        /// The file within the workbook or zip.
        member: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file changed while it was read.
    Changed,
    /// Two files exist for one list.
    Ambiguous {
        /// The other file.
        other: String,
    },
    /// Cells of the rows are merged, so that all but the first are empty.
    Merged {
        /// The range as a spreadsheet writes it: `A5:A9`.
        cells: String,
        /// Its first row, from 1.
        row: u32,
    },
    /// A quotation mark is opened and not closed.
    Unclosed {
        /// The row with the opening mark, from 1.
        row: u64,
    },
    /// The file is empty.
    Blank,
    /// A sheet or member that the list needs is missing.
    NoMember(String),
    /// The file has only changes since another file, not the whole list.
    OnlyChanges,
}

/// The format that a file has instead of the one that its name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disguise {
    /// Excel's format before 2007.
    OldExcel,
    /// A workbook with a password.
    Locked,
    /// A web page, or another text in XML.
    Html,
    /// A zip or a workbook that is called a text.
    Zip,
    /// Something that is no zip, or is cut off.
    NoZip,
}

impl TableFault {
    /// Columns that are not among the headings. Lists as many headings as fit in a sentence.
    pub(crate) fn missing<'a>(columns: Vec<&'static str>, headings: impl Iterator<Item = &'a str>) -> Self {
        let shortened = |heading: &str| heading.trim().chars().take(40).collect::<String>();
        Self::Missing {
            columns: columns.into(),
            found: headings
                .map(shortened)
                .filter(|heading| !heading.is_empty())
                .take(30)
                .collect(),
        }
    }
}

impl From<&TableFault> for Reason {
    fn from(fault: &TableFault) -> Self {
        match fault {
            TableFault::Refused { reason, at: None } => Self::QueryRefused { said: reason.clone() },
            TableFault::Refused {
                reason,
                at: Some((line, column)),
            } => Self::QueryRefusedAt {
                said: reason.clone(),
                line: line.to_string(),
                column: column.to_string(),
            },
            TableFault::Writes => Self::QueryWrites,
            TableFault::Missing { columns, found } => Self::ColumnsMissing {
                names: columns.join(", "),
                there: found.join(", "),
            },
            TableFault::Twice { column, first, second } => Self::ColumnTwice {
                column: column.clone(),
                first: *first as u64,
                second: *second as u64,
            },
            TableFault::Unreadable(said) => Self::FileUnreadable { said: said.clone() },
            TableFault::Disguised(Disguise::OldExcel) => Self::FileOldExcel,
            TableFault::Disguised(Disguise::Locked) => Self::FileLocked,
            TableFault::Disguised(Disguise::Html) => Self::FileIsWebPage,
            TableFault::Disguised(Disguise::Zip) => Self::FileIsZip,
            TableFault::Disguised(Disguise::NoZip) => Self::FileNoZip,
            TableFault::TooLarge { limit } => Self::FileTooLarge {
                limit: limit / 1_000_000,
            },
            TableFault::CellTooLong { cell, member, limit } => Self::FileCellTooLong {
                cell: cell.to_string(),
                member: member.to_string(),
                limit: *limit,
            },
            TableFault::RowTooLong { row, limit } => Self::FileRowTooLong {
                line: row.to_string(),
                limit: *limit,
            },
            TableFault::PieceTooLong { member, limit } => Self::FilePieceTooLong {
                member: member.clone(),
                limit: *limit,
            },
            TableFault::TooMuchHeld { member, limit } => Self::FileTooMuchHeld {
                member: member.clone(),
                limit: limit >> 20,
            },
            TableFault::Changed => Self::FileChanged,
            TableFault::Ambiguous { other } => Self::FileAmbiguous { file: other.clone() },
            TableFault::Merged { cells, row } => Self::CellsMerged {
                cells: cells.clone(),
                line: row.to_string(),
            },
            TableFault::Unclosed { row } => Self::QuoteUnclosed { line: row.to_string() },
            TableFault::Blank => Self::FileBlank,
            TableFault::NoMember(member) => Self::MemberMissing { member: member.clone() },
            TableFault::OnlyChanges => Self::FileOnlyChanges,
        }
    }
}
