// Texts of connections; fetched with their screen.
const id = {
  about: 'Setelan diubah di berkas selaras.toml oleh pengelola server. Menguji tidak mengubah apa pun.',
  look_all: 'Uji semua',
  look: 'Uji',
  look_one: 'Uji {{item}}',
  never: 'belum diuji',
  settings: 'Setelan',
  parts: { database: 'Database', zoom: 'Zoom' },
  origin: {
    default: 'bawaan',
    file: 'dari berkas',
    credential: 'dari kredensial',
    variable: 'dari variabel',
  },
  standing: { ok: 'baik', warning: 'perlu diperhatikan', wrong: 'salah' },
};

const en: typeof id = {
  about:
    'Settings are changed in the file selaras.toml by the operator of the server. Testing changes nothing.',
  look_all: 'Test all',
  look: 'Test',
  look_one: 'Test {{item}}',
  never: 'not tested yet',
  settings: 'Settings',
  parts: { database: 'Database', zoom: 'Zoom' },
  origin: {
    default: 'default',
    file: 'from the file',
    credential: 'from a credential',
    variable: 'from a variable',
  },
  standing: { ok: 'OK', warning: 'needs attention', wrong: 'wrong' },
};

export const connections = { id, en };
