//! Where a kind answers, and where the source lists it.

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
    /// Body fields that name one row in the `_one` calls and in delete.
    pub one: &'static [&'static str],
    /// Body fields that narrow the dashboard's list; it is asked for with a POST where there are some.
    pub list_by: &'static [&'static str],
    /// Columns that an administrator filters the list by.
    pub filters: &'static [&'static str],
}

/// How the source lists a kind (contract, section 6).
#[derive(Debug)]
pub struct Feed {
    /// Name in the settings, for universities whose path differs: `class_students`.
    pub name: &'static str,
    /// Path below the source's base address, unless the settings say otherwise.
    pub path: &'static str,
    /// Columns that the source wants in the body: a list that is asked for with a POST, class by class. Empty: one GET.
    pub scope: &'static [&'static str],
    /// The column by whose value the list is keyed, where it is an object whose members are lists (teachings, by nik).
    pub keyed: Option<&'static str>,
}
