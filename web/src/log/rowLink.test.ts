import { expect, it } from 'vitest';
import { partsOf, rowLink } from './rowLink';

it('a row of a report leads to the row in its list', () => {
  expect(rowLink('mahasiswa', 'Algoritma · A · 11 · 260001')).toEqual({
    to: '/mahasiswa',
    search: { q: '260001' },
  });
  expect(rowLink('semester', '20261')).toEqual({ to: '/semester', search: { tab: 'dashboard', q: '20261' } });
});

it('what no list has leads nowhere', () => {
  expect(rowLink('zoom', '1')).toBeNull();
  expect(rowLink('kelas', ' · ')).toBeNull();
});

it('parts that a form leaves empty are left out', () => {
  expect(partsOf(' · Kelas X ·  · 77002')).toEqual(['Kelas X', '77002']);
});
