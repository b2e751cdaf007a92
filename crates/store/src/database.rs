//! The connection: opening, transactions with deadlines, and statements.

pub(crate) mod connect;
pub(crate) mod connection;
pub mod file_names;
pub(crate) mod scratch;
pub(crate) mod setting;
pub(crate) mod statement;
pub(crate) mod stream_by_id;
