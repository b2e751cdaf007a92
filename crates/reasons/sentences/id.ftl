### Yang dibaca orang, dalam bahasa Indonesia. Teks spesifikasi berdiri di sini huruf demi huruf.

## Permintaan itu sendiri

body-unreadable = Isi permintaan tidak dapat dibaca.
body-too-large = Permintaan terlalu besar.
body-too-slow = Isi permintaan terlalu lama datangnya. Periksa jaringan Anda, lalu coba lagi.
body-not-json = Isi permintaan bukan JSON yang benar.
body-not-object = Isi permintaan harus berupa objek JSON.
address-unreadable = Alamat tidak dapat dibaca.
unknown-keys = Isian ini tidak dikenal: { $names }. Tidak ada yang dikerjakan.
unknown-parameters = Parameter alamat ini tidak dikenal: { $names }. Tidak ada yang dikerjakan.
number-expected = { $name } harus berupa angka.
switch-expected = { $name } harus true atau false.
per-page-out-of-range = per_page harus dari 1 sampai 1000.
order-unknown = order harus asc atau desc.
sort-unknown = Tidak dapat diurutkan menurut { $name }.
leaving-unknown = Cara keluar { $name } tidak dikenal: suspend atau unenrol.
status-unknown = Hasil { $name } tidak dikenal.
search-too-long = Pencarian terlalu panjang.
no-such-address = Alamat ini tidak ada.
method-not-allowed = Alamat ini tidak menerima metode tersebut.
too-many-tries = Terlalu banyak percobaan. Coba lagi dalam { $seconds } detik.
too-busy = Server sedang sibuk. Coba lagi dalam { $seconds } detik.
internal = Selaras mengalami gangguan. Coba lagi; bila terulang, hubungi pengelola server.

## Isian

invalid-fields = { $text }
empty = { $field } tidak boleh kosong
text-expected = { $field } harus berupa teks
field-number-expected = { $field } harus berupa angka
numbers-expected = { $field } harus berupa daftar angka
texts-expected = { $field } harus berupa daftar teks
field-switch-expected = { $field } harus true atau false
character-not-allowed = { $field } memuat karakter yang tidak boleh dipakai
control-character = Memuat karakter yang tidak boleh dipakai
too-long = { $field } terlalu panjang, paling banyak { $most } huruf
name-too-long = Paling banyak { $most } huruf
nothing-chosen = Pilih sedikitnya satu baris
email-invalid = Email tidak benar, contoh: nama@kampus.ac.id
date-expected = { $field } harus berupa tanggal, misalnya 2026-11-1
dates-reversed = Tanggal selesai mendahului tanggal mulai
dates-out-of-range = Tanggal di luar jangkauan
dates-too-far-apart = Rentang tanggal paling lama satu tahun
part-unknown = part harus salah satu dari { $names }
kind-unknown = Jenis data { $name } tidak dikenal
verb-not-scheduled = Tindakan { $name } tidak dapat dijadwalkan
cron-invalid = { $text }
reference-unknown = { $text }

## Akun

signed-out = Sesi Anda sudah berakhir. Silakan login lagi.
username-missing = Username cannot be empty.
password-missing = Password cannot be empty.
wrong-password = Username atau password salah.
awaits-approval = Akun Anda belum disetujui. Minta administrator lain menyetujuinya di menu Users.
signup-closed = Pendaftaran ditutup. Minta akun kepada administrator.
signed-up = Akun dibuat. Silakan login.
signed-up-waiting = Akun dibuat dan menunggu persetujuan administrator.
logged-out = Anda sudah logout.
password-too-short = Password paling sedikit { $least } huruf
password-too-long = Password terlalu panjang
username-taken = Username sudah dipakai
username-taken-by = Username { $username } sudah dipakai user lain. Ganti dahulu username user itu, lalu urungkan lagi.
no-such-user = User ini tidak ada.
no-such-deleted-user = User ini tidak ada di antara yang dihapus dalam 30 hari terakhir.
own-account = Anda tidak dapat menghapus akun Anda sendiri.
last-administrator = Administrator aktif yang terakhir tidak dapat dihapus.
user-made = User { $label } dibuat.
user-saved = User { $label } disimpan.
user-deleted = User { $label } dihapus.
user-restored = User { $label } dikembalikan.
user-approved = User { $label } disetujui.

## Baris dan formulir

no-such-form = Formulir ini tidak ada.
row-gone = { $kind } ini tidak ada lagi di dashboard.
row-exists = { $kind } ini sudah ada di dashboard.
row-made = { $kind } { $label } dibuat.
row-saved = { $kind } { $label } disimpan.

## Tugas

no-such-job = Tugas ini tidak ada.
job-ended = Tugas ini sudah selesai.
job-accepted = Diterima. Pekerjaan berjalan di belakang.
cancel-requested = Pembatalan diminta. Tugas berhenti setelah kelompok baris yang sedang dikerjakan.
not-compared = Selisih belum pernah diperiksa. Periksa dahulu.
nothing-to-send-again = Tidak ada baris yang perlu ditandai untuk dikirim ulang.
waits-again = { $rows } baris ditandai untuk dikirim ulang. Export atau enroll datanya untuk mengirimnya.

## Zoom

zoom-unsigned = Tanda tangan Zoom tidak cocok atau sudah lewat lima menit.
zoom-event-unknown = Isi kabar Zoom tidak dikenali.
zoom-events-off = Server ini belum menerima kabar dari Zoom: SELARAS_ZOOM__WEBHOOK_SECRET belum diisi.
zoom-not-connected = { $text }
zoom-event-taken = Diterima.
link-expired = Tautan ini sudah kedaluwarsa. Export lagi.

## Bagian yang menyebut alasannya sendiri dengan kalimat

source-failed = { $text }
source-late = { $text }
platform-failed = { $text }
zoom-failed = { $text }
not-found = { $text }
refused = { $text }
plan-moved = { $text }
confirmation-needed = { $text }
rows-failed = { $text }
