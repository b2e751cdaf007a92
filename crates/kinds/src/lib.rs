//! The kinds of data that Selaras keeps in step, one file each.

pub mod object;
