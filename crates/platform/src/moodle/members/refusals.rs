//! What people read of a membership that Moodle did not take.

use selaras_reasons::Reason;

use crate::Refusal;
use crate::moodle::rejection::{Rejection, own};

pub(super) fn account_gone() -> Refusal {
    own("accountgone", Reason::PersonsAccountGone)
}

pub(super) fn course_gone() -> Refusal {
    own("coursegone", Reason::PersonsCourseGone)
}

pub(super) fn not_enrolled(rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "wsusercannotassign" => Reason::RoleNotAssignable,
        "wsnoinstance" => Reason::ManualEnrolmentOff,
        _ if rejection.is_unsent_message() => Reason::WelcomeMessageUnsent,
        _ => Reason::NotEnrolled {
            message: rejection.message.clone(),
        },
    })
}

pub(super) fn not_grouped(rejection: &Rejection) -> Refusal {
    rejection.because(if rejection.is_gone() {
        Reason::GroupGone
    } else {
        Reason::NotGrouped {
            message: rejection.message.clone(),
        }
    })
}

pub(super) fn not_left(rejection: &Rejection) -> Refusal {
    rejection.because(Reason::GroupNotLeft {
        message: rejection.message.clone(),
    })
}

pub(super) fn not_removed(rejection: &Rejection) -> Refusal {
    rejection.because(Reason::NotUnenrolled {
        message: rejection.message.clone(),
    })
}
