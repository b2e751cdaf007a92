//! The API paths of a kind, and its list at the source.

/// The paths of a kind's calls (specification, section 7; contract, sections 2 and 3).
pub struct Calls {
    /// Segment under the main prefix: `matakuliah` in `/api/v1/api/matakuliah/get`.
    pub main: &'static str,
    /// Segments under the second prefix: `kelas` and `group` in `/api/react/create/kelas`.
    pub react: &'static [&'static str],
    /// Segment of the source list under `/api/v1/api/source/`: `classes`.
    pub source: &'static str,
    /// Last segment of export all.
    pub export: &'static str,
    /// Last segment of export one.
    pub export_one: &'static str,
    /// Body fields that identify one row in the `_one` calls and in delete.
    pub one: &'static [&'static str],
    /// Body fields that filter the dashboard's list. If there are any, the list is a POST.
    pub list_by: &'static [&'static str],
    /// Columns by which administrators filter the list.
    pub filters: &'static [&'static str],
}

/// The source's list of a kind (contract, section 6).
#[derive(Debug)]
pub struct Feed {
    /// Name in the settings, for universities with another path: `class_students`.
    pub name: &'static str,
    /// Path below the source's base address, unless the settings say otherwise.
    pub path: &'static str,
    /// Columns that the source expects in the body of a POST, for a list per class. Empty: one GET.
    pub scope: &'static [&'static str],
    /// The column that keys the list, if it is an object of lists (teachings, by nik).
    pub keyed: Option<&'static str>,
}
