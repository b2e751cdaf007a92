//! Every call of the specification (section 7) and of the contract (section 3), as one table.
//!
//! A row is the method, the path, the body, and after the arrow the expected reply. `A` and `B` are the two prefixes. One
//! server answers all rows, so they stand in the order in which an administrator would use them. Words in angle brackets are
//! data of the campus, see [`Words`]. Expected replies:
//!
//! - `rows …`: `data` is a list; its first row has these members.
//! - `by nik …`: `data` is an object with members that are lists of rows.
//! - `both … | …`: `data` is the dashboard's list, `ocas` the source's.
//! - `one …`: `data` is an object with these members.
//! - `is …`: `data` is exactly this.
//! - `says …`: `data` is this sentence; `begins …`: it begins so.
//! - `done …`: `data` begins with these words, and the call's job ended without a failed row.
//! - `refused …`: a failure with this status and a text that begins so.
//! - `file …`: a file of this content type that begins with these bytes.
//! - `document`, `events`: replies without an envelope.
//!
//! A viewer makes each call first. Read-only calls answer as for the administrator; all others are refused.

use crate::{
    database::Database::{self, Postgres, Sqlite},
    harness::{A, B, Class, Client, PASSWORD, Reply, Server, a_participation},
};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const TABLE: &str = r#"
POST   B/signup  {"name":"Ani Wulandari","username":"ani","password":"rahasia-sekali"}  -> says Akun dibuat. Silakan login.
POST   A/react/login  {"username":"ani","password":"rahasia-sekali"}  -> one api_key api_name user expires_at
POST   B/login  {"username":"ani","password":"rahasia-sekali"}  -> one api_key api_name user expires_at
GET    B/sign_in  -> is []
POST   B/sign_in/begin  {"provider":"lain"}  -> refused 404 Cara login ini tidak ada.
POST   B/sign_in/finish  {"state":"lain"}  -> refused 401 Login ini sudah lewat waktunya
GET    A/account  -> one id name username role email language appearance
POST   A/account/email  {"email":"ani@kampus.example",<me>}  -> says Alamat Anda disimpan.
POST   A/account/preferences  {"language":"id","appearance":"dark",<me>}  -> says Pilihan Anda disimpan.
GET    A/account/sessions  -> rows id address device created_at last_seen_at current
POST   A/account/end_session  {"session":4711,<me>}  -> refused 404 Sesi ini sudah berakhir.
POST   A/account/end_other_sessions  {<me>}  -> begins
POST   A/account/password  {"password":"salah-ketik","new_password":"rahasia-sekali-lagi",<me>}  -> refused 422 Ini bukan password
GET    A/account/second_factor  -> one active recovery_codes duty available
POST   A/account/second_factor/begin  {"password":"salah-ketik",<me>}  -> refused 422 Ini bukan password
POST   A/account/second_factor/confirm  {"code":"000000",<me>}  -> refused 409 Tidak ada faktor kedua
POST   A/account/second_factor/recovery_codes  {"password":"salah-ketik","code":"000000",<me>}  -> refused 422 Ini bukan password
POST   A/account/second_factor/end  {"password":"salah-ketik","code":"000000",<me>}  -> refused 422 Ini bukan password
GET    A/settings  -> one source_name platform_name mbkm zoom time_zone
GET    /health/live  -> says hidup
GET    /health/ready  -> one database source platform
GET    /openapi.json  -> document

GET    A/source/academic-years  -> rows id kode_tahun_ajaran nama_tahun_ajaran
GET    A/tahun_ajaran/source  -> rows id kode_tahun_ajaran nama_tahun_ajaran
POST   B/async_ocas/tahun_ajaran  {<me>}  -> done Sinkronisasi data Tahun Ajaran:
POST   A/tahun_ajaran/sync  {<me>}  -> done Sinkronisasi data Tahun Ajaran:
POST   A/tahun_ajaran/sync_one  {"kode_tahun_ajaran":"<year>",<me>}  -> done Sinkronisasi data Tahun Ajaran: 1 tetap.
GET    A/tahun_ajaran/get  -> rows id kode_tahun_ajaran nama_tahun_ajaran migration
POST   B/create/tahun_ajaran  {"kode_tahun_ajaran":"2030","nama_tahun_ajaran":"2030/2031",<me>}  -> says Tahun Ajaran 2030/2031 dibuat.
POST   B/list/tahun_ajaran  {}  -> both id kode_tahun_ajaran nama_tahun_ajaran migration | id kode_tahun_ajaran nama_tahun_ajaran
POST   B/detail/tahun_ajaran  {"id":<new tahun_ajaran>}  -> one kode_tahun_ajaran nama_tahun_ajaran
POST   B/update/tahun_ajaran  {"id":<new tahun_ajaran>,"kode_tahun_ajaran":"2030","nama_tahun_ajaran":"Tahun 2030",<me>}  -> says Tahun Ajaran Tahun 2030 disimpan.
POST   A/tahun_ajaran/export_one  {"kode_tahun_ajaran":"<year>",<me>}  -> done Export data Tahun Ajaran: 1 baru.
POST   A/tahun_ajaran/export  {<me>}  -> done Export data Tahun Ajaran:
POST   B/async/tahun_ajaran  {<me>}  -> done Export data Tahun Ajaran: tidak ada yang perlu dikerjakan.

