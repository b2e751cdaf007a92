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
nothing-failed = Tidak ada baris yang gagal dalam tugas ini.
not-compared = Selisih belum pernah diperiksa. Periksa dahulu.
nothing-to-send-again = Tidak ada baris yang perlu ditandai untuk dikirim ulang.
waits-again = { $rows } baris ditandai untuk dikirim ulang. Export atau enroll datanya untuk mengirimnya.

## Seluruh kampus

campus-planned = Rencana seluruh kampus selesai dihitung: { $rows ->
    [0] semuanya sudah selaras.
   *[other] { $rows } baris akan dikerjakan. Belum ada yang diubah.
}
campus-aligned = Dari { $source }: { $read } baris baru atau berubah. Ke { $platform }: { $sent } dikirim, { $enrolled } di-enroll, { $left } keluar dari kelas. { $failed ->
    [0] { $stages ->
        [0] Tidak ada yang gagal.
       *[other] { $stages } tahap tidak selesai.
    }
   *[other] { $stages ->
        [0] { $failed } baris tidak dapat dikerjakan.
       *[other] { $failed } baris tidak dapat dikerjakan, { $stages } tahap tidak selesai.
    }
}
campus-undone = { $rows } baris dikembalikan seperti semula.
campus-guarded = { $text } Tidak ada yang diubah. Ketik { $name } untuk melanjutkan.
attention-not-sent = { $rows } { $kind } belum ada di { $platform }
attention-not-enrolled = { $rows } tempat { $kind } belum ter-enroll di { $platform }
attention-left-behind = { $rows } tempat { $kind } sudah tidak ada di kelasnya, tetapi masih aktif di { $platform }
attention-gone = { $rows } { $kind } tidak ada lagi di { $source }
attention-differs = { $rows } selisih dengan { $platform } ditemukan pada pemeriksaan terakhir
leave-out-unreadable = Daftar yang dikecualikan tidak dapat dibaca. Muat ulang rencananya, lalu coba lagi.
not-a-campus-plan = Tugas ini tidak memuat rencana seluruh kampus.

## Zoom

zoom-unsigned = Tanda tangan Zoom tidak cocok atau sudah lewat lima menit.
zoom-event-unknown = Isi kabar Zoom tidak dikenali.
zoom-events-off = Server ini belum menerima kabar dari Zoom: SELARAS_ZOOM__WEBHOOK_SECRET belum diisi.
zoom-not-connected = { $text }
zoom-event-taken = Diterima.
link-expired = Tautan ini sudah kedaluwarsa. Export lagi.

## Kata di dalam kalimat

word-first-name = Nama depan
word-last-name = Nama belakang
word-username = Nama pengguna
word-moodle-username = Nama pengguna Moodle
word-email-address = Alamat e-mail
word-idnumber = Nomor induk (idnumber)
word-course-name = Nama mata kuliah
word-course-short-name = Nama pendek mata kuliah
word-category-name = Nama kategori
word-class-name = Nama kelas
word-name = Nama
word-short-name = Nama singkat
word-category = Kategori
word-parent-category = Kategori induk

## Baris sumber yang tidak terbaca

row-unreadable = baris tidak dapat dibaca: { $message }
    .group = baris tidak dapat dibaca. Minta pengelola sistem akademik memperbaikinya.
row-not-json = bukan JSON yang benar. Minta pengelola sistem akademik memperbaikinya.
row-not-an-object = tidak berisi data (bukan objek). Minta pengelola sistem akademik memperbaikinya.
row-too-long = lebih panjang dari batas { $limit } bita, jadi tidak dibaca. Minta pengelola sistem akademik memeriksanya.
key-empty = { $field } kosong, padahal wajib ada
cell-empty = kolom { $field } kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi ({ $origin }).
cell-formula = kolom { $field } berisi rumus tanpa hasil; buka berkasnya di Excel lalu simpan, atau ganti rumus dengan nilainya ({ $origin }).
cell-mistake = kolom { $field } berisi kesalahan Excel { $value }; perbaiki rumusnya, atau ganti dengan nilainya ({ $origin }).
    .group = kolom { $field } berisi kesalahan Excel; perbaiki rumusnya, atau ganti dengan nilainya ({ $origin }).
