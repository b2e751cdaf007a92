// @vitest-environment jsdom
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Login } from '../api/client';
import { jurusan } from '../kinds/jurusan';
import { kelas } from '../kinds/kelas';
import type { Kind } from '../kinds/kind';
import { mahasiswa } from '../kinds/mahasiswa';
import { pengajar } from '../kinds/pengajar';
import { prodi } from '../kinds/prodi';
import { semester } from '../kinds/semester';
import { tahunAjaran } from '../kinds/tahunAjaran';
import { ToastStack } from '../message/ToastStack';
import { show } from '../page/show.fixture';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { ownUserForm, userForm } from '../users/form';
import { FormScreen } from './FormScreen';

/** The list requests for suggestions. */
let offered: string[];
/** The rows of these lists. */
let choices: object[];
const answered = vi.fn<(request: Request) => Promise<Response>>();

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  offered = [];
  choices = [{ kode_jurusan: 'TI', nama_jurusan: 'Teknologi Informasi' }];
  answered.mockReset();
  vi.stubGlobal('fetch', (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (!/\/(kelas|jurusan|prodi|semester|tahun_ajaran)\/get$/.test(pathname)) return answered(request);
    offered.push(pathname + search);
    return Promise.resolve(Response.json({ msg: 'Success', data: choices, total: choices.length }));
  });
});
afterEach(() => {
  cleanup();
  endSession();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

async function open(kind: Pick<Kind, 'form'>, id?: number | string) {
  const form = kind.form;
  if (!form) throw new Error('a kind with a form is meant');
  const root = createRootRoute({ component: () => <FormScreen form={form} {...(id ? { id } : {})} /> });
  show(root);
  return screen.findByRole('button', { name: 'Simpan' });
}

function reply(status: number, body: unknown) {
  answered.mockResolvedValueOnce(Response.json(body, { status }));
}

/** The server returns this row when the form opens, and again when it saves. */
function answerRow(row: object) {
  for (const data of [row, row]) reply(200, { msg: 'Success', data });
}

describe('a form', () => {
  it.each([
    [
      kelas,
      ['Kode jurusan tidak boleh kosong', 'Kode kelas tidak boleh kosong', 'Nama kelas tidak boleh kosong'],
    ],
    [
      mahasiswa,
      [
        'Kode kelas tidak boleh kosong',
        'Nama depan tidak boleh kosong',
        'Nama belakang tidak boleh kosong',
        'NIM tidak boleh kosong',
        'Email tidak boleh kosong',
      ],
    ],
    [
      { form: userForm },
      ['Nama user tidak boleh kosong', 'Username tidak boleh kosong', 'Password tidak boleh kosong'],
    ],
    [
      jurusan,
      ['Kode prodi tidak boleh kosong', 'Kode jurusan tidak boleh kosong', 'Nama jurusan tidak boleh kosong'],
    ],
    [
      prodi,
      ['Kode semester tidak boleh kosong', 'Kode prodi tidak boleh kosong', 'Nama prodi tidak boleh kosong'],
    ],
    [
      semester,
      [
        'Kode tahun ajar tidak boleh kosong',
        'Kode semester tidak boleh kosong',
        'Nama semester tidak boleh kosong',
      ],
    ],
    [tahunAjaran, ['Kode tahun ajaran tidak boleh kosong', 'Nama tahun ajaran tidak boleh kosong']],
    [
      pengajar,
      [
        'Nama depan tidak boleh kosong',
        'Nama belakang tidak boleh kosong',
        'NIP tidak boleh kosong',
        'Email tidak boleh kosong',
        'Kode kelas tidak boleh kosong',
      ],
    ],
  ])('marks empty fields and sends nothing', async (kind, messages) => {
    fireEvent.click(await open(kind));
    for (const message of messages) expect(screen.getByText(message)).toBeTruthy();
    expect(answered).not.toHaveBeenCalled();
  });

  it('counts a space as empty', async () => {
    const save = await open(kelas);
    fireEvent.change(screen.getByLabelText(/Kode Jurusan/), { target: { value: '  ' } });
    fireEvent.click(save);
    expect(screen.getByText('Kode jurusan tidak boleh kosong')).toBeTruthy();
  });

  async function fillAndSave() {
    const save = await open(kelas);
    for (const label of [/Kode Jurusan/, /Kode Kelas/, /Nama Kelas/]) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: ' X ' } });
    }
    fireEvent.click(save);
  }

  it('sends the values without surrounding space', async () => {
    reply(200, { msg: 'Success', data: 'Kelas disimpan.' });
    await fillAndSave();
    await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce());
    const request = answered.mock.calls[0]?.[0] as Request;
    expect(new URL(request.url).pathname).toBe('/api/react/create/kelas');
    expect(await request.json()).toMatchObject({ kode_jurusan: 'X', kode_kelas: 'X', nama_kelas: 'X' });
  });

  it('shows the server’s message for a field at that field', async () => {
    reply(422, {
      msg: 'Error',
      data: 'Periksa isian.',
      message: 'Periksa isian.',
      fields: { kode_kelas: 'Kode kelas tidak dikenal.' },
    });
    await fillAndSave();
    expect(await screen.findByText('Kode kelas tidak dikenal.')).toBeTruthy();
    expect(screen.getByLabelText(/Kode Kelas/).getAttribute('aria-invalid')).toBe('true');
  });

  it('shows any other failure in a modal', async () => {
    reply(409, { msg: 'Error', data: 'Kelas itu sudah ada.', message: 'Kelas itu sudah ada.' });
    await fillAndSave();
    expect(await screen.findByText('Kelas itu sudah ada.')).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('shows that the server cannot be reached', async () => {
    answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await fillAndSave();
    expect(await screen.findByText(/Server tidak dapat dihubungi/)).toBeTruthy();
  });

  it('is filled from the detail when it updates', async () => {
    reply(200, { msg: 'Success', data: { kode_jurusan: 'TI', kode_kelas: 'IF101-A', nama_kelas: 'A' } });
    await open(kelas, 7);
    expect((screen.getByLabelText(/Kode Kelas/) as HTMLInputElement).value).toBe('IF101-A');
    expect(await answered.mock.calls[0]?.[0].json()).toEqual({ id: 7 });
  });
});

