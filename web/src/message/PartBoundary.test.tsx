// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../texts/i18n';
import { PartBoundary } from './PartBoundary';

beforeAll(startTexts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

let broken: boolean;
function Fragile() {
  if (broken) throw new Error('rusak');
  return <p>Isi</p>;
}

it('an error stays in its part, which can be retried', () => {
  // React logs every caught error; this one is expected.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  broken = true;
  render(
    <MantineProvider env="test">
      <p>Yang lain</p>
      <PartBoundary>
        <Fragile />
      </PartBoundary>
    </MantineProvider>,
  );
  expect(screen.getByText('Yang lain')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('Bagian ini berhenti karena kesalahan.');
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
  expect(screen.getByText('Isi')).toBeTruthy();
});
