const id = {
  title: 'Menyiapkan Moodle',
  services: 'Nyalakan layanan web dan protokol REST.',
  services_where:
    'Administrasi situs > Umum > Fitur lanjutan (Advanced features) > Aktifkan layanan web (Enable web services); lalu Server > Layanan web > Kelola protokol (Manage protocols) > REST',
  role: 'Unggah peran Selaras:',
  role_where:
    'Administrasi situs > Pengguna > Perizinan > Tentukan peran (Define roles) > Tambahkan peran baru (Add a new role) > Use role preset, lalu Lanjutkan (Continue) dan simpan',
  plugin: 'Pasang plugin yang mendaftarkan layanan web Selaras:',
  plugin_where: 'Administrasi situs > Plugin > Pasang plugin (Install plugins)',
  user: 'Buat pengguna, misalnya selaras, beri peran Selaras, dan izinkan di layanan web Selaras.',
  user_where:
    'Administrasi situs > Pengguna > Akun > Tambahkan pengguna baru (Add a new user), dengan Web services authentication (boleh, meskipun tertulis nonaktif); lalu Perizinan > Assign system roles; lalu Server > Layanan web > Layanan eksternal (External services) > Selaras > Authorised users',
  token: 'Buat token untuk pengguna dan layanan itu, lalu salin.',
  token_where:
    'Administrasi situs > Server > Layanan web > Kelola token (Manage tokens) > Create token. Hapus dulu centang Valid until: tanpa itu token habis dalam 30 hari',
  token_setup: 'Tempelkan di Token Moodle di bawah.',
  token_connections: 'Pengelola server menulisnya di platform.token.',
  repeating: 'Diperiksa lagi setiap 5 detik sampai semuanya baik.',
};

const en = {
  title: 'Preparing Moodle',
  services: 'Switch on web services and the REST protocol.',
  services_where:
    'Site administration > General > Advanced features > Enable web services; then Server > Web services > Manage protocols > REST',
  role: 'Upload the role of Selaras:',
  role_where:
    'Site administration > Users > Permissions > Define roles > Add a new role > Use role preset; then Continue and Create this role',
  plugin: 'Install the plugin that declares the web service of Selaras:',
  plugin_where: 'Site administration > Plugins > Install plugins',
  user: 'Make a user, such as selaras, give it the role Selaras, and admit it to the web service Selaras.',
  user_where:
    'Site administration > Users > Accounts > Add a new user, with Web services authentication (it works although listed as disabled); then Permissions > Assign system roles; then Server > Web services > External services > Selaras > Authorised users',
  token: 'Create a token for that user and that service, and copy it.',
  token_where:
    'Site administration > Server > Web services > Manage tokens > Create token. Untick Valid until first: otherwise the token ends in 30 days',
  token_setup: 'Paste it into Token of Moodle below.',
  token_connections: 'The operator of the server writes it into platform.token.',
  repeating: 'Checked again every 5 seconds until all is right.',
};

/** The texts of the steps that prepare Moodle, in both languages. They come with it. */
export const moodleSteps = { id, en };
