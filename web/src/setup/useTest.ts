import { useState } from 'react';

/** The state of a test. */
export type Look<Found> =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; found: Found }
  | { state: 'failed'; cause: unknown };

/** Tests the current answers. Results for other answers are hidden. */
export function useLook<Body, Found>(body: Body, ask: (body: Body) => Promise<Found>) {
  const [kept, setKept] = useState<{ of: string; look: Look<Found> }>();
  const present = JSON.stringify(body);
  const look: Look<Found> = kept?.of === present ? kept.look : { state: 'none' };

  async function begin(): Promise<void> {
    const put = (next: Look<Found>) => setKept({ of: present, look: next });
    put({ state: 'looking' });
    try {
      put({ state: 'found', found: await ask(body) });
    } catch (cause) {
      put({ state: 'failed', cause });
    }
  }
  return { look, begin };
}
