// Makes a database as this version leaves one, for the tests that bring it up to date with a later version.
//
//   node scripts/fixture.mjs target/release/selaras sqlite | gzip -9n > crates/tests/fixtures/NAME.sqlite.sql.gz
//   scripts/with-postgres.sh node scripts/fixture.mjs target/release/selaras postgres | gzip -9n > …/NAME.postgres.sql.gz
//
// It starts a demo campus and a server beside it, does through the API what administrators do in a term, stops the server
// and writes the rows as SQL. What was done, and how many rows each table has, goes to standard error.
// Needs Debian's sqlite3, or its postgresql.

import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [binary, kind] = process.argv.slice(2);
if (!binary || !['sqlite', 'postgres'].includes(kind)) throw new Error('usage: fixture.mjs BINARY sqlite|postgres');

const A = '/api/v1/api';
const B = '/api/react';
const PASSWORD = 'rahasia-sekali';
const directory = mkdtempSync(join(tmpdir(), 'selaras-fixture-'));
const plain = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SELARAS_')));
const say = (text) => process.stderr.write(`${text}\n`);

/** Starts a program; answers with it and with the line of its output that begins so. */
function start(parameters, settings, beginning) {
  const child = spawn(binary, parameters, { env: { ...plain, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${parameters[0]} ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith(beginning)) resolve([child, line]);
    });
  });
}

const stopped = (child) =>
  new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });

const database = join(directory, 'selaras.sqlite');
const databaseUrl = kind === 'sqlite' ? `sqlite:${database}` : process.env.SELARAS_TEST_POSTGRES;
if (!databaseUrl) throw new Error('SELARAS_TEST_POSTGRES is not set: run under scripts/with-postgres.sh');

const [campus, addresses] = await start(
  ['demo', '--students', '60', '--listen', '127.0.0.1:0', '--database', join(directory, 'demo.sqlite')],
  { SELARAS_LOG__FILTER: 'error' },
  'Kampus demo:',
);
const [source, moodle, zoom] = addresses.match(/http:\/\/[0-9.:]+/g);
const [server, line] = await start(
  ['serve'],
  {
    SELARAS_SERVER__LISTEN: '127.0.0.1:0',
    SELARAS_DATABASE__URL: databaseUrl,
    SELARAS_SOURCE__BASE_URL: source,
    SELARAS_SOURCE__MBKM: 'true',
    SELARAS_PLATFORM__BASE_URL: moodle,
    SELARAS_PLATFORM__TOKEN: 'kampus-demo-token',
    SELARAS_ZOOM__ACCOUNT_ID: 'kampusDemoAkun',
    SELARAS_ZOOM__CLIENT_ID: 'kampusDemoKlien',
    SELARAS_ZOOM__CLIENT_SECRET: 'kampusDemoRahasia',
    SELARAS_ZOOM__WEBHOOK_SECRET: 'kampusDemoWebhook',
    SELARAS_ZOOM__API_URL: zoom,
    SELARAS_ZOOM__OAUTH_URL: zoom,
    // Nothing listens there, so notices stay queued.
    SELARAS_NOTIFY__WEBHOOK_URL: 'http://127.0.0.1:9/',
    SELARAS_LOG__FILTER: 'error',
  },
  'Selaras:',
);
const address = line.match(/http:\/\/[0-9.:]+/)[0];

let key = '';
async function call(method, path, body, headers = {}) {
  const reply = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-authorization': key, ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = await reply.json();
  const said = typeof answer.data === 'string' ? answer.data : '';
  if (method !== 'GET') say(`${reply.status} ${method} ${path} ${said}`);
  return { status: reply.status, ...answer };
}
async function done(method, path, body, headers) {
  const answer = await call(method, path, body, headers);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}
const act = (path, body = {}) => done('POST', `${A}/${path}`, { name: 'Ani Wulandari', ...body });
const rows = async (segment, body = {}) =>
  (['mahasiswa', 'mahasiswa_mbkm', 'mengajar'].includes(segment)
    ? await done('POST', `${A}/${segment}/get`, body)
    : await done('GET', `${A}/${segment}/get`)
  ).data;
async function change(order) {
  const reply = await fetch(`${source}/demo/change`, { method: 'POST', body: JSON.stringify(order) });
  if (!reply.ok) throw new Error(`demo/change: ${JSON.stringify(order)}`);
}
const enrolment = ({ nama_mk, nama_kelas, program_id }) => ({ nama_mk, nama_kelas, program_id });

