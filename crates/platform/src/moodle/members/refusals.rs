//! The reasons that administrators read if Moodle refuses a membership.

use selaras_reasons::Reason;

use crate::Refusal;
use crate::moodle::capabilities::SEE_ALL_GROUPS;
use crate::moodle::name::platform;
use crate::moodle::rejection::{Rejection, own};

pub(super) fn account_gone() -> Refusal {
    own("accountgone", Reason::PersonsAccountGone { platform: platform() })
}

pub(super) fn course_gone() -> Refusal {
    own("coursegone", Reason::PersonsCourseGone { platform: platform() })
}

pub(super) fn not_answered() -> Refusal {
    own("notanswered", Reason::NotAnswered { platform: platform() })
}

/// The token may not see whether the person is in the course.
pub(super) fn people_hidden() -> Refusal {
    own(
        "hidden",
        Reason::PeopleHidden {
            platform: platform(),
            capability: SEE_ALL_GROUPS.to_owned(),
        },
    )
}

pub(super) fn not_enrolled(rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "wsusercannotassign" => Reason::RoleNotAssignable { platform: platform() },
        "wsnoinstance" => Reason::ManualEnrolmentOff { platform: platform() },
        _ => Reason::NotEnrolled {
            platform: platform(),
            message: rejection.message.clone(),
        },
    })
}

/// Moodle says that a message was not sent, and the person is not in the course.
pub(super) fn message_unsent() -> Refusal {
    own("messageunsent", Reason::WelcomeMessageUnsent { platform: platform() })
}

pub(super) fn not_grouped(rejection: &Rejection) -> Refusal {
    rejection.because(if rejection.is_gone() {
        Reason::GroupGone { platform: platform() }
    } else {
        Reason::NotGrouped {
            message: rejection.message.clone(),
        }
    })
}

pub(super) fn not_left(rejection: &Rejection) -> Refusal {
    rejection.because(Reason::GroupNotLeft {
        platform: platform(),
        message: rejection.message.clone(),
    })
}

pub(super) fn not_removed(rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        // A suspension gives the role again.
        "wsusercannotassign" => Reason::RoleNotAssignable { platform: platform() },
        "wsnoinstance" => Reason::ManualEnrolmentOffAtLeaving { platform: platform() },
        _ => Reason::NotUnenrolled {
            platform: platform(),
            message: rejection.message.clone(),
        },
    })
}
