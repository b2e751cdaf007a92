import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../api/settings';
import { setLanguage, startTexts } from '../texts/i18n';
import {
  actionsOf,
  matchWords,
  resultGroups,
  type SearchResults,
  screensOf,
  sessionActions,
} from './destinations';

beforeAll(startTexts);
afterEach(() => setLanguage('id'));

const all = ['Daftar Kelas', 'Buat Kelas Baru', 'Sync Kelas'].map((label) => ({
  id: label,
  label,
  target: '/',
}));

it('matches words in any order and any case', () => {
  expect(matchWords(all, 'KELAS buat').map(({ label }) => label)).toEqual(['Buat Kelas Baru']);
  expect(matchWords(all, ' ').length).toBe(3);
  expect(matchWords(all, 'mahasiswa')).toEqual([]);
});

it('server results are grouped by kind in their order', () => {
  const teaching = (number: string) => ({
    label: 'Algoritma A',
    number,
    detail: `${number} · IF101-A · 11`,
    link: '/mengajar?tab=dashboard&q=IF101-A',
  });
  const year = { label: '2026/2027', number: '2026', detail: '', link: '/tahun-ajaran?tab=dashboard&q=2026' };
  const found: SearchResults = [
    { kind: 'tahun_ajaran', label: 'Tahun Ajaran', total: 1, rows: [year] },
    { kind: 'mengajar', label: 'Mengajar', total: 100, rows: [teaching('197001'), teaching('197002')] },
  ];
  const groups = resultGroups(found, i18next.t, 'id');
  expect(groups.map(({ title }) => title)).toEqual(['Tahun Ajaran (1)', 'Data Mengajar (100+)']);
  const entries = groups.flatMap((group) => group.entries);
  expect(entries.map(({ target }) => target)).toEqual([year.link, teaching('').link, teaching('').link]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

describe('the list of screens', () => {
  const screens = (mbkm: boolean, mayChange = true) =>
    screensOf({ ...defaultSettings, mbkm }, i18next.t, mayChange).map(({ target }) => target);

  it('has the whole campus and the sources', () => {
    expect(screens(true)).toEqual(expect.arrayContaining(['/selaraskan', '/pengaturan/sumber']));
    const found = matchWords(screensOf(defaultSettings, i18next.t, true), 'selaraskan semua');
    expect(found.map(({ target }) => target)).toEqual(['/selaraskan']);
  });

  it('names the platform in a title', () => {
    const found = matchWords(
      screensOf({ ...defaultSettings, platform_name: 'E-Learning' }, i18next.t, false),
      'akun e-learning',
    );
    expect(found).toMatchObject([{ label: 'Cocokkan dengan E-Learning', target: '/cocokkan' }]);
  });

  it('hides screens that only change data from viewers', () => {
    expect(screens(true, false)).toContain('/kelas');
    expect(screens(true, false)).not.toContain('/selaraskan');
    expect(screens(true, false)).not.toContain('/kelas/create');
  });

  it('has students of other campuses only if the exchange is on', () => {
    const acted = (mbkm: boolean) => actionsOf({ ...defaultSettings, mbkm }, i18next.t).map(({ id }) => id);
    expect(screens(true)).toContain('/mahasiswa/mbkm');
    expect(acted(true)).toContain('export mahasiswa_mbkm');
    expect(screens(false)).not.toContain('/mahasiswa/mbkm');
    expect(acted(false)).not.toContain('export mahasiswa_mbkm');
  });
});

describe('the actions', () => {
  const found = (typed: string) =>
    matchWords([...actionsOf(defaultSettings, i18next.t), ...sessionActions(i18next.t)], typed).map(
      ({ label }) => label,
    );

  it.each([
    ['id', 'sinkron kelas', 'Sync Kelas'],
    ['id', 'sinkronkan prodi', 'Sync Prodi'],
    ['id', 'hapus semester', 'Hapus Semester'],
    ['id', 'kirim mahasiswa', 'Export Mahasiswa'],
    ['id', 'logout', 'Logout'],
    ['id', 'keluar', 'Logout'],
    ['en', 'synchronise classes', 'Sync Classes'],
    ['en', 'remove semesters', 'Delete Semesters'],
    ['en', 'sign out', 'Logout'],
  ] as const)('are found in natural words: %s, %s', async (language, typed, label) => {
    await setLanguage(language);
    expect(found(typed).map((each) => each.toLowerCase())).toContain(label.toLowerCase());
  });

  it('have one export for each kind that is sent', () => {
    const exports = actionsOf(defaultSettings, i18next.t).filter(({ id }) => id.startsWith('export '));
    expect(exports.length).toBeGreaterThan(6);
    expect(found('export')).toEqual(exports.map(({ label }) => label));
  });
});
