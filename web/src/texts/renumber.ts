// Texts of changed numbers; fetched with their screens.
const id = {
  about:
    'Orang-orang ini hilang dari {{source}}, dan yang serupa muncul dengan nomor lain. Sebelum Anda memutuskan, tidak ada yang ditangguhkan.',
  none: 'Tidak ada nomor yang tampaknya berganti.',
  none_about:
    'Bila seseorang hilang dari {{source}} dan muncul lagi dengan nomor lain, pasangannya tampil di sini.',
  number: 'Nomor',
  before: 'Dulu',
  now: 'Sekarang',
  same: 'sama',
  same_person: 'Orang yang sama: ganti nomornya',
  different: 'Orang yang berbeda',
  different_many: 'Orang yang berbeda ({{n}})',
  question: 'Ganti nomor {{item}} dari {{from}} menjadi {{to}}?',
  note: 'Akun, kelas, dan riwayat nomor {{from}} dilanjutkan dengan nomor {{to}}.',
  button: 'Ganti nomor…',
  title_one: 'Ganti nomor {{item}}',
  new_number: 'Nomor baru',
  present: 'Nomor sekarang: {{number}}',
  unchanged: 'Ini nomornya yang sekarang.',
  see_plan: 'Lihat rencana',
};

const en: typeof id = {
  about:
    'These people are gone from {{source}}, and similar ones have come with another number. Before you decide, no account is suspended.',
  none: 'No number seems to have changed.',
  none_about: 'If a person leaves {{source}} and comes back with another number, the pair is listed here.',
  number: 'Number',
  before: 'Before',
  now: 'Now',
  same: 'same',
  same_person: 'Same person: change the number',
  different: 'Different people',
  different_many: 'Different people ({{n}})',
  question: 'Change the number of {{item}} from {{from}} to {{to}}?',
  note: 'Account, classes and history of number {{from}} continue under number {{to}}.',
  button: 'Change number…',
  title_one: 'Change the number of {{item}}',
  new_number: 'New number',
  present: 'Current number: {{number}}',
  unchanged: 'This is the current number.',
  see_plan: 'See the plan',
};

export const renumber = { id, en };
