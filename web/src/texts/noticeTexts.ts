// Texts of the notices; fetched when they are opened.
const id = {
  none: 'Tidak ada yang perlu perhatian.',
  about: 'Sebuah pemberitahuan hilang sendiri setelah sebabnya dibereskan.',
};

const en: typeof id = {
  none: 'Nothing needs attention.',
  about: 'A notice goes by itself once its cause is fixed.',
};

export const noticeTexts = { id, en };
