// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { TrialResult } from '../api/client';
import { startTexts } from '../texts/i18n';
import { TrialView } from './TrialView';

beforeAll(startTexts);
afterEach(cleanup);

const tried: TrialResult = {
  list: 'teachers',
  label: 'Pengajar',
  origin: 'Daftar teachers, berkas teachers.csv',
  complete: true,
  failed: null,
  read: 2,
  rows: [],
  problems: [],
  problem_count: 0,
  notes: [],
  expected_rows: null,
  expected_seconds: null,
  rows_per_second: null,
  seconds: 0.1,
};

it('tells what was left unread', () => {
  const notes = ['Baris ke-6 bukan baris daftar: Jumlah; 4.', 'Tidak seorang pun dianggap hilang.'];
  render(
    <MantineProvider env="test">
      <TrialView result={{ ...tried, notes }} onClose={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(notes);
});

it.each([
  ['that was read', null, true],
  ['that broke off', 'Tanda kutip tidak ditutup.', false],
])('says whether anything is wrong with a list %s', (_, failed, isWell) => {
  render(
    <MantineProvider env="test">
      <TrialView result={{ ...tried, complete: isWell, failed }} onClose={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.queryByRole('alert')?.textContent ?? null).toBe(failed);
  expect(screen.queryByText('Tidak ada masalah.') !== null).toBe(isWell);
});
