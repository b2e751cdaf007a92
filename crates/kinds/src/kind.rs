//! What a kind declares.

use crate::{
    Calls, Feed, Field, Form, Reference, Text,
    object::{Object, PlatformId, Role, Sort},
};
use selaras_reasons::Reason;
use serde::{Serialize, de::DeserializeOwned};

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
    /// The column with a person's e-mail address.
    const EMAIL: Option<&'static str> = None;
    /// The columns that make the short name of a course. Two rows that are equal in all of them would have one short name,
    /// which the platform refuses. If the first one is empty, the row's key makes the name, which is unique.
    const SHORT_NAME: &'static [&'static str] = &[];
    /// The column with the code by which others may know the course, beside the row's key.
    const CODE: Option<&'static str> = None;
    /// For kinds with rows that are also memberships: the role of the row's person in a course.
    const MEMBERSHIP: Option<MembershipOf> = None;

    /// Display name of the row: `Algoritma A`.
    fn label(&self) -> String;

    /// Fills fields that follow from others, after the row was read from the source or a form. It makes no key: a row of the
    /// source without one may be any row.
    fn complete(&mut self) {}

    /// Fills fields that follow from what was typed into the form, compared with the row before; also the key of a row that
    /// the source does not have.
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
    /// The person's role, unless the row says another.
    pub role: Role,
    /// The column that says another role, if the kind has one.
    pub role_column: Option<&'static str>,
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

// Not in `form`: a kind imports `Form`, so a form cannot import `Kind`.
impl Reference {
    /// A field that names a row of `K` by the column of the same name.
    pub const fn to<K: Kind>(field: &'static str, copies: &'static [(&'static str, &'static str)]) -> Self {
        Self {
            field,
            kind: K::NAME,
            label: K::LABEL,
            column: field,
            copies,
            needed: false,
        }
    }
}
