import { useState } from 'react';

/** The state of a test. */
export type TestState<Result> =
  | { state: 'none' }
  | { state: 'running' }
  | { state: 'done'; result: Result }
  | { state: 'failed'; cause: unknown };

/** Tests the current answers. Results for other answers are hidden. */
export function useTest<Body, Result>(body: Body, call: (body: Body) => Promise<Result>) {
  const [stored, setStored] = useState<{ key: string; state: TestState<Result> }>();
  const key = JSON.stringify(body);
  const state: TestState<Result> = stored?.key === key ? stored.state : { state: 'none' };

  async function run(): Promise<void> {
    const put = (next: TestState<Result>) => setStored({ key, state: next });
    put({ state: 'running' });
    try {
      put({ state: 'done', result: await call(body) });
    } catch (cause) {
      put({ state: 'failed', cause });
    }
  }
  return { state, run };
}
