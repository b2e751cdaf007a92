// Texts of keyboard shortcuts; fetched with their dialog.
const id = {
  everything: 'Cari orang, kelas, layar, dan tindakan',
  title: 'Pintasan papan tombol',
  next: 'Baris berikutnya',
  previous: 'Baris sebelumnya',
  choose: 'Pilih baris, atau batalkan pilihan',
  open: 'Buka di panel samping',
  search: 'Cari',
  within: 'Ke tombol di baris itu',
  close: 'Tutup jendela, atau kosongkan pencarian',
  help: 'Bantuan ini',
};

const en: typeof id = {
  everything: 'Search people, classes, screens and actions',
  title: 'Keyboard shortcuts',
  next: 'Next row',
  previous: 'Previous row',
  choose: 'Choose the row, or let go of it',
  open: 'Open in the side panel',
  search: 'Search',
  within: 'To the buttons of the row',
  close: 'Close the window, or clear the search',
  help: 'This help',
};

export const shortcuts = { id, en };
