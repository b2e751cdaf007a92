// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { addTexts, startTexts } from '../texts/i18n';
import { zoom } from '../texts/zoom';
import { MeetingRules } from './MeetingRules';
import { Participants } from './Participants';

const person = { kind: 'mahasiswa', number: '77002', label: 'Ina Kembar' };
/** A row of each list, by the last segment of its path. */
const lines: Record<string, (at: number) => object> = {
  meetings: (at) => ({
    meeting_id: `8${at}`,
    topic: `Rapat ${at}`,
    latest: '2026-09-07T02:00:00Z',
    fits:
      at === 1
        ? [
            { number: '90002', label: 'Algoritma A · IF102-A · Informatika · Senin 08:30', suggested: true },
            { number: '90001', label: 'Algoritma A · IF101-A · Informatika · Senin 13:00', suggested: false },
          ]
        : [],
  }),
  participants: (at) => ({
    participant: `Tamu ${at}`,
    email: '',
    participations: 1,
    latest: '2026-11-21',
    candidates: [],
  }),
  choices: (at) => ({
    participant: `Ina ${at}`,
    email: '',
    person: at === 1 ? null : person,
    actor: 'Ratna',
    chosen_at: null,
  }),
};

/** The list under test; the others are empty. */
let list: string;
/** The last segment of each changing call. */
let changed: (string | undefined)[];

/** The list has eleven rows, and the last one is deleted before its page is requested. */
async function answer(asked: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(asked.url);
  if (asked.method !== 'GET') {
    changed.push(pathname.split('/').pop());
    return Response.json({ msg: 'Success', data: 'Tersimpan.' });
  }
  const line = lines[list];
  if (!line || !pathname.endsWith(`/${list}`)) return Response.json({ msg: 'Success', data: [], total: 0 });
  if (searchParams.get('page') === '1') return Response.json({ msg: 'Success', data: [], total: 10 });
  const data = Array.from({ length: 10 }, (_, at) => line(at + 1));
  return Response.json({ msg: 'Success', data, total: 11 });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeAll(() => addTexts('zoom', zoom));
beforeEach(() => {
  changed = [];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['meetings', MeetingRules, 'Rapat 10'],
  ['participants', Participants, 'Tamu 10'],
  ['choices', Participants, /^Ina 10/],
])('leaves an empty last page of %s', async (of, Part, last) => {
  list = of;
  const root = createRootRoute({ component: Part });
  show(root);
  await screen.findByText(last);
  fireEvent.click(screen.getByRole('button', { name: 'Halaman berikutnya' }));
  await screen.findByText(/^11–/);
  await screen.findByText(/^1–10/);
  expect(screen.getByText(last)).toBeTruthy();
});

it('says when a meeting was, and which of the classes fits its time', async () => {
  list = 'meetings';
  show(createRootRoute({ component: MeetingRules }));
  const [line] = await screen.findAllByRole('listitem');
  expect(line?.textContent).toContain('terakhir 7 Sep 2026 09.00');
  fireEvent.click(screen.getByRole('combobox', { name: 'Kelas untuk Rapat 1' }));
  const options = await screen.findAllByRole('option', { name: /^Algoritma/ });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Algoritma A · IF102-A · Informatika · Senin 08:30 (hari dan jamnya cocok)',
    'Algoritma A · IF101-A · Informatika · Senin 13:00',
  ]);
});

it('ignores a device', async () => {
  list = 'participants';
  show(createRootRoute({ component: Participants }));
  fireEvent.click(await screen.findByRole('button', { name: 'Abaikan Tamu 3' }));
  await vi.waitFor(() => expect(changed).toEqual(['ignored']));
});

it('names an ignored participant as such', async () => {
  list = 'choices';
  show(createRootRoute({ component: Participants }));
  await screen.findByText(/^Ina 1 → diabaikan/);
});
