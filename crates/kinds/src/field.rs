//! One column of a kind.

use crate::Text;
use selaras_reasons::Reason;

/// One column: its name, and how to read and write it in the row.
pub struct Field<K> {
    /// Name of the column, of the JSON member and of the struct's field.
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&K) -> &Text,
    /// Writes it.
    pub set: fn(&mut K, Text),
    /// Maximum length of a value, in characters.
    pub max: usize,
    /// True if the column is sorted as a number.
    pub number: bool,
    /// True if the column names the class of an enrolment instead of describing the person
    /// ([`Kind::PERSON_AND_ENROLMENT`](crate::Kind::PERSON_AND_ENROLMENT)).
    pub of_class: bool,
    /// True if only forms fill the column: the source does not send it.
    pub of_form: bool,
    /// True if a source may leave the column out: the id of the row's class or course, the days of a semester, the role of
    /// a teacher. An empty one adds nothing to hashes.
    pub tie: bool,
}

impl<K> Field<K> {
    /// True if the column is a number or code, which is taken without what surrounds it
    /// ([`bare_number`](crate::bare_number)).
    pub fn is_code(&self) -> bool {
        is_code(self.name)
    }

    /// Sorts the column by its number.
    pub const fn number(mut self) -> Self {
        self.number = true;
        self
    }

    /// Marks the column as one that names the class of an enrolment.
    pub const fn of_class(mut self) -> Self {
        self.of_class = true;
        self
    }

    /// Marks the column as one that only forms fill.
    pub const fn of_form(mut self) -> Self {
        self.of_form = true;
        self
    }

    /// Marks the column as one that a source may leave out.
    pub const fn tie(mut self) -> Self {
        self.tie = true;
        self
    }

    /// Allows a long value: a list.
    pub const fn long(mut self) -> Self {
        self.max = 16 * MAX_CHARACTERS;
        self
    }

    /// Checks a value: not too long, no control characters.
    pub fn check(&self, value: &str) -> Result<(), FieldError> {
        if value.len() > self.max && value.chars().count() > self.max {
            return Err(FieldError::TooLong {
                field: self.name,
                max: self.max,
            });
        }
        if value.chars().any(char::is_control) {
            return Err(FieldError::ControlCharacter { field: self.name });
        }
        Ok(())
    }
}

/// Why a value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    /// Longer than [`Field::max`].
    TooLong {
        /// The column.
        field: &'static str,
        /// Characters allowed.
        max: usize,
    },
    /// Holds a control character, such as a line break.
    ControlCharacter {
        /// The column.
        field: &'static str,
    },
}

impl From<&FieldError> for Reason {
    fn from(error: &FieldError) -> Self {
        match *error {
            FieldError::TooLong { field, max } => Self::TooLong {
                field: field.to_owned(),
                most: max as u64,
            },
            FieldError::ControlCharacter { field } => Self::CharacterNotAllowed {
                field: field.to_owned(),
            },
        }
    }
}

/// True for the name of a column that is a number or code.
pub fn is_code(column: &str) -> bool {
    column.starts_with("kode_")
        || matches!(
            column,
            "NPK"
                | "nik"
                | "nip"
                | "HP"
                | "hp"
                | "angkatan"
                | "semester"
                | "program_id"
                | "matakuliah_id"
                | "kelas_id"
                | "kelas_induk"
                | "jadwal_kuliah_detail_id"
        )
}

/// Longest value of a column, in characters: what Moodle's own columns hold.
pub(crate) const MAX_CHARACTERS: usize = 255;

/// The [`Field`] of the struct field with that name.
macro_rules! field {
    ($name:ident) => {
        $crate::Field {
            name: stringify!($name),
            get: |row: &Self| &row.$name,
            set: |row: &mut Self, value| row.$name = value,
            max: $crate::field::MAX_CHARACTERS,
            number: false,
            of_class: false,
            of_form: false,
            tie: false,
        }
    };
}
pub(crate) use field;
