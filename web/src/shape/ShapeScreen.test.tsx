import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Login } from '../api/client';
import { show } from '../page/show.fixture';
import { beginSession, endSession } from '../session/session';
import { startTexts } from '../texts/i18n';
import { ShapeScreen } from './ShapeScreen';

const usual = {
  course: 'mata_kuliah',
  fullname: '{{ nama_matakuliah }}',
  shortname: '{{ kode_matakuliah }}',
  group: '{{ nama_kelas }}',
  course_fields: ['kode_matakuliah', 'nama_matakuliah'],
  group_fields: ['nama_kelas'],
};
const shape = {
  course: 'mata_kuliah',
  categories: ['tahun_ajaran', 'semester', 'prodi', 'jurusan'],
  fullname: '',
  shortname: '',
  group: '',
  names: 'follow',
  new_courses: 'visible',
  email_domain: '',
  dates: 'none' as const,
  ended: 'leave' as const,
  templates: {},
  actor: '',
  changed_at: null,
  profile: {},
  profile_fields: ['department', 'phone1'],
  person_fields: ['HP', 'NPK'],
  username: '',
  shared_emails: 'unknown',
  roles: {},
  cohorts: [],
  student_fields: ['angkatan', 'nama_prodi'],
  choices: [usual, { ...usual, course: 'kelas', shortname: '{{ kode_matakuliah }}-{{ nama_kelas }}' }],
};
const preview = {
  categories: [
    {
      path: ['Informatika'],
      tied: false,
      courses: 1,
      groups: 2,
      people: 40,
      fullname: 'Algoritma',
      shortname: 'IF101',
      group: 'A',
    },
  ],
  more_categories: 0,
  courses: 1,
  groups: 2,
  people: 40,
  clashes: [],
  clash_count: 0,
  faults: [],
  fault_count: 0,
  profile: [{ field: 'phone1', person: 'Siti Rahayu', value: '0812', empty: 3 }],
  username: { field: 'username', person: 'Siti Rahayu', value: 'siti', empty: 0 },
  usernames: [],
  username_count: 0,
  addresses: [{ value: 'siti@kampus.example', people: ['Siti Rahayu (26)', 'Budi (27)'] }],
  address_count: 1,
  templates: [],
  roles: [{ peran: 'asisten', role: null, teachings: 2 }],
  cohorts: [],
  more_cohorts: 0,
  changes: { made: 2, people: 40, renamed: 0, moved: 1, same: 0, dated: 0 },
};

let bodies: [string, Record<string, unknown>][] = [];
let refusal: Record<string, string> | undefined;

// On a busy machine, a preview takes a while to come.
configure({ asyncUtilTimeout: 4000 });
beforeAll(startTexts);

beforeEach(() => {
  bodies = [];
  refusal = undefined;
  beginSession({
    user: { id: 1, name: 'Ani', username: 'ani' },
    api_key: 'k',
    api_name: 'Ani',
    expires_at: '',
  } as Login);
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    const ok = (data: unknown) => Response.json({ msg: 'Success', data });
    if (path.endsWith('/values/program_id')) return ok([{ value: '11', name: 'Informatika (S1)' }]);
    if (request.method === 'GET') return ok(path.endsWith('/shape') ? shape : {});
    const body = await request.json();
    bodies.push([`${request.method} ${path.split('/').at(-1)}`, body]);
    if (path.endsWith('/preview') && refusal) {
      const message = Object.values(refusal)[0];
      return Response.json({ msg: 'Error', data: message, message, fields: refusal }, { status: 422 });
    }
    return ok(path.endsWith('/preview') ? preview : 'Bentuk di Moodle disimpan.');
  });
});

afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Simpan' });

it('shows what another shape makes, and asks before it saves', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  await screen.findByText('Informatika');
  expect(save().disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'setiap kelas dan semester' }));
  await waitFor(() => expect(save().disabled).toBe(false));
  expect(screen.queryByLabelText('Nama kelompok')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Tanpa Jurusan' }));
  fireEvent.click(screen.getByRole('button', { name: 'Prodi lebih luar' }));
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  const dialog = await screen.findByRole('dialog', { name: 'Simpan bentuk ini?' });
  expect(dialog.textContent).toContain('2 baris mendapat course atau kelompok baru');
  const buttons = [...dialog.querySelectorAll('button')];
  fireEvent.click(buttons.find((button) => button.textContent === 'Simpan') as HTMLButtonElement);
  await waitFor(() =>
    expect(bodies).toContainEqual([
      'PUT shape',
      {
        course: 'kelas',
        categories: ['tahun_ajaran', 'prodi', 'semester'],
        fullname: '',
        shortname: '',
        group: '',
        names: 'follow',
        new_courses: 'visible',
        email_domain: '',
        profile: {},
        username: '',
        shared_emails: 'unknown',
        dates: 'none',
        ended: 'leave',
        templates: {},
        roles: {},
        cohorts: [],
        name: 'Ani',
      },
    ]),
  );
});

