// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { addTexts, startTexts } from '../texts/i18n';
import { zoom } from '../texts/zoom';
import { FoundSelect } from './FoundSelect';

/** Settles the pending search. */
let end: { answer: (response: Response) => void; fail: (cause: Error) => void } | undefined;

// The search starts after a short pause.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeAll(() => addTexts('zoom', zoom));
beforeEach(() => {
  end = undefined;
  const search = () =>
    new Promise<Response>((answer, fail) => {
      end = { answer, fail };
    });
  vi.stubGlobal('fetch', search);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function type(text: string): Promise<void> {
  const root = createRootRoute({
    component: () => (
      <FoundSelect label="Orang" placeholder="Cari orang" kinds={['mahasiswa']} onChange={() => undefined} />
    ),
  });
  show(root);
  const field = await screen.findByPlaceholderText('Cari orang');
  // The field ignores a change without focus, because it would come from the browser's autofill.
  act(() => field.focus());
  await screen.findByText('Ketik nama atau nomor.');
  fireEvent.change(field, { target: { value: text } });
}

it('shows "searching" until the empty answer arrives', async () => {
  await type('ani');
  expect(screen.getByText('Mencari…')).toBeTruthy();
  await vi.waitFor(() => expect(end).toBeDefined());
  expect(screen.queryByText('Tidak ditemukan.')).toBeNull();
  end?.answer(Response.json({ msg: 'Success', data: [] }));
  await screen.findByText('Tidak ditemukan.');
});

it('shows the failure of a search', async () => {
  await type('ani');
  await vi.waitFor(() => expect(end).toBeDefined());
  end?.fail(new TypeError('Failed to fetch'));
  await screen.findByText(/^Server tidak dapat dihubungi/);
  expect(screen.queryByText('Tidak ditemukan.')).toBeNull();
});
