//! The kinds of data that Selaras keeps in step, one file each.
//!
//! A kind says what it is: its row and fields, its key, how the source spells it, its forms, its calls, and what it is
//! on the learning platform. The verbs (sync, export, enrol, delete …) are written once, elsewhere, for any [`Kind`].

mod account;
mod all;
mod calls;
mod field;
mod form;
mod name;
mod person;
mod source_row;
mod text;

pub mod jurusan;
pub mod kelas;
pub mod mahasiswa;
pub mod mahasiswa_mbkm;
pub mod mata_kuliah;
pub mod mengajar;
pub mod object;
pub mod pengajar;
pub mod prodi;
pub mod semester;
pub mod tahun_ajaran;

pub use all::{OfKind, of_all_kinds};
pub use calls::{Calls, Feed};
pub use field::{Field, FieldError, schema};
pub use form::{Form, FormField, Reference};
pub use name::KindName;
pub use person::{OfPerson, Person, of_all_people};
pub use source_row::{RowError, read_source_row};
pub use text::{Text, is_rounded};

use object::{Object, PlatformId, Role, Sort};
use selaras_reasons::Reason;
use serde::{Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::xxh3_64;

/// One kind of data.
///
/// A row is a plain struct of [`Text`] fields that serde reads from the source and writes to the browser.
pub trait Kind: Clone + Default + Serialize + DeserializeOwned + Send + Sync + Sized + 'static {
    /// Name of the kind and of its table, in the university's words: `mata_kuliah`.
    const NAME: &'static str;
    /// What people read: `Mata Kuliah`.
    const LABEL: &'static str;
    /// Every column, in the order of the table.
    const FIELDS: &'static [Field<Self>];
    /// The columns that together name one row.
    const KEY: &'static [&'static str];
    /// Columns of the key that may be empty.
    const OPTIONAL_KEY: &'static [&'static str] = &[];
    /// Where the kind answers over HTTP.
    const CALLS: Calls;
    /// Where the source lists the kind.
    const FEED: Feed;
    /// The create and update form, where the specification has one.
    const FORM: Option<Form> = None;
    /// The column that names the object on the platform. Rows that share it are one object (a student in five classes
    /// is one account).
    const OBJECT_KEY: &'static str;
    /// What the rows can be on the platform, so that it is known beforehand what making them takes.
    const SORTS: &'static [Sort];
    /// Whether a row is an object on the platform at all. A teaching is not: it is a membership and nothing else.
    const IS_OBJECT: bool = true;
    /// Whether a row is a person's account. Its password is the platform's; a list shows `-` for it.
    const IS_PERSON: bool = false;
    /// Whether a row is a person's place in a class. The person is kept once, by [`Kind::OBJECT_KEY`], and so is the class;
    /// the place joins them. The class is named by the columns with [`Field::of_class`]; all others are the person's.
    const PLACES: bool = false;
    /// For kinds whose rows are also memberships: the part that a row gives a person in a course.
    const MEMBERSHIP: Option<MembershipOf> = None;

    /// What a person calls the row: `Algoritma A`.
    fn label(&self) -> String;

    /// Fills what follows from other fields, after the source or a form has been read.
    fn complete(&mut self) {}

    /// Fills what follows from what was typed into the form, where the row was another before.
    fn typed(&mut self, _before: &Self) {}

    /// The row as its form shows it: what the source does not send is filled from what it does.
    fn for_form(&self) -> Self {
        self.clone()
    }

    /// The object that must be on the platform before this row can be, if there is one.
    fn parent(&self) -> Option<Parent> {
        None
    }

    /// What the row is on the platform, inside `parent`; or why it can be nothing there.
    fn object(&self, parent: PlatformId) -> Result<Object, Reason>;

    /// The class that the row is a membership of: columns of `kelas` and their values.
    fn class(&self) -> Vec<(&'static str, &str)> {
        Vec::new()
    }
}

/// Whose membership a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipOf {
    /// The kind that has the person's account.
    pub person_kind: &'static str,
    /// The row's column that names the person.
    pub person_column: &'static str,
    /// The person's part.
    pub role: Role,
}

/// What stands above a row on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// The parent's kind.
    pub kind: &'static str,
    /// The column that names the parent's object.
    pub object_key: &'static str,
    /// The parent's label, for messages.
    pub label: &'static str,
    /// Columns of the parent's table and the values that name it.
    pub columns: Vec<(&'static str, String)>,
    /// Whether the root category stands in while the parent is not on the platform.
    pub root_stands_in: bool,
}

