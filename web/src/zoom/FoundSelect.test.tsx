// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { FoundSelect } from './FoundSelect';

/** What ends the search that is under way. */
let end: { answer: (response: Response) => void; fail: (cause: Error) => void } | undefined;

// What is typed is searched after a moment.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
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
  // A field that changes without the focus was filled in by the browser.
  act(() => field.focus());
  await screen.findByText('Ketik nama atau nomor.');
  fireEvent.change(field, { target: { value: text } });
}

it('says that nothing is found once that is known, and that it is looked for until then', async () => {
  await type('ani');
  expect(screen.getByText('Mencari…')).toBeTruthy();
  await vi.waitFor(() => expect(end).toBeDefined());
  expect(screen.queryByText('Tidak ditemukan.')).toBeNull();
  end?.answer(Response.json({ msg: 'Success', data: [] }));
  await screen.findByText('Tidak ditemukan.');
});

it('says why it could not be looked for', async () => {
  await type('ani');
  await vi.waitFor(() => expect(end).toBeDefined());
  end?.fail(new TypeError('Failed to fetch'));
  await screen.findByText(/^Server tidak dapat dihubungi/);
  expect(screen.queryByText('Tidak ditemukan.')).toBeNull();
});
