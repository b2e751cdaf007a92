//! What a job has met that its people should hear of once, though the work got done.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::OnceCell;

use crate::Finding;

/// What one job has met.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    unsent_messages: AtomicBool,
    /// The token may not see whose enrolment is suspended.
    pub(crate) may_not_review: AtomicBool,
    /// Whether people were enrolled although their message could not be sent, once that has been looked at.
    pub(crate) enrolled_all_the_same: OnceCell<bool>,
}

impl Notes {
    /// Moodle could not send its welcome message.
    pub(crate) fn message_was_not_sent(&self) {
        self.unsent_messages.store(true, Ordering::Relaxed);
    }

    /// What there is to tell.
    pub(crate) fn told(&self) -> Vec<Finding> {
        let mut told = Vec::new();
        if self.unsent_messages.load(Ordering::Relaxed) {
            told.push(Finding::warning(
                "Moodle tidak dapat mengirim pesan sambutan course, tetapi semua orang tetap terdaftar.",
                "Matikan pesan itu (Administrasi situs > Plugin > Pendaftaran > Pendaftaran manual > Kirim pesan sambutan course, dan di metode pendaftaran setiap course yang sudah ada), atau perbaiki pengiriman e-mail di server Moodle.",
            ));
        }
        told
    }
}
