//! The calls that the source answers.

use reqwest::Method;
use serde_json::{Value, json};

/// One list of the source.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Call {
    /// Study years.
    AcademicYears,
    /// Semesters.
    Semesters,
    /// Study programs.
    Programs,
    /// Departments.
    Departments,
    /// Courses.
    Courses,
    /// Classes.
    Classes,
    /// Teachers.
    Teachers,
    /// Who teaches which class; an object keyed by nik.
    Teachings,
    /// The students of one class.
    ClassStudents {
        /// Name of the course.
        nama_mk: String,
        /// Name of the class.
        nama_kelas: String,
        /// Program of the course.
        program_id: String,
    },
    /// The students from other universities (MBKM) of one class.
    MbkmStudents {
        /// Name of the course.
        nama_mk: String,
        /// Name of the class.
        nama_kelas: String,
    },
}

/// A call without what it asks for: the key under which its path is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallName {
    /// `/academic-years`
    AcademicYears,
    /// `/semesters`
    Semesters,
    /// `/programs`
    Programs,
    /// `/departments`
    Departments,
    /// `/courses`
    Courses,
    /// `/classes`
    Classes,
    /// `/teachers`
    Teachers,
    /// `/teachings`
    Teachings,
    /// `/class/students`
    ClassStudents,
    /// `/class/students/mbkm`
    MbkmStudents,
}

impl CallName {
    /// The path below the base address, unless a setting gives another.
    pub fn default_path(self) -> &'static str {
        match self {
            Self::AcademicYears => "/academic-years",
            Self::Semesters => "/semesters",
            Self::Programs => "/programs",
            Self::Departments => "/departments",
            Self::Courses => "/courses",
            Self::Classes => "/classes",
            Self::Teachers => "/teachers",
            Self::Teachings => "/teachings",
            Self::ClassStudents => "/class/students",
            Self::MbkmStudents => "/class/students/mbkm",
        }
    }
}

impl Call {
    /// Which call it is.
    pub fn name(&self) -> CallName {
        match self {
            Self::AcademicYears => CallName::AcademicYears,
            Self::Semesters => CallName::Semesters,
            Self::Programs => CallName::Programs,
            Self::Departments => CallName::Departments,
            Self::Courses => CallName::Courses,
            Self::Classes => CallName::Classes,
            Self::Teachers => CallName::Teachers,
            Self::Teachings => CallName::Teachings,
            Self::ClassStudents { .. } => CallName::ClassStudents,
            Self::MbkmStudents { .. } => CallName::MbkmStudents,
        }
    }

    /// The HTTP method.
    pub fn method(&self) -> Method {
        match self {
            Self::ClassStudents { .. } | Self::MbkmStudents { .. } => Method::POST,
            _ => Method::GET,
        }
    }

    /// The JSON body, where the call has one.
    pub fn body(&self) -> Option<Value> {
        match self {
            Self::ClassStudents {
                nama_mk,
                nama_kelas,
                program_id,
            } => Some(json!({"nama_mk": nama_mk, "nama_kelas": nama_kelas, "program_id": program_id})),
            Self::MbkmStudents { nama_mk, nama_kelas } => Some(json!({"nama_mk": nama_mk, "nama_kelas": nama_kelas})),
            _ => None,
        }
    }

    /// Whether `data` may be an object whose values are the lists.
    pub(crate) fn is_keyed(&self) -> bool {
        matches!(self, Self::Teachings)
    }
}
