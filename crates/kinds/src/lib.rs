//! The kinds of data that Selaras synchronises, one file each.
//!
//! A kind declares its row and fields, its key, its spelling at the source, its forms, its calls, and its object on the
//! learning platform. The verbs (sync, export, enrol, delete …) are written once, elsewhere, for any [`Kind`].
//!
//! Modules, each using only those before it: `text`, `acceptable`, `calls`, `hashing`, `form`; `field` (one column), `object`, `account`;
//! `kind` (the trait); `columns` and `row` (functions for any kind), `source_row`; one module per kind, parents before
//! children; `all`, `person`, `name`.

mod acceptable;
mod account;
mod all;
mod calls;
mod columns;
mod field;
mod form;
mod hashing;
mod key;
mod kind;
mod name;
mod number;
mod person;
mod row;
mod source_row;
mod term;
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

pub use acceptable::{has_markup, is_email};
pub use all::{OfKind, of_all_kinds};
pub use calls::{Calls, Feed};
pub use columns::{
    CLASS_ID, PROGRAM, class_columns, class_fields, has_program, identity, number_column, own_fields, says_program,
    schema,
};
pub use field::{Field, FieldError, is_code};
pub use form::{Form, FormField, Reference};
pub use hashing::hash;
pub use key::{KEY_HEADING_END, KEY_SEPARATOR, Key, READ_BETWEEN};
pub use kind::{Kind, MembershipOf, Parent};
pub use mahasiswa_mbkm::{STUDENTS, is_one_student};
pub use name::KindName;
pub use number::{comparable_number, other_spellings};
pub use person::{OfPerson, Person, have_one_number, of_all_people};
pub use row::{
    class_id, fingerprint, idnumber, idnumber_prefix, key, key_hash, number_of, object_hash, object_name,
    plain_key_hash, search_text, search_text_of, untied_key_hash, value,
};
pub use source_row::{RowError, read_source_row};
pub use term::{Term, day};
pub use text::{Text, bare_number, is_invisible, is_placeholder, is_rounded, trimmed};
