import { expect, it } from 'vitest';
import type { Connection } from '../api/client';
import { withChecked } from './connections';

function connection(part: Connection['part'], text?: string): Connection {
  const last = text
    ? {
        standing: 'ok' as const,
        findings: [{ standing: 'ok' as const, text, mend: null }],
        at: '2026-11-21T00:00:00Z',
      }
    : null;
  return { part, settings: [], last };
}

it('checked connections replace known ones, and others stay', () => {
  const known = [connection('database', 'lama'), connection('source'), connection('platform', 'lama')];
  const looked = [connection('platform', 'baru')];
  expect(withChecked(known, looked)).toEqual([known[0], known[1], looked[0]]);
});

it('adds nothing before the list has loaded', () => {
  expect(withChecked(undefined, [connection('zoom', 'baru')])).toEqual([]);
});
