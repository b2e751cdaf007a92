import { expect, it } from 'vitest';
import { rowLink } from './rowLink';

it('a row links to its list', () => {
  expect(rowLink('semester', ['20261'])).toEqual({
    to: '/semester',
    search: { tab: 'dashboard', q: '20261' },
  });
});

it('a row about a person or class links to its page', () => {
  const page = (to: string) => ({ to, search: {} });
  expect(rowLink('mahasiswa', ['Algoritma · Lanjut', 'A', '11', '260001'])).toEqual(
    page('/orang/mahasiswa/260001'),
  );
  expect(rowLink('mengajar', ['197001', 'IF101-A', 'Algoritma'])).toEqual(page('/orang/pengajar/197001'));
  expect(rowLink('kelas', ['90001'])).toEqual(page('/kelas/90001'));
});

it('a row of a kind without list has no link', () => {
  expect(rowLink('zoom', ['1'])).toBeNull();
  expect(rowLink('kelas', [''])).toBeNull();
});

it('a line about no row has no link', () => {
  expect(rowLink(null, ['Algoritma · A · 11 · baris 5'])).toBeNull();
});
