//! What Selaras says to people, as codes with parameters, and the sentence that each code is in each language.
//!
//! A [`Reason`] is what is kept and sent; a sentence is made of it only where somebody reads it, by the catalogue of
//! their [`Language`]. So the same reason can be counted, narrowed to, and read in Indonesian or in English.

mod catalogue;
mod language;
mod reading;
mod reason;
mod word;

pub use language::Language;
pub use reason::Reason;
pub use word::Word;
