//! What people read of a membership that Moodle did not take.

use crate::Refusal;
use crate::moodle::rejection::{Rejection, own};

pub(super) fn account_gone() -> Refusal {
    own(
        "accountgone",
        "Akun orang ini tidak ada lagi di Moodle. Ekspor ulang datanya, lalu daftarkan lagi.",
    )
}

pub(super) fn course_gone() -> Refusal {
    own(
        "coursegone",
        "Course ini tidak ada lagi di Moodle. Ekspor ulang mata kuliahnya, lalu daftarkan lagi.",
    )
}

pub(super) fn not_enrolled(rejection: &Rejection) -> Refusal {
    rejection.because(match rejection.code.as_str() {
        "wsusercannotassign" => {
            "Token Moodle tidak berhak memberi peran ini. Izinkan peran itu bagi pengguna token di Moodle, atau perbaiki nomor peran di pengaturan.".to_owned()
        }
        "wsnoinstance" => {
            "Pendaftaran manual tidak aktif di course ini. Aktifkan metode pendaftaran manual di Moodle, lalu daftarkan lagi.".to_owned()
        }
        _ if rejection.is_unsent_message() => {
            "Moodle tidak dapat mengirim pesan sambutan course, dan orang ini tidak ada di course. Matikan pesan itu di Moodle, lalu daftarkan lagi.".to_owned()
        }
        _ => format!("Moodle tidak mendaftarkan orang ini ({}). Periksa course dan akunnya di Moodle.", rejection.message),
    })
}

pub(super) fn not_grouped(rejection: &Rejection) -> Refusal {
    rejection.because(if rejection.is_gone() {
        "Kelompok kelas ini tidak ada lagi di Moodle. Ekspor ulang kelasnya, lalu daftarkan lagi.".to_owned()
    } else {
        format!(
            "Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya ({}). Ekspor ulang kelasnya, lalu daftarkan lagi.",
            rejection.message
        )
    })
}

pub(super) fn not_left(rejection: &Rejection) -> Refusal {
    rejection.because(format!(
        "Orang ini belum dikeluarkan dari kelompok kelasnya di Moodle ({}). Coba lagi.",
        rejection.message
    ))
}

pub(super) fn not_removed(rejection: &Rejection) -> Refusal {
    rejection.because(format!(
        "Moodle tidak mengeluarkan orang ini dari course ({}). Periksa metode pendaftaran manual di course itu.",
        rejection.message
    ))
}
