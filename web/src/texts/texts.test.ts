import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kinds } from '../kinds/kinds';
import { userForm } from '../users/form';
import { comparison } from './comparison';
import { connections } from './connections';
import { en as enTexts } from './en';
import { filterMenus } from './filterMenus';
import { filters } from './filters';
import { firstStart } from './firstStart';
import { help } from './help';
import { id as idTexts } from './id';
import { matches } from './matches';
import { moodleSteps } from './moodleSteps';
import { noticeTexts } from './noticeTexts';
import { people } from './people';
import { period } from './period';
import { person } from './person';
import { plan } from './plan';
import { renumber } from './renumber';
import { schedule } from './schedule';
import { secondFactor } from './secondFactor';
import { setup } from './setup';
import { shape } from './shape';
import { shortcuts } from './shortcuts';
import { sources as sourceTexts } from './sources';
import { together } from './together';
import { zoom } from './zoom';

// Texts that are fetched with their part of the page stand in files of their own.
const id = {
  ...idTexts,
  filter_menus: filterMenus.id,
  filters: filters.id,
  first_start: firstStart.id,
  help: help.id,
  matches: matches.id,
  moodle_steps: moodleSteps.id,
  notice_texts: noticeTexts.id,
  people: people.id,
  renumber: renumber.id,
  connections: connections.id,
  period: period.id,
  shortcuts: shortcuts.id,
  plan: plan.id,
  person: person.id,
  comparison: comparison.id,
  schedule: schedule.id,
  second_factor: secondFactor.id,
  setup: setup.id,
  shape: shape.id,
  sources: sourceTexts.id,
  together: together.id,
  zoom: zoom.id,
};
const en = {
  ...enTexts,
  filter_menus: filterMenus.en,
  filters: filters.en,
  first_start: firstStart.en,
  help: help.en,
  matches: matches.en,
  moodle_steps: moodleSteps.en,
  notice_texts: noticeTexts.en,
  people: people.en,
  renumber: renumber.en,
  connections: connections.en,
  period: period.en,
  shortcuts: shortcuts.en,
  plan: plan.en,
  person: person.en,
  comparison: comparison.en,
  schedule: schedule.en,
  second_factor: secondFactor.en,
  setup: setup.en,
  shape: shape.en,
  sources: sourceTexts.en,
  together: together.en,
  zoom: zoom.en,
};

const forms = [...kinds.flatMap(({ form }) => form ?? []), userForm];

function keys(texts: object, before = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [before + name] : keys(value, `${before}${name}.`),
  );
}

function at(texts: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], texts);
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : [];
  });
}

