import { expect, it } from 'vitest';
import { classLink, panelName, panelTarget, personLink } from './pages';

it.each([
  ['mahasiswa', '77001'],
  ['pengajar', '19.7/2 A'],
] as const)('a person in a panel keeps kind and number in the address: %s %s', (kind, number) => {
  const page = personLink(kind, number);
  expect(page && panelTarget(panelName(page))).toEqual({ kind, number, page });
});

it('a class in a panel keeps its number in the address', () => {
  const page = classLink('90300');
  expect(page && panelName(page)).toBe('kelas.90300');
  expect(panelTarget('kelas.90300')).toEqual({ kind: 'kelas', number: '90300', page });
});

it.each(['', 'kelas', 'kelas.', 'prodi.11', 'zz.1'])('an unknown panel opens nothing: %j', (name) => {
  expect(panelTarget(name)).toBeNull();
});
