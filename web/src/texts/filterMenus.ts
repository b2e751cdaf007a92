// Texts of the menu that adds a filter and of the saved filters; fetched with them.
const id = {
  by: 'Filter menurut',
  search: 'Cari {{field}}',
  none: 'Tidak ada yang cocok.',
  empty: 'Belum ada isinya di dashboard.',
  failed: 'Pilihan tidak bisa dimuat.',
  first: 'Hanya {{n}} yang pertama. Cari baris lainnya di semua kolom.',
  share: 'Bagikan kepada semua akun',
  shared: 'Dibagikan kepada semua akun',
  shared_by: 'Dibagikan oleh {{name}}',
};

const en: typeof id = {
  by: 'Filter by',
  search: 'Search: {{field}}',
  none: 'Nothing matches.',
  empty: 'The dashboard has no values yet.',
  failed: 'The choices could not be loaded.',
  first: 'Only the first {{n}}. Search all columns for other rows.',
  share: 'Share with all accounts',
  shared: 'Shared with all accounts',
  shared_by: 'Shared by {{name}}',
};

export const filterMenus = { id, en };
