// Texts of the second factor; fetched with the screens that ask for it.
const id = {
  title: 'Faktor kedua',
  about:
    'Selain password, login meminta kode dari aplikasi autentikator di ponsel Anda. Orang yang hanya tahu password Anda tidak dapat masuk.',
  duty: 'Faktor kedua diwajibkan di sini. Pasang dahulu, lalu semua halaman terbuka.',
  require: 'Wajibkan faktor kedua',
  require_about: 'Berlaku untuk semua user yang login dengan password.',
  require_question: 'Wajibkan faktor kedua untuk semua?',
  require_note:
    'Setiap user yang login dengan password dan belum memasangnya hanya dapat membuka Akun saya sampai memasangnya, juga yang sekarang sedang bekerja.',
  unavailable:
    'Server ini belum dapat menyimpan rahasia: pengelola server perlu mengisi setelan auth.secret_key.',
  active: 'Terpasang. {{n}} kode pemulihan belum dipakai.',
  inactive: 'Belum terpasang.',
  begin: 'Pasang',
  renew: 'Buat kode pemulihan baru',
  end: 'Lepas',
  end_of: 'Lepas faktor kedua {{item}}',
  end_question: 'Lepas faktor kedua {{item}}?',
  confirm: 'Pasang',
  cancel: 'Batal',
  code: 'Kode',
  code_hint: 'Enam angka dari aplikasi autentikator, atau satu kode pemulihan.',
  code_required: 'Kode tidak boleh kosong',
  picture: 'Kode QR untuk aplikasi autentikator',
  scan: 'Pindai gambar ini dengan aplikasi autentikator, atau ketik rahasia di bawah. Lalu masukkan kode yang ditampilkannya.',
  codes: 'Kode pemulihan',
  codes_about:
    'Simpan di tempat aman. Tiap kode menggantikan autentikator satu kali, bila ponsel Anda hilang. Kode ini tidak ditampilkan lagi.',
  codes_kept: 'Sudah saya simpan',
};

const en: typeof id = {
  title: 'Second factor',
  about:
    'Beside the password, signing in asks for a code from the authenticator app on your phone. Your password alone does not let anyone in.',
  duty: 'A second factor is required here. Set it up first; then every page opens.',
  require: 'Require a second factor',
  require_about: 'For every user who signs in with a password.',
  require_question: 'Require a second factor of everybody?',
  require_note:
    'Every user who signs in with a password and has none reaches nothing but My account until they set one up, those at work now, too.',
  unavailable:
    'This server cannot keep secrets yet: its operator has to fill in the setting auth.secret_key.',
  active: 'Set up. Recovery codes left: {{n}}.',
  inactive: 'Not set up.',
  begin: 'Set up',
  renew: 'Make new recovery codes',
  end: 'End',
  end_of: 'End the second factor of {{item}}',
  end_question: 'End the second factor of {{item}}?',
  confirm: 'Set up',
  cancel: 'Cancel',
  code: 'Code',
  code_hint: 'Six digits from your authenticator app, or one recovery code.',
  code_required: 'Code cannot be empty',
  picture: 'QR code for the authenticator app',
  scan: 'Scan this picture with your authenticator app, or type the secret below. Then enter the code that it shows.',
  codes: 'Recovery codes',
  codes_about:
    'Keep them in a safe place. Each stands in for the authenticator once, should you lose your phone. They are not shown again.',
  codes_kept: 'I have kept them',
};

export const secondFactor = { id, en };