cell-rounded = kolom { $field } berisi angka { $value } yang lebih panjang dari 15 digit, jadi sudah dibulatkan Excel; ubah kolomnya menjadi Teks, lalu ketik ulang angkanya ({ $origin }).
    .group = kolom { $field } berisi angka yang lebih panjang dari 15 digit, jadi sudah dibulatkan Excel; ubah kolomnya menjadi Teks, lalu ketik ulang angkanya ({ $origin }).
cell-not-text = kolom { $field } berisi huruf yang tidak terbaca; simpan ulang sebagai UTF-8 ({ $origin }).
cells-shifted = kolom { $field } tidak cocok jumlah selnya: barisnya punya { $found } sel, judulnya { $expected }; beri tanda kutip pada isi yang memuat pemisah kolom ({ $origin }).
    .group = kolom { $field } tidak cocok jumlah selnya dengan judulnya, { $expected } sel; beri tanda kutip pada isi yang memuat pemisah kolom ({ $origin }).
list-of-query = Daftar { $list }, kueri source.sql.queries.{ $list }
list-of-file = Daftar { $list }, berkas { $file }
list-of-address = Daftar { $list }, alamat { $path }

## Kabar sinkronisasi tentang satu baris

changed = { $changes }
    .group = Isinya berubah.
change = { $field }: { $from } → { $to }
key-twice = Ada dua baris dengan kunci ini di { $source }, isinya berbeda. Yang pertama dipakai; perbaiki di { $source }.
changed-both-sides = Diubah di dashboard dan juga di { $source }. Sync baris ini sendiri untuk memakai isi { $source }.
entered-here = Dibuat lewat formulir di dashboard, dan { $source } mengirim isi yang berbeda. Sync baris ini sendiri untuk memakai isi { $source }.
person-described-otherwise = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. Yang pertama dipakai; perbaiki di { $source }.
person-described-otherwise-in = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. { $changes }. Yang pertama dipakai; perbaiki di { $source }.
    .group = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. Yang pertama dipakai; perbaiki di { $source }.
said-otherwise = { $field }: dipakai "{ $held }", daftar ini mengirim "{ $said }"
written-since = Baris ini sudah ditulis lagi sesudahnya, jadi dibiarkan seperti sekarang.

## Yang menghalangi pengiriman satu baris

nothing-to-export = { $kind } bukan data tersendiri di platform: gunakan Enroll.
parent-not-there = { $kind } { $key } belum ada di { $platform }. Export data { $kind } dahulu, lalu ulangi.
    .group = { $kind } yang memuatnya belum ada di { $platform }. Export data { $kind } dahulu, lalu ulangi.
parent-not-here = { $kind } { $key } tidak ada di dashboard. Sync lalu export data { $kind } dahulu, lalu ulangi.
    .group = { $kind } yang memuatnya tidak ada di dashboard. Sync lalu export data { $kind } dahulu, lalu ulangi.
class-not-there = Kelas { $key } belum ada di { $platform }. Export data Kelas dahulu.
    .group = Kelasnya belum ada di { $platform }. Export data Kelas dahulu.
class-not-here = Kelas { $key } tidak ada di dashboard. Sync data Kelas dahulu.
    .group = Kelasnya tidak ada di dashboard. Sync data Kelas dahulu.
account-not-there = Akunnya belum ada di { $platform }. Export data { $kind } dahulu.
broke-off = Belum dipastikan: tindakan terhenti. Coba lagi; yang sudah sampai di sana tidak digandakan.
not-in-class-any-more = { $source } tidak lagi mencatatnya di kelas ini. Sync dahulu kalau ia sudah kembali.
id-not-told = { $platform } tidak memberi tahu id baris ini. Coba lagi.
gone-there = Baris ini tidak ada lagi di { $platform }. Export lagi untuk membuatnya.
not-answered = { $platform } tidak menjawab untuk baris ini. Coba lagi.

## Yang pasti ditolak Moodle, dan diketahui sebelumnya

value-empty = { $field } kosong. Isi dulu, lalu ekspor ulang.
value-markup = { $field } “{ $value }” mengandung tanda HTML (<…>). Hapus tanda itu, lalu ekspor ulang.
    .group = { $field } mengandung tanda HTML (<…>). Hapus tanda itu, lalu ekspor ulang.
