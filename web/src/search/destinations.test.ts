import { expect, it } from 'vitest';
import { matching } from './destinations';

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
