import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { defaultSettings } from '../api/settings';
import { mahasiswa } from '../kinds/mahasiswa';
import { pengajar } from '../kinds/pengajar';
import { addTexts, startTexts } from '../texts/i18n';
import { people } from '../texts/people';
import { readKindAddress } from './address';
import { canSelectMatching } from './bulk';
import type { ListDeclaration } from './declaration';
import { shownAddress, shownList } from './people';
import { type BulkScope, requestForAll, requestForOne } from './requests';

let t: TFunction;
beforeAll(async () => {
  addTexts('people', people);
  await startTexts();
  t = i18next.t;
});

const ofClass = { class: 'IF101-A', nama_mk: 'Algoritma', nama_kelas: 'A', program_id: '11' };
const shown = (list: ListDeclaration, raw = {}) => shownList(list, readKindAddress(list, raw));
const students = shown(mahasiswa.list);
const person = { id: 3, NPK: '260001', number: '260001', nama_lengkap: 'Siti Rahayu', rows: [11, 14] };

it('people are listed in the dashboard while no class is chosen', () => {
  expect(students.lists.dashboard.path).toBe('/api/v1/api/people/mahasiswa');
  for (const raw of [ofClass, { tab: 'source' }, { ...ofClass, tab: 'source' }]) {
    expect(shown(mahasiswa.list, raw)).toBe(mahasiswa.list);
  }
  expect(shown(pengajar.list).ofPeople).toBe(false);
});

it('an order that only the list of a class has is left out', () => {
  const asked = readKindAddress(mahasiswa.list, { sort: 'nama_mk', order: 'desc', q: 'siti' });
  expect(shownAddress(students, asked)).toMatchObject({ sort: 'id', order: 'asc', q: 'siti' });
  const byName = readKindAddress(mahasiswa.list, { sort: 'nama_lengkap', order: 'desc' });
  expect(shownAddress(students, byName)).toBe(byName);
});

it('an action on people names their rows, and one on a person all classes', () => {
  const address = readKindAddress(mahasiswa.list, { enroll: 'gagal', q: 'siti' });
  const ask = (scope: BulkScope) => requestForAll(students, 'enroll', address, scope, defaultSettings, t);
  const chosen = ask({ of: 'chosen', names: ['11', '14', '20'], people: 2 });
  expect(chosen).toMatchObject({
    body: { ids: [11, 14, 20] },
    notes: ['Hanya untuk 2 orang yang dipilih, di semua kelasnya: 3 peserta kelas.'],
  });
  // A button for all takes the matching rows: the filter speaks of enrolments.
  expect(ask({ of: 'matching', rows: 7 })).toMatchObject({
    body: { enroll: 'gagal', q: 'siti' },
    notes: ['Hanya untuk peserta kelas yang cocok dengan pencarian dan filter: dari 7 orang.'],
  });
  const one = requestForOne(students, 'unenroll', person, defaultSettings, t);
  expect(one?.body).toEqual({ NPK: '260001' });
  expect(one?.notes).toEqual(['Hanya untuk: Siti Rahayu · 260001', 'Berlaku di semua kelasnya: 2.']);
  expect(requestForOne(students, 'leave', person, defaultSettings, t)?.body).toEqual({
    ids: [11, 14],
    missing: true,
  });
});

it('all matching people can be chosen while their rows can be named', () => {
  const filtered = readKindAddress(mahasiswa.list, { enroll: 'gagal' });
  expect(canSelectMatching(students, filtered, 500)).toBe(true);
  expect(canSelectMatching(students, filtered, 501)).toBe(false);
  expect(canSelectMatching(students, readKindAddress(mahasiswa.list, {}), 20_000)).toBe(true);
});
