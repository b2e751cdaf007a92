//! What each call needs of whoever makes it, and who has it.
//!
//! Every route is made by [`crate::document::route`], which asks [`admit`] first. Whatever could change something is closed to
//! viewers unless its description says that it only reads.

use crate::{ApiError, session::Actor};
use axum::extract::Request;
use selaras_reasons::Reason;
use selaras_store::administrators::Role;
use utoipa::openapi::HttpMethod;

/// What a call needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// Not even a key.
    Nothing,
    /// To be signed in: the call is about the caller's own account, or what the page needs to show it.
    Own,
    /// The right to see.
    Seeing,
    /// The right to change things, or to see what is not everybody's to see.
    Changing,
}

impl Need {
    /// What a call of that method needs where nothing else is said.
    pub(crate) fn of(method: &HttpMethod) -> Self {
        match method {
            HttpMethod::Get => Self::Seeing,
            _ => Self::Changing,
        }
    }

    /// Whether somebody in that role has it.
    pub(crate) fn is_met_by(self, role: Role) -> bool {
        match self {
            Self::Nothing | Self::Own | Self::Seeing => true,
            Self::Changing => role == Role::Administrator,
        }
    }
}

/// Refuses a request whose owner does not have what the call needs.
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