it('puts a field into a pattern, and shows a fault at its pattern', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  await screen.findByText('Informatika');
  const box = screen.getByLabelText<HTMLInputElement>('Nama pendek course');
  fireEvent.click(screen.getByText('Isian untuk Nama pendek course'));
  fireEvent.click(screen.getAllByRole('button', { name: 'nama_matakuliah' }).at(-1) as HTMLElement);
  expect(box.value).toBe('{{ kode_matakuliah }}{{ nama_matakuliah }}');
  refusal = { shortname: 'Pola shortname memakai isian yang tidak ada: nama.' };
  fireEvent.change(box, { target: { value: '{{ nama }}' } });
  await waitFor(() => expect(screen.getAllByText(refusal?.['shortname'] ?? '')).toHaveLength(2));
  expect(save().disabled).toBe(true);
});

it('fills in profile fields by patterns', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  await screen.findByText('0812 (Siti Rahayu) · 3 orang tanpa nilai');
  fireEvent.click(screen.getByRole('button', { name: '+ Telepon' }));
  fireEvent.click(screen.getByText('Isian untuk Telepon'));
  fireEvent.click(screen.getAllByRole('button', { name: 'HP' }).at(-1) as HTMLElement);
  fireEvent.change(screen.getByLabelText('Nama pendek isian buatan sendiri'), { target: { value: 'npk' } });
  fireEvent.click(screen.getByRole('button', { name: 'Tambah' }));
  fireEvent.change(screen.getByLabelText('profile_field_npk'), { target: { value: '{{ NPK }}' } });
  await waitFor(() =>
    expect(bodies.at(-1)?.[1]).toMatchObject({
      profile: { phone1: '{{ HP }}', profile_field_npk: '{{ NPK }}' },
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Tanpa Telepon' }));
  await waitFor(() =>
    expect(bodies.at(-1)?.[1]).toMatchObject({ profile: { profile_field_npk: '{{ NPK }}' } }),
  );
});

it('asks for usernames and for shared addresses', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  await screen.findByText('siti (Siti Rahayu)');
  expect(screen.getByText('siti@kampus.example: Siti Rahayu (26), Budi (27)')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Nama pengguna akun baru'), { target: { value: '{{ email }}' } });
  fireEvent.click(screen.getByRole('radio', { name: 'tidak boleh: diberitahukan sebelum dikirim' }));
  await waitFor(() =>
    expect(bodies.at(-1)?.[1]).toMatchObject({ username: '{{ email }}', shared_emails: 'refused' }),
  );
});

it('takes a template course for all study programs and another for one', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  const label = 'Nama pendek course contoh untuk semua prodi';
  fireEvent.change(await screen.findByLabelText(label), { target: { value: 'CONTOH' } });
  const choice = await screen.findByLabelText('Course contoh lain untuk satu prodi');
  fireEvent.change(choice, { target: { value: '11' } });
  fireEvent.change(screen.getByLabelText('Informatika (S1)'), { target: { value: 'KHUSUS' } });
  expect(screen.queryByLabelText('Course contoh lain untuk satu prodi')).toBeNull();
  await waitFor(() => expect(bodies.at(-1)?.[1].templates).toEqual({ '*': 'CONTOH', '11': 'KHUSUS' }));
  fireEvent.click(screen.getByRole('button', { name: 'Tanpa Informatika (S1)' }));
  await waitFor(() => expect(bodies.at(-1)?.[1].templates).toEqual({ '*': 'CONTOH' }));
});

it('gives the roles of teachers their ids', async () => {
  show(createRootRoute({ component: ShapeScreen }));
  await screen.findByText('asisten: 2 pengajaran');
  fireEvent.click(screen.getByRole('button', { name: '+ asisten (2 pengajaran)' }));
  fireEvent.change(screen.getByLabelText('Nomor peran untuk asisten'), { target: { value: '4' } });
  fireEvent.change(screen.getByLabelText('Peran di sumber, misalnya asisten'), {
    target: { value: ' Tamu ' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Tambah peran' }));
  await waitFor(() => expect(bodies.at(-1)?.[1]).toMatchObject({ roles: { asisten: 4, tamu: 0 } }));
  refusal = { 'roles.tamu': 'Nomor peran harus bilangan bulat lebih besar dari nol.' };
  fireEvent.change(screen.getByLabelText('Nomor peran untuk tamu'), { target: { value: 'x' } });
  fireEvent.click(screen.getByRole('button', { name: 'Tanpa asisten' }));
  await waitFor(() => expect(screen.getAllByText(refusal?.['roles.tamu'] ?? '')).toHaveLength(2));
  expect(save().disabled).toBe(true);
});
