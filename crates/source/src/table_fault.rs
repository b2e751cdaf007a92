//! What can be wrong with a query or a file as a whole.

use selaras_reasons::Reason;
use std::fmt;

/// Which query, file or address a list is read from.
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
        /// The file's name, and the sheet's or member's where it has several.
        name: String,
    },
    /// A file that somebody uploaded.
    Upload {
        /// The list.
        list: &'static str,
        /// The file's name, and the member's where it has several.
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

/// What is wrong with it. Shows as the rest of a sentence in Indonesian that says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    /// The database refuses the query.
    #[error("ditolak database: {reason}{}. Perbaiki kuerinya, lalu coba lagi.", at_place(*.at))]
    Refused {
        /// The database's own words.
        reason: String,
        /// Line and column of the query, from 1, where the database says.
        at: Option<(u32, u32)>,
    },
    /// The query would change something.
    #[error(
        "hendak mengubah data, padahal Selaras hanya membaca. Tulis kueri yang diawali SELECT atau WITH dan tidak mengubah apa pun."
    )]
    Writes,
    /// Columns that the list needs are not there.
    #[error(
        "tidak punya kolom {} (yang ada: {}). Tambahkan kolomnya, beri alias (AS) pada kueri, atau sesuaikan judulnya.",
        .columns.join(", "),
        .found.join(", ")
    )]
    Missing {
        /// What is missing.
        columns: Box<[&'static str]>,
        /// What is there.
        found: Vec<String>,
    },
    /// Two columns have one heading.
    #[error(
        "punya dua kolom berjudul {column} (kolom ke-{first} dan ke-{second}). Hapus atau ganti nama salah satunya."
    )]
    Twice {
        /// The heading.
        column: String,
        /// Place of the first, from 1.
        first: usize,
        /// Place of the second, from 1.
        second: usize,
    },
    /// The file cannot be opened or read. Holds the technical reason.
    #[error("tidak dapat dibaca ({0}). Periksa hak bacanya, atau simpan ulang berkasnya.")]
    Unreadable(String),
    /// The file, or what is packed in it, is larger than allowed.
    #[error("lebih besar dari batas {} MB setelah dibuka. Bagi berkasnya, atau baca daftar ini dengan SQL.", .limit / 1_000_000)]
    TooLarge {
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The file changed while it was read.
    #[error("berubah selagi dibaca, jadi isinya mungkin belum lengkap. Tunggu sampai selesai disalin, lalu coba lagi.")]
    Changed,
    /// Two files are there for one list.
    #[error("punya berkas kedua, {other}. Hapus salah satunya, supaya jelas mana yang dipakai.")]
    Ambiguous {
        /// The other file.
        other: String,
    },
    /// Cells of the rows are merged, so that all but the first are empty.
    #[error(
        "punya sel gabungan {cells} (baris ke-{row}), jadi isi sel lainnya tidak diketahui. Pisahkan dengan Unmerge Cells, isi setiap baris, lalu simpan."
    )]
    Merged {
        /// The range as a spreadsheet writes it: `A5:A9`.
        cells: String,
        /// Its first row, from 1.
        row: u32,
    },
    /// A quotation mark is opened and not closed.
    #[error(
        "punya tanda kutip yang tidak ditutup, mulai baris ke-{row}. Tutup tanda kutipnya, atau simpan ulang dari Excel."
    )]
    Unclosed {
        /// The row in which it is opened, from 1.
        row: u64,
    },
    /// Nothing is in the file.
    #[error("kosong, tidak ada judul kolomnya. Isi berkasnya, dengan nama kolom pada baris pertama.")]
    Blank,
    /// A sheet or member that the list needs is not in the file.
    #[error("tidak memuat {0}. Tambahkan, atau pakai berkas lain.")]
    NoMember(String),
}

fn at_place(at: Option<(u32, u32)>) -> String {
    at.map(|(line, column)| format!(" (baris {line}, kolom {column} dari kueri)"))
        .unwrap_or_default()
}
