// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { setLanguage, startTexts } from '../texts/i18n';
import { Changes } from './Changes';

beforeAll(startTexts);
afterEach(async () => {
  cleanup();
  await setLanguage('id');
});

const ofUser = [
  { field: 'name', old: 'Budi', new: 'Budi Santoso' },
  { field: 'username', old: 'budi', new: 'budis' },
  { field: 'role', old: 'administrator', new: 'viewer' },
];

it.each([
  ['id', ['Nama: Budi → Budi Santoso', 'Username: budi → budis', 'Peran: Administrator → Pengamat']],
  ['en', ['Name: Budi → Budi Santoso', 'Username: budi → budis', 'Role: Administrator → Viewer']],
] as const)('what was changed of a user is told in the words of the page: %s', async (language, told) => {
  await setLanguage(language);
  render(<Changes changes={ofUser} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(told);
});

it('an empty value has its own text', () => {
  render(<Changes changes={[{ field: 'email', old: '', new: 'budi@kampus.ac.id' }]} />);
  expect(screen.getByRole('listitem').textContent).toBe('Email: (kosong) → budi@kampus.ac.id');
});
