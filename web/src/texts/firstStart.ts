const id = {
  auth: 'Cara orang masuk ke Moodle',
  auth_about:
    'platform.auth. Akun baru yang passwordnya dikirim lewat e-mail tidak dapat dipakai bila e-mail Moodle tidak berfungsi.',
  auths: {
    manual: 'Password dari Moodle lewat e-mail, dan e-mailnya berfungsi',
    ldap: 'LDAP',
    oauth2: 'OAuth 2 (Google, Microsoft)',
    oidc: 'OpenID Connect',
    saml2: 'SAML',
    cas: 'CAS',
    shibboleth: 'Shibboleth',
    unknown: 'Belum tahu: ingatkan sebelum akun pertama dibuat',
  },
  shape: '3. Bentuk di Moodle',
  shape_about:
    'Kategori, nama, dan pratinjaunya diatur sesudahnya di Pengaturan > Bentuk di Moodle. Bentuk dapat diganti kapan saja; yang sudah ada di Moodle tidak dihapus.',
  shape_there:
    'Database ini sudah punya bentuknya sendiri. Ubah sesudahnya di Pengaturan > Bentuk di Moodle.',
};

const en = {
  auth: 'How people sign in to Moodle',
  auth_about:
    'platform.auth. New accounts with a password by mail cannot be used where the mail of Moodle does not work.',
  auths: {
    manual: 'A password that Moodle mails, and its mail works',
    ldap: 'LDAP',
    oauth2: 'OAuth 2 (Google, Microsoft)',
    oidc: 'OpenID Connect',
    saml2: 'SAML',
    cas: 'CAS',
    shibboleth: 'Shibboleth',
    unknown: 'Not known yet: remind me before the first accounts',
  },
  shape: '3. Shape in Moodle',
  shape_about:
    'Categories, names and their preview are set afterwards at Settings > Shape in Moodle. The shape can be changed at any time; what is in Moodle is not deleted.',
  shape_there: 'This database has its own shape. Change it afterwards at Settings > Shape in Moodle.',
};

/** What the first start asks about the platform. */
export const firstStart = { id, en };
