//! What Selaras says to people, as codes with parameters, and the sentence that each code is in each language.
//!
//! A [`Reason`] is stored and sent as a code. It becomes a sentence only when a person reads it, from the catalogue of their
//! [`Language`]. So the same reason can be counted, filtered by, and read in Indonesian or in English.
//!
//! Modules, each using only those before it: `language`, `catalogue`, `word`, `reason`, `reading`.

mod catalogue;
mod language;
mod reading;
mod reason;
mod word;

pub use language::Language;
pub use reason::Reason;
pub use word::Word;