GET    A/source/semesters  -> rows id kode_semester nama_semester kode_tahun_ajaran nama_tahun_ajaran
GET    A/semester/source  -> rows id kode_semester nama_semester kode_tahun_ajaran nama_tahun_ajaran
POST   B/async_ocas/semester  {<me>}  -> done Sinkronisasi data Semester:
POST   A/semester/sync  {<me>}  -> done Sinkronisasi data Semester:
POST   A/semester/sync_one  {"kode_semester":"<semester>",<me>}  -> done Sinkronisasi data Semester: 1 tetap.
GET    A/semester/get  -> rows id kode_semester nama_semester kode_tahun_ajaran nama_tahun_ajaran migration
POST   B/create/semester  {"kode_tahun_ajaran":"2030","kode_semester":"20301","nama_semester":"Gasal 2030",<me>}  -> says Semester Gasal 2030 dibuat.
POST   B/list/semester  {}  -> both id kode_semester nama_semester kode_tahun_ajaran migration | id kode_semester nama_semester
POST   B/detail/semester  {"id":<new semester>}  -> one kode_tahun_ajaran kode_semester nama_semester
POST   B/update/semester  {"id":<new semester>,"kode_tahun_ajaran":"2030","kode_semester":"20301","nama_semester":"Ganjil 2030",<me>}  -> says Semester Ganjil 2030 disimpan.
POST   A/semester/export_one  {"kode_semester":"<semester>",<me>}  -> done Export data Semester: 1 baru.
POST   A/semester/close  {"kode_semester":"<semester>",<me>}  -> refused 409 Course dibiarkan terlihat setelah semesternya selesai.
POST   A/semester/export  {<me>}  -> done Export data Semester:
POST   B/async/semester  {<me>}  -> done Export data Semester: tidak ada yang perlu dikerjakan.

GET    A/source/programs  -> rows id program_id nama_program kode_prodi nama_prodi kode_jurusan nama_jurusan kode_semester
GET    A/prodi/source  -> rows id program_id nama_program kode_prodi nama_prodi kode_jurusan nama_jurusan kode_semester
POST   B/async_ocas/prodi  {<me>}  -> done Sinkronisasi data Prodi:
POST   A/prodi/sync  {<me>}  -> done Sinkronisasi data Prodi:
POST   A/prodi/sync_one  {"program_id":"<program>",<me>}  -> done Sinkronisasi data Prodi: 1 tetap.
GET    A/prodi/get  -> rows id program_id nama_program kode_prodi nama_prodi kode_jurusan nama_jurusan kode_semester migration
POST   B/create/prodi  {"kode_semester":"20301","kode_prodi":"AST","nama_prodi":"Astronomi",<me>}  -> says Prodi Astronomi dibuat.
POST   B/list/prodi  {}  -> both id program_id nama_prodi migration | id program_id nama_prodi
POST   B/detail/prodi  {"id":<new prodi>}  -> one kode_semester kode_prodi nama_prodi
POST   B/update/prodi  {"id":<new prodi>,"kode_semester":"20301","kode_prodi":"AST","nama_prodi":"Ilmu Falak",<me>}  -> says Prodi Ilmu Falak disimpan.
POST   A/prodi/export_one  {"program_id":"<program>",<me>}  -> done Export data Prodi: 1 baru.
POST   A/prodi/export  {<me>}  -> done Export data Prodi:
POST   B/async/prodi  {<me>}  -> done Export data Prodi: tidak ada yang perlu dikerjakan.

GET    A/source/departments  -> rows id kode_jurusan nama_jurusan kode_prodi nama_prodi
GET    A/jurusan/source  -> rows id kode_jurusan nama_jurusan kode_prodi nama_prodi
POST   B/async_ocas/jurusan  {<me>}  -> done Sinkronisasi data Jurusan:
POST   A/jurusan/sync  {<me>}  -> done Sinkronisasi data Jurusan:
POST   A/jurusan/sync_one  {"kode_jurusan":"<department>",<me>}  -> done Sinkronisasi data Jurusan: 1 tetap.
GET    A/jurusan/get  -> rows id kode_jurusan nama_jurusan kode_prodi nama_prodi migration
POST   B/create/jurusan  {"kode_prodi":"AST","kode_jurusan":"FMIPA","nama_jurusan":"Ilmu Alam",<me>}  -> says Jurusan Ilmu Alam dibuat.
POST   B/list/jurusan  -> both id kode_jurusan nama_jurusan kode_prodi nama_prodi migration | id kode_jurusan nama_jurusan
POST   B/detail/jurusan  {"id":<new jurusan>}  -> one kode_prodi kode_jurusan nama_jurusan
POST   B/update/jurusan  {"id":<new jurusan>,"kode_prodi":"AST","kode_jurusan":"FMIPA","nama_jurusan":"MIPA",<me>}  -> says Jurusan MIPA disimpan.
POST   A/jurusan/export_one  {"kode_jurusan":"<department>",<me>}  -> done Export data Jurusan: 1 baru.
POST   A/jurusan/export  {<me>}  -> done Export data Jurusan:
POST   B/async/jurusan  {<me>}  -> done Export data Jurusan: tidak ada yang perlu dikerjakan.

GET    A/source/courses  -> rows id kode_matakuliah kurikulum nama_matakuliah nama_matakuliah_id matakuliah_id program_id
GET    A/matakuliah/source  -> rows id kode_matakuliah kurikulum nama_matakuliah nama_matakuliah_id matakuliah_id program_id
POST   B/async_ocas/matakuliah  {<me>}  -> done Sinkronisasi data Mata Kuliah:
POST   A/matakuliah/sync  {<me>}  -> done Sinkronisasi data Mata Kuliah:
POST   A/matakuliah/sync_one  {"matakuliah_id":"<course>",<me>}  -> done Sinkronisasi data Mata Kuliah: 1 tetap.
GET    A/matakuliah/get  -> rows id nama_matakuliah kode_matakuliah kurikulum nama_matakuliah_id matakuliah_id program_id migration
POST   B/list/matakuliah  {}  -> both id nama_matakuliah matakuliah_id migration | id nama_matakuliah matakuliah_id
POST   A/matakuliah/export_one  {"matakuliah_id":"<course>",<me>}  -> done Export data Mata Kuliah: 1 baru.
POST   A/matakuliah/export  {<me>}  -> done Export data Mata Kuliah:
POST   B/async/matakuliah  {<me>}  -> done Export data Mata Kuliah: tidak ada yang perlu dikerjakan.

