//! The kinds of data that Selaras synchronises, one file each.
//!
//! A kind declares its row and fields, its key, its spelling at the source, its forms, its calls, and its object on the
//! learning platform. The verbs (sync, export, enrol, delete …) are written once, elsewhere, for any [`Kind`].

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
    /// Name of the kind and of its table, in Indonesian: `mata_kuliah`.
    const NAME: &'static str;
    /// Display name: `Mata Kuliah`.
    const LABEL: &'static str;
    /// Every column, in the order of the table.
    const FIELDS: &'static [Field<Self>];
    /// The columns that together identify a row.
    const KEY: &'static [&'static str];
    /// Columns of the key that may be empty.
    const OPTIONAL_KEY: &'static [&'static str] = &[];
    /// The API paths of the kind.
    const CALLS: Calls;
    /// The source's list of the kind.
    const FEED: Feed;
    /// The create and update form, if the specification has one.
    const FORM: Option<Form> = None;
    /// The column that identifies the object on the platform. Rows with the same value are one object (a student in five
    /// classes is one account).
    const OBJECT_KEY: &'static str;
    /// The types of object that rows can be, which decide the permissions that creating them needs.
    const SORTS: &'static [Sort];
    /// True if a row is an object on the platform. A teaching is not: it is only a membership.
    const IS_OBJECT: bool = true;
    /// True if a row is a person's account. The platform has its password; a list shows `-` for it.
    const IS_PERSON: bool = false;
    /// True if a row is a person's enrolment in a class. The person is stored once, by [`Kind::OBJECT_KEY`], and so is the
    /// class; the enrolment joins them. The columns with [`Field::of_class`] name the class; all others describe the person.
    const PERSON_AND_ENROLMENT: bool = false;
    /// For kinds with rows that are also memberships: the role of the row's person in a course.
    const MEMBERSHIP: Option<MembershipOf> = None;

    /// Display name of the row: `Algoritma A`.
    fn label(&self) -> String;

    /// Fills fields that follow from others, after the row was read from the source or a form.
    fn complete(&mut self) {}

    /// Fills fields that follow from what was typed into the form, compared with the row before.
    fn typed(&mut self, _before: &Self) {}

    /// The row as its form shows it: fields that the source does not send are derived from others.
    fn for_form(&self) -> Self {
        self.clone()
    }

    /// The object that must exist on the platform before this row's, if there is one.
    fn parent(&self) -> Option<Parent> {
        None
    }

    /// The row's object on the platform, inside `parent`; or why it cannot have one.
    fn object(&self, parent: PlatformId) -> Result<Object, Reason>;

    /// The class of the row's membership: columns of `kelas` and their values.
    fn class(&self) -> Vec<(&'static str, &str)> {
        Vec::new()
    }
}

/// The person of a membership row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MembershipOf {
    /// The kind with the person's account.
    pub person_kind: &'static str,
    /// The row's column that identifies the person.
    pub person_column: &'static str,
    /// The person's role.
    pub role: Role,
}

/// The parent of a row on the platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// The parent's kind.
    pub kind: &'static str,
    /// The column that identifies the parent's object.
    pub object_key: &'static str,
    /// The parent's display name, for messages.
    pub label: &'static str,
    /// Columns of the parent's table and the values that identify it.
    pub columns: Vec<(&'static str, String)>,
    /// True if the root category is used while the parent is not on the platform.
    pub root_stands_in: bool,
}

impl Parent {
    /// A parent of kind `P` with these columns. The root category is used while it does not exist.
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

/// The value of the field called `name`; empty if the kind has no such field.
pub fn value<'a, K: Kind>(row: &'a K, name: &str) -> &'a str {
    K::FIELDS
        .iter()
        .find(|field| field.name == name)
        .map_or("", |field| (field.get)(row).as_str())
}

/// The key of a row as text, in the order of [`Kind::KEY`]: `Algoritma · A · 11 · 260001`.
pub fn key<K: Kind>(row: &K) -> String {
    K::KEY
        .iter()
        .map(|name| value(row, name))
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The name of the row's object on the platform: a person's number, or the key of any other row.
pub fn object_name<K: Kind>(row: &K) -> String {
    if K::PERSON_AND_ENROLMENT {
        value(row, K::OBJECT_KEY).to_owned()
    } else {
        key(row)
    }
}

/// The key of a row as a 64-bit hash, for matching.
pub fn key_hash<K: Kind>(row: &K) -> i64 {
    hash(K::KEY.iter().map(|name| value(row, name)))
}

/// The person of an enrolment as a 64-bit hash, for matching; for any other row, its key.
pub fn object_hash<K: Kind>(row: &K) -> i64 {
    if K::PERSON_AND_ENROLMENT {
        hash(std::iter::once(value(row, K::OBJECT_KEY)))
    } else {
        key_hash(row)
    }
}

/// The fields that describe the row itself: all fields, but of an enrolment only the person's.
pub fn own_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| !field.of_class)
}

/// The fields that name the class of an enrolment.
pub fn class_fields<K: Kind>() -> impl Iterator<Item = &'static Field<K>> + Clone {
    K::FIELDS.iter().filter(|field| field.of_class)
}

/// The column of the study program in all kinds that have one.
pub const PROGRAM: &str = "program_id";

/// The columns of `kelas` that name a row's class, each with the row's own column for the value.
pub fn class_columns<K: Kind>() -> Vec<(&'static str, String)> {
    let mut row = K::default();
    for field in K::FIELDS {
        (field.set)(&mut row, field.name.into());
    }
    // In this row each value is the name of its column, so each value shows its column.
    row.class()
        .into_iter()
        .map(|(column, own)| (column, own.to_owned()))
        .collect()
}

/// True if rows of a kind have a study program.
pub fn has_program<K: Kind>() -> bool {
    K::FIELDS.iter().any(|field| field.name == PROGRAM)
}

/// True if a row has a study program besides the columns that name its class. If several programs have a class of that name,
/// the row's own is meant.
pub fn says_program<K: Kind>() -> bool {
    has_program::<K>() && !class_columns::<K>().iter().any(|(column, _)| *column == PROGRAM)
}

/// A fingerprint of a row's own fields: two rows with the same one need no write.
pub fn fingerprint<K: Kind>(row: &K) -> i64 {
    hash(own_fields::<K>().map(|field| (field.get)(row).as_str()))
}

/// The stable name of the row's object on the platform: `selaras:kelas:90001`.
pub fn idnumber<K: Kind>(row: &K) -> object::IdNumber {
    format!("{}{}", idnumber_prefix(K::NAME), value(row, K::OBJECT_KEY))
}

/// The prefix of a kind's stable names: `selaras:kelas:`.
pub fn idnumber_prefix(kind: &str) -> String {
    format!("selaras:{kind}:")
}

/// The search text of a row: all fields, in lower case.
pub fn search_text<K: Kind>(row: &K) -> String {
    search_text_of(row, K::FIELDS)
}

/// The search text of a part of the row: these fields, in lower case.
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

/// Texts as a 64-bit hash, for matching: the texts of a key give a row's [`key_hash`].
pub fn hash<'a>(values: impl Iterator<Item = &'a str>) -> i64 {
    // Hashed in one piece: a streaming hasher is four times as large as most of these texts, and each hash needs a new one.
    let mut text = Vec::with_capacity(256);
    for value in values {
        text.extend_from_slice(value.as_bytes());
        text.push(0x1f);
    }
    xxh3_64(&text).cast_signed()
}
