//! Moodle's refusals: `200 OK` with an exception's name, a code and a sentence.

use std::borrow::Cow;

use serde::Serialize;

/// A refusal as it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Refusal {
    pub(super) exception: &'static str,
    /// An error of PHP's has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) errorcode: Option<Cow<'static, str>>,
    pub(super) message: Cow<'static, str>,
}

impl Refusal {
    /// Most refusals while debugging is off: without the row, the field and the cause.
    pub(super) fn invalid_parameter() -> Self {
        Self {
            exception: "core\\exception\\invalid_parameter_exception",
            errorcode: Some("invalidparameter".into()),
            message: "Invalid parameter value detected".into(),
        }
    }

    /// A required row does not exist.
    pub(super) fn missing_record() -> Self {
        Self {
            exception: "dml_missing_record_exception",
            errorcode: Some("invalidrecordunknown".into()),
            message: "Can't find data record in database.".into(),
        }
    }

    /// A required course does not exist.
    pub(super) fn missing_course() -> Self {
        Self {
            exception: "dml_missing_record_exception",
            errorcode: Some("invalidrecord".into()),
            message: "Can't find data record in database table course.".into(),
        }
    }

    /// The database refused a value.
    pub(super) fn database() -> Self {
        Self {
            exception: "dml_write_exception",
            errorcode: Some("dmlwriteexception".into()),
            message: "Error writing to database".into(),
        }
    }

    /// The token's service lacks the function.
    pub(super) fn access() -> Self {
        Self {
            exception: "webservice_access_exception",
            errorcode: Some("accessexception".into()),
            message: "Access control exception".into(),
        }
    }

    /// The token's user lacks the capability with this title.
    pub(super) fn capability(title: &str) -> Self {
        Self {
            exception: "core\\exception\\required_capability_exception",
            errorcode: Some("nopermissions".into()),
            message: format!("Sorry, but you do not currently have permissions to do that ({title}).").into(),
        }
    }

    /// Moodle blames the caller's code.
    pub(super) fn coding(what: &str) -> Self {
        Self {
            exception: "core\\exception\\coding_exception",
            errorcode: Some("codingerror".into()),
            message: format!("Coding error detected, it must be fixed by a programmer: {what}").into(),
        }
    }

    /// Any refusal with a code of its own.
    pub(super) fn moodle(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            exception: "core\\exception\\moodle_exception",
            errorcode: Some(code.into()),
            message: message.into(),
        }
    }

    /// PHP stopped in Moodle's own code.
    pub(super) fn php(message: &'static str) -> Self {
        Self {
            exception: "Error",
            errorcode: None,
            message: message.into(),
        }
    }

    /// No context for the course: its id does not exist.
    pub(super) fn no_course_context(id: i64) -> Self {
        Self::moodle(
            "errorcoursecontextnotvalid",
            format!(
                "You cannot execute functions in the course context (course id:{id}). The context error message was: \
                 Invalid parameter value detected"
            ),
        )
    }

    /// No context for the category: its id does not exist.
    pub(super) fn no_category_context(id: i64) -> Self {
        Self::moodle(
            "errorcatcontextnotvalid",
            format!(
                "You cannot execute functions in the category context (category id:{id}). The context error message was: \
                 Invalid parameter value detected"
            ),
        )
    }
}