try {
  // Administrators: one active, one let in, one who waits, one deleted.
  const person = (name, username) => ({ name, username, password: PASSWORD });
  await done('POST', `${B}/signup`, person('Ani Wulandari', 'ani'));
  key = (await done('POST', `${B}/login`, person('', 'ani'))).data.api_key;
  await done('POST', `${B}/signup`, person('Budi Menunggu', 'budi'));
  for (const [name, username] of [
    ['Citra Lestari', 'citra'],
    ['Dewi Dihapus', 'dewi'],
  ]) {
    await act('user/insert', { nama_user: name, username, password: PASSWORD });
  }
  const dewi = (await done('GET', `${A}/user/username/dewi`)).data;
  await done('DELETE', `${A}/user/delete`, { id: dewi.id, name: 'Ani Wulandari' });

  // Everything comes in and goes out once.
  const kinds = ['tahun_ajaran', 'semester', 'prodi', 'jurusan', 'matakuliah', 'kelas', 'dosen'];
  for (const segment of [...kinds, 'mahasiswa', 'mahasiswa_mbkm', 'mengajar']) await act(`${segment}/sync`);
  for (const segment of kinds) await act(`${segment}/export`);

  // A student in seven classes or more.
  const students = await rows('mahasiswa');
  const enrolments = Map.groupBy
    ? Map.groupBy(students, (row) => row.NPK)
    : students.reduce((map, row) => map.set(row.NPK, [...(map.get(row.NPK) ?? []), row]), new Map());
  const [often] = [...enrolments.values()].sort((one, other) => other.length - one.length);
  const classes = await rows('kelas');
  for (const one of classes) {
    if (often.length >= 7) break;
    if (often.some((row) => row.nama_mk === one.nama_mata_kuliah)) continue;
    await done('POST', `${B}/create/mahasiswa`, {
      kode_kelas: one.kelas_id,
      nama_depan: 'Tujuh',
      nama_belakang: 'Kelas',
      nim: often[0].NPK,
      email: `tujuh.kelas.${often.length}@mhs.nusantara.example`,
      name: 'Ani Wulandari',
    });
    often.push({ NPK: often[0].NPK, nama_mk: one.nama_mata_kuliah, nama_kelas: one.nama_kelas });
  }
  say(`in seven classes: NPK ${often[0].NPK}, ${often.length} enrolments`);

  // People by hand that Moodle refuses: a duplicate e-mail, an invalid address, a name with markup.
  const form = (kelas, first, last, nim, email) => ({
    kode_kelas: kelas.kelas_id,
    nama_depan: first,
    nama_belakang: last,
    nim,
    email,
    name: 'Ani Wulandari',
  });
  const refused = [
    ['Kembar', 'Surel', 'F0001', often[0].email],
    ['Surel', 'Salah', 'F0002', 'a..b@kampus.example'],
    ['Nama', '<b>Tebal</b>', 'F0003', 'tebal@kampus.example'],
  ];
  for (const one of refused) await done('POST', `${B}/create/mahasiswa`, form(classes[0], ...one));
  await done('POST', `${B}/create/pengajar`, {
    nama_depan: 'Guru',
    nama_belakang: 'Tamu',
    nip: '1980010100001',
    email: 'guru.tamu@kampus.example',
    kode_kelas: classes.slice(0, 2).map((one) => one.kelas_id),
    name: 'Ani Wulandari',
  });
  // A class of its own that is not on Moodle, with a student in it.
  await done('POST', `${B}/create/kelas`, {
    kode_jurusan: 'TI',
    kode_kelas: 'KHUSUS-1',
    nama_kelas: 'Kelas Khusus',
    name: 'Ani Wulandari',
  });
  await done('POST', `${B}/create/mahasiswa`, form({ kelas_id: 'KHUSUS-1' }, 'Tamu', 'Khusus', 'F0004', 'tamu@kampus.example'));

  await act('mahasiswa/export_as_user');
  await act('mahasiswa_mbkm/export_user');
  for (const segment of ['mahasiswa', 'mahasiswa_mbkm', 'mengajar']) await act(`${segment}/enroll`);

  // The form changes one student, the source another one: an e-mail in one class, which it empties in the next. One enrolment
  // ends.
  const mine = (await rows('mahasiswa')).filter((row) => row.NPK === often[0].NPK && row.program_id);
  const edit = async (id, changes) => {
    const detail = (await done('POST', `${B}/detail/mahasiswa`, { id })).data;
    await done('POST', `${B}/update/mahasiswa`, { ...detail, ...changes, name: 'Ani Wulandari' });
  };
  const listed = [...enrolments.values()].filter((of) => of[0].NPK !== often[0].NPK && of.length > 2).at(-1);
  const formulir = 'diubah.formulir@mhs.nusantara.example';
  await edit(mine[0].id, { nama_depan: 'Diubah', nama_belakang: 'Lewat Formulir', email: formulir });
  for (const [row, email] of [
    [listed[0], 'diubah.sumber@mhs.nusantara.example'],
    [listed[1], ''],
  ]) {
    await change({
      list: 'class/students',
      key: `${row.program_id}/${row.nama_mk}/${row.nama_kelas}/${row.NPK}`,
      field: 'email',
      value: email,
    });
    await act('mahasiswa/sync', enrolment(row));
  }
  await act('mahasiswa/export_as_user', { ids: [mine[1].id] });
  await act('mahasiswa/unenroll', { ids: [mine[3].id] });
  await edit(mine[4].id, { email: 'belum.diexport@mhs.nusantara.example' });

  // One more student who was changed by hand in every class, and exported since.
  const [other, another] = [...enrolments.values()].filter((of) => of[0].NPK !== often[0].NPK && of.length > 2);
  for (const row of (await rows('mahasiswa')).filter((row) => row.NPK === other[0].NPK)) {
    await edit(row.id, { nama_belakang: 'Nama Baru' });
  }
  await act('mahasiswa/export_as_user_one', { NPK: other[0].NPK });
  // And one with a failed export: Moodle has another account with that e-mail.
  await edit(another[0].id, { email: other[0].email });
  const taken = await call('POST', `${A}/mahasiswa/export_as_user`, { ids: [another[0].id], name: 'Ani Wulandari' });
  if (taken.msg !== 'Error') throw new Error(`Moodle took an e-mail twice: ${JSON.stringify(taken)}`);

  // A whole class leaves Moodle. The source renumbers a student of two classes and a guest, so that their rows are
  // missing and new ones come, and loses half of the teachers.
  const of = (row) => (one) => JSON.stringify(enrolment(one)) === JSON.stringify(enrolment(row));
  const named = [...new Map(students.map((row) => [JSON.stringify(enrolment(row)), enrolment(row)])).values()];
  const size = (name) => students.filter(of(name)).length;
  const free = named.filter((name) => !mine.some(of(name))).sort((one, other) => size(other) - size(one));
  await act('mahasiswa/unenroll', free[0]);
  for (const name of free.slice(1, 3)) {
    const row = students.find(of(name));
    const key = `${row.program_id}/${row.nama_mk}/${row.nama_kelas}/${row.NPK}`;
    await change({ list: 'class/students', key, field: 'NPK', value: `9${row.NPK}` });
    await act('mahasiswa/sync', name);
  }
  const guests = await rows('mahasiswa_mbkm');
  await change({ list: 'class/students/mbkm', key: guests[0].NPK, field: 'NPK', value: `9${guests[0].NPK}` });
  await act('mahasiswa_mbkm/sync', { nama_mk: guests[0].nama_mk, nama_kelas: guests[0].nama_kelas });
  await change({ list: 'teachers', set: 'half' });
  await act('dosen/sync');
  await change({ list: 'teachers', set: 'normal' });

  // A sync that is taken back, a deletion that is taken back, and deletions that are not.
  await change({ list: 'departments', key: 'TI', field: 'nama_jurusan', value: 'Teknologi dan Informatika' });
  const synced = await act('jurusan/sync');
  await act(`jobs/${synced.job.id}/undo`);
  const remove = (segment, body) => done('DELETE', `${A}/${segment}`, { name: 'Ani Wulandari', ...body });
  const deleted = await remove('mahasiswa/delete_all', free[3]);
  await act(`jobs/${deleted.job.id}/undo`);
  await remove('mahasiswa/delete_all', free[4]);
  await remove('mahasiswa_mbkm/delete', { NPK: guests.findLast((guest) => guest.NPK !== guests[0].NPK).NPK });
  await remove('dosen/delete', { nik: (await rows('dosen')).at(-2).nik });

  // A list that comes empty is stopped by the guard; a job is cancelled while the source keeps it waiting.
  await change({ list: 'courses', set: 'empty' });
  const stopped = await call('POST', `${A}/matakuliah/sync`, { name: 'Ani Wulandari' });
  if (stopped.status !== 409) throw new Error(`the guard let it pass: ${JSON.stringify(stopped)}`);
  await change({ list: 'courses', set: 'normal' });
  await change({ list: 'semesters', set: 'held' });
  const held = await done('POST', `${A}/semester/sync`, { name: 'Ani Wulandari' }, { prefer: 'respond-async' });
  await act(`jobs/${held.job.id}/cancel`);
  await change({ list: 'semesters', set: 'normal' });
  const ended = async (id) => {
    for (;;) {
      const { state } = (await done('GET', `${A}/jobs/${id}`)).data;
      if (!['queued', 'running'].includes(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  say(`cancelled: ${await ended(held.job.id)}`);

  await act('comparison/compare');

  // Attendance: reports of three days, and one person who has not left.
  const day = (before) => new Date(Date.now() + 7 * 3600_000 - before * 86_400_000).toISOString().slice(0, 10);
  await act('zoom/import', { start_date: day(3), end_date: day(1) });
  const came = JSON.stringify({
    event: 'meeting.participant_joined',
    event_ts: Date.now(),
    payload: {
      account_id: 'kampusDemoAkun',
      object: {
        id: '81234567890',
        uuid: 'belumSelesai==',
        topic: 'Masih berlangsung',
        start_time: new Date(Date.now() - 600_000).toISOString(),
        duration: 150,
        participant: {
          user_id: '16778240',
          user_name: mine[0].nama_lengkap,
          email: mine[0].email,
          join_time: new Date(Date.now() - 300_000).toISOString(),
        },
      },
    },
  });
  const second = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'kampusDemoWebhook').update(`v0:${second}:${came}`).digest('hex');
  await done('POST', `${A}/zoom/webhook`, came, {
    'x-zm-request-timestamp': String(second),
    'x-zm-signature': `v0=${signature}`,
  });

  // Schedules: one that is off, one for mornings, one that fails by itself and tells it.
  const schedule = (kind, verb, cron, enabled) => act('schedules/update', { kind, verb, cron, enabled });
  await schedule('kelas', 'sync', '0 5 * * *', true);
  await schedule('pengajar', 'export', '30 6 * * 1-5', false);
  await change({ list: 'courses', set: 'empty' });
  await schedule('mata_kuliah', 'sync', '* * * * *', true);
  for (let failed = false; !failed; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const kept = (await done('GET', `${A}/schedules`)).data;
    failed = kept.some((one) => one.kind === 'mata_kuliah' && one.last_job && !['queued', 'running'].includes(one.last_job.state));
  }
  await schedule('mata_kuliah', 'sync', '0 4 * * *', false);
} finally {
  await stopped(server);
  await stopped(campus);
}

function run(program, parameters) {
  const ran = spawnSync(program, parameters, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (ran.status !== 0) throw new Error(`${program}: ${ran.stderr}`);
  return ran.stdout;
}

const sql = (text) =>
  kind === 'sqlite' ? run('sqlite3', [database, text]) : run('psql', ['--no-psqlrc', '-AtX', databaseUrl, '-c', text]);
// What the schema's steps make is left out: the steps, the counts of rows, SQLite's indexes of searches.
const madeBySteps = ['schema_step', 'tally', 'write_probe', 'postponed_index'];
const tables =
  kind === 'sqlite'
    ? "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    : "SELECT table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = 'public' ORDER BY 1";
const kept = sql(tables).trim().split('\n').filter((table) => !madeBySteps.includes(table));
for (const table of kept) say(`| ${table} | ${sql(`SELECT count(*) FROM "${table}"`).trim()} |`);

const dump =
  kind === 'sqlite'
    ? // Its shell takes no more than fifty words.
      kept.map((table) => run('sqlite3', [database, `.dump --data-only ${table}`])).join('')
    : run('pg_dump', [
        ...['--data-only', '--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges'],
        ...kept.map((table) => `--table=${table}`),
        databaseUrl,
      ])
        // What only psql understands is left out, and so is what would leave the connection without its search path.
        .split('\n')
        .filter((line) => !line.startsWith('\\') && !line.includes("set_config('search_path'"))
        .join('\n');
// The baseline makes the chain's one row.
process.stdout.write(`DELETE FROM log_chain;\n${dump}`);
rmSync(directory, { recursive: true });
