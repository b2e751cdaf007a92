// Texts of the filters of a list by value; fetched with the lists.
const id = {
  names: {
    program_id: 'Prodi',
    kode_jurusan: 'Jurusan',
    semester: 'Semester',
    kode_semester: 'Semester',
    kode_tahun_ajaran: 'Tahun ajaran',
    angkatan: 'Angkatan',
    kurikulum: 'Kurikulum',
    hari: 'Hari',
    status_matakuliah: 'Status',
    jenis_kelamin: 'Jenis kelamin',
    JenisKelamin: 'Jenis kelamin',
  },
  add: 'Filter',
  by: 'Filter menurut',
  search: 'Cari {{field}}',
  none: 'Tidak ada yang cocok.',
  empty: 'Belum ada isinya di dashboard.',
  failed: 'Pilihan tidak bisa dimuat.',
  first: 'Hanya {{n}} yang pertama. Cari baris lainnya di semua kolom.',
  clear: 'Lepas filter {{field}}: {{value}}',
};

const en: typeof id = {
  names: {
    program_id: 'Study program',
    kode_jurusan: 'Department',
    semester: 'Semester',
    kode_semester: 'Semester',
    kode_tahun_ajaran: 'Study year',
    angkatan: 'Intake',
    kurikulum: 'Curriculum',
    hari: 'Day',
    status_matakuliah: 'Status',
    jenis_kelamin: 'Gender',
    JenisKelamin: 'Gender',
  },
  add: 'Filter',
  by: 'Filter by',
  search: 'Search: {{field}}',
  none: 'Nothing matches.',
  empty: 'The dashboard has no values yet.',
  failed: 'The choices could not be loaded.',
  first: 'Only the first {{n}}. Search all columns for other rows.',
  clear: 'Remove the filter {{field}}: {{value}}',
};

export const filters = { id, en };
