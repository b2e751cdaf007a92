// @vitest-environment jsdom
import { createRootRoute } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../page/show.fixture';
import { startTexts } from '../texts/i18n';
import { LogFilters, type LogFilterValues } from './LogFilters';

const narrowedTo = vi.fn<(next: LogFilterValues) => void>();

beforeAll(startTexts);
beforeEach(() => {
  narrowedTo.mockReset();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<HTMLInputElement> {
  function Narrowing() {
    const [narrowed, setNarrowed] = useState<LogFilterValues>({ actor: 'Ratna' });
    const change = (next: LogFilterValues) => {
      narrowedTo(next);
      setNarrowed(next);
    };
    return (
      <>
        <LogFilters values={narrowed} onChange={change} />
        <button type="button" onClick={() => setNarrowed({})}>
          Kosongkan
        </button>
      </>
    );
  }
  show(createRootRoute({ component: Narrowing }));
  return screen.findByLabelText<HTMLInputElement>('Pelaku');
}

it('leaving an unchanged field filters nothing', async () => {
  const actor = await open();
  fireEvent.focus(actor);
  fireEvent.blur(actor);
  fireEvent.keyDown(actor, { key: 'Enter' });
  expect(narrowedTo).not.toHaveBeenCalled();
});

it('a typed value applies once, on Enter, and keeps the focus', async () => {
  const actor = await open();
  act(() => actor.focus());
  fireEvent.change(actor, { target: { value: ' Budi ' } });
  expect(narrowedTo).not.toHaveBeenCalled();
  fireEvent.keyDown(actor, { key: 'Enter' });
  expect(narrowedTo).toHaveBeenCalledExactlyOnceWith({ actor: 'Budi' });
  expect(document.activeElement).toBe(actor);
  expect(actor.value).toBe('Budi');
  act(() => actor.blur());
  expect(narrowedTo).toHaveBeenCalledOnce();
});

it('a field follows the address', async () => {
  const actor = await open();
  fireEvent.click(screen.getByRole('button', { name: 'Kosongkan' }));
  expect(actor.value).toBe('');
});