describe('the texts', () => {
  it('have the same keys in both languages', () => {
    expect(keys(en)).toEqual(keys(id));
  });

  it('have the same parameters in both languages', () => {
    const holes = (text: unknown) =>
      [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
    for (const key of keys(id)) expect([key, holes(at(en, key))]).toEqual([key, holes(at(id, key))]);
  });

  it('have readable dates, no repeated failure, and "characters" for lengths', () => {
    const sentences = ['id', 'en'].flatMap((language) =>
      readFileSync(`../crates/reasons/sentences/${language}.ftl`, 'utf8').split('\n'),
    );
    // A format that a call or a setting expects is quoted exactly.
    const typed = /^(date-expected|day\.format)|tulis seperti|write it like/;
    const used = [
      ...keys(id).map((key) => String(at(id, key))),
      ...keys(en).map((key) => String(at(en, key))),
    ];
    for (const text of [...used, ...sentences].filter((line) => !typed.test(line))) {
      expect(text).not.toMatch(/\b20\d\d-\d\d?-\d\d?\b/);
      expect(text).not.toMatch(/gagal: .*\bgagal\b|failed: .*\bfailed\b/);
      expect(text).not.toMatch(/\d\}? huruf|\d\}? letters/);
    }
  });

  it("have no words of the other language, except the specification's", () => {
    const indonesian =
      /(^|[^\w.>/])(tidak|belum|sudah|yang|dan|atau|dari|untuk|dengan|ini|itu|akan|lalu|dahulu|baris|kelas|mahasiswa|pengajar|jurusan|prodi|kuliah|ajaran|mengajar|pengaturan|sumber)\b/i;
    const english =
      /(^|[^\w.>/])(the|of|and|not|is|are|was|has|have|this|that|then|with|from|row|rows|student|students|class|classes|settings|please|first|here)\b/i;
    // The specification has these in English on an Indonesian page.
    const named =
      /^(app\.(home|not_found|on_development)|session\.required\.(login_username|login_password|password)|actions\.delete_all|kinds\.mahasiswa(_mbkm)?\.questions\.export)$/;
    const wrongTexts = (texts: object, words: RegExp) =>
      keys(texts)
        .filter((key) => !named.test(key))
        // File names and names in other systems are quoted exactly.
        .map(
          (key) =>
            `${key}: ${String(at(texts, key)).replaceAll(/\{\{\w+\}\}|\S*:\/\/\S*|\w+\.(csv|xlsx|zip|toml)|Neo Feeder/g, '')}`,
        )
        .filter((line) => words.test(line.slice(line.indexOf(':') + 1)));
    expect(wrongTexts(en, indonesian)).toEqual([]);
    expect(wrongTexts(id, english)).toEqual([]);
  });

  it('have no English plural that is wrong for one', () => {
    // `Rows: 1` is right for any number; `1 rows` is not, unless the text has a form for one.
    const counted = keys(en)
      .filter((key) => at(en, `${key}_one`) === undefined)
      .map((key) => `${key}: ${String(at(en, key))}`)
      .filter((line) =>
        /\{\{(n|done)\}\} (more )?(rows|people|places|messages|meetings|participants|participations|problems|stages|codes)\b/.test(
          line,
        ),
      );
    expect(counted).toEqual([]);
  });

  it("have no plural in the server's English that is wrong for one", () => {
    const sentences = readFileSync('../crates/reasons/sentences/en.ftl', 'utf8').split('\n');
    const counted = sentences
      // These are the forms for one and for more.
      .filter((line) => !/^\s+(\*?\[other\]|\[\w+\])/.test(line))
      .filter((line) =>
        /(?<!more than |There are |of )\{ \$\w+ \} (rows|people|teachers|students|classes|courses|accounts|enrolments|meetings|stages|lines|problems|tables)\b/i.test(
          line,
        ),
      );
    expect(counted).toEqual([]);
  });

  it.each([
    ['id', '1 tempat ditangguhkan', /\}\}? tempat\b/],
    ['id', 'ter-enroll', /\bter-?enroll/i],
    ['id', 'menunggu induknya diexport', /\bmenunggu induknya\b/i],
    ['id', 'Urungkan Selaraskan Seluruh Kampus?', /urungkan selaraskan/i],
    ['id', 'direncanakan · 4 dibuat', /direncanakan ·/i],
    ['id', 'Tandai untuk dikirim ulang', /^tandai untuk dikirim ulang/i],
    ['id', 'Isian yang tadi belum disimpan', /^isian yang tadi/i],
    ['en', 'Bring everything in step', /bring everything/i],
    ['en', 'Mend the address', /\b(mend|mended|mends|mending)\b/i],
    ['en', 'Rows: 484', /^rows: \{/i],
    ['en', 'Came / Left / Mended', /^(came|mended)$/i],
    ['en', 'Present password', /\bpresent password/i],
    ['en', 'fine', /\bfine\b/i],
  ] as const)('in %s do not say “%s” any more', (language, _, wrong) => {
    const texts = language === 'id' ? id : en;
    // What follows the sentence's name. Zoom's log has a column "Came", which is when a person joined.
    const sentences = readFileSync(`../crates/reasons/sentences/${language}.ftl`, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('word-header-came'))
      .map((line) => line.replace(/^[\w-]+ = |^\s+(\.group = |\*?\[\w+\] )/, ''));
    const said = [...keys(texts).map((key) => String(at(texts, key))), ...sentences];
    expect(said.filter((text) => wrong.test(text))).toEqual([]);
  });

  it('say the usual words instead', () => {
    expect([
      id.jobs.undo_campus_question,
      id.home.enrolments,
      id.home.enrolled,
      en.align.title,
      en.account.password,
      en.confirm.ok,
      period.en.came,
      period.en.left,
      period.en.mended,
    ]).toEqual([
      'Batalkan hasil penyelarasan seluruh kampus?',
      '{{n}} peserta kelas',
      '{{n}} terdaftar',
      'Sync everything',
      'Current password',
      'OK',
      'Added',
      'Removed',
      'Resolved',
    ]);
  });

  it('have every key that the screens name', () => {
    const named = sources('src').flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map(([, key]) => key as string),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((key) => typeof at(id, key) !== 'string')).toEqual([]);
  });

  it('have a label for every column, filter and form field of every kind', () => {
    const fields = [
      ...kinds.flatMap(({ list }) => [...list.columns, ...list.filters].map(({ field }) => field)),
      ...forms.flatMap((form) => form.fields.map(({ name }) => name)),
    ];
    expect(fields.filter((field) => typeof at(id, `fields.${field}`) !== 'string')).toEqual([]);
  });

  it('have a title and a noun for every kind, and a message for every required field of its form', () => {
    const needed = [
      ...kinds.flatMap(({ list }) => [`kinds.${list.id}.title`, `kinds.${list.id}.noun`]),
      ...forms.flatMap((form) => [
        `kinds.${form.id}.create`,
        `kinds.${form.id}.update`,
        ...form.fields
          .filter(({ optional }) => !optional)
          .map(({ name }) => `kinds.${form.id}.required.${name}`),
      ]),
    ];
    expect(needed.filter((key) => typeof at(id, key) !== 'string')).toEqual([]);
  });

  it('name the screens as the specification does', () => {
    expect([
      id.app.home,
      id.app.not_found,
      id.titles.log,
      id.titles.zoom,
      id.kinds.kelas.title,
      id.kinds.kelas.create,
      id.kinds.kelas.update,
      id.kinds.mahasiswa.title,
      id.kinds.mahasiswa.create,
      id.kinds.mahasiswa.update,
      id.kinds.tahun_ajaran.create,
      id.kinds.jurusan.create,
      id.kinds.jurusan.update,
      id.kinds.user.title,
      id.kinds.user.create,
      id.kinds.user.update,
      id.kinds.prodi.title,
      id.kinds.prodi.create,
      id.kinds.semester.create,
      id.kinds.mengajar.title,
      id.kinds.pengajar.create,
      id.kinds.pengajar.update,
    ]).toEqual([
      'Main Page Dashboard',
      'There is nothing in here.',
      'Aktivitas Log',
      'Aktivitas Zoom',
      'Daftar Kelas',
      'Buat Kelas Baru',
      'Update Kelas',
      'Daftar Mahasiswa',
      'Buat Mahasiswa Baru',
      'Update Mahasiswa',
      'Buat Tahun Ajaran Baru',
      'Buat Jurusan Baru',
      'Update Jurusan',
      'Users',
      'Buat User Baru',
      'Update Data User',
      'Prodi',
      'Buat Prodi Baru',
      'Buat Semester Baru',
      'Data Mengajar',
      'Buat Pengajar Baru',
      'Update Pengajar',
    ]);
  });
});
