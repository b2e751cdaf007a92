import { useState } from 'react';

/** What a look at an answer has come to. */
export type Look<Found> =
  | { state: 'none' }
  | { state: 'looking' }
  | { state: 'found'; found: Found }
  | { state: 'failed'; cause: unknown };

/** Looks at what was filled in. What was found of other answers than the present ones is not shown. */
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