value-too-long = { $field } lebih dari { $most } karakter. Pendekkan, lalu ekspor ulang.
username-empty = Nama pengguna Moodle kosong. Isi NPK atau NIK-nya, lalu ekspor ulang.
username-invalid = Nama pengguna “{ $value }” tidak dapat dipakai di Moodle: hanya huruf kecil, angka, dan tanda - . @ _ tanpa spasi. Perbaiki, lalu ekspor ulang.
    .group = Nama pengguna tidak dapat dipakai di Moodle: hanya huruf kecil, angka, dan tanda - . @ _ tanpa spasi. Perbaiki, lalu ekspor ulang.
username-reserved = Nama pengguna “{ $value }” adalah akun bawaan Moodle. Pakai nama pengguna lain.
    .group = Nama pengguna adalah akun bawaan Moodle. Pakai nama pengguna lain.
email-refused = Alamat e-mail “{ $value }” tidak benar. Perbaiki di sumbernya, lalu ekspor ulang.
    .group = Alamat e-mail tidak benar. Perbaiki di sumbernya, lalu ekspor ulang.
username-twice = Nama pengguna { $value } dipakai dua orang dalam ekspor ini. Perbaiki nomornya di sumbernya.
    .group = Nama pengguna dipakai dua orang dalam ekspor ini. Perbaiki nomornya di sumbernya.
email-shared = Alamat e-mail { $value } juga dipakai { $other } dalam ekspor ini. Perbaiki e-mail di sumbernya.
    .group = Alamat e-mail juga dipakai orang lain dalam ekspor ini. Perbaiki e-mail di sumbernya.
category-code-twice = Kode untuk { $value } dipakai dua kali dalam ekspor ini. Perbaiki kodenya di sumbernya.
    .group = Kodenya dipakai dua kali dalam ekspor ini. Perbaiki kodenya di sumbernya.
course-code-twice = Nama pendek { $value } dipakai dua mata kuliah dalam ekspor ini. Perbaiki kodenya di sumbernya.
    .group = Nama pendek dipakai dua mata kuliah dalam ekspor ini. Perbaiki kodenya di sumbernya.
class-twice = Kelas { $value } muncul dua kali dalam ekspor ini. Perbaiki kodenya di sumbernya.
    .group = Kelas muncul dua kali dalam ekspor ini. Perbaiki kodenya di sumbernya.

## Yang ditolak Moodle

moodle-gave-no-id = Moodle tidak memberi nomor untuk baris ini. Periksa log Moodle, lalu ekspor ulang.
moodle-is-changing = Data ini sedang diubah di Moodle. Ekspor ulang beberapa saat lagi.
moodle-gave-no-answer = Moodle tidak memberi jawaban untuk baris ini. Ekspor ulang.
account-refused = Moodle menolak akun ini tanpa menyebut sebabnya ({ $message }). Periksa nama, nama pengguna, dan e-mailnya.
    .group = Moodle menolak akun ini tanpa menyebut sebabnya. Periksa nama, nama pengguna, dan e-mailnya.
account-twice-there = Ada { $count } akun di Moodle dengan idnumber { $value }. Sisakan satu, lalu ekspor ulang.
    .group = Ada lebih dari satu akun di Moodle dengan idnumber yang sama. Sisakan satu, lalu ekspor ulang.
username-taken-there = Nama pengguna { $value } sudah dipakai akun lain di Moodle ({ $other }, idnumber { $idnumber }). Bila itu orang yang sama, kosongkan idnumber akun itu di Moodle lalu ekspor ulang; bila bukan, perbaiki nomornya.
    .group = Nama pengguna sudah dipakai akun lain di Moodle. Bila itu orang yang sama, kosongkan idnumber akun itu di Moodle lalu ekspor ulang; bila bukan, perbaiki nomornya.
email-taken = Alamat e-mail { $value } sudah dipakai akun lain di Moodle ({ $other }). Perbaiki e-mail di sumbernya atau di Moodle.
    .group = Alamat e-mail sudah dipakai akun lain di Moodle. Perbaiki e-mail di sumbernya atau di Moodle.
email-taken-somewhere = Alamat e-mail { $value } sudah dipakai akun lain di Moodle (tidak diketahui). Perbaiki e-mail di sumbernya atau di Moodle.
    .group = Alamat e-mail sudah dipakai akun lain di Moodle, yang tidak diketahui. Perbaiki e-mail di sumbernya atau di Moodle.
