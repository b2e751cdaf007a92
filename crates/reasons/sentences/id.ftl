### Yang dibaca orang, dalam bahasa Indonesia. Teks spesifikasi berdiri di sini huruf demi huruf.

## Permintaan itu sendiri

body-unreadable = Isi permintaan tidak dapat dibaca.
body-too-large = Permintaan terlalu besar.
body-too-slow = Isi permintaan terlalu lama datangnya. Periksa jaringan Anda, lalu coba lagi.
body-not-json = Isi permintaan bukan JSON yang benar.
body-not-object = Isi permintaan harus berupa objek JSON.
address-unreadable = Alamat tidak dapat dibaca.
key-repeated = Isian ini tertulis dua kali: { $name }. Tidak ada yang dikerjakan.
unknown-keys = Isian ini tidak dikenal: { $names }. Tidak ada yang dikerjakan.
unknown-parameters = Parameter alamat ini tidak dikenal: { $names }. Tidak ada yang dikerjakan.
parameter-repeated = Parameter alamat ini tertulis dua kali: { $name }. Tidak ada yang dikerjakan.
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
too-many-wait = Terlalu banyak akun menunggu persetujuan. Hubungi administrator, atau coba lagi nanti.
internal = Selaras mengalami gangguan. Coba lagi; bila terulang, hubungi pengelola server.

## Isian

invalid-fields = { $text }
empty = { $field } tidak boleh kosong
text-expected = { $field } harus berupa teks
field-number-expected = { $field } harus berupa angka
numbers-expected = { $field } harus berupa daftar angka
texts-expected = { $field } harus berupa daftar teks
list-too-long = { $field } terlalu panjang, paling banyak { $most } butir dalam satu permintaan
field-switch-expected = { $field } harus true atau false
character-not-allowed = { $field } memuat karakter yang tidak boleh dipakai
control-character = Memuat karakter yang tidak boleh dipakai
markup-not-allowed = { $field } memuat tanda < seperti pada HTML, yang ditolak { $platform }. Hapus tanda itu, atau beri spasi sesudahnya
too-long = { $field } terlalu panjang, paling banyak { $most } karakter
name-too-long = Paling banyak { $most } karakter
nothing-chosen = Pilih sedikitnya satu baris
email-invalid = Email tidak benar, contoh: nama@kampus.ac.id
date-expected = { $field } harus berupa tanggal, misalnya 2026-11-1
dates-reversed = Tanggal selesai mendahului tanggal mulai
dates-out-of-range = Tanggal di luar jangkauan
dates-too-far-apart = Rentang tanggal paling lama satu tahun
part-unknown = part harus salah satu dari { $names }
kind-unknown = Jenis data { $name } tidak dikenal
verb-not-scheduled = Tindakan { $name } tidak dapat dijadwalkan
cron-empty = Waktu tidak boleh kosong
cron-unreadable = Waktu tidak dikenali. Tulis lima bagian: menit jam tanggal bulan hari, misalnya 0 5 * * *
cron-never = Waktu ini tidak pernah tiba. Periksa tanggal dan bulannya
code-unknown = { $field } { $code } tidak ada di dashboard. Pilih dari daftarnya, atau sync atau buat data { $kind } dahulu

## Akun

signed-out = Sesi Anda sudah berakhir. Silakan login lagi.
username-missing = Username cannot be empty.
password-missing = Password cannot be empty.
wrong-password = Username atau password salah.
awaits-approval = Akun Anda belum disetujui. Minta administrator lain menyetujuinya di menu Users.
account-disabled = Akun Anda dinonaktifkan. Tanyakan kepada administrator Selaras.
account-deleted = Akun Anda di Selaras sudah dihapus. Minta administrator mengembalikannya di menu Users.
signup-closed = Pembuatan akun ditutup. Minta akun kepada administrator.
signed-up = Akun dibuat. Silakan login.
signed-up-waiting = Akun dibuat dan menunggu persetujuan administrator.
logged-out = Anda sudah logout.
password-too-short = Password paling sedikit { $least } karakter
password-too-long = Password terlalu panjang
password-guessable = Password ini termasuk yang pertama kali ditebak orang. Pilih yang lain, misalnya beberapa kata
username-taken = Username sudah dipakai
username-alike = Username ini mirip sekali dengan username akun lain. Pilih yang jelas berbeda
username-not-plain = Username memuat huruf tanpa aksen, angka dan tanda baca, tanpa spasi
username-taken-by = Username { $username } sudah dipakai user lain. Ganti dahulu username user itu, lalu urungkan lagi.
no-such-user = User ini tidak ada.
no-such-deleted-user = User ini tidak ada di antara yang dihapus dan masih dapat dikembalikan.
own-account = Anda tidak dapat menghapus akun Anda sendiri.
own-account-stays-active = Anda tidak dapat menonaktifkan akun Anda sendiri.
last-administrator = Administrator aktif yang terakhir tidak dapat dihapus.
last-administrator-stays-active = Administrator aktif yang terakhir tidak dapat dinonaktifkan.
last-in-charge = Administrator yang terakhir tidak dapat menjadi pengamat. Jadikan user lain administrator dahulu.
for-administrators-alone = Anda pengamat: melihat semuanya dan tidak mengubah apa pun. Minta administrator mengerjakannya, atau menjadikan Anda administrator di menu Users.
role-unknown = Peran { $name } tidak dikenal: administrator atau viewer
present-password-wrong = Ini bukan password Anda yang sekarang
present-password-missing = Isi password Anda yang sekarang
present-password-none = Anda masuk dengan akun institusi dan belum punya password di sini. Minta administrator lain memberi Anda password
password-changed = Password Anda diganti. Sesi Anda yang lain diakhiri.
language-unknown = Bahasa adalah id atau en
appearance-unknown = Tampilan adalah light, dark atau auto
preferences-saved = Pilihan Anda disimpan.
view-saved = Filter { $label } disimpan.
view-deleted = Filter tersimpan dihapus.
no-such-view = Filter tersimpan ini tidak ada lagi, atau milik akun lain. Muat ulang halamannya.
too-many-views = Anda sudah punya { $most } filter tersimpan untuk daftar ini. Hapus salah satunya dahulu.
email-saved = Alamat Anda disimpan.
email-removed = Alamat Anda dihapus.
no-such-session = Sesi ini sudah berakhir.
session-ended = Sesi diakhiri.
sessions-ended = { $sessions } sesi diakhiri.
unknown-location = tidak diketahui
no-such-provider = Cara login ini tidak ada.
provider-away = { $name } tidak menjawab sebagaimana mestinya. Coba lagi sebentar lagi, atau login dengan password.
provider-unusable = { $name } tidak memberi keterangan yang diperlukan. Beri tahu pengelola server.
provider-foreign = Jawaban ini bukan dari { $name }. Mulai login lagi.
provider-code-void = { $name } menolak: kodenya sudah dipakai atau lewat waktunya. Mulai login lagi.
provider-token-refused = Keterangan dari { $name } tidak dapat dipercaya, jadi login ditolak. Mulai login lagi; bila tetap begitu, beri tahu pengelola server.
sign-in-over = Login ini sudah lewat waktunya, sudah dipakai, atau dimulai di peramban lain. Mulai login lagi.
sign-in-given-up = Login dibatalkan.
username-of-another = Username { $username } sudah dipakai akun lain di sini. Minta administrator mengubah salah satunya.
username-of-provider = Username Anda di { $name } memuat karakter yang tidak dipakai di sini. Minta pengelola { $name } menggantinya: huruf tanpa aksen, angka dan tanda baca, tanpa spasi.
claim-lost = { $name } tidak lagi memberi Anda akses ke Selaras. Minta pengelola { $name } memberikannya lagi, atau minta administrator Selaras mengaktifkan akun Anda di menu Users.
second-factor-needed = Masukkan kode dari aplikasi autentikator Anda.
second-factor-wrong = Kode salah, sudah dipakai, atau sudah lewat waktunya
second-factor-no-key = Server ini tidak dapat menyimpan rahasia: pengelola server perlu mengisi setelan auth.secret_key.
second-factor-there = Faktor kedua sudah terpasang. Lepaskan dahulu untuk memasang yang baru.
second-factor-not-begun = Tidak ada faktor kedua untuk itu. Muat ulang halaman ini.
second-factor-none = { $label } tidak memakai faktor kedua.
second-factor-ended = Faktor kedua dilepas.
second-factor-own = Faktor kedua Anda sendiri dilepas di menu Akun saya, dengan password dan kode. Bila kodenya hilang, minta administrator lain melepasnya.
second-factor-own-first = Pasang faktor kedua Anda sendiri dahulu di menu Akun saya, supaya Anda tetap dapat masuk.
second-factor-duty = Faktor kedua diwajibkan di sini. Pasang dahulu di menu Akun saya.
second-factor-duty-on = Faktor kedua sekarang diwajibkan.
second-factor-duty-off = Faktor kedua tidak lagi diwajibkan.
user-made = User { $label } dibuat.
user-saved = User { $label } disimpan.
user-changed-meanwhile = User ini baru saja diubah. Muat ulang halaman, lalu simpan lagi.
user-deleted = User { $label } dihapus.
user-restored = User { $label } dikembalikan.
user-approved = User { $label } disetujui.
user-disabled = User { $label } dinonaktifkan. Sesinya diakhiri.
user-enabled = User { $label } diaktifkan.
user-is-disabled = User { $label } dinonaktifkan. Aktifkan dahulu.
user-waits = User { $label } menunggu persetujuan. Setujui dahulu.

## Baris dan formulir

no-such-form = Formulir ini tidak ada.
row-gone = { $kind } ini tidak ada lagi di dashboard.
row-exists = { $kind } ini sudah ada di dashboard.
row-exists-as = { $kind } ini sudah ada di dashboard, bernama { $label }.
row-made = { $kind } { $label } dibuat.
row-saved = { $kind } { $label } disimpan.

## Pekerjaan

no-such-job = Pekerjaan ini tidak ada.
job-ended = Pekerjaan ini sudah selesai.
job-accepted = Diterima. Pekerjaan berjalan di latar.
cancel-requested = Pembatalan diminta. Pekerjaan berhenti setelah baris yang sedang dikerjakan selesai.
nothing-failed = Tidak ada baris yang gagal dalam pekerjaan ini.
not-compared = Selisih belum pernah diperiksa. Periksa dahulu.
nothing-to-send-again = Tidak ada baris yang perlu ditandai untuk dikirim ulang.
waits-again = { $rows } baris ditandai untuk dikirim ulang. Export atau enroll datanya untuk mengirimnya.

## Seluruh kampus

