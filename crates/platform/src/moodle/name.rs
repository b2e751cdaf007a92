//! Moodle's display name.

/// Moodle's display name.
pub const NAME: &str = "Moodle";

/// Moodle's display name, as a parameter of a `Reason`.
pub(crate) fn platform() -> String {
    NAME.to_owned()
}