category-refused = Moodle menolak kategori { $value } ({ $message }). Periksa namanya.
    .group = Moodle menolak kategori ini. Periksa namanya.
category-twice-there = Ada lebih dari satu kategori di Moodle dengan idnumber { $value }. Sisakan satu, lalu ekspor ulang.
    .group = Ada lebih dari satu kategori di Moodle dengan idnumber yang sama. Sisakan satu, lalu ekspor ulang.
category-idnumber-taken = Nomor induk (idnumber) { $value } sudah dipakai kategori lain di Moodle. Kosongkan di sana, lalu ekspor ulang.
    .group = Nomor induk (idnumber) sudah dipakai kategori lain di Moodle. Kosongkan di sana, lalu ekspor ulang.
parent-category-gone = Kategori induk untuk { $value } tidak ada lagi di Moodle. Ekspor ulang induknya, lalu data ini.
    .group = Kategori induk tidak ada lagi di Moodle. Ekspor ulang induknya, lalu data ini.
course-refused = Moodle menolak mata kuliah { $value } ({ $message }). Periksa nama dan kodenya.
    .group = Moodle menolak mata kuliah ini. Periksa nama dan kodenya.
course-twice-there = Ada lebih dari satu course di Moodle dengan idnumber { $value }. Sisakan satu, lalu ekspor ulang.
    .group = Ada lebih dari satu course di Moodle dengan idnumber yang sama. Sisakan satu, lalu ekspor ulang.
course-category-gone = Kategori untuk mata kuliah ini tidak ada lagi di Moodle. Ekspor ulang prodinya, lalu mata kuliah ini.
short-name-taken = Nama pendek { $value } sudah dipakai course lain di Moodle. Ubah salah satunya, lalu ekspor ulang.
    .group = Nama pendek sudah dipakai course lain di Moodle. Ubah salah satunya, lalu ekspor ulang.
short-name-taken-by = Nama pendek { $value } sudah dipakai course lain di Moodle ({ $other }, idnumber { $idnumber }). Bila itu course yang sama, kosongkan idnumber-nya di Moodle lalu ekspor ulang; bila bukan, ubah salah satu nama pendeknya.
    .group = Nama pendek sudah dipakai course lain di Moodle. Bila itu course yang sama, kosongkan idnumber-nya di Moodle lalu ekspor ulang; bila bukan, ubah salah satu nama pendeknya.
class-refused = Moodle menolak kelas { $value } ({ $message }). Periksa namanya.
    .group = Moodle menolak kelas ini. Periksa namanya.
class-name-taken = Nama kelompok { $value } dan { $other } sudah dipakai di course ini. Ubah nama kelompok lama di Moodle, lalu ekspor ulang.
    .group = Nama kelompok sudah dipakai di course ini, juga dengan semesternya. Ubah nama kelompok lama di Moodle, lalu ekspor ulang.
class-course-gone = Course untuk kelas ini tidak ada lagi di Moodle. Ekspor ulang mata kuliahnya, lalu kelas ini.
class-unchanged = Kelompok belum diubah: { $message }
    .group = Kelompok belum diubah: token Moodle tidak boleh mengubahnya. Periksa fungsi layanan web dan hak pengguna tokennya.
persons-account-gone = Akun orang ini tidak ada lagi di Moodle. Ekspor ulang datanya, lalu daftarkan lagi.
persons-course-gone = Course ini tidak ada lagi di Moodle. Ekspor ulang mata kuliahnya, lalu daftarkan lagi.
role-not-assignable = Token Moodle tidak berhak memberi peran ini. Izinkan peran itu bagi pengguna token di Moodle, atau perbaiki nomor peran di pengaturan.
manual-enrolment-off = Pendaftaran manual tidak aktif di course ini. Aktifkan metode pendaftaran manual di Moodle, lalu daftarkan lagi.
welcome-message-unsent = Moodle tidak dapat mengirim pesan sambutan course, dan orang ini tidak ada di course. Matikan pesan itu di Moodle, lalu daftarkan lagi.
not-enrolled = Moodle tidak mendaftarkan orang ini ({ $message }). Periksa course dan akunnya di Moodle.
    .group = Moodle tidak mendaftarkan orang ini. Periksa course dan akunnya di Moodle.
