// Texts of the report of a period; fetched with its screen.
const id = {
  download: 'Unduh Excel',
  about:
    'Yang terjadi pada data di hari-hari itu, setiap prodi dan jenis data. Satu baris dihitung sekali di setiap kolom.',
  none: 'Tidak ada yang berubah di hari-hari itu.',
  program: 'Prodi',
  whole_campus: 'Seluruh kampus',
  came: 'Masuk',
  changed: 'Berubah',
  left: 'Keluar',
  failed: 'Gagal',
  mended: 'Diperbaiki',
  total: 'Jumlah',
};

const en: typeof id = {
  download: 'Download Excel',
  about:
    'What became of the data on those days, by study program and kind. A row counts once in each column.',
  none: 'Nothing changed on those days.',
  program: 'Study program',
  whole_campus: 'The whole campus',
  came: 'Added',
  changed: 'Changed',
  left: 'Removed',
  failed: 'Failed',
  mended: 'Resolved',
  total: 'Total',
};

export const period = { id, en };
