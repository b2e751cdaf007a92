// @vitest-environment jsdom
import { useQueryClient } from '@tanstack/react-query';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { ClassScreen } from './ClassScreen';
import { PersonScreen } from './PersonScreen';
import type { ClassDetail, Enrolment, PersonDetail } from './personCalls';

const person: PersonDetail = {
  person: { kind: 'mahasiswa', number: '77001', label: 'Ani Kembar', email: 'ani@kampus.ac.id' },
  source: { listed: true, changes: [], error: null },
  dashboard: null,
  platform: { account: null, error: null },
  enrolments: [],
  attendance: { meetings: 0, minutes: 0, latest: [] },
  history: [],
};
const ofClass: ClassDetail = {
  class: {
    id: 1,
    jadwal_kuliah_detail_id: '9',
    kelas_id: 'IF101-A',
    nama_mata_kuliah: 'Algoritma',
    nama_kelas: 'A',
    semester: '20261',
    program_id: '1',
    hari: 'Senin',
    jam_mulai: '07:30',
    jam_selesai: '10:00',
    kelas_induk: '',
    migration: 'sudah',
    migration_reason: null,
  },
  members: [],
  source: { error: null },
  platform: { exists: true, error: null },
  history: [],
};

/** The answer of all systems to each query. */
const answer = vi.fn<(request: Request) => Promise<Response>>();

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  answer.mockReset();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T00:30:00Z') });
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/settings') ? new Promise(() => undefined) : answer(request),
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a job's end does: it refetches all listed data. */
function JobEnds() {
  const queries = useQueryClient();
  return (
    <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ['list'] })}>
      Pekerjaan selesai
    </button>
  );
}

function open(path: string, Screen: typeof PersonScreen, address: string): void {
  const root = createRootRoute({ component: Outlet });
  const app = createRoute({
    getParentRoute: () => root,
    id: 'app',
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <JobEnds />
          <Outlet />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  const page = createRoute({ getParentRoute: () => app, path, component: Screen });
  show(root.addChildren([app.addChildren([page])]), address);
}

const answers = (data: object) =>
  answer.mockResolvedValueOnce(Response.json({ msg: 'Success', data }, { status: 200 }));

it.each([
  ['a person', '/orang/$kind/$number', PersonScreen, '/orang/mahasiswa/77001', person],
  ['a class', '/kelas/$number', ClassScreen, '/kelas/9', ofClass],
] as const)(
  'the page of %s shows the age, renewal and failure of its query',
  async (_, path, Screen, address, data) => {
    answers(data);
    open(path, Screen, address);
    const queryTime = await screen.findByText('OCAS dan Moodle ditanyakan 21 Nov 2026 07.30 WIB.');
    const shown = () => screen.getByRole('region', { name: 'Riwayat' }).closest('[aria-busy]');
    expect(shown()?.getAttribute('aria-busy')).toBe('false');

    let fail: (cause: Error) => void = () => undefined;
    answer.mockReturnValueOnce(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    vi.setSystemTime(new Date('2026-11-21T01:00:00Z'));
    fireEvent.click(screen.getByRole('button', { name: 'Pekerjaan selesai' }));
    await waitFor(() => expect(queryTime.textContent).toBe('Menanyakan lagi…'));
    expect(queryTime.getAttribute('role')).toBe('status');
    expect(shown()?.getAttribute('aria-busy')).toBe('true');

    fail(new TypeError('Failed to fetch'));
    expect((await screen.findByRole('alert')).textContent).toContain('yang tampil adalah data sebelumnya');
    expect(queryTime.textContent).toBe('OCAS dan Moodle ditanyakan 21 Nov 2026 07.30 WIB.');

    answers(data);
    fireEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
    await screen.findByText('OCAS dan Moodle ditanyakan 21 Nov 2026 08.00 WIB.');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('a row acts only on its own numbered class', async () => {
  const enrolment = (number: string | null, label: string): Enrolment => ({
    class: { number, label },
    cause: { code: 'not_enrolled', mend: 'enroll', text: 'Belum di-enroll.' },
    source: { listed: true, error: null },
    dashboard: null,
    platform: { state: 'absent', in_group: null, groups: [], last_access: null, error: null },
  });
  answers({ ...person, enrolments: [enrolment('9', 'Algoritma A'), enrolment(null, 'Basis Data B')] });
  open('/orang/$kind/$number', PersonScreen, '/orang/mahasiswa/77001?class=12');
  const button = await screen.findByRole('button', { name: 'Enroll: Algoritma A' });
  expect(screen.queryByRole('button', { name: 'Enroll: Basis Data B' })).toBeNull();
  answer.mockReturnValueOnce(new Promise(() => undefined));
  fireEvent.click(button);
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
  expect(await answer.mock.calls[1]?.[0].json()).toMatchObject({ class: '9', dry_run: true });
});

it('a refused account outweighs classes in step', async () => {
  const dashboard = {
    id: 1,
    migration: 'gagal',
    edited: false,
    reason: { code: 'email_taken', text: 'Alamat e-mail dipakai akun lain.' },
  } as unknown as PersonDetail['dashboard'];
  answers({ ...person, dashboard });
  open('/orang/$kind/$number', PersonScreen, '/orang/mahasiswa/77001');
  const headline = await screen.findByText(/akunnya ditolak/);
  expect(headline.dataset.state).toBe('berubah');
  const refusal = screen.getByText(/Alamat e-mail dipakai akun lain/);
  expect(refusal.closest('[data-differs]')).not.toBeNull();
});

it('a class folds the people who are in step', async () => {
  const member = (number: string, label: string, cause: Enrolment['cause']) => ({
    person: { kind: 'mahasiswa', number, label, email: '' },
    cause,
    source: { listed: true, error: null },
    dashboard: { entered_here: false, missing_since: null },
    platform: {
      state: cause ? 'absent' : 'active',
      in_group: !cause,
      groups: [],
      last_access: null,
      error: null,
    },
  });
  const cause = { code: 'not_enrolled', mend: 'enroll', text: 'Belum di-enroll.' } as Enrolment['cause'];
  // The source need not know a person entered by form: that is no difference.
  const entered = {
    ...member('2', 'Ina', cause),
    source: { listed: false, error: null },
    dashboard: { entered_here: true, missing_since: null },
  };
  answers({ ...ofClass, members: [member('1', 'Ani', null), entered] });
  open('/kelas/$number', ClassScreen, '/kelas/9');
  const differing = await screen.findByRole('row', { name: /Ina · 2/ });
  expect(differing.querySelectorAll('[data-differs]')).toHaveLength(1);
  expect(screen.queryByText(/Ani/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '1 orang selaras', expanded: false }));
  expect(screen.getByRole('link', { name: 'Ani · 1' })).not.toBeNull();
});

it('a new number is typed first, then its plan is asked for', async () => {
  const dashboard = { id: 1, migration: 'sudah', edited: false } as unknown as PersonDetail['dashboard'];
  answers({ ...person, dashboard });
  open('/orang/$kind/$number', PersonScreen, '/orang/mahasiswa/77001');
  fireEvent.click(await screen.findByRole('button', { name: 'Ganti nomor…' }));
  fireEvent.change(await screen.findByLabelText('Nomor baru'), { target: { value: ' 88001 ' } });
  answer.mockReturnValueOnce(new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Lihat rencana' }));
  await screen.findByRole('dialog', { name: 'Ganti nomor Ani Kembar dari 77001 menjadi 88001?' });
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
  expect(await answer.mock.calls[1]?.[0].json()).toMatchObject({ to: '88001', dry_run: true });
});
