// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { ToastStack } from './ToastStack';
import { toastError, toastSuccess } from './toasts';

beforeAll(startTexts);
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // A toast of one test must not appear in the next.
  act(() => vi.advanceTimersByTime(60_000));
  cleanup();
  vi.useRealTimers();
});

function show() {
  render(
    <MantineProvider env="test">
      <ToastStack />
    </MantineProvider>,
  );
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));

it('shows the newest toast, and counts the others behind it', () => {
  show();
  act(() => {
    toastSuccess('Satu.');
    toastSuccess('Dua.');
    toastError('Tiga.');
  });
  expect(screen.getByText('Tiga.')).toBeTruthy();
  expect(screen.queryByText('Satu.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '2 pesan lain' }));
  for (const text of ['Satu.', 'Dua.', 'Tiga.']) expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Tampilkan yang terbaru saja' }));
  expect(screen.queryByText('Dua.')).toBeNull();
});

it('each toast lasts ten seconds, and closing reveals the previous', () => {
  show();
  act(() => toastSuccess('Satu.'));
  pass(6);
  act(() => toastSuccess('Dua.'));
  fireEvent.click(screen.getByRole('button', { name: 'Tutup pesan' }));
  expect(screen.getByText('Satu.')).toBeTruthy();
  pass(5);
  expect(screen.queryByText('Satu.')).toBeNull();
});

it('a toast stays while it is hovered', () => {
  show();
  act(() => toastSuccess('Satu.'));
  const message = screen.getByText('Satu.');
  fireEvent.mouseEnter(message.closest('.toasts') as Element);
  pass(30);
  expect(screen.getByText('Satu.')).toBeTruthy();
  fireEvent.mouseLeave(message.closest('.toasts') as Element);
  pass(11);
  expect(screen.queryByText('Satu.')).toBeNull();
});
