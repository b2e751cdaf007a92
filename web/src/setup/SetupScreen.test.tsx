// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { setLanguage, startTexts } from '../texts/i18n';
import { SetupScreen } from './SetupScreen';

const setup = {
  file: '/etc/selaras.toml',
  database_given: false,
  problem: null,
  lists: [
    { list: 'classes', label: 'Kelas' },
    { list: 'teachers', label: 'Pengajar' },
  ],
};

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ msg: 'Success', data: setup }));
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLanguage('id');
});

async function open(): Promise<void> {
  const root = createRootRoute({ component: SetupScreen });
  show(root);
  fireEvent.change(await screen.findByLabelText('Alamat layanan web'), {
    target: { value: 'https://siakad.kampus.ac.id' },
  });
}

it('keeps the input when the language changes', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Address of the web service');
  expect(address.value).toBe('https://siakad.kampus.ac.id');
});

it("names the lists of the source in the page's language", async () => {
  await open();
  expect(screen.getByRole('option', { name: 'Pengajar' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('option', { name: 'Teachers' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Lists are read from'), { target: { value: 'sql' } });
  expect(screen.getByLabelText('Classes')).toBeTruthy();
});
