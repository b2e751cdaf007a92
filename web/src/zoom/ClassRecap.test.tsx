// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { addTexts, startTexts } from '../texts/i18n';
import { zoom } from '../texts/zoom';
import { ClassRecap } from './ClassRecap';

const meeting = {
  meeting_id: '845',
  topic: 'Algoritma A',
  start: '09:00',
  present: 0,
  others: 0,
  unknown: 0,
};
const recap = {
  class: { number: '90001', label: 'Algoritma A' },
  meetings: ['2026-09-07', '2026-09-14', '2026-09-21'].map((date) => ({ ...meeting, date })),
  more: false,
  least_minutes: 45,
  people: [
    {
      person: { kind: 'mahasiswa', number: '260003', label: 'Ani Wijaya', email: '' },
      member: true,
      attended: [true, false, false],
      stays: [{ minutes: 90, longer: false }, { minutes: 12, longer: false }, null],
      meetings: 1,
      share: 33,
      minutes: 102,
    },
  ],
};

/** The bodies of the rules that were sent. */
let sent: unknown[];

async function answer(asked: Request): Promise<Response> {
  if (asked.method === 'PUT') sent.push(await asked.json());
  return Response.json({ msg: 'Success', data: asked.method === 'PUT' ? 'Tersimpan.' : recap });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeAll(() => addTexts('zoom', zoom));
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows the minutes of a stay that is too short to count', async () => {
  show(createRootRoute({ component: () => <ClassRecap number="90001" onClass={() => undefined} /> }));
  await screen.findByText('hanya 12 menit, tidak dihitung hadir');
  expect(screen.getByText('12′')).toBeTruthy();
  expect(screen.getAllByText('hadir')).toHaveLength(1);
  expect(screen.getAllByText('tidak hadir')).toHaveLength(1);
});

it('saves another least number of minutes', async () => {
  show(createRootRoute({ component: () => <ClassRecap number="90001" onClass={() => undefined} /> }));
  const field = await screen.findByLabelText('Paling sedikit (menit)');
  fireEvent.change(field, { target: { value: '30' } });
  fireEvent.click(screen.getByRole('button', { name: 'Simpan' }));
  await vi.waitFor(() => expect(sent).toEqual([expect.objectContaining({ least_minutes: 30 })]));
});
