interface Entry {
  title: string;
  text: string;
}

const id = {
  source: {
    title: '{{source}}',
    text: 'Sistem akademik kampus. Selaras membacanya dan tidak pernah mengubahnya.',
  },
  dashboard: { title: 'Dashboard', text: 'Salinan data di Selaras. {{platform}} diisi dari sini.' },
  platform: {
    title: '{{platform}}',
    text: 'Tempat kuliah daring. Angkanya adalah yang sudah terkirim dari dashboard.',
  },
  gap: { title: 'Selisih', text: 'Baris yang belum sama di ketiga tempat. 0 berarti selaras.' },
  failed: { title: 'Gagal', text: 'Baris yang ditolak. Tekan angkanya untuk melihat sebab setiap baris.' },
  enrolments: {
    title: 'Peserta kelas',
    text: 'Satu orang di satu kelas. Mahasiswa dengan tujuh kelas adalah satu orang dan tujuh peserta kelas.',
  },
  align: {
    title: 'Selaraskan semua',
    text: 'Sync, export, dan enroll untuk semua data dalam satu pekerjaan. Rencananya tampil dahulu; sebelum Anda menjawab Ya tidak ada yang diubah.',
  },
  compare: {
    title: 'Periksa selisih',
    text: 'Membandingkan {{source}}, dashboard, dan {{platform}} baris demi baris. Tidak mengubah apa pun.',
  },
  sync: { title: 'Sync Data', text: 'Mengambil isi terbaru dari {{source}} ke dashboard.' },
  export: { title: 'Export Data', text: 'Mengirim baris dari dashboard ke {{platform}}.' },
  enroll: {
    title: 'Enroll dan Unenroll',
    text: 'Enroll mendaftarkan orang ke kelasnya di {{platform}}, Unenroll mengeluarkannya. Cara keluarnya dipilih sebelum Anda menjawab Ya.',
  },
  migration: {
    title: 'Migrasi',
    text: 'Keadaan baris di {{platform}}. sudah: terkirim. belum: belum pernah dikirim. berubah: berubah sejak dikirim. gagal: ditolak, dengan sebabnya.',
  },
  enrolment_state: {
    title: 'Keadaan Enroll',
    text: 'sudah: terdaftar di kelas. belum: belum terdaftar. ditangguhkan: tidak dapat masuk, nilainya tetap. gagal: ditolak, dengan sebabnya.',
  },
  missing: {
    title: 'Hilang dari {{source}}',
    text: 'Baris yang tidak lagi dikirim {{source}}. Baris itu tetap di sini sampai orangnya dikeluarkan atau barisnya dihapus.',
  },
  delete: {
    title: 'Hapus',
    text: 'Menghapus dari dashboard saja. {{source}} dan {{platform}} tidak berubah, dan penghapusan dapat diurungkan selama 30 hari.',
  },
  may_suspend: {
    title: 'Boleh menangguhkan',
    text: 'Jadwal boleh menangguhkan orang yang hilang dari {{source}} tanpa bertanya. Nilai dan kelompoknya tetap.',
  },
  cron: {
    title: 'Waktu khusus (cron)',
    text: 'Lima bagian: menit, jam, tanggal, bulan, hari. Tanda * berarti setiap. 30 5 * * 1 berarti setiap Senin pukul 05.30.',
  },
  upload: {
    title: 'Unggah',
    text: 'Mengganti tempat membaca satu daftar dengan sebuah berkas CSV atau Excel.',
  },
  map: { title: 'Petakan kolom', text: 'Mencocokkan judul di berkas dengan isian yang dikenal Selaras.' },
  try: { title: 'Coba', text: 'Membaca daftar dan menampilkan masalahnya. Tidak menulis apa pun.' },
  roster: { title: 'OneRoster', text: 'Satu berkas zip baku yang berisi beberapa daftar sekaligus.' },
  administrator: { title: 'Administrator', text: 'Boleh mengubah semuanya dan menyetujui akun baru.' },
  viewer: { title: 'Pengamat', text: 'Melihat semuanya dan tidak mengubah apa pun.' },
  second_factor: {
    title: 'Faktor kedua',
    text: 'Kode dari aplikasi di ponsel yang diminta selain password.',
  },
  participants: {
    title: 'Peserta',
    text: 'Nama di Zoom yang belum diketahui orangnya. Pilih orangnya sekali; import berikutnya mengenalinya.',
  },
  meetings: { title: 'Rapat', text: 'Aturan yang menghubungkan rapat Zoom dengan kelas.' },
} satisfies Record<string, Entry>;