impl Parent {
    /// A parent of kind `P` with these columns, for which the root category stands in.
    pub fn category<P: Kind>(columns: &[(&'static str, &Text)]) -> Self {
        Self {
            root_stands_in: true,
            ..Self::needed::<P>(columns)
        }
    }

    /// A parent of kind `P` with these columns, without which the row cannot be sent.
    pub fn needed<P: Kind>(columns: &[(&'static str, &Text)]) -> Self {
        Self {
            kind: P::NAME,
            object_key: P::OBJECT_KEY,
            label: P::LABEL,
            columns: columns
                .iter()
                .map(|(column, value)| (*column, value.to_string()))
                .collect(),
            root_stands_in: false,
        }
    }
}

/// The value of the field called `name`; empty where the kind has no such field.
pub fn value<'a, K: Kind>(row: &'a K, name: &str) -> &'a str {
    K::FIELDS
        .iter()
        .find(|field| field.name == name)
        .map_or("", |field| (field.get)(row).as_str())
}

/// The key of a row, in the order of [`Kind::KEY`], for people and accounts: `Algoritma · A · 11 · 260001`.
pub fn key<K: Kind>(row: &K) -> String {
    K::KEY
        .iter()
        .map(|name| value(row, name))
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What names the row's object on the platform, for people and accounts: a person's number; of any other row, its key.
pub fn object_name<K: Kind>(row: &K) -> String {
    if K::PLACES {
        value(row, K::OBJECT_KEY).to_owned()
    } else {
        key(row)
    }
}

/// The key of a row as 64 bits, for matching.
pub fn key_hash<K: Kind>(row: &K) -> i64 {
    hash(K::KEY.iter().map(|name| value(row, name)))
}

/// The person that a place is of, as 64 bits, for matching; of any other row, its key.
pub fn object_hash<K: Kind>(row: &K) -> i64 {
    if K::PLACES {
        hash(std::iter::once(value(row, K::OBJECT_KEY)))
    } else {
        key_hash(row)
    }
}

/// What a row says of itself: all fields, but of a place the person's alone.
pub fn own_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| !field.of_class)
}

/// What names the class of a place.
pub fn class_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| field.of_class)
}

/// The column of a study program, by which a kind says it wherever it does.
pub const PROGRAM: &str = "program_id";

/// The columns of `kelas` that name a row's class, each with the row's own column that has the value.
pub fn class_columns<K: Kind>() -> Vec<(&'static str, String)> {
    let mut row = K::default();
    for field in K::FIELDS {
        (field.set)(&mut row, field.name.into());
    }
    // A row whose every value is the name of its column says of each value which column it is from.
    row.class()
        .into_iter()
        .map(|(column, own)| (column, own.to_owned()))
        .collect()
}

/// Whether rows of a kind have a study program.
pub fn has_program<K: Kind>() -> bool {
    K::FIELDS.iter().any(|field| field.name == PROGRAM)
}

/// Whether a row says a study program beside what names its class: where classes of several go by that name, its own is meant.
pub fn says_program<K: Kind>() -> bool {
    has_program::<K>() && !class_columns::<K>().iter().any(|(column, _)| *column == PROGRAM)
}

/// A fingerprint of what a row says of itself: two rows with the same one need no write.
pub fn fingerprint<K: Kind>(row: &K) -> i64 {
    hash(own_fields::<K>().map(|field| (field.get)(row).as_str()))
}

/// The stable name of the row's object on the platform: `selaras:kelas:90001`.
pub fn idnumber<K: Kind>(row: &K) -> object::IdNumber {
    format!("{}{}", idnumber_prefix(K::NAME), value(row, K::OBJECT_KEY))
}

/// What the stable names of a kind begin with: `selaras:kelas:`.
pub fn idnumber_prefix(kind: &str) -> String {
    format!("selaras:{kind}:")
}

/// What the row is searched by: all fields, lower case.
pub fn search_text<K: Kind>(row: &K) -> String {
    search_text_of(row, K::FIELDS)
}

/// What a part of the row is searched by: these fields, lower case.
pub fn search_text_of<'a, K: Kind>(row: &K, fields: impl IntoIterator<Item = &'a Field<K>>) -> String {
    let mut text = String::with_capacity(128);
    for field in fields {
        let value = (field.get)(row).as_str();
        if !value.is_empty() {
            text.push_str(value);
            text.push('\n');
        }
    }
    text.to_lowercase()
}

/// Texts as 64 bits, for matching: those of a key are a row's [`key_hash`].
pub fn hash<'a>(values: impl Iterator<Item = &'a str>) -> i64 {
    // In one piece: what takes pieces is four times as large as most of these texts, and has to be made for each.
    let mut text = Vec::with_capacity(256);
    for value in values {
        text.extend_from_slice(value.as_bytes());
        text.push(0x1f);
    }
    xxh3_64(&text).cast_signed()
}
