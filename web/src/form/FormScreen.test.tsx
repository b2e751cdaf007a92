// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kelas } from '../kinds/kelas';
import type { Kind } from '../kinds/kind';
import { mahasiswa } from '../kinds/mahasiswa';
import { startTexts } from '../texts/i18n';
import { FormScreen } from './FormScreen';

const answered = vi.fn<(request: Request) => Promise<Response>>();

beforeAll(startTexts);
beforeEach(() => {
  answered.mockReset();
  vi.stubGlobal('fetch', (request: Request) => answered(request));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(kind: Kind, id?: number) {
  const form = kind.form;
  if (!form) throw new Error('a kind with a form is meant');
  const root = createRootRoute({ component: () => <FormScreen form={form} {...(id ? { id } : {})} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.findByRole('button', { name: 'Simpan' });
}

function reply(status: number, body: unknown) {
  answered.mockResolvedValueOnce(Response.json(body, { status }));
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
  ])('sends nothing while fields are empty, and says so at each', async (kind, messages) => {
    fireEvent.click(await open(kind));
    for (const message of messages) expect(screen.getByText(message)).toBeTruthy();
    expect(answered).not.toHaveBeenCalled();
  });

  it('takes a space for empty', async () => {
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

  it('sends what was typed, without the space around it', async () => {
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

  it('says that the server cannot be reached', async () => {
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