/** A term or setting with an explanation. */
export type Term = keyof typeof id;

const en: Record<Term, Entry> = {
  source: {
    title: '{{source}}',
    text: "The campus's academic system. Selaras reads it and never changes it.",
  },
  dashboard: { title: 'Dashboard', text: 'A copy of the data in Selaras. {{platform}} is filled from here.' },
  platform: {
    title: '{{platform}}',
    text: 'The place of online courses. Its numbers are what was sent from the dashboard.',
  },
  gap: { title: 'Difference', text: 'Rows that differ between the three systems. 0 means in sync.' },
  failed: { title: 'Failed', text: 'Refused rows. Press the number to see the reason of each.' },
  enrolments: {
    title: 'Enrolments',
    text: 'One person in one class. A student in seven classes is one person and seven enrolments.',
  },
  align: {
    title: 'Sync everything',
    text: 'Sync, export and enrol for all data in one job. The plan comes first; nothing changes before you answer Yes.',
  },
  compare: {
    title: 'Compare',
    text: 'Compares {{source}}, dashboard and {{platform}} row by row. It changes nothing.',
  },
  sync: { title: 'Sync', text: 'Reads the latest data from {{source}} into the dashboard.' },
  export: { title: 'Export', text: 'Sends rows from the dashboard to {{platform}}.' },
  enroll: {
    title: 'Enrol and unenrol',
    text: 'Enrolling puts people into their classes in {{platform}}, unenrolling takes them out. You choose how before you answer Yes.',
  },
  migration: {
    title: 'Migration',
    text: 'The state of a row in {{platform}}: sent, never sent, changed since it was sent, or refused with a reason.',
  },
  enrolment_state: {
    title: 'State of an enrolment',
    text: 'Enrolled, not enrolled, suspended (cannot enter, grades stay), or refused with a reason.',
  },
  missing: {
    title: 'Gone from {{source}}',
    text: 'Rows that {{source}} no longer lists. They stay here until the person is taken out or the row is deleted.',
  },
  delete: {
    title: 'Delete',
    text: 'Deletes from the dashboard only. {{source}} and {{platform}} stay as they are, and it can be undone for 30 days.',
  },
  may_suspend: {
    title: 'May suspend',
    text: 'The schedule may suspend people who are gone from {{source}} without asking. Grades and groups stay.',
  },
  cron: {
    title: 'Own time (cron)',
    text: 'Five parts: minute, hour, day, month, weekday. A * means every. 30 5 * * 1 means every Monday at 05:30.',
  },
  upload: { title: 'Upload', text: 'Replaces the origin of one list by a CSV or Excel file.' },
  map: { title: 'Map columns', text: 'Matches the headings of the file with the fields of Selaras.' },
  try: { title: 'Try', text: 'Reads the list and shows its problems. It writes nothing.' },
  roster: { title: 'OneRoster', text: 'One standard zip file that holds several lists.' },
  administrator: { title: 'Administrator', text: 'May change everything and approve new accounts.' },
  viewer: { title: 'Viewer', text: 'Sees everything and changes nothing.' },
  second_factor: {
    title: 'Second factor',
    text: 'A code from an app on the phone, asked besides the password.',
  },
  participants: {
    title: 'Participants',
    text: 'Names in Zoom that belong to an unknown person. Choose the person once; the next import knows.',
  },
  meetings: { title: 'Meetings', text: 'Rules that tie Zoom meetings to classes.' },
};

/** The explanations in both languages. They are fetched when the first one is opened. */
export const help = { id, en };