group-gone = Kelompok kelas ini tidak ada lagi di Moodle. Ekspor ulang kelasnya, lalu daftarkan lagi.
not-grouped = Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya ({ $message }). Ekspor ulang kelasnya, lalu daftarkan lagi.
    .group = Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya. Ekspor ulang kelasnya, lalu daftarkan lagi.
group-not-left = Orang ini belum dikeluarkan dari kelompok kelasnya di Moodle ({ $message }). Coba lagi.
    .group = Orang ini belum dikeluarkan dari kelompok kelasnya di Moodle. Coba lagi.
not-unenrolled = Moodle tidak mengeluarkan orang ini dari course ({ $message }). Periksa metode pendaftaran manual di course itu.
    .group = Moodle tidak mengeluarkan orang ini dari course. Periksa metode pendaftaran manual di course itu.

## Kabar tentang yang keluar dari course, atau kembali

grades-lost = Nilainya di course ini ikut terhapus.
grades-perhaps-lost = Nilainya di course ini, kalau ada, ikut terhapus.
grades-there = Ada nilainya di course ini.
grades-not-there = Tidak ada nilainya di course ini. Kalau semula ada: nyalakan "Recover grades default" di { $platform }, unenroll, lalu enroll lagi.
grades-not-seen = Token { $platform } tidak boleh melihat nilainya: periksa di sana apakah nilainya kembali.

## Temuan pemeriksaan selisih

suspended-there = Ditangguhkan di sana. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu enroll data { $kind }.
active-there-again = Ditangguhkan dari sini, tetapi aktif lagi di sana. Enroll atau unenroll data { $kind } lagi.
differs = { $field }: dashboard "{ $here }", { $system } "{ $there }"
differs-there = { $field }: dashboard "{ $here }", { $system } "{ $there }"
not-synced = Ada di { $source }, belum ada di dashboard. Sync data { $kind }.
changed-here-since-sync = { $changes }. Diubah di dashboard sejak sync. Perbaiki juga di { $source }, atau sync baris ini sendiri untuk memakai isi { $source }.
    .group = Diubah di dashboard sejak sync. Perbaiki juga di { $source }, atau sync baris ini sendiri untuk memakai isi { $source }.
changed-at-source = { $changes }. Berubah di { $source } sejak sync terakhir. Sync data { $kind }.
    .group = Berubah di { $source } sejak sync terakhir. Sync data { $kind }.
changed-here-and-at-source = { $changes }. Isi dashboard dan { $source } berbeda, dan keduanya diubah. Sync baris ini sendiri untuk memakai isi { $source }.
    .group = Isi dashboard dan { $source } berbeda, dan keduanya diubah. Sync baris ini sendiri untuk memakai isi { $source }.
not-at-source = Tidak ada lagi di { $source }. Periksa di { $source }; bila memang sudah dihapus, hapus dari dashboard.
list-empty = { $source } mengirim daftar kosong, padahal dashboard memuat { $rows } baris. Periksa { $source } lalu coba lagi.
not-exported = Belum pernah diexport. Export data { $kind }.
gone-since-export = Sudah pernah diexport, tetapi tidak ada lagi di { $platform }. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu export data { $kind }.
changed-there = { $changes }. Diubah di { $platform }. Bila isi dashboard yang benar: Tekan Tandai untuk dikirim ulang di laporan selisih, lalu export data { $kind }; bila isi { $platform } yang benar, perbaiki di { $source }.
    .group = Diubah di { $platform }. Bila isi dashboard yang benar: Tekan Tandai untuk dikirim ulang di laporan selisih, lalu export data { $kind }; bila isi { $platform } yang benar, perbaiki di { $source }.
changed-here-since-export = { $changes }. Diubah di dashboard sejak export terakhir. Export data { $kind }.
    .group = Diubah di dashboard sejak export terakhir. Export data { $kind }.
changed-here-and-there = { $changes }. Diubah di dashboard dan juga di { $platform }. Export data { $kind } untuk memakai isi dashboard.
    .group = Diubah di dashboard dan juga di { $platform }. Export data { $kind } untuk memakai isi dashboard.
