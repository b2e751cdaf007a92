// Texts of the lists of people; fetched with the lists.
const id = {
  classes: 'Kelas',
  attention: 'Perhatian',
  programs: 'Prodi',
  more: '+{{n}} lagi',
  matters: '{{n}} hal',
  matters_one: '{{n}} hal',
  count: '{{n}} orang',
  count_one: '{{n}} orang',
  rows: '{{n}} peserta kelas',
  rows_one: '{{n}} peserta kelas',
  chosen: '{{n}} orang dipilih',
  chosen_menu: 'Aksi untuk {{n}} orang yang dipilih',
  chosen_here: 'Kini hanya orang di halaman ini, tanpa yang dilepas. Orang di halaman lain tidak ikut.',
  choose_matching: 'Pilih semua {{n}} orang yang cocok',
  scope_chosen: 'Hanya untuk {{n}} orang yang dipilih, di semua kelasnya: {{rows}} peserta kelas.',
  scope_matching: 'Hanya untuk peserta kelas yang cocok dengan pencarian dan filter: dari {{n}} orang.',
  scope_gone: 'Hanya untuk peserta kelas yang hilang dari {{source}}: dari {{n}} orang.',
  all_classes: 'Berlaku di semua kelasnya: {{n}}.',
  file_begun: 'Berkas sedang dibuat, satu baris per peserta kelas. Unduhannya mulai sendiri.',
};

const en: typeof id = {
  classes: 'Classes',
  attention: 'Attention',
  programs: 'Study program',
  more: '+{{n}} more',
  matters: '{{n}} issues',
  matters_one: '{{n}} issue',
  count: '{{n}} people',
  count_one: '{{n}} person',
  rows: '{{n}} class members',
  rows_one: '{{n}} class member',
  chosen: 'People chosen: {{n}}',
  chosen_menu: 'Actions for the chosen people: {{n}}',
  chosen_here:
    'Now only people on this page, without the one left out. People on other pages are not included.',
  choose_matching: 'Choose all matching people ({{n}})',
  scope_chosen: 'Only for the chosen people ({{n}}), in all their classes. Enrolments: {{rows}}.',
  scope_matching: 'Only for the enrolments that match the search and the filters. People: {{n}}.',
  scope_gone: 'Only for the enrolments that are gone from {{source}}. People: {{n}}.',
  all_classes: 'This applies to all their classes: {{n}}.',
  file_begun: 'The file is being made, with a row for each enrolment. Its download begins by itself.',
};

export const people = { id, en };
