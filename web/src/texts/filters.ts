// Texts of the filters of a list by value; fetched with the lists. `names` has the fields that are called otherwise in columns.
const id = {
  names: {
    program_id: 'Prodi',
    kode_jurusan: 'Jurusan',
    kode_semester: 'Semester',
    kode_tahun_ajaran: 'Tahun ajaran',
  },
  add: 'Filter',
  clear: 'Lepas filter {{field}}: {{value}}',
};

const en: typeof id = {
  names: {
    program_id: 'Study program',
    kode_jurusan: 'Department',
    kode_semester: 'Semester',
    kode_tahun_ajaran: 'Study year',
  },
  add: 'Filter',
  clear: 'Remove the filter {{field}}: {{value}}',
};

export const filters = { id, en };