campus-planned = Rencana selesai dihitung: { $rows ->
    [0] semuanya sudah selaras.
   *[other] { $rows } baris akan dikerjakan. Belum ada yang diubah.
}
campus-aligned = Dari { $source }: { $read } baris baru atau berubah. Ke { $platform }: { $sent } baris dikirim, { $enrolled } peserta kelas di-enroll, { $left } peserta keluar dari kelas. { $failed ->
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
attention-not-sent = { $rows } { $kind } belum ada di { $platform }
attention-not-enrolled = { $rows } peserta kelas ({ $kind }) belum terdaftar di { $platform }
attention-left-behind = { $rows } peserta kelas ({ $kind }) sudah tidak ada di kelasnya, tetapi masih aktif di { $platform }
attention-suspended = { $rows } peserta kelas ({ $kind }) ditangguhkan di { $platform }, padahal { $source } masih mencatatnya di kelasnya
attention-gone = { $rows } { $kind } tidak ada lagi di { $source }
attention-differs = { $rows } selisih dengan { $platform } ditemukan pada pemeriksaan terakhir
attention-renumbered = { $rows } orang mungkin hanya berganti nomor
attention-matches = { $rows } baris mungkin sudah ada di { $platform }: cocokkan
attention-file-changed = Berkas { $file } ({ $kind }) berubah sejak sinkronisasi terakhir
attention-unread = Sinkronisasi terakhir ({ $kind }): { $why }
chosen-unreadable = Isi { $field } tidak dapat dibaca. Muat ulang halaman, lalu pilih lagi.
leave-out-unreadable = Daftar yang dikecualikan tidak dapat dibaca. Muat ulang rencananya, lalu coba lagi.
not-a-campus-plan = Pekerjaan ini tidak memuat rencana seluruh kampus.

## Zoom

zoom-unsigned = Tanda tangan Zoom tidak cocok atau sudah lewat lima menit.
zoom-event-unknown = Isi pemberitahuan Zoom tidak dikenali.
zoom-events-off = Server ini belum menerima pemberitahuan dari Zoom: SELARAS_ZOOM__WEBHOOK_SECRET belum diisi.
zoom-not-connected = Zoom belum dihubungkan. Minta pengelola server mengisi SELARAS_ZOOM__ACCOUNT_ID, SELARAS_ZOOM__CLIENT_ID dan SELARAS_ZOOM__CLIENT_SECRET (lihat docs/guides/zoom.md).
zoom-event-taken = Diterima.
no-such-participant = Peserta ini tidak ada dalam kehadiran Zoom.
no-such-choice = Untuk peserta ini belum ada pilihan.
person-chosen = { $participant } adalah { $label }: { $rows } kehadiran.
person-unchosen = Pilihan untuk { $participant } dibatalkan.
participant-ignored = { $participant } diabaikan: { $rows } kehadiran tidak ditanyakan lagi.
least-minutes-set = Di { $label } yang hadir kurang dari { $minutes } menit dalam satu rapat tidak dihitung hadir.
least-minutes-off = Di { $label } setiap kehadiran dihitung, berapa pun menitnya.
minutes-out-of-range = Isi jumlah menit dari 0 sampai { $most }. 0 berarti tanpa batas.
minutes-there = { $minutes } menit
minutes-there-or-more = sedikitnya { $minutes } menit
no-such-rule = Aturan ini tidak ada.
rule-taken = Sudah ada aturan dengan teks ini.
rule-unknown = Aturan { $name } tidak dikenal.
rule-kept = Rapat "{ $text }" adalah { $label }.
rule-deleted = Aturan "{ $text }" dihapus.
link-expired = Tautan ini sudah kedaluwarsa. Export lagi.

## Kata di dalam kalimat

word-first-name = Nama depan
word-last-name = Nama belakang
word-username = Nama pengguna
word-email-address = Alamat e-mail
word-idnumber = Nomor induk (idnumber)
word-course-name = Nama mata kuliah
word-course-short-name = Nama pendek mata kuliah
word-course-start = Hari pertama course
word-course-end = Hari terakhir course
word-category-name = Nama kategori
word-class-name = Nama kelas
word-name = Nama
word-short-name = Nama pendek
word-category = Kategori
word-parent-category = Kategori induk
word-rows = baris
word-people = orang
word-administrator = administrator
word-viewer = pengamat
word-sync = Sinkronisasi
word-export = Export
word-enroll = Enroll
word-unenroll = Unenroll
word-deletion = Penghapusan
word-undoing = Pengembalian
word-import = Import
word-mending = Penyelarasan
word-comparison = Pemeriksaan
word-alignment = Penyelarasan
word-plan = Rencana
word-closing = Penutupan
word-scan = Pemindaian
word-department = Departemen
word-institution = Institusi
word-city = Kota
word-phone = Telepon
word-language = Bahasa
word-profile-field = Isian profil
word-call-services = memanggil layanan web
word-make-accounts = membuat akun
word-change-accounts = mengubah akun
word-see-people = melihat orang lain
word-see-names = melihat nama pengguna dan idnumber orang lain; tanpa hak ini orang yang ada tampak tidak ada
word-see-emails = melihat alamat e-mail orang lain; tanpa hak ini orang yang ada tampak tidak ada
word-see-last-access = melihat kapan orang terakhir membuka course
word-see-emails-in-course = melihat alamat e-mail peserta course
word-manage-categories = membuat dan mengubah kategori
word-see-categories = melihat isi kategori
word-see-hidden-categories = melihat kategori yang disembunyikan
word-make-courses = membuat course
word-change-courses = mengubah course
word-see-courses = melihat course tanpa terdaftar di dalamnya
word-see-hidden-courses = melihat course yang disembunyikan
word-change-hidden-courses = mengubah course yang disembunyikan
word-move-courses = memindahkan course
word-rename-courses = mengubah nama course
word-change-short-names = mengubah nama pendek course
word-change-idnumbers = mengubah idnumber course
word-manage-groups = mengelola kelompok
word-see-groups = melihat semua kelompok
word-enrol-people = mendaftarkan orang dan menangguhkannya
word-remove-people = mengeluarkan orang dari course
word-give-roles = memberi peran
word-see-participants = melihat peserta course
word-see-roles = melihat peran peserta course
word-see-suspensions = melihat pendaftaran mana yang ditangguhkan, dan siapa yang masih dapat masuk setelah keluar
word-see-grades = melihat nilai orang lain sebelum pendaftarannya dihapus
word-see-grade-reports = melihat nilai di course yang tidak menampilkan nilai kepada mahasiswa
word-see-hidden-grades = melihat nilai yang disembunyikan pengajar: tanpanya nilai itu tampak seperti tidak ada
word-read-templates = membaca course contoh
word-fill-courses = memasukkan isi course contoh ke course baru
word-make-cohorts = membuat kohort, bila dipakai dalam bentuk
word-fill-cohorts = memasukkan orang ke kohort dan mengeluarkannya
word-see-cohorts = melihat kohort dan isinya
word-export-categories = export kategori
word-export-courses = export mata kuliah
word-export-classes = export kelas
word-export-accounts = export akun pengajar dan mahasiswa
word-enrolling = enroll
word-looking-together = enroll yang cepat, dengan melihat banyak course sekaligus
word-unenrolling = unenroll
word-suspending = penangguhan
word-changing-class = pindah kelas
word-seeing-grades = melihat nilai sebelum pendaftaran dihapus
word-comparing = pemeriksaan selisih
word-filling-courses = isi course contoh
word-keeping-cohorts = kohort
word-students = mahasiswa
word-teachers = pengajar
word-other-teachers = pengajar lain
word-monday = Senin
word-tuesday = Selasa
word-wednesday = Rabu
word-thursday = Kamis
word-friday = Jumat
word-saturday = Sabtu
word-sunday = Minggu
word-january = Jan
word-february = Feb
word-march = Mar
word-april = Apr
word-may = Mei
word-june = Jun
word-july = Jul
word-august = Agu
word-september = Sep
word-october = Okt
word-november = Nov
word-december = Des
word-sheet-of-attendance = Kehadiran Zoom
word-sheet-of-results = Hasil
word-header-number = No
word-header-username = Username
word-header-email = Email
word-header-meeting = Meeting ID
word-header-topic = Topik
word-header-date = Tanggal
word-header-begins = Mulai
word-header-ends = Selesai
word-header-came = Masuk
word-header-left = Keluar
word-header-leave-reason = Alasan Keluar
word-header-attended = Hadir
word-header-share = Persentase
word-present = hadir
word-header-duration = Durasi
word-header-remark = Keterangan
word-header-program-id = Program ID
word-header-program = Prodi
word-header-kind = Jenis
word-header-new = Masuk
word-header-changed = Berubah
word-header-gone = Keluar
word-header-failed = Gagal
word-header-mended = Diperbaiki
word-sheet-of-period = Laporan
word-header-outcome = Hasil
word-header-key = Kode
word-header-name = Nama
word-header-person-number = Nomor
word-header-class = Kelas
word-header-class-number = Nomor Kelas
word-sheet-of-rows = Data
word-sheet-of-matches = Pencocokan
word-header-export = Export
word-header-export-reason = Alasan export
word-header-enrolment = Enroll
word-header-enrolment-reason = Alasan enroll
word-header-missing-since = Hilang dari sumber sejak
word-header-synced-at = Terakhir sync
word-header-exported-at = Terakhir export
word-zoom-id = nomor pengguna (id)
word-meeting-uuid = UUID rapat (uuid)
word-meeting-number = nomor rapat (id)
word-meeting-topic = topik rapat (topic)
word-meeting-start = waktu mulai rapat (start_time)
word-meeting-end = waktu selesai rapat (end_time)
word-join-time = waktu masuk (join_time)
word-leave-time = waktu keluar (leave_time)
word-created = dibuat
word-updated = diubah
word-unchanged = tetap
word-missing = hilang
word-conflict = bentrok
word-failed = gagal
word-untried = belum dipastikan
word-enrolled = di-enroll
word-unenrolled = di-unenroll
word-suspended = ditangguhkan
word-still-open = masih terbuka
word-reactivated = aktif lagi
word-moved = pindah kelompok
word-hidden = disembunyikan
word-shown = ditampilkan lagi
word-deleted = dihapus
word-restored = dikembalikan
word-removed = ditarik kembali
word-in-step = selaras
word-missing-here = belum ada di dashboard
word-missing-source = hilang dari sumber
word-missing-there = tidak ada di platform
word-changed-source = berubah di sumber
word-changed-here = berubah di dashboard
word-changed-there = berubah di platform
word-changed-both = berubah di dua sisi
word-not-enrolled = belum terdaftar
word-by-hand = di-enroll langsung di platform

## Baris sumber yang tidak terbaca

row-unreadable = baris tidak dapat dibaca: { $message }
    .group = baris tidak dapat dibaca. Minta pengelola sistem akademik memperbaikinya.
row-not-json = bukan JSON yang benar. Minta pengelola sistem akademik memperbaikinya.
row-not-an-object = tidak berisi data (bukan objek). Minta pengelola sistem akademik memperbaikinya.
row-too-long = lebih panjang dari batas { $limit } byte, jadi tidak dibaca. Minta pengelola sistem akademik memeriksanya.
key-empty = { $field } kosong, padahal wajib ada
number-rounded = { $field } berisi angka { $value } yang terlalu panjang, jadi digitnya mungkin hilang. Minta pengelola sistem akademik mengirimnya sebagai teks.
    .group = { $field } berisi angka yang terlalu panjang, jadi digitnya mungkin hilang. Minta pengelola sistem akademik mengirimnya sebagai teks.
cell-empty = kolom { $field } kosong, padahal wajib ada; isi di sumbernya, lalu coba lagi ({ $origin }).
cell-formula = kolom { $field } berisi rumus tanpa hasil; buka berkasnya di Excel lalu simpan, atau ganti rumus dengan nilainya ({ $origin }).
cell-mistake = kolom { $field } berisi kesalahan Excel { $value }; perbaiki rumusnya, atau ganti dengan nilainya ({ $origin }).
    .group = kolom { $field } berisi kesalahan Excel; perbaiki rumusnya, atau ganti dengan nilainya ({ $origin }).
cell-date = kolom { $field } berisi tanggal { $value }, mungkin kode yang diubah Excel; format kolomnya sebagai Teks, lalu ketik ulang isinya ({ $origin }).
    .group = kolom { $field } berisi tanggal, mungkin kode yang diubah Excel; format kolomnya sebagai Teks, lalu ketik ulang isinya ({ $origin }).
cell-rounded = kolom { $field } berisi angka { $value } yang sudah dibulatkan Excel atau program lain, jadi digitnya mungkin hilang; ubah kolomnya menjadi Teks, lalu ketik ulang angkanya ({ $origin }).
    .group = kolom { $field } berisi angka yang sudah dibulatkan Excel atau program lain, jadi digitnya mungkin hilang; ubah kolomnya menjadi Teks, lalu ketik ulang angkanya ({ $origin }).
cell-rounded-by-database = kolom { $field } berisi angka { $value } yang sudah dibulatkan database, jadi digitnya mungkin hilang; ubah kolomnya di database dari bilangan pecahan menjadi teks, lalu isi ulang angkanya ({ $origin }).
    .group = kolom { $field } berisi angka yang sudah dibulatkan database, jadi digitnya mungkin hilang; ubah kolomnya di database dari bilangan pecahan menjadi teks, lalu isi ulang angkanya ({ $origin }).
cell-not-text = kolom { $field } berisi karakter yang tidak terbaca; simpan ulang sebagai UTF-8 ({ $origin }).
cell-not-text-in-database = kolom { $field } berisi teks yang bukan UTF-8; perbaiki di database ({ $origin }).
cell-too-long = kolom { $field } berisi lebih dari { $limit } karakter, jadi barisnya tidak dibaca; pendekkan isinya ({ $origin }).
cell-with-tab = kolom { $field } berisi tabulasi (tombol Tab); ganti dengan spasi, lalu simpan lagi ({ $origin }).
cell-with-line-break = kolom { $field } berisi ganti baris (Alt+Enter); jadikan satu baris, lalu simpan lagi ({ $origin }).
cell-with-control = kolom { $field } berisi karakter { $value } yang tidak tampak; hapus lalu ketik ulang isinya ({ $origin }).
    .group = kolom { $field } berisi karakter yang tidak tampak; hapus lalu ketik ulang isinya ({ $origin }).
cell-misquoted = kolom { $field } berisi tanda kutip " di tengah isi yang diapit tanda kutip; tulis dua kali ("") atau hapus ({ $origin }).
cell-no-date = kolom { $field } berisi { $value }, bukan tanggal; tulis seperti 2026-09-01 ({ $origin }).
    .group = kolom { $field } tidak berisi tanggal; tulis seperti 2026-09-01 ({ $origin }).
id-twice-in-member = kolom { $field } berisi { $value }, yang juga ada di baris { $at } dengan isi lain; keduanya tidak dipakai; hapus atau ubah salah satunya ({ $origin }).
    .group = kolom { $field } berisi kode yang juga ada di baris lain dengan isi lain; keduanya tidak dipakai; hapus atau ubah salah satunya ({ $origin }).
id-not-in-member = kolom { $field } berisi { $value }, yang tidak ada di { $member }; tambahkan di sana, atau hapus barisnya ({ $origin }).
    .group = kolom { $field } berisi kode yang tidak ada di { $member }; tambahkan di sana, atau hapus barisnya ({ $origin }).
cells-shifted = kolom { $field } tidak cocok jumlah selnya: barisnya punya { $found } sel, judulnya { $expected }; beri tanda kutip pada isi yang memuat pemisah kolom ({ $origin }).
    .group = kolom { $field } tidak cocok jumlah selnya dengan judulnya, { $expected } sel; beri tanda kutip pada isi yang memuat pemisah kolom ({ $origin }).
list-of-query = Daftar { $list }, kueri source.sql.queries.{ $list }
list-of-file = Daftar { $list }, berkas { $file }
list-of-upload = Daftar { $list }, berkas { $file } yang diunggah
list-of-address = Daftar { $list }, alamat { $path }
uploaded-file = Berkas { $file } yang diunggah

## Yang dilewati dari satu daftar, dan akibatnya

row-of-placeholders = tidak berisi data, hanya tanda kosong seperti - atau NULL
left-out-headings = { $origin }: { $rows } baris hanya mengulang judul kolom, jadi dilewati (baris { $line }).
left-out-footer = { $origin }: { $rows } baris bukan data, jadi dilewati (baris { $line }: { $said }).
left-out-placeholders = { $origin }: { $rows } baris hanya berisi tanda kosong seperti - atau NULL, jadi dilewati (baris { $line }).
left-out-ended = { $origin }: { $rows } baris sudah lewat endDate-nya, jadi tidak diikutsertakan (baris { $line }: { $said }).
left-out-not-begun = { $origin }: { $rows } baris belum sampai beginDate-nya, jadi baru diikutsertakan sejak hari itu (baris { $line }: { $said }).
left-out-disabled = { $origin }: { $rows } baris milik pengguna dengan enabledUser false, jadi tidak diikutsertakan (baris { $line }: { $said }).
left-out-sheet = { $origin }: lembar { $said } tidak dibaca, karena tidak memuat judul kolom daftar ini.
left-out-sheet-of-list = { $origin }: lembar { $said } juga memuat daftar ini tetapi tidak dibaca, jadi tidak ada yang dianggap hilang. Satukan semua baris di satu lembar.
none-gone-of-list = Tidak ada yang dianggap hilang dari daftar ini ({ $origin }), karena { $rows } barisnya tidak terbaca. Perbaiki, lalu sync lagi. Contohnya { $line }: { $why }
none-gone-of-classes = Tidak ada yang dianggap keluar dari { $classes } kelas ({ $origin }), karena { $rows } barisnya tidak terbaca. Perbaiki, lalu sync lagi. Contohnya { $line }: { $why }
stay-of-unknown-classes = { $rows } pendaftaran tidak dianggap hilang walau tidak tercantum lagi, karena { $source } menyebut orangnya di kelas yang tidak ada di dashboard atau tidak terbaca. Perbaiki penulisan kelasnya atau sync data Kelas, lalu sync lagi.

## Kabar sinkronisasi tentang satu baris

changed = { $changes }
    .group = Isinya berubah.
change = { $field }: { $from } → { $to }
key-twice = Ada beberapa baris dengan kunci ini di { $source }, isinya berbeda. Tidak satu pun dipakai. Sisakan satu di { $source }, lalu sync lagi.
changed-both-sides = Diubah di dashboard dan juga di { $source }. Sync baris ini sendiri untuk memakai isi { $source }.
entered-here = Dibuat lewat formulir di dashboard, dan { $source } mengirim isi yang berbeda. Sync baris ini sendiri untuk memakai isi { $source }.
person-described-otherwise = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. Yang pertama dipakai; perbaiki di { $source }.
person-described-otherwise-in = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. { $changes }. Yang pertama dipakai; perbaiki di { $source }.
    .group = Daftar kelas lain di { $source } menyebut orang ini dengan data yang berbeda. Yang pertama dipakai; perbaiki di { $source }.
said-otherwise = { $field }: dipakai "{ $held }", daftar ini mengirim "{ $said }"
written-since = Baris ini sudah ditulis lagi sesudahnya, jadi dibiarkan seperti sekarang.
entered-since = Pendaftaran ini sudah dikirim sebagai enroll sesudahnya, jadi barisnya dibiarkan. Unenroll dahulu, lalu urungkan lagi.
number-spelled-otherwise = { $field } { $value } mungkin nomor yang sama dengan { $other } di dashboard: namanya sama, hanya nol di depannya berbeda. Baris ini dilewati. Samakan penulisannya di { $source }, lalu sync lagi; bila memang orang lain, buat dahulu orangnya lewat formulir.
    .group = { $field } mungkin nomor yang sama dengan nomor di dashboard: namanya sama, hanya nol di depannya berbeda. Baris-baris ini dilewati. Samakan penulisannya di { $source }, lalu sync lagi; bila memang orang lain, buat dahulu orangnya lewat formulir.
person-spelled-otherwise = { $field } { $value } tidak ada di dashboard, tetapi { $other } ada: mungkin nomor yang sama, ditulis dengan nol yang berbeda di depannya. Baris ini dilewati, dan kelas yang diajar { $other } dibiarkan. Samakan penulisannya di { $source }, lalu sync lagi; bila memang orang lain, sync data orangnya dahulu.
    .group = { $field } tidak ada di dashboard, tetapi ada yang berbeda nol di depannya saja. Baris-baris ini dilewati, dan kelas yang diajar orang itu dibiarkan. Samakan penulisannya di { $source }, lalu sync lagi; bila memang orang lain, sync data orangnya dahulu.
class-unknown-here = kelas ini tidak ada di dashboard, jadi { $count } barisnya dari { $source } dilewati. Sync data Kelas dahulu; bila kelasnya memang ada, samakan penulisan namanya.
    .group = kelas tidak ada di dashboard, jadi barisnya dari { $source } dilewati. Sync data Kelas dahulu; bila kelasnya memang ada, samakan penulisan namanya.

## Mencoba daftar, dan berkas yang diunggah

trial-without-class = Daftar ini dibaca per kelas, dan tidak ada kelas yang terbaca. Perbaiki daftar classes dahulu.
list-tried = { $kind }: { $rows } baris dicoba tanpa masalah, { $speed } baris per detik.
list-tried-with-faults = { $kind }: { $faults } masalah di antara { $rows } baris yang dicoba, misalnya di baris { $row }: { $reason }
list-try-mend = Semua masalahnya ada di Pengaturan, Sumber, tombol Coba.
trial-twice = { $key } sudah ada di baris ke-{ $other }. Hapus salah satunya di sumbernya.
    .group = Kuncinya sudah ada di baris lain. Hapus salah satunya di sumbernya.
trial-class-unknown = Kelas { $key } tidak ada di daftar classes. Samakan penulisannya, atau tambahkan kelasnya.
    .group = Kelasnya tidak ada di daftar classes. Samakan penulisannya, atau tambahkan kelasnya.
trial-class-looks-alike = Kelas { $key } tampak sama dengan kelas di daftar classes, tetapi { $field } beda satu karakter yang tidak tampak atau spasi ganda ({ $value }). Salin namanya dari sana.
    .group = { $field } tampak sama dengan yang di daftar classes, tetapi beda satu karakter yang tidak tampak atau spasi ganda. Salin namanya dari sana.
trial-no-time = { $value } bukan jam. Tulis seperti 07:30.
    .group = Isinya bukan jam. Tulis seperti 07:30.
list-unknown = Daftar ini tidak dikenal. Yang ada: { $names }.
field-unknown = Daftar { $list } tidak punya kolom ini. Yang ada: { $names }.
heading-twice = Judul { $heading } dipakai untuk dua kolom. Pilih judul yang berbeda.
file-name-missing = Nama berkas belum ada.
format-unknown = Berkas ini bukan CSV, Excel (.xlsx) atau OneRoster (.zip). Simpan sebagai salah satunya, lalu unggah lagi.
format-for-list = Berkas zip hanya untuk OneRoster. Unggah CSV atau Excel untuk daftar ini.
format-for-roster = OneRoster diunggah sebagai satu berkas zip.
read-by-query = Daftar { $list } dibaca dari database dengan source.sql.queries.{ $list }. Hapus kuerinya dahulu bila daftarnya harus dibaca dari berkas.
upload-too-large = Berkas ini lebih besar dari { $megabytes } MB. Bagi berkasnya, atau minta pengelola server menaikkan source.uploads.megabytes.
upload-broken = Berkas terputus sebelum seluruhnya sampai. Tidak ada yang diubah. Unggah lagi.
upload-unreadable = { $reason }
no-upload = Tidak ada berkas yang diunggah untuk daftar ini.
upload-taken = Berkas { $file } diunggah untuk daftar { $list }.
upload-proposed = Berkas { $file } diunggah untuk daftar { $list }, dan belum dipakai.
upload-deleted = Berkas untuk daftar { $list } dihapus.
proposal-dropped = Berkas baru untuk daftar { $list } dibuang.
proposal-replaced = Berkas baru ini sudah dipakai, diganti, atau dibuang. Muat ulang halaman, lalu bandingkan lagi.
headings-kept = Judul kolom untuk daftar { $list } disimpan.

## Yang menghalangi pengiriman satu baris

nothing-to-export = { $kind } bukan data tersendiri di platform: gunakan Enroll.
parent-not-there = { $kind } { $key } belum ada di { $platform }. Export data { $kind } dahulu, lalu ulangi.
    .group = { $kind } yang memuatnya belum ada di { $platform }. Export data { $kind } dahulu, lalu ulangi.
leavers-first = Kelas ini mendapat course atau kelompok lain menurut bentuk di { $platform }, tetapi masih ada yang keluar darinya dan belum ditangguhkan di tempat lama. Unenroll dahulu, lalu export lagi.
made-not-there = { $label } belum ada di { $platform }. Export lagi supaya dibuat.
made-course-taken = Nama pendek course ini di { $platform } sudah dipakai course lain. Ubah pola nama pendek di Pengaturan > Bentuk di { $platform }, atau nama course itu, lalu export lagi.
pattern-failed = Pola { $name } di Pengaturan > Bentuk tidak dapat dipakai: { $fault }. Perbaiki pola itu, lalu export lagi.
host-class-gone = Kelas induk { $key } tidak ada lagi di { $source }. Isi kelas induk yang masih ada, atau kosongkan supaya kelas ini diajar sendiri, lalu export lagi.
    .group = Kelas induknya tidak ada lagi di { $source }. Isi kelas induk yang masih ada, atau kosongkan supaya kelas ini diajar sendiri, lalu export lagi.
host-class-combined = Kelas induk { $key } sendiri digabung ke kelas { $other }. Isi kelas induk dengan kelas yang diajar sendiri, lalu export lagi.
    .group = Kelas induknya sendiri digabung ke kelas lain. Isi kelas induk dengan kelas yang diajar sendiri, lalu export lagi.
teaching-role-unknown = Peran "{ $name }" belum ada di tabel peran di Pengaturan > Bentuk. Tambahkan di sana dengan nomor perannya, atau perbaiki peran itu di sumbernya, lalu enroll lagi.
parent-not-here = { $kind } { $key } tidak ada di dashboard. Sync lalu export data { $kind } dahulu, lalu ulangi.
    .group = { $kind } yang memuatnya tidak ada di dashboard. Sync lalu export data { $kind } dahulu, lalu ulangi.
named-before-there = Di { $platform }, { $key } masih { $kind } yang di sini sudah menjadi { $other }. Export { $other } dahulu, lalu ulangi.
    .group = Di { $platform }, nomor atau kodenya masih milik { $kind } yang sudah diubah di sini. Export { $kind } itu dahulu, lalu ulangi.
class-in-other-course = Kelas ini sekarang milik course lain, sedangkan kelompoknya di { $platform } masih di course lama. Unenroll orangnya, hapus kelompok itu di { $platform }, lalu export lagi.
class-not-there = Kelas { $key } belum ada di { $platform }. Export data Kelas dahulu.
    .group = Kelasnya belum ada di { $platform }. Export data Kelas dahulu.
class-not-here = Kelas { $key } tidak ada di dashboard. Sync lalu export data Kelas dahulu.
    .group = Kelasnya tidak ada di dashboard. Sync lalu export data Kelas dahulu.
name-shared = Nama { $key } dipakai lebih dari satu { $kind }: { $found }. Minta sumber mengirim { $column } pada baris ini, atau bedakan namanya di sana, lalu sync lagi.
    .group = Namanya dipakai lebih dari satu { $kind }, dan sumber tidak menyebut yang mana. Minta sumber mengirim { $column } pada baris-baris ini, atau bedakan namanya di sana, lalu sync lagi.
account-not-there = Akunnya belum ada di { $platform }. Export data { $kind } dahulu.
broke-off = Belum dipastikan: tindakan terhenti. Coba lagi; yang sudah sampai di sana tidak digandakan.
not-in-class-any-more = { $source } tidak lagi mencatatnya di kelas ini. Sync dahulu kalau ia sudah kembali.
not-listed-any-more = { $source } tidak lagi mencatat baris ini, jadi tidak dikirim. Sync dahulu kalau sudah ada lagi.
perhaps-in-unknown-class = Sumber juga mencantumkan orang ini di { $key }, kelas yang tidak dikenal atau bernama ganda, jadi orangnya belum dikeluarkan. Sync data Kelas, atau perbaiki nama kelasnya di sumber.
    .group = Sumber juga mencantumkan orang ini di kelas yang tidak dikenal atau bernama ganda, jadi orangnya belum dikeluarkan. Sync data Kelas, atau perbaiki nama kelasnya di sumber.
perhaps-renumbered = Nomor { $value } mungkin berganti menjadi { $other }. Putuskan dahulu di halaman Nomor yang berganti apakah keduanya orang yang sama, lalu ulangi.
    .group = Nomor orang ini mungkin berganti. Putuskan dahulu di halaman Nomor yang berganti apakah ia orang yang sama, lalu ulangi.
match-undecided = Baris ini mungkin sudah ada di { $platform }. Putuskan dahulu di halaman Cocokkan dengan { $platform }: terima usulannya, pilih yang lain, atau buat baru. Lalu ulangi.
recreated = Kelas atau akunnya dihapus atau dibuat baru di sana, atau perannya di kelas berubah, sejak ia di-enroll. Export datanya bila belum, lalu enroll lagi.
id-not-told = { $platform } tidak memberi tahu id baris ini. Coba lagi.
gone-there = Baris ini tidak ada lagi di { $platform }. Export lagi untuk membuatnya.
not-answered = { $platform } tidak menjawab untuk baris ini. Coba lagi.

## Yang pasti ditolak platform, dan diketahui sebelumnya

value-empty = { $field } kosong. Isi dulu, lalu export lagi.
value-markup = { $field } “{ $value }” mengandung tanda HTML (<…>). Hapus tanda itu, lalu export lagi.
    .group = { $field } mengandung tanda HTML (<…>). Hapus tanda itu, lalu export lagi.
value-too-long = { $field } lebih dari { $most } karakter. Pendekkan, lalu export lagi.
username-empty = Nama pengguna { $platform } kosong. Isi NPK atau NIK-nya, lalu export lagi.
username-invalid = Nama pengguna “{ $value }” tidak dapat dipakai di { $platform }: hanya huruf kecil, angka, dan tanda - . @ _ tanpa spasi. Perbaiki, lalu export lagi.
    .group = Nama pengguna tidak dapat dipakai di { $platform }: hanya huruf kecil, angka, dan tanda - . @ _ tanpa spasi. Perbaiki, lalu export lagi.
username-reserved = Nama pengguna “{ $value }” adalah akun bawaan { $platform }. Pakai nama pengguna lain.
    .group = Nama pengguna adalah akun bawaan { $platform }. Pakai nama pengguna lain.
email-refused = Alamat e-mail “{ $value }” tidak benar. Perbaiki di sumbernya, lalu export lagi.
    .group = Alamat e-mail tidak benar. Perbaiki di sumbernya, lalu export lagi.
username-twice = Nama pengguna { $value } dipakai dua orang dalam export ini. Perbaiki nomornya di sumbernya.
    .group = Nama pengguna dipakai dua orang dalam export ini. Perbaiki nomornya di sumbernya.
name-of-other-row = { $field } { $value } juga dipakai { $other }. Perbaiki salah satunya di sumbernya, lalu sync dan export lagi.
    .group = { $field } juga dipakai baris lain. Perbaiki salah satunya di sumbernya, lalu sync dan export lagi.
category-code-twice = Kode untuk { $value } dipakai dua kali dalam export ini. Perbaiki kodenya di sumbernya.
    .group = Kodenya dipakai dua kali dalam export ini. Perbaiki kodenya di sumbernya.
course-code-twice = Nama pendek { $value } dipakai dua mata kuliah dalam export ini. Perbaiki kodenya di sumbernya.
    .group = Nama pendek dipakai dua mata kuliah dalam export ini. Perbaiki kodenya di sumbernya.
class-twice = Kelas { $value } muncul dua kali dalam export ini. Perbaiki kodenya di sumbernya.
    .group = Kelas muncul dua kali dalam export ini. Perbaiki kodenya di sumbernya.

## Yang ditolak platform

no-id-given = { $platform } tidak memberi nomor untuk baris ini. Periksa log { $platform }, lalu export lagi.
being-changed-there = Data ini sedang diubah di { $platform }. Export lagi beberapa saat lagi.
no-answer-given = { $platform } tidak memberi jawaban untuk baris ini. Export lagi.
account-refused = { $platform } menolak akun ini tanpa menyebut sebabnya ({ $message }). Periksa nama, nama pengguna, dan e-mailnya.
    .group = { $platform } menolak akun ini tanpa menyebut sebabnya. Periksa nama, nama pengguna, dan e-mailnya.
language-refused = { $platform } menolak akun ini. Biasanya paket bahasa { $language } belum dipasang di sana: pasang di Site administration > General > Language > Language packs, atau ubah bahasa di Pengaturan > Bentuk, lalu export lagi.
profile-field-not-kept = { $platform } tidak menyimpan isian profil { $field }: tidak ada isian dengan nama pendek itu, atau jenisnya tidak menerima nilai ini. Buat di Site administration > Users > User profile fields, atau hapus dari Pengaturan > Bentuk, lalu export lagi.
account-twice-there = Ada { $count } akun di { $platform } dengan idnumber { $value }. Sisakan satu, lalu export lagi.
    .group = Ada lebih dari satu akun di { $platform } dengan idnumber yang sama. Sisakan satu, lalu export lagi.
account-of-other-row = Akun { $value } di { $platform } ({ $other }) milik baris lain: idnumber-nya { $idnumber }. Perbaiki nomor yang salah. Bila baris itu tidak ada lagi di dashboard, kosongkan idnumber akun itu di { $platform }, lalu export lagi.
    .group = Akun dengan nama pengguna ini di { $platform } milik baris lain. Perbaiki nomor yang salah. Bila baris itu tidak ada lagi di dashboard, kosongkan idnumber akun itu di { $platform }, lalu export lagi.
account-ambiguous = Beberapa akun di { $platform } memakai nomor { $value } sebagai username atau idnumber: { $found }. Pilih akunnya di halaman Cocokkan, lalu export lagi.
    .group = Beberapa akun di { $platform } memakai nomor yang sama sebagai username atau idnumber. Pilih akunnya di halaman Cocokkan, lalu export lagi.
linked-to-other-row = { $value } di { $platform } cocok dengan baris ini, tetapi sudah dipakai baris lain: { $other }. Perbaiki nomor atau kode yang salah, lalu export lagi.
    .group = Yang cocok dengan baris ini di { $platform } sudah dipakai baris lain. Perbaiki nomor atau kode yang salah, lalu export lagi.
username-taken-there = Nama pengguna { $value } sudah dipakai akun lain di { $platform } ({ $other }, idnumber { $idnumber }). Bila itu orang yang sama, pilih akunnya di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki nomornya.
    .group = Nama pengguna sudah dipakai akun lain di { $platform }. Bila itu orang yang sama, pilih akunnya di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki nomornya.
email-taken = Alamat e-mail { $value } sudah dipakai akun lain di { $platform } ({ $other }). Bila itu akun orang ini, pilih di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki e-mail di sumbernya atau di { $platform }.
    .group = Alamat e-mail sudah dipakai akun lain di { $platform }. Bila itu akun orang ini, pilih di halaman Cocokkan, lalu export lagi; bila bukan, perbaiki e-mail di sumbernya atau di { $platform }.
email-taken-somewhere = Alamat e-mail { $value } sudah dipakai akun lain di { $platform } (tidak diketahui). Perbaiki e-mail di sumbernya atau di { $platform }.
    .group = Alamat e-mail sudah dipakai akun lain di { $platform }, yang tidak diketahui. Perbaiki e-mail di sumbernya atau di { $platform }.
category-refused = { $platform } menolak kategori { $value } ({ $message }). Periksa namanya.
    .group = { $platform } menolak kategori ini. Periksa namanya.
category-twice-there = Ada lebih dari satu kategori di { $platform } dengan idnumber { $value }. Sisakan satu, lalu export lagi.
    .group = Ada lebih dari satu kategori di { $platform } dengan idnumber yang sama. Sisakan satu, lalu export lagi.
category-idnumber-taken = Nomor induk (idnumber) { $value } sudah dipakai kategori lain di { $platform }. Kosongkan di sana, lalu export lagi.
    .group = Nomor induk (idnumber) sudah dipakai kategori lain di { $platform }. Kosongkan di sana, lalu export lagi.
parent-category-gone = Kategori induk untuk { $value } tidak ada lagi di { $platform }. Export lagi tahun ajaran, semester, prodi dan jurusan, lalu data ini.
    .group = Kategori induk tidak ada lagi di { $platform }. Export lagi tahun ajaran, semester, prodi dan jurusan, lalu data ini.
course-refused = { $platform } menolak mata kuliah { $value } ({ $message }). Periksa nama dan kodenya.
    .group = { $platform } menolak mata kuliah ini. Periksa nama dan kodenya.
course-twice-there = Ada lebih dari satu course di { $platform } dengan idnumber { $value }. Sisakan satu, lalu export lagi.
    .group = Ada lebih dari satu course di { $platform } dengan idnumber yang sama. Sisakan satu, lalu export lagi.
course-category-gone = Kategori untuk course ini tidak ada lagi di { $platform }. Export lagi tahun ajaran, semester, prodi dan jurusan, lalu data ini.
short-name-taken = Nama pendek { $value } sudah dipakai course lain di { $platform }. Ubah salah satunya, lalu export lagi.
    .group = Nama pendek sudah dipakai course lain di { $platform }. Ubah salah satunya, lalu export lagi.
course-ambiguous = Beberapa course di { $platform } bernama pendek { $value } dengan huruf besar dan kecil yang berbeda: { $found }. Ubah nama pendek yang bukan miliknya, lalu export lagi.
    .group = Beberapa course di { $platform } bernama pendek sama dengan huruf besar dan kecil yang berbeda. Ubah nama pendek yang bukan miliknya, lalu export lagi.
short-name-taken-by = Nama pendek { $value } di { $platform } milik course baris lain ({ $other }, idnumber { $idnumber }). Ubah salah satu nama pendeknya. Bila baris itu tidak ada lagi di dashboard, kosongkan idnumber course itu di { $platform }, lalu export lagi.
    .group = Nama pendek di { $platform } milik course baris lain. Ubah salah satu nama pendeknya. Bila baris itu tidak ada lagi di dashboard, kosongkan idnumber course itu di { $platform }, lalu export lagi.
class-refused = { $platform } menolak kelas { $value } ({ $message }). Periksa namanya.
    .group = { $platform } menolak kelas ini. Periksa namanya.
class-name-taken = Nama kelompok { $value } dan { $other } sudah dipakai di course ini. Ubah nama kelompok lama di { $platform }, lalu export lagi.
    .group = Nama kelompok sudah dipakai di course ini, juga dengan semesternya. Ubah nama kelompok lama di { $platform }, lalu export lagi.
class-course-gone = Course untuk kelas ini tidak ada lagi di { $platform }. Export lagi mata kuliahnya, lalu kelas ini.
class-unchanged = Kelompok belum diubah di { $platform }: { $message }
    .group = Kelompok belum diubah: token { $platform } tidak boleh mengubahnya. Periksa fungsi layanan web dan hak pengguna tokennya.
persons-account-gone = Akun orang ini tidak ada lagi di { $platform }. Export lagi datanya, lalu enroll lagi.
persons-account-dropped = Akun yang dipilih untuk orang ini di { $platform } sudah dilepas. Kembalikan alamat e-mail akun itu di { $platform }, lalu export lagi data orang ini dan enroll lagi.
persons-course-gone = Course ini tidak ada lagi di { $platform }. Export lagi mata kuliah dan kelasnya, lalu enroll lagi.
role-not-assignable = Token { $platform } tidak berhak memberi peran ini. Izinkan peran itu bagi pengguna token di { $platform }, atau perbaiki nomor peran di setelan.
manual-enrolment-off = Pendaftaran manual tidak aktif di course ini. Aktifkan metode pendaftaran manual di { $platform }, lalu enroll lagi.
welcome-message-unsent = { $platform } tidak dapat mengirim pesan sambutan course, dan orang ini tidak ada di course. Matikan pesan itu di { $platform }, lalu enroll lagi.
not-enrolled = { $platform } tidak mendaftarkan orang ini ({ $message }). Periksa course dan akunnya di { $platform }.
    .group = { $platform } tidak mendaftarkan orang ini. Periksa course dan akunnya di { $platform }.
group-gone = Kelompok kelas ini tidak ada lagi di { $platform }. Export lagi kelasnya, lalu enroll lagi.
not-grouped = Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya ({ $message }). Export lagi kelasnya, lalu enroll lagi.
    .group = Orang ini sudah terdaftar di course, tetapi tidak dapat dimasukkan ke kelompok kelasnya. Export lagi kelasnya, lalu enroll lagi.
group-not-left = Orang ini belum dikeluarkan dari kelompok kelasnya di { $platform } ({ $message }). Coba lagi.
    .group = Orang ini belum dikeluarkan dari kelompok kelasnya di { $platform }. Coba lagi.
manual-enrolment-off-at-leaving = Pendaftaran manual tidak aktif di course ini, jadi orang ini tidak dikeluarkan. Aktifkan metode pendaftaran manual di { $platform }, lalu unenroll lagi.
not-unenrolled = { $platform } tidak mengeluarkan orang ini dari course ({ $message }). Periksa metode pendaftaran manual di course itu.
    .group = { $platform } tidak mengeluarkan orang ini dari course. Periksa metode pendaftaran manual di course itu.

## Kabar tentang yang keluar dari course, atau kembali

out-already = Sudah tidak ada di course ini di { $platform }, jadi tidak ada yang ditangguhkan.
still-open = Course ini di { $platform } masih terbuka bagi orang ini, sebab ia juga terdaftar lewat cara lain, misalnya mendaftar sendiri atau lewat cohort. Keluarkan ia dari cohort itu, atau tangguhkan pendaftaran lainnya di daftar peserta course, lalu unenroll lagi.
still-open-in-role = Orang ini juga memegang peran { $role } di course ini di { $platform }, jadi pendaftarannya tidak disentuh dan course tetap terbuka baginya. Kalau ia memang keluar, cabut peran itu di daftar peserta course, lalu unenroll lagi.
people-hidden = { $platform } tidak memperlihatkan orang ini di course, juga tidak seorang pun yang lain dari mereka, jadi tidak ada yang ditangguhkan. Course yang kelompoknya terpisah terlihat kosong bagi yang tidak punya hak { $capability }: beri hak itu pada peran pengguna token, lalu unenroll lagi.
grades-lost = Nilainya di course ini ikut terhapus.
grades-perhaps-lost = Nilainya di course ini, kalau ada, ikut terhapus.
grades-since-agreed = Ada nilainya di course ini, atau mungkin ada, sejak tindakan ini disetujui, jadi ia tidak dikeluarkan. Buka lagi rencananya, lalu ketik jumlah orang yang punya nilai.
grades-there = Ada nilainya di course ini.
grades-not-there = Tidak ada nilainya di course ini. Kalau semula ada: nyalakan "Recover grades default" di { $platform }, unenroll, lalu enroll lagi.
grades-not-seen = Token { $platform } tidak boleh melihat nilainya: periksa di sana apakah nilainya kembali.

## Temuan pemeriksaan selisih

suspended-there = Ditangguhkan di sana. Tekan Kirim ulang yang berbeda di laporan selisih, lalu enroll data { $kind }.
active-there-again = Ditangguhkan dari sini, tetapi aktif lagi di sana. Enroll data { $kind } lagi; kalau orang ini memang keluar, unenroll barisnya sesudah itu.
active-there-after-leaving = Ditangguhkan dari sini karena { $source } tidak lagi mencatatnya, tetapi aktif lagi di { $platform }. Tekan Kirim ulang yang berbeda di laporan selisih, lalu unenroll data { $kind }.
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
gone-since-export = Sudah pernah diexport, tetapi tidak ada lagi di { $platform }. Tekan Kirim ulang yang berbeda di laporan selisih, lalu export data { $kind }.
changed-there = { $changes }. Diubah di { $platform }. Bila isi dashboard yang benar: Tekan Kirim ulang yang berbeda di laporan selisih, lalu export data { $kind }; bila isi { $platform } yang benar, perbaiki di { $source }.
    .group = Diubah di { $platform }. Bila isi dashboard yang benar: Tekan Kirim ulang yang berbeda di laporan selisih, lalu export data { $kind }; bila isi { $platform } yang benar, perbaiki di { $source }.
changed-here-since-export = { $changes }. Diubah di dashboard sejak export terakhir. Export data { $kind }.
    .group = Diubah di dashboard sejak export terakhir. Export data { $kind }.
changed-here-and-there = { $changes }. Diubah di dashboard dan juga di { $platform }. Export data { $kind } untuk memakai isi dashboard.
    .group = Diubah di dashboard dan juga di { $platform }. Export data { $kind } untuk memakai isi dashboard.
enrolled-by-hand = Di-enroll langsung di { $platform }. Enroll data { $kind } supaya tercatat di dashboard.
enrolled-by-hand-unknown = Di-enroll langsung di { $platform }, dan tidak ada di kelas course ini menurut dashboard. Keluarkan di { $platform }, atau tambahkan di { $source }.
not-yet-enrolled = Belum di-enroll. Enroll data { $kind }.
not-in-group = Ada di course di { $platform }, tetapi tidak di kelompok kelasnya. Tekan Kirim ulang yang berbeda di laporan selisih, lalu enroll data { $kind }.
role-changed = Perannya di course diubah di { $platform }. Tekan Kirim ulang yang berbeda di laporan selisih, lalu enroll data { $kind }.
course-gone = Course-nya tidak ada lagi di { $platform }. Tekan Kirim ulang yang berbeda di laporan selisih, lalu export data Mata Kuliah dan Kelas dan enroll data { $kind }.
not-in-course = Tercatat sudah enroll, tetapi tidak ada di course di { $platform }. Tekan Kirim ulang yang berbeda di laporan selisih, lalu enroll data { $kind }.

## Mengapa seseorang tidak ada di kelas seperti menurut sumber

no-such-person = { $kind } bernomor { $number } tidak ada di sumber, dashboard, maupun platform.
renumber-same = Nomor { $number } adalah nomornya sekarang. Isi nomor yang lain.
renumber-both-listed = { $number } dan { $to } sama-sama ada di { $source }, jadi keduanya orang yang berbeda. Bila memang satu orang, hapus salah satunya di { $source }, sync lagi, lalu ulangi.
renumber-waits = Pekerjaan dengan data { $kind } masih berjalan. Tunggu sampai selesai, lalu ulangi.
renumber-joins = { $to } sudah ada di dashboard ({ $label }). Keduanya menjadi satu orang: datanya dari { $to }, akun dan kelasnya dari keduanya.
renumber-leaves-account = { $to } juga sudah punya akun di { $platform }. Akun itu tidak dipakai lagi; hapus di { $platform } agar nama penggunanya dapat dipakai akun yang lama.
was-renumbered = Nomor { $label } diganti dari { $number } menjadi { $to }. Export akan memperbarui akunnya.
renumberings-dismissed = { $pairs } pasangan dicatat sebagai orang yang berbeda.
not-undecided = { $label } tidak menunggu pilihan. Muat ulang halaman untuk melihat yang masih menunggu.
match-not-scanned = { $label } tidak ada di hasil pemindaian { $platform }. Pindai { $platform }, lalu putuskan lagi.
match-line-wrong = Baris { $line }: { $why }
match-line-twice = { $label } ada di beberapa baris berkas.
match-decision-unreadable = "{ $decision }" bukan id dan bukan "baru". Isi kolom platform_id dengan id di sana, dengan "baru", atau kosongkan.
match-file-without-columns = Berkas ini tidak punya kolom { $columns } di baris pertama. Pakai berkas yang diunduh dari halaman ini.
match-file-wrong = Tidak ada yang diambil dari berkas ini: { $lines } baris tidak dapat dipakai. { $first }
match-file-empty = Tidak ada keputusan di berkas ini. Isi kolom platform_id, lalu unggah lagi.
not-new-there = { $label } tidak bisa dibuat baru: { $holder } di { $platform } sudah memakai nama atau alamatnya. Pilih itu, atau ubah dahulu namanya di { $platform }.
match-gone = Akun yang dipilih untuk { $label } tidak ada di { $platform }. Muat ulang halaman, lalu pilih yang lain.
dates-without-semester = Course untuk setiap mata kuliah dipakai di semua semester, jadi tanggalnya tidak dapat mengikuti satu semester.
ended-without-semester = Course untuk setiap mata kuliah dipakai di semua semester, jadi tidak disembunyikan bersama satu semester.
semester-dates-wrong = Tanggal semester { $semester } tidak dapat dipakai: mulai "{ $first }", selesai "{ $last }". Isi tanggal mulai, dan tanggal selesai sesudahnya.
domain-invalid = Ini bukan domain alamat e-mail. Tulis yang ada setelah @, misalnya mhs.kampus.ac.id.
role-name-invalid = Ini bukan nama peran yang dapat dipakai. Isi nama peran seperti di sumbernya, selain pengampu.
tie-of-inner-level = Dengan bentuk ini hanya baris tingkat terluar yang dapat dikaitkan dengan kategori di { $platform }: tingkat di dalamnya punya kategori sendiri di setiap tingkat luar.
tie-while-jobs = Belum ada yang dikaitkan atau dilepas: masih ada pekerjaan yang menunggu atau berjalan. Tunggu sampai selesai, atau batalkan, lalu ulangi.
category-to-tie-gone = Kategori yang dipilih tidak ada di { $platform }. Muat ulang halaman, lalu pilih yang lain.
category-held = Kategori "{ $category }" sudah milik { $holder }. Pilih yang lain.
category-tied = { $label } sekarang memakai kategori "{ $category }" di { $platform }. Export berikutnya memindahkan isinya ke sana; nama dan tempat kategori itu tetap.
category-loosened = { $label } dilepas dari kategorinya di { $platform }; kategori itu tetap apa adanya. Export berikutnya membuat kategori lain.
cohort-twice = Pola ini ada dua kali. Hapus salah satunya.
role-id-invalid = Nomor peran harus bilangan bulat lebih besar dari nol.
profile-field-unknown = { $name } bukan isian profil. Yang ada: { $known }, atau profile_field_ diikuti nama pendek isian buatan sendiri.
level-twice = { $name } ada dua kali dalam susunan kategori. Pakai setiap tingkat paling banyak sekali.
pattern-unreadable = Pola { $name } tidak terbaca: { $fault }. Tulis isian dalam kurung kurawal ganda, misalnya {"{{"} nama_kelas {"}}"}.
pattern-field-unknown = Pola { $name } memakai isian yang tidak ada: { $unknown }. Yang ada: { $known }.
shape-word-unknown = { $word } tidak dikenal di { $name }. Pilih salah satu: { $known }.
shape-while-jobs = Bentuk tidak diubah: masih ada pekerjaan yang menunggu atau berjalan. Tunggu sampai selesai, atau batalkan, lalu simpan lagi.
template-not-there = Course contoh "{ $template }" tidak ada di { $platform }, jadi course ini belum dibuat. Buat course contoh itu, atau perbaiki nama pendeknya di Pengaturan > Bentuk di { $platform }, lalu export lagi.
template-not-allowed = Isi course contoh "{ $template }" belum masuk ke course ini: pengguna token tidak berhak. Beri hak moodle/backup:backuptargetimport dan moodle/restore:restoretargetimport pada perannya di { $platform }, lalu export lagi.
template-refused = { $platform } tidak memasukkan isi course contoh "{ $template }" ke course ini ({ $message }). Periksa course contoh itu, lalu export lagi.
    .group = { $platform } tidak memasukkan isi course contoh "{ $template }". Periksa course contoh itu, lalu export lagi.
template-unanswered = { $platform } tidak menjawab saat isi course contoh "{ $template }" dimasukkan ke course ini. Export lagi: isinya dimasukkan bila course ini masih kosong.
courses-stay-visible = Course dibiarkan terlihat setelah semesternya selesai. Pilih "disembunyikan" di Pengaturan > Bentuk di { $platform }, lalu tutup semester ini.
only-semesters-close = { $kind } tidak dapat ditutup: hanya semester yang dapat.
semester-runs = Semester { $semester } belum selesai: tanggal selesainya { $last }. Tutup sesudahnya, atau perbaiki tanggal itu.
semester-ahead = Semester { $semester } belum mulai: tanggal mulainya { $first }. Tutup setelah semester itu selesai, atau perbaiki tanggal itu.
semester-end-unreadable = Tanggal selesai semester { $semester } tidak terbaca: "{ $last }". Perbaiki, lalu tutup lagi.
semester-end-unknown = Semester { $semester } tidak punya tanggal selesai. Pastikan semester ini sudah selesai.
semester-without-courses = Semester { $semester } tidak punya course sendiri di { $platform }.
people-stay-in-courses = { $people } peserta kelas ada di course yang disembunyikan. Mereka tetap terdaftar, dan nilainya tetap ada di { $platform }; mahasiswa tidak dapat membukanya.
courses-stay-shared = { $courses } course lain dengan kelas semester ini dipakai juga di semester lain, jadi tetap terlihat.
course-shared-with-others = Course ini dipakai juga oleh { $others }, jadi tetap terlihat.
closed-course-gone = Course ini tidak ada lagi di { $platform }.
course-visibility-unknown = { $platform } tidak menunjukkan apakah course ini terlihat, jadi tidak diubah. Periksa kemampuan token, lalu ulangi.
course-not-hidden = { $platform } tidak mengubah terlihat tidaknya course ini ({ $message }). Periksa kemampuan moodle/course:visibility, lalu ulangi.
    .group = { $platform } tidak mengubah terlihat tidaknya course. Periksa kemampuan moodle/course:visibility, lalu ulangi.
course-shown-already = Course ini sudah terlihat.
shape-kept = Bentuk di { $platform } disimpan. Belum ada yang dikirim: export berikutnya memakai bentuk ini.
matches-chosen = { $rows } baris dikaitkan dengan yang sudah ada di { $platform }. Export lagi supaya datanya dikirim ke sana.
matches-dropped = { $rows } baris dilepas. Yang ada di { $platform } tidak diubah.
matches-new = { $left ->
    [0] { $rows } baris akan dibuat baru di { $platform } oleh export berikutnya.
   *[other] { $rows } baris akan dibuat baru di { $platform } oleh export berikutnya. { $left } lainnya tetap menunggu: nama atau alamatnya sudah dipakai di sana.
}
match-file-taken = Dari berkas: { $linked } baris dikaitkan dengan yang sudah ada di { $platform }, { $new } dibuat baru oleh export berikutnya, { $same } tetap.
matches-hold = Export tidak membuat apa pun di { $platform } untuk baris yang pencocokannya belum diputuskan.
matches-released = Export tidak lagi menunggu pencocokan dengan { $platform } diputuskan.
matches-scanned = Pemindaian { $platform }: { $linked } sudah terkait, { $proposed } punya usulan, { $ambiguous } perlu dipilih, { $none } belum ada.
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
cause-class-not-here = Kelas { $class } tidak ada di dashboard. Sync lalu export data Kelas dahulu.
cause-course-missing = Course untuk { $class } belum ada di { $platform }: mata kuliahnya belum diexport.
cause-course-gone = Course untuk { $class } tidak ada lagi di { $platform }.
cause-group-missing = Kelompok untuk { $class } belum ada di { $platform }: kelasnya belum diexport.
cause-group-gone = Kelompok untuk { $class } tidak ada lagi di { $platform }.
cause-not-enrolled = Belum di-enroll di { $platform }.
cause-unrecorded = Sudah ada di kelas ini di { $platform }, tetapi belum tercatat di dashboard. Enroll supaya tercatat.
cause-other-role = Ada di course di { $platform }, tetapi dengan peran lain.
cause-enrolment-failed = Enroll terakhir di { $platform } gagal. { $why }
cause-suspended-here = Pendaftarannya di { $platform } ditangguhkan dari dashboard.
cause-suspended-there = Pendaftarannya ditangguhkan langsung di { $platform }.
cause-active-there = Ditangguhkan dari dashboard, tetapi aktif lagi di { $platform }.
cause-removed-there = Pernah di-enroll, tetapi dikeluarkan dari course di { $platform }.
cause-other-group = Ada di course di { $platform }, tetapi di kelompok lain: { $groups }.
cause-no-group = Ada di course di { $platform }, tetapi tidak di kelompok kelasnya.
person-in-step = { $label } sudah selaras; tidak ada yang perlu dikerjakan.
person-unmended = { $label }: tidak ada yang dapat diselaraskan dari sini. { $why }
person-mended = { $label }: { $done } hal diselaraskan, { $failed } gagal.

## Ditulis versi yang belum mengenal kode

earlier = { $text }

## Mengapa tindakan tidak dikerjakan

already-undone = Pekerjaan ini sudah diurungkan.
not-undoable = Pekerjaan ini tidak dapat diurungkan: tidak ada yang ditulisnya, atau sudah lewat 30 hari.
undone-not-named = Pekerjaan yang diurungkan tidak disebut.
job-runs = Pekerjaan ini masih berjalan.
server-stops = Server sedang dihentikan. Pekerjaan ini dilanjutkan setelah server menyala lagi; lihat daftar pekerjaan.
no-such-kind = Jenis data { $name } tidak dikenal.
no-such-verb = Tindakan { $name } tidak dikenal.
not-enrollable = { $kind } tidak dapat di-enroll.
only-unenroll-leaves = Hanya unenroll yang dapat menangguhkan atau menghapus baris sesudahnya.
only-missing-removed = Hanya baris yang tidak ada lagi di sumber yang dapat dihapus sekaligus.
compared-together = Selisih diperiksa untuk semua jenis data sekaligus.
import-dates-unknown = Tanggal import tidak dikenal.
no-class-readable = Tidak satu pun kelas dapat dibaca dari { $source }.
row-not-at-source = { $kind } ini tidak ada di { $source }.
row-not-yet-here = { $kind } ini belum ada di dashboard. Pilih kelasnya dahulu, lalu sync.
row-not-here = { $kind } ini tidak ada di dashboard.
no-classes-yet = Belum ada kelas di dashboard. Sync data Kelas dahulu.
empty-list-refused = { $source } mengirim daftar kosong, padahal dashboard memuat { $rows } baris. Tidak ada yang diubah. Periksa { $source } lalu coba lagi.
empty-file-refused = { $origin }: tidak ada satu baris pun, padahal dashboard memuat { $rows } baris. Tidak ada yang diubah. Periksa berkasnya, lalu coba lagi.
no-row-readable = { $origin }: tidak satu pun dari { $rows } barisnya terbaca, jadi tidak ada yang diubah. Perbaiki, lalu coba lagi. Contohnya { $line }: { $why }
database-troubled = Database Selaras bermasalah. Coba lagi; bila terulang, hubungi pengelola server.
disk-full = Disk tempat data Selaras penuh, jadi perubahan ini tidak disimpan. Minta pengelola server memberi ruang di disk itu, lalu coba lagi; yang sudah tersimpan tetap ada.
spool-troubled = Berkas sementara Selaras bermasalah. Periksa ruang disk, lalu coba lagi.
queue-troubled = Antrean pekerjaan bermasalah. Coba lagi; bila terulang, hubungi pengelola server.
job-damaged = Isi pekerjaan ini rusak di database, jadi tidak dijalankan dan tidak ada yang diubah. Jalankan tindakannya sekali lagi.
job-broke-off = Pekerjaan ini terhenti karena kesalahan di Selaras sendiri. Yang dikerjakan sampai saat itu tetap tersimpan. Coba lagi; bila terulang, hubungi pengelola server.
job-deadly = Server mati berkali-kali saat mengerjakan pekerjaan ini, jadi pekerjaan ini dihentikan. Yang dikerjakan sampai saat itu tetap tersimpan. Sebelum mencoba lagi, minta pengelola server memeriksa log dan memorinya.
cancelled = Dibatalkan.
superseded = Pekerjaan dilanjutkan oleh proses lain.
plan-moved = Data sudah berubah sejak rencana ini ditampilkan. Tidak ada yang diubah. Lihat rencana yang baru.
confirmation-needed = { $why } Tidak ada yang diubah. Ketik { $name } untuk melanjutkan.
subject-name = { $subject ->
    [kelas] Kelas
    [mata_kuliah] Mata Kuliah
    [mahasiswa] Mahasiswa
    [mahasiswa_mbkm] Mahasiswa MBKM
    [pengajar] Pengajar
    [mengajar] Mengajar
    [prodi] Prodi
    [jurusan] Jurusan
    [semester] Semester
    [tahun_ajaran] Tahun Ajaran
    [campus] Seluruh Kampus
    [matches] Pencocokan
   *[other] { $subject }
}
schedule-guarded = { $why } Tidak ada yang diubah: jadwal tidak melewati pengaman. Periksa, lalu jalankan sendiri.

## Yang ditanyakan pengaman, dan yang dikabarkan rencana atau pekerjaan

grades-at-stake = { $rows } orang punya nilai, atau mungkin punya, di course yang ditinggalkannya; nilai itu ikut terhapus dan tidak dapat dikembalikan oleh Selaras.
list-shrunk = { $source } mengirim daftar yang jauh lebih kecil: { $rows } dari { $of } baris ({ $percent } persen) tidak ada lagi di sana.
list-shrunk-of-program = { $source } mengirim daftar yang jauh lebih kecil untuk prodi { $program }: { $rows } dari { $of } baris ({ $percent } persen) tidak ada lagi di sana.
sentences = { $sentences }
touches-many = Tindakan ini { $does } { $rows } dari { $of } { $counted } { $kind } ({ $percent } persen).
touches-many-of-program = Tindakan ini { $does } { $rows } dari { $of } { $counted } { $kind } di prodi { $program } ({ $percent } persen).
overwrites = menimpa
overwrites-there = menimpa di { $platform }
deletes = menghapus
takes-out-of-cohorts = mengeluarkan dari kohortnya
takes-out = mengeluarkan dari kelasnya
first-enrolment = { $rows } pendaftaran pertama: { $platform } dapat mengirim pesan sambutan untuk setiap pendaftaran, yang memperlambat semuanya. Matikan dahulu kalau tidak diperlukan (lihat panduan { $platform }).
grades-will-be-lost = { $rows } orang punya nilai, atau mungkin punya. Nilainya di course itu ikut terhapus. Selaras tidak dapat mengembalikannya.
grades-were-lost = { $rows } orang punya atau mungkin punya nilai di course yang ditinggalkannya; nilai itu ikut terhapus. Selaras tidak dapat mengembalikannya.
grades-recovered = Yang menolong hanya { $platform }: nyalakan "Recover grades default" (Administrasi situs > Nilai > Pengaturan umum), lalu enroll lagi.
grades-not-asked = Lebih dari { $most } orang: nilai mereka tidak ditanyakan satu per satu; dianggap ada.
grades-unseen = Token { $platform } tidak boleh melihat nilai semua orang; yang tidak terlihat dianggap ada.
rows-then-deleted = Sesudahnya { $rows } baris dihapus dari dashboard, termasuk yang belum pernah terdaftar di course.
passwords-mailed = { $platform } membuat password akun baru dan mengirimnya lewat e-mail. Bila e-mail di sana belum berfungsi, atau orang masuk dengan cara lain (LDAP, OAuth 2, SAML), tulis caranya di platform.auth dahulu.
cohorts-to-make = { $cohorts } kohort dibuat di { $platform }: { $names }.
cohorts-gain = { $people } mahasiswa masuk kohort di { $platform }: { $names }.
cohorts-lose = { $people } mahasiswa keluar dari kohort di { $platform }: { $names }.
cohorts-not-made = { $cohorts } kohort belum dibuat ({ $names }): { $why }
cohort-members-gone = { $people } mahasiswa belum masuk kohort: akunnya tidak ada lagi di { $platform }.
export-students-again = Export semua mahasiswa lagi.
makes-besides = Selain baris ini, { $platform } juga mendapat { $categories } kategori dan { $courses } course baru.
addresses-shared = { $rows } baris memakai alamat e-mail yang juga dipakai baris lain, misalnya { $address } ({ $one } dan { $two }). { $platform } menolak baris kedua dan seterusnya, kecuali bila alamat yang sama diizinkan di sana.
passwords-lost = Belum ada akun yang dibuat: { $platform } tidak dapat mengirim e-mail, jadi tidak ada yang tahu passwordnya. Tulis di platform.auth: "manual" setelah e-mail di sana berfungsi, atau cara masuk lain, seperti "ldap", "oauth2" atau "saml2". Mulai ulang Selaras, lalu ulangi.
messages-unsent = { $platform } tidak dapat mengirim pesan sambutan course, tetapi semua orang tetap terdaftar.
switch-messages-off = Matikan pesan itu (Administrasi situs > Plugin > Pendaftaran > Pendaftaran manual > Kirim pesan sambutan course, dan di metode pendaftaran setiap course yang sudah ada), atau perbaiki pengiriman e-mail di server { $platform }.

## Hasil pekerjaan

job-failed = { $title } gagal: { $why }
job-cancelled = { $title } dibatalkan; { $rows } baris sudah dikerjakan.
work-on-kind = { $verb } data { $kind }
work-on-zoom = Import kehadiran Zoom
work-on-closing = Tutup semester
work-on-campus = { $verb } seluruh kampus
work-on-differences = Pemeriksaan selisih
work-on-matches = Pemindaian untuk pencocokan
synced = Sinkronisasi data { $kind }: { $parts }.
exported = Export data { $kind }: { $parts }.
enrolled = Enroll data { $kind }: { $parts }.
unenrolled = Unenroll data { $kind }: { $parts }.
brought-back = Pengembalian data { $kind }: { $parts }.
semester-closed = Tutup semester { $semester }: { $parts }.
compared = Pemeriksaan selisih: { $parts }.
no-differences = Pemeriksaan selisih: tidak ada selisih pada { $rows } perbandingan.
meetings-imported = Import kehadiran Zoom { $first } s.d. { $last }: { $parts }.
meetings-read = { $rows } rapat dibaca
meetings-not-read = { $rows } gagal atau tidak lengkap
no-meetings = tidak ada rapat
attendance-new = { $rows } kehadiran baru
attendance-changed = { $rows } kehadiran berubah
no-new-attendance = tidak ada kehadiran baru
attendance-imported = Import kehadiran Zoom { $first } s.d. { $last }, { $meetings } rapat: kehadiran { $parts }.
zoom-imported = Import kehadiran Zoom { $first } s.d. { $last }, { $meetings } rapat: kehadiran { $parts }.
nothing-to-do = tidak ada yang perlu dikerjakan
nothing-to-bring-back = tidak ada yang perlu dikembalikan
rows-new = { $rows } baru
rows-changed = { $rows } berubah
rows-unchanged = { $rows } tetap
cohorts-made = { $cohorts } kohort dibuat
cohorts-entered = { $people } mahasiswa masuk kohort
cohorts-left = { $people } mahasiswa keluar dari kohort
rows-hidden = { $rows } course disembunyikan
rows-hidden-already = { $rows } course sudah tersembunyi
rows-shown = { $rows } course ditampilkan lagi
rows-shown-already = { $rows } course sudah terlihat
rows-gone = { $rows } hilang dari { $source }
rows-in-conflict = { $rows } bentrok
rows-not-done = { $rows } gagal
rows-done = { $rows } peserta kelas berhasil
rows-moved = { $rows } peserta kelas pindah kelompok
rows-suspended = { $rows } peserta kelas ditangguhkan
rows-out-already = { $rows } peserta kelas sudah tidak ada di course
rows-still-open = { $rows } peserta kelas masih dapat masuk
rows-reactivated = { $rows } peserta kelas aktif lagi
rows-enrolled-again = { $rows } peserta kelas di-enroll lagi
enrolments-not-done = { $rows } peserta kelas gagal
rows-missing-here = { $rows } belum ada di dashboard
rows-missing-there = { $rows } tidak ada di { $platform }
rows-changed-at-source = { $rows } berubah di { $source }
rows-changed-here = { $rows } berubah di dashboard
rows-changed-there = { $rows } berubah di { $platform }
rows-changed-on-both-sides = { $rows } berubah di dua sisi
rows-not-enrolled = { $rows } peserta kelas belum terdaftar di { $platform }
rows-enrolled-by-hand = { $rows } peserta kelas di-enroll langsung di { $platform }
rows-unreadable = { $rows } tidak terbaca
rows-deleted = { $rows } baris { $kind } dihapus dari dashboard.
then-deleted = { $first } { $rows } baris dihapus dari dashboard.
put-back = { $rows } baris { $kind } dikembalikan seperti semula.
put-back-but = { $rows } baris { $kind } dikembalikan seperti semula, { $left } dibiarkan karena sudah ditulis lagi sesudahnya.
rows-failed = { $first } { $second }
cancelled-before-start = Dibatalkan sebelum dimulai.
cancelled-by-restore = Dibatalkan: database dipulihkan dari cadangan yang dibuat sebelum tugas ini selesai.
rows-read = { $rows } baris dibaca dari { $source }
nothing-yet = { "" }

## Aktivitas Log

did-choose-person = Peserta Zoom { $participant } adalah { $label } ({ $number })
did-unchoose-person = Pilihan untuk peserta Zoom { $participant } dibatalkan
did-ignore-participant = Peserta Zoom { $participant } diabaikan
did-set-least-minutes = Menit paling sedikit untuk hadir di rapat Zoom { $label }: { $minutes }
did-remove-least-minutes = Batas menit untuk hadir di rapat Zoom { $label } dihapus
did-keep-rule = Aturan rapat Zoom "{ $text }": { $label }
did-delete-rule = Aturan rapat Zoom "{ $text }" dihapus
did-schedule-for = Jadwal { $title }: { $times }
did-schedule-on = Jadwal { $title }: { $cron }, aktif
did-schedule-off = Jadwal { $title }: tidak aktif
did-cancel = Batalkan { $title }
backup-failed = Cadangan database gagal: { $why }
did-sign-up = Buat akun
did-log-in = Login
did-log-out = Logout
did-refuse-log-in = Login sebagai { $username } ditolak
did-refuse-many = { $refusals } login lain yang ditolak tidak dicatat satu per satu
did-refuse = Ditolak: { $call }
new-location = { $username } masuk dari tempat baru: { $address }, { $device }
right-password-wrong-code = Password { $username } benar, tetapi kode faktor kedua salah: { $address }, { $device }
did-change-password = Ganti password sendiri
did-give-password = Beri { $label } password baru
did-rename-user = Ganti username { $label } menjadi { $username }
did-set-email = Ganti alamat e-mail sendiri menjadi { $email }
did-remove-email = Hapus alamat e-mail sendiri
did-end-session = Akhiri sesi { $label }
did-end-sessions = Akhiri { $sessions } sesi lain milik sendiri
did-set-second-factor = Pasang faktor kedua
did-renew-codes = Buat kode pemulihan baru
did-end-second-factor = Lepas faktor kedua { $label }
did-make-second-factor-duty = Wajibkan faktor kedua
did-end-second-factor-duty = Faktor kedua tidak lagi diwajibkan
did-give-role = Jadikan { $label } { $role }
did-make-user = Buat user { $label }
did-save-user = Ubah user { $label }
did-delete-user = Hapus user { $label }
did-restore-user = Kembalikan user { $label }
did-approve-user = Setujui user { $label }
did-disable-user = Nonaktifkan user { $label } ({ $username })
did-enable-user = Aktifkan user { $label } ({ $username })
did-follow-claim = Masuk sebagai { $role } menurut { $provider }
did-lose-claim = Dinonaktifkan karena { $provider } tidak lagi memberi akses
did-make-row = Buat { $kind } { $label }
did-save-row = Ubah { $kind } { $label }
did-renumber = Mengganti nomor { $kind } { $label } dari { $number } menjadi { $to }
did-tie-category = Mengaitkan { $label } dengan kategori "{ $category }" di { $platform }
did-loosen-category = Melepas { $label } dari kategorinya di { $platform }
did-change-shape = Mengubah bentuk di { $platform }
did-choose-matches = Mengaitkan { $rows } baris dengan yang sudah ada di { $platform }
did-drop-matches = Melepas { $rows } baris dari yang ada di { $platform }
did-make-matches-new = Memutuskan bahwa { $rows } baris dibuat baru di { $platform }
did-hold-matches = Menahan export baris yang pencocokannya dengan { $platform } belum diputuskan
did-release-matches = Tidak lagi menahan export baris yang pencocokannya dengan { $platform } belum diputuskan
did-dismiss-renumberings = Mencatat { $pairs } pasangan nomor sebagai orang yang berbeda

## Gangguan sumber

source-settings = Setelan { $source } belum benar ({ $message }). Periksa alamat dan sertifikatnya.
    .group = Setelan { $source } belum benar. Periksa alamat dan sertifikatnya.
source-away = { $source } tidak dapat dihubungi ({ $message }). Periksa alamat { $source } di setelan dan pastikan server { $source } menyala, lalu coba lagi.
    .group = { $source } tidak dapat dihubungi. Periksa alamat { $source } di setelan dan pastikan server { $source } menyala, lalu coba lagi.
source-untrusted = Sertifikat { $source } ditolak: { $why }
source-slow = { $source } tidak menjawab dalam { $seconds } detik. Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola { $source }.
source-slow-milliseconds = { $source } tidak menjawab dalam { $milliseconds } milidetik. Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola { $source }.
source-slow-minutes = { $source } tidak menjawab dalam { $minutes } menit. Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola { $source }.
source-busy = { $source } sedang menerima terlalu banyak permintaan. Tunggu beberapa menit, lalu coba lagi.
source-refuses = { $source } menolak permintaan Selaras (HTTP { $status }). Minta pengelola { $source } mengizinkan server Selaras.
source-address-unknown = { $source } tidak mengenal alamat yang diminta (HTTP 404). Periksa alamat dan jalur { $source } di setelan.
source-troubled = { $source } sedang bermasalah (HTTP { $status }). Coba lagi beberapa saat lagi; bila terus terjadi, hubungi pengelola { $source }.
source-redirects = { $source } mengalihkan permintaan ke { $to }. Sesuaikan alamat { $source } di setelan.
source-reported = { $source } melaporkan kesalahan: { $message }
    .group = { $source } melaporkan kesalahan. Hubungi pengelola { $source }.
source-reported-nothing = { $source } melaporkan kesalahan tanpa keterangan. Hubungi pengelola { $source }.
source-unreadable = Jawaban { $source } tidak dapat dibaca sebagai daftar: { $why }. Periksa alamat { $source } di setelan, juga source.http bila dipakai, atau hubungi pengelolanya.
source-broke-off = Jawaban { $source } terputus setelah { $found } baris, jadi daftarnya tidak lengkap. Coba lagi.
    .group = Jawaban { $source } terputus, jadi daftarnya tidak lengkap. Coba lagi.
source-too-large = Jawaban { $source } lebih besar dari batas { $limit } MB. Hubungi pengelola { $source } atau naikkan source.http.megabytes.
source-page-too-large = Satu jawaban { $source } lebih besar dari batas { $limit } MB. Minta daftarnya per halaman yang lebih kecil, atau naikkan source.http.page_megabytes.
source-no-entry = Database { $source } menolak Selaras: { $message }. Periksa source.sql.url: nama pengguna, password, nama database dan izinnya.
    .group = Database { $source } menolak Selaras. Periksa source.sql.url: nama pengguna, password, nama database dan izinnya.
source-no-folder = Folder berkas { $source } tidak dapat dibaca ({ $message }). Periksa source.files.folder dan hak bacanya.
    .group = Folder berkas { $source } tidak dapat dibaca. Periksa source.files.folder dan hak bacanya.
source-folder-silent = Folder berkas { $source } tidak menjawab. Bila foldernya ada di komputer lain, pastikan komputer itu menyala dan dapat dihubungi, lalu coba lagi.
source-list-unset = Daftar { $list } dari { $source } belum ditentukan tempat bacanya. Isi source.sql.queries.{ $list }, taruh berkas { $list }.csv atau { $list }.xlsx di source.files.folder, atau isi source.base_url.
source-table = { $origin }, { $what }
source-unreachable = { $source } tidak dapat dihubungi. Periksa alamat { $source } di setelan dan pastikan server { $source } menyala, lalu coba lagi.
source-not-a-list = Jawaban { $source } tidak dapat dibaca sebagai daftar (mulai byte ke-{ $at }). Periksa alamat { $source } di setelan atau hubungi pengelolanya.
    .group = Jawaban { $source } tidak dapat dibaca sebagai daftar. Periksa alamat { $source } di setelan atau hubungi pengelolanya.

## Mengapa sebuah jawaban sumber tidak terbaca: tengah kalimat

reply-is-page = yang datang halaman web, bukan JSON (mungkin halaman masuk atau pemeliharaan)
reply-not-json = isinya bukan JSON yang utuh ({ $said })
reply-without-rows = tidak ada larik baris di "{ $pointer }"
reply-lacks = tidak ada "{ $pointer }" di dalamnya
reply-page-twice = halaman yang sama datang dua kali, jadi layanannya tidak mengenal halaman yang diminta
reply-pages-endless = halamannya tidak pernah habis
reply-next-unreadable = alamat halaman berikutnya bukan alamat
reply-has-next = ini baru halaman pertamanya, karena "{ $place }" menyebut halaman berikutnya; tulis { $setting } = { $pages } supaya semuanya dibaca

## Gangguan platform

platform-unanswered = { $platform } tidak menjawab: { $why }
platform-untrusted = Sertifikat { $platform } ditolak: { $why }
platform-denied = { $platform } menolak token: { $why }
platform-too-old = { $platform } { $release } terlalu lama. Perbarui ke { $least } atau lebih baru, lalu ulangi. Belum ada baris yang dikirim.
functions-lacking = Token { $platform } belum boleh memanggil { $names }. Tambahkan ke layanan web Selaras di { $platform } (Administrasi situs > Server > Layanan web > Layanan eksternal > Fungsi), lalu ulangi. Belum ada baris yang dikirim.
capability-missing = Pengguna token { $platform } tidak punya hak { $capability } ({ $purpose }). Beri hak itu pada perannya di { $platform } (Administrasi situs > Pengguna > Perizinan > Tentukan peran), lalu ulangi. Belum ada baris yang dikirim.
address-invalid = Alamat { $platform } harus diawali http:// atau https://. Perbaiki di setelan.
certificate-unusable = Sertifikat untuk { $platform } tidak dapat dipakai ({ $said }). Periksa berkas sertifikat di setelan.
answer-too-large = jawaban { $function } lebih besar dari { $limit } MB.
answer-unknown = hasil { $function } tidak dikenali. Pastikan versi { $platform } 4.1 atau lebih baru, lalu periksa log { $platform }.
answer-not-json = jawabannya bukan JSON (mungkin halaman pemeliharaan). Buka situs { $platform } untuk memeriksanya, lalu coba lagi.
call-too-large = server perantara (proxy) di depan { $platform } menolak panggilan { $function } karena terlalu besar (HTTP 413), juga yang terkecil. Naikkan client_max_body_size (nginx) atau SecRequestBodyNoFilesLimit (ModSecurity) di sana.
answer-is-page = yang menjawab halaman web “{ $title }”, bukan layanan web { $platform }. Bila itu halaman masuk, SSO, pemeriksaan browser atau dinding api (ModSecurity), minta pengelolanya mengecualikan { $path }. Bila itu pemeliharaan, coba lagi nanti.
server-busy = server { $platform } sedang sibuk atau dalam pemeliharaan (HTTP { $status }). Coba lagi nanti.
address-redirects = alamat { $platform } dialihkan ke alamat lain. Sesuaikan alamat { $platform } di setelan (misalnya https).
address-redirects-to = alamat { $platform } dialihkan ke { $to }. Bila itu alamat situsnya yang benar, tulis di platform.base_url. Bila itu halaman masuk, minta pengelolanya mengecualikan { $path }.
address-answers = alamat layanan web menjawab HTTP { $status }. Periksa alamat { $platform } di setelan dan pastikan protokol REST aktif.
call-refused = { $function } ditolak ({ $error }: { $said }). Periksa log { $platform }.
token-unknown = token tidak dikenal atau sudah kedaluwarsa (fungsi { $function }). Buat token baru di { $platform } dan pasang di setelan Selaras.
function-not-allowed = token belum boleh memanggil fungsi { $function }. Tambahkan fungsi itu ke layanan web Selaras di { $platform } (Administrasi situs > Server > Layanan web).
service-not-allowed = layanan web menolak sejak panggilan pertama, { $function } ({ $said }). Periksa di { $platform }: hak webservice/rest:use pada peran pengguna token, namanya di Pengguna berwenang layanan Selaras, batas IP, dan fungsi itu di layanannya.
policy-not-agreed = pengguna token belum menyetujui kebijakan situs. Masuk ke { $platform } sebagai pengguna itu dan setujui, atau setujui atas namanya (Administrasi situs > Pengguna > Privasi dan kebijakan > Persetujuan pengguna), lalu ulangi.
token-user-not-ready = akun pengguna token belum siap ({ $said }). Masuk ke { $platform } sebagai pengguna itu, ganti passwordnya atau lengkapi profilnya, lalu ulangi.
right-lacking = pengguna token tidak berhak menjalankan { $function } ({ $said }). Beri hak { $names } pada perannya di { $platform }.
right-unnamed = pengguna token tidak berhak menjalankan { $function } ({ $said }). Beri hak itu pada perannya di { $platform }.
services-off = layanan web { $platform } tidak dapat dipakai untuk { $function } ({ $said }). Aktifkan layanan web dan pengguna token di { $platform }.
site-in-maintenance = situs { $platform } sedang dalam pemeliharaan. Coba lagi setelah pemeliharaan selesai.
database-away = database { $platform } sedang tidak dapat dihubungi. Coba lagi nanti.
server-unreachable = server tidak dapat dihubungi. Periksa alamat { $platform } di setelan dan pastikan servernya menyala.
no-answer-in-time = tidak ada jawaban dalam waktu yang ditentukan. Coba lagi nanti.
connection-lost = sambungan terputus sebelum jawaban lengkap. Coba lagi nanti.

## Sertifikat server
certificate-self-signed = sertifikat { $host } ditandatangani sendiri. Simpan sertifikat itu (PEM) di server Selaras dan tulis letak berkasnya di { $setting }.
certificate-issuer-unknown = penerbit sertifikat { $host }, yaitu { $issuer }, tidak dikenal. Tulis berkas sertifikat (PEM) penerbit itu di { $setting }, atau pasang rantai sertifikat yang lengkap di { $host }.
certificate-expired = masa berlaku sertifikat { $host } habis pada { $date }. Minta pengelolanya memasang sertifikat baru.
certificate-not-yet-valid = sertifikat { $host } baru berlaku pada { $date }. Periksa jam server Selaras, lalu sertifikatnya.
certificate-other-name = sertifikat itu untuk { $names }, bukan untuk { $host }. Tulis alamat yang cocok di { $setting }, atau minta sertifikat untuk { $host }.
certificate-nameless = sertifikat { $host } tidak memuat nama server (subjectAltName). Minta pengelolanya membuat sertifikat baru yang memuat { $host }.
certificate-dates-reversed = masa berlaku sertifikat { $host } berakhir sebelum dimulai. Minta pengelolanya memasang sertifikat baru.
certificate-faulty = sertifikat { $host } tidak dapat diterima ({ $said }). Minta pengelolanya memasang sertifikat baru.

## Gangguan Zoom

zoom-not-ready = Zoom belum dapat dihubungi: { $why }
zoom-denied = Zoom menolak: { $why }
zoom-exhausted = Batas harian panggilan Zoom sudah tercapai. Coba lagi besok.
zoom-exhausted-until = Batas harian panggilan Zoom sudah tercapai. Coba lagi setelah { $time }.
zoom-unanswered = Zoom tidak menjawab: { $why }
zoom-refused = Zoom menolak permintaan ini: { $said } (HTTP { $status }).
zoom-unreadable = Jawaban Zoom tidak dikenali: { $why }
zoom-key-refused = kunci yang baru diberikan tidak diterima. Periksa aplikasi Server-to-Server OAuth di Zoom.
zoom-client-refused = akun, client ID atau client secret tidak diterima. Periksa setelan zoom dan aplikasi Server-to-Server OAuth di Zoom.
zoom-gave-no-key = alamat OAuth tidak memberi kunci. Periksa zoom.oauth_url.
zoom-scope-lacking = { $said } Tambahkan scope yang kurang pada aplikasi Server-to-Server OAuth di Zoom.
zoom-troubled = server Zoom sedang bermasalah (HTTP { $status }).
zoom-too-many-calls = terlalu banyak permintaan ({ $said }).
zoom-answer-too-large = lebih besar dari { $limit } MB.
zoom-list-endless = daftarnya tidak berakhir.
zoom-list-too-long = daftarnya terlalu panjang.
zoom-field-missing = { $what } kosong
zoom-field-unreadable = { $what } tidak terbaca ("{ $said }")
host-left-out = Rapat pengguna ini tidak ditanyakan, karena di daftar pengguna Zoom { $message }. Pengguna lain tetap dibaca. Periksa pengguna itu di Zoom, lalu coba lagi.
    .group = Rapat pengguna ini tidak ditanyakan, karena datanya di daftar pengguna Zoom tidak lengkap.
meeting-left-out = Rapat ini tidak dicatat, karena di laporan Zoom { $message }. Rapat lain tetap dicatat. Coba lagi bila laporan Zoom sudah lengkap.
    .group = Rapat ini tidak dicatat, karena laporan Zoom tidak lengkap.
participant-left-out = { $name } ({ $why })
participants-left-out = { $count } peserta tidak dicatat, karena laporan Zoom tidak lengkap: { $found }. Peserta lain di rapat ini tetap dicatat. Coba lagi bila laporan Zoom sudah lengkap.
    .group = Sebagian peserta rapat ini tidak dicatat, karena laporan Zoom tidak lengkap.
zoom-address-invalid = alamatnya harus diawali https:// atau http://. Perbaiki di setelan.
internet-unreachable = server tidak dapat dihubungi. Periksa sambungan internet server ini.
verbatim = { $said }

## Kueri atau berkas yang tidak terbaca

query-refused = ditolak database: { $said }. Perbaiki kuerinya, lalu coba lagi.
query-refused-at = ditolak database: { $said } (baris { $line }, kolom { $column } dari kueri). Perbaiki kuerinya, lalu coba lagi.
query-writes = hendak mengubah data, padahal Selaras hanya membaca. Tulis kueri yang diawali SELECT atau WITH dan tidak mengubah apa pun.
columns-missing = tidak punya kolom { $names } (yang ada: { $there }). Tambahkan kolomnya, beri alias (AS) pada kueri, atau sesuaikan judulnya.
column-twice = punya dua kolom berjudul { $column } (kolom ke-{ $first } dan ke-{ $second }). Hapus atau ganti nama salah satunya.
file-unreadable = tidak dapat dibaca ({ $said }). Periksa hak bacanya, atau simpan ulang berkasnya.
file-old-excel = berformat Excel lama (.xls), jadi tidak dibaca. Buka di Excel, pilih Simpan Sebagai, lalu pilih Excel Workbook (.xlsx).
file-locked = dikunci kata sandi. Buka di Excel, hapus kata sandinya di File, Info, Protect Workbook, lalu simpan lagi.
file-is-web-page = berisi halaman web (HTML atau XML), jadi tidak dibaca. Buka di Excel, lalu simpan sebagai Excel Workbook (.xlsx).
file-is-zip = berformat Excel atau zip, bukan CSV. Ganti akhiran namanya menjadi .xlsx atau .zip, lalu coba lagi.
file-no-zip = rusak, terpotong, atau bukan Excel (.xlsx) atau zip. Salin ulang berkasnya, atau simpan lagi dari Excel.
file-too-large = lebih besar dari batas { $limit } MB setelah dibuka. Bagi berkasnya, atau baca daftar ini dengan SQL.
file-cell-too-long = punya sel { $cell } (di { $member }) yang lebih panjang dari batas { $limit } byte, jadi berkasnya tidak dibaca. Kosongkan atau pendekkan isinya, lalu simpan lagi.
file-row-too-long = punya baris ke-{ $line } yang lebih panjang dari batas { $limit } byte, jadi tidak dibaca sampai akhir. Pendekkan barisnya, lalu coba lagi.
file-piece-too-long = memuat { $member } dengan satu teks atau tanda XML yang lebih panjang dari batas { $limit } byte, jadi berkasnya tidak dibaca. Buka berkasnya di Excel, lalu simpan ulang.
file-too-much-held = memuat { $member } yang perlu lebih dari { $limit } MB memori, jadi berkasnya tidak dibaca. Bagi berkasnya, atau baca daftar ini dengan SQL.
file-changed = berubah selagi dibaca, jadi isinya mungkin belum lengkap. Tunggu sampai selesai disalin, lalu coba lagi.
file-ambiguous = punya berkas kedua, { $file }. Hapus salah satunya, supaya jelas mana yang dipakai.
cells-merged = punya sel gabungan { $cells } (baris ke-{ $line }), jadi isi sel lainnya tidak diketahui. Pisahkan dengan Unmerge Cells, isi setiap baris, lalu simpan.
quote-unclosed = punya tanda kutip yang tidak ditutup, mulai baris ke-{ $line }. Tutup tanda kutipnya, atau simpan ulang dari Excel.
file-blank = kosong, tidak ada judul kolomnya. Isi berkasnya, dengan nama kolom pada baris pertama.
member-missing = tidak memuat { $member }. Tambahkan, atau pakai berkas lain.
file-only-changes = hanya berisi perubahan (delta menurut manifest.csv), jadi semua yang tidak berubah tidak ada di dalamnya. Ekspor ulang sebagai bulk, yaitu seluruh data, lalu coba lagi.

## Pemeriksaan koneksi

not-inspected = Tidak selesai diperiksa dalam { $seconds } detik.
inspect-again = Periksa apakah sistemnya sedang sibuk atau jaringannya lambat, lalu coba lagi.
system-answers = { $system } menjawab.
tables-fit = Susunan tabel sesuai dengan versi ini.
tables-behind = { $pending } perubahan susunan tabel belum dijalankan.
serve-first = Jalankan selaras serve; perubahan itu dilakukan saat mulai. Buat cadangan dahulu.
database-file-to-come = Berkas { $file } belum ada; dibuat saat mulai pertama kali.
serve-makes-file = Jalankan selaras serve. Bila Selaras sudah pernah berjalan, periksa database.url.
tables-unknown = Susunan tabel tidak dikenali ({ $said }).
check-database-url = Pastikan database.url menunjuk database Selaras, dan versinya tidak lebih baru dari program ini.
search-scans = Pencarian membaca seluruh tabel, karena PostgreSQL ini tidak punya ekstensi pg_trgm. Hal lain tidak terpengaruh.
add-search-extension = Minta pemilik database menjalankan CREATE EXTENSION pg_trgm di dalamnya, lalu mulai ulang Selaras: indeksnya dibuat saat mulai.
database-writable = Database dapat ditulisi.
database-not-writable = Database tidak dapat ditulisi ({ $said }).
check-database-rights = Periksa hak tulis pengguna database, atau hak tulis dan sisa ruang di folder berkas SQLite.
make-room-on-disk = Beri ruang di disk itu: hapus cadangan lama atau perbesar disknya. Selaras melanjutkan pekerjaan yang tertunda dengan sendirinya.
database-not-opened = Database tidak dapat dibuka ({ $said }).
check-database-opens = Periksa database.url: servernya menyala, nama dan password benar, foldernya ada dan dapat ditulisi.
check-source-address = Periksa source.base_url atau source.sql.url, dan pastikan sistem akademik menyala dan terjangkau dari server ini.
list-unused = { $kind }: daftar ini tidak dipakai menurut setelan.
zoom-off = Zoom tidak dihubungkan. Kehadiran rapat tidak diambil.
zoom-answers = Zoom menjawab; { $people } pengguna terbaca.
check-zoom-settings = Periksa setelan zoom.account_id, zoom.client_id, zoom.client_secret dan izin aplikasinya (docs/guides/zoom.md).
list-not-inspected = { $kind }: belum dapat diperiksa, karena dibaca per kelas dan tidak ada kelas yang terbaca.
mend-classes-first = Perbaiki daftar kelas dahulu, lalu periksa lagi.
list-answers = { $kind }: daftar menjawab dan baris pertamanya terbaca.
list-answers-from = { $kind }: daftar menjawab dan baris pertamanya terbaca. { $origin }.
class-without-rows = { $kind }: daftar menjawab; kelas yang ditanyakan tidak berisi.
list-is-empty = { $kind }: daftar menjawab, tetapi kosong.
check-empty-list = Bila seharusnya ada isinya, periksa { $setting } dan data di { $source }.
first-row-unreadable = { $kind }: baris pertama tidak terbaca: { $why }.
ask-to-mend-rows = Minta pengelola { $source } memperbaiki isinya, atau periksa { $setting }.
list-failed = { $kind }: { $why }
check-setting = Periksa { $setting }.
setting-of-query = source.sql.queries.{ $list }
setting-of-file = berkasnya di source.files.folder
setting-of-upload = berkasnya di Pengaturan, Sumber
setting-of-address = source.base_url dan source.paths.{ $list }
platform-answers = { $platform } { $release } ({ $site }) menjawab.
platform-outdated = { $platform } { $release } ({ $site }) terlalu lama.
update-platform = Perbarui { $platform } ke { $least } atau lebih baru.
release-unknown = { $platform } menjawab, tetapi versinya tidak dikenali: { $release }.
check-release = Pastikan versinya { $least } atau lebih baru.
token-of-administrator = Token milik { $username }, administrator situs: semua hak ada. Pengguna khusus dengan peran terbatas lebih aman.
token-of-user = Token milik { $username }. Hak menulisnya baru terlihat saat export; daftarnya ada di docs/guides/moodle.md.
functions-lacking-for = Untuk { $purpose }, token belum boleh memanggil { $names }.
add-functions = Tambahkan ke layanan web Selaras di { $platform }: Administrasi situs > Server > Layanan web > Layanan eksternal > Fungsi. Bila plugin yang membuatnya, pasang plugin versi ini.
all-functions-allowed = Token boleh memanggil semua { $functions } fungsi yang diperlukan.
root-category-unset = Kategori tempat bekerja belum ditentukan.
set-root-category = Isi platform.root_category dengan nomor kategori yang ada (angka di alamat halaman kategorinya di { $platform }).
root-category-there = Kategori tempat bekerja ada: { $name } (nomor { $id }).
root-category-gone = Kategori nomor { $id } tidak ada di { $platform }, atau tidak terlihat oleh pengguna token.
people-found = Akun di { $platform } dapat dicari dan dikenali.
capability-lacking = Pengguna token tidak punya hak { $capability }: { $purpose }.
give-capability = Beri hak itu pada peran pengguna token (Administrasi situs > Pengguna > Perizinan > Tentukan peran), lalu periksa lagi.
role-assignable = Peran { $role } (nomor { $id }) dapat diberikan.
role-not-allowed = Peran { $role } (nomor { $id }) tidak ada, atau tidak boleh diberikan oleh pengguna token.
set-role = Sesuaikan { $setting } dengan nomor perannya, atau izinkan pemberian peran itu (Administrasi situs > Pengguna > Perizinan > Tentukan peran).
set-role-of-shape = Perbaiki nomor peran itu di Pengaturan > Bentuk di { $platform }, atau izinkan pemberian peran itu (Administrasi situs > Pengguna > Perizinan > Tentukan peran).
role-unsure = Peran { $role } (nomor { $id }) tidak dapat dipastikan ({ $error }).
input-vars-dropped = PHP di server { $platform } membuang isi panggilan tanpa pesan: batas max_input_vars-nya lebih kecil daripada platform.max_input_vars, yaitu { $fields }.
set-input-vars = Tulis angka max_input_vars PHP (Administrasi situs > Server > Info PHP) di platform.max_input_vars, atau naikkan angka PHP itu di server { $platform } menjadi { $fields }.
long-calls-refused = Server perantara (proxy) di depan { $platform } menolak panggilan sepanjang { $fields } isian (HTTP 413). Selaras memakai panggilan yang lebih pendek, jadi lebih lambat.
raise-proxy-limit = Naikkan client_max_body_size (nginx) atau SecRequestBodyNoFilesLimit (ModSecurity) di depan { $platform }.
compare-role-of-shape = Bandingkan nomor peran di Pengaturan > Bentuk di { $platform } dengan nomor peran itu di { $platform }.
compare-role = Bandingkan { $setting } dengan nomor peran di { $platform }.

## Setelan yang ditampilkan tanpa rahasianya

secret-set = terpasang, tidak ditampilkan
present = ada
absent = tidak ada
default = bawaan
password-by-platform = manual, dengan password dari { $platform }

## Waktu dan jadwal

moment = { $day }, { $date } { $month } { $year } { $clock }
day = { $date } { $month } { $year }
every-day = setiap hari { $clock }
every-week = setiap { $day } { $clock }
every-month = setiap tanggal { $date }, { $clock }
every-hour = setiap jam, menit ke-{ $minute }
own-times = waktu khusus ({ $cron })
clock = { $hour }.{ $minute }{ $zone }
schedule-not-run = { $title } terjadwal { $moment } tidak dijalankan: { $why }.
selaras-was-off = Selaras tidak berjalan pada waktu itu
previous-still-runs = yang sebelumnya belum selesai
may-not-suspend = jadwal ini belum boleh menangguhkan

## Kabar kepada orang yang tidak di tempat

notice-job-failed = { $title } terjadwal gagal
notice-rows-failed = { $title } terjadwal: ada baris yang gagal
notice-of-job = { $why } Buka Selaras, lalu lihat rincian pekerjaan nomor { $job }.
notice-time-passed = Pekerjaan terjadwal tidak dijalankan
notice-backup-failed = Cadangan database gagal
notice-disk-full = Disk Selaras penuh
notice-disk-room = Disk Selaras sudah lega lagi
notice-new-location = Login dari tempat baru
notice-of-new-location = { $what }. Bila bukan orangnya sendiri, akhiri sesi itu di menu Users dan ganti passwordnya.
notice-of-own-new-location = { $what }. Bila bukan Anda, akhiri sesi itu di Akun saya, ganti password, dan beri tahu administrator.
notice-wrong-code = Password benar, kode salah
notice-of-wrong-code = { $what }. Bila bukan orangnya sendiri, orang lain tahu passwordnya: beri password baru di menu Users.
notice-of-own-wrong-code = { $what }. Bila bukan Anda, orang lain tahu password Anda: segera ganti di Akun saya.
notice-of-own-account = Akun Anda di Selaras: { $what }. Bila bukan Anda, beri tahu administrator.
notice-of-own-account-by = Akun Anda di Selaras diubah oleh { $label }: { $parts }. Bila Anda tidak memintanya, tanyakan kepada { $label } atau administrator lain.
notice-account = Akun diubah
notice-of-account = Akun { $username }: { $what }. Bila bukan pemiliknya, akhiri sesinya di menu Users dan ganti passwordnya.
notice-of-account-by = Akun { $username } diubah oleh { $label }: { $parts }. Bila { $label } tidak seharusnya melakukannya, periksa menu Users dan log.

## Cadangan

backup-exists = { $file } sudah ada. Pilih nama lain, atau hapus dahulu berkas itu.
backup-being-made = { $file } sedang dibuat oleh proses lain. Tunggu sampai berkas itu ada, atau pilih nama lain.
backup-file = { $file } tidak dapat ditulis atau dibaca: { $said }
backup-damaged = { $file } bukan berkas cadangan yang utuh: { $why }. Pakai berkas lain.
backup-newer = Berkas ini dibuat oleh Selaras { $version } yang lebih baru (skema { $step }). Pasang versi itu dahulu, lalu coba lagi.
backup-in-use = Database ini sedang dipakai. Hentikan dahulu `selaras serve` dan `selaras work`, lalu coba lagi.
backup-cut-off = berkasnya terpotong
backup-unreadable = isinya tidak terbaca ({ $said })
backup-foreign = bukan berkas dari `selaras backup`
backup-not-text = isinya bukan teks
backup-row-first = ada baris sebelum tabelnya
backup-altered = isinya tidak sama dengan yang ditulis
backup-trailing = ada sesuatu sesudah akhirnya
backup-line-unknown = ada baris yang tidak dikenal
backup-schema-unknown = urutan skemanya tidak dikenal
backup-table-unknown = tabel { $table } tidak dikenal pada skemanya
backup-made = { $file }: { $tables } tabel, { $rows } baris, { $kilobytes } kB. Sudah dibaca ulang dan utuh.
backup-holds = { $file }: dibuat { $moment } oleh Selaras { $version }; { $rows } baris.
restored = Selesai: semua data dari berkas itu ada di database. Tugas yang belum selesai dibatalkan, dan semua orang masuk lagi.
restored-and-raised = Selesai: semua data dari berkas itu ada di database. Skemanya dinaikkan { $steps } langkah. Tugas yang belum selesai dibatalkan, dan semua orang masuk lagi.
database-file-missing = { $file } tidak ada. Periksa setelan database.url.
database-opened = Database: { $database }
restore-unasked = Database sudah berisi data, dan tidak ada yang dapat ditanya. Tambahkan --yes untuk menggantinya.
restore-replaces = Database sudah berisi data. SEMUANYA diganti dengan isi berkas, dan tidak dapat diurungkan.
type-to-go-on = Ketik { $name } untuk melanjutkan:
restore-cancelled = Dibatalkan. Tidak ada yang diubah.
notice-of-disk-full = Disk tempat data Selaras penuh. Perubahan baru tidak disimpan, dan pekerjaan yang berjalan menunggu. Yang sudah tersimpan tetap ada. Beri ruang di disk itu: hapus cadangan lama atau perbesar disknya; Selaras lalu melanjutkan dengan sendirinya.
notice-of-disk-room = Disk tempat data Selaras sudah punya ruang lagi. Perubahan disimpan seperti biasa, dan pekerjaan yang menunggu dilanjutkan.
notice-of-backup = { $why } Selaras mencobanya lagi sampai berhasil.
settings-read = Setelan terbaca.
plain-allowed = { $setting } mengirim rahasia tanpa enkripsi ke mesin lain, sebagaimana diizinkan security.allow_plain.
plain-source = source.base_url: daftar orang dibaca dari mesin lain tanpa enkripsi.
encrypt-address = Pakai alamat terenkripsi: https://, smtps:// atau ?tls=required, ?sslmode=verify-full.
signup-is-open = auth.signup adalah "open": siapa pun yang membuka halaman ini dapat menjadikan diri administrator.
close-signup = Tulis auth.signup = "approval", supaya akun baru menunggu persetujuan.
secrets-encrypted = Rahasia hanya keluar dari mesin ini dengan enkripsi, dan akun baru menunggu persetujuan atau ditutup.
settings-unreadable = Setelan tidak terbaca: { $said }.
mend-settings = Perbaiki di selaras.toml atau di variabel SELARAS_…; selaras.example.toml menjelaskan setiap setelan.
all-is-well = Semua baik.
usable-with-care = Dapat dipakai; ada yang perlu diperhatikan.
something-is-wrong = Ada yang salah. Perbaiki yang bertanda SALAH, lalu jalankan lagi.

## Pemasangan pertama

setup-open = Belum ada setelan. Buka alamat ini di peramban pada mesin ini untuk mengisinya; selaras.example.toml adalah cara tanpa peramban: { $address }
setup-open-again = Kode pemasangan terlalu sering salah, jadi diganti. Alamat yang baru: { $address }
setup-code-wrong = Kode pemasangan ini salah atau sudah diganti. Lihat kode terbaru di terminal tempat selaras serve berjalan.
setup-from-elsewhere = Halaman pemasangan hanya menjawab dari mesin ini sendiri. Buka alamat yang tercetak di terminal, misalnya http://127.0.0.1:8080/setup; dari komputer lain lewat terowongan SSH.
setup-way-unknown = way harus salah satu dari { $names }
setup-semester-expected = Tulis kode semester dengan angka, misalnya 20261
setup-more-unreadable = Setelan ini tidak terbaca: { $said }
setup-more-foreign = Di sini hanya bagian source, misalnya [source.paths]; tidak { $names }
web-address-expected = Tulis alamat lengkap yang diawali https:// atau http://
database-address-expected = Tulis alamat yang diawali sqlite: atau postgres://
query-expected = Tulis kueri untuk sedikitnya satu daftar
setup-file-there = { $file } sudah ada dan tidak ditimpa. Hentikan selaras serve lalu jalankan lagi untuk memakai berkas itu, atau pindahkan berkasnya dan ulangi.
setup-folder-read-only = Folder { $folder } tidak dapat ditulisi ({ $said }). Jalankan selaras serve dari folder yang dapat ditulisi, atau berikan setelan sebagai variabel SELARAS_… seperti dijelaskan selaras.example.toml.
setup-database-given = Alamat database sudah diberikan lewat variabel atau kredensial, jadi tidak disetel di sini.
setup-plain = { $name } akan mengirim rahasia tanpa enkripsi ke mesin lain. Tulis alamat terenkripsi (https://, atau ?sslmode=verify-full untuk database), atau izinkan dengan mencentang "Izinkan tanpa enkripsi" di bawah.
setup-administrators-there = Database ini sudah punya administrator. Login nanti dengan akun itu; akun baru tidak dibuat di sini.
setup-administrator-missing = Database ini belum punya administrator. Isi nama, username, dan password administrator pertama.
setup-written = Setelan ditulis ke { $file }.
database-is-new = Database masih kosong. Tabelnya dibuat saat pemasangan selesai.
database-has-administrators = Database ini sudah dipakai Selaras dan punya { $administrators } administrator.

log-before = { $rows } entri berasal dari waktu sebelum log disegel: tidak dapat diperiksa.
log-thrown-away = { $rows } entri sudah dibuang karena umurnya.
log-sound = { $rows } entri tetap seperti saat ditulis. Segel terakhir { $hash }.
log-entry-missing = Log aktivitas tidak seperti saat ditulis: entri pada urutan { $position } hilang.
log-entry-altered = Log aktivitas tidak seperti saat ditulis: entri { $entry }, pada urutan { $position }, diubah.
log-entry-foreign = Log aktivitas tidak seperti saat ditulis: entri { $entry } disisipkan di luar rantai.
log-end-altered = Log aktivitas tidak seperti saat ditulis: rantai tidak berakhir pada entri di urutan { $position }.
log-account-renamed = Akun nomor { $account } tercatat dengan beberapa nama: { $names }.
log-name-shared = Nama { $name } dipakai beberapa akun: { $accounts }.

## Kehadiran rapat

attended = hadir
came-late = terlambat { $minutes } menit
left-early = keluar lebih awal { $minutes } menit
attended-partly = { $parts }