const sentBody = async (call: number) => {
  const request = answered.mock.calls[call]?.[0] as Request;
  return { method: request.method, path: new URL(request.url).pathname, body: await request.json() };
};

it('a field for another kind suggests rows by code and name', async () => {
  await open(kelas);
  const field = screen.getByLabelText(/Kode Jurusan/);
  fireEvent.click(field);
  await vi.waitFor(() =>
    expect(
      screen.getAllByRole('option', { hidden: true }).map((option) => option.getAttribute('label')),
    ).toEqual(['TI Teknologi Informasi']),
  );
  fireEvent.change(field, { target: { value: 'informasi' } });
  await vi.waitFor(() =>
    expect(offered.at(-1)).toBe('/api/v1/api/jurusan/get?page=0&per_page=10&q=informasi'),
  );
});

it('a field for a kind without rows explains what comes first', async () => {
  choices = [];
  const save = await open(kelas);
  const field = screen.getByLabelText(/Kode Jurusan/);
  const first = await screen.findByRole('link', { name: 'Sync atau buat Jurusan dahulu' });
  expect(first.getAttribute('href')).toBe('/jurusan');
  for (const [label, value] of [
    [/Kode Jurusan/, 'TI'],
    [/Kode Kelas/, 'TI-X'],
    [/Nama Kelas/, 'Kelas X'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
  fireEvent.click(save);
  await screen.findByText('Belum ada data Jurusan di dashboard', { exact: true });
  expect(document.activeElement).toBe(field);
  expect(answered).not.toHaveBeenCalled();
});

it('an update keeps a code that is no longer valid', async () => {
  choices = [];
  answerRow({ id: 1, kode_jurusan: 'TI', kode_kelas: 'TI-X', nama_kelas: 'X' });
  const save = await open(kelas, 1);
  await screen.findByRole('link', { name: 'Sync atau buat Jurusan dahulu' });
  fireEvent.change(screen.getByLabelText(/Nama Kelas/), { target: { value: 'Kelas Sore' } });
  reply(200, { msg: 'Success', data: 'Kelas disimpan.' });
  fireEvent.click(save);
  await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
});

describe('a row that changed after the form was opened', () => {
  const row = { id: 7, kode_jurusan: 'TI', kode_kelas: 'IF101-A', nama_kelas: 'A' };

  /** Changes the name while someone else changes the row to `later`, and saves. The server then answers with `next`. */
  async function saveOver(later: object, ...next: unknown[]) {
    for (const data of [row, later, ...next]) reply(200, { msg: 'Success', data });
    const save = await open(kelas, 7);
    fireEvent.change(screen.getByLabelText(/Nama Kelas/), { target: { value: 'Kelas Sore' } });
    fireEvent.click(save);
  }

  it('keeps the other change in fields that were not edited', async () => {
    await saveOver({ ...row, kode_kelas: 'IF101-B' }, 'Kelas disimpan.');
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect((await sentBody(2)).body).toMatchObject({ kode_kelas: 'IF101-B', nama_kelas: 'Kelas Sore' });
  });

  it('asks before it overwrites the same field', async () => {
    const later = { ...row, nama_kelas: 'Kelas Pagi' };
    await saveOver(later, later, later, 'Kelas disimpan.');
    await screen.findByRole('dialog', { name: 'Data ini sudah berubah sejak dibuka. Tetap simpan?' });
    const note = 'Nama Kelas sekarang Kelas Pagi. Isian Anda, Kelas Sore, akan menggantikannya.';
    expect(screen.getByText(note)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Tidak' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(answered).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'Simpan' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ya' }));
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(5));
    expect((await sentBody(4)).body).toMatchObject({ kode_kelas: 'IF101-A', nama_kelas: 'Kelas Sore' });
  });

  it('asks nothing if both entered the same value', async () => {
    await saveOver({ ...row, nama_kelas: 'Kelas Sore' }, 'Kelas disimpan.');
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect((await sentBody(2)).path).toBe('/api/react/update/kelas');
  });
});

