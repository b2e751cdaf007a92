//! Access control: what each call needs, and which roles have it.
//!
//! Every route is made by [`crate::document::route`], which calls [`admit`] first. Calls that could change something are
//! closed to viewers unless their description says that they only read.

use crate::{ApiError, session::Actor};
use axum::extract::Request;
use selaras_reasons::Reason;
use selaras_store::administrators::Role;
use utoipa::openapi::HttpMethod;

/// What a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// No key.
    Nothing,
    /// Any session: the call is about the caller's own account, or the page needs it for its display.
    Own,
    /// The right to read.
    Seeing,
    /// The right to change data, or to read data that only administrators may see.
    Changing,
}

impl Need {
    /// The default for a method.
    pub(crate) fn of(method: &HttpMethod) -> Self {
        match method {
            HttpMethod::Get => Self::Seeing,
            _ => Self::Changing,
        }
    }

    /// True if the role has it.
    pub(crate) fn is_met_by(self, role: Role) -> bool {
        match self {
            Self::Nothing | Self::Own | Self::Seeing => true,
            Self::Changing => role == Role::Administrator,
        }
    }
}

/// Refuses a request if its account lacks what the call needs.
pub(crate) fn admit(need: Need, request: &Request) -> Result<(), ApiError> {
    if need == Need::Nothing {
        return Ok(());
    }
    let actor = request.extensions().get::<Actor>().ok_or(ApiError::SignedOut)?;
    if !need.is_met_by(actor.role) {
        return Err(ApiError::Forbidden(Reason::ForAdministratorsAlone));
    }
    if actor.lacks_second_factor && need != Need::Own {
        return Err(ApiError::Forbidden(Reason::SecondFactorDuty));
    }
    Ok(())
}