GET    A/source/classes  -> rows id nama_mata_kuliah semester kelas_id program_id jam_mulai jam_selesai status_matakuliah jumlah_sks hari jadwal_kuliah_detail_id
GET    A/kelas/source  -> rows id nama_mata_kuliah semester kelas_id program_id jam_mulai jam_selesai status_matakuliah jumlah_sks hari jadwal_kuliah_detail_id
POST   A/kelas/sync  {<me>}  -> done Sinkronisasi data Kelas:
POST   B/async_ocas/kelas  {<me>}  -> done Sinkronisasi data Kelas:
POST   B/async_ocas/group  {<me>}  -> done Sinkronisasi data Kelas:
POST   A/kelas/sync_one  {"jadwal_kuliah_detail_id":"<jadwal>",<me>}  -> done Sinkronisasi data Kelas: 1 tetap.
GET    A/kelas/get  -> rows id nama_mata_kuliah semester kelas_id program_id jam_mulai jam_selesai status_matakuliah jumlah_sks hari migration jadwal_kuliah_detail_id
POST   B/create/kelas  {"kode_jurusan":"FMIPA","kode_kelas":"AST-A","nama_kelas":"Bintang",<me>}  -> says Kelas Bintang dibuat.
POST   B/detail/kelas  {"id":<new kelas>}  -> one kode_jurusan kode_kelas nama_kelas
POST   B/update/kelas  {"id":<new kelas>,"kode_jurusan":"FMIPA","kode_kelas":"AST-A","nama_kelas":"Bintang Kembar",<me>}  -> says Kelas Bintang Kembar disimpan.
POST   B/create/group  {"kode_jurusan":"FMIPA","kode_kelas":"AST-B","nama_kelas":"Planet",<me>}  -> says Kelas Planet dibuat.
POST   B/detail/group  {"id":<new kelas>}  -> one kode_jurusan kode_kelas nama_kelas
POST   B/update/group  {"id":<new kelas>,"kode_jurusan":"FMIPA","kode_kelas":"AST-B","nama_kelas":"Planet Luar",<me>}  -> says Kelas Planet Luar disimpan.
POST   B/list/kelas  {}  -> both id kelas_id nama_kelas migration | id kelas_id nama_kelas
POST   B/list/group  {}  -> both id kelas_id nama_kelas migration | id kelas_id nama_kelas
POST   A/kelas/export_one  {"jadwal_kuliah_detail_id":"<jadwal>",<me>}  -> done Export data Kelas: 1 baru.
POST   A/kelas/export  {<me>}  -> done Export data Kelas:
POST   B/async/kelas  {<me>}  -> done Export data Kelas: tidak ada yang perlu dikerjakan.
POST   B/async/group  {<me>}  -> done Export data Kelas: tidak ada yang perlu dikerjakan.

GET    A/source/teachers  -> rows id nama_lengkap nik gelar_awal gelar_akhir nama_depan nama_belakang nip email hp
GET    A/dosen/source  -> rows id nama_lengkap nik gelar_awal gelar_akhir nama_depan nama_belakang nip email hp
POST   A/dosen/sync  {<me>}  -> done Sinkronisasi data Pengajar:
POST   B/async_ocas/pengajar  {<me>}  -> done Sinkronisasi data Pengajar:
POST   A/dosen/sync_one  {"nik":"<nik>",<me>}  -> done Sinkronisasi data Pengajar: 1 tetap.
GET    A/dosen/get  -> rows id nama_lengkap nik gelar_awal gelar_akhir nama_depan nama_belakang nip email hp password migration
POST   B/create/pengajar  {"nama_depan":"Rina","nama_belakang":"Lestari","nip":"900","email":"rina@kampus.example","kode_kelas":["AST-A","AST-B"],<me>}  -> says Pengajar Rina Lestari dibuat.
POST   B/list/pengajar  {}  -> both id nama_lengkap nik migration | id nama_lengkap nik
POST   B/detail/pengajar  {"id":<new dosen>}  -> one nama_depan nama_belakang nip email kode_kelas migration
POST   B/update/pengajar  {"id":<new dosen>,"nama_depan":"Rina","nama_belakang":"Lestari","nip":"900","email":"rina.l@kampus.example","kode_kelas":["AST-A"],"migration":["belum"],<me>}  -> says Pengajar Rina Lestari disimpan.
POST   A/dosen/export_one  {"nik":"<nik>",<me>}  -> done Export data Pengajar: 1 baru.
POST   A/dosen/export  {<me>}  -> done Export data Pengajar:
POST   B/async/pengajar  {<me>}  -> done Export data Pengajar: tidak ada yang perlu dikerjakan.

POST   A/source/class/students  {<class>}  -> rows id NPK nama_lengkap nama_mk nama_kelas program_id angkatan jenis_kelamin HP email
POST   A/mahasiswa/source  {<class>}  -> rows id NPK nama_lengkap nama_mk nama_kelas program_id angkatan jenis_kelamin HP email
POST   A/mahasiswa/sync  {<class>,<me>}  -> done Sinkronisasi data Mahasiswa:
POST   A/mahasiswa/sync_one  {"NPK":"<npk>",<me>}  -> done Sinkronisasi data Mahasiswa: 1 tetap.
POST   B/async_ocas/mahasiswa  {<me>}  -> done Sinkronisasi data Mahasiswa:
POST   A/mahasiswa/get  {<class>}  -> rows id nama_lengkap NPK nama_mk nama_kelas angkatan jenis_kelamin HP email password enroll migration
POST   B/create/mahasiswa  {"kode_kelas":"AST-A","nama_depan":"Budi","nama_belakang":"Santoso","nim":"990001","email":"budi@kampus.example",<me>}  -> says Mahasiswa Budi Santoso dibuat.
POST   B/list/mahasiswa  {<class>}  -> both id NPK nama_lengkap migration enroll | id NPK nama_lengkap
POST   B/detail/mahasiswa  {"id":<new mahasiswa>}  -> one nama_depan nama_belakang nim email kode_kelas
POST   B/update/mahasiswa  {"id":<new mahasiswa>,"kode_kelas":"AST-A","nama_depan":"Budi","nama_belakang":"Susanto","nim":"990001","email":"budi@kampus.example",<me>}  -> says Mahasiswa Budi Susanto disimpan.
POST   A/mahasiswa/export_as_user_one  {"NPK":"<npk>",<me>}  -> done Export data Mahasiswa: 1 baru.
POST   A/mahasiswa/export_as_user  {<me>}  -> done Export data Mahasiswa:
POST   B/async/mahasiswa  {<me>}  -> done Export data Mahasiswa: tidak ada yang perlu dikerjakan.
POST   A/mahasiswa/enroll_one  {"NPK":"<npk>",<me>}  -> done Enroll data Mahasiswa:
POST   A/mahasiswa/enroll  {<me>}  -> done Enroll data Mahasiswa:
POST   A/mahasiswa/unenroll_one  {"NPK":"<npk>",<me>}  -> done Unenroll data Mahasiswa:
POST   A/mahasiswa/unenroll  {<me>}  -> done Unenroll data Mahasiswa:

POST   A/source/class/students/mbkm  {<guests>}  -> rows id NPK NamaLengkap JenisKelamin Email
POST   A/mahasiswa_mbkm/source  {<guests>}  -> rows id NPK NamaLengkap JenisKelamin Email
POST   A/mahasiswa_mbkm/sync  {<guests>,<me>}  -> done Sinkronisasi data Mahasiswa MBKM:
POST   A/mahasiswa_mbkm/sync_one  {"NPK":"<guest>",<me>}  -> done Sinkronisasi data Mahasiswa MBKM: 1 tetap.
POST   A/mahasiswa_mbkm/get  {<guests>}  -> rows id NPK NamaLengkap JenisKelamin Email nama_mk nama_kelas password enroll migration
POST   A/mahasiswa_mbkm/export_as_user_one  {"NPK":"<guest>",<me>}  -> done Export data Mahasiswa MBKM: 1 baru.
POST   A/mahasiswa_mbkm/export_user  {<me>}  -> done Export data Mahasiswa MBKM:
POST   A/mahasiswa_mbkm/enroll_one  {"NPK":"<guest>",<me>}  -> done Enroll data Mahasiswa MBKM: 1 peserta kelas berhasil.
POST   A/mahasiswa_mbkm/enroll  {<me>}  -> done Enroll data Mahasiswa MBKM:
POST   A/mahasiswa_mbkm/unenroll_one  {"NPK":"<guest>",<me>}  -> done Unenroll data Mahasiswa MBKM: 1 peserta kelas ditangguhkan.
POST   A/mahasiswa_mbkm/unenroll  {<me>}  -> done Unenroll data Mahasiswa MBKM:

GET    A/source/teachings  -> by nik nama_mata_kuliah kelas_id program_id nik
GET    A/mengajar/source  -> by nik nama_mata_kuliah kelas_id program_id nik
POST   A/mengajar/sync  {<me>}  -> done Sinkronisasi data Mengajar:
POST   A/mengajar/sync_one  {<teaching>,<me>}  -> done Sinkronisasi data Mengajar: 1 tetap.
POST   A/mengajar/get  {"nik":"<nik>",<me>}  -> rows nama_mata_kuliah kelas_id program_id nik nama_kelas enroll
POST   A/mengajar/enroll_one  {<teaching>,<me>}  -> done Enroll data Mengajar: 1 peserta kelas berhasil.
POST   A/mengajar/unenroll_one  {<teaching>,<me>}  -> done Unenroll data Mengajar: 1 peserta kelas ditangguhkan.
POST   A/mengajar/export_one  {<teaching>,<me>}  -> done Export data Mengajar: 1 peserta kelas berhasil.
POST   A/mengajar/enroll  {<me>}  -> done Enroll data Mengajar:
POST   A/mengajar/unenroll  {<me>}  -> done Unenroll data Mengajar:
POST   A/mengajar/export  {<me>}  -> done Export data Mengajar:

GET    A/jobs  -> rows id kind verb state actor message total done counts created_at
GET    A/jobs/{id}  -> one id kind verb state actor message total done counts created_at
GET    A/jobs/{id}/rows  -> rows outcome key label reason
GET    A/jobs/{id}/events  -> events
POST   A/jobs/{id}/cancel  {<me>}  -> refused 409 Pekerjaan ini sudah selesai.
GET    A/jobs/{id}/rows.xlsx  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
POST   A/jobs/{id}/undo  {<me>}  -> refused 409 Pekerjaan ini tidak dapat diurungkan
POST   A/jobs/{id}/retry  {<me>}  -> refused 409 Tidak ada baris yang gagal