describe('the form of a teacher', () => {
  const teacher = {
    id: 3,
    nama_depan: 'Siti',
    nama_belakang: 'Rahayu',
    nip: '1970',
    email: 'siti@kampus.ac.id',
    kode_kelas: '["IF101-A","IF102-B"]',
    migration: '["sudah"]',
  };
  const values = (label: RegExp) =>
    screen.getAllByLabelText(label).map((input) => (input as HTMLInputElement).value);

  it('has a line for each class, and requires complete lines', async () => {
    reply(200, { msg: 'Success', data: teacher });
    fireEvent.click(await open(pengajar, 3));
    expect([values(/Kode Kelas/), values(/Migration/)]).toEqual([
      ['IF101-A', 'IF102-B'],
      ['sudah', ''],
    ]);
    expect(screen.getAllByText('Migration tidak boleh kosong')).toHaveLength(1);
    expect(answered).toHaveBeenCalledOnce();
  });

  it('adds and removes lines, and sends the lists aligned', async () => {
    answerRow(teacher);
    const save = await open(pengajar, 3);
    fireEvent.click(screen.getByText('Tambah kode kelas'));
    fireEvent.click(screen.getByRole('button', { name: 'Hapus baris 2' }));
    fireEvent.change(screen.getAllByLabelText(/Kode Kelas/)[1] as Element, { target: { value: 'IF103-C ' } });
    fireEvent.change(screen.getAllByLabelText(/Migration/)[1] as Element, { target: { value: 'belum' } });
    reply(200, { msg: 'Success', data: 'Pengajar disimpan.' });
    fireEvent.click(save);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect((await sentBody(2)).body).toMatchObject({
      id: 3,
      kode_kelas: ['IF101-A', 'IF103-C'],
      migration: ['sudah', 'belum'],
    });
  });

  it('lets a teacher of the source stay without classes', async () => {
    answerRow({ ...teacher, kode_kelas: '', migration: '' });
    const save = await open(pengajar, 3);
    fireEvent.change(screen.getByLabelText(/Email/), { target: { value: 'baru@kampus.ac.id' } });
    fireEvent.change(screen.getByRole('combobox', { name: /Kode Kelas/ }), { target: { value: 'IF101-A' } });
    fireEvent.click(save);
    expect(await screen.findByText('Migration tidak boleh kosong')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: /Kode Kelas/ }), { target: { value: '' } });
    reply(200, { msg: 'Success', data: 'Pengajar disimpan.' });
    fireEvent.click(save);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect((await sentBody(2)).body).toMatchObject({
      email: 'baru@kampus.ac.id',
      kode_kelas: [],
      migration: [],
    });
  });

  it('requires classes of a new teacher, but no migration', async () => {
    await open(pengajar);
    expect(screen.getAllByLabelText(/Kode Kelas/)).toHaveLength(1);
    expect(screen.queryByLabelText(/Migration/)).toBeNull();
  });

  it("shows the server's error of a list at its first line", async () => {
    answerRow({ ...teacher, migration: '["sudah","belum"]' });
    const save = await open(pengajar, 3);
    const fields = { kode_kelas: 'Kode kelas tidak dikenal.' };
    reply(422, { msg: 'Error', data: 'Periksa isian.', message: 'Periksa isian.', fields });
    fireEvent.click(save);
    expect(await screen.findByText('Kode kelas tidak dikenal.')).toBeTruthy();
  });
});

