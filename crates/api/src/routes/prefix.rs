//! The prefixes of the routes' paths.

/// The prefix that most screens use.
pub(crate) const MAIN: &str = "/api/v1/api";
/// The prefix of sign-in and of forms.
pub(crate) const REACT: &str = "/api/react";
