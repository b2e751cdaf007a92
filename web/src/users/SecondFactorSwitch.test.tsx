// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ConfirmProvider } from '../action/Confirm';
import { JobsProvider } from '../action/Jobs';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { SecondFactorSwitch } from './SecondFactorSwitch';

/** Whether all users must have a second factor, and the calls that change it. */
let duty: boolean;
let bodies: unknown[];

async function answer(asked: Request): Promise<Response> {
  if (asked.method === 'POST') {
    const body = (await asked.json()) as { duty: boolean };
    bodies.push(body);
    duty = body.duty;
    return Response.json({ msg: 'Success', data: 'Selesai.' });
  }
  const data = { active: true, recovery_codes: 10, duty, available: true };
  return Response.json({ msg: 'Success', data });
}

// On a busy machine, lazy code takes a while to load.
configure({ asyncUtilTimeout: 15_000 });
beforeAll(startTexts);
beforeEach(() => {
  bodies = [];
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<HTMLInputElement> {
  const root = createRootRoute({
    component: () => (
      <JobsProvider>
        <ConfirmProvider>
          <SecondFactorSwitch />
        </ConfirmProvider>
      </JobsProvider>
    ),
  });
  show(root);
  return screen.findByRole<HTMLInputElement>('switch', { name: /Wajibkan faktor kedua/ });
}

it('warns who is locked out before requiring a second factor', async () => {
  duty = false;
  const toggle = await open();
  fireEvent.click(toggle);
  await screen.findByRole('dialog', { name: 'Wajibkan faktor kedua untuk semua?' });
  expect(screen.getByText(/hanya dapat membuka Akun saya/)).toBeTruthy();
  expect([bodies, toggle.checked]).toEqual([[], false]);
  fireEvent.click(screen.getByRole('button', { name: 'Ya' }));
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(bodies).toEqual([{ duty: true, name: '' }]);
});

it('asks nothing before it stops requiring a second factor', async () => {
  duty = true;
  const toggle = await open();
  fireEvent.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(false));
  expect(bodies).toEqual([{ duty: false, name: '' }]);
});