describe('the form of a user', () => {
  const ratna = { id: 7, name: 'Ratna Dewi', username: 'ratna', active: true, created_at: null };

  it('leaves the password blank, and may save it so', async () => {
    answerRow(ratna);
    const save = await open({ form: userForm }, 'ratna');
    expect((screen.getByLabelText(/^Password/) as HTMLInputElement).value).toBe('');
    reply(200, { msg: 'Success', data: 'User disimpan.' });
    fireEvent.click(save);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect(await sentBody(2)).toMatchObject({
      method: 'PUT',
      path: '/api/v1/api/user/update',
      body: { id: 7, nama_user: 'Ratna Dewi', username: 'ratna', password: '' },
    });
  });

  it('sends a password unchanged, with its spaces', async () => {
    answerRow(ratna);
    const save = await open({ form: userForm }, 'ratna');
    fireEvent.change(screen.getByLabelText(/^Password/), { target: { value: ' rahasia ' } });
    reply(200, { msg: 'Success', data: 'User disimpan.' });
    fireEvent.click(save);
    await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(3));
    expect((await sentBody(2)).body.password).toBe(' rahasia ');
  });

  it("requires the user's own current password, and shows its error", async () => {
    answerRow(ratna);
    const save = await open({ form: ownUserForm }, 'ratna');
    const present = screen.getByLabelText(/Password Anda sekarang/);
    fireEvent.change(screen.getByLabelText(/^Password$/), { target: { value: 'rahasia-baru' } });
    fireEvent.change(present, { target: { value: 'salah' } });
    const fields = { present_password: 'Ini bukan password Anda yang sekarang' };
    reply(422, { msg: 'Error', data: 'Periksa isian.', message: 'Periksa isian.', fields });
    fireEvent.click(save);
    expect(await screen.findByText(fields.present_password)).toBeTruthy();
    expect((await sentBody(2)).body).toMatchObject({ password: 'rahasia-baru', present_password: 'salah' });
  });

  it('finds the user by number, too', async () => {
    reply(404, { msg: 'Error', data: 'User ini tidak ada.', message: 'User ini tidak ada.' });
    reply(200, { msg: 'Success', data: [{ ...ratna, id: 1 }, ratna] });
    await open({ form: userForm }, '7');
    expect((screen.getByLabelText(/Username/) as HTMLInputElement).value).toBe('ratna');
  });
});

