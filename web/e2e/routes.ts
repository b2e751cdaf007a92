/** One address of the product in the router's notation, with an example and the title of its screen. */
export interface Address {
  route: string;
  example: string;
  title: string;
  /** The address that it redirects to, if it is another name for a screen. */
  leadsTo?: string;
  /** May be seen without signing in. */
  open?: true;
}

/**
 * Every address of section 2 of the specification, and those of a job’s report, a person, a class, and the settings. A unit
 * test compares this list with the router.
 */
export const addresses: readonly Address[] = [
  { route: '/login', example: '/login', title: 'Login', open: true },
  { route: '/login/oidc', example: '/login/oidc', title: 'Login', open: true },
  { route: '/signup', example: '/signup', title: 'Signup', open: true },
  { route: '/setup', example: '/setup', title: 'Pemasangan', open: true },
  { route: '/', example: '/', title: 'Main Page Dashboard' },
  { route: '/log-activity', example: '/log-activity', title: 'Aktivitas Log' },
  { route: '/tugas/$id', example: '/tugas/1', title: 'Sync Tahun Ajaran' },
  { route: '/selaraskan', example: '/selaraskan', title: 'Selaraskan Semua' },
  { route: '/zoom-activity', example: '/zoom-activity', title: 'Aktivitas Zoom' },
  { route: '/laporan', example: '/laporan', title: 'Laporan' },
  { route: '/orang/$kind/$number', example: '/orang/mahasiswa/240263', title: 'Hendro Adi Mulyono' },
  { route: '/kelas/$number', example: '/kelas/90300', title: 'Academic Writing Lanjut A' },
  { route: '/ganti-nomor', example: '/ganti-nomor', title: 'Nomor yang berganti' },
  { route: '/cocokkan', example: '/cocokkan', title: 'Cocokkan dengan Moodle' },
  { route: '/akun', example: '/akun', title: 'Akun saya' },
  { route: '/pengaturan/jadwal', example: '/pengaturan/jadwal', title: 'Jadwal' },
  { route: '/pengaturan/koneksi', example: '/pengaturan/koneksi', title: 'Koneksi' },
  { route: '/pengaturan/sumber', example: '/pengaturan/sumber', title: 'Sumber' },
  { route: '/pengaturan/bentuk', example: '/pengaturan/bentuk', title: 'Bentuk di Moodle' },
  { route: '/tahun-ajaran', example: '/tahun-ajaran', title: 'Tahun Ajaran' },
  { route: '/tahun-ajaran/create', example: '/tahun-ajaran/create', title: 'Buat Tahun Ajaran Baru' },
  { route: '/tahun-ajaran/$id/update', example: '/tahun-ajaran/1/update', title: 'Update Tahun Ajaran' },
  { route: '/jurusan', example: '/jurusan', title: 'Jurusan' },
  { route: '/jurusan/create', example: '/jurusan/create', title: 'Buat Jurusan Baru' },
  { route: '/jurusan/$id', example: '/jurusan/1', title: 'Update Jurusan', leadsTo: '/jurusan/1/update' },
  { route: '/jurusan/$id/update', example: '/jurusan/1/update', title: 'Update Jurusan' },
  { route: '/user', example: '/user', title: 'Users' },
  { route: '/user/create', example: '/user/create', title: 'Buat User Baru' },
  { route: '/user/$id', example: '/user/1', title: 'Update Data User', leadsTo: '/user/1/update' },
  { route: '/user/$id/update', example: '/user/ratna/update', title: 'Update Data User' },
  { route: '/prodi', example: '/prodi', title: 'Prodi' },
  { route: '/prodi/create', example: '/prodi/create', title: 'Buat Prodi Baru' },
  { route: '/prodi/$id/update', example: '/prodi/1/update', title: 'Update Prodi' },
  { route: '/semester', example: '/semester', title: 'Semester' },
  { route: '/semester/create', example: '/semester/create', title: 'Buat Semester Baru' },
  { route: '/semester/$id/update', example: '/semester/1/update', title: 'Update Semester' },
  { route: '/kelas', example: '/kelas', title: 'Daftar Kelas' },
  { route: '/kelas/create', example: '/kelas/create', title: 'Buat Kelas Baru' },
  { route: '/kelas/$id/update', example: '/kelas/1/update', title: 'Update Kelas' },
  { route: '/mata_kuliah', example: '/mata_kuliah', title: 'Mata Kuliah' },
  { route: '/mata_kuliah/create', example: '/mata_kuliah/create', title: 'Buat Mata Kuliah Baru' },
  { route: '/mata_kuliah/$id/update', example: '/mata_kuliah/1/update', title: 'Update Mata Kuliah' },
  { route: '/mengajar', example: '/mengajar', title: 'Data Mengajar' },
  { route: '/pengajar', example: '/pengajar', title: 'Daftar Pengajar' },
  { route: '/pengajar/create', example: '/pengajar/create', title: 'Buat Pengajar Baru' },
  { route: '/pengajar/$id/update', example: '/pengajar/1/update', title: 'Update Pengajar' },
  { route: '/mahasiswa', example: '/mahasiswa', title: 'Daftar Mahasiswa' },
  { route: '/mahasiswa/mbkm', example: '/mahasiswa/mbkm', title: 'Daftar Mahasiswa MBKM' },
  { route: '/mahasiswa/create', example: '/mahasiswa/create', title: 'Buat Mahasiswa Baru' },
  { route: '/mahasiswa/$id/update', example: '/mahasiswa/1/update', title: 'Update Mahasiswa' },
  { route: '/$', example: '/tidak/ada', title: 'There is nothing in here.' },
];