enrolled-by-hand = Di-enroll langsung di { $platform }. Enroll data { $kind } supaya tercatat di dashboard.
enrolled-by-hand-unknown = Di-enroll langsung di { $platform }, dan tidak ada di kelas course ini menurut dashboard. Keluarkan di { $platform }, atau tambahkan di { $source }.
not-yet-enrolled = Belum di-enroll. Enroll data { $kind }.
not-in-group = Ada di course di { $platform }, tetapi tidak di kelompok kelasnya. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu enroll data { $kind }.
role-changed = Perannya di course diubah di { $platform }. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu enroll data { $kind }.
course-gone = Course-nya tidak ada lagi di { $platform }. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu export data Mata Kuliah dan Kelas dan enroll data { $kind }.
not-in-course = Tercatat sudah enroll, tetapi tidak ada di course di { $platform }. Tekan Tandai untuk dikirim ulang di laporan selisih, lalu enroll data { $kind }.

## Mengapa seseorang tidak ada di kelas seperti menurut sumber

no-such-person = { $kind } bernomor { $number } tidak ada di sumber, dashboard, maupun platform.
no-such-class = Kelas bernomor { $number } tidak ada di dashboard. Sync data Kelas dahulu.
not-answered-in-time = { $system } tidak menjawab dalam { $seconds } detik. Coba lagi.
too-many-at-once = Tidak ditanyakan: lebih dari { $most } course sekaligus.
cause-not-at-source = { $source } tidak mencatatnya di kelas ini.
cause-by-hand = Dimasukkan langsung di { $platform }; { $source } tidak mencatatnya di kelas ini.
cause-row-unreadable = Barisnya di { $source } tidak dapat dibaca, jadi belum terbawa. { $why }
cause-not-synced = { $source } mencatatnya di kelas ini, tetapi dashboard belum. Sync dahulu.
cause-listed-again = { $source } mencatatnya lagi di kelas ini, tetapi di dashboard ia masih tercatat keluar. Sync dahulu.
cause-account-missing = Belum punya akun di { $platform }: belum pernah diexport.
cause-account-gone = Akunnya pernah dibuat, tetapi tidak ada lagi di { $platform }.
cause-account-refused = { $platform } tidak menerima akunnya. { $why }
cause-account-suspended = Akunnya ditangguhkan di { $platform }. Aktifkan lagi di sana bila memang boleh masuk.
cause-class-not-here = Kelas { $class } tidak ada di dashboard. Sync data Kelas dahulu.
cause-course-missing = Course untuk { $class } belum ada di { $platform }: mata kuliahnya belum diexport.
cause-course-gone = Course untuk { $class } tidak ada lagi di { $platform }.
cause-group-missing = Kelompok untuk { $class } belum ada di { $platform }: kelasnya belum diexport.
cause-not-enrolled = Belum di-enroll di { $platform }.
cause-unrecorded = Sudah ada di kelas ini di { $platform }, tetapi belum tercatat di dashboard. Enroll supaya tercatat.
cause-other-role = Ada di course di { $platform }, tetapi dengan peran lain.
cause-enrolment-failed = Enroll terakhir di { $platform } gagal. { $why }
cause-suspended-here = Enrolment-nya di { $platform } ditangguhkan dari dashboard.
cause-suspended-there = Enrolment-nya ditangguhkan langsung di { $platform }.
cause-active-there = Ditangguhkan dari dashboard, tetapi aktif lagi di { $platform }.
cause-removed-there = Pernah di-enroll, tetapi dikeluarkan dari course di { $platform }.
cause-other-group = Ada di course di { $platform }, tetapi di kelompok lain: { $groups }.
cause-no-group = Ada di course di { $platform }, tetapi tidak di kelompok kelasnya.
person-in-step = { $label } sudah selaras; tidak ada yang perlu dikerjakan.
person-unmended = { $label }: tidak ada yang dapat diselaraskan dari sini. { $why }
person-mended = { $label }: { $done } hal diselaraskan, { $failed } gagal.

## Ditulis versi yang belum mengenal kode

earlier = { $text }

## Bagian yang menyebut alasannya sendiri dengan kalimat

source-failed = { $text }
source-late = { $text }
capability-missing = { $text }
platform-failed = { $text }
zoom-failed = { $text }
not-found = { $text }
refused = { $text }
plan-moved = { $text }
confirmation-needed = { $text }
rows-failed = { $text }