describe('a draft', () => {
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  const stored = () => Object.values({ ...sessionStorage }).join();
  async function comeBack(kind: Pick<Kind, 'form'>, id?: number) {
    cleanup();
    return open(kind, id);
  }

  it('comes back with a notice, and can be discarded', async () => {
    await open(kelas);
    type(/Nama Kelas/, 'Kelas X');
    await comeBack(kelas);
    expect(value(/Nama Kelas/)).toBe('Kelas X');
    expect(screen.getByRole('status').textContent).toContain('belum tersimpan dipulihkan');
    fireEvent.click(screen.getByRole('button', { name: 'Buang isian itu' }));
    expect(value(/Nama Kelas/)).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText(/Kode Jurusan/));
    await comeBack(kelas);
    expect(value(/Nama Kelas/)).toBe('');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('belongs to one form, and ends when it is saved', async () => {
    await open(kelas);
    for (const label of [/Kode Jurusan/, /Kode Kelas/, /Nama Kelas/]) type(label, 'X');
    await comeBack(jurusan);
    expect(screen.queryByRole('status')).toBeNull();
    const save = await comeBack(kelas);
    expect(stored()).toContain('kode_kelas');
    reply(200, { msg: 'Success', data: 'Kelas disimpan.' });
    fireEvent.click(save);
    await vi.waitFor(() => expect(stored()).not.toContain('kode_kelas'));
    await comeBack(kelas);
    expect(value(/Nama Kelas/)).toBe('');
  });

  it('covers only the edited fields of the current row', async () => {
    const row = { id: 7, kode_jurusan: 'TI', kode_kelas: 'IF101-A', nama_kelas: 'A' };
    reply(200, { msg: 'Success', data: row });
    await open(kelas, 7);
    type(/Nama Kelas/, 'Kelas Sore');
    reply(200, { msg: 'Success', data: { ...row, kode_kelas: 'IF101-B' } });
    await comeBack(kelas, 7);
    expect([value(/Nama Kelas/), value(/Kode Kelas/)]).toEqual(['Kelas Sore', 'IF101-B']);
  });

  describe('over a field that someone else changed', () => {
    const row = { id: 7, kode_jurusan: 'TI', kode_kelas: 'IF101-A', nama_kelas: 'A' };
    const question = { name: 'Data ini sudah berubah sejak dibuka. Tetap simpan?' };

    async function typeAndComeBack() {
      reply(200, { msg: 'Success', data: row });
      await open(kelas, 7);
      type(/Nama Kelas/, 'Kelas Sore');
      answerRow({ ...row, nama_kelas: 'Kelas Pagi' });
      return comeBack(kelas, 7);
    }

    it('asks before saving, also after two visits', async () => {
      await typeAndComeBack();
      reply(200, { msg: 'Success', data: { ...row, nama_kelas: 'Kelas Pagi' } });
      fireEvent.click(await comeBack(kelas, 7));
      await screen.findByRole('dialog', question);
      const note = 'Nama Kelas sekarang Kelas Pagi. Isian Anda, Kelas Sore, akan menggantikannya.';
      expect(screen.getByText(note)).toBeTruthy();
    });

    it('asks nothing after the draft is discarded', async () => {
      const save = await typeAndComeBack();
      fireEvent.click(screen.getByRole('button', { name: 'Buang isian itu' }));
      type(/Nama Kelas/, 'Kelas Malam');
      reply(200, { msg: 'Success', data: 'Kelas disimpan.' });
      fireEvent.click(save);
      await vi.waitFor(() => expect(answered).toHaveBeenCalledTimes(4));
      expect((await sentBody(3)).body).toMatchObject({ nama_kelas: 'Kelas Malam' });
    });
  });

  it('includes its lines', async () => {
    const row = { id: 3, kode_kelas: '["IF101-A"]', migration: '["sudah"]' };
    reply(200, { msg: 'Success', data: row });
    await open(pengajar, 3);
    fireEvent.click(screen.getByText('Tambah kode kelas'));
    reply(200, { msg: 'Success', data: row });
    await comeBack(pengajar, 3);
    expect(screen.getAllByLabelText(/Kode Kelas/)).toHaveLength(2);
  });

  it('contains no passwords', async () => {
    await open({ form: userForm });
    type(/Username/, 'budi');
    type(/^Password/, 'rahasia');
    expect(stored()).toContain('budi');
    expect(stored()).not.toContain('rahasia');
    await comeBack({ form: userForm });
    expect([value(/Username/), value(/^Password/)]).toEqual(['budi', '']);
    expect(screen.getByRole('status').textContent).toContain('Password tidak ikut disimpan.');
  });

  it('survives the session for the same user only', async () => {
    const signIn = (username: string) =>
      beginSession({ user: { username }, api_key: `kunci-${username}`, api_name: username } as Login);
    signIn('ratna');
    const save = await open(kelas);
    for (const label of [/Kode Jurusan/, /Kode Kelas/, /Nama Kelas/]) type(label, 'X');
    reply(401, { msg: 'Error', data: 'Silakan login lagi.' });
    fireEvent.click(save);
    await screen.findByText('Silakan login lagi.');
    signIn('budi');
    await comeBack(kelas);
    expect(value(/Nama Kelas/)).toBe('');
    signIn('ratna');
    await comeBack(kelas);
    expect(value(/Nama Kelas/)).toBe('X');
  });
});

it.each([
  ['is shown', 200, { msg: 'Success', data: 'Kelas Malam disimpan.' }, 'Kelas Malam disimpan.'],
  [
    'with a refusal is shown',
    409,
    { msg: 'Error', data: 'Kelas Malam sudah ada.' },
    'Kelas Malam sudah ada.',
  ],
])('a late answer %s on the current page', async (_, status, body, told) => {
  const { form } = kelas;
  if (!form) throw new Error('a kind with a form is meant');
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ToastStack />
      </>
    ),
  });
  const router = show(
    root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/', component: () => <FormScreen form={form} /> }),
      createRoute({ getParentRoute: () => root, path: '/lain', component: () => <p>Halaman lain</p> }),
    ]),
  );
  const save = await screen.findByRole('button', { name: 'Simpan' });
  for (const label of [/Kode Jurusan/, /Kode Kelas/, /Nama Kelas/]) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: 'X' } });
  }
  let come: (answer: Response) => void = () => undefined;
  answered.mockReturnValueOnce(
    new Promise((resolve) => {
      come = resolve;
    }),
  );
  fireEvent.click(save);
  await vi.waitFor(() => expect(answered).toHaveBeenCalledOnce());
  act(() => router.history.push('/lain'));
  await screen.findByText('Halaman lain');
  come(Response.json(body, { status }));
  await screen.findByText(told);
  expect(router.history.location.pathname).toBe('/lain');
  expect(screen.getByText('Halaman lain')).toBeTruthy();
});
