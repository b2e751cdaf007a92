// Texts of accounts that are chosen; fetched with their screen.
const id = {
  about:
    'Orang-orang ini belum dapat dibuatkan akun, karena akun di {{platform}} mungkin sudah milik mereka. Pilih akunnya; bila tidak ada yang cocok, perbaiki nomor atau emailnya.',
  none: 'Tidak ada akun yang perlu dipilih.',
  none_about: 'Bila {{platform}} punya akun yang mungkin milik seseorang, pilihannya tampil di sini.',
  candidates: 'Akun yang mungkin milik {{item}}',
  full_name: 'Nama lengkap',
  choose: 'Pilih',
  choose_one: 'Pilih akun {{candidate}} untuk {{item}}',
  held: 'Milik {{row}}',
  gone: 'Tidak ada lagi akun di {{platform}} yang menghalangi. Export lagi data orang ini.',
  question: 'Jadikan {{candidate}} akun {{item}}?',
  note: 'Belum ada yang dikirim. Export berikutnya menimpa isian ini di {{platform}}; nilai dan kelasnya tetap.',
  nothing: 'Tidak ada isian yang akan ditimpa.',
  same: 'sama',
};

const en: typeof id = {
  about:
    'These people have no account yet, because an account in {{platform}} is perhaps theirs already. Choose it; if none fits, correct their number or e-mail address.',
  none: 'No account has to be chosen.',
  none_about: "If {{platform}} has an account that is perhaps a person's, it is listed here.",
  candidates: 'Accounts that may be those of {{item}}',
  full_name: 'Full name',
  choose: 'Choose',
  choose_one: 'Choose account {{candidate}} for {{item}}',
  held: 'Belongs to {{row}}',
  gone: 'No account in {{platform}} stands in the way any more. Export this person again.',
  question: 'Make {{candidate}} the account of {{item}}?',
  note: 'Nothing is sent yet. The next export overwrites these fields in {{platform}}; grades and classes stay.',
  nothing: 'No field will be overwritten.',
  same: 'the same',
};

export const matches = { id, en };