POST   A/user/insert  {"nama_user":"Citra","username":"citra","password":"rahasia-juga",<me>}  -> says User Citra dibuat.
GET    A/user/get  -> rows id name username created_at
GET    A/user/username/{username}  -> one id name username created_at
PUT    A/user/update  {<me>,"id":<new user>,"nama_user":"Citra Dewi","username":"citra","password":"********"}  -> says User Citra Dewi disimpan.
POST   A/user/approve  {"id":<new user>,<me>}  -> says User Citra Dewi disetujui.
POST   A/user/disable  {"id":<new user>,<me>}  -> says User Citra Dewi dinonaktifkan. Sesinya diakhiri.
POST   A/user/enable  {"id":<new user>,<me>}  -> says User Citra Dewi diaktifkan.
DELETE A/user/delete  {"id":<new user>,<me>}  -> says User Citra Dewi dihapus.
GET    A/user/deleted  -> rows id name username deleted_at
GET    A/user/sessions/{id}  -> rows id address device created_at last_seen_at current
POST   A/user/end_second_factor  {"id":1,<me>}  -> refused 409 Faktor kedua Anda sendiri dilepas di menu Akun saya, dengan password dan kode. Bila kodenya hilang, minta administrator lain melepasnya.
POST   A/user/second_factor_duty  {"duty":false,<me>}  -> says Faktor kedua tidak lagi diwajibkan.
POST   A/user/end_session  {"id":1,"session":4711,<me>}  -> refused 404 Sesi ini sudah berakhir.
POST   A/user/restore  {"id":3,<me>}  -> says User Citra Dewi dikembalikan.
GET    A/react/log  -> rows id action actor principal created_at
GET    A/react/log.jsonl  -> file application/jsonl {"id":
GET    A/react/log.csv  -> file text/csv id,created_at
GET    A/report  -> rows program_id program kind label came changed left failed mended
GET    A/report.xlsx  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
GET    A/search  -> rows kind label total rows
POST   A/lists/{kind}/file  {"format":"xlsx"}  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
GET    A/lists/{kind}/values/{field}  -> rows value name
POST   A/lists/{kind}/views  {"label":"Belum","address":{"migration":"belum"}}  -> says Filter Belum disimpan.
GET    A/lists/{kind}/views  -> rows id label address shared own owner
DELETE A/lists/{kind}/views  {"id":0}  -> refused 404 Filter tersimpan ini
GET    A/people/mahasiswa  -> rows id NPK nama_lengkap angkatan number name programs migration rows enrolments classes attention
GET    A/people/mahasiswa_mbkm  -> rows id NPK NamaLengkap number name programs migration rows enrolments classes attention
GET    A/people/pengajar  -> rows id nik nama_lengkap number name programs migration rows enrolments classes attention
GET    A/people/{kind}/{number}  -> one person source dashboard platform enrolments attendance history
POST   A/people/{kind}/{number}/align  {<me>}  -> done
GET    A/classes/{class}  -> one class source platform members history
GET    A/connections  -> rows part settings last
POST   A/connections/test  {"part":"database",<me>}  -> rows part settings last
POST   A/campus/align  {"kinds":["semester"],<me>}  -> done Dari OCAS:
GET    A/campus/plan/{id}  -> refused 404 Pekerjaan ini tidak memuat rencana
GET    A/campus/plan/{id}/rows  -> refused 422 verb tidak boleh kosong
GET    A/summary  -> rows kind label rows migrated last_synced_at failed
POST   A/attendance/log  {"start_date":"2026-9-1","end_date":"2026-9-30",<me>}  -> rows id username email meeting_id topic date_meeting start_meeting end_meeting join_time leave_time leave_reason duration_join keterangan
POST   A/attendance_log_export  {"start_date":"2026-9-1","end_date":"2026-9-30",<me>}  -> begins /api/v1/api/attendance_log_export/
POST   A/zoom/import  {"start_date":"2026-9-7","end_date":"2026-9-8",<me>}  -> done Import kehadiran Zoom 7 Sep 2026 s.d. 8 Sep 2026: 31 rapat dibaca, 107 kehadiran baru.
GET    A/classes/{class}/attendance  -> one class meetings more least_minutes people
PUT    A/classes/{class}/attendance  {"least_minutes":0,<me>}  -> begins Di
GET    A/classes/{class}/attendance.xlsx  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
GET    A/attendance/participants  -> rows participant email participations latest candidates
POST   A/attendance/choices  {"participant":"Siti Rahayu","email":"siti@kampus.ac.id","kind":"mahasiswa","number":"<npk>",<me>}  -> begins Siti Rahayu (siti@kampus.ac.id) adalah
GET    A/attendance/choices  -> rows participant email person actor chosen_at
DELETE A/attendance/choices  {"participant":"Siti Rahayu","email":"siti@kampus.ac.id",<me>}  -> says Pilihan untuk Siti Rahayu (siti@kampus.ac.id) dibatalkan.
POST   A/attendance/ignored  {"participant":"Siti Rahayu","email":"siti@kampus.ac.id",<me>}  -> says Siti Rahayu (siti@kampus.ac.id) diabaikan: 1 kehadiran tidak ditanyakan lagi.
POST   A/attendance/rules  {"tells":"topic","text":"Rapat Dosen","class":"<jadwal>",<me>}  -> begins Rapat "Rapat Dosen" adalah
GET    A/attendance/rules  -> rows id tells text class actor edited_at
PUT    A/attendance/rules  {"id":0,"tells":"topic","text":"Rapat","class":"<jadwal>",<me>}  -> refused 404 Aturan ini tidak ada.
DELETE A/attendance/rules  {"id":0,<me>}  -> refused 404 Aturan ini tidak ada.
GET    A/attendance/meetings  -> rows meeting_id topic latest fits
POST   A/zoom/webhook  {"event":"meeting.ended"}  -> refused 401 Tanda tangan Zoom tidak cocok
GET    A/attendance_log_export/{until}/{file}  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
GET    A/sources  -> one lists roster proposed_roster largest_upload
PUT    A/sources/upload  -> refused 422 Daftar ini tidak dikenal.
POST   A/sources/accept  {"list":"classes","upload":0,<me>}  -> refused 409 Berkas baru ini sudah dipakai
DELETE A/sources/upload  {"list":"classes",<me>}  -> refused 404 Tidak ada berkas
PUT    A/sources/headings  {"list":"classes","headings":{"nama_kelas":"Kelas"},<me>}  -> says Judul kolom untuk daftar Kelas disimpan.
POST   A/sources/try  {"list":"classes",<me>}  -> one list label origin rows problems problem_count notes read complete seconds rows_per_second expected_rows expected_seconds failed
GET    A/schedules  -> rows kind label verb cron enabled next_run_at next_run last_job note edited_by edited_at
POST   A/schedules/preview  {"cron":"0 5 * * *"}  -> rows at text
POST   A/schedules/update  {"kind":"kelas","verb":"sync","cron":"0 5 * * *","enabled":true,<me>}  -> one kind label verb cron enabled may_suspend next_run_at next_run last_job note edited_by edited_at
GET    A/platform/shape  -> one course categories fullname shortname group names new_courses email_domain dates ended templates actor changed_at choices profile profile_fields person_fields username shared_emails roles cohorts student_fields
POST   A/platform/shape/preview  {"course":"kelas","categories":["prodi","semester"],<me>}  -> one categories courses groups people clashes faults templates changes profile username usernames addresses roles cohorts
PUT    A/platform/shape  {"course":"mata_kuliah","categories":["tahun_ajaran","semester","prodi","jurusan"],<me>}  -> begins Bentuk di Moodle disimpan.
GET    A/platform/categories  -> one rows categories
POST   A/platform/categories  {"level":"prodi","key":"x","platform_id":1,<me>}  -> refused 404 Prodi ini tidak ada di dashboard
DELETE A/platform/categories  {"level":"prodi","key":"x",<me>}  -> refused 404 Prodi ini tidak ada di dashboard
GET    A/platform/role-preset.xml  -> file application/xml <?xml
GET    A/platform/plugin.zip  -> file application/zip PK
GET    A/platform/matches  -> is []
POST   A/platform/matches  {"pairs":[{"kind":"mahasiswa","key":"1","platform_id":1}],<me>}  -> refused 409 1 tidak menunggu pilihan
DELETE A/platform/matches  {"pairs":[{"kind":"mahasiswa","key":"1"}],<me>}  -> says 0 baris dilepas. Yang ada di Moodle tidak diubah.
POST   A/platform/matches/scan  {<me>}  -> done Pemindaian Moodle:
GET    A/platform/matches/scan  -> one job holds counts
GET    A/platform/matches.xlsx  -> file application/vnd.openxmlformats-officedocument.spreadsheetml.sheet PK
PUT    A/platform/matches/file  -> refused 409 Daftar matches, berkas pencocokan.xlsx, rusak
PUT    A/platform/matches/hold  {"holds":false,<me>}  -> says Export tidak lagi menunggu pencocokan dengan Moodle diputuskan.
GET    A/people/renumberings  -> is []
POST   A/people/renumberings/dismiss  {"pairs":[{"kind":"mahasiswa","from":"1","to":"2"}],<me>}  -> says 0 pasangan dicatat sebagai orang yang berbeda.
POST   A/people/{kind}/{number}/renumber  {"to":"<npk>",<me>}  -> refused 409 Nomor
POST   A/comparison/compare  {<me>}  -> done Pemeriksaan selisih:
GET    A/jobs/{id}/reasons  -> rows code text rows
GET    A/comparison  -> one job kinds
POST   A/comparison/wait_again  {<me>}  -> begins Tidak ada baris
GET    /metrics  -> file text/plain # TYPE selaras_

DELETE A/mengajar/delete  {<teaching>,<me>}  -> done 1 baris Mengajar dihapus dari dashboard.
DELETE A/mengajar/delete_all  {<me>}  -> done
DELETE A/mahasiswa_mbkm/delete  {"NPK":"<guest>",<me>}  -> done
DELETE A/mahasiswa_mbkm/delete_all  {<me>}  -> done
POST   B/delete/mahasiswa  {"id":<new mahasiswa>,<me>}  -> done 1 baris Mahasiswa dihapus dari dashboard.
DELETE A/mahasiswa/delete  {"NPK":"<npk>",<me>}  -> done
DELETE A/mahasiswa/delete_all  {<me>}  -> done
POST   B/delete/pengajar  {"id":<new dosen>,<me>}  -> done 1 baris Pengajar dihapus dari dashboard.
DELETE A/dosen/delete  {"nik":"<nik>",<me>}  -> done 1 baris Pengajar dihapus dari dashboard.
DELETE A/dosen/delete_all  {<me>}  -> done
POST   B/delete/group  {"id":<new kelas>,<me>}  -> done 1 baris Kelas dihapus dari dashboard.
POST   B/delete/kelas  {"id":<new kelas>,<me>}  -> done 1 baris Kelas dihapus dari dashboard.
DELETE A/kelas/delete  {"jadwal_kuliah_detail_id":"<jadwal>",<me>}  -> done 1 baris Kelas dihapus dari dashboard.
DELETE A/kelas/delete_all  {<me>}  -> done
POST   B/delete/matakuliah  {"id":<new matakuliah>,<me>}  -> done 1 baris Mata Kuliah dihapus dari dashboard.
DELETE A/matakuliah/delete  {"matakuliah_id":"<course>",<me>}  -> done 1 baris Mata Kuliah dihapus dari dashboard.
DELETE A/matakuliah/delete_all  {<me>}  -> done
POST   B/delete/jurusan  {"id":<new jurusan>,<me>}  -> done 1 baris Jurusan dihapus dari dashboard.
DELETE A/jurusan/delete  {"kode_jurusan":"<department>",<me>}  -> done 1 baris Jurusan dihapus dari dashboard.
DELETE A/jurusan/delete_all  {<me>}  -> done
POST   B/delete/prodi  {"id":<new prodi>,<me>}  -> done 1 baris Prodi dihapus dari dashboard.
DELETE A/prodi/delete  {"program_id":"<program>",<me>}  -> done 1 baris Prodi dihapus dari dashboard.
DELETE A/prodi/delete_all  {<me>}  -> done
POST   B/delete/semester  {"id":<new semester>,<me>}  -> done 1 baris Semester dihapus dari dashboard.
DELETE A/semester/delete  {"kode_semester":"<semester>",<me>}  -> done 1 baris Semester dihapus dari dashboard.
DELETE A/semester/delete_all  {<me>}  -> done
POST   B/delete/tahun_ajaran  {"id":<new tahun_ajaran>,<me>}  -> done 1 baris Tahun Ajaran dihapus dari dashboard.
DELETE A/tahun_ajaran/delete  {"kode_tahun_ajaran":"<year>",<me>}  -> done 1 baris Tahun Ajaran dihapus dari dashboard.
DELETE A/tahun_ajaran/delete_all  {<me>}  -> done

POST   B/logout  {}  -> says Anda sudah logout.
"#;

/// Calls that only read, or change only the caller's own account, although their method could change more.
const ALSO_FOR_VIEWERS: &[&str] = &[
    "DELETE A/lists/{kind}/views",
    "POST A/lists/{kind}/file",
    "POST A/lists/{kind}/views",
    "POST A/account/email",
    "POST A/account/end_other_sessions",
    "POST A/account/end_session",
    "POST A/account/password",
    "POST A/account/preferences",
    "POST A/account/second_factor/begin",
    "POST A/account/second_factor/confirm",
    "POST A/account/second_factor/end",
    "POST A/account/second_factor/recovery_codes",
    "POST A/attendance/log",
    "POST A/attendance_log_export",
    "POST A/mahasiswa/get",
    "POST A/mahasiswa/source",
    "POST A/mahasiswa_mbkm/get",
    "POST A/mahasiswa_mbkm/source",
    "POST A/mengajar/get",
    "POST A/schedules/preview",
    "POST A/source/class/students",
    "POST A/source/class/students/mbkm",
    "POST B/detail/group",
    "POST B/detail/jurusan",
    "POST B/detail/kelas",
    "POST B/detail/mahasiswa",
    "POST B/detail/pengajar",
    "POST B/detail/prodi",
    "POST B/detail/semester",
    "POST B/detail/tahun_ajaran",
    "POST B/list/group",
    "POST B/list/jurusan",
    "POST B/list/kelas",
    "POST B/list/mahasiswa",
    "POST B/list/matakuliah",
    "POST B/list/pengajar",
    "POST B/list/prodi",
    "POST B/list/semester",
    "POST B/list/tahun_ajaran",
    "POST B/logout",
    // These need no key, so they have no viewer.
    "POST A/react/login",
    "POST A/zoom/webhook",
    "POST B/login",
    "POST B/sign_in/begin",
    "POST B/sign_in/finish",
    "POST B/signup",
];

/// Calls that read what viewers may not see.
const NOT_FOR_VIEWERS: &[&str] = &["GET A/user/sessions/{id}"];

/// One row of the table.
struct Row {
    line: &'static str,
    method: Method,
    /// As the document spells it.
    path: String,
    body: &'static str,
    shows: &'static str,
    /// True if a viewer gets the same reply as an administrator.
    for_viewers: bool,
}

fn rows(table: &'static str) -> impl Iterator<Item = Row> {
    table.lines().filter(|line| !line.is_empty()).map(|line| {
        let (call, shows) = line.split_once("->").unwrap_or((line, ""));
        let (method, call) = call.split_once(' ').unwrap();
        let call = call.trim();
        let (path, body) = call.split_once(' ').unwrap_or((call, ""));
        let path = match path.split_once('/') {
            Some(("A", rest)) => format!("{A}/{rest}"),
            Some(("B", rest)) => format!("{B}/{rest}"),
            _ => path.to_owned(),
        };
        let short = format!("{method} {}", call.split_once(' ').map_or(call, |(path, _)| path));
        let for_viewers = match method {
            "GET" => !NOT_FOR_VIEWERS.contains(&short.as_str()),
            _ => ALSO_FOR_VIEWERS.contains(&short.as_str()),
        };
        Row {
            for_viewers,
            line,
            method: method.parse().unwrap(),
            path,
            body: body.trim(),
            shows: shows.trim(),
        }
    })
}

/// The values of the words in angle brackets.
struct Words(Vec<(&'static str, String)>);

impl Words {
    fn of(server: &Server) -> Self {
        let university = server.campus.university();
        let members = |body: &Value| body.to_string().trim_matches(['{', '}']).to_owned();
        let class: Class = server.a_class();
        let with_guests = (0..university.classes())
            .find(|class| !university.mbkm_members(*class).is_empty())
            .unwrap();
        let guests = university.class(with_guests);
        let teaching = &university.teachings(0)[0];
        Self(vec![
            ("<me>", r#""name":"Ani Wulandari""#.to_owned()),
            ("<year>", university.academic_years()[0].kode_tahun_ajaran.clone()),
            ("<semester>", university.semesters()[0].kode_semester.clone()),
            ("<program>", university.programs()[0].program_id.to_owned()),
            ("<department>", university.departments()[0].kode_jurusan.to_owned()),
            ("<course>", university.course(0).matakuliah_id.clone()),
            ("<jadwal>", class.jadwal.clone()),
            ("<class>", members(&class.body)),
            ("<npk>", class.students[0].clone()),
            (
                "<guests>",
                format!(
                    r#""nama_mk":"{}","nama_kelas":"{}""#,
                    guests.nama_mata_kuliah, guests.nama_kelas
                ),
            ),
            ("<guest>", university.mbkm_members(with_guests)[0].npk()),
            ("<nik>", teaching.nik.clone()),
            ("{kind}", "mahasiswa".to_owned()),
            ("{field}", "angkatan".to_owned()),
            ("{number}", class.students[0].clone()),
            ("{class}", class.jadwal.clone()),
            (
                "<teaching>",
                format!(
                    r#""nik":"{}","nama_mata_kuliah":"{}","kelas_id":"{}""#,
                    teaching.nik, teaching.nama_mata_kuliah, teaching.kelas_id
                ),
            ),
        ])
    }

    /// The text with every word replaced; `<new prodi>` is the id of the newest prodi.
    async fn filled(&self, text: &str, admin: &Client) -> String {
        let mut text = text.to_owned();
        for (word, meaning) in &self.0 {
            text = text.replace(word, meaning);
        }
        if let Some((before, rest)) = text.split_once("<new ") {
            let (list, after) = rest.split_once('>').unwrap();
            let newest = admin
                .rows(list)
                .await
                .iter()
                .map(|row| row["id"].as_i64().unwrap())
                .max()
                .unwrap();
            text = format!("{before}{newest}{after}");
        }
        text
    }
}

#[rstest]
#[tokio::test]
async fn every_call_answers_as_tabulated(#[values(Sqlite, Postgres)] on: Database) {
    let server = Server::start(on).await;
    let words = Words::of(&server);
    let mut admin = server.anonymous();
    server
        .engine
        .store()
        .keep_participations(&[a_participation()])
        .await
        .unwrap();
    let mut viewer = None;
    let mut latest_job = String::new();
    let mut latest_file = String::new();
    for row in rows(TABLE) {
        let path = if row.path.ends_with("/user/sessions/{id}") {
            row.path.replace("{id}", "1")
        } else if row.path.ends_with("/{file}") {
            latest_file.clone()
        } else {
            let path = words.filled(&row.path, &admin).await;
            let path = path.replace("{id}", &latest_job).replace("{username}", "ani");
            match row.path.rsplit_once('/').map_or("", |(_, call)| call) {
                "search" => format!("{path}?q=a"),
                "report" | "report.xlsx" => format!("{path}?from=2026-1-1&to=2026-12-31"),
                _ => path,
            }
        };
        let body = Some(words.filled(row.body, &admin).await).filter(|body| !body.is_empty());
        if let Some(viewer) = &viewer {
            seen_by_viewer(viewer, &row, &path, body.clone()).await;
        }
        let reply = admin.send(row.method.clone(), &path, &[], body).await;
        assert_eq!(reply.headers["cache-control"], "no-store", "{}", row.line);
        if let Err(wrong) = check(row.shows, &reply) {
            panic!("{}\n{wrong}\n{reply:#?}", row.line);
        }
        if let Some(key) = reply.data()["api_key"].as_str() {
            admin = admin.with_key(key);
            if row.path == format!("{B}/login") {
                viewer = Some(a_viewer(&server, &admin).await);
            }
        }
        if let Some(job) = reply.body["job"]["id"].as_i64() {
            latest_job = job.to_string();
        }
        if let Some(file) = reply.data().as_str().filter(|text| text.ends_with(".xlsx")) {
            latest_file = file.to_owned();
        }
    }
}

/// A signed-in viewer: reads everything, changes nothing.
async fn a_viewer(server: &Server, admin: &Client) -> Client {
    let body = json!({ "nama_user": "Dewi", "username": "dewi", "password": PASSWORD, "role": "viewer" });
    admin.post(&format!("{A}/user/insert"), body).await.ok();
    server.anonymous().log_in("dewi").await
}

/// Makes a call as a viewer. It is answered as tabulated, or refused before anything is done.
async fn seen_by_viewer(viewer: &Client, row: &Row, path: &str, body: Option<String>) {
    let reply = viewer.send(row.method.clone(), path, &[], body).await;
    assert_eq!(reply.headers["cache-control"], "no-store", "{}", row.line);
    if row.for_viewers {
        if let Err(wrong) = check(row.shows, &reply) {
            panic!("as a viewer: {}\n{wrong}\n{reply:#?}", row.line);
        }
    } else {
        assert_eq!(
            reply.refused(403).body["code"],
            "for_administrators_alone",
            "{}",
            row.line
        );
    }
}

#[tokio::test]
async fn the_table_and_the_served_document_have_the_same_calls() {
    let server = Server::start(Sqlite).await;
    let document = server.anonymous().get("/openapi.json").await.body;
    let mut documented = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            documented.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    let mut called = BTreeSet::new();
    for row in rows(TABLE) {
        assert!(
            called.insert(format!("{} {}", row.method, row.path)),
            "twice in the table: {}",
            row.line
        );
    }
    let only =
        |these: &BTreeSet<String>, those: &BTreeSet<String>| these.difference(those).cloned().collect::<Vec<_>>();
    assert_eq!(only(&called, &documented), [""; 0], "in the table, not in the document");
    assert_eq!(only(&documented, &called), [""; 0], "in the document, not in the table");
}

#[tokio::test]
async fn nullable_reply_members_are_always_present() {
    let server = Server::start(Sqlite).await;
    let document = server.anonymous().get("/openapi.json").await.body;
    let nullable = |schema: &Value| schema.to_string().contains(r#""null""#);
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        // Its members are present together or absent together.
        if name == "AtStake" {
            continue;
        }
        let required: Vec<_> = schema["required"].as_array().into_iter().flatten().collect();
        for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
            assert!(
                !nullable(schema) || required.contains(&&Value::from(member.as_str())),
                "{name}.{member} is null or absent: `#[schema(required)]` or `#[schema(nullable = false)]` says which"
            );
        }
    }
}

/// Checks a reply against its row of the table; the error says what is wrong.
fn check(shows: &str, reply: &Reply) -> Result<(), String> {
    let (what, rest) = shows.split_once(' ').unwrap_or((shows, ""));
    let names = |text: &str| {
        text.split(' ')
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    if what == "document" {
        return holds(reply.body["openapi"].is_string(), "no document");
    }
    if what == "events" {
        let is_stream = reply.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/event-stream");
        return holds(is_stream && reply.text.contains("event: end"), "no events");
    }
    if what == "file" {
        let (content_type, begins) = rest.split_once(' ').unwrap();
        let is_of_type = reply.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with(content_type);
        return holds(is_of_type && reply.text.starts_with(begins), "no such file");
    }
    if what == "refused" {
        let (status, sentence) = rest.split_once(' ').unwrap();
        holds(
            reply.status.to_string() == status && reply.body["msg"] == "Error",
            "not refused",
        )?;
        return holds(reply.sentence().starts_with(sentence), "refused in other words");
    }
    holds(reply.status == 200 && reply.body["msg"] == "Success", "no success")?;
    match what {
        "says" => holds(reply.sentence() == rest, "says something else"),
        "begins" => holds(reply.sentence().starts_with(rest), "begins otherwise"),
        "is" => holds(
            serde_json::from_str::<Value>(rest).is_ok_and(|wanted| *reply.data() == wanted),
            "is something else",
        ),
        "rows" => first_row_has(reply.data(), &names(rest)),
        "one" => has(reply.data(), &names(rest)),
        "by" => {
            let lists = reply.data().as_object().ok_or("not keyed")?;
            let (key, rows) = lists.iter().next().ok_or("no list")?;
            holds(rows[0]["nik"] == **key, "a row under another's key")?;
            first_row_has(rows, &names(rest.trim_start_matches("nik ")))
        }
        "both" => {
            let (dashboard, source) = rest.split_once('|').unwrap();
            first_row_has(reply.data(), &names(dashboard))?;
            first_row_has(&reply.body["ocas"], &names(source))
        }
        "done" => {
            let job = &reply.body["job"];
            holds(job["state"] == "done", "the job is not done")?;
            let counts = job["counts"].as_object().ok_or("no counts")?;
            holds(
                !counts.contains_key("failed") && !counts.contains_key("conflict"),
                "rows failed",
            )?;
            holds(job["message"] == *reply.data(), "the job says something else")?;
            holds(reply.sentence().starts_with(rest), "another outcome")
        }
        other => Err(format!("the table knows no {other}")),
    }
}

fn first_row_has(rows: &Value, names: &[String]) -> Result<(), String> {
    let first = rows.as_array().ok_or("no list")?.first().ok_or("an empty list")?;
    has(first, names)
}

fn has(object: &Value, names: &[String]) -> Result<(), String> {
    let missing: Vec<_> = names
        .iter()
        .filter(|name| object.get(name.as_str()).is_none())
        .collect();
    holds(
        object.is_object() && missing.is_empty(),
        &format!("without {missing:?}"),
    )
}

fn holds(condition: bool, otherwise: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(otherwise.to_owned()) }
}
