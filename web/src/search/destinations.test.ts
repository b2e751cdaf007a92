import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { assumedSettings } from '../api/settings';
import { startTexts } from '../texts/i18n';
import { actionsOf, matching, screensOf } from './destinations';

beforeAll(startTexts);

const all = ['Daftar Kelas', 'Buat Kelas Baru', 'Sync Kelas'].map((label) => ({
  id: label,
  label,
  goes: '/',
}));

it('what was typed is found by words in any order and any case', () => {
  expect(matching(all, 'KELAS buat').map(({ label }) => label)).toEqual(['Buat Kelas Baru']);
  expect(matching(all, ' ').length).toBe(3);
  expect(matching(all, 'mahasiswa')).toEqual([]);
});

describe('what can be gone to', () => {
  const screens = (mbkm: boolean, mayChange = true) =>
    screensOf({ ...assumedSettings, mbkm }, i18next.t, mayChange).map(({ goes }) => goes);

  it('has the whole campus and the sources', () => {
    expect(screens(true)).toEqual(expect.arrayContaining(['/selaraskan', '/pengaturan/sumber']));
    const found = matching(screensOf(assumedSettings, i18next.t, true), 'selaraskan semua');
    expect(found.map(({ goes }) => goes)).toEqual(['/selaraskan']);
  });

  it('has nothing for whoever may only look that only changes things', () => {
    expect(screens(true, false)).toContain('/kelas');
    expect(screens(true, false)).not.toContain('/selaraskan');
    expect(screens(true, false)).not.toContain('/kelas/create');
  });

  it('has students of other campuses only where the campus takes part in the exchange', () => {
    const acted = (mbkm: boolean) => actionsOf({ ...assumedSettings, mbkm }, i18next.t).map(({ id }) => id);
    expect(screens(true)).toContain('/mahasiswa/mbkm');
    expect(acted(true)).toContain('export mahasiswa_mbkm');
    expect(screens(false)).not.toContain('/mahasiswa/mbkm');
    expect(acted(false)).not.toContain('export mahasiswa_mbkm');
  });
});
